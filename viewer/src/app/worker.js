// The library at work, beside the page: calls come as { id, call, values } and are answered as { id, result } or
// { id, error, findings }. Documents stay open until others push them out; volumes share what they read.
import { unzipSync } from 'fflate';
import { Files } from '../files.js';
import { Library } from '../library.js';
import { FieldMap } from './field-map.js';

const mostOpen = 4;
const files = new Files((file) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)));
const open = new Map(); // path -> { page, map, source }, the one used last at the end
let compiled, library;

function restart() {
    open.clear();
    library = new Library(compiled, files);
}

function documentOf(path) {
    let found = open.get(path);
    open.delete(path);
    found ??= { page: library.open(path) };
    open.set(path, found);
    for (const [old, { page }] of open) {
        if (open.size <= mostOpen) break;
        open.delete(old);
        page.close();
    }
    return found;
}

const pageOf = (path) => documentOf(path).page;
const findingsOf = (page, what) => {
    try {
        return { ...what(), findings: page.findings() };
    } catch (error) {
        return { failure: error.message, findings: error.findings ?? [], broken: library.broken };
    }
};

// Pictures as they are, everything else as a model.
function shown(path, choices) {
    const page = pageOf(path);
    const pictures = findingsOf(page, () => ({ kind: 'pictures', files: page.convert('png', 'picture.png', choices) }));
    if (!pictures.failure) return pictures;
    if (pictures.broken) throw new Error(pictures.failure);
    return findingsOf(page, () => ({ kind: 'model', files: page.convert('glb', 'model.glb', choices) }));
}

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
        open.forEach(({ page }) => page.close());
        open.clear();
        return { entries: files.paths().map((path) => ({ path, size: files.size(path) })), problems };
    },

    clear() {
        files.clear();
        restart();
    },

    // What the file is, and what is wrong with it.
    look(path) {
        const page = pageOf(path);
        return { ...page.info(), findings: page.check() };
    },

    members: (path) => pageOf(path).members(),
    show: shown,

    // What a list shows of it, without keeping it open.
    glance(path) {
        const { failure, kind, files: made } = shown(path, {});
        return failure ? {} : { kind, bytes: made[0].bytes };
    },

    convert: (path, format, name, choices) => {
        const page = pageOf(path);
        return findingsOf(page, () => ({ files: page.convert(format, name, choices) }));
    },

    dump: (path) => pageOf(path).dump(),
    source: (path) => pageOf(path).source(),

    // Bytes from..to, the fields that stand there, and how long all is.
    fields(path, from, to) {
        const document = documentOf(path);
        document.source ??= document.page.source();
        document.map ??= new FieldMap(document.page.map());
        return { size: document.source.length, bytes: document.source.slice(from, to), fields: document.map.between(from, to) };
    },

    // Where the field of a path stands.
    find(path, field) {
        const document = documentOf(path);
        document.map ??= new FieldMap(document.page.map());
        return document.map.find(field);
    },
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
        postMessage({ id, error: error.message, findings: error.findings ?? [] });
    }
    if (library?.broken) restart();
};
