"""A grammar as a pattern of ImHex."""

from grammar import negate
from kaitai import flags_text
from render import Renderer

NUMBERS = {"u1": "u8", "u2": "u16", "u4": "u32", "s1": "s8", "s2": "s16", "s4": "s32", "f4": "float", "f8": "double"}
PNG = """\
struct PngChunk {
    be u32 size;
    char type[4];
    u8 data[size];
    be u32 checksum;
    if (type == "IEND") {
        break;
    }
};

struct Png {
    u8 signature[8];
    PngChunk chunks[while(true)];
};
"""


def type_name(type_):
    return "".join(word.capitalize() for word in type_.id.split("_"))


class Imhex(Renderer):
    KEYWORDS = set("""align as bool break char const continue double else enum false float fn for if import in namespace null
        out padding parent private public ref return s8 s16 s32 s64 sizeof addressof str struct this true try u8 u16 u32 u64
        union unsigned using while be le not and or auto""".split())
    END, AND, OR, NOT = "sizeof($)", "&&", "||", "!"

    def reference(self, item):
        up, names = self.path(item)
        return ".".join(["parent"] * up + names)

    def mark(self, item):
        return self.reference(item) if item.captured else "$"

    def text_is(self, x):
        return f'{self.reference(x.item)} == "{x.value}"'

    def peek(self, x):
        endian = "Big" if x.big else "Little"
        return f"std::mem::read_unsigned({self.expression(x.at)}, {x.kind[1]}, std::mem::Endian::{endian})"

    def write(self, title, note):
        self.written, self.done = [], set()
        self.struct(self.root)
        text = f"// {note}\n#pragma description {title}\n#pragma endian little\n\nimport std.core;\nimport std.mem;\n\n"
        if any(line.strip().startswith("Png ") for line in self.written):
            text += PNG + "\n"
        return text + "\n".join(self.written) + f"\n{type_name(self.root)} file @ 0x00;\n"

    def struct(self, type_):
        """A type after those that it has in it."""
        self.done.add(type_)
        for item in type_.items:
            if item.kind == "struct" and item.type not in self.done:
                self.struct(item.type)
        self.type = type_
        self.written.append(f"struct {type_name(type_)} {{")
        before, turned = True, False  # whether this is the other branch
        for item in type_.items:
            if item.condition != before:
                turned = before is not True and not turned and item.condition == negate(before)
                if turned:
                    self.written.append("    } else {")
                else:
                    self.written += ["    }"] * (before is not True)
                    self.written += [f"    if ({self.expression(item.condition)}) {{"] * (item.condition is not True)
            before = item.condition
            self.written += [("    " if before is True else "        ") + line for line in self.item(item)]
        self.written += ["    }"] * (before is not True)
        self.written += ["};", ""]

    def item(self, item):
        if item.kind == "mark":
            return [f"u64 {item.id} = $;"]
        if item.kind == "png":
            return [f"Png {item.id};"]
        count = item.repeat
        if item.kind in ("bytes", "text"):
            type_ = "char" if item.kind == "text" or item.contents is not None else "u8"
            size = "sizeof($) - $" if item.size is None else self.expression(item.size)
            lines = [f"{type_} {item.id}[{size}];"]
        else:
            type_ = type_name(item.type) if item.kind == "struct" else NUMBERS[item.kind]
            if item.big and type_ not in ("u8", "s8"):
                type_ = f"be {type_}"
            lines = [f"{type_} {item.id}" + (f"[{self.expression(count)}];" if count is not None else ";")]
        if item.flags:
            lines[0] += f" // {flags_text(item.flags)}"
        if item.contents is not None:
            text = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in item.contents)
            lines.append(f'std::assert({item.id} == "{text}", "{item.name}");')
        for valid in item.valid if count is None and item.kind != "struct" else ():
            lines.append(f'std::assert({self.expression(valid)}, "{item.name}");')
        return lines
