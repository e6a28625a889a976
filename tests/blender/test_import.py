# What an import makes: collections, materials, rigs, actions, places.
import zipfile

import bpy

import support


def image_of(socket):
    return socket.links[0].from_node.image.name if socket.is_linked else None


class Interior(support.Case):
    def test_levels_are_collections(self):
        support.load(support.SAMPLES / "rooms.dif")
        whole = bpy.context.scene.collection.children["rooms"]
        self.assertEqual([each.name for each in whole.children], ["rooms level 0", "rooms level 1"])
        self.assertEqual([each.hide_render for each in whole.children], [False, True])
        self.assertFalse(support.layer_collection("rooms level 0").hide_viewport)
        self.assertTrue(support.layer_collection("rooms level 1").hide_viewport)
        self.assertIn("detail 0", whole.children["rooms level 0"].objects)
        self.assertIn("detail 1", whole.children["rooms level 1"].objects)
        self.assertFalse(whole.objects)

    def test_place_and_size(self):
        support.load(support.SAMPLES / "rooms.dif")
        wanted = support.info(support.SAMPLES / "rooms.dif")["bounds"]
        self.assert_near(support.bounds(support.shown_meshes()), [wanted["min"], wanted["max"]])

    def test_light_maps(self):
        support.load(support.SAMPLES / "rooms.dif")
        for name in ("wall", "floor", "pillar"):
            tree = bpy.data.materials[name].node_tree
            output = next(each for each in tree.nodes if each.type == "OUTPUT_MATERIAL")
            mix = output.inputs["Surface"].links[0].from_node
            self.assertEqual((mix.type, mix.data_type, mix.blend_type), ("MIX", "RGBA", "MULTIPLY"))
            inputs = {each.identifier: each for each in mix.inputs}
            self.assertEqual(inputs["Factor_Float"].default_value, 1)
            self.assertEqual(image_of(inputs["A_Color"]), name)
            light = inputs["B_Color"].links[0].from_node
            self.assertEqual(light.image.colorspace_settings.name, "sRGB")
            self.assertEqual(light.inputs["Vector"].links[0].from_node.uv_map, "UVMap.001")

    def test_without_light(self):
        support.load(support.SAMPLES / "rooms.dif", light="none")
        nodes = {each.label for each in bpy.data.materials["wall"].node_tree.nodes}
        self.assertNotIn("OCCLUSION", nodes)

    def test_to_edit(self):
        support.load(support.SAMPLES / "rooms.dif", editable=True)
        names = [each.name for each in bpy.data.collections["rooms"].children]
        self.assertEqual(names, ["rooms collision", "rooms level 0", "rooms level 1", "rooms zones"])
        self.assertEqual([each for each in names if not bpy.data.collections[each].hide_render], ["rooms level 0"])

    def test_twice(self):
        support.load(support.SAMPLES / "rooms.dif")
        support.load(support.SAMPLES / "rooms.dif")
        self.assertTrue(support.layer_collection("rooms.001 level 1").hide_viewport)
        self.assertEqual(len(bpy.data.collections["rooms.001"].all_objects), len(bpy.data.collections["rooms"].all_objects))

    def test_nothing_of_the_import_is_left(self):
        support.load(support.SAMPLES / "windmill.dts")
        things = [*bpy.data.objects, *(bone for rig in bpy.data.armatures for bone in rig.bones)]
        things += [bone for each in bpy.data.objects if each.type == "ARMATURE" for bone in each.pose.bones]
        self.assertFalse([each for each in things if "trilobite_layer" in each])


