cp "$SAMPLES/darkstar/leaf.bmp" "$SAMPLES/darkstar/world.ppl" .
trilobite convert leaf.bmp leaf.png
trilobite pack world.vol leaf.bmp world.ppl
trilobite pack --update world.vol leaf.png
trilobite ls world.vol
trilobite extract world.vol leaf.bmp -C same
cmp leaf.bmp same/leaf.bmp
cp "$SAMPLES/textures/wall.png" LEAF.png
trilobite pack --update world.vol LEAF.png --compress lzh
trilobite ls world.vol
trilobite info world.vol/leaf.bmp
trilobite pack world.vol --remove leaf.bmp
trilobite pack --update world.vol LEAF.png
trilobite ls world.vol
# A palette that nothing is drawn with.
trilobite pack --update world.vol LEAF.png --palette world.ppl
echo "exit $?"
trilobite pack --update world.vol leaf.bmp && trilobite pack --update world.vol leaf.png --palette world.ppl
echo "exit $?"
