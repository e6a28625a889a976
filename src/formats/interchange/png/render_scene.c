/* Pictures of a scene of models, and the options that say how. */
#include "formats/interchange/png/png.h"
#include "formats/interchange/shared/numbered.h"
#include "formats/interchange/shared/viewpoint.h"

#include "base/text.h"
#include "core/renderer.h"
#include "image/image.h"
#include "render/fronts.h"
#include "render/inside.h"
#include "render/device.h"
#include "writers/light.h"

#include <math.h>
#include <string.h>

enum { MOST_FRAMES = 1000 };

typedef struct tlb_picture_settings {
    tlb_picture picture;
    tlb_view view;
    uint32_t frames;                /* 1: no turntable */
    const tlb_animation *animation; /* NULL: at rest */
    float seconds;
    bool reveal;    /* what is hidden is wanted */
    bool may_enter; /* no view is asked for: from inside where there is nothing else to see */
} tlb_picture_settings;

/* --- options ------------------------------------------------------------------------------------------ */

static const tlb_png_write_options *own_options(const tlb_conversion *conversion)
{
    return conversion->to;
}

const tlb_option_info tlb_picture_options[] = {
    {OPTION_VIEW, TLB_SETS_TO(tlb_png_write_options, VIEW, view, TLB_CAN_IMPORT_SCENE)},
    {TLB_OPTION_SIZE_OF_PICTURE, TLB_SETS_TO(tlb_png_write_options, SIZE, size, TLB_CAN_IMPORT_SCENE)},
    {"background", "COLOR", "background color: #rrggbb, #rrggbbaa or transparent (default: a light gradient)",
     TLB_SETS_TO(tlb_png_write_options, COLOR, background, TLB_CAN_IMPORT_SCENE)},
    {TLB_OPTION_SEQUENCE, TLB_SETS_TO(tlb_png_write_options, TEXT, sequence, TLB_CAN_IMPORT_SCENE)},
    {"time", "SECONDS", "time in the animation (default: 0 of a named sequence, else the rest pose)",
     TLB_SETS_TO(tlb_png_write_options, REAL, time, TLB_CAN_IMPORT_SCENE), .most = 1e6},
    TLB_OPTION_COLLISION(TLB_CAN_IMPORT_SCENE),
    TLB_OPTION_ZONES(TLB_CAN_IMPORT_SCENE),
    {"wireframe", NULL, "draw the edges of all triangles",
     TLB_SETS_TO(tlb_png_write_options, FLAG, wireframe, TLB_CAN_IMPORT_SCENE)},
    TLB_OPTION_LIGHT_FLOOR,
    {"turntable", "N", "draw N pictures from all around; the names of all but the first are numbered",
     TLB_SETS_TO(tlb_png_write_options, INTEGER, turntable, TLB_CAN_IMPORT_SCENE), .least = 1,
     .most = MOST_FRAMES},
    {0},
};

/* What is flat and upright is looked at from the front. */
static tlb_view_kind default_view(const tlb_scene_stats *stats)
{
    bool wall = stats->low[2] == stats->high[2] && stats->low[1] < stats->high[1];
    return wall ? TLB_VIEW_FRONT : TLB_VIEW_THREE_QUARTER;
}

/* The yaw of a viewer in front of the scene. */
static double front_yaw(const tlb_scene *scene)
{
    double x = (double)scene->facing[0], z = (double)scene->facing[1];
    return x != 0 || z != 0 ? atan2(x, z) * (180 / 3.14159265358979323846) : 0;
}

static tlb_status choose_view(const tlb_conversion *conversion, const tlb_scene *scene, tlb_view *view,
                              bool *may_enter)
{
    static const struct {
        double yaw, pitch;
    } outside[] = {
        [TLB_VIEW_THREE_QUARTER] = {35, 28}, [TLB_VIEW_FRONT] = {0, 0},  [TLB_VIEW_BACK] = {180, 0},
        [TLB_VIEW_LEFT] = {-90, 0},          [TLB_VIEW_RIGHT] = {90, 0}, [TLB_VIEW_TOP] = {0, 90},
    };
    tlb_view_option wanted;
    *may_enter = false;
    tlb_status status = tlb_view_chosen(conversion, scene, &own_options(conversion)->view, &wanted);
    if (status)
        return status;
    tlb_view_kind kind = wanted.kind;
    if (kind == TLB_VIEW_DEFAULT) {
        tlb_scene_stats stats;
        status = tlb_scene_measure(conversion->context, scene, &stats);
        if (status)
            return status;
        kind = default_view(&stats);
        *may_enter = kind == TLB_VIEW_THREE_QUARTER;
    }
    switch (kind) {
    case TLB_VIEW_INSIDE:
        *view = (tlb_view){.inside = true, .to_be_found = true};
        return TLB_OK;
    case TLB_VIEW_POINT:
        *view = (tlb_view){.inside = true, .yaw = wanted.yaw, .pitch = wanted.pitch};
        memcpy(view->point, wanted.point, sizeof view->point);
        return TLB_OK;
    default:
        *view = (tlb_view){.yaw = front_yaw(scene) + outside[kind].yaw, .pitch = outside[kind].pitch};
        return TLB_OK;
    }
}

