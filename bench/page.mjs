// TRILOBITE_PAGE=FOLDER node bench/page.mjs FILE: milliseconds from the drop of FILE to its model, in Chromium; the best
// of some. The clock runs from the drop event until the model is on the canvas.
import path from 'node:path';
import { launch } from '../tests/page/chromium.mjs';
import { clear, drop, openPage, serve, shown } from '../tests/page/dropping.mjs';
import { statSync } from 'node:fs';

const times = 5, file = path.resolve(process.argv[2]), name = `/${path.basename(file)}`;
const server = await serve(path.resolve(process.env.TRILOBITE_PAGE)), browser = await launch();
const page = await openPage(browser, `http://127.0.0.1:${server.address().port}/`);
await page.evaluate(() => addEventListener('drop', () => (window.dropped = performance.now()), { capture: true }));
let least = Infinity;
for (let i = 0; i < times; i++) {
    await page.evaluate((wanted) => {
        const work = document.querySelector('.app-work');
        delete work.dataset.shown;
        delete work.dataset.checked;
        new MutationObserver((changes, observer) => {
            if (work.dataset.shown !== wanted) return;
            window.took = performance.now() - window.dropped;
            observer.disconnect();
        }).observe(work, { attributes: true });
    }, name);
    await drop(page, [file]);
    await shown(page, name);
    least = Math.min(least, await page.evaluate(() => window.took));
    await clear(page);
}
console.log(`page: ${path.basename(file)}, ${(statSync(file).size / 1e6).toFixed(2)} MB, shown ${least.toFixed(0)} ms after the drop (wanted: under 1000)`);
await browser.close();
server.close();
