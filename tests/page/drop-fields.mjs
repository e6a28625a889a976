// Fields in the tree: edited, saved identical but for the edit, taken back. Diagnostics lead to field and model.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, run, screenshot } from './chromium.mjs';
import { choose, clear, drop, root, samples, saved, shown } from './dropping.mjs';

async function openField(page, ...paths) {
    for (const field of paths) {
        const row = page.locator(`.fields-row[data-field="${field}"]`);
        await row.waitFor();
        if (await row.getAttribute('aria-expanded') === 'false') await row.click();
    }
}

async function setField(page, field, value, key = 'Enter') {
    await page.locator(`.fields-row[data-field="${field}"] .fields-value`).click();
    await page.locator('.fields-input').fill(value);
    await page.locator('.fields-input').press(key);
}

const edits = (page, count) => page.waitForFunction((wanted) => document.querySelector('.fields-count').textContent.startsWith(`${wanted} change`) && document.querySelector('.app-work').dataset.checked, count);
const different = (a, b) => [...a.keys()].filter((i) => a[i] !== b[i]);

export async function checkFields(page) {
    const file = `${samples}/rooms.dif`, before = readFileSync(file);
    await drop(page, [file]);
    await shown(page, '/rooms.dif');
    await page.locator('#app-tab-fields').click();
    const format = page.locator('.fields-row[data-field="format"]');
    await format.waitFor();
    expect(/dif/.test(await format.innerText()) && (await format.locator('button').count()) === 0, 'fields', 'the format can be edited or has bytes');
    await openField(page, 'details', 'details[0]', 'details[0].boundingSphere');
    await setField(page, 'details[0].boundingSphere[3]', '9.5');
    await edits(page, 1);
    expect(/^edited/.test(await page.locator('.app-what').innerText()), 'fields', 'it does not say that the file is edited');
    expect(/33,439 bytes/.test(await page.locator('.app-what').innerText()) && await page.locator('#app-tab-bytes').isEnabled(), 'fields', 'the edited file has no bytes');
    await screenshot(page, 'fields');
    const changed = (await saved(page, 'File')).bytes, expected = Buffer.from(before);
    expected.writeFloatLE(9.5, 0xa9);
    expect(changed.equals(expected), 'fields', `bytes at ${different(before, changed)} are changed`);

    // The model that is shown is the edited one; what is no number is refused, with nothing changed.
    await setField(page, 'details[0].minPixels', 'many');
    await page.waitForFunction(() => document.querySelector('.fields-told').textContent !== '');
    expect(/minPixels/.test(await page.locator('.fields-told').innerText()), 'fields', `said is ${await page.locator('.fields-told').innerText()}`);
    await page.locator('.fields-input').press('Escape');
    await setField(page, 'details[0].minPixels', '299', 'Escape');
    await setField(page, 'details[0].minPixels', '300');
    await edits(page, 2);
    const made = (await page.evaluate(() => window.app.file.edits.map(({ value }) => value))).join();
    expect(made === '9.5,300', 'fields', `the changes are ${made}`);
    await page.locator('#app-tab-view').click();
    const least = await page.evaluate(() => window.app.view.model.nodes.find(({ level }) => level === 0).json.extras.minPixels);
    expect(least === 300, 'fields', `the model still says ${least}`);
    await page.locator('#app-tab-fields').click();
    await page.locator('.fields-bar button', { hasText: 'Undo' }).click();
    await edits(page, 1);
    expect((await saved(page, 'File')).bytes.equals(expected), 'fields', 'the last change is not taken back');
    await page.locator('.fields-bar button', { hasText: 'Discard' }).click();
    await page.waitForSelector('.fields-bar', { state: 'hidden' });
    expect((await saved(page, 'File')).bytes.equals(before), 'fields', 'the file is not as it was');
    await page.locator('.fields-row[data-field="interiorResourceFileVersion"] .fields-jump').click({ force: true });
    await page.waitForSelector('.bytes-hex .marked');
    expect((await page.locator('.bytes-hex .marked').allTextContents()).join('') === '2c000000', 'fields', 'its bytes are not shown');
    await page.locator('#app-tab-view').click();
}

