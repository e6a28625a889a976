/* Nodes with what they hold: cameras, lights, skins, instances. */
#include "formats/interchange/gltf/scene/scene.h"

#include "base/text.h"
#include "scene/geometry/matrix.h"
#include "scene/build/name.h"
#include "scene/geometry/unit.h"

#include <stdio.h>

/* --- the tree ----------------------------------------------------------------------------------------- */

typedef struct tree {
    int32_t *parents; /* by node of the document */
    int32_t *roots;   /* by node: the scene that it is in, or TLB_NONE */
    const bool *moved;
    bool *in_level; /* by node: below a level of detail */
} tree;

static tlb_status bad_tree(gltf_scene *s, uint32_t node, const char *message)
{
    char path[64];
    snprintf(path, sizeof path, "nodes[%u]", node);
    tlb_report(s->context, TLB_CODE_GLTF_NODE_TREE, TLB_NO_OFFSET, path, "%s", message);
    return TLB_INVALID;
}

static tlb_status bad_index(gltf_scene *s, const char *list, uint32_t owner, const char *member,
                            int64_t index, const char *things, uint32_t count)
{
    char path[96];
    snprintf(path, sizeof path, "%s[%u].%s", list, owner, member);
    tlb_report(s->context, TLB_CODE_GLTF_REFERENCE, TLB_NO_OFFSET, path,
               "index %lld out of range; number of %s: %u", (long long)index, things, count);
    return TLB_INVALID;
}

static tlb_status find_parents(gltf_scene *s, tree *t)
{
    const tlb_gltf *x = s->x;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        t->parents[i] = t->roots[i] = TLB_NONE;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        for (uint32_t k = 0; k < x->nodes.data[i].children.count; k++) {
            uint32_t child = x->nodes.data[i].children.data[k];
            if (child >= x->nodes.count)
                return bad_index(s, "nodes", i, "children", child, "nodes", x->nodes.count);
            if (t->parents[child] >= 0)
                return bad_tree(s, child, "the node has two parents");
            t->parents[child] = (int32_t)i;
        }
    for (uint32_t i = x->scenes.count; i-- > 0;)
        for (uint32_t k = 0; k < x->scenes.data[i].nodes.count; k++) {
            uint32_t root = x->scenes.data[i].nodes.data[k];
            if (root >= x->nodes.count)
                return bad_index(s, "scenes", i, "nodes", root, "nodes", x->nodes.count);
            if (t->parents[root] >= 0)
                return bad_tree(s, root, "the node is a root of a scene and has a parent");
            t->roots[root] = (int32_t)i;
        }
    return TLB_OK;
}

/* Parents before their children, else in the order of the document. A node that is met again on the way up is
 * its own ancestor. */
static tlb_status order_nodes(gltf_scene *s, const tree *t, uint32_t *order)
{
    uint32_t count = s->x->nodes.count, done = 0;
    uint8_t *state = tlb_zalloc(&s->work, count); /* 1: on the way, 2: ordered */
    uint32_t *way = tlb_alloc_array(&s->work, count, sizeof *way);
    if (!state || !way)
        return tlb_report_memory(s->context, &s->work);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t depth = 0;
        for (int32_t at = (int32_t)i; at >= 0 && state[at] != 2; at = t->parents[at]) {
            if (state[at] == 1)
                return bad_tree(s, (uint32_t)at, "the node is its own ancestor");
            state[at] = 1;
            way[depth++] = (uint32_t)at;
        }
        while (depth) {
            state[way[--depth]] = 2;
            order[done++] = way[depth];
        }
    }
    return TLB_OK;
}

/* --- places ------------------------------------------------------------------------------------------- */

