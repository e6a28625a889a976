/* Objects with names and properties beside the interiors: triggers, path followers. */
#include "formats/torque/dif/check/check.h"
#include "base/number.h"
#include "base/text.h"

#include <stdlib.h>

/* --- texts ------------------------------------------------------------------------------------------ */

void tlb_dif_check_text(tlb_checker *c, tlb_text text, const char *field)
{
    bool readable = true;
    for (uint32_t i = 0; i < text.size; i++)
        readable &= text.data[i] >= ' ' && text.data[i] <= '~';
    if (!readable)
        TLB_FIND(c, DIF_NAME_BYTES, tlb_at(c, "%s", field), "%u bytes, not all of them printable ASCII",
                 text.size);
}

typedef struct property_name {
    tlb_text text;
    uint32_t index;
} property_name;

/* The engine ignores case. */
static int compare_texts(tlb_text a, tlb_text b)
{
    for (uint32_t i = 0; i < a.size && i < b.size; i++) {
        unsigned char x = (unsigned char)tlb_lower(a.data[i]), y = (unsigned char)tlb_lower(b.data[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a.size > b.size) - (a.size < b.size);
}

static int compare_names(const void *a, const void *b)
{
    const property_name *x = a, *y = b;
    int order = compare_texts(x->text, y->text);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

void tlb_dif_check_properties(tlb_checker *c, const tlb_dif_dictionary *properties)
{
    uint32_t count = properties->count;
    property_name *names = count > 1 ? tlb_scratch(c, count, sizeof *names) : NULL;
    if (!names)
        return;
    for (uint32_t i = 0; i < count; i++)
        names[i] = (property_name){properties->data[i].name, i};
    qsort(names, count, sizeof *names, compare_names);
    for (uint32_t i = 1; i < count; i++)
        if (compare_texts(names[i].text, names[i - 1].text) == 0)
            TLB_FIND(c, DIF_REPEATED_PROPERTY, tlb_at(c, "properties[%u].name", names[i].index),
                     "\"%.255s\" is also the name of entry %u", names[i].text.data, names[i - 1].index);
}

/* Times on a path, which engines read as numbers. */
static void check_times(tlb_checker *c, const tlb_dif_dictionary *properties)
{
    static const double LATEST = 100 * 60 * 1000; /* the clock of the games ends there */
    static const char *const names[] = {"targetTime", "initialPosition", "initialTargetPosition"};
    for (uint32_t i = 0; i < properties->count; i++) {
        const tlb_dif_property *property = &properties->data[i];
        bool time = false;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            time |= property->name.size && tlb_same_nocase(property->name.data, names[k]);
        double value;
        const char *text = property->value.size ? property->value.data : "",
                   *end = text + property->value.size;
        const char *after = tlb_read_f64(dif_skip_blanks(text, end), end, &value);
        if (time && (!after || dif_skip_blanks(after, end) != end || !isfinite(value)))
            TLB_FIND(c, DIF_TARGET_TIME, tlb_at(c, "properties[%u].value", i),
                     "\"%.63s\", expected a number of milliseconds", text);
        else if (time && !(value < LATEST))
            TLB_FIND(c, DIF_TARGET_TIME, tlb_at(c, "properties[%u].value", i),
                     "%.63s milliseconds are more than the 100 minutes that clocks count", text);
    }
}

/* --- triggers --------------------------------------------------------------------------------------- */

/* Triggers are convex: no point lies before a face. */
static void check_trigger_shape(tlb_checker *c, const tlb_dif_trigger *trigger)
{
    for (uint32_t i = 0; i < trigger->polyHedronPlanes.count; i++) {
        const float *plane = trigger->polyHedronPlanes.data[i];
        double farthest = 0;
        for (uint32_t k = 0; k < trigger->polyHedronPoints.count; k++)
            farthest = fmax(farthest, tlb_plane_distance(plane, trigger->polyHedronPoints.data[k]));
        if (farthest > DIF_THICKNESS)
            TLB_FIND(c, DIF_TRIGGER_SHAPE, tlb_at(c, "polyHedronPlanes[%u]", i),
                     "a point is %g in front of the face", farthest);
    }
}

static void check_trigger_edges(tlb_checker *c, const tlb_dif_trigger *trigger)
{
    uint32_t faces = trigger->polyHedronPlanes.count, points = trigger->polyHedronPoints.count;
    for (uint32_t i = 0; i < trigger->polyHedronEdges.count; i++) {
        const tlb_dif_polyhedron_edge *edge = &trigger->polyHedronEdges.data[i];
        if (edge->face0 >= faces || edge->face1 >= faces)
            TLB_FIND(c, DIF_TRIGGER_EDGE, tlb_at(c, "polyHedronEdges[%u].face%d", i, edge->face0 < faces),
                     "face index %u or %u out of range; number of faces: %u", edge->face0, edge->face1,
                     faces);
        if (edge->vertex0 >= points || edge->vertex1 >= points)
            TLB_FIND(c, DIF_TRIGGER_EDGE,
                     tlb_at(c, "polyHedronEdges[%u].vertex%d", i, edge->vertex0 < points),
                     "point index %u or %u out of range; number of points: %u", edge->vertex0, edge->vertex1,
                     points);
    }
}

void tlb_dif_check_trigger(tlb_checker *c, const tlb_dif_trigger *trigger)
{
    tlb_dif_check_text(c, trigger->name, "name");
    tlb_dif_check_text(c, trigger->datablock, "datablock");
    tlb_dif_check_properties(c, &trigger->properties);
    check_times(c, &trigger->properties);
    tlb_dif_check_numbers(c, "polyHedronPoints", (const float *)trigger->polyHedronPoints.data,
                          trigger->polyHedronPoints.count, 3);
    tlb_dif_check_numbers(c, "polyHedronPlanes", (const float *)trigger->polyHedronPlanes.data,
                          trigger->polyHedronPlanes.count, 4);
    DIF_CHECK_FINITE(c, trigger->offset, 3, tlb_at(c, "offset"));
    check_trigger_edges(c, trigger);
    if (!trigger->polyHedronPoints.count || !trigger->polyHedronPlanes.count)
        TLB_FIND(c, DIF_TRIGGER_EMPTY, tlb_at(c, "polyHedronPoints"),
                 "number of points: %u; number of faces: %u", trigger->polyHedronPoints.count,
                 trigger->polyHedronPlanes.count);
    else
        check_trigger_shape(c, trigger);
}

/* --- path followers --------------------------------------------------------------------------------- */

static void check_way_points(tlb_checker *c, const tlb_dif_path_follower *follower)
{
    const float UNIT_TOLERANCE = 1e-3f; /* what exporters' rounding leaves of a unit quaternion's length */
    for (uint32_t i = 0; i < follower->wayPoints.count; i++) {
        const tlb_dif_way_point *point = &follower->wayPoints.data[i];
        const float *r = point->rot;
        float length = sqrtf(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
        DIF_CHECK_FINITE(c, point->pos, 3, tlb_at(c, "wayPoints[%u].pos", i));
        DIF_CHECK_FINITE(c, r, 4, tlb_at(c, "wayPoints[%u].rot", i));
        if (isfinite(length) && fabsf(length - 1) > UNIT_TOLERANCE)
            TLB_FIND(c, DIF_PATH_ROTATION, tlb_at(c, "wayPoints[%u].rot", i), "length %g, expected 1",
                     (double)length);
        if (point->smoothingType > TLB_DIF_PATH_ACCELERATE)
            TLB_FIND(c, DIF_PATH_SMOOTHING, tlb_at(c, "wayPoints[%u].smoothingType", i),
                     "%u, expected 0 (linear), 1 (spline) or 2 (accelerate)", point->smoothingType);
        if (!point->msToNext && i + 1 < follower->wayPoints.count)
            TLB_FIND(c, DIF_PATH_JUMP, tlb_at(c, "wayPoints[%u].msToNext", i),
                     "0 before the last of %u way points", follower->wayPoints.count);
    }
}

void tlb_dif_check_path_follower(tlb_checker *c, const tlb_dif_path_follower *follower)
{
    const tlb_dif *dif = c->root;
    tlb_dif_check_text(c, follower->name, "name");
    tlb_dif_check_text(c, follower->datablock, "datablock");
    tlb_dif_check_properties(c, &follower->properties);
    check_times(c, &follower->properties);
    DIF_CHECK_FINITE(c, follower->offset, 3, tlb_at(c, "offset"));
    TLB_CHECK_INDEX(c, DIF_PATH_SUB_OBJECT, follower->interiorResIndex, dif->subObjects.count,
                    tlb_at(c, "interiorResIndex"), "sub-objects");
    tlb_dif_check_entries(c, TLB_CODE_DIF_PATH_TRIGGER, "triggerIds", follower->triggerIds.data,
                          follower->triggerIds.count, dif->triggers.count, "triggers");
    if (!follower->wayPoints.count)
        TLB_FIND(c, DIF_PATH_EMPTY, tlb_at(c, "wayPoints"), "the list is empty");
    check_way_points(c, follower);
}
