/* Queries of an interior. */
#include "formats/torque/dif/dif.h"
#include "base/number.h"
#include "core/query.h"

#include <math.h>
#include <string.h>

const tlb_query_info tlb_dif_queries[] = {
    {"ray", "X Y Z X Y Z [--engine torque]",
     "the first solid hit by a ray from one point to another, or what the engine reports, with its "
     "tolerance"},
    {"point", "X Y Z", "empty or solid, the zone, the zones visible from there"},
    {"hull", "N", "points, planes, features and polyhedron of a convex hull"},
    {"box", "X Y Z X Y Z", "the coordinate bins that a box overlaps, and the hulls in them that overlap it"},
    {"lod", "PIXELS", "the detail level for a bounding sphere with a radius of PIXELS"},
    {"light", "N [SECONDS]", "an animated light: type, states, the state at a time and its color"},
    {0},
};

/* --- convex hulls ----------------------------------------------------------------------------------- */

/* Strings may be shared by any number of points: a hull with more to say than this keeps its features to
 * itself. Those of real files have some thousand bytes. */
enum { MOST_FEATURE_BYTES = 1 << 18 };

static void add_bytes(tlb_arena *arena, tlb_value *table, const char *key, const uint8_t *bytes,
                      uint32_t count)
{
    tlb_value *list = tlb_value_add_list(arena, table, key);
    for (uint32_t i = 0; i < count; i++)
        tlb_value_add_integer(arena, list, NULL, bytes[i]);
}

static void add_points(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                       const tlb_dif_list *list, uint32_t start, uint32_t count)
{
    tlb_value *points = tlb_value_add_list(arena, table, "points");
    for (uint32_t i = 0; i < count && start < list->count && i < list->count - start; i++) {
        tlb_value *point = tlb_value_add_table(arena, points, NULL);
        uint32_t index = list->data[start + i];
        tlb_value_add_integer(arena, point, "index", index);
        if (index < interior->points.count)
            tlb_value_add_singles(arena, point, "position", interior->points.data[index], 3);
    }
}

static void add_planes(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                       const tlb_dif_list *list, uint32_t start, uint32_t count)
{
    tlb_value *planes = tlb_value_add_list(arena, table, "planes");
    for (uint32_t i = 0; i < count && start < list->count && i < list->count - start; i++) {
        tlb_value *row = tlb_value_add_table(arena, planes, NULL);
        uint16_t index = (uint16_t)list->data[start + i];
        float plane[4];
        tlb_value_add_integer(arena, row, "index", index & ~TLB_DIF_PLANE_FLIPPED);
        tlb_value_add_bool(arena, row, "flipped", (index & TLB_DIF_PLANE_FLIPPED) != 0);
        if (tlb_dif_plane_of(interior, index, true, plane))
            tlb_value_add_singles(arena, row, "equation", plane, 4);
    }
}

static void add_feature(tlb_arena *arena, tlb_value *list, const tlb_dif_features *f)
{
    tlb_value *table = tlb_value_add_table(arena, list, NULL);
    add_bytes(arena, table, "vertices", f->vertices, f->vertexCount);
    tlb_value *edges = tlb_value_add_list(arena, table, "edges");
    for (uint32_t i = 0; i < f->edgeCount; i++)
        add_bytes(arena, edges, NULL, f->edges + 2 * i, 2);
    tlb_value *faces = tlb_value_add_list(arena, table, "faces");
    const uint8_t *at = f->faces;
    for (uint32_t i = 0; i < f->faceCount; i++) {
        tlb_value *face = tlb_value_add_table(arena, faces, NULL);
        tlb_value_add_integer(arena, face, "plane", at[1]);
        add_bytes(arena, face, "vertices", at + 2, at[0]);
        at += 2 + at[0];
    }
}

static void add_features(tlb_arena *arena, tlb_value *table, const tlb_dif_hulls *hulls, uint32_t hull)
{
    uint32_t bytes = 0, points = hulls->hulls[hull].hullCount;
    tlb_dif_features features;
    for (uint32_t i = 0; i < points && bytes <= MOST_FEATURE_BYTES; i++)
        bytes += tlb_dif_hull_features(hulls, hull, i, &features) ? features.size : 0;
    tlb_value *list =
        bytes && bytes <= MOST_FEATURE_BYTES ? tlb_value_add_list(arena, table, "features") : NULL;
    for (uint32_t i = 0; list && i < points; i++)
        if (tlb_dif_hull_features(hulls, hull, i, &features))
            add_feature(arena, list, &features);
}

