#!/bin/sh
# Khronos' validator on every GLB and glTF we can make: scenes that use everything, our samples, and of the corpus every
# fifth file of a kind, or all with TLB_FULL.
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

for program in test_gltf test_gltf_files; do
    TLB_TEST_OUTPUT=$work "$build/tests/$program" >"$work/log" 2>&1 || {
        echo "FAILED: $program, which makes files for the validator"
        tail -n 40 "$work/log"
        exit 1
    }
done

# The models of folders and those in volumes, one of so many. What cannot be read (3) is no model, and not every model uses
# every option (1).
convert() { # name for the outputs, one of how many, folders
    name=$1 every=$2
    shift 2
    for kind in dif dis dig dts roo iqm exm iqe nff bff; do
        {
            find "$@" -type f -iname "*.$kind"
            find "$@" -type f -iname '*.vol' | while IFS= read -r volume; do
                ! "$build/trilobite" ls "$volume" | grep -qi "\.$kind" || printf '%s/*.%s\n' "$volume" "$kind"
            done
        } | sort | awk -v every="$every" 'NR % every == 1 || every == 1' >"$work/models"
        [ -s "$work/models" ] || continue
        mkdir -p "$work/$name/$kind"
        code=0
        "$build/trilobite" convert -q -j 2 -T "$work/models" --to glb --lights --collision --zones --editor --lod all \
            "$work/$name/$kind" >"$work/log" 2>&1 || code=$?
        case $code in
        0 | 1 | 3) ;;
        *)
            echo "FAILED: converting $kind of $*, the command ended with $code"
            tail -n 40 "$work/log"
            exit 1
            ;;
        esac
    done
}
convert samples 1 "$here/../samples"
if [ -d "${TLB_CORPUS:-}" ]; then
    cd "$TLB_CORPUS"
    folders='torque darkstar meridian/rooms interquake sense8 torque-shapes'
    # shellcheck disable=SC2086
    if [ -n "${TLB_FULL:-}" ]; then convert corpus 1 $folders worlds; else convert corpus 5 $folders; fi
fi

find "$work" -name '*.glb' -o -name '*.gltf' | sort >"$work/list"
tr '\n' '\0' <"$work/list" | xargs -0 node "$here/gltf/validate.mjs" >"$work/report" || {
    grep -v '^0 errors, 0 warnings' "$work/report"
    exit 1
}
echo "$(wc -l <"$work/list") files without errors or warnings"
