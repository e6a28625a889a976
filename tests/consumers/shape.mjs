// Whether open readers of Torque shapes take what is written, and read what was meant.
//
//     node shape.mjs LIST
//
// LIST names a file on each line. They are read in the order, and by the limits, of io_scene_dts, the importer of Blender:
// three streams of 32, 16 and 8 bits with a guard after each part, 16 bits with a sign for elements of primitives; of a
// mesh with a parent, as engines do, only counts. What engines rely on is held against the lists it goes into.
import { judge } from './refused.mjs';

const skin = 1, decal = 2, sorted = 3, none = 4, typeMask = 7, strip = 0x40000000, fan = 0x80000000, noMaterial = 0x10000000;

class Streams {
    constructor(bytes) {
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.version = this.view.getInt16(0, true);
        const [size, start16, start8] = [4, 8, 12].map((at) => this.view.getInt32(at, true));
        this.at = [16, 16 + 4 * start16, 16 + 4 * start8];
        this.ends = [this.at[1], this.at[2], 16 + 4 * size];
        this.guards = 0;
    }
    #next(stream, width, read) {
        if (this.at[stream] + width > this.ends[stream]) throw new Error(`the stream of ${8 * width} bits ends`);
        this.at[stream] += width;
        return read(this.at[stream] - width);
    }
    s32 = () => this.#next(0, 4, (at) => this.view.getInt32(at, true));
    f32 = () => this.#next(0, 4, (at) => this.view.getFloat32(at, true));
    s16 = () => this.#next(1, 2, (at) => this.view.getInt16(at, true));
    s8 = () => this.#next(2, 1, (at) => this.view.getInt8(at));
    many = (count, read) => Array.from({ length: count }, read);
    floats = (count) => this.many(count, this.f32);
    vectors = (count) => this.many(count, () => this.floats(3));
    turns = (count) => this.many(count, () => this.many(4, this.s16));
    guard(what) {
        const found = [this.s32(), this.s16(), this.s8()], wanted = [this.guards, this.guards << 16 >> 16, this.guards << 24 >> 24];
        if (found.some((value, i) => value !== wanted[i])) throw new Error(`guard ${this.guards} after ${what} is ${found}`);
        this.guards++;
    }
    text() {
        let text = '';
        for (let c; (c = this.s8());) text += String.fromCharCode(c & 255);
        return text;
    }
}

function readClusters(s) {
    s.many(s.s32(), () => s.many(8, s.s32));
    for (let i = 0; i < 4; i++) s.many(s.s32(), s.s32);
    s.s32();
    s.guard('a sorted mesh');
}

// The lists of a mesh that has a parent are the parent's.
function readMesh(s, earlier) {
    const kind = s.s32() & typeMask, mesh = { kind };
    if (kind === none) return mesh;
    if (kind === decal || kind > none) throw new Error(`a mesh of kind ${kind}`);
    s.guard('a mesh\'s kind');
    [mesh.frames, mesh.matFrames, mesh.parent] = s.many(3, s.s32);
    [mesh.box, mesh.center, mesh.radius] = [s.floats(6), s.floats(3), s.f32()];
    const parent = mesh.parent < 0 ? null : earlier[mesh.parent], verts = s.s32();
    if (mesh.parent >= 0 && parent?.kind !== kind) throw new Error(`a mesh has the parent ${mesh.parent}`);
    mesh.verts = parent ? parent.verts.slice(0, verts) : s.vectors(verts);
    const tverts = s.s32();
    mesh.tverts = parent ? parent.tverts.slice(0, tverts) : s.many(tverts, () => s.floats(2));
    mesh.normals = parent ? parent.normals.slice(0, verts) : s.vectors(verts);
    if (!parent) s.many(verts, s.s8);
    mesh.primitives = s.many(s.s32(), () => ({ first: s.s16(), count: s.s16(), type: s.s32() }));
    mesh.indices = s.many(s.s32(), s.s16);
    s.many(s.s32(), s.s16);
    mesh.vertsPerFrame = s.s32();
    s.s32();
    s.guard('a mesh');
    if (kind === sorted) readClusters(s);
    if (kind !== skin) return mesh;
    const count = s.s32();
    mesh.verts = parent ? parent.verts.slice(0, count) : s.vectors(count);
    mesh.normals = parent ? parent.normals.slice(0, count) : s.vectors(count);
    if (!parent) s.many(count, s.s8);
    const binds = s.s32();
    if (!parent) s.floats(16 * binds);
    const weights = s.s32();
    if (!parent) mesh.weights = [s.many(weights, s.s32), s.many(weights, s.s32), s.floats(weights)];
    const bones = s.s32();
    if (!parent) mesh.bones = s.many(bones, s.s32);
    s.guard('a skin');
    return mesh;
}

