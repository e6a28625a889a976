// The page gives no advice that names options of the command: each message of the library that does is worded anew.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { printable } from '../../viewer/src/app/names.js';
import { worded } from '../../viewer/src/app/wording.js';

const root = new URL('../..', import.meta.url).pathname;
const unescaped = (text) => text.replace(/\\(.)/g, '$1');

test('messages of the library name no options of the command', () => {
    const messages = readdirSync(`${root}src`, { recursive: true }).filter((name) => name.endsWith('.c') && !name.startsWith('render')).flatMap((name) =>
        [...readFileSync(`${root}src/${name}`, 'utf8').matchAll(/(?:"(?:[^"\\\n]|\\.)*"\s*)+/g)].map(([text]) => unescaped([...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, part]) => part).join(''))));
    const naming = messages.filter((text) => /(^|[ ("])--[a-z]/.test(text));
    assert(naming.length > 20, `${naming.length} messages name options`);
    for (const text of naming) assert(!/--[a-z]/.test(worded(text)), `"${text}" becomes "${worded(text)}"`);
});

test('the advice says what to do on the page', () => {
    assert.equal(worded('x.bmp: palette 3 not found, shades of gray are used; use --palette FILE'), 'x.bmp: palette 3 not found, shades of gray are used; drop the file that has the palette (.ppl, .pal)');
    assert.equal(worded('texture "wall" not found; use --assets FOLDER'), 'texture "wall" not found; drop the folder or volume that has it');
    assert.equal(worded('checksum 1, expected 2; rebuild with --rebuild'), 'checksum 1, expected 2; Export with the option "rebuild" computes it again');
    assert.equal(worded('a wall -- with a dash'), 'a wall -- with a dash');
});

test('names show what they are', () => {
    assert.equal(printable('a\u202eb\u0000\u{e0041}\u00ad'), 'a\\u{202e}b\\u{0}\\u{e0041}\\u{ad}');
    assert.equal(printable('caf\udce9.dts'), 'café.dts');
    assert.equal(printable('日本 – ok 😀.dif'), '日本 – ok 😀.dif');
});