static float length_of(const float v[3])
{
    return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The quaternion of three orthogonal unit vectors. */
static void rotation_of(float m[3][3], float q[4])
{
    float trace = m[0][0] + m[1][1] + m[2][2];
    int i = m[1][1] > m[0][0] ? 1 : 0, j, k;
    i = m[2][2] > m[i][i] ? 2 : i;
    j = (i + 1) % 3;
    k = (i + 2) % 3;
    if (trace > 0) {
        float r = sqrtf(trace + 1), f = 0.5f / r;
        q[3] = r / 2;
        q[0] = (m[1][2] - m[2][1]) * f;
        q[1] = (m[2][0] - m[0][2]) * f;
        q[2] = (m[0][1] - m[1][0]) * f;
        return;
    }
    float r = sqrtf(fmaxf(m[i][i] - m[j][j] - m[k][k] + 1, 0)), f = r > 0 ? 0.5f / r : 0;
    q[i] = r / 2;
    q[j] = (m[i][j] + m[j][i]) * f;
    q[k] = (m[i][k] + m[k][i]) * f;
    q[3] = (m[j][k] - m[k][j]) * f;
}

static void decompose(const double *from, tlb_node *node)
{
    float m[16], axes[3][3];
    for (int i = 0; i < 16; i++)
        m[i] = (float)from[i];
    for (int i = 0; i < 3; i++) {
        memcpy(axes[i], m + 4 * i, sizeof axes[i]);
        node->translation[i] = m[12 + i];
        node->scale[i] = length_of(axes[i]);
    }
    if (tlb_matrix_determinant(m) < 0)
        node->scale[0] = -node->scale[0];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            axes[i][k] = node->scale[i] != 0 ? axes[i][k] / node->scale[i] : (float)(i == k);
    rotation_of(axes, node->rotation);
}

static void set_values(float *out, const tlb_gltf_number_array *values, uint32_t count)
{
    for (uint32_t i = 0; i < count && values->count == count; i++)
        out[i] = (float)values->data[i];
}

static void make_unit4(float q[4])
{
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (tlb_is_rotation(q))
        return;
    float length = sqrtf(square);
    for (int i = 0; i < 4; i++)
        q[i] = length > 0 && length < INFINITY ? q[i] / length : (float)(i == 3);
}

/* The nodes that animations move, but for joints. */
static bool *find_moved(gltf_scene *s)
{
    bool *moved = tlb_zalloc(&s->work, s->x->nodes.count);
    for (uint32_t i = 0; moved && i < s->x->animations.count; i++) {
        const tlb_gltf_animation *animation = &s->x->animations.data[i];
        for (uint32_t k = 0; k < animation->channels.count; k++) {
            const tlb_gltf_channel_target *target = animation->channels.data[k].target;
            if (target && target->node >= 0 && (uint32_t)target->node < s->x->nodes.count &&
                !gltf_is(target->path, "weights"))
                moved[target->node] = true;
        }
    }
    for (uint32_t i = 0; moved && i < s->x->skins.count; i++)
        for (uint32_t k = 0; k < s->x->skins.data[i].joints.count; k++)
            if (s->x->skins.data[i].joints.data[k] < s->x->nodes.count)
                moved[s->x->skins.data[i].joints.data[k]] = false;
    return moved;
}

static void set_place(const tlb_gltf_node *from, bool moved, tlb_node *node)
{
    float rest[GLTF_REST];
    if (moved && tlb_gltf_numbers_of(tlb_value_get(from->extras, "rest"), rest, GLTF_REST) == GLTF_REST) {
        memcpy(node->translation, rest, sizeof node->translation);
        memcpy(node->rotation, rest + 3, sizeof node->rotation);
        memcpy(node->scale, rest + 7, sizeof node->scale);
        make_unit4(node->rotation);
        return;
    }
    if (from->matrix.count == 16) {
        decompose(from->matrix.data, node);
        return;
    }
    set_values(node->translation, &from->translation, 3);
    set_values(node->rotation, &from->rotation, 4);
    set_values(node->scale, &from->scale, 3);
    make_unit4(node->rotation);
}

static void report_shear(gltf_scene *s, uint32_t index)
{
    char path[64];
    snprintf(path, sizeof path, "nodes[%u].matrix", index);
    tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, path,
               "the axes of the matrix are not at right angles, which glTF forbids: rotation and scale are "
               "taken from it, and what it shears is shown in another shape");
}

/* --- what nodes hold ---------------------------------------------------------------------------------- */

static tlb_status set_weights(gltf_scene *s, const tlb_gltf_node *from, tlb_node *node)
{
    const tlb_mesh *mesh = &s->scene->meshes[node->mesh];
    const tlb_gltf_number_array *weights =
        from->weights.count ? &from->weights : &s->x->meshes.data[from->mesh].weights;
    if (!mesh->morph_count || !weights->count)
        return TLB_OK;
    node->morph_weights =
        tlb_zalloc_array(tlb_scene_arena(s->scene), mesh->morph_count, sizeof *node->morph_weights);
    if (!node->morph_weights)
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    for (uint32_t i = 0; i < mesh->morph_count && i < weights->count; i++)
        node->morph_weights[i] = (float)weights->data[i];
    return TLB_OK;
}

