// GLBs through three.js in Debian's Chromium, one after the other, in one page.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../viewer/node_modules/esbuild/lib/main.js';
import { launch, ofDrawing, patience } from '../page/chromium.mjs';

const here = fileURLToPath(new URL('.', import.meta.url)), viewer = fileURLToPath(new URL('../../viewer', import.meta.url));

// A page with what three_page.js has.
async function openPage() {
    const { outputFiles: [{ text }] } = await build({ entryPoints: [`${here}/three_page.js`], bundle: true, write: false, format: 'iife', nodePaths: [`${viewer}/node_modules`] });
    const browser = await launch(), page = await browser.newPage();
    page.setDefaultTimeout(patience);
    await page.setContent('<!doctype html>');
    await page.addScriptTag({ content: text });
    return { browser, page };
}

// A function that poses glTF files (pose of three_page.js), and one that ends it.
export async function poser() {
    const { browser, page } = await openPage(), base64 = (file) => readFileSync(file).toString('base64');
    const beside = (file) => Object.fromEntries(readdirSync(path.dirname(file), { recursive: true, withFileTypes: true })
        .filter((each) => file.endsWith('.gltf') && each.isFile() && !/\.gl(b|tf)$/.test(each.name))
        .map((each) => path.join(each.path, each.name))
        .map((each) => [path.relative(path.dirname(file), each), `data:application/octet-stream;base64,${base64(each)}`]));
    // As text: playwright takes minutes for the many arrays.
    const pose = async (file, ...rest) => JSON.parse(await page.evaluate(async (given) => JSON.stringify(await window.pose(...given)), [base64(file), beside(file), ...rest]));
    return { pose, close: () => browser.close() };
}

// jobs: file, and what judge of three_page.js takes. Reports hold `said`, what the console was told, and `error`.
export async function inThree(jobs) {
    const { browser, page } = await openPage(), reports = [];
    let said = [];
    page.on('console', (message) => ['warning', 'error'].includes(message.type()) && !ofDrawing.test(message.text()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    for (const { file, ...job } of jobs) {
        said = [];
        const report = await page.evaluate(([bytes, each]) => window.judge(bytes, each), [readFileSync(file).toString('base64'), job]).catch((error) => ({ error: error.message, pictures: [], still: [] }));
        reports.push({ file, ...report, pictures: report.pictures.map((each) => Buffer.from(each, 'base64')), said });
    }
    await browser.close();
    return reports;
}