async function downloaded(page, button) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// What the command makes of the volume with these fields of members set.
async function repacked(sets) {
    const folder = mkdtempSync(path.join(tmpdir(), 'trilobite-')), file = path.join(folder, 'outpost.vol');
    cpSync(`${samples}/outpost.vol`, file);
    for (const [member, field] of sets) await run('set', `${file}/${member}`, field);
    const bytes = readFileSync(file);
    rmSync(folder, { recursive: true });
    return bytes;
}

// The volume has the edited members, and all else as it was, wherever it is saved.
async function checkRepacked(page) {
    const before = readFileSync(`${samples}/outpost.vol`), first = ['windmill.dts', 'names[3].data=cup'], second = ['hall.dml', 'materials[0].red=9'];
    const one = await downloaded(page, page.locator('.fields-bar button', { hasText: 'Save outpost.vol' }));
    expect(one.name === 'outpost.vol' && one.bytes.length === before.length && different(before, one.bytes).length === 1, 'volume', `bytes at ${different(before, one.bytes)} are changed`);
    expect(one.bytes.equals(await repacked([first])), 'volume', 'the command packs other bytes');
    await choose(page, '/outpost.vol/hall.dml');
    await page.locator('#app-tab-fields').click();
    await openField(page, 'materials', 'materials[0]');
    await setField(page, 'materials[0].red', '9');
    await edits(page, 1);
    const both = await repacked([first, second]);
    expect((await saved(page, 'Volume')).bytes.equals(both), 'volume', 'two members are not both in the volume');
    await choose(page, '/outpost.vol');
    expect(/^edited/.test(await page.locator('.app-what').innerText()), 'volume', 'it does not say that the volume is edited');
    expect((await saved(page, 'File')).bytes.equals(both), 'volume', 'the volume is saved without its edited members');
    await choose(page, '/outpost.vol/hall.dml');
    await page.locator('.fields-bar button', { hasText: 'Discard' }).click();
    await page.waitForSelector('.fields-bar', { state: 'hidden' });
    expect((await saved(page, 'Volume')).bytes.equals(one.bytes), 'volume', 'what was discarded is still in the volume');
}

// A member of a volume, and texts.
export async function checkMemberFields(page) {
    await drop(page, [`${samples}/outpost.vol`]);
    await page.waitForSelector('.app-work[data-checked]');
    await choose(page, '/outpost.vol/windmill.dts');
    const before = (await saved(page, 'File')).bytes;
    await page.locator('#app-tab-fields').click();
    await openField(page, 'names', 'names[3]');
    await setField(page, 'names[3].data', 'cup');
    await edits(page, 1);
    const { bytes, name } = await saved(page, 'File');
    expect(name === 'windmill.dts' && bytes.length === before.length && different(before, bytes).length === 1, 'fields', `a text changes the bytes at ${different(before, bytes)}`);
    await checkRepacked(page);
    await page.evaluate(() => window.app.stop());
    await choose(page, '/outpost.vol/windmill.dts');
    expect((await saved(page, 'File')).bytes.equals(bytes), 'fields', 'a change is lost with the worker');
    await clear(page);
}

