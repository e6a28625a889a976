"""Converts the models of a folder to GLB, with its tree of folders.

    convert_folder.py FOLDER OUT [ASSETS...]      ASSETS: more folders or archives with textures
"""

import sys
from pathlib import Path

import trilobite


def main(folder, out, *assets):
    places = trilobite.Assets(folder, *assets)  # what is in them is listed once, for all files
    failed = False
    for path in sorted(p for p in Path(folder).rglob("*") if p.is_file()):
        try:
            with trilobite.open(path, assets=places) as document:
                if not {"model", "export_scene"} <= document.format.abilities:
                    continue
                target = Path(out, path.parent.relative_to(folder))
                target.mkdir(parents=True, exist_ok=True)
                files = trilobite.convert(document, "glb", name=f"{path.name}.glb")
                print(*files.save(target, replace=True))
        except trilobite.UnsupportedError:
            continue  # a file of another kind
        except trilobite.Error as error:
            print(error, file=sys.stderr)
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
