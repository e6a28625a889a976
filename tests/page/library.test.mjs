// The module writes what the command writes, and survives what it must refuse.
//
//     TRILOBITE=COMMAND MODULE=FILE node --test library.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FieldMap } from '../../viewer/src/app/field-map.js';
import { Files } from '../../viewer/src/files.js';
import { Library, Refusal } from '../../viewer/src/library.js';
import { filesOf } from './folder.mjs';

const root = new URL('../..', import.meta.url).pathname;
const command = process.env.TRILOBITE;
const compiled = await WebAssembly.compile(readFileSync(process.env.MODULE));
const work = mkdtempSync(join(tmpdir(), 'trilobite-'));
after(() => rmSync(work, { recursive: true }));

const run = (...words) => execFileSync(command, words, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });

// What the command writes, null where it refuses.
function converted(path, format) {
    const folder = mkdtempSync(join(work, 'out-'));
    try {
        run('convert', `${root}samples${path}`, join(folder, `out.${format}`), '--assets', `${root}samples`);
    } catch {
        return null;
    }
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

test('what is written has the same bytes as what the command writes', async (t) => {
    const files = filesOf(`${root}samples`), library = new Library(compiled, files);
    const models = [];
    for (const path of files.paths().filter((path) => !/\.(mat|kod|khd)$/.test(path)))
        await t.test(path, () => {
            const page = library.open(path);
            assert.deepEqual(page.dump(), new Uint8Array(run('dump', `${root}samples${path}`)));
            assert.deepEqual(page.map(), new Uint8Array(run('dump', '--map', `${root}samples${path}`)));
            assert.deepEqual(page.save(), new Uint8Array(readFileSync(`${root}samples${path}`)));
            for (const format of ['glb', 'obj']) {
                const expected = converted(path, format);
                if (!expected) {
                    assert.throws(() => page.convert(format, `out.${format}`), Refusal);
                    continue;
                }
                const made = page.convert(format, `out.${format}`);
                assert.deepEqual(made.map(({ name }) => name).sort(), [...expected.keys()].sort());
                for (const { name, bytes } of made) assert.deepEqual(bytes, new Uint8Array(expected.get(name)), name);
                models.push(path);
            }
            page.close();
        });
    assert(models.length > 40, `${models.length} conversions compared`);
});

test('a document is built from its JSON', () => {
    const library = new Library(compiled, filesOf(`${root}samples`));
    const page = library.open('/rooms.dif'), built = library.build(page.dump(), 'rooms.json');
    assert.deepEqual(built.save(), library.load('/rooms.dif'));
    built.close();
    page.close();
});

test('a field is edited, and nothing else', () => {
    const library = new Library(compiled, filesOf(`${root}samples`)), before = new TextDecoder().decode(library.load('/lighthouse.nff'));
    const page = library.open('/lighthouse.nff');
    page.edit('objects[0].vertices[1].position[0]', '8.5');
    assert.equal(new TextDecoder().decode(page.save()), before.replace('8.315', '8.500'));
    assert.throws(() => page.edit('objects[0].vertices[1].position[0]', 'far'), Refusal);
    assert.throws(() => page.edit('objects[0].nothing', '1'), Refusal);
    assert.equal(new TextDecoder().decode(page.save()), before.replace('8.315', '8.500'));
    page.close();
});

test('textures are found in the folders around the file', () => {
    const all = filesOf(`${root}samples`), model = all.read('/rooms.dif');
    const missing = (paths) => {
        const files = new Files((bytes) => bytes);
        files.add('/a/b/rooms.dif', model);
        for (const [path, name] of paths) files.add(path, all.read(`/textures/${name}.png`));
        const page = new Library(compiled, files).open('/a/b/rooms.dif');
        page.show();
        return page.diagnostics().filter(({ code }) => code === 'ASSET_MISSING').length;
    };
    const none = missing([]);
    assert(none > 0);
    assert.equal(missing([['/a/b/wall.png', 'wall']]), none - 1);
    assert.equal(missing([['/c/d/e/wall.png', 'wall'], ['/a/floor.png', 'floor'], ['/pillar.png', 'pillar']]), none - 3);
});

test('what is at the root, and beside nothing, is shown', () => {
    const files = new Files((bytes) => bytes);
    files.add('/rooms.dif', filesOf(`${root}samples`).read('/rooms.dif'));
    const library = new Library(compiled, files), page = library.open('/rooms.dif');
    assert.equal(page.show().kind, 'model');
    assert.equal(page.diagnostics().filter(({ code }) => code === 'OUT_OF_MEMORY').length, 0);
});

test('what a file can be converted to is by what is in it', () => {
    const library = new Library(compiled, filesOf(`${root}samples`));
    const targets = (path) => library.open(path).show().targets;
    const picture = targets('/textures/brick.png'), model = targets('/rooms.dif');
    assert(['png', 'glb', 'bgf'].every((name) => picture.includes(name)) && !['dif', 'dis', 'gpl'].some((name) => picture.includes(name)));
    assert(['glb', 'dts', 'dis'].every((name) => model.includes(name)) && !['pbmp', 'gpl'].some((name) => model.includes(name)));
});

test('members are opened by their paths', () => {
    const library = new Library(compiled, filesOf(`${root}samples`));
    const volume = library.open('/outpost.vol'), members = volume.members();
    assert(members.length > 2);
    run('extract', `${root}samples/outpost.vol`, '-C', work);
    members.forEach(({ name, size }, i) => {
        assert.equal(volume.member(i).length, size);
        assert.deepEqual(volume.member(i), library.load(`/outpost.vol/${name}`));
        assert.deepEqual(volume.member(i), new Uint8Array(readFileSync(join(work, name))));
    });
    volume.close();
});

test('fields are found by their bytes and by their paths', () => {
    const files = filesOf(`${root}samples`), library = new Library(compiled, files);
    const page = library.open('/rooms.dif'), map = new FieldMap(page.map());
    const sphere = map.find('details[0].boundingSphere');
    assert.deepEqual([sphere.offset, sphere.length], [0x9d, 16]);
    assert.match(sphere.value, /^\[-0\.19/);
    assert.deepEqual(map.between(0x9e, 0x9f), [sphere]);
    assert.equal(map.find('details[0].normals').path, 'details[0].normals[0]');
    assert.equal(map.find('details[0].normal'), undefined);
    const all = map.between(0, files.size('/rooms.dif')), preview = map.find('previewBitmap');
    assert.equal(all.length, new TextDecoder().decode(page.map()).split('\n').length - 1);
    assert.deepEqual(map.between(preview.offset + preview.length - 1, preview.offset + preview.length), [preview]);
    page.close();
});

// Everything that can be asked of a file; what is refused is refused with a reason.
function askAll(library, path) {
    const asked = [(page) => page.info(), (page) => page.check(), (page) => page.dump(), (page) => page.map(), (page) => page.members(),
        (page) => page.save(), (page) => page.convert('glb', 'x.glb', { lod: 'all' })];
    let page;
    try {
        page = library.open(path);
        for (const ask of asked) {
            try {
                ask(page);
            } catch (error) {
                assert(error instanceof Refusal, `${path}: ${error.stack}`);
                assert.notEqual(error.message, '');
            }
        }
        return true;
    } catch (error) {
        assert(error instanceof Refusal, `${path}: ${error.stack}`);
        assert.notEqual(error.message, '');
        return false;
    } finally {
        page?.close();
    }
}

test('seeds and invalid files are refused, or read, and nothing breaks', () => {
    let read = 0;
    for (const folder of ['fuzz/seeds', 'tests/invalid']) {
        const files = filesOf(`${root}${folder}`), library = new Library(compiled, files);
        for (const path of files.paths()) read += askAll(library, path);
        assert(!library.broken);
    }
    assert(read > 60, `${read} files were read`);
});

test('truncated files break nothing', () => {
    const files = filesOf(`${root}samples`), library = new Library(compiled, files);
    for (const path of files.paths()) {
        const whole = files.read(path);
        for (let i = 1; i < 16; i++) {
            files.add('/cut', whole.subarray(0, Math.floor((whole.length * i) / 16)));
            askAll(library, '/cut');
        }
    }
    assert(!library.broken);
});

test('memory comes back', () => {
    const files = filesOf(`${root}samples`), library = new Library(compiled, files);
    const round = () => files.paths().forEach((path) => askAll(library, path));
    round();
    const before = library.memory.length;
    for (let i = 0; i < 10; i++) round();
    assert(library.memory.length - before <= 1 << 17, `${library.memory.length - before} bytes more`);
});

test('a module that broke down is told from one that refuses', () => {
    const files = filesOf(`${root}samples`), library = new Library(compiled, files);
    assert.throws(() => library.open('/none.dif'), Refusal);
    assert.throws(() => library.call('page_free', -4096), /library stopped/);
    assert(library.broken);
});
