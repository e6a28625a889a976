#!/bin/sh
# What other readers take for files that they read as well, beside this library: to a scene, or to their own form of one.
# Instructions are those that Valgrind counts more where a program reads the file once more; seconds are measured in ROUNDS
# rounds (7), in which the readers take turns, each with the best of ten: the ratio is that of one round, and of those
# the median. IQM_COMPILER=PATH is the reference compiler of IQM, for its own job.
#
#     [ROUNDS=N] [IQM_COMPILER=PATH] compare.sh BUILD [--write]      --write: into bench/compared.tsv
set -eu
build=$(cd "$1" && pwd)
mode=${2:-}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/scripts/need.sh
need valgrind command -v valgrind
. bench/measure.sh

command=$build/trilobite
cp samples/trilobite.iqm "$work"
"$command" convert -q samples/trilobite.iqm "$work/trilobite.obj"
"$command" convert -q samples/trilobite.iqm "$work/trilobite.glb"
"$command" convert -q samples/trilobite.iqm "$work/trilobite.iqe"
"$command" convert -q samples/windmill.dts "$work/windmill.nff" # without colors, over which assimp does not finish

reader() { # NAME FILE TIMES [COMMAND THAT RUNS IT...]
    name=$1 file=$2 times=$3
    shift 3
    case $name in
    "IQM compiler") "$@" "$IQM_COMPILER" "$work/reference.iqm" "$file" ;;
    "Trilobite convert") "$@" "$command" convert -q --force "$file" "$work/ours.iqm" ;;
    Trilobite) "$@" "$build/bench/peer_trilobite" "$file" "$times" ;;
    *) "$@" "$build/bench/$name" "$file" "$times" ;;
    esac
}
instructions() { # NAME FILE TIMES
    reader "$@" counted "$work/log" >/dev/null 2>&1
    instructions_of "$work/log"
}
# Of one file; of commands, with their start.
count() { # NAME FILE
    case $1 in
    *compiler | *convert) instructions "$1" "$2" 1 ;;
    *) echo $((($(instructions "$1" "$2" 4) - $(instructions "$1" "$2" 1)) / 3)) ;;
    esac
}
seconds() { # NAME FILE
    case $1 in
    *compiler | *convert)
        start=$(date +%s%N)
        reader "$1" "$2" 1 >/dev/null 2>&1
        echo $(($(date +%s%N) - start)) | awk '{ print $1 / 1e9 }'
        ;;
    *) reader "$1" "$2" 10 2>&1 | grep '^[0-9.]*$' ;;
    esac
}

compare() { # TITLE FILE OURS THEIRS...
    title=$1 file=$2 ours=$3
    shift 3
    base=$(count "$ours" "$file")
    for theirs; do
        case $theirs in IQM*) ;; *) [ -x "$build/bench/$theirs" ] || continue ;; esac
        other=$(count "$theirs" "$file")
        for _ in $(seq "${ROUNDS:-7}"); do
            one=$(seconds "$ours" "$file") two=$(seconds "$theirs" "$file")
            awk -v a="$one" -v b="$two" 'BEGIN { print b / a }'
        done >"$work/ratios"
        printf '%s\t%s\t%s\t%s\t%.2f\t%.2f\n' "$title" "$theirs" "$base" "$other" \
            "$(awk -v a="$base" -v b="$other" 'BEGIN { print b / a }')" "$(median <"$work/ratios")"
    done
}
{
    echo "# What other readers take, by what this library takes (compare.sh): instructions, and seconds in one run."
    machine
    echo "# file	reader	instructions of Trilobite	of the reader	ratio	ratio of seconds"
    compare "IQM, 8300 triangles, skin and animation" "$work/trilobite.iqm" Trilobite assimp
    compare "OBJ of the same" "$work/trilobite.obj" Trilobite assimp tinyobj
    compare "GLB of the same" "$work/trilobite.glb" Trilobite assimp tinygltf
    compare "NFF, 102 triangles" "$work/windmill.nff" Trilobite assimp
    [ -z "${IQM_COMPILER:-}" ] || compare "IQE to IQM" "$work/trilobite.iqe" "Trilobite convert" "IQM compiler"
} >"$work/table"
cat "$work/table"
[ "$mode" != --write ] || cp "$work/table" bench/compared.tsv
