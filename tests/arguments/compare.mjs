// node compare.mjs LIST ANSWERS: what the calls of tests/arguments were answered, by function, as hashes, is what a list says.
// With TLB_UPDATE=1 the list is written.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [list, answers] = process.argv.slice(2), pinned = new Map();
// What depends on the build or on where memory is.
const varying = new Set(['tlb_array_append', 'tlb_memory_now', 'tlb_memory_peak', 'tlb_work_done']);
const linesOf = new Map();
for (const line of readFileSync(answers, 'utf8').split('\n').filter(Boolean)) {
    const [, name] = /^(tlb_\w+), /.exec(line) ?? [, null];
    if (name && !varying.has(name)) linesOf.set(name, [...(linesOf.get(name) ?? []), line]);
}
const hashOf = (lines) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
const made = [...linesOf].map(([name, lines]) => `${name} ${hashOf(lines)}`).sort();
if (process.env.TLB_UPDATE) writeFileSync(list, made.join('\n') + '\n');
for (const line of readFileSync(list, 'utf8').split('\n').filter(Boolean)) pinned.set(...line.split(' '));
let different = 0;
for (const [name, lines] of linesOf) {
    if (pinned.get(name) === hashOf(lines)) continue;
    console.log(`FAILED: ${name} answers something else than before:\n    ${lines.join('\n    ')}`);
    different++;
}
for (const name of pinned.keys()) {
    if (linesOf.has(name)) continue;
    console.log(`FAILED: ${name} is listed and was not called`);
    different++;
}
console.log(`${linesOf.size} functions, ${different} with other answers${different ? '; where that is meant, TLB_UPDATE=1 renews tests/answers' : ''}`);
process.exitCode = different ? 1 : 0;
