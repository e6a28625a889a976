/* The rules of nodes, scenes, skins and animations. */
#include "formats/interchange/gltf/check/check.h"

#include <stdio.h>

enum { FLOAT = 5126 };

/* --- nodes -------------------------------------------------------------------------------------------- */

static void find_parents(gltf_checker *g)
{
    const tlb_gltf *x = g->x;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        g->parents[i] = TLB_NONE;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        for (uint32_t k = 0; k < x->nodes.data[i].children.count; k++) {
            uint32_t child = x->nodes.data[i].children.data[k];
            const char *path = tlb_at(&g->c, "nodes[%u].children", i);
            if (!tlb_gltf_check_index(g, child, x->nodes.count, "nodes", path))
                continue;
            if (g->parents[child] >= 0)
                TLB_FIND(&g->c, GLTF_NODE_TREE, path, "node %u has another parent, %d", child,
                         g->parents[child]);
            else
                g->parents[child] = (int32_t)i;
        }
}

/* The node above all others, or TLB_NONE in a loop. */
static void find_loops(gltf_checker *g)
{
    uint32_t count = g->x->nodes.count, *state = tlb_scratch(&g->c, count, sizeof *state);
    if (!state)
        return;
    for (uint32_t i = 0; i < count; i++) {
        int32_t at = (int32_t)i;
        while (at >= 0 && !state[at]) {
            state[at] = i + 1;
            at = g->parents[at];
        }
        if (at < 0 || state[at] != i + 1)
            continue;
        TLB_FIND(&g->c, GLTF_NODE_TREE, tlb_at(&g->c, "nodes[%d]", at), "the node is its own ancestor");
        g->parents[at] = TLB_NONE;
    }
}

static uint32_t root_of(const gltf_checker *g, uint32_t node)
{
    while (g->parents[node] >= 0)
        node = (uint32_t)g->parents[node];
    return node;
}

bool tlb_gltf_shears(const double *m)
{
    bool shears = false;
    for (int i = 0; i < 3; i++) {
        const double *a = m + 4 * i, *b = m + 4 * ((i + 1) % 3);
        double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        double size = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
        shears |= fabs(dot) > 1e-3 * sqrt(size);
    }
    return shears;
}

/* Whether a matrix is made of translation, rotation and scale. */
static bool decomposes(const double *m)
{
    bool good = m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1 && !tlb_gltf_shears(m);
    for (int i = 0; i < 3; i++)
        good &= m[4 * i] != 0 || m[4 * i + 1] != 0 || m[4 * i + 2] != 0;
    return good;
}

static bool has_attribute(const tlb_gltf_mesh *mesh, const char *semantic)
{
    bool found = false;
    for (uint32_t i = 0; i < mesh->primitives.count; i++)
        for (uint32_t k = 0; k < mesh->primitives.data[i].attributes.count && !found; k++)
            found = gltf_is(mesh->primitives.data[i].attributes.data[k].semantic, semantic);
    return found;
}

static void check_contents(gltf_checker *g, const tlb_gltf_node *n)
{
    const tlb_gltf *x = g->x;
    bool mesh =
        tlb_gltf_check_index(g, n->mesh, x->meshes.count, "meshes", tlb_at(&g->c, "mesh")) && n->mesh >= 0;
    bool skin =
        tlb_gltf_check_index(g, n->skin, x->skins.count, "skins", tlb_at(&g->c, "skin")) && n->skin >= 0;
    tlb_gltf_check_index(g, n->camera, x->cameras.count, "cameras", tlb_at(&g->c, "camera"));
    if ((n->skin >= 0 || n->weights.count) && n->mesh < 0)
        TLB_FIND(&g->c, GLTF_ONE_OF, tlb_at(&g->c, n->skin >= 0 ? "skin" : "weights"),
                 "the node has no mesh");
    if (mesh && skin && !has_attribute(&x->meshes.data[n->mesh], "JOINTS_0"))
        TLB_FIND(&g->c, GLTF_SKIN, tlb_at(&g->c, "skin"), "the mesh has no joints");
    if (mesh && n->weights.count && x->meshes.data[n->mesh].primitives.count &&
        n->weights.count != x->meshes.data[n->mesh].primitives.data[0].targets.count)
        TLB_FIND(&g->c, GLTF_TARGETS, tlb_at(&g->c, "weights"), "%u weights for %u targets", n->weights.count,
                 x->meshes.data[n->mesh].primitives.data[0].targets.count);
}

