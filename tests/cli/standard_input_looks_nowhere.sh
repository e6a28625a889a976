# Beside a file stands what it names; beside standard input stands nothing.
cp "$SAMPLES/rooms.dif" "$SAMPLES"/textures/*.png .
trilobite convert rooms.dif beside.glb
trilobite convert - nowhere.glb <rooms.dif
trilobite convert - asked.glb --assets . <rooms.dif
cmp beside.glb asked.glb
