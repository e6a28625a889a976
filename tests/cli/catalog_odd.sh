# Files and members with odd names, and those that are damaged: each has its row.
mkdir game
printf x >'game/a "b", c.txt'
printf x >"$(printf 'game/bad\377.txt')" # taken for Windows' letters: the name of the next
printf yy >'game/badÿ.txt'
printf zzz >"$(printf 'game/odd\377.txt')"
cp "$SAMPLES/hall.udmf" one.udmf
sed 's/{/{ /' one.udmf >two.udmf
sed 's/{/{  /' one.udmf >'#1'
sed 's/{/{   /' one.udmf >'#01'
cp one.udmf ten.udmf
trilobite pack -q game/names.vol two.udmf one.udmf ten.udmf '#1' '#01'
sed -i 's/one\.udmf/two.udmf/; s/ten\.udmf/TWO.udmf/' game/names.vol # in its directory
head -c 3000 "$SAMPLES/windmill.dts" >short.dts
printf 'a line of a text, a line of a text\n' >torn.txt
trilobite pack -q --compress deflate game/torn.zip torn.txt short.dts
printf '\377\377\377\377' | dd of=game/torn.zip bs=1 seek=40 conv=notrunc 2>/dev/null
cp one.udmf 1.zip
for inner in 1 2 3 4 5 6 7 8 9 10; do
    trilobite pack -q $((inner + 1)).zip $inner.zip
done
mv 11.zip game/deep.zip
rows() { # of a catalog, without times, sums and what is within archives within archives
    sed 's/,20[0-9-]*T[0-9:.]*Z,/,TIME,/; s/,[0-9a-f]\{64\},/,SUM,/; s/\r$//' "$1" | grep -v '^game/deep.zip/10.zip/9.zip/8.zip/7.zip/6.zip.*,,,*$'
}
trilobite catalog game -o all.csv
echo $?
rows all.csv
echo "-- a member is opened by the name in its row"
for member in $(sed -n 's|^\(game/names.vol/[^,]*\),.*|\1|p' all.csv); do
    trilobite cat "$member" | head -n 5 | tail -n 1
done
echo "-- into one of the folders: it has no row, nor has what SQLite makes there; files of like names have"
mkdir -p out/in
for name in out.csv-wal out.csv-shm out.csv-journal out.csv-old out.cs in/out.csv in/out.csv-wal; do
    echo "$name" >out/$name
done
trilobite catalog out -o out/out.csv
trilobite catalog out -o out/out.csv --force
cut -d , -f 1,5 out/out.csv | tr -d '\r' | sed 's/,.*//'
echo "-- an archive that unpacks to far more than it has"
mkdir bomb
cp "$SAMPLES/../fuzz/seeds/vol/bomb.vol" bomb
trilobite catalog bomb -o bomb.csv
rows bomb.csv | sed -n 2p
grep -c '^bomb/bomb.vol/' bomb.csv
