/* The layout of an interior's index, in the order of the file; what it names and refers to. */
#include "formats/darkstar/dis/dis.h"

#include "base/number.h"
#include "base/text.h"
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

const char *tlb_dis_name(const tlb_dis *dis, uint32_t offset)
{
    if (!dis)
        return NULL;
    return name_in_block(dis->names, offset);
}

bool tlb_dis_choose_lod(const tlb_dis *dis, uint32_t state, float pixels, uint32_t *lod)
{
    if (!dis || !lod)
        return false;
    if (state >= dis->states.count)
        return false;
    const tlb_dis_state *of = &dis->states.data[state];
    if (!of->numLods || of->lodIdx >= dis->lods.count || of->numLods > dis->lods.count - of->lodIdx)
        return false;
    uint32_t last = of->lodIdx + of->numLods - 1;
    for (*lod = of->lodIdx; *lod < last; ++*lod)
        if ((float)dis->lods.data[*lod].minPixels < pixels)
            break;
    return true;
}

const char *tlb_dis_lighting(const tlb_dis *dis, uint32_t lod, uint32_t light_state)
{
    if (!dis)
        return NULL;
    if (lod >= dis->lods.count || light_state >= dis->lightStates.count)
        return NULL;
    uint64_t place = (uint64_t)dis->lods.data[lod].lightStateIdx + light_state;
    return place < dis->lodLightStates.count ? tlb_dis_name(dis, dis->lodLightStates.data[place]) : NULL;
}

bool tlb_dis_find(const tlb_dis *dis, const uint32_t *names, size_t stride, uint32_t count, const char *name,
                  uint32_t *found)
{
    uint64_t number;
    const char *end = name + strlen(name);
    for (*found = 0; *found < count; ++*found) {
        const char *known = tlb_dis_name(dis, names[*found * stride]);
        if (known && tlb_same_nocase(known, name))
            return true;
    }
    *found = 0;
    if (tlb_read_u64(name, end, &number) != end || number >= (count ? count : 1))
        return false;
    *found = (uint32_t)number;
    return true;
}
