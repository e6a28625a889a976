// TRILOBITE=COMMAND node drop.mjs PAGE PART...: the page to drop files on, in Chromium. PART:
//   formats_1, _2, _3  a file of every third format is opened, held against the command's picture, and saved as the
//                      command saves it
//   files    volumes, export, folders, zip files, names, thumbnails
//   view     playing, switches, many files
//   fields   fields, of members too, places, keys
//   hostile  files that must be refused are; it works without the server that it came from
//   looks    its states in two sizes and two themes
//   devices  a phone, touch, links, from the disk
// Exits 1 when something is not as it should be.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { count, expect, expectFits, launch, motion, patience, phone, screenshot, screenshots } from './chromium.mjs';
import { checkBytes, checkFinding } from './drop-bytes.mjs';
import { checkFormats, checkVolume } from './drop-formats.mjs';
import { checkBroken, checkInvalid, checkStop } from './drop-hostile.mjs';
import { checkExport } from './drop-export.mjs';
import { checkFields, checkMemberFields, checkPlaces } from './drop-fields.mjs';
import { checkChoosing, checkFolder, checkNames, checkThumbnails } from './drop-files.mjs';
import { checkLooks, checkTouch } from './drop-looks.mjs';
import { checkAbout, checkAddress, checkKeys, checkLink } from './drop-share.mjs';
import { checkDrawing, checkMany, checkPlaying, checkSwitches } from './drop-view.mjs';
import { checkLargeInZip, checkZipIn, checkZipOut } from './drop-zip.mjs';
import { clear, drop, openPage, samples, serve, shown } from './dropping.mjs';

// What all formats have, without what the file lacks, then the format's own part.
async function expectSummary(page) {
    const text = await page.locator('#app-page-info').innerText();
    expect(/triangles\s+114\s[^]*bounds\s+min( \S+){3}, max( \S+){3}\s[^]*nodes\s+9\s/.test(text) && !/null|files/.test(text), 'info', text);
}

async function checkPhone(browser, url) {
    const page = await openPage(browser, url, phone);
    await screenshot(page, 'phone-welcome');
    await expectFits(page, 'welcome');
    await drop(page, [`${samples}/windmill.dts`]);
    await shown(page, '/windmill.dts');
    for (const tab of ['fields', 'bytes', 'info', 'view']) {
        await page.locator(`#app-tab-${tab}`).tap();
        await expectFits(page, tab);
        if (tab === 'info') await expectSummary(page);
        await screenshot(page, `phone-${tab}`);
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

// Of a page that a check waits for in vain.
const stateOf = (page) => page.evaluate(() => {
    const { app } = window, text = (element) => (element && !element.hidden ? element.textContent : undefined);
    return JSON.stringify({ ...app.work.dataset, message: text(app.message), busy: text(app.busy), changes: text(document.querySelector('.fields-bar')) });
}).catch((error) => error.message);

const small = { viewport: { width: 960, height: 600 } }; // where many models are drawn

const checkThird = async (third) => console.log(`${await checkFormats(await openPage(browser, url, { ...motion, ...small }), third)} formats`);

// The checks of a part follow each other on one page; those of looks and devices open pages of their own.
const parts = {
    formats_1: () => checkThird(1),
    formats_2: () => checkThird(2),
    formats_3: () => checkThird(3),
    async files() {
        const page = await openPage(browser, url);
        await page.locator('input[webkitdirectory]').setInputFiles(samples);
        await checkVolume(page);
        await checkExport(page);
        await clear(page);
        await checkZipIn(page);
        await checkLargeInZip(page);
        await checkZipOut(page);
        await clear(page);
        await checkFolder(page);
        await checkNames(page);
        await checkChoosing(page);
        await checkThumbnails(page);
    },
    async view() {
        const page = await openPage(browser, url, motion);
        await checkPlaying(page);
        await checkDrawing(page);
        await checkSwitches(page);
        await checkMany(page);
    },
    async fields() {
        const page = await openPage(browser, url);
        await checkFields(page);
        await checkMemberFields(page);
        await checkPlaces(page);
        await checkAbout(page);
        await checkKeys(page);
    },
    async hostile() {
        const page = await openPage(browser, url, small);
        await checkBytes(page);
        await checkFinding(page);
        console.log(`${(await checkInvalid(page)) + (await checkBroken(page))} hostile files`);
        await checkStop(page);
        await checkOffline(page, server);
    },
    async looks() {
        await checkLooks(browser, url);
    },
    async devices() {
        await checkPhone(browser, url);
        await checkTouch(browser, url);
        await checkLink(browser, url);
        await checkAddress(browser, url);
        await checkFromDisk(browser, folder);
    },
};

try {
    for (const part of process.argv.slice(3)) await parts[part]();
    console.log(`${count.checked} checks, ${count.failed} failures`);
} catch (error) {
    for (const page of browser.contexts().flatMap((context) => context.pages())) console.log(`the page then: ${await stateOf(page)}`);
    throw error;
} finally {
    await browser.close();
    server.close();
}
process.exitCode = count.failed ? 1 : 0;
