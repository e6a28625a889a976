trilobite dump "$SAMPLES/rooms.dif" |
    sed 's/{"windingStart": 0, "windingCount": 4, "planeIndex": [0-9]*, "textureIndex": [0-9]*/{"windingStart": 0, "windingCount": 4, "planeIndex": 0, "textureIndex": 99/' >edited.json
trilobite build edited.json edited.dif
trilobite check edited.dif | cut -c1-30
trilobite check edited.dif >/dev/null
trilobite check --all edited.dif >/dev/null
