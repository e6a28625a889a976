// A GLB of Trilobite's as a three.js scene with its levels of detail, hidden things, looks and data.
import { Box3, LinearFilter, NoColorSpace, Sphere, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { lookOf, tintedLook } from './looks.js';
import { materialTracks } from './material-tracks.js';
import { colorLooseParts, tint } from './tints.js';

const nodesInTurn = 200; // that are made without a break, as the page has to answer

// Gives a promise that takes turns with everything else on the page at each so manieth call.
function turns(every) {
    const { port1, port2 } = new MessageChannel(), waiting = [];
    let count = 0, next = null;
    port1.onmessage = () => {
        waiting.shift()();
        if (waiting.length) port2.postMessage(null); // not before: those in the queue go before what others ask for
    };
    return () => {
        if (count++ % every === 0) next = new Promise((resolve) => waiting.push(resolve) === 1 && port2.postMessage(null));
        return next;
    };
}

const inTurns = (parser) => {
    const turn = turns(nodesInTurn);
    return { name: 'inTurns', loadNode: (index) => turn().then(() => parser.loadNode(index)) };
};

// Loads the bytes. The model: scene, json, animations, nodes (by glTF index: { index, object, json, parent, children,
// hidden, level, shown }), facing, roots, materials (json and textures), textures, levelCount, stats.
export async function loadModel(bytes) {
    const gltf = await new GLTFLoader().register(inTurns).parseAsync(bytes, '');
    const { parser, scene } = gltf, { json } = parser;
    const nodes = await collectNodes(parser);
    const textures = await Promise.all((json.textures ?? []).map((_, i) => parser.getDependency('texture', i)));
    prepareTextures(json, textures);
    const tracks = await materialTracks(parser);
    const model = {
        scene, json, nodes, textures,
        looks: new Map(), // by material
        facing: json.scenes[0].extras?.facing,
        roots: json.scenes[0].nodes?.map((i) => nodes[i]) ?? [],
        animations: gltf.animations.map((clip, i) => ({ clip, tracks: tracks[i], name: json.animations[i].name || `animation ${i}`, ...json.animations[i].extras, json: json.animations[i] })),
        levelCount: Math.max(0, ...nodes.map((node) => (node.level ?? -1) + 1)),
    };
    await dress(model);
    hideAtFirst(model);
    model.stats = count(model);
    return model;
}

// All nodes with their objects.
async function collectNodes(parser) {
    const { json } = parser;
    const nodes = (json.nodes ?? []).map((node, index) => ({
        index, json: node, name: node.name || `node ${index}`, parent: null, children: [], hidden: node.extras?.hidden === true,
        level: node.extras?.level, levelSize: node.extras?.levelSize ?? 0, shown: true,
    }));
    for (const node of nodes)
        for (const child of node.json.children ?? []) {
            nodes[child].parent = node;
            node.children.push(nodes[child]);
        }
    for (const node of nodes) node.object = await parser.getDependency('node', node.index);
    return nodes;
}

// Textures are shown as they are stored, light maps without smaller versions, which would mix what lies side by side.
function prepareTextures(json, textures) {
    const lightMaps = new Set((json.materials ?? []).map((material) => material.extras?.lightmap?.texture));
    textures.forEach((texture, i) => {
        texture.colorSpace = NoColorSpace;
        texture.anisotropy = 4;
        if (!lightMaps.has(i)) return;
        texture.generateMipmaps = false;
        texture.minFilter = LinearFilter;
        texture.anisotropy = 1;
    });
}

function isBelowHidden(node) {
    return node !== null && (node.hidden || isBelowHidden(node.parent));
}

// The members of a group, a node that is nothing itself, are told apart as they are; what stands alone falls into its
// loose parts.
function isInGroup(node) {
    return node.parent !== null && node.parent.json.mesh === undefined;
}

// One mesh for each primitive, in their order.
function meshesOf(node) {
    const own = node.object.isMesh ? [node.object] : node.object.children.filter((child) => child.isMesh && !child.userData.isNode);
    return node.json.mesh === undefined ? [] : own;
}

// The bounds of what a part draws: its vertices are those of the whole mesh.
function setBounds({ geometry, isSkinnedMesh }) {
    const { index, attributes, morphAttributes } = geometry, point = new Vector3();
    if (isSkinnedMesh || morphAttributes.position) return;
    geometry.boundingBox = new Box3();
    for (let i = 0; i < index.count; i++) geometry.boundingBox.expandByPoint(point.fromBufferAttribute(attributes.position, index.getX(i)));
    geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere());
}

