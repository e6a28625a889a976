/* The layout of an interior's lighting, of its own and of a mission. The order is the file's. */
#include "formats/darkstar/dil/dil.h"

#include "formats/darkstar/shared/chunks.h"

enum {
    FIRST_VERSION = 4,
    WITH_TREE = 6, /* the version from which maps are coded */
    LAST_VERSION = 7
};

static void walk_state(tlb_walk *w, tlb_dil_state *s)
{
    WALK(w, s, red);
    WALK(w, s, green);
    WALK(w, s, blue);
    WALK(w, s, mono);
    WALK(w, s, time);
    WALK(w, s, dataCount);
    WALK(w, s, dataIndex);
}

static void walk_state_data(tlb_walk *w, tlb_dil_state_data *d)
{
    WALK(w, d, surface);
    WALK(w, d, lightIndex);
    WALK(w, d, mapIndex);
}

static const tlb_flag light_flags[] = {
    {"autostart", TLB_DIL_AUTOSTART, TLB_DIL_AUTOSTART},
    {"loop", TLB_DIL_LOOP, TLB_DIL_LOOP},
    {"random", TLB_DIL_RANDOM, TLB_DIL_RANDOM},
    {"managed", TLB_DIL_MANAGED, TLB_DIL_MANAGED},
    {0},
};

static void walk_light(tlb_walk *w, tlb_dil_light *l)
{
    WALK(w, l, id);
    WALK(w, l, nameOffset);
    WALK(w, l, stateCount);
    WALK(w, l, stateIndex);
    WALK(w, l, duration);
    WALK_FLAGS(w, l, animFlags, light_flags);
}

static void walk_surface(tlb_walk *w, tlb_dil_surface *s)
{
    WALK(w, s, map);
    WALK(w, s, lightCount);
    WALK(w, s, lightIndex);
    WALK(w, s, w);
    WALK(w, s, h);
    WALK(w, s, offX);
    WALK(w, s, offY);
}

static void walk_huffman_node(tlb_walk *w, tlb_dil_huffman_node *n)
{
    WALK(w, n, one);
    WALK(w, n, zero);
}

static void walk_lists(tlb_walk *w, tlb_dil *dil)
{
    uint32_t map_bytes = (uint32_t)dil->mapBytes.size;
    walk_count(w, "nStates", &dil->states.count, TLB_U32);
    walk_count(w, "nStateData", &dil->stateData.count, TLB_U32);
    walk_count(w, "nLights", &dil->lights.count, TLB_U32);
    walk_count(w, "nSurfaces", &dil->surfaces.count, TLB_U32);
    walk_count(w, "nMapBytes", &map_bytes, TLB_U32);
    if (w->direction == WALK_READ)
        dil->mapBytes.size = map_bytes;
    WALK_ROWS(w, dil, states, 16, i)
        walk_state(w, &dil->states.data[i]);
    WALK_ROWS(w, dil, stateData, 8, i)
        walk_state_data(w, &dil->stateData.data[i]);
    WALK_ROWS(w, dil, lights, 24, i)
        walk_light(w, &dil->lights.data[i]);
    WALK_ROWS(w, dil, surfaces, 12, i)
        walk_surface(w, &dil->surfaces.data[i]);
    tlb_walk_bytes(w, "mapBytes", &dil->mapBytes);
    walk_count(w, "nameBytes", &dil->names.size, TLB_U32);
    tlb_walk_text(w, "names", &dil->names);
}

static void walk_tree(tlb_walk *w, tlb_dil *dil)
{
    WALK(w, dil, huffman);
    if (!dil->huffman)
        return;
    walk_count(w, "nNodes", &dil->nodes.count, TLB_U32);
    walk_count(w, "nLeaves", &dil->colors.count, TLB_U32);
    WALK_ROWS(w, dil, nodes, 8, i)
        walk_huffman_node(w, &dil->nodes.data[i]);
    WALK_VALUES(w, dil, colors);
}

/* The stream goes to the end of the chunk. */
static void walk_relit(tlb_walk *w, tlb_dil *dil)
{
    WALK(w, dil, relitCount);
    if (w->direction == WALK_READ)
        dil->relit.size = (size_t)(w->end - w->at);
    tlb_walk_bytes(w, "relit", &dil->relit);
}

static void walk_lighting(tlb_walk *w, tlb_dil *dil)
{
    WALK_DEFAULT(w, &dil->pers, version, LAST_VERSION);
    pers_chunk chunk = tlb_darkstar_pers_open(w, &dil->pers);
    bool mission = tlb_dil_is_mission(dil);
    tlb_darkstar_pers_class(w, &dil->pers, mission ? DIL_MISSION_CLASS : DIL_CLASS);
    tlb_darkstar_pers_versions(w, &dil->pers, FIRST_VERSION, LAST_VERSION);
    WALK(w, dil, geometryBuildId);
    WALK(w, dil, lightScaleShift);
    WALK(w, dil, lightMapListSize);
    walk_lists(w, dil);
    if (dil->pers.version >= WITH_TREE)
        walk_tree(w, dil);
    if (mission)
        walk_relit(w, dil);
    tlb_darkstar_pers_close(w, &dil->pers, &chunk);
    tlb_walk_remaining(w, "tail", &dil->tail);
}

void tlb_dil_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dil))))
        tlb_walk_no_memory(w);
    else
        walk_lighting(w, *root);
}

tlb_dil *tlb_document_dil(tlb_document *document)
{
    return document && document->format && document->format->walk == tlb_dil_walk ? document->root : NULL;
}

bool tlb_dil_is_mission(const tlb_dil *dil)
{
    if (!dil)
        return false;
    return dil->pers.className.data && strcmp(dil->pers.className.data, DIL_MISSION_CLASS) == 0;
}

const char *tlb_dil_name(const tlb_dil *dil, int32_t offset)
{
    if (!dil)
        return NULL;
    return offset < 0 ? NULL : name_in_block(dil->names, (uint32_t)offset);
}
