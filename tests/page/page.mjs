// node page.mjs FOLDER: opens each NAME.html of the folder in Chromium, from the file, and holds what it shows against
// the command's picture NAME.png, unless that is a picture's own size: then nothing was drawn. Where NAME.moves exists, its sequence must move something; NAME.lightmap: light maps
// must make a difference. Exits 1 when something is not as it should be.
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '../../viewer/node_modules/playwright-core/index.mjs';
import { compare } from './compare.mjs';

const folder = path.resolve(process.argv[2]);
const screenshots = process.env.TLB_SCREENSHOTS; // a folder to look at afterwards
const size = { width: 320, height: 240 };
const mostDifferent = 0.02; // of blocks of pixels
let failed = 0;

function expect(good, name, what) {
    if (good) return;
    failed++;
    console.log(`FAILED ${name}: ${what}`);
}

const exists = (file) => access(file).then(() => true, () => false);

async function open(browser, name, options) {
    const context = await browser.newContext(options), page = await context.newPage();
    page.on('console', (message) => expect(false, name, `console: ${message.text()}`));
    page.on('pageerror', (error) => expect(false, name, `error: ${error.stack}`));
    page.on('request', (request) => expect(/^(file|blob):/.test(request.url()), name, `asks for ${request.url()}`));
    await page.goto(`file://${folder}/${name}.html`);
    await page.waitForSelector('body[data-ready]', { timeout: 20000 });
    return page;
}

const pictureOf = (page) => page.evaluate(async ({ width, height }) => {
    const bytes = new Uint8Array(await (await window.view.picture(width, height, ['rgb(226 231 237)', 'rgb(178 187 198)'])).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}, size);

async function check(browser, name) {
    const page = await open(browser, name, { viewport: { width: 640, height: 480 } });
    const rest = await pictureOf(page);
    const command = await readFile(`${folder}/${name}.png`);
    const isDrawing = command.readUInt32BE(16) === size.width && command.readUInt32BE(20) === size.height;
    const { different, drawn } = await page.evaluate(compare, [rest, isDrawing ? command.toString('base64') : rest]);
    if (screenshots) await writeFile(`${screenshots}/${name}.png`, Buffer.from(rest, 'base64'));
    expect(drawn > 0.02, name, `the page shows nothing (${drawn})`);
    expect(different < mostDifferent, name, `${(different * 100).toFixed(1)} % are not as in the command's picture`);
    if (await exists(`${folder}/${name}.moves`)) {
        await page.evaluate(() => {
            window.view.playback.choose('0');
            window.view.playback.seek(window.view.playback.duration * 0.4);
        });
        const moved = await page.evaluate(compare, [await pictureOf(page), rest]);
        expect(moved.different > 0, name, 'its sequence moves nothing');
        await page.keyboard.press('Space');
        await page.waitForTimeout(200);
        expect(await page.evaluate(() => window.view.playback.playing), name, 'the space bar does not play');
    }
    if (await exists(`${folder}/${name}.lightmap`)) {
        await page.keyboard.press('l');
        const unlit = await page.evaluate(compare, [await pictureOf(page), rest]);
        expect(unlit.different > 0.02, name, 'light maps make no difference');
        await page.keyboard.press('l');
    }
    await page.context().close();
}

// Each button, the tree, the tabs and the keys once: nothing may fail.
async function handle(browser, name, options) {
    const page = await open(browser, name, options);
    for (const key of ['g', 'w', 'g', 'i', '2', '6', '1', 'x', 'l', ']', '[', 'f', 't', 'Escape']) await page.keyboard.press(key);
    await page.keyboard.press('?');
    expect(await page.locator('.tv-help').isVisible(), name, '? shows no help');
    await page.keyboard.press('Escape');
    await page.locator('.tv-stage > canvas').click();
    const told = await page.locator('.tv-details h2').textContent({ timeout: 2000 }).catch(() => null);
    expect(told !== null, name, 'a click on the model tells nothing');
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    for (const tab of ['Materials', 'About', 'Nodes']) await page.getByRole('tab', { name: tab }).click();
    const summaries = page.locator('.tv-dropdown summary[aria-label^=Collision]');
    if (await summaries.isVisible()) {
        await summaries.click();
        for (const box of await page.locator('.tv-menu input').all()) await box.check();
        await page.locator('.tv-stage > canvas').click({ position: { x: 5, y: 300 } });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight);
    expect(!overflow, name, `the page is larger than a window of ${options.viewport.width} x ${options.viewport.height}`);
    if (screenshots) await page.screenshot({ path: `${screenshots}/${name}-${options.viewport.width}.png` });
    await page.context().close();
}

if (screenshots) await mkdir(screenshots, { recursive: true });
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});
const names = (await readdir(folder)).filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -5)).sort();
for (const name of names) await check(browser, name);
for (const name of names.filter((name) => /\.(dif|dts)$/.test(name))) {
    await handle(browser, name, { viewport: { width: 1280, height: 800 } });
    await handle(browser, name, { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: 'dark' });
}
await browser.close();
console.log(`${names.length} pages, ${failed} failures`);
process.exitCode = failed ? 1 : 0;
