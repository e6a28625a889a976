# All that is wrong is reported, and the file stays.
cp "$SAMPLES/rooms.dif" .
trilobite set rooms.dif 'details[0].minPixel=77' foo=1 'details[9].x=1' 'details[0].points[1][2]=abc' \
    'details[0].boundingBox[7]=1' 'details[0].minPixels=-1' 'details[0].portals[0].planeIndex.a=1' \
    'details[0].portals.x=1' 'previewBitmap="AAAA"' family=tg
echo "exit $?"
trilobite set rooms.dif minPixels 'x[=1' 'details[0]={"a": }' 'details[0].minPixels=1' 'details[0].minPixels=2'
echo "exit $?"
# It could not be opened again.
trilobite set rooms.dif 'details[0].interiorFileVersion=99'
echo "exit $?"
cmp "$SAMPLES/rooms.dif" rooms.dif && ls
trilobite set absent.dif a=1
echo "exit $?"
mkdir folder && trilobite set rooms.dif 'details[0].minPixels=1' -o folder
echo "exit $?"
trilobite set rooms.dif 'details[0].minPixels=1' -o /dev/full
echo "exit $?"
trilobite set rooms.dif 'details[0].minPixels=1' -o nowhere/rooms.dif
echo "exit $?"
trilobite set "$SAMPLES/textures/palette.gpl" a=1 2>/dev/null
trilobite set rooms.dif
trilobite set "$SAMPLES/rooms.dif" "$(printf 'details[0].mat\377=1')" -o none.dif
