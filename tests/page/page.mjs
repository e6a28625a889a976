// node page.mjs FOLDER: opens each NAME.html of the folder in Chromium, from the file, and holds what it shows against
// the command's picture NAME.png, unless that is a picture's own size: then nothing was drawn. NAME.inside.png: what it
// shows from inside. NAME.foot.html opens on foot. Where NAME.moves exists, its sequence must move something; NAME.lightmap: light maps must make a
// difference. Exits 1 when something is not as it should be.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { count, expect, expectFits, expectLike, expectMotion, launch, motion, open, phone, pictureOf, screenshot, screenshots, size } from './chromium.mjs';
import { compare } from './compare.mjs';
import { checkMotion } from './motion.mjs';

const folder = path.resolve(process.argv[2]);

const openPage = (browser, name, options) => open(browser, `file://${encodeURI(folder)}/${encodeURIComponent(name)}.html`, name, ({ protocol }) => ['file:', 'blob:'].includes(protocol), options);

// How far the highest point of the model is below the lower edge of the tools, in pixels.
const roomBelowTools = (page) => page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // the size of the stage is known then
    const { model, stage } = window.view, point = stage.camera.position.clone();
    let highest = -1;
    stage.camera.updateMatrixWorld();
    model.scene.updateMatrixWorld();
    model.scene.traverseVisible((mesh) => {
        for (let i = 0; i < (mesh.isMesh ? mesh.geometry.index.count : 0); i++) {
            mesh.getVertexPosition(mesh.geometry.index.getX(i), point).applyMatrix4(mesh.matrixWorld).project(stage.camera);
            highest = Math.max(highest, point.y);
        }
    });
    const canvas = stage.canvas.getBoundingClientRect(), tools = document.querySelector('.tv-tools').getBoundingClientRect();
    return canvas.top + (1 - highest) / 2 * canvas.height - tools.bottom;
});

async function check(browser, name) {
    const page = await openPage(browser, name, { viewport: { width: 640, height: 480 } });
    if (name.endsWith('.foot')) expect(await page.evaluate(() => window.view.state.walks), name, 'one does not walk');
    else {
        const room = await roomBelowTools(page);
        expect(room >= -1, name, `the tools cover ${-room} pixels of the model`);
    }
    await page.evaluate(() => window.view.playback.choose(''));
    const rest = await pictureOf(page, 'view'), command = readFileSync(`${folder}/${name}.png`);
    const isDrawing = command.readUInt32BE(16) === size.width && command.readUInt32BE(20) === size.height;
    if (screenshots) writeFileSync(`${screenshots}/${name}.png`, Buffer.from(rest, 'base64'));
    await expectLike(page, rest, isDrawing ? command : null, name);
    if (existsSync(`${folder}/${name}.moves`)) {
        await expectMotion(page, 'view', rest, name);
        await page.keyboard.press('Space');
        const plays = await page.waitForFunction(() => window.view.playback.playing).then(() => true, () => false);
        expect(plays, name, 'the space bar does not play');
    }
    if (existsSync(`${folder}/${name}.lightmap`)) {
        await page.keyboard.press('l');
        const unlit = await page.evaluate(compare, [await pictureOf(page, 'view'), rest]);
        expect(unlit.different > 0.02, name, 'light maps make no difference');
        await page.keyboard.press('l');
    }
    if (existsSync(`${folder}/${name}.inside.png`)) {
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        await page.evaluate(() => window.view.playback.choose('')); // at rest again
        await page.keyboard.press('i');
        await expectLike(page, await pictureOf(page, 'view'), readFileSync(`${folder}/${name}.inside.png`), `${name} from inside`);
    }
    await page.context().close();
}

// Each button, the tree, the tabs and the keys once: nothing may fail.
async function handle(browser, name, options) {
    const page = await openPage(browser, name, options);
    for (const key of ['g', 'w', 'g', 'i', '2', '6', '1', 'x', 'l', 'u', 'b', 'n', 'c', 'z', ']', '[', 'f', 't', 'Escape']) await page.keyboard.press(key);
    await page.keyboard.press('?');
    expect(await page.locator('.tv-help').isVisible(), name, '? shows no help');
    await page.keyboard.press('Escape');
    await page.locator('.tv-stage > canvas').click();
    const told = await page.locator('.tv-details h2').textContent().catch(() => null);
    expect(told !== null, name, 'a click on the model tells nothing');
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    for (const tab of ['Materials', 'About', 'Nodes']) await page.getByRole('tab', { name: tab }).click();
    const summaries = page.locator('.tv-dropdown summary[aria-label^=Show]');
    if (await summaries.isVisible()) {
        await summaries.click();
        for (const box of await page.locator('.tv-menu input').all()) await box.check();
        await page.locator('.tv-stage > canvas').click({ position: { x: 5, y: 300 } });
    }
    await expectFits(page, name);
    await screenshot(page, `${name}-${options.viewport.width}`);
    await page.context().close();
}

if (screenshots) mkdirSync(screenshots, { recursive: true });
const browser = await launch();
const names = readdirSync(folder).filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -5)).sort();
for (const name of names) await check(browser, name);
for (const name of names.filter((name) => /\.(dif|dts)$/.test(name))) {
    await handle(browser, name, { viewport: { width: 1280, height: 800 } });
    await handle(browser, name, phone);
}
const moving = await openPage(browser, names[0], { ...motion, viewport: { width: 640, height: 480 } });
await checkMotion(moving);
await moving.context().close();
await browser.close();
console.log(`${names.length} pages, ${count.checked} checks, ${count.failed} failures`);
process.exitCode = count.failed ? 1 : 0;
