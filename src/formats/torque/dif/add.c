/* Parts added to a resource by programs. */
#include "formats/torque/dif/dif.h"
#include "formats/torque/dif/layout.h"

#include <string.h>

/* --- interiors ---------------------------------------------------------------------------------------- */

/* Of the version that the others have. */
static tlb_dif_interior *begin_interior(tlb_document *document, tlb_dif_interior *x)
{
    const tlb_dif *dif = document->root;
    const tlb_dif_interior *others[] = {dif->details.data, dif->subObjects.data};
    if (!x)
        return NULL;
    for (int i = 1; i >= 0; i--)
        if (others[i] && others[i] != x)
            x->interiorFileVersion = others[i]->interiorFileVersion;
    tlb_walk w = tlb_walk_defaults(document->context, &document->arena);
    tlb_dif_walk_interior(&w, x, dif->family);
    return x;
}

tlb_dif_interior *tlb_dif_add_interior(tlb_document *document)
{
    tlb_dif *dif = tlb_document_dif(document);
    return dif ? begin_interior(document, TLB_APPEND(document, &dif->details)) : NULL;
}

tlb_dif_interior *tlb_dif_add_sub_object(tlb_document *document)
{
    tlb_dif *dif = tlb_document_dif(document);
    return dif ? begin_interior(document, TLB_APPEND(document, &dif->subObjects)) : NULL;
}

/* --- texts -------------------------------------------------------------------------------------------- */

static bool copy(tlb_document *document, const char *from, tlb_text *to)
{
    *to = tlb_copy_text(&document->arena, from, strlen(from));
    return to->data != NULL;
}

tlb_text *tlb_dif_add_material(tlb_document *document, tlb_dif_interior *interior, const char *name)
{
    tlb_text text;
    if (!tlb_document_dif(document) || !interior || !name || !copy(document, name, &text))
        return NULL;
    tlb_text *material = TLB_APPEND(document, &interior->materials);
    if (material)
        *material = text;
    return material;
}

tlb_dif_property *tlb_dif_add_property(tlb_document *document, tlb_dif_dictionary *dictionary,
                                       const char *name, const char *value)
{
    tlb_dif_property made;
    if (!tlb_document_dif(document) || !dictionary || !name || !value || !copy(document, name, &made.name) ||
        !copy(document, value, &made.value))
        return NULL;
    tlb_dif_property *property = TLB_APPEND(document, dictionary);
    if (property)
        *property = made;
    return property;
}

/* --- triggers, paths, entities ------------------------------------------------------------------------ */

/* Points relative to the middle, planes and edges as engines have them of a box. */
bool tlb_dif_make_trigger_box(tlb_arena *arena, const double low[3], const double high[3],
                              tlb_dif_trigger *trigger)
{
    enum { CORNERS = 8, FACES = 6, EDGES = 12 };
    static const int8_t corners[CORNERS][3] = {{1, 1, 1},  {1, -1, 1},  {-1, -1, 1},  {-1, 1, 1},
                                               {1, 1, -1}, {1, -1, -1}, {-1, -1, -1}, {-1, 1, -1}};
    static const int8_t normals[FACES][3] = {{1, 0, 0}, {0, -1, 0}, {-1, 0, 0},
                                             {0, 1, 0}, {0, 0, 1},  {0, 0, -1}};
    static const uint8_t edges[EDGES][4] = {{0, 4, 0, 1}, {1, 4, 1, 2}, {2, 4, 2, 3}, {3, 4, 3, 0},
                                            {0, 5, 4, 5}, {1, 5, 5, 6}, {2, 5, 6, 7}, {3, 5, 7, 4},
                                            {0, 3, 0, 4}, {0, 1, 1, 5}, {1, 2, 2, 6}, {2, 3, 3, 7}};
    double half[3];
    tlb_vec3 *points = tlb_zalloc_array(arena, CORNERS, sizeof *points);
    tlb_vec4 *planes = tlb_zalloc_array(arena, FACES, sizeof *planes);
    tlb_dif_polyhedron_edge *list = tlb_zalloc_array(arena, EDGES, sizeof *list);
    if (!points || !planes || !list)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        half[axis] = (high[axis] - low[axis]) / 2;
        trigger->offset[axis] = dif_single((high[axis] + low[axis]) / 2);
    }
    for (int i = 0; i < CORNERS; i++)
        for (int axis = 0; axis < 3; axis++)
            points[i][axis] = dif_single(corners[i][axis] * half[axis]);
    for (int i = 0; i < FACES; i++)
        for (int axis = 0; axis < 3; axis++) {
            planes[i][axis] = normals[i][axis];
            planes[i][3] -= dif_single(fabs(normals[i][axis] * half[axis]));
        }
    for (int i = 0; i < EDGES; i++)
        list[i] = (tlb_dif_polyhedron_edge){edges[i][0], edges[i][1], edges[i][2], edges[i][3]};
    trigger->polyHedronPoints.data = points;
    trigger->polyHedronPoints.count = CORNERS;
    trigger->polyHedronPlanes.data = planes;
    trigger->polyHedronPlanes.count = FACES;
    trigger->polyHedronEdges.data = list;
    trigger->polyHedronEdges.count = EDGES;
    return true;
}

