#!/usr/bin/env node
// The command: it works in a thread of its own, so that signals reach this one meanwhile.
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
    process.removeAllListeners(signal);
    const waits = shared.waits;
    if (waits)
        setTimeout(() => {
            if (shared.waits === waits) endBy(signal);
        }, 200);
}

// A pipe that nobody reads ends the command, as others; node had it ignored.
process.once('SIGPIPE', () => {}).removeAllListeners('SIGPIPE');

const worker = new Worker(new URL('./command.js', import.meta.url), { argv: process.argv.slice(2), workerData: shared.buffer });
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
