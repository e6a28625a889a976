# What is drawn is measured where its nodes are; without the buffers nobody knows where that is.
model() { # name, nodes, uri
    printf '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,1]},{"nodes":[2]}],"nodes":[%s],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"%s"}]}' "$2" "$3" >"$1.gltf"
    trilobite info "$1.gltf" | grep 'vertices\|triangles\|bounds'
}
bytes="data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"
other='{"mesh":0,"translation":[100,0,0]}'
model placed "{\"mesh\":0,\"translation\":[10,0,0],\"scale\":[2,2,2]},{\"mesh\":0,\"rotation\":[0,0,1,0]},$other" "$bytes"
model away "{\"mesh\":0,\"translation\":[10,0,0]},{\"mesh\":0},$other" away.bin
# A matrix that shears is none of glTF's.
model sheared "{\"mesh\":0,\"matrix\":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]},{},$other" "$bytes"
trilobite convert sheared.gltf sheared.obj
