# Inputs from folders and lists; what is of no known format is passed over.
mkdir -p game/a game/b/c game/textures
cp "$SAMPLES/rooms.dif" game/a/x.dif
cp "$SAMPLES/rooms-v14.dif" game/b/x.dif
cp "$SAMPLES/windmill.dts" game/b/c/mill
cp "$SAMPLES/textures/brick.png" game/textures
cp "$SAMPLES/courtyard.roo" "game/two
lines.roo"
echo text >game/readme.txt
printf short >game/broken.dif
ln -s .. game/b/loop
ln -s ../a/x.dif game/b/link.dif
cp "$SAMPLES/lighthouse.nff" game/a/x.nff
mkfifo game/pipe
echo "-- a folder, without and with -r"
trilobite check game "$SAMPLES/rooms.dif" && echo done
trilobite roundtrip -r game
echo "-- quiet"
trilobite roundtrip -q -r game
trilobite check -q -r game
echo "-- lists"
printf 'game/a/x.dif\r\n\ngame/b/x.dif\n' >list
trilobite roundtrip -T list game/b/c/mill
find game -name '*.roo' -print0 | trilobite roundtrip -T - --null
printf 'game/a/x.dif\0game/b/x.dif\0' | trilobite roundtrip -T -
printf 'game/a/x.dif\0game/b/x.dif\0' | trilobite roundtrip -T - --null
trilobite info -T absent
printf 'game/a/x.dif\ngame/textures/brick.png\n' | trilobite pack mine.vol -T -
trilobite ls mine.vol
trilobite pack none.vol -T absent game/a/x.dif
trilobite convert -q 'mine.vol/*.dif' members --to obj && find members none.vol -name '*.obj'
echo "-- the tree is kept; models only"
trilobite convert -q -r game out/deep --to obj
find out -name '*.obj' | sort
trilobite convert -q game/a/x.dif game/b/x.dif named --to obj
find named -name '*.obj' | sort
echo "-- an output folder within the input folder"
trilobite convert -q -r game game/new --to bff
trilobite convert -q -r game game/new --to bff --skip-existing
find game/new -name '*.bff' | sort
echo "-- nothing to do"
mkdir empty
trilobite info -r empty
trilobite info -r empty --json
trilobite info -r absent
echo "-- many"
mkdir many
for i in 0 1 2 3 4 5 6 7 8 9; do for k in 0 1 2 3 4 5 6 7 8 9; do cp "$SAMPLES/textures/brick.png" many/$i$k; done; done
trilobite roundtrip -j 4 -r many | tail -n 1
