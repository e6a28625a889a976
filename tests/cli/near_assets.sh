# Textures and palettes in a folder of the file's folder, and in the one above it; what is nowhere is named.
mkdir -p game/maps/skins game/maps/more game/shapes
cp "$SAMPLES/rooms.dif" game/maps
cp "$SAMPLES/textures/wall.png" game/maps/skins
cp "$SAMPLES/textures/floor.png" game
trilobite convert game/maps/rooms.dif rooms.gltf 2>&1 | grep MISSING
cmp rooms-wall.png "$SAMPLES/textures/wall.png" && cmp rooms-floor.png "$SAMPLES/textures/floor.png" && echo found
trilobite check game/maps/rooms.dif --assets game/shapes 2>&1 | grep MISSING
cp "$SAMPLES/darkstar/brick.bmp" game/shapes
cp "$SAMPLES/darkstar/world.ppl" game
trilobite convert game/shapes/brick.bmp brick.png
trilobite convert "$SAMPLES/darkstar/brick.bmp" same.png
cmp brick.png same.png && echo same
