trilobite frobnicate 2>&1 | head -1
trilobite info --bogus x
trilobite "$SAMPLES/windmill.dts"
trilobite diff one
