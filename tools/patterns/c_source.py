"""The C sources of the layouts, parsed: functions, constants, types and their sizes."""

import re
import subprocess
import tempfile
from pathlib import Path

from pycparser import c_ast, c_parser

SIZES = {"char": 1, "signed char": 1, "unsigned char": 1, "_Bool": 1, "short": 2, "signed short": 2,
         "unsigned short": 2, "int": 4, "signed int": 4, "unsigned": 4, "unsigned int": 4,
         "long": 8, "signed long": 8, "unsigned long": 8, "float": 4, "double": 8, "size_t": 8}
INTEGERS = "".join(f"typedef {sign} {word} {letter}int{bits}_t;\n#define {letter.upper()}INT{bits}_MAX {value}\n"
                   for letter, sign, less in (("", "signed", 1), ("u", "unsigned", 0))
                   for bits, word in ((8, "char"), (16, "short"), (32, "int"), (64, "long"))
                   for value in (2 ** (bits - less) - 1,))
HEADERS = {
    "stdbool.h": "#define bool _Bool\n#define true 1\n#define false 0\n",
    "stddef.h": "typedef unsigned long size_t;\ntypedef long ptrdiff_t;\n#define NULL ((void *)0)\n#define offsetof(t, m) 0\n",
    "stdint.h": INTEGERS + "typedef unsigned long uintptr_t;\n#define SIZE_MAX UINT64_MAX\n",
    "stdarg.h": "typedef int va_list;\n",
    "inttypes.h": "".join(f'#define PRI{letter}{bits} ""\n' for letter in "uxd" for bits in (8, 16, 32, 64)),
    "stdio.h": "typedef int FILE;\n",
}


class Unsupported(Exception):
    """The layout does what a pattern cannot say."""


class Unit:
    """One source file and what it includes."""

    def __init__(self, tree):
        self.functions, self.variables, self.typedefs, self.structs, self.constants = {}, {}, {}, {}, {}
        self.prototypes = set()
        for node in tree.ext:
            if isinstance(node, c_ast.FuncDef):
                self.functions[node.decl.name] = node
                self.prototypes.add(node.decl.name)
            elif isinstance(node, c_ast.Typedef):
                self.typedefs[node.name] = node.type
                self.declare(node.type)
            elif isinstance(node, c_ast.Decl):
                if isinstance(node.type, c_ast.FuncDecl):
                    self.prototypes.add(node.name)
                    continue
                if node.name and (node.init or node.name not in self.variables):
                    self.variables[node.name] = node
                self.declare(node.type)

    def declare(self, node):
        """The structs and the constants that a declaration has in it."""
        if isinstance(node, (c_ast.TypeDecl, c_ast.PtrDecl, c_ast.ArrayDecl)):
            self.declare(node.type)
        elif isinstance(node, (c_ast.Struct, c_ast.Union)) and node.decls:
            self.structs[node.name] = node
            for member in node.decls:
                self.declare(member.type)
        elif isinstance(node, c_ast.Enum) and node.values:
            previous = -1
            for entry in node.values.enumerators:
                try:
                    previous = self.constant(entry.value) if entry.value else previous + 1
                except (Unsupported, KeyError):
                    break  # the size of something: no layout asks for it
                self.constants[entry.name] = previous

    def constant(self, node):
        if isinstance(node, c_ast.Constant):
            return parse_constant(node)
        if isinstance(node, c_ast.ID):
            return self.constants[node.name]
        if isinstance(node, c_ast.UnaryOp) and node.op == "sizeof":
            if isinstance(node.expr, c_ast.ID):
                return self.size(self.variables[node.expr.name].type)
            return self.size(node.expr)
        if isinstance(node, c_ast.UnaryOp) and node.op == "-":
            return -self.constant(node.expr)
        if isinstance(node, c_ast.UnaryOp) and node.op == "~":
            return ~self.constant(node.expr)
        if isinstance(node, c_ast.Cast):
            return self.constant(node.expr)
        if isinstance(node, c_ast.BinaryOp):
            a, b = self.constant(node.left), self.constant(node.right)
            return {"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0, "|": a | b, "&": a & b,
                    "<<": a << b if 0 <= b < 64 else 0, ">>": a >> b if 0 <= b < 64 else 0}[node.op]
        raise Unsupported(f"constant {type(node).__name__}")

    def plain(self, node):
        """A type without names of types around it: a basic name, a Struct, an ArrayDecl or a PtrDecl."""
        while True:
            if isinstance(node, (c_ast.TypeDecl, c_ast.Typename, c_ast.Decl)):
                node = node.type
            elif isinstance(node, c_ast.IdentifierType):
                name = " ".join(node.names)
                if name not in self.typedefs:
                    return name
                node = self.typedefs[name]
            elif isinstance(node, (c_ast.Struct, c_ast.Union)) and not node.decls:
                if node.name not in self.structs:
                    return node
                node = self.structs[node.name]
            elif isinstance(node, c_ast.Enum):
                return "unsigned int"
            else:
                return node

    def member(self, node, name):
        struct = self.plain(node)
        if isinstance(struct, (c_ast.Struct, c_ast.Union)):
            for member in struct.decls or ():
                if member.name == name:
                    return member.type
        raise Unsupported(f"member {name}")

    def target(self, node):
        """What a pointer points to, or the element of an array."""
        node = self.plain(node)
        if isinstance(node, (c_ast.PtrDecl, c_ast.ArrayDecl)):
            return node.type
        raise Unsupported("a pointer is expected")

    def alignment(self, node):
        node = self.plain(node)
        if isinstance(node, c_ast.ArrayDecl):
            return self.alignment(node.type)
        if isinstance(node, (c_ast.Struct, c_ast.Union)):
            return max([self.alignment(m.type) for m in node.decls or ()] or [1])
        return self.size(node)

    def size(self, node):
        node = self.plain(node)
        if isinstance(node, str):
            return SIZES[node]
        if isinstance(node, c_ast.ArrayDecl):
            return self.constant(node.dim) * self.size(node.type)
        if isinstance(node, (c_ast.Struct, c_ast.Union)):
            total = 0
            for member in node.decls or ():
                alignment, size = self.alignment(member.type), self.size(member.type)
                if isinstance(node, c_ast.Union):
                    total = max(total, size)
                else:
                    total = (total + alignment - 1) // alignment * alignment + size
            alignment = self.alignment(node)
            return (total + alignment - 1) // alignment * alignment
        return 8


