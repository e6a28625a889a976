# Several files are a list, and one is where it was found in a folder or a list; lines with --jsonl. Messages are in the
# JSON and nowhere else.
mkdir one
cp "$SAMPLES/rooms.dif" one/x.dif
printf short >short.dif
trilobite info --json one/x.dif | head -n 4
trilobite info --json -r one | cut -c 1-60
trilobite info --jsonl one/x.dif short.dif | cut -c 1-60
trilobite check --json short.dif
trilobite check --jsonl short.dif
trilobite roundtrip --json one/x.dif short.dif
trilobite diff --json one/x.dif "$SAMPLES/rooms-v14.dif" | head -n 12
trilobite diff --json one/x.dif one/x.dif
# A text that is cut ends before what it differs from.
trilobite set one/x.dif previewIncluded=0 -o none.dif
trilobite diff --json one/x.dif none.dif
trilobite convert --json one/x.dif x.bff --light-time 1 --assets "$SAMPLES/textures"
trilobite convert --jsonl one/x.dif short.dif out --to glb --skip-existing | cut -c 1-100
trilobite convert --jsonl one/x.dif short.dif out --to glb --skip-existing | cut -c 1-100
trilobite convert --json one/x.dif - --to glb
# Lines are complete whenever it ends.
mkfifo pipe
trilobite info --jsonl one/x.dif pipe >lines &
while [ ! -s lines ]; do sleep 0.1; done
kill $!
wait $! 2>wait || echo "exit $?"
tail -c 3 lines
trilobite -V