static void check_node(gltf_checker *g, uint32_t index)
{
    static const double tolerance = 0.00769;
    const tlb_gltf_node *n = &g->x->nodes.data[index];
    size_t outer = tlb_enter(&g->c, "nodes[%u].", index);
    if (n->matrix.count && (n->translation.count || n->rotation.count || n->scale.count))
        TLB_FIND(&g->c, GLTF_ONE_OF, tlb_at(&g->c, "matrix"),
                 "a node has a matrix, or translation, rotation and scale");
    if (n->matrix.count == 16 && !decomposes(n->matrix.data))
        TLB_FIND(&g->c, GLTF_MATRIX, tlb_at(&g->c, "matrix"),
                 "it is not made of translation, rotation and scale");
    if (n->rotation.count == 4) {
        const double *q = n->rotation.data;
        double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (fabs(length - 1) > tolerance)
            TLB_FIND(&g->c, GLTF_UNIT, tlb_at(&g->c, "rotation"), "length %.6g, expected 1", length);
    }
    check_contents(g, n);
    g->c.part = outer;
}

static void check_scenes(gltf_checker *g)
{
    const tlb_gltf *x = g->x;
    tlb_gltf_check_index(g, x->scene, x->scenes.count, "scenes", "scene");
    for (uint32_t i = 0; i < x->scenes.count; i++)
        for (uint32_t k = 0; k < x->scenes.data[i].nodes.count; k++) {
            uint32_t node = x->scenes.data[i].nodes.data[k];
            const char *path = tlb_at(&g->c, "scenes[%u].nodes", i);
            if (tlb_gltf_check_index(g, node, x->nodes.count, "nodes", path) && g->parents[node] >= 0)
                TLB_FIND(&g->c, GLTF_NODE_TREE, path, "node %u is no root: it has a parent", node);
        }
}

void tlb_gltf_check_nodes(gltf_checker *g)
{
    find_parents(g);
    find_loops(g);
    check_scenes(g);
    for (uint32_t i = 0; i < g->x->nodes.count; i++)
        check_node(g, i);
}

/* --- lights -------------------------------------------------------------------------------------------- */

static double number_of(const tlb_value *value, double absent)
{
    return !value                             ? absent
           : value->kind == TLB_VALUE_REAL    ? value->as.real
           : value->kind == TLB_VALUE_INTEGER ? (double)value->as.integer
                                              : NAN;
}

static bool is_color(const tlb_value *value)
{
    uint32_t count = 0;
    bool good = !value || value->kind == TLB_VALUE_LIST;
    for (const tlb_value *v = value && good ? value->as.members.first : NULL; v; v = v->next, count++)
        good &= number_of(v, NAN) >= 0 && number_of(v, NAN) <= 1;
    return good && (!value || count == 3);
}

static const char *const punctual = "KHR_lights_punctual";

static uint32_t check_light_list(gltf_checker *g)
{
    static const double right = 1.5707963267948966, quarter = 0.7853981633974483;
    const tlb_value *list = tlb_value_get(tlb_value_get(g->x->extensions, punctual), "lights");
    uint32_t count = 0;
    const tlb_value *v = list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
    for (; v; v = v->next, count++) {
        size_t outer = tlb_enter(&g->c, "extensions.KHR_lights_punctual.lights[%u].", count);
        const tlb_value *type = tlb_value_get(v, "type"), *spot = tlb_value_get(v, "spot");
        bool is_text = type && type->kind == TLB_VALUE_TEXT;
        if (!is_text || (gltf_is(type->as.text, "spot") && !spot))
            TLB_FIND(&g->c, GLTF_REQUIRED, tlb_at(&g->c, "type"),
                     "the type is missing, or the cone of a spot");
        double inner = number_of(tlb_value_get(spot, "innerConeAngle"), 0);
        double end = number_of(tlb_value_get(spot, "outerConeAngle"), quarter);
        if (!(number_of(tlb_value_get(v, "intensity"), 1) >= 0) ||
            !(number_of(tlb_value_get(v, "range"), 1) > 0) || !is_color(tlb_value_get(v, "color")) ||
            !(inner >= 0) || !(end > inner) || !(end <= right))
            TLB_FIND(&g->c, GLTF_RANGE, tlb_at(&g->c, "type"), "a number of the light is out of range");
        g->c.part = outer;
    }
    return count;
}

