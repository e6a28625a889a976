# A mission becomes one scene of the files that it names; what is missing is an empty node.
trilobite info "$SAMPLES/mission.mis"
trilobite convert "$SAMPLES/mission.mis" mission.glb --all
trilobite info mission.glb | head -n 9
trilobite convert -q "$SAMPLES/tribes.mis" tribes.obj
grep -c '^f ' tribes.obj
printf 'new InteriorInstance(here) { interiorFile = "~/data/none.dif"; };\n' >bare.mis
trilobite convert bare.mis bare.gltf
echo $?
grep -o '"name": *"here"' bare.gltf
trilobite convert "$SAMPLES/darkstar/outpost.mis" outpost.glb --all
trilobite info "$SAMPLES/darkstar/outpost.mis"
cp "$SAMPLES/darkstar/outpost.mis" tower.mis
trilobite set tower.mis 'objects[2].objects[1].fileName=Tower.dts'
trilobite diff "$SAMPLES/darkstar/outpost.mis" tower.mis
echo $?
