#include "formats/modern/png/picture_options.h"

#include "base/number.h"
#include "base/text.h"
#include "core/light_option.h"
#include "scene/matrix.h"

#include <math.h>
#include <string.h>

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
    tlb_arena_free(&work);
    return found || refuse(conversion, "view", "file only where the file has a viewpoint");
}

/* What is flat and upright is looked at from the front. */
static bool is_a_wall(const tlb_scene *scene)
{
    tlb_scene_stats stats = tlb_scene_measure(scene);
    return stats.low[2] == stats.high[2] && stats.low[1] < stats.high[1];
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
    int usual = !text && is_a_wall(scene);
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

tlb_status tlb_picture_choose(const tlb_conversion *conversion, const tlb_scene *scene,
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
                tlb_choice_number(conversion, "turntable", 1, TLB_MOST_FRAMES, &frames);
    choices->frames = (uint32_t)frames;
    return good ? TLB_OK : TLB_ARGUMENT;
}
