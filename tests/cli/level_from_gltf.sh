# Levels of glTF: what is below a mover moves with it, entities may have children, materials without names are called as
# their images, and what a level has no place for is reported.
png='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
cat >lift.gltf <<END
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,5,7,8]}],
"extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{}}]}},
"nodes":[{"name":"mover_lift","children":[1,2,3,4]},{"name":"door","mesh":0},{"name":"col_door","mesh":0,"translation":[2,0,0]},
{"name":"detail_knob","mesh":1,"translation":[4,0,0]},{"name":"start","extras":{"class":"MarbleSpawn"}},
{"name":"gem","children":[6],"extras":{"class":"item","datablock":"GemItem"}},{"name":"label"},
{"name":"sign","mesh":1,"translation":[9,0,0],"extras":{"datablock":"Sign"}},
{"name":"spot","extensions":{"KHR_lights_punctual":{"light":0}}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,"material":0}]},
{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,"material":1}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}},{"pbrMetallicRoughness":{"baseColorTexture":{"index":1}}}],
"textures":[{"source":0},{"source":1}],"images":[{"name":"tex","uri":"$png"},{"name":"tex","uri":"$png"}],
"animations":[{"samplers":[{"input":3,"output":4}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]},
{"samplers":[{"input":3,"output":4}],"channels":[{"sampler":0,"target":{"node":7,"path":"scale"}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},
{"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"},{"bufferView":2,"componentType":5121,"count":12,"type":"SCALAR"},
{"bufferView":3,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1.5]},{"bufferView":4,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":32},{"buffer":0,"byteOffset":80,"byteLength":12},
{"buffer":0,"byteOffset":92,"byteLength":8},{"buffer":0,"byteOffset":100,"byteLength":24}],
"buffers":[{"byteLength":124,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AACAPwAAgD8AAgEAAQMAAwIBAgMAAAAAAADAPwAAAAAAAAAAAAAAAAAAAAAAAIBAAAAAAA=="}]}
END
trilobite convert lift.gltf lift.dif
trilobite info lift.dif | grep -E 'details|subObjects|convexHulls|surfaces|pathFollowers|gameEntities'
trilobite dump lift.dif 'subObjects[0].materials'
trilobite dump lift.dif 'pathFollowers[0].totalMS'
trilobite dump lift.dif 'gameEntities'
trilobite convert lift.gltf lift.dis
