# A glTF as a document: what is in it, its members with their places, changes, differences.
cat >a.gltf <<'END'
{"asset": {"version": "2.0"}, "scene": 0,
 "scenes": [{"nodes": [0]}],
 "nodes": [{"name": "A\u00e9\ud83d\ude00\"\n", "translation": [1, 2.50, 3e0]}, {"name": "loose", "extras": {"a/b": [1, null, true]}}]}
END
trilobite info a.gltf
trilobite check a.gltf
trilobite dump a.gltf nodes
trilobite dump --map a.gltf | grep -E 'translation|name'
trilobite roundtrip a.gltf
trilobite set a.gltf 'nodes[1].name=tied' -o b.gltf && cat b.gltf && echo
trilobite diff a.gltf b.gltf
trilobite convert a.gltf c.glb && trilobite dump --map c.glb | head -n 8
trilobite dump c.glb nodes
