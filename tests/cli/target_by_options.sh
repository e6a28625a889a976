# Where several formats have an extension, the options say which is meant.
engine() { trilobite info "$1" | grep format:; }
cp "$SAMPLES/trilobite.iqm" "$SAMPLES/torque/weathercock.dts" .
trilobite convert -q trilobite.iqm shape.dts && engine shape.dts
trilobite convert -q trilobite.iqm old.dts --dts-version 24 && engine old.dts
trilobite convert -q trilobite.iqm large.dts --scale 2 --dts-version 26 && engine large.dts
# One that both have says nothing; one that is given comes first; a shape stays one of its engine.
trilobite convert -q trilobite.iqm twice.dts --scale 2 && engine twice.dts
trilobite convert trilobite.iqm told.dts --to dts --dts-version 24 2>&1 | grep UNUSED
engine told.dts
trilobite convert -q weathercock.dts same.dts --sequence walk; engine same.dts
trilobite convert trilobite.iqm both.dts --dts-version 24 --json | grep -m 2 '"to"\|status'
