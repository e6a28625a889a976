// What three.js shows of GLBs is what stands in them: triangles, animations that move, no complaints.
//
//     node three.mjs LIST
import { readFileSync } from 'node:fs';
import { readGlbFile, summary } from './glb.mjs';
import { durationOf, lightsOf, sameLights, triangles } from './pose.mjs';
import { inThree } from './three_run.mjs';

const files = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean);
let failed = 0, empty = 0, animations = 0, lamps = 0;
for (const { file, error, triangles: seen, meshes, animations: clips, lights, still, said } of await inThree(files.map((each) => ({ file: each })))) {
    const glb = readGlbFile(file), { json } = glb, wanted = summary(json), expect = (good, what) => { if (!good) { failed++; console.log(`FAILED ${file}: ${what}`); } };
    expect(!error, error);
    if (error) continue;
    animations += clips;
    empty += !wanted.triangles; // a skeleton alone, an interior without its geometry
    expect(seen === wanted.triangles, `${seen} of ${wanted.triangles} triangles`);
    expect(meshes > 0 || !wanted.triangles, 'nothing is shown');
    expect(clips === wanted.animations, `${clips} of ${wanted.animations} animations`);
    lamps += lights.length;
    expect(sameLights(lights, lightsOf(glb)), `lights ${JSON.stringify(lights)} of ${JSON.stringify(lightsOf(glb))}`);
    expect(said.length === 0, `three.js says: ${[...new Set(said)].slice(0, 3).join(' | ')} (${said.length})`);
    for (const name of still) {
        const animation = json.animations.findIndex((each) => each.name === name), rest = triangles(glb).flat();
        const moves = [0, 0.23, 0.5, 0.77].some((share) => triangles(glb, animation, share * durationOf(glb, animation)).flat().some((value, i) => Math.abs(value - rest[i]) > 1e-4));
        expect(!moves, `nothing moves in ${name}`);
    }
}
if (empty === files.length) failed++;
console.log(`three.js: ${files.length} files (${empty} without triangles), ${animations} animations, ${lamps} lights, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
