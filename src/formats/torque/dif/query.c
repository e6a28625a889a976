#include "formats/torque/dif/query.h"

#include "base/number.h"
#include "base/range.h"
#include "core/query.h"
#include "formats/torque/dif/geometry.h"

#include <math.h>
#include <string.h>

const tlb_query_info dif_queries[] = {
    {"ray", "X Y Z X Y Z", "the first solid on the way from one point to another"},
    {"point", "X Y Z", "empty or solid, the zone, the zones seen from there"},
    {"hull", "N", "points, planes, features and polyhedron of a convex hull"},
    {"box", "X Y Z X Y Z", "the coordinate bins that a box meets, and the hulls in them that meet it"},
    {"lod", "PIXELS", "the detail level for a bounding sphere of that many pixels' radius"},
    {"light", "N [SECONDS]", "an animated light: type, states, the state it is in and its color"},
    {0},
};

/* --- which interior ------------------------------------------------------------------------------------ */

/* Whether a word is "name[index]" of a list that has the index. */
static bool selects(const char *word, const char *name, uint32_t count, uint64_t *index)
{
    size_t length = strlen(name);
    if (strncmp(word, name, length) != 0 || word[length] != '[')
        return false;
    const char *end = word + strlen(word), *after = tlb_read_u64(word + length + 1, end, index);
    return after && strcmp(after, "]") == 0 && *index < count;
}

/* A part that is asked as an interior. */
static tlb_status select_part(tlb_query_call *q, const char *word)
{
    const tlb_dif *dif = q->document->root;
    uint64_t index;
    bool vehicle = strcmp(word, "vehicleCollision") == 0;
    if (!vehicle && !selects(word, "forceFields", dif->forceFields.count, &index))
        return tlb_query_refuse(
            q, word,
            "no such interior; they are details[N], subObjects[N], forceFields[N] and vehicleCollision");
    tlb_dif_interior *part = tlb_alloc(q->arena, sizeof *part);
    if (!part || !(vehicle ? dif_vehicle_interior(q->arena, &dif->vehicleCollision, part)
                           : dif_force_field_interior(q->arena, &dif->forceFields.data[index], part)))
        return tlb_report_memory(q->document->context);
    q->subject = part;
    return TLB_OK;
}

