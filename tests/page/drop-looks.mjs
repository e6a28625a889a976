// Every state of the page at 1280 and 390 pixels, light and dark, as screenshots in a folder, and what must hold in all of
// them: nothing is wider than the window or cut off, text has contrast, the model is seen and is not black.
import { mkdirSync } from 'node:fs';
import { expect, expectFits, framesDrawn, phone, screenshot, screenshots } from './chromium.mjs';
import { openPage, samples, shown } from './dropping.mjs';

const least = 4.5; // contrast of text, as WCAG AA asks

// In the page: texts whose contrast is too low, and elements that stand out of the window, as far as they are seen.
async function faults([wanted, width]) {
    await Promise.all(document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished));
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }), context = canvas.getContext('2d', { willReadFrequently: true });
    const rgba = (color) => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) => [r, g, b].map((value, i) => value * a + below[i] * (1 - a));
    const bodyColor = over(rgba(getComputedStyle(document.body).backgroundColor), [255, 255, 255]);
    // What is behind an element; null: a picture or a gradient.
    const backgroundOf = (element) => {
        const layers = [];
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.backgroundImage !== 'none' || (at.matches('.tv-stage') && layers.every(([, , , a]) => a < 0.5))) return null;
            const color = rgba(style.backgroundColor);
            if (color[3]) layers.push(color);
            if (color[3] === 1) break;
        }
        return layers.reduceRight((below, color) => over(color, below), bodyColor);
    };
    const luminance = (color) => color.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const dialog = document.querySelector('dialog[open]'), found = [];
    for (const element of (dialog ?? document.body).querySelectorAll('*')) {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('svg, option, [hidden]')) continue;
        const box = element.getBoundingClientRect(), name = `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim().slice(0, 30)}"`;
        let clipped = false;
        for (let above = element.parentElement; above; above = above.parentElement) clipped ||= getComputedStyle(above).overflowX !== 'visible' && above !== document.body;
        if (!clipped && box.width && (box.right > width + 0.5 || box.left < -0.5)) found.push(`${name} is at ${box.left.toFixed()} to ${box.right.toFixed()}`);
        if (element.matches('button, summary') && !element.closest('.tv-row, .fields-row, .list-kinds') && element.scrollWidth > element.clientWidth + 2 && getComputedStyle(element).textOverflow !== 'ellipsis') found.push(`${name} is cut off`);
        const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
        if (!hasText || element.disabled || element.matches('.bytes-row i')) continue;
        const behind = backgroundOf(element);
        if (!behind) continue;
        const [a, b] = [luminance(over(rgba(getComputedStyle(element).color), behind)), luminance(behind)], ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < wanted) found.push(`${name} has a contrast of ${ratio.toFixed(2)}`);
    }
    return [...new Set(found)];
}

// The share of the view that is drawn, and of that what is black.
const drawn = (page) => page.evaluate(async () => {
    const image = await createImageBitmap(await window.app.view.picture(320, 240, null)), canvas = new OffscreenCanvas(320, 240), context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, 320, 240);
    let seen = 0, black = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] < 128) continue;
        seen++;
        black += Math.max(data[i], data[i + 1], data[i + 2]) < 8;
    }
    return { seen: seen / (320 * 240), black: seen ? black / seen : 1 };
});

async function lookAt(page, state) {
    const { width } = page.viewportSize();
    for (const colorScheme of ['light', 'dark']) {
        const name = `${width}-${colorScheme}-${state}`;
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(faults, [least, width]);
        expect(found.length === 0, name, found.slice(0, 6).join('; '));
        await expectFits(page, name);
        await screenshot(page, name);
    }
}

async function expectModel(page, name) {
    const { seen, black } = await drawn(page);
    expect(seen > 0.04 && black < 0.2, name, `${(seen * 100).toFixed(1)} % of the view is drawn, ${(black * 100).toFixed()} % of that black`);
}

