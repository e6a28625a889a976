/* The rules of IQE, in the order of its description. */
#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"

#include "base/index.h"
#include "core/checker.h"

/* A document's commands being checked, one after the other. */
typedef struct iqe_checking {
    tlb_checker c; /* its part is the command */
    const tlb_iqe *iqe;
    uint32_t defined, mesh_first; /* vertexes so far, and before the last "mesh" */
    uint32_t meshes, faces;
    uint32_t formats;           /* types that a vertexarray defines, by bit */
    uint32_t joint;             /* joints so far */
    bool animated, framed;      /* an animation has begun, and a frame of it */
    uint32_t poses, base_poses; /* of this frame; before any animation */
    uint32_t frame;             /* the command that began it */
} iqe_checking;

static void check_numbers(iqe_checking *k, const float *values, uint32_t count, const char *field)
{
    if (!tlb_all_finite(values, count))
        TLB_FIND(&k->c, IQE_NOT_FINITE, tlb_at(&k->c, ".%s", field), "infinite or NaN");
}

/* --- vertexes and their arrays ----------------------------------------------------------------------- */

static void check_weights(iqe_checking *k, const iqe_line *line)
{
    enum { KEPT = 4 };
    const float rounding = 0.01f;
    const tlb_iqe_weight *w = line->items;
    uint32_t count = line->as.span.count, joints = k->iqe->joint.count;
    float sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        check_numbers(k, &w[i].weight, 1, "weights");
        if (w[i].index < 0 || (joints && (uint32_t)w[i].index >= joints))
            TLB_FIND(&k->c, IQE_BLEND_INDEX, tlb_at(&k->c, ".weights[%u].index", i),
                     "joint index %d out of range; number of joints: %u", w[i].index, joints);
        if (w[i].weight < 0)
            TLB_FIND(&k->c, IQE_BLEND_WEIGHT, tlb_at(&k->c, ".weights[%u].weight", i),
                     "%g, expected 0 or more", (double)w[i].weight);
        sum += w[i].weight;
    }
    if (count && fabsf(sum - 1) > rounding)
        TLB_FIND(&k->c, IQE_BLEND_WEIGHT, tlb_at(&k->c, "%s", ""), "the weights add up to %g, expected 1",
                 (double)sum);
    if (count > KEPT)
        TLB_FIND(&k->c, IQE_BLEND_COUNT, tlb_at(&k->c, "%s", ""), "number of joints: %u, expected at most 4",
                 count);
}

static void check_vertex(iqe_checking *k, const iqe_line *line)
{
    switch (tlb_iqe_commands[line->word].kind) {
    case IQE_VECTOR:
        check_numbers(k, line->as.vector, tlb_iqe_commands[line->word].most, "values");
        k->defined += line->word == TLB_IQE_VP;
        break;
    case IQE_TANGENT:
        check_numbers(k, line->as.tangent.values, line->as.tangent.count, "values");
        break;
    case IQE_WEIGHTS:
        check_weights(k, line);
        break;
    default:
        break;
    }
}

