# A material of a shape that blends otherwise since it was in another program has no longer the flags of its record.
trilobite convert -q --assets "$SAMPLES" "$SAMPLES/windmill.dts" windmill.glb
flags() { trilobite convert -q --force "$1" back.dts && trilobite dump back.dts | grep -o '"flags": [0-9]*, "alpha' | tr '\n' ' ' && echo; }
flags windmill.glb
trilobite set -q windmill.glb 'materials[0].alphaMode=MASK' -o holes.glb && flags holes.glb
trilobite set -q "$SAMPLES/rooms.dif" '' -o x.dif || echo "$?"
