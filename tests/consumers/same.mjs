// What Trilobite reads of glTF files is what three.js does: the file and what it was converted to, as GLB without
// a rig, have the same triangles with the same normals at rest and at random times of each animation.
//
//     node same.mjs TOOL OUT FILE...
//
// A file that Trilobite refuses is listed with the reason. What is invalid must only be read: it has no one meaning;
// likewise what three.js needs a decoder for, which it is not given.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { apart, boundsOf } from './pose.mjs';
import { poser } from './three_run.mjs';

const [tool, out, ...files] = process.argv.slice(2), tolerance = 5e-4;
const { pose, close } = await poser();
let failed = 0, refused = 0, invalid = 0, packed = 0, poses = 0, state = 20261122;
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;

// Mostly the order is the same.
function distance(a, b) {
    const size = boundsOf(a).size || 1;
    const inOrder = a.length !== b.length ? Infinity : a.reduce((most, point, i) => Math.max(most, Math.hypot(...point.map((v, k) => v - b[i][k]))), 0);
    return inOrder <= tolerance * size || a.length !== b.length ? inOrder / size : Math.min(inOrder / size, apart(a, b, tolerance));
}

for (const [number, file] of files.entries()) {
    const copy = path.join(out, `${number}.glb`), fail = (what) => { failed++; console.log(`FAILED ${file}: ${what}`); };
    const { status, stderr } = spawnSync(tool, ['convert', '--force', '--rig', 'no', '--light', 'none', file, copy], { encoding: 'utf8' });
    if (status) {
        refused++;
        console.log(`${file}: ${stderr.split('\n').find((line) => line.includes('error')) ?? `ended with ${status}`}`);
        continue;
    }
    if (spawnSync(tool, ['check', '--assets', path.dirname(file), file]).status) {
        invalid++;
        continue;
    }
    const shares = [random() * 0.98, random() * 0.98, random() * 0.98];
    const failing = (error) => ({ error: error.message });
    const wanted = await pose(file, shares).catch(failing), copied = await pose(copy, shares, wanted.length).catch(failing);
    if (/No DRACOLoader|setMeshoptDecoder/.test(wanted.error)) {
        packed++;
        continue;
    }
    if (wanted.error || copied.error) {
        fail(wanted.error ?? copied.error);
        continue;
    }
    const found = copied.poses;
    if (wanted.poses.length && wanted.poses.length !== found.length) fail(`${found.length} poses, ${wanted.poses.length} in the original`);
    for (const [i, { name, points, along }] of wanted.poses.entries()) {
        if (!found[i] || !points.length) continue;
        poses++;
        const moved = distance(points, found[i].points), turned = along && found[i].along ? distance(along, found[i].along) : 0;
        if (!(moved <= tolerance)) fail(`${name}: ${points.length / 3} triangles and ${found[i].points.length / 3} are ${moved} of their size apart`);
        else if (!(turned <= 4 * tolerance)) fail(`${name}: normals differ by ${turned}`);
    }
}
await close();
console.log(`three.js: ${files.length} glTF files, ${refused} refused, ${invalid} invalid, ${packed} compressed, ${poses} poses, ${failed} failed`);
process.exitCode = failed || !poses ? 1 : 0;
