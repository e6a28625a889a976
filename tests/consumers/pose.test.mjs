// Poses by hand: a quarter turn, a step, a joint, a morph; and distances that are there.
import assert from 'node:assert';
import { test } from 'node:test';
import { apart, durationOf, lightsOf, sameLights, triangles } from './pose.mjs';

// Accessors of float and of bytes from lists, in one buffer.
function glbOf(json, lists) {
    const buffer = Buffer.alloc(lists.length * 256), types = { 1: 'SCALAR', 2: 'VEC2', 3: 'VEC3', 4: 'VEC4', 16: 'MAT4' };
    const accessors = lists.map(({ width, numbers, bytes }, i) => {
        numbers.forEach((value, k) => bytes ? buffer.writeUInt8(value, i * 256 + k) : buffer.writeFloatLE(value, i * 256 + 4 * k));
        return { bufferView: i, componentType: bytes ? 5121 : 5126, normalized: bytes === 'normalized', count: numbers.length / width, type: types[width], max: [Math.max(...numbers)] };
    });
    return { json: { ...json, accessors, bufferViews: lists.map((_, i) => ({ byteOffset: i * 256, byteLength: 256 })) }, bin: buffer };
}
const triangle = { width: 3, numbers: [1, 0, 0, 2, 0, 0, 1, 1, 0] };
const near = (a, b) => a.flat().forEach((value, i) => assert.ok(Math.abs(value - b.flat()[i]) < 1e-6, `${a} is not ${b}`));
const half = Math.SQRT1_2;
const turning = (interpolation) => glbOf({
    scenes: [{ nodes: [0] }], nodes: [{ children: [1], translation: [0, 0, 5] }, { mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    animations: [{ channels: [{ sampler: 0, target: { node: 1, path: 'rotation' } }], samplers: [{ input: 1, output: 2, interpolation }] }],
}, [triangle, { width: 1, numbers: [0, 2] }, { width: 4, numbers: [0, 0, 0, 1, 0, 0, 1, 0] }]); // half a turn about z

test('at rest', () => near(triangles(turning('LINEAR')), [[1, 0, 5], [2, 0, 5], [1, 1, 5]]));
test('half of half a turn', () => near(triangles(turning('LINEAR'), 0, 1), [[0, 1, 5], [0, 2, 5], [-1, 1, 5]]));
test('steps stay', () => near(triangles(turning('STEP'), 0, 1.9), [[1, 0, 5], [2, 0, 5], [1, 1, 5]]));
test('the end', () => { assert.equal(durationOf(turning('LINEAR'), 0), 2); near(triangles(turning('LINEAR'), 0, 3), [[-1, 0, 5], [-2, 0, 5], [-1, -1, 5]]); });

test('a joint', () => {
    const moved = glbOf({
        scenes: [{ nodes: [0, 1] }], nodes: [{ translation: [0, 3, 0], rotation: [0, 0, half, half] }, { mesh: 0, skin: 0, translation: [9, 9, 9] }],
        skins: [{ joints: [0], inverseBindMatrices: 3 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }],
    }, [triangle, { width: 4, numbers: new Array(12).fill(0), bytes: true }, { width: 4, numbers: [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0], bytes: 'normalized' },
        { width: 16, numbers: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1] }]);
    near(triangles(moved), [[0, 3, 0], [0, 4, 0], [-1, 3, 0]]);
});
test('a morph target', () => {
    const morphed = glbOf({ scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, weights: [0.5] }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }] }] }] },
        [triangle, { width: 3, numbers: [0, 0, 4, 0, 0, 0, 0, 0, 0] }]);
    near(triangles(morphed), [[1, 0, 2], [2, 0, 0], [1, 1, 0]]);
});

test('distances, whatever the order', () => {
    const a = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 0, 0], [6, 0, 0], [5, 1, 0]], b = [...a.slice(3), ...a.slice(0, 3)];
    assert.equal(apart(a, b), 0);
    assert.equal(apart(a, a.slice(0, 3)), Infinity);
    const off = apart(a, b.map(([x, y, z]) => [x, y, z + 1e-4]));
    assert.ok(off > 1.5e-5 && off < 1.8e-5, `${off}`);
    assert.ok(apart(a, b.map(([x, y, z]) => [x, y, z + 1])) > 1e-3);
    const further = b.map(([x, y, z]) => [x, y, z + 2e-3]);
    assert.equal(apart(a, further), Infinity);
    const reached = apart(a, further, 5e-4);
    assert.ok(reached > 3e-4 && reached < 3.5e-4, `${reached}`);
});

test('lights in the world', () => {
    const json = { scenes: [{ nodes: [0] }], nodes: [{ children: [1], translation: [0, 0, 5], scale: [2, 2, 2] }, { translation: [1, 2, 3], extensions: { KHR_lights_punctual: { light: 0 } } }],
        extensions: { KHR_lights_punctual: { lights: [{ type: 'point', color: [1, 0.5, 0], intensity: 9 }] } } };
    assert.deepEqual(lightsOf({ json }), [[2, 4, 11, 1, 0.5, 0, 9]]);
    assert.ok(sameLights([[2, 4, 11, 1, 0.5, 0, 9]], lightsOf({ json })));
    for (const other of [[[2, 4, 11.1, 1, 0.5, 0, 9]], []]) assert.ok(!sameLights(other, lightsOf({ json })));
});
