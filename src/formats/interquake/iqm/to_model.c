/* What an IQM means, for IQE: the same but for what is computed anew (adjacency, bounds) and what IQE has no
 * word for (extensions, flags). */
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"

#include <string.h>

typedef struct iqm_reader {
    iq_model *model;
    tlb_context *context;
    tlb_arena *arena;
    const tlb_iqm *x;
} iqm_reader;

static tlb_text name_at(const iqm_reader *r, uint32_t offset)
{
    const char *name = tlb_iqm_name(r->x, offset);
    return (tlb_text){name, (uint32_t)strlen(name)};
}

static void drop(const iqm_reader *r, const char *path, uint32_t count, const char *what)
{
    if (count)
        tlb_report(r->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, path, "%s: %u left out", what, count);
}

/* --- vertex arrays ----------------------------------------------------------------------------------- */

enum { BATCH = 256 };

/* As rows of `columns` floats; NULL without memory. */
static float *rows_of(const iqm_reader *r, const tlb_iqm_vertexarray *array, uint32_t columns, bool whole)
{
    float(*batch)[TLB_IQM_COMPONENTS] = tlb_alloc_array(r->arena, BATCH, sizeof *batch);
    float *rows = tlb_alloc_array(r->arena, r->x->num_vertexes, columns * sizeof *rows), *out = rows;
    if (!batch || !rows)
        return NULL;
    for (uint32_t first = 0; first < r->x->num_vertexes; first += BATCH) {
        uint32_t left = r->x->num_vertexes - first, count = left < BATCH ? left : BATCH;
        tlb_iqm_values(array, first, count, whole, batch);
        for (uint32_t i = 0; i < count; i++, out += columns)
            memcpy(out, batch[i],
                   (columns < TLB_IQM_COMPONENTS ? columns : TLB_IQM_COMPONENTS) * sizeof *out);
    }
    return rows;
}

static void ask(iqm_reader *r, uint32_t type, const tlb_iqm_vertexarray *array, tlb_text name)
{
    r->model->formats[type] = (iq_format){true, array->format, array->size, name};
}

/* Components that were not stored: those of custom attributes and texture coordinates are 0, as IQE has it.
 */
static void clear_rest(float *rows, uint32_t count, uint32_t size)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = size; k < TLB_IQM_COMPONENTS; k++)
            rows[(size_t)i * TLB_IQM_COMPONENTS + k] = 0;
}

static bool read_tangents(iqm_reader *r, const tlb_iqm_vertexarray *array)
{
    enum { FORM = 4, ROOM = 6 };
    uint8_t *forms = tlb_alloc(r->arena, r->x->num_vertexes);
    float *rows = rows_of(r, array, ROOM, false);
    if (!forms || !rows)
        return false;
    memset(forms, FORM, r->x->num_vertexes);
    r->model->tangent_forms = forms;
    r->model->tangents = (void *)rows;
    return true;
}

static bool read_custom(iqm_reader *r, const tlb_iqm_vertexarray *array, uint32_t *customs)
{
    if (*customs == TLB_IQE_CUSTOMS) {
        drop(r, "vertexarrays", 1, "custom attributes beyond the ten of IQE");
        return true;
    }
    float *rows = rows_of(r, array, 4, false);
    if (!rows)
        return false;
    clear_rest(rows, r->x->num_vertexes, array->size);
    r->model->customs[*customs] = (void *)rows;
    ask(r, IQ_ATTRIBUTES + (*customs)++, array, name_at(r, array->type - TLB_IQM_CUSTOM));
    return true;
}

static bool read_array(iqm_reader *r, const tlb_iqm_vertexarray *array, uint32_t *customs)
{
    iq_model *model = r->model;
    if (array->type >= TLB_IQM_CUSTOM)
        return read_custom(r, array, customs);
    if (array->type >= IQ_ATTRIBUTES || tlb_iqm_array(r->x, array->type) != array) {
        drop(r, "vertexarrays", 1, "vertex arrays of unknown or repeated type");
        return true;
    }
    ask(r, array->type, array, (tlb_text){"", 0});
    if (array->type == TLB_IQM_TANGENT)
        return read_tangents(r, array);
    if (array->type == TLB_IQM_BLENDINDEXES || array->type == TLB_IQM_BLENDWEIGHTS)
        return true;
    float *rows = rows_of(r, array, array->type == TLB_IQM_NORMAL ? 3 : 4, false);
    if (rows && array->type == TLB_IQM_TEXCOORD)
        clear_rest(rows, r->x->num_vertexes, array->size);
    if (array->type == TLB_IQM_POSITION)
        model->positions = (void *)rows;
    else if (array->type == TLB_IQM_TEXCOORD)
        model->texcoords = (void *)rows;
    else if (array->type == TLB_IQM_NORMAL)
        model->normals = (void *)rows;
    else
        model->colors = (void *)rows;
    return rows != NULL;
}

