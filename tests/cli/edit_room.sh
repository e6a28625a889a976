# Operations on rooms, in place and elsewhere; what there are, and what does not fit.
cp "$SAMPLES/courtyard.roo" room.roo
trilobite edit room.roo | head -n 4
trilobite edit room.roo --json | grep -c '"name"'
trilobite edit room.roo sectors light=192 where 'floorHeight>=0' sector=0..1
trilobite query room.roo point 2000 2000 | grep light
trilobite edit room.roo walls yOffset+=4 where normalBitmap!=0 positive
trilobite edit room.roo align 0
trilobite edit room.roo move 0 0 16 -o raised.roo
trilobite diff room.roo raised.roo | grep -c 'floorHeight'
trilobite edit room.roo 'fill'
trilobite edit room.roo close --json
trilobite check room.roo raised.roo
cp room.roo before.roo
trilobite edit room.roo split 0 9999 0
trilobite edit room.roo paint
trilobite edit room.roo sectors lights=1
cmp room.roo before.roo
trilobite edit "$SAMPLES/windmill.dts"
