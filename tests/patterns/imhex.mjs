// Runs the part of ImHex's language that our patterns are written in: structs of scalars, arrays and conditions, one after
// the other, with offsets kept in variables. ImHex itself is no package of Debian's, nor of npm's.

const READERS = { u8: [1, "getUint8"], u16: [2, "getUint16"], u32: [4, "getUint32"], s8: [1, "getInt8"], s16: [2, "getInt16"],
                  s32: [4, "getInt32"], float: [4, "getFloat32"], double: [8, "getFloat64"], char: [1, "getUint8"] };
const LINES = [
    [/^struct (\w+) \{$/, (_, name) => `$types.${name} = function (self, at, parent) { with ($inside(self, parent)) {`],
    [/^\};$/, () => "} };"],
    [/^if \((.*)\) \{$/, (_, condition) => `if (${expression(condition)}) {`],
    [/^\} else \{$/, () => "} else {"],
    [/^\}$/, () => "}"],
    [/^break;$/, () => "self.$ended = true;"],
    [/^u64 (\w+) = \$;$/, (_, name) => `self.${name} = $place.at;`],
    [/^std::assert\((.*), "(.*)"\);$/, (_, condition, name) => `if (!(${expression(condition)})) throw new Error("${name}");`],
    [/^(be )?(\w+) (\w+)\[while\(true\)\];$/, (_, be, type, name) => list(be, type, name, "Infinity")],
    [/^(be )?(\w+) (\w+)\[(.*)\];$/, (_, be, type, name, count) => list(be, type, name, expression(count))],
    [/^(be )?(\w+) (\w+) @ 0x00;$/, (_, be, type) => `$one("${type}", "", null, false);`],
    [/^(be )?(\w+) (\w+);$/, (_, be, type, name) => `self.${name} = $one("${type}", at + ".${name}", self, ${!!be});`],
];

const list = (be, type, name, count) => `self.${name} = $many("${type}", ${count}, at + ".${name}", self, ${!!be});`;
const expression = (text) => text.replace(/sizeof\(\$\)/g, "$size").replace(/(?<!\w)\$(?!\w)/g, "$place.at")
    .replace(/std::mem::Endian::(\w+)/g, '"$1"').replace(/std::mem::read_unsigned/g, "$peek");

// The fields that a pattern reads: { offset, size, path, value }.
export function run(pattern, bytes) {
    const found = [], types = {}, place = { at: 0 };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const script = pattern.split("\n").map((line) => line.replace(/ \/\/.*$/, "").trim())
        .filter((line) => line && !/^(\/\/|#|import)/.test(line))
        .map((line) => {
            const [shape, write] = LINES.find(([known]) => known.test(line)) ?? [];
            if (!shape)
                throw new Error(`not understood: ${line}`);
            return write(...shape.exec(line));
        }).join("\n");
    const need = (n) => {
        if (!(n >= 0) || place.at + n > bytes.length)
            throw new Error(`${n} bytes at ${place.at} of ${bytes.length}`);
    };
    const inside = (self, parent) => new Proxy(self, {
        has: (_, name) => typeof name === "string" && (name === "parent" || name in self),
        get: (_, name) => (name === "parent" ? parent : self[name]),
    });
    function one(type, path, self, be) {
        if (types[type]) {
            const made = {}, first = found.length, start = place.at;
            Object.defineProperty(made, "parent", { value: self, enumerable: false });
            types[type](made, path, self);
            if (type === "Png")
                found.splice(first, Infinity, { offset: start, size: place.at - start, path });
            return made;
        }
        const [size, reader] = READERS[type];
        need(size);
        const value = view[reader](place.at, !be);
        found.push({ offset: place.at, size, path, value });
        place.at += size;
        return value;
    }
    function many(type, count, path, self, be) {
        if (type === "char") {
            need(count);
            const text = bytes.toString("latin1", place.at, place.at + count);
            found.push({ offset: place.at, size: count, path });
            place.at += count;
            return text;
        }
        const made = [];
        for (let i = 0; i < count; i++) {
            made.push(one(type, `${path}[${i}]`, self, be));
            if (made.at(-1)?.$ended)
                break;
        }
        return made;
    }
    const peek = (at, n, endian) => view[{ 1: "getUint8", 2: "getUint16", 4: "getUint32" }[n]](at, endian === "Little");
    new Function("$types", "$inside", "$one", "$many", "$peek", "$place", "$size", script)(types, inside, one, many, peek, place, bytes.length);
    return found;
}
