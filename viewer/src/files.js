// What was dropped, as a tree of folders and files: what the library reads (library.js). A file is anything with `size`
// and, through `readNow`, bytes that can be had at once: nothing is read before it is needed.
const kinds = { none: 0, file: 1, folder: 2 };
export const fileKind = kinds.file;

// The folder above the root is the root.
export function partsOf(path) {
    const parts = [];
    for (const part of path.split('/')) {
        if (part === '..') parts.pop();
        else if (part && part !== '.') parts.push(part);
    }
    return parts;
}

export class Files {
    #root = new Map();
    #readNow;

    constructor(readNow) {
        this.#readNow = readNow;
    }

    // Adds a file under a path, with the folders above it; one that stood there before is replaced. False: the path has no name.
    add(path, file) {
        const parts = partsOf(path), name = parts.pop();
        if (!name) return false;
        let folder = this.#root;
        for (const part of parts) {
            if (!(folder.get(part) instanceof Map)) folder.set(part, new Map());
            folder = folder.get(part);
        }
        folder.set(name, file);
        return true;
    }

    clear() {
        this.#root.clear();
    }

    #find(path) {
        return partsOf(path).reduce((folder, part) => (folder instanceof Map ? folder.get(part) : undefined), this.#root);
    }

    look(path) {
        const found = this.#find(path);
        return found instanceof Map ? kinds.folder : found ? kinds.file : kinds.none;
    }

    size(path) {
        const found = this.#find(path);
        return found.size ?? found.length;
    }

    // All of its bytes, or `size` of them.
    read(path, offset = 0, size = this.size(path)) {
        const found = this.#find(path);
        if (found instanceof Uint8Array) return found.subarray(offset, offset + size);
        return size < this.size(path) && found.slice ? this.#readNow(found.slice(offset, offset + size)) : this.#readNow(found).subarray(offset, offset + size);
    }

    // Names, those of folders with a / after, sorted.
    list(path) {
        return [...this.#find(path)].map(([name, entry]) => (entry instanceof Map ? `${name}/` : name)).filter((name) => !name.includes('\n')).sort();
    }

    // All paths of files.
    paths() {
        const walk = (folder, path) => [...folder].flatMap(([name, entry]) => (entry instanceof Map ? walk(entry, `${path}/${name}`) : [`${path}/${name}`]));
        return walk(this.#root, '');
    }
}
