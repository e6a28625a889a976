// Models made by hand, shown in a page: textures that scroll, materials that change their color, nodes that take turns,
// and light maps above a floor really change what is seen.
import { deflateSync } from 'node:zlib';
import { expect } from './chromium.mjs';

function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}

function png(width, height, colors) {
    const chunk = (type, data) => {
        const bytes = Buffer.alloc(12 + data.length);
        bytes.writeUInt32BE(data.length, 0);
        bytes.write(type, 4, 'latin1');
        data.copy(bytes, 8);
        bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
        return bytes;
    };
    const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
    const rows = Array.from({ length: height }, (_, y) => [0, ...colors.slice(y * width, (y + 1) * width).flat()]);
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(rows.flat()))), chunk('IEND', Buffer.alloc(0))]);
}

// A GLB whose accessors and images are given as arrays.
function glb({ accessors, images, ...json }) {
    const pieces = [], bufferViews = [];
    let length = 0;
    const add = (bytes) => {
        bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
        pieces.push(bytes, Buffer.alloc(-bytes.length & 3));
        length += bytes.length + (-bytes.length & 3);
        return bufferViews.length - 1;
    };
    const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
    const described = accessors.map(([type, values, indices]) => {
        const array = indices ? new Uint16Array(values) : new Float32Array(values), width = widths[type];
        const column = (i) => values.filter((_, k) => k % width === i);
        return { bufferView: add(Buffer.from(array.buffer)), componentType: indices ? 5123 : 5126, type, count: values.length / width,
            min: Array.from({ length: width }, (_, i) => Math.min(...column(i))), max: Array.from({ length: width }, (_, i) => Math.max(...column(i))) };
    });
    const all = { asset: { version: '2.0' }, scene: 0, ...json, accessors: described, images: images.map((bytes) => ({ bufferView: add(bytes), mimeType: 'image/png' })), bufferViews, buffers: [{ byteLength: length }] };
    const text = Buffer.from(JSON.stringify(all)), padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
    const head = Buffer.alloc(20), binary = Buffer.alloc(8);
    [0x46546c67, 2, 28 + padded.length + length, padded.length, 0x4e4f534a].forEach((word, i) => head.writeUInt32LE(word, 4 * i));
    [length, 0x4e4942].forEach((word, i) => binary.writeUInt32LE(word, 4 * i));
    return Buffer.concat([head, padded, binary, ...pieces]);
}

const pointer = (sampler, path) => ({ sampler, target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: path } } } });
const red = [255, 0, 0], blue = [0, 0, 255], white = [255, 255, 255];
const material = (texture, more) => ({ pbrMetallicRoughness: { baseColorTexture: { index: texture } }, extensions: { KHR_materials_unlit: {} }, ...more });

// An upright square, red on its left and blue on its right, and a smaller one before it, which is white and not there at first.
const model = glb({
    accessors: [
        ['VEC3', [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]], ['VEC2', [0, 1, 1, 1, 1, 0, 0, 0]], ['SCALAR', [0, 1, 2, 0, 2, 3], true],
        ['SCALAR', [0, 1]], ['VEC2', [0, 0, 1, 0]], ['VEC4', [1, 1, 1, 1, 0, 1, 1, 1]], ['VEC3', [0, 0, 0, 1, 1, 1]], ['SCALAR', [0, 0.5]],
    ],
    images: [png(2, 1, [red, blue]), png(1, 1, [white]), png(1, 1, [[0, 0, 0]])],
    samplers: [{ magFilter: 9728, minFilter: 9728 }],
    textures: [0, 1, 2].map((source) => ({ sampler: 0, source })),
    materials: [material(0), material(1), material(1, { extras: { lightmap: { texture: 2, texCoord: 0 } } }),
        material(1, { alphaMode: 'BLEND', extras: { subtractive: true } }), material(1, { alphaMode: 'BLEND', extras: { additive: true } })],
    meshes: [0, 1, 2].map((index) => ({ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: index }] })),
    nodes: [{ mesh: 0, name: 'wall' }, { mesh: 1, name: 'picture', scale: [0, 0, 0] }, { mesh: 2, name: 'lit', translation: [3, 0, 0] }],
    scenes: [{ nodes: [0, 1, 2], extras: { lightFloor: 0.5 } }],
    extensionsUsed: ['KHR_animation_pointer', 'KHR_materials_unlit', 'KHR_texture_transform'],
    animations: [
        { name: 'scroll', channels: [pointer(0, '/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset')], samplers: [{ input: 3, output: 4 }], extras: { duration: 1, loops: true } },
        { name: 'color', channels: [pointer(0, '/materials/0/pbrMetallicRoughness/baseColorFactor')], samplers: [{ input: 7, output: 5, interpolation: 'STEP' }], extras: { duration: 1, loops: true } },
        { name: 'turns', channels: [{ sampler: 0, target: { node: 1, path: 'scale' } }], samplers: [{ input: 7, output: 6, interpolation: 'STEP' }], extras: { duration: 1, loops: true } },
    ],
});

