"""File > Export > Trilobite: by Blender's own exporter of GLB."""

import os
import tempfile

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

from . import actions, command, formats, glb, options, preferences

TO_OPTIONS = formats.options_of(formats.WRITABLE, "from scene")


def export_glb(path, **more):
    """Raises RuntimeError."""
    bpy.ops.export_scene.gltf(
        filepath=path, export_format="GLB", export_extras=True, export_lights=True, use_active_scene=True, **more
    )
    document, rest = glb.read(path)
    actions.add_loops(document)
    glb.write(path, document, rest)


def with_extension(path, target):
    """The file's name with an extension of the format, in place of another format's."""
    if formats.extension_of(path) in target["extensions"]:
        return path
    stem, extension = os.path.splitext(path)
    kept = "" if extension[1:].lower() in formats.extensions_of(formats.WRITABLE) else extension
    return f"{stem}{kept}.{target['extensions'][0]}"


@options.with_options(TO_OPTIONS)
class EXPORT_SCENE_OT_trilobite(bpy.types.Operator):
    """Export models and levels for legacy game engines"""

    bl_idname = "export_scene.trilobite"
    bl_label = "Export Trilobite"
    bl_options = {"PRESET"}

    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})
    check_existing: BoolProperty(default=True, options={"HIDDEN"})
    filter_glob: StringProperty(
        default=";".join("*." + each for each in formats.extensions_of(formats.WRITABLE)),
        options={"HIDDEN", "SKIP_SAVE"},
    )
    target: EnumProperty(
        name="Format",
        description="The format of the file",
        items=[(each["name"], f"{each['title']} (.{each['extensions'][0]})", "") for each in formats.WRITABLE],
    )
    use_selection: BoolProperty(name="Selected Only", description="Export the selected objects only")
    apply_modifiers: BoolProperty(
        name="Apply Modifiers",
        description="Export meshes as their modifiers make them. Shape keys of objects that have modifiers are left out",
        default=True,
    )

    def target_format(self):
        """The chosen one; of scripts that choose none, by the file's extension."""
        found = formats.of_path(self.filepath, formats.WRITABLE)
        if found and not self.properties.is_property_set("target"):
            return found[0]
        return next(each for each in formats.WRITABLE if each["name"] == self.target)

    def invoke(self, context, event):
        stem = os.path.splitext(context.blend_data.filepath)[0] or "untitled"
        self.filepath = with_extension(self.filepath or stem, self.target_format())
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def check(self, context):
        named = with_extension(self.filepath, next(each for each in formats.WRITABLE if each["name"] == self.target))
        changed = named != self.filepath
        self.filepath = named
        return changed

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        for name in ("target", "use_selection", "apply_modifiers"):
            layout.prop(self, name)
        target = self.target_format()
        options.draw(self, layout, "export", target["title"], formats.options_of([target], "from scene"))

    def execute(self, context):
        target = self.target_format()
        path = with_extension(os.path.abspath(bpy.path.abspath(self.filepath)), target)
        words = options.arguments(self, formats.options_of([target], "from scene")) + ["--to", target["name"]]
        stem = os.path.splitext(os.path.basename(path))[0]
        try:
            preferences.require_gltf(context)
            with tempfile.TemporaryDirectory(prefix="trilobite-") as folder:
                source = os.path.join(folder, stem + ".glb")
                export_glb(source, use_selection=self.use_selection, export_apply=self.apply_modifiers)
                messages = command.convert(preferences.of(context).command_path(), source, path, words)
        except (command.CommandError, RuntimeError) as error:
            self.report({"ERROR"}, f"{os.path.basename(path)}: {error}")
            return {"CANCELLED"}
        for kind, text in messages:
            self.report({kind}, f"{os.path.basename(path)}: {text}")
        return {"FINISHED"}


def draw_menu(menu, context):
    menu.layout.operator(
        EXPORT_SCENE_OT_trilobite.bl_idname, text=f"Trilobite ({formats.summary(formats.WRITABLE)})"
    )


CLASSES = (EXPORT_SCENE_OT_trilobite,)
