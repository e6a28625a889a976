#!/bin/sh
# Installs what building needs, on Debian 12, and what its word names needs besides: test, consumers,
# page, fuzz, lint. Does nothing where all of it is there.
set -eu
cd "$(dirname "$0")/.."

packages="gcc make cmake ninja-build pkg-config libpng-dev zlib1g-dev libjansson-dev libarchive-dev libpopt-dev
libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri"
wasm="clang lld wasi-libc libclang-rt-14-dev-wasm32 dpkg-dev"
case ${1:-} in
test)
    packages="$packages g++ libcmocka-dev libassimp-dev scdoc mandoc bsdextrautils chromium $wasm"
    command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"
    ;;
consumers)
    packages="$packages chromium blender python3-numpy"
    command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"
    ;;
page)
    packages="cmake ninja-build libstb-dev $wasm"
    command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"
    ;;
fuzz) packages="$packages clang libclang-rt-14-dev" ;;
lint) packages="$packages clang-tidy cppcheck" ;;
esac

missing=""
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
    echo "installing:$missing"
    run=""
    [ "$(id -u)" = 0 ] || run=sudo
    export DEBIAN_FRONTEND=noninteractive
    $run apt-get update -qq
    # shellcheck disable=SC2086
    $run apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

case ${1:-} in
test) folders="tests/gltf viewer" ;;
consumers | page) folders=viewer ;;
*) folders="" ;;
esac
for folder in $folders; do
    cmp -s $folder/package-lock.json $folder/node_modules/.installed || {
        npm ci --silent --prefix $folder
        cp $folder/package-lock.json $folder/node_modules/.installed
    }
done
