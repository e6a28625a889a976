"""Catalogs: what they have, how they are brought up to date, and that nothing is lost when the command is killed.

    catalog.py TRILOBITE     run from the root of the sources; ends with 77 where the command has no SQLite
"""
import csv
import hashlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

TOOL = os.path.abspath(sys.argv[1])
SAMPLES = os.path.abspath('samples')
moments = random.Random(1)
failed = 0

TABLES = {
    'files': 'path, file, parent, member, name, extension, size, modified, sha256, format, version, verdict, errors, warnings, '
             'notes, vertices, triangles, min_x, min_y, min_z, max_x, max_y, max_z, error, stem, reader, drawn',
    'materials': '*', 'needs': '*', 'animations': '*', 'diagnostics': '*', 'thumbnails': '*',
}


def expect(good, what):
    global failed
    if not good:
        failed += 1
        print('FAILED:', what)


def run(*words, code=0):
    done = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)
    expect(done.returncode == code, f'{words}: status {done.returncode}, not {code}: {done.stdout}{done.stderr}')
    return done.stdout + done.stderr


def query(catalog, sql, *values):
    with sqlite3.connect(catalog) as database:
        return database.execute(sql, values).fetchall()


def content(catalog):
    """All that does not depend on when and in how many runs it was made."""
    return {table: sorted(query(catalog, f'SELECT {columns} FROM {table}'), key=repr) for table, columns in TABLES.items()}


def is_same(one, other, what):
    here, there = content(one), content(other)
    for table in TABLES:
        lacking, more = set(there[table]) - set(here[table]), set(here[table]) - set(there[table])
        expect(here[table] == there[table],
               f'{what}: {table} differs: not there {list(lacking)[:2]}, besides {list(more)[:2]}')


def make_tree(folder, copies):
    for copy in range(copies):
        shutil.copytree(SAMPLES, os.path.join(folder, f'{copy:02}'))


