/* Darkstar shapes: the windmill and its textures. */
#include "dts_maker.h"
#include "samples.h"

#include <stdio.h>

/* --- textures ------------------------------------------------------------------------------------------ */

static void paint_brick(uint32_t x, uint32_t y, uint8_t out[4])
{
    uint32_t row = y / 8, shifted = (x + row % 2 * 8) % 16;
    bool joint = y % 8 == 0 || shifted == 0;
    sample_color(out, joint ? 200 : 206, joint ? 196 : 188, joint ? 180 : 150,
                 (uint8_t)(sample_grain(x, y) * 2));
}

static void paint_wood(uint32_t x, uint32_t y, uint8_t out[4])
{
    sample_color(out, 120, 78, 44, (uint8_t)(x % 16 == 0 ? 0 : 8 + sample_grain(x, y / 16) * 2));
}

static void paint_cloth(uint32_t x, uint32_t y, uint8_t out[4])
{
    bool stripe = y / 16 % 2;
    sample_color(out, stripe ? 176 : 224, stripe ? 40 : 214, stripe ? 36 : 190, (uint8_t)((x ^ y) % 2 * 10));
}

/* MILL, as one reads it. */
static void paint_sign(uint32_t x, uint32_t y, uint8_t out[4])
{
    static const uint8_t letters[4][7] = {{17, 27, 21, 21, 17, 17, 17},
                                          {14, 4, 4, 4, 4, 4, 14},
                                          {16, 16, 16, 16, 16, 16, 31},
                                          {16, 16, 16, 16, 16, 16, 31}};
    uint32_t column = (x % 16 - 2) / 2, row = (y - 4) / 8;
    bool ink = column < 5 && row < 7 && letters[x / 16][row] >> (4 - column) & 1;
    sample_color(out, ink ? 40 : 226, ink ? 30 : 206, ink ? 24 : 140, sample_grain(x, y));
}

/* --- shapes -------------------------------------------------------------------------------------------- */

static void make_shape(sampler *s, const char *folder, const char *name, const dts_plan *plan)
{
    tlb_document document;
    dts_make(&document, s->context, plan);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

static void make_seeds(sampler *s)
{
    static const dts_plan whole[] = {
        {.version = 2, .meshVersion = 2, .listVersion = 2, .seed = 3, .odd = true},
        {.version = 5, .meshVersion = 1, .listVersion = 3, .seed = 4},
        {.version = 7, .meshVersion = 3, .listVersion = 3, .seed = 5, .odd = true},
        {.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 6},
    };
    char name[32];
    for (int32_t version = TLB_DTS_FIRST_VERSION; version <= TLB_DTS_LAST_VERSION; version++) {
        snprintf(name, sizeof name, "bare-v%d.dts", version);
        make_shape(s, "fuzz/seeds/dts", name,
                   &(dts_plan){.version = version,
                               .meshVersion = 1 + version % 3,
                               .listVersion = 1 + version % 4,
                               .seed = 2,
                               .bare = true});
    }
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        snprintf(name, sizeof name, "mill-v%d.dts", whole[i].version);
        make_shape(s, "fuzz/seeds/dts", name, &whole[i]);
    }
}

/* --- files that must be refused ------------------------------------------------------------------------ */

static void make_invalid(sampler *s)
{
    static const dts_plan plan = {.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 7, .bare = true};
    static const uint8_t old[] = {0x08, 0, 0x14, 0, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    tlb_document shape;
    dts_make(&shape, s->context, &plan);
    sample_refuse_value(s, "shape-version", &shape, "version", 9, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "mesh-version", &shape, "meshes[0].version", 4, "BAD_VERSION", 0,
                        "meshes[0].version");
    sample_refuse_byte(s, "class", &shape, "className", 'X', "BAD_SIGNATURE", 0, "className");
    sample_refuse_byte(s, "mesh-class", &shape, "meshes[0].className", 'X', "BAD_SIGNATURE", 0,
                       "meshes[0].className");
    sample_refuse_value(s, "too-many-nodes", &shape, "numNodes", 0x7fffffff, "TRUNCATED", 84, "nodes");
    sample_refuse_value(s, "too-many-faces", &shape, "meshes[0].numFaces", 0x10000000, "TRUNCATED", 104,
                        "meshes[0].faces");
    sample_refuse_value(s, "too-large", &shape, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    sample_refuse_value(s, "too-many-materials", &shape, "materialList.numMaterials", 0x1000000, "TRUNCATED",
                        4, "materialList.materials");
    sample_refuse(s, "before-darkstar.dts", old, sizeof old, "NOT_SUPPORTED", 0, "");
    made_end(&shape);
}

void make_darkstar_dts_samples(sampler *s)
{
    sample_texture(s, "brick", paint_brick);
    sample_texture(s, "wood", paint_wood);
    sample_texture(s, "cloth", paint_cloth);
    sample_texture(s, "sign", paint_sign);
    make_shape(s, "samples", "windmill.dts",
               &(dts_plan){.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 1});
    make_shape(s, "samples", "windmill-v5.dts",
               &(dts_plan){.version = 5, .meshVersion = 2, .listVersion = 3, .seed = 1, .odd = true});
    make_seeds(s);
    make_invalid(s);
}
