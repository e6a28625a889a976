/* Sub-objects and what moves them: see shared/path.h. */
#include "formats/torque/dif/scene/scene.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/torque/shared/path.h"

enum { UNSEEN = TLB_NONE - 1 }; /* a sub-object that has no mesh yet; TLB_NONE: it needs none */

/* Of a repeated name the last number counts, as for engines; 0 without one. */
static double property_number(const tlb_dif_dictionary *properties, const char *name)
{
    double number = 0;
    for (uint32_t i = 0; i < properties->count; i++) {
        const tlb_dif_property *property = &properties->data[i];
        const char *text = dif_chars(property->value), *end = text + property->value.size;
        double value;
        if (tlb_same_nocase(dif_chars(property->name), name) &&
            tlb_read_f64(dif_skip_blanks(text, end), end, &value))
            number = value;
    }
    return number;
}

static torque_path path_of(const tlb_dif_path_follower *follower)
{
    return tlb_torque_path_of(follower, property_number(&follower->properties, "initialPosition"),
                              property_number(&follower->properties, "initialTargetPosition"));
}

static bool animate(dif_scene *s, const torque_path *p, int32_t node)
{
    torque_path_keys k;
    if (!tlb_torque_path_keys(s->arena, p, &k))
        return false;
    if (!k.count)
        return true;
    tlb_animation *animation = tlb_scene_add_animation(s->scene, s->scene->nodes[node].name);
    tlb_channel *channel = animation ? tlb_zalloc(s->arena, sizeof *channel) : NULL;
    if (!channel)
        return false;
    *channel = (tlb_channel){node, TLB_TARGET_TRANSLATION, TLB_LINEAR, k.count, k.times, k.values[0]};
    animation->duration = k.times[k.count - 1];
    animation->loops = p->target != 0;
    animation->channel_count = 1;
    animation->channels = channel;
    return true;
}

dif_motion tlb_dif_motion_of(const tlb_dif_path_follower *follower)
{
    torque_path p = path_of(follower);
    dif_motion motion = {.seconds = (float)(p.duration / 1000)};
    tlb_torque_path_start(&p, motion.start);
    return motion;
}

static void describe_follower(dif_scene *s, const tlb_dif_path_follower *follower, int32_t node)
{
    tlb_value *extras = tlb_dif_node_extras(s, node);
    tlb_value_add_bytes_text(s->arena, extras, "name", follower->name);
    tlb_value_add_bytes_text(s->arena, extras, "datablock", follower->datablock);
    tlb_value_add_integer(s->arena, extras, "interiorResIndex", follower->interiorResIndex);
    tlb_dif_add_properties(s, extras, &follower->properties);
    tlb_value *triggers = tlb_value_add_list(s->arena, extras, "triggerIds");
    for (uint32_t i = 0; i < follower->triggerIds.count; i++)
        tlb_value_add_integer(s->arena, triggers, NULL, follower->triggerIds.data[i]);
    tlb_value *points = tlb_value_add_list(s->arena, extras, "wayPoints");
    for (uint32_t i = 0; i < follower->wayPoints.count; i++) {
        const tlb_dif_way_point *from = &follower->wayPoints.data[i];
        tlb_value *point = tlb_value_add_table(s->arena, points, NULL);
        tlb_value_add_singles(s->arena, point, "pos", from->pos, 3);
        tlb_value_add_integer(s->arena, point, "msToNext", from->msToNext);
        tlb_value_add_integer(s->arena, point, "smoothingType", from->smoothingType);
    }
}

/* Gives a node a sub-object. The first that takes it also gets what hangs on it; `meshes` remembers. */
static bool take_sub_object(dif_scene *s, uint32_t index, int32_t node, int32_t *meshes)
{
    if (meshes[index] != UNSEEN) {
        s->scene->nodes[node].mesh = meshes[index];
        return true;
    }
    dif_subject subject = {&s->dif->subObjects.data[index],
                           tlb_arena_printf(&s->work, "sub-object %u", index),
                           tlb_arena_printf(&s->work, "subObjects[%u]", index)};
    if (!subject.name || !subject.path || !tlb_dif_draw_interior(s, &subject, node))
        return false;
    meshes[index] = s->scene->nodes[node].mesh;
    return true;
}

static bool add_followers(dif_scene *s, int32_t *meshes)
{
    const tlb_dif *dif = s->dif;
    int32_t group = dif->pathFollowers.count ? tlb_dif_add_node(s, TLB_NONE, "path followers") : TLB_NONE;
    for (uint32_t i = 0; i < dif->pathFollowers.count; i++) {
        const tlb_dif_path_follower *follower = &dif->pathFollowers.data[i];
        const char *name = tlb_dif_name(s, follower->name, "path follower");
        int32_t node = name && group != TLB_NONE ? tlb_dif_add_node(s, group, "%s %u", name, i) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        torque_path p = path_of(follower);
        tlb_dif_place(s, node, tlb_dif_motion_of(follower).start);
        describe_follower(s, follower, node);
        if (follower->interiorResIndex < dif->subObjects.count &&
            !take_sub_object(s, follower->interiorResIndex, node, meshes))
            return false;
        if (!animate(s, &p, node))
            return false;
    }
    return true;
}

bool tlb_dif_add_sub_objects(dif_scene *s)
{
    uint32_t count = s->dif->subObjects.count;
    int32_t *meshes = tlb_alloc_array(&s->work, count, sizeof *meshes);
    if (!meshes)
        return false;
    for (uint32_t i = 0; i < count; i++)
        meshes[i] = UNSEEN;
    if (!add_followers(s, meshes))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (meshes[i] != UNSEEN)
            continue;
        int32_t node = tlb_dif_add_node(s, TLB_NONE, "sub-object %u", i);
        if (node == TLB_NONE || !take_sub_object(s, i, node, meshes))
            return false;
    }
    return true;
}
