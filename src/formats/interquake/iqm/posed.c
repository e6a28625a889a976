/* A posed model for programs: where its joints are, and the vertices and triangles of its meshes. */
#include "base/range.h"
#include "formats/interquake/iqm/iqm.h"
#include "scene/animation/animate.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/matrix.h"

#include <math.h>
#include <string.h>

int32_t tlb_iqm_find_anim(const tlb_iqm *x, const char *name)
{
    for (uint32_t i = 0; x && name && i < x->anims.count; i++)
        if (strcmp(tlb_iqm_name(x, x->anims.data[i].name), name) == 0)
            return (int32_t)i;
    return -1;
}

/* --- joints -------------------------------------------------------------------------------------------- */

/* Joints as nodes of a scene, which knows how matrices are made of them: at rest, or, without joints, in the
 * first frame. */
static bool rest(const tlb_iqm *x, tlb_arena *arena, tlb_scene *scene)
{
    uint32_t count = x->joints.count ? x->joints.count : x->poses.count;
    float(*frame)[TLB_IQM_CHANNELS] = tlb_alloc_array(arena, x->poses.count, sizeof *frame);
    *scene = (tlb_scene){.nodes = tlb_zalloc_array(arena, count, sizeof *scene->nodes), .node_count = count};
    if (!frame || !scene->nodes)
        return false;
    tlb_iqm_frame(x, 0, frame);
    for (uint32_t i = 0; i < count; i++) {
        float channels[TLB_IQM_CHANNELS];
        int32_t parent = x->joints.count ? x->joints.data[i].parent : x->poses.data[i].parent;
        if (x->joints.count)
            tlb_iqm_rest(&x->joints.data[i], channels);
        else
            memcpy(channels, frame[i], sizeof channels);
        tlb_iqm_place(&scene->nodes[i], channels);
        scene->nodes[i].parent = parent >= 0 && (uint32_t)parent < i ? parent : TLB_NONE;
    }
    return true;
}

/* Two frames, and how far it is from the first to the second. */
typedef struct moment {
    uint32_t first, second;
    float part;
} moment;

static moment find_moment(const tlb_iqm_anim *anim, double seconds)
{
    bool loops = anim->flags & TLB_IQM_LOOP;
    double at = seconds * (double)tlb_iqm_rate(anim), frames = anim->num_frames, last = frames - 1;
    at = loops ? fmod(at, frames) : fmin(fmax(at, 0), last);
    at += at < 0 ? frames : 0;
    uint32_t first = at < last ? (uint32_t)at : anim->num_frames - 1;
    uint32_t second = first + 1 < anim->num_frames ? first + 1 : loops ? 0 : first;
    return (moment){anim->first_frame + first, anim->first_frame + second, (float)(at - first)};
}

static bool animate(const tlb_iqm *x, const tlb_iqm_anim *anim, double seconds, tlb_arena *arena,
                    tlb_scene *scene)
{
    moment m = find_moment(anim, seconds);
    float(*a)[TLB_IQM_CHANNELS] = tlb_alloc_array(arena, x->poses.count, sizeof *a);
    float(*b)[TLB_IQM_CHANNELS] = tlb_alloc_array(arena, x->poses.count, sizeof *b);
    if (!a || !b)
        return false;
    tlb_iqm_frame(x, m.first, a);
    tlb_iqm_frame(x, m.second, b);
    for (uint32_t i = 0; i < x->poses.count && i < scene->node_count; i++) {
        tlb_node *node = &scene->nodes[i], from = *node, to = *node;
        tlb_iqm_place(&from, a[i]);
        tlb_iqm_place(&to, b[i]);
        tlb_mix_rotations(from.rotation, to.rotation, m.part, node->rotation);
        for (int k = 0; k < 3; k++) {
            node->translation[k] = from.translation[k] + (to.translation[k] - from.translation[k]) * m.part;
            node->scale[k] = from.scale[k] + (to.scale[k] - from.scale[k]) * m.part;
        }
    }
    return true;
}

