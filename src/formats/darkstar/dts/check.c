/* The rules of shapes. Parts may be anything: no rule relies on another having held. */
#include "formats/darkstar/dts/dts.h"

#include "base/text.h"
#include "core/checker.h"
#include "formats/darkstar/dml/dml.h"
#include "formats/darkstar/shared/chunks.h"

#define DTS_CHECK_INDEX(c, code, index, limit, path, things)                                                 \
    (dts_is_index((index), (limit)) ? (void)0                                                                \
                                    : TLB_FIND((c), code, (path), "index %d out of range; number of %s: %u", \
                                               (int)(index), (things), (unsigned)(limit)))
#define DTS_CHECK_RANGE(c, code, first, amount, size, path, things)                                          \
    (dts_within((first), (amount), (size))                                                                   \
         ? (void)0                                                                                           \
         : TLB_FIND((c), code, (path), "range of %d from %d on exceeds the %s (length %u)", (int)(amount),   \
                    (int)(first), (things), (unsigned)(size)))

/* --- names -------------------------------------------------------------------------------------------- */

/* Said once: most shapes have it in all their names. */
static void check_name_tails(tlb_checker *c, const tlb_dts *shape)
{
    uint32_t stale = 0, first = 0;
    for (uint32_t i = 0; i < shape->names.count; i++) {
        const char *data = shape->names.data[i].data;
        uint32_t size = tlb_dts_name_at(shape, (int32_t)i).size;
        if (tlb_all_zero((const uint8_t *)data + size, TLB_DTS_NAME - size))
            continue;
        first = stale++ ? first : i;
    }
    if (stale)
        TLB_FIND(c, DTS_NAME_TAIL, tlb_at(c, "names[%u].data", first),
                 "%u of %u names have nonzero bytes after their end", stale, shape->names.count);
}

static void check_names(tlb_checker *c, const tlb_dts *shape)
{
    check_name_tails(c, shape);
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        DTS_CHECK_INDEX(c, DTS_NAME, shape->nodes.data[i].name, shape->names.count,
                        tlb_at(c, "nodes[%u].name", i), "names");
    for (uint32_t i = 0; i < shape->objects.count; i++)
        DTS_CHECK_INDEX(c, DTS_NAME, shape->objects.data[i].name, shape->names.count,
                        tlb_at(c, "objects[%u].name", i), "names");
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        DTS_CHECK_INDEX(c, DTS_NAME, shape->sequences.data[i].name, shape->names.count,
                        tlb_at(c, "sequences[%u].name", i), "names");
}

/* --- nodes and transforms ----------------------------------------------------------------------------- */

static void check_transform(tlb_checker *c, const tlb_dts *shape, const tlb_dts_transform *t,
                            const char *path)
{
    float length = 0;
    for (int i = 0; i < 4; i++) {
        float value = shape->pers.version >= 7 ? (float)t->rot16[i] / 32767 : t->rot[i];
        length += value * value;
    }
    if (!isfinite(length) || !tlb_all_finite(t->pos, 3) || !tlb_all_finite(t->scale, 3))
        TLB_FIND(c, DTS_NOT_FINITE, path, "infinite or NaN");
    else if (fabsf(sqrtf(length) - 1) > 0.001f)
        TLB_FIND(c, DTS_QUATERNION, path, "length %g, expected 1", (double)sqrtf(length));
    bool scaled = shape->pers.version <= 7 && (t->scale[0] != 1 || t->scale[1] != 1 || t->scale[2] != 1);
    if (scaled)
        TLB_FIND(c, DTS_SCALE, path, "%g %g %g", (double)t->scale[0], (double)t->scale[1],
                 (double)t->scale[2]);
}

/* Engines take node 0 for the shape's own place, whatever it is called; tools look for the name. */
static void check_bounds_node(tlb_checker *c, const tlb_dts *shape)
{
    static const char bounds[] = "bounds";
    tlb_text name = shape->nodes.count ? tlb_dts_name_at(shape, shape->nodes.data[0].name) : (tlb_text){0};
    char known[sizeof bounds] = {0};
    if (name.size && name.size < sizeof known)
        memcpy(known, name.data, name.size);
    if (shape->nodes.count && !tlb_same_nocase(known, bounds))
        TLB_FIND(c, DTS_BOUNDS_NODE, "nodes[0].name", "\"%.*s\"", (int)name.size, name.size ? name.data : "");
}

