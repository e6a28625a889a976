trilobite dump "$SAMPLES/rooms.dif" | sed 's/"coordBinMode": 0/"coordBinMode": 7/' | trilobite build - edited.dif
trilobite diff "$SAMPLES/rooms.dif" "$SAMPLES/rooms.dif"
trilobite diff "$SAMPLES/rooms.dif" edited.dif
