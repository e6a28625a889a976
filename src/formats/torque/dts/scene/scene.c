/* A shape as a scene: its nodes, and on them the meshes of the details that are wanted. */
#include "formats/torque/dts/scene/scene.h"

/* --- nodes -------------------------------------------------------------------------------------------- */

static bool add_nodes(shape_scene *s)
{
    const tlb_torque_shape *x = s->shape;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const tlb_torque_node *from = &x->nodes.data[i];
        bool has_parent = from->parentIndex >= 0 && (uint32_t)from->parentIndex < i;
        const char *name = shape_scene_name(s, tlb_torque_name_at(x, from->nameIndex), "node", i);
        s->nodes[i] = (int32_t)s->scene->node_count;
        tlb_node *node =
            name ? tlb_scene_add_node(s->scene, name, has_parent ? s->nodes[from->parentIndex] : TLB_NONE)
                 : NULL;
        float translation[3], rotation[4];
        if (!node)
            return false;
        tlb_shape_rest(x, i, translation, rotation);
        shape_turn_axes(node->translation, translation);
        shape_turn_to_scene(node->rotation, rotation);
    }
    return true;
}

enum { A_NODE = 64 }; /* numbers */

/* --- objects of a detail ------------------------------------------------------------------------------ */

static bool has_frames(const shape_scene *s, uint32_t object)
{
    bool has = false;
    for (uint32_t i = 0; i < s->shape->sequences.count; i++)
        has |= tlb_shape_has(&s->shape->sequences.data[i].frameMatters, object);
    return has;
}

static bool is_seen_later(const shape_scene *s, uint32_t object)
{
    bool seen = false;
    for (uint32_t i = 0; i < s->shape->sequences.count; i++)
        seen |= tlb_shape_has(&s->shape->sequences.data[i].visMatters, object);
    return seen;
}

/* What is not seen at first has scale 0 if a sequence shows it: animations have a word for that. */
static void hide_at_rest(const shape_scene *s, uint32_t object, tlb_node *node)
{
    if (object >= s->shape->objectStates.count || s->shape->objectStates.data[object].vis > SHAPE_SEEN)
        return;
    if (is_seen_later(s, object))
        node->scale[0] = node->scale[1] = node->scale[2] = 0;
    else
        node->hidden = true;
}

static void describe_mesh(shape_scene *s, const tlb_torque_mesh *mesh, tlb_node *node)
{
    if (!(mesh->flags & TLB_TORQUE_BILLBOARD))
        return;
    if (!node->extras)
        node->extras = tlb_value_table(s->arena);
    if (node->extras)
        tlb_value_add_text(s->arena, node->extras, "billboard",
                           mesh->flags & TLB_TORQUE_BILLBOARD_Z ? "z" : "all");
}

/* A node with a mesh, which is drawn once however many objects have it. `made` gets the node, NULL when
 * nothing is drawn. */
static bool add_mesh(shape_scene *s, const tlb_torque_mesh *mesh, const char *name, int32_t parent,
                     bool frames, tlb_node **made)
{
    bool listed = mesh >= s->shape->meshes.data && mesh < s->shape->meshes.data + s->shape->meshes.count;
    int32_t own[2] = {TLB_NONE, TLB_NONE}, *drawn = &own[0], *skin = &own[1];
    const tlb_torque_mesh *owner = tlb_shape_owner(s->shape, mesh);
    *made = NULL;
    if (listed) {
        drawn = &s->meshes[mesh - s->shape->meshes.data];
        skin = &s->skins[mesh - s->shape->meshes.data];
    }
    s->skipped += !owner;
    if (*drawn == TLB_NONE &&
        (!tlb_shape_draw_mesh(s, mesh, name, frames, drawn) ||
         (*drawn != TLB_NONE && owner && owner->skin && !tlb_shape_add_skin(s, owner, name, skin))))
        return false;
    if (*drawn == TLB_NONE)
        return true;
    *made = tlb_scene_add_node(s->scene, name, *skin == TLB_NONE ? parent : TLB_NONE);
    if (!*made)
        return false;
    (*made)->mesh = *drawn;
    (*made)->skin = *skin;
    describe_mesh(s, mesh, *made);
    return true;
}

/* The rest frame of an object whose first is not it. */
static bool rest_in_frame(shape_scene *s, uint32_t object, tlb_node *node)
{
    const tlb_mesh *mesh = &s->scene->meshes[node->mesh];
    int32_t frame =
        object < s->shape->objectStates.count ? s->shape->objectStates.data[object].frameIndex : 0;
    if (frame < 1 || (uint32_t)frame > mesh->morph_count)
        return true;
    node->morph_weights = tlb_zalloc_array(s->arena, mesh->morph_count, sizeof *node->morph_weights);
    if (node->morph_weights)
        node->morph_weights[frame - 1] = 1;
    return node->morph_weights != NULL;
}

