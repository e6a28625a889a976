/* Starsiege: an outpost with every class of objects, seeds and missions that must be refused. */
#include "samples.h"
#include "simg_maker.h"

#include <stdlib.h>

static void save_mission(sampler *s, const char *folder, const char *name, bool with_unknown)
{
    tlb_document document;
    simg_make(&document, s->context, with_unknown);
    sample_document(s, folder, name, &document);
    made_end(&document);
}

/* The hulk's name is one byte, which is no NUL. */
static void save_without_end(sampler *s)
{
    static const char before[] = "windmill.dts\0\1\0\0"; /* the name before it and its NUL, a length of 1 */
    tlb_document mission;
    tlb_bytes bytes;
    simg_make(&mission, s->context, false);
    ((tlb_simg *)mission.root)->mission.objects.data[2].objects.data[1].details->hulkName =
        (tlb_text){"\0", 1};
    if (tlb_save_memory(&mission, &bytes))
        abort();
    for (size_t i = 0; i + sizeof before < bytes.size; i++)
        if (memcmp(bytes.data + i, before, sizeof before) == 0)
            ((uint8_t *)(uintptr_t)bytes.data)[i + sizeof before] = 'S';
    sample_save(s, "fuzz/seeds/simg", "name-without-end.mis", bytes.data, bytes.size);
    made_end(&mission);
}

static void make_seeds(sampler *s)
{
    tlb_document document;
    save_mission(s, "fuzz/seeds/simg", "outpost.mis", false);
    save_mission(s, "fuzz/seeds/simg", "everything.mis", true);
    save_without_end(s);
    simg_make_empty(&document, s->context);
    sample_document(s, "fuzz/seeds/simg", "empty.mis", &document);
    made_end(&document);
    simg_make_deep(&document, s->context, 5);
    sample_document(s, "fuzz/seeds/simg", "deep.mis", &document);
    made_end(&document);
}

static void make_invalid(sampler *s)
{
    tlb_document mission;
    simg_make(&mission, s->context, false);
    sample_refuse_value(s, "simg-size", &mission, "size", 0x7fffffff, "TRUNCATED", 0, "size");
    sample_refuse_value(s, "simg-count", &mission, "n", 0x10000000, "TRUNCATED", 0, "objects");
    sample_refuse_value(s, "simg-group", &mission, "objects[0].n", 4, "TRUNCATED", 0, "objects[0].objects");
    sample_refuse_byte(s, "simg-names", &mission, "names[7].length", 200, "TRUNCATED", 1, "names[7]");
    made_end(&mission);
}

/* One group in another more than may be. */
static void make_too_deep(sampler *s)
{
    enum { DEPTH = 26, GROUP = 16, NAME = 2 };
    static uint8_t bytes[DEPTH * (GROUP + NAME)];
    char path[(DEPTH - 1) * sizeof "objects[0]."] = "";
    for (uint32_t i = 0; i < DEPTH; i++) {
        uint8_t *at = bytes + (size_t)i * GROUP, *name = bytes + sizeof bytes - (size_t)(i + 1) * NAME;
        memcpy(at, "SIMG", 4);
        tlb_put_le32(at + 4, (uint32_t)sizeof bytes - i * (GROUP + NAME) - 8);
        tlb_put_le32(at + 12, i + 1 < DEPTH);
        memcpy(name, "\1g", NAME); /* of what is in the group */
        strcat(path, i + 2 < DEPTH ? "objects[0]." : i + 1 < DEPTH ? "objects" : "");
    }
    sample_refuse(s, "simg-deep.mis", bytes, sizeof bytes, "NESTING_LIMIT", (DEPTH - 1) * GROUP, path);
}

void make_darkstar_mission_samples(sampler *s)
{
    save_mission(s, "samples/darkstar", "outpost.mis", false);
    make_seeds(s);
    make_invalid(s);
    make_too_deep(s);
}
