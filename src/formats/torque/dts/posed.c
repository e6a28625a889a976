/* A posed shape for programs: the places of nodes, and vertices and triangles of meshes there. */
#include "base/range.h"
#include "base/text.h"
#include "formats/torque/dts/geometry.h"
#include "formats/torque/dts/pose.h"
#include "scene/geometry/matrix.h"
#include "trilobite/formats/torque_dts_pose.h"

#include <math.h>
#include <string.h>

int32_t tlb_torque_find_sequence(const tlb_torque_shape *shape, const char *name)
{
    size_t size = name ? strlen(name) : 0;
    for (uint32_t i = 0; shape && name && i < shape->sequences.count; i++) {
        tlb_text own = tlb_torque_name_at(shape, shape->sequences.data[i].nameIndex);
        if (own.size == size && tlb_same_nocase(own.data, name))
            return (int32_t)i;
    }
    return -1;
}

/* --- nodes --------------------------------------------------------------------------------------------- */

/* In their parents as nodes of a scene, which knows how matrices are made of them. */
static bool place_nodes(const tlb_torque_shape *shape, const shape_place *places, tlb_arena *arena,
                        float (*world)[16])
{
    tlb_scene scene = {.node_count = shape->nodes.count};
    scene.nodes = tlb_zalloc_array(arena, shape->nodes.count, sizeof *scene.nodes);
    if (!scene.nodes)
        return false;
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        tlb_node *node = &scene.nodes[i];
        int32_t parent = shape->nodes.data[i].parentIndex;
        node->parent = parent >= 0 && (uint32_t)parent < i ? parent : TLB_NONE;
        memcpy(node->translation, places[i].translation, sizeof node->translation);
        memcpy(node->rotation, places[i].rotation, sizeof node->rotation);
        memcpy(node->scale, places[i].scale, sizeof node->scale);
    }
    tlb_scene_world_matrices(&scene, world);
    return true;
}

bool tlb_torque_pose_at(const tlb_torque_shape *shape, int32_t sequence, double seconds, tlb_arena *arena,
                        tlb_torque_pose *pose)
{
    static const tlb_torque_sequence at_rest;
    if (!shape || !arena || !pose || !isfinite(seconds) ||
        (sequence != TLB_NONE && !shape_is_index(sequence, shape->sequences.count)))
        return false;
    const tlb_torque_sequence *q = sequence < 0 ? &at_rest : &shape->sequences.data[sequence];
    float(*world)[16] = tlb_alloc_array(arena, shape->nodes.count, sizeof *world);
    tlb_torque_object_state *objects = tlb_alloc_array(arena, shape->objects.count, sizeof *objects);
    tlb_mark mark = tlb_arena_mark(arena);
    shape_place *places = tlb_alloc_array(arena, shape->nodes.count, sizeof *places);
    bool done = world && objects && places;
    if (done) {
        tlb_shape_pose(shape, q, seconds, places);
        tlb_shape_object_states(shape, q, seconds, objects);
        done = place_nodes(shape, places, arena, world);
    }
    tlb_arena_rewind(arena, mark);
    if (done)
        *pose = (tlb_torque_pose){shape, (const float(*)[16])world, objects};
    return done;
}

/* --- vertices ------------------------------------------------------------------------------------------ */

const tlb_torque_mesh *tlb_torque_mesh_of(const tlb_torque_shape *shape, uint32_t object, uint32_t detail)
{
    if (!shape || object >= shape->objects.count || detail >= shape->details.count ||
        !tlb_shape_shows(shape, &shape->details.data[detail], object))
        return NULL;
    return tlb_shape_mesh_of(shape, &shape->objects.data[object], &shape->details.data[detail]);
}

/* A mesh in the frames that it is shown in. */
typedef struct shown {
    const tlb_torque_pose *pose;
    const tlb_torque_skin *skin; /* NULL: `node` moves it */
    shape_vertices from;
    uint32_t first, first_uv, count;
    int32_t node; /* TLB_NONE: it is where the shape is */
} shown;

