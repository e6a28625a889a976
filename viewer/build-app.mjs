// node build-app.mjs MODULE LIBRARIES FOLDER
//
// The page to drop files on, as static files: index.html, which holds everything, and offline.js, which keeps it where it
// comes from a server. MODULE is trilobite.wasm, LIBRARIES the sources of what is in it.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { zipSync } from 'fflate';

const [module, libraries, folder] = process.argv.slice(2);
const root = new URL('.', import.meta.url).pathname;

async function bundle(entry, format) {
    const { outputFiles } = await build({ entryPoints: [root + entry], bundle: true, minify: true, write: false, format, target: 'es2024', legalComments: 'inline', charset: 'ascii' });
    const text = outputFiles[0].text.trim();
    if (/<\/script|<!--/i.test(text)) throw new Error(`${entry} would end the element that it stands in`);
    return text;
}

const notices = [[join(root, '../LICENSE'), 'Trilobite'], [join(libraries, 'zlib/README'), 'zlib'], [join(libraries, 'libpng1.6/LICENSE'), 'libpng'],
    [join(root, 'node_modules/three/LICENSE'), 'three.js'], [join(root, 'node_modules/fflate/LICENSE'), 'fflate']];
const licences = await Promise.all(notices.map(async ([path, name]) => `${name}\n\n${(await readFile(path, 'utf8')).trim()}`));

// The samples that one click opens (src/app/samples.js).
async function samples() {
    const folder = join(root, '../samples'), inside = async (name) => (await readdir(join(folder, name))).map((file) => `${name}/${file}`);
    const paths = ['trilobite.iqm', 'rooms.dif', 'outpost.vol', 'courtyard.roo', 'lighthouse.nff', 'lighthouse.mat', ...await inside('darkstar'), ...await inside('textures')];
    const files = await Promise.all(paths.sort().map(async (path) => [path.replace(/^textures\//, ''), await readFile(join(folder, path))]));
    return Buffer.from(zipSync(Object.fromEntries(files), { level: 9, mtime: '2000-01-01' })).toString('base64');
}

const parts = {
    '/*STYLE*/': await bundle('src/app/app.css'),
    '/*MODULE*/': gzipSync(await readFile(module), { level: 9 }).toString('base64'),
    '/*WORKER*/': await bundle('src/app/worker.js', 'iife'),
    '/*SAMPLES*/': await samples(),
    '/*LICENCES*/': licences.join('\n\n----\n\n'),
    '/*SCRIPT*/': await bundle('src/app/main.js', 'esm'),
};
let page = await readFile(`${root}src/app/index.html`, 'utf8');
for (const [mark, text] of Object.entries(parts)) page = page.split(mark).join(text);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'index.html'), page);
await writeFile(join(folder, 'offline.js'), await bundle('src/app/offline.js', 'iife'));
