#!/bin/sh
# Brings the generated parts of the docs up to date: docs/DIAGNOSTICS.md, the matrix of docs/FORMATS.md, and the picture
# that the README's first command makes.
#
#     make_docs.sh BUILD           writes them
#     make_docs.sh BUILD --check   fails when the texts are not what would be written
set -eu
cd "$(dirname "$0")/.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each row links to its format's page.
page_of() { # format
    case $1 in
    ppal | jasc | pal | gpl | act) echo ppl ;;
    bmp) echo pbmp ;;
    svg) echo roo ;;
    glb) echo gltf ;;
    tmis) echo mis ;;
    dsq) echo torque-dts ;;
    torque-dml) echo ifl ;;
    dtb) echo dtf ;;
    *) echo "$1" ;;
    esac
}

"$build/tests/diagnostics_page" >"$work/DIAGNOSTICS.md"
"$build/trilobite" formats | while IFS= read -r row; do
    name=$(echo "$row" | cut -d'|' -f2 | tr -d ' ')
    page=formats/$(page_of "$name").md
    case $name in
    format | ---) echo "$row" ;;
    *)
        [ -f "docs/$page" ] || { echo "$name has no page: docs/$page" >&2; exit 1; }
        echo "$row" | sed "s#^| $name |#| [$name]($page) |#"
        ;;
    esac
done >"$work/matrix"
awk -v matrix="$work/matrix" '
    /<!-- formats -->/ { print; while ((getline line < matrix) > 0) print line; skipping = 1 }
    /<!-- end -->/ { skipping = 0 }
    !skipping && !/<!-- formats -->/ { print }
' docs/FORMATS.md >"$work/FORMATS.md"

if [ "${2:-}" = --check ]; then
    diff -u docs/DIAGNOSTICS.md "$work/DIAGNOSTICS.md"
    diff -u docs/FORMATS.md "$work/FORMATS.md"
else
    cp "$work/DIAGNOSTICS.md" docs/DIAGNOSTICS.md
    cp "$work/FORMATS.md" docs/FORMATS.md
    mkdir "$work/bin"
    ln -s "$(realpath "$build")/trilobite" "$work/bin/trilobite"
    ln -s "$PWD/samples" "$work/samples"
    awk '$0 == "```sh" { inside = 1; next } /^```/ && inside { exit } inside' README.md >"$work/first.sh"
    (cd "$work" && PATH=$work/bin:$PATH sh -eu first.sh)
    cp "$work/sheet.png" docs/pictures/sheet.png
fi
