// node engines.mjs VERSION LOCK...: whether the node of this version may run every package of the lock files. Prints those
// that it may not, and exits 1 when there is one, a range is not understood, or a lock file lists no package.
import { readFile } from 'node:fs/promises';

const numbers = (text) => text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : -1)); // -1: any
// Below 0: a comes before b, as far as b says.
const order = (a, b) => b.reduce((found, part, i) => found || (part < 0 ? 0 : a[i] - part), 0);
const caret = (a, b) => order(a, b) >= 0 && a[0] === b[0] && (b[0] > 0 || a[1] === b[1]);

const comparators = {
    '>=': (a, b) => order(a, b) >= 0, '>': (a, b) => order(a, b) > 0, '<': (a, b) => order(a, b) < 0,
    '<=': (a, b) => order(a, b) <= 0, '=': (a, b) => order(a, b) === 0, '': (a, b) => order(a, b) === 0, '^': caret,
};

function fits(version, comparator) {
    const [, name, bound] = /^(>=|<=|>|<|=|\^|)v?(\d+(?:\.(?:\d+|x|\*)){0,2}|\*)$/.exec(comparator) ?? [];
    if (bound === undefined) throw new Error(`a range that is not understood: ${comparator}`);
    return comparators[name](version, numbers(bound));
}

const admits = (range, version) =>
    range.split('||').some((part) =>
        part.trim().replace(/([<>=^])\s+/g, '$1').split(/\s+/).every((comparator) => fits(version, comparator)));

const [wanted, ...locks] = process.argv.slice(2);
for (const lock of locks) {
    const packages = Object.entries(JSON.parse(await readFile(lock, 'utf8')).packages).filter(([name]) => name);
    if (!packages.length) {
        console.log(`${lock}: no packages`);
        process.exitCode = 1;
    }
    for (const [name, { version, engines }] of packages) {
        if (!engines?.node || admits(engines.node, numbers(wanted))) continue;
        console.log(`${lock}: ${name} ${version} runs on node ${engines.node}, not on ${wanted}`);
        process.exitCode = 1;
    }
}
