/* The meshes of a model on the nodes of a shape, in place of those of the details that it has. */
#include "formats/darkstar/dts/from_scene/like.h"

#include "base/text.h"
#include "scene/geometry/matrix.h"

#include <math.h>
#include <string.h>

typedef struct placing {
    dts_like *l;
    int32_t *materials, *images; /* of the shape's scene for each of the model's; TLB_NONE: not yet */
    tlb_index by_name;           /* materials of the shape */
    bool *covered;               /* for each detail: the model has meshes for it */
    bool *replaced;              /* for each object: a mesh of the model is in its place */
    uint32_t lost, elsewhere;    /* meshes for which there is no detail, and no node */
    const char *first_lost, *first_elsewhere;
} placing;

/* --- materials ----------------------------------------------------------------------------------------- */

/* The texture's name without folder and extension, or the material's own. */
static const char *name_of(const placing *p, const tlb_scene *scene, const tlb_material *material)
{
    const char *file = material->placeholder          ? material->placeholder
                       : material->texture.image >= 0 ? scene->images[material->texture.image].name
                                                      : material->name;
    const char *dot = strrchr(file, '.');
    bool is_file = dot && (tlb_same_nocase(dot, ".bmp") || tlb_same_nocase(dot, ".png"));
    const char *first = is_file ? tlb_path_base(file) : file;
    size_t size = is_file ? (size_t)(dot - first) : strlen(file);
    char *name = tlb_arena_printf(p->l->source.arena, "%.*s", (int)size, first);
    for (char *at = name; at && *at; at++)
        *at = tlb_lower(*at);
    return name;
}

static bool list_materials(placing *p)
{
    const tlb_scene *scene = p->l->scene;
    for (uint32_t i = 0; i < p->l->shape->materialList.materials.count; i++) {
        const tlb_material plain = {.name = scene->materials[i].name, .texture = {.image = TLB_NONE}};
        const char *name = name_of(p, scene, &plain);
        int32_t *known = name ? tlb_index_find(&p->by_name, p->l->source.arena, name, strlen(name)) : NULL;
        if (!known)
            return false;
        if (*known == TLB_INDEX_NEW)
            *known = (int32_t)i;
    }
    return true;
}

static bool copy_image(placing *p, int32_t image)
{
    if (image < 0 || p->images[image] != TLB_NONE)
        return true;
    p->images[image] = (int32_t)p->l->scene->image_count;
    tlb_image *copy = tlb_scene_add_image(p->l->scene, NULL);
    if (copy)
        *copy = p->l->source.scene->images[image];
    return copy != NULL;
}

/* That of the shape with the name, or a new one. */
static bool find_material(placing *p, int32_t material)
{
    const tlb_material *from = material < 0 ? NULL : &p->l->source.scene->materials[material];
    if (!from || p->materials[material] != TLB_NONE)
        return true;
    const char *name = name_of(p, p->l->source.scene, from);
    if (!name || !copy_image(p, from->texture.image))
        return false;
    const int32_t *known = tlb_index_look(&p->by_name, name, strlen(name));
    p->materials[material] = known ? *known : (int32_t)p->l->scene->material_count;
    tlb_material *to = known ? &p->l->scene->materials[*known] : tlb_scene_add_material(p->l->scene, NULL);
    if (!to)
        return false;
    if (!known)
        *to = *from;
    to->texture = from->texture;
    to->texture.image =
        from->texture.image < 0 || from->placeholder ? TLB_NONE : p->images[from->texture.image];
    return true;
}

/* --- meshes -------------------------------------------------------------------------------------------- */

/* From the space of a node of the model to that of a node or object of the shape. */
static void find_matrix(const dts_like *l, int32_t to, uint32_t node, float out[16])
{
    const float *shape = l->source.hints[node].shape;
    tlb_dts_placement way = tlb_dts_way(&l->rest[to], &l->places[node]);
    for (int column = 0; column < 3; column++) {
        tlb_dts_turn(way.rotation, shape + (size_t)column * 3, out + (size_t)column * 4);
        out[column * 4 + 3] = 0;
    }
    memcpy(out + 12, way.translation, sizeof way.translation);
    out[15] = 1;
}

