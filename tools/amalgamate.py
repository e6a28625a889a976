"""Writes the library as two files, trilobite.c and trilobite.h, to be compiled with a program.

    amalgamate.py TOP STB FOLDER

STB is the folder of stb_image.h, which becomes part of trilobite.c. Names of one source that others have,
too, get the name of their file: only where they mean what the file declares, not where they are members.
"""

import re
import subprocess
import sys
from pathlib import Path

MODULES = ["base", "layout", "image", "scene", "assets", "level", "core", "writers"]
FAMILIES = ["torque", "darkstar", "meridian", "sense8", "interquake", "interchange"]
# Sources of which one or the other is compiled, and those that need what two files cannot bring.
CHOICES = {"base/system_windows.c": "defined(_WIN32)", "base/system_posix.c": "!defined(_WIN32)",
           "assets/archive.c": "defined(TLB_WITH_ARCHIVE)", "assets/archive_none.c": "!defined(TLB_WITH_ARCHIVE)"}
LEFT_OUT = ["base/system_none.c", "base/system_host.c", "base/attempt_wasm.c", "formats/interchange/png/render_scene.c"]
STANDARD = "ctype errno float inttypes limits locale math setjmp stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string time"
PUBLIC = r'"(trilobite/[\w./]+)"'
TOKEN = re.compile(r"""(?P<comment>/\*.*?\*/|//(?:\\\n|[^\n])*)|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
                   r"""|(?P<name>[A-Za-z_]\w*)|(?P<number>\d[\w.]*)|(?P<space>[ \t\n\\]+)|(?P<sign>->|\#\#|.)""", re.S)


def tokens(text):
    return [(m.lastgroup, m[0]) for m in TOKEN.finditer(text)]


def members(found):
    """The places of names that structs declare."""
    places = [i for i, (kind, _) in enumerate(found) if kind not in ("space", "comment")]
    kept, braces = set(), []  # of the braces that are open: whether they are of a struct
    for at, i in enumerate(places):
        near = [found[places[at + step]][1] if 0 <= at + step < len(places) else "" for step in (-2, -1, 1)]
        kind, text = found[i]
        if text == "{":
            braces.append("struct" in near[:2] or "union" in near[:2])
        elif text == "}" and braces:
            braces.pop()
        elif kind == "name" and braces and braces[-1]:
            if near[2] in (";", ",", "[", ":") or near[:2] == ["(", "*"] and near[2] == ")":
                kept.add(i)
    return kept


class Macros:
    """Which parameters of macros are names of members, or become text: what stands there is never renamed."""

    def __init__(self, texts):
        found = {}
        for text in texts:
            for m in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^)]*)\)((?:[^\n\\]|\\.|\\\n)*)", text, re.M):
                found.setdefault(m[1], []).append(([p.strip() for p in m[2].split(",")], tokens(m[3])))
        self.members = {name: set() for name in found}
        again = True
        while again:
            again = False
            for name, definitions in found.items():
                for parameters, body in definitions:
                    for place, parameter in enumerate(parameters):
                        if place not in self.members[name] and self.is_member(parameter, body):
                            self.members[name].add(place)
                            again = True

    def is_member(self, parameter, body):
        kept = self.kept(body)
        before = ""
        for i, (_, text) in enumerate(body):
            if text == parameter and (before in (".", "->", "#", "##") or i in kept or self.pasted(body, i)):
                return True
            before = text if text.strip() else before
        return False

    @staticmethod
    def pasted(body, i):
        rest = [text for _, text in body[i + 1:] if text.strip()]
        return bool(rest) and rest[0] == "##"

    def kept(self, found):
        """The places of tokens that stand for members in calls of macros."""
        kept = set()
        calls = []  # of the parentheses that are open: macro and argument
        last = ""
        for i, (kind, text) in enumerate(found):
            if kind in ("space", "comment"):
                continue
            if text == "(":
                calls.append([last if last in self.members else None, 0])
            elif text == ")" and calls:
                calls.pop()
            elif text == "," and calls:
                calls[-1][1] += 1
            elif kind == "name" and calls and calls[-1][0] and calls[-1][1] in self.members[calls[-1][0]]:
                kept.add(i)
            last = text
        return kept


