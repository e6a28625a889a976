#include "image/label.h"

#include <string.h>

enum { LONGEST = 96, FIRST = ' ', LAST = '~', WIDTH = 7, HEIGHT = 9 };

/* Those of stb_easy_font 1.1 by Sean Barrett, in the public domain: how far it is to the next, and a bit for
 * each pixel, by rows from the top left. */
static const struct letter {
    uint8_t advance;
    uint64_t pixels;
} letters[LAST - FIRST + 1] = {
    {6, 0x0000000000000000}, {3, 0x0000040000204081}, {5, 0x0000000000000285}, {7, 0x00002851f147c50a},
    {7, 0x0000107941c14f04}, {7, 0x000064c820820993}, {7, 0x0000584850414486}, {4, 0x0000000000004102},
    {4, 0x0000080810204082}, {4, 0x0000041020408101}, {7, 0x00000088a3e28880}, {7, 0x0000002043e10200},
    {4, 0x0002081000000000}, {6, 0x0000000001e00000}, {3, 0x0000040000000000}, {5, 0x0000040820410200},
    {6, 0x0000184891634486}, {6, 0x0000382040810304}, {6, 0x00003c0820820407}, {6, 0x00001c4080c20407},
    {6, 0x0000204081e24489}, {6, 0x00001c4080e0408f}, {6, 0x0000184890e04086}, {6, 0x000008104082040f},
    {6, 0x0000184890c24486}, {6, 0x0000082081c24486}, {3, 0x0000000800004000}, {4, 0x0002081000008000},
    {5, 0x0000002020208200}, {6, 0x000000780003c000}, {5, 0x0000000820808080}, {7, 0x000010004104088e},
    {9, 0x0000f80fdab760be}, {6, 0x0000244891e24486}, {6, 0x00001c4890e24487}, {6, 0x000038081020408e},
    {6, 0x00001c4891224487}, {6, 0x00003c0810e0408f}, {6, 0x0000040810e0408f}, {7, 0x000038891320408e},
    {6, 0x0000244891e24489}, {5, 0x00001c1020408107}, {6, 0x00001c4081020408}, {6, 0x0000244850e14489},
    {6, 0x00003c0810204081}, {7, 0x0000448912a54d91}, {6, 0x0000244891234589}, {6, 0x0000184891224486},
    {6, 0x0000040810e24487}, {7, 0x000058495224488e}, {6, 0x0000244850e24487}, {6, 0x00001c4080c0408e},
    {7, 0x000010204081021f}, {6, 0x00003c4891224489}, {7, 0x00001020a1444891}, {7, 0x000044d9f2a54891},
    {7, 0x00004488a0828891}, {7, 0x0000102041428891}, {6, 0x00003c081041040f}, {4, 0x00000c0810204083},
    {6, 0x0010202040408081}, {4, 0x00000c1020408103}, {7, 0x0000000002228200}, {6, 0x001e000000000000},
    {4, 0x0000000000008081}, {6, 0x0000384891238000}, {6, 0x00001c489121c081}, {6, 0x0000380810238000},
    {6, 0x0000384891238408}, {6, 0x00001808f1218000}, {6, 0x000008102041c10c}, {6, 0x0610384891238000},
    {6, 0x000024489121c081}, {3, 0x0000040810200080}, {5, 0x0308102040800200}, {6, 0x0000242830a24081},
    {3, 0x0000040810204081}, {7, 0x000044a952a2c000}, {6, 0x000024489121c000}, {6, 0x0000184891218000},
    {6, 0x01021c489121c000}, {6, 0x0810384891238000}, {5, 0x0000040810614000}, {5, 0x00000c2020218000},
    {5, 0x000008102041c102}, {6, 0x0000184891224000}, {7, 0x00001050a2244000}, {7, 0x00006ca912244000},
    {7, 0x0000445041444000}, {6, 0x0610384891224000}, {6, 0x00003c104103c000}, {5, 0x0000101020208104},
    {3, 0x0000040810204081}, {5, 0x0000041020808101}, {6, 0x0000000000a28000}};

static int width_of(const char *line)
{
    int width = 0;
    for (; *line; line++)
        width += letters[*line - FIRST].advance;
    return width;
}

/* The start of a text in ASCII that is no wider than `width`; what is cut ends in dots. */
static void fit(const char *text, int width, char line[LONGEST])
{
    size_t size = 0;
    for (; size < LONGEST - 1 && text[size]; size++)
        line[size] = text[size] >= FIRST && text[size] <= LAST ? text[size] : '?';
    line[size] = 0;
    while (size > 2 && width_of(line) > width) {
        line[--size] = 0;
        line[size - 1] = line[size - 2] = '.';
    }
}

static void fill(tlb_image *image, uint32_t x, uint32_t y, uint32_t side, const uint8_t color[4])
{
    for (uint32_t row = y; row < y + side && row < image->height; row++)
        for (uint32_t column = x; column < x + side && column < image->width; column++)
            memcpy(image->pixels + 4 * ((size_t)row * image->width + column), color, 4);
}

void tlb_label_draw(tlb_image *image, const char *text, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t scale, const uint8_t color[4])
{
    char line[LONGEST];
    fit(text, (int)(width / scale), line);
    for (const char *c = line; *c; c++) {
        const struct letter *letter = &letters[*c - FIRST];
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
            if (letter->pixels >> i & 1)
                fill(image, x + i % WIDTH * scale, y + i / WIDTH * scale, scale, color);
        x += letter->advance * scale;
    }
}