static uint32_t start_of(int32_t frame, uint32_t frames, const tlb_torque_mesh *mesh)
{
    return shape_is_index(frame, frames) ? (uint32_t)frame * (uint32_t)mesh->vertsPerFrame : 0;
}

static shown find_shown(const tlb_torque_pose *pose, int32_t object, const tlb_torque_mesh *mesh)
{
    const tlb_torque_shape *x = pose->shape;
    shown s = {.pose = pose, .from = tlb_shape_vertices(x, mesh), .node = TLB_NONE};
    const tlb_torque_mesh *owner = tlb_shape_owner(x, mesh);
    bool skinned = owner && owner->skin && owner->skin->nodeIndex.count && x->nodes.count;
    uint32_t frames = tlb_shape_frames(mesh, s.from.count);
    s.skin = skinned ? owner->skin : NULL;
    s.count = frames > 1 ? (uint32_t)mesh->vertsPerFrame : s.from.count;
    if (!shape_is_index(object, x->objects.count))
        return s;
    const tlb_torque_object *o = &x->objects.data[object];
    const tlb_torque_object_state *state = &pose->objects[object];
    bool has_uv_frames = mesh->numMatFrames > 1 && mesh->vertsPerFrame > 0 &&
                         (uint64_t)mesh->numMatFrames * (uint32_t)mesh->vertsPerFrame <= s.from.uv_count;
    s.first = start_of(state->frameIndex, frames, mesh);
    s.first_uv = start_of(state->matFrameIndex, has_uv_frames ? (uint32_t)mesh->numMatFrames : 1, mesh);
    if (shape_is_index(o->nodeIndex, x->nodes.count))
        s.node = o->nodeIndex;
    return s;
}

static void read_vector(const uint8_t *list, size_t stride, uint32_t index, float out[3])
{
    memcpy(out, list + stride * index, 3 * sizeof *out);
}

static void make_unit(float v[3])
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] = length > 0 && isfinite(length) ? v[i] / length : 0;
}

static void place_rigid(const shown *s, tlb_vec3 *positions, tlb_vec3 *normals, uint32_t count)
{
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const float *world = s->node == TLB_NONE ? identity : s->pose->world[s->node];
    float turn[9], side = tlb_matrix_determinant(world) < 0 ? -1.0f : 1.0f;
    tlb_matrix_for_normals(world, turn);
    for (uint32_t i = 0; i < count; i++) {
        float v[3];
        read_vector(s->from.positions, s->from.stride, s->first + i, v);
        if (positions)
            tlb_matrix_point(world, v, positions[i]);
        if (!normals || !s->from.normals)
            continue;
        read_vector(s->from.normals, s->from.stride, s->first + i, v);
        for (int k = 0; k < 3; k++)
            normals[i][k] = side * (turn[k] * v[0] + turn[3 + k] * v[1] + turn[6 + k] * v[2]);
    }
}

/* From rows to columns. */
static void bone_matrix(const shown *s, uint32_t bone, float out[16])
{
    float at_rest[16];
    int32_t node = s->skin->nodeIndex.data[bone];
    const float *world = s->pose->world[shape_is_index(node, s->pose->shape->nodes.count) ? node : 0];
    for (int i = 0; i < 16; i++)
        at_rest[i] = bone < s->skin->initialTransforms.count
                         ? s->skin->initialTransforms.data[bone][i % 4 * 4 + i / 4]
                         : (float)(i % 5 == 0);
    tlb_matrix_multiply(world, at_rest, out);
}

typedef void transform(const float m[16], const float v[3], float out[3]);

/* The engine's sum over the weights of a skin: they are not made to sum 1. What has no number yet has had no
 * weight. */