static tlb_status set_contents(gltf_scene *s, uint32_t index, tlb_node *node)
{
    const tlb_gltf *x = s->x;
    const tlb_gltf_node *from = &x->nodes.data[index];
    const tlb_value *light = tlb_value_get(tlb_value_get(from->extensions, "KHR_lights_punctual"), "light");
    if (from->mesh >= (int64_t)x->meshes.count)
        return bad_index(s, "nodes", index, "mesh", from->mesh, "meshes", x->meshes.count);
    if (from->skin >= (int64_t)x->skins.count)
        return bad_index(s, "nodes", index, "skin", from->skin, "skins", x->skins.count);
    if (from->camera >= (int64_t)x->cameras.count)
        return bad_index(s, "nodes", index, "camera", from->camera, "cameras", x->cameras.count);
    node->camera = from->camera;
    double light_index = tlb_gltf_number_of(light, -1);
    if (light_index >= 0 && light_index < s->scene->light_count)
        node->light = (int32_t)light_index;
    node->mesh = from->mesh < 0 ? TLB_NONE : s->meshes[from->mesh];
    if (node->mesh < 0)
        return TLB_OK;
    if (from->skin >= 0 && s->scene->meshes[node->mesh].joints)
        node->skin = from->skin;
    return set_weights(s, from, node);
}

static void set_hidden(gltf_scene *s, const tlb_value *extras, tlb_node *node)
{
    const tlb_value *collision = tlb_value_get(extras, "collision"), *layer = tlb_value_get(extras, "layer");
    node->hidden |= tlb_gltf_is_true(tlb_value_get(extras, "hidden"));
    if (collision && (collision->kind == TLB_VALUE_TEXT || tlb_gltf_is_true(collision))) {
        node->hidden = true;
        node->layer = "collision";
    } else if (node->hidden && layer && layer->kind == TLB_VALUE_TEXT)
        node->layer = tlb_scene_name(tlb_scene_arena(s->scene), layer->as.text.data, layer->as.text.size);
}

/* The first of two members that is a number. */
static double either(const tlb_value *extras, const char *first, const char *second, double absent)
{
    return tlb_gltf_number_of(tlb_value_get(extras, first),
                              tlb_gltf_number_of(tlb_value_get(extras, second), absent));
}

/* What the writer has put into the extras. */
static void set_extras(gltf_scene *s, const tlb_gltf_node *from, tlb_node *node)
{
    static const char *const own[] = {"hidden", "layer",     "backdrop", "ground", "level", "levelSize",
                                      "lod",    "minPixels", "longName", "rest",   NULL};
    double level = either(from->extras, "lod", "level", -1);
    set_hidden(s, from->extras, node);
    node->backdrop = tlb_gltf_is_true(tlb_value_get(from->extras, "backdrop"));
    node->ground = tlb_gltf_is_true(tlb_value_get(from->extras, "ground"));
    if (level >= 0 && level < INT32_MAX) {
        node->level = (int32_t)level;
        node->level_size = (float)either(from->extras, "minPixels", "levelSize", 0);
        node->name = tlb_gltf_level_name(s, node->name, node->level);
        node->hidden = false;
        node->layer = NULL;
    }
    node->extras = tlb_gltf_extras_of(s, from->extras, own);
}

/* A node of another scene than the one to show, or of none, is hidden, with the name of its scene. */
static void set_layer(gltf_scene *s, int32_t scene, tlb_node *node)
{
    int32_t shown = s->x->scene < 0 ? 0 : s->x->scene;
    if (!s->x->scenes.count || scene == shown)
        return;
    node->hidden = true;
    if (scene >= 0 && s->x->scenes.data[scene].name.size)
        node->layer = tlb_gltf_name_of(s, s->x->scenes.data[scene].name, NULL);
}

/* --- instances ---------------------------------------------------------------------------------------- */

