#!/bin/sh
# Every model of a folder, and of the volumes in it, as a file of a kind: OUT/N/name.EXTENSION, N a folder or volume each.
#
#     convert.sh TOOL FOLDER OUT EXTENSION KINDS [OPTION...]
#
# What cannot be read, and what that kind cannot hold, is no model.
set -eu
tool=$1 folder=$2 out=$3 extension=$4 kinds=$5
shift 5
number=0
list=$(mktemp)
trap 'rm -f "$list" "$list.folders" "$list.volumes"' EXIT

convert_list() { # options
    [ -s "$list" ] || return 0
    number=$((number + 1))
    mkdir -p "$out/$number"
    <"$list" xargs -0 sh -c '
        tool=$1 out=$2 extension=$3; shift 3
        "$tool" convert -j 2 --to "$extension" "$@" "$out" 2>/dev/null || [ $? -le 4 ]
    ' sh "$tool" "$out/$number" "$extension" "$@"
}
find "$folder" -type d | sort >"$list.folders"
find "$folder" -type f -iname '*.vol' | sort >"$list.volumes"
for kind in $kinds; do
    while IFS= read -r where; do
        find "$where" -maxdepth 1 -iname "*.$kind" -print0 | sort -z >"$list"
        convert_list "$@"
    done <"$list.folders"
    while IFS= read -r volume; do
        "$tool" ls "$volume" 2>/dev/null | grep -qi "\.$kind" || continue
        printf '%s/*.%s\0' "$volume" "$kind" >"$list"
        convert_list "$@"
    done <"$list.volumes"
done
