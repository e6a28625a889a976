#!/bin/sh
# The sources of the libraries in the WebAssembly modules of the page and the npm package: Debian's, as its packages are
# built from.
#
#     wasm_libraries.sh FOLDER
set -eu
folder=$1
missing=""
for package in zlib libpng1.6 popt meshoptimizer; do
    [ -f "$folder/$package/complete" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
mkdir -p "$folder/lists/partial"
cd "$folder"
cat >debian.sources <<END
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
apt="apt-get -qq -o Dir::Etc::sourcelist=$PWD/debian.sources -o Dir::Etc::sourceparts=- -o Dir::State::lists=$PWD/lists"
$apt update
for package in $missing; do
    $apt source --download-only "$package" 2>download.log || { cat download.log >&2; exit 1; }
    rm -rf "$package"
    dpkg-source --no-check -x "$package"_*.dsc "$package" >/dev/null
    : >"$package/complete"
done