static void check_lights(gltf_checker *g)
{
    uint32_t count = check_light_list(g);
    for (uint32_t i = 0; i < g->x->nodes.count; i++) {
        const tlb_value *own = tlb_value_get(g->x->nodes.data[i].extensions, punctual),
                        *light = tlb_value_get(own, "light");
        const char *path = tlb_at(&g->c, "nodes[%u].extensions.KHR_lights_punctual", i);
        if (own && (!light || light->kind != TLB_VALUE_INTEGER || light->as.integer < 0))
            TLB_FIND(&g->c, GLTF_REQUIRED, path, "expected the index of a light");
        else if (own)
            tlb_gltf_check_index(g, light->as.integer, count, "lights", path);
    }
}

/* --- skins -------------------------------------------------------------------------------------------- */

static bool is_above(const gltf_checker *g, int64_t above, uint32_t node)
{
    int64_t at = node;
    while (at >= 0 && at != above)
        at = g->parents[at];
    return at == above;
}

static void check_binds(gltf_checker *g, uint32_t index)
{
    static const gltf_shape shapes[] = {{"MAT4", FLOAT, false}};
    const tlb_gltf_skin *skin = &g->x->skins.data[index];
    char path[64];
    gltf_rows rows;
    snprintf(path, sizeof path, "skins[%u].inverseBindMatrices", index);
    if (skin->inverseBindMatrices < 0 ||
        !tlb_gltf_check_index(g, skin->inverseBindMatrices, g->x->accessors.count, "accessors", path))
        return;
    tlb_gltf_use(g, skin->inverseBindMatrices, GLTF_MATRICES, path);
    const tlb_gltf_accessor *a = tlb_gltf_sound(g, skin->inverseBindMatrices);
    if (!a)
        return;
    if (!tlb_gltf_has_shape(a, shapes, 1)) {
        TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "expected MAT4 of floats");
        return;
    }
    if (a->count < skin->joints.count)
        TLB_FIND(&g->c, GLTF_ATTRIBUTES, path, "%u matrices for %u joints", a->count, skin->joints.count);
    if (a->bufferView < 0 && !a->sparse)
        return; /* zeros, for an extension to fill */
    tlb_report_mark mark = tlb_report_mark_get(g->c.context);
    tlb_status status = tlb_gltf_rows_of(&g->data, skin->inverseBindMatrices, "", &rows);
    tlb_report_rewind(g->c.context, &mark);
    for (uint32_t i = 0; !status && i < rows.count; i++) {
        float m[16];
        tlb_gltf_row(&rows, i, 16, m);
        if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
            TLB_FIND(&g->c, GLTF_MATRIX, path, "the last row of matrix %u is not 0 0 0 1", i);
            return;
        }
    }
}

static bool in_scene(const gltf_checker *g, uint32_t scene, uint32_t root)
{
    bool found = false;
    for (uint32_t i = 0; i < g->x->scenes.data[scene].nodes.count && !found; i++)
        found = g->x->scenes.data[scene].nodes.data[i] == root;
    return found;
}

/* A scene that has a node of the skin has its joints. */
static void check_places(gltf_checker *g, uint32_t index, uint32_t joint_root)
{
    const tlb_gltf *x = g->x;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        if (x->nodes.data[i].skin != (int64_t)index)
            continue;
        for (uint32_t s = 0; s < x->scenes.count; s++)
            if (in_scene(g, s, root_of(g, i)) && !in_scene(g, s, joint_root))
                TLB_FIND(&g->c, GLTF_SKIN, tlb_at(&g->c, "nodes[%u].skin", i),
                         "scene %u does not have the joints", s);
    }
}

/* Whether a scene has a mesh that the skin moves. */
static bool is_shown(const gltf_checker *g, uint32_t skin)
{
    bool shown = false;
    for (uint32_t i = 0; i < g->x->nodes.count && !shown; i++)
        for (uint32_t s = 0; s < g->x->scenes.count && g->x->nodes.data[i].skin == (int64_t)skin; s++)
            shown |= in_scene(g, s, root_of(g, i));
    return shown;
}