static bool move_points(tlb_arena *arena, const float matrix[16], bool differences, uint32_t count,
                        float (**points)[3])
{
    float(*moved)[3] = *points ? tlb_alloc_array(arena, count, sizeof *moved) : NULL;
    for (uint32_t i = 0; moved && i < count; i++)
        if (differences)
            tlb_matrix_direction(matrix, (*points)[i], moved[i]);
        else
            tlb_matrix_point(matrix, (*points)[i], moved[i]);
    bool done = moved || !*points;
    *points = moved;
    return done;
}

static bool move_normals(tlb_arena *arena, const float matrix[16], uint32_t count, float (**normals)[3])
{
    float by[9], wide[16] = {0};
    tlb_matrix_for_normals(matrix, by);
    for (int i = 0; i < 9; i++)
        wide[i / 3 * 4 + i % 3] = by[i];
    return move_points(arena, wide, true, count, normals);
}

/* Triangles stay the right way round. */
static bool mirror(tlb_arena *arena, tlb_mesh *mesh)
{
    uint32_t *turned = tlb_alloc_array(arena, mesh->index_count, sizeof *turned);
    for (uint32_t i = 0; turned && i + 2 < mesh->index_count; i += 3) {
        turned[i] = mesh->indices[i];
        turned[i + 1] = mesh->indices[i + 2];
        turned[i + 2] = mesh->indices[i + 1];
    }
    mesh->indices = turned;
    return turned != NULL;
}

static bool move_mesh(const placing *p, tlb_mesh *mesh, const float matrix[16])
{
    tlb_arena *arena = tlb_scene_arena(p->l->scene);
    bool mirrored = tlb_matrix_determinant(matrix) < 0;
    tlb_morph *morphs = tlb_alloc_array(arena, mesh->morph_count, sizeof *morphs);
    if (!morphs || !move_points(arena, matrix, false, mesh->vertex_count, &mesh->positions) ||
        !move_normals(arena, matrix, mesh->vertex_count, &mesh->normals))
        return false;
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        morphs[i] = mesh->morphs[i];
        if (!move_points(arena, matrix, true, mesh->vertex_count, &morphs[i].positions) ||
            !move_normals(arena, matrix, mesh->vertex_count, &morphs[i].normals))
            return false;
    }
    mesh->morphs = morphs;
    return !mirrored || mirror(arena, mesh);
}

static bool give_materials(placing *p, tlb_mesh *mesh)
{
    tlb_part *parts = tlb_alloc_array(tlb_scene_arena(p->l->scene), mesh->part_count, sizeof *parts);
    for (uint32_t i = 0; parts && i < mesh->part_count; i++) {
        parts[i] = mesh->parts[i];
        if (!find_material(p, parts[i].material))
            return false;
        if (parts[i].material >= 0)
            parts[i].material = p->materials[parts[i].material];
    }
    mesh->parts = parts;
    return parts != NULL;
}

/* --- where --------------------------------------------------------------------------------------------- */

/* The nearest node above, itself included, that the shape has in a detail or always; TLB_NONE. */
static int32_t host_of(const dts_like *l, uint32_t node)
{
    for (int32_t i = (int32_t)node; i >= 0; i = l->source.scene->nodes[i].parent)
        if (l->match[i] > 0)
            return l->match[i];
    return TLB_NONE;
}

/* As `host_of`, or else the node of the detail. */
static int32_t place_for(placing *p, uint32_t node)
{
    int32_t host = host_of(p->l, node);
    if (host != TLB_NONE && p->l->details[host] != TLB_NONE)
        return host;
    if (!p->elsewhere++)
        p->first_elsewhere = p->l->source.scene->nodes[node].name;
    return tlb_dts_like_root(p->l, p->l->wanted[node]);
}

