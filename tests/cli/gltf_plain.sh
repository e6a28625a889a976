# Faces without a material are not metal, which is what glTF says of primitives without one and viewers show as black.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >bare.obj
trilobite convert bare.obj bare.glb && trilobite dump bare.glb materials && trilobite dump bare.glb 'meshes[0].primitives[0].material'
trilobite convert bare.glb again.glb && cmp bare.glb again.glb
# glTF without one stays as it is.
cat >metal.gltf <<'J'
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
J
trilobite convert metal.gltf out.gltf && trilobite dump out.gltf 'meshes[0].primitives'