static void check_nodes(tlb_checker *c, const tlb_dts *shape)
{
    check_bounds_node(c, shape);
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        const tlb_dts_node *n = &shape->nodes.data[i];
        if (n->parent < -1 || n->parent >= (int64_t)i)
            TLB_FIND(c, DTS_PARENT, tlb_at(c, "nodes[%u].parent", i),
                     "parent %d does not come before node %u", n->parent, i);
        else if (i && n->parent == -1)
            TLB_FIND(c, DTS_ROOTS, tlb_at(c, "nodes[%u].parent", i), "-1");
        DTS_CHECK_INDEX(c, DTS_TRANSFORM, n->defaultTransform, shape->transforms.count,
                        tlb_at(c, "nodes[%u].defaultTransform", i), "transforms");
    }
    for (uint32_t i = 0; i < shape->transforms.count; i++)
        check_transform(c, shape, &shape->transforms.data[i], tlb_at(c, "transforms[%u]", i));
}

/* --- objects and details ------------------------------------------------------------------------------ */

static void check_objects(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (o->meshIndex != -1)
            DTS_CHECK_INDEX(c, DTS_OBJECT_MESH, o->meshIndex, shape->meshes.count,
                            tlb_at(c, "objects[%u].meshIndex", i), "meshes");
        DTS_CHECK_INDEX(c, DTS_OBJECT_NODE, o->nodeIndex, shape->nodes.count,
                        tlb_at(c, "objects[%u].nodeIndex", i), "nodes");
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, o->offset, 3, tlb_at(c, "objects[%u].offset", i));
    }
}

/* Two vertices and nothing else: tools and engines take the first object for the box of the shape. */
static bool is_box(const tlb_dts *shape)
{
    if (!shape->objects.count || !shape->meshes.count)
        return false;
    const tlb_dts_object *o = &shape->objects.data[0];
    const tlb_dts_mesh *m = &shape->meshes.data[0];
    char name[8] = {0};
    tlb_text text = tlb_dts_name_at(shape, o->name);
    if (text.size && text.size < sizeof name)
        memcpy(name, text.data, text.size);
    return tlb_same_nocase(name, "bounds") && !o->meshIndex && !o->nodeIndex && o->numSubSequences < 1 &&
           m->vertices.count == TLB_DTS_BOX_VERTICES && !m->faces.count && !m->textureVerts.count &&
           m->frames.count <= 1;
}

static void check_mesh_use(tlb_checker *c, const tlb_dts *shape)
{
    if (!is_box(shape))
        TLB_FIND(c, DTS_BOUNDS_OBJECT, "objects[0]", "not \"bounds\" with mesh 0 of 2 vertices on node 0");
    for (uint32_t i = 0; i < shape->objects.count; i++)
        if (shape->objects.data[i].meshIndex != (int64_t)i)
            TLB_FIND(c, DTS_MESH_USE, tlb_at(c, "objects[%u].meshIndex", i), "mesh %d of object %u",
                     shape->objects.data[i].meshIndex, i);
    if (shape->meshes.count > shape->objects.count)
        TLB_FIND(c, DTS_MESH_USE, tlb_at(c, "meshes[%u]", shape->objects.count), "no object uses it");
}

/* An object that only a sequence shows. */
static void check_hidden(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (o->flags & TLB_DTS_OBJECT_INVISIBLE && o->numSubSequences < 1)
            TLB_FIND(c, DTS_HIDDEN_OBJECT, tlb_at(c, "objects[%u].flags", i), "no track");
    }
}

static void check_details(tlb_checker *c, const tlb_dts *shape)
{
    if (!shape->details.count)
        TLB_FIND(c, DTS_NO_DETAIL, "details", "the list is empty");
    for (uint32_t i = 0; i < shape->details.count; i++) {
        const tlb_dts_detail *d = &shape->details.data[i];
        DTS_CHECK_INDEX(c, DTS_DETAIL_NODE, d->rootNode, shape->nodes.count,
                        tlb_at(c, "details[%u].rootNode", i), "nodes");
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &d->size, 1, tlb_at(c, "details[%u].size", i));
        if (d->size < 0)
            TLB_FIND(c, DTS_DETAIL_SIZE, tlb_at(c, "details[%u].size", i), "%g", (double)d->size);
        if (i && d->size > d[-1].size)
            TLB_FIND(c, DTS_DETAIL_ORDER, tlb_at(c, "details[%u].size", i), "%g after %g", (double)d->size,
                     (double)d[-1].size);
    }
    if (shape->alwaysNode != -1)
        DTS_CHECK_INDEX(c, DTS_DETAIL_NODE, shape->alwaysNode, shape->nodes.count, "alwaysNode", "nodes");
}

