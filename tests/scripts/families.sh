#!/bin/sh
# Each family links alone: the registry with one family, and of the other modules only those that a family may use.
#
#     families.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=$(grep -q 'TLB_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && echo "-fsanitize=address,undefined -DTLB_ARENA_EXACT" || true)
packages=$(pkg-config --libs libpng zlib libarchive)

cat >"$work/alone.c" <<END
#include <stdio.h>
#include <trilobite/trilobite.h>
int main(void)
{
    tlb_context *context = tlb_context_create(NULL);
    for (size_t i = 0; i < tlb_format_count(); i++)
        printf("%s\n", tlb_format_info_of(tlb_format_at(i))->family);
    tlb_context_free(context);
    return !context || !tlb_format_count();
}
END
families=$(sed -n 's/^set(TLB_FAMILIES \(.*\))$/\1/p' CMakeLists.txt)
[ -n "$families" ]
for family in $families; do
    modules="$build/src/libtrilobite_$family.a"
    pictures=
    if [ $family = interchange ] && [ -e "$build/src/libtrilobite_render.a" ]; then
        modules="$modules $build/src/libtrilobite_render.a"
        pictures=$(pkg-config --libs epoxy)
    fi
    compressed=
    if [ $family = interchange ]; then
        nm -u "$build/src/libtrilobite_interchange.a" 2>/dev/null | grep -q meshopt_ && compressed=-lmeshoptimizer
        nm -u "$build/src/libtrilobite_interchange.a" 2>/dev/null | grep -q 5draco && compressed="$compressed -ldraco -lstdc++"
    fi
    for module in writers core level assets scene image layout base; do
        modules="$modules $build/src/libtrilobite_$module.a"
    done
    define=TLB_WITH_$(echo $family | tr '[:lower:]' '[:upper:]')
    # shellcheck disable=SC2086
    cc -std=c11 $flags -D"$define" -Iinclude -Isrc "$work/alone.c" src/registry/registry.c -Wl,--whole-archive "${modules%% *}" \
        -Wl,--no-whole-archive $modules $packages $pictures $compressed -lm -o "$work/alone"
    "$work/alone" | sort -u >"$work/families"
    [ "$(cat "$work/families")" = $family ] || {
        echo "$family alone: $(cat "$work/families")"
        exit 1
    }
done
