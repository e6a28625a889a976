"""Scenes and pictures as arrays."""

import json
import os
import struct
import threading
import unittest

import numpy
import trilobite
from support import SAMPLES, Case


class Scenes(Case):
    def test_meshes(self):
        scene = self.open("windmill.dts", assets=SAMPLES / "textures").scene()
        for mesh in scene.meshes:
            count = len(mesh.positions)
            self.assertEqual((mesh.positions.shape, mesh.positions.dtype), ((count, 3), numpy.float32))
            self.assertEqual(mesh.normals.shape, (count, 3))
            self.assertEqual(mesh.uvs[0].shape, (count, 2))
            self.assertEqual((len(mesh.uvs), mesh.uvs[3]), (4, None))
            self.assertEqual(mesh.indices.dtype, numpy.uint32)
            self.assertTrue((mesh.indices < count).all())
            self.assertEqual(sum(part.index_count for part in mesh.parts), len(mesh.indices))
            for morph in mesh.morphs:
                self.assertEqual(morph[1].shape, (count, 3))
            with self.assertRaises(ValueError):
                mesh.positions[:1] = 0
        material = next(m for m in scene.materials if m.texture.image is not None)
        self.assertEqual((material.alpha_mode, material.texture.wrap_u), ("opaque", "repeat"))
        image = scene.images[material.texture.image]
        self.assertEqual(image.name, material.name)
        self.assertEqual(image.pixels.shape, (image.height, image.width, 4))
        image = self.open("rooms.dif", assets=SAMPLES / "textures").scene().images[0]
        self.assertEqual((image.name, image.mime_type, image.encoded[1:4]), ("wall", "image/png", b"PNG"))

    def test_skins_and_custom_attributes(self):
        scene = self.open("trilobite.iqm").scene()
        mesh, skin = scene.meshes[0], scene.skins[0]
        self.assertEqual((mesh.joints.shape[1], mesh.weights.shape[1]), (4, 4))
        self.assertLess(mesh.joints.max(), len(skin.joints))
        numpy.testing.assert_allclose(mesh.weights.sum(1), 1, atol=1e-3)
        rest = scene.world[skin.joints] @ skin.inverse_bind  # at rest nothing moves
        numpy.testing.assert_allclose(rest, numpy.broadcast_to(numpy.eye(4), rest.shape), atol=1e-4)
        animation = scene.animations[0]
        self.assertGreater(animation.duration, 0)
        for channel in animation.channels:
            columns = {"translation": 3, "rotation": 4, "scale": 3}[channel.target]
            self.assertEqual(channel.values.shape, (len(channel.times), columns))

    def test_world_is_that_of_the_nodes(self):
        scene = self.open("windmill.dts").scene()
        for i, node in enumerate(scene.nodes):
            x, y, z, w = node.rotation
            local = numpy.eye(4)
            local[:3, :3] = numpy.array([
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]) * node.scale
            local[:3, 3] = node.translation
            parent = numpy.eye(4) if node.parent is None else scene.world[node.parent]
            numpy.testing.assert_allclose(scene.world[i], parent @ local, atol=1e-5)

    def test_the_same_as_glb(self):
        """Positions, against those of the file that the library writes."""
        document = self.open("rooms.dif")
        scene = document.scene(light="none")
        data = bytes(trilobite.convert(document, "glb", light="none"))
        size = struct.unpack_from("<I", data, 12)[0]
        gltf, binary = json.loads(data[20:20 + size]), data[28 + size:]
        by_name = {mesh["name"]: mesh for mesh in gltf["meshes"]}
        self.assertEqual(len(by_name), len(scene.meshes))
        for mesh in scene.meshes:
            written = by_name[mesh.name]
            accessor = gltf["accessors"][written["primitives"][0]["attributes"]["POSITION"]]
            view = gltf["bufferViews"][accessor["bufferView"]]
            start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            positions = numpy.frombuffer(binary, "<f4", accessor["count"] * 3, start).reshape(-1, 3)
            numpy.testing.assert_array_equal(positions.min(0), mesh.positions.min(0))
            numpy.testing.assert_array_equal(positions.max(0), mesh.positions.max(0))

    def test_options_and_diagnostics(self):
        document = self.open("rooms.dif")
        alone = trilobite.open(bytes(document), assets=self.folder)
        self.assertIn("ASSET_MISSING", {d.code for d in alone.scene().diagnostics})
        self.assertGreater(len(document.scene(collision=True).nodes), len(document.scene().nodes))
        empty = trilobite.open(SAMPLES / "textures" / "brick.png").scene()
        self.assertEqual((len(empty.nodes), len(empty.images), empty.world.shape), (0, 1, (0, 4, 4)))

    def test_channels_of_all_samples(self):
        columns = {"translation": 3, "rotation": 4, "scale": 3, "uv_offset": 2, "color": 4}
        seen = set()
        for name in ("windmill.dts", "courtyard.roo", "rooms.dif", "trilobite.iqm"):
            scene = self.open(name).scene()
            for channel in (c for animation in scene.animations for c in animation.channels):
                seen.add(channel.target)
                mesh = channel.node is not None and scene.nodes[channel.node].mesh
                count = columns.get(channel.target) or len(scene.meshes[mesh].morphs)
                self.assertEqual(channel.values.shape, (len(channel.times), count))
                self.assertEqual(channel.material is None, channel.target not in ("uv_offset", "color"))
        self.assertGreaterEqual(seen, {"rotation", "uv_offset"})

    def test_extras(self):
        extras = {"text": "a\0b", "list": [1, 2.5, None, True], "table": {}}
        document = trilobite.build({"format": "gltf", "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
                                    "nodes": [{"extras": extras}]})
        self.assertEqual(document.scene().nodes[0].extras, extras)

    def test_lights(self):
        scene = self.open("rooms.dif").scene(lights=True)
        self.assertEqual({light.kind for light in scene.lights}, {"point"})
        self.assertEqual({n.light for n in scene.nodes if n.light is not None}, set(range(len(scene.lights))))


