// The package's command writes and prints of every sample what the native command does.
//
//     TRILOBITE=COMMAND PACKAGE=FOLDER node --test samples.test.mjs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'trilobite-'));
after(() => rmSync(work, { recursive: true }));

function run(program, words, folder = root) {
    const { status, stdout, stderr } = spawnSync(program[0], [...program.slice(1), ...words], { cwd: folder, maxBuffer: 1 << 30 });
    return { status, stdout: stdout.toString('latin1'), stderr: stderr.toString('latin1') };
}
const native = (words, folder) => run([process.env.TRILOBITE], words, folder);
const packaged = (words, folder) => run([process.execPath, join(process.env.PACKAGE, 'dist/trilobite.js')], words, folder);

function filesOf(folder) {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true }).sort().map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

// The same words, which write to OUT.
function compareOutputs(...words) {
    const results = [native, packaged].map((command, i) => {
        const out = mkdtempSync(join(work, `${i}-`));
        const result = command(words.map((word) => word.replace('OUT', join(out, 'x'))));
        const said = Object.fromEntries(Object.entries(result).map(([key, value]) => [key, typeof value === 'string' ? value.replaceAll(out, 'OUT') : value]));
        return { ...said, files: new Map(filesOf(out).map((path) => [relative(out, path), readFileSync(path)])) };
    });
    assert.deepEqual(results[1], results[0]);
    return results[0];
}

const samples = filesOf(join(root, 'samples')).map((path) => relative(root, path));

test('info, check, roundtrip of all', () => {
    assert(samples.length > 50);
    for (const words of [['info', '--json'], ['info'], ['check', '--json', '--assets', 'samples/textures'], ['roundtrip', '--json'], ['info', '--jsonl', '-j', '2']]) {
        const { stdout } = compareOutputs(...words, ...samples);
        assert(stdout.length > 1000, words.join(' '));
    }
});

for (const [format, ...options] of [['glb'], ['gltf', '--lights'], ['obj'], ['iqm'], ['html'], ['dts', '--to', 'torque-dts']])
    test(`convert to ${format} of all`, () => {
        const to = options.includes('--to') ? [] : ['--to', format];
        const { files } = compareOutputs('convert', '-r', 'samples', 'OUT', ...to, ...options, '--assets', 'samples/textures');
        assert(files.size > 10, `${files.size} files`);
    });

test('pictures of pictures', () => {
    assert(compareOutputs('convert', 'samples/textures/grd00002.bgf', 'OUT.png').files.size === 1);
    assert(compareOutputs('convert', 'samples/darkstar/world.ppl', 'samples/darkstar/leaf.bmp', 'OUT.png').files.size === 1);
});

for (const path of samples) test(`dump of ${path}`, () => compareOutputs('dump', path));

test('archives', () => {
    assert(compareOutputs('ls', '--json', 'samples/outpost.vol').stdout.length > 100);
    assert(compareOutputs('extract', 'samples/outpost.vol', '-C', 'OUT').files.size > 5);
    assert.equal(compareOutputs('pack', 'OUT.vol', 'samples/windmill.dts', 'samples/darkstar/brick.bmp', '--compress', 'lzh').files.size, 1);
    assert.equal(compareOutputs('pack', 'OUT.zip', 'samples/windmill.dts').files.size, 1);
});

test('versions, compiled levels, edits, queries, help', () => {
    compareOutputs('convert', 'samples/rooms.dif', 'OUT.dif', '--dif-version', '5');
    compareOutputs('convert', 'samples/courtyard.roo', 'OUT.roo', '--roo-version', '14', '--rebuild');
    compareOutputs('convert', 'samples/hut.map', 'OUT.dif', '--assets', 'samples/textures');
    compareOutputs('set', 'samples/rooms.dif', 'details[0].portals[0].zoneFront=1', '-o', 'OUT.dif');
    compareOutputs('diff', 'samples/rooms.dif', 'samples/rooms-v14.dif');
    compareOutputs('query', '--json', 'samples/rooms.dif');
    compareOutputs('dump', '--map', 'samples/rooms.dif');
    compareOutputs('--version');
    compareOutputs('--help');
    compareOutputs('help', 'check');
});
