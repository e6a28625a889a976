// The library, compiled to WebAssembly: viewer/wasm/page.h from the other side.
//
//     const library = new Library(await WebAssembly.compile(bytes), files);
//     const page = library.open('/rooms.dif');
//     page.convert('glb', 'rooms.glb')[0].bytes
//     page.close();
//
// `files` answers for what there is to read: look(path), size(path), read(path, offset, size), list(path). Bytes that are
// returned are copies. A call that fails throws a Refusal; where the module itself broke down, `broken` is true from then
// on and a new Library is needed.
import { attemptsOf } from './attempts.js';

const decoder = new TextDecoder(), encoder = new TextEncoder();

// In the order of tlb_status.
const statuses = ['done', 'invalid', 'not supported', 'no such request', 'out of memory', 'a limit was reached', 'not found', 'cannot be read', 'cannot be written'];

// Names that are not UTF-8 come as {"latin1": "…"}. A byte of theirs is a lone surrogate, U+DC80 to U+DCFF, so that the
// name leads back to the same bytes.
const textOf = ({ latin1 }) => latin1.replace(/[\x80-\xff]/g, (c) => String.fromCharCode(0xdc00 + c.charCodeAt(0)));
const named = (key, value) => (typeof value?.latin1 === 'string' ? textOf(value) : value);

function bytesOfText(text) {
    if (!/\p{Surrogate}/u.test(text)) return encoder.encode(text);
    return Uint8Array.from([...text].flatMap((c) => (/^[\udc80-\udcff]$/.test(c) ? [c.charCodeAt(0) & 0xff] : [...encoder.encode(c)])));
}

const notHere = () => 8; // EBADF
const pngStart = [0x89, 0x50, 0x4e, 0x47];
const linesOf = (options) => Object.entries(options).map(([key, value]) => `${key}=${value}\n`).join('');

export class Refusal extends Error {
    constructor(status, diagnostics) {
        const told = diagnostics.find((diagnostic) => diagnostic.severity === 'error') ?? diagnostics[0];
        super(told?.message ?? statuses[status]);
        this.told = told;
        this.diagnostics = diagnostics;
    }
}

export class Library {
    broken = false;
    #exports;

    // `others`: what the module imports for more than this (npm/src/api.js).
    constructor(compiled, files, others = {}) {
        const imports = { page: this.#answers(files), trilobite: attemptsOf(() => this.#exports), ...others };
        // Standard output and its like, which the C library refers to and nothing here uses.
        for (const { module, name } of WebAssembly.Module.imports(compiled)) imports[module] = { [name]: notHere, ...imports[module] };
        this.#exports = new WebAssembly.Instance(compiled, imports).exports;
        this.call('_initialize');
    }

    // A document by its path, or a member of a volume ("/x.vol/y.dts").
    open(path) {
        return Page.open(this, (page, take) => this.call('page_open', page, take(path)));
    }

    // A document from the JSON of one.
    build(json, name) {
        return Page.open(this, (page, take) => {
            const text = take(json);
            return this.call('page_build', page, text, this.lengthOf(text), take(name));
        });
    }

    // The bytes of any file or member.
    load(path) {
        return this.#briefly((page) => page.load(path));
    }

    formats() {
        return this.#briefly((page) => page.ask('page_formats'));
    }

    get version() {
        return this.text(this.call('page_version'));
    }

    #briefly(what) {
        const page = new Page(this);
        try {
            return what(page);
        } finally {
            page.close();
        }
    }

    // --- for pages ---

    call(name, ...values) {
        try {
            return this.#exports[name](...values);
        } catch (error) {
            this.broken = true;
            throw new Error(`The library stopped: ${error.message}`, { cause: error });
        }
    }

    get memory() {
        return new Uint8Array(this.#exports.memory.buffer);
    }

    // A NUL-terminated copy of bytes or text in the module's memory, to be given back.
    put(value) {
        if (typeof value === 'string' && value.includes('\0')) throw new TypeError('a text has a NUL in it');
        const bytes = typeof value === 'string' ? bytesOfText(value) : value;
        const place = this.call('page_allocate', bytes.length + 1);
        if (!place) throw new Refusal(statuses.indexOf('out of memory'), []);
        this.memory.set(bytes, place);
        this.memory[place + bytes.length] = 0;
        return place;
    }

    text(place) {
        return decoder.decode(this.memory.subarray(place, place + this.lengthOf(place)));
    }

    lengthOf(place) {
        return this.memory.indexOf(0, place) - place;
    }

    // --- what the module asks for ---

    #answers(files) {
        const guarded = (answer, otherwise) => (path, ...rest) => {
            try {
                return answer(this.text(path), ...rest);
            } catch {
                return otherwise;
            }
        };
        return {
            page_look: guarded((path) => files.look(path), 0),
            page_size: guarded((path) => files.size(path), -1),
            page_read: guarded((path, offset, to, size) => {
                const bytes = files.read(path, offset, size);
                if (bytes.length !== size) return 0; // it has shrunk
                this.memory.set(bytes, to);
                return 1;
            }, 0),
            page_list: guarded((path) => this.put(files.list(path).map((name) => `${name}\n`).join('')), 0),
        };
    }
}

