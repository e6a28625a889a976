// The rules a GLB keeps so that programs people use show it right: docs/formats/gltf.md tells what each is for.
//
//     node profile.mjs LIST
//
// LIST names a file on each line.
//
// A line for each breach, then how many breaches and files each rule has. Exits 1 where there is a breach.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { decodePng, imageBytes, reachable, readGlbFile, values } from './glb.mjs';

const longestName = 63; // bytes; Blender cuts what is longer

export const rules = {
    R1: 'a mesh outside the default scene',
    R2: 'relies on an extension that Blender and three.js do not know',
    R3: 'light in occlusionTexture',
    R4: 'unlit with occlusionTexture, which is dropped',
    R5: 'a magenta checker',
    R6: 'a placeholder without the wanted texture\'s name',
    R7: 'materials that differ by name or light map only',
    R8: 'a name that is empty, too long, or made of parts',
    R9: 'more than one action in Blender for an animation',
    R10: 'many animated parts without a skin',
};

const sorted = (value) => Array.isArray(value) ? value.map(sorted) : value && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
const base = (name) => name.replace(/^.*[\\/]/, ''), stem = (name) => base(name).replace(/\.[^.]*$/, '');

// Half magenta, half something else, in squares.
function isMagentaChecker(bytes) {
    const image = bytes && decodePng(bytes);
    if (!image || image.width > 64 || image.height > 64) return false;
    let magenta = 0;
    for (let i = 0; i < image.pixels.length; i += 4) {
        const [r, g, b] = image.pixels.subarray(i, i + 3);
        magenta += r > 200 && b > 200 && g < 60;
    }
    return magenta * 4 >= image.width * image.height;
}

// The meshes that a node moves: its own and those below it which no skin moves instead.
function movesMesh(json, node) {
    const { mesh, skin, children } = json.nodes[node];
    return (mesh !== undefined && skin === undefined) || (children ?? []).some((child) => movesMesh(json, child));
}

// Of each joint its armature: skins that share joints have one together.
function armaturesOf(skins) {
    const armatures = new Map();
    skins.forEach(({ joints }, i) => {
        const joined = new Set(joints.map((joint) => armatures.get(joint)).filter((armature) => armature !== undefined));
        for (const [joint, armature] of armatures) if (joined.has(armature)) armatures.set(joint, i);
        for (const joint of joints) armatures.set(joint, i);
    });
    return armatures;
}

// What Blender 3.4 makes of an animation: an action for each object that it moves; bones share their armature's, weights of
// morph targets have one of their own.
function actionsOf(json, animation) {
    const armatures = armaturesOf(json.skins ?? []), actions = new Set();
    for (const { target } of animation.channels) {
        if (target.node === undefined) continue;
        const skin = armatures.get(target.node) ?? -1;
        actions.add(target.path === 'weights' ? `weights ${target.node}` : skin >= 0 ? `skin ${skin}` : `node ${target.node}`);
    }
    return actions;
}

// Where there is no mesh there is no skin. Morphing meshes and parts that are shown by scale alone keep actions of their own.
function needlessActions(json, animation) {
    const plain = new Set(animation.channels.filter(({ target }) => target.path === 'rotation' || target.path === 'translation').map(({ target }) => target.node));
    return [...actionsOf(json, { channels: animation.channels.filter(({ target }) => target.path !== 'weights' && plain.has(target.node)) })].length;
}

