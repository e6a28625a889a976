"""Whether the site documents all of the public headers: functions, types, members of structs, enumerators and macros, as
the compiler's preprocessor and another parser than the site's see them.

    reference.py ROOT SITE
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pycparser import c_ast, c_parser

root, site = Path(sys.argv[1]), Path(sys.argv[2])
STANDARD = {"stdbool.h": "#define bool _Bool\n", "stddef.h": "typedef unsigned long size_t;\n#define NULL ((void *)0)\n",
            "stdint.h": "".join(f"typedef int {u}int{bits}_t;\n" for u in ("", "u") for bits in (8, 16, 32, 64))}


def parsed():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STANDARD.items():
            Path(folder, name).write_text(text)
        command = ["cc", "-E", "-P", "-U__GNUC__", "-nostdinc", "-I", folder, "-I", str(root / "include"), "-"]
        text = subprocess.run(command, input="#include <trilobite/trilobite.h>\n", capture_output=True, text=True, check=True).stdout
    return c_parser.CParser().parse(text)


class Names(c_ast.NodeVisitor):
    def __init__(self):
        self.found = set()
        self.struct = None

    def visit_Enumerator(self, node):
        self.found.add(node.name.removeprefix("TLB_CODE_"))

    def visit_Struct(self, node):
        outer = self.struct
        self.struct = node.name or outer
        for member in node.decls or []:
            if (self.struct and (node.name or member.name not in ("data", "count"))  # TLB_ARRAY
                    and member.name not in ("extensions", "extras", "other")):  # TLB_GLTF_PROPERTY
                self.found.add(f"{self.struct}.{member.name}")
            self.visit(member.type)
        self.struct = outer

    visit_Union = visit_Struct

    def visit_FuncDecl(self, node):
        pass

    def visit_Typedef(self, node):
        if node.name.startswith("tlb_"):
            self.found.add(node.name)
        self.visit(node.type)


names = Names()
names.visit(parsed())
wanted = names.found | set((root / "packaging/symbols.txt").read_text().split())
for header in (root / "include").rglob("*.h"):
    wanted |= set(re.findall(r"^#define (TLB_(?!CODE\b)\w+)", header.read_text(), re.M))
pages = [*(site / "include").rglob("*.html"), site / "docs/DIAGNOSTICS.html"]
there = [name for page in pages for name in re.findall(r'id="([^"]+)"', page.read_text())]
missing = sorted(wanted - set(there))
twice = sorted(name for name in wanted if there.count(name) > 1)
print(*(f"{name} is not in the reference" for name in missing), *(f"{name} is there twice" for name in twice), sep="\n", end="")
headers = [header for header in (root / "include").rglob("*.h") if not (site / header.relative_to(root)).with_suffix(".html").is_file()]
print(*(f"{header} has no page" for header in headers), f"{len(wanted)} names", sep="\n")
sys.exit(1 if missing or twice or headers or len(wanted) < 2000 else 0)
