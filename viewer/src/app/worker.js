// The library at work, beside the page: calls come as { id, call, values } and are answered as { id, result } or
// { id, error, diagnostics }. Documents stay open until others push them out; volumes share what they read.
import { unzipSync } from 'fflate';
import { fileKind, Files } from '../files.js';
import { Library } from '../library.js';
import { FieldMap } from './field-map.js';
import { FieldTree } from './field-tree.js';
import { placeOf } from './places.js';
import { worded } from './wording.js';

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
const sources = new Latest(), maps = new Latest(), trees = new Latest();
const edits = new Map(); // path -> [{ path, value }] of fields, in their order
let compiled, library;

function restart() {
    open.clear();
    volumes.clear();
    library = new Library(compiled, files);
}

// What was changed in it, or in its members.
const isEdited = (path) => [...edits.keys()].some((edited) => isIn(edited, path));
const isIn = (path, above) => path === above || path.startsWith(`${above}/`);

function openEdited(path) {
    const page = library.open(path);
    try {
        for (const edit of edits.get(path) ?? []) page.edit(edit.path, edit.value);
        if (![...edits.keys()].some((edited) => edited !== path && isIn(edited, path))) return page;
        for (const { name } of page.members()) if (isEdited(`${path}/${name}`)) page.replace(name, sourceOf(`${path}/${name}`));
        return page;
    } catch (error) {
        page.close();
        throw error;
    }
}

const sourceOf = (path) => (isEdited(path) ? pageOf(path).save() : library.load(path));

function pageOf(path) {
    const page = open.get(path) ?? (isEdited(path) ? openEdited(path) : library.open(path));
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
    for (const kept of [sources, maps, trees]) kept.clear();
}

const inWords = (diagnostics = []) => diagnostics.map((diagnostic) => ({ ...diagnostic, message: worded(diagnostic) }));
const messageOf = (error) => (error.told ? worded(error.told) : error.message);

// A result with what was found on the way, also where there is none.
const diagnosticsOf = (page, what) => {
    try {
        return { ...what(), diagnostics: inWords(page.diagnostics()) };
    } catch (error) {
        return { failure: messageOf(error), diagnostics: inWords(error.diagnostics) };
    }
};

// The volume that a path leads into stays open: the next member costs no more than itself.
function holdVolumeOf(path) {
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
        const above = path.slice(0, at);
        if (files.look(above) !== fileKind) continue;
        volumes.add(above);
        pageOf(above);
    }
}

const LARGEST_IN_ZIP = 256; // MiB

// Adds to `problems` what is too large to be unpacked.
function addZip(path, file, problems) {
    const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(file));
    const fits = ({ name, originalSize }) => {
        const does = originalSize < LARGEST_IN_ZIP << 20;
        if (!does) problems.push(`${path}/${name} is left out: it has ${LARGEST_IN_ZIP} MiB or more unpacked`);
        return does;
    };
    for (const [name, content] of Object.entries(unzipSync(bytes, { filter: fits })))
        if (!name.endsWith('/')) files.add(`${path}/${name}`, content);
}

const calls = {
    start(module) {
        compiled = module;
        restart();
        return library.formats();
    },

    version: () => library.version,

    // Gives all that there is: [{ path, size }], and what could not be unpacked.
    add(entries) {
        const problems = [];
        for (const { path, file } of entries) {
            try {
                if (/\.zip$/i.test(path)) addZip(path, file, problems);
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
        edits.clear();
        forget();
    },

    look(path) {
        const look = pageOf(path).info();
        return isEdited(path) ? { ...look, size: sourceOf(path).length } : look;
    },

    check: (path) => inWords(pageOf(path).check()),

    // Of a volume; `isKept`: it stays open, so that its members cost no more than themselves.
    members(path, isKept) {
        if (isKept) volumes.add(path);
        return pageOf(path).members();
    },

    show(path, options) {
        const page = pageOf(path);
        return diagnosticsOf(page, () => page.show(options));
    },

    // What a list shows of it.
    glance(path) {
        holdVolumeOf(path);
        const { kind, files: made } = pageOf(path).show();
        return { kind, bytes: made[0].bytes };
    },

    convert: (path, format, name, options) => {
        const page = pageOf(path);
        return diagnosticsOf(page, () => ({ files: page.convert(format, name, options) }));
    },

    dump: (path) => pageOf(path).dump(),
    source: (path) => sourceOf(path),

    // What cannot be opened still has bytes.
    raw(path) {
        sources.set(path, sourceOf(path));
        return { size: sources.get(path).length, bytes: sources.get(path).slice(0, 1 << 16) };
    },

    // Bytes from..to and the fields that stand there.
    fields(path, from, to) {
        if (!sources.has(path)) sources.set(path, sourceOf(path));
        return { bytes: sources.get(path).slice(from, to), fields: mapOf(path)?.between(from, to) ?? [] };
    },

    // Where the field of a path stands.
    find: (path, field) => mapOf(path)?.find(field),

    // Members from..to of a field that has members.
    branch(path, field, from, to) {
        if (!trees.has(path)) trees.set(path, new FieldTree(pageOf(path).dump()));
        return trees.get(path).members(field, from, to);
    },

    // The file with these fields changed, and no others; the file as it was dropped where there are none. What cannot be
    // leaves it as it was.
    edit(path, list) {
        const before = edits.get(path);
        const set = (some) => {
            if (some?.length) edits.set(path, some);
            else edits.delete(path);
            for (const [other, page] of open) {
                if (!isIn(path, other)) continue;
                page.close();
                open.delete(other);
            }
            for (const kept of [sources, maps, trees]) for (const other of kept.keys()) if (isIn(path, other)) kept.delete(other);
        };
        set(list);
        try {
            pageOf(path).save();
        } catch (error) {
            set(before);
            throw error;
        }
    },

    // Where a field is in the scene (places.js).
    place: (path, field) => placeOf(JSON.parse(new TextDecoder().decode(pageOf(path).dump())), field),
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
        postMessage({ id, error: messageOf(error), diagnostics: inWords(error.diagnostics) });
    }
    if (library?.broken) restart();
};