/* --- sequences ---------------------------------------------------------------------------------------- */

static void check_sequences(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        const tlb_dts_sequence *s = &shape->sequences.data[i];
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &s->duration, 1, tlb_at(c, "sequences[%u].duration", i));
        if (s->duration <= 0)
            TLB_FIND(c, DTS_DURATION, tlb_at(c, "sequences[%u].duration", i), "%g", (double)s->duration);
        if (s->numTriggerFrames)
            DTS_CHECK_RANGE(c, DTS_TRIGGERS, s->firstTriggerFrame, s->numTriggerFrames,
                            shape->frameTriggers.count, tlb_at(c, "sequences[%u].firstTriggerFrame", i),
                            "frame triggers");
    }
    for (uint32_t i = 0; i < shape->frameTriggers.count; i++)
        if (!(fabsf(shape->frameTriggers.data[i].pos) <= 1))
            TLB_FIND(c, DTS_TRIGGER_POSITION, tlb_at(c, "frameTriggers[%u].pos", i), "%g",
                     (double)shape->frameTriggers.data[i].pos);
}

static bool is_position(float position)
{
    return position >= 0 && position <= 1;
}

static void check_transitions(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->transitions.count; i++) {
        const tlb_dts_transition *t = &shape->transitions.data[i];
        DTS_CHECK_INDEX(c, DTS_TRANSITION, t->startSequence, shape->sequences.count,
                        tlb_at(c, "transitions[%u].startSequence", i), "sequences");
        DTS_CHECK_INDEX(c, DTS_TRANSITION, t->endSequence, shape->sequences.count,
                        tlb_at(c, "transitions[%u].endSequence", i), "sequences");
        if (!is_position(t->startPosition) || !is_position(t->endPosition))
            TLB_FIND(c, DTS_TRANSITION_POSITION, tlb_at(c, "transitions[%u]", i),
                     "from %g to %g, expected 0 to 1", (double)t->startPosition, (double)t->endPosition);
        TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &t->duration, 1, tlb_at(c, "transitions[%u].duration", i));
        check_transform(c, shape, &t->transform, tlb_at(c, "transitions[%u].transform", i));
    }
}

/* --- meshes: frames ------------------------------------------------------------------------------------ */

static void check_box(tlb_checker *c, const tlb_dts_mesh *m, const tlb_dts_frame *frame, uint32_t mesh,
                      uint32_t index)
{
    if (m->vertsPerFrame <= TLB_DTS_BOX_VERTICES)
        return;
    const uint8_t(*v)[4] = (const uint8_t(*)[4])m->vertices.data + frame->firstVert;
    uint8_t low[3] = {255, 255, 255}, high[3] = {0, 0, 0};
    for (int32_t i = TLB_DTS_BOX_VERTICES; i < m->vertsPerFrame; i++)
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = v[i][axis] < low[axis] ? v[i][axis] : low[axis];
            high[axis] = v[i][axis] > high[axis] ? v[i][axis] : high[axis];
        }
    if (memcmp(low, v[0], sizeof low) != 0 || memcmp(high, v[1], sizeof high) != 0)
        TLB_FIND(c, DTS_FRAME_BOX, tlb_at(c, "meshes[%u].vertices[%d]", mesh, frame->firstVert),
                 "frame %u: box %u %u %u to %u %u %u, but the vertices reach from %u %u %u to %u %u %u",
                 index, v[0][0], v[0][1], v[0][2], v[1][0], v[1][1], v[1][2], low[0], low[1], low[2], high[0],
                 high[1], high[2]);
    for (int axis = 0; m->pers.version >= 3 && axis < 3; axis++)
        if (frame->scale[axis] != 0 && (low[axis] != 0 || high[axis] < UINT8_MAX - 1))
            TLB_FIND(c, DTS_PACKED_RANGE, tlb_at(c, "meshes[%u].vertices[%d]", mesh, frame->firstVert),
                     "frame %u: %u to %u on axis %d", index, low[axis], high[axis], axis);
}

static void check_scale(tlb_checker *c, const tlb_dts_frame *frame, uint32_t mesh, uint32_t index)
{
    for (int axis = 0; axis < 3; axis++)
        if (frame->scale[axis] < 0)
            TLB_FIND(c, DTS_FRAME_SCALE, tlb_at(c, "meshes[%u]", mesh), "frame %u: %g on axis %d", index,
                     (double)frame->scale[axis], axis);
}

