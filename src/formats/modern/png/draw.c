/* Pictures of a scene of models, and the options that say how. */
#include "formats/modern/png/png.h"
#include "formats/modern/shared/numbered.h"

#include "base/number.h"
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

typedef struct tlb_picture_choices {
    tlb_picture picture;
    tlb_view view;
    uint32_t frames;                /* 1: no turntable */
    const tlb_animation *animation; /* NULL: at rest */
    float seconds;
    bool reveal; /* what is hidden is wanted */
} tlb_picture_choices;

/* --- options ------------------------------------------------------------------------------------------ */

const tlb_option_info tlb_picture_options[] = {
    {"view", "VIEW",
     "front, back, left, right, top, three-quarter, file (from the file's own viewpoint), inside or "
     "inside:X,Y,Z,YAW,PITCH (Y up, yaw 0 along -Z and to the left)"},
    {"size", "WxH", "of the picture in pixels, else 1024x768"},
    {"background", "COLOR", "#rrggbb, #rrggbbaa or transparent"},
    {"sequence", "NAME", "which animation --time means, else the first"},
    {"time", "SECONDS", "into the animation, else at rest or at its start"},
    {"wireframe", NULL, "the edges of all triangles too"},
    TLB_LIGHT_FLOOR_OPTION,
    {"turntable", "N", "N pictures from all around; those after the first are numbered"},
    {NULL, NULL, NULL},
};

static bool refuse(const tlb_conversion *conversion, const char *name, const char *what)
{
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "--%s is %s, not \"%s\"", name,
               what, tlb_choice_text(conversion, name));
    return false;
}

/* Up to `most` numbers with commas between them, to the end of the text; gives how many, 0 when it is not
 * so. */
static uint32_t read_numbers(const char *text, double *numbers, uint32_t most)
{
    const char *end = text + strlen(text), *p = text;
    for (uint32_t i = 0; i < most; i++) {
        p = tlb_read_f64(p, end, &numbers[i]);
        if (!p || !isfinite(numbers[i]))
            return 0;
        if (p == end)
            return i + 1;
        if (*p++ != ',')
            return 0;
    }
    return 0;
}

static bool choose_inside(const char *text, tlb_view *view)
{
    double numbers[5] = {0, 0, 0, 0, 0};
    view->inside = true;
    view->in_the_middle = !*text;
    if (view->in_the_middle)
        return true;
    if (*text != ':' || read_numbers(text + 1, numbers, 5) < 3)
        return false;
    for (int i = 0; i < 3; i++)
        view->point[i] = (float)numbers[i];
    view->yaw = numbers[3];
    view->pitch = numbers[4];
    return isfinite(view->point[0]) && isfinite(view->point[1]) && isfinite(view->point[2]);
}

/* From the scene's first camera. False: it has none, or there is no memory. */
static bool choose_camera(const tlb_conversion *conversion, const tlb_scene *scene, tlb_view *view)
{
    static const double degrees = 180 / 3.14159265358979323846;
    uint32_t node = 0;
    while (node < scene->node_count && (scene->nodes[node].camera < 0 || !scene->camera_count))
        node++;
    tlb_arena work;
    tlb_arena_init(&work, &conversion->context->account);
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
    return found || refuse(conversion, "view", "file only where the file has a viewpoint");
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
        const char *name;
        double yaw, pitch;
    } views[] = {
        {"three-quarter", 35, 28}, {"front", 0, 0},  {"back", 180, 0},
        {"left", -90, 0},          {"right", 90, 0}, {"top", 0, 90},
    };
    const char *text = tlb_choice_text(conversion, "view");
    double front = front_yaw(scene);
    int usual = !text && is_a_wall(conversion->context, scene);
    *view = (tlb_view){.yaw = front + views[usual].yaw, .pitch = views[usual].pitch};
    if (!text)
        return true;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (tlb_same_nocase(text, views[i].name)) {
            *view = (tlb_view){.yaw = front + views[i].yaw, .pitch = views[i].pitch};
            return true;
        }
    *view = (tlb_view){0};
    if (tlb_same_nocase(text, "file"))
        return choose_camera(conversion, scene, view);
    return (strncmp(text, "inside", 6) == 0 && choose_inside(text + 6, view)) ||
           refuse(conversion, "view",
                  "front, back, left, right, top, three-quarter, file or inside:X,Y,Z,YAW,PITCH");
}