static bool read_blends(iqm_reader *r)
{
    const tlb_iqm_vertexarray *indexes = tlb_iqm_array(r->x, TLB_IQM_BLENDINDEXES),
                              *weights = tlb_iqm_array(r->x, TLB_IQM_BLENDWEIGHTS);
    uint32_t count = r->x->num_vertexes, lost = 0, used = 0;
    if (!indexes || !weights)
        return true;
    const float(*index)[4] = (void *)rows_of(r, indexes, 4, true);
    const float(*weight)[4] = (void *)rows_of(r, weights, 4, false);
    tlb_iqe_span *blends = tlb_alloc_array(r->arena, count, sizeof *blends);
    tlb_iqe_weight *out = tlb_alloc_array(r->arena, (size_t)count * TLB_IQM_COMPONENTS, sizeof *out);
    if (!index || !weight || !blends || !out)
        return false;
    float joints = r->model->joints.count ? (float)r->model->joints.count : 2147483648.0f;
    uint32_t size = indexes->size < weights->size ? indexes->size : weights->size;
    for (uint32_t i = 0; i < count; i++) {
        blends[i].first = used;
        for (uint32_t k = 0; k < size; k++) {
            if (weight[i][k] == 0)
                continue;
            bool there = index[i][k] >= 0 && index[i][k] < joints;
            lost += !there;
            if (there)
                out[used++] = (tlb_iqe_weight){(int32_t)index[i][k], weight[i][k]};
        }
        blends[i].count = used - blends[i].first;
    }
    drop(r, "vertexarrays", lost, "weights with a joint index out of range");
    r->model->blends = blends;
    r->model->weights = out;
    return true;
}

static bool read_vertexes(iqm_reader *r)
{
    static const float point[1][4] = {{0, 0, 0, 1}};
    uint32_t customs = 0;
    r->model->positions = point;
    r->model->vertex_count = tlb_iqm_array(r->x, TLB_IQM_POSITION) ? r->x->num_vertexes : 0;
    drop(r, "num_vertexes", r->x->num_vertexes - r->model->vertex_count, "vertices without positions");
    for (uint32_t i = 0; i < r->x->vertexarrays.count && r->model->vertex_count; i++)
        if (tlb_iqm_has_values(&r->x->vertexarrays.data[i]) &&
            !read_array(r, &r->x->vertexarrays.data[i], &customs))
            return false;
    return !r->model->vertex_count || read_blends(r);
}

/* --- meshes ------------------------------------------------------------------------------------------ */

static bool fits(const iqm_reader *r, const tlb_iqm_triangle t)
{
    uint32_t count = r->model->vertex_count;
    return t[0] < count && t[1] < count && t[2] < count;
}

static bool read_meshes(iqm_reader *r)
{
    static const iq_smoothing plain[1] = {{false, -1, 180}};
    const tlb_iqm *x = r->x;
    iq_mesh *meshes = tlb_alloc_array(r->arena, x->meshes.count, sizeof *meshes);
    iq_run *runs = tlb_alloc_array(r->arena, x->meshes.count, sizeof *runs);
    uint32_t(*triangles)[3] = tlb_alloc_array(r->arena, x->triangles.count, sizeof *triangles);
    if (!meshes || !runs || !triangles)
        return false;
    uint32_t left = x->triangles.count, made = 0, lost = 0; /* meshes share no triangles */
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        const tlb_iqm_mesh *mesh = &x->meshes.data[i];
        bool there =
            mesh->num_triangles <= left && mesh->first_triangle <= x->triangles.count - mesh->num_triangles;
        meshes[i] = (iq_mesh){name_at(r, mesh->name), name_at(r, mesh->material)};
        runs[i] = (iq_run){i, 0, made, 0};
        lost += !there;
        for (uint32_t k = 0; there && k < mesh->num_triangles; k++) {
            const uint32_t *t = x->triangles.data[mesh->first_triangle + k];
            if (fits(r, t))
                memcpy(triangles[made++], t, sizeof *triangles);
        }
        left -= there ? mesh->num_triangles : 0;
        runs[i].triangle_count = made - runs[i].first_triangle;
    }
    drop(r, "meshes", lost, "meshes with a triangle range that is out of range or shared");
    drop(r, "triangles", x->triangles.count - left - made, "triangles with a vertex index out of range");
    r->model->triangles = (void *)triangles;
    r->model->triangle_count = made;
    r->model->runs.data = runs;
    r->model->meshes.data = meshes;
    r->model->runs.count = r->model->meshes.count = x->meshes.count;
    r->model->smoothings.data = plain;
    r->model->smoothings.count = 1;
    return true;
}

/* --- skeleton ---------------------------------------------------------------------------------------- */

