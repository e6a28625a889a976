// Debian's Chromium, without a screen, and what every check of a page needs.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from '../../viewer/node_modules/playwright-core/index.mjs';
import { compare } from './compare.mjs';

export const size = { width: 320, height: 240 }; // of the pictures that are compared
export const screenshots = process.env.TLB_SCREENSHOTS; // a folder to look at afterwards
export const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: 'dark' };
export const patience = 300000; // ms; the machine may be busy
export const motion = { reducedMotion: 'no-preference' };
export const ofDrawing = /GPU stall|GL Driver Message|Automatic fallback to software/; // what a busy machine makes Chromium say
const backdrop = ['rgb(226 231 237)', 'rgb(178 187 198)'];
const mostDifferent = 0.02; // of blocks of pixels

export const count = { checked: 0, failed: 0 };

export function expect(good, name, what) {
    count.checked++;
    if (good) return;
    count.failed++;
    console.log(`FAILED ${name}: ${what}`);
}

// Only WebGL is drawn by what stands in for a GPU; for the rest of a window the processor is faster.
export const launch = () => chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-gpu-compositing'],
});

// A page that complains of nothing and asks for nothing but what `allowed(url)` says. Models are at rest unless the options
// are of motion: what plays is drawn all the time, by the processor, and most checks would wait for that.
export async function open(browser, url, name, allowed, options) {
    const context = await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce', ...options }), page = await context.newPage();
    context.setDefaultTimeout(patience);
    page.on('console', (message) => expect(ofDrawing.test(message.text()), name, `console: ${message.text()}`));
    page.on('pageerror', (error) => expect(false, name, `error: ${error.stack}`));
    context.on('request', (request) => expect(allowed(new URL(request.url())), name, `asks for ${request.url()}`));
    await page.goto(url);
    await page.waitForSelector('body[data-ready]', { timeout: patience });
    return page;
}

// Until some more pictures of the page have been drawn.
export const framesDrawn = (page) => page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
});

// What a view shows, as the command's pictures are taken; in base64.
export const pictureOf = (page, view) => page.evaluate(async ([path, { width, height }, colors]) => {
    const picture = await path.split('.').reduce((object, key) => object[key], window).picture(width, height, colors);
    const bytes = new Uint8Array(await picture.arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}, [view, size, backdrop]);

// Something is drawn, and it is what the command's picture shows; without one nothing was to be drawn.
export async function expectLike(page, picture, expected, name) {
    const { different, drawn } = await page.evaluate(compare, [picture, expected?.toString('base64') ?? picture]);
    expect(drawn > 0.02, name, `the page shows nothing (${drawn})`);
    expect(different < mostDifferent, name, `${(different * 100).toFixed(1)} % are not as in the command's picture`);
}

// The first sequence, at a time within it, shows something else than at rest.
export async function expectMotion(page, view, rest, name) {
    await page.evaluate((path) => {
        const { playback } = path.split('.').reduce((object, key) => object[key], window);
        playback.choose('0');
        playback.seek(playback.duration * 0.4);
    }, view);
    const { different } = await page.evaluate(compare, [await pictureOf(page, view), rest, 1]); // textures that scroll keep their mean
    expect(different > 0, name, 'its sequence moves nothing');
}

export async function expectFits(page, name) {
    const { width, height } = page.viewportSize(); // the window's own size grows with what is in it, on a phone
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect(size[0] <= width && size[1] <= height, name, `the page of ${size.join(' x ')} is larger than its window of ${width} x ${height}`);
}

const clients = new WeakMap(); // by page

// What is seen now, as a file, where screenshots are wanted: a third of the time of Playwright's own.
export async function screenshot(page, name) {
    if (!screenshots) return;
    if (!clients.has(page)) clients.set(page, await page.context().newCDPSession(page));
    const { data } = await clients.get(page).send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    writeFileSync(`${screenshots}/${name}.png`, Buffer.from(data, 'base64'));
}

// --- the command ---

const execute = promisify(execFile);
export const run = async (...words) => (await execute(process.env.TRILOBITE, words, { maxBuffer: 1 << 30, encoding: 'buffer' })).stdout;
