"""The fields of documents: read, set, saved."""

import copy
import math
import re

import numpy
import trilobite
from support import SAMPLES, Case
from trilobite import plain
from trilobite._tree import Tree


def files():
    return sorted(p for p in SAMPLES.rglob("*") if p.is_file())


class Reading(Case):
    def test_names_are_the_descriptions(self):
        fields = self.open("rooms.dif").fields
        self.assertEqual(fields.details[0].portals[0].zoneFront, 2)
        self.assertEqual(fields["details"][-1]["minPixels"], 100)
        self.assertIn("zoneBack", fields.details[0].portals[0])
        self.assertIn("zoneBack", dir(fields.details[0].portals[0]))
        self.assertEqual(list(fields)[:2], ["format", "interiorResourceFileVersion"])
        self.assertEqual(len(fields.details[0].points), len(list(fields.details[0].points)))
        self.assertEqual(fields.details[0].points[1], [7.5, 6.5, -0.5])
        with self.assertRaisesRegex(AttributeError, "zoneFront"):
            fields.details[0].portals[0].zonefront
        with self.assertRaises(IndexError):
            fields.details[9]

    def test_bytes_are_bytes_and_texts_are_texts(self):
        fields = self.open("rooms.dif").fields
        self.assertEqual(fields.previewBitmap[:4], b"\x89PNG")
        self.assertEqual(fields.details[0].materials[0], "wall")  # base64, too
        self.assertEqual(fields.tail, b"")
        model = self.open("trilobite.iqm").fields
        self.assertIn(b"shell", model.text)
        self.assertEqual(plain(model)["text"], model.text)
        self.assertEqual(self.open("lighthouse.nff").fields.header.version, 3)

    def test_map_in_parts(self):
        whole = []
        document = self.open("rooms.dif")
        document._core.map_to(whole.append)

        class Parts(Tree):
            def map_to(self, receive):
                data = b"".join(whole)
                for i in range(0, len(data), 7):
                    receive(data[i:i + 7])

        parts = Parts()
        parts.kind("")
        document._core.kind("")
        self.assertEqual(parts._kinds, document._core._kinds)
        self.assertEqual(parts.kind("details[].lightMaps[].lightMap"), "bytes")

    def test_numbers_that_json_has_not(self):
        times = plain(self.open("windmill-v5.dts").fields)["objects"]
        self.assertTrue(any(isinstance(x, float) and math.isnan(x) for o in times for x in o["offsetRot"]))
        document = self.open("windmill-v5.dts")
        row = document.fields.objects[0].offsetRot
        row[:] = [math.inf, -math.inf, math.nan, *row[3:]]
        numbers = trilobite.open(bytes(document)).fields.objects[0].offsetRot
        self.assertEqual([str(x) for x in numbers[:3]], ["inf", "-inf", "nan"])

    def test_arrays(self):
        points = self.open("rooms.dif").fields.details[0].points
        array = numpy.asarray(points)
        self.assertEqual(array.shape, (len(points), 3))
        self.assertEqual(array[1].tolist(), plain(points[1]))

    def test_plain_builds_the_same_file(self):
        for path in files():
            try:
                document = trilobite.open(path)
                built = trilobite.build(document.to_json())
            except trilobite.UnsupportedError:
                continue
            self.assertEqual(bytes(built), path.read_bytes(), path)