class Amalgamation:
    def __init__(self, top, stb):
        self.top, self.stb, self.headers = top, stb, {}
        self.src = top / "src"
        self.sources = self.list_sources()
        others = [*self.src.rglob("*"), *(top / "include").rglob("*")]
        paths = [self.src / s for s in self.sources] + sorted(p for p in others if p.suffix in (".h", ".def", ".inc"))
        texts = {path: path.read_text() for path in paths}
        self.macros = Macros(texts.values())
        self.used_in = {}  # names: the files that have them
        for path, text in texts.items():
            for name in set(re.findall(r"\b[A-Za-z_]\w*", text)):
                self.used_in.setdefault(name, set()).add(path)
        self.tags = {path: set(re.findall(r"\b(?:struct|union|enum)\s+(\w+)", text)) for path, text in texts.items()}
        self.own = self.declared()
        self.done, self.standard = set(), []

    def list_sources(self):
        found = []
        for folder in MODULES + [f"formats/{family}" for family in FAMILIES] + ["registry"]:
            found += sorted(str(path.relative_to(self.src)) for path in (self.src / folder).rglob("*.c"))
        return [path for path in found if path not in LEFT_OUT]

    def declared(self):
        """What each source declares for itself: names, and which of them are macros."""
        told = subprocess.run(["ctags", "-f", "-", "-n", "--languages=C", "--kinds-C=defgstuv", "--fields=fk", *self.sources],
                              cwd=self.src, check=True, capture_output=True, text=True).stdout
        own = {}
        for line in told.splitlines():
            name, path, _, kind, *rest = line.split("\t")
            elsewhere = kind in "fv" and "file:" not in rest
            in_headers = any(user.suffix != ".c" for user in self.used_in.get(name, ()))
            if name.startswith("__anon") or elsewhere or kind in "sugt" and self.is_opaque(name, path):
                continue
            kept = kind == "d" and (in_headers or name.startswith(("TLB_", "STB")))  # pasted together, or for stb
            own.setdefault(path, {})[name] = "kept" if kept else kind
        return own

    def is_opaque(self, name, path):
        """Whether a header that the source includes has the struct, too."""
        return any(name in self.tags.get(header, ()) for header in self.needed(self.src / path))

    def renamed(self, path):
        """The text of a source with its own names."""
        text = (self.src / path).read_text()
        suffix = re.sub(r"\W", "_", re.sub(r"^formats/", "", path)[:-2])
        names = {name for name, kind in self.own.get(path, {}).items()
                 if kind in "de" or kind != "kept" and self.used_in[name] - {self.src / path}}
        found = tokens(text)
        kept = self.macros.kept(found) | members(found)
        out, before = [], ""
        for i, (kind, token) in enumerate(found):
            if kind == "name" and token in names and i not in kept and before not in (".", "->", "#"):
                out.append(f"{token}__{suffix}")
            else:
                out.append(token)
            if kind not in ("space", "comment"):
                before = token
        ends = "".join(f"#undef {name}__{suffix}\n" if name in names else f"#undef {name}\n"
                       for name, kind in self.own.get(path, {}).items() if kind in ("d", "kept"))
        return "".join(out) + ends

    # --- headers

    def find(self, name, path):
        for folder in (self.src, self.top / "include", path.parent):
            if (folder / name).is_file():
                return folder / name
        raise SystemExit(f"{path}: no {name}")

    def needed(self, path):
        """The headers that a file includes, and those that they include, each after what it needs."""
        if path not in self.headers:
            found = {}
            for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+\.h)"', path.read_text(), re.M):
                header = self.find(name, path)
                found.update(dict.fromkeys([*self.needed(header), header]))
            self.headers[path] = list(found)
        return self.headers[path]

    def expand(self, text, path):
        """The text with what it includes: tables in place, headers only where they are named first."""
        out = []
        for line in text.split("\n"):
            m = re.match(r'[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>)', line)
            if not m:
                if not re.match(r"#define _(DEFAULT_SOURCE|POSIX_C_SOURCE|FILE_OFFSET_BITS)\b|#define ZLIB_CONST", line):  # at the top of all
                    out.append(line)
            elif m[2] and (self.stb / m[2]).is_file() and m[2].startswith("stb"):
                out += ['#if defined(__GNUC__)', '#pragma GCC diagnostic push',
                        '#pragma GCC diagnostic ignored "-Wunused-function"', '#pragma GCC diagnostic ignored "-Wunused-parameter"',
                        '#pragma GCC diagnostic ignored "-Wmissing-field-initializers"',
                        '#pragma GCC diagnostic ignored "-Wmissing-braces"', '#pragma GCC diagnostic ignored "-Wsign-compare"',
                        '#endif', (self.stb / m[2]).read_text(), '#if defined(__GNUC__)', '#pragma GCC diagnostic pop', '#endif']
            elif m[2] and m[2].removesuffix(".h") in STANDARD.split():
                if m[2] not in self.standard:
                    self.standard.append(m[2])
            elif m[2]:
                out.append(line)
            elif m[1].endswith(".h"):
                continue  # stands before
            else:
                header = self.find(m[1], path)
                out += self.expand(header.read_text(), header)
        return out

    def header(self, path):
        if path in self.done:
            return []
        self.done.add(path)
        return self.expand(path.read_text(), path)

    # --- the two files

    def write_header(self):
        lines = []
        umbrella = self.top / "include/trilobite/trilobite.h"
        for header in self.needed(umbrella):
            lines += self.header(header)
        self.done.add(umbrella)
        text = "\n".join(self.expand(umbrella.read_text(), umbrella))
        note, rest = text.split("*/\n", 1)
        guard = "#ifndef TRILOBITE_H\n#define TRILOBITE_H\n"
        system = "".join(f"#include <{name}>\n" for name in sorted(self.standard))
        return f"{note}*/\n{guard}\n{system}" + "\n".join(lines) + rest.replace(guard, "", 1)

    def write_source(self):
        lines = []
        for path in self.sources:
            family = path.split("/")[1] if path.startswith("formats/") else None
            inner = []
            for header in self.needed(self.src / path):
                private = family and str(header).startswith(str(self.src / "formats" / family))
                if private:
                    inner += self.header(header)
                else:
                    lines += self.header(header)
            inner += self.expand(self.renamed(path), self.src / path)
            condition = f"defined(TLB_WITH_{family.upper()})" if family else CHOICES.get(path)
            lines += ["", f"/* --- src/{path} --- */", ""]
            lines += [f"#if {condition}", *inner, "#endif"] if condition else inner
        families = "".join(f"#ifndef TLB_WITHOUT_{f.upper()}\n#define TLB_WITH_{f.upper()}\n#endif\n" for f in FAMILIES)
        system = "".join(f"#include <{name}>\n" for name in sorted(self.standard))
        posix = "#ifndef _WIN32\n#define _DEFAULT_SOURCE\n#define _POSIX_C_SOURCE 200809L\n#define _FILE_OFFSET_BITS 64\n#endif\n#define ZLIB_CONST\n"
        head = f"/* Trilobite in one source, made of its own by tools/amalgamate.py. */\n{posix}#define TLB_BUILDING\n{families}\n{system}"
        # Inline functions of headers stand in the source here, and stb_image declares functions that it leaves out.
        unused = '#ifdef __GNUC__\n#pragma GCC diagnostic ignored "-Wunused-function"\n#endif\n'
        # GCC sees callers and callees at once, and takes NULL, which functions refuse, for what may be passed.
        unused += '#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"\n'
        unused += '#pragma GCC diagnostic ignored "-Wformat-overflow"\n#endif\n'
        return head + unused + '#include "trilobite.h"\n' + "\n".join(lines) + "\n"


def main(top, stb, folder):
    folder.mkdir(parents=True, exist_ok=True)
    made = Amalgamation(top, stb)
    (folder / "trilobite.h").write_text(made.write_header())
    (folder / "trilobite.c").write_text(made.write_source())


if __name__ == "__main__":
    main(*(Path(word).resolve() for word in sys.argv[1:]))
