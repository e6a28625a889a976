// The module's imports "desktop" (npm/wasm/desktop.c): terminals, the browser, and folders.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty, WriteStream } from 'node:tty';
import { errnoOf, textOf } from './memory.js';

// Programs that show pages end at once, or with the last page.
const runs = (program, ...words) => program !== '' && spawnSync(program, words, { stdio: 'inherit' }).status === 0;

function browse(path) {
    const { BROWSER, DISPLAY, WAYLAND_DISPLAY } = process.env;
    if (BROWSER) return BROWSER.split(process.platform === 'win32' ? ';' : ':').some((program) => runs(program, path));
    if (process.platform === 'win32') return runs('rundll32', 'url.dll,FileProtocolHandler', path);
    if (process.platform === 'darwin') return runs('open', path);
    return Boolean(DISPLAY || WAYLAND_DISPLAY) && runs('xdg-open', path);
}

export function desktopOf(memory) {
    const terminals = new Map();
    return {
        columns(handle) {
            if (!terminals.has(handle)) terminals.set(handle, isatty(handle) ? new WriteStream(handle) : null);
            const terminal = terminals.get(handle);
            return terminal ? terminal.getWindowSize()[0] || 100 : 0;
        },
        temporary_folder(toError) {
            try {
                return memory.copyString(fs.mkdtempSync(join(tmpdir(), 'trilobite-')));
            } catch (error) {
                memory.setPointer(toError, errnoOf(error));
                return 0;
            }
        },
        browse: (path) => browse(textOf(memory.stringAt(path))),
        current_folder(to, size) {
            const path = Buffer.from(`${process.cwd()}\0`);
            if (path.length > size) return 0;
            memory.bytes.set(path, to);
            return 1;
        },
        stamp(path, toSize, toModified, room) {
            const found = fs.statSync(textOf(memory.stringAt(path)), { bigint: true, throwIfNoEntry: false });
            if (!found?.isFile()) return 0;
            const second = new Date(Number(found.mtimeMs)).toISOString().slice(0, 19);
            const modified = Buffer.from(`${second}.${String(found.mtimeNs % 1000000000n).padStart(9, '0')}Z\0`);
            if (modified.length > room) return 0;
            memory.setNumber(toSize, Number(found.size));
            memory.bytes.set(modified, toModified >>> 0);
            return 1;
        },
        remove(path) {
            const name = textOf(memory.stringAt(path));
            try {
                if (fs.lstatSync(name).isDirectory()) fs.rmdirSync(name);
                else fs.unlinkSync(name);
                return 0;
            } catch (error) {
                return errnoOf(error);
            }
        },
    };
}
