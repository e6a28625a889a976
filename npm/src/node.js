// The API in node.
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { apiOf } from './api.js';

export const { open, build, formats, load } = apiOf(() => readFile(new URL('./trilobite.wasm', import.meta.url)));
export { Document, TrilobiteError } from './api.js';

// The files of a folder, and of those below it, as assets; each is read when it is needed.
export async function readAssets(folder) {
    const assets = new Map();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath ?? entry.path, entry.name);
        assets.set(relative(folder, path).replaceAll('\\', '/'), { size: (await stat(path)).size, read: () => readFileSync(path) });
    }
    return assets;
}
