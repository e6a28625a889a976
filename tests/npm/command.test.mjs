// The package's command meets what the native one has from its system: errors, pipes, signals, names, Windows' paths.
//
//     TRILOBITE=COMMAND PACKAGE=FOLDER node --test command.test.mjs
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';

const samples = new URL('../../samples', import.meta.url).pathname;
const script = join(process.env.PACKAGE, 'dist/trilobite.js');
const commands = { native: [process.env.TRILOBITE], packaged: [process.execPath, script] };
const top = mkdtempSync(join(tmpdir(), 'trilobite-'));
chmodSync(top, 0o755);
after(() => rmSync(top, { recursive: true, force: true }));
let work;
beforeEach(() => {
    work = mkdtempSync(join(top, 'test-'));
    chmodSync(work, 0o755);
});

function run(command, words, options = {}) {
    const { status, signal, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...words], { cwd: work, maxBuffer: 1 << 28, ...options });
    return { status, signal, stdout: stdout?.toString(), stderr: stderr?.toString() };
}

// What both give, for the same words in folders of the same content.
function both(words, { prepare = () => {}, ...options } = {}) {
    const results = Object.values(commands).map((command) => {
        rmSync(work, { recursive: true, force: true });
        mkdirSync(work);
        prepare();
        return { ...run(command, words, options), left: readdirSync(work, { recursive: true }).sort() };
    });
    assert.deepEqual(results[1], results[0]);
    return results[1];
}

test('files that are wrong or missing', () => {
    const prepare = () => {
        writeFileSync(join(work, 'wrong.dif'), 'this is no interior');
        writeFileSync(join(work, 'cut.dts'), readFileSync(join(samples, 'windmill.dts')).subarray(0, 700));
        writeFileSync(join(work, 'empty.iqm'), '');
        mkdirSync(join(work, 'folder'));
    };
    for (const file of ['wrong.dif', 'cut.dts', 'empty.iqm', 'none.dif', 'folder', 'wrong.dif/x'])
        for (const words of [['check', '--json', file], ['convert', file, 'out.glb']]) {
            const { status, left } = both(words, { prepare });
            assert.notEqual(status, 0);
            assert(!left.some((name) => /out|tmp/.test(name)), left.join());
        }
});

test('words that are wrong', () => {
    for (const words of [[], ['nothing'], ['info'], ['info', '--nothing', 'x'], ['convert', 'x.dif'], ['convert', 'x.dif', 'y.fbx'], ['help', 'nothing']])
        assert.notEqual(both(words).status, 0);
});

test('catalogs are CSV, and what is not is refused before anything is read', () => {
    both(['catalog', join(samples, 'darkstar'), '-o', 'x.csv']);
    for (const words of [[join(samples, 'none')], ['--merge', 'a.sqlite']]) {
        const { status, stderr } = run(commands.packaged, ['catalog', ...words, '-o', 'x.sqlite']);
        assert.equal(status, 4);
        assert.equal(stderr, 'trilobite: x.sqlite: this build has no SQLite; a catalog as .csv can be written\n');
    }
    assert.deepEqual(readdirSync(work), ['x.csv']);
});

test('devices', { skip: process.platform === 'win32' && 'they have no names of files' }, () => {
    both(['check', '/dev/zero', '/dev/null']);
});

test('outputs that cannot be written', () => {
    const model = join(samples, 'windmill.dts');
    assert.equal(both(['convert', model, 'none/out.glb']).status, 4);
    assert.equal(both(['convert', model, '/dev/full', '--to', 'glb']).status, 4);
    assert.equal(both(['convert', model, 'out.glb'], { prepare: () => writeFileSync(join(work, 'out.glb'), 'mine') }).status, 4);
    assert.equal(readFileSync(join(work, 'out.glb'), 'utf8'), 'mine');
    const full = openSync('/dev/full', 'w');
    assert.equal(both(['dump', model], { stdio: ['ignore', full, 'pipe'] }).status, 4);
    closeSync(full);
});

