/* Maps of Meridian 59: a hall with a ramp, written by hand, and a text in other ways than ours. */
#include "samples.h"

#define VERTEX(x, y)       "vertex { x = " #x ".0; y = " #y ".0; }\n"
#define LINE(v1, v2, side) "linedef { v1 = " #v1 "; v2 = " #v2 "; sidefront = " #side "; }\n"
#define WALL(sector)       "sidedef { sector = " #sector "; texturemiddle = \"grd00001\"; }\n"

/* Six walls around two squares of four by four; the eastern floor rises to the east. */
static const char hall[] =
    "namespace = \"Meridian59\";\n"
    "user_room_id = 42;\n"
    "\n// the corners, clockwise from the south-west\n" VERTEX(0, 0) VERTEX(0, 256) VERTEX(256, 256)
        VERTEX(512, 256) VERTEX(512, 0) VERTEX(256, 0) "\n" LINE(0, 1, 0) LINE(1, 2, 1) LINE(2, 3, 2)
            LINE(3, 4, 3) LINE(4, 5, 4)
                LINE(5, 0, 5) "linedef { v1 = 5; v2 = 2; sidefront = 6; sideback = 7; twosided = true; }\n"
                              "\n" WALL(0) WALL(0) WALL(1) WALL(1) WALL(1)
                                  WALL(0) "sidedef { sector = 1; user_passable = true; }\n"
                                          "sidedef { sector = 0; user_passable = true; }\n"
                                          "\n"
                                          "sector {\n"
                                          "\theightceiling = 192;\n"
                                          "\ttexturefloor = \"grd00002\";\n"
                                          "\ttextureceiling = \"-\";\n"
                                          "\tlightlevel = 192;\n"
                                          "}\n"
                                          "sector {\n"
                                          "\theightceiling = 192;\n"
                                          "\ttexturefloor = \"grd00002\";\n"
                                          "\ttextureceiling = \"-\";\n"
                                          "\tlightlevel = 192;\n"
                                          "\tuser_floorslope = \"256 0 0 512 0 48 512 256 48\";\n"
                                          "}\n"
                                          "\nthing { x = 0.0; y = 0.0; type = 1; }\n"
                                          "thing { x = 512.0; y = 256.0; type = 1; }\n";

static const char everything[] =
    "/* before */ NameSpace=\"meridian59\" ; user_roo_version = 13;user_roo_dialect = \"M\";// rest\r\n"
    "Vertex{x=+1;y=0x10;comment=\"a \\\"b\\\"\";}vertex{ X = -2.5e1 ; y = 3. ; }\r\n"
    "linedef // 0\r\n{\r\n  v1 = 0; v2 = 1; sidefront = 0; special = 80; user_flipped = TRUE;\r\n}\r\n"
    "sidedef { sector = 0; texturetop = \"GRD00005\"; texturebottom = \"\"; user_scrolldir = 7; user_flags = "
    "32768; }\n"
    "sector { texturefloor = \"grd65535\"; textureceiling = \"-\"; heightfloor = 1; heightfloor = 2; 3d = "
    "false; }\n"
    "zone { }\n"
    "thing { x = 0; y = 0; type = 1; } thing { x = 64; y = 64; type = 1; } thing { x = 1; y = 1; type = "
    "3001; }\n"
    "thing { x = 8.5; y = 0.0; type = 2; angle = 90; user_comment = \"6869\"; } /* the end";

void make_meridian_udmf_samples(sampler *s)
{
#define SAVE(folder, name, text) sample_save(s, folder, name, text, sizeof(text) - 1)
    SAVE("samples", "hall.udmf", hall);
    SAVE("fuzz/seeds/udmf", "hall.udmf", hall);
    SAVE("fuzz/seeds/udmf", "everything.udmf", everything);
#undef SAVE
#define REFUSE(file, text, code, offset, path)                                                               \
    sample_refuse(s, file, text, sizeof(text) - 1, code, offset, path)
    REFUSE("udmf-no-end.udmf", "namespace = \"a\";\nvertex { x = 1;\n", "TRUNCATED", 33, "objects[0]");
    REFUSE("udmf-no-semicolon.udmf", "namespace = \"a\";\nvertex { x = 1 }\n", "BAD_WORD", 32,
           "objects[0].fields[0].value");
    REFUSE("udmf-nested.udmf", "namespace = \"a\";\nvertex { line { } }\n", "BAD_WORD", 26, "objects[1]");
    REFUSE("udmf-code.udmf", "namespace = \"a\";\ncall();\n", "BAD_WORD", 17, "statements[1]");
    REFUSE("udmf-index.udmf", "namespace = \"a\";\nvertex { x[0] = 1; }\n", "BAD_WORD", 26,
           "objects[0].fields[0]");
#undef REFUSE
}
