/* What a level has beside its solid: movers on their paths, triggers, and the entities of the game.
 */
#include "base/context.h"
#include "base/text.h"
#include "formats/torque/dif/compile/compile.h"
#include "scene/inspect/losses.h"

#include <math.h>

static bool is_class(const tlb_level_entity *entity, const char *classname)
{
    return tlb_same_nocase(entity->classname, classname);
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (tlb_same_nocase(name, *names))
            return true;
    return false;
}

static tlb_text copy(dif_compiler *c, const char *text)
{
    tlb_text made = tlb_copy_text(&c->made.arena, text ? text : "", text ? strlen(text) : 0);
    if (!made.data)
        tlb_dif_compile_failed(c);
    return made;
}

/* --- properties --------------------------------------------------------------------------------------- */

/* All but some, in their order. */
static void copy_properties(dif_compiler *c, const tlb_level_entity *entity, const char *const *but,
                            tlb_dif_dictionary *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < entity->properties.count; i++)
        count += !is_one_of(entity->properties.data[i].key, but);
    if (!DIF_MAKE_ARRAY(c, to, count))
        return;
    to->count = 0;
    for (uint32_t i = 0; i < entity->properties.count; i++) {
        const tlb_level_property *p = &entity->properties.data[i];
        if (!is_one_of(p->key, but))
            to->data[to->count++] = (tlb_dif_property){
                copy(c, tlb_same_nocase(p->key, "classname") ? "className" : p->key), copy(c, p->value)};
    }
}

static const char *const not_of_followers[] = {"classname", "origin", "datablock", NULL};

/* --- triggers ----------------------------------------------------------------------------------------- */

typedef struct trigger_box {
    double low[3], high[3];
    bool is_box;
} trigger_box;

static bool is_axial(const tlb_level_face *face)
{
    int along = 0;
    for (int axis = 0; axis < 3; axis++)
        along += fabs(face->normal[axis]) > 1e-4;
    return along == 1;
}

/* The box around an entity's brushes; false: they enclose nothing. */
static bool box_of(dif_compiler *c, const tlb_level_entity *entity, trigger_box *box)
{
    const tlb_level_detail *detail = &c->level->details.data[0];
    uint32_t met = 0;
    box->is_box = entity->brush_count == 1;
    for (uint32_t i = 0; i < entity->brush_count && !c->status; i++) {
        const tlb_level_brush *brush = &detail->brushes.data[entity->first_brush + i];
        const tlb_level_face *faces = tlb_level_brush_faces(detail, brush);
        tlb_mark mark = tlb_arena_mark(&c->scratch);
        tlb_brush_shape shape;
        if (!tlb_brush_shape_make(faces, brush->face_count, &c->scratch, &c->scratch, &shape))
            tlb_dif_compile_failed(c);
        else if (!shape.fault)
            for (int axis = 0; axis < 3; axis++) {
                box->low[axis] = met ? fmin(box->low[axis], shape.low[axis]) : shape.low[axis];
                box->high[axis] = met ? fmax(box->high[axis], shape.high[axis]) : shape.high[axis];
            }
        met += !c->status && !shape.fault;
        for (uint32_t k = 0; k < brush->face_count; k++)
            box->is_box &= is_axial(&faces[k]);
        tlb_arena_rewind(&c->scratch, mark);
    }
    return met && !c->status;
}

static void add_trigger(dif_compiler *c, tlb_dif *dif, uint32_t index)
{
    const tlb_level_detail *detail = &c->level->details.data[0];
    const tlb_level_entity *entity = &detail->entities.data[index];
    tlb_dif_trigger *trigger = &dif->triggers.data[dif->triggers.count++];
    trigger_box box = {.is_box = false};
    if (!box_of(c, entity, &box) || !box.is_box) {
        char where[TLB_LEVEL_PLACE];
        tlb_report(c->made.context, TLB_CODE_DIF_TRIGGER_BOX, TLB_NO_OFFSET, NULL,
                   "%s: the trigger is no single box along the axes; %s",
                   tlb_level_place(detail, index, TLB_LEVEL_WHOLE, TLB_LEVEL_WHOLE, where),
                   entity->brush_count ? "the box around it is written" : "it is written without a size");
    }
    trigger->name = copy(c, "MustChange");
    trigger->datablock = copy(c, tlb_level_property_value(entity, "datablock"));
    copy_properties(c, entity, not_of_followers, &trigger->properties);
    if (!c->status && !tlb_dif_make_trigger_box(&c->made.arena, box.low, box.high, trigger))
        tlb_dif_compile_failed(c);
}

