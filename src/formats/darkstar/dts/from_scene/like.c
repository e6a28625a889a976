/* A shape with the meshes or a sequence of a scene (--like): which of its nodes are whose. */
#include "formats/darkstar/dts/from_scene/like.h"

#include "base/text.h"
#include "writers/palette.h"

#include <string.h>

/* --- names ---------------------------------------------------------------------------------------------- */

enum { ANY_DETAIL = -2 };

/* Without the number at its end: details have "hand36" and "hand10". */
static size_t stem_length(const char *name, size_t size)
{
    size_t stem = size;
    while (stem && ((name[stem - 1] >= '0' && name[stem - 1] <= '9') || name[stem - 1] == ' '))
        stem--;
    return stem ? stem : size;
}

static const char *key_of(dts_like *l, dts_named kind, bool stem, int32_t detail, const char *name,
                          size_t size)
{
    char *key =
        tlb_arena_printf(l->source.arena, "%d %d %d %.*s", (int)kind, stem, (int)detail, (int)size, name);
    for (char *at = key; at && *at; at++)
        *at = tlb_lower(*at);
    return key;
}

/* Of several the first stays. */
static bool name_it(dts_like *l, dts_named kind, int32_t detail, tlb_text name, int32_t number)
{
    size_t sizes[] = {name.size, stem_length(name.data, name.size)};
    for (int stem = 0; stem < 2; stem++)
        for (int any = 0; any < 2; any++) {
            const char *key = key_of(l, kind, stem, any ? ANY_DETAIL : detail, name.data, sizes[stem]);
            int32_t *known = key ? tlb_index_find(&l->names, l->source.arena, key, strlen(key)) : NULL;
            if (!known)
                return false;
            if (*known == TLB_INDEX_NEW)
                *known = number;
        }
    return true;
}

static bool list_names(dts_like *l)
{
    const tlb_dts *shape = l->shape;
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        tlb_text name = tlb_dts_name_at(shape, shape->nodes.data[i].name);
        if (name.size && !name_it(l, DTS_NAMED_NODE, l->details[i], name, (int32_t)i))
            return false;
    }
    for (uint32_t i = 1; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        tlb_text name = tlb_dts_name_at(shape, o->name);
        if (name.size && !name_it(l, DTS_NAMED_OBJECT, l->details[o->nodeIndex], name, (int32_t)i))
            return false;
    }
    return true;
}

int32_t tlb_dts_like_find(dts_like *l, dts_named kind, int32_t detail, bool anywhere, const char *name)
{
    size_t plain = tlb_plain_name_length(name), size = strlen(name);
    size_t sizes[] = {size, plain, stem_length(name, plain)};
    for (int any = 0; any < (anywhere ? 2 : 1); any++)
        for (int i = 0; i < 3; i++) {
            tlb_mark mark = tlb_arena_mark(l->source.arena);
            const char *key = key_of(l, kind, i == 2, any ? ANY_DETAIL : detail, name, sizes[i]);
            const int32_t *known = key ? tlb_index_look(&l->names, key, strlen(key)) : NULL;
            tlb_arena_rewind(l->source.arena, mark);
            if (known)
                return *known;
        }
    return TLB_NONE;
}

/* --- the shape ----------------------------------------------------------------------------------------- */

int32_t tlb_dts_like_root(const dts_like *l, int32_t detail)
{
    return l->shape->details.data[detail].rootNode;
}

/* Nodes and objects have to be those of the scene, in their order. */
static bool is_sound(const dts_like *l)
{
    const tlb_dts *shape = l->shape;
    bool sound = shape->details.count && shape->nodes.count &&
                 l->scene->node_count >= (uint64_t)shape->nodes.count + shape->objects.count &&
                 l->scene->material_count >= shape->materialList.materials.count;
    for (uint32_t i = 0; sound && i < shape->nodes.count; i++)
        sound = shape->nodes.data[i].parent < (int32_t)i &&
                l->scene->nodes[i].parent == shape->nodes.data[i].parent;
    for (uint32_t i = 0; sound && i < shape->objects.count; i++)
        sound = dts_is_index(shape->objects.data[i].nodeIndex, shape->nodes.count) &&
                l->scene->nodes[shape->nodes.count + i].parent == shape->objects.data[i].nodeIndex;
    for (uint32_t i = 0; sound && i < shape->details.count; i++)
        sound = dts_is_index(shape->details.data[i].rootNode, shape->nodes.count);
    return sound;
}

