/* Questions about geometry. */
#include "formats/darkstar/dig_query.h"

#include "base/number.h"

const tlb_question_info dig_questions[] = {
    {"ray", "X Y Z X Y Z", "the first solid on the way from one point to another"},
    {"leaf", "X Y Z", "the leaf a point is in, and the leaves seen from there"},
    {0},
};

static tlb_status refuse(tlb_document *document, const char *word, const char *reason)
{
    tlb_report(document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s: %s", word, reason);
    return TLB_ARGUMENT;
}

bool darkstar_numbers(const char *const *words, size_t word_count, float *values, size_t count)
{
    if (word_count != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *end = words[i] + strlen(words[i]);
        if (tlb_read_f32(words[i], end, &values[i]) != end || !(values[i] - values[i] == 0))
            return false;
    }
    return true;
}

static void answer_ray(tlb_arena *arena, const tlb_dig *dig, const float ends[6], tlb_value *table)
{
    tlb_dig_hit hit;
    bool any = tlb_dig_cast_ray(dig, ends, ends + 3, &hit);
    tlb_add_bool(arena, table, "hit", any);
    if (!any)
        return;
    tlb_add_bool(arena, table, "startSolid", hit.start_solid);
    tlb_add_single(arena, table, "t", hit.t);
    tlb_add_singles(arena, table, "point", hit.point, 3);
    tlb_add_singles(arena, table, "normal", hit.normal, 3);
    tlb_add_integer(arena, table, "leaf", hit.leaf);
    if (hit.has_surface) {
        tlb_add_integer(arena, table, "surface", hit.surface);
        tlb_add_integer(arena, table, "material", dig->surfaces.data[hit.surface].material);
    }
}

static void add_list(tlb_arena *arena, tlb_value *table, const char *name, tlb_bit_list numbers)
{
    tlb_value *list = tlb_add_list(arena, table, name);
    uint32_t number;
    while (tlb_bit_list_next(&numbers, &number))
        tlb_add_integer(arena, list, NULL, number);
}

static void answer_leaf(tlb_arena *arena, const tlb_dig *dig, const float point[3], tlb_value *table)
{
    uint32_t leaf;
    tlb_dig_leaf_info info;
    if (!tlb_dig_find_leaf(dig, point, &leaf) || !tlb_dig_leaf_at(dig, leaf, &info))
        return;
    tlb_add_integer(arena, table, "leaf", leaf);
    tlb_add_bool(arena, table, "solid", info.solid);
    tlb_add_bool(arena, table, "external", info.external);
    if (info.has_box)
        tlb_add_singles(arena, table, "box", info.box, 6);
    add_list(arena, table, "surfaces", info.surfaces);
    add_list(arena, table, "visible", info.visible);
}

tlb_status dig_answer(tlb_document *document, const tlb_dig *dig, const char *const *words, size_t word_count,
                      tlb_value *table)
{
    tlb_arena *arena = &document->arena;
    float values[6];
    if (!word_count)
        return refuse(document, "query", "a question is missing: ray or leaf");
    bool ray = strcmp(words[0], "ray") == 0;
    if (!ray && strcmp(words[0], "leaf") != 0)
        return refuse(document, words[0], "no such question; they are ray and leaf");
    if (!darkstar_numbers(words + 1, word_count - 1, values, ray ? 6 : 3))
        return refuse(document, words[0], ray ? "two points are six numbers" : "a point is three numbers");
    arena->account->failure = TLB_OK; /* the only trace of values that found no memory */
    if (ray)
        answer_ray(arena, dig, values, table);
    else
        answer_leaf(arena, dig, values, table);
    return arena->account->failure ? tlb_report_memory(document->context) : TLB_OK;
}

tlb_status dig_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    return dig_answer(document, document->root, words, word_count, table);
}
