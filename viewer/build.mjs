// node build.mjs FILE [gallery]
//
// Writes the page that the library fills with a model, or the one that the command fills with a list of models.
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

const { page: source, script: entry, style, marks } = process.argv[3] === 'gallery'
    ? { page: 'src/gallery/gallery.html', script: 'src/gallery/gallery.js', style: 'src/gallery/gallery.css', marks: ['<!--TITLE-->', '<!--INDEX-->'] }
    : { page: 'src/page.html', script: 'src/page.js', style: 'src/viewer.css', marks: ['<!--TITLE-->', '<!--ABOUT-->', '<!--MODEL-->'] };
const script = await bundle(entry);
if (/<\/script|<!--/i.test(script)) throw new Error('the script would end the element that it stands in');
let page = await readFile(root + source, 'utf8');
page = fill(page, '/*STYLE*/', await bundle(style));
page = fill(page, '/*SCRIPT*/', script);
if (/[^\x01-\x7f]/.test(page)) throw new Error('the page is to be ASCII, which the library takes it for');
for (const mark of marks) fill(page, mark, '');

await writeFile(process.argv[2], page);
