# A material of a shape that blends otherwise since it was in another program has no longer the flags of its record.
trilobite convert -q --assets "$SAMPLES" "$SAMPLES/windmill.dts" windmill.glb
flags() { trilobite convert -q --force "$1" back.dts && trilobite dump back.dts | grep -o '"flags": [0-9]*, "alpha' | tr '\n' ' ' && echo; }
flags windmill.glb
trilobite set -q windmill.glb 'materials[0].alphaMode=MASK' -o holes.glb && flags holes.glb
trilobite set -q "$SAMPLES/rooms.dif" '' -o x.dif || echo "$?"
trilobite set -q "$SAMPLES/windmill.dts" 'materialList.materials[3].flags=257' 'materialList.materials[3].index=5' -o palette.dts
trilobite convert -q --assets "$SAMPLES" --palette "$SAMPLES/darkstar/world.ppl" palette.dts palette.glb && flags palette.glb
trilobite set -q palette.glb 'materials[3].pbrMetallicRoughness.baseColorFactor[0]=0.5' -o red.glb && flags red.glb
