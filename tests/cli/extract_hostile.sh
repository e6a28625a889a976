# A volume whose names want out: nothing may stand anywhere but in the folder asked for.
cp "$SAMPLES/../fuzz/seeds/vol/hostile-names.vol" .
trilobite ls hostile-names.vol
trilobite extract hostile-names.vol -C in
echo "code $?"
find . -type f | sort
