// The bytes of a file, colored by field: a field and a diagnostic are gone to.
import { readFileSync } from 'node:fs';
import { expect, run, screenshot } from './chromium.mjs';
import { choose, drop, root, samples, saved, shown } from './dropping.mjs';

const marked = async (page) => {
    await page.waitForSelector('.bytes-hex .marked');
    return (await page.locator('.bytes-hex .marked').allTextContents()).join('');
};

export async function checkBytes(page) {
    await drop(page, [`${samples}/rooms.dif`, `${samples}/textures/brick.png`]);
    await shown(page, '/rooms.dif');
    expect((await run('dump', `${samples}/rooms.dif`)).equals((await saved(page, 'JSON')).bytes), 'bytes', 'the JSON saved is not the command\'s');
    await page.locator('#app-tab-bytes').click();
    await page.locator('.bytes-jump').fill('details[0].boundingSphere');
    await page.locator('.bytes-jump').press('Enter');
    const bytes = await marked(page);
    expect(bytes === readFileSync(`${samples}/rooms.dif`).subarray(0x9d, 0xad).toString('hex'), 'bytes', `marked are ${bytes}`);
    expect(/boundingSphere \[/.test(await page.locator('.bytes-told').textContent()), 'bytes', 'the field is not told of');
    expect(/boundingSphere/.test(await page.locator('.bytes-field[aria-current]').textContent()), 'bytes', 'the field is not marked');
    await screenshot(page, 'bytes');
    await page.locator('#app-tab-view').click();
}

// A click on what check says of a file leads to the bytes that it is about.
export async function checkFinding(page) {
    const file = `${root}/fuzz/seeds/roo/odd-v12.roo`;
    await drop(page, [file]);
    await shown(page, '/odd-v12.roo');
    await page.locator('.diagnostics button', { hasText: 'gapBeforeMain' }).click();
    const bytes = await marked(page);
    expect(bytes === readFileSync(file).subarray(0x14, 0x15).toString('hex'), 'diagnostics', `a click marks ${bytes}`);
    expect(/0x0014 gapBeforeMain/.test(await page.locator('.bytes-told').textContent()), 'diagnostics', 'the field is not told of');
    await page.locator('#app-tab-view').click();
    await choose(page, '/rooms.dif');
}
