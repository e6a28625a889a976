// node site.mjs SITE: the site in Chromium, as files and below a folder of a server, on a desk and on a phone, light and
// dark: nothing is missing or loaded from elsewhere, nothing is wider than the window, it follows the system's colors and
// the button, and the search finds functions, members and diagnostics.
import path from 'node:path';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { count, expect, launch, patience, phone, screenshot } from '../page/chromium.mjs';
import { serve } from '../page/dropping.mjs';

const site = path.resolve(process.argv[2]);
const pages = ['index', 'README', 'docs/FORMATS', 'docs/DIAGNOSTICS', 'docs/formats/dts', 'docs/site/gallery', 'docs/recipes/modders',
    'include/trilobite/trilobite', 'include/trilobite/scene', 'include/trilobite/formats/dif', 'genindex', 'search'];
const searches = { tlb_scene_measure: 'include/trilobite/scene.html#tlb_scene_measure', minPixels: 'include/trilobite/formats/dif.html#tlb_dif_interior.minPixels',
    DIF_PORTAL: 'docs/DIAGNOSTICS.html#DIF_PORTAL', turntable: 'docs/recipes/artists.html' };
const browser = await launch();

async function open(base, name, options) {
    const context = await browser.newContext(options), page = await context.newPage();
    context.setDefaultTimeout(patience);
    page.on('console', (message) => expect(!['error', 'warning'].includes(message.type()), name, `console: ${message.text()}`));
    page.on('pageerror', (error) => expect(false, name, `error: ${error.stack}`));
    context.on('request', (request) => expect(request.url().startsWith(base) || request.url().startsWith('data:'), name, `asks for ${request.url()}`));
    return page;
}

// How bright what is behind the text is, 0 to 255.
const background = (page) => page.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]));

async function look(base, name, options) {
    const page = await open(base, name, options), dark = options.colorScheme === 'dark';
    for (const each of pages) {
        await page.goto(`${base}${each}.html`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide <= 0, name, `${each} is ${wide} pixels wider than the window`);
        expect((await background(page) < 128) === dark, name, `${each} has the wrong colors`);
        const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && !image.naturalWidth).map((image) => image.src));
        expect(!broken.length, name, `${each}: broken pictures: ${broken}`);
        await screenshot(page, `site-${name}-${each.replaceAll('/', '-')}`);
    }
    await page.close();
}

async function use(base, name) {
    const page = await open(base, name, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
    await page.goto(`${base}index.html`);
    for (let i = 0; i < 3 && await page.evaluate(() => document.body.dataset.theme) !== 'dark'; i++) await page.locator('.theme-toggle-content .theme-toggle').click();
    expect(await background(page) < 128, name, 'the button does not make it dark');
    await page.goto(`${base}docs/FORMATS.html`);
    expect(await background(page) < 128, name, 'the next page is not dark');
    for (const [words, target] of Object.entries(searches)) {
        await page.locator('.sidebar-search').fill(words);
        await page.locator('.sidebar-search').press('Enter');
        await page.waitForSelector('#search-results li a');
        await page.waitForFunction(() => /finished|matching/.test(document.querySelector('.search-summary')?.textContent));
        const found = await page.evaluate(() => [...document.querySelectorAll('#search-results li a')].map((link) => link.href.replace(/\?highlight=[^#]*/, '')));
        expect(found.includes(base + target), name, `a search for ${words} finds ${found.slice(0, 5)}`);
    }
    await page.goto(`${base}include/trilobite/scene.html`);
    await page.locator('pre a', { hasText: /^tlb_bytes$/ }).first().click();
    await page.waitForURL(`${base}include/trilobite/base.html#tlb_bytes`);
    expect(await page.evaluate(() => document.querySelector(':target')?.textContent) === 'tlb_bytes', name, 'a type does not lead to where it is declared');
    await page.close();
}

const above = mkdtempSync('/tmp/trilobite-site-'); // the site is below a folder of the server
symlinkSync(site, `${above}/docs`);
const server = await serve(above);
const files = `file://${site}/`, served = `http://127.0.0.1:${server.address().port}/docs/`;
const desk = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' };
await look(files, 'desk', desk);
await look(files, 'desk-dark', { ...desk, colorScheme: 'dark' });
await look(files, 'phone', { ...phone, colorScheme: 'light' });
await look(files, 'phone-dark', phone);
await use(files, 'files');
await use(served, 'served');
await browser.close();
server.close();
rmSync(above, { recursive: true });
console.log(`${count.checked} checked, ${count.failed} failed`);
process.exitCode = count.failed ? 1 : 0;
