# Names of other tools in glTF: "-col" is drawn and collides, "-colonly" is never drawn, and both are reported.
cat >a.obj <<END
o crate-col
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
o rock-colonly
v 2 0 0
v 3 0 0
v 2 1 0
v 2 0 1
f 5 7 6
f 5 6 8
f 5 8 7
f 6 7 8
END
trilobite convert a.obj a.gltf
trilobite convert a.gltf a.dts --to torque-dts
trilobite info a.dts | sed -n '/objects/,$p'
trilobite convert a.gltf b.dts --to dts
trilobite info b.dts | sed -n '/details/,/^$/p'