static void add_polygons(tlb_arena *arena, tlb_value *table, const tlb_dif_polyhedron *p)
{
    tlb_value *surfaces = tlb_value_add_list(arena, table, "surfaces");
    const uint8_t *at = p->surfaces;
    for (uint32_t i = 0; i < p->surfaceCount; i++) {
        tlb_value *surface = tlb_value_add_table(arena, surfaces, NULL);
        uint32_t count = at[0];
        tlb_value_add_integer(arena, surface, "mask", at[1]);
        tlb_value_add_integer(arena, surface, "plane", at[2]);
        tlb_value *points = tlb_value_add_list(arena, surface, "points");
        for (at += 3; count; count--, at += 2)
            tlb_value_add_integer(arena, points, NULL, tlb_get_be16(at));
    }
}

static void add_polyhedron(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                           const tlb_dif_hulls *hulls, uint32_t hull)
{
    tlb_dif_polyhedron p;
    if (!tlb_dif_hull_polyhedron(hulls, hull, &p))
        return;
    const tlb_dif_hull *of = &hulls->hulls[hull];
    tlb_value *polyhedron = tlb_value_add_table(arena, table, "polyhedron");
    add_planes(arena, polyhedron, interior, &interior->polyListPlanes, of->polyListPlaneStart, p.planeCount);
    add_bytes(arena, polyhedron, "planeMasks", p.planeMasks, p.planeCount);
    add_points(arena, polyhedron, interior, &interior->polyListPoints, of->polyListPointStart, p.pointCount);
    add_bytes(arena, polyhedron, "pointMasks", p.pointMasks, p.pointCount);
    add_polygons(arena, polyhedron, &p);
}

/* `surface` or `nullSurface`, an index. */
static void add_surface(tlb_arena *arena, tlb_value *table, tlb_dif_surface_ref surface)
{
    tlb_value_add_integer(arena, table, surface.null_surface ? "nullSurface" : "surface", surface.index);
}

/* Answers about one convex hull: its points, planes, what its strings say. False when there is no such
 * hull. */
static bool add_hull(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior, uint32_t hull)
{
    if (hull >= interior->convexHulls.count)
        return false;
    const tlb_dif_hull *of = &interior->convexHulls.data[hull];
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(interior);
    const float box[6] = {of->minX, of->minY, of->minZ, of->maxX, of->maxY, of->maxZ};
    tlb_value_add_singles(arena, table, "box", box, 6);
    add_points(arena, table, interior, &interior->hullIndices, of->hullStart, of->hullCount);
    add_planes(arena, table, interior, &interior->hullPlaneIndices, of->planeStart,
               tlb_dif_hull_plane_count(&hulls, hull));
    tlb_value *surfaces = tlb_value_add_list(arena, table, "surfaces");
    uint32_t listed = interior->hullSurfaceIndices.count;
    for (uint32_t i = 0; i < of->surfaceCount && of->surfaceStart < listed && i < listed - of->surfaceStart;
         i++)
        add_surface(arena, tlb_value_add_table(arena, surfaces, NULL),
                    tlb_dif_surface_of(&interior->hullSurfaceIndices, of->surfaceStart + i));
    add_features(arena, table, &hulls, hull);
    add_polyhedron(arena, table, interior, &hulls, hull);
    return true;
}

/* --- animated lights ----------------------------------------------------------------------------------- */

static void add_color(const tlb_query_call *q, tlb_value *table, const uint8_t color[3])
{
    tlb_value *list = tlb_value_add_list(q->arena, table, "color");
    for (int i = 0; i < 3; i++)
        tlb_value_add_integer(q->arena, list, NULL, color[i]);
}

static void add_state(const tlb_query_call *q, tlb_value *list, const tlb_dif_light_state *state)
{
    const tlb_dif_interior *x = q->subject;
    tlb_value *table = tlb_value_add_table(q->arena, list, NULL);
    add_color(q, table, (const uint8_t[]){state->red, state->green, state->blue});
    tlb_value_add_integer(q->arena, table, "activeTime", state->activeTime);
    tlb_value *surfaces = tlb_value_add_list(q->arena, table, "surfaces");
    for (uint32_t i = 0; i < state->dataCount; i++) {
        uint64_t data = (uint64_t)state->dataIndex + i;
        if (data < x->stateDatas.count)
            tlb_value_add_integer(q->arena, surfaces, NULL, x->stateDatas.data[data].surfaceIndex);
    }
}

