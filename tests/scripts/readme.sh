#!/bin/sh
# The README's example compiles, runs and says what the README says; its tour runs.
#
#     readme.sh BUILD
set -eu
build=$1
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

block() { # the nth fenced block of a language
    awk -v want="$1" -v nth="$2" '
        $0 == "```" want { if (++seen == nth) { inside = 1; next } }
        inside && /^```/ { exit }
        inside { print }
    ' README.md
}

block c 1 >"$work/example.c"
[ -s "$work/example.c" ]
# The build may be one with sanitizers: then the example is, too.
flags=$(grep -q 'TLB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && echo "-fsanitize=address,undefined" || true)
# shellcheck disable=SC2086
cc -std=c11 -Wall -Wextra -Werror $flags -Iinclude "$work/example.c" "$build/libtrilobite.a" \
    $(pkg-config --libs libpng zlib jansson libarchive stb epoxy egl 2>/dev/null ||
        pkg-config --libs libpng zlib jansson libarchive stb) -lm -o "$work/example"
block text 1 >"$work/expected"
"$work/example" samples/rooms.dif >"$work/actual"
diff -u "$work/expected" "$work/actual"

mkdir "$work/bin"
ln -s "$build/trilobite" "$work/bin/trilobite"
cp -r samples "$work/samples"
block sh 1 >"$work/tour.sh"
[ -s "$work/tour.sh" ]
(cd "$work" && PATH=$work/bin:$PATH sh -eu tour.sh >/dev/null)