static void check_lengths(iqe_checking *k)
{
    const tlb_iqe *x = k->iqe;
    const struct {
        uint32_t word, count;
    } arrays[] = {
        {TLB_IQE_VT, x->vt.count},       {TLB_IQE_VN, x->vn.count},       {TLB_IQE_VX, x->vx.count},
        {TLB_IQE_VB, x->vb.count},       {TLB_IQE_VC, x->vc.count},       {TLB_IQE_VS, x->vs.count},
        {TLB_IQE_V0, x->v[0].count},     {TLB_IQE_V0 + 1, x->v[1].count}, {TLB_IQE_V0 + 2, x->v[2].count},
        {TLB_IQE_V0 + 3, x->v[3].count}, {TLB_IQE_V0 + 4, x->v[4].count}, {TLB_IQE_V0 + 5, x->v[5].count},
        {TLB_IQE_V0 + 6, x->v[6].count}, {TLB_IQE_V0 + 7, x->v[7].count}, {TLB_IQE_V0 + 8, x->v[8].count},
        {TLB_IQE_V9, x->v[9].count}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        const char *word = tlb_iqe_commands[arrays[i].word].word;
        if (arrays[i].count && arrays[i].count != x->vp.count)
            TLB_FIND(&k->c, IQE_ARRAY_LENGTH, tlb_at(&k->c, "commands"), "%u %s, but %u vp", arrays[i].count,
                     word, x->vp.count);
        uint32_t type = IQ_ATTRIBUTES + arrays[i].word - TLB_IQE_V0;
        if (arrays[i].word >= TLB_IQE_V0 && arrays[i].word <= TLB_IQE_V9 && arrays[i].count &&
            !(k->formats >> type & 1))
            TLB_FIND(&k->c, IQE_CUSTOM_FORMAT, tlb_at(&k->c, "commands"), "%s has no vertexarray %s", word,
                     tlb_iqe_type_name(type));
    }
}

static void check_format(iqe_checking *k, const tlb_iqe_vertexarray *x)
{
    uint32_t type;
    iq_format format;
    bool given = tlb_iqe_read_format(x, &type, &format);
    if (type == IQ_TYPES)
        TLB_FIND(&k->c, IQE_VERTEXARRAY, tlb_at(&k->c, ".type"), "unknown type \"%.*s\"",
                 (int)(x->type.size < 40 ? x->type.size : 40), x->type.data);
    else if (tlb_iqe_find_component(x->component) == TLB_IQM_FORMATS)
        TLB_FIND(&k->c, IQE_VERTEXARRAY, tlb_at(&k->c, ".component"), "unknown format \"%.*s\"",
                 (int)(x->component.size < 40 ? x->component.size : 40), x->component.data);
    else if (x->size < 1 || x->size > 4)
        TLB_FIND(&k->c, IQE_VERTEXARRAY, tlb_at(&k->c, ".size"), "size %d, expected 1 to 4", x->size);
    if (given && k->formats >> type & 1)
        TLB_FIND(&k->c, IQE_VERTEXARRAY_TWICE, tlb_at(&k->c, ".type"), "%s", tlb_iqe_type_name(type));
    k->formats |= given ? 1u << type : 0;
}

/* --- meshes ------------------------------------------------------------------------------------------ */

static void end_mesh(iqe_checking *k)
{
    bool faces = k->iqe->fa.count || k->iqe->fm.count;
    uint32_t count = k->defined - k->mesh_first;
    if (!faces && count % 3)
        TLB_FIND(&k->c, IQE_LEFT_OVER, tlb_at(&k->c, "commands"),
                 "number of vertices in the mesh before: %u, expected a multiple of 3", count);
    k->mesh_first = k->defined;
}

/* A corner as a vertex of the file; false: there is none. */
static bool resolve(const iqe_checking *k, int32_t index, bool of_mesh, int64_t *vertex)
{
    *vertex = index < 0 ? (int64_t)k->defined + index : (int64_t)index + (of_mesh ? k->mesh_first : 0);
    return *vertex >= 0 && *vertex < k->iqe->vp.count;
}

static void check_flags(iqe_checking *k, uint32_t face, uint32_t corners)
{
    const tlb_iqe *x = k->iqe;
    if (x->fs.count && face < x->fs.count && x->fs.data[face].count != corners)
        TLB_FIND(&k->c, IQE_EDGE_FLAGS, tlb_at(&k->c, "%s", ""), "number of corners: %u, of flags: %u",
                 corners, x->fs.data[face].count);
}

