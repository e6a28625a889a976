"""What the layout engine's functions (src/layout) mean for a grammar."""

import re

from pycparser import c_ast

from c_source import Unsupported
from grammar import At, Cond, FileEnd, Item, Peek, TextIs, Value, both, choose, negate, operate, parts
from memory import Elements, Held, Index, NewObject, Place
from statements import NORMAL

KINDS = ["u1", "u2", "u4", "s1", "s2", "s4", "f4", "f8"]  # by tlb_type


class Walks:
    def kinds(self, type_):
        """A type, or each of those that it may be under its condition."""
        type_ = self.settle(type_)
        if isinstance(type_, Cond):
            for condition, side in ((type_.c, type_.a), (negate(type_.c), type_.b)):
                for more, kind in self.kinds(side):
                    yield both(condition, more), kind
        else:
            yield True, KINDS[type_]

    def numbers(self, name, type_, **rest):
        """An item of numbers for each kind that they may be of; the value of them."""
        result = None
        for condition, kind in self.kinds(type_):
            self.guards.append(condition)
            item = self.add(Item(name, kind, big=bool(self.walk["big_endian"]), **rest))
            self.guards.pop()
            result = Value(item) if result is None else choose(condition, Value(item), result)
        return result

    def scalar(self, name, place, type_):
        flags = self.walk.get("flags")
        result = self.numbers(name, type_)
        for part in parts(result):
            if isinstance(part, Value) and isinstance(flags, Place):
                part.item.flags = flags
        self.walk["flags"] = 0
        if isinstance(place, Place):
            self.set(place.holder, place.key, result)

    def do_walk_as(self, w, name, place, disk):
        self.scalar(name, place, disk)

    do_walk_count = do_walk_as_signed = do_walk_as

    def do_walk_row(self, w, name, type_, values, count):
        count = self.settle(count)
        self.numbers(name, type_, repeat=count)

    def do_tlb_walk_table(self, w, name, data, rows, columns, type_, disk):
        count = self.settle(rows.holder.get(rows.key))
        columns = self.settle(columns)
        if columns == 1:
            self.numbers(name, disk, repeat=count)
        else:
            row = self.enter(name)
            row.hint = f"{KINDS[disk]}x{columns}" if isinstance(columns, int) and isinstance(disk, int) else None
            self.numbers(None, disk, repeat=columns)
            self.leave()
            self.add(Item(name, "struct", type=row, repeat=count))
        return 0

    def do_tlb_walk_borrowed(self, w, name, data, rows, columns, type_):
        return self.do_tlb_walk_table(w, name, data, rows, columns, type_, type_)

    def text(self, name, place, kind):
        holder = place.holder.get(place.key)
        size = self.settle(holder.get("size"))
        item = self.add(Item(name, kind, size=size))
        self.set(holder, "data", Held(item))

    def do_tlb_walk_text(self, w, name, place):
        self.text(name, place, "text")

    def do_tlb_walk_bytes(self, w, name, place):
        self.text(name, place, "bytes")

    def do_tlb_walk_gap(self, w, name, place):
        size = self.settle(place.holder.get(place.key).get("size"))
        self.guards.append(operate("!=", size, 0))
        self.text(name, place, "bytes")
        self.guards.pop()

    def do_tlb_walk_remaining(self, w, name, place):
        holder = place.holder.get(place.key)
        size = operate("-", self.walk["end"], self.mark())
        self.set(holder, "size", size)
        self.guards.append(operate(">", size, 0))
        item = self.add(Item(name, "bytes", size=None if self.walk["end"] == FileEnd() else size))
        self.guards.pop()
        self.set(holder, "data", Held(item))

    def do_tlb_walk_zeros(self, w, name, place, size):
        self.add(Item(name, "bytes", size=self.settle(size)))

    def do_tlb_walk_fixed_name(self, w, name, tail, field, size):
        self.add(Item(name, "text", size=self.settle(size)))

    def do_tlb_walk_signature(self, w, name, text, size):
        text = self.settle(text)
        if isinstance(text, Cond):
            for condition, side in ((text.c, text.a), (negate(text.c), text.b)):
                self.guards.append(condition)
                self.do_tlb_walk_signature(w, name, side, size)
                self.guards.pop()
            return
        self.add(Item(name, "bytes", size=size, contents=text.encode("latin1")[:size].ljust(size, b"\0")))

    def do_tlb_dif_walk_png(self, w, name, place):
        item = self.add(Item(name, "png"))
        self.set(place.holder.get(place.key), "data", Held(item))

    def do_tlb_walk_open(self, w, name, shape):
        self.enter(name)

    def do_tlb_walk_close(self, w, shape):
        made = self.scope
        self.leave()
        self.add(Item(made.name, "struct", type=made))

    def elements(self, node):
        """A list: the body of its loop is run once, for all elements."""
        declaration = node.init.decls[0] if isinstance(node.init, c_ast.DeclList) else node.init
        frame = self.frames[-1]
        self.value(declaration.init)
        name, count = self.listed
        frame.variables.held[declaration.name] = Index()
        frame.variables.types[declaration.name] = declaration.type
        type_ = self.enter(name)
        type_.hint = hint(node.stmt)
        status = self.statement(node.stmt)
        self.leave()
        if status != NORMAL:
            raise Unsupported("a list that ends early")
        self.add(Item(name, "struct", type=type_, repeat=count))
        return NORMAL

    def do_tlb_walk_open_list(self, w, name, data, count, size, least):
        self.listed = (name, self.settle(count.holder.get(count.key)))
        return Elements()

    def do_tlb_walk_open_fixed(self, w, name, count):
        self.listed = (name, count)

    def do_tlb_walk_offset(self, w):
        return self.mark()

    def do_tlb_walk_refuse(self, w, back, code, name, *rest):
        """The condition that it is refused under does not hold in a sound file."""
        condition, items = self.condition(), self.scope.items
        needed = [part.item for part in parts(condition) if isinstance(part, Value)]
        fits = [i for i, item in enumerate(items) if item.name == name or item in needed]
        offsets = any(isinstance(part, At) for part in parts(condition))
        if fits and not isinstance(condition, bool) and not offsets and all(item in items for item in needed):
            items[fits[-1]].valid.append(negate(condition))
        self.refused = True
        return 0

    def do_tlb_walk_fail(self, *values):
        self.refused = True
        return 0

    do_tlb_walk_fault = do_tlb_walk_short = do_tlb_walk_no_memory = do_tlb_walk_fail

    def ignore(self, *values):
        return 0

    do_tlb_walk_choice = do_tlb_walk_has = ignore
    do_walk_refers = do_tlb_walk_recover = do_tlb_walk_too_large = do_tlb_walk_misfit = ignore
    do_tlb_buffer_free = do_tlb_walk_value = ignore

    def do_walk_fills(self, w):
        return False

    def do_walk_in_json(self, w):
        return False

    def do_tlb_zalloc(self, arena, size):
        return NewObject()

    def do_strlen(self, text):
        if isinstance(text, Cond):
            return choose(text.c, self.do_strlen(text.a), self.do_strlen(text.b))
        if not isinstance(text, str):
            raise Unsupported("the length of a text")
        return len(text)

    def same(self, text, value, size):
        """0 where they are the same, as memcmp has it."""
        if isinstance(text, Place):
            text = text.holder.get(text.key)
        value = self.settle(value)
        if isinstance(value, Cond):
            return choose(value.c, self.same(text, value.a, size), self.same(text, value.b, size))
        if isinstance(text, Held) and isinstance(value, str):
            return choose(TextIs(text.item, value), 0, 1)
        raise Unsupported("a comparison of bytes")

    def do_memcmp(self, a, b, size):
        return self.same(a, b, size)

    def do_strcmp(self, a, b):
        return self.same(a, b, None)

    def do_memcpy(self, *values):
        raise Unsupported("memcpy()")

    def do_tlb_get_le16(self, at):
        return Peek("u2", False, at)

    def do_tlb_get_le32(self, at):
        return Peek("u4", False, at)

    def do_tlb_get_be16(self, at):
        return Peek("u2", True, at)

    def do_tlb_get_be32(self, at):
        return Peek("u4", True, at)


def hint(body):
    """The name of what a list has, by the function that walks an element."""
    if isinstance(body, c_ast.Compound) and body.block_items and len(body.block_items) == 1:
        body = body.block_items[0]
    name = getattr(getattr(body, "name", None), "name", "") if isinstance(body, c_ast.FuncCall) else ""
    match = re.search(r"walk_(\w+)$", name if isinstance(name, str) else "")
    return match and match[1]


def _scalar(type_):
    def do(self, w, name, place):
        self.scalar(name, place, type_)
    return do


for _suffix, _type in (("u8", 0), ("u16", 1), ("u32", 2), ("i8", 3), ("i16", 4), ("i32", 5), ("f32", 6), ("f64", 7)):
    setattr(Walks, "do_walk_" + _suffix, _scalar(_type))
