// Whether patterns read files as the command does: every field at the same offset, with the same length, path and value
// as `trilobite dump --map` has it.
//
//     node compare.mjs TRILOBITE FOLDER FILE...
//
// FOLDER has kaitai/ and imhex/. Those of Kaitai are compiled by its own compiler, those of ImHex run by imhex.mjs. Prints
// what differs, and for each format how many files and bytes its patterns described.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { run } from "./imhex.mjs";

const require = createRequire(import.meta.url);
const yaml = require("js-yaml"), KaitaiStream = require("kaitai-struct/KaitaiStream");
const compiler = require("kaitai-struct-compiler");
const MOST_SHOWN = 5;
const [trilobite, folder, ...files] = process.argv.slice(2);

const spoken = (...words) =>
    execFileSync(trilobite, words, { encoding: "latin1", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
const camel = (id) => id.replace(/_+(\w)/g, (_, letter) => letter.toUpperCase());
const inherent = (id) => (id.startsWith("_") ? "_" : "") + camel(id.replace(/^_/, ""));

// Interiors of some engines differ in what their bytes do not state; the pattern is that of the usual ones.
const isOther = (format, file) => format === "dif" &&
    (spoken("dump", file, "family").trim() !== '"tge"' || spoken("dump", file, "vehicleNullCounts").trim() !== '"u32"');

async function compile(format) {
    const path = join(folder, "kaitai", `${format}.ksy`);
    if (!existsSync(path))
        return null;
    const spec = yaml.load(readFileSync(path, "utf8"));
    const sources = await compiler.compile("javascript", spec, null, true);
    const exports = {};
    new Function("exports", "require", Object.values(sources)[0])(exports, require);
    return { spec, made: Object.values(exports)[0], imhex: readFileSync(join(folder, "imhex", `${format}.hexpat`), "utf8") };
}

// The fields that a pattern found: { offset, size, path, value }.
function* leaves(scopes, object, path) {
    const [spec] = scopes;
    for (const attribute of spec.seq ?? []) {
        const name = inherent(attribute.id), place = object._debug[name];
        if (!place || object[name] === undefined || String(attribute.type).startsWith("place("))
            continue;
        const own = attribute["-orig-id"];
        const named = own ? (path ? `${path}.${own}` : own) : path;
        const many = attribute.repeat !== undefined;
        const values = many ? object[name] : [object[name]], places = many ? place.arr : [place];
        for (let i = 0; i < values.length; i++) {
            const at = many ? `${named}[${i}]` : named;
            const type = scopes.map((scope) => scope.types?.[attribute.type]).find(Boolean);
            if (type && !type["-whole"])
                yield* leaves([type, ...scopes], values[i], at);
            else if (places[i].end > places[i].start)
                yield { offset: places[i].start, size: places[i].end - places[i].start, path: at,
                        value: typeof values[i] === "number" ? values[i] : undefined };
        }
    }
}

// The same of the command's map.
function* mapped(text) {
    let before = null;
    for (const line of text.split("\n")) {
        if (!line)
            continue;
        const [offset, length, path, shown] = line.split("\t");
        const start = Number(offset), size = Number(length);
        const range = /^(.*)\[(\d+)(?:\.\.(\d+))?\]$/.exec(path), listed = shown.startsWith("[");
        if (before && path === `${before.path}Tail` && before.offset + before.size === start) {
            before.size += size; // what follows a name in its field
            continue;
        }
        if (before && before.size)
            yield before;
        before = null;
        if (!listed) {
            before = { offset: start, size, path, value: /^-?[\d.]/.test(shown) ? Number(shown) : undefined };
            continue;
        }
        const values = JSON.parse(shown.replace(/"(NaN|-?Infinity)[^"]*"/g, "null"));
        for (let i = 0; i < values.length; i++)
            yield { offset: start + (i * size) / values.length, size: size / values.length,
                    path: range && range[3] ? `${range[1]}[${Number(range[2]) + i}]` : `${path}[${i}]`,
                    value: typeof values[i] === "number" ? values[i] : undefined };
    }
    if (before && before.size)
        yield before;
}

const close = (a, b) => a === undefined || b === undefined || a === b || Math.fround(a) === Math.fround(b);
// Names as both languages may spell them: without underscores, and without the number of the second of a name.
const spelled = (path) => path.replace(/_(\d+)?(?=[.[]|$)/g, "").replace(/_/g, "").toLowerCase()
    .replace(/\.values?(?=\[|$)/g, "").replace(/^\./, "");

// Whether single bytes are what the map has as one field.
const inBytes = (want, first, last) => want.value === undefined && first?.size === 1 && last?.size === 1 &&
    spelled(first.path) === `${spelled(want.path)}[0]` && spelled(last.path) === `${spelled(want.path)}[${want.size - 1}]`;

function differences(found, wanted, size) {
    const told = [], at = new Map(found.filter((x) => x.size).map((x) => [x.offset, x]));
    const isRest = (x) => /\bundescribed/.test(x.path);
    const rest = found.filter(isRest).reduce((least, x) => Math.min(least, x.offset), size);
    let met = 0;
    for (const want of wanted) {
        if (want.offset >= rest)
            continue;
        const x = at.get(want.offset);
        if (inBytes(want, x, at.get(want.offset + want.size - 1))) {
            met += want.size;
            continue;
        }
        if (!x || x.size !== want.size || spelled(x.path) !== spelled(want.path) || !close(x.value, want.value))
            told.push(`${want.path} at ${want.offset}, ${want.size} bytes, ${want.value}: the pattern has ` +
                      (x ? `${x.path}, ${x.size} bytes, ${x.value}` : "nothing there"));
        met++;
    }
    const fields = found.filter((x) => x.size && !isRest(x)).length;
    if (!told.length && fields !== met)
        told.push(`${fields} fields, the map has ${met}`);
    return { told, described: rest };
}

// What a pattern found before it ended, and why it did before the file's end.
function attempt(read) {
    const result = { found: [], error: null };
    try {
        read(result);
    } catch (error) {
        result.error = error;
    }
    return result;
}

function readKaitai({ spec, made }, bytes) {
    const root = new made(new KaitaiStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), 0));
    const { error } = attempt(() => root._read());
    return { found: [...leaves([spec], root, "")], error };
}

const compiled = new Map(), counts = new Map();
let failed = false;
for (const file of files) {
    let format;
    try {
        format = JSON.parse(spoken("info", "--json", file)).format;
    } catch {
        continue;
    }
    if (!compiled.has(format))
        compiled.set(format, await compile(format));
    const pattern = compiled.get(format);
    if (!pattern || isOther(format, file))
        continue;
    const bytes = readFileSync(file), wanted = [...mapped(spoken("dump", "--map", file))];
    const count = counts.get(format) ?? { files: 0, bytes: 0, described: 0 };
    const results = { kaitai: readKaitai(pattern, bytes), imhex: attempt((result) => (result.found = run(pattern.imhex, bytes))) };
    for (const [language, { found, error }] of Object.entries(results)) {
        const { told, described } = differences(found, wanted, bytes.length);
        if (error)
            told.unshift(error.message);
        for (const line of told.slice(0, MOST_SHOWN))
            console.log(`${file}: ${language}: ${line}`);
        failed ||= told.length > 0;
        count.described += described / 2;
    }
    counts.set(format, { files: count.files + 1, bytes: count.bytes + bytes.length, described: count.described });
}
for (const [format, { files: n, bytes, described }] of [...counts].sort())
    console.log(`${format}: ${n} file${n === 1 ? "" : "s"}, ${((100 * described) / bytes).toFixed(1)} % described`);
process.exit(failed ? 1 : 0);