test('no permission', { skip: process.getuid?.() !== 0 && 'needs a user to become' }, () => {
    const nobody = { uid: 65534, gid: 65534 };
    const prepare = () => {
        cpSync(join(samples, 'windmill.dts'), join(work, 'secret.dts'));
        cpSync(join(samples, 'windmill.dts'), join(work, 'open.dts'));
        chmodSync(join(work, 'secret.dts'), 0o600);
        chmodSync(work, 0o755);
    };
    const readable = spawnSync(process.execPath, [script, '--version'], nobody).status === 0 && spawnSync(process.env.TRILOBITE, ['--version'], nobody).status === 0;
    if (!readable) return;
    assert.match(both(['info', 'secret.dts'], { prepare, ...nobody }).stderr, /Permission denied/);
    assert.match(both(['convert', 'open.dts', 'out.glb'], { prepare, ...nobody }).stderr, /Permission denied/);
});

test('access rights and links stay', () => {
    const prepare = () => {
        cpSync(join(samples, 'rooms.dif'), join(work, 'real.dif'));
        chmodSync(join(work, 'real.dif'), 0o640);
        symlinkSync('real.dif', join(work, 'link.dif'));
    };
    const { status } = both(['set', 'link.dif', 'details[0].portals[0].zoneFront=1'], { prepare });
    assert.equal(status, 0);
    assert.equal(readlinkSync(join(work, 'link.dif')), 'real.dif');
    assert.equal(statSync(join(work, 'real.dif')).mode & 0o777, 0o640);
    assert.notDeepEqual(readFileSync(join(work, 'real.dif')), readFileSync(join(samples, 'rooms.dif')));
});

test('names with spaces, other letters, and bytes that are no UTF-8', () => {
    const latin1 = Buffer.from('gr\xfcn.dts', 'latin1');
    const prepare = () => {
        mkdirSync(join(work, 'a b/Überraschung 模型'), { recursive: true });
        cpSync(join(samples, 'windmill.dts'), join(work, 'a b/Überraschung 模型/x y.dts'));
        const handle = openSync(Buffer.concat([Buffer.from(`${work}/`), latin1]), 'w');
        writeSync(handle, readFileSync(join(samples, 'windmill.dts')));
        closeSync(handle);
    };
    assert.equal(both(['convert', 'a b/Überraschung 模型/x y.dts', 'a b/ö.glb', '--assets', join(samples, 'textures')], { prepare }).status, 0);
    assert.match(both(['info', '-r', '.', '--jsonl'], { prepare }).stdout, /latin1/);
    const words = ['sh', '-c', '"$@" info "$(printf "gr\\374n.dts")"', 'sh'];
    const [native, packaged] = Object.values(commands).map((command) => run(words, command));
    assert.equal(native.status, 0);
    assert.deepEqual(packaged, native);
});

test('standard input and output', () => {
    const input = readFileSync(join(samples, 'rooms.dif'));
    assert.equal(both(['info', '-'], { input }).status, 0);
    assert.equal(both(['convert', '-', '-', '--to', 'obj'], { input }).status, 0);
    assert.equal(both(['info', '-'], { input: '' }).status, 3);
    assert.equal(both(['info', '-T', '-'], { input: `${samples}/rooms.dif\n${samples}/windmill.dts\n` }).status, 0);
});

const started = (command, words, options) => spawn(command[0], [...command.slice(1), ...words], { cwd: work, ...options });
const ended = (child) => new Promise((resolve) => child.on('exit', (status, signal) => resolve({ status, signal })));

test('a pipe that nobody reads', async () => {
    for (const command of Object.values(commands)) {
        const child = started(command, ['dump', join(samples, 'trilobite.iqm')], { stdio: ['ignore', 'pipe', 'pipe'] });
        child.stdout.once('data', () => child.stdout.destroy());
        let said = '';
        child.stderr.on('data', (data) => (said += data));
        assert.deepEqual(await ended(child), { status: null, signal: 'SIGPIPE' });
        assert.equal(said, '');
    }
});

