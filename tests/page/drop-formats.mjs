// A file of every format that can be read: a sample, or else one that the fuzz targets start from.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, expectLike, expectMotion, pictureOf, run, screenshot, size } from './chromium.mjs';
import { choose, drop, modeOf, root, samples, saved, shown } from './dropping.mjs';

// What the command writes, null where it refuses.
async function converted(file, extension, ...words) {
    const work = mkdtempSync(path.join(tmpdir(), 'trilobite-')), out = path.join(work, `${path.parse(file).name}.${extension}`); // models without a name get the file's
    try {
        await run('convert', '--assets', samples, ...words, file, out);
        return readFileSync(out);
    } catch {
        return null;
    } finally {
        rmSync(work, { recursive: true });
    }
}

async function oneOfEvery(formats) {
    const files = readdirSync(samples, { recursive: true }).map((name) => path.join(samples, name)).filter((file) => statSync(file).isFile() && !/\.(mat|kod|khd)$/.test(file));
    const infos = JSON.parse(await run('info', '--json', ...files.sort())), of = new Map(infos.map(({ format }, i) => [format, files[i]]));
    for (const { name } of formats) {
        const seeds = `${root}/fuzz/seeds/${name}`;
        if (!of.has(name)) of.set(name, path.join(seeds, readdirSync(seeds).sort().at(-1)));
    }
    return of;
}

async function checkModel(page, file, name) {
    const { animations, playing } = await page.evaluate(() => ({ animations: window.app.view.model.animations.length, playing: window.app.view.playback.playing }));
    expect(playing === animations > 0, name, `${animations} animations, playing: ${playing}`);
    await page.evaluate(() => window.app.view.playback.choose(''));
    const rest = await pictureOf(page, 'app.view');
    await expectLike(page, rest, await converted(file, 'png', '--size', `${size.width}x${size.height}`), name);
    if (animations) await expectMotion(page, 'app.view', rest, name);
}

async function checkPictures(page, file, name) {
    const sizes = await page.locator('.pictures img').evaluateAll((images) => images.map((image) => image.naturalWidth * image.naturalHeight * image.clientWidth));
    expect(sizes.length > 0 && sizes.every((area) => area > 0), name, `its pictures are not seen: ${sizes}`);
    if (sizes.length === 1) expect((await converted(file, 'png')).equals((await saved(page, 'PNG')).bytes), name, 'the PNG saved is not the command\'s');
}

async function checkFile(page, file, format) {
    const name = `${format}, ${path.basename(file)}`;
    expect((await page.locator('.app-what').textContent()).length > 0, name, 'nothing is told of it');
    const mode = await modeOf(page);
    if (mode === 'model') await checkModel(page, file, name); // first: it is at rest from then on
    if (mode === 'pictures') await checkPictures(page, file, name);
    const glb = await converted(file, 'glb');
    expect(['model', 'pictures'].includes(mode) === (glb !== null), name, `it is shown as ${mode}`);
    if (glb) {
        const made = await saved(page, 'GLB');
        expect(made.bytes.equals(glb), name, 'the GLB saved is not the command\'s');
        expect(made.name === path.basename(file).replace(/\.[^.]*$/, '.glb'), name, `the GLB is called ${made.name}`);
    }
    await screenshot(page, format);
}

// A third of the formats (1 to 3); gives how many these are.
export async function checkFormats(page, third) {
    const formats = JSON.parse(await run('formats', '--json')).filter(({ read }) => read), files = await oneOfEvery(formats);
    await page.locator('input[webkitdirectory]').setInputFiles(samples);
    await page.waitForSelector('.app-work[data-checked]');
    const chosen = [...files].filter((_, i) => i % 3 === third - 1);
    for (const [format, file] of chosen) {
        if (file.startsWith(samples)) await choose(page, `/samples${file.slice(samples.length)}`);
        else {
            await drop(page, [file]);
            await shown(page, `/${path.basename(file)}`);
        }
        await checkFile(page, file, format);
    }
    return chosen.length;
}

// Its members are seen, in the list and in full.
export async function checkVolume(page) {
    const volume = '/samples/outpost.vol';
    await choose(page, volume);
    await page.waitForSelector(`.gallery [data-path="${volume}/windmill.dts"] img[data-kind=made]`);
    await page.locator(`.gallery [data-path="${volume}/windmill.dts"]`).click();
    await shown(page, `${volume}/windmill.dts`);
    expect(await modeOf(page) === 'model', volume, 'the model in it is not shown');
    await choose(page, `${volume}/bricks.bmp`);
    expect(await page.locator('.pictures img').count() === 1, volume, 'its member is not shown');
    await page.waitForSelector(`.list-row[data-path="${volume}/bricks.bmp"] img[data-kind=made]`);
    await choose(page, `${volume}/readme.txt`);
    expect(/volume/.test(await page.locator('.app-note pre').textContent()), volume, 'its text is not shown');
}
