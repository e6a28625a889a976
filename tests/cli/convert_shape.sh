# A skinned model becomes a shape of rigid parts that plays its animations; a building becomes one, too.
trilobite convert "$SAMPLES/trilobite.iqm" bug.dts
trilobite info bug.dts | sed -n '/vertices/,$p'
trilobite check bug.dts
trilobite convert "$SAMPLES/lighthouse.nff" lighthouse.dts --scale 0.5
trilobite info lighthouse.dts | grep -A3 "bounds\|details"
trilobite check lighthouse.dts
# Textures go with it: with colors of their own, in the palette of a world, or not at all.
cp "$SAMPLES/lighthouse.nff" "$SAMPLES/lighthouse.mat" .
trilobite convert -q lighthouse.nff own.dts --force --assets "$SAMPLES/textures" && trilobite info wall.bmp | grep "title\|colors"
trilobite convert -q lighthouse.nff game.dts --force --assets "$SAMPLES/textures" --palette "$SAMPLES/darkstar/world.ppl"
trilobite info wall.bmp | grep "title\|paletteIndex"
trilobite convert -q lighthouse.nff none.dts --bitmaps no && ls *.dts
# Glass stays glass where the world has a palette with alphas, else only its holes are left.
trilobite convert -q "$SAMPLES/textures/wall.png" tint.pbmp --palette "$SAMPLES/darkstar/world.ppl" --attributes translucent
trilobite convert -q tint.pbmp glass.png --palette "$SAMPLES/darkstar/world.ppl"
cat >pane.gltf <<J
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],
"materials":[{"alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"glass.png"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},{"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24}],
"buffers":[{"byteLength":60,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/"}]}
J
for index in 2 1; do
    trilobite convert --force pane.gltf pane.dts --palette "$SAMPLES/darkstar/world.ppl" --palette-index $index
    trilobite info glass.bmp | grep "attributes\|paletteIndex"
    trilobite convert -q --force pane.dts back.gltf --palette "$SAMPLES/darkstar/world.ppl"
    trilobite dump back.gltf 'materials[0]' | grep -o '"alphaMode": "[A-Z]*"'
done
trilobite convert --force -q pane.gltf pane.dts --palette "$SAMPLES/darkstar/world.ppl" && trilobite info glass.bmp | grep attributes