/* An animated light: its type and states, and which of them it is in at a time. */
static tlb_status answer_light(const tlb_query_call *q)
{
    const tlb_dif_interior *x = q->subject;
    uint64_t index;
    double seconds = 0;
    if (q->word_count < 1 || q->word_count > 2 || !tlb_word_whole(q->words[0], &index) ||
        (q->word_count == 2 && (!tlb_word_real(q->words[1], &seconds) || seconds < 0)))
        return tlb_query_refuse(q, "light", "expected a light index (N) and optionally a time in seconds");
    if (index >= x->animatedLights.count)
        return tlb_query_refuse(q, q->words[0], "animated light index out of range");
    const tlb_dif_animated_light *light = &x->animatedLights.data[index];
    if (light->nameIndex < x->nameBuffers.count)
        tlb_value_add_bytes_text(q->arena, q->table, "name", tlb_dif_light_name(x, light));
    tlb_value_add_text(q->arena, q->table, "type", tlb_dif_light_type(light));
    tlb_value_add_bool(q->arena, q->table, "alarm", (light->flags & DIF_LIGHT_ALARM) != 0);
    tlb_value_add_integer(q->arena, q->table, "duration", light->duration);
    dif_light_moment moment;
    if (q->word_count == 2 && tlb_dif_light_at(x, light, seconds, &moment)) {
        tlb_value_add_integer(q->arena, q->table, "state", moment.state);
        add_color(q, q->table, moment.color);
    }
    tlb_value *states = tlb_value_add_list(q->arena, q->table, "states");
    for (uint32_t i = 0; i < light->stateCount && tlb_dif_light_state_at(x, light, i); i++)
        add_state(q, states, tlb_dif_light_state_at(x, light, i));
    return TLB_OK;
}

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

/* A part that is queried as an interior. */
static tlb_status select_part(tlb_query_call *q, const char *word)
{
    const tlb_dif *dif = q->document->root;
    uint64_t index;
    bool vehicle = strcmp(word, "vehicleCollision") == 0;
    if (!vehicle && !selects(word, "forceFields", dif->forceFields.count, &index))
        return tlb_query_refuse(
            q, word,
            "no such interior; expected details[N], subObjects[N], forceFields[N] or vehicleCollision");
    tlb_dif_interior *part = tlb_alloc(q->arena, sizeof *part);
    if (!part || !(vehicle ? tlb_dif_vehicle_as_interior(q->arena, &dif->vehicleCollision, part)
                           : tlb_dif_force_field_as_interior(q->arena, &dif->forceFields.data[index], part)))
        return tlb_report_memory(q->document->context, q->arena);
    q->subject = part;
    return TLB_OK;
}

/* "details[0]", "subObjects[2]", "forceFields[0]" or "vehicleCollision" may come before the query. */
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

static void add_places(tlb_arena *arena, tlb_value *list, const char *name, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        tlb_value_add_text(arena, list, NULL, tlb_arena_printf(arena, "%s[%u]", name, i));
}

void tlb_dif_query_places(tlb_document *document, tlb_value *list)
{
    const tlb_dif *dif = document->root;
    tlb_arena *arena = &document->arena;
    add_places(arena, list, "details", dif->details.count);
    add_places(arena, list, "subObjects", dif->subObjects.count);
    add_places(arena, list, "forceFields", dif->forceFields.count);
    if (dif->vehicleCollision.convexHulls.count)
        tlb_value_add_text(arena, list, NULL, "vehicleCollision");
}

/* --- answers ------------------------------------------------------------------------------------------ */

static void add_material(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                         uint32_t surface)
{
    uint32_t texture = interior->surfaces.data[surface].textureIndex;
    if (texture < interior->materials.count)
        tlb_value_add_bytes_text(arena, table, "material", interior->materials.data[texture]);
}

/* Takes "--engine torque" off the end. */
static bool takes_engine(tlb_query_call *q)
{
    const char *const *last = q->words + q->word_count - 2;
    bool taken = q->word_count > 2 && strcmp(last[0], "--engine") == 0 && strcmp(last[1], "torque") == 0;
    q->word_count -= taken ? 2 : 0;
    return taken;
}

