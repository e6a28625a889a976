trilobite convert "$SAMPLES/darkstar/leaf.bmp" leaf.png
trilobite convert leaf.png leaf.pbmp --palette-index 1
trilobite convert "$SAMPLES/darkstar/world.ppl" world.gpl
trilobite convert "$SAMPLES/textures/wall.png" wall.pbmp --palette "$SAMPLES/darkstar/world.ppl" --attributes translucent
trilobite info wall.pbmp
trilobite convert wall.pbmp wall.png --mip 9
trilobite convert "$SAMPLES/textures/wall.png" like.pbmp --like "$SAMPLES/darkstar/leaf.bmp"
trilobite info like.pbmp
trilobite convert "$SAMPLES/textures/wall.png" other.pbmp --like "$SAMPLES/lighthouse.nff" && echo not reached
rm like.pbmp
ls
# A bitmap whose palette is nowhere lends none.
mkdir alone picture && cp "$SAMPLES/darkstar/leaf.bmp" alone && cp "$SAMPLES/textures/wall.png" picture
trilobite convert picture/wall.png gray.pbmp --palette alone/leaf.bmp
echo "exit $?"
cp "$SAMPLES/darkstar/world.ppl" picture
trilobite convert picture/wall.png lent.pbmp --palette alone/leaf.bmp
echo "exit $?"
