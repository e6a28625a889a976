# What the tests share: the extension in a fresh Blender, files to try, and the command that judges what was exported.
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import bpy
from mathutils import Vector

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
TEXTURES = str(SAMPLES / "textures")
tool = None


def install(words):
    """Installs ZIP as the user does; gives the words after it."""
    global tool
    tool, archive, *folders = words
    bpy.ops.preferences.addon_install(filepath=archive)
    return folders


def preferences():
    return bpy.context.preferences.addons["trilobite"].preferences


def new_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="trilobite")


def load(path, **options):
    return bpy.ops.import_scene.trilobite(filepath=str(path), **{"assets": TEXTURES, **options})


def info(path):
    return json.loads(subprocess.run([tool, "info", "--json", path], capture_output=True, check=True).stdout)


def document(path):
    return json.loads(subprocess.run([tool, "dump", path], capture_output=True, check=True).stdout)


def complaints(path):
    """What `check` finds wrong; None: nothing."""
    done = subprocess.run([tool, "check", "-q", path], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else None


def shown_meshes():
    hidden = {each.name for each in bpy.data.collections if each.hide_render}
    return [
        each
        for each in bpy.context.scene.objects
        if each.type == "MESH" and not hidden & {owner.name for owner in each.users_collection}
    ]


def triangles(objects):
    for each in objects:
        each.data.calc_loop_triangles()
    return sum(len(each.data.loop_triangles) for each in objects)


def bounds(objects):
    """Of the vertices as they are drawn: lowest and highest."""
    graph = bpy.context.evaluated_depsgraph_get()
    points = [
        each.matrix_world @ vertex.co for each in objects for vertex in each.evaluated_get(graph).data.vertices
    ]
    return [[pick(point[axis] for point in points) for axis in range(3)] for pick in (min, max)]


def layer_collection(name, parent=None):
    parent = parent or bpy.context.view_layer.layer_collection
    if parent.name == name:
        return parent
    return next((found for each in parent.children if (found := layer_collection(name, each))), None)


class Case(unittest.TestCase):
    def setUp(self):
        new_scene()
        folder = tempfile.TemporaryDirectory(prefix="with blanks ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def copy(self, sample, name):
        return Path(shutil.copy(SAMPLES / sample, self.folder / name))

    def assert_near(self, found, wanted, most=1e-3):
        for a, b in zip(found, wanted, strict=True):
            self.assertLess((Vector(a) - Vector(b)).length, most, f"{found} is not {wanted}")

    def assert_good(self, path):
        self.assertIsNone(complaints(path))
