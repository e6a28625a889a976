# Without light, light maps are neither decoded nor measured, and nothing is said of what they leave out; lamps are not left out.
trilobite new png | trilobite build - black.png
trilobite dump "$SAMPLES/rooms.dif" | sed "s|\"lightMap\": \"[^\"]*\"|\"lightMap\": \"$(base64 -w 0 black.png)\"|" | trilobite build - rooms.dif
trilobite convert rooms.dif rooms.glb --light none --assets "$SAMPLES/textures"
trilobite convert "$SAMPLES/darkstar/hall.dis" hall.glb --light none
trilobite convert "$SAMPLES/darkstar/hall.dis" lamps.glb --lights
trilobite convert rooms.dif unlit.glb --light none --lights --assets "$SAMPLES/textures"
