/* The layout of IQM files: a header of counts and offsets, and the parts that stand there. */
#include "formats/interquake/iqm/iqm.h"

#include "layout/fields.h"

/* Goes to where a part stands; one of no size stands nowhere. When reading, w->user counts the bytes that
 * parts have taken: more than there are in the file means that they overlap, and memory would grow out of
 * proportion. */
static void go(tlb_walk *w, const char *name, uint64_t offset, uint64_t size)
{
    if (!size || w->status)
        return;
    tlb_walk_seek(w, name, offset);
    if (w->direction != WALK_READ || w->status)
        return;
    uint64_t *taken = w->user, total = (uint64_t)(w->end - w->start);
    if (size > (uint64_t)(w->end - w->at))
        tlb_walk_short(w, name, size);
    else if ((*taken += size) > total)
        tlb_walk_fail(w, TLB_CODE_IQM_OVERLAP, name, "the parts of the file have more bytes than the file");
}

static bool text_at(const void *iqm, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_iqm *x = iqm;
    return tlb_names_in_block(x->text.data, x->text.size, i, name, next);
}

static bool joint_at(const void *iqm, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_iqm *x = iqm;
    *next = i + 1;
    if (i >= x->joints.count)
        return false;
    name->data = tlb_iqm_name(x, x->joints.data[i].name);
    name->size = (uint32_t)strlen(name->data);
    return true;
}

static const tlb_naming texts = {"name", .texts = true, .at = text_at};
static const tlb_naming joints = {"joint", .at = joint_at, .indirect = true};

static void walk_mesh(tlb_walk *w, const tlb_iqm *x, tlb_iqm_mesh *m)
{
    walk_refers(w, &texts, x);
    WALK(w, m, name);
    walk_refers(w, &texts, x);
    WALK(w, m, material);
    WALK(w, m, first_vertex);
    WALK(w, m, num_vertexes);
    WALK(w, m, first_triangle);
    WALK(w, m, num_triangles);
}

static const tlb_type value_types[TLB_IQM_FORMATS] = {TLB_I8,  TLB_U8,  TLB_I16, TLB_U16, TLB_I32,
                                                      TLB_U32, TLB_U16, TLB_F32, TLB_F64};

static void walk_values(tlb_walk *w, const tlb_iqm *x, tlb_iqm_vertexarray *a)
{
    if (a->format >= TLB_IQM_FORMATS || a->size - 1 >= TLB_IQM_COMPONENTS)
        return;
    uint32_t rows = x->num_vertexes;
    go(w, "values", a->offset, tlb_iqm_values_size(x, a));
    a->values = tlb_walk_borrowed(w, "values", a->values, &rows, a->size, value_types[a->format]);
    if (rows != x->num_vertexes)
        tlb_walk_fault(w, "values", "length %u, expected num_vertexes %u", rows, x->num_vertexes);
}

static void walk_vertexarray(tlb_walk *w, const tlb_iqm *x, tlb_iqm_vertexarray *a, bool same_vertexes)
{
    const tlb_iqm_vertexarray held = *a;
    WALK(w, a, type);
    WALK(w, a, flags);
    WALK(w, a, format);
    WALK(w, a, size);
    WALK(w, a, offset);
    if (!same_vertexes || a->format != held.format || a->size != held.size)
        a->values = NULL;
    walk_values(w, x, a);
}

static void walk_vertexarrays(tlb_walk *w, tlb_iqm *x, bool same_vertexes)
{
    go(w, "vertexarrays", x->ofs_vertexarrays, (uint64_t)x->vertexarrays.count * IQM_VERTEXARRAY);
    WALK_BLOCKS(w, x, vertexarrays, IQM_VERTEXARRAY, i) {
        tlb_walk_seek(w, NULL, x->ofs_vertexarrays + (uint64_t)i * IQM_VERTEXARRAY);
        walk_vertexarray(w, x, &x->vertexarrays.data[i], same_vertexes);
    }
}

