trilobite ls "$SAMPLES/outpost.vol"
trilobite ls --json "$SAMPLES/outpost.vol"
trilobite ls -l "$SAMPLES/hall.pk3"
trilobite ls "$SAMPLES/outpost.vol" '*.TXT' 'hall-00*'
trilobite ls "$SAMPLES/outpost.vol" '*.wav' && echo not reached
: >nothing
trilobite pack -q nothing.pk3 nothing "$SAMPLES/hall.wad"
sed -i 's/nothing/a\\b\/c\\d/g' nothing.pk3 && trilobite ls -l nothing.pk3
trilobite ls --json nothing.pk3
trilobite ls "$SAMPLES/rooms.dif"
