/* The rules of IQM files. Parts may be anything: no rule relies on another having held. */
#include "formats/interquake/iqm/check.h"
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"

#include <string.h>

enum { MOST_ARRAYS = 64 }; /* more are hostile, and comparing them takes time */

static void check_name(tlb_checker *c, uint32_t name, const char *path)
{
    const tlb_iqm *x = c->root;
    if (name && name >= x->text.size)
        TLB_FIND(c, IQM_NAME, path, "offset %u is outside the text; its length: %u", name, x->text.size);
}

static void check_file(tlb_checker *c, const tlb_document *document)
{
    const tlb_iqm *x = c->root;
    if (document->source.size && x->filesize != document->source.size)
        TLB_FIND(c, IQM_FILE_SIZE, "filesize", "%u, but the file has %zu bytes", x->filesize,
                 document->source.size);
    if (x->text.size && x->text.data[x->text.size - 1])
        TLB_FIND(c, IQM_TEXT_END, "text", "the last of %u bytes is not NUL", x->text.size);
    if (x->comment.size && x->comment.data[x->comment.size - 1])
        TLB_FIND(c, IQM_COMMENT_END, "comment", "the last of %u bytes is not NUL", x->comment.size);
    for (uint32_t i = 0; i < x->extensions.count; i++)
        check_name(c, x->extensions.data[i].name, tlb_at(c, "extensions[%u].name", i));
}

/* --- vertices ---------------------------------------------------------------------------------------- */

static void check_array(tlb_checker *c, uint32_t i)
{
    const tlb_iqm *x = c->root;
    const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
    if (a->type >= TLB_IQM_CUSTOM)
        check_name(c, a->type - TLB_IQM_CUSTOM, tlb_at(c, "vertexarrays[%u].type", i));
    else if (a->type > TLB_IQM_COLOR)
        TLB_FIND(c, IQM_ARRAY, tlb_at(c, "vertexarrays[%u].type", i), "unknown type %u", a->type);
    if (a->format >= TLB_IQM_FORMATS)
        TLB_FIND(c, IQM_ARRAY, tlb_at(c, "vertexarrays[%u].format", i), "unknown format %u", a->format);
    if (a->size - 1 >= TLB_IQM_COMPONENTS)
        TLB_FIND(c, IQM_ARRAY, tlb_at(c, "vertexarrays[%u].size", i), "size %u, expected 1 to 4", a->size);
    for (uint32_t k = 0; k < i && a->type <= TLB_IQM_COLOR; k++)
        if (x->vertexarrays.data[k].type == a->type) {
            TLB_FIND(c, IQM_ARRAY_TWICE, tlb_at(c, "vertexarrays[%u].type", i), "type %u, as in array %u",
                     a->type, k);
            return;
        }
}

static void check_arrays(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->vertexarrays.count && i < MOST_ARRAYS; i++)
        check_array(c, i);
    if (x->meshes.count && !tlb_iqm_array(x, TLB_IQM_POSITION))
        TLB_FIND(c, IQM_ARRAY_MISSING, "vertexarrays", "there are meshes, but no positions");
    if (!tlb_iqm_array(x, TLB_IQM_BLENDINDEXES) != !tlb_iqm_array(x, TLB_IQM_BLENDWEIGHTS))
        TLB_FIND(c, IQM_ARRAY_MISSING, "vertexarrays", "there are only blend indexes, or only blend weights");
}

typedef void vertex_rule(tlb_checker *c, uint32_t array, uint32_t vertex, const float v[TLB_IQM_COMPONENTS]);

static const char *value_path(tlb_checker *c, uint32_t array, uint32_t vertex)
{
    return tlb_at(c, "vertexarrays[%u].values[%u]", array, vertex);
}

static uint32_t size_of(const tlb_checker *c, uint32_t array)
{
    const tlb_iqm *x = c->root;
    return x->vertexarrays.data[array].size;
}

static void finite_rule(tlb_checker *c, uint32_t array, uint32_t vertex, const float v[TLB_IQM_COMPONENTS])
{
    TLB_CHECK_FINITE(c, IQM_NOT_FINITE, v, size_of(c, array), value_path(c, array, vertex));
}