class Shape(support.Case):
    def test_actions(self):
        support.load(support.SAMPLES / "windmill.dts")
        self.assertEqual(
            {each.name: each.use_cyclic for each in bpy.data.actions}, {"turn": True, "open": False, "walk": True}
        )
        rate = bpy.context.scene.render.fps
        self.assertEqual(bpy.data.actions["turn"].frame_end, 2 * rate)

    def test_rig(self):
        support.load(support.SAMPLES / "windmill.dts")
        rig = bpy.data.objects["windmill"]
        self.assertEqual(rig.type, "ARMATURE")
        self.assertLessEqual({"sails", "door", "hinge"}, {bone.name for bone in rig.data.bones})
        for mesh in support.shown_meshes():
            self.assertEqual(mesh.find_armature(), rig)
        self.assertEqual([each.name for each in bpy.data.collections["windmill level 1"].objects], ["windmill.002"])

    def test_movement(self):
        support.load(support.SAMPLES / "windmill.dts")
        rig = bpy.data.objects["windmill"]
        rig.animation_data.action = bpy.data.actions["turn"]
        places = []
        for frame in (0, 6):
            bpy.context.scene.frame_set(frame)
            places.append(support.bounds(support.shown_meshes()))
        self.assertGreater(abs(places[0][1][2] - places[1][1][2]), 0.01)

    def test_missing_textures(self):
        """Images of 4 x 4 pixels with their names. run.sh reads the report."""
        support.load(self.copy("rooms.dif", "alone.dif"), assets="")
        for name in ("wall", "floor", "pillar"):
            self.assertTrue(bpy.data.materials[name]["placeholder"])
            self.assertEqual(tuple(bpy.data.images[name].size), (4, 4))


class Rig(support.Case):
    def test_bones_and_actions(self):
        support.load(support.SAMPLES / "trilobite.iqm")
        rig = bpy.data.objects["trilobite"]
        self.assertEqual(rig.type, "ARMATURE")
        self.assertLessEqual({"root", "head", "tail", "leg.L.7"}, {bone.name for bone in rig.data.bones})
        self.assertEqual({each.name: each.use_cyclic for each in bpy.data.actions}, {"walk": True, "curl": False})
        self.assertEqual({each.name for each in support.shown_meshes()}, {"shell", "belly", "eyes", "limbs"})

    def test_place_and_size(self):
        support.load(support.SAMPLES / "trilobite.iqm")
        wanted = support.info(support.SAMPLES / "trilobite.iqm")
        bpy.data.objects["trilobite"].animation_data.action = None
        for bone in bpy.data.objects["trilobite"].pose.bones:
            bone.matrix_basis.identity()
        bpy.context.view_layer.update()
        self.assert_near(support.bounds(support.shown_meshes()), wanted["bounds"].values())
        self.assertEqual(support.triangles(support.shown_meshes()), wanted["triangles"])

    def test_frame_rate(self):
        scene = bpy.context.scene
        scene.render.fps = 30
        support.load(support.SAMPLES / "trilobite.iqm")
        self.assertEqual(scene.render.fps, 24)  # the file's
        support.load(support.SAMPLES / "trilobite.iqm", frame_rate=60)
        self.assertEqual(scene.render.fps, 60)
        support.load(support.SAMPLES / "trilobite.iqm")
        self.assertEqual(scene.render.fps, 60)  # others are animated


class Archive(support.Case):
    def test_member(self):
        support.load(support.SAMPLES / "outpost.vol", member="hall.dis", assets="")
        self.assertIn("hall", bpy.data.collections)
        self.assertIn("wall", bpy.data.images)
        self.assertEqual(bpy.data.images["wall"].size[0], 64)

    def test_only_member(self):
        path = self.folder / "mills.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(support.SAMPLES / "windmill.dts", "shapes/windmill.dts")
            archive.write(support.SAMPLES / "textures" / "wall.png", "wall.png")
        support.load(path)
        self.assertIn("windmill level 1", bpy.data.collections)

    def test_choice(self):
        with self.assertRaisesRegex(RuntimeError, "outpost.vol is an archive; choose a member: windmill.dts, hall.dis"):
            support.load(support.SAMPLES / "outpost.vol")
        with self.assertRaisesRegex(RuntimeError, "hall.pk3 has no models"):
            support.load(support.SAMPLES / "hall.pk3")


class Several(support.Case):
    def test_files(self):
        names = ["lighthouse.nff", "courtyard.roo"]
        bpy.ops.import_scene.trilobite(directory=str(support.SAMPLES), files=[{"name": each} for each in names])
        self.assertEqual({each.name for each in bpy.context.scene.collection.children}, {"lighthouse", "courtyard"})