static void check_frames(tlb_checker *c, const tlb_dts_mesh *m, uint32_t mesh)
{
    uint64_t left = DTS_LEAST + (uint64_t)m->vertices.count * DTS_SHARED;
    for (uint32_t i = 0; i < tlb_dts_frame_count(m); i++) {
        tlb_dts_frame frame;
        if (!tlb_dts_frame_of(m, i, &frame))
            TLB_FIND(c, DTS_FRAME_RANGE,
                     tlb_at(c, "meshes[%u].%s", mesh, m->frames.count ? "frames" : "vertsPerFrame"),
                     "frame %u: range of %d from %d on exceeds the vertices (length %u)", i, m->vertsPerFrame,
                     frame.firstVert, m->vertices.count);
        else if (dts_afford(&left, (uint64_t)m->vertsPerFrame))
            check_box(c, m, &frame, mesh, i);
        if (!tlb_all_finite(frame.scale, 3) || !tlb_all_finite(frame.origin, 3))
            TLB_FIND(c, DTS_NOT_FINITE, tlb_at(c, "meshes[%u]", mesh), "frame %u: infinite or NaN", i);
        check_scale(c, &frame, mesh, i);
    }
}

/* --- meshes: faces ------------------------------------------------------------------------------------- */

static void check_corner(tlb_checker *c, const tlb_dts_mesh *m, uint32_t mesh, uint32_t face, int32_t vertex,
                         int32_t texture)
{
    if (!dts_is_index(vertex, (uint32_t)(m->vertsPerFrame < 0 ? 0 : m->vertsPerFrame)))
        TLB_FIND(c, DTS_FACE_VERTEX, tlb_at(c, "meshes[%u].faces[%u]", mesh, face),
                 "vertex index %d out of range; number of vertices in a frame: %d", vertex, m->vertsPerFrame);
    else if (vertex < TLB_DTS_BOX_VERTICES)
        TLB_FIND(c, DTS_FACE_BOX, tlb_at(c, "meshes[%u].faces[%u]", mesh, face), "vertex %d", vertex);
    if (m->textureVerts.count)
        DTS_CHECK_INDEX(c, DTS_FACE_VERTEX, texture, m->textureVerts.count,
                        tlb_at(c, "meshes[%u].faces[%u]", mesh, face), "texture vertices");
}

static void check_faces(tlb_checker *c, const tlb_dts *shape, const tlb_dts_mesh *m, uint32_t mesh)
{
    for (uint32_t i = 0; i < m->faces.count; i++) {
        const tlb_dts_face *face = &m->faces.data[i];
        check_corner(c, m, mesh, i, face->vertIndex0, face->texIndex0);
        check_corner(c, m, mesh, i, face->vertIndex1, face->texIndex1);
        check_corner(c, m, mesh, i, face->vertIndex2, face->texIndex2);
        if (shape->hasMaterials && face->matIndex != -1)
            DTS_CHECK_INDEX(c, DTS_FACE_MATERIAL, face->matIndex, shape->materialList.materials.count,
                            tlb_at(c, "meshes[%u].faces[%u].matIndex", mesh, i), "materials");
    }
}

static void check_meshes(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->meshes.count; i++) {
        const tlb_dts_mesh *m = &shape->meshes.data[i];
        check_frames(c, m, i);
        check_faces(c, shape, m, i);
        for (uint32_t k = 0; k < m->textureVerts.count; k++)
            TLB_CHECK_FINITE(c, DTS_NOT_FINITE, m->textureVerts.data[k], 2,
                             tlb_at(c, "meshes[%u].textureVerts[%u]", i, k));
    }
}

/* --- tracks: whose they are ---------------------------------------------------------------------------- */

typedef struct track_check {
    tlb_checker *c;
    const tlb_dts *shape;
    uint64_t tracks_left, keys_left;
    uint8_t *visited; /* for each subsequence: its own rules were applied */
} track_check;

/* Whose track it is, and what its keys may name. */
typedef struct track_owner {
    const char *list; /* "nodes", "objects", "sequences" */
    uint32_t index;
    uint32_t values;
    const char *things;
} track_owner;

/* --- tracks: their keys -------------------------------------------------------------------------------- */

