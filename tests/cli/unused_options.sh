# Of several inputs, an option counts as unused if none of them uses it: one warning, at the end.
cp "$SAMPLES/rooms.dif" "$SAMPLES/trilobite.iqm" "$SAMPLES/lighthouse.nff" "$SAMPLES/courtyard.roo" .
echo "-- one uses it"
trilobite convert rooms.dif trilobite.iqm one --to glb --lod 0 -q
echo "exit $?"
echo "-- none uses it"
trilobite convert lighthouse.nff trilobite.iqm none --to obj --lod 0 --zones 2>&1 | grep 'no effect'
trilobite convert lighthouse.nff trilobite.iqm none --to obj --lod 0 --force -q
echo "exit $?"
ls none
echo "-- those that fail or are skipped do not count"
trilobite convert missing.dif trilobite.iqm none --to glb --lod 0
echo "exit $?"
trilobite convert rooms.dif trilobite.iqm one --to glb --lod 0 --skip-existing
echo "exit $?"
rm one/trilobite.glb
trilobite convert rooms.dif trilobite.iqm one --to glb --lod 0 --skip-existing
echo "exit $?"
echo "-- JSON"
trilobite convert lighthouse.nff trilobite.iqm json --to iqm --lod 0 --jsonl | cut -c1-100
echo "exit $?"
trilobite convert trilobite.iqm json/one.iqm --lod 0 --jsonl
echo "exit $?"
echo "-- options of the command itself"
trilobite pack new.vol rooms.dif --kind vol && trilobite pack new.vol lighthouse.nff --update --kind pvol --to vol
echo "exit $?"
trilobite pack new.vol --remove 'light*' --compress lzh
echo "exit $?"
trilobite pack other.vol rooms.dif --palette none.ppl
echo "exit $?"
trilobite dump rooms.dif --map --json | head -n 1
trilobite ls new.vol -l --json >/dev/null
echo "exit $?"
trilobite extract new.vol -O --strip-components 1 -C out | cmp - rooms.dif
trilobite check rooms.dif --null
echo "exit $?"