// From a diagnostic to the bytes, the field and the place in the model.
export async function checkPlaces(page) {
    const broken = Buffer.from(readFileSync(`${samples}/rooms.dif`));
    broken.writeFloatLE(1, 0xa9); // a bounding sphere that is too small
    await drop(page, [{ name: 'small.dif', bytes: broken }]);
    await shown(page, '/small.dif');
    const row = page.locator('.diagnostics li', { hasText: 'details[0].boundingSphere' });
    if (!(await row.isVisible())) await page.locator('.diagnostics summary').click();
    await row.locator('.diagnostics-way', { hasText: 'Field' }).click();
    await page.waitForSelector('.fields-row[data-field="details[0].boundingSphere"][aria-current]');
    await row.locator('.diagnostics-way', { hasText: 'model' }).click();
    await page.waitForFunction(() => document.querySelector('#app-page-view').hidden === false);
    const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 0.01);
    const target = () => page.evaluate(() => window.app.view.stage.target.toArray());
    await page.waitForFunction(() => window.app.view.stage.target.distanceTo({ x: 0, y: 2, z: -3 }) < 0.01).catch(() => {});
    expect(near(await target(), [0, 2, -3]), 'places', `the detail is at ${await target()}`);

    // Each kind of place against what the library put there.
    const place = (file, field) => page.evaluate(([path, name]) => window.app.client.call('place', path, name), [file, field]);
    const surface = await place('/small.dif', 'details[0].surfaces[0].planeIndex'), portal = await place('/small.dif', 'details[0].portals[0]');
    const boxes = await page.evaluate(() => Object.fromEntries(window.app.view.model.nodes.filter(({ meshes }) => meshes.length).map(({ name, meshes }) => [name, meshes[0].geometry.boundingBox])));
    expect(surface.points.length === 4 && surface.points.every(([x, y, z]) => Math.abs(x) <= 7.5 && y >= -0.5 && y <= 4.5 && z >= -6.5 && z <= 0.5), 'places', `a surface is at ${JSON.stringify(surface)}`);
    const low = [0, 1, 2].map((i) => Math.min(...portal.points.map((point) => point[i]))), drawn = boxes['portal 0']?.min;
    expect(drawn && near(low, [drawn.x, drawn.y, drawn.z]), 'places', `the portal is at ${low}, drawn at ${JSON.stringify(drawn)}`);

    await drop(page, [`${samples}/courtyard.roo`]);
    await shown(page, '/courtyard.roo');
    const sector = await place('/courtyard.roo', 'sectors[1]'), wall = await place('/courtyard.roo', 'editorWalls[0].x0'), client = await place('/courtyard.roo', 'clientWalls[0]');
    const inside = await page.evaluate((points) => {
        const boxes = window.app.view.model.nodes.flatMap(({ meshes }) => meshes.map(({ geometry }) => geometry.boundingBox));
        const low = ['x', 'z'].map((axis) => Math.min(...boxes.map(({ min }) => min[axis]))), high = ['x', 'z'].map((axis) => Math.max(...boxes.map(({ max }) => max[axis])));
        return points.every(([x, , z]) => x >= low[0] - 0.01 && x <= high[0] + 0.01 && z >= low[1] - 0.01 && z <= high[1] + 0.01);
    }, [sector, wall, client].flatMap(({ points }) => points));
    expect(inside, 'places', `parts of a room are outside of it: ${JSON.stringify([sector, wall, client])}`);
    await drop(page, [`${samples}/trilobite.iqm`]);
    await shown(page, '/trilobite.iqm');
    expect((await place('/trilobite.iqm', 'meshes[1].material')).name === 'belly', 'places', 'a mesh is not found by its name');
    expect(await place('/trilobite.iqm', 'frames[0]') === null, 'places', 'what has no place has one');
    await drop(page, [`${root}/samples/lighthouse.nff`]);
    await shown(page, '/lighthouse.nff');
    await drop(page, ['hall-00.dig', 'hall-000.dil', 'hall.dis', 'hall.dml'].map((name) => `${samples}/darkstar/${name}`));
    await choose(page, '/hall.dis');
    const flat = await place('/hall-00.dig', 'surfaces[1].flags'), leaf = await place('/hall-00.dig', 'emptyLeaves[43].pad'), level = await place('/hall.dis', 'lods[0]');
    expect(flat.points.length === 4 && flat.points.every(([x, y, z]) => Math.abs(x) <= 8 && y >= 0 && y <= 4 && Math.abs(z) <= 8), 'places', `a surface is at ${JSON.stringify(flat)}`);
    expect(JSON.stringify(leaf.points) === '[[1,0,8],[8,4,-8]]', 'places', `a leaf is at ${JSON.stringify(leaf)}`);
    expect(level.name === 'hall-00.dig' && (await page.evaluate((found) => window.app.view.showPlace(found), level)), 'places', `a level of detail is at ${JSON.stringify(level)}`);
    await page.evaluate(() => window.app.open('/lighthouse.nff'));
    await shown(page, '/lighthouse.nff');
    const vertex = await place('/lighthouse.nff', 'objects[0].vertices[1].rgb');
    expect(near(vertex.points[0], [8.315, 2, -3.444]), 'places', `a vertex is at ${JSON.stringify(vertex)}`);
    await clear(page);
}
