// The pictures of the docs that a browser shows: docs/pictures/view.png, a shape as `trilobite view` opens it, and
// docs/pictures/page*.png, the page of `make page`: a volume, a model, its fields, a phone.
//
//     TRILOBITE=... node pictures.mjs PAGE      (PAGE: the folder that `make page` wrote)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, open, phone } from './chromium.mjs';
import { drop, openPage, root, samples, shown } from './dropping.mjs';

const page = path.resolve(process.argv[2]), out = `${root}/docs/pictures`;
const work = mkdtempSync(path.join(tmpdir(), 'trilobite-')), html = `${work}/windmill.html`;
const pause = (each) => each.waitForTimeout(1000); // animations of the interface end
execFileSync(process.env.TRILOBITE, ['convert', `${samples}/windmill.dts`, html, '--lod', 'all', '--collision', '--assets', `${samples}/textures`]);
const browser = await launch();

const view = await open(browser, `file://${html}`, 'view', () => true, { viewport: { width: 1000, height: 560 } });
await view.evaluate(() => {
    window.view.playback.choose('0');
    window.view.playback.seek(window.view.playback.duration * 0.3);
});
await pause(view);
await view.screenshot({ path: `${out}/view.png` });

const url = `file://${page}/index.html`;
const app = await openPage(browser, url, { viewport: { width: 1200, height: 640 } });
await drop(app, [`${samples}/outpost.vol`]);
await app.waitForFunction(() => {
    const images = [...document.querySelectorAll('img.list-picture')].filter((image) => image.getBoundingClientRect().top < innerHeight);
    return images.length > 8 && images.every((image) => image.dataset.kind);
});
await pause(app);
await app.screenshot({ path: `${out}/page.png` });
await app.context().close();

// The rooms from above and inside, their zones and collision; where a diagnostic leads to.
const model = await openPage(browser, url, { viewport: { width: 1200, height: 640 }, colorScheme: 'dark' });
await model.locator('[data-sample=rooms]').click();
await shown(model, '/samples/rooms.dif');
await model.evaluate(() => {
    const { view } = window.app;
    view.playback.choose('0');
    view.playback.play(false);
    view.playback.seek(1.2);
    for (const name of ['bounds', 'stats']) view.switches.set(name, true);
});
await model.keyboard.press('z');
await model.locator('.tv-dropdown summary[aria-label^=Show]').click();
await pause(model);
await model.screenshot({ path: `${out}/page-model.png` });
await model.keyboard.press('Escape');
await model.locator('#app-tab-fields').click();
for (const field of ['details', 'details[0]', 'details[0].materials', 'details[0].portals', 'details[0].portals[0]']) {
    await model.locator(`.fields-row[data-field="${field}"]`).waitFor();
    await model.evaluate((name) => window.app.file.fields.show(name), `${field}[0]`);
}
await model.evaluate(() => window.app.file.fields.show('details[0].portals[0].zoneFront'));
await pause(model);
await model.screenshot({ path: `${out}/page-fields.png` });
await model.context().close();

const mobile = await openPage(browser, url, { ...phone, colorScheme: 'light' });
await mobile.locator('[data-sample=trilobite]').tap();
await shown(mobile, '/samples/trilobite.iqm');
await mobile.evaluate(() => {
    window.app.view.playback.play(false);
    window.app.view.playback.seek(0.5);
});
await pause(mobile);
await mobile.screenshot({ path: `${out}/page-phone.png` });
await browser.close();
rmSync(work, { recursive: true });
