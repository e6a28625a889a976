/* Parts added to a shape by programs, and what they need besides. */
#include "formats/darkstar/dts/dts.h"

#include "base/argument.h"
#include "formats/darkstar/dml/dml.h"

#include <math.h>
#include <string.h>

static bool is_in(const void *data, int64_t index, uint32_t count)
{
    return data && dts_is_index(index, count);
}

/* The number of a name, of equal ones the first; TLB_NONE without memory. */
static int32_t add_name(tlb_document *document, tlb_dts *shape, const char *name)
{
    char field[TLB_DTS_NAME] = {0};
    size_t size = strlen(name);
    memcpy(field, name, size < TLB_DTS_NAME ? size : TLB_DTS_NAME - 1);
    for (uint32_t i = 0; i < shape->names.count; i++)
        if (memcmp(shape->names.data[i].data, field, sizeof field) == 0)
            return (int32_t)i;
    tlb_dts_name *added = TLB_APPEND(document, &shape->names);
    if (!added)
        return TLB_NONE;
    memcpy(added->data, field, sizeof field);
    return (int32_t)shape->names.count - 1;
}

/* The number of a new transform; TLB_NONE without memory. */
static int32_t add_transform(tlb_document *document, tlb_dts *shape, const tlb_dts_placement *placement)
{
    tlb_dts_transform *added = TLB_APPEND(document, &shape->transforms);
    if (!added)
        return TLB_NONE;
    for (int axis = 0; axis < 3; axis++)
        added->scale[axis] = 1;
    tlb_dts_set_placement(shape, (int32_t)shape->transforms.count - 1, placement);
    return (int32_t)shape->transforms.count - 1;
}

bool tlb_dts_set_placement(tlb_dts *shape, int32_t transform, const tlb_dts_placement *placement)
{
    if (!shape || !placement || !is_in(shape->transforms.data, transform, shape->transforms.count))
        return false;
    tlb_dts_transform *t = &shape->transforms.data[transform];
    float turn[4];
    memcpy(turn, placement->rotation, sizeof turn);
    tlb_dts_make_unit(turn);
    for (int i = 0; i < 4; i++) {
        t->rot[i] = i < 3 ? 0 - turn[i] : turn[i];
        t->rot16[i] = (int16_t)roundf(t->rot[i] * INT16_MAX);
    }
    memcpy(t->pos, placement->translation, sizeof t->pos);
    return true;
}

/* --- nodes, objects, details --------------------------------------------------------------------------- */

tlb_dts_node *tlb_dts_add_node(tlb_document *document, const char *name, int32_t parent)
{
    tlb_dts *shape = tlb_document_dts(document);
    if (!shape || !name || (parent != TLB_NONE && !is_in(shape->nodes.data, parent, shape->nodes.count)))
        return NULL;
    int32_t text = add_name(document, shape, name);
    int32_t transform = text < 0 ? TLB_NONE : add_transform(document, shape, &DTS_NO_MOVE);
    tlb_dts_node *node = transform < 0 ? NULL : TLB_APPEND(document, &shape->nodes);
    if (node)
        *node = (tlb_dts_node){.name = text, .parent = parent, .defaultTransform = transform};
    return node;
}

tlb_dts_object *tlb_dts_add_object(tlb_document *document, const char *name, int32_t node, int32_t mesh)
{
    tlb_dts *shape = tlb_document_dts(document);
    if (!shape || !name || !is_in(shape->nodes.data, node, shape->nodes.count) ||
        !is_in(shape->meshes.data, mesh, shape->meshes.count))
        return NULL;
    int32_t text = add_name(document, shape, name);
    tlb_dts_object *object = text < 0 || text > INT16_MAX ? NULL : TLB_APPEND(document, &shape->objects);
    if (!object)
        return NULL;
    *object = (tlb_dts_object){.name = (int16_t)text, .meshIndex = mesh, .nodeIndex = node};
    for (int i = 0; i < 9; i += 4)
        object->offsetRot[i] = 1;
    return object;
}

tlb_dts_detail *tlb_dts_add_detail(tlb_document *document, int32_t rootNode, float size)
{
    tlb_dts *shape = tlb_document_dts(document);
    if (!shape || !isfinite(size) || !is_in(shape->nodes.data, rootNode, shape->nodes.count) ||
        !TLB_APPEND(document, &shape->details))
        return NULL;
    uint32_t at = shape->details.count - 1;
    for (; at && shape->details.data[at - 1].size < size; at--)
        shape->details.data[at] = shape->details.data[at - 1];
    shape->details.data[at] = (tlb_dts_detail){rootNode, size};
    return &shape->details.data[at];
}

/* --- materials ----------------------------------------------------------------------------------------- */

