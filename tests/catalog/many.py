"""Figures for a catalog of many files: time, processor time and memory, alone, again, and after 20 kills, after which it has
to be the same. The files are our samples; in every other copy a byte of each is another one.

    many.py TRILOBITE FOLDER [COUNT]     FOLDER is made, and removed at the end; 100,000 files
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import time

import catalog

FOLDER = os.path.abspath(sys.argv[2])
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 100000
LARGE = 100000  # of bytes: what is larger is in every 20th copy only
chance = random.Random(1)


def make_tree():
    samples = []
    for place, _, names in sorted(os.walk(catalog.SAMPLES)):
        for name in sorted(names):
            path = os.path.join(place, name)
            with open(path, 'rb') as file:
                samples.append((os.path.relpath(path, catalog.SAMPLES), file.read()))
    made = copy = 0
    while made < COUNT:
        root = os.path.join(FOLDER, 'tree', f'{copy // 100:02}', f'{copy % 100:02}')
        for name, data in samples:
            if made == COUNT or (len(data) > LARGE and copy % 20):
                continue
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if copy % 2:
                at = chance.randrange(len(data))
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1:]
            with open(path, 'wb') as file:
                file.write(data)
            made += 1
        copy += 1


def measure(what, *words):
    """Memory is the most of this and earlier ones."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run([catalog.TOOL, 'catalog', 'tree', *words], check=True)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f'{what}: {seconds:.1f} s, {used:.1f} s of processors, at most {after.ru_maxrss / 1024:.0f} MiB', flush=True)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    make_tree()
    os.chdir(FOLDER)
    size = sum(os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk('tree') for name in names)
    print(f'{COUNT} files of {size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors', flush=True)
    measure('all', '-o', 'all.sqlite', '-q')
    measure('again', '-o', 'all.sqlite', '-q')
    rows = catalog.query('all.sqlite', "SELECT count(*), sum(parent IS NULL), sum(verdict IN ('errors', 'unreadable')) FROM files")[0]
    print(f'{rows[0]} rows, of {rows[1]} files; {rows[2]} damaged; {os.path.getsize("all.sqlite") / 1e6:.0f} MB', flush=True)
    killed = catalog.kill(['catalog', 'tree', '-o', 'killed.sqlite', '-q'], 'killed.sqlite', rows[0], 20)
    left = catalog.query('killed.sqlite', "SELECT count(*) FROM files WHERE verdict = 'pending'")[0][0]
    measure(f'killed {killed} times, then the last {left} files', '-o', 'killed.sqlite', '-q')
    catalog.is_same('killed.sqlite', 'all.sqlite', 'killed')
    print('the same' if not catalog.failed else 'FAILED', flush=True)
    os.chdir('/')
    shutil.rmtree(FOLDER)
    sys.exit(1 if catalog.failed else 0)


main()
