/* The rules of meshes: attributes, their formats and data. */
#include "formats/interchange/gltf/check/check.h"
#include "formats/interchange/gltf/compression.h"

#include <stdio.h>

enum { BYTE = 5120, UBYTE = 5121, SHORT = 5122, USHORT = 5123, UINT = 5125, FLOAT = 5126, TRIANGLES = 4 };

static const float unit_tolerance = 0.00674f;

/* --- formats ------------------------------------------------------------------------------------------ */

#define N8  BYTE, true
#define N16 SHORT, true

static const gltf_shape vec3[] = {
    {"VEC3", FLOAT, false}, {"VEC3", N8},          {"VEC3", N16},          {"VEC3", BYTE, false},
    {"VEC3", UBYTE, false}, {"VEC3", UBYTE, true}, {"VEC3", SHORT, false}, {"VEC3", USHORT, false},
    {"VEC3", USHORT, true}};
static const gltf_shape tangents[] = {{"VEC4", FLOAT, false}, {"VEC4", N8}, {"VEC4", N16}};
static const gltf_shape coordinates[] = {
    {"VEC2", FLOAT, false}, {"VEC2", UBYTE, true},   {"VEC2", USHORT, true},
    {"VEC2", UBYTE, false}, {"VEC2", USHORT, false}, {"VEC2", BYTE, false},
    {"VEC2", N8},           {"VEC2", SHORT, false},  {"VEC2", N16}};
static const gltf_shape colors[] = {{"VEC3", FLOAT, false}, {"VEC3", UBYTE, true}, {"VEC3", USHORT, true},
                                    {"VEC4", FLOAT, false}, {"VEC4", UBYTE, true}, {"VEC4", USHORT, true}};
static const gltf_shape joints[] = {{"VEC4", UBYTE, false}, {"VEC4", USHORT, false}};
static const gltf_shape weights[] = {{"VEC4", FLOAT, false}, {"VEC4", UBYTE, true}, {"VEC4", USHORT, true}};

/* How many of the shapes count: without KHR_mesh_quantization, and with it. */
typedef struct semantic {
    const char *name;
    const gltf_shape *shapes;
    uint32_t plain, quantized;
    bool numbered, in_targets;
} semantic;

static const semantic semantics[] = {
    {"POSITION", vec3, 1, 9, false, true},    {"NORMAL", vec3, 1, 3, false, true},
    {"TANGENT", tangents, 1, 3, false, true}, {"TEXCOORD", coordinates, 3, 9, true, true},
    {"COLOR", colors, 6, 6, true, true},      {"JOINTS", joints, 2, 2, true, false},
    {"WEIGHTS", weights, 3, 3, true, false},
};
enum { SEMANTICS = sizeof semantics / sizeof *semantics };

/* The kind of an attribute and its number; NULL: there is none of this name. */
static const semantic *semantic_of(tlb_text name, uint32_t *number)
{
    const char *under = name.size ? memchr(name.data, '_', name.size) : NULL;
    size_t size = under ? (size_t)(under - name.data) : name.size;
    *number = 0;
    for (size_t i = 0; i < SEMANTICS; i++) {
        const semantic *s = &semantics[i];
        if (strlen(s->name) != size || memcmp(s->name, name.data, size) != 0 ||
            s->numbered != (under != NULL))
            continue;
        uint32_t digits = under ? name.size - (uint32_t)size - 1 : 0;
        bool good = !under || (digits > 0 && digits < 4 && (digits == 1 || under[1] != '0'));
        for (uint32_t k = 0; k < digits && good; k++) {
            good = under[1 + k] >= '0' && under[1 + k] <= '9';
            *number = *number * 10 + (uint32_t)(under[1 + k] - '0');
        }
        return good ? s : NULL;
    }
    return NULL;
}

static bool quantizes(const tlb_gltf *x)
{
    bool found = false;
    for (uint32_t i = 0; i < x->extensionsRequired.count && !found; i++)
        found = gltf_is(x->extensionsRequired.data[i], "KHR_mesh_quantization");
    return found;
}

static void check_format(gltf_checker *g, const semantic *s, const tlb_gltf_accessor *a, bool target,
                         const char *path)
{
    bool quantized = quantizes(g->x);
    uint32_t count = quantized ? s->quantized : s->plain;
    if (!tlb_gltf_has_shape(a, s->shapes, count) && !(target && s->numbered && quantized))
        TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "%s of componentType %u%s is not allowed for %s",
                 a->type.data, a->componentType, a->normalized ? ", normalized," : "", s->name);
}

