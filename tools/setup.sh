#!/bin/sh
# Installs what building needs, on Debian 12, and what its word names needs besides: test, bench,
# consumers, page, site, fuzz, lint, portability, abi, python, slurm, deb, tarball, windows,
# amalgamation. Does nothing where all of it is there; without
# apt it leaves the packages to the caller.
set -eu
cd "$(dirname "$0")/.."

packages="gcc make cmake ninja-build pkg-config libpng-dev zlib1g-dev libarchive-dev libpopt-dev
libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri libsqlite3-dev"
command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"
python="python3-pycparser python3-wheel python3-numpy python3-venv"
wasm="clang lld wasi-libc libclang-rt-14-dev-wasm32 dpkg-dev"
site="furo python3-myst-parser"
case ${1:-} in
test)
    packages="$packages g++ libcmocka-dev libjansson-dev libassimp-dev libmeshoptimizer-dev libdraco-dev scdoc mandoc bsdextrautils chromium-headless-shell ccache
        valgrind git sqlite3 parallel file universal-ctags shared-mime-info libglib2.0-bin desktop-file-utils zsh fish
        jq $wasm $python $site"
    ;;
bench) packages="$packages g++ libassimp-dev libtinyobjloader-dev libtinygltf-dev" ;;
consumers)
    packages="$packages chromium-headless-shell blender python3-numpy"
    ;;
page) packages="$packages $wasm" ;;
site) packages="$packages $site" ;;
fuzz) packages="$packages clang lld libclang-rt-14-dev g++ zip unzip libmeshoptimizer-dev libdraco-dev ccache" ;;
windows) packages="$packages gcc-mingw-w64-x86-64-win32 g++-mingw-w64-x86-64-win32 libz-mingw-w64-dev wine wine64 dpkg-dev tcl zip" ;;
abi) packages="$packages abigail-tools" ;;
portability)
    packages="$packages clang g++ libcmocka-dev libjansson-dev libmeshoptimizer-dev libdraco-dev qemu-user mmdebstrap
        g++-i686-linux-gnu g++-s390x-linux-gnu"
    ;;
python) packages="$packages $python" ;;
amalgamation) packages="$packages python3 universal-ctags" ;;
slurm) packages="$packages sqlite3 slurm-wlm" ;;
deb) packages="$packages g++ libmeshoptimizer-dev libdraco-dev scdoc debhelper fakeroot lintian debootstrap" ;;
tarball) packages="$packages g++ libdraco-dev scdoc util-linux" ;;
lint) packages="$packages clang-tidy cppcheck g++ libassimp-dev libmeshoptimizer-dev libdraco-dev ccache" ;;
esac

missing=""
command -v apt-get >/dev/null 2>&1 || {
    echo "no apt-get here; what building needs, under Debian's names:" $packages
    packages=""
}
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

folders=viewer
[ "${1:-}" != test ] || folders="$folders tests/gltf tests/npm tests/patterns"
for folder in $folders; do
    command -v npm >/dev/null 2>&1 || continue
    cmp -s $folder/package-lock.json $folder/node_modules/.installed || {
        said=$(npm ci --no-audit --no-fund --prefix $folder 2>&1) || { printf '%s\n' "npm ci in $folder failed:" "$said"; exit 1; }
        cp $folder/package-lock.json $folder/node_modules/.installed
    }
done

case ${1:-} in
windows) ! command -v apt-get >/dev/null 2>&1 || sh packaging/windows/libraries.sh build-windows/sources build-windows/libraries ;;
test | page) ! command -v apt-get >/dev/null 2>&1 || sh tools/debian_sources.sh build-wasm/libraries zlib libpng1.6 popt meshoptimizer ;;
esac
