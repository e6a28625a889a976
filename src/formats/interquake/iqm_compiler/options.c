/* What a conversion has for the compiler: its options, the animations that they choose, the documents that
 * it makes one model of. */
#include "formats/interquake/iqm_compiler/compile.h"
#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/iqm/iqm.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SETS(kind, member)                                                                                   \
    TLB_SETS_TO(tlb_iqm_write_options, kind, member, TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION)
#define SETS_CLIP(kind, member) SETS(kind, clip.member), .merged = offsetof(tlb_merge_options, clip.member)

const tlb_option_info tlb_iq_options[] = {
    {"merge", "FILE",
     "add the meshes and animations of another file; the options of animations after it apply to that file",
     SETS(MERGE, merges)},
    {TLB_OPTION_SCALE, SETS(REAL, scale), .least = FLT_MIN, .most = FLT_MAX},
    {"rotate", "X,Y,Z", "rotate everything, in degrees about x, then y, then z", SETS(VECTOR, rotate)},
    {"translate", "X,Y,Z", "translate everything", SETS(VECTOR, translate)},
    {"joints", NULL, "write joints even if there are no meshes", SETS(FLAG, joints)},
    {"name", "NAME", "name for a file's only animation", SETS_CLIP(TEXT, name)},
    {"fps", "N", "frames per second for a file's only animation", SETS_CLIP(REAL, fps), .most = FLT_MAX},
    {"loop", NULL, "loop a file's only animation", SETS_CLIP(FLAG, loop)},
    {"start", "N", "first frame of a file's only animation, counted from 0; negative: 0 (default: 0)",
     SETS_CLIP(INTEGER, start), .least = INT32_MIN, .most = INT32_MAX},
    {"end", "N",
     "last frame of a file's only animation; -1 and -2: the last there is, -3: the one before it (default: "
     "-1)",
     SETS_CLIP(INTEGER, end), .least = -0x1p63, .most = 0x1p63},
    {0},
};

/* About x, then y, then z. */
static void set_rotation(const float degrees[3], float q[4])
{
    static const double half_degree = 3.14159265358979323846 / 360;
    double s[3], c[3];
    for (int i = 0; i < 3; i++) {
        s[i] = sin((double)degrees[i] * half_degree);
        c[i] = cos((double)degrees[i] * half_degree);
    }
    q[0] = (float)(s[0] * c[1] * c[2] - c[0] * s[1] * s[2]);
    q[1] = (float)(c[0] * s[1] * c[2] + s[0] * c[1] * s[2]);
    q[2] = (float)(c[0] * c[1] * s[2] - s[0] * s[1] * c[2]);
    q[3] = (float)(c[0] * c[1] * c[2] + s[0] * s[1] * s[2]);
}

iq_placement tlb_iq_placement(const tlb_iqm_write_options *options)
{
    iq_placement p = {.scale = options->scale.is_set ? (float)options->scale.value : 1,
                      .joints = options->joints,
                      .texcoords = true};
    const float *degrees = options->rotate;
    if (degrees[0] != 0 || degrees[1] != 0 || degrees[2] != 0)
        set_rotation(degrees, p.rotate);
    memcpy(p.translate, options->translate, sizeof p.translate);
    return p;
}

/* --- animations -------------------------------------------------------------------------------------- */

static tlb_status clip_animation(tlb_context *context, const tlb_clip_options *clip, iq_animation *a)
{
    int64_t count = a->frame_count, start = clip->start.value > 0 ? clip->start.value : 0;
    int64_t last = clip->end.is_set ? clip->end.value : -1;
    /* As the reference compiler counts from the end. */
    if (last < 0)
        last = last < -count ? 0 : count + last + 1;
    int64_t end = last < count ? last + 1 : count;
    if (start && start >= count) {
        return tlb_refuse_option(context, "start", "%lld is out of range; number of frames: %lld",
                                 (long long)start, (long long)count);
    }
    if (clip->end.is_set && end <= start) {
        return tlb_refuse_option(context, "end", "no frames left from %lld to %lld; number of frames: %lld",
                                 (long long)start, (long long)clip->end.value, (long long)count);
    }
    if (clip->name)
        a->name = (tlb_text){clip->name, (uint32_t)strlen(clip->name)};
    a->framerate = clip->fps.is_set ? (float)clip->fps.value : a->framerate;
    a->loop |= clip->loop;
    a->first_frame += (uint32_t)start;
    a->frame_count = (uint32_t)(end - start);
    return TLB_OK;
}

/* The first that is; NULL: none. */
static const char *set_option(const tlb_clip_options *clip)
{
    return clip->name           ? "name"
           : clip->fps.is_set   ? "fps"
           : clip->loop         ? "loop"
           : clip->start.is_set ? "start"
           : clip->end.is_set   ? "end"
                                : NULL;
}

