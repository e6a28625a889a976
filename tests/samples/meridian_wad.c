/* WADs: a map of UDMF between its marks, and one with a lump after its directory, leftovers after a name, and
 * lumps that are nowhere. */
#include "samples.h"

#include <string.h>

typedef struct lump {
    uint32_t filepos, size;
    char name[9];
} lump;

static void put_u32(tlb_buffer *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        tlb_buffer_byte(out, (uint8_t)(value >> 8 * i));
}

static void save(sampler *s, const char *folder, const char *name, const char *tag, const char *data,
                 const lump *lumps, uint32_t count, const char *tail)
{
    tlb_buffer out = {.account = s->context->account};
    tlb_buffer_text(&out, tag);
    put_u32(&out, count);
    put_u32(&out, (uint32_t)(12 + strlen(data)));
    tlb_buffer_text(&out, data);
    for (uint32_t i = 0; i < count; i++) {
        put_u32(&out, lumps[i].filepos);
        put_u32(&out, lumps[i].size);
        tlb_buffer_append(&out, lumps[i].name, 8);
    }
    tlb_buffer_text(&out, tail);
    sample_save(s, folder, name, out.data, out.size);
    tlb_buffer_free(&out);
}

void make_meridian_wad_samples(sampler *s)
{
    static const char text[] = "namespace = \"Meridian59\";\nuser_roo_version = 14;\n"
                               "thing { x = 0.0; y = 0.0; type = 1; }\n"
                               "thing { x = 128.0; y = 64.0; type = 1; }\n";
    enum { SIZE = sizeof text - 1 };
    static const lump map[] = {{12, 0, "HALL"}, {12, SIZE, "TEXTMAP"}, {12 + SIZE, 0, "ENDMAP"}};
    static const lump odd[] = {
        {12, 3, "ONE\0left"}, {96, 4, "TWO"}, {10, 8, "NOWHERE"}, {0, 0, ""}, {96, 2, "TEXTMAP"}};
    save(s, "samples", "hall.wad", "PWAD", text, map, 3, "");
    save(s, "fuzz/seeds/wad", "hall.wad", "PWAD", text, map, 3, "");
    save(s, "fuzz/seeds/wad", "odd.wad", "IWAD", "data", odd, 5, "tail");
    sample_refuse(s, "wad-directory.wad", "PWAD\0\0\0\0\15\0\0\0", 12, "BAD_VALUE", 8, "infotableofs");
    sample_refuse(s, "wad-lumps.wad", "PWAD\1\0\0\0\14\0\0\0", 12, "TRUNCATED", 12, "lumps");
}