static void walk_joint(tlb_walk *w, const tlb_iqm *x, tlb_iqm_joint *j)
{
    walk_refers(w, &texts, x);
    WALK(w, j, name);
    walk_refers(w, &joints, x);
    WALK(w, j, parent);
    WALK_ROW(w, j, translate);
    walk_row(w, "rotate", TLB_F32, j->rotate, iqm_rotations(x));
    if (x->version == 1 && w->direction != WALK_WRITE)
        j->rotate[3] = tlb_iqm_implied_w(j->rotate);
    WALK_ROW(w, j, scale);
}

static void walk_pose(tlb_walk *w, const tlb_iqm *x, tlb_iqm_pose *p)
{
    walk_refers(w, &joints, x);
    WALK(w, p, parent);
    WALK(w, p, channelmask);
    walk_row(w, "channeloffset", TLB_F32, p->channeloffset, iqm_channels(x));
    walk_row(w, "channelscale", TLB_F32, p->channelscale, iqm_channels(x));
}

static const tlb_flag anim_flags[] = {{"loop", TLB_IQM_LOOP, TLB_IQM_LOOP}, {0}};

static void walk_anim(tlb_walk *w, const tlb_iqm *x, tlb_iqm_anim *a)
{
    walk_refers(w, &texts, x);
    WALK(w, a, name);
    WALK(w, a, first_frame);
    WALK(w, a, num_frames);
    WALK(w, a, framerate);
    WALK_FLAGS(w, a, flags, anim_flags);
}

static void walk_bounds(tlb_walk *w, tlb_iqm_bounds *b)
{
    WALK_ROW(w, b, bbmin);
    WALK_ROW(w, b, bbmax);
    WALK(w, b, xyradius);
    WALK(w, b, radius);
}

/* Each says where the next one is, which may be before it: their count is checked against the whole file. */
static void walk_extensions(tlb_walk *w, tlb_iqm *x)
{
    uint32_t at = x->ofs_extensions;
    tlb_walk_seek(w, NULL, IQM_HEADER);
    WALK_ROWS(w, x, extensions, IQM_EXTENSION, i) {
        tlb_iqm_extension *e = &x->extensions.data[i];
        uint32_t num_data = (uint32_t)e->data.size;
        go(w, NULL, at, IQM_EXTENSION);
        walk_refers(w, &texts, x);
        WALK(w, e, name);
        walk_count(w, "num_data", &num_data, TLB_U32);
        WALK(w, e, ofs_data);
        WALK(w, e, ofs_next);
        at = e->ofs_next;
        if (w->direction == WALK_READ)
            e->data.size = num_data;
        go(w, "data", e->ofs_data, e->data.size);
        tlb_walk_bytes(w, "data", &e->data);
    }
}

static void walk_header(tlb_walk *w, tlb_iqm *x)
{
    static const char magic[IQM_MAGIC] = "INTERQUAKEMODEL";
    tlb_walk_signature(w, "magic", magic, IQM_MAGIC);
    WALK_DEFAULT(w, x, version, TLB_IQM_LAST_VERSION);
    WALK(w, x, version);
    if (x->version - 1 >= TLB_IQM_LAST_VERSION)
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %u, expected 1 or 2", x->version);
    WALK_DEFAULT(w, x, filesize, IQM_HEADER);
    WALK(w, x, filesize);
    WALK(w, x, flags);
    walk_count(w, "num_text", &x->text.size, TLB_U32);
    WALK(w, x, ofs_text);
    walk_count(w, "num_meshes", &x->meshes.count, TLB_U32);
    WALK(w, x, ofs_meshes);
    walk_count(w, "num_vertexarrays", &x->vertexarrays.count, TLB_U32);
    WALK(w, x, num_vertexes);
    WALK(w, x, ofs_vertexarrays);
    walk_count(w, "num_triangles", &x->triangles.count, TLB_U32);
    WALK(w, x, ofs_triangles);
    WALK(w, x, ofs_adjacency);
    walk_count(w, "num_joints", &x->joints.count, TLB_U32);
    WALK(w, x, ofs_joints);
    walk_count(w, "num_poses", &x->poses.count, TLB_U32);
    WALK(w, x, ofs_poses);
    walk_count(w, "num_anims", &x->anims.count, TLB_U32);
    WALK(w, x, ofs_anims);
    WALK(w, x, num_frames);
    WALK(w, x, num_framechannels);
    WALK(w, x, ofs_frames);
    WALK(w, x, ofs_bounds);
    walk_count(w, "num_comment", &x->comment.size, TLB_U32);
    WALK(w, x, ofs_comment);
    walk_count(w, "num_extensions", &x->extensions.count, TLB_U32);
    WALK(w, x, ofs_extensions);
}