/* The last of each detail; those of the first are returned. */
tlb_dml_material *tlb_dts_add_material(tlb_document *document, const char *file)
{
    tlb_dts *shape = tlb_document_dts(document);
    if (!shape || !file)
        return NULL;
    tlb_dml_list *list = &shape->materialList;
    uint64_t count = (uint64_t)list->numDetails * list->numMaterials;
    if (!list->numDetails || list->materials.count != count || count + list->numDetails > UINT32_MAX)
        return NULL;
    uint32_t each = list->numMaterials + 1;
    tlb_dml_material *all = tlb_alloc_array(&document->arena, (size_t)list->numDetails * each, sizeof *all);
    if (!all)
        return NULL;
    for (uint32_t i = 0; i < list->numDetails; i++) {
        tlb_dml_material *added = &all[(size_t)i * each + list->numMaterials];
        if (list->numMaterials)
            memcpy(all + (size_t)i * each, list->materials.data + (size_t)i * list->numMaterials,
                   list->numMaterials * sizeof *all);
        *added = (tlb_dml_material){.flags = TLB_DML_TEXTURE | TLB_DML_SHADING_SMOOTH, .useDefaultProps = 1};
        strncpy(added->file, file, sizeof added->file - 1);
    }
    shape->defaultMaterials += shape->defaultMaterials == (int64_t)list->numMaterials;
    list->materials.data = all;
    list->materials.count = list->numDetails * each;
    list->numMaterials = each;
    shape->hasMaterials = 1;
    return &all[each - 1];
}

/* --- meshes -------------------------------------------------------------------------------------------- */

tlb_dts_mesh *tlb_dts_add_mesh(tlb_document *document)
{
    tlb_dts *shape = tlb_document_dts(document);
    tlb_dts_mesh *mesh = shape ? TLB_APPEND(document, &shape->meshes) : NULL;
    if (mesh)
        tlb_dts_default_mesh(document, mesh);
    return mesh;
}

/* Vertices for another frame, the first of them at `first`. */
static tlb_dts_packed_vertex *add_vertices(tlb_document *document, tlb_dts_mesh *mesh, uint32_t count)
{
    tlb_dts_packed_vertex *all =
        tlb_alloc_array(&document->arena, (size_t)mesh->vertices.count + count, sizeof *all);
    if (!all)
        return NULL;
    if (mesh->vertices.count)
        memcpy(all, mesh->vertices.data, mesh->vertices.count * sizeof *all);
    mesh->vertices.data = all;
    mesh->vertices.count += count;
    return all + mesh->vertices.count - count;
}

tlb_dts_frame *tlb_dts_add_frame(tlb_document *document, tlb_dts_mesh *mesh, const tlb_vec3 *positions,
                                 const tlb_vec3 *normals, uint32_t count)
{
    static const float up[3] = {0, 0, 1};
    bool fits = mesh && positions && count && count <= INT32_MAX / 4 && mesh->pers.version >= 3 &&
                mesh->vertices.count <= INT32_MAX / 2 &&
                (!mesh->frames.count || mesh->vertsPerFrame == (int32_t)count + TLB_DTS_BOX_VERTICES);
    tlb_box box = tlb_box_empty();
    for (uint32_t i = 0; fits && i < count; i++) {
        fits = tlb_all_finite(positions[i], 3);
        tlb_box_add(&box, positions[i]);
    }
    if (!fits || !tlb_document_dts(document))
        return NULL;
    tlb_dts_frame *frame = TLB_APPEND(document, &mesh->frames);
    tlb_dts_packed_vertex *out = frame ? add_vertices(document, mesh, count + TLB_DTS_BOX_VERTICES) : NULL;
    if (!out) {
        mesh->frames.count -= frame != NULL;
        return NULL;
    }
    const float corners[TLB_DTS_BOX_VERTICES][3] = {{box.low[0], box.low[1], box.low[2]},
                                                    {box.high[0], box.high[1], box.high[2]}};
    memset(out, 0, TLB_DTS_BOX_VERTICES * sizeof *out);
    tlb_dts_pack_points(corners, TLB_DTS_BOX_VERTICES, &box, frame, out);
    tlb_dts_pack_points(positions, count, &box, frame, out + TLB_DTS_BOX_VERTICES);
    for (uint32_t i = 0; i < count; i++)
        out[TLB_DTS_BOX_VERTICES + i][3] = tlb_dts_pack_normal(normals ? normals[i] : up);
    mesh->vertsPerFrame = (int32_t)count + TLB_DTS_BOX_VERTICES;
    frame->firstVert = (int32_t)(mesh->vertices.count - (uint32_t)mesh->vertsPerFrame);
    mesh->radius = tlb_dts_mesh_radius(mesh);
    return frame;
}

