trilobite dump "$SAMPLES/rooms.dif" 'details[7]'
