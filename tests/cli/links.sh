# What is changed or replaced through a symbolic link is the file that it leads to; the link stays.
mkdir there
cp "$SAMPLES/rooms.dif" there/rooms.dif
cp "$SAMPLES/outpost.vol" there/outpost.vol
ln -s there/rooms.dif first.dif
ln -s first.dif second.dif
ln -s there/outpost.vol volume.vol
chmod 640 there/rooms.dif
trilobite set second.dif 'details[0].minPixels=7' && trilobite dump there/rooms.dif 'details[0].minPixels'
trilobite set volume.vol/hall.dml 'materials[0].red=9' && trilobite diff "$SAMPLES/outpost.vol" there/outpost.vol
trilobite pack volume.vol "$SAMPLES/rooms.dif" --update && trilobite ls volume.vol rooms.dif
# All files of a conversion, also when one of them cannot be placed: then all are as they were.
touch there/old.gltf there/old.bin
ln -s there/old.gltf model.gltf
ln -s there/old.bin model.bin
trilobite convert first.dif model.gltf
trilobite convert first.dif model.gltf --force -q && trilobite info model.gltf | head -n 1 && wc -c <there/old.bin
# One that leads nowhere is no file: it is replaced itself, and only with --force.
ln -s nowhere.glb broken.glb
trilobite convert first.dif broken.glb -q
echo "exit $?"
trilobite convert first.dif broken.glb --force -q && test ! -h broken.glb && echo replaced
ls there
for link in first.dif second.dif volume.vol model.gltf model.bin; do readlink $link; done
stat -c %a there/rooms.dif
