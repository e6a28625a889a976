#!/bin/sh
# An installation serves a consumer through pkg-config and through find_package.
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
# shellcheck disable=SC2046,SC2086
cc -std=c11 $flags "$here/consumer/consumer.c" \
    $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs trilobite) -o "$work/consumer"
"$work/consumer"

cmake -S "$here/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_C_FLAGS="$flags" >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/consumer"
