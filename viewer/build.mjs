// node build.mjs FILE
//
// Writes the page that the library fills with a model.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('.', import.meta.url).pathname;

async function bundle(entry) {
    const { outputFiles } = await build({
        entryPoints: [root + entry], bundle: true, minify: true, write: false, format: 'esm', target: 'es2022', legalComments: 'inline',
    });
    return outputFiles[0].text.trim();
}

function fill(page, mark, text) {
    const parts = page.split(mark);
    if (parts.length !== 2) throw new Error(`${mark} stands ${parts.length - 1} times in the page`);
    return parts.join(text);
}

const script = await bundle('src/page.js');
if (/<\/script|<!--/i.test(script)) throw new Error('the script would end the element that it stands in');
let page = await readFile(`${root}src/page.html`, 'utf8');
page = fill(page, '/*STYLE*/', await bundle('src/viewer.css'));
page = fill(page, '/*SCRIPT*/', script);
if (/[^\x01-\x7f]/.test(page)) throw new Error('the page is to be ASCII, which the library takes it for');
for (const mark of ['<!--TITLE-->', '<!--ABOUT-->', '<!--MODEL-->']) fill(page, mark, '');

await writeFile(process.argv[2], page);
