/* Material lists as the registry knows them. */
#include "formats/darkstar/dml_room.h"
#include "formats/darkstar/materials.h"
#include "formats/darkstar/pers.h"

static const uint32_t OLD_TAG = 0x0014001e;

/* Of an engine before Darkstar. */
static bool is_old(tlb_bytes source)
{
    return source.size >= 8 && tlb_get_le32(source.data) == OLD_TAG;
}

static int probe(tlb_bytes source)
{
    enum { SURE = 100, LIKELY = 60 };
    return pers_starts_with(source, "TS::MaterialList") ? SURE : is_old(source) ? LIKELY : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (w->direction == WALK_READ && is_old((tlb_bytes){w->start, (size_t)(w->end - w->start)})) {
        walk_fail(w, TLB_CODE_NOT_SUPPORTED, NULL,
                  "a material list of the engine before Darkstar (tag 1e 00 14 00), of which no description "
                  "is known");
        return;
    }
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dml)))) {
        walk_no_memory(w);
        return;
    }
    tlb_dml *dml = *root;
    walk_material_list(w, &dml->list);
    walk_remaining(w, "tail", &dml->tail);
}

tlb_dml *tlb_document_dml(tlb_document *document)
{
    return document->format == &tlb_format_dml ? document->root : NULL;
}

const char *tlb_dml_kind_name(uint32_t flags)
{
    static const char *const names[] = {"null", "palette", "RGB", "texture"};
    uint32_t kind = flags & TLB_DML_KIND;
    return kind < sizeof names / sizeof *names ? names[kind] : NULL;
}

const char *tlb_dml_type_name(uint32_t type)
{
    static const char *const names[TLB_DML_TYPES] = {
        "default", "concrete", "carpet", "metal", "glass", "plastic",    "wood",        "marble",
        "snow",    "ice",      "sand",   "mud",   "stone", "soft earth", "packed earth"};
    type &= TLB_DML_TYPE;
    return type < TLB_DML_TYPES ? names[type] : NULL;
}

const tlb_format tlb_format_dml = {
    .info = {.name = "dml",
             .title = "Darkstar material list",
             .family = "darkstar",
             .versions = "1 to 4",
             .extensions = (const char *const[]){"dml", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE},
    .probe = probe,
    .walk = walk,
};