class Setting(Case):
    def test_change_keeps_all_other_bytes(self):
        document = self.open("rooms.dif")
        document.fields.details[0].portals[0].zoneFront = 0
        out = self.folder / "edited.dif"
        document.save(out)
        before, after = (SAMPLES / "rooms.dif").read_bytes(), out.read_bytes()
        self.assertEqual(len(before), len(after))
        self.assertEqual(sum(a != b for a, b in zip(before, after)), 1)
        self.assertEqual(trilobite.open(out).fields.details[0].portals[0].zoneFront, 0)

    def test_every_list_replaced_by_itself(self):
        for path in files():
            try:
                document = trilobite.open(path)
                fields = document.fields
            except trilobite.UnsupportedError:
                continue
            if document.format.name in ("dts", "gltf") or re.search(rb"^[\t -~\r\n]*$", path.read_bytes()):
                continue  # bits of NaN, and the spelling of a text, belong to what was there
            for name, value in plain(fields).items():
                if name != "format":
                    fields[name] = value
            self.assertEqual(bytes(document), path.read_bytes(), path)

    def test_text_keeps_its_spelling(self):
        document = self.open("hut.map")
        before = bytes(document).splitlines()
        document.fields.entities[0].brushes[0].faces[0].rotation = 45
        after = bytes(document).splitlines()
        self.assertEqual(sum(a != b for a, b in zip(before, after)), 1)
        entities = document.fields.entities  # a list that is changed is written anew
        del entities[-1]
        entities.append(entities[0])
        entities[0] = plain(entities[0])
        self.assertEqual(trilobite.open(bytes(document)).fields.entities[-1].properties, entities[0].properties)
        document = self.open("lighthouse.nff")
        document.fields.header = plain(document.fields.header)
        self.assertEqual(bytes(document), (SAMPLES / "lighthouse.nff").read_bytes())

    def test_bytes_and_texts_are_set(self):
        document = self.open("rooms.dif")
        fields = document.fields
        fields.previewBitmap = fields.details[0].lightMaps[0].lightMap
        fields.tail = bytearray(b"abc")
        fields.details[0].materials[0] = "brick"
        again = trilobite.open(bytes(document)).fields
        self.assertEqual(again.previewBitmap, fields.details[0].lightMaps[0].lightMap)
        self.assertEqual((again.tail, again.details[0].materials[0]), (b"abc", "brick"))
        model = self.open("trilobite.iqm")
        model.fields.text = model.fields.text.replace(b"shell", b"crust")
        self.assertIn(b"crust", trilobite.open(bytes(model)).fields.text)

    def test_what_is_assigned_is_a_copy_and_two_can_change_places(self):
        model = self.open("lighthouse.nff")
        objects, names = model.fields.objects, [one.name for one in model.fields.objects]
        objects[0], objects[1] = objects[1], objects[0]
        names[0], names[1] = names[1], names[0]
        self.assertEqual([one.name for one in trilobite.open(bytes(model)).fields.objects], names)
        rooms = self.open("rooms.dif")
        points = plain(rooms.fields.details[0].points)
        rooms.fields.details[0].points.reverse()
        self.assertEqual(trilobite.open(bytes(rooms)).fields.details[0].points, points[::-1])
        bug = self.open("trilobite.iqm")
        a, b = bug.fields.joints[1], bug.fields.joints[2]
        first, second = plain(a.translate), plain(b.translate)
        self.assertNotEqual(first, second)
        a.translate, b.translate = b.translate, a.translate
        self.assertEqual((a.translate, b.translate), (second, first))
        objects[2] = objects[2]  # changes nothing
        objects[3] = objects[0]
        objects[3].name = "another"
        self.assertNotEqual(objects[0].name, "another")

    def test_lists(self):
        document = self.open("rooms.dif")
        portals = document.fields.details[0].portals
        count = len(portals)
        portals.append({"zoneFront": 1})
        self.assertEqual(portals[-1].zoneBack, 0)  # a default of the library
        portals.append({"zoneFront": 4})
        self.assertEqual(plain(portals)[-1]["zoneBack"], 0)
        del portals[-1]
        portals.append(portals[0])
        portals[-1].zoneFront = 9
        self.assertNotEqual(portals[0].zoneFront, 9)
        again = trilobite.open(bytes(document)).fields.details[0].portals
        self.assertEqual([p.zoneFront for p in again[count:]], [1, 9])
        first, last = portals[0], portals[-1]
        del portals[0]
        last.zoneBack = 3
        self.assertEqual(len(trilobite.open(bytes(document)).fields.details[0].portals), count + 1)
        self.assertEqual(portals[-1].zoneBack, 3)
        self.assertIs(portals[-1], last)
        first.zoneFront = 5  # it is not in the document any more
        self.assertNotIn(5, [p.zoneFront for p in trilobite.open(bytes(document)).fields.details[0].portals])
        portals.insert(0, {"zoneFront": 6})
        self.assertEqual(trilobite.open(bytes(document)).fields.details[0].portals[0].zoneFront, 6)
        points = document.fields.details[0].points
        row, points[3] = points[3], (1, 2, 3)
        self.assertEqual(row, [1, 2, 3])
        points[2:] = numpy.asarray(points[2:]) + [0, 0, 1]
        points[0][2] = numpy.float32(0.5)
        again = trilobite.open(bytes(document)).fields.details[0].points
        self.assertEqual(plain(again), plain(points))

    def test_dict_changes_what_it_names(self):
        document = self.open("rooms.dif")
        portal = document.fields.details[0].portals[0]
        back = portal.zoneBack
        document.fields.details[0].portals[0] = {"zoneFront": 0}
        self.assertEqual((portal.zoneFront, portal.zoneBack), (0, back))
        self.assertEqual(trilobite.open(bytes(document)).fields.details[0].portals[0], portal)

    def test_names_stand_for_numbers(self):
        document = self.open("windmill.dts")
        node = document.fields.nodes[1]
        before = node.parent
        node.parent = "bounds"
        document.apply()
        self.assertIsInstance(node.parent, int)
        node.parent = before
        self.assertEqual(bytes(document), (SAMPLES / "windmill.dts").read_bytes())

    def test_parts_that_may_be_missing(self):
        document = self.open("courtyard.roo")
        del document.fields.security
        document.apply()
        self.assertTrue(document.check().is_valid)

    def test_what_is_refused_changes_nothing(self):
        document = self.open("rooms.dif")
        portal = document.fields.details[0].portals[0]
        with self.assertRaisesRegex(AttributeError, "zonefront"):
            portal.zonefront = 1
        self.assertNotIn("zonefront", portal)
        with self.assertRaises(TypeError):
            portal.zoneFront = object()
        with self.assertRaises(AttributeError):
            del portal.none
        self.assertEqual(copy.deepcopy(portal), plain(portal))
        self.assertEqual(bytes(document), (SAMPLES / "rooms.dif").read_bytes())
        portal.zoneFront = "four"
        with self.assertRaises(trilobite.InvalidError) as raised:
            document.save(self.folder / "bad.dif")
        self.assertEqual(raised.exception.diagnostics[0].path, "details[0].portals[0].zoneFront")
        self.assertFalse((self.folder / "bad.dif").exists())
        portal.zoneFront = 2
        self.assertEqual(bytes(document), (SAMPLES / "rooms.dif").read_bytes())

    def test_other_ways_to_change(self):
        document = self.open("rooms.dif")
        portal = document.fields.details[0].portals[0]
        portal.zoneBack = 0
        self.assertIn('"zoneBack": 0', document.to_json("details[0].portals[0]"))
        document.set("details[0].portals[0].zoneFront=0")
        self.assertEqual((portal.zoneFront, portal.zoneBack), (0, 0))
        for point in document.fields.details[0].points:
            point[2] += 1
        document.apply()
        self.assertEqual(document.fields.details[0].boundingBox[2], -0.5)
        notes = document.update()
        self.assertIn("UPDATED", {n.code for n in notes})
        self.assertEqual(document.fields.details[0].boundingBox[2], 0.5)
        room = self.open("courtyard.roo")
        self.assertNotEqual(room.fields.sectors[2].light, 7)
        self.assertIsInstance(room.operate("sectors", "light=7"), dict)
        self.assertEqual(room.fields.sectors[2].light, 7)
        with self.assertRaises(trilobite.InvalidError):
            document.set("details[0].portals[99].zoneFront=0")

    def test_keys_that_paths_have_not(self):
        extras = {"a.b": 1, "c": {"d[0]": 2}}
        document = trilobite.build({"format": "gltf", "asset": {"version": "2.0"}, "extras": extras})
        document.fields.extras["a.b"] = 3
        document.fields.extras.c["d[0]"] = 4
        self.assertEqual(plain(trilobite.open(bytes(document)).fields.extras), {"a.b": 3, "c": {"d[0]": 4}})
