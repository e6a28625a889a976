"""File > Import > Trilobite: by GLB and Blender's own importer of it."""

import json
import os
import tempfile

import bpy
import numpy
from bpy.props import CollectionProperty, EnumProperty, IntProperty, StringProperty

from . import actions, colors, command, formats, glb, layers, materials, options, preferences

OPENED = formats.READABLE + formats.ARCHIVES
EXTENSIONS = formats.extensions_of(OPENED)
FROM_OPTIONS = formats.options_of(formats.READABLE, "to scene")
GLB_OPTIONS = formats.options_of([formats.GLB], "from scene")
DEFAULTS = {"lod": "all", "light": "map"}

# Debian's Blender 3.4 has an importer of glTF that is older than its numpy.
if bpy.app.version < (4, 0) and "bool" not in numpy.__dict__:
    numpy.bool = bool

_members = {}  # by the archive's path and time


def members_of(context, path):
    """The names of models in an archive. Raises CommandError."""
    key = path, os.stat(path).st_mtime_ns if os.path.exists(path) else 0
    if key not in _members:
        listed = command.run(preferences.of(context).command_path(), ["ls", "--json", path], [path])
        if listed.code:
            raise command.CommandError(listed.errors())
        names = [member["name"] for member in json.loads(listed.output)]
        _members[key] = [name for name in names if formats.of_path(name, formats.READABLE)]
    return _members[key]


def search_members(operator, context, text):
    try:
        names = members_of(context, operator.filepath)
    except command.CommandError:
        return []
    return [name for name in names if text.lower() in name.lower()]


def import_glb(context, path, name, frame_rate):
    """Raises RuntimeError."""
    document, rest = glb.read(path)
    layers.label_nodes(document)
    glb.write(path, document, rest)
    rate = frame_rate or (0 if bpy.data.actions else actions.frame_rate(document))
    if rate:
        context.scene.render.fps, context.scene.render.fps_base = rate, 1
    former = set(bpy.data.objects), set(bpy.data.materials), set(bpy.data.collections)
    bpy.ops.import_scene.gltf(filepath=path)
    objects = set(bpy.data.objects) - former[0]
    actions.arrange(document, objects)
    layers.arrange(context, sorted(objects, key=lambda each: each.name), former[2], name)
    for material in set(bpy.data.materials) - former[1]:
        materials.apply_light_map(material)
    for mesh in {each.data for each in objects if each.type == "MESH" and bpy.app.version < (4, 0)}:
        colors.by_vertex(mesh)


@options.with_options(FROM_OPTIONS + GLB_OPTIONS, DEFAULTS)
class IMPORT_SCENE_OT_trilobite(bpy.types.Operator):
    """Import models and levels of legacy game engines"""

    bl_idname = "import_scene.trilobite"
    bl_label = "Import Trilobite"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    filter_glob: StringProperty(default=";".join("*." + each for each in EXTENSIONS), options={"HIDDEN", "SKIP_SAVE"})
    member: StringProperty(
        name="Member", description="The model in the archive", search=search_members, options={"SKIP_SAVE"}
    )
    source_format: EnumProperty(
        name="Format",
        description="The format of the file",
        items=[(options.DEFAULT, "By its content", "")]
        + [(each["name"], each["title"], each["versions"]) for each in formats.READABLE],
    )
    assets: StringProperty(
        name="Assets",
        description="Folders and archives to search for textures and other files, separated by ;. "
        "Those beside the file are found without",
    )
    frame_rate: IntProperty(
        name="Frame Rate",
        description="Frames per second of the scene. 0: those of the file, if it has any and nothing is animated yet",
        min=0,
        max=1000,
    )

    def invoke(self, context, event):
        if self.filepath or self.files:  # dropped
            return context.window_manager.invoke_props_dialog(self, width=400)
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def check(self, context):
        """That it is there makes the file browser keep filepath up to date."""
        return False

    def sources(self, path):
        """The formats that the file may have."""
        if self.source_format != options.DEFAULT:
            return [each for each in formats.READABLE if each["name"] == self.source_format]
        return formats.of_path(path, formats.READABLE)

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        if formats.of_path(self.filepath, formats.ARCHIVES):
            layout.prop(self, "member")
        for name in ("source_format", "assets", "frame_rate"):
            layout.prop(self, name)
        sources = self.sources(self.member or self.filepath)
        title = sources[0]["title"] if len(sources) == 1 else "Source"
        options.draw(self, layout, "source", title, formats.options_of(sources, "to scene"))
        options.draw(self, layout, "target", "Blender", GLB_OPTIONS)

    def paths(self):
        if self.files:
            return [os.path.join(self.directory, each.name) for each in self.files if each.name]
        return [bpy.path.abspath(self.filepath)] if self.filepath else []

    def with_member(self, context, path):
        if not formats.of_path(path, formats.ARCHIVES):
            return path
        names = members_of(context, path)
        if self.member or len(names) == 1:
            return f"{path}/{self.member or names[0]}"
        shown = ", ".join(names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
        raise command.CommandError(f"{path} is an archive; choose a member: {shown}" if names else f"{path} has no models")

    def import_path(self, context, path):
        """Raises CommandError, and RuntimeError of Blender's importer."""
        preferences.require_gltf(context)
        source = self.with_member(context, os.path.abspath(path))
        chosen = preferences.of(context)
        words = options.arguments(self, formats.options_of(self.sources(source), "to scene") + GLB_OPTIONS)
        words += preferences.asset_words(self.assets, chosen.assets)
        if self.source_format != options.DEFAULT:
            words += ["--from", self.source_format]
        name = os.path.splitext(os.path.basename(source))[0]
        with tempfile.TemporaryDirectory(prefix="trilobite-") as folder:
            target = os.path.join(folder, name + ".glb")  # a rig is named so
            for kind, text in command.convert(chosen.command_path(), source, target, words):
                self.report({kind}, f"{os.path.basename(source)}: {text}")
            import_glb(context, target, name, self.frame_rate)

    def execute(self, context):
        paths = self.paths()
        done = 0
        if not paths:
            self.report({"ERROR"}, "No file is chosen")
        for path in paths:
            try:
                self.import_path(context, path)
                done += 1
            except (command.CommandError, RuntimeError) as error:
                self.report({"ERROR"}, f"{os.path.basename(path)}: {error}")
        return {"FINISHED"} if done else {"CANCELLED"}


def draw_menu(menu, context):
    menu.layout.operator(IMPORT_SCENE_OT_trilobite.bl_idname, text=f"Trilobite ({formats.summary(OPENED)})")


CLASSES = (IMPORT_SCENE_OT_trilobite,)

if hasattr(bpy.types, "FileHandler"):

    class IO_FH_trilobite(bpy.types.FileHandler):
        bl_idname = "IO_FH_trilobite"
        bl_label = "Trilobite"
        bl_import_operator = IMPORT_SCENE_OT_trilobite.bl_idname
        bl_file_extensions = ";".join("." + each for each in EXTENSIONS)

        @classmethod
        def poll_drop(cls, context):
            return context.area and context.area.type in {"VIEW_3D", "OUTLINER"}

    CLASSES += (IO_FH_trilobite,)
