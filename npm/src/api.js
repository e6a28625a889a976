// What programs call: documents, each with a module of its own, so that nothing has to be freed. types/index.d.ts describes it.
import { Files } from '../../viewer/src/files.js';
import { Library, Refusal } from '../../viewer/src/library.js';

export { Refusal as TrilobiteError };

const decoder = new TextDecoder();
const nameOf = (path) => path.replaceAll('\\', '/').split('/').pop();

function textOf(value, what) {
    if (typeof value !== 'string') throw new TypeError(`${what} is not a string`);
    return value;
}

function bytesOf(value, what) {
    if (value instanceof Uint8Array) return value;
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    throw new TypeError(`${what} is not a Uint8Array or an ArrayBuffer`);
}

const isFile = (value) => Number.isInteger(value?.size) && typeof value.read === 'function';

// Entries of an object or a Map, as files of a library.
function filesOf(assets) {
    const files = new Files((file) => bytesOf(file.read(), 'what read() returned'));
    for (const [name, value] of assets instanceof Map ? assets : Object.entries(assets)) {
        const file = isFile(value) ? value : bytesOf(value, `asset ${JSON.stringify(name)}`);
        if (!files.add(textOf(name, 'the name of an asset'), file)) throw new TypeError(`${JSON.stringify(name)} is no name of an asset`);
    }
    return files;
}

// Options by the names of the command, with or without hyphens: { difVersion: 5, collision: true, bitmaps: false }. A flag is
// set or not; others have words for true and false.
function namedOf(options, formats) {
    const kinds = new Map(formats.flatMap((format) => format.options.map(({ name, kind }) => [name, kind])));
    const named = [];
    for (const [key, value] of Object.entries(options)) {
        const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), isFlag = kinds.get(name) === 'flag';
        if (value === undefined || (isFlag && value === false)) continue;
        const text = typeof value !== 'boolean' ? String(value) : isFlag ? '' : value ? 'yes' : 'no';
        if (/[\n=]/.test(name) || text.includes('\n')) throw new TypeError(`option ${JSON.stringify(key)} has a line break in it`);
        named.push([name, text]);
    }
    return Object.fromEntries(named);
}

export class Document {
    #page;
    #library;
    #name;

    constructor(library, page, name) {
        this.#library = library;
        this.#page = page;
        this.#name = name;
    }

    info() {
        return this.#page.info().info;
    }

    check() {
        return this.#page.check();
    }

    diagnostics() {
        return this.#page.diagnostics();
    }

    convert(format, options = {}) {
        textOf(format, 'the format');
        const formats = this.#library.formats(), known = formats.find(({ name }) => name === format);
        if (!known) throw new Refusal(0, [{ severity: 'error', message: `unknown format "${format}"` }]);
        const name = nameOf(this.#name).replace(/\.[^.]*$/, '');
        return this.#page.convert(format, `${name}.${known.extensions[0]}`, namedOf(options, formats));
    }

    dump() {
        return decoder.decode(this.#page.dump());
    }

    // A value is JSON: a string of it, or what becomes one.
    set(path, value) {
        this.#page.edit(textOf(path, 'the path'), typeof value === 'string' ? value : JSON.stringify(value));
    }

    save() {
        return this.#page.save();
    }

    members() {
        return this.#page.members();
    }

    member(name) {
        const wanted = textOf(name, 'the name of a member').toLowerCase(), index = this.members().findIndex((member) => member.name.toLowerCase() === wanted);
        if (index < 0) throw new Refusal(0, [{ severity: 'error', message: `no member "${name}"` }]);
        return this.#page.member(index);
    }
}

async function moduleOf(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

// The functions, with the module that `find` gives the source of.
export function apiOf(find) {
    let compiled;
    const load = async (source) => {
        compiled = moduleOf(source);
        await compiled;
    };
    async function libraryOf(files) {
        compiled ??= Promise.resolve(find()).then(moduleOf);
        try {
            // Paths of documents are those of the page on every system.
            return new Library(await compiled, files, { system: { is_windows: () => 0 } });
        } catch (error) {
            compiled = undefined; // it may be there the next time
            throw error;
        }
    }
    return {
        load,
        async open(bytes, { name = 'file', member, assets = {} } = {}) {
            const files = filesOf(assets), file = nameOf(textOf(name, 'the name')) || 'file';
            if (!files.add(file, bytesOf(bytes, 'the file'))) throw new TypeError(`${JSON.stringify(name)} is no name of a file`);
            const path = member === undefined ? `/${file}` : `/${file}/${textOf(member, 'the member')}`, library = await libraryOf(files);
            return new Document(library, library.open(path), member ?? file);
        },
        async build(json, { name = 'document.json', assets = {} } = {}) {
            const text = textOf(typeof json === 'string' ? json : JSON.stringify(json), 'the document'), library = await libraryOf(filesOf(assets));
            return new Document(library, library.build(text, textOf(name, 'the name')), name);
        },
        async formats() {
            return (await libraryOf(filesOf({}))).formats();
        },
    };
}
