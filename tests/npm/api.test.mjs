// What programs call, as the package is installed: PROJECT has it, and the samples.
//
//     PROJECT=FOLDER TRILOBITE=COMMAND node --test api.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const { PROJECT, TRILOBITE } = process.env;
const { build, Document, formats, load, open, readAssets, TrilobiteError } = await import(createRequire(join(PROJECT, 'x.js')).resolve('trilobite'));
const sample = (name) => readFileSync(join(PROJECT, 'samples', name));
const command = (...words) => execFileSync(TRILOBITE, words, { cwd: PROJECT, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
const opened = (name, options) => open(sample(name), { name, ...options });
const same = (bytes, expected, what) => assert(expected.equals(bytes), `${what}: ${bytes.length} bytes, ${expected.length} expected, or others`);
const refused = (code) => (error) => error instanceof TrilobiteError && error.message !== '' && error.diagnostics.some((each) => each.code === code);

test('info, fields and bytes are those of the command', async () => {
    for (const name of ['rooms.dif', 'windmill.dts', 'courtyard.roo', 'trilobite.iqm', 'lighthouse.nff', 'hall.udmf', 'outpost.vol']) {
        const document = await opened(name), { file, diagnostics, ...info } = JSON.parse(command('info', '--json', `samples/${name}`));
        assert(document instanceof Document);
        assert.deepEqual(document.info(), info);
        assert.equal(document.dump(), command('dump', `samples/${name}`).toString());
        same(document.save(), sample(name), name);
    }
});

test('conversions are those of the command, with their options', async () => {
    const assets = await readAssets(join(PROJECT, 'samples/textures'));
    const made = async (name, format, options) => (await opened(name, { assets })).convert(format, options);
    for (const [name, format, options, ...words] of [
        ['windmill.dts', 'glb', {}],
        ['windmill.dts', 'glb', { lod: 'all' }, '--lod', 'all'],
        ['rooms.dif', 'glb', { collision: true, lightTime: 1, placeholder: undefined, alarm: false }, '--collision', '--light-time', '1'],
        ['rooms.dif', 'dif', { difVersion: 5 }, '--dif-version', '5'],
        ['trilobite.iqm', 'torque-dts', { 'dts-version': 24 }, '--dts-version', '24'],
        ['windmill.dts', 'glb', { flips: true }, '--flips', 'yes'],
    ]) {
        const [{ name: file, bytes }] = await made(name, format, options);
        cpSync(join(PROJECT, 'samples', name), join(PROJECT, 'alone', name)); // beside it are other textures
        command('convert', '--force', `alone/${name}`, file, '--to', format, '--assets', 'samples/textures', ...words);
        same(bytes, readFileSync(join(PROJECT, file)), `${name} ${words.join(' ')}`);
    }
    assert.equal((await made('windmill.dts', 'torque-dts', { bitmaps: false })).length, 1);
    assert((await made('windmill.dts', 'torque-dts', { bitmaps: true })).length > 1);
    assert.deepEqual((await made('windmill.dts', 'obj')).map(({ name }) => name), ['windmill.obj', 'windmill.mtl', ...['brick', 'wood', 'cloth', 'sign'].map((texture) => `windmill-${texture}.png`)]);
});

test('check and diagnostics say what was found, once', async () => {
    assert.deepEqual((await opened('trilobite.iqm')).check(), []);
    const windmill = await opened('windmill.dts', { assets: { 'brick.png': sample('textures/brick.png') } });
    windmill.convert('glb');
    const missing = windmill.diagnostics().filter(({ code }) => code === 'ASSET_MISSING');
    assert.equal(missing.length, 3);
    assert.equal(missing[0].severity, 'warning');
    assert.deepEqual(windmill.diagnostics(), []);
});

test('assets are bytes, buffers or files that are read when they are needed', async () => {
    let reads = 0;
    const wood = { size: sample('textures/wood.png').length, read: () => (reads++, sample('textures/wood.png')) };
    const brick = new Uint8Array(sample('textures/brick.png')).buffer;
    const windmill = await opened('windmill.dts', { assets: new Map([['brick.png', brick], ['deep/down/wood.png', wood]]) });
    assert.equal(reads, 0);
    windmill.convert('glb');
    assert(reads > 0);
    assert.equal(windmill.diagnostics().filter(({ code }) => code === 'ASSET_MISSING').length, 2);
});

test('an asset that has shrunk is not read as if it had not', async () => {
    const brick = sample('textures/brick.png');
    const windmill = await opened('windmill.dts', { assets: { 'brick.png': { size: brick.length, read: () => brick.subarray(0, 100) } } });
    windmill.convert('glb');
    assert(windmill.diagnostics().some(({ code, message }) => code === 'CANNOT_READ' && message.includes('brick.png')));
});

test('edits and JSON', async () => {
    const rooms = await opened('rooms.dif');
    rooms.set('details[0].portals[0].zoneFront', 1);
    command('set', 'samples/rooms.dif', 'details[0].portals[0].zoneFront=1', '-o', 'edited.dif', '--force');
    same(rooms.save(), readFileSync(join(PROJECT, 'edited.dif')), 'edited');
    assert.throws(() => rooms.set('details[0].nothing', 1), refused('BAD_EDIT'));
    assert.deepEqual((await build(JSON.parse((await opened('windmill.dts')).dump()))).save().length, sample('windmill.dts').length);
    await assert.rejects(build('{'), TrilobiteError);
});

test('archives', async () => {
    const volume = await opened('outpost.vol'), [first] = volume.members();
    assert.equal(volume.member(first.name.toUpperCase()).length, first.size);
    assert.throws(() => volume.member('none.txt'), /no member "none.txt"/);
    const hall = await opened('outpost.vol', { member: 'hall.dis' });
    command('convert', '--force', 'samples/outpost.vol/hall.dis', 'hall.glb');
    const [{ name, bytes }] = hall.convert('glb');
    assert.equal(name, 'hall.glb');
    same(bytes, readFileSync(join(PROJECT, 'hall.glb')), 'hall');
    await assert.rejects(opened('outpost.vol', { member: 'none.dis' }), TrilobiteError);
});

test('what is wrong is refused, and the rest goes on', async () => {
    await assert.rejects(open(new Uint8Array(100), { name: 'x.dif' }), TrilobiteError);
    await assert.rejects(open(new Uint8Array(0)), TrilobiteError);
    await assert.rejects(open('samples/rooms.dif'), TypeError);
    await assert.rejects(opened('rooms.dif', { assets: { 'x.png': 'text' } }), TypeError);
    for (const name of ['', '..', '/']) await assert.rejects(opened('rooms.dif', { assets: { [name]: new Uint8Array(1) } }), /no name of an asset/);
    await assert.rejects(opened('rooms.dif', { assets: new Map([[1, new Uint8Array(1)]]) }), /the name of an asset is not a string/);
    await assert.rejects(open(sample('rooms.dif'), { name: '..' }), /"\.\." is no name/);
    await assert.rejects(open(sample('rooms.dif'), { name: 5 }), /the name is not a string/);
    await assert.rejects(opened('outpost.vol', { member: 5 }), /the member is not a string/);
    await assert.rejects(build(undefined), /the document is not a string/);
    const rooms = await opened('rooms.dif');
    assert.throws(() => rooms.set(5, 1), /the path is not a string/);
    assert.throws(() => rooms.set('boundingBox\0', 1), /NUL/);
    assert.throws(() => rooms.convert(), /the format is not a string/);
    assert.throws(() => rooms.member(0), /the name of a member is not a string/);
    assert.throws(() => rooms.convert('fbx'), /unknown format "fbx"/);
    assert.throws(() => rooms.convert('dif', { difVersion: 99 }), TrilobiteError);
    assert.throws(() => rooms.convert('glb', { nothing: 1 }), TrilobiteError);
    assert.throws(() => rooms.convert('glb', { lod: 'all\nlights=' }), TypeError);
    assert(rooms.convert('glb').length === 1);
});

test('documents are independent', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => opened(i % 2 ? 'rooms.dif' : 'windmill.dts')));
    assert.deepEqual(all.map((document) => document.info().format), all.map((_, i) => (i % 2 ? 'dif' : 'dts')));
});

test('the module comes from elsewhere', async () => {
    const require = createRequire(join(PROJECT, 'x.js')), bytes = readFileSync(require.resolve('trilobite/trilobite.wasm'));
    await assert.rejects(load(bytes.subarray(0, 100)), WebAssembly.CompileError);
    for (const source of [bytes, new WebAssembly.Module(bytes), `data:application/wasm;base64,${bytes.toString('base64')}`]) {
        await load(source);
        assert.equal((await opened('rooms.dif')).info().format, 'dif');
    }
});

test('formats', async () => {
    const all = await formats();
    assert(all.length > 30);
    assert(all.find(({ name }) => name === 'dif').options.some(({ name }) => name === 'dif-version'));
});
