# A name that a file does not have: those that it has.
trilobite convert "$SAMPLES/windmill.dts" windmill.png --sequence run --assets "$SAMPLES/darkstar"
trilobite convert "$SAMPLES/trilobite.iqm" guy.png --sequence run 2>&1 | grep sequence
trilobite convert "$SAMPLES/windmill.dts" windmill.png --view file --assets "$SAMPLES/darkstar"
trilobite convert "$SAMPLES/rooms.dif" rooms.png --pictures direction
cp -r "$SAMPLES/darkstar" .
trilobite convert darkstar/hall.dis hall.glb --state ruins
trilobite convert darkstar/hall.dis hall.glb --light-state night
trilobite query darkstar/hall.dis lod 3 ruins
trilobite convert darkstar/brick.bmp brick.png --palette-index 77
trilobite convert darkstar/brick.bmp brick.png --mip 7
trilobite convert darkstar/world.ppl world.png --index 7