/* Integers are coarse: a byte is off by up to 1/127. */
static void unit_rule(tlb_checker *c, uint32_t array, uint32_t vertex, const float v[TLB_IQM_COMPONENTS])
{
    static const double coarse = 0.02;
    double square = (double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] + (double)v[2] * (double)v[2];
    if (!tlb_all_finite(v, size_of(c, array)))
        TLB_FIND(c, IQM_NOT_FINITE, value_path(c, array, vertex), "infinite or NaN");
    else if (square > 0 && fabs(sqrt(square) - 1) > coarse)
        TLB_FIND(c, IQM_NORMAL, value_path(c, array, vertex), "length %g, expected 1", sqrt(square));
}

static void sum_rule(tlb_checker *c, uint32_t array, uint32_t vertex, const float v[TLB_IQM_COMPONENTS])
{
    static const float coarse = 0.01f;
    float sum = 0;
    for (uint32_t i = 0; i < size_of(c, array); i++)
        sum += v[i];
    /* All zero: no joint moves the vertex. */
    if (!(fabsf(sum - 1) <= coarse || sum == 0))
        TLB_FIND(c, IQM_BLEND_SUM, value_path(c, array, vertex), "sum %g, expected 1", (double)sum);
}

static void index_rule(tlb_checker *c, uint32_t array, uint32_t vertex, const float v[TLB_IQM_COMPONENTS])
{
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < size_of(c, array); i++)
        if (!(v[i] >= 0 && v[i] < (float)x->joints.count)) {
            TLB_FIND(c, IQM_BLEND_INDEX, value_path(c, array, vertex),
                     "joint index %g out of range; number of joints: %u", (double)v[i], x->joints.count);
            return;
        }
}

static void check_values(tlb_checker *c, uint32_t array, bool whole, vertex_rule *rule)
{
    enum { BATCH = 256 };
    const tlb_iqm *x = c->root;
    const tlb_iqm_vertexarray *a = &x->vertexarrays.data[array];
    float values[BATCH][TLB_IQM_COMPONENTS];
    for (uint64_t first = 0; first < x->num_vertexes; first += BATCH) {
        uint32_t at = (uint32_t)first, left = x->num_vertexes - at, count = left < BATCH ? left : BATCH;
        tlb_iqm_values(a, at, count, whole, values);
        for (uint32_t i = 0; i < count; i++)
            rule(c, array, at + i, values[i]);
    }
}

/* Compilers leave tangents at zero where texture coordinates give them no direction. */
static void check_directions(tlb_checker *c, uint32_t array)
{
    const tlb_iqm *x = c->root;
    uint32_t zeros = tlb_iqm_zero_vectors(&x->vertexarrays.data[array], 0, x->num_vertexes);
    check_values(c, array, false, unit_rule);
    if (zeros)
        TLB_FIND(c, IQM_NO_DIRECTION, tlb_at(c, "vertexarrays[%u].values", array),
                 "%u of %u vectors are zero", zeros, x->num_vertexes);
}

static void check_vertices(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->vertexarrays.count; i++) {
        const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
        if (!tlb_iqm_has_values(a))
            continue;
        if (a->type == TLB_IQM_BLENDINDEXES && x->joints.count)
            check_values(c, i, true, index_rule);
        else if (a->type == TLB_IQM_BLENDWEIGHTS)
            check_values(c, i, false, sum_rule);
        else if ((a->type == TLB_IQM_NORMAL || a->type == TLB_IQM_TANGENT) && a->size >= 3)
            check_directions(c, i);
        else if (a->format >= TLB_IQM_HALF)
            check_values(c, i, false, finite_rule);
    }
}

/* --- meshes and triangles ---------------------------------------------------------------------------- */

static void check_triangles(tlb_checker *c, const tlb_iqm_mesh *m)
{
    const tlb_iqm *x = c->root;
    for (uint32_t i = m->first_triangle; i < m->first_triangle + m->num_triangles; i++) {
        const uint32_t *t = x->triangles.data[i];
        for (int k = 0; k < 3; k++)
            if (t[k] - m->first_vertex >= m->num_vertexes) {
                TLB_FIND(c, IQM_TRIANGLE, tlb_at(c, "triangles[%u]", i),
                         "vertex index %u is outside its mesh, which has %u from %u on", t[k],
                         m->num_vertexes, m->first_vertex);
                break;
            }
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
            TLB_FIND(c, IQM_DEGENERATE, tlb_at(c, "triangles[%u]", i), "vertex indices %u, %u, %u", t[0],
                     t[1], t[2]);
    }
}

