/* Where the editor's walls do not go all around a sector. */
#include "formats/meridian/roo/check/check.h"

#include <stdlib.h>

static int compare_ends(const void *left, const void *right)
{
    const roo_open_end *a = left, *b = right;
    if (a->sector != b->sector)
        return a->sector < b->sector ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->y < b->y ? -1 : a->y > b->y;
}

/* Going around with the sector on the right, a wall starts at one end and ends at the other. */
static uint32_t add_side(roo_open_end *ends, uint32_t count, int16_t sector, const tlb_roo_editor_wall *w,
                         int32_t sign)
{
    if (sector < 0)
        return count;
    ends[count++] = (roo_open_end){sector, w->x0, w->y0, sign};
    ends[count++] = (roo_open_end){sector, w->x1, w->y1, -sign};
    return count;
}

bool tlb_roo_open_ends(tlb_arena *arena, const tlb_roo *room, roo_open_end **out, uint32_t *out_count)
{
    roo_open_end *ends = tlb_alloc_array(arena, room->editorWalls.count, 4 * sizeof *ends);
    uint32_t count = 0, open = 0;
    *out = ends;
    *out_count = 0;
    if (!ends)
        return false;
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        const tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        count = add_side(ends, count, w->positiveSector, w, 1);
        count = add_side(ends, count, w->negativeSector, w, -1);
    }
    qsort(ends, count, sizeof *ends, compare_ends);
    for (uint32_t i = 0, next; i < count; i = next) {
        roo_open_end all = ends[i];
        for (next = i + 1; next < count && compare_ends(&ends[i], &ends[next]) == 0; next++)
            all.sum += ends[next].sum;
        if (all.sum)
            ends[open++] = all;
    }
    *out_count = open;
    return true;
}
