/* The layout of an interior's index. The order is the file's. */
#include "formats/darkstar/dis/dis.h"

#include "formats/darkstar/shared/chunks.h"
#include "layout/fields.h"

enum { VERSION = 3 };

static bool text_at(const void *dis, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_text *block = &((const tlb_dis *)dis)->names;
    return tlb_names_in_block(block->data, block->size, i, name, next);
}

static const tlb_naming texts = {"name", .texts = true, .at = text_at};

static void walk_state(tlb_walk *w, const tlb_dis *dis, tlb_dis_state *s)
{
    walk_refers(w, &texts, dis);
    WALK(w, s, nameOffset);
    WALK(w, s, lodIdx);
    WALK(w, s, numLods);
}

static void walk_lod(tlb_walk *w, const tlb_dis *dis, tlb_dis_lod *l)
{
    WALK(w, l, minPixels);
    walk_refers(w, &texts, dis);
    WALK(w, l, geometryNameOffset);
    WALK(w, l, lightStateIdx);
    WALK(w, l, linkableFaces);
}

static void walk_body(tlb_walk *w, tlb_dis *dis)
{
    WALK_DEFAULT(w, dis, version, VERSION);
    WALK(w, dis, version);
    if (dis->version != VERSION && !w->status)
        tlb_walk_refuse(w, sizeof dis->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %d, expected 3", dis->version);
    walk_count(w, "numStates", &dis->states.count, TLB_U32);
    WALK_ROWS(w, dis, states, 12, i)
        walk_state(w, dis, &dis->states.data[i]);
    walk_count(w, "numLods", &dis->lods.count, TLB_U32);
    WALK_ROWS(w, dis, lods, 16, i)
        walk_lod(w, dis, &dis->lods.data[i]);
    walk_count(w, "numLodLightStates", &dis->lodLightStates.count, TLB_U32);
    walk_refers(w, &texts, dis);
    WALK_VALUES(w, dis, lodLightStates);
    walk_count(w, "numLightStates", &dis->lightStates.count, TLB_U32);
    walk_refers(w, &texts, dis);
    WALK_VALUES(w, dis, lightStates);
    walk_count(w, "nameSize", &dis->names.size, TLB_U32);
    tlb_walk_text(w, "names", &dis->names);
    walk_refers(w, &texts, dis);
    WALK(w, dis, materialListOffset);
    WALK(w, dis, linkedInterior);
}

/* The size counts from the version on; while the body is read, the walk ends where the chunk ends. */
static void walk_index(tlb_walk *w, tlb_dis *dis)
{
    const uint8_t *end = w->end;
    tlb_walk_signature(w, "tag", "ITRs", 4);
    walk_count(w, "size", &dis->size, TLB_U32);
    uint64_t start = tlb_walk_offset(w);
    tlb_darkstar_walk_chunk_end(w, dis->size);
    walk_body(w, dis);
    tlb_walk_remaining(w, "rest", &dis->rest);
    if (w->direction == WALK_READ && !w->status)
        w->end = end;
    tlb_walk_remaining(w, "tail", &dis->tail);
    if (w->direction == WALK_WRITE && !w->status && w->buffer->data)
        tlb_put_le32(w->buffer->data + start - 4, (uint32_t)(tlb_walk_offset(w) - dis->tail.size - start));
}

void tlb_dis_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dis))))
        tlb_walk_no_memory(w);
    else
        walk_index(w, *root);
}
