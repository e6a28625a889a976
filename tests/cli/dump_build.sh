for sample in "$SAMPLES"/*.dif; do
    trilobite dump --json "$sample" | trilobite build - built.dif --force
    cmp "$sample" built.dif
done