static void check_order(track_check *t, const tlb_dts_sub_sequence *s)
{
    tlb_checker *c = t->c;
    uint32_t first = (uint32_t)s->firstKeyFrame;
    bool back = false;
    for (uint32_t i = first; i < first + (uint32_t)s->numKeyFrames; i++) {
        float pos = t->shape->keyFrames.data[i].pos;
        if (!isfinite(pos))
            TLB_FIND(c, DTS_NOT_FINITE, tlb_at(c, "keyFrames[%u].pos", i), "infinite or NaN");
        else if (pos < 0 || pos > 1)
            TLB_FIND(c, DTS_KEY_POSITION, tlb_at(c, "keyFrames[%u].pos", i), "%g", (double)pos);
        if (!back && i > first && pos < t->shape->keyFrames.data[i - 1].pos) {
            TLB_FIND(c, DTS_KEY_ORDER, tlb_at(c, "keyFrames[%u].pos", i), "%g after %g", (double)pos,
                     (double)t->shape->keyFrames.data[i - 1].pos);
            back = true;
        }
    }
}

static void check_values(track_check *t, const tlb_dts_sub_sequence *s, const track_owner *owner)
{
    tlb_checker *c = t->c;
    uint32_t first = (uint32_t)s->firstKeyFrame;
    bool frames = owner->list[0] == 'o', node = owner->list[0] == 'n';
    for (uint32_t i = first; i < first + (uint32_t)s->numKeyFrames; i++) {
        tlb_dts_key key = tlb_dts_key_of(t->shape, &t->shape->keyFrames.data[i]);
        if (key.value >= owner->values && (!frames || key.frameMatters))
            TLB_FIND(c, DTS_KEY_VALUE, tlb_at(c, "keyFrames[%u].key", i),
                     "index %u out of range in a track of %s[%u]; number of %s: %u", key.value, owner->list,
                     owner->index, owner->things, owner->values);
        if (node && (!key.visible || key.visibleMatters || key.materialMatters || key.material))
            TLB_FIND(c, DTS_NODE_KEY, tlb_at(c, "keyFrames[%u]", i), "in a track of nodes[%u]", owner->index);
    }
}

/* --- tracks ------------------------------------------------------------------------------------------- */

/* The rules of a track alone: once, however many share it. False when it has no keys to look at. */
static bool check_track(track_check *t, uint32_t index)
{
    tlb_checker *c = t->c;
    const tlb_dts_sub_sequence *s = &t->shape->subSequences.data[index];
    bool there = dts_within(s->firstKeyFrame, s->numKeyFrames, t->shape->keyFrames.count);
    if (t->visited[index])
        return there;
    t->visited[index] = 1;
    DTS_CHECK_INDEX(c, DTS_TRACK_SEQUENCE, s->sequenceIdx, t->shape->sequences.count,
                    tlb_at(c, "subSequences[%u].sequenceIdx", index), "sequences");
    if (!there)
        TLB_FIND(c, DTS_KEYS, tlb_at(c, "subSequences[%u].firstKeyFrame", index),
                 "range of %d from %d on exceeds keyFrames (length %u)", s->numKeyFrames, s->firstKeyFrame,
                 t->shape->keyFrames.count);
    else if (!s->numKeyFrames)
        TLB_FIND(c, DTS_TRACK_EMPTY, tlb_at(c, "subSequences[%u].numKeyFrames", index), "0");
    else if (dts_afford(&t->keys_left, (uint64_t)s->numKeyFrames))
        check_order(t, s);
    return there;
}

static void check_tracks(track_check *t, int32_t first, int32_t count, const track_owner *owner)
{
    tlb_checker *c = t->c;
    const tlb_dts *shape = t->shape;
    if (!count)
        return;
    if (!dts_within(first, count, shape->subSequences.count)) {
        TLB_FIND(c, DTS_TRACKS, tlb_at(c, "%s[%u]", owner->list, owner->index),
                 "range of %d from %d on exceeds subSequences (length %u)", count, first,
                 shape->subSequences.count);
        return;
    }
    for (int32_t i = first; i < first + count && dts_afford(&t->tracks_left, 1); i++) {
        const tlb_dts_sub_sequence *s = &shape->subSequences.data[i];
        if (i > first && owner->list[0] != 's' && s->sequenceIdx <= s[-1].sequenceIdx)
            TLB_FIND(c, DTS_TRACK_ORDER, tlb_at(c, "subSequences[%d].sequenceIdx", i),
                     "%d after %d, expected ascending order in %s[%u]", s->sequenceIdx, s[-1].sequenceIdx,
                     owner->list, owner->index);
        if (check_track(t, (uint32_t)i) && dts_afford(&t->keys_left, (uint64_t)s->numKeyFrames))
            check_values(t, s, owner);
    }
}

