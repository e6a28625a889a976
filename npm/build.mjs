// node build.mjs MODULE LIBRARIES VERSION FOLDER
//
// The npm package as a folder. MODULE is trilobite.wasm, LIBRARIES the sources of what is in it.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../viewer/node_modules/esbuild/lib/main.js';

const [module, libraries, version, folder] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url)), root = join(here, '..');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const entries = ['trilobite', 'command', 'node', 'browser', 'three'].map((name) => join(here, `src/${name}.js`));
await build({
    entryPoints: entries, outdir: join(folder, 'dist'), bundle: true, format: 'esm', target: 'es2022',
    external: ['node:*', 'three', 'three/*', 'trilobite'], logLevel: 'warning',
});
cpSync(module, join(folder, 'dist/trilobite.wasm'));
cpSync(join(here, 'types'), join(folder, 'types'), { recursive: true });
// Without links to other pages, which are not in the package.
writeFileSync(join(folder, 'README.md'), readFileSync(join(root, 'docs/NPM.md'), 'utf8').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1'));
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));

const { name, ...about } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, ...about }, null, 2)}\n`);

// Of everything in the module.
const notices = {
    zlib: join(libraries, 'zlib/README'), libpng: join(libraries, 'libpng1.6/LICENSE'), popt: join(libraries, 'popt/COPYING'),
    meshoptimizer: join(libraries, 'meshoptimizer/LICENSE.md'), 'wasi-libc': '/usr/share/doc/wasi-libc/copyright',
    'three.js': join(root, 'viewer/node_modules/three/LICENSE'), fflate: join(root, 'viewer/node_modules/fflate/LICENSE'),
};
writeFileSync(join(folder, 'LICENSES'), Object.entries(notices).map(([of, path]) => `${of}\n\n${readFileSync(path, 'utf8').trim()}\n`).join('\n----\n\n'));
