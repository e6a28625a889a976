#!/bin/sh
# Makes faults in files, one at a time, and shows which of them `check` finds, and in what words one of each kind: a file
# is dumped, edited and built again. The kinds of faults are those of tools/faults/kinds; of the places where a file may
# have one, the first, one in the middle and the last are chosen. A fault is found if `check` says of it what it does not
# say of the file, or if it cannot be built. Exit status 1: one was missed, or a file has no faults to make.
#
#     faults.sh TRILOBITE FILE...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null || {
    echo "faults.sh needs node" >&2
    exit 2
}
exec node "$here/faults/faults.mjs" "$@"
