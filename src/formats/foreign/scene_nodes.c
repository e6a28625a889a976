/* Nodes with skins, cameras and lights; animations. */
#include "formats/foreign/foreign.h"

#include <assimp/cimport.h>
#include <math.h>

typedef struct pending {
    const struct aiNode *from;
    int32_t parent;
} pending;

int32_t tlb_foreign_node(foreign_scene *s, const struct aiString *name)
{
    int32_t *place = tlb_index_find(&s->by_name, &s->work, name->data, name->length);
    return place && *place > 0 ? *place - 1 : TLB_NONE;
}

static void set_transform(tlb_node *node, const struct aiMatrix4x4 *matrix)
{
    struct aiVector3D scale, position;
    struct aiQuaternion rotation;
    aiDecomposeMatrix(matrix, &scale, &rotation, &position);
    memcpy(node->translation, (float[]){position.x, position.y, position.z}, sizeof node->translation);
    memcpy(node->rotation, (float[]){rotation.x, rotation.y, rotation.z, rotation.w}, sizeof node->rotation);
    memcpy(node->scale, (float[]){scale.x, scale.y, scale.z}, sizeof node->scale);
}

static bool add_node(foreign_scene *s, const struct aiNode *from, int32_t parent, int32_t *index)
{
    tlb_node *node = tlb_scene_add_node(s->scene, from->mName.data, parent);
    int32_t *place =
        node ? tlb_index_find(&s->by_name, &s->work, from->mName.data, from->mName.length) : NULL;
    if (!place)
        return false;
    *index = (int32_t)s->scene->node_count - 1;
    if (*place <= 0)
        *place = *index + 1;
    set_transform(node, &from->mTransformation);
    uint32_t placed = 0;
    for (uint32_t i = 0; i < from->mNumMeshes; i++) {
        int32_t mesh = from->mMeshes[i] < s->from->mNumMeshes ? s->meshes[from->mMeshes[i]] : TLB_NONE;
        if (mesh < 0)
            continue;
        tlb_node *holder = placed++ ? tlb_scene_add_node(s->scene, s->scene->meshes[mesh].name, *index)
                                    : &s->scene->nodes[*index];
        if (!holder)
            return false;
        holder->mesh = mesh;
    }
    return true;
}

static bool add_tree(foreign_scene *s)
{
    TLB_LIST(pending) stack = {0};
    pending *top = s->from->mRootNode ? TLB_PUSH(&s->work, &stack) : NULL;
    if (!top)
        return !s->from->mRootNode;
    *top = (pending){s->from->mRootNode, TLB_NONE};
    while (stack.count) {
        pending p = stack.data[--stack.count];
        int32_t index;
        if (!add_node(s, p.from, p.parent, &index))
            return false;
        for (uint32_t i = p.from->mNumChildren; i-- > 0;) {
            if (!(top = TLB_PUSH(&s->work, &stack)))
                return false;
            *top = (pending){p.from->mChildren[i], index};
        }
    }
    return true;
}

/* --- skins -------------------------------------------------------------------------------------------- */

static bool add_skin(foreign_scene *s, const struct aiMesh *from, int32_t *index)
{
    tlb_skin *skin = tlb_scene_add_skin(s->scene, from->mName.data);
    if (!skin || !tlb_skin_reserve(s->scene, skin, from->mNumBones))
        return false;
    *index = (int32_t)s->scene->skin_count - 1;
    for (uint32_t i = 0; i < from->mNumBones; i++) {
        const struct aiBone *bone = from->mBones[i];
        const struct aiMatrix4x4 *m = &bone->mOffsetMatrix;
        int32_t joint = tlb_foreign_node(s, &bone->mName);
        const float columns[] = {m->a1, m->b1, m->c1, m->d1, m->a2, m->b2, m->c2, m->d2,
                                 m->a3, m->b3, m->c3, m->d3, m->a4, m->b4, m->c4, m->d4};
        skin->joints[i] = joint < 0 ? 0 : joint;
        memcpy(skin->inverse_bind[i], columns, sizeof columns);
    }
    return true;
}

