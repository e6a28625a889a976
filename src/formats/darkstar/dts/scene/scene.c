/* A shape as a scene: its nodes, and on them the objects of the details that are wanted. */
#include "formats/darkstar/dts/scene/scene.h"

#include "formats/darkstar/dml/materials.h"

/* What is shown of the shape. */
typedef struct showing {
    uint32_t first, count; /* details */
    bool one;              /* a single detail is wanted: nodes of the others are left out */
    bool collision;
    bool *drawn; /* for each node */
    bool *left_out;
    int32_t *levels; /* for each node the detail whose root it is, TLB_NONE */
} showing;

/* --- details ------------------------------------------------------------------------------------------ */

/* The option "lod"; false when there is no such detail. */
static bool choose_details(const dts_scene *s, showing *show)
{
    uint32_t details = s->shape->details.count;
    tlb_optional_integer lod = s->conversion->options->lod;
    show->count = details;
    if (!lod.is_set || lod.value == TLB_LOD_ALL)
        return true;
    if (!tlb_option_is_within(s->conversion->context, "lod", lod, 0, details > 1 ? details - 1 : 0))
        return false;
    show->first = (uint32_t)lod.value;
    show->count = details ? 1 : 0;
    show->one = details != 0;
    return true;
}

/* Details without size are for collision and lines of sight, unless the shape has but one. */
static bool is_visible(const dts_scene *s, const showing *show, uint32_t detail)
{
    return show->one || s->shape->details.count == 1 || s->shape->details.data[detail].size > 0;
}

/* Marks the roots of the details that are shown, of those that share one the first. */
static void mark_roots(const dts_scene *s, showing *show)
{
    const tlb_dts *shape = s->shape;
    uint32_t nodes = shape->nodes.count;
    for (uint32_t i = show->first; i < show->first + show->count; i++) {
        int32_t root = shape->details.data[i].rootNode;
        if (!is_visible(s, show, i) || !dts_is_index(root, nodes))
            continue;
        show->drawn[root] = true;
        if (show->levels[root] == TLB_NONE && !show->one)
            show->levels[root] = (int32_t)i;
    }
    for (uint32_t i = 0; show->one && i < shape->details.count; i++)
        if (dts_is_index(shape->details.data[i].rootNode, nodes))
            show->left_out[shape->details.data[i].rootNode] = true;
    if (!shape->details.count && nodes > 1)
        show->drawn[1] = true;
    if (dts_is_index(shape->alwaysNode, nodes))
        show->drawn[shape->alwaysNode] = true;
}

static bool choose_nodes(dts_scene *s, showing *show)
{
    const tlb_dts *shape = s->shape;
    uint32_t count = shape->nodes.count;
    show->drawn = tlb_zalloc(&s->work, count);
    show->left_out = tlb_zalloc(&s->work, count);
    show->levels = tlb_alloc_array(&s->work, count, sizeof *show->levels);
    if (!show->drawn || !show->left_out || !show->levels)
        return false;
    for (uint32_t i = 0; i < count; i++)
        show->levels[i] = TLB_NONE;
    mark_roots(s, show);
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = shape->nodes.data[i].parent;
        if (parent >= 0 && (uint32_t)parent < i) {
            if (show->drawn[parent])
                show->levels[i] = TLB_NONE; /* within another detail */
            show->drawn[i] |= show->drawn[parent];
            show->left_out[i] |= show->left_out[parent];
        }
        show->left_out[i] &= !show->drawn[i];
    }
    for (uint32_t i = count; i--;) { /* what a node that stays hangs on has to stay, too */
        int32_t parent = shape->nodes.data[i].parent;
        if (!show->left_out[i] && parent >= 0 && (uint32_t)parent < i)
            show->left_out[parent] = false;
    }
    return true;
}

/* --- nodes -------------------------------------------------------------------------------------------- */

/* Levels are siblings. Should the root of a detail have another parent than that of the finest, it is
 * hidden. */
static void make_level(dts_scene *s, tlb_node *node, int32_t detail, int32_t *parent)
{
    if (*parent == TLB_NONE - 1)
        *parent = node->parent;
    node->hidden = node->parent != *parent;
    if (node->hidden)
        return;
    node->level = detail;
    node->level_size = s->shape->details.data[detail].size;
}

static bool add_nodes(dts_scene *s, const showing *show)
{
    const tlb_dts *shape = s->shape;
    int32_t level_parent = TLB_NONE - 1;
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        const tlb_dts_node *from = &shape->nodes.data[i];
        bool has_parent = from->parent >= 0 && (uint32_t)from->parent < i;
        s->nodes[i] = TLB_NONE;
        if (show->left_out[i])
            continue;
        s->nodes[i] = (int32_t)s->scene->node_count;
        const char *name = tlb_dts_scene_name(s, from->name, "node", i);
        tlb_node *node =
            name ? tlb_scene_add_node(s->scene, name, has_parent ? s->nodes[from->parent] : TLB_NONE) : NULL;
        if (!node)
            return false;
        tlb_dts_placement rest = tlb_dts_placement_of(shape, from->defaultTransform);
        dts_turn_axes(node->translation, rest.translation);
        dts_turn_to_scene(node->rotation, rest.rotation);
        if (show->levels[i] != TLB_NONE)
            make_level(s, node, show->levels[i], &level_parent);
    }
    return true;
}

/* --- objects ------------------------------------------------------------------------------------------ */

