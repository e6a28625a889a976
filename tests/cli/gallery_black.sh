# Black light maps are reported once a model, though a picture and a page are made of it.
trilobite new png | trilobite build - black.png
trilobite dump "$SAMPLES/rooms.dif" | sed "s|\"lightMap\": \"[^\"]*\"|\"lightMap\": \"$(base64 -w 0 black.png)\"|" | trilobite build - rooms.dif
cp rooms.dif others.dif
trilobite convert rooms.dif others.dif shelf.html --assets "$SAMPLES/textures" 2>&1 | grep -e LIGHT_BLACK -e error
trilobite convert rooms.dif rooms.glb --assets "$SAMPLES/textures" 2>&1 | grep LIGHT_BLACK
