#!/bin/sh
# Installs the wheel in a new Debian 12 and uses it, by the commands of docs/PYTHON.md; needs what tools/debian_root.sh does.
#
#     wheel.sh WHEEL FOLDER
#
# FOLDER gets the machine (root), and a log for each step.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tools/debian_root.sh"
[ $# -eq 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
own_namespace "$0" "$@"

wheel=$(realpath "$1")
debian_root "$2"
mkdir "$root/root/build"
cp "$wheel" "$root/root/build/"
cp -r "$here/../../samples" "$root/root/"
page() { # LANGUAGE FILE: the page's blocks of the language
    awk -v want="$1" '$0 == "```" want { inside = 1; next } /^```/ { inside = 0 } inside' "$here/../../docs/PYTHON.md" >"$root/root/$2"
    [ -s "$root/root/$2" ] || { echo "FAILED: docs/PYTHON.md has no block of $1"; exit 1; }
}
page "sh packages" packages.sh
page sh install.sh
page python page.py
sed -i '/^make wheel/d' "$root/root/install.sh" # it is there
step packages inside sh -eu -c 'cd; sh -eux packages.sh'
step install inside sh -eu -c 'cd; sh -eux install.sh'
[ -e "$root/root/env/bin/python" ]
cp "$here/../python/without_numpy.py" "$root/root/"
step without_numpy inside sh -eu -c 'cd; env/bin/python without_numpy.py samples'
step numpy inside apt-get install -y --no-install-recommends python3-numpy
step use inside sh -eu -c 'cd; PYTHONPATH=$(echo env/lib/python3*/site-packages) python3 page.py'
cat "$folder/use.log"