static bool add_skins(foreign_scene *s)
{
    int32_t *skins = tlb_alloc_array(&s->work, s->scene->mesh_count, sizeof *skins);
    if (!skins)
        return false;
    for (uint32_t i = 0; i < s->from->mNumMeshes; i++) {
        if (s->meshes[i] < 0)
            continue;
        skins[s->meshes[i]] = TLB_NONE;
        if (s->from->mMeshes[i]->mNumBones && !add_skin(s, s->from->mMeshes[i], &skins[s->meshes[i]]))
            return false;
    }
    for (uint32_t i = 0; i < s->scene->node_count; i++)
        if (s->scene->nodes[i].mesh >= 0)
            s->scene->nodes[i].skin = skins[s->scene->nodes[i].mesh];
    return true;
}

/* --- cameras and lights ------------------------------------------------------------------------------- */

/* Turns -Z to the direction, and +Y towards up. */
static void look_along(tlb_node *node, struct aiVector3D to, struct aiVector3D up)
{
    float z[] = {-to.x, -to.y, -to.z}, x[3], y[] = {up.x, up.y, up.z};
    float length = sqrtf(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
    if (!(length > 0))
        return;
    for (int k = 0; k < 3; k++)
        z[k] /= length;
    for (int tries = 0; tries < 2; tries++) {
        for (int k = 0; k < 3; k++)
            x[k] = y[(k + 1) % 3] * z[(k + 2) % 3] - y[(k + 2) % 3] * z[(k + 1) % 3];
        length = sqrtf(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        if (length > 1e-6f)
            break;
        memcpy(y, fabsf(z[1]) < 0.9f ? (float[]){0, 1, 0} : (float[]){1, 0, 0}, sizeof y);
    }
    for (int k = 0; k < 3; k++)
        x[k] /= length;
    for (int k = 0; k < 3; k++)
        y[k] = z[(k + 1) % 3] * x[(k + 2) % 3] - z[(k + 2) % 3] * x[(k + 1) % 3];
    struct aiMatrix3x3 m = {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
    struct aiQuaternion q;
    aiCreateQuaternionFromMatrix(&q, &m);
    memcpy(node->rotation, (float[]){q.x, q.y, q.z, q.w}, sizeof node->rotation);
}

static tlb_node *add_holder(foreign_scene *s, const struct aiString *name, struct aiVector3D position,
                            struct aiVector3D to, struct aiVector3D up)
{
    tlb_node *node = tlb_scene_add_node(s->scene, name->data, tlb_foreign_node(s, name));
    if (node) {
        memcpy(node->translation, (float[]){position.x, position.y, position.z}, sizeof node->translation);
        look_along(node, to, up);
    }
    return node;
}

static bool add_camera(foreign_scene *s, const struct aiCamera *from)
{
    tlb_scene_camera *camera = tlb_scene_add_camera(s->scene, from->mName.data);
    tlb_node *node = camera ? add_holder(s, &from->mName, from->mPosition, from->mLookAt, from->mUp) : NULL;
    if (!node)
        return false;
    float aspect = from->mAspect > 0 ? from->mAspect : 0;
    node->camera = (int32_t)s->scene->camera_count - 1;
    camera->aspect = aspect;
    /* Half of the angle, between the axis and the side. */
    camera->yfov = 2 * atanf(tanf(from->mHorizontalFOV) / (aspect > 0 ? aspect : 1));
    camera->znear = from->mClipPlaneNear;
    camera->zfar = from->mClipPlaneFar;
    return true;
}

static bool add_light(foreign_scene *s, const struct aiLight *from)
{
    static const struct aiVector3D up = {0, 1, 0};
    if (from->mType != aiLightSource_POINT && from->mType != aiLightSource_SPOT &&
        from->mType != aiLightSource_DIRECTIONAL)
        return true;
    tlb_scene_light *light = tlb_scene_add_light(s->scene, from->mName.data);
    tlb_node *node = light ? add_holder(s, &from->mName, from->mPosition, from->mDirection, up) : NULL;
    if (!node)
        return false;
    const float color[] = {from->mColorDiffuse.r, from->mColorDiffuse.g, from->mColorDiffuse.b};
    float most = fmaxf(color[0], fmaxf(color[1], color[2]));
    node->light = (int32_t)s->scene->light_count - 1;
    light->kind = from->mType == aiLightSource_SPOT          ? TLB_LIGHT_SPOT
                  : from->mType == aiLightSource_DIRECTIONAL ? TLB_LIGHT_DIRECTIONAL
                                                             : TLB_LIGHT_POINT;
    for (int k = 0; k < 3; k++)
        light->color[k] = most > 0 ? fmaxf(color[k], 0) / most : 1;
    light->intensity = most > 0 ? most : 0;
    light->inner_cone = from->mAngleInnerCone / 2;
    light->outer_cone = from->mAngleOuterCone / 2;
    return true;
}

bool tlb_foreign_add_nodes(foreign_scene *s)
{
    bool made = add_tree(s) && add_skins(s);
    for (uint32_t i = 0; made && i < s->from->mNumCameras; i++)
        made = add_camera(s, s->from->mCameras[i]);
    for (uint32_t i = 0; made && i < s->from->mNumLights; i++)
        made = add_light(s, s->from->mLights[i]);
    return made;
}

/* --- animations --------------------------------------------------------------------------------------- */

static bool set_vectors(foreign_scene *s, tlb_channel *c, int32_t node, tlb_target target,
                        const struct aiVectorKey *keys, uint32_t count, double rate)
{
    c->node = node;
    c->target = target;
    c->interpolation = TLB_LINEAR;
    if (!tlb_channel_reserve(s->scene, c, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        c->times[i] = (float)(keys[i].mTime / rate);
        memcpy(c->values + 3 * (size_t)i, (float[]){keys[i].mValue.x, keys[i].mValue.y, keys[i].mValue.z},
               3 * sizeof(float));
    }
    return true;
}

static bool set_rotations(foreign_scene *s, tlb_channel *c, int32_t node, const struct aiNodeAnim *from,
                          double rate)
{
    c->node = node;
    c->target = TLB_TARGET_ROTATION;
    c->interpolation = TLB_LINEAR;
    if (!tlb_channel_reserve(s->scene, c, from->mNumRotationKeys))
        return false;
    for (uint32_t i = 0; i < from->mNumRotationKeys; i++) {
        const struct aiQuaternion *q = &from->mRotationKeys[i].mValue;
        c->times[i] = (float)(from->mRotationKeys[i].mTime / rate);
        memcpy(c->values + 4 * (size_t)i, (float[]){q->x, q->y, q->z, q->w}, 4 * sizeof(float));
    }
    return true;
}

static uint32_t count_channels(const struct aiNodeAnim *a)
{
    return (a->mNumPositionKeys ? 1u : 0) + (a->mNumRotationKeys ? 1u : 0) + (a->mNumScalingKeys ? 1u : 0);
}

static bool add_animation(foreign_scene *s, const struct aiAnimation *from)
{
    double rate = from->mTicksPerSecond > 0 ? from->mTicksPerSecond : 25;
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->mNumChannels; i++)
        if (tlb_foreign_node(s, &from->mChannels[i]->mNodeName) >= 0)
            count += count_channels(from->mChannels[i]);
    tlb_animation *animation = count ? tlb_scene_add_animation(s->scene, from->mName.data) : NULL;
    if (!animation || !tlb_animation_reserve(s->scene, animation, count, 0))
        return !count;
    animation->duration = (float)(from->mDuration / rate);
    tlb_channel *c = animation->channels;
    for (uint32_t i = 0; i < from->mNumChannels; i++) {
        const struct aiNodeAnim *a = from->mChannels[i];
        int32_t node = tlb_foreign_node(s, &a->mNodeName);
        if (node < 0)
            continue;
        if (a->mNumPositionKeys &&
            !set_vectors(s, c++, node, TLB_TARGET_TRANSLATION, a->mPositionKeys, a->mNumPositionKeys, rate))
            return false;
        if (a->mNumRotationKeys && !set_rotations(s, c++, node, a, rate))
            return false;
        if (a->mNumScalingKeys &&
            !set_vectors(s, c++, node, TLB_TARGET_SCALE, a->mScalingKeys, a->mNumScalingKeys, rate))
            return false;
    }
    return true;
}

bool tlb_foreign_add_animations(foreign_scene *s)
{
    bool made = true;
    for (uint32_t i = 0; made && i < s->from->mNumAnimations; i++)
        made = add_animation(s, s->from->mAnimations[i]);
    return made;
}
