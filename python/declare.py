"""Declares the C interface for ctypes, from the headers, which are the contract.

    declare.py INCLUDE > _declarations.py

The headers are preprocessed and parsed (pycparser); the compiler then confirms the size and the offsets of each struct
that was declared. What is not understood ends the build: no change of a header makes a package that reads wrong memory.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from pycparser import c_ast, c_parser

STANDARD_HEADERS = {
    "stdbool.h": "#define bool _Bool\n",
    "stddef.h": "typedef unsigned long size_t;\n#define NULL ((void *)0)\n",
    "stdint.h": "".join(f"typedef {sign} {word} {letter}int{bits}_t;\n"
                        for letter, sign in (("", "signed"), ("u", "unsigned"))
                        for bits, word in ((8, "char"), (16, "short"), (32, "int"), (64, "long")))
    + "#define UINT64_MAX 18446744073709551615\n",
}
SCALARS = {
    "_Bool": "c_bool", "char": "c_char", "int": "c_int", "unsigned": "c_uint", "unsigned int": "c_uint",
    "float": "c_float", "double": "c_double", "size_t": "c_size_t", "void": "None",
    **{f"{u}int{bits}_t": f"c_{u}int{bits}" for u in ("", "u") for bits in (8, 16, 32, 64)},
}


class Declarations:
    """Turns the declarations of the headers, in their order, into lines of Python."""

    def __init__(self):
        self.lines = []
        self.constants = {}
        self.functions = []
        self.structs = {}  # name: the names of its members; none: it is opaque
        self.nameless = set()  # those of them that C has no name for
        self.enums = set()
        self.aliases = set()  # typedefs of arrays and pointers

    # --- types

    def type(self, node):
        """The ctypes expression of a type; "None" for void."""
        if isinstance(node, c_ast.TypeDecl):
            return self.type(node.type)
        if isinstance(node, c_ast.IdentifierType):
            name = " ".join(node.names)
            if name in self.enums:
                return "c_int"
            if name in SCALARS:
                return SCALARS[name]
            if name in self.structs or name in self.aliases:
                return name
            raise SystemExit(f"declare.py: unknown type {name}")
        if isinstance(node, (c_ast.Struct, c_ast.Union)):
            if node.name not in self.structs:
                self.struct(node.name, node)
            return node.name
        if isinstance(node, c_ast.Enum):
            return "c_int"
        if isinstance(node, c_ast.ArrayDecl):
            return f"({self.type(node.type)} * {self.value(node.dim)})"
        if isinstance(node, c_ast.PtrDecl):
            return self.pointer(node.type)
        raise SystemExit(f"declare.py: {type(node).__name__} is not understood")

    def pointer(self, target):
        if isinstance(target, c_ast.FuncDecl):
            return f"CFUNCTYPE({', '.join([self.type(target.type), *self.parameters(target)])})"
        inner = self.type(target)
        return {"None": "c_void_p", "c_char": "c_char_p"}.get(inner, f"POINTER({inner})")

    def parameters(self, function):
        found = []
        for parameter in function.args.params if function.args else []:
            node = parameter.type
            if isinstance(node, c_ast.ArrayDecl):
                found.append(f"POINTER({self.type(node.type)})")
            elif self.type(node) != "None":
                found.append(self.type(node))
        return found

    def value(self, node):
        """A constant expression."""
        if isinstance(node, c_ast.Constant):
            return int(node.value.rstrip("uUlL"), 0)
        if isinstance(node, c_ast.ID):
            return self.constants[node.name]
        if isinstance(node, c_ast.UnaryOp) and node.op == "-":
            return -self.value(node.expr)
        raise SystemExit(f"declare.py: {type(node).__name__} in a constant is not understood")

    # --- declarations

    def enum(self, node):
        """Its constants; returns their names."""
        value = -1
        for entry in node.values.enumerators:
            value = self.value(entry.value) if entry.value else value + 1
            self.constants[entry.name] = value
            self.lines.append(f"{entry.name} = {value}")
        return [entry.name for entry in node.values.enumerators]

    def struct(self, name, node):
        """The class of a struct, and those of the nameless ones in it."""
        kind = "Union" if isinstance(node, c_ast.Union) else "Structure"
        if name not in self.structs:
            self.lines.append(f"class {name}({kind}):\n    _enums_ = {{}}")
            self.structs[name] = []
        if not node.decls:
            return
        fields, enums = [], []
        for member in node.decls:
            inner = member.type
            while isinstance(inner, c_ast.TypeDecl):
                inner = inner.type
            if isinstance(inner, (c_ast.Struct, c_ast.Union)) and not inner.name:
                inner.name = f"{name}_{member.name}"
                self.nameless.add(inner.name)
            if isinstance(inner, c_ast.IdentifierType) and inner.names[0] in self.enums:
                enums.append(f"{member.name!r}: {inner.names[0]}")
            fields.append(f"({member.name!r}, {self.type(member.type)})")
        self.structs[name] = [member.name for member in node.decls]
        self.lines.append(f"{name}._fields_ = [{', '.join(fields)}]")
        if enums:
            self.lines.append(f"{name}._enums_ = {{{', '.join(enums)}}}")

    def typedef(self, node):
        inner = node.type.type
        if node.name in SCALARS:
            return
        if isinstance(inner, c_ast.Enum):
            names = ", ".join(f"{name}: {name!r}" for name in self.enum(inner))
            self.lines.append(f"{node.name} = {{{names}}}")
            self.enums.add(node.name)
        elif isinstance(inner, (c_ast.Struct, c_ast.Union)):
            self.struct(node.name, inner)
        else:
            self.lines.append(f"{node.name} = {self.type(node.type)}")
            self.aliases.add(node.name)

    def declaration(self, node):
        if isinstance(node, c_ast.Typedef):
            self.typedef(node)
        elif isinstance(node.type, c_ast.Enum):
            self.enum(node.type)
        elif isinstance(node.type, (c_ast.Struct, c_ast.Union)):
            self.struct(node.type.name, node.type)
        elif isinstance(node.type, c_ast.FuncDecl):
            self.function(node.name, node.type)
        else:
            raise SystemExit(f"declare.py: {node.name} is not understood")

    def function(self, name, node):
        if any(isinstance(p, c_ast.EllipsisParam) for p in node.args.params if node.args):
            return  # of printf's kind, for programs in C
        parameters = ", ".join(self.parameters(node))
        self.functions.append(f"    {name!r}: ({self.type(node.type)}, [{parameters}]),")

    def text(self):
        return "\n".join(["# Made by declare.py of the headers.", "# mypy: ignore-errors", "from ctypes import *", "",
                          *self.lines, "", "FUNCTIONS = {", *self.functions, "}", ""])


def run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def preprocess(include):
    """The headers that are for every format, with their constants of numbers as one more enum."""
    headers = sorted(p.name for p in (include / "trilobite").glob("*.h") if p.name != "trilobite.h")
    source = "".join(f"#include <trilobite/{name}>\n" for name in headers)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STANDARD_HEADERS.items():
            Path(folder, name).write_text(text)
        command = ["cc", "-E", "-U__GNUC__", "-nostdinc", "-I", folder, "-I", str(include), "-"]
        macros = [line.split(None, 2)[1:] for line in run([*command, "-dM"], source).splitlines()]
        names = [m[0] for m in macros if len(m) == 2 and m[0].startswith("TLB_") and is_number(m[1])]
        # Under names that are no macros.
        constants = "".join(f"enum {{ {name}__ = {name} }};\n" for name in names)
        return run([*command, "-P"], source + constants), source


def is_number(text):
    return text == "UINT64_MAX" or text.strip("()").lstrip("-").isdigit()


def confirm(declarations, source, include):
    """The compiler's word on each struct, and on enums, which are ints here."""
    namespace = {}
    exec(declarations.text(), namespace)
    lines = [source, "#include <stddef.h>"]
    for name, members in declarations.structs.items():
        made = namespace[name]
        if not members or name in declarations.nameless:
            continue
        lines.append(f'_Static_assert(sizeof({name}) == {namespace["sizeof"](made)}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {m}) == {getattr(made, m).offset}, "{name}.{m}");' for m in members]
    lines += [f'_Static_assert(sizeof({name}) == sizeof(int), "{name}");' for name in sorted(declarations.enums)]
    run(["cc", "-std=c11", "-fsyntax-only", "-I", str(include), "-x", "c", "-"], "\n".join(lines))


def declare(include):
    """The text of _declarations.py."""
    text, source = preprocess(include)
    declarations = Declarations()
    for node in c_parser.CParser().parse(text).ext:
        declarations.declaration(node)
    declarations.lines = [line.replace("__ = ", " = ") for line in declarations.lines]
    confirm(declarations, source, include)
    return declarations.text()


if __name__ == "__main__":
    try:
        print(declare(Path(sys.argv[1])), end="")
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.stderr)