static void walk_frames(tlb_walk *w, tlb_iqm *x)
{
    if (!x->num_framechannels)
        return;
    uint32_t rows = x->num_frames;
    go(w, "frames", x->ofs_frames, tlb_iqm_frames_size(x));
    x->frames = tlb_walk_borrowed(w, "frames", x->frames, &rows, x->num_framechannels, TLB_U16);
    if (rows != x->num_frames)
        tlb_walk_fault(w, "frames", "length %u, expected num_frames %u", rows, x->num_frames);
}

/* The place is a field in JSON only: in the file it is where the bytes stand. */
static void walk_gap(tlb_walk *w, tlb_iqm_gap *g)
{
    if (walk_in_json(w))
        WALK(w, g, offset);
    tlb_walk_seek(w, NULL, g->offset);
    tlb_walk_bytes(w, "bytes", &g->bytes);
}

static void walk_gaps(tlb_walk *w, tlb_iqm *x)
{
    WALK_ROWS(w, x, gaps, 1, i)
        walk_gap(w, &x->gaps.data[i]);
}

/* Values whose number an edit changes have to be given anew. */
static void walk_parts(tlb_walk *w, tlb_iqm *x, const tlb_iqm *held)
{
    if (x->num_frames != held->num_frames || x->num_framechannels != held->num_framechannels)
        x->frames = NULL;

    go(w, "text", x->ofs_text, x->text.size);
    tlb_walk_text(w, "text", &x->text);
    go(w, "meshes", x->ofs_meshes, (uint64_t)x->meshes.count * IQM_MESH);
    WALK_ROWS(w, x, meshes, IQM_MESH, i)
        walk_mesh(w, x, &x->meshes.data[i]);
    walk_vertexarrays(w, x, x->num_vertexes == held->num_vertexes);
    go(w, "triangles", x->ofs_triangles, (uint64_t)x->triangles.count * IQM_TRIANGLE);
    WALK_BORROWED(w, x, triangles);
    if (w->direction == WALK_READ)
        x->adjacency.count = x->ofs_adjacency ? x->triangles.count : 0;
    go(w, "adjacency", x->ofs_adjacency, (uint64_t)x->adjacency.count * IQM_TRIANGLE);
    WALK_BORROWED(w, x, adjacency);
    go(w, "joints", x->ofs_joints, (uint64_t)x->joints.count * iqm_joint_size(x));
    WALK_ROWS(w, x, joints, iqm_joint_size(x), i)
        walk_joint(w, x, &x->joints.data[i]);
    go(w, "poses", x->ofs_poses, (uint64_t)x->poses.count * iqm_pose_size(x));
    WALK_ROWS(w, x, poses, iqm_pose_size(x), i)
        walk_pose(w, x, &x->poses.data[i]);
    go(w, "anims", x->ofs_anims, (uint64_t)x->anims.count * IQM_ANIM);
    WALK_ROWS(w, x, anims, IQM_ANIM, i)
        walk_anim(w, x, &x->anims.data[i]);
    walk_frames(w, x);
    if (w->direction == WALK_READ)
        x->bounds.count = x->ofs_bounds ? x->num_frames : 0;
    go(w, "bounds", x->ofs_bounds, (uint64_t)x->bounds.count * IQM_BOUNDS);
    WALK_ROWS(w, x, bounds, IQM_BOUNDS, i)
        walk_bounds(w, &x->bounds.data[i]);
    go(w, "comment", x->ofs_comment, x->comment.size);
    tlb_walk_text(w, "comment", &x->comment);
    walk_extensions(w, x);
    if (w->direction == WALK_VISIT) /* others read and write around the parts */
        walk_gaps(w, x);
}

void tlb_iqm_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_iqm)))) {
        tlb_walk_no_memory(w);
        return;
    }
    const tlb_iqm held = *(tlb_iqm *)*root;
    walk_header(w, *root);
    walk_parts(w, *root, &held);
}
