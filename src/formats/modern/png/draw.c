/* Pictures of a scene of models, and the options that say how. */
#include "formats/modern/png/png.h"
#include "formats/modern/shared/numbered.h"

#include "base/text.h"
#include "core/light_option.h"
#include "image/image.h"
#include "render/fronts.h"
#include "render/inside.h"
#include "render/renderer.h"
#include "scene/matrix.h"

#include <math.h>
#include <string.h>

enum { MOST_FRAMES = 1000 };

typedef struct tlb_picture_settings {
    tlb_picture picture;
    tlb_view view;
    uint32_t frames;                /* 1: no turntable */
    const tlb_animation *animation; /* NULL: at rest */
    float seconds;
    bool reveal; /* what is hidden is wanted */
} tlb_picture_settings;

/* --- options ------------------------------------------------------------------------------------------ */

const tlb_option_info tlb_picture_options[] = {
    {"view", "VIEW",
     "viewpoint: front, back, left, right, top, three-quarter, file (stored in the file), inside or "
     "inside:X,Y,Z,YAW,PITCH (meters, Y up; degrees, yaw 0 along -Z, positive to the left) "
     "(default: three-quarter, front for flat models)",
     TLB_SETS(VIEW, view, TLB_CAN_IMPORT_SCENE)},
    {"size", "WxH", "size of the picture in pixels (default: 1024x768)",
     TLB_SETS(SIZE, size, TLB_CAN_IMPORT_SCENE)},
    {"background", "COLOR", "background color: #rrggbb, #rrggbbaa or transparent (default: a light gradient)",
     TLB_SETS(COLOR, background, TLB_CAN_IMPORT_SCENE)},
    {"sequence", "NAME", "animation for --time (default: the first)",
     TLB_SETS(TEXT, sequence, TLB_CAN_IMPORT_SCENE)},
    {"time", "SECONDS", "time in the animation (default: 0 with --sequence, else the rest pose)",
     TLB_SETS(REAL, time, TLB_CAN_IMPORT_SCENE), .most = 1e6},
    TLB_OPTION_COLLISION(TLB_CAN_IMPORT_SCENE),
    TLB_OPTION_ZONES(TLB_CAN_IMPORT_SCENE),
    {"wireframe", NULL, "draw the edges of all triangles", TLB_SETS(FLAG, wireframe, TLB_CAN_IMPORT_SCENE)},
    TLB_OPTION_LIGHT_FLOOR,
    {"turntable", "N", "draw N pictures from all around; the names of all but the first are numbered",
     TLB_SETS(INTEGER, turntable, TLB_CAN_IMPORT_SCENE), .least = 1, .most = MOST_FRAMES},
    {0},
};

static bool refuse(const tlb_conversion *conversion, const char *reason)
{
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s", reason);
    return false;
}

/* From the scene's first camera. False: it has none, or there is no memory. */
static bool choose_camera(const tlb_conversion *conversion, const tlb_scene *scene, tlb_view *view)
{
    static const double degrees = 180 / 3.14159265358979323846;
    uint32_t node = 0;
    while (node < scene->node_count && (scene->nodes[node].camera < 0 || !scene->camera_count))
        node++;
    tlb_arena work;
    tlb_arena_init(&work, conversion->context->account);
    float(*world)[16] = tlb_alloc_array(&work, scene->node_count, sizeof *world);
    bool found = world && node < scene->node_count;
    if (found) {
        tlb_scene_world_matrices(scene, world);
        const float *m = world[node];
        double x = (double)-m[8], y = (double)-m[9], z = (double)-m[10];
        *view = (tlb_view){.inside = true,
                           .point = {m[12], m[13], m[14]},
                           .yaw = x != 0 || z != 0 ? atan2(-x, -z) * degrees : 0,
                           .pitch = atan2(y, hypot(x, z)) * degrees};
    }
    tlb_arena_release(&work);
    return found || refuse(conversion, "--view file: no viewpoint in this file");
}

/* What is flat and upright is looked at from the front. */
static bool is_a_wall(tlb_context *context, const tlb_scene *scene)
{
    tlb_scene_stats stats;
    return !tlb_scene_measure(context, scene, &stats) && stats.low[2] == stats.high[2] &&
           stats.low[1] < stats.high[1];
}

/* The yaw of who stands before the scene. */
static double front_yaw(const tlb_scene *scene)
{
    double x = (double)scene->facing[0], z = (double)scene->facing[1];
    return x != 0 || z != 0 ? atan2(x, z) * (180 / 3.14159265358979323846) : 0;
}

