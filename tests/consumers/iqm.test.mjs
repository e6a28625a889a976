// What loaders refuse is refused: our sample, and each rule broken in its bytes.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusals } from './iqm.mjs';

const sample = readFileSync(new URL('../../samples/trilobite.iqm', import.meta.url));
const field = (i) => 16 + 4 * i; // of the header, counted after the magic
const at = (i) => sample.readUInt32LE(field(i));
const arrays = at(9), joints = at(14), poses = at(16), meshes = at(6), anims = at(18);
const rulesOf = (...changes) => {
    const bytes = Buffer.from(sample);
    for (const [offset, value] of changes) bytes.writeInt32LE(value, offset);
    return [...new Set(refusals(bytes).map(({ rule }) => rule))].sort().join(' ');
};
const arrayOf = (type) => {
    for (let i = 0; i < at(7); i++) if (sample.readUInt32LE(arrays + 20 * i) === type) return arrays + 20 * i;
    throw new Error(`the sample has no array of type ${type}`);
};

test('our sample', () => assert.equal(rulesOf(), ''));
test('another version', () => assert.equal(rulesOf([field(0), 1]), 'header'));
test('a longer file', () => assert.equal(rulesOf([field(1), sample.length + 4]), 'header'));
test('half positions', () => assert.equal(rulesOf([arrayOf(0) + 8, 6]), 'portable'));
test('a normal of four numbers', () => assert.match(rulesOf([arrayOf(2) + 12, 4]), /portable/));
test('short blend indexes', () => assert.match(rulesOf([arrayOf(4) + 8, 3]), /portable/));
test('no texture coordinates', () => assert.equal(rulesOf([arrayOf(1), 16]), 'required'));
test('an array after the end', () => assert.equal(rulesOf([arrayOf(2) + 16, sample.length - 4]), 'range'));
test('a mesh that reaches too far', () => assert.match(rulesOf([meshes + 20, at(10) + 1]), /mesh/));
test('a joint before its parent', () => assert.match(rulesOf([joints + 4, 1]), /skeleton/));
test('a pose with another parent', () => assert.equal(rulesOf([poses + 88 * (at(15) - 1), -1]), 'skeleton'));
test('a joint that is too large a number', () => assert.equal(rulesOf([field(13), 1], [field(15), 1]).split(' ').includes('weights'), true));
test('an animation beyond the frames', () => assert.equal(rulesOf([anims + 8, at(19) + 1]), 'frames'));
test('a name after the text', () => assert.equal(rulesOf([anims, at(3)]), 'text'));
