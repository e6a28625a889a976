// What the client and the server of Meridian 59 refuse is refused: our sample, and its bytes broken.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusals } from './room.mjs';

const sample = readFileSync(new URL('../../samples/courtyard-v12.roo', import.meta.url)); // numbers are integers
const [nodes, walls, , sidedefs] = [28, 32, 36, 40].map((at) => sample.readUInt32LE(at));
const server = sample.readUInt32LE(16), root = nodes + 2, wall = walls + 2;
// Changes of 16 bits, and of the security by as much, where that counts them.
const refusalsOf = (...changes) => {
    const bytes = Buffer.from(sample);
    let sum = bytes.readInt32LE(8) ^ 0x89ab786c;
    for (const [offset, value, isCounted] of changes) {
        if (isCounted) sum += value - bytes.readUInt16LE(offset);
        bytes.writeUInt16LE(value, offset);
    }
    bytes.writeInt32LE(sum ^ 0x89ab786c, 8);
    return refusals(bytes).join('\n');
};

test('our sample', () => assert.equal(refusalsOf(), ''));
test('another file', () => assert.match(refusalsOf([0, 7]), /no room/));
test('an old version', () => assert.match(refusalsOf([4, 9]), /version 9/));
test('a security of other bytes', () => assert.match(refusalsOf([sidedefs + 4, 999]), /the security is/));
test('a type that no node has', () => assert.match(refusalsOf([root, 3]), /a node of type 3/));
test('a node that is not there', () => assert.match(refusalsOf([root + 29, 9999]), /node 9999 of/));
test('a node that is its own child', () => assert.match(refusalsOf([root + 31, 1]), /node 1 is reached twice/));
test('a node without a wall', () => assert.match(refusalsOf([root + 33, 0, true]), /node 1: it has no wall/));
test('a wall that is its own next', () => assert.match(refusalsOf([root + 33, 1, true], [wall, 1]), /wall 1 of \d+ comes twice/));
test('a sidedef that is not there', () => assert.match(refusalsOf([wall + 2, 999, true]), /sidedefs 999/));
test('grids of another size', () => assert.match(refusalsOf([server, 1]), /grids of 1 by/));
test('a room that ends', () => assert.match(refusals(sample.subarray(0, sample.length - 1)).join(), /the file ends/));
