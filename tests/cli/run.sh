#!/bin/sh
# Golden command-line tests. Each NAME.sh here runs in an empty folder with `trilobite` first in PATH and SAMPLES
# naming our samples; its output is compared with NAME.stdout, NAME.stderr and NAME.exit (absent: empty, 0).
#
#     run.sh TRILOBITE [NAME...]      TLB_UPDATE=1 writes the expectations instead
set -u
here=$(cd "$(dirname "$0")" && pwd)
tool=$1
shift
SAMPLES=$(cd "$here/../../samples" && pwd)
export SAMPLES NO_COLOR=1 LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$tool" "$work/bin/trilobite"
PATH=$work/bin:$PATH
failed=0

expect() { # actual expected
    if [ "${TLB_UPDATE:-}" = 1 ]; then
        if [ -s "$1" ]; then cp "$1" "$2"; else rm -f "$2"; fi
    elif [ -f "$2" ]; then
        diff -u "$2" "$1"
    else
        [ ! -s "$1" ] || { echo "unexpected output:"; cat "$1"; false; }
    fi
}

[ $# -gt 0 ] || set -- "$here"/*.sh
for script in "$@"; do
    name=$(basename "$script" .sh)
    [ "$name" != run ] || continue
    mkdir "$work/$name"
    (cd "$work/$name" && sh -u "$here/$name.sh" >"$work/stdout" 2>"$work/stderr" </dev/null)
    code=$?
    : >"$work/exit"
    [ $code = 0 ] || echo $code >"$work/exit"
    # Paths of this machine are not part of what is expected.
    sed -i "s|$SAMPLES|SAMPLES|g" "$work/stdout" "$work/stderr"
    for part in stdout stderr exit; do
        expect "$work/$part" "$here/$name.$part" || { echo "FAILED: $name ($part)"; failed=1; }
    done
done
[ $failed = 0 ] || [ -d "$here/../../viewer/node_modules" ] ||
    echo "there is no viewer/node_modules: a build without pages fails the command lines that make them (make setup)"
exit $failed
