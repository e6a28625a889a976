// The page to drop files on, and what one does with it.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { open, patience } from './chromium.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const samples = `${root}/samples`;

const types = { '.html': 'text/html', '.js': 'text/javascript' };

// `headers` are added to each answer.
export function serve(folder, headers = {}) {
    const server = createServer((request, response) => {
        const name = path.normalize(decodeURIComponent(request.url.replace(/\?.*/, ''))), file = path.join(folder, name === '/' ? 'index.html' : name);
        if (!existsSync(file)) return response.writeHead(404, headers).end();
        response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream', ...headers }).end(readFileSync(file));
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

// `others`: what it may ask for besides itself.
export function openPage(browser, url, options, others = []) {
    const own = [url, url.replace(/\?.*/, ''), new URL('offline.js', url).href, ...others];
    const allowed = ({ protocol, href }) => ['blob:', 'data:'].includes(protocol) || own.includes(href);
    return open(browser, url, 'page', allowed, { viewport: { width: 1280, height: 800 }, ...options });
}

export const shown = (page, file) => page.waitForSelector(`.app-work[data-checked="${file}"]`, { timeout: patience });

export async function choose(page, file) {
    await page.locator(`.list-row[data-path="${file}"]`).click();
    await shown(page, file);
}

// As from a file manager: [{ name, bytes }], or paths of files.
export async function drop(page, files) {
    const contents = files.map((file) => (typeof file === 'string' ? { name: path.basename(file), bytes: readFileSync(file) } : file));
    const transfer = await page.evaluateHandle((all) => {
        const made = new DataTransfer();
        for (const { name, base64 } of all) made.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
        return made;
    }, contents.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })));
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

// Nothing is shown then: what is dropped next is not taken for it.
export async function clear(page) {
    await page.locator('button[aria-label=Clear]').click();
    await page.waitForSelector('.app-work:not([data-checked])', { state: 'attached', timeout: patience });
}

export const modeOf = (page) => page.locator('#app-page-view').getAttribute('data-mode');

// What Export saves; `options` as { lod: 'all', collision: true }.
export async function saved(page, way, options = {}) {
    await page.locator('.app-head .app-main').click();
    await page.locator(`.export-ways input[value="${way.toLowerCase()}"]`).check({ force: true });
    for (const [name, value] of Object.entries(options)) {
        const field = page.locator(`.export-options [name="${name}"]`);
        if (value === true) await field.check();
        else if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value);
        else await field.fill(value);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.export footer button').click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