/* "details[0]", "subObjects[2]", "forceFields[0]" or "vehicleCollision" may come before the question. */
static tlb_status select_interior(tlb_query_call *q)
{
    const tlb_dif *dif = q->document->root;
    bool named = q->word_count && (strchr(q->words[0], '[') || strcmp(q->words[0], "vehicleCollision") == 0);
    const char *word = named ? q->words[0] : NULL;
    uint64_t index;
    if (!word && !dif->details.count)
        return tlb_query_refuse(q, "details[0]", "there is no detail level");
    if (!word) {
        q->subject = &dif->details.data[0];
        return TLB_OK;
    }
    tlb_status status = TLB_OK;
    if (selects(word, "details", dif->details.count, &index))
        q->subject = &dif->details.data[index];
    else if (selects(word, "subObjects", dif->subObjects.count, &index))
        q->subject = &dif->subObjects.data[index];
    else
        status = select_part(q, word);
    q->words++;
    q->word_count--;
    return status;
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

static tlb_status answer_ray(const tlb_query_call *q)
{
    const tlb_dif_interior *interior = q->subject;
    float ends[6];
    tlb_dif_hit hit;
    if (!tlb_query_singles(q, ends, 6))
        return tlb_query_refuse(q, "ray", "two points are six numbers");
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

static tlb_status answer_point(const tlb_query_call *q)
{
    const tlb_dif_interior *interior = q->subject;
    float point[3];
    uint32_t zone;
    if (!tlb_query_singles(q, point, 3))
        return tlb_query_refuse(q, "point", "a point is three numbers");
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

static tlb_status answer_hull(const tlb_query_call *q)
{
    const tlb_dif_interior *interior = q->subject;
    uint64_t hull;
    if (q->word_count != 1 || !tlb_word_whole(q->words[0], &hull) || hull > UINT32_MAX)
        return tlb_query_refuse(q, "hull", "a hull is one whole number");
    if (!dif_answer_hull(q->arena, q->table, interior, (uint32_t)hull))
        return tlb_query_refuse(q, q->words[0], "no such hull");
    return TLB_OK;
}

static bool meets(const tlb_dif_hull *hull, const float box[6])
{
    return hull->minX <= box[3] && hull->maxX >= box[0] && hull->minY <= box[4] && hull->maxY >= box[1] &&
           hull->minZ <= box[5] && hull->maxZ >= box[2];
}

/* Whether a box meets row or column `at` of the sixteen of the bins along an axis. */
static bool is_in_bin(const tlb_dif_interior *interior, const float box[6], int axis, uint32_t at)
{
    const float *bounds = interior->boundingBox;
    double size = ((double)bounds[3 + axis] - bounds[axis]) / 16, from = bounds[axis] + size * at;
    return box[axis] <= from + size && box[3 + axis] >= from;
}

static void add_bin(const tlb_query_call *q, const float box[6], uint32_t bin, uint8_t *found)
{
    const tlb_dif_interior *interior = q->subject;
    const tlb_dif_coord_bin *range = &interior->coordBins[bin];
    if (!tlb_within(range->binStart, range->binCount, interior->coordBinIndices.count))
        return;
    for (uint32_t i = 0; i < range->binCount; i++) {
        uint32_t hull = interior->coordBinIndices.data[range->binStart + i];
        if (hull < interior->convexHulls.count && meets(&interior->convexHulls.data[hull], box))
            found[hull] = 1;
    }
}

static tlb_status answer_box(const tlb_query_call *q)
{
    const tlb_dif_interior *interior = q->subject;
    float box[6];
    if (!tlb_query_singles(q, box, 6))
        return tlb_query_refuse(q, "box", "two corners are six numbers");
    for (int axis = 0; axis < 3; axis++) {
        float low = fminf(box[axis], box[3 + axis]), high = fmaxf(box[axis], box[3 + axis]);
        box[axis] = low;
        box[3 + axis] = high;
    }
    uint8_t *found = tlb_zalloc(q->arena, interior->convexHulls.count);
    if (!found)
        return tlb_report_memory(q->document->context);
    tlb_value *bins = tlb_add_list(q->arena, q->table, "bins");
    for (uint32_t bin = 0; bin < TLB_DIF_COORD_BINS; bin++) {
        if (!is_in_bin(interior, box, 0, bin / 16) || !is_in_bin(interior, box, 1, bin % 16))
            continue;
        tlb_add_integer(q->arena, bins, NULL, bin);
        add_bin(q, box, bin, found);
    }
    tlb_value *hulls = tlb_add_list(q->arena, q->table, "hulls");
    for (uint32_t i = 0; i < interior->convexHulls.count; i++)
        if (found[i])
            tlb_add_integer(q->arena, hulls, NULL, i);
    return TLB_OK;
}

/* Engines take the first level whose minPixels is exceeded, or the last; within the bounding box the first.
 */
static tlb_status answer_lod(const tlb_query_call *q)
{
    const tlb_dif *dif = q->document->root;
    double pixels;
    uint32_t level = 0;
    if (!tlb_query_reals(q, &pixels, 1))
        return tlb_query_refuse(q, "lod", "a size is one number");
    while (level + 1 < dif->details.count && !(dif->details.data[level].minPixels < pixels))
        level++;
    tlb_add_integer(q->arena, q->table, "detail", level);
    tlb_add_integer(q->arena, q->table, "minPixels", dif->details.data[level].minPixels);
    return TLB_OK;
}

tlb_status dif_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_ray, answer_point, answer_hull,
                                                 answer_box, answer_lod,   dif_answer_light};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    tlb_status status = select_interior(&q);
    return status ? status : tlb_query_dispatch(&q, dif_queries, answers);
}
