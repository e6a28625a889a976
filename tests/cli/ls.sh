trilobite ls "$SAMPLES/outpost.vol"
trilobite ls --json "$SAMPLES/outpost.vol"
trilobite ls -l "$SAMPLES/hall.pk3"
trilobite ls "$SAMPLES/outpost.vol" '*.TXT' 'hall-00*'
trilobite ls "$SAMPLES/outpost.vol" '*.wav' && echo not reached
trilobite ls "$SAMPLES/rooms.dif"