/* The joints that vertices of a mesh have. */
static bool *find_used(dts_like *l, const tlb_mesh *mesh, uint32_t joint_count)
{
    bool *used = tlb_zalloc(l->source.arena, joint_count);
    for (uint32_t i = 0; used && i < mesh->vertex_count; i++)
        for (int k = 0; k < TLB_INFLUENCES; k++)
            if (mesh->weights[i][k] > 0 && mesh->joints[i][k] < joint_count)
                used[mesh->joints[i][k]] = true;
    return used;
}

static bool add_skin(placing *p, uint32_t node, int32_t *root)
{
    dts_like *l = p->l;
    const tlb_skin *from = &l->source.scene->skins[l->source.scene->nodes[node].skin];
    tlb_skin *skin = tlb_scene_add_skin(l->scene, from->name);
    const tlb_mesh *mesh = &l->source.scene->meshes[l->source.scene->nodes[node].mesh];
    bool *used = find_used(l, mesh, from->joint_count);
    if (!skin || !used || !tlb_skin_reserve(l->scene, skin, from->joint_count))
        return false;
    for (uint32_t i = 0; i < from->joint_count; i++) {
        uint32_t joint = (uint32_t)from->joints[i];
        l->wanted[joint] = l->wanted[node];
        int32_t host = used[i] ? place_for(p, joint) : tlb_dts_like_root(l, l->wanted[node]);
        float matrix[16];
        find_matrix(l, host, joint, matrix);
        skin->joints[i] = host;
        if (from->inverse_bind)
            tlb_matrix_multiply(matrix, from->inverse_bind[i], skin->inverse_bind[i]);
        else
            memcpy(skin->inverse_bind[i], matrix, sizeof matrix);
        if (used[i])
            p->covered[l->details[host]] = true;
    }
    *root = tlb_dts_like_root(l, l->wanted[node]);
    return true;
}

/* The node of the shape's scene that shows a mesh: that of an object with its name, or a new one. */
static tlb_node *add_place(placing *p, uint32_t node, int32_t *parent)
{
    dts_like *l = p->l;
    const tlb_node *from = &l->source.scene->nodes[node];
    int32_t object = tlb_dts_like_find(l, DTS_NAMED_OBJECT, l->wanted[node], false, from->name);
    if (object != TLB_NONE && !p->replaced[object]) {
        p->replaced[object] = true;
        *parent = (int32_t)l->shape->nodes.count + object;
        p->covered[l->wanted[node]] = true;
        return &l->scene->nodes[*parent];
    }
    *parent = place_for(p, node);
    p->covered[l->details[*parent]] = true;
    return tlb_scene_add_node(l->scene, from->name, *parent);
}

static bool place_mesh(placing *p, uint32_t node)
{
    dts_like *l = p->l;
    const tlb_node *from = &l->source.scene->nodes[node];
    const tlb_mesh *mesh = &l->source.scene->meshes[from->mesh];
    bool bends = from->skin >= 0 && mesh->joints && mesh->weights;
    int32_t place, number = (int32_t)l->scene->mesh_count;
    tlb_node *to = NULL;
    if (bends && add_skin(p, node, &place)) {
        to = tlb_scene_add_node(l->scene, from->name, place);
        if (to)
            to->skin = (int32_t)l->scene->skin_count - 1;
    } else if (!bends)
        to = add_place(p, node, &place);
    tlb_mesh *copy = to ? tlb_scene_add_mesh(l->scene, NULL) : NULL;
    if (!copy)
        return false;
    *copy = *mesh;
    to->mesh = number;
    to->morph_weights = from->morph_weights;
    to->hidden = l->source.hints[node].collision;
    to->layer = to->hidden ? "collision" : NULL;
    float matrix[16];
    if (!bends)
        find_matrix(l, place, node, matrix);
    return give_materials(p, copy) && (bends || move_mesh(p, copy, matrix));
}

