// The page to drop files on, and what one does with it.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { open, patience } from './chromium.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const samples = `${root}/samples`;

const types = { '.html': 'text/html', '.js': 'text/javascript' };

export function serve(folder) {
    const server = createServer((request, response) => {
        const file = path.join(folder, request.url === '/' ? 'index.html' : path.normalize(request.url));
        if (!existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { 'content-type': types[path.extname(file)] }).end(readFileSync(file));
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export function openPage(browser, url, options) {
    const own = [url, new URL('offline.js', url).href];
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

export const clear = (page) => page.locator('button[aria-label=Clear]').click();
export const modeOf = (page) => page.locator('#app-page-view').getAttribute('data-mode');

export async function saved(page, way) {
    await page.locator('.app-main').click();
    const button = page.locator(`.export-ways button[aria-label="${way}"]`);
    if (!(await button.isVisible())) await page.locator('.export summary', { hasText: 'Other formats' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
