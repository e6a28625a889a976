#!/bin/sh
# No argument crashes the library: tests/arguments calls every public function with NULL, enums and numbers out of range
# and structs of zeros, with documents of several formats. What they answer, as a hash of each function, is what
# tests/answers says; with TLB_UPDATE=1 that is written.
#
#     arguments.sh BUILD
set -eu
build=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
cd "$root"
. tests/scripts/need.sh
need_node
samples=$PWD/samples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags=$(grep -q 'TLB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && echo "-fsanitize=address,undefined -fno-sanitize-recover=all" || true)
node tests/arguments/generate.mjs include/trilobite packaging/symbols.txt >"$work/calls.c"
# shellcheck disable=SC2086 # flags are words
${CC:-cc} -std=gnu11 -g -Wall -Wextra -Werror $flags -Iinclude -Itests/arguments "$work/calls.c" tests/arguments/arguments.c \
    -L"$build" -ltrilobite -lm -Wl,-rpath,"$build" -o "$work/arguments"
mkdir "$work/written"
cd "$work/written"
ln -s "$samples" samples # wherever they are, they have the same name
# What a call leaves is not freed: only crashes count.
ASAN_OPTIONS=intercept_tls_get_addr=0:detect_leaks=0 "$work/arguments" samples/rooms.dif samples/windmill.dts \
    samples/courtyard.roo samples/outpost.vol samples/trilobite.iqm samples/darkstar/hall-00.dig \
    samples/darkstar/hall.dis samples/darkstar/hall-000.dil samples/darkstar/world.ppl \
    samples/darkstar/brick.bmp 2>"$work/errors" || {
    head -100 "$work/errors"
    exit 1
}
node "$root/tests/arguments/compare.mjs" "$root/tests/answers" answers