static bool place_meshes(placing *p)
{
    dts_like *l = p->l;
    for (uint32_t i = 0; i < l->source.scene->node_count; i++) {
        const dts_hint *hint = &l->source.hints[i];
        if (l->source.scene->nodes[i].mesh < 0 || (hint->hidden && !hint->collision))
            continue;
        if (l->wanted[i] == TLB_NONE) {
            if (!p->lost++)
                p->first_lost = l->source.scene->nodes[i].name;
        } else if (!place_mesh(p, i))
            return false;
    }
    return true;
}

/* --- what was there ------------------------------------------------------------------------------------ */

/* Channels of weights are for the mesh that was there. */
static void drop_weights(tlb_scene *scene, const bool *changed, uint32_t count)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++) {
            tlb_channel *c = &scene->animations[i].channels[k];
            if (c->target == TLB_TARGET_MORPHS && (uint32_t)c->node < count && changed[c->node])
                c->key_count = 0;
        }
}

/* What is left of an object without a mesh is one of a detail that is never drawn. */
static void clear(tlb_node *node)
{
    node->mesh = TLB_NONE;
    node->layer = "collision";
    node->morph_weights = NULL;
}

/* Objects, and the pictures below them, of details that the model has meshes for. `count` nodes are the
 * shape's. */
static bool clear_objects(placing *p, const bool *left_out, uint32_t count)
{
    dts_like *l = p->l;
    uint32_t nodes = l->shape->nodes.count, objects = l->shape->objects.count;
    bool *changed = tlb_zalloc(l->source.arena, count);
    if (!changed)
        return false;
    for (uint32_t i = 0; i < objects; i++) {
        int32_t detail = l->details[l->shape->objects.data[i].nodeIndex];
        bool gone = detail != TLB_NONE && (p->covered[detail] || left_out[detail]);
        changed[nodes + i] = gone || p->replaced[i];
        if (gone && !p->replaced[i])
            clear(&l->scene->nodes[nodes + i]);
    }
    for (uint32_t i = nodes + objects; i < count; i++) {
        changed[i] = changed[l->scene->nodes[i].parent];
        if (changed[i])
            clear(&l->scene->nodes[i]);
    }
    drop_weights(l->scene, changed, count);
    return true;
}

/* --- details ------------------------------------------------------------------------------------------- */

/* "mesh 36" and "mesh 10" are of one model, "hulk 36" is not. */
static bool are_of_one(const dts_like *l, int32_t a, int32_t b)
{
    tlb_text names[2];
    const int32_t roots[] = {tlb_dts_like_root(l, a), tlb_dts_like_root(l, b)};
    for (int i = 0; i < 2; i++) {
        names[i] = tlb_dts_name_at(l->shape, l->shape->nodes.data[roots[i]].name);
        while (names[i].size && (names[i].data[names[i].size - 1] <= '9'))
            names[i].size--;
    }
    return names[0].size == names[1].size && memcmp(names[0].data, names[1].data, names[0].size) == 0;
}

static bool is_drawn(const dts_like *l, uint32_t detail)
{
    return l->shape->details.data[detail].size > 0;
}

static void forget_detail(tlb_scene *scene, const tlb_dts *shape, int32_t root)
{
    const tlb_value *list = tlb_value_get(scene->extras, "details");
    tlb_text name = tlb_dts_name_at(shape, shape->nodes.data[root].name);
    tlb_value **at = list ? &((tlb_value *)list)->as.members.first : NULL;
    for (; at && *at; at = &(*at)->next) {
        const tlb_value *text = tlb_value_get(*at, "rootNode");
        if (!text || text->as.text.size != name.size || memcmp(text->as.text.data, name.data, name.size) != 0)
            continue;
        *at = (*at)->next;
        return;
    }
}

/* Details of the replaced model that the new one has not would show the old one from afar: the coarsest that
 * it has takes their distances. */
