// The samples as our renderer, our page, three.js and Blender draw them, side by side: docs/pictures/viewers.png.
//
//     TRILOBITE=... node pictures.mjs OUT.png
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, open, pictureOf, run, size } from '../page/chromium.mjs';
import { inBlender } from './blender_run.mjs';
import { readGlbFile } from './glb.mjs';
import { boundsOf, triangles } from './pose.mjs';
import { inThree } from './three_run.mjs';

const samples = fileURLToPath(new URL('../../samples', import.meta.url)), out = process.argv[2];
const rows = [
    ['rooms.dif', 'rooms.dif'], ['windmill.dts', 'windmill.dts'], ['darkstar/hall.dis', 'hall.dis'],
    ['courtyard.roo', 'courtyard.roo'], ['lighthouse.nff', 'lighthouse.nff'], ['trilobite.iqm', 'trilobite.iqm'],
];
const columns = ['trilobite convert', 'the page', 'three.js', 'Blender'];
const work = mkdtempSync(path.join(tmpdir(), 'trilobite-'));

// Three-quarter from the front, as the command looks: 35 degrees to the right, 28 above, 42 across the longer side.
function camera(glb) {
    const { json } = glb, behind = json.scenes[json.scene ?? 0].extras?.facing?.[2] < 0 ? 180 : 0;
    const { low, high } = boundsOf(triangles(glb)), middle = low.map((v, k) => (v + high[k]) / 2), { width, height } = size;
    const [yaw, pitch] = [((35 + behind) * Math.PI) / 180, (28 * Math.PI) / 180];
    const back = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    const across = Math.tan((21 * Math.PI) / 180), up = (across * height) / width, right = [Math.cos(yaw), 0, -Math.sin(yaw)];
    const over = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
    const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
    let distance = 0; // so that every corner is in the picture
    for (const point of triangles(glb)) {
        const at = point.map((v, k) => v - middle[k]);
        distance = Math.max(distance, dot(at, back) + Math.abs(dot(at, right)) / across, dot(at, back) + Math.abs(dot(at, over)) / up);
    }
    distance *= 1.02;
    return { eye: middle.map((v, k) => v + back[k] * distance), target: middle, fov: (2 * Math.atan(up) * 180) / Math.PI, ...size, near: distance / 1000, far: distance * 4 };
}

const names = rows.map(([file]) => path.basename(file)), made = (name, extension) => path.join(work, `${name}.${extension}`);
rows.forEach(([file], i) => ['png', 'html', 'glb'].forEach((extension) => run('convert', '--assets', `${samples}/textures`,
    ...(extension === 'png' ? ['--size', `${size.width}x${size.height}`] : []), `${samples}/${file}`, made(names[i], extension))));
const cameras = names.map((name) => camera(readGlbFile(made(name, 'glb'))));
// The sun shines over the viewer's shoulder.
const sunOf = ({ eye, target }) => { const back = eye.map((v, k) => v - target[k]); return [back[0], back[1] + Math.hypot(...back), back[2]]; };
const jobs = names.map((name, i) => ({ file: made(name, 'glb'), cameras: [cameras[i]], sun: sunOf(cameras[i]) }));
const three = await inThree(jobs), blender = inBlender(jobs);
const browser = await launch(), pictures = [];
for (const [i, name] of names.entries()) {
    const page = await open(browser, `file://${made(name, 'html')}`, name, () => true, { viewport: { width: 640, height: 480 } });
    pictures.push([readFileSync(made(name, 'png')), Buffer.from(await pictureOf(page, 'view'), 'base64'), three[i].pictures[0], blender?.[i].pictures[0]]);
    await page.context().close();
}
const page = await browser.newPage({ viewport: { width: 4 * size.width + 20, height: 600 } });
await page.setContent(`<style>body { margin: 0; font: 15px sans-serif; background: white; } table { border-spacing: 4px; } img { display: block; } th { font-weight: 600; padding: 4px; }</style>
<table><tr>${columns.map((each) => `<th>${each}</th>`).join('')}</tr>${pictures.map((row, i) => `<tr><td colspan=4>${rows[i][1]}</td></tr><tr>${row.map((png) => `<td>${png ? `<img src="data:image/png;base64,${png.toString('base64')}">` : ''}</td>`).join('')}</tr>`).join('')}</table>`);
writeFileSync(out, await page.screenshot({ fullPage: true }));
await browser.close();
rmSync(work, { recursive: true });
