# Nothing outside the folder is read, and what files claim is limited to what they have.
echo secret words >secret.bin && mkdir in && cd in
refuse() { # name, members
    printf '{"asset":{"version":"2.0"},%s}' "$2" >"$1.gltf"
    trilobite convert --force "$1.gltf" out.glb
    echo "$1: exit $?"
}
triangle='"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]'
view='"bufferViews":[{"buffer":0,"byteLength":9}],"accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"VEC3"}]'
for uri in ../secret.bin %2e%2e/secret.bin "$(cd .. && pwd | tr -d '\n')/secret.bin" file:../secret.bin '..\\\\secret.bin'; do
    refuse uri "\"buffers\":[{\"byteLength\":9,\"uri\":\"$uri\"}],$view,$triangle"
done
refuse count "\"accessors\":[{\"componentType\":5126,\"count\":4294967295,\"type\":\"VEC3\"}],$triangle"
refuse overlap "\"buffers\":[{\"byteLength\":48,\"uri\":\"data:;base64,$(head -c 48 /dev/zero | base64 -w 0)\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":48,\"byteStride\":4}],
\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":10,\"type\":\"VEC3\"}],$triangle" && trilobite info out.glb | grep triangles
refuse unchecked '"buffers":[{"byteLength":48,"uri":"data:;base64,'"$(head -c 48 /dev/zero | base64 -w 0)"'"}],"bufferViews":[{"buffer":0,"byteLength":48}],
"accessors":[{"bufferView":0,"componentType":5126,"count":2147483648,"type":"VEC3"},{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]'
refuse cycle '"nodes":[{"children":[1]},{"children":[2]},{"children":[1]}]'
refuse deep "\"extras\":$(head -c 200000 /dev/zero | tr '\0' '[')"
refuse nested "\"extras\":$(head -c 90 /dev/zero | tr '\0' '[')$(head -c 90 /dev/zero | tr '\0' ']')"
refuse data '"buffers":[{"byteLength":9,"uri":"data:text/plain,abcdefghi"}],'"$view,$triangle"
refuse huge '"scene":1e999'
refuse required '"extensionsRequired":["KHR_texture_basisu","X_none"],"extensionsUsed":["KHR_texture_basisu","X_none"]'