void tlb_gltf_check_skins(gltf_checker *g)
{
    const tlb_gltf *x = g->x;
    check_lights(g);
    for (uint32_t i = 0; i < x->skins.count; i++) {
        const tlb_gltf_skin *skin = &x->skins.data[i];
        bool good = true, below = true, joined = true;
        check_binds(g, i);
        for (uint32_t k = 0; k < skin->joints.count; k++)
            good = tlb_gltf_check_index(g, skin->joints.data[k], x->nodes.count, "nodes",
                                        tlb_at(&g->c, "skins[%u].joints", i)) &&
                   good;
        good = tlb_gltf_check_index(g, skin->skeleton, x->nodes.count, "nodes",
                                    tlb_at(&g->c, "skins[%u].skeleton", i)) &&
               good;
        if (!good || !skin->joints.count)
            continue;
        uint32_t root = root_of(g, skin->joints.data[0]);
        for (uint32_t k = 0; k < skin->joints.count; k++) {
            joined &= root_of(g, skin->joints.data[k]) == root;
            below &= skin->skeleton < 0 || is_above(g, skin->skeleton, skin->joints.data[k]);
        }
        if (!joined && is_shown(g, i))
            TLB_FIND(&g->c, GLTF_SKIN, tlb_at(&g->c, "skins[%u].joints", i),
                     "the joints have no common root");
        if (joined)
            check_places(g, i, root);
        if (!below)
            TLB_FIND(&g->c, GLTF_SKIN, tlb_at(&g->c, "skins[%u].skeleton", i), "it is not above all joints");
    }
}

/* --- animations --------------------------------------------------------------------------------------- */

static bool open_rows(gltf_checker *g, int64_t accessor, uint32_t columns, gltf_rows *rows)
{
    tlb_report_mark mark = tlb_report_mark_get(g->c.context);
    const tlb_gltf_accessor *a = tlb_gltf_sound(g, accessor);
    bool good = a && (a->bufferView >= 0 || a->sparse) && !tlb_gltf_rows_of(&g->data, accessor, "", rows) &&
                rows->columns == columns;
    tlb_report_rewind(g->c.context, &mark);
    return good;
}

static void check_input(gltf_checker *g, const tlb_gltf_animation_sampler *s, const char *path)
{
    static const gltf_shape shapes[] = {{"SCALAR", FLOAT, false}};
    gltf_rows rows;
    if (s->input < 0 || !tlb_gltf_check_index(g, s->input, g->x->accessors.count, "accessors", path))
        return;
    tlb_gltf_use(g, s->input, GLTF_TIMES, path);
    const tlb_gltf_accessor *a = tlb_gltf_sound(g, s->input);
    if (!a)
        return;
    if (!tlb_gltf_has_shape(a, shapes, 1)) {
        TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "times are scalars of floats");
        return;
    }
    if (!a->min.count || !a->max.count)
        TLB_FIND(&g->c, GLTF_BOUNDS, path, "times need min and max");
    if (gltf_is(s->interpolation, "CUBICSPLINE") && a->count < 2)
        TLB_FIND(&g->c, GLTF_ANIMATION, path, "CUBICSPLINE needs two keys");
    if (!open_rows(g, s->input, 1, &rows))
        return;
    float before = -1;
    for (uint32_t i = 0; i < rows.count; i++) {
        float time;
        tlb_gltf_row(&rows, i, 1, &time);
        if (time < 0 || time <= before) {
            TLB_FIND(&g->c, GLTF_ANIMATION, path, "time %u is %.6g; times ascend from 0", i, (double)time);
            return;
        }
        before = time;
    }
}

static void check_rotations(gltf_checker *g, int64_t accessor, bool cubic, const char *path)
{
    static const float tolerance = 0.00769f;
    gltf_rows rows;
    if (!open_rows(g, accessor, 4, &rows))
        return;
    for (uint32_t i = cubic; i < rows.count; i += cubic ? 3 : 1) {
        float q[4];
        tlb_gltf_row(&rows, i, 4, q);
        float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (fabsf(length - 1) > tolerance) {
            TLB_FIND(&g->c, GLTF_UNIT, path, "element %u has a length of %.6g, expected 1", i,
                     (double)length);
            return;
        }
    }
}

/* The output of a sampler as a path needs it; `width`: elements a key. */
static void check_output(gltf_checker *g, const tlb_gltf_animation_sampler *s, tlb_text target,
                         uint32_t width, const char *path)
{
    const tlb_gltf_accessor *in = tlb_gltf_sound(g, s->input), *out = tlb_gltf_sound(g, s->output);
    bool cubic = gltf_is(s->interpolation, "CUBICSPLINE"), rotation = gltf_is(target, "rotation"),
         vector = gltf_is(target, "translation") || gltf_is(target, "scale");
    if (!out || !in)
        return;
    bool integers = out->normalized && out->componentType >= 5120 && out->componentType <= 5123;
    bool good = vector ? gltf_is(out->type, "VEC3") && out->componentType == FLOAT
                       : gltf_is(out->type, rotation ? "VEC4" : "SCALAR") &&
                             (out->componentType == FLOAT || integers);
    if (!good)
        TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "%s of componentType %u is not allowed for %s",
                 out->type.data, out->componentType, target.data);
    else if (rotation)
        check_rotations(g, s->output, cubic, path);
    if (width && out->count != (uint64_t)in->count * width * (cubic ? 3 : 1))
        TLB_FIND(&g->c, GLTF_ANIMATION, path, "%u values for %u keys", out->count, in->count);
}