static void check_meshes(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        const tlb_iqm_mesh *m = &x->meshes.data[i];
        check_name(c, m->name, tlb_at(c, "meshes[%u].name", i));
        check_name(c, m->material, tlb_at(c, "meshes[%u].material", i));
        tlb_check_file(c, "texture", tlb_iqm_name(x, m->material), tlb_iqm_texture_extensions,
                       tlb_at(c, "meshes[%u].material", i));
        TLB_CHECK_RANGE(c, IQM_MESH_RANGE, m->first_vertex, m->num_vertexes, x->num_vertexes,
                        tlb_at(c, "meshes[%u].first_vertex", i), "the vertices");
        TLB_CHECK_RANGE(c, IQM_MESH_RANGE, m->first_triangle, m->num_triangles, x->triangles.count,
                        tlb_at(c, "meshes[%u].first_triangle", i), "triangles");
        vertices += m->num_vertexes;
        triangles += m->num_triangles;
        /* Once meshes share triangles, looking at those of each could take forever. */
        if (triangles <= x->triangles.count &&
            tlb_within(m->first_triangle, m->num_triangles, x->triangles.count))
            check_triangles(c, m);
    }
    if (vertices != x->num_vertexes || triangles != x->triangles.count)
        TLB_FIND(c, IQM_MESH_SHARED, "meshes",
                 "number of vertices and triangles in meshes: %llu and %llu, in the file: %u and %u",
                 (unsigned long long)vertices, (unsigned long long)triangles, x->num_vertexes,
                 x->triangles.count);
}

/* Neighbours share an edge when they share the places of its ends: vertices may be split. */
static bool same_place(const tlb_iqm_vertexarray *position, uint32_t a, uint32_t b)
{
    size_t bytes = (size_t)position->size * tlb_iqm_component_size(position->format);
    const uint8_t *values = position->values;
    return a == b || memcmp(values + a * bytes, values + b * bytes, bytes) == 0;
}

static bool shares_edge(const tlb_iqm *x, const tlb_iqm_vertexarray *position, const uint32_t a[3], int edge,
                        const uint32_t b[3])
{
    uint32_t from = a[edge], to = a[(edge + 1) % 3];
    for (int k = 0; k < 3; k++)
        if (from >= x->num_vertexes || to >= x->num_vertexes || b[k] >= x->num_vertexes)
            return true; /* reported elsewhere */
    for (int k = 0; k < 3; k++)
        if (same_place(position, from, b[(k + 1) % 3]) && same_place(position, to, b[k]))
            return true;
    return false;
}

static void check_adjacency(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    const tlb_iqm_vertexarray *position = tlb_iqm_array(x, TLB_IQM_POSITION);
    for (uint32_t i = 0; i < x->adjacency.count && i < x->triangles.count; i++)
        for (int k = 0; k < 3; k++) {
            int32_t other = x->adjacency.data[i][k];
            if (other < -1 || other >= (int64_t)x->triangles.count)
                TLB_FIND(c, IQM_ADJACENCY, tlb_at(c, "adjacency[%u]", i),
                         "triangle index %d out of range; number of triangles: %u", other,
                         x->triangles.count);
            else if (other >= 0 && position &&
                     !shares_edge(x, position, x->triangles.data[i], k, x->triangles.data[other]))
                TLB_FIND(c, IQM_ADJACENCY, tlb_at(c, "adjacency[%u]", i),
                         "triangle %d does not share edge %d", other, k);
        }
}

/* --- skeleton and animations ------------------------------------------------------------------------- */

static void check_parent(tlb_checker *c, int32_t parent, uint32_t i, const char *list)
{
    if (parent >= (int64_t)i)
        TLB_FIND(c, IQM_JOINT_PARENT, tlb_at(c, "%s[%u].parent", list, i),
                 "parent %d does not come before %u", parent, i);
}

