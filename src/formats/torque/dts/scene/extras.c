/* What a scene has no word for: extras of the scene and of animations, and what is lost. */
#include "formats/torque/dts/scene/scene.h"
#include "scene/geometry/finite.h"

static void add_ground(shape_scene *s, const shape_lists *lists, const tlb_torque_sequence *q,
                       tlb_value *extras)
{
    if (q->numGround <= 0 || !shape_within(q->firstGround, q->numGround, lists->ground.count))
        return;
    tlb_value *list = tlb_value_add_list(s->arena, extras, "ground");
    for (int32_t i = q->firstGround; i < q->firstGround + q->numGround; i++) {
        tlb_value *row = tlb_value_add_table(s->arena, list, NULL);
        float rotation[4];
        tlb_shape_turn(lists->ground_turns[i], rotation);
        tlb_value_add_singles(s->arena, row, "translation", lists->ground.data[i], 3);
        tlb_value_add_singles(s->arena, row, "rotation", rotation, 4);
    }
}

/* Apart, as Blender keeps no integers beyond 31 bits. */
static void add_triggers(shape_scene *s, const shape_lists *lists, const tlb_torque_sequence *q,
                         tlb_value *extras)
{
    if (q->numTriggers <= 0 || !shape_within(q->firstTrigger, q->numTriggers, lists->triggers.count))
        return;
    tlb_value *list = tlb_value_add_list(s->arena, extras, "triggers");
    for (int32_t i = q->firstTrigger; i < q->firstTrigger + q->numTriggers; i++) {
        const tlb_torque_trigger *t = &lists->triggers.data[i];
        tlb_value *row = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_integer(s->arena, row, "mask",
                              t->state & ~(TLB_TORQUE_TRIGGER_ON | TLB_TORQUE_TRIGGER_INVERT));
        tlb_value_add_bool(s->arena, row, "on", t->state & TLB_TORQUE_TRIGGER_ON);
        tlb_value_add_bool(s->arena, row, "invert", t->state & TLB_TORQUE_TRIGGER_INVERT);
        tlb_value_add_single(s->arena, row, "pos", tlb_finite(t->pos));
    }
}

/* The names of image file lists that play with the sequence. */
static void add_lists(shape_scene *s, const tlb_torque_sequence *q, tlb_value *extras)
{
    const tlb_torque_shape *x = s->shape;
    tlb_value *list = NULL;
    for (uint32_t i = 0; i < x->iflMaterials.count; i++) {
        if (!tlb_shape_has(&q->iflMatters, i))
            continue;
        list = list ? list : tlb_value_add_list(s->arena, extras, "ifl");
        tlb_value_add_bytes_text(s->arena, list, NULL,
                                 tlb_torque_name_at(x, x->iflMaterials.data[i].nameIndex));
    }
}

void tlb_shape_describe_sequence(shape_scene *s, const shape_lists *lists, const tlb_torque_sequence *q,
                                 tlb_animation *animation)
{
    tlb_value *extras = animation->extras = tlb_value_table(s->arena);
    if (!extras)
        return;
    tlb_value_add_bool(s->arena, extras, "cyclic", tlb_shape_is_cyclic(lists, q));
    tlb_value_add_bool(s->arena, extras, "blend", tlb_shape_is_blend(lists, q));
    tlb_value_add_integer(s->arena, extras, "priority", q->priority);
    tlb_value_add_integer(s->arena, extras, "numKeys", q->numKeys);
    add_ground(s, lists, q, extras);
    add_triggers(s, lists, q, extras);
    add_lists(s, q, extras);
}

/* Of the whole: engines let things collide with the box, and choose details by the radius. */
static void add_bounds(shape_scene *s, tlb_value *extras)
{
    const tlb_torque_shape *x = s->shape;
    float bounds[6], center[3];
    for (int i = 0; i < 6; i++)
        bounds[i] = tlb_finite(x->bounds[i]);
    for (int i = 0; i < 3; i++)
        center[i] = tlb_finite(x->center[i]);
    tlb_value_add_singles(s->arena, extras, "bounds", bounds, 6);
    tlb_value_add_singles(s->arena, extras, "center", center, 3);
    tlb_value_add_single(s->arena, extras, "radius", tlb_finite(x->radius));
    tlb_value_add_single(s->arena, extras, "tubeRadius", tlb_finite(x->tubeRadius));
}

bool tlb_shape_describe_scene(shape_scene *s)
{
    const tlb_torque_shape *x = s->shape;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    if (!extras)
        return false;
    tlb_value_add_integer(s->arena, extras, "version", x->version);
    add_bounds(s, extras);
    tlb_value *list = tlb_value_add_list(s->arena, extras, "details");
    for (uint32_t i = 0; i < x->details.count; i++) {
        const tlb_torque_detail *d = &x->details.data[i];
        tlb_value *row = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_bytes_text(s->arena, row, "name", tlb_torque_name_at(x, d->nameIndex));
        tlb_value_add_single(s->arena, row, "size", tlb_finite(d->size));
        tlb_value_add_integer(s->arena, row, "subShapeNum", d->subShapeNum);
    }
    return true;
}

static void report(const shape_scene *s, const char *path, const char *what, uint32_t count)
{
    if (count)
        tlb_report(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, path, "%s: %u", what, count);
}

static uint32_t count_unshown(const shape_scene *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->listed.entries.count; i++)
        count += !s->listed.entries.data[i].value;
    return count;
}

void tlb_shape_report_losses(shape_scene *s)
{
    report(s, "decals", "decals", s->shape->decals.count);
    report(s, "details", "details that are pictures of the shape", s->pictures);
    report(s, "materialList", "pictures of image file lists after the first of each (extras name them)",
           count_unshown(s));
    report(s, "meshes", "weights beyond the four largest: vertices that had more", s->influences);
    report(s, "nodeArbitraryScaleRots", "keys of scales along turned axes, whose turn is left out",
           s->turned);
    if (s->skipped)
        tlb_report(s->conversion->context, TLB_CODE_SHAPE_SKIPPED, TLB_NO_OFFSET, "", "left out: %u",
                   s->skipped);
}