function readShape(bytes) {
    const s = new Streams(bytes), shape = { version: s.version };
    const [nodes, objects, decals, subshapes, ifls, rotations, translations, uniform, aligned, arbitrary, grounds, states, decalStates,
        triggers, details, meshes, names] = s.many(17, s.s32);
    s.f32();
    shape.smallest = s.s32();
    s.guard('the counts');
    s.floats(11);
    s.guard('the bounds');
    const rows = (count, width, what) => { const list = s.many(count, () => s.many(width, s.s32)); s.guard(what); return list; };
    shape.nodes = rows(nodes, 5, 'the nodes');
    shape.objects = rows(objects, 6, 'the objects');
    rows(decals, 5, 'the decals');
    rows(ifls, 5, 'the IFL materials');
    shape.subshapes = [...s.many(3, () => s.many(subshapes, s.s32))];
    s.guard('the first parts of subshapes');
    shape.subshapes.push(...s.many(3, () => s.many(subshapes, s.s32)));
    s.guard('the counts of subshapes');
    shape.rest = s.many(nodes, () => ({ rotation: s.many(4, s.s16), translation: s.floats(3) }));
    s.vectors(translations);
    s.turns(rotations);
    s.guard('the keys');
    s.floats(uniform);
    s.vectors(aligned);
    s.vectors(arbitrary);
    s.turns(arbitrary);
    s.guard('the scales');
    s.vectors(grounds);
    s.turns(grounds);
    s.guard('the ground');
    shape.states = s.many(states, () => [s.f32(), s.s32(), s.s32()]);
    s.guard('the object states');
    s.many(decalStates, s.s32);
    s.guard('the decal states');
    s.many(triggers, () => [s.s32(), s.f32()]);
    s.guard('the triggers');
    shape.details = s.many(details, () => ({ name: s.s32(), subshape: s.s32(), detail: s.s32(), size: s.f32(), errors: s.floats(2), polygons: s.s32() }));
    s.guard('the details');
    shape.meshes = [];
    for (let i = 0; i < meshes; i++) shape.meshes.push(readMesh(s, shape.meshes));
    s.guard('the meshes');
    shape.names = s.many(names, () => s.text());
    s.guard('the names');
    if (s.version >= 26) s.floats(2 * details);
    shape.left = s.ends.map((end, i) => (end - s.at[i]) / [4, 2, 1][i]);
    Object.assign(shape, readRest(s, bytes.length), { counts: { rotations, translations, scales: uniform + aligned + arbitrary, grounds, states, triggers } });
    return shape;
}

// The sequences and the materials follow the streams.
function readRest(s, length) {
    const view = s.view, next = (width) => (at += width) - width;
    let at = s.ends[2];
    const s32 = () => view.getInt32(next(4), true);
    const bits = () => {
        s32();
        const words = s.many(s32(), s32);
        return words.flatMap((word) => Array.from({ length: 32 }, (_, i) => word >>> i & 1)).reduce((sum, bit) => sum + bit, 0);
    };
    const sequences = s.many(s32(), () => {
        const [name, flags, frames] = [s32(), s32(), s32()], duration = view.getFloat32(next(4), true);
        const [, firstGround, grounds, rotation, translation, scale, state, , firstTrigger, triggers] = s.many(10, s32);
        next(4);
        const [rotations, translations, scales, , , visible, shown, matFrames] = s.many(8, bits);
        return { name, flags, frames, duration, rotation, translation, scale, state, firstGround, grounds, firstTrigger, triggers,
            rotations, translations, scales, states: Math.max(visible, shown, matFrames) };
    });
    if (view.getInt8(next(1)) !== 1) throw new Error('the material list has another version');
    const count = s32();
    const materials = s.many(count, () => {
        const size = s.version >= 26 ? s32() : view.getUint8(next(1));
        return Buffer.from(view.buffer, view.byteOffset + next(size), size).toString('latin1');
    });
    s.many((s.version === 25 ? 7 : 6) * count, s32);
    return { sequences, materials, tail: length - at };
}

