"""What is left on the disk when the command is killed, when the disk is full, and when a call of the system fails: the old
file or the new one, whole, and nothing else. And a file that is shortened while it is read.

    disk.py TRILOBITE FAILING [--full]     run from the root of the sources; --full: more often, at other moments every time
"""
import errno
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TOOL, FAILING = (os.path.abspath(path) for path in sys.argv[1:3])
FULL = '--full' in sys.argv
SAMPLES = os.path.abspath('samples')
moments = random.Random(None if FULL else 1)
failed = 0

# What replaces a file, or makes one where there is none.
JOBS = {
    'convert to one file': ['convert', '--force', 'model.nff', 'out/model.glb'],
    'convert to several': ['convert', '--force', 'model.nff', 'out/model.gltf'],
    'pack': ['pack', '--force', 'out/all.vol', 'model.nff'],
    'pack --update': ['pack', '--update', 'out/old.vol', 'model.nff'],
    'set': ['set', 'out/rooms.dif', 'details[0].minPixels=7'],
    'edit': ['edit', 'out/courtyard.roo', 'sectors', 'light=7'],
    'build': ['build', '--force', 'rooms.json', 'out/rooms.dif'],
    'extract': ['extract', '--force', '-C', 'out', 'all.zip', 'model.nff'],
    'convert a mission': ['convert', '--force', os.path.join(SAMPLES, 'mission.mis'), 'out/model.glb'],
    'compile a level': ['convert', '--force', os.path.join(SAMPLES, 'hut.map'), 'out/rooms.dif'],
    'convert a version': ['convert', '--force', '--roo-version', '12', os.path.join(SAMPLES, 'courtyard.roo'), 'out/courtyard.roo'],
    'catalog as CSV': ['catalog', '--force', '-q', os.path.join(SAMPLES, 'darkstar'), '-o', 'out/catalog.csv'],
}
# Those that change what is there.
CHANGES = 'pack --update', 'set', 'edit'
# A file of each format that is written, from that sample.
WRITERS = {
    'glb': 'rooms.dif', 'gltf': 'rooms.dif', 'obj': 'rooms.dif', 'png': 'rooms.dif', 'html': 'rooms.dif', 'dif': 'hut.map',
    'nff': 'windmill.dts', 'bff': 'lighthouse.nff', 'iqe': 'trilobite.iqm', 'iqm': 'trilobite.iqe', 'dts': 'lighthouse.nff',
    'torque-dts': 'lighthouse.nff', 'roo': 'courtyard.roo', 'udmf': 'courtyard.roo', 'csx': 'platform.csx', 'dis': 'hut.map',
    'bgf': 'darkstar/brick.bmp', 'bbg': 'darkstar/brick.bmp', 'pbmp': 'textures/grd00001.bgf', 'jasc': 'darkstar/world.ppl',
    'gpl': 'darkstar/world.ppl', 'act': 'darkstar/world.ppl',
}


def expect(good, what):
    global failed
    if not good:
        failed += 1
        print('FAILED:', what)


def listing():
    """The files of out, and what is in them."""
    found = {}
    for name in sorted(os.listdir('out')):
        with open(os.path.join('out', name), 'rb') as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def check_writers():
    """Every format that is written from a scene is among them."""
    formats = json.loads(subprocess.run([TOOL, 'formats', '--json'], capture_output=True, check=True).stdout)
    lacking = {one['name'] for one in formats if one.get('from scene')} - set(WRITERS)
    expect(not lacking, f'writers without a file here: {lacking}')


def begin(old):
    shutil.rmtree('out', ignore_errors=True)
    shutil.copytree(old, 'out')


