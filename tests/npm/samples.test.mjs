// The package's command writes and prints of every sample what the native command does.
//
//     TRILOBITE=COMMAND PACKAGE=FOLDER node --test samples.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'trilobite-'));
after(() => rmSync(work, { recursive: true }));

function run([program, ...first], words) {
    return new Promise((resolve) => execFile(program, [...first, ...words], { cwd: root, maxBuffer: 1 << 30, encoding: 'latin1' }, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr })));
}
const commands = [[process.env.TRILOBITE], [process.execPath, join(process.env.PACKAGE, 'dist/trilobite.js')]];

function filesOf(folder) {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true }).sort().map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

// The same words, which write to OUT.
async function compareOutputs(...words) {
    const results = await Promise.all(commands.map(async (command, i) => {
        const out = mkdtempSync(join(work, `${i}-`)), result = await run(command, words.map((word) => word.replace('OUT', join(out, 'x'))));
        const said = [result.stdout, result.stderr].map((text) => text.replaceAll(out, 'OUT'));
        return { status: result.status, said, files: new Map(filesOf(out).map((path) => [relative(out, path), readFileSync(path)])) };
    }));
    assert.deepEqual(results[1], results[0]);
    return results[0];
}

const samples = filesOf(join(root, 'samples')).map((path) => relative(root, path));

test('info, check, roundtrip of all', async () => {
    assert(samples.length > 50);
    for (const words of [['info', '--json'], ['info'], ['check', '--json', '--assets', 'samples/textures'], ['roundtrip', '--json'], ['info', '--jsonl', '-j', '2']]) {
        const { said } = await compareOutputs(...words, ...samples);
        assert(said[0].length > 1000, words.join(' '));
    }
});

for (const [format, ...options] of [['glb'], ['gltf', '--lights'], ['obj'], ['iqm'], ['html'], ['dts'], ['dts', '--to', 'torque-dts']])
    test(`convert to ${[format, ...options].join(" ")} of all`, async () => {
        const to = options.includes('--to') ? [] : ['--to', format];
        const { files } = await compareOutputs('convert', '-r', 'samples', 'OUT', ...to, ...options, '--assets', 'samples/textures');
        assert(files.size > 10, `${files.size} files`);
    });

test('pictures of pictures', async () => {
    assert.equal((await compareOutputs('convert', 'samples/textures/grd00002.bgf', 'OUT.png')).files.size, 1);
    assert.equal((await compareOutputs('convert', 'samples/darkstar/world.ppl', 'samples/darkstar/leaf.bmp', 'OUT.png')).files.size, 1);
});

test('dump', { concurrency: 2 }, (t) => Promise.all(samples.map((path) => t.test(path, () => compareOutputs('dump', path)))));

test('archives', async () => {
    assert((await compareOutputs('ls', '--json', 'samples/outpost.vol')).said[0].length > 100);
    assert((await compareOutputs('extract', 'samples/outpost.vol', '-C', 'OUT')).files.size > 5);
    assert.equal((await compareOutputs('pack', 'OUT.vol', 'samples/windmill.dts', 'samples/darkstar/brick.bmp', '--compress', 'lzh')).files.size, 1);
    assert.equal((await compareOutputs('pack', 'OUT.zip', 'samples/windmill.dts')).files.size, 1);
});

test('versions, compiled levels, edits, queries, help', async () => {
    await compareOutputs('convert', 'samples/rooms.dif', 'OUT.dif', '--dif-version', '5');
    await compareOutputs('convert', 'samples/courtyard.roo', 'OUT.roo', '--roo-version', '14', '--rebuild');
    await compareOutputs('convert', 'samples/hut.map', 'OUT.dif', '--assets', 'samples/textures');
    await compareOutputs('set', 'samples/rooms.dif', 'details[0].portals[0].zoneFront=1', '-o', 'OUT.dif');
    await compareOutputs('diff', 'samples/rooms.dif', 'samples/rooms-v14.dif');
    await compareOutputs('query', '--json', 'samples/rooms.dif');
    await compareOutputs('dump', '--map', 'samples/rooms.dif');
    await compareOutputs('--version');
    await compareOutputs('--help');
    await compareOutputs('help', 'check');
});
