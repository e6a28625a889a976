# What could not be opened again is not written, nor under a name that promises something else.
dump() { trilobite dump "$SAMPLES/rooms.dif"; }
dump | sed 's/"lightMap": "/&AAAA/' | trilobite build - out.dif
dump | sed 's/"previewBitmap": "\([^"]*\)"/"previewBitmap": ""/' | trilobite build - out.dif
# After the last chunk stand two more bytes.
dump | sed 's/\("previewBitmap": "[^"]*\)rkJggg==/\1rkJgggAA/' | trilobite build - out.dif
ls
dump >rooms.json
trilobite build rooms.json rooms.glb
echo "exit $?"
trilobite build rooms.json rooms.roo --force
echo "exit $?"
ls
trilobite build rooms.json rooms.bin && trilobite build rooms.json ROOMS.DIF && ls
# A field of fixed size that is not there.
trilobite dump "$SAMPLES/textures/brick.png" >png.json
sed 's/"type": "IHDR"/"typo": 0/' png.json | trilobite build - out.png
sed 's/"type": "IDAT"/"type": null/' png.json | trilobite build - out.png
echo '{"format": "png", "chunks": [1, null], "tail": ""}' | trilobite build - out.png
echo '{"format": "pbmp", "chunks": null}' | trilobite build - out.bmp
ls