static void check_face(iqe_checking *k, const iqe_line *line)
{
    const int32_t *indices = line->items;
    uint32_t count = line->as.span.count;
    bool of_mesh = line->word == TLB_IQE_FM;
    if (count < 3)
        TLB_FIND(&k->c, IQE_FEW_CORNERS, tlb_at(&k->c, ".indices"),
                 "number of corners: %u, expected 3 or more", count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t vertex, next;
        if (!resolve(k, indices[i], of_mesh, &vertex))
            TLB_FIND(&k->c, IQE_INDEX, tlb_at(&k->c, ".indices[%u]", i),
                     "vertex index %d out of range; number of vertices defined before: %u, in all: %u",
                     indices[i], k->defined - (of_mesh ? k->mesh_first : 0), k->iqe->vp.count);
        else if (resolve(k, indices[(i + 1) % count], of_mesh, &next) && next == vertex && count > 1)
            TLB_FIND(&k->c, IQE_REPEATED_CORNER, tlb_at(&k->c, ".indices[%u]", i), "vertex %d is repeated",
                     indices[i]);
    }
    check_flags(k, k->faces++, count);
}

static void check_smoothing(iqe_checking *k, const iqe_line *line)
{
    const char *field = tlb_iqe_commands[line->word].field;
    bool angle = line->word == TLB_IQE_SMOOTHANGLE;
    if (tlb_iqe_commands[line->word].kind != IQE_NUMBER)
        return;
    check_numbers(k, &line->as.number, 1, field);
    if (angle && (line->as.number < 0 || line->as.number > 180))
        TLB_FIND(&k->c, IQE_SMOOTHING, tlb_at(&k->c, ".%s", field), "angle %g, expected 0 to 180",
                 (double)line->as.number);
}

/* --- poses ------------------------------------------------------------------------------------------- */

static void check_pose(iqe_checking *k, const iqe_line *line)
{
    const double rounding = 0.01;
    const tlb_iqe_pose *pose = &line->as.pose;
    float channels[10];
    check_numbers(k, pose->values, TLB_IQE_POSE, "values");
    bool usable = tlb_iqe_channels((tlb_iqe_word)line->word, pose, channels);
    double square = 1;
    if (line->word == TLB_IQE_PQ)
        for (int i = 3; i < 7; i++)
            square = (i == 3 ? 0 : square) + (double)pose->values[i] * (double)pose->values[i];
    if (!usable || fabs(square - 1) > rounding)
        TLB_FIND(&k->c, IQE_ROTATION, tlb_at(&k->c, ".values"), "length %g, expected 1",
                 usable ? sqrt(square) : 0);
    if (channels[7] == 0 || channels[8] == 0 || channels[9] == 0)
        TLB_FIND(&k->c, IQE_SCALE, tlb_at(&k->c, ".values"), "%g %g %g", (double)channels[7],
                 (double)channels[8], (double)channels[9]);
    if (k->animated)
        k->poses++;
    else
        k->base_poses++;
}

/* --- animations -------------------------------------------------------------------------------------- */

static void check_frame(iqe_checking *k)
{
    uint32_t joints = k->iqe->joint.count;
    size_t outer = k->c.part;
    k->c.part = 0; /* the diagnostic belongs to the frame's own command */
    if (k->animated && k->poses && joints && k->poses != joints)
        TLB_FIND(&k->c, IQE_FRAME_POSES, tlb_at(&k->c, "commands[%u]", k->frame),
                 "number of poses: %u, of joints: %u", k->poses, joints);
    k->c.part = outer;
    k->poses = 0;
}

static void check_animation(iqe_checking *k, const iqe_line *line, uint32_t command)
{
    if (line->word == TLB_IQE_ANIMATION || line->word == TLB_IQE_FRAME) {
        if (k->animated && k->framed && !k->poses)
            TLB_FIND(&k->c, IQE_FRAME_EMPTY, tlb_at(&k->c, "%s", ""),
                     "the frame of commands[%u] has no poses", k->frame);
        check_frame(k);
        k->framed = line->word == TLB_IQE_FRAME;
        k->frame = command;
    }
    if (line->word == TLB_IQE_ANIMATION)
        k->animated = true;
    else if (!k->animated)
        TLB_FIND(&k->c, IQE_NO_ANIMATION, tlb_at(&k->c, "%s", ""), "\"%s\"",
                 tlb_iqe_commands[line->word].word);
    if (line->word != TLB_IQE_FRAMERATE)
        return;
    check_numbers(k, &line->as.number, 1, "n");
    if (!(line->as.number >= 0))
        TLB_FIND(&k->c, IQE_RATE, tlb_at(&k->c, ".n"), "%g frames per second", (double)line->as.number);
}

