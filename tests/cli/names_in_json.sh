# In JSON that is built, and in values that are set, names may be written where the file has numbers of what has the name.
cat >walker.json <<'J'
{"format": "dts",
 "names": [{"data": "bounds"}, {"data": "detail1"}, {"data": "arm"}, {"data": "hand"}, {"data": "wave"}],
 "nodes": [
  {"name": "bounds", "parent": -1},
  {"name": "detail1", "parent": "bounds"},
  {"name": "arm", "parent": "detail1"}],
 "sequences": [{"name": "wave", "duration": 1}],
 "subSequences": [{"sequenceIdx": "wave"}],
 "transforms": [{"rot": [0, 0, 0, 32767]}],
 "objects": [{"name": "hand", "nodeIndex": "arm"}],
 "details": [{"rootNode": "detail1"}],
 "transitions": [{"startSequence": "wave", "endSequence": "wave", "transform": {"rot": [0, 0, 0, 32767]}}],
 "meshes": [{
  "vertsPerFrame": 2, "vertices": [[0, 0, 0, 0], [255, 255, 255, 0]], "frames": [{}],
  "faces": [{"matIndex": "steel.bmp"}]}],
 "alwaysNode": "arm",
 "hasMaterials": 1,
 "materialList": {"numDetails": 1, "numMaterials": 2, "materials": [{"file": "rust.bmp"}, {"file": "steel.bmp"}]}}
J
trilobite build walker.json walker.dts
for part in nodes sequences subSequences objects details transitions 'meshes[0].faces' alwaysNode; do
    trilobite dump walker.dts "$part"
done
trilobite set walker.dts 'objects[0].nodeIndex=bounds' 'nodes[2].parent=0' 'meshes[0].faces[0].matIndex=rust.bmp' \
    'nodes[+]={"name": "hand", "parent": "arm"}' 'details[0].rootNode=hand'
trilobite dump walker.dts nodes
trilobite dump walker.dts 'objects[0].nodeIndex'
trilobite dump walker.dts 'meshes[0].faces[0].matIndex'
trilobite dump walker.dts 'details[0].rootNode'
# Texts in a block, materials of an interior, triggers of a path.
cat >post.json <<'J'
{"format": "iqm", "text": "\u0000post\u0000wood\u0000foot\u0000top\u0000", "num_vertexes": 0,
 "meshes": [{"name": "post", "material": "wood"}],
 "joints": [{"name": "foot", "parent": -1}, {"name": "top", "parent": "foot"}]}
J
trilobite build post.json post.iqm && trilobite dump post.iqm meshes && trilobite dump post.iqm joints
cat >house.json <<'J'
{"format": "dis", "names": "a\u0000house.dig\u0000house.dil\u0000house.dml\u0000",
 "states": [{"nameOffset": "a", "numLods": 1}], "lods": [{"geometryNameOffset": "house.dig"}],
 "lodLightStates": ["house.dil"], "lightStates": ["a"], "materialListOffset": "house.dml"}
J
trilobite build house.json house.dis && trilobite info house.dis && trilobite dump house.dis lodLightStates
cat >room.json <<'J'
{"format": "dif",
 "details": [{
  "materials": ["wall", "floor"], "surfaces": [{"textureIndex": "floor"}],
  "nameBuffers": [97, 0, 98, 0], "animatedLights": [{"nameIndex": "b"}]}],
 "triggers": [{"name": "stop"}, {"name": "go"}],
 "pathFollowers": [{"triggerIds": ["go", 0]}]}
J
trilobite build room.json room.dif && trilobite dump room.dif 'details[0].surfaces[0].textureIndex' &&
    trilobite dump room.dif 'details[0].animatedLights[0].nameIndex' && trilobite dump room.dif 'pathFollowers[0].triggerIds'
# What has names in glTF. Samplers of animations have none.
cat >arm.json <<'J'
{"format": "gltf", "asset": {"version": "2.0"}, "scene": "all",
 "scenes": [{"name": "some"}, {"name": "all", "nodes": ["body"]}],
 "nodes": [{"name": "hand", "mesh": "glove"}, {"name": "body", "children": ["arm", 3]}, {"name": "arm"}, {}],
 "meshes": [{"name": "shoe"}, {"name": "glove", "primitives": [{"attributes": {"POSITION": 0}, "material": "wool"}]}],
 "materials": [{"name": "hide"}, {"name": "wool", "pbrMetallicRoughness": {"baseColorTexture": {"index": "knit"}}}],
 "textures": [{}, {"name": "knit", "source": "knit.png"}], "images": [{}, {"name": "knit.png", "uri": "knit.png"}],
 "animations": [{"name": "wave", "samplers": [{"input": "times", "output": "turns"}],
  "channels": [{"sampler": 0, "target": {"node": "hand", "path": "rotation"}}]}],
 "accessors": [{"name": "places"}, {"name": "times"}, {"name": "turns"}]}
J
trilobite build arm.json arm.gltf && for part in scene scenes nodes meshes textures 'animations[0].samplers' 'animations[0].channels' \
    'materials[1].pbrMetallicRoughness.baseColorTexture.index'; do
    trilobite dump arm.gltf "$part"
done
trilobite set arm.gltf 'nodes[2].children=["hand"]' 'nodes[0].mesh=shoe' && trilobite dump arm.gltf nodes
trilobite set arm.gltf 'nodes[0].mesh=hat' 'nodes[3].children=["leg"]'
rm arm.gltf arm.json
# Unknown names, those that several have, and those of nothing.
cat >wrong.json <<'J'
{"format": "dts",
 "names": [{"data": "a"}, {"data": "b"}, {"data": "a"}],
 "nodes": [
  {"name": "a", "parent": -1},
  {"name": "b", "parent": "b"},
  {"name": 2, "parent": "a"},
  {"name": 2, "parent": true}],
 "objects": [{"nodeIndex": "elbow", "meshIndex": "a"}],
 "subSequences": [{"sequenceIdx": "run"}]}
J
trilobite build wrong.json wrong.dts
echo "exit $?"
sed 's/"name": "b"/"name": "c"/' wrong.json | trilobite build - wrong.dts
echo "exit $?"
trilobite set walker.dts 'objects[0].nodeIndex=elbow' 'details[0].rootNode=0x' 'alwaysNode="1"'
echo "exit $?"
trilobite set walker.dts 'nodes[1].name='
echo "exit $?"
ls
# The example of docs/EDITING.md.
sed -n '/^{"format": "dts",/,/^```/p' "$SAMPLES/../docs/EDITING.md" | sed '$d' | trilobite build - example.dts &&
    trilobite dump example.dts objects && trilobite dump example.dts 'details[0].rootNode'