static bool choose_size(const tlb_conversion *conversion, tlb_picture *picture)
{
    const char *text = tlb_choice_text(conversion, "size");
    picture->width = 1024;
    picture->height = 768;
    return !text ||
           (tlb_read_size(text, &picture->width, &picture->height) && picture->width <= TLB_PICTURE_MOST &&
            picture->height <= TLB_PICTURE_MOST) ||
           refuse(conversion, "size", "WIDTHxHEIGHT, each from 1 to 16384");
}

/* The value of a hexadecimal digit, -1 for what is none. */
static int digit(char c)
{
    c = tlb_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_color(const char *text, uint8_t color[4])
{
    size_t size = strlen(text);
    if (text[0] != '#' || (size != 7 && size != 9))
        return false;
    color[3] = 255;
    for (size_t i = 0; i < size / 2; i++) {
        int high = digit(text[1 + 2 * i]), low = digit(text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        color[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

static bool choose_backdrop(const tlb_conversion *conversion, tlb_backdrop *backdrop)
{
    const char *text = tlb_choice_text(conversion, "background");
    *backdrop = (tlb_backdrop){{226, 231, 237, 255}, {178, 187, 198, 255}};
    if (!text)
        return true;
    uint8_t color[4] = {0, 0, 0, 0};
    if (!tlb_same_nocase(text, "transparent") && !read_color(text, color))
        return refuse(conversion, "background", "#rrggbb, #rrggbbaa or transparent");
    memcpy(backdrop->top, color, sizeof color);
    memcpy(backdrop->bottom, color, sizeof color);
    return true;
}

static bool choose_moment(const tlb_conversion *conversion, const tlb_scene *scene,
                          tlb_picture_choices *choices)
{
    const char *name = tlb_choice_text(conversion, "sequence"), *time = tlb_choice_text(conversion, "time");
    double seconds = 0;
    if (time && (read_numbers(time, &seconds, 1) != 1 || seconds < 0 || seconds > 1e6))
        return refuse(conversion, "time", "a number of seconds");
    choices->seconds = (float)seconds;
    for (uint32_t i = 0; name && i < scene->animation_count && !choices->animation; i++)
        if (tlb_same_nocase(scene->animations[i].name, name))
            choices->animation = &scene->animations[i];
    if (!name && time && scene->animation_count)
        choices->animation = &scene->animations[0];
    return !name || choices->animation ||
           refuse(conversion, "sequence", "the name of an animation of this file");
}

/* TLB_ARGUMENT, and reported, when an option makes no sense. */
static tlb_status choose_picture(const tlb_conversion *conversion, const tlb_scene *scene,
                                 tlb_picture_choices *choices)
{
    int64_t frames = 1;
    *choices = (tlb_picture_choices){
        .picture.wireframe = tlb_choice_made(conversion, "wireframe"),
        .reveal = tlb_choice_made(conversion, "collision") || tlb_choice_made(conversion, "zones"),
    };
    bool good = choose_view(conversion, scene, &choices->view) &&
                choose_size(conversion, &choices->picture) &&
                choose_backdrop(conversion, &choices->picture.backdrop) &&
                choose_moment(conversion, scene, choices) &&
                tlb_choice_number(conversion, "turntable", 1, MOST_FRAMES, &frames);
    choices->frames = (uint32_t)frames;
    return good ? TLB_OK : TLB_ARGUMENT;
}

/* --- pictures ----------------------------------------------------------------------------------------- */

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
    tlb_status status = choose_picture(conversion, scene, &j.choices);
    if (status)
        return status;
    tlb_arena_init(&j.arena, &conversion->context->account);
    j.cameras = tlb_alloc_array(&j.arena, choices->frames, sizeof *j.cameras);
    if (j.cameras &&
        tlb_stage_set(&j.stage, scene, choices->animation, choices->seconds, choices->reveal, &j.arena))
        status = draw(&j);
    else
        status = tlb_report_memory(conversion->context);
    tlb_arena_release(&j.arena);
    return status;
}
