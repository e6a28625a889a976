# What goes wrong is said, and leaves nothing behind.
import os
import stat
from pathlib import Path
from unittest import mock

import bpy

import support


class Failures(support.Case):
    def assert_nothing_came(self):
        self.assertFalse(bpy.data.objects)
        self.assertFalse(bpy.data.collections)

    def program(self, text):
        path = self.folder / "a command"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def test_wrong_file(self):
        path = self.folder / "wrong.dif"
        path.write_text("no interior")
        with self.assertRaisesRegex(RuntimeError, r"wrong.dif: .*error\[BAD_VERSION\] .*expected 44"):
            support.load(path)
        self.assert_nothing_came()

    def test_missing_file(self):
        with self.assertRaisesRegex(RuntimeError, "No such file"):
            support.load(self.folder / "none.dif")

    def test_wrong_value(self):
        with self.assertRaisesRegex(RuntimeError, "--lod: .*expected"):
            support.load(support.SAMPLES / "rooms.dif", lod="finest")

    def test_no_file(self):
        with self.assertRaisesRegex(RuntimeError, "No file is chosen"):
            bpy.ops.import_scene.trilobite()

    def test_one_of_several(self):
        (self.folder / "wrong.dif").write_text("no interior")
        self.copy("lighthouse.nff", "good.nff")
        with self.assertRaisesRegex(RuntimeError, "wrong.dif: "):
            bpy.ops.import_scene.trilobite(
                directory=str(self.folder), files=[{"name": "wrong.dif"}, {"name": "good.nff"}]
            )
        self.assertIn("good", bpy.data.collections)

    def test_missing_command(self):
        bundled = Path(bpy.utils.user_resource("SCRIPTS")) / "addons" / "trilobite" / "trilobite"
        self.assertTrue(os.access(bundled, os.X_OK), "an earlier import made it executable")
        bundled.rename(bundled.with_name("elsewhere"))
        try:
            with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
                with self.assertRaisesRegex(RuntimeError, "was not found in .*Preferences > Add-ons > Trilobite"):
                    support.load(support.SAMPLES / "rooms.dif")
            with mock.patch.dict(os.environ, {"PATH": os.path.dirname(support.tool)}):
                support.load(support.SAMPLES / "rooms.dif")
        finally:
            bundled.with_name("elsewhere").rename(bundled)

    def test_preferred_command(self):
        support.preferences().command = str(self.folder / "none")
        with self.assertRaisesRegex(RuntimeError, "none, the command in the preferences of Trilobite, does not exist"):
            support.load(support.SAMPLES / "rooms.dif")
        support.preferences().command = str(support.SAMPLES / "rooms.dif")
        with self.assertRaisesRegex(RuntimeError, "cannot be run"):
            support.load(support.SAMPLES / "rooms.dif")

    def test_stopped_import(self):
        support.preferences().command = self.program('echo part >"$3"\nkill -INT $$\n')
        with self.assertRaisesRegex(RuntimeError, "trilobite was stopped"):
            support.load(support.SAMPLES / "rooms.dif")
        self.assert_nothing_came()

    def test_stopped_export(self):
        bpy.ops.mesh.primitive_cube_add()
        support.preferences().command = self.program("kill -TERM $$\n")
        path = self.folder / "cube.nff"
        path.write_text("an earlier file")
        with self.assertRaisesRegex(RuntimeError, "trilobite was stopped"):
            bpy.ops.export_scene.trilobite(filepath=str(path))
        self.assertEqual(path.read_text(), "an earlier file")

    def test_nothing_to_export(self):
        with self.assertRaises(RuntimeError):
            bpy.ops.export_scene.trilobite(filepath=str(self.folder / "empty.dif"))
        self.assertFalse(list(self.folder.iterdir()))

    def test_no_folder(self):
        bpy.ops.mesh.primitive_cube_add()
        with self.assertRaisesRegex(RuntimeError, "none/cube.nff"):
            bpy.ops.export_scene.trilobite(filepath=str(self.folder / "none" / "cube.nff"))

    def test_without_gltf(self):
        bpy.ops.preferences.addon_disable(module="io_scene_gltf2")
        with self.assertRaisesRegex(RuntimeError, 'add-on "glTF 2.0 format" is off'):
            support.load(support.SAMPLES / "rooms.dif")

    def test_off_and_on(self):
        for _ in range(2):
            bpy.ops.preferences.addon_disable(module="trilobite")
            self.assertFalse(hasattr(bpy.types, "IMPORT_SCENE_OT_trilobite"))
            bpy.ops.preferences.addon_enable(module="trilobite")
        support.load(support.SAMPLES / "lighthouse.nff")
