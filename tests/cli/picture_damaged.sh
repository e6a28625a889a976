# A picture that does not decode is all that there is to convert: that is an error, which a texture is not.
{ printf 'BM' && head -c 60 /dev/zero; } >empty.bmp
trilobite convert empty.bmp empty.glb
echo "exit $?"
