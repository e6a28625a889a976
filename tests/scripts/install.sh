#!/bin/sh
# An installation serves a consumer through pkg-config and through find_package, shared and static, in C and in C++;
# so do the sources through add_subdirectory and FetchContent. Each header can be included alone in both languages.
#
#     install.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null

# The notices go with it: ours, and that of what the page bundles.
doc=$work/prefix/share/doc/trilobite
[ -f "$doc/LICENSE" ]
[ -f "$work/prefix/share/trilobite/editors/meridian59_udb.cfg" ]
[ -f "$work/prefix/share/trilobite/editors/meridian59_slade.cfg" ]
[ -f "$work/prefix/share/trilobite/kaitai/dif.ksy" ]
[ -f "$work/prefix/share/trilobite/imhex/dif.hexpat" ]
[ ! -e "$build/src/page.html" ] || grep -q three.js "$doc/LICENSE.three.js"

flags=$(grep -q 'TLB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && echo "-fsanitize=address,undefined" || true)
pc=$(dirname "$(find "$work/prefix" -name trilobite.pc)")
export PKG_CONFIG_PATH="$pc" LD_LIBRARY_PATH="${pc%/pkgconfig}"

# build and run the consumer: COMPILER...
consume() {
    # shellcheck disable=SC2086
    "$@" $flags "$here/consumer/consumer.c" -x none $installed -o "$work/consumer"
    "$work/consumer"
}
installed=$(pkg-config --cflags --libs trilobite)
consume cc -std=c11
consume c++ -std=c++11 -x c++
# shellcheck disable=SC2046
installed="$(pkg-config --cflags trilobite) ${pc%/pkgconfig}/libtrilobite.a
    $(sed -n 's/^Libs.private: //p' "$pc/trilobite.pc") $(pkg-config --libs $(pkg-config --print-requires-private trilobite))"
consume cc -std=c11

# WAY KIND [OPTION...]
consume_with_cmake() {
    way=$1 kind=$2
    shift 2
    rm -rf "$work/build"
    cmake -G Ninja -S "$here/consumer" -B "$work/build" -DWAY="$way" -DKIND="$kind" -DCMAKE_C_FLAGS="$flags" "$@" >/dev/null
    cmake --build "$work/build" >/dev/null
    "$work/build/consumer"
}
for kind in trilobite shared static; do
    consume_with_cmake find $kind -DCMAKE_PREFIX_PATH="$work/prefix"
done
# The project that docs/INSTALL.md shows.
mkdir "$work/example"
awk '$0 == "```cmake" { inside = 1; next } /^```/ { inside = 0 } inside' "$here/../docs/INSTALL.md" >"$work/example/CMakeLists.txt"
cp "$here/consumer/consumer.c" "$work/example/example.c"
cmake -G Ninja -S "$work/example" -B "$work/example/build" -DCMAKE_C_FLAGS="$flags" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/example/build" >/dev/null
"$work/example/build/example"
# Without pkg-config nothing is missing but what is optional.
consume_with_cmake subdirectory trilobite -DTLB_FORMATS=sense8 -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
consume_with_cmake fetch trilobite -DTLB_FORMATS=sense8 -DTLB_PICTURES=OFF -DTLB_ARCHIVE=OFF

for header in "$work"/prefix/include/trilobite/*.h "$work"/prefix/include/trilobite/formats/*.h; do
    echo "#include <${header#"$work"/prefix/include/}>" >"$work/alone.h"
    for language in "c -std=c11" "c++ -std=c++11"; do
        # shellcheck disable=SC2086
        cc -x $language -Wall -Wextra -Wpedantic -Werror -I"$work/prefix/include" -fsyntax-only - <"$work/alone.h"
    done
done