static tlb_status answer_ray(const tlb_query_call *call)
{
    tlb_query_call query = *call, *q = &query;
    const tlb_dif_interior *interior = q->subject;
    float ends[6];
    tlb_dif_hit hit;
    bool as_engine = takes_engine(q);
    if (!tlb_query_singles(q, ends, 6))
        return tlb_query_refuse(q, "ray",
                                "expected two points (six numbers), and --engine torque or nothing");
    bool any = as_engine ? tlb_dif_cast_engine_ray(interior, ends, ends + 3, &hit)
                         : tlb_dif_cast_ray(interior, ends, ends + 3, &hit);
    tlb_value_add_bool(q->arena, q->table, "hit", any);
    if (!any)
        return TLB_OK;
    tlb_add_hit(q, hit.start_solid, hit.t, hit.point, hit.normal);
    tlb_value_add_integer(q->arena, q->table, "solidLeaf", hit.solid_leaf);
    if (hit.has_surface)
        add_surface(q->arena, q->table, hit.surface);
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
        return tlb_query_refuse(q, "point", "expected a point (three numbers)");
    uint8_t *seen = tlb_alloc(q->arena, interior->zones.count);
    if (!seen)
        return tlb_report_memory(q->document->context, q->arena);
    bool empty = tlb_dif_zone_at(interior, point, &zone);
    tlb_value_add_bool(q->arena, q->table, "solid", !empty);
    if (!tlb_dif_visible_zones(interior, point, seen))
        return TLB_OK;
    tlb_value_add_integer(q->arena, q->table, "zone", zone);
    tlb_value *list = tlb_value_add_list(q->arena, q->table, "visibleZones");
    for (uint32_t i = 0; i < interior->zones.count; i++)
        if (seen[i])
            tlb_value_add_integer(q->arena, list, NULL, i);
    return TLB_OK;
}

static tlb_status answer_hull(const tlb_query_call *q)
{
    const tlb_dif_interior *interior = q->subject;
    uint64_t hull;
    if (q->word_count != 1 || !tlb_word_whole(q->words[0], &hull) || hull > UINT32_MAX)
        return tlb_query_refuse(q, "hull", "expected a hull index (N)");
    if (!add_hull(q->arena, q->table, interior, (uint32_t)hull))
        return tlb_query_refuse(q, q->words[0], "hull index out of range");
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
        return tlb_query_refuse(q, "box", "expected two corners (six numbers)");
    for (int axis = 0; axis < 3; axis++) {
        float low = fminf(box[axis], box[3 + axis]), high = fmaxf(box[axis], box[3 + axis]);
        box[axis] = low;
        box[3 + axis] = high;
    }
    uint8_t *found = tlb_zalloc(q->arena, interior->convexHulls.count);
    if (!found)
        return tlb_report_memory(q->document->context, q->arena);
    tlb_value *bins = tlb_value_add_list(q->arena, q->table, "bins");
    for (uint32_t bin = 0; bin < TLB_DIF_COORD_BINS; bin++) {
        if (!is_in_bin(interior, box, 0, bin / 16) || !is_in_bin(interior, box, 1, bin % 16))
            continue;
        tlb_value_add_integer(q->arena, bins, NULL, bin);
        add_bin(q, box, bin, found);
    }
    tlb_value *hulls = tlb_value_add_list(q->arena, q->table, "hulls");
    for (uint32_t i = 0; i < interior->convexHulls.count; i++)
        if (found[i])
            tlb_value_add_integer(q->arena, hulls, NULL, i);
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
        return tlb_query_refuse(q, "lod", "expected a radius in pixels (one number)");
    while (level + 1 < dif->details.count && !(dif->details.data[level].minPixels < pixels))
        level++;
    tlb_value_add_integer(q->arena, q->table, "detail", level);
    tlb_value_add_integer(q->arena, q->table, "minPixels", dif->details.data[level].minPixels);
    return TLB_OK;
}

tlb_status tlb_dif_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_ray, answer_point, answer_hull,
                                                 answer_box, answer_lod,   answer_light};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    tlb_status status = select_interior(&q);
    return status ? status : tlb_query_dispatch(&q, tlb_dif_queries, answers);
}
