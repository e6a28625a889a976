"""What is declared from the headers follows them, and what is not understood, or is wrong, ends the build."""

import os
import shutil
import subprocess
import sys
import zipfile

from support import ROOT, Case

sys.path.append(str(ROOT / "python"))
import build_wheel  # noqa: E402
import declare  # noqa: E402


class Wheel(Case):
    def test_what_pip_calls(self):
        os.environ["TRILOBITE_BUILD"] = os.environ["TLB_PYTHON_BUILD"]
        name = build_wheel.build_wheel(self.folder)
        with zipfile.ZipFile(self.folder / name) as wheel:
            self.assertIn("trilobite/libtrilobite.so", wheel.namelist())
            self.assertIn("trilobite/py.typed", wheel.namelist())
        os.environ["TRILOBITE_BUILD"] = str(self.folder / "none")
        with self.assertRaisesRegex(SystemExit, "build the library first"):
            build_wheel.build_wheel(self.folder)


class Headers(Case):
    def setUp(self):
        super().setUp()
        self.include = self.folder / "include"
        shutil.copytree(ROOT / "include", self.include)

    def change(self, header, old, new):
        path = self.include / "trilobite" / header
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def declared(self):
        namespace = {}
        exec(declare.declare(self.include), namespace)
        return namespace

    def test_changed_struct(self):
        before = self.declared()["tlb_part"]
        member = "    int32_t material;\n    uint32_t first_index"
        self.change("scene.h", member, f"    double weight;\n{member}")
        after = self.declared()["tlb_part"]
        self.assertEqual((before.material.offset, after.material.offset), (0, 8))

    def test_changed_function_and_enum(self):
        self.change("document.h", "const char *path, bool replace)", "const char *path, int mode, bool replace)")
        self.change("scene.h", "TLB_ALPHA_MASK,", "TLB_ALPHA_MASK = 7,")
        namespace = self.declared()
        self.assertEqual(len(namespace["FUNCTIONS"]["tlb_save_path"][1]), 4)
        self.assertEqual(list(namespace["tlb_alpha_mode"]), [0, 7, 8, 9])
        self.assertEqual(namespace["tlb_alpha_mode"][7], "TLB_ALPHA_MASK")

    def test_what_is_not_understood(self):
        self.change("scene.h", "    float alpha_cutoff;", "    unsigned flag : 3;\n    float alpha_cutoff;")
        with self.assertRaises((SystemExit, subprocess.CalledProcessError)):
            self.declared()
        self.change("scene.h", "    unsigned flag : 3;\n", "    long double wide;\n")
        with self.assertRaises(SystemExit):
            self.declared()

    def test_the_compiler_has_the_last_word(self):
        right = declare.SCALARS["uint32_t"]
        self.addCleanup(declare.SCALARS.update, uint32_t=right)
        declare.SCALARS["uint32_t"] = "c_uint16"
        with self.assertRaises(subprocess.CalledProcessError) as raised:
            self.declared()
        self.assertIn("static assertion failed", raised.exception.stderr)
