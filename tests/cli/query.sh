trilobite query "$SAMPLES/rooms.dif"
trilobite query "$SAMPLES/rooms.dif" ray 0 3 2 0 3 -10
trilobite query --json "$SAMPLES/rooms.dif" point -5 3 1
trilobite query "$SAMPLES/rooms.dif" which way
# One word is a whole query; parts of the file come before it.
trilobite query "$SAMPLES/rooms.dif" 'lod 100'
trilobite query "$SAMPLES/rooms.dif" 'details[0] lod 100'
trilobite query "$SAMPLES/rooms.dif" 'details[7] lod 100'
trilobite query --json "$SAMPLES/rooms.dif" | head -n 8
trilobite query "$SAMPLES/rooms.dif" 'details[0]' 'lod 100'
