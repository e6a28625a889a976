#!/bin/sh
# The Debian packages have the library's version: changelog, and the names that its SONAME demands (CONTRIBUTING.md).
set -eu
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
need dpkg command -v dpkg-parsechangelog
version=$(sed -n 's/^#define TLB_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' include/trilobite/base.h | paste -s -d .)
library=libtrilobite${version%.*}
[ "$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)" = "$version" ] || { echo "packaging/debian/changelog is not of $version"; exit 1; }
packages=$(sed -n 's/^Package: //p' packaging/debian/control | paste -s -d ' ')
[ "$packages" = "trilobite $library libtrilobite-dev" ] || { echo "packages $packages, not $library"; exit 1; }
grep -q "^ *$library (= \${binary:Version})" packaging/debian/control
[ -s "packaging/debian/$library.install" ]
head -n 1 "packaging/debian/$library.symbols" | grep -qx "libtrilobite.so.${version%.*} $library #MINVER#"
# Packages to build with are those of `make setup`.
for package in $(sed -n '/^Build-Depends:/,/^[S-Z]/p' packaging/debian/control | sed '$d; s/^Build-Depends://; s/,//; s/(.*//'); do
    case $package in debhelper-compat) continue ;; esac
    grep -qw -e "$package" tools/setup.sh || { echo "$package is not in tools/setup.sh"; exit 1; }
done
for script in packaging/action/check.sh tools/deb.sh tools/tarball.sh tests/packages/*.sh; do sh -n "$script"; done