class Page {
    #library;
    #page;

    constructor(library) {
        this.#library = library;
        this.#page = library.call('page_create');
        if (!this.#page) throw new Refusal(statuses.indexOf('out of memory'), []);
    }

    static open(library, how) {
        const page = new Page(library);
        try {
            page.#try((take) => how(page.#page, take));
            return page;
        } catch (error) {
            page.close();
            throw error;
        }
    }

    close() {
        if (!this.#library.broken) this.#library.call('page_free', this.#page);
    }

    info() {
        const info = this.ask('page_info');
        return { format: info.format, title: info.title, size: info.size, info };
    }

    // Checks every rule; the diagnostics.
    check() {
        this.#try(() => this.#library.call('page_check', this.#page));
        return this.diagnostics();
    }

    // What was found since it was asked last: [{ severity, code, meaning, file, offset, path, message, remedy, total }].
    diagnostics() {
        return this.ask('page_diagnostics');
    }

    members() {
        return this.ask('page_members');
    }

    member(index) {
        return this.bytes('page_member', index);
    }

    // Puts other bytes in the place of a member.
    replace(name, bytes) {
        this.#try((take) => this.#library.call('page_replace', this.#page, take(name), take(bytes), bytes.length));
    }

    save() {
        return this.bytes('page_save');
    }

    // Sets the field of a path; `value` is JSON, or a word.
    edit(path, value) {
        this.#try((take) => this.#library.call('page_edit', this.#page, take(`${path}=${value}`)));
    }

    dump() {
        return this.bytes('page_dump');
    }

    map() {
        return this.bytes('page_map');
    }

    // The files of a conversion, [{ name, bytes }]; options as { collision: '', lod: 'all' }.
    convert(format, name, options = {}) {
        this.#try((take) => this.#library.call('page_convert', this.#page, take(format), take(name), take(linesOf(options))));
        return this.#files();
    }

    // What is to be seen: { kind: 'pictures', files, targets } as PNG, or { kind: 'model', files, targets } with a GLB.
    // `targets` are the names of the formats that it can be converted to, as far as that depends on what is in it.
    show(options = {}) {
        this.#try((take) => this.#library.call('page_show', this.#page, take(linesOf(options))));
        const files = this.#files(), targets = this.#json();
        return { kind: pngStart.every((byte, i) => files[0].bytes[i] === byte) ? 'pictures' : 'model', files, targets };
    }

    // --- how ---

    #files() {
        const library = this.#library;
        return Array.from({ length: library.call('page_file_count', this.#page) }, (_, i) => ({
            name: library.text(library.call('page_file_name', this.#page, i)),
            bytes: this.#copy(library.call('page_file_data', this.#page, i), library.call('page_file_size', this.#page, i)),
        }));
    }

    load(path) {
        this.#try((take) => this.#library.call('page_load', this.#page, take(path)));
        return this.#result();
    }

    ask(name) {
        this.#try(() => this.#library.call(name, this.#page));
        return this.#json();
    }

    #json() {
        return JSON.parse(decoder.decode(this.#result()), named);
    }

    bytes(name, ...values) {
        this.#try(() => this.#library.call(name, this.#page, ...values));
        return this.#result();
    }

    #result() {
        const library = this.#library;
        return this.#copy(library.call('page_result', this.#page), library.call('page_result_size', this.#page));
    }

    #copy(place, size) {
        return this.#library.memory.slice(place, place + size);
    }

    #try(how) {
        const taken = [];
        const take = (value) => {
            taken.push(this.#library.put(value));
            return taken.at(-1);
        };
        try {
            const status = how(take);
            if (status) throw new Refusal(status, this.diagnostics());
        } finally {
            if (!this.#library.broken) taken.forEach((place) => this.#library.call('page_give', place));
        }
    }
}
