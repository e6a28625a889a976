/* The layout of a terrain: docs/formats/dtf.md. */
#include "formats/darkstar/dtf/dtf.h"
#include "formats/darkstar/shared/chunks.h"

enum { LAST_VERSION = 1, MOST_BLOCKS = 4096 };

static void walk_block(tlb_walk *w, tlb_dtf_block *b)
{
    WALK(w, b, id);
    walk_count(w, "nameLength", &b->name.size, TLB_U32);
    tlb_walk_text(w, "name", &b->name);
}

/* Rows of the map. */
static void walk_map(tlb_walk *w, tlb_dtf *x)
{
    bool sound = x->sizeX > 0 && x->sizeY > 0 && x->sizeX <= MOST_BLOCKS && x->sizeY <= MOST_BLOCKS;
    if (!sound) {
        if (!w->status)
            tlb_walk_refuse(w, w->direction == WALK_READ ? 8 : 0, TLB_CODE_BAD_VALUE, "sizeX",
                            "a map of %d x %d blocks, expected 1 to %d each", x->sizeX, x->sizeY,
                            MOST_BLOCKS);
        return;
    }
    if (x->version)
        WALK(w, x, kind);
    uint32_t columns = (uint32_t)x->sizeX, rows = x->map.count / columns;
    if (w->direction == WALK_READ)
        rows = (uint32_t)x->sizeY;
    x->map.data = tlb_walk_table(w, "map", x->map.data, &rows, columns, TLB_I32, TLB_I32);
    x->map.count = rows * columns;
    if (rows != (uint32_t)x->sizeY)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, "map", "number of rows: %u, expected %d (sizeY)", rows,
                      x->sizeY);
}

static void walk_file(tlb_walk *w, tlb_dtf *x)
{
    file_chunk chunk = tlb_darkstar_chunk_open(w, DTF_TAG, &x->size, &x->pad);
    WALK_DEFAULT(w, x, version, LAST_VERSION);
    WALK(w, x, version);
    if (x->version > LAST_VERSION && !w->status)
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %u, expected 0 or %d", x->version, LAST_VERSION);
    walk_count(w, "dmlNameLength", &x->dmlName.size, TLB_U32);
    tlb_walk_text(w, "dmlName", &x->dmlName);
    WALK(w, x, lastId);
    WALK(w, x, details);
    WALK(w, x, scale);
    WALK_ROW(w, x, bounds);
    WALK(w, x, originX);
    WALK(w, x, originY);
    WALK(w, x, hMin);
    WALK(w, x, hMax);
    WALK(w, x, sizeX);
    WALK(w, x, sizeY);
    walk_map(w, x);
    walk_count(w, "nBlocks", &x->blocks.count, TLB_U32);
    WALK_ROWS(w, x, blocks, 8, i)
        walk_block(w, &x->blocks.data[i]);
    tlb_darkstar_chunk_close(w, &chunk, &x->size, &x->rest, &x->pad);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_dtf_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dtf))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}
