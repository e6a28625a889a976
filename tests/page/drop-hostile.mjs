// Files that no one made in good faith: each leads to a message, and the page goes on.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from './chromium.mjs';
import { choose, clear, drop, modeOf, root, samples, shown } from './dropping.mjs';

const said = (page) => page.evaluate(() => {
    const diagnostics = document.querySelector('.diagnostics'), view = document.querySelector('#app-page-view');
    return (diagnostics.hidden ? '' : diagnostics.textContent) + (view.dataset.mode === 'note' ? document.querySelector('.app-note').textContent : '');
});

// After all that it still opens what is good, with its bytes.
async function expectWorks(page, after) {
    await page.locator('#app-tab-bytes').click();
    await page.waitForSelector('.bytes-row');
    await page.locator('#app-tab-view').click();
    await drop(page, [`${samples}/rooms.dif`]);
    await shown(page, '/rooms.dif');
    expect(await modeOf(page) === 'model', after, 'the page no longer works');
}

// Those that the command's tests refuse: huge counts, wrong lengths, what is cut off. Zip files are unpacked by the page.
export async function checkInvalid(page) {
    const folder = `${root}/tests/invalid`;
    const files = readdirSync(folder).filter((name) => !/\.(expect|zip)$/.test(name)).map((name) => path.join(folder, name));
    await clear(page);
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(files);
    await page.waitForSelector('.app-work[data-checked]');
    for (const file of files) {
        await choose(page, `/${path.basename(file)}`);
        expect((await said(page)).length > 10, path.basename(file), 'nothing is said of it');
    }
    await expectWorks(page, 'invalid files');
    return files.length;
}

// One sample of every extension: its first part, its first bytes followed by the largest counts, and noise of its name.
export async function checkBroken(page) {
    const all = readdirSync(samples, { recursive: true }).map((name) => path.join(samples, name)).filter((file) => statSync(file).isFile());
    const kinds = new Map(all.map((file) => [path.extname(file), file])), noise = Buffer.alloc(4096);
    for (let i = 0, random = 1; i < noise.length; i++) {
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
        noise[i] = random >>> 24;
    }
    const files = [{ name: 'noise.zip', bytes: noise }, { name: 'empty.dif', bytes: noise.subarray(0, 0) }];
    for (const [extension, file] of kinds) {
        const bytes = readFileSync(file), header = Buffer.alloc(512, 0xff);
        bytes.copy(header, 0, 0, Math.min(64, bytes.length / 2));
        files.push({ name: `cut${extension}`, bytes: bytes.subarray(0, bytes.length / 3) }, { name: `huge${extension}`, bytes: header }, { name: `noise${extension}`, bytes: noise });
    }
    await clear(page);
    await drop(page, files);
    await page.waitForSelector('.app-work[data-checked]');
    expect(/noise\.zip/.test(await page.locator('.app-message').textContent()), 'noise.zip', 'nothing is said of it');
    for (const { name } of files.slice(1)) await choose(page, `/${name}`);
    await expectWorks(page, 'broken files');
    return files.length;
}

// What takes long can be ended; what was dropped is still there then.
export async function checkStop(page) {
    await page.evaluate(() => (window.app.busy.hidden = false));
    const worker = await page.evaluateHandle(() => window.app.client);
    await page.locator('.app-busy button').click();
    await page.waitForFunction((old) => window.app.client !== old && /Stopped/.test(window.app.message.textContent), worker);
    await page.evaluate(() => (window.app.busy.hidden = true));
    await choose(page, '/rooms.dif');
    expect(await modeOf(page) === 'model', 'stop', `nothing can be opened any more: ${await said(page)}`);
}
