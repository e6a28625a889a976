/* OBJ: texts that use every statement, in the spellings of several programs, and those that must be refused.
 */
#include "samples.h"

#include <stdlib.h>
#include <string.h>

static const char everything[] = "# every statement\n"
                                 "mtllib everything.mtl two words.mtl\n"
                                 "o Box one\n"
                                 "v -1 -1 0\n"
                                 "v 1.50 -1 0 1\n"
                                 "v 1 1 0 0.5 0.25 1\n"
                                 "v -1 1 .5e0 1 1 0.5 0 # w and a color\n"
                                 "v 0 0 \\\n  2\n"
                                 "vt 0 0\nvt 1 0 0\nvt 1 1\nvt 0.5\n"
                                 "vn 0 0 1\nvn 0 0 -1\n"
                                 "vp 0.5\nvp 0.5 0.25 1\n"
                                 "g front side\n"
                                 "usemtl red paint\n"
                                 "s off\n"
                                 "f 1/1/1 2/2/1 3/3/1 4/4/1\n"
                                 "f -5//-1 -4//-1 -3//-1\n"
                                 "s 2\n"
                                 "f 1 2 5\n"
                                 "f\t2/2  3/3\t5/1 \n"
                                 "usemtl\n"
                                 "g\n"
                                 "f 3/ 4// 5\n"
                                 "o\n"
                                 "f 1 2 3 \\\n 4\n"
                                 "l 1 2 3\n"
                                 "l 1/1 2/2\n"
                                 "p 1 2\n"
                                 "cstype rat bezier\ndeg 2\ncurv 0 1 1 2 \\\n  3\nparm u 0 1\nend\n"
                                 "s smooth\n"
                                 "unknown statement\n"
                                 "# the end";

/* A star, whose corners point inwards, and lines that end as in DOS. */
static const char star[] = "\xef\xbb\xbf# star\r\n"
                           "g star\r\n"
                           "v 0 3 0\r\nv 0.5 0.5 0\r\nv 3 0 0\r\nv 0.5 -0.5 0\r\n"
                           "v 0 -3 0\r\nv -0.5 -0.5 0\r\nv -3 0 0\r\nv -0.5 0.5 0\r\n"
                           "\r\n"
                           "f 8 7 6 5 4 3 2 1\r\n";

/* A face of nothing, before there is any corner, and far enough from the end to be read at once. */
static const char no_corners[] = "f \n# then nothing but this comment\n";

/* Two files in one, each with its byte order mark. */
static const char joined[] =
    "\xef\xbb\xbf# the first file\nv 0 0 0\n\xef\xbb\xbf# the second\n\xef\xbb\xbf\\ x\n"
    "v 1 0 0\nv 0 1 0\nf 1 2 3\n\xef\xbb\xbf# the end";

/* A line that goes on in an empty one. */
static const char continued[] = "x \\\r\rv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/* A glow beyond what a number can be. */
static const char not_finite[] = "newmtl bright\nKe 0 1e300 0\n";

/* Materials with all words, and lines that are ignored. */
static const char materials[] =
    "\xef\xbb\xbf# a library\n"
    "Kd 1 1 1\n"
    "newmtl red paint\r\n"
    "Ka 0.1 0.2 0.3\nKd 1 0.5\nKs 1\nKe 0 0 0.5\nNs 10.5\nNi 1.45\nTf 1 1 1\nillum 7\n"
    "d -halo 0.5\nsharpness 60\nPr 0.25\nPm 1\nPs 0\nPc 0.5\nPcr 0.03\naniso 0.1\nanisor 1\n"
    "map_Kd -clamp on -s 2 2 1 -o 0.5 0 -t 0 0 0 -mm 0 1 -texres 64 two words.png\n"
    "map_d -imfchan m two words.png\n"
    "map_Bump -bm 0.5 bumps.png\nbump bumps.png # a comment\nnorm normals.png\ndisp \\\n heights.png\n"
    "refl -type sphere sky.png\nunknown 1 2 three\n"
    "\tnewmtl plain\nKd spectral paint.rfl\nKd xyz 1 2 3\nTr 0.25\nillum 0\nKs\nKs red\n"
    "newmtl red paint\nKd 0 0 0\nnewmtl\nNs 1 2 3 4 5 6 7 8 9\nNs nan\nmap_Kd";

static void save(sampler *s, const char *name, const char *text)
{
    sample_save(s, "fuzz/seeds/obj", name, text, strlen(text));
}

static void refuse(sampler *s, const char *file, const char *text, const char *code, const char *word,
                   const char *path)
{
    sample_refuse(s, file, text, strlen(text), code, (size_t)(strstr(text, word) - text), path);
}

void make_obj_samples(sampler *s)
{
    static const char wide[] = "\xfe\xff\0v\0 \0"
                               "1";
    save(s, "everything.obj", everything);
    save(s, "star.obj", star);
    save(s, "no_corners.obj", no_corners);
    save(s, "joined.obj", joined);
    save(s, "continued.obj", continued);
    sample_save(s, "fuzz/seeds/mtl", "everything.mtl", materials, sizeof materials - 1);
    sample_save(s, "fuzz/seeds/mtl", "not_finite.mtl", not_finite, sizeof not_finite - 1);
    refuse(s, "obj-not-a-number.obj", "v 0 0 0\nv 1 2 three\n", "BAD_NUMBER", "three",
           "statements[1].values");
    refuse(s, "obj-few-numbers.obj", "v 0 0 0\nvn 0 1\nv 1 1 1\n", "BAD_NUMBER", "\nv 1",
           "statements[1].values");
    refuse(s, "obj-not-a-corner.obj", "v 0 0 0\nf 1 1/1/1/1 1\n", "BAD_NUMBER", "1/1/1/1",
           "statements[1].corners");
    refuse(s, "obj-index-too-large.obj", "v 0 0 0\nf 1 2147483648 1\n", "BAD_NUMBER", "2147483648",
           "statements[1].corners");
    sample_refuse(s, "obj-in-utf-16.obj", wide, sizeof wide - 1, "NOT_SUPPORTED", 0, "");
}