def test_facts():
    """Rows of files and members, as other programs and commands have them."""
    os.mkdir('facts')
    shutil.copytree(SAMPLES, 'facts/samples')
    run('pack', 'facts/nested.zip', 'facts/samples/outpost.vol', 'facts/samples/hall.pk3')
    with open('facts/big.dat', 'wb') as file:
        file.write(b'\0' * 200000)
    with open('facts/samples/rooms.dif', 'rb') as file, open('facts/short.dif', 'wb') as short:
        short.write(file.read(20000))
    os.symlink('..', 'facts/samples/loop')
    os.symlink('samples/rooms.dif', 'facts/link.dif')
    os.mkdir('facts/caf\udce9')
    shutil.copy('facts/samples/rooms.dif', 'facts/caf\udce9/r\udcf6om.dif')
    said = run('catalog', 'facts/', '-o', 'facts.sqlite')
    count = sum(len(names) for _, _, names in os.walk('facts'))
    expect(said == f'facts.sqlite: {count} files, {count} read, 0 unchanged, 0 vanished\n', said)
    expect(query('facts.sqlite', 'PRAGMA integrity_check') == [('ok',)], 'it is sound')
    expect(query('facts.sqlite', 'PRAGMA journal_mode') == [('delete',)] and not os.path.exists('facts.sqlite-wal'), 'it is one file')
    for path, size, digest, modified in query('facts.sqlite', 'SELECT path, size, sha256, modified FROM files WHERE parent IS NULL'):
        path = path.replace('café/röom', 'caf\udce9/r\udcf6om')
        with open(path, 'rb') as file:
            data = file.read()
        expect((size, digest) == (len(data), hashlib.sha256(data).hexdigest()), f'{path}: size and hash')
        seconds, parts = divmod(os.stat(path).st_mtime_ns, 10**9)
        expect(modified == time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds)) + f'.{parts:09}Z', f'{path}: {modified}')
    for path, archive, member, digest in query('facts.sqlite', "SELECT path, parent, member, sha256 FROM files WHERE parent = file"):
        data = subprocess.run([TOOL, 'cat', path], capture_output=True, check=True).stdout
        expect(path == f'{archive}/{member}' and digest == hashlib.sha256(data).hexdigest(), f'{path}: a member')
    one = query('facts.sqlite', "SELECT format, verdict, sha256, file, parent FROM files WHERE path = 'facts/nested.zip/outpost.vol/hall.dis'")
    expect(one == [('dis', 'ok', query('facts.sqlite', "SELECT sha256 FROM files WHERE path = 'facts/samples/darkstar/hall.dis'")[0][0],
                    'facts/nested.zip', 'facts/nested.zip/outpost.vol')], f'a member of a member: {one}')
    rooms = query('facts.sqlite', "SELECT format, version, verdict, vertices, triangles, min_x, max_z, (SELECT count(*) FROM materials m "
                  "WHERE m.path = f.path), (SELECT group_concat(name || found) FROM needs n WHERE n.path = f.path), (SELECT "
                  "group_concat(name || ' ' || seconds) FROM animations a WHERE a.path = f.path) FROM files f WHERE path = 'facts/samples/rooms.dif'")
    expect(rooms == [('dif', '0', 'ok', 88, 154, -7.5, 4.5, 3, 'floor1,wall1,pillar1', 'drawer 0 3.0,lift 1 2.0')], f'facts: {rooms}')
    short = query('facts.sqlite', "SELECT format, verdict, error FROM files WHERE path = 'facts/short.dif'")
    expect(short[0][:2] == ('dif', 'unreadable') and ' left' in short[0][2], f'what is damaged: {short}')
    expect(query('facts.sqlite', "SELECT severity, count, offset > 0 FROM diagnostics WHERE path = 'facts/short.dif'") == [('error', 1, 1)], 'and where')
    unknown = query('facts.sqlite', "SELECT format, verdict, errors FROM files WHERE path = 'facts/big.dat'")
    expect(unknown == [(None, 'unknown', None)], f'of no format: {unknown}')
    for view in 'summary', 'duplicates', 'missing', 'elsewhere', 'damaged', 'moved':
        query('facts.sqlite', f'SELECT * FROM {view}')
    expect(query('facts.sqlite', "SELECT copies, path FROM duplicates WHERE path LIKE '%windmill.dts'") ==
           [(3, 'facts/nested.zip/outpost.vol/windmill.dts')], 'duplicates')
    run('catalog', 'facts', '-o', 'facts.csv')
    with open('facts.csv', encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    same = query('facts.sqlite', "SELECT path, coalesce(format, ''), verdict, coalesce(sha256, ''), coalesce(modified, '') FROM files")
    expect(sorted(tuple(row[key] for key in ('path', 'format', 'verdict', 'sha256', 'modified')) for row in rows) == sorted(same), 'CSV has the same')
    expect(run('catalog', 'facts', '-o', 'facts.csv', code=4).count('already exists') == 1, 'an existing CSV is kept')


def test_update():
    """Only what changed is read; what depends on what came or went, too; what is gone is told."""
    shutil.copytree(SAMPLES, 'tree/samples', ignore=lambda _, names: {'outpost.vol', 'darkstar', 'wall.png'} & set(names))
    run('catalog', 'tree', '-o', 'tree/c.sqlite')
    wall = "SELECT found FROM needs WHERE path = 'tree/samples/rooms.dif' AND name = 'wall'"
    expect(query('tree/c.sqlite', wall) == [(0,)], 'wall is missing')
    expect(not query('tree/c.sqlite', "SELECT 1 FROM files WHERE path LIKE '%c.sqlite%'"), 'the catalog is not in itself')
    expect(', 0 read, ' in run('catalog', 'tree', '-o', 'tree/c.sqlite'), 'nothing is read again')
    with open('tree/samples/textures/wall.png', 'wb') as file, open('samples/textures/wall.png', 'rb') as wall_png:
        file.write(wall_png.read())
    said = run('catalog', 'tree', '-o', 'tree/c.sqlite')
    expect(query('tree/c.sqlite', wall) == [(1,)], f'a texture that came is found: {said}')
    os.rename('tree/samples/textures/wall.png', 'tree/samples/textures/other.png')
    said = run('catalog', 'tree', '-o', 'tree/c.sqlite')
    expect(query('tree/c.sqlite', wall) == [(0,)] and ', 1 vanished' in said, f'a texture that went is missing: {said}')
    expect(query('tree/c.sqlite', 'SELECT was, is_now FROM moved') == [('tree/samples/textures/wall.png', 'tree/samples/textures/other.png')], 'it was moved')
    # The same size at another time; gone, with its members.
    run('set', 'tree/samples/rooms.dif', 'details[0].minPixels=7')
    os.remove('tree/samples/hall.pk3')
    said = run('catalog', 'tree', '-o', 'tree/c.sqlite')
    expect(', 1 vanished' in said, said)
    gone = query('tree/c.sqlite', "SELECT path FROM vanished WHERE path LIKE '%pk3%'")
    expect(len(gone) > 1 and not query('tree/c.sqlite', "SELECT 1 FROM files WHERE file LIKE '%pk3'"), f'members go with their archive: {gone}')
    shutil.copy('samples/hall.pk3', 'tree/samples')
    run('catalog', 'tree', '-o', 'tree/c.sqlite')
    expect(not query('tree/c.sqlite', "SELECT path FROM vanished WHERE path LIKE '%pk3%'"), 'what came back has not vanished')


def test_update_equals():
    """A catalog that was brought up to date is the one that is made at once."""
    os.mkdir('change')
    make_tree('change', 3)
    run('catalog', 'change', '-o', 'change.sqlite')
    alter('change')
    run('catalog', 'change', '-o', 'change.sqlite', '-j', '3')
    run('catalog', 'change', '-o', 'at-once.sqlite', '-j', '1')
    is_same('change.sqlite', 'at-once.sqlite', 'brought up to date')
    # What cannot be listed is not taken for gone.
    os.rename('change', 'away')
    run('catalog', 'change', '-o', 'change.sqlite', code=3)
    is_same('change.sqlite', 'at-once.sqlite', 'the folder is away')
    os.rename('away', 'change')
    expect(', 0 unchanged' in run('catalog', 'change', '-o', 'change.sqlite', '--force'), '--force reads all')
    is_same('change.sqlite', 'at-once.sqlite', 'read again')


def alter(folder):
    for number, (place, _, names) in enumerate(sorted(os.walk(folder))):
        for name in sorted(names)[number % 3::3]:
            path = os.path.join(place, name)
            if number % 2:
                os.remove(path)
            else:
                with open(path, 'ab') as file:
                    file.write(b'\n')
    shutil.copytree(SAMPLES, os.path.join(folder, 'new'))


def read_since(catalog):
    """How many rows were read since the last run that was finished."""
    try:
        return query(catalog, 'SELECT count(*) FROM files WHERE run > (SELECT coalesce(max(run), 0) FROM runs WHERE finished NOT NULL)')[0][0]
    except sqlite3.OperationalError:  # it is not there yet
        return 0


def kill(words, catalog, rows, times):
    """Kills the command at as many moments while it reads that many rows; how often it was at work."""
    killed = 0
    for _ in range(times):
        wanted = read_since(catalog) + moments.randint(0, rows // (2 * times))
        with subprocess.Popen([TOOL, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as job:
            while job.poll() is None and read_since(catalog) < wanted:
                time.sleep(0.001)
            time.sleep(moments.uniform(0, 0.005))
            job.send_signal(signal.SIGKILL)
        killed += job.returncode == -signal.SIGKILL
    return killed


def test_killed():
    os.mkdir('killed')
    make_tree('killed', 8)
    for moment in 'new', 'changed':
        if moment == 'changed':
            alter('killed')
        words = ['catalog', 'killed', '-o', 'killed.sqlite']
        run('catalog', 'killed', '-o', f'{moment}.sqlite')
        rows = query(f'{moment}.sqlite', 'SELECT count(*) FROM files')[0][0]
        killed = kill(words, 'killed.sqlite', rows // (1 if moment == 'new' else 3), 20)
        left = query('killed.sqlite', "SELECT count(*) FROM files WHERE verdict = 'pending'")[0][0]
        expect(query('killed.sqlite', 'PRAGMA integrity_check') == [('ok',)], f'{moment}: it is sound after {killed} kills')
        said = run(*words)
        is_same('killed.sqlite', f'{moment}.sqlite', f'{moment}: after {killed} kills')
        expect(query('killed.sqlite', 'SELECT count(*) FROM runs WHERE finished IS NULL')[0][0] > 0, 'runs say that they were killed')
        expect(killed > 0, f'{moment}: it ended 20 times before it was killed')
        print(f'killed: {moment}: {killed} times, {left} pending; {said}', end='')


def test_shards():
    os.mkdir('parts')
    make_tree('parts', 2)
    run('catalog', 'parts', '-o', 'whole.sqlite')
    for part in range(1, 5):
        run('catalog', 'parts', '-o', f'part-{part}.sqlite', '--shard', f'{part}/4')
    run('catalog', '--merge', *(f'part-{part}.sqlite' for part in range(1, 5)), '-o', 'merged.sqlite')
    is_same('merged.sqlite', 'whole.sqlite', 'shards')
    counts = [query(f'part-{part}.sqlite', 'SELECT count(*) FROM files WHERE parent IS NULL')[0][0] for part in range(1, 5)]
    expect(min(counts) > sum(counts) / 8, f'shards are alike: {counts}')
    expect(', 0 read, ' in run('catalog', 'parts', '-o', 'merged.sqlite'), 'the merged one is up to date')
    # Several processes write to one catalog.
    jobs = [subprocess.Popen([TOOL, 'catalog', 'parts', '-o', 'shared.sqlite', '--shard', f'{part}/4', '-q']) for part in range(1, 5)]
    expect(all(job.wait() == 0 for job in jobs), 'four at once')
    is_same('shared.sqlite', 'whole.sqlite', 'four at once')
    jobs = [subprocess.Popen([TOOL, 'catalog', 'parts', '-o', 'thrice.sqlite', '-q']) for _ in range(3)]
    expect(all(job.wait() == 0 for job in jobs), 'three of the same at once')
    is_same('thrice.sqlite', 'whole.sqlite', 'three of the same at once')


def test_refusals():
    with sqlite3.connect('other.sqlite') as database:
        database.execute('CREATE TABLE t (a)')
    expect('not a catalog' in run('catalog', 'parts', '-o', 'other.sqlite', code=4), 'a database of another program')
    with open('text.sqlite', 'w', encoding='ascii') as file:
        file.write('no database at all, and longer than the header of one would be, which is a hundred bytes; ' * 3)
    expect('not a database' in run('catalog', 'parts', '-o', 'text.sqlite', code=4), 'no database')
    expect('no such catalog' in run('catalog', '--merge', 'none.sqlite', '-o', 'merged.sqlite', code=3), 'nothing to merge')
    expect('that others are merged into' in run('catalog', '--merge', 'part-1.sqlite', './merged.sqlite', '-o', 'merged.sqlite', code=3), 'itself')
    run('catalog', 'parts', '-o', 'none/at/all.sqlite', code=4)
    run('catalog', 'parts', '-o', 'x.txt', code=2)
    run('catalog', 'parts', '-o', 'x.sqlite', '--shard', '5/4', code=2)


def test_hostile():
    """Catalogs of strangers, that are cut off, and folders that do not end."""
    shutil.copy('part-1.sqlite', 'view.sqlite')
    with sqlite3.connect('view.sqlite') as database:
        database.execute('ALTER TABLE files RENAME TO real')
        database.execute('CREATE VIEW files AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT real.* FROM real, r')
    expect('not a catalog' in run('catalog', '--merge', 'view.sqlite', '-o', 'of-views.sqlite', code=3), 'a view that has no end')
    shutil.copy('part-1.sqlite', 'trigger.sqlite')
    with sqlite3.connect('trigger.sqlite') as database:
        database.execute('CREATE TRIGGER t AFTER INSERT ON runs BEGIN INSERT INTO vanished WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL '
                         'SELECT i + 1 FROM r) SELECT i, 1, 1, 1, 1, 1, 1, 1 FROM r WHERE i < 0; END')
    with subprocess.Popen([TOOL, 'catalog', 'parts', '-o', 'trigger.sqlite'], stderr=subprocess.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as job:  # ignored by what runs behind a shell
        time.sleep(0.5)
        job.send_signal(signal.SIGINT)
        _, said = job.communicate(timeout=60)
    expect(job.returncode != 0 and b'interrupted' in said, f'a trigger that has no end is stopped: {said}')
    with open('part-1.sqlite', 'rb') as whole:
        data = whole.read()
    for size in 100, 9000, len(data) // 2:
        with open('cut.sqlite', 'wb') as cut:
            cut.write(data[:size])
        expect('cut.sqlite: ' in run('catalog', '--merge', 'cut.sqlite', '-o', f'of-{size}.sqlite', code=3), f'{size} bytes')
        expect(not os.path.exists(f'of-{size}.sqlite'), f'{size} bytes make no catalog')
    shutil.copy('part-1.sqlite', 'file:parts%2fescaped.sqlite')
    run('catalog', '--merge', 'file:parts%2fescaped.sqlite', '-o', 'of-address.sqlite')
    expect(not os.path.exists('parts/escaped.sqlite') and query('of-address.sqlite', 'SELECT count(*) > 0 FROM files') == [(1,)],
           'a name that looks like an address is a name')
    with open('empty.sqlite', 'wb'):
        pass
    expect('no such catalog' in run('catalog', '--merge', 'empty.sqlite', '-o', 'of-empty.sqlite', code=3), 'an empty file is no catalog')
    expect(os.path.getsize('empty.sqlite') == 0 and not os.path.exists('of-empty.sqlite'), 'both stay as they are')
    os.mkdir('same')
    for name in b'same/x\xff.dif', b'same/x\xc3\xbf.dif':
        shutil.copy('samples/rooms.dif', name)
    expect('is left out' in run('catalog', 'same', '-o', 'same.sqlite', code=3), 'of two files that have one name in a catalog it is said')
    os.makedirs('deep/a/' + '/'.join('d' * 200))
    os.makedirs('deep/z')
    for place in 'deep/a/a\nb.dif', 'deep/z/last.dif':
        shutil.copy('samples/rooms.dif', place)
    os.symlink('..', 'deep/a/up')
    expect('nested too deeply' in run('catalog', 'deep', '-o', 'deep.sqlite', code=3), 'it is said')
    expect(query('deep.sqlite', 'SELECT path, verdict FROM files ORDER BY path') == [('deep/a/a\nb.dif', 'ok'), ('deep/z/last.dif', 'ok')],
           'what is beside a folder that is too deep, and a name of two lines')


def test_costly():
    """Small files that would take long: names that are all missing, members that share their bytes."""
    os.mkdir('costly')
    with open('costly/needs.mis', 'w', encoding='ascii') as file:
        file.write('new SimGroup(M) {\n')
        file.writelines(f'new InteriorInstance() {{ interiorFile = "n{i}.dif"; }};\n' for i in range(100000))
        file.write('};\n')
    with open('costly/same.wad', 'wb') as file:
        file.write(struct.pack('<4sII', b'PWAD', 30000, 12) + struct.pack('<II8s', 12, 480000, b'A') * 30000)
    seconds = (resource.RLIMIT_CPU, (10, 10))
    done = subprocess.run([TOOL, 'catalog', 'costly', '-o', 'costly.sqlite'], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(*seconds))
    expect(done.returncode == 0, f'it ends soon: {done.returncode} {done.stderr}')
    expect(query('costly.sqlite', 'SELECT count(*), sum(found) FROM needs') == [(100000, 0)], 'all are missing')
    expect(query('costly.sqlite', "SELECT error, (SELECT count(*) FROM files WHERE parent = 'costly/same.wad') FROM files "
                                  "WHERE path = 'costly/same.wad'") ==
           [('its members unpack to more than 100 times the file: some are left out', 100)], 'members beyond the limit are left out')


def test_full():
    """No room for the database: what was there stays, and the same line goes on when there is."""
    for before in 'none', 'some':
        for size in 0, 20000, 100000:
            if os.path.exists('full.sqlite'):
                os.remove('full.sqlite')
            if before == 'some':
                shutil.copy('part-1.sqlite', 'full.sqlite')
            limits = (signal.signal, signal.SIGXFSZ, signal.SIG_IGN), (resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
            done = subprocess.run([TOOL, 'catalog', 'parts', '-o', 'full.sqlite'], capture_output=True, text=True, check=False,
                                  preexec_fn=lambda limits=limits: [call(*words) for call, *words in limits])
            expect(done.returncode == 4 and 'full.sqlite: ' in done.stderr, f'{before}, room for {size}: {done.returncode} {done.stderr}')
            run('catalog', 'parts', '-o', 'full.sqlite')
            expect(query('full.sqlite', 'PRAGMA integrity_check') == [('ok',)], f'{before}, room for {size}: it is sound')
            is_same('full.sqlite', 'whole.sqlite', f'{before}, room for {size}: it is complete')


def test_thumbnails():
    said = run('catalog', 'parts/00', '-o', 'drawn.sqlite', '--thumbnails')
    pictures = query('drawn.sqlite', 'SELECT path, png FROM thumbnails')
    if not any(path.endswith('.dif') for path, _ in pictures):
        print('skipped: there is no OpenGL:', said)
        return
    expect(all(png.startswith(b'\x89PNG') for _, png in pictures), 'pictures are PNG')
    expect({path for path, _ in pictures} >= {'parts/00/rooms.dif', 'parts/00/outpost.vol/windmill.dts', 'parts/00/textures/wall.png'}, 'of all kinds')
    expect(', 0 read' in run('catalog', 'parts/00', '-o', 'drawn.sqlite', '--thumbnails'), 'they are drawn once')
    run('catalog', 'parts/00', '-o', 'later.sqlite')
    expect(', 0 unchanged' in run('catalog', 'parts/00', '-o', 'later.sqlite', '--thumbnails'), 'they are drawn later')
    is_same('later.sqlite', 'drawn.sqlite', 'drawn later')


def main():
    work = tempfile.mkdtemp()
    samples = os.getcwd()
    try:
        os.chdir(work)
        os.symlink(SAMPLES, 'samples')
        if 'no SQLite' in subprocess.run([TOOL, 'catalog', 'samples/kod', '-o', 'x.sqlite'], capture_output=True, text=True, check=False).stderr:
            print('skipped: the command has no SQLite')
            sys.exit(77)
        for test in test_facts, test_update, test_update_equals, test_killed, test_shards, test_refusals, test_hostile, test_costly, test_full, test_thumbnails:
            test()
    finally:
        os.chdir(samples)
        shutil.rmtree(work)
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