/* Vertices begin at multiples of 4, and so does each. */
static void check_vertex_data(gltf_checker *g, const tlb_gltf_accessor *a, const char *path)
{
    if (a->bufferView < 0 || (uint32_t)a->bufferView >= g->x->bufferViews.count)
        return;
    const tlb_gltf_buffer_view *v = &g->x->bufferViews.data[a->bufferView];
    uint32_t step = v->byteStride ? v->byteStride : tlb_gltf_element_size(a);
    if (a->byteOffset % 4 || (a->byteOffset + v->byteOffset) % 4 || step % 4)
        TLB_FIND(&g->c, GLTF_ALIGNMENT, path, "vertices do not begin at multiples of 4 bytes");
}

/* --- data --------------------------------------------------------------------------------------------- */

static void check_units(gltf_checker *g, int64_t accessor, const char *path, bool tangent)
{
    gltf_rows rows;
    if (!tlb_gltf_open_rows(g, accessor, tangent ? 4 : 3, &rows))
        return;
    for (uint32_t i = 0; i < rows.count; i++) {
        float v[4];
        tlb_gltf_row(&rows, i, 4, v);
        float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (fabsf(length - 1) > unit_tolerance) {
            TLB_FIND(&g->c, GLTF_UNIT, path, "element %u has a length of %.6g, expected 1", i,
                     (double)length);
            return;
        }
        if (tangent && v[3] != 1 && v[3] != -1) {
            TLB_FIND(&g->c, GLTF_UNIT, path, "the sign of element %u is %.6g, expected 1 or -1", i,
                     (double)v[3]);
            return;
        }
    }
}

static void check_colors(gltf_checker *g, int64_t accessor, const char *path)
{
    gltf_rows rows;
    if (!tlb_gltf_open_rows(g, accessor, 3, &rows) || rows.component_type != FLOAT)
        return;
    for (uint32_t i = 0; i < rows.count; i++) {
        float v[4] = {0};
        tlb_gltf_row(&rows, i, 4, v);
        for (int k = 0; k < 4; k++)
            if (v[k] < 0 || v[k] > 1) {
                TLB_FIND(&g->c, GLTF_COLOR, path, "element %u has %.6g, expected 0 to 1", i, (double)v[k]);
                return;
            }
    }
}

/* Weights of all sets of a vertex: none negative, a sum of 1 but for the rounding of each. */
static void check_influences(gltf_checker *g, const tlb_gltf_primitive *p, uint32_t sets)
{
    enum { MOST = 8 };
    static const float rounding = 2e-7f;
    gltf_rows w[MOST] = {{0}}, j[MOST] = {{0}};
    sets = sets < MOST ? sets : MOST;
    for (uint32_t i = 0; i < sets; i++) {
        char name[16];
        snprintf(name, sizeof name, "WEIGHTS_%u", i);
        bool good = tlb_gltf_open_rows(g, gltf_attribute(&p->attributes, name), 4, &w[i]);
        snprintf(name, sizeof name, "JOINTS_%u", i);
        if (!good || !tlb_gltf_open_rows(g, gltf_attribute(&p->attributes, name), 4, &j[i]) ||
            j[i].component_type > USHORT || w[i].count != w[0].count || j[i].count != w[0].count)
            return;
    }
    for (uint32_t i = 0; i < w[0].count; i++) {
        float sum = 0, used = 0;
        uint32_t met[MOST * 4] = {0}, met_count = 0;
        bool twice = false;
        for (uint32_t s = 0; s < sets; s++) {
            float v[4];
            tlb_gltf_row(&w[s], i, 4, v);
            for (uint32_t k = 0; k < 4; k++) {
                if (v[k] < 0) {
                    TLB_FIND(&g->c, GLTF_WEIGHTS, tlb_at(&g->c, "attributes.WEIGHTS_%u", s),
                             "a weight of vertex %u is negative", i);
                    return;
                }
                sum += v[k];
                used += v[k] > 0;
                uint32_t joint = tlb_gltf_integer(&j[s], i, k);
                for (uint32_t n = 0; n < met_count && v[k] > 0; n++)
                    twice |= met[n] == joint;
                if (v[k] > 0)
                    met[met_count++] = joint;
            }
        }
        if (fabsf(sum - 1) > rounding * used) {
            TLB_FIND(&g->c, GLTF_WEIGHTS, tlb_at(&g->c, "attributes.WEIGHTS_0"),
                     "the weights of vertex %u add up to %.6g", i, (double)sum);
            return;
        }
        if (twice) {
            TLB_FIND(&g->c, GLTF_JOINTS, tlb_at(&g->c, "attributes.JOINTS_0"), "vertex %u has a joint twice",
                     i);
            return;
        }
    }
}

