# Command files of makebgf: to a BGF and back, with their pictures; what is refused, with its place.
cp "$SAMPLES/meridian/lantern.bbg" "$SAMPLES"/meridian/lantern-?.bmp .
trilobite check lantern.bbg --assets .
trilobite info lantern.bbg
trilobite convert lantern.bbg lantern.bgf
trilobite info lantern.bgf
trilobite convert lantern.bgf copy.bbg
ls copy*
cat copy.bbg
trilobite convert copy.bbg copy.bgf
cmp lantern.bgf copy.bgf
trilobite set lantern.bbg groups[1].indices[1]=0 options[0].value=16 -o edited.bbg
diff lantern.bbg edited.bbg
printf '1\r\napple.bmp\r\n1\r\n2 1\r\n' > few.bbg
trilobite check few.bbg
printf -- '-q 1 apple.bmp :1 0 [1, 2] 1 2 1 3 and more\n' > odd.bbg
trilobite check odd.bbg
trilobite convert odd.bbg odd.bgf
sed -i s/lantern-1/other/ lantern.bbg
trilobite check lantern.bbg --assets .
trilobite convert lantern.bbg lantern.bgf --force