/* --- movers ------------------------------------------------------------------------------------------- */

static uint32_t smoothing_of(const tlb_level_entity *node)
{
    static const char *const words[] = {[TLB_DIF_PATH_LINEAR] = "linear",
                                        [TLB_DIF_PATH_SPLINE] = "spline",
                                        [TLB_DIF_PATH_ACCELERATE] = "accelerate"};
    const char *value = tlb_level_property_value(node, "smoothing");
    for (uint32_t i = 0; value && i < sizeof words / sizeof *words; i++)
        if (tlb_same_nocase(value, words[i]))
            return i;
    double number = tlb_level_property_number(node, "smoothing", 0);
    return number >= TLB_DIF_PATH_LINEAR && number <= TLB_DIF_PATH_ACCELERATE ? (uint32_t)number
                                                                              : TLB_DIF_PATH_LINEAR;
}

static uint32_t milliseconds_of(const tlb_level_entity *node)
{
    double time = tlb_level_property_number(node, "next_time", 0);
    return time > 0 ? (uint32_t)fmin(time, INT32_MAX) : 0;
}

/* The entities of a class that belong to a mover: those after it, up to the next. */
static uint32_t count_after(const tlb_level_detail *detail, uint32_t mover, const char *classname)
{
    uint32_t count = 0;
    for (uint32_t i = mover + 1; i < detail->entities.count; i++) {
        if (is_class(&detail->entities.data[i], "Door_Elevator"))
            break;
        count += is_class(&detail->entities.data[i], classname);
    }
    return count;
}

static void add_way(dif_compiler *c, uint32_t mover, tlb_dif_path_follower *follower)
{
    const tlb_level_detail *detail = &c->level->details.data[0];
    uint32_t count = count_after(detail, mover, "path_node");
    char place[TLB_LEVEL_PLACE];
    if (!count)
        tlb_report(c->made.context, TLB_CODE_DIF_PATH_EMPTY, TLB_NO_OFFSET, NULL,
                   "%s: the mover has no path: no path_node follows it",
                   tlb_level_place(detail, mover, TLB_LEVEL_WHOLE, TLB_LEVEL_WHOLE, place));
    if (!DIF_MAKE_ARRAY(c, &follower->wayPoints, count))
        return;
    for (uint32_t i = mover + 1, k = 0; k < count; i++) {
        const tlb_level_entity *node = &detail->entities.data[i];
        if (!is_class(node, "path_node"))
            continue;
        /* engines ignore the turn; exporters write this one */
        tlb_dif_way_point *point = &follower->wayPoints.data[k++];
        *point = (tlb_dif_way_point){
            .rot = {1, 0, 0, 0}, .msToNext = milliseconds_of(node), .smoothingType = smoothing_of(node)};
        for (int axis = 0; axis < 3; axis++)
            point->pos[axis] = dif_single(node->origin[axis]);
        follower->totalMS += point->msToNext;
    }
}

/* `triggers`: of those that are before the mover. */
static void add_mover(dif_compiler *c, tlb_dif *dif, uint32_t mover, uint32_t triggers)
{
    const tlb_level_detail *detail = &c->level->details.data[0];
    const tlb_level_entity *entity = &detail->entities.data[mover];
    tlb_dif_path_follower *follower = &dif->pathFollowers.data[dif->pathFollowers.count++];
    *follower = (tlb_dif_path_follower){.name = copy(c, "MustChange"),
                                        .datablock = copy(c, tlb_level_property_value(entity, "datablock")),
                                        .interiorResIndex = dif->subObjects.count};
    copy_properties(c, entity, not_of_followers, &follower->properties);
    add_way(c, mover, follower);
    if (!DIF_MAKE_ARRAY(c, &follower->triggerIds, count_after(detail, mover, "trigger")))
        return;
    for (uint32_t i = 0; i < follower->triggerIds.count; i++)
        follower->triggerIds.data[i] = triggers + i;
    tlb_dif_interior *x = &dif->subObjects.data[dif->subObjects.count++];
    bool is_solid = entity->brush_count || entity->mesh_count;
    (is_solid ? tlb_dif_compile_part : tlb_dif_begin_interior)(c, 0, mover, x);
}

