"""What the memory of a run holds besides numbers and expressions."""

from dataclasses import dataclass

from pycparser import c_ast

from c_source import Unsupported
from grammar import is_symbolic


class Obj:
    """A struct, or an array, in memory; what was never set is zero, as new documents are."""

    def __init__(self, unit, type_):
        self.unit, self.type, self.held = unit, type_, {}

    def member_type(self, key):
        plain = self.unit.plain(self.type)
        return plain.type if isinstance(plain, c_ast.ArrayDecl) else self.unit.member(plain, key)

    def get(self, key):
        if is_symbolic(key):
            raise Unsupported("an element whose number is not known")
        if key not in self.held:
            self.held[key] = zero(self.unit, self.member_type(key))
        return self.held[key]

    def copy(self):
        made = Obj(self.unit, self.type)
        made.held = {k: v.copy() if isinstance(v, Obj) else v for k, v in self.held.items()}
        return made


def zero(unit, type_):
    plain = unit.plain(type_)
    return Obj(unit, type_) if isinstance(plain, (c_ast.Struct, c_ast.Union, c_ast.ArrayDecl)) else 0


class Place:
    """Where a value is: what & gives."""

    def __init__(self, holder, key):
        self.holder, self.key = holder, key

    def __eq__(self, other):
        return isinstance(other, Place) and self.holder is other.holder and self.key == other.key

    def __hash__(self):
        return hash((id(self.holder), self.key))


class Elements:
    """The data of a list that was walked: one element stands for all."""

    def __init__(self):
        self.held = {}

    def get(self, key):
        return self.held.get("element", 0)


class Held:
    """The bytes of an item."""

    def __init__(self, item):
        self.item = item


class Variables:
    def __init__(self):
        self.held, self.types = {}, {}

    def get(self, key):
        return self.held[key]


class Frame:
    def __init__(self, unit, guards):
        self.unit, self.variables, self.results, self.passed, self.known, self.depth = unit, Variables(), [], [], [], guards


@dataclass(frozen=True)
class Function:
    name: str


class Index:
    """The number of the element that stands for all."""


class NewObject:
    """Memory that takes the type of what it is first passed to."""

    def __init__(self):
        self.place = None

    def of(self, unit, type_):
        if not self.place:
            holder = Variables()
            holder.held["object"] = Obj(unit, unit.target(type_))
            self.place = Place(holder, "object")
        return self.place
