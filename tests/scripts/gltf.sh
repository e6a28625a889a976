#!/bin/sh
# Khronos' validator on every GLB and glTF we can make: scenes that use everything, our samples, the corpus.
#
#     gltf.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
need_packages "$here/gltf"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

TLB_TEST_OUTPUT=$work "$build/tests/test_gltf" >/dev/null 2>&1
TLB_TEST_OUTPUT=$work "$build/tests/test_gltf_files" >/dev/null 2>&1

kinds='dif dis dig dts roo iqm exm iqe nff bff'

# The models of a folder, those below it and those in volumes. Each folder, volume and kind has an output folder of its
# own, as names recur; what cannot be read (3) is no model, and not every model uses every option (1).
convert() { # folder, name for the outputs
    find "$1" -type d >"$work/folders"
    find "$1" -type f -iname '*.vol' >"$work/volumes"
    for kind in $kinds; do
        while IFS= read -r folder; do
            find "$folder" -maxdepth 1 -iname "*.$kind" -print0 >"$work/models"
            convert_list "$2"
        done <"$work/folders"
        while IFS= read -r volume; do
            "$build/trilobite" ls "$volume" | grep -qi "\.$kind" || continue
            printf '%s/*.%s\0' "$volume" "$kind" >"$work/models"
            convert_list "$2"
        done <"$work/volumes"
    done
}
number=0
convert_list() { # name for the output
    [ -s "$work/models" ] || return 0
    number=$((number + 1))
    mkdir -p "$work/$1$number"
    <"$work/models" xargs -0 sh -c '
        tool=$1 out=$2; shift 2
        "$tool" convert -j 2 --to glb --lights --collision --zones --editor --lod all "$@" "$out" 2>/dev/null
        case $? in 0 | 1 | 3) ;; *) exit 1 ;; esac
    ' sh "$build/trilobite" "$work/$1$number"
}
convert "$here/../samples" samples
[ ! -d "${TLB_CORPUS:-}" ] || convert "$TLB_CORPUS" corpus

find "$work" -name '*.glb' -o -name '*.gltf' | sort >"$work/list"
tr '\n' '\0' <"$work/list" | xargs -0 node "$here/gltf/validate.mjs" >"$work/report" || {
    grep -v '^0 errors, 0 warnings' "$work/report"
    exit 1
}
echo "$(wc -l <"$work/list") files without errors or warnings"
