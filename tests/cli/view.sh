cp "$SAMPLES"/darkstar/world.ppl .
mkdir temporary
export TMPDIR=$PWD/temporary
cat >browser <<'END'
#!/bin/sh
grep -o '<title>.*</title>' "$1"
END
chmod +x browser
BROWSER=none:./browser trilobite view world.ppl
BROWSER=false trilobite view world.ppl | sed 's|.*/temporary/trilobite-[^/]*|FAILED|'
BROWSER=none trilobite view world.ppl | sed 's|.*/temporary/trilobite-[^/]*|FOLDER|'
ls temporary/* | grep html
BROWSER=./browser trilobite view nothing.dif
echo "exit $?"
echo "-- what cannot be a page, and where there is no place for one"
rm -r temporary/*
BROWSER=./browser trilobite view "$SAMPLES/hall.pk3"
ls temporary
TMPDIR=none/where BROWSER=./browser trilobite view world.ppl 2>&1 | sed 's/trilobite-....../FOLDER/'
echo "-- without BROWSER: the desktop's"
mkdir bin
cp browser bin/xdg-open
PATH=$PWD/bin:$PATH
unset BROWSER DISPLAY WAYLAND_DISPLAY
trilobite view world.ppl | sed 's|.*/temporary/trilobite-[^/]*|FOLDER|'
DISPLAY='' trilobite view world.ppl | sed 's|.*/temporary/trilobite-[^/]*|FOLDER|'
DISPLAY=:0 trilobite view world.ppl
BROWSER='' WAYLAND_DISPLAY=wayland-0 trilobite view world.ppl
