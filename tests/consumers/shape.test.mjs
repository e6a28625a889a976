// What readers of Torque shapes refuse is refused: our sample, and its bytes broken.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusals } from './shape.mjs';

const sample = readFileSync(new URL('../../fuzz/seeds/torque-dts/cock-v24.dts', import.meta.url));
const streams = 16, guard = streams + 4 * 19; // the counts, the smallest size and its number precede the first guard
const refusalsOf = (...changes) => {
    const bytes = Buffer.from(sample);
    for (const [offset, value] of changes) bytes.writeInt32LE(value, offset);
    return refusals(bytes).join('\n');
};

test('our sample', () => assert.equal(refusalsOf(), ''));
test('a guard that is another', () => assert.match(refusalsOf([guard, 7]), /guard 0 after the counts/));
test('one node more', () => assert.match(refusalsOf([streams, sample.readInt32LE(streams) + 1]), /guard/));
test('one name less', () => assert.match(refusalsOf([streams + 4 * 16, sample.readInt32LE(streams + 4 * 16) - 1]), /guard/));
test('a node whose parent comes later', () => assert.match(refusalsOf([guard + 4 + 4 * 12 + 4, 5]), /the parent of node 0/));
test('a name that is not there', () => assert.match(refusalsOf([guard + 4 + 4 * 12, 999]), /the name of node 0 is 999/));
test('a shape that ends', () => assert.notEqual(refusals(sample.subarray(0, sample.length - 4)).length, 0));
test('bytes at the end', () => assert.match(refusals(Buffer.concat([sample, Buffer.alloc(4)])).join(), /4 bytes after/));