static void bend(const shown *s, const uint8_t *list, transform *apply, tlb_vec3 *out, uint32_t count)
{
    const tlb_torque_skin *skin = s->skin;
    float matrix[16];
    int32_t last = TLB_NONE;
    for (uint32_t i = 0; i < count; i++)
        out[i][0] = NAN;
    for (uint32_t i = 0; i < skin->vertexIndex.count; i++) {
        if (i >= skin->boneIndex.count || i >= skin->weight.count)
            break;
        int32_t vertex = skin->vertexIndex.data[i], bone = skin->boneIndex.data[i];
        if (!shape_is_index(vertex, count) || !shape_is_index(bone, skin->nodeIndex.count))
            continue;
        if (bone != last)
            bone_matrix(s, (uint32_t)bone, matrix);
        last = bone;
        float v[3], moved[3];
        read_vector(list, s->from.stride, (uint32_t)vertex, v);
        apply(matrix, v, moved);
        bool first = isnan(out[vertex][0]);
        for (int k = 0; k < 3; k++)
            out[vertex][k] = (first ? 0 : out[vertex][k]) + skin->weight.data[i] * moved[k];
    }
    for (uint32_t i = 0; i < count; i++)
        if (isnan(out[i][0]))
            read_vector(list, s->from.stride, i, out[i]);
}

uint32_t tlb_torque_vertices(const tlb_torque_pose *pose, int32_t object, const tlb_torque_mesh *mesh,
                             tlb_vec3 *positions, tlb_vec3 *normals, tlb_vec2 *uvs, uint32_t capacity)
{
    if (!pose || !pose->shape || !mesh)
        return 0;
    shown s = find_shown(pose, object, mesh);
    uint32_t count = s.count < capacity ? s.count : capacity;
    if (normals && count)
        memset(normals, 0, count * sizeof *normals);
    if (!s.skin)
        place_rigid(&s, positions, normals, count);
    if (s.skin && positions)
        bend(&s, s.from.positions, tlb_matrix_point, positions, count);
    if (s.skin && normals && s.from.normals)
        bend(&s, s.from.normals, tlb_matrix_direction, normals, count);
    for (uint32_t i = 0; normals && i < count; i++)
        make_unit(normals[i]);
    for (uint32_t i = 0; uvs && i < count; i++) {
        memset(uvs[i], 0, sizeof uvs[i]);
        if (s.first_uv + i < s.from.uv_count)
            memcpy(uvs[i], s.from.uvs + s.from.uv_stride * (s.first_uv + i), sizeof uvs[i]);
    }
    return s.count;
}

/* --- triangles ----------------------------------------------------------------------------------------- */

typedef struct collection {
    const tlb_torque_mesh *mesh;
    tlb_torque_triangle *triangles;
    uint32_t capacity, count, vertex_count;
    uint64_t left; /* to be looked at: primitives can name the same indices again and again */
} collection;

static bool collect_primitive(void *user, const tlb_torque_primitive *p)
{
    collection *c = user;
    uint32_t count = tlb_shape_triangle_count(p);
    if (!tlb_within(p->start, p->numElements, c->mesh->indices.count) || count > c->left)
        return true;
    c->left -= count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v[3];
        tlb_shape_corners(p, c->mesh->indices.data + p->start, i, v);
        if (v[0] >= c->vertex_count || v[1] >= c->vertex_count || v[2] >= c->vertex_count || v[0] == v[1] ||
            v[1] == v[2] || v[0] == v[2])
            continue;
        if (c->triangles && c->count < c->capacity)
            c->triangles[c->count] = (tlb_torque_triangle){{v[0], v[1], v[2]}, p->matIndex};
        c->count++;
    }
    return true;
}

uint32_t tlb_torque_triangles(const tlb_torque_shape *shape, const tlb_torque_mesh *mesh,
                              tlb_torque_triangle *triangles, uint32_t capacity)
{
    if (!shape || !mesh)
        return 0;
    tlb_torque_pose none = {.shape = shape};
    collection c = {.mesh = mesh,
                    .triangles = triangles,
                    .capacity = capacity,
                    .left = SHAPE_MOST_COPIES * (uint64_t)mesh->indices.count,
                    .vertex_count = find_shown(&none, TLB_NONE, mesh).count};
    tlb_shape_each_primitive(mesh, collect_primitive, &c);
    return c.count;
}
