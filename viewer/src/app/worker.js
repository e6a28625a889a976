// The library at work, beside the page: calls come as { id, call, values } and are answered as { id, result } or
// { id, error, diagnostics }. Documents stay open until others push them out; volumes share what they read.
import { unzipSync } from 'fflate';
import { Files } from '../files.js';
import { Library } from '../library.js';
import { FieldMap } from './field-map.js';

const mostOpen = 4;

// Of the things that take much memory only that of the file looked at is kept.
class Latest extends Map {
    set(path, value) {
        this.clear();
        return super.set(path, value);
    }
}

const files = new Files((file) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)));
const open = new Map(); // path -> page, the one used last at the end
const volumes = new Set(); // that stay open: their members are read from them
const sources = new Latest(), maps = new Latest();
let compiled, library;

function restart() {
    open.clear();
    volumes.clear();
    library = new Library(compiled, files);
}

function pageOf(path) {
    const page = open.get(path) ?? library.open(path);
    open.delete(path);
    open.set(path, page);
    for (const [old, other] of open) {
        if (open.size <= mostOpen) break;
        if (volumes.has(old)) continue;
        open.delete(old);
        other.close();
    }
    return page;
}

// Undefined for what cannot be opened.
function mapOf(path) {
    if (!maps.has(path)) {
        try {
            maps.set(path, new FieldMap(pageOf(path).map()));
        } catch {
            maps.set(path, undefined);
        }
    }
    return maps.get(path);
}

function forget() {
    open.forEach((page) => page.close());
    open.clear();
    volumes.clear();
    sources.clear();
    maps.clear();
}

// A result with what was found on the way, also where there is none.
const diagnosticsOf = (page, what) => {
    try {
        return { ...what(), diagnostics: page.diagnostics() };
    } catch (error) {
        return { failure: error.message, diagnostics: error.diagnostics ?? [] };
    }
};

function addZip(path, file) {
    const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(file));
    for (const [name, content] of Object.entries(unzipSync(bytes, { filter: ({ originalSize }) => originalSize < 1 << 28 })))
        if (!name.endsWith('/')) files.add(`${path}/${name}`, content);
}

const calls = {
    start(module) {
        compiled = module;
        restart();
        return library.formats();
    },

    // Gives all that there is: [{ path, size }], and what could not be unpacked.
    add(entries) {
        const problems = [];
        for (const { path, file } of entries) {
            try {
                if (/\.zip$/i.test(path)) addZip(path, file);
                else files.add(path, file);
            } catch (error) {
                problems.push(`${path}: ${error.message}`);
            }
        }
        forget();
        return { entries: files.paths().map((path) => ({ path, size: files.size(path) })), problems };
    },

    clear() {
        files.clear();
        forget();
    },

    look: (path) => pageOf(path).info(),
    check: (path) => pageOf(path).check(),

    members(path) {
        volumes.add(path);
        return pageOf(path).members();
    },

    show(path, options) {
        const page = pageOf(path);
        return diagnosticsOf(page, () => page.show(options));
    },

    // What a list shows of it.
    glance(path) {
        const { kind, files: made } = pageOf(path).show();
        return { kind, bytes: made[0].bytes };
    },

    convert: (path, format, name, options) => {
        const page = pageOf(path);
        return diagnosticsOf(page, () => ({ files: page.convert(format, name, options) }));
    },

    dump: (path) => pageOf(path).dump(),
    source: (path) => library.load(path),

    // What cannot be opened still has bytes.
    raw(path) {
        sources.set(path, library.load(path));
        return { size: sources.get(path).length, bytes: sources.get(path).slice(0, 1 << 16) };
    },

    // Bytes from..to and the fields that stand there.
    fields(path, from, to) {
        if (!sources.has(path)) sources.set(path, library.load(path));
        return { bytes: sources.get(path).slice(from, to), fields: mapOf(path)?.between(from, to) ?? [] };
    },

    // Where the field of a path stands.
    find: (path, field) => mapOf(path)?.find(field),
};

const buffersIn = (result) => {
    const all = result instanceof Uint8Array ? [result] : [result?.bytes, ...(result?.files ?? []).map(({ bytes }) => bytes)];
    return all.filter(Boolean).map(({ buffer }) => buffer);
};

onmessage = ({ data: { id, call, values } }) => {
    try {
        const result = calls[call](...values);
        postMessage({ id, result }, buffersIn(result));
    } catch (error) {
        postMessage({ id, error: error.message, diagnostics: error.diagnostics ?? [] });
    }
    if (library?.broken) restart();
};
