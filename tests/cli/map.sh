# A level of brushes: what it has, an edit that keeps its text, textures of a given size, and what is wrong with one.
cp "$SAMPLES/hut.map" .
trilobite info hut.map
trilobite set hut.map 'entities[0].properties[2].value=300' 'entities[0].brushes[1].faces[0].texture=brick' --force
diff "$SAMPLES/hut.map" hut.map
trilobite convert hut.map hut.obj --texture-size 64x64
grep -c "^o " hut.obj
trilobite convert hut.map hut.glb --editable --assets "$SAMPLES/textures"
trilobite info hut.glb | grep nodes
trilobite set hut.map 'entities[0].brushes[1].faces[0].points[1]=[-128,96,96]' 'entities[0].properties[2].key=min_pixel' --force
trilobite check hut.map
