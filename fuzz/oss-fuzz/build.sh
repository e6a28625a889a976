#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz wants them: each a program in $OUT that needs nothing beside it but its seeds and its dictionary.
archive() { $CC -print-file-name="lib$1.a"; }
cmake -S . -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DTLB_FUZZ=ON \
    -DTLB_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" -DTLB_HARDEN=OFF -DTLB_ARCHIVE=OFF -DTLB_PICTURES=OFF -DTLB_MESHOPT=OFF \
    -DTLB_DRACO=OFF -DPNG_LIBRARY_RELEASE="$(archive png)" -DZLIB_LIBRARY_RELEASE="$(archive z)" \
    -DTLB_POPT_LIBRARY="$(archive popt)" -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON
cmake --build "$WORK/build" --target fuzz_targets
for target in "$WORK"/build/fuzz/fuzz_*; do
    [ -f "$target" ] && [ -x "$target" ] || continue
    name=$(basename "$target")
    cp -L "$target" "$OUT/$name"
    cp "$target.dict" "$OUT/$name.dict"
    (cd "fuzz/seeds/${name#fuzz_}" && zip -qr "$OUT/${name}_seed_corpus.zip" .)
done
