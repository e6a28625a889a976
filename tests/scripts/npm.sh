#!/bin/sh
# The npm package.
#
#     npm.sh BUILD PART RELEASE      PART: package (made, installed, and what docs/NPM.md shows), samples, command, three
#
# RELEASE: where the native command is that it is compared with.
set -eu
build=$(realpath "$1")
part=$2
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
need_node
need_packages viewer
need_packages tests/npm
need wasm command -v clang
need wasm command -v wasm-ld
need wasm test -f build-wasm/libraries/meshoptimizer/complete
trilobite=$(realpath "$3")/trilobite
export TRILOBITE="$trilobite" PACKAGE="$build/npm/package" PROJECT="$build/npm/project"

fail() { # MESSAGE [FILE]
    echo "FAILED: $1"
    [ $# -eq 1 ] || tail -n 40 "$2"
    exit 1
}

blocks() { # LANGUAGE; with a line of dashes after each
    awk -v want="$1" '
        $0 == "```" want { inside = 1; next }
        /^```/ { if (inside) print "// ----"; inside = 0 }
        inside { print }
    ' docs/NPM.md
}

make_package() {
    sh tools/npm.sh "$build/npm" "$PACKAGE" >"$build/npm.log" || fail "tools/npm.sh" "$build/npm.log"
    tail -n 1 "$build/npm.log"
    package=$(echo "$build"/npm/trilobite-*.tgz)
    for words in "$(basename "$package")" "$(wc -c <"$package" | awk '{ printf "%.1f MB to download", $1 / 1e6 }')" \
        "$(du -sb "$PACKAGE" | awk '{ printf "%.1f MB installed", $1 / 1e6 }')"; do
        grep -qF "$words" docs/NPM.md || fail "docs/NPM.md does not say \"$words\""
    done
}

# Into an empty project, without a network.
install_package() {
    rm -rf "$PROJECT"
    mkdir "$PROJECT"
    cp -r samples "$PROJECT/samples"
    echo '{ "name": "project", "private": true, "type": "module" }' >"$PROJECT/package.json"
    (cd "$PROJECT" && npm install --offline --no-audit --no-fund --silent "$package")
    (cd "$PROJECT" && npx --offline trilobite info --json samples/rooms.dif) >"$PROJECT/found"
    (cd "$PROJECT" && "$TRILOBITE" info --json samples/rooms.dif) | cmp - "$PROJECT/found"
}

try_documentation() {
    blocks sh | grep -v '^// ----$' | sed 's/^npx /npx --offline /' >"$PROJECT/tour.sh"
    [ "$(grep -c '^npx .*trilobite ' "$PROJECT/tour.sh")" -ge 5 ] || fail "docs/NPM.md has fewer commands than it had"
    (cd "$PROJECT" && sh -eu tour.sh) >"$PROJECT/log" 2>&1 || fail "the commands of docs/NPM.md" "$PROJECT/log"
    blocks js | (cd "$PROJECT" && csplit -sz -f example- -b %d.js - '/^\/\/ ----$/+1' '{*}')
    for example in 0 1; do
        (cd "$PROJECT" && node example-$example.js) >"$PROJECT/log" 2>&1 || fail "example $example of docs/NPM.md" "$PROJECT/log"
    done
    grep -qx 0 "$PROJECT/log" || fail "the last example of docs/NPM.md" "$PROJECT/log"
}

try_types() {
    cp tests/npm/types.ts tests/npm/tsconfig.json "$PROJECT"
    cp -r tests/npm/node_modules/@types "$PROJECT/node_modules"
    node tests/npm/node_modules/typescript/bin/tsc -p "$PROJECT"
}

case $part in
package)
    make_package
    install_package
    try_documentation
    try_types
    node --test tests/npm/api.test.mjs
    ;;
samples | command) node --test "tests/npm/$part.test.mjs" ;;
three)
    need_chromium
    node tests/npm/three.mjs "$PROJECT"
    ;;
esac
