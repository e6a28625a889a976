# A skinned model becomes a shape of Torque: both engines' files are .dts, so the format is given.
trilobite convert "$SAMPLES/trilobite.iqm" bug.dts --to torque-dts
trilobite info bug.dts
trilobite check bug.dts
# Details and collision come back, textures are written beside it unless they are left out.
seed=$SAMPLES/../fuzz/seeds/torque-dts/cock-v24.dts
trilobite convert -q "$seed" cock.glb --editable --assets "$SAMPLES/textures"
trilobite convert -q cock.glb cock.dts --to torque-dts --bitmaps no && trilobite info cock.dts | sed -n '/details/,/sequences/p'
trilobite convert -q cock.glb big.dts --to torque-dts --scale 2 --dts-version 26 && trilobite info big.dts | grep "version\|radius"
trilobite convert cock.glb old.dts --to torque-dts --dts-version 23
ls
# What appears and disappears keeps that as a node's own mesh, which --editable writes; as a part of a skin it does not.
trilobite convert -q "$SAMPLES/windmill.dts" rigged.glb --assets "$SAMPLES/textures"
trilobite convert rigged.glb rigged.dts --to torque-dts --bitmaps no
trilobite convert -q "$SAMPLES/windmill.dts" editable.glb --editable --assets "$SAMPLES/textures"
trilobite convert editable.glb editable.dts --to torque-dts --bitmaps no
# Versions: a .dts that becomes a .dts stays a shape of its engine. What a version has no place for is reported.
cp "$seed" seed.dts
for version in 25 26; do
    trilobite convert seed.dts v$version.dts --dts-version $version && trilobite info v$version.dts | grep version
    trilobite convert v$version.dts again.dts --dts-version 24 --force && cmp again.dts seed.dts
done
trilobite convert seed.dts darkstar.dts --to dts -q && trilobite info darkstar.dts | grep format
trilobite set seed.dts 'details[1].subShapeNum=-1' 'details[1].objectDetailNum=-1610407932' -o picture.dts
trilobite convert picture.dts picture26.dts --dts-version 26 && trilobite dump picture26.dts 'details[1]'
trilobite convert picture26.dts picture24.dts --dts-version 24 && cmp picture24.dts picture.dts
trilobite set picture26.dts 'details[1].bbDimension=1000' 'details[1].bbPolarAngle=-1'
trilobite convert picture26.dts small.dts --dts-version 25 && trilobite dump small.dts 'details[1]'
trilobite set v25.dts 'materialList.lightMaps[0]=3' && trilobite convert v25.dts unlit.dts --dts-version 26
trilobite convert -q "$SAMPLES/trilobite.iqm" colored.dts --to torque-dts --dts-version 26
trilobite convert colored.dts plain.dts --dts-version 24 && trilobite check plain.dts
awk 'BEGIN { for (i = 0; i < 21900; i++) printf "v %d 0 0\nv %d 1 0\nv %d 0 1\nf -3 -2 -1\n", i, i, i }' >large.obj
trilobite convert large.obj large.dts --to torque-dts --dts-version 26 && trilobite convert large.dts small.dts --dts-version 24 --force
trilobite set seed.dts version=23 -o v23.dts && trilobite convert v23.dts v24.dts --dts-version 24
trilobite convert seed.dts same.dts --scale 2
echo "exit $?"
