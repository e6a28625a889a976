# A volume that cannot be written anew stays as it was: no space, no permission to grow, a kill in the middle.
cp "$SAMPLES/outpost.vol" old.vol
head -c 3000000 /dev/zero >large.bin
cp old.vol volume.vol
(trap '' XFSZ; ulimit -f 100; trilobite pack volume.vol --update large.bin 2>&1 | sed 's/: File too large/: full/')
cmp old.vol volume.vol && ls
sh -c "ulimit -f 100; trilobite pack volume.vol --update large.bin; exit \$?" >/dev/null 2>&1
[ $? -ge 128 ] && echo killed
cmp old.vol volume.vol && trilobite ls volume.vol | wc -l
rm -f volume.vol.*.tmp
(trap '' XFSZ; ulimit -f 1; trilobite set volume.vol/hall.dml 'materials[0].red=1' 2>/dev/null)
cmp old.vol volume.vol && ls
trilobite pack volume.vol --update large.bin && trilobite ls volume.vol large.bin
