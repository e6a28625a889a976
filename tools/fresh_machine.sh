#!/bin/sh
# The README's commands on a machine that has nothing but Debian 12, gcc, make, cmake and git: a folder made by
# debootstrap, with a clone of this checkout's last commit. Needs root, debootstrap, and apt's lists (apt-get update).
#
#     fresh_machine.sh FOLDER [TARGET...]      (make's targets, demo and test when none is given)
#
# Packages come from where apt of this machine has Debian's from; node and npm, too, are Debian's. FOLDER gets the
# machine (root) and a log for each step. Exits 1 when a step fails.
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)
release=bookworm

# Mounts and processes of its own: both are gone when this ends, however it ends.
if [ "${FRESH_MACHINE:-}" != inside ]; then
    [ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
    [ "$(id -u)" = 0 ] || { echo "fresh_machine.sh: only root can set up a machine" >&2; exit 2; }
    [ ! -e "$1/root" ] || { echo "fresh_machine.sh: $1/root already exists; remove it first" >&2; exit 2; }
    FRESH_MACHINE=inside exec unshare --mount --pid --fork --kill-child --mount-proc \
        --propagation private sh "$0" "$@"
fi

trap 'exit 1' INT TERM HUP # the first process of a namespace ignores them otherwise
mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root
shift
[ $# -gt 0 ] || set -- demo test

step() { # name of its log, command
    log=$folder/$1.log
    shift
    echo "$*"
    if "$@" >"$log" 2>&1; then return; fi
    tail -40 "$log"
    echo "failed: $* (all of it: $log)"
    exit 1
}

# Where apt has the release's packages from, by its own account: address, suite and component.
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    grep " $release" | sort -u >"$folder/sources"
address=$(awk -v release=$release '$2 == release { print $1; exit }' "$folder/sources")
[ -n "$address" ] || { echo "apt has no source of $release; apt-get update?" >&2; exit 1; }

step debootstrap debootstrap --include=ca-certificates $release "$root" "$address"

# The machine reaches its packages as this one does.
sed 's/^/deb /' "$folder/sources" >"$root/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::(http|https|ftp|Check-|Retries)' >"$root/etc/apt/apt.conf.d/99fresh-machine" || true
cp /etc/resolv.conf /etc/hosts "$root/etc/"
if command -v npm >/dev/null 2>&1; then
    for file in $(npm config get globalconfig 2>/dev/null) $(npm config get userconfig 2>/dev/null); do
        [ ! -f "$file" ] || cat "$file" >>"$root/root/.npmrc"
    done
fi
certificates=/usr/local/share/ca-certificates
[ ! -d $certificates ] || cp -r $certificates/. "$root$certificates/"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"

# Of this machine's environment only what leads to the network.
export -p | grep -iE '^export (https?_proxy|no_proxy|all_proxy|npm_config_[a-z_]*|NODE_EXTRA_CA_CERTS)=' \
    >"$root/root/network" || true
inside() { # command
    # shellcheck disable=SC2016
    chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c '. /root/network; exec "$@"' sh "$@"
}

step certificates inside update-ca-certificates
step update inside apt-get update
step install inside apt-get install -y --no-install-recommends gcc make cmake git
step clone git clone --no-local --quiet "$checkout" "$root/root/trilobite"
for target in "$@"; do
    step "make-$target" inside make -C /root/trilobite "$target"
done
echo "$(git -C "$checkout" rev-parse --short HEAD): make $* on Debian $(cat "$root/etc/debian_version")," \
    "node $(inside sh -c 'node --version 2>/dev/null || echo none')"
