# A small archive whose members share one block, and would fill a disk.
bomb=$SAMPLES/../fuzz/seeds/vol/bomb.vol
trilobite ls "$bomb" | tail -n 1
trilobite extract "$bomb" -C all 2>&1 | sed 's/.*error/error/'
trilobite extract "$bomb" 'm00?' -C some
ls | wc -l
ls some | wc -l
trilobite check "$bomb" 2>&1 | head -n 1 | sed 's/.*warning/warning/'
for verb in info check roundtrip; do
    trilobite $verb "$bomb/*" 2>&1 | sed 's/.*error/error/'
done
trilobite info --json "$bomb/m*" "$bomb/m000" 2>/dev/null | grep '"file"\|^\[\|^\]' | sed 's|/.*/||'
