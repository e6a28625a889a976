// Whether the loaders that games use take an IQM, and read what was meant.
//
//     node iqm.mjs LIST [SOURCES]
//
// LIST names a file on each line, SOURCES those IQEs that ask for formats of vertex arrays: what they ask for is written.
// What only one loader does not support is reported and is not a failure. The rules are those of iqm.txt's portable form, of raylib's LoadIQM and
// LoadModelAnimationsIQM, of the format's demo and of loaders as ioquake3 has them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ubyte = 1, float = 7, sizes = [1, 1, 2, 2, 4, 4, 2, 4, 8];
const portable = [
    ['position', float, 3], ['texcoord', float, 2], ['normal', float, 3], ['tangent', float, 4],
    ['blend indexes', ubyte, 4], ['blend weights', ubyte, 4], ['color', ubyte, 4],
];
const mostJoints = { raylib: 255, ioquake3: 128 };
const counts = ['version', 'filesize', 'flags', 'num_text', 'ofs_text', 'num_meshes', 'ofs_meshes', 'num_vertexarrays', 'num_vertexes',
    'ofs_vertexarrays', 'num_triangles', 'ofs_triangles', 'ofs_adjacency', 'num_joints', 'ofs_joints', 'num_poses', 'ofs_poses', 'num_anims',
    'ofs_anims', 'num_frames', 'num_framechannels', 'ofs_frames', 'ofs_bounds', 'num_comment', 'ofs_comment', 'num_extensions', 'ofs_extensions'];

