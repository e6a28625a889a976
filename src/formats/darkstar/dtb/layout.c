/* The layout of a block of terrain: docs/formats/dtf.md. */
#include "formats/darkstar/dtb/dtb.h"
#include "formats/darkstar/shared/chunks.h"
#include "formats/darkstar/shared/packed.h"

enum {
    WITH_ROWS = 1, /* versions from which there is something */
    WITH_PINS = 2,
    WITH_HIRES = 3,
    PACKED = 4,
    WITH_HIRES_SIZE = 5
};
enum { MOST_LIGHT_SCALE = 4, USUAL_HIRES = 3 /* version */ };

/* `data` in rows, of as many elements as the sizes say. */
static void *walk_grid(tlb_walk *w, const char *name, void *data, uint32_t *count, uint32_t rows,
                       uint32_t columns, tlb_type type)
{
    uint32_t found = w->direction == WALK_READ ? rows : *count / columns;
    data = tlb_walk_table(w, name, data, &found, columns, type, type);
    *count = found * columns;
    if (found != rows)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "number of rows: %u, expected %u", found, rows);
    return data;
}
#define WALK_GRID(w, x, field, rows, columns)                                                                \
    ((x)->field.data = walk_grid((w), #field, (x)->field.data, &(x)->field.count, (rows), (columns),         \
                                 WALK_TYPE((x)->field.data[0])))

/* A list whose length follows from the sizes. */
#define WALK_SIZED(w, x, field, expected)                                                                    \
    do {                                                                                                     \
        if ((w)->direction == WALK_READ)                                                                     \
            (x)->field.count = (expected);                                                                   \
        WALK_VALUES(w, x, field);                                                                            \
        expect((w), #field, (x)->field.count, (expected));                                                   \
    } while (0)

static void expect(tlb_walk *w, const char *name, uint32_t count, uint32_t expected)
{
    if (count != expected)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "length %u, expected %u", count, expected);
}

/* --- heights ------------------------------------------------------------------------------------------ */

static void walk_row_of_deltas(tlb_walk *w, const tlb_dtb *x, tlb_dtb_row *row)
{
    WALK(w, row, scale);
    WALK(w, row, first);
    WALK_SIZED(w, row, deltas, (uint32_t)x->sizeX - 1);
    WALK(w, row, last);
}

static void walk_rows(tlb_walk *w, tlb_dtb *x)
{
    uint32_t columns = (uint32_t)x->sizeX + 1, rows = (uint32_t)x->sizeY - 1;
    WALK_SIZED(w, x, firstRow, columns);
    if (w->direction == WALK_READ)
        x->rows.count = rows;
    WALK_ROWS(w, x, rows, 12, i)
        walk_row_of_deltas(w, x, &x->rows.data[i]);
    expect(w, "rows", x->rows.count, rows);
    WALK_SIZED(w, x, lastRow, columns);
}

static void walk_heights(tlb_walk *w, tlb_dtb *x)
{
    uint32_t columns = (uint32_t)x->sizeX + 1, rows = (uint32_t)x->sizeY + 1;
    packed_part part = {.name = "heights",
                        .size = 4 * (uint64_t)dtb_heights(x),
                        .stream_name = "heightsStream",
                        .stream = &x->heightsStream};
    if (x->version >= WITH_ROWS && x->version < PACKED)
        walk_rows(w, x);
    else if (x->version < PACKED)
        WALK_GRID(w, x, heights, rows, columns);
    else {
        if (tlb_darkstar_packed_open(w, &part))
            WALK_GRID(w, x, heights, rows, columns);
        tlb_darkstar_packed_close(w, &part);
    }
}

/* --- materials and light ------------------------------------------------------------------------------- */

static const tlb_flag square_flags[] = {
    {"rotated", TLB_DTB_ROTATED, TLB_DTB_ROTATED},
    {"mirroredX", TLB_DTB_MIRRORED_X, TLB_DTB_MIRRORED_X},
    {"mirroredY", TLB_DTB_MIRRORED_Y, TLB_DTB_MIRRORED_Y},
    {"modified", TLB_DTB_MODIFIED, TLB_DTB_MODIFIED},
    {0},
};

