/* Darkstar: a terrain of two blocks, and files of every version. */
#include "samples.h"
#include "terrain_maker.h"

#include <stdio.h>

static void save_block(sampler *s, const char *folder, const char *name, uint32_t version, int32_t id,
                       uint32_t details)
{
    tlb_document document;
    terrain_make_dtb(&document, s->context, version, id, details);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

static void save_terrain(sampler *s, const char *folder, const char *name, uint32_t version)
{
    tlb_document document;
    terrain_make_dtf(&document, s->context, version);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

/* With a number of details that no terrain can have. */
static void save_unsound(sampler *s)
{
    tlb_document document;
    terrain_make_dtf(&document, s->context, 1);
    ((tlb_dtf *)document.root)->details = INT32_MIN;
    sample_document(s, "fuzz/seeds/dtf", "unsound-details.dtf", &document);
    made_end(&document);
}

static void make_invalid(sampler *s)
{
    tlb_document dtb, dtf;
    terrain_make_dtb(&dtb, s->context, 5, 0, HILLS_DETAILS);
    terrain_make_dtf(&dtf, s->context, 1);
    sample_refuse_value(s, "terrain-version", &dtf, "version", 2, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "terrain-size", &dtf, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    sample_refuse_value(s, "terrain-map", &dtf, "sizeX", 0x7fffffff, "BAD_VALUE", 0, "sizeX");
    sample_refuse_value(s, "terrain-blocks", &dtf, "nBlocks", 0x40000000, "TRUNCATED", 4, "blocks");
    sample_refuse_value(s, "block-version", &dtb, "version", 6, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "block-size", &dtb, "sizeX", 0x10000, "BAD_VALUE", 0, "sizeX");
    sample_refuse_value(s, "block-light", &dtb, "lightScale", 5, "BAD_VALUE", 0, "lightScale");
    sample_refuse_value(s, "block-end", &dtb, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    made_end(&dtb);
    made_end(&dtf);
}

void make_darkstar_terrain_samples(sampler *s)
{
    save_terrain(s, "samples/darkstar", "hills.dtf", 1);
    save_block(s, "samples/darkstar", "hills#0.dtb", 5, 0, HILLS_DETAILS);
    save_block(s, "samples/darkstar", "hills#1.dtb", 4, 1, HILLS_DETAILS);
    for (uint32_t version = 0; version <= TLB_DTB_LAST_VERSION; version++) {
        char name[16];
        snprintf(name, sizeof name, "v%u.dtb", version);
        save_block(s, "fuzz/seeds/dtb", name, version, 0, HILLS_DETAILS);
    }
    save_block(s, "fuzz/seeds/dtb", "small-v3.dtb", 3, 0, 2);
    save_block(s, "fuzz/seeds/dtb", "small-v5.dtb", 5, 0, 2);
    save_terrain(s, "fuzz/seeds/dtf", "v0.dtf", 0);
    save_terrain(s, "fuzz/seeds/dtf", "v1.dtf", 1);
    save_unsound(s);
    make_invalid(s);
}
