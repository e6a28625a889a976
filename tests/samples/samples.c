#include "samples.h"

#include "files.h"

#include "base/bytes.h"
#include "base/context.h"
#include "base/platform.h"
#include "image/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(const tlb_context *context, const char *thing, const char *why)
{
    print_diagnostics(context);
    fprintf(stderr, "make_samples: %s %s\n", thing, why);
    abort();
}

void sample_save(sampler *s, const char *folder, const char *name, const void *data, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", s->root, folder);
    if (tlb_folder_make(s->context, path) != TLB_OK)
        give_up(s->context, path, "cannot be made");
    snprintf(path, sizeof path, "%s/%s/%s", s->root, folder, name);
    if (tlb_file_save(s->context, path, (tlb_bytes){data, size}, true) != TLB_OK)
        give_up(s->context, path, "cannot be written");
}

static tlb_bytes saved(tlb_document *document)
{
    tlb_bytes bytes;
    if (tlb_save_memory(document, &bytes) != TLB_OK)
        give_up(document->context, document->format->info.name, "cannot be saved");
    return bytes;
}

void sample_document(sampler *s, const char *folder, const char *name, tlb_document *document)
{
    tlb_bytes bytes = saved(document);
    sample_save(s, folder, name, bytes.data, bytes.size);
}

/* --- files that must be refused ------------------------------------------------------------------------ */

void sample_refuse(sampler *s, const char *file, const void *data, size_t size, const char *code,
                   size_t offset, const char *error_path)
{
    char name[128], expected[512];
    sample_save(s, "tests/invalid", file, data, size);
    snprintf(name, sizeof name, "%s.expect", file);
    int length = snprintf(expected, sizeof expected, "%s 0x%zx %s\n", code, offset, error_path);
    sample_save(s, "tests/invalid", name, expected, (size_t)length);
}

/* A document's bytes, to be spoiled at the place of a field. */
typedef struct victim {
    uint8_t *bytes;
    size_t size, at;
} victim;

static size_t offset_in(const tlb_document *document, const collected *map, const char *path)
{
    char middle[256];
    snprintf(middle, sizeof middle, "\t%s\t", path);
    const char *found = strstr(map->data, middle);
    if (!found)
        give_up(document->context, path, "is not a path of the map (trilobite dump --map)");
    while (found > map->data && found[-1] != '\n')
        found--;
    return strtoul(found, NULL, 16);
}

static victim make_victim(tlb_document *document, const char *path)
{
    collected map = {0};
    tlb_bytes bytes = saved(document);
    if (tlb_map(document, NULL, (tlb_sink){collect, &map}) != TLB_OK)
        abort();
    collect(&map, "", 1);
    victim v = {malloc(bytes.size), bytes.size, offset_in(document, &map, path)};
    if (!v.bytes)
        abort();
    memcpy(v.bytes, bytes.data, bytes.size);
    free(map.data);
    return v;
}

static void refuse_victim(sampler *s, const char *name, const tlb_document *document, victim v,
                          const char *code, size_t after, const char *error_path)
{
    char file[128];
    snprintf(file, sizeof file, "%s.%s", name, document->format->info.extensions[0]);
    sample_refuse(s, file, v.bytes, v.size, code, v.at + after, error_path);
    free(v.bytes);
}

void sample_refuse_value(sampler *s, const char *name, tlb_document *document, const char *path,
                         uint32_t value, const char *code, size_t after, const char *error_path)
{
    victim v = make_victim(document, path);
    tlb_put_le32(v.bytes + v.at, value);
    refuse_victim(s, name, document, v, code, after, error_path);
}

void sample_refuse_byte(sampler *s, const char *name, tlb_document *document, const char *path, uint8_t value,
                        const char *code, size_t after, const char *error_path)
{
    victim v = make_victim(document, path);
    v.bytes[v.at] = value;
    refuse_victim(s, name, document, v, code, after, error_path);
}

void sample_refuse_truncated(sampler *s, const char *name, tlb_document *document, const char *path,
                             size_t kept, const char *error_path)
{
    victim v = make_victim(document, path);
    v.size = v.at + kept;
    refuse_victim(s, name, document, v, "TRUNCATED", 0, error_path);
}

/* --- textures ------------------------------------------------------------------------------------------ */

uint8_t sample_grain(uint32_t x, uint32_t y)
{
    uint32_t h = x * 374761393u + y * 668265263u;
    h = (h ^ h >> 13) * 1274126177u;
    return (uint8_t)(h >> 28);
}

void sample_color(uint8_t out[4], uint32_t r, uint32_t g, uint32_t b, uint8_t shade)
{
    out[0] = (uint8_t)(r + shade), out[1] = (uint8_t)(g + shade), out[2] = (uint8_t)(b + shade), out[3] = 255;
}

void sample_texture(sampler *s, const char *name, sample_paint *paint)
{
    static uint8_t pixels[SAMPLE_SIDE * SAMPLE_SIDE * 4];
    for (uint32_t y = 0; y < SAMPLE_SIDE; y++)
        for (uint32_t x = 0; x < SAMPLE_SIDE; x++)
            paint(x, y, pixels + (y * SAMPLE_SIDE + x) * 4);
    tlb_image image = {.name = name,
                       .format = TLB_PIXELS_RGBA,
                       .width = SAMPLE_SIDE,
                       .height = SAMPLE_SIDE,
                       .pixels = pixels};
    tlb_buffer out = {.account = s->context->account};
    if (tlb_png_encode(&image, &out) != TLB_OK)
        abort();
    char file[64];
    snprintf(file, sizeof file, "%s.png", name);
    sample_save(s, "samples/textures", file, out.data, out.size);
    tlb_buffer_free(&out);
}
