"""Writes patterns for hex editors from the layouts: Kaitai Struct and ImHex.

    generate.py TOP FOLDER [NAME...]

TOP is the top of the sources, FOLDER gets kaitai/ and imhex/. A layout is C that reads, writes, maps and builds; here it
is run on a file whose bytes are not known (interpret.py), which gives a grammar (grammar.py) to be written down. NAMEs are
formats; without any, all are tried and those written that can be.
"""

import re
import sys
from pathlib import Path

from c_source import Sources, Unsupported
from imhex import Imhex
from interpret import Interpreter
from kaitai import Kaitai
from memory import Frame, Function, Obj

FORMATS = "act bgf dif dig dil dis dml dsq dtf dts ter wad".split()


class Format:
    """What the table of a format says."""

    def __init__(self, interpreter, name):
        self.name = name
        for path in sorted((interpreter.sources.top / "src/formats").rglob("*.c")):
            if re.search(rf"^const tlb_format tlb_format_{name} = {{", path.read_text(), re.M):
                break
        else:
            raise Unsupported(f"no tlb_format_{name}")
        self.unit = interpreter.sources.unit(path)
        interpreter.start(name)
        interpreter.frames.append(Frame(self.unit, 0))
        table = {e.name[0].name: e.expr for e in self.unit.variables[f"tlb_format_{name}"].init.exprs}
        info = {e.name[0].name: e.expr for e in table["info"].exprs}
        self.title = interpreter.value(info["title"])
        extensions = interpreter.value(info["extensions"])
        extensions = extensions if isinstance(extensions, Obj) else extensions.holder.get(extensions.key)
        self.extensions = [extensions.held[i] for i in sorted(extensions.held) if isinstance(extensions.held[i], str)]
        walk = interpreter.value(table["walk"])
        self.walk = walk.name if isinstance(walk, Function) else None


def generate(top, folder, names):
    sys.setrecursionlimit(20000)
    interpreter = Interpreter(Sources(top))
    for kind in ("kaitai", "imhex"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name in names:
        form = Format(interpreter, name)
        root = interpreter.run(form.unit, form.walk, name)
        if root.items[-1].name == "undescribed" and root.items[-1].condition is True:
            raise SystemExit(f"{name}: a pattern cannot describe {interpreter.undescribed[-1]}")
        note = f"{form.title}. Generated from the layout in Trilobite's sources."
        (folder / "kaitai" / f"{name}.ksy").write_text(Kaitai(root).write(form.title, form.extensions, note))
        (folder / "imhex" / f"{name}.hexpat").write_text(Imhex(root).write(form.title, note))


if __name__ == "__main__":
    generate(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:] or FORMATS)
