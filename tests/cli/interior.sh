# A level compiled to a Darkstar interior: its files, what a ray hits, and the way over glTF.
cp "$SAMPLES/hut.map" .
trilobite convert hut.map hut.dis --assets "$SAMPLES/textures"
ls hut* *.bmp
trilobite check hut.dis hut-00.dig hut-000.dil hut.dml
trilobite query hut.dis ray 0 0 2 0 0 -2
trilobite convert hut.map hut.glb --editable --assets "$SAMPLES/textures"
trilobite convert hut.glb again.dis --bitmaps no
trilobite check again.dis again-00.dig again-000.dil again.dml