static void walk_squares(tlb_walk *w, tlb_dtb *x)
{
    uint32_t count = (uint32_t)x->sizeX * (uint32_t)x->sizeY;
    packed_part part = {.name = "squares",
                        .size = 2 * (uint64_t)count,
                        .stream_name = "squaresStream",
                        .stream = &x->squaresStream};
    bool packed = x->version >= PACKED;
    if (packed && !tlb_darkstar_packed_open(w, &part))
        return;
    if (w->direction == WALK_READ)
        x->squares.count = count;
    WALK_ROWS(w, x, squares, 2, i) {
        WALK_FLAGS(w, &x->squares.data[i], flags, square_flags);
        WALK(w, &x->squares.data[i], index);
    }
    expect(w, "squares", x->squares.count, count);
    if (packed)
        tlb_darkstar_packed_close(w, &part);
}

static void walk_pin_map(tlb_walk *w, tlb_dtb_pin_map *map)
{
    walk_count(w, "size", &map->bits.count, TLB_U16);
    if (w->direction == WALK_WRITE && map->bits.count > UINT16_MAX)
        tlb_walk_too_large(w, "bits", map->bits.count, UINT16_MAX);
    WALK_VALUES(w, map, bits);
}

static void walk_light(tlb_walk *w, tlb_dtb *x)
{
    uint32_t side = dtb_luxels_a_side(x);
    packed_part part = {.name = "light",
                        .size = 2 * (uint64_t)side * side,
                        .stream_name = "lightStream",
                        .stream = &x->lightStream};
    if (!side)
        return;
    if (x->version < PACKED)
        WALK_GRID(w, x, light, side, side);
    else {
        if (tlb_darkstar_packed_open(w, &part))
            WALK_GRID(w, x, light, side, side);
        tlb_darkstar_packed_close(w, &part);
    }
}

static void walk_hires(tlb_walk *w, tlb_dtb *x)
{
    if (x->version >= WITH_HIRES_SIZE)
        WALK(w, x, hiresSize);
    WALK_DEFAULT(w, x, hiresVersion, USUAL_HIRES);
    WALK(w, x, hiresVersion);
    if (x->hiresVersion)
        WALK(w, x, hiresCount);
    WALK(w, x, poolSize);
    WALK(w, x, indexSize);
    WALK(w, x, treeSize);
}

/* --- the file ----------------------------------------------------------------------------------------- */

/* Back to the start of sizeX, when that was just read. */
static bool check_sizes(tlb_walk *w, const tlb_dtb *x)
{
    if (!w->status &&
        (x->sizeX < 1 || x->sizeY < 1 || x->sizeX > TLB_DTB_MOST_SQUARES || x->sizeY > TLB_DTB_MOST_SQUARES))
        tlb_walk_refuse(w, 8, TLB_CODE_BAD_VALUE, "sizeX", "%d x %d squares, expected 1 to %d each", x->sizeX,
                        x->sizeY, TLB_DTB_MOST_SQUARES);
    if (!w->status && x->lightScale > MOST_LIGHT_SCALE)
        tlb_walk_refuse(w, 20, TLB_CODE_BAD_VALUE, "lightScale", "%d, expected at most %d", x->lightScale,
                        MOST_LIGHT_SCALE);
    return !w->status;
}

static void walk_body(tlb_walk *w, tlb_dtb *x)
{
    walk_heights(w, x);
    walk_squares(w, x);
    if (x->version >= WITH_PINS)
        WALK_FIXED_ROWS(w, x, pinMaps, i)
            walk_pin_map(w, &x->pinMaps[i]);
    walk_light(w, x);
    if (x->version >= WITH_HIRES)
        walk_hires(w, x);
}

static void walk_file(tlb_walk *w, tlb_dtb *x)
{
    file_chunk chunk = tlb_darkstar_chunk_open(w, DTB_TAG, &x->size, &x->pad);
    WALK_DEFAULT(w, x, version, TLB_DTB_LAST_VERSION);
    WALK(w, x, version);
    if (x->version > TLB_DTB_LAST_VERSION && !w->status)
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %u, expected 0 to %d", x->version, TLB_DTB_LAST_VERSION);
    WALK_NAME(w, x, id);
    WALK(w, x, details);
    WALK(w, x, lightScale);
    WALK(w, x, hMin);
    WALK(w, x, hMax);
    WALK(w, x, sizeX);
    WALK(w, x, sizeY);
    if (check_sizes(w, x))
        walk_body(w, x);
    tlb_darkstar_chunk_close(w, &chunk, &x->size, &x->rest, &x->pad);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_dtb_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dtb))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}
