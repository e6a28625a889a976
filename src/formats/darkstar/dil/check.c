/* The rules of interior lighting. Parts may be anything: no rule relies on another having held. */
#include "formats/darkstar/dil/dil.h"

#include "base/text.h"
#include "core/checker.h"
#include "formats/darkstar/interior/interior.h"

/* --- the Huffman tree --------------------------------------------------------------------------------- */

/* Whose children the nodes and colors are, counted; and for the walk, how far it is with a node. */
typedef struct tree {
    uint8_t *node_parents, *leaf_parents; /* 2: several */
    uint8_t *progress;
    uint32_t *stack;
} tree;

static void check_child(tlb_checker *c, const tlb_dil *dil, tree *t, uint32_t i, const char *side,
                        int32_t child)
{
    uint32_t leaf = (uint32_t)(-((int64_t)child + 1));
    bool node = child >= 0, there = node ? (uint32_t)child < dil->nodes.count : leaf < dil->colors.count;
    if (!there) {
        TLB_FIND(c, DIL_HUFFMAN, tlb_at(c, "nodes[%u].%s", i, side),
                 "child %d out of range; number of nodes: %u, of colors: %u", child, dil->nodes.count,
                 dil->colors.count);
        return;
    }
    uint8_t *parents = node ? &t->node_parents[child] : &t->leaf_parents[leaf];
    *parents = (uint8_t)(*parents + (*parents < 2));
}

/* Nodes that are their own descendants: AT_BACK and later states are done. */
static void check_circles(tlb_checker *c, const tlb_dil *dil, tree *t)
{
    enum { UNSEEN, AT_ZERO, AT_ONE, LEAVING, LEFT };
    uint32_t depth = 0;
    t->progress[0] = AT_ZERO;
    t->stack[depth++] = 0;
    while (depth) {
        uint32_t index = t->stack[depth - 1];
        uint8_t at = t->progress[index]++;
        if (at == LEAVING) {
            depth--;
            continue;
        }
        int32_t child = at == AT_ZERO ? dil->nodes.data[index].zero : dil->nodes.data[index].one;
        if (child < 0 || (uint32_t)child >= dil->nodes.count)
            continue;
        if (t->progress[child] == UNSEEN) {
            t->progress[child] = AT_ZERO;
            t->stack[depth++] = (uint32_t)child;
        } else if (t->progress[child] != LEFT)
            TLB_FIND(c, DIL_HUFFMAN, tlb_at(c, "nodes[%u].%s", index, at == AT_ZERO ? "zero" : "one"),
                     "node %d is its ancestor", child);
    }
}

static void check_parents(tlb_checker *c, const char *list, const uint8_t *parents, uint32_t first,
                          uint32_t count)
{
    for (uint32_t i = first; i < count; i++)
        if (parents[i] != 1)
            TLB_FIND(c, DIL_HUFFMAN_SHAPE, tlb_at(c, "%s[%u]", list, i), "%s",
                     parents[i] ? "several codes reach it" : "no code reaches it");
}

static void check_tree(tlb_checker *c, const tlb_dil *dil)
{
    uint32_t count = dil->nodes.count;
    tree t = {.node_parents = tlb_scratch(c, count, 1),
              .leaf_parents = tlb_scratch(c, dil->colors.count, 1),
              .progress = tlb_scratch(c, count, 1),
              .stack = tlb_scratch(c, count, sizeof *t.stack)};
    if (!count || !t.node_parents || !t.leaf_parents || !t.progress || !t.stack)
        return;
    for (uint32_t i = 0; i < count; i++) {
        check_child(c, dil, &t, i, "one", dil->nodes.data[i].one);
        check_child(c, dil, &t, i, "zero", dil->nodes.data[i].zero);
    }
    check_circles(c, dil, &t);
    check_parents(c, "nodes", t.node_parents, 1, count);
    check_parents(c, "colors", t.leaf_parents, 0, dil->colors.count);
    for (uint32_t i = 0; i < dil->colors.count; i++)
        if (dil->colors.data[i] > UINT16_MAX)
            TLB_FIND(c, DIL_HUFFMAN_SHAPE, tlb_at(c, "colors[%u]", i), "0x%08x, expected at most 16 bits",
                     dil->colors.data[i]);
}

/* --- maps --------------------------------------------------------------------------------------------- */

/* Maps may share their bytes; what goes beyond this many times all of them is not decoded any more. */
enum { MOST_SHARED = 4, LARGEST = UINT8_MAX * UINT8_MAX };

