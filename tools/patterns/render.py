"""What both languages of patterns have in common: names of items and types, and expressions."""

import re

from grammar import At, Cond, FileEnd, Op, Peek, TextIs, Value, parts

def snake(name):
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)).lower()
    return name if re.match("[a-z]", name) else "_" + name


class Renderer:
    """Gives items their names, and writes expressions as `self.type` sees them."""

    def __init__(self, root):
        self.root = root
        self.name(root)
        self.declared = {}  # the types that stand within a type
        self.signatures, self.taken = {}, {root.name}
        root.id = root.name
        self.declare(root)

    def name(self, type_):
        """The items of a type, and of those in it."""
        type_.items = [i for i in type_.items if i.kind != "mark" or i.captured]
        taken = set()
        for item in type_.items:
            wanted = snake(item.name or ("place" if item.kind == "mark" else "values" if item.repeat is not None else "value"))
            item.id, number = self.identifier(wanted), 1
            while item.id in taken:
                number += 1
                item.id = self.identifier(f"{wanted}_{number}")
            taken.add(item.id)
            if item.kind == "struct":
                self.name(item.type)

    def declare(self, type_):
        """Types that ask for nothing outside of them stand in the root, once; others in the type that they are of."""
        self.declared.setdefault(type_, [])
        for item in type_.items:
            if item.kind != "struct":
                continue
            home = type_ if self.asks_outside(item.type, item.type) else self.root
            key = (home, self.signature(item.type))
            if item.repeat is not None and key in self.signatures:
                item.type = self.signatures[key]
                continue
            wanted, number = snake(item.type.hint or item.id), 1
            item.type.id = wanted if wanted not in self.taken else f"{type_.id}_{wanted}"
            while item.type.id in self.taken:
                number += 1
                item.type.id = f"{wanted}_{number}"
            self.taken.add(item.type.id)
            self.signatures[key] = item.type
            self.declared.setdefault(home, []).append(item.type)
            self.declare(item.type)

    @staticmethod
    def asked(type_):
        """The items that a type and those in it ask for."""
        for item in type_.items:
            for x in (item.size, item.repeat, item.condition, *item.valid):
                for part in parts(x):
                    if isinstance(part, (Value, TextIs)):
                        yield part.item
                    elif isinstance(part, At):
                        yield part.mark
            if item.kind == "struct":
                yield from Renderer.asked(item.type)

    @staticmethod
    def within(type_, outer):
        while type_ and type_ is not outer:
            type_ = type_.parent
        return type_ is outer

    def asks_outside(self, type_, outer):
        return any(not self.within(item.owner, outer) for item in self.asked(type_))

    def signature(self, type_):
        """The same for types that are written the same."""
        lines = []
        for item in type_.items:
            self.type = type_
            told = [self.expression(x) if x is not None else "" for x in (item.size, item.repeat, item.condition, *item.valid)]
            inner = self.signature(item.type) if item.kind == "struct" else ""
            lines.append((item.id, item.name, item.kind, item.contents, item.big, str(item.flags and item.flags.key), *told, inner))
        return tuple(lines)

    def identifier(self, name):
        return f"{name}_" if name in self.KEYWORDS else name

    def path(self, item):
        """The way from the type that is written to an item: types up, and the names down."""
        up, type_ = 0, self.type
        while type_:
            down = self.down(type_, item)
            if down:
                return up, down
            type_, up = type_.parent, up + 1
        raise AssertionError(f"{item.name} is out of reach")

    def down(self, type_, item):
        if item.owner is type_:
            return [item.id]
        for child in type_.items:
            if child.kind == "struct" and child.repeat is None:
                rest = self.down(child.type, item)
                if rest:
                    return [child.id, *rest]
        return None

    def expression(self, x, outer=True):
        if isinstance(x, bool):
            return "true" if x else "false"
        if isinstance(x, (int, float)):
            return str(x) if abs(x) < 4096 else hex(x)
        if isinstance(x, Value):
            return self.reference(x.item)
        if isinstance(x, At):
            return self.mark(x.mark)
        if isinstance(x, FileEnd):
            return self.END
        if isinstance(x, TextIs):
            return self.text_is(x) if outer else f"({self.text_is(x)})"
        if isinstance(x, Cond):
            c, a, b = (self.expression(v, False) for v in (x.c, x.a, x.b))
            return f"({c} ? {a} : {b})"
        if isinstance(x, Op) and x.op == "!":
            return f"{self.NOT}({self.expression(x.a)})"
        if isinstance(x, Op):
            op = {"&&": self.AND, "||": self.OR}.get(x.op, x.op)
            chained = x.op in ("&&", "||", "+") and isinstance(x.a, Op) and x.a.op == x.op
            a, b = self.expression(x.a, chained), self.expression(x.b, False)
            return f"{a} {op} {b}" if outer else f"({a} {op} {b})"
        if isinstance(x, Peek):
            return self.peek(x)
        raise AssertionError(x)

