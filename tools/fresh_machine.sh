#!/bin/sh
# The README's commands on a machine that has nothing but Debian 12, gcc, make, cmake and git: a folder made by
# debootstrap, with a clone of this checkout's last commit (tools/debian_root.sh says what it needs).
#
#     fresh_machine.sh FOLDER [TARGET...]      (make's targets, demo and test when none is given)
#
# FOLDER gets the machine (root) and a log for each step. Exits 1 when a step fails.
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)
. "$checkout/tools/debian_root.sh"
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
own_namespace "$0" "$@"

debian_root "$1"
shift
[ $# -gt 0 ] || set -- demo test
step install inside apt-get install -y --no-install-recommends gcc make cmake git
step clone git clone --no-local --quiet "$checkout" "$root/root/trilobite"
for target in "$@"; do
    step "make-$target" inside make -C /root/trilobite "$target"
done
echo "$(git -C "$checkout" rev-parse --short HEAD): make $* on Debian $(cat "$root/etc/debian_version")," \
    "node $(inside sh -c 'node --version 2>/dev/null || echo none')"