/* Whether a sequence makes an object seen that is not at first. */
static bool find_shown(dts_scene *s, bool *shown)
{
    const tlb_dts *shape = s->shape;
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        uint32_t count;
        const dts_scene_track *track = tlb_dts_tracks_of(s, i, &count);
        for (; count--; track++) {
            dts_track keys;
            if (track->target >= shape->nodes.count &&
                tlb_dts_track_at(&s->score, track->sub_sequence, &keys))
                shown[track->target - shape->nodes.count] |=
                    tlb_dts_hides_or_shows(s, track->target - shape->nodes.count, &keys);
        }
    }
    return true;
}

/* What is not seen at first has scale 0 if a sequence shows it: animations have a word for that. */
static void hide_object(tlb_node *node, bool shown_later)
{
    if (shown_later)
        node->scale[0] = node->scale[1] = node->scale[2] = 0;
    else
        node->hidden = true;
}

/* The mesh, or TLB_NONE when all its faces became pictures. */
static int32_t mesh_left(const dts_scene *s, int32_t mesh)
{
    return mesh != TLB_NONE && s->scene->meshes[mesh].part_count ? mesh : TLB_NONE;
}

static bool add_object(dts_scene *s, const showing *show, uint32_t index, bool shown_later)
{
    const tlb_dts *shape = s->shape;
    const tlb_dts_object *from = &shape->objects.data[index];
    bool there = dts_is_index(from->nodeIndex, shape->nodes.count) && s->nodes[from->nodeIndex] != TLB_NONE;
    if (!there || (!show->drawn[from->nodeIndex] && !show->collision))
        return true;
    const char *name = tlb_dts_scene_name(s, from->name, "object", index);
    if (!name)
        return false;
    int32_t mesh = from->meshIndex;
    if (dts_is_index(mesh, shape->meshes.count) && s->meshes[mesh].mesh == TLB_NONE &&
        !tlb_dts_draw_mesh(s, (uint32_t)mesh, name))
        return false;
    s->objects[index] = (int32_t)s->scene->node_count;
    tlb_node *node = tlb_scene_add_node(s->scene, name, s->nodes[from->nodeIndex]);
    if (!node)
        return false;
    dts_turn_axes(node->translation, from->offset);
    if (dts_is_index(mesh, shape->meshes.count))
        node->mesh = mesh_left(s, s->meshes[mesh].mesh);
    else
        s->skipped += mesh != TLB_NONE;
    if (!show->drawn[from->nodeIndex]) {
        node->hidden = true;
        node->layer = "collision";
    } else if (from->flags & TLB_DTS_OBJECT_INVISIBLE)
        hide_object(node, shown_later);
    return true;
}

static bool add_objects(dts_scene *s, const showing *show)
{
    uint32_t count = s->shape->objects.count;
    bool *shown_later = tlb_zalloc(&s->work, count);
    if (!shown_later || !find_shown(s, shown_later))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        s->objects[i] = TLB_NONE;
        if (!add_object(s, show, i, shown_later[i]))
            return false;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!tlb_dts_add_flip_nodes(s, i))
            return false;
    return true;
}

/* --- all ---------------------------------------------------------------------------------------------- */

static bool make_scene(dts_scene *s, showing *show)
{
    const tlb_dts *shape = s->shape;
    s->nodes = tlb_alloc_array(&s->work, shape->nodes.count, sizeof *s->nodes);
    s->objects = tlb_alloc_array(&s->work, shape->objects.count, sizeof *s->objects);
    if (!s->nodes || !s->objects || !tlb_dts_score_make(&s->score, shape, &s->work) ||
        !tlb_dts_list_tracks(s) || !tlb_dts_find_frames(s) || !tlb_dts_find_flips(s) ||
        !choose_nodes(s, show) || !add_nodes(s, show) || !add_objects(s, show) ||
        !tlb_dts_add_animations(s) || !tlb_dts_describe_scene(s))
        return false;
    tlb_dts_report_losses(s);
    return true;
}

/* The lists that scenes grow with. A document that was built has no file. */
static uint64_t size_of(const tlb_dts *shape)
{
    uint64_t size = (uint64_t)shape->keyFrames.count * sizeof *shape->keyFrames.data;
    for (uint32_t i = 0; i < shape->meshes.count; i++) {
        const tlb_dts_mesh *m = &shape->meshes.data[i];
        size += (uint64_t)m->vertices.count * sizeof *m->vertices.data +
                (uint64_t)m->faces.count * sizeof *m->faces.data +
                (uint64_t)m->frames.count * sizeof *m->frames.data;
    }
    return size;
}

static tlb_status add_materials(dts_scene *s)
{
    const tlb_dml_list *list = &s->shape->materialList;
    return tlb_darkstar_add_materials(s->scene, list->materials.data, list->materials.count,
                                      "materialList.materials", s->conversion, &s->first_material);
}

tlb_status tlb_dts_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_account *account = conversion->context->account;
    dts_scene s = {
        .conversion = conversion,
        .shape = document->root,
        .scene = scene,
        .arena = tlb_scene_arena(scene),
        .placeholder = TLB_NONE,
    };
    scene->facing[1] = -1; /* the engine's forward, +Y */
    s.size = size_of(s.shape);
    s.ifl_left = s.shape->subSequences.count;
    s.keys_left = s.shape->keyFrames.count;
    showing show = {.collision = conversion->options->collision};
    if (!choose_details(&s, &show))
        return TLB_ARGUMENT;
    s.no_flips = conversion->options->flips == TLB_SWITCH_NO;
    tlb_status status = add_materials(&s);
    if (status)
        return status;
    tlb_arena_init(&s.work, account);
    bool made = make_scene(&s, &show);
    tlb_arena_release(&s.work);
    tlb_arena_fail(tlb_scene_arena(scene), s.work.failure);
    return made ? TLB_OK : tlb_report_memory(conversion->context, tlb_scene_arena(scene));
}