/* The name that exporters write. */
static bool name_part(tlb_document *document, const char *datablock, tlb_text *name, tlb_text *text)
{
    return datablock && copy(document, "MustChange", name) && copy(document, datablock, text);
}

tlb_dif_trigger *tlb_dif_add_trigger(tlb_document *document, const char *datablock, const float low[3],
                                     const float high[3])
{
    tlb_dif *dif = tlb_document_dif(document);
    tlb_dif_trigger made = {0};
    if (!dif || !low || !high || !name_part(document, datablock, &made.name, &made.datablock))
        return NULL;
    const double from[3] = {low[0], low[1], low[2]}, to[3] = {high[0], high[1], high[2]};
    tlb_dif_trigger *trigger = tlb_dif_make_trigger_box(&document->arena, from, to, &made)
                                   ? TLB_APPEND(document, &dif->triggers)
                                   : NULL;
    if (trigger)
        *trigger = made;
    return trigger;
}

tlb_dif_path_follower *tlb_dif_add_path_follower(tlb_document *document, const char *datablock,
                                                 uint32_t subObject)
{
    tlb_dif *dif = tlb_document_dif(document);
    tlb_dif_path_follower made = {.interiorResIndex = subObject};
    if (!dif || subObject >= dif->subObjects.count ||
        !name_part(document, datablock, &made.name, &made.datablock))
        return NULL;
    tlb_dif_path_follower *follower = TLB_APPEND(document, &dif->pathFollowers);
    if (follower)
        *follower = made;
    return follower;
}

tlb_dif_way_point *tlb_dif_add_way_point(tlb_document *document, tlb_dif_path_follower *follower,
                                         const float position[3], uint32_t msToNext)
{
    if (!tlb_document_dif(document) || !follower || !position)
        return NULL;
    tlb_dif_way_point *point = TLB_APPEND(document, &follower->wayPoints);
    if (!point)
        return NULL;
    tlb_dif_default_way_point(document, point);
    memcpy(point->pos, position, sizeof point->pos);
    point->msToNext = msToNext;
    follower->totalMS += msToNext;
    return point;
}

tlb_dif_game_entity *tlb_dif_add_game_entity(tlb_document *document, const char *gameClass,
                                             const char *datablock, const float position[3])
{
    enum { HAS_ENTITIES = 2 };
    tlb_dif *dif = tlb_document_dif(document);
    tlb_dif_game_entity made = {0};
    if (!dif || !gameClass || !datablock || !position || !copy(document, gameClass, &made.gameClass) ||
        !copy(document, datablock, &made.datablock))
        return NULL;
    memcpy(made.position, position, sizeof made.position);
    tlb_dif_game_entity *entity = TLB_APPEND(document, &dif->gameEntities);
    if (!entity)
        return NULL;
    *entity = made;
    dif->readGameEntities = HAS_ENTITIES;
    return entity;
}
