// What Blender makes of GLBs is what stands in them: objects, triangles, actions, materials, images; and the script of the
// docs finds the textures of those converted without them.
//
//     node blender.mjs LIST TEXTURES GLTF.MD
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inBlender } from './blender_run.mjs';
import { readGlbFile, summary } from './glb.mjs';
import { lightsOf, sameLights } from './pose.mjs';

const [list, textures, page] = process.argv.slice(2);
const files = readFileSync(list, 'utf8').split('\n').filter(Boolean);
// The page's own lines, but for the folder.
const relink = readFileSync(page, 'utf8').match(/```python\n([^]*?)```/)?.[1]?.replace(/^FOLDER = .*$/m, `FOLDER = ${JSON.stringify(path.resolve(textures))}`);
const known = new Set(readdirSync(textures).filter((name) => /\.(png|jpg|bmp)$/.test(name)).map((name) => name.replace(/\.[^.]*$/, '')));

let failed = 0, empty = 0, lamps = 0, actions = 0, animations = 0, relinked = 0;
const expect = (good, file, what) => { if (!good) { failed++; console.log(`FAILED ${file}: ${what}`); } };
expect(relink, page, 'has no script that relinks placeholders');
for (const { file, error, ...found } of inBlender(files.map((each) => ({ file: each, relink })))) {
    expect(!error, file, error);
    if (error) continue;
    const { json } = readGlbFile(file), wanted = summary(json);
    empty += !wanted.triangles; // a skeleton alone, an interior without its geometry
    expect(found.triangles === wanted.triangles, file, `${found.triangles} of ${wanted.triangles} triangles`);
    expect(found.meshes === wanted.meshes, file, `${found.meshes} meshes of ${wanted.meshes}`);
    // Z is up, and a watt of the importer's is 683 lumens.
    const lights = lightsOf({ json }).map(([x, y, z, r, g, b, candela]) => [x, -z, y, r, g, b, (candela * 4 * Math.PI) / 683]);
    lamps += found.lights.length;
    expect(sameLights(found.lights, lights), file, `lights ${JSON.stringify(found.lights)} of ${JSON.stringify(lights)}`);
    animations += json.animations?.length ?? 0;
    actions += found.actions;
    // A part that morphs, or whose texture flips, has actions of its own for each animation; so has each joint where no mesh
    // makes the skeleton a skin's.
    const joints = new Set((json.skins ?? []).flatMap((skin) => skin.joints)), own = new Set((json.animations ?? []).flatMap(({ channels }, i) =>
        channels.map(({ target }) => target).filter(({ node, path }) => node !== undefined && (path === 'weights' || (!joints.has(node) && (path === 'scale' || !json.meshes))))
            .map(({ node, path }) => `${i} ${node} ${path === 'weights'}`)));
    expect(found.actions <= (json.animations ?? []).length + own.size, file, `${found.actions} actions for ${(json.animations ?? []).length} animations and ${own.size} parts of their own`);
    const materials = new Set((json.materials ?? []).map(({ name }) => name)), cut = (name) => name.replace(/\.\d{3}$/, '');
    for (const name of found.materials) expect(materials.has(name) || materials.has(cut(name)), file, `the material ${name} is not the file's`);
    const images = new Set((json.images ?? []).map(({ name }) => name));
    for (const name of found.images) expect(images.has(name) || images.has(cut(name)), file, `the image ${name} is not the file's`);
    for (const material of json.materials ?? []) {
        const name = material.extras?.placeholder && json.images[json.textures[material.pbrMetallicRoughness.baseColorTexture.index].source].name;
        if (!name || !known.has(name)) continue;
        const [from, width] = found.relinked?.[name] ?? [''];
        expect(from && existsSync(from) && width > 4, file, `${name} is not relinked`);
        relinked += Boolean(from);
    }
}
if (empty === files.length) failed++;
console.log(`Blender: ${files.length} files (${empty} without triangles), ${animations} animations, ${actions} actions, ${relinked} placeholders relinked, ${lamps} lights, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
