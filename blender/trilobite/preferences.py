"""What holds for every import and export: the command, and where textures are."""

import bpy
from bpy.props import StringProperty

from . import command


class TrilobitePreferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    command: StringProperty(
        name="Command",
        description="The command trilobite. Empty: that of the extension, else that on PATH",
        subtype="FILE_PATH",
    )
    assets: StringProperty(
        name="Assets",
        description="Folders and archives that every import searches for textures and other files, separated by ;",
    )

    def draw(self, context):
        self.layout.prop(self, "command")
        self.layout.prop(self, "assets")
        try:
            self.layout.label(text=command.find(self.command_path()), icon="CHECKMARK")
        except command.CommandError as error:
            self.layout.label(text=str(error), icon="ERROR")

    def command_path(self):
        return bpy.path.abspath(self.command)


def of(context):
    return context.preferences.addons[__package__].preferences


def require_gltf(context):
    """Raises CommandError."""
    if "io_scene_gltf2" not in context.preferences.addons:
        raise command.CommandError('The add-on "glTF 2.0 format" is off; turn it on in Preferences > Add-ons')


def asset_words(*lists):
    """The words of a command line for lists of folders separated by ";"."""
    folders = [folder.strip() for each in lists for folder in each.split(";")]
    return [word for folder in folders if folder for word in ("--assets", bpy.path.abspath(folder))]


CLASSES = (TrilobitePreferences,)
