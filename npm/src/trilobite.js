#!/usr/bin/env node
// The command: it works in a thread of its own, so that signals reach this one meanwhile.
import fs from 'node:fs';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Shared } from './shared.js';

const shared = new Shared();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// By the signal itself, so that a shell's loop ends, too; Windows has only the status.
function endBy(signal) {
    for (const one of signals) process.removeAllListeners(one);
    if (process.platform !== 'win32') process.kill(process.pid, signal);
    process.exit(128 + constants.signals[signal]);
}

// The first asks the work to end, unless it waits for another program; the second ends at once.
function stop(signal) {
    shared.caught = constants.signals[signal];
    const waits = shared.waits;
    if (!waits) return;
    setTimeout(() => {
        if (shared.waits !== waits) return;
        console.error('trilobite: stopped');
        endBy(signal);
    }, 200);
}

// A pipe that nobody reads ends the command, as others; node had it ignored.
process.once('SIGPIPE', () => {}).removeAllListeners('SIGPIPE');

// What *.dif stands for: on Windows no shell has replaced it. Where no file matches, it stays, as in a POSIX shell.
function matching(word) {
    const start = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1, folder = word.slice(0, start), last = word.slice(start);
    if (!/[*?]/.test(last)) return [word];
    const pattern = new RegExp(`^${last.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')}$`, 'is');
    const names = fs.existsSync(folder || '.') && fs.statSync(folder || '.').isDirectory() ? fs.readdirSync(folder || '.') : [];
    const found = names.filter((name) => pattern.test(name)).sort().map((name) => folder + name);
    return found.length ? found : [word];
}

// The words of the command line as bytes: on Linux, names of files may be no UTF-8.
function words() {
    const decoded = process.argv.slice(2);
    if (process.platform === 'win32') return decoded.flatMap(matching);
    if (process.platform !== 'linux' || !decoded.some((word) => word.includes('\ufffd'))) return decoded;
    const all = fs.readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
    return all.slice(all.length - decoded.length).map((word) => Buffer.from(word, 'latin1'));
}

// It writes to the handles themselves: streams of node would make pipes such that they do not wait.
const worker = new Worker(new URL('./command.js', import.meta.url), {
    workerData: { words: words(), shared: shared.buffer }, stdout: true, stderr: true,
});
worker.on('message', () => signals.forEach((signal) => process.once(signal, stop)));
worker.on('error', (error) => {
    console.error(`trilobite: internal error: ${error.message}`);
    process.exit(5);
});
worker.on('exit', (code) => {
    const signal = signals.find((one) => constants.signals[one] === shared.caught);
    if (signal && code === 128 + shared.caught) endBy(signal);
    process.exit(code);
});
