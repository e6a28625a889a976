echo notes >notes.txt
trilobite info --quiet notes.txt/inner.dts
echo $?
trilobite roundtrip -j 1 notes.txt/inner.dts "$SAMPLES/outpost.vol/windmill.dts" notes.txt/inner.dts
