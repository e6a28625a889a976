"""Documents: opened, checked, built, converted; what is wrong with a file or an argument."""

import json
import os
import pathlib
import pickle
import re
import subprocess
import sys

import trilobite
from support import INVALID, ROOT, SAMPLES, Case
from trilobite import options


class Opening(Case):
    def test_paths_bytes_members(self):
        data = (SAMPLES / "windmill.dts").read_bytes()
        path = SAMPLES / "windmill.dts"
        for source in (path, str(path), data, bytearray(data), memoryview(data)):
            with trilobite.open(source) as document:
                self.assertEqual(document.format.name, "dts")
                self.assertEqual(bytes(document), data)
        self.assertEqual(trilobite.open(SAMPLES / "outpost.vol" / "hall.dis").info()["format"], "dis")
        self.assertEqual(trilobite.open(data, name="a/b.dts").name, "a/b.dts")

    def test_wrong_files(self):
        for path in sorted(INVALID.iterdir()):
            with self.assertRaises(trilobite.Error) as raised:
                trilobite.open(path)
            errors = [d for d in raised.exception.diagnostics if d.severity == "error"]
            self.assertTrue(errors, path)
            self.assertIn(errors[0].text, str(raised.exception))
        with self.assertRaises(FileNotFoundError) as raised:
            trilobite.open("none.dif")
        self.assertEqual(raised.exception.diagnostics[0].code, "CANNOT_READ")
        self.assertIsNone(raised.exception.diagnostics[0].offset)
        with self.assertRaises(trilobite.UnsupportedError):
            trilobite.open(b"nothing that is known")
        with self.assertRaises(trilobite.UnsupportedError) as raised:
            trilobite.open(b"x", name="\x1b[31mred\n.txt")
        self.assertTrue(str(raised.exception).isprintable(), raised.exception)
        self.assertEqual(raised.exception.diagnostics[0].file, "\x1b[31mred\n.txt")
        self.assertEqual(pickle.loads(pickle.dumps(raised.exception)).diagnostics, raised.exception.diagnostics)
        with self.assertRaises(trilobite.LimitError):
            trilobite.open(SAMPLES / "rooms.dif", limits=trilobite.Limits(max_bytes=4096))

    def test_truncated_files(self):
        for name in ("rooms.dif", "windmill.dts", "courtyard.roo", "trilobite.iqm", "outpost.vol"):
            data = (SAMPLES / name).read_bytes()
            for size in range(0, len(data), len(data) // 25):
                try:
                    trilobite.open(data[:size], name=name).check()
                except trilobite.Error as error:
                    self.assertTrue(error.diagnostics)

    def test_wrong_arguments(self):
        document = self.open("rooms.dif")
        wrong = [
            (TypeError, lambda: trilobite.open(None)), (TypeError, lambda: trilobite.open(3)),
            (TypeError, lambda: trilobite.open("a.dif", name="b")), (TypeError, lambda: trilobite.open(b"", assets=3)),
            (TypeError, lambda: trilobite.Assets(3)), (ValueError, lambda: trilobite.open("a\0b")),
            (ValueError, lambda: trilobite.open(b"", format="abc")), (TypeError, lambda: trilobite.build(3)),
            (ValueError, lambda: trilobite.build("{")), (ValueError, lambda: trilobite.build({"format": "abc"})),
            (ValueError, lambda: trilobite.create("dif", "pvol")), (ValueError, lambda: trilobite.create("html")),
            (ValueError, lambda: trilobite.convert(document, "jpg")),
            (ValueError, lambda: trilobite.convert(document, "mis")),
            (ValueError, lambda: trilobite.convert(document, "glb", lod="x")),
            (ValueError, lambda: trilobite.convert(document, "glb", lods=1)),
            (ValueError, lambda: trilobite.convert(document, "glb", collision=3)),
            (ValueError, lambda: trilobite.convert(document, "png", size=object())),
            (ValueError, lambda: trilobite.render(document, -1, 5)),
            (ValueError, lambda: trilobite.render(document, 1 << 40, 5)),
            (FileNotFoundError, lambda: document.to_json("nothing[3]")),
            (ValueError, lambda: document.query("abc")), (ValueError, lambda: document.operate()),
            (trilobite.Error, lambda: document.members),
            (TypeError, lambda: self.open("rooms.dif", assets={"a": 5})),
            (TypeError, lambda: self.open("outpost.vol").members.change({"a": 5})),
            (ValueError, lambda: document.set("=")),
            (TypeError, lambda: document.set(3)),
            (ValueError, lambda: trilobite.open(b"", limits=trilobite.Limits(-1))),
            (ValueError, lambda: trilobite.open(b"", limits=trilobite.Limits(max_nesting=1 << 40))),
            (FileNotFoundError, lambda: trilobite.open(SAMPLES / "rooms.dif", assets="none")),
            (OSError, lambda: document.save(self.folder / "none" / "x.dif")),
        ]
        for i, (kind, call) in enumerate(wrong):
            with self.subTest(i), self.assertRaises(kind):
                call()
        self.assertEqual(bytes(document), (SAMPLES / "rooms.dif").read_bytes())

    def test_files_are_not_replaced_unasked(self):
        document = self.open("rooms.dif")
        out = self.folder / "x.dif"
        document.save(out)
        with self.assertRaisesRegex(trilobite.WriteError, r"replace=True"):
            document.save(out)
        document.save(out, replace=True)
        self.assertEqual(os.listdir(self.folder), ["x.dif"])

    def test_names_that_are_not_utf8(self):
        path = os.fsencode(self.folder) + b"/\xff.dts"
        with open(path, "wb") as file:
            file.write((SAMPLES / "windmill.dts").read_bytes())
        document = trilobite.open(os.fsdecode(path))
        self.assertEqual(os.fsencode(document.name), path)


class Checking(Case):
    def test_diagnostics(self):
        document = self.open("rooms.dif")
        self.assertEqual((len(document.check()), document.check().is_valid), (0, True))
        for surface in document.fields.details[0].surfaces:
            surface.planeIndex = 999
        report = document.check()
        self.assertFalse(report.is_valid)
        self.assertGreater(report.errors, 20)  # all are counted, and 20 of each code kept
        first = next(d for d in report if d.code == "DIF_SURFACE_PLANE")
        self.assertEqual((first.severity, first.path), ("error", "details[0].surfaces[0].planeIndex"))
        self.assertIsInstance(first.offset, int)
        self.assertEqual(str(first), f"{SAMPLES / 'rooms.dif'}:0x{first.offset:x}: error[DIF_SURFACE_PLANE] "
                         f"details[0].surfaces[0].planeIndex: {first.text}")
        few = trilobite.open(bytes(document), limits=trilobite.Limits(max_per_code=1)).check()
        self.assertEqual(few.errors, report.errors)
        self.assertLess(len(few), len(report))

    def test_assets(self):
        data = (SAMPLES / "windmill.dts").read_bytes()
        (self.folder / "windmill.dts").write_bytes(data)
        alone = trilobite.open(self.folder / "windmill.dts", assets=self.folder).check()
        self.assertIn("ASSET_MISSING", {d.code for d in alone})
        self.assertFalse(self.open("windmill.dts", assets=SAMPLES / "textures").check())
        files = {p.name: p.read_bytes() for p in (SAMPLES / "textures").iterdir()}
        self.assertFalse(trilobite.open(data, assets=files).check())
        for name, bytes_ in files.items():
            (self.folder / name).write_bytes(bytes_)
        beside = trilobite.open(self.folder / "windmill.dts", assets=SAMPLES / "kod")
        self.assertFalse(beside.check())
        places = trilobite.Assets(SAMPLES / "kod", files)
        for name in ("windmill.dts", "rooms.dif"):
            self.assertFalse(self.open(name, assets=places).check())

    def test_facts(self):
        info = self.open("windmill.dts").info()
        self.assertEqual((info["format"], info["version"]), ("dts", "8"))
        self.assertIsInstance(info["bounds"]["min"][0], (int, float))
        answer = self.open("rooms.dif").query("ray", 0, 3, 2, 0, 3, -10)
        self.assertEqual(answer["point"], [0, 3, 0])
        formats = trilobite.formats()
        self.assertIn("write", formats["dif"].abilities)
        self.assertIn("light_detail", [o.name for o in formats["glb"].options])
        self.assertEqual(formats["dif"].extensions, ("dif",))


class Making(Case):
    def test_json(self):
        document = self.open("rooms.dif")
        tree = json.loads(document.to_json())
        tree["details"][0]["minPixels"] = 7
        self.assertEqual(trilobite.build(tree).fields.details[0].minPixels, 7)
        self.assertEqual(json.loads(document.to_json("details[0].portals[0]"))["zoneFront"], 2)
        with self.assertRaises(trilobite.InvalidError) as raised:
            trilobite.build({"format": "dif", "details": [{"minPixel": 1}]})
        self.assertEqual(raised.exception.diagnostics[0].path, "details[0].minPixel")
        with self.assertRaisesRegex(trilobite.InvalidError, "and 1 more error"):
            trilobite.build({"format": "dif", "details": [{"minPixel": 1, "material": 2}]})

    def test_new_documents(self):
        for name, format in trilobite.formats().items():
            if "write" in format.abilities:
                self.assertEqual(trilobite.open(bytes(trilobite.create(name)), format=name).format.name, name)

    def test_archives(self):
        document = self.open("outpost.vol")
        members = document.members
        self.assertIn("README.TXT", members)
        self.assertIn(b"volume", members["readme.txt"].read())
        self.assertEqual(members[0].name, "readme.txt")
        self.assertIsNone(members[0].modified)
        self.assertEqual(self.open("hall.pk3").members[0].modified, "1980-01-01 00:00:00")
        with self.assertRaises(KeyError):
            members["none"]
        count, kept = len(members), members["map.txt"]
        self.assertEqual(document.fields.directory.entries[0].size, len(members[0].read()))
        changes = {"new.txt": bytearray(b"new" * 100), "readme.txt": b"other"}
        members.change(changes, remove=["orders.txt"], compression="lzh")
        with self.assertRaises(trilobite.NotFoundError):
            document.members.change(remove=["none"])
        members.change({"as_it_is.txt": bytearray(b"as it is")})
        document.save(self.folder / "new.vol")
        again = trilobite.open(self.folder / "new.vol").members
        self.assertEqual((len(again), again["as_it_is.txt"].read()), (count + 1, b"as it is"))
        self.assertEqual((again["new.txt"].read(), again["readme.txt"].read()), (b"new" * 100, b"other"))
        self.assertEqual(again["new.txt"].compression, "lzh")
        self.assertEqual(kept.read(), again["map.txt"].read())
        document.members.change(remove=["readme.txt"])
        with self.assertRaisesRegex(trilobite.NotFoundError, "changed"):
            kept.read()
        self.assertEqual(document.fields.directory.entries[0].size, len(document.members[0].read()))


class Converting(Case):
    def test_same_bytes_as_the_command(self):
        document = self.open("windmill.dts", assets=SAMPLES / "textures")
        files = trilobite.convert(document, "gltf", name="mill.gltf")
        self.assertEqual(files[0].name, "mill.gltf")
        self.assertGreater(len(files), 1)
        paths = files.save(self.folder)
        self.assertEqual([os.path.getsize(p) for p in paths], [len(f.data) for f in files])
        with self.assertRaises(trilobite.WriteError):
            files.save(self.folder)
        self.assertEqual(trilobite.convert(document, "glb")[0].name, "windmill.glb")

    def test_options(self):
        rooms = self.open("rooms.dif", assets=SAMPLES / "textures")
        plain = trilobite.convert(rooms, "glb")
        chosen = trilobite.convert(rooms, "glb", light="none", collision=True, lod=1)
        self.assertNotEqual(bytes(plain), bytes(chosen))
        self.assertEqual(bytes(plain), bytes(trilobite.convert(rooms, "glb", light=None, collision=False)))
        self.assertEqual(trilobite.open(bytes(trilobite.convert(rooms, "dif", dif_version=5))).info()["version"], "5")
        png = bytes(trilobite.convert(rooms, "png", size=(40, 30), background=(255, 0, 0), view="top"))
        self.assertEqual(png[16:24], bytes([0, 0, 0, 40, 0, 0, 0, 30]))
        self.assertEqual([options._texts("flips", value) for value in (True, False, "no")], [[b"yes"], [b"no"], [b"no"]])
        model = SAMPLES / "trilobite.iqe"
        for merge, count in ((None, 2), (model, 4), ([model, str(model)], 6)):
            made = trilobite.convert(trilobite.open(model), "iqm", merge=merge)
            self.assertEqual(len(trilobite.open(bytes(made)).info()["animations"]), count)
        unused = trilobite.convert(rooms, "glb", encrypt=True).diagnostics
        self.assertTrue([d for d in unused if "OPTION_UNUSED]: encrypt: " in str(d)], unused)
        self.assertTrue([d for d in unused if str(d).endswith("; use light_time=SECONDS")], unused)


class Examples(Case):
    def run_example(self, name, *arguments, status=0):
        command = [sys.executable, ROOT / "python" / "examples" / name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_convert_folder(self):
        out = self.folder / "out"
        done = self.run_example("convert_folder.py", SAMPLES, out, SAMPLES / "textures")
        self.assertTrue((out / "darkstar" / "hall.dis.glb").is_file())
        self.assertEqual(len(done.stdout.splitlines()), len(list(out.rglob("*.glb"))))
        (self.folder / "in").mkdir()
        (self.folder / "in" / "broken.dts").write_bytes((SAMPLES / "windmill.dts").read_bytes()[:-9])
        self.assertIn("broken.dts", self.run_example("convert_folder.py", self.folder / "in", out, status=1).stderr)
        self.run_example("convert_folder.py", status=1)

    def test_far_details(self):
        out = self.folder / "far.dif"
        self.run_example("far_details.py", SAMPLES / "rooms.dif", out)
        self.assertEqual([d.minPixels for d in trilobite.open(out).fields.details], [125, 50])
        self.assertIn("none.dif", self.run_example("far_details.py", "none.dif", out, status=1).stderr)
        other = self.run_example("far_details.py", SAMPLES / "windmill.dts", self.folder / "no.dif", status=1)
        self.assertIn("BAD_VERSION", other.stderr)
        self.assertEqual(os.listdir(self.folder), ["far.dif"])

    def test_inventory(self):
        lines = [json.loads(line) for line in self.run_example("inventory.py", SAMPLES).stdout.splitlines()]
        by_path = {line["path"]: line for line in lines}
        self.assertTrue(by_path["rooms.dif"]["identical"])
        self.assertEqual(by_path["outpost.vol/windmill.dts"]["format"], "dts")
        self.assertIn("UNKNOWN_FORMAT", by_path["kod/room.kod"]["error"])

    def test_meshes(self):
        import numpy

        out = self.folder / "mill.npz"
        done = self.run_example("meshes.py", SAMPLES / "windmill.dts", out)
        arrays = numpy.load(out)
        triangles = sum(len(arrays[name]) // 3 for name in arrays if name.endswith(".indices"))
        self.assertEqual(triangles, sum(int(line.split()[-2]) for line in done.stdout.splitlines()))
        self.assertGreater(triangles, 50)
        self.run_example("meshes.py", "none.dts", out, status=1)


class Page(Case):
    def test_examples_of_the_page(self):
        """They run one after the other, in a folder with the samples, and print what they say."""
        page = os.environ["TLB_PYTHON_PAGE"]
        os.symlink(SAMPLES, self.folder / "samples")
        done = subprocess.run([sys.executable, page], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = re.findall(r"^ *print\(.*\) +# (.*)$", pathlib.Path(page).read_text(), re.M)
        self.assertGreater(len(expected), 10)
        self.assertEqual(done.stdout.splitlines(), expected)