/* --- joints ------------------------------------------------------------------------------------------ */

static void check_joint(iqe_checking *k, const iqe_line *line)
{
    int32_t parent = line->as.joint.parent;
    uint32_t joint = k->joint++, joints = k->iqe->joint.count;
    if (parent >= 0 && ((uint32_t)parent >= joints || (uint32_t)parent == joint))
        TLB_FIND(&k->c, IQE_JOINT_PARENT, tlb_at(&k->c, ".parent"),
                 "parent %d of joint %u; number of joints: %u", parent, joint, joints);
    else if (parent > (int32_t)joint)
        TLB_FIND(&k->c, IQE_JOINT_ORDER, tlb_at(&k->c, ".parent"), "joint %u comes before its parent %d",
                 joint, parent);
}

/* Each joint is looked at once: 1 on the way up, 2 known to lead to a root. */
static void check_circles(iqe_checking *k)
{
    uint32_t count = k->iqe->joint.count;
    uint8_t *state = tlb_scratch(&k->c, count, 1);
    const tlb_iqe_joint *joints = k->iqe->joint.data;
    for (uint32_t i = 0; i < count && state; i++) {
        uint32_t at = i;
        while (at < count && !state[at]) {
            state[at] = 1;
            at = joints[at].parent < 0 ? count : (uint32_t)joints[at].parent;
        }
        if (at < count && state[at] == 1 && (uint32_t)joints[at].parent != at)
            TLB_FIND(&k->c, IQE_JOINT_PARENT, tlb_at(&k->c, "commands"), "joint %u is its own ancestor", at);
        for (at = i; at < count && state[at] == 1; at = (uint32_t)joints[at].parent)
            state[at] = 2;
    }
}

static void check_names(iqe_checking *k)
{
    tlb_index names = {0};
    for (uint32_t i = 0; i < k->iqe->joint.count && !k->c.status; i++) {
        tlb_text name = k->iqe->joint.data[i].name;
        int32_t *known = tlb_index_find(&names, &k->c.arena, name.size ? name.data : "", name.size);
        if (!known)
            k->c.status = tlb_report_memory(k->c.context, &k->c.arena);
        else if (*known == TLB_INDEX_NEW)
            *known = (int32_t)i;
        else
            TLB_FIND(&k->c, IQE_JOINT_NAME, tlb_at(&k->c, "commands"),
                     "joints %d and %u are both named \"%.*s\"", *known, i,
                     (int)(name.size < 40 ? name.size : 40), name.data);
    }
}

static void check_skeleton(iqe_checking *k)
{
    uint32_t joints = k->iqe->joint.count;
    bool poses = k->iqe->pq.count || k->iqe->pm.count || k->iqe->pa.count;
    if (joints != k->base_poses && (joints || poses) &&
        !(k->iqe->animation.count && !k->base_poses && !joints))
        TLB_FIND(&k->c, IQE_BASE_POSES, tlb_at(&k->c, "commands"), "number of joints: %u, of base poses: %u",
                 joints, k->base_poses);
    check_circles(k);
    check_names(k);
}

/* --- all --------------------------------------------------------------------------------------------- */

