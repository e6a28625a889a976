"""What the tests share."""

import pathlib
import tempfile
import unittest

import trilobite

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
INVALID = ROOT / "tests" / "invalid"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def open(self, name, **arguments):
        return trilobite.open(SAMPLES / name, **arguments)