static void check_channel(gltf_checker *g, const tlb_gltf_animation *a, uint32_t i)
{
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    const tlb_gltf *x = g->x;
    const tlb_gltf_channel *c = &a->channels.data[i];
    char path[96];
    if (!tlb_gltf_check_index(g, c->sampler, a->samplers.count, "samplers",
                              tlb_at(&g->c, "channels[%u].sampler", i)) ||
        !c->target || c->sampler < 0)
        return;
    uint32_t kind = 0;
    while (kind < 4 && !gltf_is(c->target->path, paths[kind]))
        kind++;
    if (kind == 4) {
        if (c->target->path.data && !gltf_is(c->target->path, "pointer"))
            TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "channels[%u].target.path", i), "unknown path");
        return;
    }
    snprintf(path, sizeof path, "%s", tlb_at(&g->c, "channels[%u].target", i));
    uint32_t width = 1;
    if (c->target->node >= 0) {
        if (!tlb_gltf_check_index(g, c->target->node, x->nodes.count, "nodes", path))
            return;
        const tlb_gltf_node *n = &x->nodes.data[c->target->node];
        if (n->matrix.count && kind < 3)
            TLB_FIND(&g->c, GLTF_ANIMATION, path, "the node has a matrix");
        const tlb_gltf_mesh *mesh =
            n->mesh >= 0 && (uint32_t)n->mesh < x->meshes.count ? &x->meshes.data[n->mesh] : NULL;
        uint32_t targets = mesh && mesh->primitives.count ? mesh->primitives.data[0].targets.count : 0;
        if (kind == 3 && !targets)
            TLB_FIND(&g->c, GLTF_ANIMATION, path, "the node's mesh has no morph targets");
        width = kind == 3 ? targets : 1;
    } else if (kind == 3)
        width = 0;
    check_output(g, &a->samplers.data[c->sampler], c->target->path, width,
                 tlb_at(&g->c, "samplers[%d].output", c->sampler));
}

/* No two channels have one target. */
static void check_doubles(gltf_checker *g, const tlb_gltf_animation *a)
{
    tlb_index met = {0};
    for (uint32_t i = 0; i < a->channels.count; i++) {
        const tlb_gltf_channel_target *t = a->channels.data[i].target;
        if (!t || t->node < 0 || gltf_is(t->path, "pointer"))
            continue;
        char *key = tlb_arena_printf(&g->c.arena, "%d %s", t->node, t->path.data ? t->path.data : "");
        int32_t *place = key ? tlb_index_find(&met, &g->c.arena, key, strlen(key)) : NULL;
        if (!place)
            return;
        if (*place != TLB_INDEX_NEW)
            TLB_FIND(&g->c, GLTF_ANIMATION, tlb_at(&g->c, "channels[%u].target", i),
                     "channel %d has the same target", *place);
        *place = (int32_t)i;
    }
}

void tlb_gltf_check_animation(gltf_checker *g, uint32_t index)
{
    static const char *const words[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    const tlb_gltf_animation *a = &g->x->animations.data[index];
    size_t outer = tlb_enter(&g->c, "animations[%u].", index);
    for (uint32_t i = 0; i < a->samplers.count; i++) {
        const tlb_gltf_animation_sampler *s = &a->samplers.data[i];
        char path[96];
        bool known = !s->interpolation.data;
        for (int k = 0; k < 3; k++)
            known |= gltf_is(s->interpolation, words[k]);
        if (!known)
            TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "samplers[%u].interpolation", i), "unknown word");
        snprintf(path, sizeof path, "%s", tlb_at(&g->c, "samplers[%u].input", i));
        check_input(g, s, path);
        snprintf(path, sizeof path, "%s", tlb_at(&g->c, "samplers[%u].output", i));
        if (s->output >= 0 && tlb_gltf_check_index(g, s->output, g->x->accessors.count, "accessors", path))
            tlb_gltf_use(g, s->output, GLTF_KEYS, path);
    }
    for (uint32_t i = 0; i < a->channels.count; i++)
        check_channel(g, a, i);
    check_doubles(g, a);
    g->c.part = outer;
}