async function states(page) {
    const press = (selector) => page.locator(selector).first().click();
    await lookAt(page, 'welcome');
    await page.locator('input[webkitdirectory]').setInputFiles(samples);
    await page.waitForSelector('.app-work[data-checked]');
    for (const file of ['trilobite.iqm', 'rooms.dif', 'courtyard.roo', 'windmill.dts', 'lighthouse.nff', 'darkstar/hall.dis']) {
        await page.evaluate((path) => window.app.open(path), `/samples/${file}`);
        await shown(page, `/samples/${file}`);
        const name = file.replace(/.*\//, '');
        await expectModel(page, name);
        await lookAt(page, name);
    }
    await page.evaluate(() => window.app.open('/samples/rooms.dif'));
    await shown(page, '/samples/rooms.dif');
    await press('.tv-dropdown summary[aria-label^=Show]');
    await page.locator('.tv-menu label', { hasText: 'Statistics' }).click();
    await page.locator('.tv-menu label', { hasText: 'Bounds' }).click();
    await lookAt(page, 'switches');
    await page.keyboard.press('Escape');
    await press('.tv-tools-end button[aria-label=Panel]');
    await lookAt(page, 'panel');
    await press('.tv-tools-end button[aria-label=Panel]');
    await press('.diagnostics summary');
    await page.locator('.diagnostics li').first().hover();
    await lookAt(page, 'diagnostics');
    await press('.diagnostics summary');
    for (const tab of ['fields', 'bytes', 'info']) {
        await press(`#app-tab-${tab}`);
        await page.waitForSelector(tab === 'fields' ? '.fields-row' : tab === 'bytes' ? '.bytes-row' : '.app-info-page li');
        await lookAt(page, tab);
    }
    await press('#app-tab-view');
    await press('.app-head .app-main');
    await lookAt(page, 'export');
    await page.keyboard.press('Escape');
    for (const [label, name] of [['Keys and gestures (?)', 'keys'], ['About', 'about']]) {
        await press(`.app-bar button[aria-label="${label}"]`);
        await lookAt(page, name);
        await page.keyboard.press('Escape');
    }
    for (const [file, name] of [['outpost.vol', 'volume'], ['textures/wall.png', 'picture'], ['lighthouse.mat', 'text'], ['darkstar/world.ppl', 'palette']]) {
        await page.evaluate((path) => window.app.open(path), `/samples/${file}`);
        await shown(page, `/samples/${file}`);
        if (name === 'volume') await page.waitForSelector('.gallery img[data-kind=made]');
        await lookAt(page, name);
    }
    // A member that was edited: what can be saved of it is in the window.
    await page.evaluate(() => window.app.open('/samples/outpost.vol/hall.dml'));
    await shown(page, '/samples/outpost.vol/hall.dml');
    await press('#app-tab-fields');
    await page.evaluate(() => window.app.file.fields.edit('materials[0].red', '9'));
    await page.waitForSelector('.fields-bar', { state: 'visible' });
    await lookAt(page, 'edited');
    await press('#app-tab-view');
    await page.locator('.app-bar button[aria-label=Clear]').click();
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(`${samples}/rooms.dif`);
    await shown(page, '/rooms.dif');
    await lookAt(page, 'missing');
}

export async function checkLooks(browser, url) {
    if (screenshots) mkdirSync(screenshots, { recursive: true });
    for (const options of [{}, phone]) {
        const page = await openPage(browser, url, options);
        await states(page);
        await page.context().close();
    }
}

// Fingers: one turns the model, two move it and bring it nearer.
export async function checkTouch(browser, url) {
    const page = await openPage(browser, url, phone), client = await page.context().newCDPSession(page);
    await page.locator('[data-sample=lighthouse]').tap();
    await shown(page, '/samples/lighthouse.nff');
    const box = await page.locator('.tv-stage > canvas').boundingBox(), middle = [box.x + box.width / 2, box.y + box.height / 2];
    const state = () => page.evaluate(() => {
        const { camera, target } = window.app.view.stage;
        return { camera: camera.position.toArray(), target: target.toArray(), distance: camera.position.distanceTo(target) };
    });
    const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x: middle[0] + x, y: middle[1] + y, id })) });
    const far = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
    const gesture = async (paths) => {
        await touch('touchStart', paths.map(([from]) => from));
        for (let i = 1; i <= 8; i++) await touch('touchMove', paths.map(([from, to]) => [0, 1].map((k) => from[k] + ((to[k] - from[k]) * i) / 8)));
        await touch('touchEnd', []);
        for (let before = await state(); ;) {
            await framesDrawn(page);
            const now = await state();
            if (far(now.camera, before.camera) + far(now.target, before.target) < 1e-4 * now.distance) return now;
            before = now;
        }
    };
    const rest = await state();
    const turned = await gesture([[[0, 0], [90, 20]]]);
    expect(far(turned.camera, rest.camera) > rest.distance * 0.2 && far(turned.target, rest.target) < rest.distance * 0.01, 'touch', 'a finger does not turn the model');
    const pinched = await gesture([[[-30, 0], [-90, 0]], [[30, 0], [90, 0]]]);
    expect(pinched.distance < turned.distance * 0.8, 'touch', `a pinch leads from ${turned.distance} to ${pinched.distance}`);
    const moved = await gesture([[[-30, 0], [-30, 80]], [[30, 0], [30, 80]]]);
    expect(far(moved.target, pinched.target) > pinched.distance * 0.05, 'touch', 'two fingers do not move the model');
    await page.context().close();
}