/* --- all of them -------------------------------------------------------------------------------------- */

/* Whether a game makes an object of it: what is compiled is no longer one. */
static bool is_of_the_game(const tlb_level_entity *entity)
{
    static const char *const compiled[] = {"worldspawn", "detail",        "collision", "vehicle_collision",
                                           "portal",     "trigger",       "path_node", "Door_Elevator",
                                           "func_group", "MirrorSurface", "SimGroup",  NULL};
    return !is_one_of(entity->classname, compiled) && strncmp(entity->classname, "light_", 6) != 0;
}

static void add_entity(dif_compiler *c, tlb_dif *dif, const tlb_level_entity *entity)
{
    static const char *const but[] = {"datablock", "game_class", "origin", NULL};
    const char *datablock = tlb_level_property_value(entity, "datablock");
    tlb_dif_game_entity *made = &dif->gameEntities.data[dif->gameEntities.count++];
    made->datablock = copy(c, datablock ? datablock : entity->classname);
    made->gameClass = copy(c, tlb_level_property_value(entity, "game_class"));
    for (int axis = 0; axis < 3; axis++)
        made->position[axis] = dif_single(entity->origin[axis]);
    copy_properties(c, entity, but, &made->properties);
}

typedef struct object_counts {
    uint32_t movers, triggers, entities;
} object_counts;

static void count_objects(const tlb_level_detail *detail, object_counts *counts)
{
    for (uint32_t i = 0; i < detail->entities.count; i++) {
        counts->movers += is_class(&detail->entities.data[i], "Door_Elevator");
        counts->triggers += is_class(&detail->entities.data[i], "trigger");
        counts->entities += is_of_the_game(&detail->entities.data[i]);
    }
}

/* An interior resource has one list of each, for all of its details: the first one's. */
static void report_other_details(dif_compiler *c)
{
    object_counts lost = {0};
    uint64_t vehicles = 0;
    for (uint32_t i = 1; i < c->level->details.count; i++) {
        const tlb_level_detail *detail = &c->level->details.data[i];
        count_objects(detail, &lost);
        for (uint32_t k = 0; k < detail->brushes.count; k++)
            vehicles += detail->brushes.data[k].kind == TLB_BRUSH_VEHICLE;
        for (uint32_t k = 0; k < detail->meshes.count; k++)
            vehicles += detail->meshes.data[k].kind == TLB_BRUSH_VEHICLE;
    }
    const tlb_writing writing = {.context = c->made.context, .title = "DIF", .chooses = true};
    tlb_report_loss(&writing, lost.movers, "movers of details other than the first");
    tlb_report_loss(&writing, lost.triggers, "triggers of details other than the first");
    tlb_report_loss(&writing, lost.entities, "entities of the game of details other than the first");
    tlb_report_loss(&writing, vehicles, "what vehicles collide with of details other than the first");
}

void tlb_dif_compile_objects(dif_compiler *c)
{
    enum { HAS_ENTITIES = 2 };
    const tlb_level_detail *detail = &c->level->details.data[0];
    tlb_dif *dif = c->made.root;
    object_counts counts = {0};
    uint32_t before = 0; /* triggers */
    count_objects(detail, &counts);
    if (!DIF_MAKE_ARRAY(c, &dif->subObjects, counts.movers) ||
        !DIF_MAKE_ARRAY(c, &dif->pathFollowers, counts.movers) ||
        !DIF_MAKE_ARRAY(c, &dif->triggers, counts.triggers) ||
        !DIF_MAKE_ARRAY(c, &dif->gameEntities, counts.entities))
        return;
    dif->subObjects.count = dif->pathFollowers.count = dif->triggers.count = dif->gameEntities.count = 0;
    dif->readGameEntities = counts.entities ? HAS_ENTITIES : 0;
    dif->hasDummy = counts.entities != 0;
    report_other_details(c);
    for (uint32_t i = 0; i < detail->entities.count && !c->status; i++) {
        const tlb_level_entity *entity = &detail->entities.data[i];
        before += i && is_class(&detail->entities.data[i - 1], "trigger");
        if (is_class(entity, "trigger"))
            add_trigger(c, dif, i);
        else if (is_class(entity, "Door_Elevator"))
            add_mover(c, dif, i, before);
        else if (is_of_the_game(entity))
            add_entity(c, dif, entity);
    }
}
