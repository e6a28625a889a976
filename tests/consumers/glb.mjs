// A GLB as its consumers meet it: JSON, numbers of accessors, nodes in the world. Our own code is not used.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

export function readGlb(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), glb = { json: null, bin: null };
    if (view.getUint32(0, true) !== 0x46546c67) throw new Error('no GLB');
    for (let at = 12; at + 8 <= bytes.length;) {
        const length = view.getUint32(at, true), type = view.getUint32(at + 4, true);
        const chunk = bytes.subarray(at + 8, at + 8 + length);
        if (type === 0x4e4f534a) glb.json = JSON.parse(new TextDecoder().decode(chunk));
        if (type === 0x004e4942) glb.bin = chunk;
        at += 8 + length;
    }
    return glb;
}
export const readGlbFile = (file) => readGlb(readFileSync(file));

const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const components = {
    5120: [1, 'getInt8', 127], 5121: [1, 'getUint8', 255], 5122: [2, 'getInt16', 32767], 5123: [2, 'getUint16', 65535],
    5125: [4, 'getUint32', 1], 5126: [4, 'getFloat32', 1],
};

// An accessor's elements, each an array of numbers.
export function values({ json, bin }, index) {
    const accessor = json.accessors[index], width = widths[accessor.type], view = json.bufferViews?.[accessor.bufferView];
    const [size, getter, most] = components[accessor.componentType];
    const elements = Array.from({ length: accessor.count }, () => new Array(width).fill(0));
    if (!view) return elements;
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0), stride = view.byteStride ?? width * size;
    const data = new DataView(bin.buffer, bin.byteOffset, bin.byteLength);
    for (let i = 0; i < accessor.count; i++)
        for (let k = 0; k < width; k++) {
            const value = data[getter](start + i * stride + k * size, true);
            elements[i][k] = accessor.normalized ? Math.max(value / most, -1) : value;
        }
    return elements;
}

export function imageBytes({ json, bin }, index) {
    const view = json.bufferViews[json.images[index].bufferView];
    return view && bin.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
}

// The nodes that a scene shows, each once.
export function reachable(json, scene = json.scene ?? 0) {
    const found = new Set(), visit = (node) => {
        if (found.has(node)) return;
        found.add(node);
        (json.nodes[node].children ?? []).forEach(visit);
    };
    (json.scenes?.[scene]?.nodes ?? []).forEach(visit);
    return found;
}

export const trianglesOf = (json, primitive) => (primitive.mode ?? 4) !== 4 ? 0
    : Math.floor(json.accessors[primitive.indices ?? primitive.attributes.POSITION].count / 3);

// What a program shows of the default scene.
export function summary(json) {
    const nodes = [...reachable(json)], meshes = nodes.filter((node) => json.nodes[node].mesh !== undefined);
    const triangles = meshes.flatMap((node) => json.meshes[json.nodes[node].mesh].primitives)
        .reduce((sum, primitive) => sum + trianglesOf(json, primitive), 0);
    return { meshes: meshes.length, triangles, animations: (json.animations ?? []).length };
}

// PNG without interlacing to [width, height, RGBA bytes]; null for what else there is.
export function decodePng(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47) return null;
    const width = view.getUint32(16), height = view.getUint32(20), depth = bytes[24], kind = bytes[25];
    if (bytes[28] || depth > 8) return null;
    const parts = [];
    let palette = null, alphas = [];
    for (let at = 8; at < bytes.length;) {
        const length = view.getUint32(at), type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const data = bytes.subarray(at + 8, at + 8 + length);
        if (type === 'PLTE') palette = data;
        if (type === 'tRNS') alphas = data;
        if (type === 'IDAT') parts.push(data);
        at += 12 + length;
    }
    const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind], step = Math.max(1, (channels * depth) >> 3);
    const row = Math.ceil((width * channels * depth) / 8), raw = inflateSync(Buffer.concat(parts));
    const out = new Uint8Array(width * height * 4);
    let above = new Uint8Array(row);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (row + 1)], line = Uint8Array.from(raw.subarray(y * (row + 1) + 1, (y + 1) * (row + 1)));
        for (let x = 0; x < row; x++) {
            const a = x >= step ? line[x - step] : 0, b = above[x], c = x >= step ? above[x - step] : 0, p = a + b - c;
            const paeth = Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c) ? a : Math.abs(p - b) <= Math.abs(p - c) ? b : c;
            line[x] += [0, a, b, (a + b) >> 1, paeth][filter];
        }
        for (let x = 0; x < width; x++) {
            const sample = (k) => depth === 8 ? line[x * channels + k] : (line[(x * depth) >> 3] >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
            const grey = (v) => (v * 255) / ((1 << depth) - 1), first = sample(0);
            const color = kind === 3 ? [...palette.subarray(first * 3, first * 3 + 3), alphas[first] ?? 255]
                : kind === 0 ? [grey(first), grey(first), grey(first), 255] : kind === 4 ? [first, first, first, sample(1)]
                : [first, sample(1), sample(2), kind === 6 ? sample(3) : 255];
            out.set(color, (y * width + x) * 4);
        }
        above = line;
    }
    return { width, height, pixels: out };
}