/* How a detail is shown. */
typedef struct showing {
    const tlb_torque_detail *detail;
    int32_t level; /* TLB_NONE: the only one */
    bool collision;
} showing;

static void set_showing(shape_scene *s, const showing *show, tlb_node *node)
{
    if (show->collision) {
        node->hidden = true;
        node->layer = "collision";
        if (!node->extras)
            node->extras = tlb_value_table(s->arena);
        if (node->extras)
            tlb_value_add_bytes_text(s->arena, node->extras, "detail",
                                     tlb_torque_name_at(s->shape, show->detail->nameIndex));
    } else if (show->level != TLB_NONE) {
        node->level = show->level;
        node->level_size = show->detail->size;
    }
}

static bool add_object(shape_scene *s, const showing *show, uint32_t index)
{
    const tlb_torque_object *o = &s->shape->objects.data[index];
    const tlb_torque_mesh *mesh = tlb_shape_mesh_of(s->shape, o, show->detail);
    if (!mesh || !tlb_shape_shows(s->shape, show->detail, index) || !shape_afford(s, A_NODE))
        return true;
    const char *name = shape_scene_name(s, tlb_torque_name_at(s->shape, o->nameIndex), "object", index);
    int32_t parent = TLB_NONE;
    if (shape_is_index(o->nodeIndex, s->shape->nodes.count))
        parent = s->nodes[o->nodeIndex];
    tlb_node *node;
    if (!name || !add_mesh(s, mesh, name, parent, has_frames(s, index), &node))
        return false;
    if (!node)
        return true;
    hide_at_rest(s, index, node);
    set_showing(s, show, node);
    shape_drawn *drawn = TLB_PUSH(&s->work, &s->drawn);
    if (!drawn)
        return false;
    *drawn = (shape_drawn){index, (int32_t)s->scene->node_count - 1};
    return rest_in_frame(s, index, node);
}

/* To version 22 skins belong to details, not to objects. */
static bool add_skins(shape_scene *s, const showing *show)
{
    const tlb_torque_shape *x = s->shape;
    uint32_t detail = (uint32_t)(show->detail - x->details.data);
    if (detail >= x->detailFirstSkin.count || detail >= x->detailNumSkins.count)
        return true;
    int32_t first = x->detailFirstSkin.data[detail], count = x->detailNumSkins.data[detail];
    if (!shape_within(first, count, x->skins.count)) {
        s->skipped++;
        return true;
    }
    for (int32_t i = first; i < first + count && shape_afford(s, A_NODE); i++) {
        const char *name = tlb_arena_printf(&s->work, "skin %d", (int)i);
        tlb_node *node;
        if (!name || !add_mesh(s, &x->skins.data[i], name, TLB_NONE, false, &node))
            return false;
        if (node)
            set_showing(s, show, node);
    }
    return true;
}

static bool add_detail(shape_scene *s, const showing *show)
{
    if (show->detail->subShapeNum < 0) {
        s->pictures++;
        return true;
    }
    for (uint32_t i = 0; i < s->shape->objects.count; i++)
        if (!add_object(s, show, i))
            return false;
    return add_skins(s, show);
}

/* --- details ------------------------------------------------------------------------------------------ */

/* Those that are drawn at some distance; in a shape without such the first one. Returns their number. */
static uint32_t find_shown(shape_scene *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->shape->details.count; i++) {
        const tlb_torque_detail *d = &s->shape->details.data[i];
        s->shown[i] = d->size >= 0 && d->subShapeNum >= 0;
        count += s->shown[i];
    }
    if (count || !s->shape->details.count)
        return count;
    return s->shown[0] = true;
}

/* A level of a node ends where a coarser one begins, which may be empty there. */
static bool end_levels(shape_scene *s, uint32_t levels)
{
    uint32_t nodes = s->scene->node_count;
    if (!shape_afford(s, ((uint64_t)nodes + 1) * levels))
        return true;
    uint8_t *has = tlb_zalloc_array(&s->work, (size_t)nodes + 1, levels);
    if (!has)
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        if (s->scene->nodes[i].level >= 0)
            has[((size_t)s->scene->nodes[i].parent + 1) * levels + (size_t)s->scene->nodes[i].level] = 1;
    for (uint32_t i = 0; i <= nodes; i++) {
        const uint8_t *own = has + (size_t)i * levels;
        bool some = memchr(own, 1, levels) != NULL, before = true;
        for (uint32_t k = 0; some && k < levels; k++) {
            if (!own[k] && before) {
                tlb_node *node = tlb_scene_add_node(s->scene, "nothing", (int32_t)i - 1);
                if (!node)
                    return false;
                node->level = (int32_t)k;
                node->level_size = s->level_sizes[k];
            }
            before = own[k];
        }
    }
    return true;
}

