# A room's security value: kept and reported, left to build, or made by --rebuild; and walls that name what is not there.
trilobite dump "$SAMPLES/courtyard.roo" >room.json
sed 's/"normalBitmap": 1,/"normalBitmap": 2,/' room.json >edited.json
trilobite build edited.json kept.roo
trilobite check kept.roo | cut -d' ' -f1-2
sed '/^ "security":/d' edited.json | trilobite build - computed.roo
trilobite check computed.roo | cut -d' ' -f1-2
sed '/^ "security":/d' room.json | trilobite build - again.roo
cmp again.roo "$SAMPLES/courtyard.roo" && echo "the same"
trilobite build edited.json rebuilt.roo --rebuild && trilobite check rebuilt.roo | cut -d' ' -f1-2
trilobite build edited.json encrypted.roo --encrypt 2>&1 | cut -d: -f1-2
sed 's/"positiveSidedef": 1,/"positiveSidedef": 60000,/' room.json | trilobite build - bad.roo --rebuild 2>messages
echo "exit $?"
head -n 3 messages
sed 's/"positiveSector": 0,/"positiveSector": 300,/' room.json | trilobite build - bad.roo --rebuild 2>&1 | head -n 2
ls
