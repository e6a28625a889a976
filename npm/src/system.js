// The files of node, as the module's imports "system" (src/base/system_host.c). Paths go to node as they are: on Windows they
// have drives and backslashes, elsewhere they may be bytes that are no UTF-8.
import fs from 'node:fs';
import { isatty } from 'node:tty';
import { errnoOf, textOf } from './memory.js';

const kinds = { none: 0, file: 1, folder: 2, other: 3 };
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = fs.constants;

const kindOf = (found) => (found.isFile() ? kinds.file : found.isDirectory() ? kinds.folder : kinds.other);

// A call that is answered with 0 or more, or with the negative number of the error.
const guarded = (call) => (...values) => {
    try {
        return call(...values) ?? 0;
    } catch (error) {
        return -errnoOf(error);
    }
};

// `memory` is the module's (memory.js); `waiting(call)` makes a call that may wait for another program.
export function systemOf(memory, waiting, platform = process.platform) {
    const isWindows = platform === 'win32';
    const pathAt = (place) => (isWindows ? textOf(memory.stringAt(place)) : Buffer.from(memory.stringAt(place)));
    const within = (folder, name) => (isWindows ? `${folder}/${name}` : Buffer.concat([folder, Buffer.from('/'), name]));

    // Links to files are files; links to folders are passed over.
    function kindIn(folder, entry) {
        if (!entry.isSymbolicLink()) return kindOf(entry);
        const found = fs.statSync(within(folder, entry.name), { throwIfNoEntry: false });
        return found?.isFile() ? kinds.file : kinds.other;
    }

    function names(folder) {
        const entries = fs.readdirSync(folder, { withFileTypes: true, encoding: isWindows ? 'utf8' : 'buffer' });
        return entries.flatMap((entry) => {
            const kind = kindIn(folder, entry);
            if (kind !== kinds.file && kind !== kinds.folder) return [];
            return [Buffer.from(entry.name), Buffer.from(kind === kinds.folder ? '/\0' : '\0')];
        });
    }

    return {
        kind(path) {
            try {
                return kindOf(fs.statSync(pathAt(path)));
            } catch {
                return kinds.none;
            }
        },
        open: guarded((path, writes, creates) =>
            waiting(() => fs.openSync(pathAt(path), (writes ? O_WRONLY : O_RDONLY) | (creates ? O_CREAT | O_EXCL : 0), 0o666))),
        close: guarded((handle) => fs.closeSync(handle)),
        read: guarded((handle, to, size) => waiting(() => readSome(handle, memory.bytes, to >>> 0, size >>> 0))),
        write: guarded((handle, from, size) => waiting(() => fs.writeSync(handle, memory.bytes, from >>> 0, size >>> 0))),
        size(handle) {
            try {
                const found = fs.fstatSync(handle);
                return found.isFile() ? found.size : 0;
            } catch {
                return 0;
            }
        },
        is_device(handle) {
            try {
                const found = fs.fstatSync(handle);
                return (found.isCharacterDevice() || found.isBlockDevice()) && !isatty(handle);
            } catch {
                return false;
            }
        },
        list: guarded((path, toNames, toSize) => {
            const all = Buffer.concat(names(pathAt(path)));
            memory.setPointer(toNames, memory.copy(all));
            memory.setPointer(toSize, all.length);
        }),
        follow(path) {
            try {
                const link = pathAt(path);
                return fs.lstatSync(link).isSymbolicLink() ? memory.copyString(fs.realpathSync.native(link, isWindows ? 'utf8' : 'buffer')) : 0;
            } catch {
                return 0;
            }
        },
        link: guarded((from, to) => fs.linkSync(pathAt(from), pathAt(to))),
        rename: guarded((from, to) => fs.renameSync(pathAt(from), pathAt(to))),
        remove: guarded((path) => fs.unlinkSync(pathAt(path))),
        make_folder: guarded((path) => fs.mkdirSync(pathAt(path))),
        copy_mode: guarded((handle, path) => fs.fchmodSync(handle, fs.statSync(pathAt(path)).mode & 0o777)),
        sync: guarded((handle) => fs.fsyncSync(handle)),
        process: () => process.pid,
        is_windows: () => isWindows,
    };
}

// Windows reports the end of a pipe as an error.
function readSome(handle, bytes, to, size) {
    try {
        return fs.readSync(handle, bytes, to, size, null);
    } catch (error) {
        if (error.code === 'EOF') return 0;
        throw error;
    }
}
