// GLBs through three.js in Debian's Chromium, one after the other, in one page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from '../../viewer/node_modules/esbuild/lib/main.js';
import { launch, patience } from '../page/chromium.mjs';

const here = fileURLToPath(new URL('.', import.meta.url)), viewer = fileURLToPath(new URL('../../viewer', import.meta.url));

// jobs: file, and what judge of three_page.js takes. Reports hold `said`, what the console was told, and `error`.
export async function inThree(jobs) {
    const { outputFiles: [{ text }] } = await build({ entryPoints: [`${here}/three_page.js`], bundle: true, write: false, format: 'iife', nodePaths: [`${viewer}/node_modules`] });
    const browser = await launch(), page = await browser.newPage(), reports = [];
    let said = [];
    page.setDefaultTimeout(patience);
    page.on('console', (message) => ['warning', 'error'].includes(message.type()) && !/GPU stall|GL Driver Message|Automatic fallback to software/.test(message.text()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.setContent('<!doctype html>');
    await page.addScriptTag({ content: text });
    for (const { file, ...job } of jobs) {
        said = [];
        const report = await page.evaluate(([bytes, each]) => window.judge(bytes, each), [readFileSync(file).toString('base64'), job]).catch((error) => ({ error: error.message, pictures: [], still: [] }));
        reports.push({ file, ...report, pictures: report.pictures.map((each) => Buffer.from(each, 'base64')), said });
    }
    await browser.close();
    return reports;
}
