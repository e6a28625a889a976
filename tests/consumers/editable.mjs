// GLBs to edit, through Blender and back: names, levels, extras, triangles and animations are those that went in; and so
// they are in the model's own format, where there is a way back to it, with the places of triangles at rest and in time.
//
//     node editable.mjs TRILOBITE LIST
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGlbFile, summary, values } from './glb.mjs';
import { apart, durationOf, triangles } from './pose.mjs';

const [tool, list] = process.argv.slice(2);
const files = readFileSync(list, 'utf8').split('\n').filter(Boolean);
const script = fileURLToPath(new URL('blender_again.py', import.meta.url));
const run = (command, words) => {
    const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status) throw new Error(`${command} ${words.join(' ')}:\n${stdout}${stderr}`);
};
const convert = (...words) => run(tool, ['convert', '-q', '--force', ...words]);
// Read and written once more, so that both are what our reader makes of them.
const back = (file) => {
    convert('--editable', file, `${file}.back.glb`);
    return readGlbFile(`${file}.back.glb`);
};
// The same by way of the format that the model came from.
const own = ['dts', 'iqm', 'iqe', 'nff', 'bff', 'obj'];
const inOwn = (file, format) => {
    mkdirSync(`${file}.own`);
    const made = path.join(`${file}.own`, `own.${format}`);
    convert(file, made, ...(format === 'dts' ? ['--bitmaps', 'no'] : []));
    return back(made);
};
const flat = (value) => JSON.stringify(value, (key, v) => (typeof v === 'boolean' ? +v : typeof v === 'number' ? +v.toPrecision(5) : v));
// Lists of lists of different types, which Blender makes texts of.
const lost = ['colors'];
// Blender has a material twice that meshes with and without vertex colors use.
const cut = (name) => name.replace(/\.\d{3}$/, '');
// Of animations: others count frames and number materials, which Blender orders anew.
const kept = ['loops', 'priority', 'frameTriggers', 'comment'];
const textureOf = (json, { pbrMetallicRoughness: { baseColorTexture } = {} }) => json.images?.[json.textures?.[baseColorTexture?.index]?.source]?.name;
const facts = ({ json }) => {
    const { nodes = [], materials = [], animations = [] } = json, parent = [];
    nodes.forEach(({ children = [] }, i) => children.forEach((child) => { parent[child] = i; }));
    return {
        triangles: summary(json).triangles,
        nodes: nodes.map(({ name, mesh, extras = {} }) => `${name} ${mesh !== undefined} ${flat(Object.entries(extras).filter(([key]) => key !== 'longName' && !lost.includes(key)).sort())}`).sort(),
        tree: nodes.map(({ name }, i) => `${name} in ${nodes[parent[i]]?.name}`).sort(),
        materials: [...new Set(materials.map((material) => `${cut(material.name)} ${material.alphaMode} ${textureOf(json, material)} ${flat(material.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1])}`))].sort(),
        animations: animations.map(({ name, extras }) => `${name} ${flat(kept.map((key) => extras?.[key]))}`).sort(),
    };
};

// Blender mixes the numbers of rotations between two keys, and has a key for each frame then: where a key was at a frame,
// all is in one place, unless something steps there: that may be a frame late.
const rate = 24, allowed = 1e-4;
let random = 1;
const timesOf = (glb, animation) => {
    const { samplers } = glb.json.animations[animation], all = (some) => some.flatMap(({ input }) => values(glb, input).map(([time]) => time));
    const steps = all(samplers.filter(({ interpolation }) => interpolation === 'STEP'));
    const at = (time) => Math.abs(time * rate - Math.round(time * rate)) < 1e-3 && !steps.some((step) => step && Math.abs(step - time) < 1.01 / rate);
    const chosen = [...new Set(all(samplers))].filter(at);
    const next = () => { random = (Math.imul(random, 1664525) + 1013904223) >>> 0; return random / 2 ** 32; };
    return Array.from({ length: Math.min(4, chosen.length) }, () => chosen.splice(Math.floor(next() * chosen.length), 1)[0]);
};

let failed = 0, poses = 0, worst = 0;
const fail = (file, message) => {
    failed++;
    console.log(`FAILED ${file}: ${message}`);
};
function compare(file, before, after) {
    const was = facts(before), is = facts(after);
    for (const key of Object.keys(was)) {
        if (flat(was[key]) === flat(is[key])) continue;
        const missing = was[key].filter?.((each) => !is[key].includes(each)) ?? was[key], more = is[key].filter?.((each) => !was[key].includes(each)) ?? is[key];
        fail(file, `${key}: lost ${flat(missing).slice(0, 600)}, found ${flat(more).slice(0, 600)}`);
    }
    const rest = apart(triangles(before), triangles(after));
    worst = Math.max(worst, rest);
    if (rest > 1e-5) fail(file, `at rest ${rest} of the size apart`);
    (before.json.animations ?? []).forEach(({ name }, i) => {
        const other = (after.json.animations ?? []).findIndex((each) => each.name === name), length = durationOf(before, i);
        for (const time of other < 0 ? [] : timesOf(before, i)) {
            poses++;
            const distance = apart(triangles(before, i, time), triangles(after, other, time));
            worst = Math.max(worst, distance === Infinity ? 0 : distance);
            if (distance > allowed) return fail(file, `${name} at ${time} of ${length}: ${distance} of the size apart`);
        }
    });
}

run('blender', ['-b', '--factory-startup', '--python', script, '--', ...files.flatMap((file) => [file, `${file}.blender.glb`])]);
let returned = 0;
for (const file of files) {
    const { format } = readGlbFile(file).json.asset.extras;
    compare(file, back(file), back(`${file}.blender.glb`));
    if (!own.includes(format)) continue;
    returned++;
    compare(`${file} as ${format}`, inOwn(file, format), inOwn(`${file}.blender.glb`, format));
}
console.log(`${files.length} GLBs through Blender, ${returned} to their own format; ${poses} poses, ${worst} of the size apart at most; ${failed} differences`);
process.exit(failed ? 1 : 0);
