/* The operations on a room, by words. */
#include "formats/meridian/roo/build/build.h"
#include "formats/meridian/roo/check/check.h"
#include "formats/meridian/roo/edit/edit.h"

#include <string.h>

const tlb_query_info tlb_roo_operations[] = {
    {"sectors", "FIELD=VALUE... [where CONDITION...]",
     "set fields of sectors, as FIELD+=N and FIELD-=N do by so much, flags+=NAME and flags-=NAME single "
     "flags; "
     "conditions are FIELD<N, FIELD=N..N, NAME, !NAME and so on, \"sector\" being a sector's number from 0"},
    {"walls", "FIELD=VALUE... [where CONDITION...]",
     "the same for sides of walls: fields of sidedefs, xOffset, yOffset; conditions also wall=N, sector=N, "
     "positive, negative"},
    {"slope", "SECTOR floor|ceiling X Y Z X Y Z X Y Z|level",
     "slope a floor or ceiling through three points, in editor units, or level it"},
    {"align", "WALL [positive|negative]",
     "move the textures of walls that join this one so that its texture goes on without a seam, on one side "
     "or both"},
    {"split", "WALL X Y", "split a wall at a point, in editor units"},
    {"fill", "[BITMAP]",
     "give a bitmap to parts of walls that can be seen and have none: this one, or the one that most sides "
     "of the "
     "sector have"},
    {"move", "DX DY [DZ] [where CONDITION...]", "move sectors, in editor units; without conditions all"},
    {"scale", "FACTOR X Y [where CONDITION...]", "scale sectors about a point, seen from above"},
    {"close", "", "close sectors whose walls do not go all around them"},
    {0},
};

/* Whole numbers from `least` to `most`, exactly so many. */
static bool read_numbers(const char *const *words, size_t word_count, double least, double most,
                         int32_t *values, size_t count)
{
    bool good = word_count == count;
    for (size_t i = 0; good && i < count; i++) {
        double value;
        good = tlb_word_real(words[i], &value) && value >= least && value <= most && value == (int32_t)value;
        if (good)
            values[i] = (int32_t)value;
    }
    return good;
}

static void add_count(const tlb_query_call *q, const char *key, uint32_t count)
{
    tlb_value_add_integer(q->arena, q->table, key, count);
}

static tlb_status slope(const tlb_query_call *q)
{
    static const char expected[] = "expected a sector, floor or ceiling, and three points or level";
    int32_t sector, numbers[9];
    bool ceiling = q->word_count > 1 && strcmp(q->words[1], "ceiling") == 0;
    if (q->word_count < 3 || !read_numbers(q->words, 1, 0, UINT16_MAX, &sector, 1) ||
        (!ceiling && strcmp(q->words[1], "floor") != 0))
        return tlb_query_refuse(q, "slope", expected);
    if (q->word_count == 3 && strcmp(q->words[2], "level") == 0)
        return tlb_roo_slope_sector(q->document, (uint32_t)sector, ceiling, NULL);
    if (!read_numbers(q->words + 2, q->word_count - 2, INT16_MIN, INT16_MAX, numbers, 9))
        return tlb_query_refuse(q, "slope", expected);
    tlb_roo_slope wanted = {{0}, {0}, 0, {{0, 0, 0}}};
    for (int i = 0; i < 3; i++)
        wanted.vertices[i] = (tlb_roo_slope_vertex){(int16_t)numbers[3 * i], (int16_t)numbers[3 * i + 1],
                                                    (int16_t)numbers[3 * i + 2]};
    return tlb_roo_slope_sector(q->document, (uint32_t)sector, ceiling, &wanted);
}

static bool has_texture(const tlb_roo *room, uint32_t wall, bool positive)
{
    roo_edit_side side = tlb_roo_edit_side(room, wall, positive);
    const tlb_roo_sidedef *sidedef = roo_sidedef(room, *roo_side_sidedef(&side));
    return sidedef && (sidedef->normalBitmap || sidedef->aboveBitmap || sidedef->belowBitmap);
}

/* A word says which, else each that has a texture. */
static bool wants_side(const tlb_roo *room, uint32_t wall, const char *word, bool positive)
{
    if (word)
        return (*word == 'p') == positive;
    return wall >= room->editorWalls.count || has_texture(room, wall, positive) ||
           (positive && !has_texture(room, wall, false));
}

static tlb_status align(const tlb_query_call *q)
{
    int32_t wall;
    const char *side = q->word_count == 2 ? q->words[1] : NULL;
    if (!q->word_count || q->word_count > 2 || !read_numbers(q->words, 1, 0, UINT16_MAX, &wall, 1) ||
        (side && strcmp(side, "positive") != 0 && strcmp(side, "negative") != 0))
        return tlb_query_refuse(q, "align", "expected a wall, and positive or negative for one side of it");
    uint32_t all = 0;
    for (int positive = 1; positive >= 0; positive--) {
        uint32_t aligned = 0;
        if (!wants_side(q->subject, (uint32_t)wall, side, positive))
            continue;
        tlb_status status = tlb_roo_align_textures(q->document, (uint32_t)wall, positive, &aligned);
        if (status)
            return status;
        all += aligned;
    }
    add_count(q, "sides", all);
    return TLB_OK;
}

