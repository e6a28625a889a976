"""The command on a terminal, and stopped: progress, messages, colors, Ctrl-C and other signals.

    terminal.py TRILOBITE      run from the root of the sources
"""
import filecmp
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

TOOL = os.path.abspath(sys.argv[1])
SAMPLES = os.path.abspath('samples')
INTERRUPT = b'\x03'
CLEAR = b'\r\x1b[K'  # what the progress line begins with, and nothing else
LARGE, LEVEL, MANY = 'large.nff', 'level.map', [f'{i}.nff' for i in range(200)]
failed = 0


def expect(good, what, output=b''):
    global failed
    if not good:
        failed += 1
        print('FAILED:', what, output[-2000:])


def run(words, keys=None, when=re.escape(CLEAR), environment=None, seconds=600):
    """On a terminal of its own. `keys` are pressed, or that signal is sent, or that function called, once what `when`
    matches was printed, or after that many seconds. Gives what was printed and the status of waitpid."""
    child, terminal = pty.fork()
    if child == 0:
        for number in signal.SIGINT, signal.SIGHUP, signal.SIGTERM:  # ignored by what runs behind a shell
            signal.signal(number, signal.SIG_DFL)
        os.environ.pop('NO_COLOR', None)
        os.environ['TERM'] = 'xterm'
        os.environ.update(environment or {})
        os.execv(TOOL, [TOOL, *words])
    output, start = b'', time.monotonic()
    while time.monotonic() < start + seconds:
        if keys and (re.search(when, output) if isinstance(when, bytes) else time.monotonic() > start + when):
            if callable(keys):
                keys()
            else:
                os.write(terminal, keys) if isinstance(keys, bytes) else os.kill(child, keys)
            keys = None
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            output += data
    else:
        os.kill(child, signal.SIGKILL)
        expect(False, 'ends in time: ' + ' '.join(words[:4]), output)
    os.close(terminal)
    return output, os.waitpid(child, 0)[1]


def stopped(status, number=signal.SIGINT):
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == number


def screen(output):
    """The lines that are left to see."""
    return [line.rsplit(CLEAR.decode(), 1)[-1].rstrip('\r') for line in output.decode('utf8', 'replace').split('\n')]


def write_grids(path, count):
    """Objects of 100 x 100 vertices: of many of them, a model that takes seconds."""
    side = 100
    grid = f'{side * side}\n' + ''.join(f'{i % side} 0 {i // side}\n' for i in range(side * side))
    corners = [y * side + x for y in range(side - 1) for x in range(side - 1)]
    grid += f'{len(corners)}\n' + ''.join(f'4 {i} {i + 1} {i + side + 1} {i + side} 0xfff\n' for i in corners)
    with open(path, 'w', encoding='ascii') as file:
        file.write('nff\nversion 2.1\n')
        for i in range(count):
            file.write(f'\nGrid{i}\n{grid}')


