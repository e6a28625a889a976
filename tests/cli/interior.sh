# A level compiled to a Darkstar interior: its files, what a ray hits, and the way over glTF.
cp "$SAMPLES/hut.map" .
trilobite convert hut.map hut.dis --assets "$SAMPLES/textures"
ls hut* *.bmp
trilobite check hut.dis hut-00.dig hut-000.dil hut.dml
trilobite query hut.dis ray 0 0 2 0 0 -2
trilobite convert hut.map hut.glb --editable --assets "$SAMPLES/textures"
trilobite convert hut.glb again.dis --bitmaps no
trilobite check again.dis again-00.dig again-000.dil again.dml
# All levels of detail go into the other engine's interior, unless one is chosen.
trilobite convert -q "$SAMPLES/darkstar/hall.dis" hall.dif && trilobite info hall.dif | grep minPixels
trilobite convert -q "$SAMPLES/darkstar/hall.dis" coarse.dif --lod 1 && trilobite info coarse.dif | grep minPixels
trilobite convert -q "$SAMPLES/rooms.dif" rooms.dis --bitmaps no && trilobite info rooms.dis | grep minPixels
