#!/bin/sh
# Fails when a module reaches into one that it may not use: by an #include line or, in BUILD, by a symbol of its
# object files. A family of src/formats reaches into no other family.
#
#     check_layers.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
families=$(sed -n 's/^set(TLB_FAMILIES \(.*\))$/\1/p' CMakeLists.txt)
[ -z "$families" ] || families="$families foreign"
[ -n "$families" ] || { echo "CMakeLists.txt sets no TLB_FAMILIES"; exit 1; }

# The modules that a module may use, itself among them.
allowed() {
    core="base layout image scene assets level core"
    case $1 in
    base) echo "base" ;;
    layout | image) echo "base $1" ;;
    scene) echo "base image scene" ;;
    level) echo "base image scene level" ;;
    render) echo "base image scene render" ;;
    assets) echo "base image scene assets" ;;
    core) echo "$core" ;;
    writers) echo "$core writers" ;;
    interchange) echo "$core writers render interchange" ;;
    registry) echo "$core registry $families" ;;
    tool) echo "tool" ;;
    *) echo "$core writers $1" ;;
    esac
}

# module, its file, what that includes
includes() {
    grep -rn '^#include "' src tool |
        sed -n 's|^src/formats/\([a-z0-9]*\)/\([^:]*\):.*"\(.*\)"|\1 \2 \3|p; t
                s|^src/\([a-z]*\)/\([^:]*\):.*"\(.*\)"|\1 \2 \3|p; t
                s|^tool/\([^:]*\):.*"\(.*\)"|tool \1 \2|p' |
        sed -n 's#^tool \([^ ]*\) \(util\|catalog\)/#tool \1 tool/#; s|formats/\([a-z0-9]*\)/|\1/|; / trilobite\//d; s|^\([^ ]*\) \([^ ]*\) \([^/ ]*\)/.*|\1 \3 \2|p'
}

# module, another module, the symbol of the latter that the former uses
symbols() {
    for library in "$build"/src/libtrilobite_*.a; do
        module=${library##*/libtrilobite_}
        nm "$library" 2>/dev/null | sed -n "s/^.* \([A-Z]\) \(.*\)/${module%.a} \1 \2/p"
    done | awk '$2 == "U" { uses[$1 " " $3] = 1; next }
                { home[$3] = $1 }
                END { for (use in uses) {
                          split(use, u)
                          if (u[2] in home && home[u[2]] != u[1]) print u[1], home[u[2]], u[2]
                      } }'
}

# The page is a client, as the command is.
grep -n '^#include "' viewer/wasm/*.[ch] | grep -v '"trilobite/\|"page.h"\|"imports.h"' && {
    echo "viewer/wasm may include the public headers"
    exit 1
}

breaches=$({ includes; symbols; } | sort -u | while read -r module used what; do
    case " $(allowed "$module") " in
    *" $used "*) ;;
    *) echo "$module may not use $used: $what" ;;
    esac
done)
[ -z "$breaches" ] || {
    printf '%s\n' "$breaches"
    exit 1
}
[ -n "$(symbols | head -n 1)" ] || {
    echo "$build holds no modules"
    exit 1
}
