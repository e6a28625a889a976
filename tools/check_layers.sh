#!/bin/sh
# Reads the #include lines of src/ and tool/ and fails when a layer reaches above itself, or a room of
# src/formats into another room.
set -eu
cd "$(dirname "$0")/.."

# The layers that a layer may include, itself among them.
allowed() {
    case $1 in
    base) echo "base" ;;
    layout | image) echo "base $1" ;;
    scene) echo "base image scene" ;;
    render) echo "base layout image scene render" ;;
    assets) echo "base layout image scene assets" ;;
    formats) echo "base layout image scene assets render formats" ;;
    front) echo "base layout image scene assets render formats front" ;;
    tool) echo "base tool" ;;
    esac
}

breaches=$(
    grep -rn '^#include "' src tool | while IFS= read -r line; do
        file=${line%%:*}
        target=$(printf '%s\n' "$line" | sed 's/.*#include "\([^"]*\)".*/\1/')
        case $file in
        tool/*) layer=tool ;;
        *) layer=$(printf '%s\n' "$file" | cut -d/ -f2) ;;
        esac
        case $target in
        trilobite/*) continue ;;
        */*) into=${target%%/*} ;;
        *) into=$layer ;;
        esac
        case " $(allowed "$layer") " in
        *" $into "*) ;;
        *) echo "$file includes $target: $layer is below $into" ;;
        esac
        case $file:$target in
        src/formats/*/*:formats/*/*)
            room=$(printf '%s\n' "$file" | cut -d/ -f3)
            other=$(printf '%s\n' "$target" | cut -d/ -f2)
            [ "$room" = "$other" ] || echo "$file includes $target: rooms do not know each other"
            ;;
        esac
    done
)
[ -z "$breaches" ] || {
    printf '%s\n' "$breaches"
    exit 1
}
