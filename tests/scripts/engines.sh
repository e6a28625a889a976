#!/bin/sh
# Whether Debian 12's own node runs every npm package that our lock files name.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node_of_debian=18.20.4

(cd "$here/.." && find "$PWD" \( -name node_modules -o -path "$PWD/build*" \) -prune -o -name package-lock.json -print) >"$work/locks"
[ "$(wc -l <"$work/locks")" -ge 2 ] || { echo "FAILED: fewer than two lock files are found"; exit 1; }
xargs node "$here/scripts/engines.mjs" $node_of_debian <"$work/locks"

# It distinguishes ranges.
runs() { # range
    echo '{"packages": {"": {}, "node_modules/x": {"version": "1.0.0", "engines": {"node": "'"$1"'"}}}}' >"$work/lock"
    node "$here/scripts/engines.mjs" $node_of_debian "$work/lock" >"$work/said" 2>&1
}
for range in '>=20' '^16.0.0 || >=18.21' '20.x || >=22' '<18' '^18.20.5' '>= 18.20.5' '18.19' '>18' '~18' 'latest'; do
    ! runs "$range" || { echo "$range is taken for one that $node_of_debian fits"; exit 1; }
done
for range in '>=18' '^16.0.0 || >=18.20' '18.x' '*' '>= 12' '^18.20.4' '>=18.20.4 <19' '^18 || >=20'; do
    runs "$range" || { echo "$range is taken for one that $node_of_debian does not fit"; exit 1; }
done
