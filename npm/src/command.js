// The command in its thread: bin/trilobite.js starts it.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { attemptsOf } from '../../viewer/src/attempts.js';
import { desktopOf } from './desktop.js';
import { Memory } from './memory.js';
import { Shared } from './shared.js';
import { systemOf } from './system.js';
import { Exit, wasiOf } from './wasi.js';

const shared = new Shared(workerData.shared), memory = new Memory();
const waiting = (call) => shared.waiting(call);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL('./trilobite.wasm', import.meta.url))), {
    trilobite: attemptsOf(() => exports),
    system: systemOf(memory, waiting),
    desktop: desktopOf(memory),
    interrupt: { watch: () => parentPort.postMessage('watch'), caught: () => shared.caught },
    wasi_snapshot_preview1: wasiOf(memory, waiting),
    page: { page_look: refuse, page_size: refuse, page_read: refuse, page_list: refuse }, // of the library for programs (api.js)
});
memory.exports = exports;

function refuse() {
    throw new Error('no page is open');
}

try {
    exports._initialize();
    const words = ['trilobite', ...workerData.words].map((word) => memory.copyString(word));
    exports.command_run(words.length, memory.copy(new Uint8Array(Uint32Array.from([...words, 0]).buffer)));
} catch (error) {
    if (!(error instanceof Exit)) throw error;
    process.exit(error.code);
}
