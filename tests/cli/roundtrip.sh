trilobite roundtrip -j 2 "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif"