def parse_constant(node):
    text = node.value
    if node.type == "string":
        return eval("b" + text).decode("latin1")  # noqa: S307: a literal of C that Python has, too
    if node.type == "char":
        return ord(eval("b" + text))
    if node.type in ("float", "double"):
        return float(text.rstrip("fF"))
    text = text.rstrip("uUlL")
    return int(text, 8) if re.fullmatch("0[0-7]+", text) else int(text, 0)


class Sources:
    """The files below a source folder, parsed when a function of theirs is asked for."""

    def __init__(self, top):
        self.top = Path(top)
        self.units = {}
        self.parser = c_parser.CParser()
        self.folder = tempfile.TemporaryDirectory()
        self.defined = {}  # name of a function: the files that define it
        headers = set(HEADERS)
        for path in sorted((self.top / "src").rglob("*.[ch]")) + sorted((self.top / "include").rglob("*.h")):
            text = path.read_text()
            headers.update(re.findall(r"#include <([^>]+)>", text))
            if path.suffix == ".c":
                for name in re.findall(r"^[a-z][\w \*]*?\*?(\w+)\((?:[^;{}()]|\([^()]*\))*\)\n\{", text, re.M):
                    self.defined.setdefault(name, []).append(path)
        for name in headers:
            header = Path(self.folder.name, name)
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text(f"#pragma once\n{HEADERS.get(name, '')}")

    def unit(self, path):
        path = Path(path)
        if path not in self.units:
            text = subprocess.run(
                ["gcc", "-E", "-P", "-undef", "-nostdinc", "-D__attribute__(x)=", "-D_Generic(x,...)=tlb_generic(x)",
                 "-D_Static_assert(...)=", "-D_Alignas(x)=", f"-I{self.folder.name}", f"-I{self.top}/src", f"-I{self.top}/include",
                 "-include", "stdio.h", "-include", "stdarg.h", str(path)],
                check=True, capture_output=True, text=True).stdout
            self.units[path] = Unit(self.parser.parse(text, str(path)))
        return self.units[path]

    def find(self, unit, name):
        """The function that `name` means in a unit, and the unit it is in."""
        if name in unit.functions:
            return unit.functions[name], unit
        for path in self.defined.get(name, ()):
            other = self.unit(path)
            if name in other.functions and "static" not in other.functions[name].decl.storage:
                return other.functions[name], other
        raise Unsupported(f"{name}()")