static void check_maps(tlb_checker *c, const tlb_dil *dil)
{
    uint16_t *luxels = tlb_scratch(c, LARGEST, sizeof *luxels);
    uint64_t budget = (uint64_t)dil->mapBytes.size * 16 * MOST_SHARED + LARGEST;
    for (uint32_t i = 0; luxels && i < dil->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        tlb_dil_kind kind = tlb_dil_map_kind(s->map);
        uint32_t count = (uint32_t)s->w * s->h, from = s->map & ~TLB_DIL_CODED, end;
        if (kind == TLB_DIL_MAP_NONE || kind == TLB_DIL_MAP_CONSTANT)
            continue;
        if (count > budget) {
            TLB_FIND(c, DIL_MAPS_SHARED, tlb_at(c, "surfaces[%u].map", i), "light maps not decoded: %u",
                     dil->surfaces.count - i);
            return;
        }
        bool sound = tlb_dil_decode(dil, s->map, s->w, s->h, luxels, &end);
        uint64_t bytes = sound ? end - from : from < dil->mapBytes.size ? dil->mapBytes.size - from : 0;
        uint64_t price = count + 8 * bytes;
        budget -= price < budget ? price : budget;
        if (!sound)
            TLB_FIND(c, DIL_MAP, tlb_at(c, "surfaces[%u].map", i),
                     "%u x %u luxels %s at byte %u of %zu do not decode", s->w, s->h,
                     kind == TLB_DIL_MAP_CODED ? "coded" : "raw", from, dil->mapBytes.size);
        else if (!count)
            TLB_FIND(c, DIL_MAP_SIZE, tlb_at(c, "surfaces[%u].w", i), "%u x %u luxels", s->w, s->h);
        else if (kind == TLB_DIL_MAP_CODED && bytes >= 2 * (uint64_t)count)
            TLB_FIND(c, DIL_MAP_LARGE, tlb_at(c, "surfaces[%u].map", i), "%u bytes compressed for %u luxels",
                     end - from, count);
    }
}

/* --- mission lighting --------------------------------------------------------------------------------- */

static void check_relit(tlb_checker *c, const tlb_dil *dil)
{
    tlb_dil_relit_list pairs;
    tlb_status status = tlb_dil_read_relit_pairs(c->context, &c->arena, dil, &pairs);
    if (status) {
        c->status = status == TLB_INVALID ? c->status : status;
        return;
    }
    if ((uint32_t)dil->relitCount != dil->surfaces.count)
        TLB_FIND(c, DIL_RELIT, "relitCount", "%d, expected %u (number of surfaces)", dil->relitCount,
                 dil->surfaces.count);
    for (uint32_t i = 0; i < pairs.count; i++) {
        const tlb_dil_relit *pair = &pairs.data[i];
        if (i && pair->srcMapOffset < pair[-1].srcMapOffset)
            TLB_FIND(c, DIL_RELIT, "relit", "pair %u: map %d after %d, expected ascending order", i,
                     pair->srcMapOffset, pair[-1].srcMapOffset);
        if (pair->dstMapOffset < 0 || (uint32_t)pair->dstMapOffset >= dil->mapBytes.size)
            TLB_FIND(c, DIL_RELIT, "relit", "pair %u: map offset %d is outside the %zu bytes of maps", i,
                     pair->dstMapOffset, dil->mapBytes.size);
    }
}

/* --- geometry ----------------------------------------------------------------------------------------- */

/* The last luxel is the first at the end of the surface's texture or beyond. */
static bool covers(uint8_t luxels, uint8_t offset, uint32_t texels, uint32_t step)
{
    int64_t last = ((int64_t)luxels - 1) * step - offset;
    return last >= texels && last < (int64_t)texels + step;
}

static void check_against(tlb_checker *c, const tlb_dil *dil, const tlb_dig *dig, const char *name)
{
    if (dig->buildId != dil->geometryBuildId)
        TLB_FIND(c, DIL_GEOMETRY, "geometryBuildId", "%d, but %s has %d", dil->geometryBuildId, name,
                 dig->buildId);
    if (dig->surfaces.count != dil->surfaces.count) {
        TLB_FIND(c, DIL_GEOMETRY, "surfaces", "length %u, but %s has %u surfaces", dil->surfaces.count, name,
                 dig->surfaces.count);
        return;
    }
    if (dig->buildId != dil->geometryBuildId || dil->lightScaleShift < 0 ||
        dil->lightScaleShift > DIL_LAST_SHIFT)
        return;
    uint32_t step = 1u << dil->lightScaleShift;
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        uint32_t texels[2];
        tlb_dig_texels(dig, &dig->surfaces.data[i], texels);
        if (tlb_dil_map_kind(s->map) != TLB_DIL_MAP_NONE &&
            (!covers(s->w, s->offX, texels[0], step) || !covers(s->h, s->offY, texels[1], step)))
            TLB_FIND(c, DIL_MAP_SIZE, tlb_at(c, "surfaces[%u].w", i),
                     "%u x %u luxels at %u, %u do not cover the surface of %u x %u texels", s->w, s->h,
                     s->offX, s->offY, texels[0], texels[1]);
    }
}

