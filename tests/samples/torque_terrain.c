/* Torque: a terrain of version 7; those before it have 65,536 samples, too many for samples and seeds. */
#include "samples.h"
#include "ter_maker.h"

static void save_terrain(sampler *s, const char *folder, const char *name, uint32_t size)
{
    tlb_document document;
    ter_make(&document, s->context, TLB_TER_LAST_VERSION, size);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

static void make_invalid(sampler *s)
{
    tlb_document ter;
    ter_make(&ter, s->context, TLB_TER_LAST_VERSION, 4);
    sample_refuse_byte(s, "terrain-version", &ter, "version", 8, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "terrain-empty", &ter, "size", 0, "BAD_VALUE", 0, "size");
    sample_refuse_value(s, "terrain-huge", &ter, "size", 0x10001, "BAD_VALUE", 0, "size");
    sample_refuse_value(s, "terrain-heights", &ter, "size", 8192, "TRUNCATED", 4, "heights");
    sample_refuse_value(s, "terrain-names", &ter, "materialCount", 0x7fffffff, "TRUNCATED", 4,
                        "materialNames");
    sample_refuse_byte(s, "terrain-legacy", &ter, "version", 3, "TRUNCATED", 1, "heights");
    made_end(&ter);
}

void make_torque_terrain_samples(sampler *s)
{
    save_terrain(s, "samples/torque", "valley.ter", 32);
    save_terrain(s, "fuzz/seeds/ter", "small.ter", 4);
    save_terrain(s, "fuzz/seeds/ter", "valley.ter", 8);
    make_invalid(s);
}
