trilobite pack two.vol "$SAMPLES"/rooms.dif "$SAMPLES"/rooms-v14.dif --compress lzh
trilobite info two.vol/ROOMS.dif | head -n 3
trilobite roundtrip 'two.vol/*.DIF' "$SAMPLES/rooms.dif"
trilobite check --json 'two.vol/rooms-*' | head -n 3
trilobite diff two.vol/rooms.dif "$SAMPLES/rooms.dif" && echo the same
trilobite dump two.vol/rooms.dif detailLevels >/dev/null || echo no such part
trilobite query two.vol/rooms.dif point 0 3 2 | head -n 1
mkdir out
trilobite convert --to obj 'two.vol/*.dif' out 2>/dev/null
ls out/*.obj
cp "$SAMPLES/rooms-v14.dif" roomz.dif
trilobite pack same.vol "$SAMPLES/rooms.dif" roomz.dif
sed -i 's/roomz/ROOMS/' same.vol
trilobite info 'same.vol/*.dif' | grep -e '^same' -e interiorFileVersion
trilobite info two.vol/absent.dif
trilobite info 'two.vol/*.absent'
trilobite info two.vol/rooms.dif/more