static bool look_at_shape(dts_like *l)
{
    const tlb_dts *shape = l->shape;
    uint32_t count = shape->nodes.count + shape->objects.count;
    l->details = tlb_alloc_array(l->source.arena, shape->nodes.count, sizeof *l->details);
    l->rest = tlb_alloc_array(l->source.arena, count, sizeof *l->rest);
    if (!l->details || !l->rest)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_node *node = &l->scene->nodes[i];
        tlb_dts_placement own = DTS_NO_MOVE;
        memcpy(own.translation, node->translation, sizeof own.translation);
        memcpy(own.rotation, node->rotation, sizeof own.rotation);
        l->rest[i] = node->parent < 0 ? own : tlb_dts_place_within(&l->rest[node->parent], &own);
    }
    l->finest = TLB_NONE;
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        int32_t parent = shape->nodes.data[i].parent;
        l->details[i] = parent < 0 ? TLB_NONE : l->details[parent];
        for (uint32_t k = shape->details.count; k--;)
            if (shape->details.data[k].rootNode == (int32_t)i)
                l->details[i] = (int32_t)k;
    }
    for (uint32_t i = shape->details.count; i--;)
        if (shape->details.data[i].size > 0 || shape->details.count == 1)
            l->finest = (int32_t)i;
    return list_names(l);
}

/* Its textures are there already: only what the model has is written. */
static void leave_textures(tlb_scene *scene)
{
    for (uint32_t i = 0; i < scene->material_count; i++)
        scene->materials[i].texture.image = TLB_NONE;
}

static tlb_status open_shape(dts_like *l, tlb_document **document)
{
    const tlb_conversion *conversion = l->source.conversion;
    tlb_context *context = conversion->context;
    tlb_status status = tlb_open_option(conversion, l->source.options->like, document);
    if (status)
        return status;
    l->title = tlb_document_name(*document);
    l->shape = tlb_document_dts(*document);
    if (!l->shape) {
        return tlb_refuse_option(context, "like", "\"%s\" is not a shape, but %s", l->title,
                                 (*document)->format->info.title);
    }
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.assets = conversion->assets;
    options.collision = true;
    tlb_report_mark mark = tlb_report_mark_get(context);
    status = tlb_document_scene(*document, &options, &l->scene);
    if (status)
        return status;
    tlb_report_rewind(context, &mark); /* missing textures */
    leave_textures(l->scene);
    if (is_sound(l))
        return TLB_OK;
    return tlb_refuse_option(
        context, "like", "\"%s\" is damaged: nodes, objects or details have indexes out of range", l->title);
}

/* --- the model ----------------------------------------------------------------------------------------- */

/* Where its nodes are, with this turn of the whole. */
static void place_nodes(dts_like *l)
{
    dts_maker *m = &l->source;
    tlb_dts_placement turn = DTS_NO_MOVE;
    memcpy(turn.rotation, m->turn, sizeof turn.rotation);
    for (uint32_t i = 0; i < m->scene->node_count; i++) {
        const tlb_node *node = &m->scene->nodes[i];
        dts_made_node made = {0};
        tlb_dts_placement own = DTS_NO_MOVE;
        tlb_dts_place(m, i, node->translation, node->rotation, &made);
        memcpy(own.translation, made.translation, sizeof own.translation);
        memcpy(own.rotation, made.rotation, sizeof own.rotation);
        l->places[i] = tlb_dts_place_within(node->parent < 0 ? &turn : &l->places[node->parent], &own);
    }
}

static double distance(const dts_like *l)
{
    double sum = 0;
    for (uint32_t i = 0; i < l->source.scene->node_count; i++)
        for (int axis = 0; l->match[i] > 0 && axis < 3; axis++) {
            double apart =
                (double)l->places[i].translation[axis] - (double)l->rest[l->match[i]].translation[axis];
            sum += apart * apart;
        }
    return sum;
}

