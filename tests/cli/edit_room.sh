# Operations on rooms: those of docs/EDITING.md, what there are, and what does not fit.
cp "$SAMPLES/courtyard.roo" room.roo
trilobite edit room.roo | head -n 4
trilobite edit room.roo --json | grep -c '"name"'
sed -n '/^trilobite edit room.roo/p' "$SAMPLES/../docs/EDITING.md" | sh -e
trilobite diff room.roo raised.roo | grep 'floorHeight'
trilobite check room.roo raised.roo
trilobite edit room.roo close --json
cp room.roo before.roo
trilobite edit room.roo split 0 9999 0
trilobite edit room.roo 'split 99 0 0'
trilobite edit room.roo paint
trilobite edit room.roo sectors lights=1
trilobite edit room.roo move 0 0 16 -o raised.roo
cmp room.roo before.roo
trilobite edit "$SAMPLES/windmill.dts"
