cp "$SAMPLES"/darkstar/world.ppl .
mkdir temporary
export TMPDIR=$PWD/temporary
cat >browser <<'END'
#!/bin/sh
grep -o '<title>.*</title>' "$1"
END
chmod +x browser
BROWSER=none:./browser trilobite view world.ppl
BROWSER=none trilobite view world.ppl | sed 's|.*/temporary/trilobite-[^/]*|FOLDER|'
ls temporary/* | grep html
BROWSER=./browser trilobite view nothing.dif
