# A file as C: the array NAME, with a NUL after it, and NAME_size.
#
#     cmake -DIN=FILE -DOUT=FILE.c -DNAME=NAME -DHEADER=HEADER -P embed.cmake
file(READ ${IN} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REPEAT "[0-9a-f]" 64 row)
string(REGEX REPLACE "(${row})" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
file(WRITE ${OUT} "#include \"${HEADER}\"\n\nconst char ${NAME}[] = {\n${hex}0x00};\n\nconst size_t ${NAME}_size = ${size};\n")
