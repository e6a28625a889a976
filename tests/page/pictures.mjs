// The pictures of the docs that a browser shows: docs/pictures/view.png, a shape as `trilobite view` opens it, and
// docs/pictures/page.png, a volume in the page of `make page`.
//
//     TRILOBITE=... node pictures.mjs PAGE      (PAGE: the folder that `make page` wrote)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, open } from './chromium.mjs';
import { drop, openPage, root, samples } from './dropping.mjs';

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

const app = await openPage(browser, `file://${page}/index.html`, { viewport: { width: 1200, height: 640 } });
await drop(app, [`${samples}/outpost.vol`]);
await app.locator('.list-row', { hasText: 'outpost.vol' }).first().click(); // its members, not the first of them
await app.waitForSelector('[title="floor.bmp"] img');
await pause(app);
await app.screenshot({ path: `${out}/page.png` });
await browser.close();
rmSync(work, { recursive: true });
