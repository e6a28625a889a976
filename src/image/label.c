#include "image/label.h"

#include <string.h>

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function" /* of the header's */
#endif
#include <stb_easy_font.h>

enum { LONGEST = 96, MOST_QUADS = LONGEST * 24 };

typedef struct corner {
    float x, y, z;
    uint8_t color[4];
} corner;

/* The start of a text in ASCII that is no wider than `width`; what is cut ends in dots. */
static void fit(const char *text, int width, char line[LONGEST])
{
    size_t size = 0;
    for (; size < LONGEST - 1 && text[size]; size++)
        line[size] = text[size] >= ' ' && text[size] <= '~' ? text[size] : '?';
    line[size] = 0;
    while (size > 2 && stb_easy_font_width(line) > width) {
        line[--size] = 0;
        line[size - 1] = line[size - 2] = '.';
    }
}

static void fill(tlb_image *image, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                 const uint8_t color[4])
{
    for (uint32_t row = y; row < y + height && row < image->height; row++)
        for (uint32_t column = x; column < x + width && column < image->width; column++)
            memcpy(image->pixels + 4 * ((size_t)row * image->width + column), color, 4);
}

void tlb_label_draw(tlb_image *image, const char *text, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t scale, const uint8_t color[4])
{
    char line[LONGEST];
    corner quads[MOST_QUADS][4];
    fit(text, (int)(width / scale), line);
    int count = stb_easy_font_print(0, 0, line, NULL, quads, sizeof quads);
    for (int i = 0; i < count; i++) {
        uint32_t left = (uint32_t)quads[i][0].x, top = (uint32_t)quads[i][0].y;
        uint32_t right = (uint32_t)quads[i][2].x, bottom = (uint32_t)quads[i][2].y;
        fill(image, x + left * scale, y + top * scale, (right - left) * scale, (bottom - top) * scale, color);
    }
}
