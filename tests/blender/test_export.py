# What an export makes, as the command reads it again.
import bpy

import support


def save(path, **options):
    return bpy.ops.export_scene.trilobite(filepath=str(path), **options)


class Export(support.Case):
    def test_interior(self):
        support.load(support.SAMPLES / "rooms.dif")
        path = self.folder / "rooms.dif"
        save(path)
        self.assert_good(path)
        found, wanted = support.info(path), support.info(support.SAMPLES / "rooms.dif")
        self.assert_near(found["bounds"].values(), wanted["bounds"].values())
        self.assertLessEqual({"wall", "floor"}, set(found["textures"]))
        self.assertEqual([each["minPixels"] for each in found["dif"]["details"]], [250, 100])

    def test_shape(self):
        support.load(support.SAMPLES / "windmill.dts")
        path = self.folder / "mill.dts"
        save(path, target="torque-dts")
        self.assert_good(path)
        found = support.info(path)
        self.assertEqual(len(found["torque-dts"]["details"]), 2)
        self.assertEqual({each["name"]: each["seconds"] for each in found["animations"]}, {"turn": 2, "open": 1, "walk": 1.5})
        cyclic = 16
        flags = [each["flags"] & cyclic for each in support.document(path)["sequences"]]
        self.assertEqual(sorted(flags), [0, cyclic, cyclic])
        self.assertIn("brick.png", {each.name for each in self.folder.iterdir()})

    def test_finest_level(self):
        support.load(support.SAMPLES / "windmill.dts")
        save(self.folder / "mill.iqm")
        self.assertEqual(
            support.info(self.folder / "mill.iqm")["triangles"], support.triangles(support.shown_meshes())
        )

    def test_rig(self):
        support.load(support.SAMPLES / "trilobite.iqm")
        path = self.folder / "trilobite.iqm"
        save(path)
        self.assert_good(path)
        found, wanted = support.info(path), support.info(support.SAMPLES / "trilobite.iqm")
        self.assertEqual(found["triangles"], wanted["triangles"])
        self.assert_near(found["bounds"].values(), wanted["bounds"].values())
        self.assertEqual({each["name"] for each in found["animations"]}, {"walk", "curl"})

    def test_vertex_colors(self):
        def colors(mesh):
            places = [tuple(round(value, 3) for value in vertex.co) for vertex in mesh.vertices]
            return dict(zip(places, (tuple(each.color) for each in mesh.color_attributes[0].data)))

        support.load(support.SAMPLES / "trilobite.iqm")
        wanted = colors(bpy.data.meshes["shell"])
        save(self.folder / "again.iqm")
        support.new_scene()
        support.load(self.folder / "again.iqm")
        found = colors(bpy.data.meshes["shell"])
        self.assertGreater(len({color for color in wanted.values()}), 10)
        for place in wanted.keys() & found.keys():
            self.assert_near([found[place]], [wanted[place]], 0.02)
        self.assertGreater(len(wanted.keys() & found.keys()), 0.9 * len(wanted))

    def test_selected_only(self):
        support.load(support.SAMPLES / "trilobite.iqm")
        for each in bpy.context.scene.objects:
            each.select_set(each.name == "eyes")
        save(self.folder / "eyes.nff", use_selection=True)
        save(self.folder / "all.nff")
        found = [support.info(self.folder / name)["triangles"] for name in ("eyes.nff", "all.nff")]
        self.assertEqual(found[0], support.triangles([bpy.data.objects["eyes"]]))
        self.assertEqual(found[1], 8300)

    def test_modifiers(self):
        bpy.ops.mesh.primitive_cube_add()
        bpy.context.object.modifiers.new("more", "ARRAY").count = 3
        save(self.folder / "applied.nff")
        save(self.folder / "plain.nff", apply_modifiers=False)
        found = [support.info(self.folder / name)["triangles"] for name in ("applied.nff", "plain.nff")]
        self.assertEqual(found, [36, 12])

    def test_options(self):
        bpy.ops.mesh.primitive_cube_add()
        save(self.folder / "large.iqm", scale="3")
        self.assert_near(support.info(self.folder / "large.iqm")["bounds"].values(), [[-3] * 3, [3] * 3])

    def test_option_that_blender_has_a_name_for(self):
        support.load(support.SAMPLES / "trilobite.iqm")
        bpy.data.actions.remove(bpy.data.actions["curl"])
        save(self.folder / "one.iqm", name_="swim")
        self.assertEqual([each["name"] for each in support.info(self.folder / "one.iqm")["animations"]], ["swim"])

    def test_name(self):
        bpy.ops.mesh.primitive_cube_add()
        save(self.folder / "cube", target="nff")
        save(self.folder / "v1.5", target="nff")
        save(self.folder / "cube.dif", target="nff")
        self.assertLessEqual({"cube.nff", "v1.5.nff"}, {each.name for each in self.folder.iterdir()})
        self.assertFalse((self.folder / "cube.dif").exists())

    def test_replaces(self):
        bpy.ops.mesh.primitive_cube_add()
        path = self.folder / "cube.nff"
        path.write_text("an earlier file")
        save(path)
        self.assert_good(path)

    def test_other_scenes_stay(self):
        bpy.ops.mesh.primitive_cube_add(location=(20, 0, 0))
        bpy.ops.scene.new(type="EMPTY")
        bpy.ops.mesh.primitive_cube_add()
        save(self.folder / "cube.dif")
        self.assert_near(support.info(self.folder / "cube.dif")["bounds"].values(), [[-1] * 3, [1] * 3])

    def test_intermediate_file(self):
        """It is a good GLB, whatever the length of its JSON."""
        from trilobite import glb

        bpy.ops.mesh.primitive_cube_add()
        path = self.folder / "cube.glb"
        bpy.ops.export_scene.gltf(filepath=str(path))
        for name in ("a", "ab", "abc", "abcd"):
            document, rest = glb.read(path)
            document["nodes"][0]["name"] = name
            glb.write(path, document, rest)
            self.assert_good(path)
