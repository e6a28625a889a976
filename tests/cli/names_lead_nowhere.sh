# Whatever a file names, what is far from it is not read: up by a path, from the root, with backslashes, as an address.
mkdir -p far a/b/c/d
cp "$SAMPLES"/textures/*.png "$SAMPLES"/lighthouse.mat "$SAMPLES"/darkstar/* "$SAMPLES"/meridian/*.bmp far
printf 'newmtl brick\nmap_Kd brick.png\n' >far/far.mtl
far=$(pwd)/far
cd a/b/c/d
triangle='v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl brick\nf 1/1 2/1 3/1\n'
for up in ../../../../far "$far" ..\\..\\..\\..\\far file:../../../../far; do
    { printf '%s\n' "mtllib $up/far.mtl" && printf "$triangle"; } >library.obj
    { echo "mtllib map.mtl" && printf "$triangle"; } >map.obj
    printf '%s\n' "newmtl brick" "map_Kd $up/brick.png" >map.mtl
    awk -v up="$(printf '%s' "$up" | sed 's/\\/&&/g')" '/^mtable/ { $2 = up "/" $2 } { print }' "$SAMPLES/lighthouse.nff" >lighthouse.nff
    awk -v up="$(printf '%s' "$up" | sed 's/\\/&&/g')" '/^lantern-/ { $1 = up "/" $1 } { print }' "$SAMPLES/meridian/lantern.bbg" >lantern.bbg
    cp "$SAMPLES/rooms.dif" "$SAMPLES/torque/weathercock.dts" "$SAMPLES/darkstar/hills.dtf" .
    trilobite set rooms.dif "details[0].materials[0]=$up/wall"
    trilobite set weathercock.dts "materialList.names[0]=$up/brick"
    trilobite set hills.dtf "dmlName=$up/world.dml"
    for name in library.obj map.obj lighthouse.nff lantern.bbg rooms.dif weathercock.dts hills.dtf; do
        trilobite convert --force $name x.glb 2>&1 | grep 'not found\|error' | head -n 1 | sed "s|$far|FAR|"
    done
done