static tlb_status choose_size(const tlb_conversion *conversion, tlb_picture *picture)
{
    const tlb_size_option *size = &own_options(conversion)->size;
    picture->width = size->width ? size->width : 1024;
    picture->height = size->height ? size->height : 768;
    if (picture->width <= TLB_PICTURE_MOST && picture->height <= TLB_PICTURE_MOST)
        return TLB_OK;
    return tlb_refuse_option(conversion->context, "size", "invalid value, expected WxH, each from 1 to %d",
                             TLB_PICTURE_MOST);
}

static tlb_backdrop choose_backdrop(const tlb_color_option *color)
{
    tlb_backdrop backdrop = {{226, 231, 237, 255}, {178, 187, 198, 255}};
    if (color->is_set) {
        memcpy(backdrop.top, color->rgba, sizeof backdrop.top);
        memcpy(backdrop.bottom, color->rgba, sizeof backdrop.bottom);
    }
    return backdrop;
}

static tlb_status choose_moment(const tlb_conversion *conversion, const tlb_scene *scene,
                                tlb_picture_settings *settings)
{
    const char *name = own_options(conversion)->sequence;
    const tlb_optional_real *time = &own_options(conversion)->time;
    settings->seconds = (float)time->value;
    for (uint32_t i = 0; name && i < scene->animation_count && !settings->animation; i++)
        if (tlb_same_nocase(scene->animations[i].name, name))
            settings->animation = &scene->animations[i];
    if (!name && time->is_set && scene->animation_count)
        settings->animation = &scene->animations[0];
    if (!name || settings->animation)
        return TLB_OK;
    tlb_name_list names = {0};
    for (uint32_t i = 0; i < scene->animation_count; i++)
        tlb_name_list_add(&names, scene->animations[i].name);
    return tlb_refuse_option(conversion->context, "sequence", "no animation \"%s\" in this file; %s%s", name,
                             names.size ? "its animations: " : "it has none", names.text);
}

/* TLB_ARGUMENT, and reported, when an option makes no sense. */
static tlb_status choose_picture(const tlb_conversion *conversion, const tlb_scene *scene,
                                 tlb_picture_settings *settings)
{
    const tlb_png_write_options *options = own_options(conversion);
    *settings = (tlb_picture_settings){
        .picture.wireframe = options->wireframe,
        .picture.backdrop = choose_backdrop(&options->background),
        .frames = options->turntable.is_set ? (uint32_t)options->turntable.value : 1,
        .reveal = conversion->options->collision || conversion->options->zones,
    };
    tlb_status status = choose_view(conversion, scene, &settings->view, &settings->may_enter);
    settings->may_enter &= !settings->reveal && !options->wireframe;
    if (!status)
        status = choose_size(conversion, &settings->picture);
    return status ? status : choose_moment(conversion, scene, settings);
}

/* --- pictures ----------------------------------------------------------------------------------------- */

/* A conversion to pictures, under way. */
typedef struct job {
    const tlb_conversion *conversion;
    tlb_picture_settings settings;
    tlb_stage stage;
    tlb_camera *cameras; /* one a frame */
    tlb_arena arena;     /* for the time of it */
    uint32_t wanted;     /* of the frames, the first */
    tlb_status (*keep)(struct job *j, const tlb_image *image, uint32_t frame);
    tlb_output *output;  /* of keep_file */
    tlb_bitmap **bitmap; /* of keep_pixels */
} job;

static tlb_status keep_file(job *j, const tlb_image *image, uint32_t frame)
{
    tlb_buffer *out = tlb_numbered_file(j->output, &j->arena, frame);
    return out && !tlb_png_encode_fast(image, out)
               ? TLB_OK
               : tlb_report_output(j->conversion->context, j->output, &j->arena);
}

static tlb_status keep_pixels(job *j, const tlb_image *image, uint32_t frame)
{
    (void)frame;
    return tlb_bitmap_of_image(j->conversion->context, image, j->bitmap);
}

