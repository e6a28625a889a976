# Opens GLBs in Blender and writes them again, custom properties included. Run by editable.mjs:
#
#     blender -b --factory-startup --python blender_again.py -- FROM TO [FROM TO...]
import sys

import numpy

# Debian's Blender 3.4 has an importer older than its numpy.
for name, kind in (("bool", bool), ("int", int), ("float", float)):
    if name not in numpy.__dict__:
        setattr(numpy, name, kind)

import bpy

files = sys.argv[sys.argv.index("--") + 1 :]
for source, target in zip(files[::2], files[1::2]):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=source)
    bpy.ops.export_scene.gltf(
        filepath=target, export_format="GLB", export_extras=True, export_cameras=True, export_lights=True
    )
