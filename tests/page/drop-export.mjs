// Export: what a file can be saved as, each with the options that apply, and with the bytes that the command writes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, expectFits, run, screenshot } from './chromium.mjs';
import { choose, samples, saved } from './dropping.mjs';

async function converted(file, name, ...words) {
    const folder = mkdtempSync(path.join(tmpdir(), 'trilobite-'));
    await run('convert', '--assets', samples, ...words, file, path.join(folder, name));
    const bytes = readFileSync(path.join(folder, name));
    rmSync(folder, { recursive: true });
    return bytes;
}

const offered = (page) => page.locator('.export-ways input').evaluateAll((inputs) => inputs.map(({ value }) => value));
const optionsFor = async (page, way) => {
    await page.locator(`.export-ways input[value="${way}"]`).check({ force: true });
    return page.locator('.export-options [name]').evaluateAll((fields) => fields.map(({ name }) => name));
};

async function expectOptions(page, way, wanted, unwanted) {
    const names = await optionsFor(page, way);
    expect(wanted.every((name) => names.includes(name)) && !unwanted.some((name) => names.includes(name)), 'export', `options for ${way} are ${names}`);
}

// The samples are dropped.
export async function checkExport(page) {
    await choose(page, '/samples/rooms.dif');
    await page.locator('.app-head .app-main').click();
    const formats = JSON.parse(await run('formats', '--json'));
    const models = formats.filter((format) => format['from scene'] && !['png', 'pbmp', 'bgf', 'bbg', 'jasc', 'gpl', 'act'].includes(format.name)).map(({ name }) => name);
    const ways = await offered(page);
    expect([...models, 'dif', 'picture', 'json', 'file'].every((way) => ways.includes(way)) && !ways.includes('png'), 'export', `offered are ${ways}`);
    await expectOptions(page, 'glb', ['collision', 'lod', 'light', 'rig'], ['dif-version', 'placeholder', 'scale', 'page']);
    await expectOptions(page, 'iqm', ['collision', 'scale'], ['rig', 'dif-version']);
    await expectOptions(page, 'dif', ['dif-version', 'dif-family'], ['collision', 'lod', 'light']);
    await expectOptions(page, 'json', [], ['collision']);
    await optionsFor(page, 'glb');
    await expectFits(page, 'export');
    await screenshot(page, 'export');
    await page.keyboard.press('Escape');

    const file = `${samples}/rooms.dif`;
    const lit = await saved(page, 'GLB', { lod: 'all', collision: true, light: 'map' });
    expect(lit.bytes.equals(await converted(file, 'rooms.glb', '--lod', 'all', '--collision', '--light', 'map')), 'export', 'a GLB with options is not the command\'s');
    const older = await saved(page, 'DIF', { 'dif-version': '10' });
    expect(older.name === 'rooms.dif' && older.bytes.equals(await converted(file, 'rooms.dif', '--dif-version', '10')), 'export', 'another version is not the command\'s');
    const same = await saved(page, 'File');
    expect(same.bytes.equals(readFileSync(file)), 'export', 'the file as it is has other bytes');
    const { bytes: picture } = await saved(page, 'Picture');
    expect(picture.readUInt32BE(16) > 300, 'export', 'the picture is none');

    // What is refused is said in the dialog, in its words.
    await page.locator('.app-head .app-main').click();
    await page.locator('.export-ways input[value="glb"]').check({ force: true });
    await page.locator('.export-options [name="lod"]').fill('77');
    await page.locator('.export footer button').click();
    await page.waitForFunction(() => document.querySelector('.export-said').textContent !== '');
    const said = await page.locator('.export-said').textContent();
    expect(/77/.test(said) && !/--/.test(said), 'export', `a wrong option is refused with: ${said}`);
    await page.keyboard.press('Escape');

    await choose(page, '/samples/courtyard.roo');
    const map = await saved(page, 'SVG');
    expect(map.bytes.equals(await converted(`${samples}/courtyard.roo`, 'courtyard.svg')), 'export', 'the map of a room is not the command\'s');
    await choose(page, '/samples/textures/wall.png');
    await page.locator('.app-head .app-main').click();
    const forms = await offered(page);
    expect(['png', 'glb', 'bgf'].every((way) => forms.includes(way)), 'export', `a picture is offered as ${forms}`);
    expect(!['picture', 'dif', 'dis', 'gpl'].some((way) => forms.includes(way)), 'export', `a picture without palette is offered as ${forms}`);
    await page.keyboard.press('Escape');
}