export function breaches(glb) {
    const { json } = glb, found = [], say = (rule, what) => found.push({ rule, what });
    const shown = reachable(json), used = json.extensionsUsed ?? [];
    (json.nodes ?? []).forEach((node, i) => node.mesh !== undefined && !shown.has(i) && say('R1', `nodes[${i}] ${node.name ?? ''}`));

    if (used.includes('MSFT_lod')) say('R2', 'MSFT_lod');
    (json.nodes ?? []).forEach((node, i) => node.extensions?.KHR_node_visibility?.visible === false && shown.has(i) && say('R2', `nodes[${i}] is hidden by KHR_node_visibility`));

    // How each material moves, by what its animations' numbers are: that tells materials apart, too.
    const moves = new Map();
    (json.animations ?? []).forEach(({ channels, samplers }, i) => channels.forEach(({ sampler, target }) => {
        const [, material, what] = /^\/materials\/(\d+)\/(.*)$/.exec(target.extensions?.KHR_animation_pointer?.pointer ?? '') ?? [];
        if (material === undefined) return;
        const { input, output, interpolation } = samplers[sampler], numbers = [input, output].map((at) => values(glb, at));
        moves.set(+material, [...(moves.get(+material) ?? []), { animation: i, what, interpolation, numbers }]);
    }));

    const alike = new Map();
    (json.materials ?? []).forEach((material, i) => {
        const name = `materials[${i}] ${material.name ?? ''}`, unlit = material.extensions?.KHR_materials_unlit;
        if (material.occlusionTexture) say('R3', name);
        if (material.occlusionTexture && unlit) say('R4', name);
        if (material.extras?.placeholder) {
            const wanted = material.extras.texture, texture = material.pbrMetallicRoughness?.baseColorTexture;
            const image = texture && json.images[json.textures[texture.index].source];
            if (!wanted) say('R6', `${name} has no extras.texture`);
            else if (image && ![wanted, base(wanted), stem(wanted)].includes(image.name)) say('R6', `${name} wants ${wanted}, its image is ${image.name}`);
        }
        const { name: own, occlusionTexture, extras, ...rest } = material, { lightmap, ...kept } = extras ?? {};
        const key = JSON.stringify(sorted({ ...rest, extras: kept, moves: moves.get(i) }));
        if (alike.has(key)) say('R7', `${name} is ${json.materials[alike.get(key)].name}`);
        else alike.set(key, i);
    });

    (json.images ?? []).forEach((image, i) => {
        if (image.bufferView !== undefined && isMagentaChecker(imageBytes(glb, i))) say('R5', `images[${i}] ${image.name ?? ''}`);
    });

    const textureOf = (i) => json.images?.[json.textures?.[json.materials[i].pbrMetallicRoughness?.baseColorTexture?.index]?.source];
    for (const list of ['materials', 'nodes', 'meshes', 'images', 'animations'])
        (json[list] ?? []).forEach(({ name, mesh }, i) => {
            const where = `${list}[${i}] ${JSON.stringify(name)}`;
            if (name === undefined ? list === 'materials' || list === 'animations' || (list === 'nodes' && mesh !== undefined) : name === '') say('R8', `${where} has no name`);
            else if (Buffer.byteLength(name ?? '') > longestName) say('R8', `${where} is longer than ${longestName} bytes`);
            else if (/[\x00-\x1f\x7f]/.test(name ?? '')) say('R8', `${where} has control characters`);
            else if (list === 'materials' && /\+|light map/.test(name) && textureOf(i)?.name !== name) say('R8', `${where} is made of parts`);
        });

    (json.animations ?? []).forEach((animation) => {
        const skins = json.skins ?? [], joint = (node) => skins.some(({ joints }) => joints.includes(node));
        const moved = new Set(animation.channels.map(({ target }) => target).filter(({ node, path }) =>
            node !== undefined && (path === 'translation' || path === 'rotation') && !joint(node)).map(({ node }) => node));
        const parts = [...moved].filter((node) => movesMesh(json, node));
        if (parts.length > 1) say('R10', `${animation.name} moves ${parts.length} parts`);
        const actions = needlessActions(json, animation);
        if (actions > 1 && json.meshes?.length) say('R9', `${animation.name} is ${actions} actions`);
    });
    return found;
}

export function judge(files) {
    const count = Object.fromEntries(Object.keys(rules).map((rule) => [rule, { breaches: 0, files: 0 }]));
    const totals = { files: files.length, animations: 0, actions: 0 };
    for (const file of files) {
        const glb = readGlbFile(file), found = breaches(glb), seen = new Set();
        for (const { rule, what } of found) {
            count[rule].breaches++;
            if (!seen.has(rule)) count[rule].files++;
            seen.add(rule);
            console.log(`${rule} ${file}: ${what}`);
        }
        for (const animation of glb.json.animations ?? []) {
            totals.animations++;
            totals.actions += actionsOf(glb.json, animation).size;
        }
    }
    for (const [rule, { breaches: n, files: of }] of Object.entries(count))
        console.log(`${rule.padEnd(3)} ${String(n).padStart(6)} in ${String(of).padStart(4)} files  ${rules[rule]}`);
    console.log(`${totals.files} files, ${totals.animations} animations, ${totals.actions} actions in Blender`);
    return Object.values(count).every(({ breaches: n }) => n === 0);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = judge(readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean)) ? 0 : 1;