/* One node for each instance of EXT_mesh_gpu_instancing, below the node, which loses its mesh. */
static tlb_status add_instances(gltf_scene *s, uint32_t index, int32_t parent)
{
    static const struct {
        const char *name;
        uint32_t columns;
    } kinds[] = {{"TRANSLATION", 3}, {"ROTATION", 4}, {"SCALE", 3}};
    const tlb_value *attributes = tlb_value_get(
        tlb_value_get(s->x->nodes.data[index].extensions, "EXT_mesh_gpu_instancing"), "attributes");
    gltf_rows rows[3] = {0};
    uint32_t count = 0;
    char path[64];
    int32_t mesh = s->scene->nodes[parent].mesh;
    if (!attributes || mesh < 0)
        return TLB_OK;
    snprintf(path, sizeof path, "nodes[%u].extensions.EXT_mesh_gpu_instancing", index);
    for (int i = 0; i < 3; i++) {
        double accessor = tlb_gltf_number_of(tlb_value_get(attributes, kinds[i].name), -1);
        if (accessor < 0)
            continue;
        tlb_status status = tlb_gltf_rows_of(&s->data, (int64_t)accessor, path, &rows[i]);
        if (status)
            return status;
        if (rows[i].columns != kinds[i].columns || (count && rows[i].count != count)) {
            tlb_report(s->context, TLB_CODE_GLTF_ATTRIBUTES, TLB_NO_OFFSET, path,
                       "the attributes of the instances have different counts or types");
            return TLB_INVALID;
        }
        count = rows[i].count;
    }
    tlb_status status = tlb_gltf_spend(&s->data, count, path);
    s->scene->nodes[parent].mesh = TLB_NONE;
    for (uint32_t i = 0; i < count && !status; i++) {
        tlb_node *node = tlb_scene_add_node(s->scene, s->scene->nodes[parent].name, parent);
        if (!node)
            return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
        node->mesh = mesh;
        node->hidden = s->scene->nodes[parent].hidden;
        node->layer = s->scene->nodes[parent].layer;
        float *values[3] = {node->translation, node->rotation, node->scale};
        for (int k = 0; k < 3; k++)
            if (rows[k].data)
                tlb_gltf_row(&rows[k], i, kinds[k].columns, values[k]);
        make_unit4(node->rotation);
    }
    return status;
}

/* --- skins, cameras, lights --------------------------------------------------------------------------- */

static tlb_status add_skin(gltf_scene *s, uint32_t index)
{
    const tlb_gltf_skin *from = &s->x->skins.data[index];
    const char *name = tlb_gltf_name_of(s, from->name, from->extras);
    tlb_skin *skin = name ? tlb_scene_add_skin(s->scene, name) : NULL;
    if (!skin || !tlb_skin_reserve(s->scene, skin, from->joints.count))
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    for (uint32_t i = 0; i < from->joints.count; i++) {
        if (from->joints.data[i] >= s->x->nodes.count)
            return bad_index(s, "skins", index, "joints", from->joints.data[i], "nodes", s->x->nodes.count);
        skin->joints[i] = s->nodes[from->joints.data[i]];
    }
    if (from->inverseBindMatrices < 0)
        return TLB_OK;
    gltf_rows rows;
    char path[64];
    snprintf(path, sizeof path, "skins[%u].inverseBindMatrices", index);
    tlb_status status = tlb_gltf_rows_of(&s->data, from->inverseBindMatrices, path, &rows);
    if (!status && (rows.columns != 16 || rows.count < from->joints.count)) {
        tlb_report(s->context, TLB_CODE_GLTF_ACCESSOR_TYPE, TLB_NO_OFFSET, path,
                   "expected a MAT4 for each of %u joints", from->joints.count);
        return TLB_INVALID;
    }
    for (uint32_t i = 0; i < from->joints.count && !status; i++)
        tlb_gltf_row(&rows, i, 16, skin->inverse_bind[i]);
    return status;
}

static tlb_status add_cameras(gltf_scene *s)
{
    for (uint32_t i = 0; i < s->x->cameras.count; i++) {
        const tlb_gltf_camera *from = &s->x->cameras.data[i];
        const char *name = tlb_gltf_name_of(s, from->name, from->extras);
        tlb_scene_camera *camera = name ? tlb_scene_add_camera(s->scene, name) : NULL;
        if (!camera)
            return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
        if (from->perspective) {
            camera->yfov = (float)from->perspective->yfov;
            camera->aspect = (float)from->perspective->aspectRatio;
            camera->znear = (float)from->perspective->znear;
            camera->zfar = (float)from->perspective->zfar;
        } else if (from->orthographic) {
            camera->xmag = (float)from->orthographic->xmag;
            camera->ymag = (float)from->orthographic->ymag;
            camera->znear = (float)from->orthographic->znear;
            camera->zfar = (float)from->orthographic->zfar;
        }
    }
    return TLB_OK;
}

