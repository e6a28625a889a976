/* A model as IQE: skeleton, formats, meshes with their vertexes, animations, comment. */
#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/model/model.h"

typedef struct iqe_maker {
    const iq_model *model;
    tlb_arena work;
    iqe_root root;
    iqe_reader reader;
    bool failed;            /* no memory */
    uint32_t vertex;        /* the first that is not written yet */
    uint32_t mesh_first;    /* at the last "mesh" */
    iq_smoothing smoothing; /* in force */
} iqe_maker;

/* --- lines ------------------------------------------------------------------------------------------- */

static iqe_line begin(uint32_t word)
{
    iqe_line line;
    tlb_iqe_line_default(&line, word);
    return line;
}

static void add(iqe_maker *k, const iqe_line *line)
{
    k->failed = k->failed || !tlb_iqe_add(&k->reader, line, 0);
}

static void add_name(iqe_maker *k, uint32_t word, tlb_text name)
{
    iqe_line line = begin(word);
    line.as.text = name;
    add(k, &line);
}

static void add_vector(iqe_maker *k, uint32_t word, const float *values, uint32_t count)
{
    iqe_line line = begin(word);
    memcpy(line.as.vector, values, count * sizeof *values);
    add(k, &line);
}

static void add_number(iqe_maker *k, uint32_t word, float number)
{
    iqe_line line = begin(word);
    line.as.number = number;
    add(k, &line);
}

static void add_integer(iqe_maker *k, uint32_t word, int32_t integer)
{
    iqe_line line = begin(word);
    line.as.integer = integer;
    add(k, &line);
}

static void add_indices(iqe_maker *k, uint32_t word, const int32_t *indices, uint32_t count)
{
    iqe_reader *r = &k->reader;
    iqe_line line = begin(word);
    if (k->failed || !tlb_growth_reserve(&r->growth, &r->indices.data, r->indices.count, &r->of_indices,
                                         count, sizeof *indices)) {
        k->failed = true;
        return;
    }
    line.as.span = (tlb_iqe_span){r->indices.count, count};
    memcpy(r->indices.data + r->indices.count, indices, count * sizeof *indices);
    r->indices.count += count;
    add(k, &line);
}

static void add_weights(iqe_maker *k, tlb_iqe_span blend)
{
    iqe_reader *r = &k->reader;
    iqe_line line = begin(TLB_IQE_VB);
    if (k->failed || !tlb_growth_reserve(&r->growth, &r->weights.data, r->weights.count, &r->of_weights,
                                         blend.count, sizeof *r->weights.data)) {
        k->failed = true;
        return;
    }
    line.as.span = (tlb_iqe_span){r->weights.count, blend.count};
    if (blend.count)
        memcpy(r->weights.data + r->weights.count, k->model->weights + blend.first,
               blend.count * sizeof *r->weights.data);
    r->weights.count += blend.count;
    add(k, &line);
}

/* The scale only where there is one. */
static void add_pose(iqe_maker *k, const iq_pose pose)
{
    enum { PLAIN = 7 };
    iqe_line line = begin(TLB_IQE_PQ);
    bool scaled = pose[7] != 1 || pose[8] != 1 || pose[9] != 1;
    line.as.pose.count = scaled ? TLB_IQM_CHANNELS : PLAIN;
    memcpy(line.as.pose.values, pose, sizeof(iq_pose));
    tlb_iqe_line_complete(&line);
    add(k, &line);
}

/* --- parts ------------------------------------------------------------------------------------------- */

static void add_skeleton(iqe_maker *k)
{
    const iq_model *m = k->model;
    for (uint32_t i = 0; i < m->joints.count; i++) {
        iqe_line line = begin(TLB_IQE_JOINT);
        line.as.joint = (tlb_iqe_joint){m->joints.data[i].name, m->joints.data[i].parent};
        add(k, &line);
    }
    for (uint32_t i = 0; i < m->joints.count && !k->failed; i++)
        add_pose(k, m->base_poses[i]);
}

static tlb_text text_of(const char *word)
{
    return (tlb_text){word, (uint32_t)strlen(word)};
}

static void add_formats(iqe_maker *k)
{
    for (uint32_t i = 0; i < IQ_TYPES; i++) {
        const iq_format *f = &k->model->formats[i];
        if (!f->given)
            continue;
        iqe_line line = begin(TLB_IQE_VERTEXARRAY);
        tlb_text type = text_of(tlb_iqe_type_name(i)), none = {"", 0};
        line.as.vertexarray = (tlb_iqe_vertexarray){type, text_of(tlb_iqe_component_name(f->format)),
                                                    (int32_t)f->size, i < IQ_ATTRIBUTES ? none : f->name};
        add(k, &line);
    }
}

