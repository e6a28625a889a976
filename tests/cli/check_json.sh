cp "$SAMPLES/rooms.dif" tail.dif
printf '\1\2\3\4' >>tail.dif
trilobite check --json tail.dif
