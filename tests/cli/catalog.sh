# Rows of files and members; times are those of the copies, and not everywhere known.
mkdir -p game/textures
cp "$SAMPLES/rooms.dif" "$SAMPLES/hall.pk3" game
cp "$SAMPLES/textures/wall.png" "$SAMPLES/textures/floor.png" game/textures
head -c 3000 "$SAMPLES/windmill.dts" >game/short.dts
printf 'text, "quoted"\n' >game/note.txt
trilobite pack -q game/both.zip game/hall.pk3 game/note.txt
trilobite catalog game/ -o - -j 2 | sed 's/,20[0-9-]*T[0-9:.]*Z,/,TIME,/; s/\r$//'
echo "-- a part, and the other; again"
trilobite catalog game -o one.csv --shard 1/2
trilobite catalog game -o two.csv --shard 2/2
cat one.csv two.csv | grep -vc '^path,'
trilobite catalog game -o one.csv
trilobite catalog game -o one.csv --force -q
grep -c . one.csv
echo "-- what cannot be"
trilobite catalog game
trilobite catalog game -o game.txt
trilobite catalog game -o one.csv --merge
trilobite catalog game -o one.csv --shard 3/2
trilobite catalog game -o one.csv --shard 1
trilobite catalog absent game/textures -o some.csv
echo $?
grep -c . some.csv
trilobite catalog game -o more.csv --thumbnails
echo $?
trilobite catalog none -o none.csv || ls | grep -c none
