trilobite pack models.vol "$SAMPLES"/rooms.dif
trilobite pack textures.vol "$SAMPLES"/textures/*.png
mkdir game && mv textures.vol game
trilobite convert models.vol/rooms.dif a.glb --assets game/textures.vol
trilobite convert models.vol/rooms.dif b.glb --assets game
trilobite convert "$SAMPLES/rooms.dif" c.glb --assets "$SAMPLES/textures"
cmp a.glb c.glb && cmp b.glb c.glb && echo the same
mv game/textures.vol .
trilobite convert models.vol/rooms.dif d.glb
cmp d.glb c.glb && echo the same
printf 'PVOLdamaged' >game/bad.vol
trilobite pack --update models.vol "$SAMPLES/textures/floor.png"
rm textures.vol
trilobite convert models.vol/rooms.dif e.glb --assets game
