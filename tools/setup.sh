#!/bin/sh
# Installs what building and testing need, on Debian 12. Does nothing where all of it is there.
set -eu

packages="gcc make cmake ninja-build pkg-config libpng-dev zlib1g-dev libjansson-dev libarchive-dev libpopt-dev
libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri libcmocka-dev"
command -v node >/dev/null 2>&1 || packages="$packages nodejs npm"

missing=""
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "installing:$missing"
run=""
[ "$(id -u)" = 0 ] || run=sudo
export DEBIAN_FRONTEND=noninteractive
$run apt-get update -qq
# shellcheck disable=SC2086
$run apt-get install -y -qq --no-install-recommends $missing >/dev/null