def run(words, **more):
    return subprocess.run([TOOL, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, **more)


def is_old_or_new(old, new, number):
    """After SIGKILL temporary files may be left; of several files, each is old or new, and the first, which is placed last,
    is new only if all are."""
    now = listing()
    if number == signal.SIGKILL:
        now = {name: digest for name, digest in now.items() if not name.endswith('.tmp')}
    whole = all(digest in (old.get(name), new.get(name)) for name, digest in now.items()) and set(old) <= set(now)
    changed = [name for name in new if new[name] != old.get(name)]
    main = changed[0] if len(changed) == 1 else next(name for name in changed if name.endswith('.gltf'))
    complete = now.get(main) == old.get(main) or now == new
    return whole and complete and (number == signal.SIGKILL or now in (old, new))


def test_killed():
    """At random moments, where there was a file before and where there was none."""
    for what, words in JOBS.items():
        for before in 'old', 'none':
            if before == 'none' and what in CHANGES:
                continue
            begin(before)
            old = listing()
            start = time.monotonic()
            expect(run(words).returncode == 0, what)
            seconds, new = time.monotonic() - start, listing()
            counts = {}
            for number in [signal.SIGKILL, signal.SIGTERM, signal.SIGINT] * (100 if FULL else 5):
                begin(before)
                with subprocess.Popen([TOOL, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as job:
                    time.sleep(moments.uniform(0, seconds * 1.1))
                    job.send_signal(number)
                outcome = 'new' if listing() == new else 'old' if listing() == old else 'a temporary file besides'
                counts[outcome] = counts.get(outcome, 0) + 1
                expect(is_old_or_new(old, new, number), f'{what}, {before}, signal {number}: {listing()}')
            print(f'killed: {what}, before {before}:', ', '.join(f'{count} {outcome}' for outcome, count in sorted(counts.items())))


def test_full():
    """Each writer, when only a part of its file has room. Files that are as long as the limit are the nearest to a full disk
    that needs no rights."""
    for name, sample in WRITERS.items():
        begin('none')
        words = ['convert', os.path.join(SAMPLES, sample), 'out/made', '--to', name, '--force']
        done = run(words)
        if done.returncode == 3 and 'OpenGL' in done.stderr:
            continue
        expect(done.returncode in (0, 1), f'{name} from {sample}: {done.stderr}')
        size = max(os.path.getsize(os.path.join('out', made)) for made in os.listdir('out'))
        for part in 0, size // 2, size - 1:
            begin('old')
            old = listing()
            full = run(words, preexec_fn=lambda part=part: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                                            resource.setrlimit(resource.RLIMIT_FSIZE, (part, part))))
            expect(full.returncode == 4, f'{name}: no room after {part} of {size} bytes is an error: {full.returncode}')
            expect('CANNOT_WRITE' in full.stderr, f'{name}: it says why: {full.stderr}')
            expect(listing() == old, f'{name}: nothing is left: {listing()}')
        print(f'full: {name}: 3 of 3 leave nothing')


def failing(words, call, number, reached=lambda code: code != 0):
    """Runs in which a call fails, the first time and every later one, until it is not reached any more."""
    for n in range(1, 50):
        begin('old')
        done = run(words, env={**os.environ, 'LD_PRELOAD': FAILING, 'FAILING': f'{call}:{n}:{number}'})
        if not reached(done.returncode):
            return
        yield n, done


def test_calls_fail():
    for call, number in ('open', errno.EACCES), ('write', errno.ENOSPC), ('fsync', errno.EIO), ('rename', errno.EIO), ('link', errno.EIO):
        for what, words in JOBS.items():
            begin('old')
            old = listing()
            times = 0
            for n, done in failing(words, call, number):
                times += 1
                expect(done.returncode == 4 and 'CANNOT_WRITE' in done.stderr, f'{what}, {call} {n}: {done.returncode} {done.stderr}')
                now = listing()
                # What cannot be put back is kept under a name that is said.
                kept = [name for name in now if name.endswith('.tmp')]
                expect(now == old or (call == 'rename' and kept and set(old.values()) <= set(now.values())
                                      and all(f'it is kept as out/{name}' in done.stderr for name in kept)),
                       f'{what}, {call} {n} fails: {sorted(now)} {done.stderr}')
            print(f'fails: {call} of {what}: {times} times')
            # What replaces a file is on the disk before the old one goes.
            expect(times or call not in ('open', 'write', 'fsync'), f'{what} calls {call}')


def test_reads_fail():
    for what, words in JOBS.items():
        begin('old')
        old = listing()
        times = 0
        for n, done in failing(words, 'read', errno.EIO, reached=lambda code: code not in (0, 1)):
            times += 1
            expect(done.returncode == 3 and 'CANNOT_READ' in done.stderr, f'{what}, read {n}: {done.returncode} {done.stderr}')
            expect(listing() == old, f'{what}, read {n} fails: {listing()}')
        print(f'fails: read of {what}: {times} times')


def test_shortened():
    """A volume is shortened while the command, which has it mapped, waits for its output to be read."""
    begin('none')
    for name in 'a', 'b':
        with open(name, 'wb') as file:
            file.write(b'x' * 3000000)
    run(['pack', 'out/all.vol', 'a', 'b'])
    with subprocess.Popen([TOOL, 'extract', '-O', 'out/all.vol'], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        os.read(job.stdout.fileno(), 1)
        os.truncate('out/all.vol', 1000)
        _, said = job.communicate()
    expect(job.returncode in (3, 4), f'a volume that is shortened is an error: {job.returncode}')
    expect(b'another program shortened a file while it was read' in said, f'it is said: {said}')


def make_model(path):
    side = 120
    with open(path, 'w', encoding='ascii') as file:
        file.write(f'nff\nversion 2.1\n\ngrid\n{side * side}\n')
        file.writelines(f'{i % side} {i * 7919 % 13} {i // side}\n' for i in range(side * side))
        corners = [y * side + x for y in range(side - 1) for x in range(side - 1)]
        file.write(f'{len(corners)}\n')
        file.writelines(f'4 {i} {i + side} {i + side + 1} {i + 1} 0xfff\n' for i in corners)


def main():
    folder, before = tempfile.mkdtemp(), os.getcwd()
    os.chdir(folder)
    try:
        make_model('model.nff')
        os.mkdir('none')
        os.mkdir('old')
        for name in 'model.glb', 'model.gltf', 'model.bin', 'all.vol', 'model.nff', 'catalog.csv':
            with open(os.path.join('old', name), 'w', encoding='ascii') as file:
                file.write('the only copy')
        for name in 'rooms.dif', 'courtyard.roo':
            shutil.copy(os.path.join(SAMPLES, name), 'old')
        with open('rooms.json', 'wb') as file:
            subprocess.run([TOOL, 'dump', os.path.join(SAMPLES, 'rooms-v14.dif')], stdout=file, check=True)
        run(['pack', 'all.zip', 'model.nff'])
        run(['pack', 'old/old.vol', os.path.join(SAMPLES, 'rooms.dif'), os.path.join(SAMPLES, 'windmill.dts')])
        for test in check_writers, test_killed, test_full, test_calls_fail, test_reads_fail, test_shortened:
            test()
    finally:
        os.chdir(before)
        shutil.rmtree(folder)
    sys.exit(1 if failed else 0)


main()
