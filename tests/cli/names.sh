# Names in any script, and a path longer than 260 characters: as inputs, as outputs, in volumes.
mkdir -p 'Дом é/家'
cp "$SAMPLES/rooms.dif" 'Дом é/家/🐚.dif'
cp "$SAMPLES/outpost.vol" 'Дом é/ü.vol'
cd 'Дом é'
trilobite check 家/*.dif
trilobite info ü.vol/hall.dis | head -n 2
trilobite pack ü.vol --update 家/🐚.dif
trilobite ls ü.vol 🐚*
trilobite extract ü.vol 🐚.dif -C 'ou ț'
cmp 家/🐚.dif 'ou ț/🐚.dif'
long=$(printf 'a folder in another folder/%.0s' 1 2 3 4 5 6 7 8 9 10 11 12)
trilobite extract ü.vol 🐚.dif -C "$long"
trilobite set "$long/🐚.dif" 'details[0].minPixels=7'
trilobite roundtrip -r "${long%%/*}" | tail -n 1
trilobite convert -r . ../out --to obj -q
(cd ../out && find . -name '*.obj' | sed 's|a folder.*folder|LONG|' | sort)
find .. -name '*.tmp'
