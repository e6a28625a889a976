// What docs/NPM.md shows of three.js works in Chromium, and the loader does what three's own do.
//
//     node three.mjs PROJECT
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { count, expect, launch, ofDrawing } from '../page/chromium.mjs';

const project = process.argv[2], root = new URL('../..', import.meta.url).pathname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const [page] = readFileSync(`${root}docs/NPM.md`, 'utf8').match(/(?<=^```html\n)[^]*?(?=^```)/m);
writeFileSync(join(project, 'index.html'), page);

const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://x').pathname).replace(/^\/$/, '/index.html');
    const file = path.startsWith('/node_modules/three/') ? join(root, 'viewer', path) : join(project, path);
    if (!existsSync(file) || !statSync(file).isFile()) return path === '/favicon.ico' ? response.writeHead(204).end() : response.writeHead(404).end();
    createReadStream(file).pipe(response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await launch(), tab = await browser.newPage({ viewport: { width: 480, height: 360 } });
tab.on('console', (message) => expect(ofDrawing.test(message.text()) || /404/.test(message.text()), 'three', `console: ${message.text()}`));
tab.on('pageerror', (error) => expect(false, 'three', error.stack));
await tab.goto(`http://127.0.0.1:${server.address().port}/`);
await tab.waitForSelector('canvas');
await tab.waitForTimeout(1500);
const picture = await tab.screenshot(process.env.TLB_SCREENSHOTS ? { path: join(process.env.TLB_SCREENSHOTS, 'npm-three.png') } : {});
expect(picture.length > 20000, 'the page of the documentation', `shows nothing: ${picture.length} bytes`);

const found = await tab.evaluate(async () => {
    const { TrilobiteLoader } = await import('trilobite/three');
    const { LoadingManager } = await import('three');
    const textures = ['brick', 'cloth', 'wood', 'sign'].map((name) => `../samples/textures/${name}.png`);
    const about = (model) => {
        const maps = new Set();
        model.traverse(({ material }) => material?.map && maps.add(material.map.name));
        return { group: model.isGroup, animations: model.animations.map(({ name, duration }) => [name, duration]), maps: [...maps].sort() };
    };
    const bytes = async (url) => (await fetch(url)).arrayBuffer();
    let ended = 0, progress = 0;
    const manager = new LoadingManager(() => ended++), loader = new TrilobiteLoader(manager).setPath('samples/').setResourcePath('samples/');
    const loaded = await loader.setAssets(textures).loadAsync('windmill.dts', () => progress++);
    const called = await new Promise((resolve, reject) => loader.load('windmill.dts', resolve, undefined, reject));
    const parsed = await new TrilobiteLoader().setAssets({ 'brick.png': await bytes('samples/textures/brick.png') }).setOptions({ placeholder: 'no' }).parseAsync(await bytes('samples/windmill.dts'), 'windmill.dts')
        .catch((error) => ({ error: error.message }));
    const plain = await new TrilobiteLoader().parseAsync(await bytes('samples/trilobite.iqm'), 'trilobite.iqm');
    const failure = (promise) => promise.then(() => 'nothing', ({ message }) => message);
    return {
        loaded: about(loaded), called: about(called), parsed: parsed.error ?? about(parsed), plain: about(plain), ended, progress,
        missing: await failure(loader.loadAsync('none.dts')), broken: await failure(new TrilobiteLoader().parseAsync(new ArrayBuffer(20), 'x.dts')),
        missingTexture: await failure(new TrilobiteLoader().setPath('samples/').setAssets(['none.png']).loadAsync('windmill.dts')),
    };
});
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
expect(found.loaded.group, 'loadAsync', JSON.stringify(found.loaded));
expect(same(found.loaded.animations, [['turn', 2], ['open', 1], ['walk', 1.5]]), 'animations', JSON.stringify(found.loaded.animations));
expect(found.loaded.maps.length === 4, 'textures', JSON.stringify(found.loaded.maps));
expect(same(found.called, found.loaded), 'load', JSON.stringify(found.called));
expect(found.plain.animations.length === 2, 'parseAsync', JSON.stringify(found.plain));
expect(found.ended > 0 && found.progress > 0, 'manager and progress', JSON.stringify([found.ended, found.progress]));
expect(/404/.test(found.missing), 'a missing file', found.missing);
expect(/404/.test(found.missingTexture), 'a missing texture', found.missingTexture);
expect(found.broken !== 'nothing' && found.broken.length > 5, 'a broken file', found.broken);
if (count.failed) console.log(JSON.stringify(found));
await browser.close();
server.close();
console.log(`three.js: ${count.checked} checked, ${count.failed} failed`);
process.exitCode = count.failed ? 1 : 0;
