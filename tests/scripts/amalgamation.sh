#!/bin/sh
# The library as two files: without warnings, with the examples, and with a command on it that says and writes what ours
# does.
#
#     amalgamation.sh COMMAND
set -eu
command=$(realpath "$1")
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
need python command -v python3
need ctags command -v ctags
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

stb=$(find /usr/include /usr/local/include -name stb_image.h -printf '%h\n' -quit)
python3 tools/amalgamate.py . "$stb" "$work"
# Optimizing takes a minute, and looking for misleading indentation in so long a source 20 seconds.
warnings="-Wall -Wextra -Werror -Wno-misleading-indentation"
gcc -std=c11 -O0 -ffp-contract=off $warnings -c "$work/trilobite.c" -o "$work/trilobite.o"
! command -v clang >/dev/null || clang -std=c11 -fsyntax-only -Wall -Wextra -Werror "$work/trilobite.c"
gcc -std=c11 -fsyntax-only $warnings -DTLB_WITHOUT_DARKSTAR -DTLB_WITHOUT_TORQUE -DTLB_WITHOUT_SENSE8 \
    -DTLB_WITHOUT_INTERQUAKE -DTLB_WITHOUT_INTERCHANGE "$work/trilobite.c"

# Programs find trilobite/trilobite.h where an installation has it.
mkdir "$work/trilobite"
ln -s ../trilobite.h "$work/trilobite/trilobite.h"
for example in examples/*.c; do
    gcc -std=c11 -pthread -I"$work" "$example" "$work/trilobite.o" -lpng -lz -lm -o "$work/$(basename "$example" .c)"
done

# The command asks for headers one by one; all of them are the one.
for header in include/trilobite/*.h include/trilobite/formats/*.h; do
    name=${header#include/}
    [ -e "$work/$name" ] || { mkdir -p "$(dirname "$work/$name")" && echo '#include <trilobite.h>' >"$work/$name"; }
done
sources=$(find tool -maxdepth 1 -name '*.c'; find tool/util tool/catalog -name '*.c' ! -name '*windows*' ! -path '*/sqlite/*')
gcc -std=c11 -w -Itool -I"$work" $sources "$work/trilobite.o" -lpopt -lpng -lz -lm -o "$work/trilobite-command"

# What both say of every sample, and the files that they make.
for program in "$command" "$work/trilobite-command"; do
    out=$work/out-$(basename "$program")
    mkdir "$out"
    find samples -type f | sort | while read -r file; do
        echo "== $file"
        for word in "info --json" "check" "dump" "dump --map"; do
            $program $word "$file" 2>&1 || echo "status $?"
        done
    done >"$out/said"
    for model in samples/rooms.dif samples/trilobite.iqm samples/windmill.dts samples/courtyard.roo samples/darkstar/hall.dis \
        samples/lighthouse.nff samples/hut.map; do
        name=$(basename "$model")
        "$program" convert "$model" "$out/$name.glb" >>"$out/said" 2>&1 || echo "status $?" >>"$out/said"
        "$program" convert "$model" "$out/$name.obj" >>"$out/said" 2>&1 || echo "status $?" >>"$out/said"
    done
    sed -i "s|$out|OUT|g; s|$program|trilobite|g" "$out/said"
done
[ "$(wc -l <"$work/out-trilobite/said")" -gt 10000 ] || fail "little was said"
[ "$(find "$work/out-trilobite" -name '*.glb' | wc -l)" -ge 6 ] || fail "few files were made"
diff -r "$work/out-trilobite" "$work/out-trilobite-command" >"$work/differences" || fail "$(head -20 "$work/differences")"
