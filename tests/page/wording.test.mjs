// The library says nothing in the words of the command, and the page says it in its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from '../../viewer/src/app/names.js';
import { worded } from '../../viewer/src/app/wording.js';

test('the advice says what to do on the page', () => {
    const said = (message, option, value = '', code = 'ASSET_MISSING') => worded({ code, message, remedy: { option, value } });
    assert.equal(said('x.bmp: palette 3 not found, shades of gray are used', 'palette', 'FILE'), 'x.bmp: palette 3 not found, shades of gray are used; drop the file that has the palette (.ppl, .pal)');
    assert.equal(said('texture "wall" not found', 'assets', 'FOLDER'), 'texture "wall" not found; drop the folder or volume that has it');
    assert.equal(said('checksum 1, expected 2', 'rebuild'), 'checksum 1, expected 2; Export with the option "rebuild" computes it again');
    assert.equal(said('1 animated light is left out', 'light-time', 'SECONDS'), '1 animated light is left out; Export has the option "light-time"');
    assert.equal(said('out.glb already exists', 'replace'), 'out.glb already exists');
    assert.equal(said('no animation "run" in this file', 'sequence', '', 'BAD_OPTION'), 'option "sequence": no animation "run" in this file');
    assert.equal(worded({ code: 'ASSET_MISSING', message: 'a wall -- with a dash' }), 'a wall -- with a dash');
});

test('names show what they are', () => {
    assert.equal(printable('a\u202eb\u0000\u{e0041}\u00ad'), 'a\\u{202e}b\\u{0}\\u{e0041}\\u{ad}');
    assert.equal(printable('caf\udce9.dts'), 'café.dts');
    assert.equal(printable('日本 – ok 😀.dif'), '日本 – ok 😀.dif');
});