static void check_joint_limit(gltf_checker *g, const tlb_gltf_primitive *p, uint32_t sets, uint32_t limit)
{
    for (uint32_t s = 0; s < sets; s++) {
        char name[24];
        gltf_rows rows;
        snprintf(name, sizeof name, "JOINTS_%u", s);
        if (!tlb_gltf_open_rows(g, gltf_attribute(&p->attributes, name), 4, &rows) ||
            rows.component_type > USHORT)
            continue;
        for (uint32_t i = 0; i < rows.count * 4; i++)
            if (tlb_gltf_integer(&rows, i / 4, i % 4) >= limit) {
                TLB_FIND(&g->c, GLTF_JOINTS, tlb_at(&g->c, "attributes.%s", name),
                         "vertex %u has joint %u; number of joints: %u", i / 4,
                         tlb_gltf_integer(&rows, i / 4, i % 4), limit);
                break;
            }
    }
}

/* --- a primitive -------------------------------------------------------------------------------------- */

static void check_attributes(gltf_checker *g, const tlb_gltf_primitive *p, uint32_t counts[SEMANTICS])
{
    uint64_t numbers[SEMANTICS] = {0};
    int64_t vertices = TLB_NONE;
    for (uint32_t i = 0; i < p->attributes.count; i++) {
        tlb_text name = p->attributes.data[i].semantic;
        int64_t index = p->attributes.data[i].accessor;
        char path[160];
        snprintf(path, sizeof path, "%s", tlb_at(&g->c, "attributes.%.60s", name.data));
        bool own = name.size && name.data[0] == '_';
        uint32_t number;
        const semantic *s = own ? NULL : semantic_of(name, &number);
        if (!s && !own)
            TLB_FIND(&g->c, GLTF_SEMANTIC, path,
                     "there is no such attribute; names of your own begin with _");
        if (s && number < 64)
            numbers[s - semantics] |= UINT64_C(1) << number;
        if (s)
            counts[s - semantics]++;
        if (!tlb_gltf_check_index(g, index, g->x->accessors.count, "accessors", path))
            continue;
        const tlb_gltf_accessor *a = &g->x->accessors.data[index];
        tlb_gltf_use(g, index, GLTF_VERTEX_DATA, path);
        if (vertices >= 0 && a->count != vertices)
            TLB_FIND(&g->c, GLTF_ATTRIBUTES, path, "%u elements, other attributes have %lld", a->count,
                     (long long)vertices);
        vertices = vertices < 0 ? a->count : vertices;
        if (!tlb_gltf_sound(g, index))
            continue;
        if (s)
            check_format(g, s, a, false, path);
        if (own && a->componentType == UINT)
            TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "attributes cannot be of unsigned ints");
        check_vertex_data(g, a, path);
        if (s == &semantics[0] && (!a->min.count || !a->max.count))
            TLB_FIND(&g->c, GLTF_BOUNDS, path, "positions need min and max");
        if (s == &semantics[1] || s == &semantics[2])
            check_units(g, index, path, s == &semantics[2]);
        if (s == &semantics[4])
            check_colors(g, index, path);
    }
    for (size_t i = 0; i < SEMANTICS; i++)
        if (numbers[i] & (numbers[i] + 1))
            TLB_FIND(&g->c, GLTF_SEMANTIC, tlb_at(&g->c, "attributes"), "the numbers of %s do not run from 0",
                     semantics[i].name);
    if (counts[5] != counts[6])
        TLB_FIND(&g->c, GLTF_SEMANTIC, tlb_at(&g->c, "attributes"), "%u sets of JOINTS, %u of WEIGHTS",
                 counts[5], counts[6]);
    else if (counts[5])
        check_influences(g, p, counts[5]);
}

