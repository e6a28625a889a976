# glTF to GLB: textures of all kinds with their factors, cameras, a spot, UV sets and extras are what they were.
png='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
bin='data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'
cat >a.gltf <<END
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2,3]}],
"extensionsUsed":["KHR_lights_punctual","KHR_materials_emissive_strength","KHR_materials_clearcoat","KHR_texture_transform"],
"extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","name":"lamp","intensity":20,"range":5,"color":[1,0.5,0],"spot":{"innerConeAngle":0.1,"outerConeAngle":0.5}}]}},
"nodes":[{"name":"shape","mesh":0,"extras":{"key \"one\"\n":[1,{"two":null}]}},{"name":"eye","camera":0},{"name":"plan","camera":1},{"name":"lamp","extensions":{"KHR_lights_punctual":{"light":0}}}],
"cameras":[{"type":"perspective","perspective":{"yfov":0.5,"znear":0.25,"zfar":40,"aspectRatio":1.5}},{"type":"orthographic","orthographic":{"xmag":3,"ymag":2,"znear":0,"zfar":9}}],
"meshes":[{"name":"triangle","primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1,"TEXCOORD_1":1,"TEXCOORD_2":1},"material":0}]}],
"materials":[{"name":"all","pbrMetallicRoughness":{"baseColorTexture":{"index":0},"metallicFactor":0.25,"roughnessFactor":0.75,"metallicRoughnessTexture":{"index":1,"texCoord":1}},
"normalTexture":{"index":2,"scale":0.5,"texCoord":2},"occlusionTexture":{"index":3,"strength":0.25,"extensions":{"KHR_texture_transform":{"scale":[2,2]}}},"emissiveTexture":{"index":3},"emissiveFactor":[1,0.5,0],
"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":4},"KHR_materials_clearcoat":{}},"extras":{"rust":true}}],
"textures":[{"source":0},{"source":1},{"source":2},{"source":3}],
"images":[{"name":"color","uri":"$png"},{"name":"rough","uri":"$png"},{"name":"normal","uri":"$png"},{"name":"glow","uri":"$png"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},{"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"$bin"}]}
END
trilobite convert a.gltf b.glb
trilobite check b.glb
for part in materials cameras extensions nodes extensionsUsed; do trilobite dump b.glb $part; done
trilobite convert b.glb c.glb && trilobite convert c.glb d.glb && cmp c.glb d.glb && echo a fixed point
# Other writers have no place for most of it, and say so.
trilobite convert b.glb b.iqm --force
