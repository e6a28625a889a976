// TRILOBITE=COMMAND node drop.mjs PAGE: the page to drop files on, in Chromium. One sample of every kind is opened, held
// against the command's picture, and saved as the command saves it; files that must be refused are; it works without the
// server that it came from. Exits 1 when something is not as it should be.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '../../viewer/node_modules/playwright-core/index.mjs';
import { compare } from './compare.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const samples = `${root}/samples`, screenshots = process.env.TLB_SCREENSHOTS;
const work = mkdtempSync(path.join(tmpdir(), 'trilobite-'));
const size = { width: 320, height: 240 };
const mostDifferent = 0.02; // of blocks of pixels
const patience = 120000; // milliseconds; the machine may be busy
const backdrop = ['rgb(226 231 237)', 'rgb(178 187 198)'];
let failed = 0, checked = 0;

function expect(good, name, what) {
    checked++;
    if (good) return;
    failed++;
    console.log(`FAILED ${name}: ${what}`);
}

// --- the page ---

const types = { '.html': 'text/html', '.js': 'text/javascript' };

function serve(folder) {
    const server = createServer((request, response) => {
        const file = path.join(folder, request.url === '/' ? 'index.html' : path.normalize(request.url));
        if (!existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { 'content-type': types[path.extname(file)] }).end(readFileSync(file));
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function open(browser, url, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
    const page = await context.newPage(), own = new URL(url);
    page.on('console', (message) => expect(false, 'page', `console: ${message.text()}`));
    page.on('pageerror', (error) => expect(false, 'page', `error: ${error.stack}`));
    context.on('request', (request) => {
        const asked = new URL(request.url());
        expect(['blob:', 'data:'].includes(asked.protocol) || asked.href === own.href || (asked.protocol === 'http:' && asked.href === new URL('offline.js', own).href), 'page', `asks for ${asked}`);
    });
    await page.goto(url);
    await page.waitForSelector('body[data-ready]', { timeout: patience });
    return page;
}

const shown = (page, file) => page.waitForSelector(`.app-work[data-checked="${file}"]`, { timeout: patience });

async function choose(page, file) {
    await page.locator(`.list-row[data-path="${file}"]`).click();
    await shown(page, file);
}

// As from a file manager.
async function drop(page, files) {
    const contents = files.map((file) => ({ name: path.basename(file), base64: readFileSync(file).toString('base64') }));
    const transfer = await page.evaluateHandle((all) => {
        const made = new DataTransfer();
        for (const { name, base64 } of all) made.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
        return made;
    }, contents);
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

async function saved(page, way) {
    await page.locator('.app-main').click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`.export-ways button[aria-label="${way}"]`).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// --- the command ---

function command(...words) {
    try {
        execFileSync(process.env.TRILOBITE, words, { stdio: 'ignore' });
        return true;
    } catch {
        return false;
    }
}

function converted(file, extension, ...words) {
    const out = path.join(work, `out.${extension}`);
    return command('convert', '--force', '--assets', samples, ...words, file, out) ? readFileSync(out) : null;
}

// --- what is tried ---

const pictureOf = (page) => page.evaluate(async ([{ width, height }, colors]) => {
    const bytes = new Uint8Array(await (await window.app.view.picture(width, height, colors)).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}, [size, backdrop]);

async function checkModel(page, file, name) {
    const rest = await pictureOf(page), expected = converted(file, 'png', '--size', `${size.width}x${size.height}`);
    const { different, drawn } = await page.evaluate(compare, [rest, (expected ?? Buffer.from(rest, 'base64')).toString('base64')]);
    expect(drawn > 0.02, name, `the page shows nothing (${drawn})`);
    expect(different < mostDifferent, name, `${(different * 100).toFixed(1)} % are not as in the command's picture`);
    const moves = await page.evaluate(() => window.app.view.model.animations.length > 0);
    if (!moves) return;
    await page.evaluate(() => {
        window.app.view.playback.choose('0');
        window.app.view.playback.seek(window.app.view.playback.duration * 0.4);
    });
    const moved = await page.evaluate(compare, [await pictureOf(page), rest]);
    expect(moved.different > 0, name, 'its sequence moves nothing');
}

async function checkPictures(page, file, name) {
    const sizes = await page.locator('.pictures img').evaluateAll((images) => images.map((image) => image.naturalWidth * image.naturalHeight * image.clientWidth));
    expect(sizes.length > 0 && sizes.every((area) => area > 0), name, `its pictures are not seen: ${sizes}`);
    const expected = converted(file, 'png');
    if (sizes.length === 1) expect(expected.equals((await saved(page, 'PNG')).bytes), name, 'the PNG saved is not the command\'s');
}

async function checkSample(page, file) {
    const name = path.basename(file);
    await choose(page, `/samples${file.slice(samples.length)}`);
    const mode = await page.locator('#app-page-view').getAttribute('data-mode');
    const glb = converted(file, 'glb');
    expect((mode !== 'note') === (glb !== null), name, `it is shown as ${mode}`);
    if (glb) {
        const made = await saved(page, 'GLB');
        expect(made.bytes.equals(glb), name, 'the GLB saved is not the command\'s');
        expect(made.name === name.replace(/\.[^.]*$/, '.glb'), name, `the GLB is called ${made.name}`);
    }
    if (mode === 'model') await checkModel(page, file, name);
    if (mode === 'pictures') await checkPictures(page, file, name);
    if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png` });
}

// One of every kind, and the volume's members.
async function checkSamples(page) {
    await page.locator('input[webkitdirectory]').setInputFiles(samples);
    await page.waitForSelector('.app-work[data-shown]');
    const files = readdirSync(samples, { recursive: true }).map((name) => path.join(samples, name)).filter((file) => statSync(file).isFile() && !file.endsWith('.mat'));
    const kinds = new Map(files.map((file) => [path.extname(file), file]));
    for (const file of kinds.values()) await checkSample(page, file);
    const volume = '/samples/outpost.vol';
    await choose(page, volume);
    await choose(page, `${volume}/bricks.bmp`);
    expect(await page.locator('.pictures img').count() === 1, volume, 'its member is not shown');
    await page.waitForSelector(`.list-row[data-path="${volume}/bricks.bmp"] img[data-kind=made]`);
    await choose(page, `${volume}/readme.txt`);
    expect(/volume/.test(await page.locator('.app-note pre').textContent()), volume, 'its text is not shown');
    return kinds.size;
}

// The bytes, coloured by field; a field and a finding are gone to.
async function checkBytes(page) {
    await drop(page, [`${samples}/rooms.dif`, `${samples}/textures/brick.png`]);
    await shown(page, '/rooms.dif');
    const { bytes } = await saved(page, 'JSON');
    execFileSync(process.env.TRILOBITE, ['dump', `${samples}/rooms.dif`]).equals(bytes) || expect(false, 'bytes', 'the JSON saved is not the command\'s');
    await page.locator('#app-tab-bytes').click();
    await page.locator('.bytes-jump').fill('details[0].boundingSphere');
    await page.locator('.bytes-jump').press('Enter');
    await page.waitForSelector('.bytes-hex .marked');
    const marked = await page.locator('.bytes-hex .marked').allTextContents();
    expect(marked.join('') === readFileSync(`${samples}/rooms.dif`).subarray(0x9d, 0xad).toString('hex'), 'bytes', `marked are ${marked}`);
    expect(/boundingSphere \[/.test(await page.locator('.bytes-told').textContent()), 'bytes', 'the field is not told of');
    expect(/boundingSphere/.test(await page.locator('.bytes-field[aria-current]').textContent()), 'bytes', 'the field is not marked');
    if (screenshots) await page.screenshot({ path: `${screenshots}/bytes.png` });
}

// Refused with a message, or opened with what is wrong; nothing stops working.
async function checkHostile(page) {
    const folder = `${root}/tests/invalid`;
    const files = readdirSync(folder).filter((name) => !name.endsWith('.expect')).map((name) => path.join(folder, name));
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(files);
    await page.waitForSelector('.app-work[data-shown]');
    for (const file of files) {
        await choose(page, `/${path.basename(file)}`);
        const told = await page.evaluate(() => [document.querySelector('.findings').hidden ? '' : document.querySelector('.findings').textContent, document.querySelector('#app-page-view').dataset.mode === 'note' ? document.querySelector('.app-note').textContent : '']);
        expect(told.join('').length > 10, path.basename(file), 'nothing is said of it');
    }
    await page.locator('#app-tab-bytes').click();
    await page.waitForSelector('.bytes-row');
    await page.locator('#app-tab-view').click();
    await choose(page, '/rooms.dif');
    expect(await page.locator('#app-page-view').getAttribute('data-mode') === 'model', 'hostile files', 'the page no longer works');
    return files.length;
}

// What takes long can be ended; what was dropped is still there then.
async function checkStop(page) {
    await page.evaluate(() => (window.app.busy.hidden = false));
    const worker = await page.evaluateHandle(() => window.app.client);
    await page.locator('.app-busy button').click();
    await page.waitForFunction((old) => window.app.client !== old && /Stopped/.test(window.app.message.textContent), worker);
    await choose(page, '/brick.png');
    expect(await page.locator('.pictures img').count() === 1, 'stop', `nothing can be opened any more: ${await page.locator('.app-content').textContent()}`);
    await page.evaluate(() => (window.app.busy.hidden = true));
}

async function checkPhone(browser, url) {
    const page = await open(browser, url, { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: 'dark' });
    await drop(page, [`${samples}/windmill.dts`]);
    await shown(page, '/windmill.dts');
    for (const tab of ['bytes', 'info', 'view']) {
        await page.locator(`#app-tab-${tab}`).tap();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight);
        expect(!overflow, tab, 'the page is larger than a phone');
    }
    if (screenshots) await page.screenshot({ path: `${screenshots}/phone.png` });
    await page.context().close();
}

// Milliseconds from the drop of the largest room of the corpus to the model.
async function checkSpeed(page) {
    const folder = `${process.env.TLB_CORPUS}/torque`;
    if (!existsSync(folder)) return;
    const file = readdirSync(folder).map((name) => path.join(folder, name)).sort((a, b) => statSync(b).size - statSync(a).size)[0];
    const name = `/${path.basename(file)}`;
    await page.evaluate((wanted) => {
        addEventListener('drop', () => (window.dropped = performance.now()), { capture: true });
        new MutationObserver((changes, observer) => {
            if (document.querySelector('.app-work').dataset.shown !== wanted) return;
            window.took = performance.now() - window.dropped;
            observer.disconnect();
        }).observe(document.querySelector('.app-work'), { attributes: true });
    }, name);
    await drop(page, [file]);
    await shown(page, name);
    const took = await page.evaluate(() => window.took);
    console.log(`${statSync(file).size} bytes shown ${took.toFixed(0)} ms after the drop`);
    expect(took < 3000, name, 'this is slow');
}

async function checkOffline(page, server) {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await (await caches.open('trilobite')).keys()).length > 0);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await page.reload();
    await page.waitForSelector('body[data-ready]', { timeout: patience });
    await drop(page, [`${samples}/lighthouse.nff`]);
    await shown(page, '/lighthouse.nff');
}

if (screenshots) mkdirSync(screenshots, { recursive: true });
const server = await serve(path.resolve(process.argv[2]));
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});
try {
    const page = await open(browser, url);
    const kinds = await checkSamples(page);
    await page.locator('button[aria-label=Clear]').click();
    await checkBytes(page);
    await page.locator('#app-tab-view').click();
    const hostile = await checkHostile(page);
    await checkStop(page);
    await page.locator('button[aria-label=Clear]').click();
    await checkSpeed(page);
    await checkPhone(browser, url);
    await checkOffline(page, server);
    const fromDisk = await open(browser, `file://${path.resolve(process.argv[2])}/index.html`);
    await drop(fromDisk, [`${samples}/rooms.dif`]);
    await shown(fromDisk, '/rooms.dif');
    console.log(`${kinds} kinds of files, ${hostile} hostile files, ${checked} checks, ${failed} failures`);
} finally {
    await browser.close();
    server.close();
    rmSync(work, { recursive: true });
}
process.exitCode = failed ? 1 : 0;
