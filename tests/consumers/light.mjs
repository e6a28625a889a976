// Rooms as three.js and Blender show them, compared with texture times light map in display space.
//
//     node light.mjs MAP VERTEX USUAL
//
// Folders of GLBs of the same names: with the light maps themselves, with the light in vertices, and as converted without
// options. TLB_SCREENSHOTS is a folder for the pictures.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inBlender } from './blender_run.mjs';
import { decodePng, readGlbFile } from './glb.mjs';
import { boundsOf, triangles } from './pose.mjs';
import { inThree } from './three_run.mjs';

// Of 255. Three.js and Blender differ in how they blend texels (in linear light, and as displays show them): by what their
// pictures of the same file differ. What Blender differs from the light maps besides is light.
const most = { rmse: 8, between: 3, sampling: 16 }, darkest = 40;
const [map, vertex, usual] = process.argv.slice(2), screenshots = process.env.TLB_SCREENSHOTS;
const withBlender = process.env.TLB_LIGHT !== 'three';

// From beside the middle, where pillars stand, to two sides.
const share = [0.33, 0.5, 0.3];
function cameras(glb) {
    const { low, high, size } = boundsOf(triangles(glb)), eye = low.map((v, k) => v + (high[k] - v) * share[k]);
    return [0, 2].map((quarter) => {
        const angle = 0.4 + (quarter * Math.PI) / 2;
        return { eye, target: [eye[0] + Math.sin(angle), eye[1] - 0.15, eye[2] + Math.cos(angle)], fov: 65, width: 320, height: 240, near: size / 1e4, far: size * 4 };
    });
}
function rmse(a, b) {
    const { pixels: x } = decodePng(a), { pixels: y } = decodePng(b);
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += (x[i] - y[i]) ** 2; // alpha is 255 in both
    return Math.sqrt((sum * 4) / (x.length * 3));
}
// What is not the white behind the room.
function brightness(png) {
    const { pixels } = decodePng(png);
    let sum = 0, count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
        const [r, g, b] = pixels.subarray(i, i + 3);
        if (r === 255 && g === 255 && b === 255) continue;
        sum += 0.2126 * r + 0.7152 * g + 0.0722 * b;
        count++;
    }
    return count ? sum / count : 255;
}
const together = (list) => Math.sqrt(list.reduce((sum, v) => sum + v * v, 0) / list.length);

const lit = (name) => (readGlbFile(path.join(map, name)).json.materials ?? []).some(({ occlusionTexture }) => occlusionTexture);
const names = readdirSync(map, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.glb')).sort().filter(lit);
const views = names.map((name) => cameras(readGlbFile(path.join(map, name))));
const jobs = (folder, more) => names.map((name, i) => ({ file: path.join(folder, name), cameras: views[i], light: true, ...more }));
const [reference, three, plain] = [await inThree(jobs(map, { reference: true })), await inThree(jobs(vertex)), await inThree(jobs(usual, { sun: [0.5, 1, 0.8] }))];
const blender = withBlender && inBlender(jobs(vertex));
if (withBlender && !blender) console.log('there is no Blender: three.js alone');

let failed = 0;
names.forEach((name, i) => {
    const error = [reference, three, plain].map((reports) => reports[i].error).find(Boolean) ?? (blender && blender[i].error);
    if (error) { console.log(`FAILED ${name}: ${error}`); failed++; return; }
    const inThreeJs = together(reference[i].pictures.map((each, k) => rmse(each, three[i].pictures[k])));
    const inBlenders = blender ? together(reference[i].pictures.map((each, k) => rmse(each, blender[i].pictures[k]))) : null;
    const sampling = blender ? together(three[i].pictures.map((each, k) => rmse(each, blender[i].pictures[k]))) : 0;
    const ofLight = blender ? Math.sqrt(Math.max(0, inBlenders ** 2 - sampling ** 2)) : inThreeJs;
    const bright = plain[i].pictures.reduce((sum, each) => sum + brightness(each), 0) / views[i].length;
    if (screenshots)
        reference[i].pictures.forEach((each, k) => {
            const file = `${screenshots}/${name.replace(/[/\\]/g, '-')}-${k}`;
            for (const [kind, png] of [['reference', each], ['three', three[i].pictures[k]], ['usual', plain[i].pictures[k]], ['blender', blender && blender[i].pictures[k]]])
                if (png) writeFileSync(`${file}-${kind}.png`, png);
        });
    const good = inThreeJs <= most.rmse && ofLight <= most.rmse && Math.abs(ofLight - inThreeJs) <= most.between && sampling <= most.sampling && bright >= darkest;
    failed += !good;
    console.log(`${good ? 'good  ' : 'FAILED'} ${name}: RMSE ${inThreeJs.toFixed(1)} in three.js${inBlenders === null ? '' : `, ${inBlenders.toFixed(1)} in Blender, of which light ${ofLight.toFixed(1)}`}; without options ${bright.toFixed(0)} of 255 bright`);
});
console.log(`light: ${names.length} rooms, ${failed} failed`);
process.exitCode = failed || !names.length ? 1 : 0;
