cp "$SAMPLES"/darkstar/world.ppl "$SAMPLES"/darkstar/leaf.bmp "$SAMPLES"/darkstar/brick.bmp .
echo "no picture" >broken.bmp
trilobite convert world.ppl leaf.bmp brick.bmp broken.bmp sheet.png --size 64x48
echo "exit $?"
trilobite info sheet.png
trilobite convert leaf.bmp brick.bmp sheet.png
echo "exit $?"
trilobite convert leaf.bmp brick.bmp --size 9x9 small.png
echo "exit $?"
trilobite convert leaf.bmp brick.bmp --size wide small.png
echo "exit $?"
ls