export function refusals(bytes) {
    const found = [], say = (rule, what) => found.push({ rule, what });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), u32 = (at) => view.getUint32(at, true), s32 = (at) => view.getInt32(at, true);
    if (bytes.length < 124 || Buffer.from(bytes.subarray(0, 16)).toString('latin1') !== 'INTERQUAKEMODEL\0') return [{ rule: 'header', what: 'no IQM' }];
    const h = Object.fromEntries(counts.map((name, i) => [name, u32(16 + 4 * i)]));
    if (h.version !== 2) say('header', `version ${h.version}`);
    if (h.filesize !== bytes.length) say('header', `filesize ${h.filesize} of ${bytes.length} bytes`);

    // Loaders step through a part from its offset and believe its count.
    const within = (what, at, count, size) => {
        if (!count) return false;
        if (at < 124 || at + count * size > bytes.length) { say('range', `${what}: ${count} at ${at}`); return false; }
        if (at % 4) say('alignment', `${what} at ${at}`);
        return true;
    };
    const text = within('text', h.ofs_text - (h.ofs_text % 4), h.num_text, 1);
    const name = (what, at) => {
        if (!text || at >= h.num_text) return say('text', `${what}: name at ${at} of ${h.num_text}`), '';
        const start = h.ofs_text + at, end = bytes.indexOf(0, start);
        if (end < 0 || end >= h.ofs_text + h.num_text) say('text', `${what}: a name without an end`);
        return Buffer.from(bytes.subarray(start, end)).toString('utf8');
    };
    if (text && bytes[h.ofs_text + h.num_text - 1]) say('text', 'the text does not end in 0');

    const arrays = new Map();
    if (within('vertex arrays', h.ofs_vertexarrays, h.num_vertexarrays, 20))
        for (let i = 0; i < h.num_vertexarrays; i++) {
            const [type, flags, format, size, offset] = [0, 4, 8, 12, 16].map((k) => u32(h.ofs_vertexarrays + 20 * i + k));
            if (flags) say('vertex array', `array ${i} has flags ${flags}`);
            if (format > 8 || size < 1 || size > 4) { say('vertex array', `array ${i}: format ${format} x ${size}`); continue; }
            within(`vertex array ${i}`, offset, h.num_vertexes, sizes[format] * size);
            if (arrays.has(type)) say('vertex array', `type ${type} twice`);
            arrays.set(type, { format, size, offset });
            if (type >= 16) name(`custom ${type - 16}`, type - 16);
            else if (type >= portable.length) say('vertex array', `type ${type}`);
            else {
                const [what, wanted, width] = portable[type];
                if (format !== wanted || size !== width) say('portable', `${what} is format ${format} x ${size}, not ${wanted} x ${width}`);
            }
        }
    if (h.num_vertexes)
        for (const type of [0, 1, 2]) if (!arrays.has(type)) say('required', `no ${portable[type][0]}`); // demo, ioquake3
    if (arrays.has(4) !== arrays.has(5)) say('required', 'blend indexes and weights come together');
    if (h.num_joints && h.num_meshes && !arrays.has(4)) say('required', 'joints without blend indexes');

    if (within('meshes', h.ofs_meshes, h.num_meshes, 24))
        for (let i = 0; i < h.num_meshes; i++) {
            const [label, material, first, many, begin, faces] = [0, 1, 2, 3, 4, 5].map((k) => u32(h.ofs_meshes + 24 * i + 4 * k));
            name(`mesh ${i}`, label);
            name(`material ${i}`, material);
            if (first + many > h.num_vertexes || begin + faces > h.num_triangles) say('mesh', `mesh ${i} reaches beyond its lists`);
            // raylib numbers a mesh's vertices from its first and keeps them in 16 bits.
            if (many > 65535) say('raylib', `mesh ${i} has ${many} vertices, ${65535} at most`);
            for (let t = begin; t < begin + faces && h.ofs_triangles + 12 * t + 12 <= bytes.length; t++)
                for (let k = 0; k < 3; k++) {
                    const index = u32(h.ofs_triangles + 12 * t + 4 * k);
                    if (index < first || index >= first + many) { say('mesh', `triangle ${t} leaves mesh ${i}`); t = Infinity; break; }
                }
        }
    within('triangles', h.ofs_triangles, h.num_triangles, 12);
    if (h.ofs_adjacency && within('adjacency', h.ofs_adjacency, h.num_triangles, 12))
        for (let i = 0; i < h.num_triangles * 3; i++) {
            const next = s32(h.ofs_adjacency + 4 * i);
            if (next < -1 || next >= h.num_triangles) { say('range', `adjacency of triangle ${(i / 3) | 0}: ${next}`); break; }
        }

    const parents = (what, at, count, size, parent) => {
        for (let i = 0; i < count; i++) {
            const value = s32(at + size * i + parent);
            if (value < -1 || value >= i) say('skeleton', `${what} ${i} has parent ${value}`); // matrices are made in order
        }
    };
    if (within('joints', h.ofs_joints, h.num_joints, 48)) {
        parents('joint', h.ofs_joints, h.num_joints, 48, 4);
        for (let i = 0; i < h.num_joints; i++) {
            const at = h.ofs_joints + 48 * i, q = [20, 24, 28, 32].map((k) => view.getFloat32(at + k, true));
            name(`joint ${i}`, u32(at));
            if (Math.abs(Math.hypot(...q) - 1) > 1e-3) say('skeleton', `joint ${i} has a rotation of length ${Math.hypot(...q)}`);
            if ([36, 40, 44].some((k) => view.getFloat32(at + k, true) === 0)) say('skeleton', `joint ${i} has no size`); // its inverse is needed
        }
        if (arrays.has(4) && arrays.has(5) && arrays.get(4).format === ubyte && arrays.get(5).format === ubyte)
            for (let v = 0; v < h.num_vertexes; v++) {
                const weights = bytes.subarray(arrays.get(5).offset + 4 * v, arrays.get(5).offset + 4 * v + 4), sum = weights.reduce((a, b) => a + b, 0);
                const joints = bytes.subarray(arrays.get(4).offset + 4 * v, arrays.get(4).offset + 4 * v + 4);
                if (sum && sum !== 255) { say('weights', `vertex ${v} sums up to ${sum}`); break; }
                if (joints.some((joint, k) => weights[k] && joint >= h.num_joints)) { say('weights', `vertex ${v} has joints ${joints}`); break; }
            }
    }
    for (const [loader, most] of Object.entries(mostJoints)) if (h.num_joints > most) say(loader, `${h.num_joints} joints, ${most} at most`);

    if (h.num_poses && h.num_joints && h.num_poses !== h.num_joints) say('skeleton', `${h.num_poses} poses of ${h.num_joints} joints`);
    let channels = 0;
    if (within('poses', h.ofs_poses, h.num_poses, 88)) {
        parents('pose', h.ofs_poses, h.num_poses, 88, 0);
        for (let i = 0; i < h.num_poses; i++) {
            const mask = u32(h.ofs_poses + 88 * i + 4);
            if (mask > 1023) say('skeleton', `pose ${i} has mask ${mask}`);
            for (let bit = 0; bit < 10; bit++) channels += (mask >> bit) & 1;
            if (h.num_joints === h.num_poses && s32(h.ofs_poses + 88 * i) !== s32(h.ofs_joints + 48 * i + 4)) say('skeleton', `pose ${i} has another parent than its joint`);
        }
        if (channels !== h.num_framechannels) say('frames', `${channels} channels in masks, ${h.num_framechannels} told`);
    }
    if (h.num_framechannels) within('frames', h.ofs_frames - (h.ofs_frames % 2), h.num_frames * h.num_framechannels, 2);
    if (within('animations', h.ofs_anims, h.num_anims, 20))
        for (let i = 0; i < h.num_anims; i++) {
            const at = h.ofs_anims + 20 * i, first = u32(at + 4), many = u32(at + 8), rate = view.getFloat32(at + 12, true);
            name(`animation ${i}`, u32(at));
            if (first + many > h.num_frames) say('frames', `animation ${i} has frames ${first} to ${first + many} of ${h.num_frames}`);
            if (!(rate >= 0) || rate === Infinity) say('frames', `animation ${i} has ${rate} frames per second`);
        }
    if (h.ofs_bounds && within('bounds', h.ofs_bounds, h.num_frames, 32))
        for (let i = 0; i < h.num_frames; i++)
            if ([0, 4, 8].some((k) => view.getFloat32(h.ofs_bounds + 32 * i + k, true) > view.getFloat32(h.ofs_bounds + 32 * i + 12 + k, true))) say('frames', `bounds of frame ${i} are inside out`);
    return found;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean), stem = (file) => path.basename(file).replace(/\.[^.]*$/, '');
    const [list, sources] = process.argv.slice(2), files = linesOf(list), asked = new Set(sources ? linesOf(sources).map(stem) : []), count = {};
    let failed = 0;
    for (const file of files)
        for (const { rule, what } of refusals(readFileSync(file))) {
            const named = rule === 'portable' && asked.has(stem(file)) ? 'asked for' : rule;
            failed += named !== 'asked for' && !(rule in mostJoints);
            count[named] = (count[named] ?? 0) + 1;
            console.log(`${named} ${file}: ${what}`);
        }
    console.log(`${files.length} IQM: ${Object.entries(count).map(([rule, n]) => `${rule} ${n}`).join(', ') || 'every loader takes them'}; ${failed} failed`);
    process.exitCode = failed ? 1 : 0;
}