static void check_indices(gltf_checker *g, const tlb_gltf_primitive *p)
{
    static const gltf_shape shapes[] = {
        {"SCALAR", UBYTE, false}, {"SCALAR", USHORT, false}, {"SCALAR", UINT, false}};
    char path[160];
    gltf_rows rows;
    snprintf(path, sizeof path, "%s", tlb_at(&g->c, "indices"));
    if (p->indices < 0 || !tlb_gltf_check_index(g, p->indices, g->x->accessors.count, "accessors", path))
        return;
    const tlb_gltf_accessor *a = &g->x->accessors.data[p->indices];
    tlb_gltf_use(g, p->indices, GLTF_INDEX_DATA, path);
    if (!tlb_gltf_sound(g, p->indices))
        return;
    if (!tlb_gltf_has_shape(a, shapes, 3)) {
        TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "expected scalars of unsigned integers, not normalized");
        return;
    }
    int64_t position = p->attributes.count ? (int64_t)p->attributes.data[0].accessor : TLB_NONE;
    uint32_t vertices =
        position >= 0 && position < g->x->accessors.count ? g->x->accessors.data[position].count : 0;
    uint32_t restart = a->componentType == UBYTE    ? UINT8_MAX
                       : a->componentType == USHORT ? UINT16_MAX
                                                    : UINT32_MAX;
    if (!vertices || !tlb_gltf_open_rows(g, p->indices, 1, &rows))
        return;
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t index = tlb_gltf_integer(&rows, i, 0);
        if (index >= vertices || index == restart) {
            TLB_FIND(&g->c, GLTF_INDEX, path, "element %u is %u; number of vertices: %u", i, index, vertices);
            return;
        }
    }
}

static void check_targets(gltf_checker *g, const tlb_gltf_primitive *p)
{
    for (uint32_t i = 0; i < p->targets.count; i++)
        for (uint32_t k = 0; k < p->targets.data[i].count; k++) {
            const tlb_gltf_attribute *t = &p->targets.data[i].data[k];
            char path[160];
            uint32_t number;
            snprintf(path, sizeof path, "%s", tlb_at(&g->c, "targets[%u].%.60s", i, t->semantic.data));
            bool own = t->semantic.size && t->semantic.data[0] == '_';
            const semantic *s = own ? NULL : semantic_of(t->semantic, &number);
            if (!own && (!s || !s->in_targets))
                TLB_FIND(&g->c, GLTF_SEMANTIC, path, "targets have no such attribute");
            if (!tlb_gltf_check_index(g, t->accessor, g->x->accessors.count, "accessors", path))
                continue;
            tlb_gltf_use(g, t->accessor, GLTF_VERTEX_DATA, path);
            const tlb_gltf_accessor *a = &g->x->accessors.data[t->accessor];
            int64_t base = gltf_attribute(&p->attributes, t->semantic.data);
            if (base < 0)
                TLB_FIND(&g->c, GLTF_TARGETS, path, "the primitive has no such attribute");
            else if (base < g->x->accessors.count && g->x->accessors.data[base].count != a->count)
                TLB_FIND(&g->c, GLTF_TARGETS, path, "%u elements, the primitive has %u", a->count,
                         g->x->accessors.data[base].count);
            if (!tlb_gltf_sound(g, t->accessor))
                continue;
            if (s == &semantics[2]) {
                if (!gltf_is(a->type, "VEC3"))
                    TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, path, "tangents of targets are VEC3");
            } else if (s)
                check_format(g, s, a, true, path);
            check_vertex_data(g, a, path);
            if (s == &semantics[0] && (!a->min.count || !a->max.count))
                TLB_FIND(&g->c, GLTF_BOUNDS, path, "positions need min and max");
        }
}

/* Some extensions need tangents, or a normal texture to make them by. */
static void check_tangents(gltf_checker *g, const tlb_gltf_primitive *p, const tlb_gltf_material *m)
{
    bool needed =
        tlb_value_get(tlb_value_get(m->extensions, "KHR_materials_clearcoat"), "clearcoatNormalTexture") ||
        tlb_value_get(m->extensions, "KHR_materials_anisotropy");
    if (needed && !m->normalTexture && gltf_attribute(&p->attributes, "TANGENT") < 0)
        TLB_FIND(&g->c, GLTF_TEXCOORD, tlb_at(&g->c, "material"),
                 "the material needs tangents or a normal texture");
}

static bool is_pair(const tlb_value *list)
{
    const tlb_value *first = list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
    return first && first->next && !first->next->next;
}

