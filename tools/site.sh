#!/bin/sh
# The site, as static files for any server, any folder or none: docs, README.md and the public headers by Sphinx, the
# pictures of the gallery by its own commands, and the page to drop files on, where its folder is given.
#
#     site.sh BUILD OUT [PAGE]
set -eu
build=$(realpath "$1")
page=${3:+$(realpath "$3")}
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

site=$work/site
TLB_PAGE=${page:+yes} sphinx-build -q -W --keep-going -c docs/site -d "$work/doctrees" . "$site"
# Debian's Furo has its script in parts that only a server gives out, takes a style from the server's root, and lacks the
# rule that takes the dark colors where the system is dark.
theme=$site/_static
viewer/node_modules/.bin/esbuild "$theme/scripts/furo.js" --bundle --minify --log-level=error --allow-overwrite \
    --outfile="$theme/scripts/furo.js"
rm "$theme/scripts/gumshoe-patched.js"
cp -L /usr/share/javascript/normalize.css/normalize.css "$theme/styles"
sed -i 's#/javascript/normalize.css/normalize.css#normalize.css#' "$theme/styles/furo.css"
sed -n '/^@media not print {/,/^$/p' "$theme/styles/furo.css" | sed 's/^@media not print/@media screen and (prefers-color-scheme: dark)/
    s/\[data-theme="dark"\]/:not([data-theme="light"])/' >"$work/dark"
grep -q 'body:not(' "$work/dark"
cat "$work/dark" >>"$theme/styles/furo.css"
touch "$site/.nojekyll"

mkdir "$work/bin" "$work/pictures"
ln -s "$build/trilobite" "$work/bin/trilobite"
ln -s "$PWD/samples" "$work/pictures/samples"
awk '$0 == "```sh" { inside = 1; next } /^```/ { inside = 0 } inside' docs/site/gallery.md >"$work/commands"
(cd "$work/pictures" && PATH="$work/bin:$PATH" sh -eu "$work/commands")
rm "$work/pictures/samples"
mv "$work/pictures" "$site/docs/site/pictures"
[ -z "$page" ] || cp -r "$page" "$site/demo"
rm -rf "$out"
mv "$site" "$out"
echo "$out/index.html"
