#!/bin/sh
# The Debian packages of the last commit, in build-deb/, and lintian's opinion of them: an error or a warning fails.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define TLB_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' include/trilobite/base.h | paste -s -d .)
tree=build-deb/trilobite-$version
rm -rf build-deb
mkdir -p "$tree"
git archive HEAD | tar -x -C "$tree"
mv "$tree/packaging/debian" "$tree/debian"
cp -r viewer/node_modules "$tree/viewer/" # npm is not asked while a package is built

(cd "$tree" && DEB_BUILD_OPTIONS="terse noautodbgsym" dpkg-buildpackage --build=binary --no-sign) >build-deb/log 2>&1 ||
    { tail -n 40 build-deb/log; echo "FAILED: all of it is in build-deb/log"; exit 1; }
rm -rf "$tree"
[ "$(id -u)" != 0 ] || as_root=--allow-root
lintian ${as_root:-} --fail-on error,warning --info build-deb/*.changes
ls build-deb/*.deb