/* One that does not say where it looks looks where its nodes are nearer to the shape's of their names. */
static void choose_turn(dts_like *l)
{
    dts_maker *m = &l->source;
    const float *facing = m->scene->facing;
    float turned[4];
    tlb_turn_along_z(m->scene->facing, m->turn);
    memcpy(turned, m->turn, sizeof turned);
    place_nodes(l);
    if (facing[0] != 0 || facing[1] != 0)
        return;
    double apart = distance(l);
    memcpy(m->turn, DTS_NO_MOVE.rotation, sizeof m->turn);
    place_nodes(l);
    if (distance(l) < apart)
        return;
    memcpy(m->turn, turned, sizeof m->turn);
    place_nodes(l);
}

/* Of a level the detail of that number, of collision meshes the first that is never drawn. */
static int32_t detail_for(const dts_like *l, int32_t level, bool collision)
{
    const tlb_dts *shape = l->shape;
    for (uint32_t i = 0; collision && shape->details.count > 1 && i < shape->details.count; i++)
        if (!(shape->details.data[i].size > 0))
            return (int32_t)i;
    if (collision)
        return TLB_NONE;
    if (level == TLB_NONE)
        return l->finest;
    bool there = dts_is_index(level, shape->details.count) &&
                 (shape->details.data[level].size > 0 || shape->details.count == 1);
    return there ? level : TLB_NONE;
}

static bool look_at_model(dts_like *l)
{
    dts_maker *m = &l->source;
    uint32_t count = m->scene->node_count;
    int32_t *levels = tlb_alloc_array(m->arena, count, sizeof *levels);
    m->hints = tlb_zalloc_array(m->arena, count, sizeof *m->hints);
    l->match = tlb_alloc_array(m->arena, count, sizeof *l->match);
    l->wanted = tlb_alloc_array(m->arena, count, sizeof *l->wanted);
    l->places = tlb_alloc_array(m->arena, count, sizeof *l->places);
    if (!levels || !m->hints || !l->match || !l->wanted || !l->places)
        return false;
    tlb_dts_find_hints(m);
    for (uint32_t i = 0; i < count; i++) {
        const tlb_node *node = &m->scene->nodes[i];
        levels[i] = m->hints[i].level >= 0 || node->parent < 0 ? m->hints[i].level : levels[node->parent];
        l->wanted[i] = detail_for(l, levels[i], m->hints[i].collision);
        l->match[i] = tlb_dts_like_find(l, DTS_NAMED_NODE, l->wanted[i],
                                        levels[i] == TLB_NONE && !m->hints[i].collision, node->name);
        if (l->match[i] == TLB_NONE) /* in no detail, as "bounds" */
            l->match[i] = tlb_dts_like_find(l, DTS_NAMED_NODE, TLB_NONE, false, node->name);
    }
    choose_turn(l);
    return true;
}

/* --- all ----------------------------------------------------------------------------------------------- */

tlb_status tlb_dts_scene_like(dts_maker *m, tlb_document **document, tlb_scene **scene)
{
    const tlb_dts_write_options *options = m->options;
    dts_like l = {.source = *m};
    *document = NULL;
    *scene = NULL;
    if (!options->like && options->sequence) {
        return tlb_refuse_option(m->context, "sequence",
                                 "no shape is given whose sequence it replaces (option like)");
    }
    if (!options->like)
        return TLB_OK;
    if (m->scene->node_count > DTS_MOST_INDEX) {
        tlb_dts_refuse(m, "nodes", m->scene->node_count, DTS_MOST_INDEX);
        return m->status;
    }
    tlb_status status = open_shape(&l, document);
    *scene = l.scene;
    if (!status && (!look_at_shape(&l) || !look_at_model(&l)))
        status = tlb_report_memory(m->context, l.source.arena);
    if (!status)
        status = options->sequence ? tlb_dts_like_sequence(&l, options->sequence) : tlb_dts_like_meshes(&l);
    return status;
}
