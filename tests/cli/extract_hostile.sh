# A volume whose names leave the folder: nothing may be written outside the output folder.
cp "$SAMPLES/../fuzz/seeds/vol/hostile-names.vol" .
trilobite ls hostile-names.vol
trilobite extract hostile-names.vol -C in
echo "code $?"
find . -type f | sort
echo "by their places:"
trilobite ls hostile-names.vol '#1' '#2'
trilobite extract hostile-names.vol '#1' -C one 2>/dev/null && ls one
