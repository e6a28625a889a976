# The long form: every model of folders in Blender, and again in every format that is written.
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


def judge_exports(folder):
    formats = __import__("trilobite").formats
    for target in formats.WRITABLE:
        path = Path(folder) / f"{target['name']}.{target['extensions'][0]}"
        try:
            bpy.ops.export_scene.trilobite(filepath=str(path), target=target["name"])
        except RuntimeError as error:
            yield f"not exported as {target['name']}: {error}"
            continue
        found = support.complaints(path)
        if found:
            yield f"as {target['name']}: {found}"


def models_of(folders):
    support.new_scene()
    found, failed, refused = models(folders), 0, 0
    for path in found:
        try:
            problem = judge_import(path)
        except RuntimeError as error:
            refused += 1
            print(f"refused {path}: {error}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            problems = [problem] if problem else list(judge_exports(folder))
        failed += bool(problems)
        for each in problems:
            print(f"FAILED {path}: {each}")
    print(f"every: {len(found)} files, {refused} refused by the command, {failed} failed")
    return bool(found) and not failed