/* What takes vertices from where they rest to where their joint is. */
static void make_skin(const float (*at_rest)[16], const float (*world)[16], uint32_t count, float (*skin)[16])
{
    for (uint32_t i = 0; i < count; i++) {
        float inverse[16];
        tlb_matrix_invert(at_rest[i], inverse);
        tlb_matrix_multiply(world[i], inverse, skin[i]);
    }
}

bool tlb_iqm_skeleton_at(const tlb_iqm *x, int32_t anim, double seconds, tlb_arena *arena,
                         tlb_iqm_skeleton *skeleton)
{
    bool animated = x && anim >= 0 && (uint32_t)anim < x->anims.count;
    if (!x || !arena || !skeleton || !isfinite(seconds) || (!animated && anim != TLB_NONE) ||
        (animated && !tlb_iqm_has_frames(x, &x->anims.data[anim])))
        return false;
    uint32_t count = x->joints.count ? x->joints.count : x->poses.count;
    tlb_scene scene;
    float(*world)[16] = tlb_alloc_array(arena, count, sizeof *world);
    float(*skin)[16] = tlb_alloc_array(arena, x->joints.count, sizeof *skin);
    tlb_mark mark = tlb_arena_mark(arena);
    float(*at_rest)[16] = tlb_alloc_array(arena, count, sizeof *at_rest);
    bool done = world && skin && at_rest && rest(x, arena, &scene);
    if (done) {
        tlb_scene_world_matrices(&scene, at_rest);
        done = !animated || animate(x, &x->anims.data[anim], seconds, arena, &scene);
    }
    if (done) {
        tlb_scene_world_matrices(&scene, world);
        make_skin((const float(*)[16])at_rest, (const float(*)[16])world, x->joints.count, skin);
        *skeleton = (tlb_iqm_skeleton){x, count, (const float(*)[16])world,
                                       x->joints.count ? (const float(*)[16])skin : NULL};
    }
    tlb_arena_rewind(arena, mark);
    return done;
}

/* --- vertices ------------------------------------------------------------------------------------------ */

/* Vertices of a batch, and what moves them. */
typedef struct batch {
    const tlb_iqm_skeleton *skeleton;
    uint32_t first, count;
    bool skinned;
    uint16_t joints[IQM_BATCH][TLB_INFLUENCES];
    float weights[IQM_BATCH][TLB_INFLUENCES];
} batch;

static void find_influences(batch *b)
{
    const tlb_iqm *x = b->skeleton->iqm;
    const tlb_iqm_vertexarray *indexes = tlb_iqm_array(x, TLB_IQM_BLENDINDEXES),
                              *weights = tlb_iqm_array(x, TLB_IQM_BLENDWEIGHTS);
    uint32_t joint_count = x->joints.count < IQM_MOST_JOINTS ? x->joints.count : IQM_MOST_JOINTS;
    b->skinned = b->skeleton->skin && indexes && weights;
    if (!b->skinned)
        return;
    iqm_batch index_rows, weight_rows;
    tlb_iqm_influences(tlb_iqm_rows_of(indexes, b->first, b->count, TLB_INFLUENCES, true, index_rows),
                       tlb_iqm_rows_of(weights, b->first, b->count, TLB_INFLUENCES, false, weight_rows),
                       b->count, indexes->size < weights->size ? indexes->size : weights->size,
                       (float)joint_count, b->joints, b->weights);
}

typedef void transform(const float m[16], const float v[3], float out[3]);

static void place_vectors(const batch *b, const tlb_iqm_vertexarray *array, transform *apply, tlb_vec3 *out)
{
    iqm_batch made;
    iqm_rows rows = tlb_iqm_rows_of(array, b->first, b->count, 3, false, made);
    for (uint32_t i = 0; i < b->count; i++, rows.data += rows.step) {
        float v[3] = {tlb_finite(rows.data[0]), tlb_finite(rows.data[1]), tlb_finite(rows.data[2])};
        float sum[3] = {0};
        for (int k = 0; b->skinned && k < TLB_INFLUENCES; k++) {
            float moved[3];
            if (b->weights[i][k] == 0)
                continue;
            apply(b->skeleton->skin[b->joints[i][k]], v, moved);
            for (int axis = 0; axis < 3; axis++)
                sum[axis] += b->weights[i][k] * moved[axis];
        }
        memcpy(out[i], b->skinned ? sum : v, sizeof out[i]);
    }
}

