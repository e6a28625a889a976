# A model goes into a volume with its textures, at once; what is there is replaced with --force only.
cp "$SAMPLES/outpost.vol" game.vol
cp "$SAMPLES/lighthouse.nff" "$SAMPLES/lighthouse.mat" .
into() { trilobite convert -q lighthouse.nff game.vol/tower.dts --assets "$SAMPLES/textures" "$@"; }
into || echo "exit $?"
cmp game.vol "$SAMPLES/outpost.vol" && echo unchanged
into --force
trilobite ls game.vol | grep -E "tower|wall|brass|floor|windmill"
trilobite check game.vol/tower.dts
cp game.vol before.vol
into --force && cmp game.vol before.vol && echo "the same"
trilobite convert -q lighthouse.nff nowhere.vol/tower.dts --bitmaps no
ls
