/* Pictures of a scene of models. */
#include "core/light_option.h"
#include "formats/modern/shared/numbered.h"
#include "formats/modern/png/picture_options.h"
#include "formats/modern/png/format.h"
#include "image/image.h"
#include "render/fronts.h"
#include "render/inside.h"

/* A conversion to pictures, under way. */
typedef struct job {
    const tlb_conversion *conversion;
    tlb_picture_choices choices;
    tlb_stage stage;
    tlb_camera *cameras; /* one a frame */
    tlb_arena arena;     /* for the time of it */
    tlb_output *output;
} job;

static tlb_status take_pictures(job *j, tlb_model *model)
{
    const tlb_picture *picture = &j->choices.picture;
    tlb_status status = TLB_OK;
    tlb_cameras_place(j->cameras, j->choices.frames, &j->stage, &j->choices.view,
                      (double)picture->width / picture->height);
    for (uint32_t i = 0; i < j->choices.frames && !status; i++) {
        tlb_image image;
        tlb_mark mark = tlb_arena_mark(&j->arena);
        status = tlb_render(model, &j->cameras[i], picture, &j->arena, &image);
        tlb_buffer *out = status ? NULL : tlb_numbered_file(j->output, &j->arena, i);
        if (!status && (!out || tlb_png_encode_fast(&image, out)))
            status = tlb_report_memory(j->conversion->context);
        tlb_arena_rewind(&j->arena, mark);
    }
    return status;
}

/* Inside, where no place is better, the view is from the middle. */
static tlb_status choose_place(job *j)
{
    tlb_view *view = &j->choices.view;
    bool found;
    tlb_view_fronts(view, &j->stage);
    if (!view->inside || !view->in_the_middle)
        return TLB_OK;
    tlb_mark mark = tlb_arena_mark(&j->arena);
    if (!tlb_inside_find(&j->stage, &j->arena, view, &found))
        return tlb_report_memory(j->conversion->context);
    tlb_arena_rewind(&j->arena, mark);
    view->in_the_middle = !found;
    return TLB_OK;
}

static tlb_status draw(job *j)
{
    tlb_renderer *renderer;
    tlb_model *model;
    tlb_light_rule light;
    tlb_status status = tlb_choose_light(j->conversion, &j->stage.scene, &light);
    if (!status)
        status = tlb_renderer_create(j->conversion->context, &renderer);
    if (status)
        return status;
    status = tlb_model_create(renderer, &j->stage, &light, &model);
    if (!status)
        status = choose_place(j);
    if (!status)
        status = take_pictures(j, model);
    tlb_model_free(model);
    tlb_renderer_free(renderer);
    return status;
}

tlb_status tlb_png_draw(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    job j = {.conversion = conversion, .output = output};
    const tlb_picture_choices *choices = &j.choices;
    tlb_status status = tlb_picture_choose(conversion, scene, &j.choices);
    if (status)
        return status;
    tlb_arena_init(&j.arena, &conversion->context->account);
    j.cameras = tlb_alloc_array(&j.arena, choices->frames, sizeof *j.cameras);
    if (j.cameras &&
        tlb_stage_set(&j.stage, scene, choices->animation, choices->seconds, choices->reveal, &j.arena))
        status = draw(&j);
    else
        status = tlb_report_memory(conversion->context);
    tlb_arena_free(&j.arena);
    return status;
}
