trilobite check "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif"
