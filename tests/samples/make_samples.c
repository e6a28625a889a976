/* Makes our own files: samples/, the fuzz targets' seeds and the files that must be refused. What is committed is
 * what this program writes; a test compares.
 *
 *     make_samples FOLDER */
#include "dif_maker.h"
#include "files.h"

#include "base/context.h"
#include "base/platform.h"
#include "formats/format.h"
#include "image/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tlb_context *context;
static const char *root;

static void save(const char *folder, const char *name, const void *data, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", root, folder);
    if (tlb_folder_make(context, path) != TLB_OK)
        abort();
    snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
    if (tlb_file_save(context, path, (tlb_bytes){data, size}, true) != TLB_OK)
        abort();
}

/* --- textures ------------------------------------------------------------------------------------------ */

enum { SIDE = 64 };

typedef void paint(uint32_t x, uint32_t y, uint8_t out[4]);

/* The same grain for everybody: no two pixels of a wall are quite alike. */
static uint8_t grain(uint32_t x, uint32_t y)
{
    uint32_t h = x * 374761393u + y * 668265263u;
    h = (h ^ h >> 13) * 1274126177u;
    return (uint8_t)(h >> 28);
}

static void color(uint8_t out[4], uint32_t r, uint32_t g, uint32_t b, uint8_t shade)
{
    out[0] = (uint8_t)(r + shade), out[1] = (uint8_t)(g + shade), out[2] = (uint8_t)(b + shade), out[3] = 255;
}

static void paint_wall(uint32_t x, uint32_t y, uint8_t out[4])
{
    uint32_t row = y / 16, shifted = (x + row % 2 * 16) % 32;
    bool joint = y % 16 < 2 || shifted < 2;
    color(out, joint ? 190 : 166, joint ? 184 : 92, joint ? 172 : 70, (uint8_t)(grain(x, y) + row * 5));
}

static void paint_floor(uint32_t x, uint32_t y, uint8_t out[4])
{
    bool light = (x / 32 + y / 32) % 2, joint = x % 32 == 0 || y % 32 == 0;
    uint32_t base = joint ? 70 : light ? 176 : 120;
    color(out, base, base + 4, base + 10, grain(x, y));
}

static void paint_pillar(uint32_t x, uint32_t y, uint8_t out[4])
{
    uint32_t flute = x % 16;
    color(out, 196, 190, 172, (uint8_t)(grain(x, y) + (flute < 8 ? flute : 15 - flute) * 4));
}

static void paint_brass(uint32_t x, uint32_t y, uint8_t out[4])
{
    color(out, 176, 138, 56, (uint8_t)(grain(y, y) * 2 + (x % 32 == 0) * 20));
}

static void paint_glass(uint32_t x, uint32_t y, uint8_t out[4])
{
    color(out, 150, 190, 210, (uint8_t)((x + y) % 32 < 4 ? 40 : 0));
    out[3] = 96;
}

static void make_texture(const char *name, paint *pixel)
{
    static uint8_t pixels[SIDE * SIDE * 4];
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            pixel(x, y, pixels + (y * SIDE + x) * 4);
    tlb_image image = {.name = name, .format = TLB_PIXELS_RGBA, .width = SIDE, .height = SIDE, .pixels = pixels};
    tlb_buffer out = {.account = &context->account};
    if (tlb_png_encode(&image, &out) != TLB_OK)
        abort();
    char file[64];
    snprintf(file, sizeof file, "%s.png", name);
    save("samples/textures", file, out.data, out.size);
    tlb_buffer_free(&out);
}

/* --- interiors ----------------------------------------------------------------------------------------- */

static void make_interior(const char *folder, const char *name, const dif_plan *plan)
{
    tlb_document document;
    tlb_bytes bytes;
    dif_make(&document, context, plan);
    if (tlb_save_memory(&document, &bytes) != TLB_OK)
        abort();
    save(folder, name, bytes.data, bytes.size);
    dif_unmake(&document);
}

static void make_seeds(void)
{
    char name[64];
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        snprintf(name, sizeof name, "bare-v%u.dif", version);
        make_interior("fuzz/seeds/dif", name, &(dif_plan){.version = version, .seed = 3, .bare = true});
    }
    for (int family = TLB_DIF_TGE; family <= TLB_DIF_TGE_BIG_MAPS; family++) {
        snprintf(name, sizeof name, "%s.dif", tlb_dif_family_name((tlb_dif_family)family));
        make_interior("fuzz/seeds/dif", name, &(dif_plan){.family = (tlb_dif_family)family, .seed = 4});
    }
    make_interior("fuzz/seeds/dif", "flagged-v3.dif", &(dif_plan){.version = 3, .seed = 5, .flagged = true});
    make_interior("fuzz/seeds/dif", "full-v14.dif", &(dif_plan){.version = 14, .seed = 6});
}

/* --- files that must be refused ------------------------------------------------------------------------ */

typedef struct victim {
    tlb_document document;
    uint8_t *bytes;
    size_t size;
    collected map;
} victim;