tlb_dts_face *tlb_dts_add_face(tlb_document *document, tlb_dts_mesh *mesh, const uint32_t vertices[3],
                               const uint32_t textureVertices[3], int32_t material)
{
    if (!tlb_document_dts(document) || !mesh || !vertices)
        return NULL;
    const uint32_t *uv = textureVertices ? textureVertices : vertices;
    for (int i = 0; i < 3; i++)
        if (vertices[i] > INT32_MAX - TLB_DTS_BOX_VERTICES || uv[i] > INT32_MAX)
            return NULL;
    tlb_dts_face *face = TLB_APPEND(document, &mesh->faces);
    if (face)
        *face = (tlb_dts_face){(int32_t)vertices[0] + TLB_DTS_BOX_VERTICES,
                               (int32_t)uv[0],
                               (int32_t)vertices[1] + TLB_DTS_BOX_VERTICES,
                               (int32_t)uv[1],
                               (int32_t)vertices[2] + TLB_DTS_BOX_VERTICES,
                               (int32_t)uv[2],
                               material};
    return face;
}

/* --- sequences ----------------------------------------------------------------------------------------- */

tlb_dts_sequence *tlb_dts_add_sequence(tlb_document *document, const char *name, float duration)
{
    tlb_dts *shape = tlb_document_dts(document);
    if (!shape || !name || !isfinite(duration))
        return NULL;
    int32_t text = add_name(document, shape, name);
    tlb_dts_sequence *sequence = text < 0 ? NULL : TLB_APPEND(document, &shape->sequences);
    if (sequence)
        *sequence = (tlb_dts_sequence){.name = text, .duration = duration};
    return sequence;
}

static void shift(int32_t *first, int32_t count, int32_t from)
{
    *first += count > 0 && *first >= from;
}

/* Makes place for one of a node's tracks, which are consecutive and ascending: those of others move on. */
static tlb_dts_sub_sequence *insert_track(tlb_document *document, tlb_dts *shape, tlb_dts_node *node,
                                          int32_t sequence)
{
    int32_t at = node->numSubSequences > 0 ? node->firstSubSequence : (int32_t)shape->subSequences.count;
    int32_t end = node->numSubSequences > 0 ? at + node->numSubSequences : at, first = at;
    const tlb_dts_sub_sequence *tracks = shape->subSequences.data;
    if (!dts_within(at, end - at, shape->subSequences.count))
        return NULL;
    while (at < end && tracks[at].sequenceIdx < sequence)
        at++;
    if ((at < end && tracks[at].sequenceIdx == sequence) || !TLB_APPEND(document, &shape->subSequences))
        return NULL;
    for (int32_t i = (int32_t)shape->subSequences.count - 1; i > at; i--)
        shape->subSequences.data[i] = shape->subSequences.data[i - 1];
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        shift(&shape->nodes.data[i].firstSubSequence, shape->nodes.data[i].numSubSequences, at);
    for (uint32_t i = 0; i < shape->objects.count; i++)
        shift(&shape->objects.data[i].firstSubSequence, shape->objects.data[i].numSubSequences, at);
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        shift(&shape->sequences.data[i].firstIFLSubSequence, shape->sequences.data[i].numIFLSubSequences, at);
    node->firstSubSequence = first;
    node->numSubSequences = end - first + 1;
    return &shape->subSequences.data[at];
}

/* Evenly from 0 to 1, all at rest. */
static bool add_keys(tlb_document *document, tlb_dts *shape, const tlb_dts_node *node, uint32_t count)
{
    tlb_dts_placement rest = tlb_dts_placement_of(shape, node->defaultTransform);
    for (uint32_t i = 0; i < count; i++) {
        int32_t transform = add_transform(document, shape, &rest);
        tlb_dts_key_frame *key = transform < 0 ? NULL : TLB_APPEND(document, &shape->keyFrames);
        if (!key)
            return false;
        *key = (tlb_dts_key_frame){count > 1 ? (float)i / (float)(count - 1) : 0, (uint32_t)transform, 0};
    }
    return true;
}

tlb_dts_key_frame *tlb_dts_add_track(tlb_document *document, int32_t node, int32_t sequence, uint32_t keys)
{
    tlb_dts *shape = tlb_document_dts(document);
    if (!shape || !keys || keys > INT16_MAX || shape->keyFrames.count > INT32_MAX - keys ||
        !is_in(shape->nodes.data, node, shape->nodes.count) ||
        !is_in(shape->sequences.data, sequence, shape->sequences.count))
        return NULL;
    tlb_dts_node *owner = &shape->nodes.data[node];
    uint32_t first = shape->keyFrames.count;
    tlb_dts_sub_sequence *track =
        add_keys(document, shape, owner, keys) ? insert_track(document, shape, owner, sequence) : NULL;
    if (!track) {
        shape->keyFrames.count = first;
        return NULL;
    }
    *track = (tlb_dts_sub_sequence){sequence, (int32_t)keys, (int32_t)first};
    return &shape->keyFrames.data[first];
}
