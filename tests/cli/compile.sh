# Levels compiled to interiors: what a ray hits, other versions, a mover, the way over glTF, and textures of no size.
cp "$SAMPLES/hut.map" "$SAMPLES/platform.csx" .
trilobite convert hut.map hut.dif --assets "$SAMPLES/textures"
trilobite query hut.dif ray 0 0 2 0 0 -2
trilobite convert hut.map hut-14.dif --assets "$SAMPLES/textures" --dif-version 14
trilobite convert platform.csx platform.dif --assets "$SAMPLES/textures" --dif-family tse
trilobite info platform.dif | grep -E "family|convexHulls|pathFollowers|animations"
trilobite convert hut.map hut.glb --editable --assets "$SAMPLES/textures"
trilobite convert hut.glb hut-again.dif
trilobite check hut.dif hut-14.dif platform.dif hut-again.dif
trilobite convert hut.map lit.dif --assets "$SAMPLES/textures" --light sun --sun 1,-1,2 --sun-color '#ffe0c0' --ambient '#101018'
cmp -s hut.dif lit.dif || echo "lit.dif has light"
trilobite convert hut.map lit.dif --assets "$SAMPLES/textures" --light vertex --force
trilobite convert hut.map lit.glb --assets "$SAMPLES/textures" --light sun
trilobite convert hut.map unsized.dif