function cornersOf(mesh, { first, count, type }) {
    const list = mesh.indices.slice(first, first + count), triangles = [];
    if (type & strip || type & fan)
        for (let i = 2; i < list.length; i++)
            triangles.push(type & fan ? [list[0], list[i - 1], list[i]] : i % 2 ? [list[i - 1], list[i - 2], list[i]] : list.slice(i - 2, i + 1));
    else
        for (let i = 0; i + 3 <= list.length; i += 3) triangles.push(list.slice(i, i + 3));
    return triangles.filter(([a, b, c]) => a !== b && b !== c && a !== c);
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const less = (a, b) => a.map((value, i) => value - b[i]);

export function refusals(bytes) {
    const found = [], say = (what) => found.push(what);
    let shape;
    try { shape = readShape(bytes); } catch (error) { return [error.message]; }
    const below = (what, index, count, least = 0) => { if (!(index >= least && index < count)) say(`${what} is ${index}, of ${count}`); };
    if (shape.left.some((value, i) => value < 0 || value >= [1, 2, 4][i])) say(`left in the streams: ${shape.left}`);
    if (shape.tail) say(`${shape.tail} bytes after the materials`);
    shape.nodes.forEach(([name, parent], i) => { below(`the name of node ${i}`, name, shape.names.length); below(`the parent of node ${i}`, parent, i, -1); });
    shape.objects.forEach(([name, count, first, node], i) => {
        below(`the name of object ${i}`, name, shape.names.length);
        below(`the node of object ${i}`, node, shape.nodes.length, -1);
        below(`the last mesh of object ${i}`, first + count, shape.meshes.length + 1);
    });
    shape.details.forEach((d, i) => { below(`the name of detail ${i}`, d.name, shape.names.length); below(`the subshape of detail ${i}`, d.subshape, shape.subshapes[0].length, -1); });
    for (const [k, list] of [[0, shape.nodes], [1, shape.objects]])
        shape.subshapes[k].forEach((first, i) => below(`the end of subshape ${i}`, first + shape.subshapes[k + 3][i], list.length + 1));
    let seen = 0, agree = 0;
    shape.meshes.forEach((mesh, m) => {
        if (mesh.kind === none) return;
        // Frames of a sorted mesh have as many vertices as each needs.
        const perFrame = mesh.kind === sorted ? mesh.verts.length : mesh.vertsPerFrame;
        if (mesh.kind !== sorted && mesh.verts.length !== perFrame * mesh.frames) say(`mesh ${m} has ${mesh.verts.length} vertices in ${mesh.frames} frames of ${perFrame}`);
        if (mesh.kind !== sorted && mesh.tverts.length < perFrame) say(`mesh ${m} has ${mesh.tverts.length} texture vertices for ${perFrame}`);
        for (const primitive of mesh.primitives) {
            if (primitive.first < 0 || primitive.count < 0) say(`a primitive of mesh ${m} has numbers of more than 15 bits`);
            below(`the end of a primitive of mesh ${m}`, primitive.first + primitive.count, mesh.indices.length + 1);
            if (!(primitive.type & noMaterial)) below(`a material of mesh ${m}`, primitive.type & 0xfffffff, shape.materials.length);
            for (const triangle of cornersOf(mesh, primitive)) {
                triangle.forEach((index) => below(`an index of mesh ${m}`, index, perFrame));
                const [a, b, c] = triangle.map((index) => mesh.verts[index]);
                if (!a || !b || !c) continue;
                const face = cross(less(c, a), less(b, a)), normal = dot(face, triangle.map((index) => mesh.normals[index]).reduce((sum, n) => sum.map((v, i) => v + n[i])));
                seen += Math.abs(normal) > 1e-9;
                agree += normal > 1e-9;
            }
        }
        mesh.weights?.[0].forEach((index) => below(`a weighted vertex of mesh ${m}`, index, mesh.verts.length));
        mesh.weights?.[1].forEach((index) => below(`a weight's bone of mesh ${m}`, index, mesh.bones.length));
        mesh.bones?.forEach((node) => below(`a bone of mesh ${m}`, node, shape.nodes.length));
    });
    if (agree < 0.5 * seen) say(`only ${agree} of ${seen} triangles are clockwise as their normals have it`);
    shape.sequences.forEach((q, i) => {
        const end = (what, first, count, all) => below(`the end of the ${what} of sequence ${i}`, first + count, all + 1);
        below(`the name of sequence ${i}`, q.name, shape.names.length);
        end('rotations', q.rotation, q.rotations * q.frames, shape.counts.rotations);
        end('translations', q.translation, q.translations * q.frames, shape.counts.translations);
        end('scales', q.scale, q.scales * q.frames, shape.counts.scales);
        end('object states', q.state, q.states * q.frames, shape.counts.states);
        end('ground frames', q.firstGround, q.grounds, shape.counts.grounds);
        end('triggers', q.firstTrigger, q.triggers, shape.counts.triggers);
    });
    return found;
}

if (process.argv[2]) judge(process.argv[2], refusals, 'shapes are read');