static void check_joints(tlb_checker *c)
{
    static const double coarse = 0.01;
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->joints.count; i++) {
        const tlb_iqm_joint *j = &x->joints.data[i];
        const float *r = j->rotate, *s = j->scale;
        double square = (double)r[0] * (double)r[0] + (double)r[1] * (double)r[1] +
                        (double)r[2] * (double)r[2] + (double)r[3] * (double)r[3];
        check_name(c, j->name, tlb_at(c, "joints[%u].name", i));
        check_parent(c, j->parent, i, "joints");
        if (!tlb_all_finite(j->translate, 3) || !tlb_all_finite(r, 4) || !tlb_all_finite(s, 3))
            TLB_FIND(c, IQM_NOT_FINITE, tlb_at(c, "joints[%u]", i), "infinite or NaN");
        else if (fabs(sqrt(square) - 1) > coarse)
            TLB_FIND(c, IQM_ROTATION, tlb_at(c, "joints[%u].rotate", i), "length %g, expected 1",
                     sqrt(square));
        if (s[0] == 0 || s[1] == 0 || s[2] == 0)
            TLB_FIND(c, IQM_SCALE, tlb_at(c, "joints[%u].scale", i), "%g, %g, %g", (double)s[0], (double)s[1],
                     (double)s[2]);
    }
}

static void check_poses(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    uint64_t channels = 0;
    if (x->joints.count && x->poses.count && x->joints.count != x->poses.count)
        TLB_FIND(c, IQM_POSES, "poses", "number of poses: %u, of joints: %u", x->poses.count,
                 x->joints.count);
    for (uint32_t i = 0; i < x->poses.count; i++) {
        const tlb_iqm_pose *p = &x->poses.data[i];
        uint32_t known = (1u << iqm_channels(x)) - 1;
        check_parent(c, p->parent, i, "poses");
        if (i < x->joints.count && p->parent != x->joints.data[i].parent)
            TLB_FIND(c, IQM_POSES, tlb_at(c, "poses[%u].parent", i),
                     "parent %d, but the joint's parent is %d", p->parent, x->joints.data[i].parent);
        if (p->channelmask & ~known)
            TLB_FIND(c, IQM_CHANNELS, tlb_at(c, "poses[%u].channelmask", i),
                     "0x%x has bits that are not channels", p->channelmask);
        if (!tlb_all_finite(p->channeloffset, iqm_channels(x)) ||
            !tlb_all_finite(p->channelscale, iqm_channels(x)))
            TLB_FIND(c, IQM_NOT_FINITE, tlb_at(c, "poses[%u]", i), "infinite or NaN");
        for (uint32_t bits = p->channelmask & known; bits; bits &= bits - 1)
            channels++;
    }
    if (x->num_frames && channels != x->num_framechannels)
        TLB_FIND(c, IQM_CHANNELS, "num_framechannels", "%u, but the masks have %llu bits",
                 x->num_framechannels, (unsigned long long)channels);
}

static void check_anims(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->anims.count; i++) {
        const tlb_iqm_anim *a = &x->anims.data[i];
        check_name(c, a->name, tlb_at(c, "anims[%u].name", i));
        TLB_CHECK_RANGE(c, IQM_FRAMES, a->first_frame, a->num_frames, x->num_frames,
                        tlb_at(c, "anims[%u].first_frame", i), "the frames");
        if (!(a->framerate > 0) || isinf(a->framerate))
            TLB_FIND(c, IQM_RATE, tlb_at(c, "anims[%u].framerate", i), "%g frames per second",
                     (double)a->framerate);
    }
    for (uint32_t i = 0; i < x->bounds.count; i++) {
        const tlb_iqm_bounds *b = &x->bounds.data[i];
        if (!tlb_all_finite(b->bbmin, 3) || !tlb_all_finite(b->bbmax, 3))
            TLB_FIND(c, IQM_NOT_FINITE, tlb_at(c, "bounds[%u]", i), "infinite or NaN");
        for (int k = 0; k < 3; k++)
            if (b->bbmin[k] > b->bbmax[k]) {
                TLB_FIND(c, IQM_BOUNDS, tlb_at(c, "bounds[%u]", i), "minimum %g, maximum %g",
                         (double)b->bbmin[k], (double)b->bbmax[k]);
                break;
            }
    }
}