static tlb_status split(const tlb_query_call *q)
{
    int32_t numbers[3];
    if (!read_numbers(q->words, q->word_count, INT16_MIN, UINT16_MAX, numbers, 3) || numbers[0] < 0 ||
        numbers[1] > INT16_MAX || numbers[2] > INT16_MAX)
        return tlb_query_refuse(q, "split", "expected a wall and a point (two whole numbers)");
    return tlb_roo_split_wall(q->document, (uint32_t)numbers[0], (int16_t)numbers[1], (int16_t)numbers[2]);
}

static tlb_status fill(const tlb_query_call *q)
{
    int32_t bitmap = 0;
    uint32_t filled = 0;
    if (q->word_count && !read_numbers(q->words, q->word_count, 1, UINT16_MAX, &bitmap, 1))
        return tlb_query_refuse(q, "fill", "expected the number of a bitmap, or nothing");
    tlb_status status = tlb_roo_fill_textures(q->document, (uint16_t)bitmap, &filled);
    add_count(q, "parts", filled);
    return status;
}

static tlb_status move(const tlb_query_call *q)
{
    const char *const *conditions;
    uint32_t *sectors, count;
    int32_t by[3] = {0};
    size_t condition_count, words = tlb_roo_split_where(q, &conditions, &condition_count);
    if (words < 2 || !read_numbers(q->words, words, INT16_MIN, INT16_MAX, by, words == 2 ? 2 : 3))
        return tlb_query_refuse(q, "move", "expected two or three whole numbers");
    tlb_status status = tlb_roo_select_sectors(q, conditions, condition_count, &sectors, &count);
    if (!status)
        status = tlb_roo_move_sectors(q->document, sectors, count, by);
    add_count(q, "sectors", sectors ? count : ((const tlb_roo *)q->subject)->sectors.count);
    return status;
}

static tlb_status scale(const tlb_query_call *q)
{
    const char *const *conditions;
    uint32_t *sectors, count;
    double factor, about[2];
    size_t condition_count, words = tlb_roo_split_where(q, &conditions, &condition_count);
    if (words != 3 || !tlb_word_real(q->words[0], &factor) || !(factor > 0) ||
        !tlb_word_real(q->words[1], &about[0]) || !tlb_word_real(q->words[2], &about[1]))
        return tlb_query_refuse(q, "scale", "expected a factor above 0 and a point (two numbers)");
    tlb_status status = tlb_roo_select_sectors(q, conditions, condition_count, &sectors, &count);
    if (!status)
        status = tlb_roo_scale_sectors(q->document, sectors, count, factor, about);
    add_count(q, "sectors", sectors ? count : ((const tlb_roo *)q->subject)->sectors.count);
    return status;
}

static tlb_status close_sectors(const tlb_query_call *q)
{
    uint32_t closed = 0, open = 0;
    if (q->word_count)
        return tlb_query_refuse(q, "close", "expected nothing more");
    tlb_status status = tlb_roo_close_sectors(q->document, &closed, &open);
    add_count(q, "closed", closed);
    add_count(q, "open", open);
    return status;
}

/* Walls that cross, and sectors that overlap, have no tree that shows both. */
static tlb_status check_overlaps(const roo_edit *edit)
{
    tlb_context *context = edit->document->context;
    char first[ROO_FINDING] = "", earlier[ROO_FINDING];
    uint64_t count, before = 0;
    tlb_status status = tlb_roo_count_stale(context, edit->room, &count, first);
    if (!status && count)
        status = tlb_roo_count_stale(context, &edit->was, &before, earlier);
    if (status || count <= before)
        return status;
    return tlb_roo_edit_refuse(edit, "editorWalls", "walls would cross, or sectors overlap; %.180s", first);
}

/* An operation that the version's integers have no tree for is refused, not left to lose walls. */
static tlb_status rebuild(const roo_edit *edit)
{
    uint32_t lost = 0;
    const roo_building b = {.context = edit->document->context,
                            .arena = &edit->document->arena,
                            .room = edit->room,
                            .lost = &lost};
    tlb_status status = tlb_roo_build(&b, TLB_ROO_OUTSIDE_AS_IT_WAS);
    if (status || !lost)
        return status ? status : check_overlaps(edit);
    tlb_roo_report_lost(&b, TLB_CODE_ROO_EDIT, lost);
    return TLB_INVALID;
}

tlb_status tlb_roo_operate(tlb_document *document, const char *const *words, size_t word_count,
                           tlb_value *table)
{
    static tlb_query_handler *const operations[] = {
        tlb_roo_set_sectors, tlb_roo_set_walls, slope, align, split, fill, move, scale, close_sectors};
    roo_edit edit;
    tlb_query_call q = tlb_operation_begin(document, words, word_count, table);
    tlb_status status = tlb_roo_edit_begin(document, &edit);
    if (status)
        return status;
    status = tlb_query_dispatch(&q, tlb_roo_operations, operations);
    if (!status)
        status = rebuild(&edit);
    return tlb_roo_edit_end(&edit, status);
}