static void add_vertex(iqe_maker *k, uint32_t i)
{
    const iq_model *m = k->model;
    add_vector(k, TLB_IQE_VP, m->positions[i], 4);
    if (m->texcoords)
        add_vector(k, TLB_IQE_VT, m->texcoords[i], 4);
    if (m->normals)
        add_vector(k, TLB_IQE_VN, m->normals[i], 3);
    if (m->tangents) {
        iqe_line line = begin(TLB_IQE_VX);
        line.as.tangent.count = m->tangent_forms[i];
        memcpy(line.as.tangent.values, m->tangents[i], line.as.tangent.count * sizeof(float));
        add(k, &line);
    }
    if (m->blends)
        add_weights(k, m->blends[i]);
    if (m->colors)
        add_vector(k, TLB_IQE_VC, m->colors[i], 4);
    for (uint32_t n = 0; n < TLB_IQE_CUSTOMS; n++)
        if (m->customs[n])
            add_vector(k, TLB_IQE_V0 + n, m->customs[n][i], 4);
    if (m->smooth_indices)
        add_integer(k, TLB_IQE_VS, m->smooth_indices[i]);
}

static void add_vertexes(iqe_maker *k, uint32_t end)
{
    for (; k->vertex < end && !k->failed; k->vertex++)
        add_vertex(k, k->vertex);
}

static void add_smoothing(iqe_maker *k, const iq_smoothing *s)
{
    if (k->model->normals)
        return;
    if (s->uv != k->smoothing.uv)
        add_number(k, TLB_IQE_SMOOTHUV, s->uv);
    if (s->group != k->smoothing.group)
        add_integer(k, TLB_IQE_SMOOTHGROUP, s->group);
    if (s->angle != k->smoothing.angle)
        add_number(k, TLB_IQE_SMOOTHANGLE, s->angle);
    k->smoothing = *s;
}

/* With the vertexes that its triangles are the first to use; counted from the mesh where all are its own. */
static void add_run(iqe_maker *k, const iq_run *run, bool begins)
{
    const iq_model *m = k->model;
    const uint32_t *corners = m->triangles[run->first_triangle];
    uint32_t low = UINT32_MAX, end = 0;
    for (uint32_t i = 0; i < run->triangle_count * 3; i++) {
        low = corners[i] < low ? corners[i] : low;
        end = corners[i] >= end ? corners[i] + 1 : end;
    }
    if (begins) {
        add_name(k, TLB_IQE_MESH, m->meshes.data[run->mesh].name);
        if (m->meshes.data[run->mesh].material.size)
            add_name(k, TLB_IQE_MATERIAL, m->meshes.data[run->mesh].material);
        k->mesh_first = k->vertex;
    }
    add_vertexes(k, end);
    add_smoothing(k, &m->smoothings.data[run->smoothing]);
    uint32_t own = low >= k->mesh_first ? k->mesh_first : 0;
    for (uint32_t i = 0; i < run->triangle_count && !k->failed; i++) {
        const uint32_t *t = m->triangles[run->first_triangle + i];
        int32_t indices[3] = {(int32_t)(t[0] - own), (int32_t)(t[1] - own), (int32_t)(t[2] - own)};
        add_indices(k, low >= k->mesh_first ? TLB_IQE_FM : TLB_IQE_FA, indices, 3);
        if (m->edge_flags) {
            uint8_t e = m->edge_flags[run->first_triangle + i];
            add_indices(k, TLB_IQE_FS, (int32_t[3]){e & 1, e >> 1 & 1, e >> 2 & 1}, 3);
        }
    }
}

/* Meshes without any triangle would be gone: where no run is a mesh's, there was nothing to see. */
static void add_meshes(iqe_maker *k)
{
    const iq_model *m = k->model;
    k->smoothing = (iq_smoothing){false, -1, 180};
    for (uint32_t i = 0; i < m->runs.count && !k->failed; i++) {
        const iq_run *run = &m->runs.data[i];
        if (run->triangle_count)
            add_run(k, run, !i || run[-1].mesh != run->mesh);
    }
    if (m->triangle_count)
        add_vertexes(k, m->vertex_count);
}

static void add_animations(iqe_maker *k)
{
    const iq_model *m = k->model;
    for (uint32_t i = 0; i < m->animations.count; i++) {
        const iq_animation *a = &m->animations.data[i];
        add_name(k, TLB_IQE_ANIMATION, a->name);
        if (a->framerate != 0)
            add_number(k, TLB_IQE_FRAMERATE, a->framerate);
        iqe_line line = begin(TLB_IQE_LOOP);
        if (a->loop)
            add(k, &line);
        for (uint32_t f = 0; f < a->frame_count && !k->failed; f++) {
            line = begin(TLB_IQE_FRAME);
            add(k, &line);
            for (uint32_t n = 0; n < m->joints.count && !k->failed; n++)
                add_pose(k, m->frames[(size_t)(a->first_frame + f) * m->joints.count + n]);
        }
    }
}

tlb_status tlb_iq_write_iqe(const iq_model *model, tlb_context *context, tlb_buffer *out)
{
    iqe_maker k = {.model = model};
    tlb_arena_init(&k.work, context->account);
    k.reader = (iqe_reader){.growth.arena = &k.work, .iqe = &k.root.iqe};
    add_skeleton(&k);
    add_formats(&k);
    add_meshes(&k);
    add_animations(&k);
    if (model->has_comment) {
        iqe_line line = begin(TLB_IQE_COMMENT);
        add(&k, &line);
        k.root.iqe.comment = model->comment;
    }
    tlb_iqe_finish(&k.reader);
    tlb_status status =
        k.failed ? tlb_report_memory(context, &k.work) : tlb_iqe_write_text(context, &k.root, out);
    tlb_arena_release(&k.work);
    return status;
}
