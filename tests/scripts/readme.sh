#!/bin/sh
# What the README shows works: every command of its "sh" blocks runs, in order, in a folder with the samples; its
# program, built by its lines of CMake against an installation, prints what the README says.
#
#     readme.sh BUILD
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

blocks() { # language
    awk -v want="$1" '
        $0 == "```" want { inside = 1; next }
        /^```/ { inside = 0 }
        inside { print }
    ' README.md
}

# The program. The build may be one with sanitizers: then the program is, too.
flags=$(grep -q 'TLB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && echo "-fsanitize=address,undefined" || true)
cmake --install "$build" --prefix "$work/prefix" >/dev/null
mkdir "$work/example"
blocks c >"$work/example/example.c"
{
    echo 'cmake_minimum_required(VERSION 3.21)'
    echo 'project(example LANGUAGES C)'
    echo 'add_executable(example example.c)'
    blocks cmake
} >"$work/example/CMakeLists.txt"
cmake -G Ninja -S "$work/example" -B "$work/example/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_C_FLAGS="-Wall -Wextra -Werror $flags" >/dev/null
cmake --build "$work/example/build" >/dev/null
blocks text >"$work/expected"
[ -s "$work/expected" ]
"$work/example/build/example" samples/rooms.dif >"$work/actual"
diff -u "$work/expected" "$work/actual"
refuses() { # MESSAGE ARGUMENT...: the program fails, with this in what it says
    message=$1 code=0
    shift
    "$work/example/build/example" "$@" >"$work/actual" 2>"$work/said" || code=$?
    [ "$code" -eq 1 ] && [ ! -s "$work/actual" ] && grep -qF "$message" "$work/said" || {
        echo "FAILED: the program, with \"$*\": exit status $code"
        cat "$work/said"
        exit 1
    }
}
refuses 'samples/windmill.dts: not an interior' samples/windmill.dts
refuses 'samples/none.dif: No such file' samples/none.dif
refuses ': No such file'

# The commands.
mkdir "$work/bin" "$work/tour"
ln -s "$build/trilobite" "$work/bin/trilobite"
cp -r samples "$work/tour/samples"
blocks sh >"$work/tour.sh"
commands=$(grep -c '^trilobite ' "$work/tour.sh")
[ "$commands" -ge 20 ] || { echo "only $commands commands found in README.md"; exit 1; }
(cd "$work/tour" && PATH=$work/bin:$PATH sh -eu "$work/tour.sh" >/dev/null)

# The first picture is what the first command makes: here its size, because drivers of OpenGL differ in single pixels.
size_of() { od -A n -j 16 -N 8 -t x1 "$1"; }
[ "$(size_of docs/pictures/sheet.png)" = "$(size_of "$work/tour/sheet.png")" ] ||
    { echo "docs/pictures/sheet.png is not what the README's first command makes: tools/make_docs.sh"; exit 1; }
