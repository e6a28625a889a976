# A warning, and exit status 1; the file is written.
cp "$SAMPLES/trilobite.iqm" .
trilobite convert trilobite.iqm trilobite.obj --scale 2 --lod 1 2>unused
echo $?
grep UNUSED unused
trilobite convert trilobite.iqm twice.iqm --scale 2
echo $?
trilobite convert trilobite.iqm page.html --light-floor 0.5 2>&1 | grep UNUSED
