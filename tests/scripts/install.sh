#!/bin/sh
# An installation serves a consumer through pkg-config and through find_package, in C and in C++; each of its
# headers can be included alone in both.
#
#     install.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null

flags=$(grep -q 'TLB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && echo "-fsanitize=address,undefined" || true)
pc=$(dirname "$(find "$work/prefix" -name trilobite.pc)")
installed=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs trilobite)

# build and run the consumer: COMPILER...
consume() {
    # shellcheck disable=SC2086
    "$@" $flags "$here/consumer/consumer.c" -x none $installed -o "$work/consumer"
    "$work/consumer"
}
consume cc -std=c11
consume c++ -std=c++11 -x c++

cmake -S "$here/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_C_FLAGS="$flags" >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/consumer"

for header in "$work"/prefix/include/trilobite/*.h; do
    echo "#include <trilobite/${header##*/}>" >"$work/alone.h"
    for language in "c -std=c11" "c++ -std=c++11"; do
        # shellcheck disable=SC2086
        cc -x $language -Wall -Wextra -Wpedantic -Werror -I"$work/prefix/include" -fsyntax-only - <"$work/alone.h"
    done
done
