// Where a GLB's triangles are at a time: nodes, animations, skins and morph targets as glTF 2.0 defines them.
import { reachable, values } from './glb.mjs';

const multiply = (a, b) => Array.from({ length: 16 }, (_, i) => [0, 1, 2, 3].reduce((sum, k) => sum + a[(i & 3) + 4 * k] * b[(i & ~3) + k], 0));
const apply = (m, [x, y, z]) => [0, 1, 2].map((i) => m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12]);

function matrixOf({ matrix, translation: [tx, ty, tz] = [0, 0, 0], rotation: [x, y, z, w] = [0, 0, 0, 1], scale: [a, b, c] = [1, 1, 1] }) {
    return matrix ?? [
        a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + z * w), a * 2 * (x * z - y * w), 0,
        b * 2 * (x * y - z * w), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + x * w), 0,
        c * 2 * (x * z + y * w), c * 2 * (y * z - x * w), c * (1 - 2 * (x * x + y * y)), 0,
        tx, ty, tz, 1,
    ];
}

function turn(a, b, t) {
    let dot = a.reduce((sum, v, k) => sum + v * b[k], 0);
    const sign = dot < 0 ? -1 : 1, angle = Math.acos(Math.min(1, dot *= sign)), sine = Math.sin(angle);
    const [p, q] = sine < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle) / sine, Math.sin(t * angle) / sine];
    const mixed = a.map((v, k) => p * v + sign * q * b[k]), length = Math.hypot(...mixed);
    return mixed.map((v) => v / length);
}

function sample(times, keys, width, time, path, stepped) {
    const key = (i) => width === 1 ? keys[i] : keys.slice(i * width, (i + 1) * width).flat();
    let i = times.map(([t]) => t <= time).lastIndexOf(true);
    if (i < 0) return key(0);
    if (i === times.length - 1 || stepped) return key(i);
    const t = (time - times[i][0]) / (times[i + 1][0] - times[i][0]), a = key(i), b = key(i + 1);
    return path === 'rotation' ? turn(a, b, t) : a.map((v, k) => v + (b[k] - v) * t);
}

export function durationOf(glb, animation) {
    return Math.max(0, ...glb.json.animations[animation].samplers.map(({ input }) => glb.json.accessors[input].max[0]));
}

// The matrix of each node in the world.
function worldOf(nodes) {
    const world = new Array(nodes.length), place = (node, parent) => {
        world[node] = parent ? multiply(parent, matrixOf(nodes[node])) : matrixOf(nodes[node]);
        (nodes[node].children ?? []).forEach((child) => place(child, world[node]));
    };
    const children = new Set(nodes.flatMap((node) => node.children ?? []));
    nodes.forEach((_, i) => children.has(i) || place(i, null));
    return world;
}

// The point lights of the default scene: place in the world, color, candela, a list each.
export function lightsOf({ json }) {
    const world = worldOf(json.nodes ?? []), lights = json.extensions?.KHR_lights_punctual?.lights;
    return [...reachable(json)].filter((i) => json.nodes[i].extensions?.KHR_lights_punctual).map((i) => {
        const { color = [1, 1, 1], intensity = 1 } = lights[json.nodes[i].extensions.KHR_lights_punctual.light];
        return [...apply(world[i], [0, 0, 0]), ...color, intensity];
    });
}

// Whether each of the lights is among those seen, and no other.
export function sameLights(seen, wanted) {
    const like = (a, b) => a.every((value, k) => Math.abs(value - b[k]) <= 1e-4 * Math.max(1, Math.abs(value)));
    return seen.length === wanted.length && wanted.every((light) => seen.some((each) => like(light, each)));
}

