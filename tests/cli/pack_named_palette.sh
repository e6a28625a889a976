# A Microsoft bitmap that names a palette of the world: the picture that replaces it is drawn with that one, and keeps
# what it shows.
cp "$SAMPLES/../fuzz/seeds/bmp/b8.bmp" tile.bmp
cp "$SAMPLES/darkstar/world.ppl" .
trilobite info tile.bmp | grep paletteIndex
trilobite pack -q world.vol tile.bmp world.ppl
trilobite convert tile.bmp tile.png
trilobite pack --update world.vol tile.png
trilobite info world.vol/tile.bmp | grep -v size
trilobite convert world.vol/tile.bmp again.png
cmp tile.png again.png && echo "looks the same"
trilobite check world.vol/tile.bmp
echo "-- without its palette nothing can be drawn"
mkdir -p alone/in
trilobite pack -q alone/in/alone.vol tile.bmp
cp "$SAMPLES/textures/wall.png" alone/in/tile.png
trilobite pack --update alone/in/alone.vol alone/in/tile.png
echo "exit $?"