static tlb_status add_details(shape_scene *s)
{
    const tlb_torque_shape *x = s->shape;
    const tlb_convert_options *options = s->conversion->options;
    uint32_t levels = find_shown(s);
    bool one = options->lod.is_set && options->lod.value != TLB_LOD_ALL;
    if (one && !tlb_option_is_within(s->conversion->context, "lod", options->lod, 0, levels ? levels - 1 : 0))
        return TLB_ARGUMENT;
    bool made = true;
    int32_t level = 0;
    for (uint32_t i = 0; made && i < x->details.count; i++) {
        bool drawn = s->shown[i];
        showing show = {.detail = &x->details.data[i],
                        .level = one || levels < 2 ? TLB_NONE : level,
                        .collision = !drawn};
        if (drawn)
            s->level_sizes[level] = show.detail->size;
        if (drawn ? !one || level == options->lod.value : options->collision)
            made = add_detail(s, &show);
        level += drawn;
    }
    made = made && (one || levels < 2 || end_levels(s, levels));
    return made ? TLB_OK : tlb_report_memory(s->conversion->context, tlb_arena_refused(&s->work, s->arena));
}

/* --- all ---------------------------------------------------------------------------------------------- */

static bool add_sequences(shape_scene *s)
{
    const tlb_torque_shape *x = s->shape;
    int32_t *same = tlb_alloc_array(&s->work, x->nodes.count, sizeof *same);
    if (!same)
        return false;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        same[i] = (int32_t)i;
    for (uint32_t i = 0; i < x->sequences.count; i++) {
        const tlb_torque_sequence *q = &x->sequences.data[i];
        const char *name = shape_scene_name(s, tlb_torque_name_at(x, q->nameIndex), "sequence", i);
        if (!name || !tlb_shape_add_sequence(s, &s->lists, q, same, name))
            return false;
    }
    return true;
}

/* About how many numbers the shape has. */
static uint64_t size_of(const tlb_torque_shape *x)
{
    uint64_t size = (uint64_t)x->nodeRotations.count * 4 + (uint64_t)x->nodeTranslations.count * 3 +
                    (uint64_t)x->nodeStates.count * 7 + (uint64_t)x->objectStates.count * 3 +
                    x->vertexBuffer.data.count / 4;
    for (uint32_t i = 0; i < x->meshes.count; i++)
        size += (uint64_t)x->meshes.data[i].verts.count * 8 + x->meshes.data[i].indices.count;
    return size;
}

static bool reserve(shape_scene *s)
{
    const tlb_torque_shape *x = s->shape;
    s->nodes = tlb_alloc_array(&s->work, x->nodes.count, sizeof *s->nodes);
    s->meshes = tlb_alloc_array(&s->work, x->meshes.count, sizeof *s->meshes);
    s->skins = tlb_alloc_array(&s->work, x->meshes.count, sizeof *s->skins);
    s->shown = tlb_alloc_array(&s->work, x->details.count, sizeof *s->shown);
    s->level_sizes = tlb_alloc_array(&s->work, x->details.count, sizeof *s->level_sizes);
    if (!s->nodes || !s->meshes || !s->skins || !s->shown || !s->level_sizes)
        return false;
    for (uint32_t i = 0; i < x->meshes.count; i++)
        s->meshes[i] = s->skins[i] = TLB_NONE;
    return true;
}

static tlb_status make_scene(shape_scene *s)
{
    if (!reserve(s) || !add_nodes(s))
        return tlb_report_memory(s->conversion->context, tlb_arena_refused(&s->work, s->arena));
    tlb_status status = tlb_shape_add_materials(s);
    if (!status)
        status = add_details(s);
    if (status)
        return status;
    if (!add_sequences(s) || !tlb_shape_describe_scene(s))
        return tlb_report_memory(s->conversion->context, tlb_arena_refused(&s->work, s->arena));
    status = tlb_shape_add_files(s);
    tlb_shape_report_losses(s);
    return status;
}

tlb_status tlb_torque_dts_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    enum { LEAST = 1 << 16 };
    shape_scene s = {.conversion = conversion,
                     .shape = document->root,
                     .path = document->name,
                     .lists = tlb_shape_lists(document->root),
                     .scene = scene,
                     .arena = tlb_scene_arena(scene)};
    scene->facing[1] = -1; /* forward, +Y */
    s.left = LEAST + SHAPE_MOST_COPIES * size_of(s.shape);
    tlb_arena_init(&s.work, conversion->context->account);
    tlb_status status = make_scene(&s);
    tlb_arena_release(&s.work);
    tlb_arena_fail(s.arena, s.work.failure);
    return status;
}