def write_level(path, side):
    """Posts on a floor, and a lamp above: of many, a level that takes seconds to compile."""
    def box(low, high):
        faces = ''
        for axis in range(3):
            for at, way in ((low, 1), (high, -1)):
                points = [list(at) for _ in range(3)]
                points[1][(axis + 1) % 3] += 1
                points[2][(axis + 2) % 3] += way
                faces += ' '.join(f'( {x} {y} {z} )' for x, y, z in points) + ' stone 0 0 0 1 1\n'
        return '{\n' + faces + '}\n'
    with open(path, 'w', encoding='ascii') as file:
        file.write('{\n"classname" "worldspawn"\n"geometry_scale" "1"\n' + box((-1, -1, -1), (2 * side, 2 * side, 0)))
        for i in range(side * side):
            x, y = 2 * (i % side), 2 * (i // side)
            file.write(box((x, y, 0), (x + 1, y + 1, 1 + i % 3)))
        file.write(f'}}\n{{\n"classname" "light_omni"\n"origin" "{side} {side} 8"\n"color" "255 255 255"\n'
                   f'"falloff1" "1"\n"falloff2" "{4 * side}"\n}}\n')


def pictures():
    """Outputs of several inputs, as far as this build and machine can draw them."""
    small = [os.path.join(SAMPLES, name) for name in ('lighthouse.nff', 'trilobite.iqm')]
    return [['convert', *MANY, 'out/all' + kind] for kind in ('.png', '.html')
            if not subprocess.run([TOOL, 'convert', '-q', *small, 'few' + kind], stderr=subprocess.DEVNULL, check=False).returncode]


def test_ctrl_c():
    """While one large file is worked on, and between files: nothing is left behind."""
    os.mkdir('out')
    for words in (*pictures(),
                  ['convert', LARGE, 'out/large.iqm'], ['convert', *MANY, 'out', '--to', 'glb'],
                  *[['convert', LEVEL, 'out/level' + kind, '--texture-size', '64x64'] for kind in ('.dif', '.dis')],
                  ['diff', LARGE, LARGE], ['pack', 'out/large.vol', LARGE, '--compress', 'lzh'],
                  ['dump', LARGE], ['info', *MANY], ['check', *MANY, '-j', '2'], ['roundtrip', *MANY]):
        output, status = run(words, INTERRUPT, b'vertices' if words[0] == 'dump' else re.escape(CLEAR))
        expect(stopped(status), 'Ctrl-C ends ' + ' '.join(words[:3]), output)
        expect('trilobite: stopped' in ''.join(screen(output)[-2:]), words[0] + ' says that it was stopped', output)
        left = [name for name in os.listdir('out') if not name.endswith('.glb')]
        expect(not left, words[0] + ' leaves no files: ' + ' '.join(left), output)
        shutil.rmtree('out')
        os.mkdir('out')
    # What was finished is reported, and how much that is.
    small = os.path.join(SAMPLES, 'rooms.dif')
    output, status = run(['check', small, small, *MANY], INTERRUPT, rb'([3-9]|\d\d+) of 202')
    done = sum('warnings' in line for line in screen(output))
    expect(stopped(status) and done >= 2, 'finished files are reported', output)
    expect(f'stopped; {done} of 202 done'.encode() in output, 'the number of finished files is said', output)


def test_signals():
    """SIGTERM and SIGHUP end as Ctrl-C does, without a terminal, too. JSON stays complete."""
    for number in signal.SIGTERM, signal.SIGHUP:
        output, status = run(['pack', 'out/large.vol', LARGE, '--compress', 'lzh'], number)
        expect(stopped(status, number), f'signal {number} ends pack', output)
        expect('trilobite: stopped' in ''.join(screen(output)[-2:]), 'pack says that it was stopped', output)
        expect(not os.listdir('out'), f'signal {number} leaves no files: ' + ' '.join(os.listdir('out')))
    small = os.path.join(SAMPLES, 'rooms.dif')
    with subprocess.Popen([TOOL, 'check', '--json', *[small] * 50, *MANY], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as check:
        output = os.read(check.stdout.fileno(), 1)
        check.send_signal(signal.SIGTERM)
        output += check.stdout.read()
        expect(0 < len(json.loads(output)) < len(MANY) and b'stopped' in check.stderr.read(), 'the list is complete', output)


def test_whole_files():
    """Those that were extracted before are whole, whenever it ends."""
    for delay in (0.02, 0.05, 0.1, 0.2):
        os.mkdir('members')
        run(['extract', 'members.vol', '-C', 'members', '-j', '2'], INTERRUPT, delay)
        for name in os.listdir('members'):
            expect(filecmp.cmp(os.path.join('members', name), 'grid.nff', False), name + ' is whole')
        shutil.rmtree('members')


def test_waiting():
    """Input that does not come."""
    for words in ['info', '-'], ['info', 'pipe']:
        output, status = run(words, INTERRUPT, 0.5)
        expect(stopped(status), 'waiting for input ends: ' + words[1], output)


def write_once_told(told):
    """Into the pipe: however fast the command is, it has not read this before its progress was seen."""
    with open('grid.nff', 'rb') as grid, open('pipe', 'wb', 0) as pipe:
        while not told.wait(0.1):
            pipe.write(grid.read(100))
        pipe.write(grid.read())


def test_progress():
    # The line is taken away before a message, and at the end.
    told = threading.Event()
    writer = threading.Thread(target=write_once_told, args=(told,), daemon=True)
    writer.start()
    output, status = run(['check', LARGE, 'pipe', 'missing.nff'], told.set, b'1 of 3  pipe  ')
    writer.join()
    lines = screen(output)
    expect(re.search(re.escape(CLEAR) + rb'1 of 3  pipe  [0-9]+ s', output), 'progress is shown', output)
    expect(any(line.startswith('missing.nff: ') for line in lines), 'messages have their own line', output)
    expect(not any('pipe  ' in line for line in lines), 'progress is gone at the end', output)
    expect(os.WEXITSTATUS(status) == 3, 'the status is that of the worst file', output)
    for words, environment in (([], {'TERM': 'dumb'}), (['-q'], {})):
        output, _ = run(['check', *[LARGE] * 2, *words], environment=environment)
        expect(b'\x1b' not in output, f'nothing is drawn with {words} {environment}', output)
    piped = subprocess.run([TOOL, 'check', *[LARGE] * 2], capture_output=True, check=True)
    expect(not piped.stderr and b'\x1b' not in piped.stdout, 'nothing is drawn in a pipe', piped.stderr)


def test_colors():
    """Of differences, where the terminal has colors and they are wanted."""
    subprocess.run([TOOL, 'set', os.path.join(SAMPLES, 'rooms.dif'), 'details[0].minPixels=7', '-o', 'other.dif'], check=True)
    words = ['diff', os.path.join(SAMPLES, 'rooms.dif'), 'other.dif']
    line = b'details[0].minPixels: \x1b[31m250\x1b[0m != \x1b[32m7\x1b[0m\r\n'
    output, status = run([*words, '-q'])  # no progress, should the machine be slow
    expect(output == line and os.WEXITSTATUS(status) == 1, 'values are colored', output)
    for environment in {'NO_COLOR': '1'}, {'TERM': 'dumb'}:
        output, _ = run([*words, '-q'], environment=environment)
        expect(output == b'details[0].minPixels: 250 != 7\r\n', f'no colors with {environment}', output)
    piped = subprocess.run([TOOL, *words], capture_output=True, check=False)
    expect(piped.stdout == b'details[0].minPixels: 250 != 7\n', 'no colors in a pipe', piped.stdout)


def main():
    folder = tempfile.mkdtemp()
    before = os.getcwd()
    os.chdir(folder)
    try:
        write_grids('grid.nff', 10)
        write_grids(LARGE, 100)
        write_level(LEVEL, 60)
        os.mkfifo('pipe')
        for name in MANY:
            os.link('grid.nff', name)
        subprocess.run([TOOL, 'pack', 'members.vol', *MANY[:20]], check=True)
        for test in test_ctrl_c, test_signals, test_whole_files, test_waiting, test_progress, test_colors:
            start = time.monotonic()
            test()
            print(f'{test.__name__}: {time.monotonic() - start:.1f} s')
    finally:
        os.chdir(before)
        shutil.rmtree(folder)
    sys.exit(1 if failed else 0)


main()