tlb_status tlb_iq_clip_animations(tlb_context *context, tlb_arena *arena,
                                  const tlb_iqm_write_options *options, iq_model *model)
{
    iq_animation *animations = tlb_alloc_array(arena, model->animations.count, sizeof *animations);
    if (!animations)
        return tlb_report_memory(context, arena);
    if (model->animations.count)
        memcpy(animations, model->animations.data, model->animations.count * sizeof *animations);
    model->animations.data = animations;
    for (uint32_t i = 0; i <= options->merges.count && i < model->sources.count; i++) {
        const tlb_clip_options *clip = i ? &options->merges.data[i - 1].clip : &options->clip;
        const iq_source *source = &model->sources.data[i];
        uint32_t first = source->first_animation,
                 end = i + 1 < model->sources.count ? source[1].first_animation : model->animations.count;
        if (!set_option(clip))
            continue;
        if (end - first != 1) {
            return tlb_refuse_option(context, set_option(clip),
                                     "needs a file with one animation; \"%s\" has %u", source->name,
                                     end - first);
        }
        tlb_status status = clip_animation(context, clip, &animations[first]);
        if (status)
            return status;
    }
    return TLB_OK;
}

/* --- inputs ------------------------------------------------------------------------------------------ */

struct iq_input {
    tlb_document *opened;    /* NULL: it is the caller's */
    tlb_document *respelled; /* as IQE, from `text` or `files`; NULL: it is IQE */
    tlb_buffer text;
    tlb_files *files;
};

tlb_status tlb_iq_open_respelled(tlb_document **document, tlb_context *context, const iq_model *model,
                                 tlb_buffer *text, const char *name)
{
    tlb_status status = tlb_iq_write_iqe(model, context, text);
    if (!status && text->status)
        status = tlb_report_failure(context, text->status);
    return status ? status
                  : tlb_open_memory(context, text->data, text->size, name, &tlb_format_iqe, document);
}

/* A model joins others as the text that it can be. */
static tlb_status respell_iqm(const tlb_conversion *conversion, iq_input *in, const tlb_document *document)
{
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, conversion->context->account);
    tlb_status status = tlb_iq_model_of_iqm(&model, conversion->context, &work, document->root);
    if (!status)
        status =
            tlb_iq_open_respelled(&in->respelled, conversion->context, &model, &in->text, document->name);
    tlb_arena_release(&work);
    return status;
}

/* So does a scene; its pictures are called after its file. */
static tlb_status respell_scene(const tlb_conversion *conversion, iq_input *in, tlb_document *document)
{
    tlb_context *context = conversion->context;
    const tlb_format *iqe = &tlb_format_iqe;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.assets = conversion->assets;
    tlb_status status = TLB_OK;
    if (options.assets && document->beside)
        status = tlb_assets_add_beside(options.assets, document->beside);
    if (!status)
        status = tlb_convert(document, iqe, document->name, &options, &in->files);
    for (uint32_t i = 1; !status && i < in->files->count; i++) {
        const tlb_file *file = &in->files->data[i];
        tlb_buffer *out = tlb_output_file(conversion->output, file->name);
        if (!out)
            return tlb_report_output(context, conversion->output, NULL);
        tlb_buffer_append(out, file->bytes.data, file->bytes.size);
    }
    if (status)
        return status;
    tlb_bytes text = in->files->data[0].bytes;
    return tlb_open_memory(context, text.data, text.size, document->name, iqe, &in->respelled);
}

static tlb_status add(iq_inputs *all, const tlb_conversion *conversion, tlb_document *document,
                      tlb_document *opened)
{
    iq_input *in = &all->data[all->count];
    *in = (iq_input){.opened = opened, .text = {.account = conversion->context->account}};
    all->names[all->count++] = document->name;
    tlb_status status = TLB_OK;
    if (document->format == &tlb_format_iqm)
        status = respell_iqm(conversion, in, document);
    else if (document->format != &tlb_format_iqe)
        status = respell_scene(conversion, in, document);
    if (!status)
        all->documents[all->count - 1] = tlb_document_iqe(in->respelled ? in->respelled : document);
    return status;
}

tlb_status tlb_iq_open_inputs(iq_inputs *all, const tlb_conversion *conversion, tlb_arena *arena,
                              tlb_document *first)
{
    tlb_context *context = conversion->context;
    const tlb_iqm_write_options *options = conversion->to;
    size_t most = options->merges.count + 1;
    *all = (iq_inputs){.data = tlb_alloc_array(arena, most, sizeof *all->data),
                       .documents = tlb_alloc_array(arena, most, sizeof(tlb_iqe *)),
                       .names = tlb_alloc_array(arena, most, sizeof(char *))};
    if (!all->data || !all->documents || !all->names)
        return tlb_report_memory(context, arena);
    tlb_status status = add(all, conversion, first, NULL);
    for (uint32_t i = 0; i < options->merges.count && !status; i++) {
        tlb_document *opened;
        status = tlb_open_path(context, options->merges.data[i].path, NULL, &opened);
        if (!status)
            status = add(all, conversion, opened, opened);
    }
    return status;
}

void tlb_iq_close_inputs(const iq_inputs *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        tlb_document_free(all->data[i].respelled);
        tlb_document_free(all->data[i].opened);
        tlb_buffer_free(&all->data[i].text);
        tlb_files_free(all->data[i].files);
    }
}
