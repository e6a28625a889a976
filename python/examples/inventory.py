"""Facts and hashes of all files in a folder and below it, also of those in archives: a line of JSON for each.

    inventory.py FOLDER
"""

import hashlib
import json
import sys
from pathlib import Path

import trilobite


def facts(name, data):
    line = {"path": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    try:
        with trilobite.open(data, name=name) as document:
            info = document.info()
            line |= {"format": info["format"], "version": info["version"], "identical": bytes(document) == data}
            if "check" in document.format.abilities:
                report = document.check()
                line |= {"errors": report.errors, "warnings": report.warnings}
            yield line
            for member in document.members if "archive" in document.format.abilities else ():
                yield from facts(f"{name}/{member.file_name}", member.read())
    except trilobite.Error as error:
        yield line | {"error": str(error)}


def main(folder):
    for path in sorted(p for p in Path(folder).rglob("*") if p.is_file()):
        for line in facts(path.relative_to(folder).as_posix(), path.read_bytes()):
            print(json.dumps(line))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
