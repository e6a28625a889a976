// Zip files: dropped ones are unpacked, and what is saved as several files comes in one.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync, zipSync } from '../../viewer/node_modules/fflate/esm/index.mjs';
import { expect, run } from './chromium.mjs';
import { choose, drop, modeOf, samples, saved, shown } from './dropping.mjs';

export async function checkZipIn(page) {
    const inside = ['rooms.dif', ...readdirSync(`${samples}/textures`).filter((name) => name.endsWith('.png')).map((name) => `textures/${name}`)];
    const bytes = zipSync(Object.fromEntries(inside.map((name) => [`level/${name}`, readFileSync(`${samples}/${name}`)])));
    await drop(page, [{ name: 'level.zip', bytes }]);
    await shown(page, '/level.zip/level/rooms.dif');
    expect(await modeOf(page) === 'model', 'zip', 'the model in it is not shown');
    const missing = await page.evaluate(() => window.app.view.model.json.materials.filter(({ extras }) => extras?.placeholder).length);
    expect(missing === 0, 'zip', `${missing} of its textures are not found`);
    await choose(page, '/level.zip/level/textures/brick.png');
    expect(await modeOf(page) === 'pictures', 'zip', 'the picture in it is not shown');
    await choose(page, '/level.zip/level/rooms.dif');
}

// A member whose size unpacked is said to be more than the page unpacks.
export async function checkLargeInZip(page) {
    const bytes = Buffer.from(zipSync({ 'small.txt': Buffer.from('a'), 'large.txt': Buffer.from('b') }));
    const record = bytes.indexOf('large.txt', bytes.indexOf('PK\x01\x02')) - 46;
    bytes.writeUInt32LE(300 << 20, record + 24);
    await drop(page, [{ name: 'sizes.zip', bytes }]);
    await page.waitForFunction(() => window.app.message.textContent.startsWith('/sizes.zip/large.txt is left out: it has 256 MiB'));
    await choose(page, '/level.zip/level/rooms.dif');
}

export async function checkZipOut(page) {
    const folder = mkdtempSync(path.join(tmpdir(), 'trilobite-'));
    await run('convert', '--assets', samples, `${samples}/rooms.dif`, path.join(folder, 'rooms.obj'));
    const { name, bytes } = await saved(page, 'OBJ'), files = unzipSync(bytes);
    expect(name === 'rooms-obj.zip', 'zip', `what is saved is called ${name}`);
    expect(Object.keys(files).sort().join() === readdirSync(folder).sort().join(), 'zip', `saved are ${Object.keys(files)}`);
    for (const [file, content] of Object.entries(files)) expect(readFileSync(path.join(folder, file)).equals(content), 'zip', `${file} is not the command's`);
    rmSync(folder, { recursive: true });
}
