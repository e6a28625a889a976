# Pages open where --view says.
trilobite new ter >flat.json && trilobite build flat.json flat.ter
trilobite convert -q "$SAMPLES/mission.mis" mission.html --view inside:1,2.5,-3,90,-10
grep -o '"view":{[^}]*}' mission.html
trilobite convert -q "$SAMPLES/mission.mis" mission.html --force --view top
grep -o '"view":{[^}]*}' mission.html
trilobite convert flat.ter flat.html --view file
echo "exit $?"
ls