static void dts_check_tracks(tlb_checker *c, const tlb_dts *shape)
{
    track_check t = {.c = c, .shape = shape};
    t.tracks_left = DTS_LEAST + (uint64_t)shape->subSequences.count * DTS_SHARED;
    t.keys_left = DTS_LEAST + (uint64_t)shape->keyFrames.count * DTS_SHARED;
    t.visited = tlb_scratch(c, shape->subSequences.count, 1);
    if (!t.visited)
        return;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        check_tracks(&t, shape->nodes.data[i].firstSubSequence, shape->nodes.data[i].numSubSequences,
                     &(track_owner){"nodes", i, shape->transforms.count, "transforms"});
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (dts_is_index(o->meshIndex, shape->meshes.count))
            check_tracks(&t, o->firstSubSequence, o->numSubSequences,
                         &(track_owner){"objects", i, tlb_dts_frame_count(&shape->meshes.data[o->meshIndex]),
                                        "frames"});
    }
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        check_tracks(&t, shape->sequences.data[i].firstIFLSubSequence,
                     shape->sequences.data[i].numIFLSubSequences,
                     &(track_owner){"sequences", i, shape->materialList.materials.count, "materials"});
}

/* --- the shape ---------------------------------------------------------------------------------------- */

static void check_numbers(tlb_checker *c, const tlb_dts *shape)
{
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, &shape->radius, 1, "radius");
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, shape->center, 3, "center");
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, shape->minBounds, 3, "minBounds");
    TLB_CHECK_FINITE(c, DTS_NOT_FINITE, shape->maxBounds, 3, "maxBounds");
}

/* The shape at rest against what it says of its size. */
static void check_extent(tlb_checker *c, const tlb_dts *shape)
{
    dts_extent e;
    tlb_status status = tlb_dts_measure(c->context, shape, &e);
    if (status)
        c->status = status;
    if (status || e.box.low[0] > e.box.high[0])
        return;
    float slack = 0.01f + 0.01f * fabsf(shape->radius); /* packed positions are that coarse */
    if (e.radius > shape->radius + slack)
        TLB_FIND(c, DTS_RADIUS, "radius", "%g, but the finest detail reaches %g from the center",
                 (double)shape->radius, (double)e.radius);
    for (int axis = 0; shape->pers.version >= 8 && axis < 3; axis++)
        if (e.box.low[axis] < shape->minBounds[axis] - slack ||
            e.box.high[axis] > shape->maxBounds[axis] + slack)
            TLB_FIND(c, DTS_BOUNDS, "minBounds",
                     "%g to %g on axis %d, but the finest detail reaches from %g to %g",
                     (double)shape->minBounds[axis], (double)shape->maxBounds[axis], axis,
                     (double)e.box.low[axis], (double)e.box.high[axis]);
}

static void check_materials(tlb_checker *c, const tlb_dts *shape)
{
    uint32_t count = shape->materialList.materials.count;
    if (shape->pers.version >= 5 &&
        (shape->defaultMaterials < 0 || (uint32_t)shape->defaultMaterials > count))
        TLB_FIND(c, DTS_MATERIALS, "defaultMaterials", "%d, expected 0 to %u (number of materials)",
                 shape->defaultMaterials, count);
    if (!shape->hasMaterials || !count)
        TLB_FIND(c, DTS_NO_MATERIALS, shape->hasMaterials ? "materialList" : "hasMaterials", "no materials");
    if (shape->hasMaterials) {
        size_t outer = tlb_enter(c, "materialList.");
        tlb_dml_check_list(c, &shape->materialList);
        c->part = outer;
    }
}

tlb_status tlb_dts_check(tlb_document *document)
{
    const tlb_dts *shape = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    check_numbers(&c, shape);
    check_names(&c, shape);
    check_nodes(&c, shape);
    check_objects(&c, shape);
    check_mesh_use(&c, shape);
    check_hidden(&c, shape);
    check_details(&c, shape);
    check_sequences(&c, shape);
    check_transitions(&c, shape);
    dts_check_tracks(&c, shape);
    check_meshes(&c, shape);
    check_extent(&c, shape);
    check_materials(&c, shape);
    if (shape->tail.size)
        TLB_FIND(&c, PERS_STALE_TAIL, "tail", "bytes after the object: %zu", shape->tail.size);
    return tlb_checker_end(&c);
}
