# Bytes of padding stay as they were: between the members of a volume, also after one that is replaced, and in the rows
# of a bitmap that is drawn anew.
trilobite dump "$SAMPLES/outpost.vol" | sed 's/"gap": "AAAA"/"gap": "QUJD"/; s/"gap": "AAA="/"gap": "QUI="/' >old.json
trilobite build old.json old.vol && cp old.vol new.vol
trilobite extract old.vol readme.txt world.ppl hall.dml -C out
trilobite pack new.vol --update out/readme.txt out/world.ppl out/hall.dml
cmp old.vol new.vol && echo the same volume

bitmap() { # the pixels of two rows of three, padded to four bytes
    echo '{"format": "pbmp", "size": 40, "chunks": [
        {"tag": "head", "head": {"version": 3, "width": 3, "height": 2, "bitDepth": 8, "attributes": 8}},
        {"tag": "data", "data": "'"$1"'"}, {"tag": "DETL", "mipLevels": 1}, {"tag": "PiDX", "paletteIndex": 1}]}'
}
cp "$SAMPLES/darkstar/world.ppl" .
bitmap AQIDqgQFBrs= >old.json && trilobite build old.json old.pbmp
bitmap AQIHqgQFBrs= >new.json && trilobite build new.json new.pbmp
trilobite convert new.pbmp new.png
trilobite convert new.png again.pbmp --like old.pbmp
cmp new.pbmp again.pbmp && echo the same rows