/* Reads the geometry, saying nothing of what is wrong with it. */
static const tlb_dig *read_quietly(tlb_checker *c, tlb_assets *assets, const char *name)
{
    tlb_bytes bytes;
    void *root = NULL;
    tlb_report_mark reports = tlb_report_mark_get(c->context);
    tlb_status status = tlb_assets_find(assets, &c->arena, name, NULL, NULL, &bytes, NULL);
    if (!status) {
        tlb_walk w = tlb_walk_reader(c->context, &c->arena, bytes);
        tlb_dig_walk(&w, &root);
        status = w.status;
    }
    if (tlb_is_fatal(status))
        c->status = status;
    else if (status)
        tlb_report_rewind(c->context, &reports);
    return status ? NULL : root;
}

/* Against the geometry beside the file, when it is there. */
static void check_geometry(tlb_checker *c, const tlb_document *document)
{
    if (!document->beside)
        return;
    tlb_assets *assets = tlb_assets_create(c->context);
    const char *name = tlb_interior_geometry_name(&c->arena, tlb_path_base(document->name),
                                                  tlb_dil_is_mission(document->root));
    if (!assets || !name)
        c->status = tlb_report_memory(c->context, name ? NULL : &c->arena);
    else if (tlb_assets_add_beside(assets, document->beside) == TLB_OK) {
        const tlb_dig *dig = read_quietly(c, assets, name);
        if (dig)
            check_against(c, document->root, dig, name);
    }
    tlb_assets_free(assets);
}

/* --- animated lights ---------------------------------------------------------------------------------- */

static void check_states(tlb_checker *c, const tlb_dil *dil, uint32_t i)
{
    const tlb_dil_light *light = &dil->lights.data[i];
    uint32_t count = dil->states.count;
    if (light->stateIndex < 0 || light->stateCount < 0 || (uint32_t)light->stateIndex > count ||
        (uint32_t)light->stateCount > count - (uint32_t)light->stateIndex) {
        TLB_FIND(c, DIL_LIGHT, tlb_at(c, "lights[%u].stateIndex", i),
                 "range of %d from %d on exceeds states (length %u)", light->stateCount, light->stateIndex,
                 count);
        return;
    }
    float before = 0;
    for (int32_t k = 0; k < light->stateCount; k++) {
        float time = dil->states.data[light->stateIndex + k].time;
        if (time < before || time > light->duration) {
            TLB_FIND(c, DIL_STATE_ORDER, tlb_at(c, "states[%d].time", light->stateIndex + k),
                     "%g after %g, expected ascending times up to the duration %g", (double)time,
                     (double)before, (double)light->duration);
            return;
        }
        before = time;
    }
}

static void check_lights(tlb_checker *c, const tlb_dil *dil)
{
    const uint32_t known = TLB_DIL_AUTOSTART | TLB_DIL_LOOP | TLB_DIL_RANDOM | TLB_DIL_MANAGED;
    /* States belong to one light each: those of many may not be walked again and again. */
    uint64_t budget = (uint64_t)dil->states.count * 4;
    for (uint32_t i = 0; i < dil->lights.count; i++) {
        const tlb_dil_light *light = &dil->lights.data[i];
        if (light->nameOffset != -1 && !tlb_dil_name(dil, light->nameOffset))
            TLB_FIND(c, DIL_LIGHT, tlb_at(c, "lights[%u].nameOffset", i),
                     "no name begins at offset %d of %u bytes of names", light->nameOffset, dil->names.size);
        TLB_CHECK_FINITE(c, DIL_NOT_FINITE, &light->duration, 1, tlb_at(c, "lights[%u].duration", i));
        if (light->animFlags & ~known)
            TLB_FIND(c, DIL_LIGHT_FLAGS, tlb_at(c, "lights[%u].animFlags", i), "0x%08x", light->animFlags);
        if (light->stateCount <= 0 || (uint64_t)light->stateCount <= budget) {
            budget -= light->stateCount > 0 ? (uint64_t)light->stateCount : 0;
            check_states(c, dil, i);
        }
    }
}

