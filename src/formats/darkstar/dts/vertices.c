/* Vertices of meshes: packed, unpacked, and where a pose has them. */
#include "formats/darkstar/dts/dts.h"

#include <math.h>
#include <string.h>

/* --- packed -------------------------------------------------------------------------------------------- */

/* A scale with which what is unpacked is packed to the same: rounding lowers it, or raises it, until it
 * stays. */
static float scale_of(float low, float high)
{
    enum { MOST = 1024 };
    float scale = (high - low) / UINT8_MAX;
    for (int i = 0; i < MOST; i++) {
        float next = (UINT8_MAX * scale + low - low) / UINT8_MAX;
        if (next == scale)
            break;
        scale = next;
    }
    return scale;
}

void tlb_dts_pack_points(const float (*points)[3], uint32_t count, const tlb_box *box, tlb_dts_frame *frame,
                         tlb_dts_packed_vertex *out)
{
    for (int axis = 0; axis < 3; axis++) {
        float low = frame->origin[axis] = box->low[axis];
        float scale = frame->scale[axis] = scale_of(low, box->high[axis]);
        for (uint32_t i = 0; i < count; i++) {
            float packed = scale > 0 ? roundf((points[i][axis] - low) / scale) : 0;
            out[i][axis] = (uint8_t)(packed < 0 ? 0 : packed > UINT8_MAX ? UINT8_MAX : packed);
        }
    }
}

float tlb_dts_mesh_radius(const tlb_dts_mesh *mesh)
{
    float square = 0;
    for (uint32_t f = 0; f < mesh->frames.count; f++)
        for (int32_t i = TLB_DTS_BOX_VERTICES; i < mesh->vertsPerFrame; i++) {
            float point[3];
            dts_unpack(mesh, &mesh->frames.data[f], (uint32_t)i, point);
            square = fmaxf(square, point[0] * point[0] + point[1] * point[1] + point[2] * point[2]);
        }
    return sqrtf(square);
}

/* --- at a moment --------------------------------------------------------------------------------------- */

void tlb_dts_place_vertex(const tlb_dts_object *object, const tlb_dts_placement *node, float point[3])
{
    for (int axis = 0; axis < 3; axis++)
        point[axis] += object->offset[axis];
    tlb_dts_turn(node->rotation, point, point);
    for (int axis = 0; axis < 3; axis++)
        point[axis] += node->translation[axis];
}

/* NULL: the pose has no such object. */
static const tlb_dts_object *object_of(const tlb_dts_pose *pose, uint32_t object)
{
    const tlb_dts *shape = pose ? pose->shape : NULL;
    return shape && object < shape->objects.count ? &shape->objects.data[object] : NULL;
}

const tlb_dts_mesh *tlb_dts_mesh_of(const tlb_dts_pose *pose, uint32_t object)
{
    const tlb_dts_object *o = object_of(pose, object);
    return o && dts_is_index(o->meshIndex, pose->shape->meshes.count)
               ? &pose->shape->meshes.data[o->meshIndex]
               : NULL;
}

bool tlb_dts_is_shown(const tlb_dts_pose *pose, uint32_t object)
{
    const tlb_dts_object *o = object_of(pose, object);
    return tlb_dts_mesh_of(pose, object) && dts_is_index(o->nodeIndex, pose->shape->nodes.count) &&
           pose->nodeVisible[o->nodeIndex] && pose->objects[object].visible;
}

/* The frame that a pose shows. An object whose node is not there has no place in the shape. */
typedef struct shown {
    const tlb_dts_object *object;
    const tlb_dts_mesh *mesh;
    const tlb_dts_placement *node; /* NULL: in the object */
    tlb_dts_frame frame;
} shown;

static bool find_shown(const tlb_dts_pose *pose, uint32_t object, tlb_dts_space space, shown *s)
{
    *s = (shown){.object = object_of(pose, object), .mesh = tlb_dts_mesh_of(pose, object)};
    if (!s->mesh || (unsigned)space > TLB_DTS_IN_OBJECT)
        return false;
    int32_t node = s->object->nodeIndex;
    if (space == TLB_DTS_IN_SHAPE && dts_is_index(node, pose->shape->nodes.count))
        s->node = &pose->world[node];
    return (s->node || space == TLB_DTS_IN_OBJECT) &&
           tlb_dts_frame_of(s->mesh, pose->objects[object].frame, &s->frame);
}

static void find_vertex(const shown *s, uint32_t vertex, float position[3], float normal[3])
{
    const float *unturned = tlb_dts_normal(s->mesh->vertices.data[(uint32_t)s->frame.firstVert + vertex][3]);
    dts_unpack(s->mesh, &s->frame, vertex, position);
    if (s->node)
        tlb_dts_place_vertex(s->object, s->node, position);
    if (normal && s->node)
        tlb_dts_turn(s->node->rotation, unturned, normal);
    else if (normal)
        memcpy(normal, unturned, 3 * sizeof *normal);
}

bool tlb_dts_vertex(const tlb_dts_pose *pose, uint32_t object, uint32_t vertex, tlb_dts_space space,
                    float position[3], float normal[3])
{
    shown s;
    if (!position || !find_shown(pose, object, space, &s) || vertex >= (uint32_t)s.mesh->vertsPerFrame)
        return false;
    find_vertex(&s, vertex, position, normal);
    return true;
}

uint32_t tlb_dts_vertices(const tlb_dts_pose *pose, uint32_t object, tlb_dts_space space, tlb_vec3 *positions,
                          tlb_vec3 *normals, uint32_t capacity)
{
    shown s;
    if (!find_shown(pose, object, space, &s))
        return 0;
    uint32_t count = (uint32_t)s.mesh->vertsPerFrame;
    for (uint32_t i = 0; positions && i < count && i < capacity; i++)
        find_vertex(&s, i, positions[i], normals ? normals[i] : NULL);
    return count;
}

bool tlb_dts_texture_vertex(const tlb_dts_pose *pose, uint32_t object, int32_t texIndex, float uv[2])
{
    const tlb_dts_mesh *mesh = tlb_dts_mesh_of(pose, object);
    if (!mesh || !uv)
        return false;
    int64_t index = texIndex, frame = pose->objects[object].textureFrame;
    if (mesh->pers.version >= 2)
        index += frame * mesh->textureVertsPerFrame;
    if (texIndex < 0 || !dts_is_index(index, mesh->textureVerts.count))
        return false;
    memcpy(uv, mesh->textureVerts.data[index], 2 * sizeof *uv);
    return true;
}
