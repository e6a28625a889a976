# The long form: every model of folders in Blender, and again in a format that is written, each in its turn.
import tempfile
from pathlib import Path

import bpy

import support


def models(folders):
    formats = __import__("trilobite").formats
    known = set(formats.extensions_of(formats.READABLE))
    return [path for folder in folders for path in sorted(Path(folder).rglob("*")) if formats.extension_of(path.name) in known]


def judge_import(path):
    """None: good."""
    support.new_scene()
    support.load(path)
    if not bpy.data.collections:
        return "no collection"
    if [each for each in bpy.data.materials if "lightmap" in each]:
        return "a light map is not applied"
    return None


def judge_export(target):
    """None: good."""
    if not any(each.type == "MESH" and each.data.polygons for each in bpy.context.scene.objects):
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"again.{target['extensions'][0]}"
        try:
            bpy.ops.export_scene.trilobite(filepath=str(path), target=target["name"])
        except RuntimeError as error:
            # Not every model is possible in every format; that the command says so is right.
            return str(error) if "Traceback" in str(error) else None
        found = support.complaints(path)
        return f"as {target['name']}: {found}" if found else None


def models_of(folders):
    support.new_scene()
    targets = __import__("trilobite").formats.WRITABLE
    found, failed, refused = models(folders), 0, 0
    for index, path in enumerate(found):
        try:
            problem = judge_import(path) or judge_export(targets[index % len(targets)])
        except RuntimeError as error:
            refused += 1
            print(f"refused {path}: {error}")
            continue
        if problem:
            failed += 1
            print(f"FAILED {path}: {problem}")
    print(f"every: {len(found)} files, {refused} refused by the command, {failed} failed")
    return bool(found) and not failed
