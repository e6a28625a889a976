/* Seeds of the images that textures come in. */
#include "samples.h"

#include <stdlib.h>
#include <string.h>

#include "image_maker.h"

static const char folder[] = "fuzz/seeds/image";

static void save(sampler *s, const char *name, tlb_bytes file)
{
    sample_save(s, folder, name, file.data, file.size);
}

static void save_png(sampler *s, const char *name, tlb_pixel_format format)
{
    static const uint8_t palette[256][4] = {{255, 0, 0, 255}, {0, 255, 0, 128}, {0, 0, 255, 0}};
    uint8_t pixels[3 * 2 * 4];
    for (uint8_t i = 0; i < sizeof pixels; i++)
        pixels[i] = format == TLB_PIXELS_INDEXED ? i % 3 : (uint8_t)(i * 40);
    tlb_image image = {.format = format, .width = 3, .height = 2, .pixels = pixels, .palette = palette};
    tlb_buffer out = {.account = s->context->account};
    if (tlb_png_encode(&image, &out))
        abort();
    save(s, name, (tlb_bytes){out.data, out.size});
    tlb_buffer_free(&out);
}

/* Its segments of tables are of a kind that says nothing. */
static void save_jpeg_without_tables(sampler *s, tlb_arena *arena)
{
    tlb_bytes jpeg = gray_jpeg(arena);
    uint8_t *file = tlb_alloc(arena, jpeg.size);
    memcpy(file, jpeg.data, jpeg.size);
    for (size_t i = 1; i < jpeg.size; i++)
        if (file[i - 1] == 0xff && file[i] == 0xc4)
            file[i] = 0xe4;
    save(s, "no-tables.jpg", (tlb_bytes){file, jpeg.size});
}

void make_image_samples(sampler *s)
{
    static const uint8_t tga_of_runs[] = {0, 0,  10, 0,    0, 0, 0, 0, 0, 0, 0, 0,    3, 0, 2,
                                          0, 24, 0,  0x82, 1, 2, 3, 0, 4, 5, 6, 0x81, 7, 8, 9};
    tlb_arena arena;
    tlb_arena_init(&arena, s->context->account);
    sample_save(s, folder, "two.bmp", bmp, sizeof bmp);
    sample_save(s, folder, "top-down.bmp", top_down_bmp, sizeof top_down_bmp);
    sample_save(s, folder, "two.tga", tga, sizeof tga);
    sample_save(s, folder, "runs.tga", tga_of_runs, sizeof tga_of_runs);
    sample_save(s, folder, "two.gif", gif, sizeof gif);
    save(s, "gray.jpg", gray_jpeg(&arena));
    save_jpeg_without_tables(s, &arena);
    save(s, "verbatim.sgi", sgi_file(&arena, &(sgi_sample){0, 1, 3, 4}));
    save(s, "runs.sgi", sgi_file(&arena, &(sgi_sample){1, 1, 3, 2}));
    save(s, "runs-of-two-bytes.sgi", sgi_file(&arena, &(sgi_sample){1, 2, 2, 1}));
    save_png(s, "colors.png", TLB_PIXELS_RGBA);
    save_png(s, "indexed.png", TLB_PIXELS_INDEXED);
    tlb_arena_release(&arena);
}