static bool choose_view(const tlb_conversion *conversion, const tlb_scene *scene, tlb_view *view)
{
    static const struct {
        double yaw, pitch;
    } outside[] = {
        [TLB_VIEW_THREE_QUARTER] = {35, 28}, [TLB_VIEW_FRONT] = {0, 0},  [TLB_VIEW_BACK] = {180, 0},
        [TLB_VIEW_LEFT] = {-90, 0},          [TLB_VIEW_RIGHT] = {90, 0}, [TLB_VIEW_TOP] = {0, 90},
    };
    const tlb_view_option *wanted = &conversion->options->view;
    tlb_view_kind kind = wanted->kind;
    if (kind == TLB_VIEW_DEFAULT)
        kind = is_a_wall(conversion->context, scene) ? TLB_VIEW_FRONT : TLB_VIEW_THREE_QUARTER;
    switch (kind) {
    case TLB_VIEW_FILE:
        return choose_camera(conversion, scene, view);
    case TLB_VIEW_INSIDE:
        *view = (tlb_view){.inside = true, .in_the_middle = true};
        return true;
    case TLB_VIEW_POINT:
        *view = (tlb_view){.inside = true, .yaw = wanted->yaw, .pitch = wanted->pitch};
        memcpy(view->point, wanted->point, sizeof view->point);
        return true;
    default:
        *view = (tlb_view){.yaw = front_yaw(scene) + outside[kind].yaw, .pitch = outside[kind].pitch};
        return true;
    }
}

static bool choose_size(const tlb_conversion *conversion, tlb_picture *picture)
{
    const tlb_size_option *size = &conversion->options->size;
    picture->width = size->width ? size->width : 1024;
    picture->height = size->height ? size->height : 768;
    return (picture->width <= TLB_PICTURE_MOST && picture->height <= TLB_PICTURE_MOST) ||
           refuse(conversion, "invalid --size, expected WxH, each from 1 to 16384");
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

static bool choose_moment(const tlb_conversion *conversion, const tlb_scene *scene,
                          tlb_picture_settings *settings)
{
    const char *name = conversion->options->sequence;
    const tlb_optional_real *time = &conversion->options->time;
    settings->seconds = (float)time->value;
    for (uint32_t i = 0; name && i < scene->animation_count && !settings->animation; i++)
        if (tlb_same_nocase(scene->animations[i].name, name))
            settings->animation = &scene->animations[i];
    if (!name && time->is_set && scene->animation_count)
        settings->animation = &scene->animations[0];
    if (!name || settings->animation)
        return true;
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--sequence: no animation \"%s\" in this file", name);
    return false;
}

/* TLB_ARGUMENT, and reported, when an option makes no sense. */
static tlb_status choose_picture(const tlb_conversion *conversion, const tlb_scene *scene,
                                 tlb_picture_settings *settings)
{
    const tlb_convert_options *options = conversion->options;
    *settings = (tlb_picture_settings){
        .picture.wireframe = options->wireframe,
        .picture.backdrop = choose_backdrop(&options->background),
        .frames = options->turntable.is_set ? (uint32_t)options->turntable.value : 1,
        .reveal = options->collision || options->zones,
    };
    bool good = choose_view(conversion, scene, &settings->view) &&
                choose_size(conversion, &settings->picture) && choose_moment(conversion, scene, settings);
    return good ? TLB_OK : TLB_ARGUMENT;
}

/* --- pictures ----------------------------------------------------------------------------------------- */

/* A conversion to pictures, under way. */
typedef struct job {
    const tlb_conversion *conversion;
    tlb_picture_settings settings;
    tlb_stage stage;
    tlb_camera *cameras; /* one a frame */
    tlb_arena arena;     /* for the time of it */
    tlb_output *output;
} job;

static tlb_status take_pictures(job *j, tlb_model *model)
{
    const tlb_picture *picture = &j->settings.picture;
    tlb_status status = TLB_OK;
    tlb_cameras_place(j->cameras, j->settings.frames, &j->stage, &j->settings.view,
                      (double)picture->width / picture->height);
    for (uint32_t i = 0; i < j->settings.frames && !status; i++) {
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
    tlb_view *view = &j->settings.view;
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
    const tlb_picture_settings *settings = &j.settings;
    tlb_status status = choose_picture(conversion, scene, &j.settings);
    if (status)
        return status;
    tlb_arena_init(&j.arena, conversion->context->account);
    j.cameras = tlb_alloc_array(&j.arena, settings->frames, sizeof *j.cameras);
    if (j.cameras &&
        tlb_stage_set(&j.stage, scene, settings->animation, settings->seconds, settings->reveal, &j.arena))
        status = draw(&j);
    else
        status = tlb_report_memory(conversion->context);
    tlb_arena_release(&j.arena);
    return status;
}