static bool is_text(const tlb_value *value, const char *word)
{
    return value && value->kind == TLB_VALUE_TEXT && gltf_is(value->as.text, word);
}

static tlb_status add_lights(gltf_scene *s)
{
    static const double quarter = 0.7853981633974483;
    const tlb_value *list = tlb_value_get(tlb_value_get(s->x->extensions, "KHR_lights_punctual"), "lights");
    const tlb_value *v = list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
    for (; v; v = v->next) {
        const tlb_value *name = tlb_value_get(v, "name"), *type = tlb_value_get(v, "type"),
                        *spot = tlb_value_get(v, "spot");
        tlb_text text = name && name->kind == TLB_VALUE_TEXT ? name->as.text : (tlb_text){"", 0};
        const char *copy = tlb_gltf_name_of(s, text, tlb_value_get(v, "extras"));
        tlb_scene_light *light = copy ? tlb_scene_add_light(s->scene, copy) : NULL;
        if (!light)
            return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
        tlb_gltf_numbers_of(tlb_value_get(v, "color"), light->color, 3);
        light->intensity = (float)tlb_gltf_number_of(tlb_value_get(v, "intensity"), 1);
        light->range = (float)tlb_gltf_number_of(tlb_value_get(v, "range"), 0);
        light->kind = is_text(type, "spot")          ? TLB_LIGHT_SPOT
                      : is_text(type, "directional") ? TLB_LIGHT_DIRECTIONAL
                                                     : TLB_LIGHT_POINT;
        if (light->kind != TLB_LIGHT_SPOT)
            continue;
        light->inner_cone = (float)tlb_gltf_number_of(tlb_value_get(spot, "innerConeAngle"), 0);
        light->outer_cone = (float)tlb_gltf_number_of(tlb_value_get(spot, "outerConeAngle"), quarter);
    }
    return TLB_OK;
}

/* --- all of it ---------------------------------------------------------------------------------------- */

static tlb_status add_node(gltf_scene *s, const tree *t, uint32_t index)
{
    const tlb_gltf_node *from = &s->x->nodes.data[index];
    int32_t parent = t->parents[index] < 0 ? TLB_NONE : s->nodes[t->parents[index]];
    const char *name = tlb_gltf_name_of(s, from->name, from->extras);
    tlb_node *node = name ? tlb_scene_add_node(s->scene, name, parent) : NULL;
    if (!node)
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    int32_t added = s->nodes[index] = (int32_t)s->scene->node_count - 1;
    if (parent >= 0) {
        t->roots[index] = t->roots[t->parents[index]];
        t->in_level[index] = t->in_level[t->parents[index]] || s->scene->nodes[parent].level >= 0;
    }
    set_place(from, t->moved[index], node);
    if (from->matrix.count == 16 && tlb_gltf_shears(from->matrix.data))
        report_shear(s, index);
    set_layer(s, t->roots[index], node);
    tlb_status status = set_contents(s, index, node);
    set_extras(s, from, node);
    tlb_gltf_read_node_name(s, index, t->in_level[index]);
    return status ? status : add_instances(s, index, added);
}

tlb_status tlb_gltf_add_nodes(gltf_scene *s)
{
    uint32_t count = s->x->nodes.count;
    tree t = {.parents = tlb_alloc_array(&s->work, count, sizeof *t.parents),
              .roots = tlb_alloc_array(&s->work, count, sizeof *t.roots)};
    uint32_t *order = tlb_alloc_array(&s->work, count, sizeof *order);
    s->nodes = tlb_alloc_array(&s->work, count, sizeof *s->nodes);
    t.moved = find_moved(s);
    t.in_level = tlb_zalloc(&s->work, count);
    if (!t.parents || !t.roots || !t.moved || !t.in_level || !order || !s->nodes)
        return tlb_report_memory(s->context, &s->work);
    tlb_status status = find_parents(s, &t);
    if (!status)
        status = order_nodes(s, &t, order);
    if (!status)
        status = add_cameras(s);
    if (!status)
        status = add_lights(s);
    for (uint32_t i = 0; i < count && !status; i++)
        status = add_node(s, &t, order[i]);
    for (uint32_t i = 0; i < s->x->skins.count && !status; i++)
        status = add_skin(s, i);
    return status;
}
