trilobite dump "$SAMPLES/rooms.dif" >/dev/full
