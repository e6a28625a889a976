#!/bin/sh
# The command as one static program, in build-static/trilobite-VERSION-linux-MACHINE.tar.gz, with its manual page,
# completions and the licences of what is linked in; it is tried where there is nothing else. Drawing needs EGL, which is
# loaded while a program runs, and libarchive's libraries are many: PNG pictures of models, 7z and tar are left out.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define TLB_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' include/trilobite/base.h | paste -s -d .)
name=trilobite-$version-linux-$(uname -m)
work=build-static
archive() { cc -print-file-name="lib$1.a"; }
cmake -S . -B $work -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DTLB_ARCHIVE=OFF -DTLB_PICTURES=OFF \
    -DTLB_MESHOPT=OFF -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_SKIP_RPATH=ON -DPNG_LIBRARY_RELEASE="$(archive png)" \
    -DZLIB_LIBRARY_RELEASE="$(archive z)" -DTLB_POPT_LIBRARY="$(archive popt)" -DTLB_MATH="$(archive m)" \
    -DSQLite3_LIBRARY="$(archive sqlite3)" -DOpenMP_gomp_LIBRARY="$(archive gomp)" -Dpkgcfg_lib_DRACO_draco="$(archive draco)" >/dev/null
cmake --build $work --target trilobite_command trilobite_manual_pages

tree=$work/$name
rm -rf "$tree"
cmake --install $work --component command --strip --prefix "$tree" >/dev/null
licences=$tree/share/doc/trilobite/licences
mkdir -p "$licences"
cp LICENSE "$licences/trilobite"
cp viewer/node_modules/three/LICENSE "$licences/three.js"
for package in libc6-dev libgcc-12-dev libgomp1 libstdc++-12-dev libdraco-dev libpng-dev libpopt-dev libsqlite3-dev libstb-dev zlib1g-dev; do
    cp -L "/usr/share/doc/$package/copyright" "$licences/${package%-dev}"
done
# glibc's licence asks for the means to link with another one.
cat >"$licences/README" <<END
trilobite is linked statically with the libraries whose licences are in this folder, as packaged by Debian. It is built
from the sources of commit $(git rev-parse HEAD) by "make tarball", which links it anew with the libraries installed.
END

tar -C $work --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -c "$name" | gzip -9n >"$work/$name.tar.gz"
sh tests/packages/tarball.sh "$work/$name.tar.gz"
ls -l "$work/$name.tar.gz"