static tlb_status take_pictures(job *j, tlb_model *model)
{
    const tlb_picture *picture = &j->settings.picture;
    tlb_status status = TLB_OK;
    tlb_cameras_place(j->cameras, j->settings.frames, &j->stage, &j->settings.view,
                      (double)picture->width / picture->height);
    for (uint32_t i = 0; i < j->wanted && !status; i++) {
        tlb_image image;
        tlb_mark mark = tlb_arena_mark(&j->arena);
        status = tlb_render(model, &j->cameras[i], picture, &j->arena, &image);
        if (!status)
            status = j->keep(j, &image, i);
        tlb_arena_rewind(&j->arena, mark);
    }
    return status;
}

static tlb_status choose_place(job *j)
{
    tlb_view *view = &j->settings.view;
    bool found = false;
    tlb_view_fronts(view, &j->stage);
    if (!view->to_be_found && !j->settings.may_enter)
        return TLB_OK;
    tlb_mark mark = tlb_arena_mark(&j->arena);
    if (!(view->to_be_found ? tlb_inside_find : tlb_inside_sealed)(&j->stage, &j->arena, view, &found))
        return tlb_report_memory(j->conversion->context, &j->arena);
    tlb_arena_rewind(&j->arena, mark);
    if (!view->to_be_found)
        return TLB_OK;
    view->to_be_found = false;
    return found ? TLB_OK
                 : tlb_refuse_option(j->conversion->context, "view",
                                     "no inside: there is no place among walls to look from");
}

static tlb_status choose_light(job *j, tlb_light_rule *light)
{
    tlb_light_map *maps;
    tlb_mark mark = tlb_arena_mark(&j->arena);
    tlb_status status = tlb_decode_light_maps(j->conversion->context, &j->stage.scene, &j->arena, &maps);
    if (!status)
        status = tlb_conversion_light(j->conversion, &j->stage.scene, maps, light);
    tlb_arena_rewind(&j->arena, mark);
    return status;
}

static tlb_status draw_with(job *j, tlb_device *device)
{
    tlb_model *model;
    tlb_light_rule light;
    tlb_context *context = j->conversion->context;
    tlb_status status = choose_light(j, &light);
    if (!status)
        status = choose_place(j);
    if (!status)
        status = tlb_device_begin(device, context);
    if (status)
        return status;
    status = tlb_model_create(device, &j->stage, &light, &model);
    if (!status)
        status = take_pictures(j, model);
    tlb_model_free(model);
    tlb_device_end(device, status);
    return status;
}

static void free_device(void *device)
{
    tlb_device_free(device);
}

/* With the caller's renderer, or a device of its own. */
static tlb_status draw(job *j)
{
    tlb_renderer *renderer = j->conversion->options->renderer;
    tlb_context *context = j->conversion->context;
    tlb_status failure;
    if (renderer && !renderer->device) {
        renderer->device = tlb_device_create(renderer->context->account, &failure);
        renderer->free = free_device;
    }
    tlb_device *device = renderer ? renderer->device : tlb_device_create(context->account, &failure);
    if (!device)
        return tlb_report_failure(context, failure);
    tlb_status status = draw_with(j, device);
    if (!renderer)
        tlb_device_free(device);
    return status;
}

static tlb_status draw_scene(job *j, const tlb_scene *scene)
{
    tlb_context *context = j->conversion->context;
    const tlb_picture_settings *settings = &j->settings;
    tlb_status status = choose_picture(j->conversion, scene, &j->settings);
    if (status)
        return status;
    tlb_arena_init(&j->arena, context->account);
    j->wanted = j->output ? settings->frames : 1;
    j->cameras = tlb_alloc_array(&j->arena, settings->frames, sizeof *j->cameras);
    bool set = j->cameras && tlb_stage_set(&j->stage, scene, settings->animation, settings->seconds,
                                           settings->reveal, &j->arena);
    status = set ? tlb_stage_limit(context, &j->stage) : tlb_report_memory(context, &j->arena);
    if (!status && j->stage.indices < 3)
        tlb_report(context, TLB_CODE_SCENE_EMPTY, TLB_NO_OFFSET, NULL, "no triangles to draw");
    if (!status)
        status = draw(j);
    tlb_arena_release(&j->arena);
    return status;
}

tlb_status tlb_png_draw(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return draw_scene(&(job){.conversion = conversion, .keep = keep_file, .output = output}, scene);
}

tlb_status tlb_png_draw_pixels(const tlb_scene *scene, const tlb_conversion *conversion, tlb_bitmap **bitmap)
{
    return draw_scene(&(job){.conversion = conversion, .keep = keep_pixels, .bitmap = bitmap}, scene);
}
