/* Meridian 59: textures for a room, numbered as rooms name them. */
#include "bgf_maker.h"
#include "samples.h"

static void make(sampler *s, const char *folder, const char *name, bgf_kind kind)
{
    tlb_document document;
    bgf_make(&document, s->context, kind);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

static void make_invalid(sampler *s)
{
    tlb_document whole;
    bgf_make(&whole, s->context, BGF_EVERYTHING);
    sample_refuse_byte(s, "bgf-signature", &whole, "signature", 'b', "BAD_SIGNATURE", 0, "signature");
    sample_refuse_value(s, "bgf-version", &whole, "version", 8, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "bgf-too-many-bitmaps", &whole, "numBitmaps", 0x10000000, "TRUNCATED", 16,
                        "bitmaps");
    sample_refuse_value(s, "bgf-too-many-groups", &whole, "numGroups", 0x10000000, "TRUNCATED", 163,
                        "groups");
    sample_refuse_value(s, "bgf-too-wide", &whole, "bitmaps[0].width", 0x7fffffff, "TRUNCATED", 22,
                        "bitmaps[0].data");
    sample_refuse_byte(s, "bgf-type", &whole, "bitmaps[1].type", 2, "BAD_VALUE", 0, "bitmaps[1].type");
    sample_refuse_value(s, "bgf-length", &whole, "bitmaps[1].length", 0xffffffff, "TRUNCATED", 4,
                        "bitmaps[1].data");
    sample_refuse_truncated(s, "bgf-ends-in-the-name", &whole, "name", 31, "name");
    sample_refuse_truncated(s, "bgf-ends-in-a-group", &whole, "groups[0].indices[0..2]", 11,
                            "groups[0].indices");
    made_end(&whole);
}

void make_meridian_bgf_samples(sampler *s)
{
    make(s, "samples/textures", "grd00001.bgf", BGF_WALL);
    make(s, "samples/textures", "grd00002.bgf", BGF_FLOOR);
    make(s, "samples/textures", "grd00003.bgf", BGF_FENCE);
    make(s, "samples/textures", "grd00004.bgf", BGF_WATER);
    make(s, "fuzz/seeds/bgf", "everything.bgf", BGF_EVERYTHING);
    make(s, "fuzz/seeds/bgf", "fence.bgf", BGF_FENCE);
    make(s, "fuzz/seeds/bgf", "old.bgf", BGF_OLD);
    make_invalid(s);
}
