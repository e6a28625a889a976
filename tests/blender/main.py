# Runs the tests in Blender, of which run.sh starts one:
#
#     blender -b --factory-startup --python-exit-code 1 --python main.py -- TOOL ZIP [FOLDER...]
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import every
import support

folders = support.install(sys.argv[sys.argv.index("--") + 1 :])
suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
good = unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
if folders:
    good = every.models_of(folders) and good
if not good:
    raise SystemExit(1)
