// Whether a shape is in the same place with its rig and without, at times of every animation.
//
//     node rig.mjs WITHOUT WITH
//
// Two folders of GLBs of the same names. At most a hundred-thousandth of the size may lie between. Triangles without
// an area, as hidden ones are at a scale of zero, are left out: a rig may have other parts that are hidden.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readGlbFile } from './glb.mjs';
import { apart, boundsOf, durationOf, triangles } from './pose.mjs';

const allowed = 1e-5, shares = [0, 0.21, 0.377, 0.64, 0.93];
const [without, rigged] = process.argv.slice(2);
const glbs = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.glb') && statSync(path.join(folder, name)).isFile()).sort();

function seen(points) {
    const least = 1e-9 * boundsOf(points).size ** 2, apartBy = (a, b) => a.map((value, k) => value - b[k]);
    return points.filter((_, i) => {
        const [a, b, c] = [0, 1, 2].map((k) => points[i - (i % 3) + k]), [u, v] = [apartBy(b, a), apartBy(c, a)];
        return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) > least;
    });
}

let worst = 0, failed = 0, poses = 0, skins = 0, shapes = 0;
for (const name of glbs(rigged)) {
    if (!existsSync(path.join(without, name))) { console.log(`FAILED ${name}: is not there without a rig`); failed++; continue; }
    const a = readGlbFile(path.join(without, name)), b = readGlbFile(path.join(rigged, name)), { animations = [] } = a.json;
    shapes++;
    skins += (b.json.skins ?? []).length > (a.json.skins ?? []).length;
    const names = (glb) => JSON.stringify((glb.json.animations ?? []).map((each) => each.name));
    if (names(a) !== names(b)) { console.log(`FAILED ${name}: animations ${names(a)} without, ${names(b)} with a rig`); failed++; continue; }
    const times = [[undefined, 0], ...animations.flatMap((_, i) => shares.map((share) => [i, share * durationOf(a, i)]))];
    for (const [animation, time] of times) {
        const distance = apart(seen(triangles(a, animation, time)), seen(triangles(b, animation, time)));
        poses++;
        worst = Math.max(worst, distance);
        if (distance <= allowed) continue;
        console.log(`FAILED ${name}: ${animation === undefined ? 'at rest' : `${animations[animation].name} at ${time}`}: ${distance} of the size apart`);
        failed++;
        break;
    }
}
console.log(`${shapes} shapes, ${skins} with a rig, ${poses} poses: ${worst} of the size apart at most`);
process.exitCode = failed || !shapes ? 1 : 0;
