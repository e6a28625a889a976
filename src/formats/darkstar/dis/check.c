/* The rules of an interior's index. Parts may be anything: no rule relies on another having held. */
#include "formats/darkstar/dis/dis.h"

#include "base/text.h"
#include "core/checker.h"
#include "formats/darkstar/dml/dml.h"

typedef struct checker {
    tlb_checker base;
    const tlb_dis *dis;
    tlb_assets *assets; /* the files beside it; NULL: not known */
} checker;

/* A name, and the file of this name where one is meant. */
static void check_name(checker *c, uint32_t offset, bool file, const char *path)
{
    const char *name = tlb_dis_name(c->dis, offset);
    tlb_bytes bytes;
    if (!name) {
        TLB_FIND(&c->base, DIS_NAME, path, "no name at offset %u of %u bytes of names", offset,
                 c->dis->names.size);
        return;
    }
    if (!file || !c->assets || !tlb_is_kept(c->base.context, TLB_CODE_DIS_FILE_MISSING))
        return;
    tlb_mark mark = tlb_arena_mark(&c->base.arena);
    if (tlb_assets_find(c->assets, &c->base.arena, name, NULL, NULL, &bytes, NULL) == TLB_NOT_FOUND)
        TLB_FIND(&c->base, DIS_FILE_MISSING, path, "file \"%s\" not found next to the interior", name);
    tlb_arena_rewind(&c->base.arena, mark);
}

static void check_states(checker *c, uint8_t *used)
{
    const tlb_dis *dis = c->dis;
    /* States have levels of their own: those of many may not be walked again and again. */
    uint64_t budget = (uint64_t)dis->lods.count * 4;
    if (!dis->states.count)
        TLB_FIND(&c->base, DIS_STATE, "states", "the list is empty");
    for (uint32_t i = 0; i < dis->states.count; i++) {
        const tlb_dis_state *state = &dis->states.data[i];
        check_name(c, state->nameOffset, false, tlb_at(&c->base, "states[%u].nameOffset", i));
        if (!state->numLods || state->lodIdx > dis->lods.count ||
            state->numLods > dis->lods.count - state->lodIdx) {
            TLB_FIND(&c->base, DIS_STATE, tlb_at(&c->base, "states[%u].lodIdx", i),
                     "range of %u from %u on exceeds lods (length %u)", state->numLods, state->lodIdx,
                     dis->lods.count);
            continue;
        }
        for (uint32_t k = 0; k < state->numLods && budget; k++, budget--) {
            const tlb_dis_lod *lod = &dis->lods.data[state->lodIdx + k];
            used[state->lodIdx + k] = 1;
            if (k && lod->minPixels > lod[-1].minPixels)
                TLB_FIND(&c->base, DIS_LOD_ORDER, tlb_at(&c->base, "lods[%u].minPixels", state->lodIdx + k),
                         "%u after %u, expected descending order", lod->minPixels, lod[-1].minPixels);
        }
    }
}

static void check_lods(checker *c, const uint8_t *used)
{
    const tlb_dis *dis = c->dis;
    for (uint32_t i = 0; i < dis->lods.count; i++) {
        const tlb_dis_lod *lod = &dis->lods.data[i];
        uint32_t lights = dis->lodLightStates.count;
        check_name(c, lod->geometryNameOffset, true, tlb_at(&c->base, "lods[%u].geometryNameOffset", i));
        TLB_CHECK_RANGE(&c->base, DIS_LOD, lod->lightStateIdx, dis->lightStates.count, lights,
                        tlb_at(&c->base, "lods[%u].lightStateIdx", i), "lodLightStates");
        if (!used[i])
            TLB_FIND(&c->base, DIS_UNUSED, tlb_at(&c->base, "lods[%u]", i), "it is in no state");
    }
    uint64_t needed = (uint64_t)dis->lods.count * dis->lightStates.count;
    if (dis->lodLightStates.count > needed)
        TLB_FIND(&c->base, DIS_UNUSED, "lodLightStates",
                 "length %u, expected one for each of %u levels in %u light states",
                 dis->lodLightStates.count, dis->lods.count, dis->lightStates.count);
}

static void check_index(checker *c)
{
    const tlb_dis *dis = c->dis;
    uint8_t *used = tlb_scratch(&c->base, dis->lods.count, 1);
    if (!used)
        return;
    check_states(c, used);
    check_lods(c, used);
    for (uint32_t i = 0; i < dis->lodLightStates.count; i++)
        check_name(c, dis->lodLightStates.data[i], true, tlb_at(&c->base, "lodLightStates[%u]", i));
    for (uint32_t i = 0; i < dis->lightStates.count; i++)
        check_name(c, dis->lightStates.data[i], false, tlb_at(&c->base, "lightStates[%u]", i));
    check_name(c, (uint32_t)dis->materialListOffset, true, "materialListOffset");
    if (dis->linkedInterior > 1)
        TLB_FIND(&c->base, DIS_LINKED, "linkedInterior", "%u, expected 0 or 1", dis->linkedInterior);
    if (dis->rest.size + dis->tail.size)
        tlb_report(c->base.context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, dis->rest.size ? "rest" : "tail",
                   "%zu %s after the end; engines ignore them", dis->rest.size + dis->tail.size,
                   tlb_plural(dis->rest.size + dis->tail.size, "byte", "bytes"));
}

/* The textures that the material list names: the index itself names none. What is wrong with the list is for
 * the list's own check. */
static void check_textures(checker *c)
{
    const char *name = tlb_dis_name(c->dis, (uint32_t)c->dis->materialListOffset);
    tlb_context *context = c->base.context;
    tlb_bytes bytes;
    if (!name || tlb_assets_find(c->assets, &c->base.arena, name, NULL, NULL, &bytes, NULL))
        return;
    tlb_report_mark reports = tlb_report_mark_get(context);
    tlb_walk w = tlb_walk_reader(context, &c->base.arena, bytes);
    void *root = NULL;
    tlb_format_dml.walk(&w, &root);
    if (tlb_is_fatal(w.status))
        c->base.status = w.status;
    else if (w.status)
        tlb_report_rewind(context, &reports);
    else
        tlb_dml_check_textures(&c->base, &((const tlb_dml *)root)->list, "materialListOffset");
}

tlb_status tlb_dis_check(tlb_document *document)
{
    checker c = {tlb_checker_start(document->context, document->root), .dis = document->root};
    tlb_assets *beside = NULL;
    c.base.assets = c.assets = document->assets;
    if (!c.assets && document->beside) {
        c.assets = beside = tlb_assets_create(document->context);
        c.base.status = beside ? tlb_assets_add_beside(beside, document->beside)
                               : tlb_report_memory(document->context, NULL);
    }
    if (!c.base.status)
        check_index(&c);
    if (!c.base.status && document->assets)
        check_textures(&c);
    tlb_assets_free(beside);
    return tlb_checker_end(&c.base);
}