class Pictures(Case):
    def render(self, *arguments, **options):
        try:
            return trilobite.render(*arguments, **options)
        except trilobite.UnsupportedError as error:
            if "gl" in os.environ.get("TLB_REQUIRED", "").split():
                raise
            raise unittest.SkipTest(str(error))

    def test_pixels_are_those_of_png(self):
        document = self.open("windmill.dts", assets=SAMPLES / "textures")
        pixels = self.render(document, 80, 60, background="transparent")
        self.assertEqual((pixels.shape, pixels.dtype), ((60, 80, 4), numpy.uint8))
        png = bytes(trilobite.convert(document, "png", size="80x60", background="transparent"))
        decoded = trilobite.open(png).scene().images[0].pixels
        numpy.testing.assert_array_equal(pixels, decoded)
        self.assertTrue(0 < (pixels[..., 3] > 0).mean() < 1)

    def test_renderer(self):
        with trilobite.Renderer() as renderer:
            for name in ("windmill.dts", "rooms.dif"):
                document = self.open(name)
                once = self.render(document, 32, 32)
                numpy.testing.assert_array_equal(self.render(document, 32, 32, renderer=renderer), once)
        with self.assertRaises(ValueError):
            trilobite.render(document, 32, 32, renderer=renderer)

    def test_renderer_of_two_threads(self):
        documents = [self.open(name) for name in ("windmill.dts", "rooms.dif")]
        expected = [self.render(document, 32, 32) for document in documents]
        made = [[], []]
        with trilobite.Renderer() as renderer:
            def draw(i):
                for _ in range(5):
                    made[i].append(trilobite.render(documents[i], 32, 32, renderer=renderer))

            threads = [threading.Thread(target=draw, args=(i,)) for i in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        for i in range(2):
            self.assertEqual(len(made[i]), 5)
            for picture in made[i]:
                numpy.testing.assert_array_equal(picture, expected[i])
