// What the module's C library asks of WASI: standard output and error, the environment, the clock, the end. Files are not
// among it (system.js): WASI knows them below folders that were opened before, node:wasi also not all of Windows' paths.
import fs from 'node:fs';
import { isatty } from 'node:tty';
import { errnoOf } from './memory.js';

const characterDevice = 2, regularFile = 4;

export class Exit {
    constructor(code) {
        this.code = code;
    }
}

const environment = () => Object.entries(process.env).map(([name, value]) => Buffer.from(`${name}=${value}\0`));

export function wasiOf(memory, waiting) {
    const view = () => new DataView(memory.exports.memory.buffer);
    const guarded = (call) => (...values) => {
        try {
            return call(...values) ?? 0;
        } catch (error) {
            return errnoOf(error);
        }
    };
    return {
        fd_write: guarded((handle, vectors, count, toWritten) => {
            let written = 0;
            for (let i = 0; i < count; i++) {
                const start = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
                for (let done = 0; done < size;) done += waiting(() => fs.writeSync(handle, memory.bytes, start + done, size - done));
                written += size;
            }
            memory.setPointer(toWritten, written);
        }),
        fd_fdstat_get(handle, to) {
            memory.bytes.fill(0, to, to + 24);
            view().setUint8(to, isatty(handle) ? characterDevice : regularFile);
            return 0;
        },
        fd_seek: () => 70, // ESPIPE
        fd_close: () => 0,
        environ_sizes_get(toCount, toSize) {
            const all = environment();
            memory.setPointer(toCount, all.length);
            memory.setPointer(toSize, Buffer.concat(all).length);
            return 0;
        },
        environ_get(toPointers, to) {
            for (const one of environment()) {
                memory.setPointer(toPointers, to);
                memory.bytes.set(one, to);
                toPointers += 4;
                to += one.length;
            }
            return 0;
        },
        clock_time_get(clock, precision, to) {
            view().setBigUint64(to, BigInt(Date.now()) * 1000000n, true);
            return 0;
        },
        proc_exit(code) {
            throw new Exit(code);
        },
    };
}
