// A game folder: listed by folder, searched, filtered by kind; what a model lacks is named, and found when it is dropped.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, screenshot } from './chromium.mjs';
import { choose, clear, drop, samples, saved, shown } from './dropping.mjs';

const rowsOf = (page) => page.locator('.list-rows [role=treeitem]').evaluateAll((rows) => rows.map((row) => row.dataset.path ?? `${row.dataset.folder}/`));
const textOf = (page, selector) => page.locator(selector).innerText();

function makeGame() {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'trilobite-')), 'game');
    for (const inner of ['base/shapes', 'base/textures', 'terrain', 'scripts']) mkdirSync(path.join(folder, inner), { recursive: true });
    cpSync(`${samples}/outpost.vol`, `${folder}/base/outpost.vol`);
    cpSync(`${samples}/windmill.dts`, `${folder}/base/shapes/windmill.dts`);
    cpSync(`${samples}/rooms.dif`, `${folder}/terrain/rooms.dif`);
    cpSync(`${samples}/mission.mis`, `${folder}/scripts/mission.mis`);
    for (let i = 0; i < 8; i++) writeFileSync(`${folder}/scripts/script${i}.cs`, `// number ${i}\n`);
    return folder;
}

export async function checkFolder(page) {
    const folder = makeGame();
    await page.locator('input[webkitdirectory]').setInputFiles(folder);
    await shown(page, '/game/terrain/rooms.dif');
    const rows = await rowsOf(page);
    const expected = ['/game/', '/game/base/', '/game/base/shapes/', '/game/base/shapes/windmill.dts', '/game/base/outpost.vol', '/game/scripts/'];
    expect(expected.every((row, i) => rows[i] === row), 'folder', `listed are ${rows}`);
    const said = await page.locator('.list-row[data-path="/game/base/shapes/windmill.dts"] small').textContent(); // not the name of one of the formats with this extension
    expect(/^dts\s/.test(said), 'folder', `it says of windmill.dts: ${said}`);
    await screenshot(page, 'folder');

    // A search goes into volumes that were not opened.
    await page.locator('.list-search').fill('BRICKS');
    await page.waitForSelector('.list-row[data-path="/game/base/outpost.vol/bricks.bmp"]');
    const found = (await rowsOf(page)).filter((row) => !row.endsWith('/'));
    expect(found.join() === '/game/base/outpost.vol,/game/base/outpost.vol/bricks.bmp', 'search', `found are ${found}`);
    await page.locator('.list-search').fill('no such name');
    await page.locator('.list-more button').click();
    expect((await rowsOf(page)).includes('/game/terrain/rooms.dif'), 'search', 'all are not shown again');

    const chip = page.locator('.list-kinds button', { hasText: 'Text' });
    expect(/Text 11/.test(await chip.innerText()), 'kinds', `it says ${await chip.innerText()}`); // with those of the volume
    await chip.click();
    const texts = (await rowsOf(page)).filter((row) => !row.endsWith('/') && !row.endsWith('.vol'));
    expect(texts.length === 11 && texts.every((row) => /\.(cs|txt)$/.test(row)), 'kinds', `listed are ${texts}`);
    await choose(page, '/game/scripts/script3.cs');
    expect((await textOf(page, '.app-note pre')).trim() === '// number 3', 'text', 'a script is not shown');
    expect(await page.locator('.diagnostics').isHidden(), 'text', 'that a script is of no format is called an error');
    const script = await saved(page, 'File');
    expect(script.name === 'script3.cs' && script.bytes.toString() === '// number 3\n', 'text', `saved as ${script.name} is: ${script.bytes}`);
    await page.locator('.list-kinds button', { hasText: 'All' }).click();

    // A mission shows what it names of the folder.
    await choose(page, '/game/scripts/mission.mis');
    const names = await page.evaluate(() => window.app.view.model.json.meshes.map(({ name }) => name));
    expect(names.some((name) => /detail 0/.test(name)) && names.includes('water') && await page.locator('#app-tab-fields').isEnabled(), 'mission', `its meshes are ${names}`);
    await screenshot(page, 'mission');

    // A folder is folded, and opens for the file in it that is chosen.
    await page.locator('[data-folder="/game/terrain"]').click();
    expect(!(await rowsOf(page)).includes('/game/terrain/rooms.dif'), 'folder', 'it is not folded');
    await page.evaluate(() => window.app.open('/game/terrain/rooms.dif'));
    await shown(page, '/game/terrain/rooms.dif');
    expect((await rowsOf(page)).includes('/game/terrain/rooms.dif'), 'folder', 'the chosen file is not seen');

    await checkMissing(page);
    await clear(page);
    rmSync(path.dirname(folder), { recursive: true });
}

