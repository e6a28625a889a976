#!/bin/sh
# The sources of libraries that are compiled for another system than this one: Debian's, as its packages are built from.
#
#     debian_sources.sh FOLDER PACKAGE...
set -eu
folder=$1
shift
missing=""
for package in "$@"; do
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