static void check_command(iqe_checking *k, const iqe_line *line, uint32_t command)
{
    switch (line->word) {
    case TLB_IQE_VERTEXARRAY:
        check_format(k, &line->as.vertexarray);
        break;
    case TLB_IQE_MESH:
        end_mesh(k);
        k->meshes++;
        break;
    case TLB_IQE_MATERIAL:
        if (!k->meshes)
            TLB_FIND(&k->c, IQE_MATERIAL, tlb_at(&k->c, "%s", ""), "there is no mesh before it");
        if (line->as.text.size)
            tlb_check_file(&k->c, "texture", line->as.text.data, tlb_iqm_texture_extensions,
                           tlb_at(&k->c, ".name"));
        break;
    case TLB_IQE_FA:
    case TLB_IQE_FM:
        check_face(k, line);
        break;
    case TLB_IQE_SMOOTHUV:
    case TLB_IQE_SMOOTHGROUP:
    case TLB_IQE_SMOOTHANGLE:
        check_smoothing(k, line);
        break;
    case TLB_IQE_PQ:
    case TLB_IQE_PM:
    case TLB_IQE_PA:
        check_pose(k, line);
        break;
    case TLB_IQE_JOINT:
        check_joint(k, line);
        break;
    case TLB_IQE_ANIMATION:
    case TLB_IQE_LOOP:
    case TLB_IQE_FRAMERATE:
    case TLB_IQE_FRAME:
        check_animation(k, line, command);
        break;
    case TLB_IQE_UNKNOWN:
        TLB_FIND(&k->c, IQE_UNKNOWN, tlb_at(&k->c, "%s", ""), "\"%.*s\"",
                 (int)(line->as.text.size < 40 ? line->as.text.size : 40), line->as.text.data);
        break;
    default:
        check_vertex(k, line);
        break;
    }
}

static void check_header(iqe_checking *k, const iqe_root *root)
{
    uint32_t at = root->iqe.header_spelling;
    if (at && root->spellings.data[at - 1] != '#')
        TLB_FIND(&k->c, IQE_HEADER, "header.text",
                 "the reference compiler accepts it, the specification does not");
    if (root->extra_count)
        TLB_FIND(&k->c, IQE_EXTRA, tlb_at(&k->c, "commands[%u]", root->extra_first),
                 "lines with words after the last argument: %u; this is the first", root->extra_count);
}

static void check_whole(iqe_checking *k)
{
    const tlb_iqe *x = k->iqe;
    uint32_t faces = x->fa.count + x->fm.count;
    if (x->fs.count && x->fs.count != faces)
        TLB_FIND(&k->c, IQE_EDGE_FLAGS, tlb_at(&k->c, "commands"), "number of fs: %u, of faces: %u",
                 x->fs.count, faces);
    if (x->vn.count &&
        (x->fs.count || x->vs.count || x->smoothangle.count || x->smoothgroup.count || x->smoothuv.count))
        TLB_FIND(&k->c, IQE_SMOOTHING_UNUSED, tlb_at(&k->c, "commands"), "number of vn: %u", x->vn.count);
    if (!faces && x->vp.count < 3 && !x->animation.count)
        TLB_FIND(&k->c, IQE_NO_MODEL, tlb_at(&k->c, "%s", ""), "number of vertices: %u, and no faces",
                 x->vp.count);
    check_lengths(k);
}

tlb_status tlb_iqe_check(tlb_document *document)
{
    const iqe_root *root = document->root;
    tlb_status status = tlb_iqe_check_whole(document->context, &root->iqe);
    if (status)
        return status;
    iqe_checking k = {.c = tlb_checker_start(document->context, root), .iqe = &root->iqe};
    k.c.assets = document->assets;
    iqe_cursor cursor = {.iqe = k.iqe};
    iqe_line line;
    check_header(&k, root);
    while (tlb_iqe_next(&cursor, &line)) {
        size_t outer = tlb_enter(&k.c, "commands[%u]", cursor.command - 1);
        check_command(&k, &line, cursor.command - 1);
        k.c.part = outer;
    }
    end_mesh(&k);
    check_frame(&k);
    check_skeleton(&k);
    check_whole(&k);
    return tlb_checker_end(&k.c);
}