// The colors of points of the model, which lies in a plane and is seen from the front: what is drawn of the picture is it.
const colorsAt = (page, points) => page.evaluate(async ([list, low, high]) => {
    const width = 400, height = 300, image = await createImageBitmap(await window.view.picture(width, height, null));
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height), box = [width, height, -1, -1];
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
            if (data[(y * width + x) * 4 + 3]) [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)].forEach((at, i) => (box[i] = at));
    return list.map(([x, y]) => {
        const across = Math.round(box[0] + ((x - low[0]) / (high[0] - low[0])) * (box[2] - box[0]));
        const down = Math.round(box[3] - ((y - low[1]) / (high[1] - low[1])) * (box[3] - box[1]));
        return [...data.slice((down * width + across) * 4, (down * width + across) * 4 + 3)];
    });
}, [points, [-1, -1], [4, 1]]);

const places = { left: [-0.5, 0.5], right: [0.5, 0.5], lit: [3, 0] };

async function expectColors(page, what, wanted) {
    const found = await colorsAt(page, Object.keys(wanted).map((name) => places[name]));
    Object.entries(wanted).forEach(([name, color], i) => {
        const near = color.every((value, k) => Math.abs(value - found[i][k]) <= 4);
        expect(near, 'motion', `${what}: ${name} is ${found[i]}, not ${color}`);
    });
}

const play = (page, sequence, time) => page.evaluate(([number, at]) => {
    window.view.playback.choose(number);
    window.view.playback.seek(at);
}, [sequence, time]);

// How materials are called in the list.
async function checkKinds(page) {
    const said = await page.evaluate(() => {
        [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent.includes('Materials')).click();
        return [...document.querySelectorAll('.tv-material small')].map((each) => each.textContent);
    });
    const wanted = ['unlit', 'unlit', 'unlit, light map', 'subtracted, unlit', 'added, unlit'];
    expect(said.join('|') === wanted.join('|'), 'motion', `materials are ${said.join(' | ')}`);
}

// `page` has a view.
export async function checkMotion(page) {
    await page.evaluate(async (base64) => {
        await window.view.show(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer, { title: 'motion' });
    }, model.toString('base64'));
    const started = await page.evaluate(() => [window.view.playback.sequence.value, window.view.playback.playing]);
    expect(started[0] === 'all' && started[1], 'motion', `of what loops it plays ${started}`);
    await checkKinds(page);
    await play(page, '', 0);
    await expectColors(page, 'at rest', { left: red, right: blue, lit: [128, 128, 128] });
    await play(page, '0', 0.5);
    await expectColors(page, 'scrolled by half', { left: blue, right: red });
    await play(page, '1', 0.25);
    await expectColors(page, 'before its color changes', { left: red, right: blue });
    await play(page, '1', 0.75);
    await expectColors(page, 'without red', { left: [0, 0, 0], right: blue });
    await play(page, '2', 0.25);
    await expectColors(page, 'before its turn', { left: red, right: blue });
    await play(page, '2', 0.75);
    await expectColors(page, 'in its turn', { left: white, right: white });
    await play(page, '', 0);
    await expectColors(page, 'at rest again', { left: red, right: blue });
    await play(page, 'all', 0.75);
    await expectColors(page, 'all together', { left: white, right: white });
}