/* --- engines ----------------------------------------------------------------------------------------- */

/* What engines load: the formats and sizes that the format's header gives its vertex arrays, which "models
 * intended for portable use should use", and arrays in the order of their types. Loaders copy values without
 * a look at their format, or refuse others. */
static void check_portable(tlb_checker *c, uint32_t i)
{
    const tlb_iqm *x = c->root;
    const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
    if (a->type <= TLB_IQM_COLOR && tlb_iqm_has_values(a)) {
        iq_format portable = tlb_iqe_default_format(a->type);
        if (a->format != portable.format || a->size != portable.size)
            TLB_FIND(c, IQM_NOT_PORTABLE, tlb_at(c, "vertexarrays[%u].format", i),
                     "%s is %s x %u, expected %s x %u", tlb_iqe_type_name(a->type),
                     tlb_iqe_component_name(a->format), a->size, tlb_iqe_component_name(portable.format),
                     portable.size);
    }
    if (i && a->type < x->vertexarrays.data[i - 1].type)
        TLB_FIND(c, IQM_NOT_PORTABLE, tlb_at(c, "vertexarrays[%u].type", i),
                 "type %u follows type %u, expected ascending order", a->type,
                 x->vertexarrays.data[i - 1].type);
}

static void check_length(tlb_checker *c, uint32_t name, const char *path)
{
    enum { RAYLIB_BYTES = 32 };
    const tlb_iqm *x = c->root;
    if (name < x->text.size && x->text.size - name >= RAYLIB_BYTES &&
        !memchr(x->text.data + name, '\0', RAYLIB_BYTES))
        TLB_FIND(c, IQM_LONG_NAME, path, "longer than the %d bytes that raylib supports", RAYLIB_BYTES - 1);
}

static void check_lengths(tlb_checker *c)
{
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        check_length(c, x->meshes.data[i].name, tlb_at(c, "meshes[%u].name", i));
        check_length(c, x->meshes.data[i].material, tlb_at(c, "meshes[%u].material", i));
    }
    for (uint32_t i = 0; i < x->joints.count; i++)
        check_length(c, x->joints.data[i].name, tlb_at(c, "joints[%u].name", i));
    for (uint32_t i = 0; i < x->anims.count; i++)
        check_length(c, x->anims.data[i].name, tlb_at(c, "anims[%u].name", i));
}

/* What keeps engines from loading the file, though it is a good one. */
static void check_engines(tlb_checker *c)
{
    enum { BYTE_JOINTS = 255, IOQUAKE3_JOINTS = 128 };
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->vertexarrays.count && i < MOST_ARRAYS; i++)
        check_portable(c, i);
    check_lengths(c);
    if (x->meshes.count && !tlb_iqm_array(x, TLB_IQM_TEXCOORD))
        TLB_FIND(c, IQM_ENGINES_NEED, "vertexarrays", "no texture coordinates");
    if (x->meshes.count && !tlb_iqm_array(x, TLB_IQM_NORMAL))
        TLB_FIND(c, IQM_ENGINES_NEED, "vertexarrays", "no normals");
    if (x->joints.count > BYTE_JOINTS)
        TLB_FIND(c, IQM_MANY_JOINTS, "joints",
                 "number of joints: %u; engines with 8-bit indices support at most %u", x->joints.count,
                 BYTE_JOINTS);
    else if (x->joints.count > IOQUAKE3_JOINTS)
        TLB_FIND(c, IQM_MANY_JOINTS, "joints", "number of joints: %u; ioquake3 supports at most %u",
                 x->joints.count, IOQUAKE3_JOINTS);
}

/* --- all --------------------------------------------------------------------------------------------- */

tlb_status tlb_iqm_check(tlb_document *document)
{
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    check_file(&c, document);
    check_arrays(&c);
    check_engines(&c);
    check_vertices(&c);
    tlb_iqm_check_tangents(&c);
    check_meshes(&c);
    check_adjacency(&c);
    check_joints(&c);
    check_poses(&c);
    check_anims(&c);
    return tlb_checker_end(&c);
}
