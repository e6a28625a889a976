#include "formats/torque/dif_query.h"

#include "base/number.h"

#include <string.h>

const tlb_question_info dif_questions[] = {
    {"ray", "X Y Z X Y Z", "the first solid on the way from one point to another"},
    {"point", "X Y Z", "empty or solid, the zone, the zones seen from there"},
    {"hull", "N", "points, planes, features and polyhedron of a convex hull"},
    {0},
};

/* A question taken apart: "details[0]" or "subObjects[2]" may come before it. */
typedef struct question {
    tlb_document *document;
    const tlb_dif_interior *interior;
    const char *const *words; /* what comes behind the question's name */
    size_t word_count;
    tlb_value *table;
} question;

static tlb_status refuse(const question *q, const char *word, const char *reason)
{
    tlb_report(q->document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s: %s", word, reason);
    return TLB_ARGUMENT;
}

/* --- words -------------------------------------------------------------------------------------------- */

static bool whole_number(const char *word, uint64_t *number)
{
    const char *end = word + strlen(word);
    return tlb_read_u64(word, end, number) == end && word != end;
}

static bool numbers(const question *q, float *values, size_t count)
{
    if (q->word_count != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *end = q->words[i] + strlen(q->words[i]);
        if (tlb_read_f32(q->words[i], end, &values[i]) != end || !(values[i] - values[i] == 0))
            return false;
    }
    return true;
}

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

/* Goes past the words that select an interior. */
static tlb_status select_interior(question *q)
{
    const tlb_dif *dif = q->document->root;
    if (q->word_count && strchr(q->words[0], '[')) {
        const char *word = q->words[0];
        q->interior = selected(word, "details", dif->details.data, dif->details.count);
        if (!q->interior)
            q->interior = selected(word, "subObjects", dif->subObjects.data, dif->subObjects.count);
        if (!q->interior)
            return refuse(q, word, "no such interior; they are details[N] and subObjects[N]");
        q->words++;
        q->word_count--;
    } else if (dif->details.count)
        q->interior = &dif->details.data[0];
    else
        return refuse(q, "details[0]", "there is no detail level");
    return q->word_count ? TLB_OK : refuse(q, "query", "a question is missing: ray, point or hull");
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

static tlb_status answer_ray(const question *q)
{
    tlb_arena *arena = &q->document->arena;
    float ends[6];
    tlb_dif_hit hit;
    if (!numbers(q, ends, 6))
        return refuse(q, "ray", "two points are six numbers");
    bool any = tlb_dif_cast_ray(q->interior, ends, ends + 3, &hit);
    tlb_add_bool(arena, q->table, "hit", any);
    if (!any)
        return TLB_OK;
    tlb_add_bool(arena, q->table, "startSolid", hit.start_solid);
    tlb_add_single(arena, q->table, "t", hit.t);
    tlb_add_singles(arena, q->table, "point", hit.point, 3);
    tlb_add_singles(arena, q->table, "normal", hit.normal, 3);
    tlb_add_integer(arena, q->table, "solidLeaf", hit.solid_leaf);
    if (hit.has_surface)
        dif_add_surface(arena, q->table, hit.surface);
    if (hit.has_surface && !hit.surface.null_surface)
        add_material(arena, q->table, q->interior, hit.surface.index);
    return TLB_OK;
}

static tlb_status answer_point(const question *q)
{
    tlb_arena *arena = &q->document->arena;
    float point[3];
    uint32_t zone;
    if (!numbers(q, point, 3))
        return refuse(q, "point", "a point is three numbers");
    uint8_t *seen = tlb_alloc(arena, q->interior->zones.count);
    if (!seen)
        return tlb_report_memory(q->document->context);
    bool empty = tlb_dif_zone_at(q->interior, point, &zone);
    tlb_add_bool(arena, q->table, "solid", !empty);
    if (!tlb_dif_visible_zones(q->interior, point, seen))
        return TLB_OK;
    tlb_add_integer(arena, q->table, "zone", zone);
    tlb_value *list = tlb_add_list(arena, q->table, "visibleZones");
    for (uint32_t i = 0; i < q->interior->zones.count; i++)
        if (seen[i])
            tlb_add_integer(arena, list, NULL, i);
    return TLB_OK;
}

static tlb_status answer_hull(const question *q)
{
    uint64_t hull;
    if (q->word_count != 1 || !whole_number(q->words[0], &hull) || hull > UINT32_MAX)
        return refuse(q, "hull", "a hull is one whole number");
    if (!dif_answer_hull(&q->document->arena, q->table, q->interior, (uint32_t)hull))
        return refuse(q, q->words[0], "no such hull");
    return TLB_OK;
}

tlb_status dif_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    static const struct {
        const char *name;
        tlb_status (*answer)(const question *q);
    } questions[] = {{"ray", answer_ray}, {"point", answer_point}, {"hull", answer_hull}};
    question q = {.document = document, .words = words, .word_count = word_count, .table = table};
    tlb_status status = select_interior(&q);
    if (status)
        return status;
    const char *name = *q.words++;
    q.word_count--;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(name, questions[i].name) == 0) {
            document->arena.account->failure = TLB_OK; /* the only trace of values that found no memory */
            status = questions[i].answer(&q);
            return !status && document->arena.account->failure ? tlb_report_memory(document->context)
                                                               : status;
        }
    return refuse(&q, name, "no such question; they are ray, point and hull");
}
