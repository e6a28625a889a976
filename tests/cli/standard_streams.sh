trilobite info - <"$SAMPLES/rooms.dif" | head -3
trilobite convert "$SAMPLES/rooms.dif" - --to glb 2>/dev/null | head -c 4
echo
# What a format puts beside its file stays out, and a file that is called "-" is another.
echo mine >-
trilobite convert "$SAMPLES/trilobite.iqm" - --to obj --assets "$SAMPLES/textures" | sed -n 1p
trilobite pack - --to vol - <"$SAMPLES/rooms.dif" | head -c 4
echo
trilobite pack - --update "$SAMPLES/rooms.dif" --remove '*.bmp' --to vol <"$SAMPLES/outpost.vol" | trilobite ls - '*.d*'
ls
