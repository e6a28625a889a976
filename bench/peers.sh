#!/bin/sh
# What assimp reads of IQM and NFF files, beside what it reads of the GLB that trilobite makes of the same file: one
# reader counts both. A file gets 10 seconds and 4 GB.
#
#     peers.sh BUILD FILE...
set -eu
build=$1
shift
reader=$build/bench/assimp
[ -x "$reader" ] || { echo "peers: assimp is not installed"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() { # FILE
    code=0
    # shellcheck disable=SC3045 # dash and bash have it
    said=$(ulimit -v 4000000; timeout 10 "$reader" "$1" 2>/dev/null) || code=$?
    case $code in
    0 | 1) echo "$said" ;;
    124) echo "not finished after 10 s" ;;
    *) echo "crashed (exit code $code)" ;;
    esac
}

printf '%-28s %-46s %s\n' file assimp "assimp, of trilobite's GLB"
for file; do
    rm -f "$work/out.glb"
    ours="refused by trilobite"
    ! "$build/trilobite" convert "$file" "$work/out.glb" >/dev/null 2>&1 || ours=$(count "$work/out.glb")
    printf '%-28s %-46s %s\n' "$(basename "$file")" "$(count "$file")" "$ours"
done
