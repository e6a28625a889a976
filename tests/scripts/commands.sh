#!/bin/sh
# What the docs show works: every command of the "sh" blocks of pages that no other test runs, in order, in a folder with
# the samples. Commands that build programs have an installation of the library.
#
#     commands.sh BUILD      one without sanitizers: programs are built against it as the pages say
set -eu
build=$(realpath "$1")
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/tests/scripts/need.sh"
need jq command -v jq
need sqlite command -v sqlite3
need valgrind command -v valgrind
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name trilobite.pc)")
export PKG_CONFIG_PATH LD_LIBRARY_PATH="${PKG_CONFIG_PATH%/pkgconfig}" PATH="$work/prefix/bin:$PATH"

ran=0
run() { # PAGE LEAST [COMMAND]: what has to be there before, and how many commands there are at least
    page=$1
    awk '$0 == "```sh" || /^<div class="highlight"><pre class="commands">/ { inside = 1; sub(/.*<pre class="commands">/, ""); if (/```/) next }
         /^```/ { inside = 0 }
         inside { end = sub(/<\/pre>.*/, ""); print }
         end { inside = end = 0 }' "$here/$page" >"$work/commands"
    count=$(grep -c . "$work/commands")
    [ "$count" -ge "$2" ] || { echo "FAILED: only $count commands in $page"; exit 1; }
    ran=$((ran + count))
    mkdir "$work/tour"
    cp -r "$here/samples" "$here/examples" "$work/tour"
    (cd "$work/tour" && eval "${3:-}" && sh -eux "$work/commands") >"$work/said" 2>&1 || {
        echo "FAILED: $page"
        tail -n 20 "$work/said"
        exit 1
    }
    rm -rf "$work/tour"
}
run docs/recipes/artists.md 17
run docs/recipes/modders.md 25
run docs/recipes/archivists.md 20
run docs/recipes/programmers.md 14
run docs/site/templates/landing.html 3
run docs/PERFORMANCE.md 3
run docs/COMMAND.md 3 'cp -r samples game'
run docs/EDITING.md 13 'cp samples/rooms.dif room.dif; cp samples/courtyard.roo room.roo
    mkdir tank; cp samples/windmill.dts tank/tank.dts; trilobite pack game.vol tank/tank.dts'
echo "$ran commands"
