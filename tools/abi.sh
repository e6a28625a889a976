#!/bin/sh
# Whether programs that were built against an earlier commit still run with this checkout's shared library: abidiff
# compares both. Fails on an incompatible change while the major and the minor version are the same.
#
#     abi.sh [COMMIT]      the last tag when none is given
set -eu
cd "$(dirname "$0")/.."
since=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
if [ -z "$since" ]; then
    echo "abi: nothing to compare with: there is no tag; make abi SINCE=COMMIT"
    exit 0
fi
commit=$(git rev-parse --verify --quiet "$since^{commit}") || { echo "abi: unknown commit $since" >&2; exit 2; }
work=build-abi
before=$work/$commit

version() { # FOLDER
    sed -n 's/^#define TLB_VERSION_\(MAJOR\|MINOR\) \([0-9]*\)$/\2/p' "$1/include/trilobite/base.h" | paste -s -d .
}
library() { # SOURCE BUILD
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTLB_COMMAND=OFF -DTLB_INSTALL=OFF >/dev/null
    cmake --build "$2" --target trilobite_shared >/dev/null
}

if [ ! -e "$before/build/libtrilobite.so" ]; then
    rm -rf "$work"
    mkdir -p "$before/source"
    git archive "$commit" | tar -x -C "$before/source"
    library "$before/source" "$before/build"
fi
library . "$work/present"

code=0
abidiff --suppressions packaging/abi.suppr --no-added-syms \
    --headers-dir1 "$before/source/include" --headers-dir2 include \
    "$before/build/libtrilobite.so" "$work/present/libtrilobite.so" || code=$?
[ $((code & 3)) -eq 0 ] || { echo "abi: abidiff failed with $code" >&2; exit 2; }
old=$(version "$before/source") new=$(version .)
if [ $code -eq 0 ]; then
    echo "abi: $new has the interface that $since ($old) has, or more"
elif [ "$old" != "$new" ]; then
    echo "abi: the interface changed from $old ($since) to $new"
else
    echo "abi: the interface of $since changed, and both are $new: raise TLB_VERSION_MINOR, or take it back" >&2
    exit 1
fi
