mkdir out
trilobite convert -j 2 --to obj --assets "$SAMPLES/textures" "$SAMPLES"/*.dif out 2>/dev/null
ls out
