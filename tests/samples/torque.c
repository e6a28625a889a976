/* Torque: two interiors and their textures. */
#include "dif_maker.h"
#include "samples.h"

#include <stdio.h>

/* --- textures ------------------------------------------------------------------------------------------ */

static void paint_wall(uint32_t x, uint32_t y, uint8_t out[4])
{
    uint32_t row = y / 16, shifted = (x + row % 2 * 16) % 32;
    bool joint = y % 16 < 2 || shifted < 2;
    sample_color(out, joint ? 190 : 166, joint ? 184 : 92, joint ? 172 : 70,
                 (uint8_t)(sample_grain(x, y) + row * 5));
}

static void paint_floor(uint32_t x, uint32_t y, uint8_t out[4])
{
    bool light = (x / 32 + y / 32) % 2, joint = x % 32 == 0 || y % 32 == 0;
    uint32_t base = joint ? 70 : light ? 176 : 120;
    sample_color(out, base, base + 4, base + 10, sample_grain(x, y));
}

static void paint_pillar(uint32_t x, uint32_t y, uint8_t out[4])
{
    uint32_t flute = x % 16;
    sample_color(out, 196, 190, 172, (uint8_t)(sample_grain(x, y) + (flute < 8 ? flute : 15 - flute) * 4));
}

static void paint_brass(uint32_t x, uint32_t y, uint8_t out[4])
{
    sample_color(out, 176, 138, 56, (uint8_t)(sample_grain(y, y) * 2 + (x % 32 == 0) * 20));
}

static void paint_glass(uint32_t x, uint32_t y, uint8_t out[4])
{
    sample_color(out, 150, 190, 210, (uint8_t)((x + y) % 32 < 4 ? 40 : 0));
    out[3] = 96;
}

/* --- interiors ----------------------------------------------------------------------------------------- */

static void make_interior(sampler *s, const char *folder, const char *name, const dif_plan *plan)
{
    tlb_document document;
    dif_make(&document, s->context, plan);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

static void make_seeds(sampler *s)
{
    char name[64];
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        snprintf(name, sizeof name, "bare-v%u.dif", version);
        make_interior(s, "fuzz/seeds/dif", name, &(dif_plan){.version = version, .seed = 3, .bare = true});
    }
    for (int family = TLB_DIF_TGE; family <= TLB_DIF_TGE_BIG_MAPS; family++) {
        snprintf(name, sizeof name, "%s.dif", tlb_dif_family_name((tlb_dif_family)family));
        make_interior(s, "fuzz/seeds/dif", name, &(dif_plan){.family = (tlb_dif_family)family, .seed = 4});
    }
    make_interior(s, "fuzz/seeds/dif", "flagged-v3.dif",
                  &(dif_plan){.version = 3, .seed = 5, .flagged = true});
    make_interior(s, "fuzz/seeds/dif", "full-v14.dif", &(dif_plan){.version = 14, .seed = 6});
}

/* --- files that must be refused ------------------------------------------------------------------------ */

static const dif_plan small = {.seed = 7, .bare = true};
static const dif_plan full = {.version = 14, .seed = 7};

static void make_invalid(sampler *s)
{
    tlb_document bare, whole;
    dif_make(&bare, s->context, &small);
    dif_make(&whole, s->context, &full);
    sample_refuse_value(s, "resource-version", &bare, "interiorResourceFileVersion", 45, "BAD_VERSION", 0,
                        "interiorResourceFileVersion");
    sample_refuse_value(s, "interior-version", &bare, "details[0].interiorFileVersion", 15, "BAD_VERSION", 0,
                        "details[0].interiorFileVersion");
    sample_refuse_value(s, "too-many-points", &bare, "details[0].numPoints", 0x7fffffff, "TRUNCATED", 4,
                        "details[0].points");
    sample_refuse_value(s, "too-many-surfaces", &bare, "details[0].numSurfaces", 0xffffffff, "TRUNCATED", 4,
                        "details[0].surfaces");
    sample_refuse_value(s, "too-many-details", &bare, "numDetailLevels", 0x10000, "TRUNCATED", 4, "details");
    sample_refuse_value(s, "mirror-kind", &whole, "details[0].subObjects[0].kind", 2, "NOT_SUPPORTED", 0,
                        "details[0].subObjects[0].kind");
    sample_refuse_value(s, "force-field-version", &whole, "forceFields[0].forceFieldFileVersion", 1,
                        "BAD_VERSION", 0, "forceFields[0].forceFieldFileVersion");
    sample_refuse_byte(s, "material-list-text", &bare, "details[0].materialListVersion", 'a', "NOT_SUPPORTED",
                       0, "details[0].materialListVersion");
    sample_refuse_byte(s, "light-map-no-png", &whole, "details[0].lightMaps[0].lightMap", 0x88,
                       "BAD_SIGNATURE", 0, "details[0].lightMaps[0].lightMap");
    sample_refuse_truncated(s, "ends-in-a-scalar", &whole, "details[0].coordBinMode", 3,
                            "details[0].coordBinMode");
    sample_refuse_truncated(s, "ends-in-a-list", &whole, "details[0].hullIndices[0..15]", 5,
                            "details[0].hullIndices");
    sample_refuse_truncated(s, "ends-before-the-vehicle", &whole, "readVehicleCollision", 0,
                            "readVehicleCollision");
    made_end(&bare);
    made_end(&whole);
}

void make_torque_samples(sampler *s)
{
    sample_texture(s, "wall", paint_wall);
    sample_texture(s, "floor", paint_floor);
    sample_texture(s, "pillar", paint_pillar);
    sample_texture(s, "brass", paint_brass);
    sample_texture(s, "glass", paint_glass);
    make_interior(s, "samples", "rooms.dif", &(dif_plan){.seed = 1});
    make_interior(s, "samples", "rooms-v14.dif", &(dif_plan){.version = 14, .seed = 2});
    make_seeds(s);
    make_invalid(s);
}