static void check_state_list(tlb_checker *c, const tlb_dil *dil)
{
    uint32_t count = dil->stateData.count;
    for (uint32_t i = 0; i < dil->states.count; i++) {
        const tlb_dil_state *state = &dil->states.data[i];
        TLB_CHECK_FINITE(c, DIL_NOT_FINITE, &state->time, 1, tlb_at(c, "states[%u].time", i));
        if (state->dataIndex < 0 || state->dataCount < 0 ||
            (uint32_t)state->dataIndex + (uint32_t)state->dataCount > count)
            TLB_FIND(c, DIL_STATE, tlb_at(c, "states[%u].dataIndex", i),
                     "range of %d from %d on exceeds stateData (length %u)", state->dataCount,
                     state->dataIndex, count);
    }
}

static void check_state_data(tlb_checker *c, const tlb_dil *dil)
{
    for (uint32_t i = 0; i < dil->stateData.count; i++) {
        const tlb_dil_state_data *d = &dil->stateData.data[i];
        if (d->surface < 0 || (uint32_t)d->surface >= dil->surfaces.count) {
            TLB_FIND(c, DIL_STATE_DATA, tlb_at(c, "stateData[%u].surface", i),
                     "surface index %d out of range; number of surfaces: %u", d->surface,
                     dil->surfaces.count);
            continue;
        }
        if (d->lightIndex < 0 || d->lightIndex >= dil->lightMapListSize)
            TLB_FIND(c, DIL_STATE_DATA, tlb_at(c, "stateData[%u].lightIndex", i),
                     "slot %d out of range; number of slots: %d", d->lightIndex, dil->lightMapListSize);
        const tlb_dil_surface *s = &dil->surfaces.data[d->surface];
        uint64_t end = (uint64_t)(uint32_t)d->mapIndex + (uint32_t)(s->w * s->h);
        if (d->mapIndex != -1 && (d->mapIndex < 0 || end > dil->mapBytes.size))
            TLB_FIND(c, DIL_STATE_DATA, tlb_at(c, "stateData[%u].mapIndex", i),
                     "map of %u x %u bytes at %d exceeds mapBytes (length %zu)", s->w, s->h, d->mapIndex,
                     dil->mapBytes.size);
    }
}

static void check_surface_lights(tlb_checker *c, const tlb_dil *dil)
{
    int32_t needed = 0;
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        if (!s->lightCount)
            continue;
        int32_t end = s->lightIndex + s->lightCount;
        if (s->lightIndex < 0 || s->lightCount < 0 || end > dil->lightMapListSize)
            TLB_FIND(c, DIL_SURFACE_LIGHTS, tlb_at(c, "surfaces[%u].lightIndex", i),
                     "range of %d from %d on exceeds lightMapListSize %d", s->lightCount, s->lightIndex,
                     dil->lightMapListSize);
        needed = end > needed ? end : needed;
    }
    if (dil->lightMapListSize > needed)
        TLB_FIND(c, DIL_LIST_SIZE, "lightMapListSize", "%d, but the surfaces need only %d",
                 dil->lightMapListSize, needed);
}

/* --- all of it ----------------------------------------------------------------------------------------- */

tlb_status tlb_dil_check(tlb_document *document)
{
    const tlb_dil *dil = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    if (dil->lightScaleShift < 0 || dil->lightScaleShift > DIL_LAST_SHIFT)
        TLB_FIND(&c, DIL_SCALE, "lightScaleShift", "%d, expected 0 to %d", dil->lightScaleShift,
                 DIL_LAST_SHIFT);
    check_lights(&c, dil);
    check_state_list(&c, dil);
    check_state_data(&c, dil);
    check_surface_lights(&c, dil);
    check_tree(&c, dil);
    check_maps(&c, dil);
    if (tlb_dil_is_mission(dil))
        check_relit(&c, dil);
    check_geometry(&c, document);
    if (dil->pers.rest.size + dil->tail.size)
        tlb_report(c.context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, dil->pers.rest.size ? "rest" : "tail",
                   "%zu %s after the end; engines ignore them", dil->pers.rest.size + dil->tail.size,
                   tlb_plural(dil->pers.rest.size + dil->tail.size, "byte", "bytes"));
    return tlb_checker_end(&c);
}