async function dress(model) {
    const looks = new Map(), turn = turns(nodesInTurn), { lightFloor } = model.json.scenes[0].extras ?? {};
    for (const node of model.nodes) node.object.userData.isNode = true;
    for (const node of model.nodes) {
        await turn();
        node.meshes = meshesOf(node);
        const tinted = isBelowHidden(node), loose = tinted && !isInGroup(node);
        if (loose && node.meshes.length) colorLooseParts(node.meshes.map((mesh) => mesh.geometry));
        for (const [i, mesh] of node.meshes.entries()) {
            const primitive = model.json.meshes[node.json.mesh].primitives[i];
            const attributes = mesh.geometry.attributes;
            setBounds(mesh);
            const key = [primitive.material, Object.keys(attributes)].join();
            if (tinted) mesh.material = tintedLook(loose ? [1, 1, 1] : tint(node.index), loose);
            else {
                if (!looks.has(key)) {
                    const look = lookOf(model.json.materials?.[primitive.material] ?? {}, model.textures, attributes, lightFloor);
                    looks.set(key, look);
                    model.looks.set(primitive.material, [...(model.looks.get(primitive.material) ?? []), look]);
                }
                mesh.material = looks.get(key);
            }
            mesh.userData.node = node;
            mesh.userData.material = primitive.material;
        }
    }
}

function hideAtFirst(model) {
    for (const node of model.nodes) node.shown = !node.hidden;
    showLevel(model, 0);
}

// Shows of siblings that are levels those of the number, or the coarsest there is; what the user hid stays hidden.
export function showLevel(model, level) {
    model.level = level;
    for (const node of model.nodes) node.object.visible = node.shown && isOfLevel(model, node, level);
}

function isOfLevel(model, node, level) {
    if (node.level === undefined) return true;
    const levels = (node.parent?.children ?? model.roots).map((sibling) => sibling.level).filter((l) => l !== undefined);
    const fitting = levels.filter((l) => l <= level);
    return node.level === (fitting.length ? Math.max(...fitting) : Math.min(...levels));
}

export function showNode(model, node, shown) {
    node.shown = shown;
    showLevel(model, model.level);
}

export function isShown(node) {
    return node.object.visible && (node.parent === null || isShown(node.parent));
}

// What can be shown besides: the uppermost hidden nodes by name, those of a group by the group's.
export function layersOf(model) {
    const layers = new Map();
    for (const node of model.nodes) {
        if (!node.hidden || isBelowHidden(node.parent)) continue;
        const group = node.parent?.json.mesh === undefined && node.parent?.children.every((child) => child.hidden);
        const name = group ? node.parent.name : node.name;
        layers.set(name, [...(layers.get(name) ?? []), node]);
    }
    return layers;
}

// A sky: seen, but no reason to go back.
function isBackdrop(node) {
    return node?.json.extras?.backdrop === true;
}

// Terrain or water of a world.
export function isGround(node) {
    return node?.json.extras?.ground === true;
}

// Calls `visit` with the meshes that are drawn.
export function eachDrawn(model, visit, backdrops = true) {
    for (const node of model.nodes) if (node.meshes.length && isShown(node) && (backdrops || !isBackdrop(node))) node.meshes.forEach(visit);
}

export function boxOf(object, backdrops = true) {
    const box = new Box3();
    object.traverseVisible((child) => {
        if (!child.isMesh || (!backdrops && isBackdrop(child.userData.node))) return;
        if (child.isSkinnedMesh) {
            child.computeBoundingBox();
            box.union(child.boundingBox.clone().applyMatrix4(child.matrixWorld));
        } else box.expandByObject(child);
    });
    return box;
}

export function sphereOf(object) {
    return boxOf(object).getBoundingSphere(new Sphere());
}

function count(model) {
    const stats = { vertices: 0, triangles: 0, nodes: model.nodes.length, materials: model.json.materials?.length ?? 0 };
    for (const node of model.nodes) {
        if (!isShown(node)) continue;
        const counted = new Set();
        for (const { geometry } of node.meshes) {
            stats.triangles += geometry.index.count / 3;
            if (!counted.has(geometry.attributes.position)) stats.vertices += geometry.attributes.position.count;
            counted.add(geometry.attributes.position);
        }
    }
    return stats;
}

export function disposeModel(model) {
    for (const texture of model.textures) {
        texture.dispose();
        texture.image?.close?.();
    }
    for (const node of model.nodes)
        for (const mesh of node.meshes) {
            mesh.geometry.dispose();
            mesh.material.dispose();
            mesh.skeleton?.dispose();
        }
}
