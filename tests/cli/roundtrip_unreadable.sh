printf 'no model' >junk
head -c 5000 "$SAMPLES/rooms.dif" >cut.dif
trilobite roundtrip junk "$SAMPLES/rooms.dif" cut.dif