static bool leave_out_details(placing *p, bool *left_out)
{
    dts_like *l = p->l;
    const tlb_dts *shape = l->shape;
    uint32_t count = 0;
    for (uint32_t i = 0; i < shape->details.count; i++) {
        int32_t instead = TLB_NONE;
        for (uint32_t k = 0; !p->covered[i] && is_drawn(l, i) && k < shape->details.count; k++)
            if (p->covered[k] && is_drawn(l, k) && are_of_one(l, (int32_t)i, (int32_t)k))
                instead = (int32_t)k;
        if (instead == TLB_NONE)
            continue;
        int32_t root = tlb_dts_like_root(l, (int32_t)i);
        tlb_node *to = &l->scene->nodes[tlb_dts_like_root(l, instead)];
        to->level_size = fminf(to->level_size, shape->details.data[i].size);
        l->scene->nodes[root].level = TLB_NONE;
        forget_detail(l->scene, shape, root);
        left_out[i] = true;
        count++;
    }
    if (count)
        tlb_report(l->source.context, TLB_CODE_DTS_LIKE, TLB_NO_OFFSET, NULL,
                   "\"%s\" has %u %s for which the scene has no level: left out; the coarsest level is drawn "
                   "instead",
                   l->title, count, tlb_plural(count, "detail", "details"));
    return true;
}

/* --- all ----------------------------------------------------------------------------------------------- */

static void report_unmatched(const placing *p)
{
    tlb_context *context = p->l->source.context;
    if (p->lost)
        tlb_report(context, TLB_CODE_DTS_LIKE, TLB_NO_OFFSET, NULL,
                   "%u %s left out: \"%s\" has no detail for \"%s\"", p->lost,
                   tlb_plural(p->lost, "mesh is", "meshes are"), p->l->title, p->first_lost);
    if (p->elsewhere)
        tlb_report(context, TLB_CODE_DTS_LIKE, TLB_NO_OFFSET, NULL,
                   "%u %s not in \"%s\": meshes on \"%s\" are put on the node of the detail", p->elsewhere,
                   tlb_plural(p->elsewhere, "node is", "nodes are"), p->l->title, p->first_elsewhere);
    if (p->l->source.scene->animation_count)
        tlb_report_remedy(context, TLB_CODE_DTS_LIKE, TLB_NO_OFFSET, NULL, (tlb_remedy){"sequence", "NAME"},
                          "the sequences are those of \"%s\", none is replaced by an animation of the scene",
                          p->l->title);
}

tlb_status tlb_dts_like_meshes(dts_like *l)
{
    tlb_arena *arena = l->source.arena;
    const tlb_scene *model = l->source.scene;
    uint32_t details = l->shape->details.count, count = l->scene->node_count;
    placing p = {.l = l};
    p.materials = tlb_alloc_array(arena, model->material_count, sizeof *p.materials);
    p.images = tlb_alloc_array(arena, model->image_count, sizeof *p.images);
    p.covered = tlb_zalloc(arena, details);
    p.replaced = tlb_zalloc(arena, l->shape->objects.count);
    bool *left_out = tlb_zalloc(arena, details);
    if (!p.materials || !p.images || !p.covered || !p.replaced || !left_out)
        return tlb_report_memory(l->source.context, arena);
    memset(p.materials, 0xff, model->material_count * sizeof *p.materials);
    memset(p.images, 0xff, model->image_count * sizeof *p.images);
    if (!list_materials(&p) || !place_meshes(&p))
        return tlb_report_memory(l->source.context, arena);
    bool some = false;
    for (uint32_t i = 0; i < details; i++)
        some |= p.covered[i];
    if (!some) {
        return tlb_refuse_option(l->source.context, "like", "the scene has no meshes for \"%s\"", l->title);
    }
    if (!leave_out_details(&p, left_out) || !clear_objects(&p, left_out, count))
        return tlb_report_memory(l->source.context, arena);
    report_unmatched(&p);
    return TLB_OK;
}