test('Ctrl-C within a file: no half of it is left, and it ends by the signal', async () => {
    const vertices = Array.from({ length: 60000 }, (_, i) => `${i % 251} ${i % 241} ${i % 239}\n`);
    const polygons = Array.from({ length: 900000 }, (_, i) => `3 ${i % 59998} ${(i % 59998) + 1} ${(i % 59998) + 2} 0xfff\n`);
    writeFileSync(join(work, 'large.nff'), `nff\nversion 2.1\nlarge\n${vertices.length}\n${vertices.join('')}${polygons.length}\n${polygons.join('')}`);
    for (const [name, command] of Object.entries(commands))
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
            const child = started(command, ['convert', '--jsonl', '--assets', join(samples, 'textures'), join(samples, 'trilobite.iqm'), 'large.nff', name, '--to', 'glb', '--force'], { stdio: ['ignore', 'pipe', 'pipe'] });
            let said = '';
            child.stderr.on('data', (data) => (said += data));
            child.stdout.once('data', () => child.kill(signal)); // the first file is done
            assert.deepEqual(await ended(child), { status: null, signal }, name);
            assert.equal(said, 'trilobite: stopped; 1 of 2 done\n', name);
            for (const each of readdirSync(join(work, name), { recursive: true })) {
                assert(!each.includes('tmp'), name);
                if (each.includes('large')) // done when the signal came
                    assert.equal(readFileSync(join(work, name, each)).readUInt32LE(8), statSync(join(work, name, each)).size);
            }
        }
});

test('Ctrl-C while it waits for a pipe', async () => {
    const child = started(commands.packaged, ['info', '-'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    setTimeout(() => child.kill('SIGINT'), 700);
    assert.deepEqual(await ended(child), { status: null, signal: 'SIGINT' });
    assert.equal(said, 'trilobite: stopped\n');
});

test('Windows: both slashes lead into folders', () => {
    const windows = [process.execPath, '--import', new URL('windows.mjs', import.meta.url).href, script];
    const like = (words) => words.map((word) => word.replaceAll('/', '\\'));
    cpSync(samples, join(work, 'samples'), { recursive: true });
    for (const words of [['info', 'samples/rooms.dif'], ['check', 'samples/darkstar/hall.dis'], ['info', 'samples/outpost.vol/hall.dis'], ['info', '-r', 'samples/darkstar'], ['info', 'none/x.dif']]) {
        const expected = run(commands.native, words), found = run(windows, like(words));
        assert.equal(found.status, expected.status, words.join(' '));
        assert.equal(found.stdout.replaceAll('\\', '/'), expected.stdout);
        assert.equal(found.stderr.replaceAll('\\', '/'), expected.stderr);
    }
    assert.equal(run(windows, ['info', 'samples\\ROOMS*.d?f']).stdout.replaceAll('\\', '/'), run(commands.native, ['info', 'samples/rooms-v14.dif', 'samples/rooms.dif']).stdout);
    assert.match(run(windows, ['info', 'samples\\none*.dif']).stderr, /none\*\.dif/);
    assert.equal(run(windows, ['ls', 'samples\\outpost.vol\\*.dis']).status, run(commands.native, ['ls', 'samples/outpost.vol/*.dis']).status);
    assert.equal(run(commands.native, ['convert', '-q', '-r', 'samples', 'expected', '--to', 'glb', '--assets', 'samples/textures']).status, 0);
    assert.equal(run(windows, like(['convert', '-q', '-r', 'samples', 'found', '--to', 'glb', '--assets', 'samples/textures'])).status, 0);
    const made = (folder) => readdirSync(join(work, folder), { recursive: true }).sort();
    assert.deepEqual(made('found'), made('expected'));
    for (const name of made('found').filter((each) => each.endsWith('.glb'))) assert.deepEqual(readFileSync(join(work, 'found', name)), readFileSync(join(work, 'expected', name)));
    assert(existsSync(join(work, 'found/windmill.dts.glb')) || existsSync(join(work, 'found/windmill.glb')));
});
