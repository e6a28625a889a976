trilobite convert "$SAMPLES/rooms.dif" out.xyz
trilobite convert "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif" out.glb
trilobite convert --to cube "$SAMPLES/rooms.dif" out.glb
trilobite convert "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif" out
trilobite convert "$SAMPLES/rooms.dif" out/
trilobite convert -r "$SAMPLES/darkstar" out
trilobite convert "$SAMPLES/rooms.dif" out
trilobite convert --to
# shellcheck disable=SC2046
trilobite convert "$SAMPLES/rooms.dif" $(printf ' --scale %s' $(seq 129)) out.glb
