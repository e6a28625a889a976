#include "formats/meridian/roo/build.h"

/* Sidedefs by content: open addressing over a power of two of places. */
typedef struct pool {
    TLB_LIST(tlb_roo_sidedef) list;
    uint32_t *places, mask; /* numbers, from 1; 0: free */
} pool;

enum { MOST_SIDEDEFS = UINT16_MAX, MAP_FLAGS = TLB_ROO_WALL_MAP_NEVER | TLB_ROO_WALL_MAP_ALWAYS };

static bool equal(const tlb_roo_sidedef *a, const tlb_roo_sidedef *b)
{
    return a->id == b->id && a->aboveBitmap == b->aboveBitmap && a->belowBitmap == b->belowBitmap &&
           a->normalBitmap == b->normalBitmap && a->flags == b->flags &&
           a->animationSpeed == b->animationSpeed;
}

static uint32_t hash(const tlb_roo_sidedef *s)
{
    const uint32_t words[] = {s->id,           s->aboveBitmap, s->belowBitmap,
                              s->normalBitmap, s->flags,       s->animationSpeed};
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        h = (h ^ words[i]) * 16777619u;
    return h ^ h >> 15;
}

/* Its number; 0 without memory. */
static uint32_t number_of(tlb_arena *arena, pool *p, const tlb_roo_sidedef *sidedef)
{
    uint32_t at = hash(sidedef) & p->mask;
    while (p->places[at] && !equal(&p->list.data[p->places[at] - 1], sidedef))
        at = (at + 1) & p->mask;
    if (!p->places[at]) {
        tlb_roo_sidedef *made = TLB_PUSH(arena, &p->list);
        if (!made)
            return 0;
        *made = *sidedef;
        p->places[at] = p->list.count;
    }
    return p->places[at];
}

static const tlb_roo_sidedef *sidedef_of(const tlb_roo *room, uint16_t number)
{
    return number ? &room->sidedefs.data[number - 1] : NULL;
}

/* What one side says of the map counts for both. */
static bool renumber(const roo_building *b, pool *p, tlb_roo_editor_wall *wall)
{
    uint16_t *numbers[] = {&wall->positiveSidedef, &wall->negativeSidedef};
    const tlb_roo_sidedef *sides[] = {sidedef_of(b->room, *numbers[0]), sidedef_of(b->room, *numbers[1])};
    uint32_t map = ((sides[0] ? sides[0]->flags : 0) | (sides[1] ? sides[1]->flags : 0)) & MAP_FLAGS;
    for (int i = 0; i < 2; i++) {
        *numbers[i] = 0;
        if (!sides[i])
            continue;
        tlb_roo_sidedef sidedef = *sides[i];
        sidedef.flags |= map;
        uint32_t number = number_of(b->arena, p, &sidedef);
        if (!number)
            return false;
        *numbers[i] = (uint16_t)number;
    }
    return true;
}

static bool make_pool(tlb_arena *arena, uint32_t most, pool *p)
{
    uint32_t size = 16;
    while (size < 2 * most)
        size *= 2;
    p->mask = size - 1;
    p->places = tlb_zalloc(arena, size * sizeof *p->places);
    return p->places != NULL;
}

tlb_status roo_merge_sidedefs(const roo_building *b)
{
    tlb_roo *room = b->room;
    uint32_t count = room->editorWalls.count;
    tlb_roo_editor_wall *walls = tlb_alloc_array(b->arena, count, sizeof *walls);
    pool p = {0};
    if (!walls || !make_pool(b->arena, 2 * count, &p))
        return tlb_report_memory(b->context);
    for (uint32_t i = 0; i < count; i++) {
        walls[i] = room->editorWalls.data[i];
        if (!renumber(b, &p, &walls[i]))
            return tlb_report_memory(b->context);
    }
    if (p.list.count > MOST_SIDEDEFS) {
        tlb_report(b->context, TLB_CODE_ROO_REBUILD_LIMIT, TLB_NO_OFFSET, "sidedefs",
                   "the walls have %u different sides", p.list.count);
        return TLB_LIMIT;
    }
    room->editorWalls.data = walls;
    room->sidedefs.data = p.list.data;
    room->sidedefs.count = p.list.count;
    room->sidedefsMissing = room->editorWallsMissing = 0;
    return TLB_OK;
}
