trilobite dump "$SAMPLES/rooms.dif" | sed 's/"coordBinMode": 0/"coordBinMode": 7/' | trilobite build - edited.dif
trilobite diff "$SAMPLES/rooms.dif" "$SAMPLES/rooms.dif"
trilobite diff "$SAMPLES/rooms.dif" edited.dif
echo "-- strings with the marks of a line in them"
printf '//--- OBJECT WRITE BEGIN ---\nnew SimGroup(MissionGroup) {\n   note = "a: b != c";\n};\n//--- OBJECT WRITE END ---\n' >one.mis
sed 's/c"/\\"d: e != \\\\"/' one.mis >two.mis
trilobite diff one.mis two.mis
trilobite diff --json one.mis two.mis
