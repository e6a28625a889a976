# JSON needs only what has no default.
echo '{"format": "roo"}' | trilobite build - empty.roo && trilobite dump empty.roo version
cat >mini.json <<'J'
{"format": "dif",
 "details": [{"minPixels": 250, "materials": ["wall"],
   "portals": [{"zoneFront": 1}], "subObjects": [{}]}]}
J
trilobite build mini.json mini.dif && trilobite dump mini.dif 'details[0].portals' &&
    trilobite dump mini.dif 'details[0].materialListVersion' && trilobite dump mini.dif 'details[0].subObjects[0].kind'
echo '{"format": "dts", "names": [{"data": "root"}], "meshes": [{}]}' | trilobite build - mini.dts &&
    trilobite dump mini.dts 'meshes[0].className'
# All faults in one run, each with its place.
cat >wrong.json <<'J'
{"format": "dif", "family": "tg",
 "details": [
  {"minPixels": "many",
   "portals": [{"zoneFront": 70000, "zone": 1}, 5],
   "points": [[1, 2], [1, 2, 3], ["x", 0, 0]], "normals": [["x", 0, 0]]},
  {"interiorFileVersion": 99, "minPixels": "not seen: this version has no known fields"},
  {"boundingBox": [1, 2, 3, 4, 5, 6, 7]}],
 "trigers": []}
J
trilobite build wrong.json wrong.dif
echo "exit $?"
# Into a member of a volume.
cp "$SAMPLES/outpost.vol" .
trilobite build mini.json outpost.vol/mini.dif && trilobite ls outpost.vol '*.dif'
trilobite build mini.json outpost.vol/mini.dif
echo "exit $?"
trilobite build mini.json outpost.vol/mini.dif --force && trilobite dump outpost.vol/mini.dif 'details[0].minPixels'
ls
