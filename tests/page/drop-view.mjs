// The view of a model in the page: it plays, and every switch shows something else.
import { expect, framesDrawn, pictureOf, screenshot } from './chromium.mjs';
import { compare } from './compare.mjs';
import { clear, drop, samples, shown } from './dropping.mjs';

const different = async (page, a, b) => (await page.evaluate(compare, [a, b, 4])).different;

export async function checkPlaying(page) {
    await drop(page, [`${samples}/windmill.dts`]);
    await shown(page, '/windmill.dts');
    const time = () => page.evaluate(() => window.app.view.playback.time);
    const first = await time();
    await page.waitForFunction((before) => window.app.view.playback.time !== before, first);
    expect(await page.locator('.tv-playback').isVisible(), 'playback', 'there is no bar');
    await page.locator('.tv-playback button[aria-label^=Pause]').click();
    const paused = await time();
    await framesDrawn(page);
    expect(await time() === paused, 'playback', 'it does not pause');
    const duration = await page.evaluate(() => window.app.view.playback.duration);
    await page.locator('.tv-playback input[type=range]').fill(String(duration / 2));
    expect(Math.abs(await time() - duration / 2) < 0.02 * duration, 'playback', `scrubbed to the middle it is at ${await time()} of ${duration}`);
    await page.locator('.tv-playback select[aria-label=Speed]').selectOption('0.1');
    await page.locator('.tv-playback button[aria-label^=Play]').click();
    expect(await page.evaluate(() => window.app.view.playback.playing), 'playback', 'it does not play again');
    await page.locator('.tv-playback select[aria-label=Speed]').selectOption('1');
    await page.locator('.tv-playback select[aria-label=Sequence]').selectOption('');
}

const drawn = (page) => page.evaluate(() => window.app.view.stage.renderer.info.render.frame);

// Pictures are drawn while something moves and is seen. A model is shown, at rest.
export async function checkDrawing(page) {
    await framesDrawn(page);
    const rest = await drawn(page);
    await framesDrawn(page);
    expect(await drawn(page) === rest, 'drawing', 'what does not move is drawn again');
    await page.evaluate(() => {
        window.app.view.playback.choose('0');
        window.app.view.playback.play(true);
    });
    await page.waitForFunction((before) => window.app.view.stage.renderer.info.render.frame > before + 1, rest);
    await page.locator('#app-tab-fields').click();
    await framesDrawn(page);
    const [hidden, time] = [await drawn(page), await page.evaluate(() => window.app.view.playback.time)];
    await framesDrawn(page);
    expect(await drawn(page) === hidden, 'drawing', 'what nobody sees is drawn');
    await page.locator('#app-tab-view').click();
    await page.waitForFunction((before) => window.app.view.playback.time !== before, time);
    await page.evaluate(() => window.app.view.playback.choose(''));
}

// A model of many objects, one after the other, each a triangle.
function manyObjects(count) {
    const objects = Array.from({ length: count }, (_, i) => {
        const [x, y] = [i % 100, Math.floor(i / 100)];
        return `o${i}\n3\n${x} ${y} 0\n${x} ${y + 0.8} 0\n${x + 0.8} ${y} 0\n1\n3 0 1 2 0xfff both\n`;
    });
    return Buffer.from(`nff\nversion 2.1\n\n${objects.join('\n')}`);
}

// The page answers while a model of many objects is made, and does not fill the panel with all of them.
export async function checkMany(page) {
    const count = 4000;
    await page.evaluate(() => {
        // Tasks that the model is made in; how many of others come between them depends on the machine.
        const { view } = window.app, { show } = view, { postMessage } = MessagePort.prototype;
        view.show = async (bytes, about) => {
            if (about.title !== 'many.nff') return show.call(view, bytes, about); // one before may still be on its way
            delete view.show;
            window.turnsTaken = 0;
            MessagePort.prototype.postMessage = function (...message) {
                window.turnsTaken++;
                return postMessage.apply(this, message);
            };
            try {
                return await show.call(view, bytes, about);
            } finally {
                MessagePort.prototype.postMessage = postMessage;
            }
        };
    });
    await drop(page, [{ name: 'many.nff', bytes: manyObjects(count) }]);
    await shown(page, '/many.nff');
    const { turns, nodes, rows } = await page.evaluate(() => ({ turns: window.turnsTaken, nodes: window.app.view.model.nodes.length, rows: document.querySelectorAll('.tv-row').length }));
    expect(nodes >= count && turns >= count / 200, 'many objects', `${nodes} nodes are made in ${turns} turns`);
    expect(rows < 1000, 'many objects', `the panel has ${rows} rows`);
    // The last one is found by its name, with a row of its own.
    await page.evaluate(() => window.app.view.select(window.app.view.model.nodes.findLast(({ meshes }) => meshes.length)));
    expect(await page.locator('.tv-row[aria-selected=true]').count() === 1, 'many objects', 'the last node has no row');
    await clear(page);
}

// Each switch by its key, on a model at rest: there and back.
export async function checkSwitches(page) {
    await drop(page, [`${samples}/rooms.dif`]);
    await shown(page, '/rooms.dif');
    await page.evaluate(() => window.app.view.playback.choose(''));
    const rest = await pictureOf(page, 'app.view');
    for (const [key, name] of [['x', 'wireframe'], ['u', 'UV checker'], ['b', 'bounds'], ['c', 'collision'], ['z', 'zones']]) {
        await page.keyboard.press(key);
        const on = await pictureOf(page, 'app.view');
        expect(await different(page, on, rest) > 0.001, name, 'it makes no difference');
        await screenshot(page, `switch-${key}`);
        await page.keyboard.press(key);
        expect(await different(page, await pictureOf(page, 'app.view'), rest) === 0, name, 'it cannot be taken back');
    }
    await page.keyboard.press('n');
    const told = await page.locator('.tv-statistics').innerText();
    const { triangles, size } = await page.evaluate(() => ({ triangles: window.app.view.model.stats.triangles, size: window.app.file.path }));
    expect(told.includes(triangles.toLocaleString('en')) && / m\b/.test(told), 'statistics', `${size} has ${triangles} triangles, said is ${told}`);
    const level = page.locator('.tv-level');
    await level.selectOption('1');
    await page.waitForFunction((before) => document.querySelector('.tv-statistics').innerText !== before, told);
    expect(/2 of 2/.test(await page.locator('.tv-statistics').innerText()), 'levels', 'the coarser level is not shown');
    await level.selectOption('0');
    await page.keyboard.press('n');
}