static void make_units(tlb_vec3 *vectors, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float *v = vectors[i], length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for (int k = 0; k < 3; k++)
            v[k] = length > 0 && isfinite(length) ? v[k] / length : 0;
    }
}

static void copy_uvs(const batch *b, const tlb_iqm_vertexarray *array, tlb_vec2 *out)
{
    iqm_batch made;
    iqm_rows rows = tlb_iqm_rows_of(array, b->first, b->count, 2, false, made);
    for (uint32_t i = 0; i < b->count; i++, rows.data += rows.step)
        for (int k = 0; k < 2; k++)
            out[i][k] = tlb_finite(rows.data[k]);
}

/* NULL: there is no such mesh, or its vertices are not there. */
static const tlb_iqm_mesh *mesh_of(const tlb_iqm *x, uint32_t mesh)
{
    if (!x || mesh >= x->meshes.count || !tlb_iqm_array(x, TLB_IQM_POSITION))
        return NULL;
    const tlb_iqm_mesh *m = &x->meshes.data[mesh];
    return tlb_within(m->first_vertex, m->num_vertexes, x->num_vertexes) ? m : NULL;
}

uint32_t tlb_iqm_vertices(const tlb_iqm_skeleton *skeleton, uint32_t mesh, tlb_vec3 *positions,
                          tlb_vec3 *normals, tlb_vec2 *uvs, uint32_t capacity)
{
    const tlb_iqm *x = skeleton ? skeleton->iqm : NULL;
    const tlb_iqm_mesh *m = mesh_of(x, mesh);
    if (!m)
        return 0;
    const tlb_iqm_vertexarray *position = tlb_iqm_array(x, TLB_IQM_POSITION),
                              *normal = tlb_iqm_array(x, TLB_IQM_NORMAL),
                              *texcoord = tlb_iqm_array(x, TLB_IQM_TEXCOORD);
    uint32_t count = m->num_vertexes < capacity ? m->num_vertexes : capacity;
    if (normals && count && !normal)
        memset(normals, 0, count * sizeof *normals);
    if (uvs && count && !texcoord)
        memset(uvs, 0, count * sizeof *uvs);
    batch b = {.skeleton = skeleton};
    for (uint32_t at = 0; at < count; at += b.count) {
        b.first = m->first_vertex + at;
        b.count = count - at < IQM_BATCH ? count - at : IQM_BATCH;
        find_influences(&b);
        if (positions)
            place_vectors(&b, position, tlb_matrix_point, positions + at);
        if (normals && normal)
            place_vectors(&b, normal, tlb_matrix_direction, normals + at);
        if (uvs && texcoord)
            copy_uvs(&b, texcoord, uvs + at);
    }
    if (normals)
        make_units(normals, count);
    return m->num_vertexes;
}

/* --- triangles ----------------------------------------------------------------------------------------- */

uint32_t tlb_iqm_triangles(const tlb_iqm *x, uint32_t mesh, tlb_iqm_triangle *triangles, uint32_t capacity)
{
    const tlb_iqm_mesh *m = mesh_of(x, mesh);
    uint32_t count = 0;
    if (!m || !tlb_within(m->first_triangle, m->num_triangles, x->triangles.count))
        return 0;
    for (uint32_t i = 0; i < m->num_triangles; i++) {
        const uint32_t *v = x->triangles.data[m->first_triangle + i];
        tlb_iqm_triangle own = {v[0] - m->first_vertex, v[1] - m->first_vertex, v[2] - m->first_vertex};
        if (own[0] >= m->num_vertexes || own[1] >= m->num_vertexes || own[2] >= m->num_vertexes)
            continue;
        if (triangles && count < capacity)
            memcpy(triangles[count], own, sizeof own);
        count++;
    }
    return count;
}
