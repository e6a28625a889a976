trilobite convert "$SAMPLES/rooms.dif" out.xyz
trilobite convert "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif" out.glb
trilobite convert --to cube "$SAMPLES/rooms.dif" out.glb