static void check_transform(gltf_checker *g, int64_t material, const tlb_value *transform)
{
    static const char *const names[] = {"offset", "scale"};
    char path[48];
    snprintf(path, sizeof path, "materials[%lld]", (long long)material);
    for (int i = 0; i < 2; i++) {
        const tlb_value *list = tlb_value_get(transform, names[i]);
        if (list && !is_pair(list))
            TLB_FIND(&g->c, GLTF_LENGTH, path, "KHR_texture_transform.%s: expected two numbers", names[i]);
    }
}

static void check_coordinates(gltf_checker *g, const tlb_gltf_primitive *p, uint32_t sets)
{
    if (p->material < 0 ||
        !tlb_gltf_check_index(g, p->material, g->x->materials.count, "materials", tlb_at(&g->c, "material")))
        return;
    const tlb_gltf_material *m = &g->x->materials.data[p->material];
    const tlb_gltf_pbr *pbr = m->pbrMetallicRoughness;
    check_tangents(g, p, m);
    const tlb_gltf_texture_info *infos[] = {pbr ? pbr->baseColorTexture : NULL,
                                            pbr ? pbr->metallicRoughnessTexture : NULL, m->normalTexture,
                                            m->occlusionTexture, m->emissiveTexture};
    for (size_t i = 0; i < sizeof infos / sizeof *infos; i++) {
        if (!infos[i])
            continue;
        const tlb_value *transform = tlb_value_get(infos[i]->extensions, "KHR_texture_transform");
        const tlb_value *other = tlb_value_get(transform, "texCoord");
        check_transform(g, p->material, transform);
        uint32_t set =
            other && other->kind == TLB_VALUE_INTEGER ? (uint32_t)other->as.integer : infos[i]->texCoord;
        if (set >= sets)
            TLB_FIND(&g->c, GLTF_TEXCOORD, tlb_at(&g->c, "material"),
                     "a texture of the material needs TEXCOORD_%u", set);
    }
}

/* The fewest joints of the skins that move the mesh; UINT32_MAX: none does. */
static uint32_t joint_limit(const gltf_checker *g, uint32_t mesh)
{
    uint32_t limit = UINT32_MAX;
    for (uint32_t i = 0; i < g->x->nodes.count; i++) {
        const tlb_gltf_node *n = &g->x->nodes.data[i];
        if (n->mesh != (int64_t)mesh || n->skin < 0 || (uint32_t)n->skin >= g->x->skins.count)
            continue;
        uint32_t joints_of_skin = g->x->skins.data[n->skin].joints.count;
        limit = joints_of_skin < limit ? joints_of_skin : limit;
    }
    return limit;
}

static void check_compression(gltf_checker *g, const tlb_gltf_primitive *p)
{
    tlb_report_mark mark = tlb_report_mark_get(g->c.context);
    char path[64];
    snprintf(path, sizeof path, "%s", tlb_at(&g->c, "extensions"));
    if (tlb_gltf_unpack_primitive(&g->data, p, path) != TLB_INVALID)
        tlb_report_rewind(g->c.context, &mark);
}

void tlb_gltf_check_primitives(gltf_checker *g, uint32_t index)
{
    const tlb_gltf_mesh *mesh = &g->x->meshes.data[index];
    for (uint32_t i = 0; i < mesh->primitives.count; i++) {
        const tlb_gltf_primitive *p = &mesh->primitives.data[i];
        uint32_t counts[SEMANTICS] = {0};
        size_t outer = tlb_enter(&g->c, "meshes[%u].primitives[%u].", index, i);
        check_compression(g, p);
        check_attributes(g, p, counts);
        check_indices(g, p);
        check_targets(g, p);
        check_coordinates(g, p, counts[3]);
        uint32_t limit = counts[5] ? joint_limit(g, index) : UINT32_MAX;
        if (limit < UINT32_MAX)
            check_joint_limit(g, p, counts[5], limit);
        if (p->targets.count != mesh->primitives.data[0].targets.count)
            TLB_FIND(&g->c, GLTF_TARGETS, tlb_at(&g->c, "targets"), "%u targets, the first primitive has %u",
                     p->targets.count, mesh->primitives.data[0].targets.count);
        g->c.part = outer;
    }
    if (mesh->weights.count && mesh->primitives.count &&
        mesh->weights.count != mesh->primitives.data[0].targets.count)
        TLB_FIND(&g->c, GLTF_TARGETS, tlb_at(&g->c, "meshes[%u].weights", index), "%u weights for %u targets",
                 mesh->weights.count, mesh->primitives.data[0].targets.count);
}