async function checkMissing(page) {
    const told = await textOf(page, '.missing p');
    expect(/textures not found: /.test(told) && /Drop the folder or volume/.test(told) && !/--/.test(told), 'missing', `said is: ${told}`);
    const names = await page.locator('.missing li').evaluateAll((items) => items.map((item) => item.textContent).sort());
    const expected = await page.evaluate(() => new Set(window.app.view.model.json.materials.filter(({ extras }) => extras?.placeholder).map(({ extras }) => extras.texture.toLowerCase())).size);
    expect(names.length === expected && names.some((name) => /wall/.test(name)), 'missing', `named are ${names}`);
    const textures = ['brick', 'floor', 'wall', 'sign', 'pillar', 'glass', 'brass', 'cloth', 'wood'].map((name) => ({ name: `${name}.png`, bytes: readFileSync(`${samples}/textures/${name}.png`) }));
    await drop(page, textures);
    await page.waitForSelector('.missing', { state: 'hidden' });
    await shown(page, '/game/terrain/rooms.dif');
    const left = await page.evaluate(() => window.app.view.model.json.materials.filter(({ extras }) => extras?.placeholder).length);
    expect(left === 0, 'missing', `${left} textures are still missing after they were dropped`);
}

// A name cannot pretend to be another, and its markup is text.
export async function checkNames(page) {
    const name = 'room\u202efid.\u0007<b>x.dif';
    await drop(page, [{ name, bytes: readFileSync(`${samples}/rooms.dif`) }, { name: 'a.txt', bytes: Buffer.from('a') }]);
    await shown(page, `/${name}`);
    for (const selector of ['.app-title', '.list-row[aria-selected=true] .list-name'])
        expect((await page.locator(selector).textContent()) === 'room\\u{202e}fid.\\u{7}<b>x.dif', 'names', `${selector} says ${await page.locator(selector).textContent()}`);
    await clear(page);
}

// What the user chooses while the page looks for what to show first is what is shown.
export async function checkChoosing(page) {
    await page.evaluate(() => {
        const chosen = new MutationObserver(() => {
            const row = document.querySelector('.list-row[data-path="/rooms.dif"]');
            if (row) chosen.disconnect(), row.click();
        });
        chosen.observe(document.querySelector('.list'), { childList: true, subtree: true });
    });
    await drop(page, ['rooms.dif', 'trilobite.iqm', 'courtyard.roo', 'outpost.vol'].map((name) => `${samples}/${name}`));
    await shown(page, '/rooms.dif');
    await clear(page);
}

// Thumbnails are made of what is in sight, and not of what was scrolled away.
export async function checkThumbnails(page) {
    const bytes = readFileSync(`${samples}/windmill.dts`);
    await drop(page, Array.from({ length: 200 }, (_, i) => ({ name: `mill${String(i).padStart(3, '0')}.dts`, bytes })));
    await page.waitForSelector('.list-row img[data-kind=made]');
    await page.locator('.list-rows').evaluate((rows) => (rows.scrollTop = rows.scrollHeight));
    await page.waitForSelector('.list-row:last-child img[data-kind=made]');
    const made = await page.locator('.list-row img[data-kind]').count();
    expect(made < 100, 'thumbnails', `${made} of 200 are made`);
    await clear(page);
}
