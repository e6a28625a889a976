#include "formats/torque/dif_query.h"

#include "base/number.h"
#include "formats/questions.h"

#include <string.h>

const tlb_question_info dif_questions[] = {
    {"ray", "X Y Z X Y Z", "the first solid on the way from one point to another"},
    {"point", "X Y Z", "empty or solid, the zone, the zones seen from there"},
    {"hull", "N", "points, planes, features and polyhedron of a convex hull"},
    {0},
};

/* --- which interior ------------------------------------------------------------------------------------ */

/* The element that "name[index]" selects of a list, NULL when the word says something else. */
static const tlb_dif_interior *selected(const char *word, const char *name, const tlb_dif_interior *list,
                                        uint32_t count)
{
    size_t length = strlen(name);
    if (strncmp(word, name, length) != 0 || word[length] != '[')
        return NULL;
    uint64_t index;
    const char *end = word + strlen(word), *after = tlb_read_u64(word + length + 1, end, &index);
    return after && strcmp(after, "]") == 0 && index < count ? &list[index] : NULL;
}

/* "details[0]" or "subObjects[2]" may come before the question. */
static tlb_status select_interior(tlb_question *q)
{
    const tlb_dif *dif = q->document->root;
    const char *word = q->word_count && strchr(q->words[0], '[') ? q->words[0] : NULL;
    if (!word && !dif->details.count)
        return tlb_refuse(q, "details[0]", "there is no detail level");
    if (!word) {
        q->subject = &dif->details.data[0];
        return TLB_OK;
    }
    q->subject = selected(word, "details", dif->details.data, dif->details.count);
    if (!q->subject)
        q->subject = selected(word, "subObjects", dif->subObjects.data, dif->subObjects.count);
    if (!q->subject)
        return tlb_refuse(q, word, "no such interior; they are details[N] and subObjects[N]");
    q->words++;
    q->word_count--;
    return TLB_OK;
}

/* --- answers ------------------------------------------------------------------------------------------ */

void dif_add_surface(tlb_arena *arena, tlb_value *table, tlb_dif_surface_ref surface)
{
    tlb_add_integer(arena, table, surface.null_surface ? "nullSurface" : "surface", surface.index);
}

static void add_material(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                         uint32_t surface)
{
    uint32_t texture = interior->surfaces.data[surface].textureIndex;
    if (texture < interior->materials.count)
        tlb_add_bytes_text(arena, table, "material", interior->materials.data[texture]);
}

static tlb_status answer_ray(const tlb_question *q)
{
    const tlb_dif_interior *interior = q->subject;
    float ends[6];
    tlb_dif_hit hit;
    if (!tlb_singles_asked(q, ends, 6))
        return tlb_refuse(q, "ray", "two points are six numbers");
    bool any = tlb_dif_cast_ray(interior, ends, ends + 3, &hit);
    tlb_add_bool(q->arena, q->table, "hit", any);
    if (!any)
        return TLB_OK;
    tlb_add_hit(q, hit.start_solid, hit.t, hit.point, hit.normal);
    tlb_add_integer(q->arena, q->table, "solidLeaf", hit.solid_leaf);
    if (hit.has_surface)
        dif_add_surface(q->arena, q->table, hit.surface);
    if (hit.has_surface && !hit.surface.null_surface)
        add_material(q->arena, q->table, interior, hit.surface.index);
    return TLB_OK;
}

static tlb_status answer_point(const tlb_question *q)
{
    const tlb_dif_interior *interior = q->subject;
    float point[3];
    uint32_t zone;
    if (!tlb_singles_asked(q, point, 3))
        return tlb_refuse(q, "point", "a point is three numbers");
    uint8_t *seen = tlb_alloc(q->arena, interior->zones.count);
    if (!seen)
        return tlb_report_memory(q->document->context);
    bool empty = tlb_dif_zone_at(interior, point, &zone);
    tlb_add_bool(q->arena, q->table, "solid", !empty);
    if (!tlb_dif_visible_zones(interior, point, seen))
        return TLB_OK;
    tlb_add_integer(q->arena, q->table, "zone", zone);
    tlb_value *list = tlb_add_list(q->arena, q->table, "visibleZones");
    for (uint32_t i = 0; i < interior->zones.count; i++)
        if (seen[i])
            tlb_add_integer(q->arena, list, NULL, i);
    return TLB_OK;
}

static tlb_status answer_hull(const tlb_question *q)
{
    const tlb_dif_interior *interior = q->subject;
    uint64_t hull;
    if (q->word_count != 1 || !tlb_word_whole(q->words[0], &hull) || hull > UINT32_MAX)
        return tlb_refuse(q, "hull", "a hull is one whole number");
    if (!dif_answer_hull(q->arena, q->table, interior, (uint32_t)hull))
        return tlb_refuse(q, q->words[0], "no such hull");
    return TLB_OK;
}

tlb_status dif_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    static tlb_answer *const answers[] = {answer_ray, answer_point, answer_hull};
    tlb_question q = tlb_question_start(document, words, word_count, table);
    tlb_status status = select_interior(&q);
    return status ? status : tlb_ask(&q, dif_questions, answers);
}
