// TRILOBITE=COMMAND node drop.mjs PAGE: the page to drop files on, in Chromium. A file of every format is opened, held
// against the command's picture, and saved as the command saves it; files that must be refused are; it works without the
// server that it came from. Exits 1 when something is not as it should be.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { count, expectFits, expect, launch, patience, phone, screenshots } from './chromium.mjs';
import { checkBytes, checkFinding } from './drop-bytes.mjs';
import { checkFormats, checkVolume } from './drop-formats.mjs';
import { checkBroken, checkInvalid, checkStop } from './drop-hostile.mjs';
import { checkZipIn, checkZipOut } from './drop-zip.mjs';
import { clear, drop, openPage, samples, serve, shown } from './dropping.mjs';

async function checkPhone(browser, url) {
    const page = await openPage(browser, url, phone);
    if (screenshots) await page.screenshot({ path: `${screenshots}/phone-welcome.png` });
    await expectFits(page, 'welcome');
    await drop(page, [`${samples}/windmill.dts`]);
    await shown(page, '/windmill.dts');
    for (const tab of ['bytes', 'info', 'view']) {
        await page.locator(`#app-tab-${tab}`).tap();
        await expectFits(page, tab);
        if (screenshots) await page.screenshot({ path: `${screenshots}/phone-${tab}.png` });
    }
    await page.context().close();
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

async function checkFromDisk(browser, folder) {
    const page = await openPage(browser, `file://${folder}/index.html`);
    await drop(page, [`${samples}/rooms.dif`]);
    await shown(page, '/rooms.dif');
    expect(await page.locator('.tv-stage > canvas').isVisible(), 'from the disk', 'there is no view');
}

if (screenshots) mkdirSync(screenshots, { recursive: true });
const folder = path.resolve(process.argv[2]);
const server = await serve(folder);
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch();
try {
    const page = await openPage(browser, url);
    const formats = await checkFormats(page);
    await checkVolume(page);
    await clear(page);
    await checkZipIn(page);
    await checkZipOut(page);
    await clear(page);
    await checkBytes(page);
    await checkFinding(page);
    const hostile = (await checkInvalid(page)) + (await checkBroken(page));
    await checkStop(page);
    await checkPhone(browser, url);
    await checkOffline(page, server);
    await checkFromDisk(browser, folder);
    console.log(`${formats} formats, ${hostile} hostile files, ${count.checked} checks, ${count.failed} failures`);
} finally {
    await browser.close();
    server.close();
}
process.exitCode = count.failed ? 1 : 0;
