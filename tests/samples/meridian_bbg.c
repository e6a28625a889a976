/* Command files of makebgf: a lantern that flickers, with its pictures, and a text with all that makebgf
 * reads. */
#include "formats/meridian/bbg/bbg.h"
#include "samples.h"
#include "trilobite/formats/bgf.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 22, HEIGHT = 36, FRAMES = 2 };

/* The first color of ramps of the game's palette, each from light to dark. */
enum { LEATHER = 64, FLAME = 80, IRON = 216 };

static int distance(int x, int y, int to_x, int to_y)
{
    return abs(x - to_x) + abs(y - to_y);
}

static uint8_t lantern_pixel(int x, int y, int frame)
{
    int middle = WIDTH / 2 - 1, side = abs(2 * x + 1 - WIDTH) / 2;
    if (y < 8)
        return side >= 3 - y / 4 && side <= 4 - y / 8 ? (uint8_t)(LEATHER + y) : TLB_BGF_TRANSPARENT;
    bool edge = side == 8 || y < 11 || y >= HEIGHT - 4;
    if (side > 8 || (y < 11 && side > y - 3))
        return TLB_BGF_TRANSPARENT;
    if (edge || side == 4)
        return (uint8_t)(IRON + 4 + side / 2 + y % 3);
    int glow = distance(x, y, middle + frame, 22 - 2 * frame);
    return glow < 13 ? (uint8_t)(FLAME + glow) : TLB_BGF_TRANSPARENT;
}

static void save_frame(sampler *s, int frame)
{
    char name[32];
    uint8_t pixels[WIDTH * HEIGHT];
    tlb_buffer out = {.account = s->context->account};
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = lantern_pixel(i % WIDTH, i / WIDTH, frame);
    tlb_bbg_write_bmp(
        &(tlb_image){.format = TLB_PIXELS_INDEXED, .width = WIDTH, .height = HEIGHT, .pixels = pixels}, &out);
    snprintf(name, sizeof name, "lantern-%d.bmp", frame);
    sample_save(s, "samples/meridian", name, out.data, out.size);
    tlb_buffer_free(&out);
}

static const char lantern[] = "# a lantern that hangs from a hand and flickers\r\n"
                              "#*Groups: 2\r\n"
                              "#* out\r\n"
                              "#* lit\r\n"
                              "-s 2\r\n"
                              "2\r\n"
                              "lantern-0.bmp   [0, 4] :1 1 [11, 0]\r\n"
                              "lantern-1.bmp   [0, 4] :1 1 [11, 0]\r\n"
                              "2\r\n"
                              " 1   1\r\n"
                              " 4   1 2 2 1\r\n";

/* Only blanks and line ends part words. */
static const char control[] = "-s 2\004\n1\na\001.bmp\n1\n1 1\n";

static const char everything[] =
    "# all that there is\n#*Groups: 3\n-o out.bgf -s 5 \\\n-r\n-x -n\tflag -q\n\n 3\r\n"
    "one.bmp\t[-24, +7] \\\n  :2 1 [3, -4]\n-9 [5 6]\r\n# between\n"
    "lantern-1.bmp :0 three#.png [1,\n2]\n 3\n3  1 0\n3\n# of one\n1\n2 1 02 over 9\n# end";

static void make_refused(sampler *s)
{
#define REFUSE(file, text, code, offset, path)                                                               \
    sample_refuse(s, file, text, sizeof(text) - 1, code, offset, path)
    REFUSE("bbg-few-indices.bbg", "-s 2\n1\napple.bmp\n1\n2 1\n", "TRUNCATED", 23, "groups[0].indices[1]");
    REFUSE("bbg-few-bitmaps.bbg", "900\napple.bmp\n1\n1 1\n", "TRUNCATED", 4, "bitmaps");
    REFUSE("bbg-no-groups.bbg", "1\napple.bmp\n", "TRUNCATED", 12, "numGroups");
    REFUSE("bbg-no-place.bbg", "1\napple.bmp [1,2]\n1\n1 1\n", "BAD_WORD", 15, "bitmaps[0].xoff");
    REFUSE("bbg-no-hotspot.bbg", "1\napple.bmp :2 1 [2, 3] x [4, 5]\n1\n1 1\n", "BAD_NUMBER", 24,
           "bitmaps[0].hotspots[1].number");
    REFUSE("bbg-many-hotspots.bbg", "1\napple.bmp :256 1 [2, 3]\n1\n1 1\n", "BAD_VALUE", 12,
           "bitmaps[0].hotspots");
    REFUSE("bbg-many-indices.bbg", "1\napple.bmp\n1\n9997 1\n", "BAD_VALUE", 14, "groups[0].indices");
#undef REFUSE
}

void make_meridian_bbg_samples(sampler *s)
{
    for (int frame = 0; frame < FRAMES; frame++)
        save_frame(s, frame);
    sample_save(s, "samples/meridian", "lantern.bbg", lantern, sizeof lantern - 1);
    sample_save(s, "fuzz/seeds/bbg", "lantern.bbg", lantern, sizeof lantern - 1);
    sample_save(s, "fuzz/seeds/bbg", "everything.bbg", everything, sizeof everything - 1);
    sample_save(s, "fuzz/seeds/bbg", "control.bbg", control, sizeof control - 1);
    make_refused(s);
}