// The corners of all triangles of the default scene, in the world, one point after the other.
export function triangles(glb, animation, time = 0) {
    const { json } = glb, nodes = json.nodes.map((node) => ({ ...node }));
    const cache = (glb.cache ??= new Map()), read = (index) => cache.get(index) ?? (cache.set(index, values(glb, index)), cache.get(index));
    for (const { sampler, target } of animation === undefined ? [] : json.animations[animation].channels) {
        if (target.node === undefined) continue;
        const { input, output, interpolation } = json.animations[animation].samplers[sampler], times = read(input), keys = read(output);
        nodes[target.node][target.path] = sample(times, keys, keys.length / times.length, time, target.path, interpolation === 'STEP');
    }
    const world = worldOf(nodes), corners = [];
    for (const i of reachable(json)) {
        const node = nodes[i];
        if (node.mesh === undefined) continue;
        const mesh = json.meshes[node.mesh], weights = (node.weights ?? mesh.weights ?? []).flat();
        const skin = node.skin === undefined ? null : json.skins[node.skin];
        const bind = skin?.inverseBindMatrices === undefined ? null : read(skin.inverseBindMatrices);
        const bones = skin?.joints.map((joint, k) => bind ? multiply(world[joint], bind[k]) : world[joint]);
        for (const { attributes, indices, targets = [], mode = 4 } of mesh.primitives) {
            if (mode !== 4) continue;
            const moved = targets.map(({ POSITION }) => POSITION === undefined ? null : read(POSITION));
            const joints = skin && read(attributes.JOINTS_0), shares = skin && read(attributes.WEIGHTS_0);
            const points = read(attributes.POSITION).map((at, v) => {
                const point = at.map((value, k) => moved.reduce((sum, each, m) => sum + (each && weights[m] ? weights[m] * each[v][k] : 0), value));
                if (!skin) return apply(world[i], point);
                return shares[v].reduce((sum, share, k) => share ? apply(bones[joints[v][k]], point).map((value, axis) => sum[axis] + share * value) : sum, [0, 0, 0]);
            });
            if (indices === undefined) corners.push(...points);
            else for (const [index] of read(indices)) corners.push(points[index]);
        }
    }
    return corners;
}

export function boundsOf(points) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const point of points)
        for (let k = 0; k < 3; k++) {
            low[k] = Math.min(low[k], point[k]);
            high[k] = Math.max(high[k], point[k]);
        }
    return { low, high, size: Math.hypot(...high.map((v, k) => v - low[k])) };
}

// How far apart two sets of triangles are at most, whatever their order; Infinity where one has more, and where what
// belongs together is further apart than `reach` of the size, or twice that.
export function apart(a, b, reach = 1e-4) {
    if (a.length !== b.length) return Infinity;
    const { size } = boundsOf([...a, ...b]), cell = Math.max(size * reach, 1e-9);
    const centres = (points) => Array.from({ length: points.length / 3 }, (_, i) => [0, 1, 2].map((k) => (points[3 * i][k] + points[3 * i + 1][k] + points[3 * i + 2][k]) / 3));
    const oneWay = (from, to) => {
        const grid = new Map(), key = (x, y, z) => `${x},${y},${z}`;
        for (const point of to) {
            const at = key(...point.map((v) => Math.floor(v / cell)));
            if (!grid.has(at)) grid.set(at, []);
            if (grid.get(at).length < 64) grid.get(at).push(point);
        }
        let worst = 0;
        for (const point of from) {
            const [x, y, z] = point.map((v) => Math.floor(v / cell));
            const within = (at) => (grid.get(at) ?? []).reduce((least, other) => Math.min(least, Math.hypot(point[0] - other[0], point[1] - other[1], point[2] - other[2])), Infinity);
            let nearest = within(key(x, y, z));
            for (let i = -1; i <= 1 && nearest > cell / 100; i++)
                for (let j = -1; j <= 1; j++)
                    for (let k = -1; k <= 1; k++) nearest = Math.min(nearest, within(key(x + i, y + j, z + k)));
            worst = Math.max(worst, nearest);
        }
        return worst;
    };
    const sets = [[a, b], [centres(a), centres(b)]];
    return size ? Math.max(...sets.flatMap(([p, q]) => [oneWay(p, q), oneWay(q, p)])) / size : 0;
}
