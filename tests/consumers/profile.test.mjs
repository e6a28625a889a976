// Every rule is broken once by hand, and what keeps it passes.
import assert from 'node:assert';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { readGlb } from './glb.mjs';
import { breaches } from './profile.mjs';

// Nobody here looks at checksums.
function png(width, height, color) {
    const rows = Buffer.alloc(height * (1 + width * 3));
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) rows.set(color(x, y), y * (1 + width * 3) + 1 + x * 3);
    const chunk = (type, data) => {
        const out = Buffer.alloc(12 + data.length);
        out.writeUInt32BE(data.length, 0);
        out.write(type, 4, 'latin1');
        data.copy(out, 8);
        return out;
    };
    const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
const grey = png(4, 4, () => [184, 184, 184]);
const checker = png(8, 8, (x, y) => ((x >> 2) + (y >> 2)) % 2 ? [255, 0, 255] : [0, 0, 0]);

function glb(json, image = grey) {
    const whole = structuredClone(json);
    if (whole.images) {
        whole.bufferViews = [{ buffer: 0, byteLength: image.length }];
        whole.images.forEach((each) => { each.bufferView = 0; each.mimeType = 'image/png'; });
    }
    const text = Buffer.from(JSON.stringify({ asset: { version: '2.0' }, ...whole })), pad = (4 - (text.length % 4)) % 4;
    const header = (length, type) => { const out = Buffer.alloc(8); out.writeUInt32LE(length, 0); out.writeUInt32LE(type, 4); return out; };
    const file = Buffer.concat([Buffer.from('676c544602000000ffffffff', 'hex'), header(text.length + pad, 0x4e4f534a), text, Buffer.alloc(pad, 32), header(image.length, 0x004e4942), image]);
    return readGlb(file);
}
const good = {
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'room', mesh: 0, children: [1] }, { name: 'door', mesh: 0 }],
    meshes: [{ name: 'room', primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ name: 'wall', pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, extras: { placeholder: true, texture: 'textures/wall.png' } }],
    textures: [{ source: 0 }],
    images: [{ name: 'wall' }],
    animations: [{ name: 'open', channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }], samplers: [{}] }],
};
const broken = (change) => { const json = structuredClone(good); change(json); return json; };
const rulesOf = (...file) => [...new Set(breaches(glb(...file)).map(({ rule }) => rule))].sort().join(' ');

test('a file that keeps the rules', () => assert.equal(rulesOf(good), ''));
test('a placeholder for a name with a folder and a dot', () => assert.equal(rulesOf(broken((j) => {
    j.materials[0].extras.texture = 'skins\\base.lmale';
    j.images[0].name = 'base.lmale';
})), ''));

const cases = [
    ['R1', 'a level outside the scene', (j) => j.nodes.push({ name: 'far', mesh: 0 })],
    ['R1', 'a level in another scene', (j) => { j.nodes.push({ name: 'far', mesh: 0 }); j.scenes.push({ nodes: [2] }); }],
    ['R2', 'levels by MSFT_lod', (j) => { j.extensionsUsed = ['MSFT_lod']; }],
    ['R2', 'hulls that only an extension hides', (j) => { j.nodes[1].extensions = { KHR_node_visibility: { visible: false } }; }],
    ['R3', 'light as occlusion', (j) => { j.materials[0].occlusionTexture = { index: 0, texCoord: 1 }; }],
    ['R3 R4', 'unlit besides', (j) => { j.materials[0].occlusionTexture = { index: 0 }; j.materials[0].extensions = { KHR_materials_unlit: {} }; }],
    ['R6', 'a placeholder that does not say for what', (j) => { delete j.materials[0].extras.texture; }],
    ['R6', 'a placeholder of another name', (j) => { j.images[0].name = 'placeholder'; }],
    ['R7', 'a material twice', (j) => j.materials.push({ ...j.materials[0], name: 'wall (2)' })],
    ['R3 R7', 'a material for each light map', (j) => j.materials.push({ ...j.materials[0], name: 'other', occlusionTexture: { index: 0 } })],
    ['R8', 'a name made of parts', (j) => { j.materials[0].name = 'wall+detail 0 light map 1'; }],
    ['R8', 'a long name', (j) => { j.nodes[0].name = 'ä'.repeat(32); }],
    ['R8', 'an empty name', (j) => { j.nodes[0].name = ''; }],
    ['R8', 'a mesh without a name', (j) => { delete j.nodes[0].name; }],
    ['R8', 'a line break', (j) => { j.meshes[0].name = 'a\nb'; }],
    ['R10 R9', 'two parts of their own', (j) => { j.nodes[1].children = [2]; j.nodes.push({ name: 'knob', mesh: 0 });
        j.animations[0].channels.push({ sampler: 0, target: { node: 2, path: 'rotation' } }); }],
];
for (const [rule, what, change] of cases) test(`${rule}: ${what}`, () => assert.equal(rulesOf(broken(change)), rule));

test('R7: materials that move differ by how they move', () => {
    const moving = (outputs) => broken((j) => {
        j.accessors = [3, 3, 4].map((count) => ({ type: 'SCALAR', componentType: 5126, count }));
        j.materials.push({ ...j.materials[0], name: 'wall (2)' });
        j.animations[0].samplers = outputs.map((output) => ({ input: 0, output }));
        j.animations[0].channels = outputs.map((output, i) => ({ sampler: i, target: { path: 'pointer',
            extensions: { KHR_animation_pointer: { pointer: `/materials/${i}/pbrMetallicRoughness/baseColorFactor` } } } }));
    });
    assert.equal(rulesOf(moving([1, 2])), '');
    assert.equal(rulesOf(moving([1, 1])), 'R7');
});

test('R5: a magenta checker', () => assert.equal(rulesOf(good, checker), 'R5'));

test('a texture may have a plus in its name', () => {
    assert.equal(rulesOf(broken((j) => { j.images[0].name = j.materials[0].name = 'a+b'; j.materials[0].extras.texture = 'a+b.bmp'; })), '');
});
test('joints of a skin are one action', () => {
    assert.equal(rulesOf(broken((j) => {
        j.nodes = [{ name: 'root', children: [1] }, { name: 'hip', children: [2] }, { name: 'knee' }, { name: 'body', mesh: 0, skin: 0 }];
        j.scenes[0].nodes = [0, 3];
        j.skins = [{ joints: [0, 1, 2] }];
        j.animations[0].channels.push({ sampler: 0, target: { node: 2, path: 'rotation' } });
    })), '');
});
test('pictures of a flip, shown by scale, need no skin', () => {
    assert.equal(rulesOf(broken((j) => { j.animations[0].channels = [0, 1].map((node) => ({ sampler: 0, target: { node, path: 'scale' } })); })), '');
});
