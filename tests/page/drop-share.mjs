// Links: a sample, a file of another server, and how it is looked at; the page connects to nothing else. What the page
// says of itself.
import { expect, expectFits, patience, pictureOf, run } from './chromium.mjs';
import { compare } from './compare.mjs';
import { drop, modeOf, openPage, samples, serve, shown } from './dropping.mjs';

const different = async (page, a, b) => (await page.evaluate(compare, [a, b, 4])).different;

// A page with the link's camera, switches and time shows the same.
export async function checkLink(browser, url) {
    const page = await openPage(browser, url, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('[data-sample=rooms]').click();
    await shown(page, '/samples/rooms.dif');
    await page.evaluate(() => {
        const { view } = window.app;
        view.playback.choose('0');
        view.playback.play(false);
        view.playback.seek(1.25);
        view.stage.place([-14, 6, 9], [0, 1, -2], false);
        view.switches.set('wire', true);
        view.switches.set('light', false);
        view.level = '0';
    });
    await page.keyboard.press('c');
    await page.keyboard.press('z');
    await page.locator('button[aria-label^="Copy a link"]').click();
    await page.waitForFunction(() => /copied/.test(window.app.message.textContent));
    const link = await page.evaluate(() => navigator.clipboard.readText()), seen = await pictureOf(page, 'app.view');
    expect(link.startsWith(`${url}?open=sample:rooms&file=/samples/rooms.dif&view=camera=`), 'link', `it is ${link}`);

    const other = await openPage(browser, link, {});
    await shown(other, '/samples/rooms.dif');
    const state = await other.evaluate(() => window.app.view.state);
    expect(state.time === 1.25 && !state.plays && state.switches.join() === 'wire' && state.layers.length > 1, 'link', `the state is ${JSON.stringify(state)}`);
    expect(await different(other, await pictureOf(other, 'app.view'), seen) < 0.005, 'link', 'it shows something else');
    await other.context().close();

    // A file of this machine is in no link; its view is.
    await drop(page, [`${samples}/windmill.dts`]);
    await shown(page, '/windmill.dts');
    await page.locator('button[aria-label^="Copy a link"]').click();
    await page.waitForFunction(() => /only on this machine/.test(window.app.message.textContent));
    const local = await page.evaluate(() => navigator.clipboard.readText());
    expect(!/open=|windmill/.test(local) && /view=/.test(local), 'link', `of a file of this machine it is ${local}`);
    await page.context().close();
}

// A file of another server; and one that is not there.
export async function checkAddress(browser, url) {
    const server = await serve(samples, { 'access-control-allow-origin': '*' }), files = `http://127.0.0.1:${server.address().port}`;
    const link = `${url}?open=${files}/outpost.vol&file=/outpost.vol/windmill.dts&view=camera=9,9,9,0,0,0;show=bounds`;
    const page = await openPage(browser, link, {}, [`${files}/outpost.vol`]);
    await shown(page, '/outpost.vol/windmill.dts');
    expect(await modeOf(page) === 'model', 'address', 'its model is not shown');
    const { camera, switches } = await page.evaluate(() => window.app.view.state);
    expect(camera.slice(0, 3).every((value) => Math.abs(value - 9) < 0.01) && switches.join() === 'bounds', 'address', `the camera is at ${camera}, ${switches} are on`);
    await page.context().close();

    const context = await browser.newContext(), bare = await context.newPage();
    await bare.goto(`${url}?open=${files}/none.dif&view=camera=1,2;time=x;layers=%25E0;seq=99`);
    await bare.waitForFunction(() => /none\.dif.*404/.test(window.app?.message.textContent ?? ''), null, { timeout: patience });
    await bare.goto(url);
    await bare.waitForSelector('body[data-ready]', { timeout: patience });
    const refused = await bare.evaluate((address) => fetch(address).then(() => false, () => true), `${files}/rooms.dif`);
    expect(refused, 'address', 'a page without a link can fetch');
    await context.close();
    server.close();
}

export async function checkAbout(page) {
    await page.locator('.app-bar button[aria-label=About]').click();
    const version = (await run('--version')).toString().match(/\d+\.\d+\.\d+/)[0];
    expect((await page.locator('.about h2').innerText()) === `Trilobite ${version}`, 'about', `it says ${await page.locator('.about h2').innerText()}`);
    const names = await page.locator('.about summary').allInnerTexts();
    expect(['Trilobite', 'zlib', 'libpng', 'three.js', 'fflate'].every((name) => names.includes(name)), 'about', `licences are of ${names}`);
    await page.locator('.about summary', { hasText: 'zlib' }).click();
    expect(/Jean-loup Gailly/.test(await page.locator('.about details[open] pre').innerText()), 'about', 'a licence is not shown');
    await expectFits(page, 'about');
    await page.keyboard.press('Escape');
}

// The keys of the page.
export async function checkKeys(page) {
    await page.keyboard.press('?');
    expect(await page.locator('.tv-help').isVisible() && /next, previous file/.test(await page.locator('.tv-help').innerText()), 'keys', 'they are not listed');
    await page.keyboard.press('Escape');
    await page.locator('input[webkitdirectory]').setInputFiles(samples);
    await page.waitForSelector('.app-work[data-checked^="/samples/"]');
    await page.locator('.list-search').waitFor(); // which a list of few files is without
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement.matches('.list-search'));
    await page.keyboard.type('dts');
    await page.keyboard.press('Escape');
    expect(await page.locator('.list-search').inputValue() === 'dts', 'keys', 'Escape clears the search');
    await page.waitForFunction(() => [...document.querySelectorAll('.list-row')].every(({ dataset }) => !dataset.path.endsWith('.roo')));
    const rows = (await page.locator('.list-row').evaluateAll((all) => all.map(({ dataset }) => dataset.path))).slice(-2);
    expect(rows.length === 2 && rows.every((path) => path.endsWith('.dts')), 'keys', `/ finds ${rows}`);
    await page.evaluate((path) => window.app.open(path), rows[0]);
    await shown(page, rows[0]);
    await page.keyboard.press('j');
    await shown(page, rows[1]);
    await page.keyboard.press('k');
    await shown(page, rows[0]);
    await page.keyboard.press('Control+s');
    expect(await page.locator('.export').isVisible(), 'keys', 'Ctrl S does not export');
    await page.keyboard.press('Escape');
}