/* Poses without joints have no names. */
static bool read_joints(iqm_reader *r)
{
    const tlb_iqm *x = r->x;
    uint32_t count = x->joints.count ? x->joints.count : x->poses.count;
    iq_joint *joints = tlb_alloc_array(r->arena, count, sizeof *joints);
    iq_pose *base = tlb_zalloc_array(r->arena, count, sizeof *base);
    iq_pose *first = tlb_alloc_array(r->arena, x->poses.count, sizeof *first);
    if (!joints || !base || !first)
        return false;
    uint32_t lost = 0;
    if (!x->joints.count)
        tlb_iqm_frame(x, 0, first);
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = x->joints.count ? x->joints.data[i].parent : x->poses.data[i].parent;
        bool known = parent < (int32_t)i;
        lost += !known;
        joints[i] = (iq_joint){{"", 0}, known && parent >= 0 ? parent : -1};
        if (!x->joints.count) {
            memcpy(base[i], first[i], sizeof *base);
            continue;
        }
        joints[i].name = name_at(r, x->joints.data[i].name);
        memcpy(base[i], x->joints.data[i].translate, sizeof x->joints.data[i].translate);
        memcpy(base[i] + 3, x->joints.data[i].rotate, sizeof x->joints.data[i].rotate);
        memcpy(base[i] + 7, x->joints.data[i].scale, sizeof x->joints.data[i].scale);
    }
    drop(r, "joints", lost, "parents that do not come before their joints");
    r->model->joints.data = joints;
    r->model->joints.count = count;
    r->model->base_poses = (void *)base;
    return true;
}

static bool read_animations(iqm_reader *r)
{
    enum { SHARING = 16 }; /* of frames by animations, which hostile ones do without end */
    const tlb_iqm *x = r->x;
    uint32_t joints = r->model->joints.count, lost = 0;
    uint64_t budget = (uint64_t)x->num_frames * SHARING, frames = 0;
    iq_animation *animations = tlb_alloc_array(r->arena, x->anims.count, sizeof *animations);
    if (!animations)
        return false;
    r->model->animations.data = animations;
    bool stored = tlb_iqm_frames_size(x) != 0;
    for (uint32_t i = 0; i < x->anims.count; i++) {
        const tlb_iqm_anim *a = &x->anims.data[i];
        uint32_t wanted = stored || a->num_frames < 1 ? a->num_frames : 1;
        bool there = a->num_frames <= x->num_frames && a->first_frame <= x->num_frames - a->num_frames &&
                     frames + wanted <= budget;
        lost += !there;
        if (!there)
            continue;
        animations[r->model->animations.count++] = (iq_animation){
            name_at(r, a->name), a->framerate, (a->flags & TLB_IQM_LOOP) != 0, a->first_frame, wanted};
        frames += wanted;
    }
    drop(r, "anims", lost, "animations with a frame range out of range");
    iq_pose *out = tlb_alloc_array(r->arena, frames, joints * sizeof *out);
    iq_pose *frame = tlb_alloc_array(r->arena, x->poses.count, sizeof *frame);
    if (!out || !frame)
        return false;
    r->model->frames = (void *)out;
    for (uint32_t i = 0; i < r->model->animations.count; i++) {
        iq_animation *a = &animations[i];
        uint32_t from = a->first_frame, posed = x->poses.count < joints ? x->poses.count : joints;
        a->first_frame = r->model->frame_count;
        for (uint32_t k = 0; k < a->frame_count; k++, out += joints) {
            tlb_iqm_frame(x, from + k, frame);
            memcpy(out, r->model->base_poses, joints * sizeof *out);
            memcpy(out, frame, posed * sizeof *out);
        }
        r->model->frame_count += a->frame_count;
    }
    return true;
}

/* --- all --------------------------------------------------------------------------------------------- */

static void read_comment(iqm_reader *r)
{
    tlb_text comment = r->x->comment;
    r->model->has_comment = comment.size > 0;
    while (comment.size && !comment.data[comment.size - 1])
        comment.size--;
    r->model->comment = comment;
}

tlb_status tlb_iq_model_of_iqm(iq_model *model, tlb_context *context, tlb_arena *arena, const tlb_iqm *iqm)
{
    *model = (iq_model){0};
    iqm_reader r = {model, context, arena, iqm};
    iq_source *source = tlb_zalloc(arena, sizeof *source);
    if (!source || !read_joints(&r) || !read_vertexes(&r) || !read_meshes(&r) || !read_animations(&r))
        return tlb_report_memory(context, arena);
    source->name = context->file;
    model->sources.data = source;
    model->sources.count = 1;
    read_comment(&r);
    drop(&r, "extensions", iqm->extensions.count, "extensions");
    drop(&r, "flags", iqm->flags != 0, "file flags");
    return TLB_OK;
}
