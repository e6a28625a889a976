"""A grammar as a Kaitai Struct description."""

from memory import Obj
from render import Renderer


PLACE = """\
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
"""
PNG = """\
  png:
    doc: A PNG file. No length says where it ends.
    -whole: true
    seq:
      - id: signature
        contents: [137, 80, 78, 71, 13, 10, 26, 10]
      - id: chunks
        type: chunk
        repeat: until
        repeat-until: _.type == "IEND"
    types:
      chunk:
        seq:
          - id: size
            type: u4be
          - id: type
            type: str
            size: 4
          - id: data
            size: size
          - id: checksum
            type: u4be
"""


class Kaitai(Renderer):
    KEYWORDS = ()
    END, AND, OR, NOT = "_io.size", "and", "or", "not "

    def reference(self, item):
        up, names = self.path(item)
        return ".".join(["_parent"] * up + names)

    def mark(self, item):
        return self.reference(item) + ".offset" if item.captured else "_io.pos"

    def text_is(self, x):
        return f'{self.reference(x.item)} == "{x.value}"'

    def peek(self, x):
        name = f"peek_{len(self.peeks)}"
        for known, of in self.peeks.items():
            if of == x:
                return known
        self.peeks[name] = x
        return name

    def write(self, title, extensions, note):
        self.lines = [f"# {note}", "meta:", f"  id: {self.root.name}", f"  title: {title}"]
        if extensions:
            self.lines.append("  file-extension: [" + ", ".join(extensions) + "]")
        self.lines += ["  endian: le", "  encoding: ISO-8859-1"]
        self.body(self.root, 0)
        for used, text in (("type: place(_io.pos)", PLACE), ("type: png", PNG)):
            if any(line.strip().endswith(used) for line in self.lines):
                if "types:" not in self.lines:
                    self.lines.append("types:")
                self.lines += text.splitlines()
        return "\n".join(self.lines) + "\n"

    def body(self, type_, depth):
        self.type, self.peeks = type_, {}
        pad = "  " * depth
        if type_.items:
            self.lines.append(f"{pad}seq:")
        for item in type_.items:
            self.item(item, pad + "  ")
        if self.peeks:
            self.lines.append(f"{pad}instances:")
            for name, x in self.peeks.items():
                self.lines += [f"{pad}  {name}:", f"{pad}    pos: {self.expression(x.at)}",
                               f"{pad}    type: {x.kind}{'be' if x.big and x.kind[1] != '1' else ''}"]
        if self.declared[type_]:
            self.lines.append(f"{pad}types:")
        for inner in self.declared[type_]:
            self.lines.append(f"{pad}  {inner.id}:")
            self.body(inner, depth + 2)

    def item(self, item, pad):
        lines = [f"id: {item.id}"]
        if item.name:
            lines.append(f"-orig-id: {item.name}")
        if item.kind == "mark":
            self.marking = item
            lines.append("type: place(_io.pos)")
        elif item.contents is not None:
            lines.append("contents: [" + ", ".join(str(byte) for byte in item.contents) + "]")
        elif item.kind in ("bytes", "text"):
            lines.append("size-eos: true" if item.size is None else f"size: {self.expression(item.size)}")
            if item.kind == "text":
                lines.append("type: str")
        elif item.kind == "png":
            lines.append("type: png")
        elif item.kind == "struct":
            lines.append(f"type: {item.type.id}")
        else:
            lines.append(f"type: {item.kind}{'be' if item.big and item.kind[1] != '1' else ''}")
        if item.repeat is not None:
            lines += ["repeat: expr", f"repeat-expr: {self.expression(item.repeat)}"]
        if item.condition is not True:
            lines.append(f"if: {self.expression(item.condition)}")
        if item.valid and item.kind != "struct" and item.repeat is None:
            lines += ["valid:", "  expr: " + " and ".join(self.expression(v, len(item.valid) == 1) for v in item.valid)]
        if item.flags:
            lines.append("doc: " + flags_text(item.flags))
        self.lines += [pad + ("- " if i == 0 else "  ") + quoted(line) for i, line in enumerate(lines)]


def quoted(line):
    """A line of YAML whose text has what YAML would take for its own."""
    key, text = line.split(": ", 1) if ": " in line else (line, "")
    return f"{key}: '{text}'" if ": " in text or text.startswith(("(", "-")) or '"' in text else line


def flags_of(place):
    """Name, mask and value of each flag of a table."""
    table = place.holder.get(place.key)
    found = []
    for i in sorted(table.held):
        entry = table.get(i)
        if isinstance(entry, Obj) and entry.get("name"):
            found.append((entry.get("name"), entry.get("mask"), entry.get("value")))
    return found


def flags_text(place):
    told = [f"{name} {value:#x}" + (f" of {mask:#x}" if mask != value else "") for name, mask, value in flags_of(place)]
    return "Flags " + ", ".join(told)