static victim make_victim(const dif_plan *plan)
{
    victim v = {0};
    tlb_bytes bytes;
    dif_make(&v.document, context, plan);
    if (tlb_save_memory(&v.document, &bytes) != TLB_OK ||
        tlb_map(&v.document, NULL, (tlb_sink){collect, &v.map}) != TLB_OK)
        abort();
    collect(&v.map, "", 1);
    v.bytes = malloc(bytes.size);
    memcpy(v.bytes, bytes.data, bytes.size);
    v.size = bytes.size;
    return v;
}

static void free_victim(victim *v)
{
    dif_unmake(&v->document);
    free(v->bytes);
    free(v->map.data);
}

/* Where a field stands, from the map. */
static size_t offset_of(const victim *v, const char *path)
{
    char middle[256];
    snprintf(middle, sizeof middle, "\t%s\t", path);
    const char *found = strstr(v->map.data, middle);
    if (!found)
        abort();
    while (found > v->map.data && found[-1] != '\n')
        found--;
    return strtoul(found, NULL, 16);
}

static void refuse(const char *name, const victim *v, size_t size, const char *code, size_t offset, const char *path)
{
    char file[128], expected[512];
    snprintf(file, sizeof file, "%s.dif", name);
    save("tests/invalid", file, v->bytes, size);
    snprintf(file, sizeof file, "%s.dif.expect", name);
    int length = snprintf(expected, sizeof expected, "%s 0x%zx %s\n", code, offset, path);
    save("tests/invalid", file, expected, (size_t)length);
}

static const dif_plan small = {.seed = 7, .bare = true};
static const dif_plan full = {.version = 14, .seed = 7};

/* One field set to another value; the error is expected behind it, `behind` bytes on. */
static void refuse_value(const char *name, const dif_plan *plan, const char *path, uint32_t value, const char *code,
                         size_t behind, const char *error_path)
{
    victim v = make_victim(plan);
    size_t at = offset_of(&v, path);
    tlb_put_le32(v.bytes + at, value);
    refuse(name, &v, v.size, code, at + behind, error_path);
    free_victim(&v);
}

static void refuse_truncated(const char *name, const dif_plan *plan, const char *path, size_t kept,
                             const char *error_path)
{
    victim v = make_victim(plan);
    size_t at = offset_of(&v, path);
    refuse(name, &v, at + kept, "TRUNCATED", at, error_path);
    free_victim(&v);
}

static void refuse_byte(const char *name, const dif_plan *plan, const char *path, uint8_t value, const char *code,
                        size_t behind, const char *error_path)
{
    victim v = make_victim(plan);
    size_t at = offset_of(&v, path);
    v.bytes[at] = value;
    refuse(name, &v, v.size, code, at + behind, error_path);
    free_victim(&v);
}

static void make_invalid(void)
{
    refuse_value("resource-version", &small, "interiorResourceFileVersion", 45, "BAD_VERSION", 4,
                 "interiorResourceFileVersion");
    refuse_value("interior-version", &small, "details[0].interiorFileVersion", 15, "BAD_VERSION", 4,
                 "details[0].interiorFileVersion");
    refuse_value("too-many-points", &small, "details[0].numPoints", 0x7fffffff, "TRUNCATED", 4, "details[0].points");
    refuse_value("too-many-surfaces", &small, "details[0].numSurfaces", 0xffffffff, "TRUNCATED", 4,
                 "details[0].surfaces");
    refuse_value("too-many-details", &small, "numDetailLevels", 0x10000, "TRUNCATED", 4, "details");
    refuse_value("mirror-kind", &full, "details[0].subObjects[0].kind", 2, "NOT_SUPPORTED", 4,
                 "details[0].subObjects[0].kind");
    refuse_value("force-field-version", &full, "forceFields[0].forceFieldFileVersion", 1, "BAD_VERSION", 4,
                 "forceFields[0].forceFieldFileVersion");
    refuse_byte("material-list-text", &small, "details[0].materialListVersion", 'a', "NOT_SUPPORTED", 1,
                "details[0].materialListVersion");
    refuse_byte("light-map-no-png", &full, "details[0].lightMaps[0].lightMap", 0x88, "BAD_SIGNATURE", 0,
                "details[0].lightMaps[0].lightMap");
    refuse_truncated("ends-in-a-scalar", &full, "details[0].coordBinMode", 3, "details[0].coordBinMode");
    refuse_truncated("ends-in-a-list", &full, "details[0].hullIndices[0..15]", 5, "details[0].hullIndices");
    refuse_truncated("ends-before-the-vehicle", &full, "readVehicleCollision", 0, "readVehicleCollision");
}

int main(int argc, char **argv)
{
    context = tlb_context_create(NULL);
    if (!context || argc != 2)
        return 2;
    root = argv[1];
    make_texture("wall", paint_wall);
    make_texture("floor", paint_floor);
    make_texture("pillar", paint_pillar);
    make_texture("brass", paint_brass);
    make_texture("glass", paint_glass);
    make_interior("samples", "rooms.dif", &(dif_plan){.seed = 1});
    make_interior("samples", "rooms-v14.dif", &(dif_plan){.version = 14, .seed = 2});
    make_seeds();
    make_invalid();
    tlb_context_free(context);
    return 0;
}
