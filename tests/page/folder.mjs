// A folder of this machine as the library's files.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Files } from '../../viewer/src/files.js';

export function filesOf(folder) {
    const files = new Files((file) => readFileSync(file.path));
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        files.add(path.slice(folder.length), { path, size: statSync(path).size });
    }
    return files;
}
