// node gallery.mjs SAMPLES FOLDER: makes a gallery of samples, of a file with a hostile name, one that cannot be
// converted and one whose script is lost, and uses it in Chromium from the files: search, open, turn, step, go back.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { count, expect, expectFits, launch, ofDrawing, patience, phone, screenshot } from './chromium.mjs';

const [samples, folder] = process.argv.slice(2).map((each) => path.resolve(each));
const hostile = '<img src=x onerror=alert(1)> "&amp;.nff';
const inputs = ['rooms.dif', 'lighthouse.nff', 'trilobite.iqm', 'windmill.dts', 'windmill-v5.dts'];

function make() {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(`${folder}/in/deep`, { recursive: true });
    for (const name of inputs) cpSync(`${samples}/${name}`, `${folder}/in/${name}`);
    cpSync(`${samples}/lighthouse.nff`, `${folder}/in/deep/${hostile}`);
    writeFileSync(`${folder}/in/broken.dif`, 'no interior');
    const words = [...inputs, `deep/${hostile}`, 'broken.dif'].map((name) => `in/${name}`);
    let code = 0;
    try {
        execFileSync(process.env.TRILOBITE, ['convert', ...words, 'a b#.html', '--assets', `${samples}/textures`], { cwd: folder, stdio: 'ignore' });
    } catch (error) {
        code = error.status;
    }
    expect(code === 3, 'gallery', `the command ends with ${code}`);
    rmSync(`${folder}/a b#_files/0005.js`);
}

async function openGallery(browser, name, options, allowed = () => false) {
    const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
    page.context().setDefaultTimeout(patience);
    page.on('console', (message) => expect(ofDrawing.test(message.text()) || allowed(message.text()), name, `console: ${message.text()}`));
    page.on('pageerror', (error) => expect(false, name, `error: ${error.stack}`));
    page.on('dialog', () => expect(false, name, 'a name is run as a script'));
    page.on('request', (request) => expect(['file:', 'blob:', 'data:'].includes(new URL(request.url()).protocol), name, `asks for ${request.url()}`));
    await page.goto(`file://${encodeURI(folder)}/${encodeURIComponent('a b#.html')}`);
    await page.waitForSelector('body[data-ready]');
    return page;
}

const shown = (page, number) => page.waitForSelector(`.stage[data-shown="${number}"]`);
const scripts = (page) => page.evaluate(() => document.querySelectorAll('script[src]').length);
const shot = (page, name) => screenshot(page, `gallery-${name}`);

async function use(page, name) {
    const tiles = page.locator('.tiles li:visible');
    expect(await tiles.count() === 7, name, `${await tiles.count()} tiles`);
    expect(await page.locator('.failed').count() === 1 && /broken.dif.*[a-z]{3} [a-z]+/.test(await page.locator('.failed').textContent()), name, 'what failed does not say why');
    expect(await page.getByText(hostile, { exact: true }).count() === 1, name, 'a name is not shown as it is');
    await page.waitForFunction(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 320).length === 6);
    await expectFits(page, name);
    await shot(page, name);

    await page.keyboard.press('/');
    await page.keyboard.type('DARKSTAR wind');
    expect(await tiles.count() === 2, name, 'the search finds something else than two shapes');
    await page.getByRole('searchbox').fill('');

    await page.locator('a.tile').first().focus();
    await page.keyboard.press('Enter');
    await shown(page, 1);
    const before = await page.evaluate(() => window.view.stage.camera.position.toArray());
    const { x, y, width, height } = await page.locator('.tv-stage > canvas').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 4 });
    await page.mouse.up();
    const after = await page.evaluate(() => window.view.stage.camera.position.toArray());
    expect(before.some((value, i) => Math.abs(value - after[i]) > 1e-3), name, 'dragging does not turn the model');
    await expectFits(page, `${name}, a model`);
    await shot(page, `${name}-model`);

    await page.keyboard.press('PageDown');
    await shown(page, 2);
    expect(await scripts(page) === 0, name, 'models that were left stay in memory');
    await page.keyboard.press('Escape');
    await page.locator('.model').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement.matches('a.tile[href="#2"]')), name, 'the tile that was open has not the focus');

    await page.goto(`${page.url().split('#')[0]}#6`); // a link to a model
    await shown(page, 6);
    await page.keyboard.press('PageDown'); // there is no other
    await page.locator('.back').click();
    await page.locator('.model').waitFor({ state: 'hidden' });
}

async function useLost(page, name) {
    await page.locator('a.tile').nth(4).click();
    await page.locator('[role=alert]:visible').waitFor();
    expect((await page.locator('[role=alert]').textContent()).includes('0005.js'), name, 'the lost file is not named');
    await page.keyboard.press('PageUp');
    await shown(page, 4);
    expect(await page.locator('.model [role=alert]').isHidden(), name, 'the message stays');
}

make();
const browser = await launch();
try {
    for (const [name, options] of [['gallery', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }], ['gallery-phone', phone]]) {
        const page = await openGallery(browser, name, options);
        await use(page, name);
        await page.context().close();
    }
    await useLost(await openGallery(browser, 'lost', {}, (text) => text.includes('ERR_FILE_NOT_FOUND')), 'lost');
} finally {
    await browser.close();
}
console.log(`${count.checked} checks, ${count.failed} failed`);
process.exitCode = count.failed ? 1 : 0;
