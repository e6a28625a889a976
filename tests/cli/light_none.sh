# Without light, light maps are neither decoded nor measured.
trilobite new png | trilobite build - black.png
trilobite dump "$SAMPLES/rooms.dif" | sed "s|\"lightMap\": \"[^\"]*\"|\"lightMap\": \"$(base64 -w 0 black.png)\"|" | trilobite build - rooms.dif
trilobite convert rooms.dif rooms.glb --light none --assets "$SAMPLES/textures"
