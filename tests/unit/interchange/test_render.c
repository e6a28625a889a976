/* Pictures of scenes. Where the machine cannot draw, the tests that take pictures are skipped. */
#include "core/format.h"
#include "fault.h"
#include "image/image.h"
#include "render/device.h"
#include "render/tints.h"
#include "files.h"
#include "drawing.h"
#include "scenes.h"
#include "temporary.h"
#include "options_text.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, MIDDLE = SIDE / 2 };

/* --- taking pictures --------------------------------------------------------------------------------- */

/* Options in one line: "view=front size=64x64". */
static tlb_status read_options(tlb_context *context, const char *line, tlb_convert_options *options)
{
    char text[256];
    option_text list[16];
    size_t count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        if (value)
            *value++ = 0;
        list[count++] =
            (option_text){word, value ? tlb_arena_printf(&context->session->arena, "%s", value) : ""};
    }
    return options_from_text(context, list, count, options);
}

static tlb_status write_pictures(scene_fixture *f, const tlb_scene *scene, const char *text,
                                 tlb_files **files)
{
    tlb_convert_options options;
    tlb_status status = read_options(f->context, text, &options);
    *files = NULL;
    return status ? status
                  : tlb_scene_write(f->context, scene, tlb_format_by_name("png"), "picture.png", &options,
                                    files);
}

static tlb_image take_scene(scene_fixture *f, const tlb_scene *scene, const char *text)
{
    tlb_files *files;
    tlb_image image = {0};
    tlb_status status = write_pictures(f, scene, text, &files);
    assert_int_equal(status, TLB_OK);
    assert_int_equal(files->count, 1);
    assert_string_equal(files->data[0].name, "picture.png");
    assert_int_equal(tlb_image_decode(f->context, &f->arena, files->data[0].bytes, &image), TLB_OK);
    tlb_files_free(files);
    return image;
}

static tlb_image take(scene_fixture *f, const char *text)
{
    return take_scene(f, f->scene, text);
}

/* The scene_fixture's scene from the front, 64 x 64, before black or what else is chosen. */
static tlb_image take_front(scene_fixture *f, const char *more)
{
    char text[256];
    snprintf(text, sizeof text, "view=front size=64x64 %s %s",
             strstr(more, "background") ? "" : "background=#000000", more);
    return take(f, text);
}

static void assert_pixel(const tlb_image *image, uint32_t x, uint32_t y, int r, int g, int b, int a)
{
    const int wanted[4] = {r, g, b, a};
    const uint8_t *pixel = image->pixels + ((size_t)y * image->width + x) * 4;
    for (int i = 0; i < 4; i++)
        if (abs(pixel[i] - wanted[i]) > 3)
            fail_msg("at %u, %u: %d %d %d %d instead of %d %d %d %d", x, y, pixel[0], pixel[1], pixel[2],
                     pixel[3], r, g, b, a);
}

/* --- things to be pictured --------------------------------------------------------------------------- */

static tlb_material *add_material(scene_fixture *f, float r, float g, float b)
{
    tlb_material *material = tlb_scene_add_material(f->scene, "m");
    material->unlit = true;
    material->color[0] = r;
    material->color[1] = g;
    material->color[2] = b;
    return material;
}

static tlb_node *add_colored_square(scene_fixture *f, float r, float g, float b)
{
    add_material(f, r, g, b);
    add_square(f->scene, "square", (int32_t)f->scene->material_count - 1, TLB_WITH_UV0 | TLB_WITH_UV1);
    return add_node(f->scene, "square", TLB_NONE, (int32_t)f->scene->mesh_count - 1);
}

static tlb_material *last_material(scene_fixture *f)
{
    return &f->scene->materials[f->scene->material_count - 1];
}

static int32_t add_image(scene_fixture *f, uint32_t width, uint32_t height, const void *pixels)
{
    tlb_image *image = tlb_scene_add_image(f->scene, "image");
    image->format = TLB_PIXELS_RGBA;
    image->width = width;
    image->height = height;
    image->pixels = tlb_alloc_array(tlb_scene_arena(f->scene), height, (size_t)width * 4);
    memcpy(image->pixels, pixels, (size_t)width * height * 4);
    return (int32_t)f->scene->image_count - 1;
}

/* Red and green above blue and white. */
static int32_t add_four_colors(scene_fixture *f)
{
    static const uint8_t pixels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
    return add_image(f, 2, 2, pixels);
}

static tlb_texture texture_of(int32_t image, uint32_t uv_set)
{
    return (tlb_texture){image, uv_set, TLB_WRAP_CLAMP, TLB_WRAP_CLAMP, .nearest = true};
}

/* --- what is shown ----------------------------------------------------------------------------------- */

static void the_model_fills_the_picture(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1)->translation[0] = 1000;
    tlb_image image = take_front(f, "");
    uint32_t low = SIDE, high = 0;
    for (uint32_t x = 0; x < SIDE; x++)
        if (image.pixels[(MIDDLE * SIDE + x) * 4] > 128) {
            low = x < low ? x : low;
            high = x;
        }
    assert_in_range(low, 1, 3);
    assert_int_equal(low, SIDE - 1 - high);
}

/* A small square that looks to the back keeps the camera there. */
static void only_front_faces_are_seen(void **state)
{
    scene_fixture *f = *state;
    tlb_node *other = add_colored_square(f, 1, 1, 1);
    memcpy(other->rotation, (float[4]){0, 1, 0, 0}, sizeof other->rotation);
    other->translation[0] = 0.45f;
    other->translation[2] = 0.1f;
    other->scale[0] = other->scale[1] = 0.05f;
    add_colored_square(f, 1, 1, 1);
    tlb_image front = take_front(f, "");
    assert_pixel(&front, MIDDLE, MIDDLE, 255, 255, 255, 255);
    tlb_image back = take(f, "view=back size=64x64 background=#000000");
    assert_pixel(&back, MIDDLE, MIDDLE, 0, 0, 0, 255);
    last_material(f)->double_sided = true;
    back = take(f, "view=back size=64x64 background=#000000");
    assert_pixel(&back, MIDDLE, MIDDLE, 255, 255, 255, 255);
}

/* The four sides of a cube, each of a color. */
static void the_front_is_where_a_scene_looks(void **state)
{
    static const float towards[][2] = {{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    scene_fixture *f = *state;
    const float half = sqrtf(0.5f), turns[4][2] = {{0, 1}, {half, half}, {1, 0}, {-half, half}};
    for (int i = 0; i < 4; i++) {
        tlb_node *side = add_colored_square(f, (float)(i == 0 || i == 3), (float)(i == 1 || i == 3), i == 2);
        side->rotation[1] = turns[i][0];
        side->rotation[3] = turns[i][1];
        side->translation[0] = i == 1 ? 0.5f : i == 3 ? -0.5f : 0;
        side->translation[2] = i == 0 ? 0.5f : i == 2 ? -0.5f : 0;
    }
    for (int i = 0; i < 5; i++) {
        int side = i ? i - 1 : 0;
        memcpy(f->scene->facing, towards[i], sizeof towards[i]);
        tlb_image image = take_front(f, "");
        assert_pixel(&image, MIDDLE, MIDDLE, side == 0 || side == 3 ? 255 : 0,
                     side == 1 || side == 3 ? 255 : 0, side == 2 ? 255 : 0, 255);
    }
}

static void mirrored_nodes_keep_their_front(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1)->scale[0] = -1;
    tlb_image image = take_front(f, "");
    assert_pixel(&image, MIDDLE, MIDDLE, 255, 255, 255, 255);
}

static void textures_stand_upright(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    last_material(f)->texture = texture_of(add_four_colors(f), 0);
    tlb_image image = take_front(f, "");
    assert_pixel(&image, 16, 16, 255, 0, 0, 255);
    assert_pixel(&image, 48, 16, 0, 255, 0, 255);
    assert_pixel(&image, 16, 48, 0, 0, 255, 255);
    assert_pixel(&image, 48, 48, 255, 255, 255, 255);
}

static void a_missing_texture_is_gray(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    last_material(f)->texture = texture_of(add_four_colors(f), 0);
    last_material(f)->placeholder = "missing";
    tlb_image image = take_front(f, "");
    assert_pixel(&image, 16, 16, 214, 214, 214, 255);
    assert_pixel(&image, 48, 16, 184, 184, 184, 255);
}

static void light_maps_multiply(void **state)
{
    scene_fixture *f = *state;
    static const uint8_t lights[] = {255, 255, 255, 255, 128, 255, 255, 255};
    add_colored_square(f, 1, 0, 1);
    last_material(f)->lightmap = texture_of(add_image(f, 2, 1, lights), 1);
    tlb_image image = take_front(f, "");
    assert_pixel(&image, 16, MIDDLE, 255, 0, 255, 255);
    assert_pixel(&image, 48, MIDDLE, 128, 0, 255, 255);
}

/* A mean of a quarter brings a floor of a third. */
static void dark_light_maps_get_a_floor(void **state)
{
    scene_fixture *f = *state;
    static const uint8_t lights[] = {128, 128, 128, 255, 0, 0, 0, 255};
    add_colored_square(f, 1, 1, 1);
    last_material(f)->lightmap = texture_of(add_image(f, 2, 1, lights), 1);
    tlb_image image = take_front(f, "");
    assert_pixel(&image, 16, MIDDLE, 170, 170, 170, 255);
    assert_pixel(&image, 48, MIDDLE, 85, 85, 85, 255);
    image = take_front(f, "light-floor=0");
    assert_pixel(&image, 16, MIDDLE, 128, 128, 128, 255);
    assert_pixel(&image, 48, MIDDLE, 0, 0, 0, 255);
    tlb_files *files;
    assert_int_equal(write_pictures(f, f->scene, "light-floor=2", &files), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 1);
}

/* As if they were not there, and lit as ordinary materials are. */
static void black_light_maps_are_left_out(void **state)
{
    scene_fixture *f = *state;
    static const uint8_t lights[] = {2, 2, 2, 255, 0, 0, 0, 255};
    add_colored_square(f, 1, 1, 1);
    last_material(f)->unlit = false;
    tlb_image image = take_front(f, "");
    int lit = image.pixels[(MIDDLE * SIDE + 48) * 4];
    assert_true(lit > 100);
    last_material(f)->unlit = true;
    last_material(f)->lightmap = texture_of(add_image(f, 2, 1, lights), 1);
    image = take_front(f, "");
    assert_int_equal(image.pixels[(MIDDLE * SIDE + 48) * 4], lit);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_LIGHT_BLACK), 1);
}

/* Half a picture on: the colors beside each other change places. */
static void textures_can_be_moved(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    last_material(f)->texture = texture_of(add_four_colors(f), 0);
    last_material(f)->texture.wrap_u = TLB_WRAP_REPEAT;
    last_material(f)->texture.offset[0] = 0.5f;
    tlb_image image = take_front(f, "");
    assert_pixel(&image, 16, 16, 0, 255, 0, 255);
    assert_pixel(&image, 48, 16, 255, 0, 0, 255);
    assert_pixel(&image, 16, 48, 255, 255, 255, 255);
    assert_pixel(&image, 48, 48, 0, 0, 255, 255);
}

/* By an animation, too, at the given time. */
static void materials_change_with_time(void **state)
{
    scene_fixture *f = *state;
    static float times[] = {0, 2}, offsets[] = {0, 0, 0, 1}, colors[] = {1, 1, 1, 1, 0, 1, 1, 1};
    static tlb_material_channel channels[] = {{0, TLB_MATERIAL_UV_OFFSET, TLB_LINEAR, 2, times, offsets},
                                              {0, TLB_MATERIAL_COLOR, TLB_LINEAR, 2, times, colors}};
    add_colored_square(f, 1, 1, 1);
    last_material(f)->texture = texture_of(add_four_colors(f), 0);
    last_material(f)->texture.wrap_v = TLB_WRAP_REPEAT;
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "textures");
    animation->duration = 2;
    animation->material_channels = channels;
    animation->material_channel_count = 2;
    tlb_image image = take_front(f, "time=1");
    assert_pixel(&image, 16, 16, 0, 0, 255, 255); /* what was below */
    assert_pixel(&image, 48, 48, 0, 255, 0, 255);
    assert_pixel(&image, 48, 16, 188, 255, 255, 255); /* half of the red light */
}

static void colors_are_linear(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 0.2140f, 1, 1);
    tlb_mesh *mesh = &f->scene->meshes[0];
    mesh->colors = tlb_alloc_array(tlb_scene_arena(f->scene), 4, sizeof *mesh->colors);
    for (int i = 0; i < 4; i++)
        memcpy(mesh->colors[i], (uint16_t[]){65535, 55 * 257, 65535, 65535}, 8);
    tlb_image image = take_front(f, "");
    assert_pixel(&image, MIDDLE, MIDDLE, 127, 128, 255, 255);
}

static void a_mask_cuts_out(void **state)
{
    scene_fixture *f = *state;
    static const uint8_t pixels[] = {255, 0, 0, 255, 255, 0, 0, 40};
    add_colored_square(f, 1, 1, 1);
    last_material(f)->texture = texture_of(add_image(f, 2, 1, pixels), 0);
    last_material(f)->alpha_mode = TLB_ALPHA_MASK;
    last_material(f)->alpha_cutoff = 0.5f;
    tlb_image image = take_front(f, "background=transparent");
    assert_pixel(&image, 16, MIDDLE, 255, 0, 0, 255);
    assert_pixel(&image, 48, MIDDLE, 0, 0, 0, 0);
}

/* Red behind green, each half transparent; the nearer one is added to the scene first. */
static void translucent_things_cover_what_is_behind(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 0, 1, 0)->translation[2] = 0.1f;
    add_colored_square(f, 1, 0, 0);
    for (int i = 0; i < 2; i++) {
        f->scene->materials[i].alpha_mode = TLB_ALPHA_BLEND;
        f->scene->materials[i].color[3] = 0.5f;
    }
    tlb_image image = take_front(f, "");
    assert_pixel(&image, MIDDLE, MIDDLE, 64, 127, 0, 255);
    image = take_front(f, "background=transparent");
    assert_pixel(&image, MIDDLE, MIDDLE, 85, 170, 0, 191);
}

static void added_light_brightens(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 0, 1, 0)->translation[2] = 0.1f;
    last_material(f)->alpha_mode = TLB_ALPHA_ADD;
    last_material(f)->color[3] = 0.5f;
    tlb_image image = take_front(f, "background=#ff0000");
    assert_pixel(&image, MIDDLE, MIDDLE, 255, 127, 0, 255);
    image = take_front(f, "background=transparent");
    assert_pixel(&image, MIDDLE, MIDDLE, 0, 255, 0, 127);
}

/* Lit from above the left shoulder. */
static void shapes_are_lit(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    last_material(f)->unlit = false;
    tlb_image image = take_front(f, "");
    int facing = image.pixels[(MIDDLE * SIDE + MIDDLE) * 4];
    assert_in_range(facing, 180, 255);
    f->scene->nodes[0].rotation[0] = sinf(0.5f); /* its face turns down */
    f->scene->nodes[0].rotation[3] = cosf(0.5f);
    image = take_front(f, "");
    assert_true(image.pixels[(MIDDLE * SIDE + MIDDLE) * 4] < facing - 30);
}

static void hidden_nodes_are_shown_when_asked_for(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1)->hidden = true;
    tlb_image image = take_front(f, "");
    assert_pixel(&image, MIDDLE, MIDDLE, 0, 0, 0, 255);
    image = take_front(f, "collision");
    assert_true(image.pixels[(MIDDLE * SIDE + MIDDLE) * 4] > 50);
}

static void of_levels_the_finest_is_shown(void **state)
{
    scene_fixture *f = *state;
    tlb_node *coarse = add_colored_square(f, 1, 0, 0);
    coarse->level = 1;
    coarse->translation[2] = 1;
    add_colored_square(f, 0, 1, 0)->level = 0;
    tlb_image image = take_front(f, "");
    assert_pixel(&image, MIDDLE, MIDDLE, 0, 255, 0, 255);
}

static void edges_are_drawn(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    tlb_image image = take_front(f, "wireframe");
    assert_pixel(&image, MIDDLE + 8, MIDDLE + 8, 255, 255, 255, 255);
    assert_true(image.pixels[((MIDDLE - 1) * SIDE + MIDDLE) * 4] < 200); /* the diagonal */
}

static void time_moves_things(void **state)
{
    scene_fixture *f = *state;
    static float times[] = {0, 1}, places[] = {0, 0, 0, 0, 0, 5};
    static tlb_channel channel = {0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 2, times, places};
    add_colored_square(f, 0, 1, 0);
    add_colored_square(f, 1, 0, 0)->translation[2] = 1;
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "Approach");
    animation->duration = 1;
    animation->channels = &channel;
    animation->channel_count = 1;
    tlb_image image = take_front(f, "sequence=approach");
    assert_pixel(&image, MIDDLE, MIDDLE, 255, 0, 0, 255);
    image = take_front(f, "time=0.5");
    assert_pixel(&image, MIDDLE, MIDDLE, 0, 255, 0, 255);
}

static void the_view_from_inside_looks_around(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 0, 0)->translation[2] = -2;
    tlb_node *left = add_colored_square(f, 0, 1, 0);
    left->translation[0] = -2;
    left->rotation[1] = left->rotation[3] = 0.70710678f;
    tlb_image image = take(f, "view=inside:0,0,0 size=64x64");
    assert_pixel(&image, MIDDLE, MIDDLE, 255, 0, 0, 255);
    image = take(f, "view=inside:0,0,0,90 size=64x64");
    assert_pixel(&image, MIDDLE, MIDDLE, 0, 255, 0, 255);
    image = take(f, "view=inside:0,0,0,0,90 size=64x64 background=#0000ff");
    assert_pixel(&image, MIDDLE, MIDDLE, 0, 0, 255, 255);
    tlb_files *files;
    assert_int_equal(write_pictures(f, f->scene, "view=inside size=8x8", &files), TLB_ARGUMENT);
}

static void a_turntable_makes_numbered_pictures(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    tlb_convert_options options = {
        .struct_size = sizeof options,
        .to = OPTIONS_OF(tlb_png_write_options, .turntable = {true, 3}, .size = {32, 32})};
    tlb_files *files;
    tlb_status status =
        tlb_scene_write(f->context, f->scene, tlb_format_by_name("png"), "spin-000.png", &options, &files);
    assert_int_equal(status, TLB_OK);
    assert_int_equal(files->count, 3);
    assert_string_equal(files->data[0].name, "spin-000.png");
    assert_string_equal(files->data[2].name, "spin-002.png");
    tlb_files_free(files);
    assert_int_equal(write_pictures(f, f->scene, "turntable=2 size=32x32", &files), TLB_OK);
    assert_string_equal(files->data[1].name, "picture-001.png");
    tlb_files_free(files);
}

/* --- what is odd ------------------------------------------------------------------------------------- */

/* A square of 100 m behind one of 1 m. */
static void backdrops_are_drawn_behind(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 0, 0);
    tlb_node *sky = add_colored_square(f, 1, 1, 1);
    sky->translation[2] = -50;
    sky->scale[0] = sky->scale[1] = 100;
    sky->backdrop = true;
    tlb_image image = take_front(f, "");
    assert_pixel(&image, MIDDLE, MIDDLE, 255, 0, 0, 255);
    assert_pixel(&image, 0, 0, 255, 255, 255, 255);
}

static void an_empty_scene_is_its_background(void **state)
{
    scene_fixture *f = *state;
    tlb_image image = take_front(f, "background=#10203040");
    assert_pixel(&image, MIDDLE, MIDDLE, 0x10, 0x20, 0x30, 0x40);
    image = take_front(f, "background=transparent view=top");
    assert_pixel(&image, 0, 0, 0, 0, 0, 0);
}

static void a_point_and_no_numbers_are_drawn(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1)->scale[0] = 0;
    f->scene->nodes[0].scale[1] = 0;
    take_front(f, "");
    f->scene->nodes[0].translation[0] = NAN;
    take_front(f, "collision wireframe");
    f->scene->nodes[0].translation[0] = 3e38f;
    take_front(f, "wireframe");
    take_front(f, "view=inside:1e38,0,0");
}

static void everything_is_drawn(void **state)
{
    scene_fixture *f = *state;
    tlb_scene *scene = make_everything(f->context);
    take_scene(f, scene, "size=100x100 collision zones wireframe time=0.7");
    tlb_scene_free(scene);
}

/* A picture in several pieces is the same as a smaller one in one piece. */
static void large_pictures_have_no_seams(void **state)
{
    scene_fixture *f = *state;
    add_colored_square(f, 1, 1, 1);
    last_material(f)->texture = texture_of(add_four_colors(f), 0);
    tlb_image small = take(f, "size=550x300"), large = take(f, "size=2200x1200");
    for (uint32_t y = 0; y < small.height; y++)
        for (uint32_t x = 0; x < small.width; x++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k < 16; k++)
                sum += large.pixels[((size_t)(4 * y + k / 4) * large.width + 4 * x + k % 4) * 4];
            int difference = (int)(sum / 16) - small.pixels[((size_t)y * small.width + x) * 4];
            if (abs(difference) > 70) /* an edge between samples */
                fail_msg("at %u, %u: %d", x, y, difference);
        }
}

static void wrong_choices_are_refused(void **state)
{
    static const char *const wrong[] = {
        "view=",   "view=inside:1,2", "view=inside:1,2,x", "view=below",         "size=0x10",
        "size=10", "size=10x16385",   "background=red",    "background=#12g456", "sequence=walk",
        "time=-1", "time=soon",       "turntable=0",       "turntable=1001",
    };
    scene_fixture *f = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_files *files;
        assert_int_equal(write_pictures(f, f->scene, wrong[i], &files), TLB_ARGUMENT);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), i + 1);
    }
}

static void too_much_is_refused(void **state)
{
    scene_fixture *f = *state;
    tlb_files *files;
    enum { INDICES = 3 << 20, PARTS = 3600 };
    tlb_mesh *mesh = tlb_scene_add_mesh(f->scene, "one point, again and again");
    assert_true(mesh && tlb_mesh_reserve(f->scene, mesh, 1, INDICES, PARTS, 0));
    memset(mesh->positions, 0, sizeof *mesh->positions);
    memset(mesh->indices, 0, INDICES * sizeof *mesh->indices);
    for (uint32_t i = 0; i < PARTS; i++)
        mesh->parts[i].index_count = INDICES;
    add_node(f->scene, "square", TLB_NONE, 0);
    assert_int_equal(write_pictures(f, f->scene, "", &files), TLB_LIMIT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_RENDER_TOO_MUCH), 1);
}

static void want_of_memory_is_reported(void **state)
{
    (void)state;
    uint64_t left = 0;
    bool done = false;
    for (uint64_t room = 0; !done; room++) {
        tlb_context_options options = {.struct_size = sizeof options, .allocator = scarce_allocator(&left)};
        left = 1000000;
        tlb_context *context = tlb_context_create(&options);
        tlb_scene *scene = make_everything(context);
        tlb_convert_options convert = {
            .struct_size = sizeof convert,
            .to = OPTIONS_OF(tlb_png_write_options, .size = {16, 16}, .time = {true, 0.5}),
            .collision = true};
        tlb_files *files;
        left = room;
        tlb_status status =
            tlb_scene_write(context, scene, tlb_format_by_name("png"), "a.png", &convert, &files);
        done = status == TLB_OK;
        if (!done)
            assert_int_equal(status, TLB_NO_MEMORY);
        tlb_files_free(files);
        tlb_scene_free(scene);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_memory_now(context), 0);
        tlb_context_free(context);
    }
}

static void loose_parts_are_counted(void **state)
{
    scene_fixture *f = *state;
    tlb_mesh *mesh = tlb_scene_add_mesh(f->scene, "two and a point");
    assert_true(tlb_mesh_reserve(f->scene, mesh, 8, 9, 1, 0));
    memcpy(mesh->indices, (uint32_t[]){6, 5, 4, 0, 1, 2, 7, 4, 5}, 9 * sizeof *mesh->indices);
    static const uint32_t wanted[] = {0, 0, 0, 1, 2, 2, 2, 2};
    const uint32_t *parts = tlb_loose_parts(mesh, &f->arena);
    assert_memory_equal(parts, wanted, sizeof wanted);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_scene, end_scene)

/* Left red, right the texture, whose lower half is blue. */
static void an_object_file_is_drawn(void **state)
{
    static const char obj[] = "mtllib two.mtl\nv 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 2 0\nv 1 2 0\nv 2 2 0\n"
                              "vt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\n"
                              "usemtl red\nf 1 2 5 4\nusemtl picture\nf 2/1 3/2 6/4 5/3\n";
    static const char mtl[] = "newmtl red\nKd 1 0 0\nillum 0\n"
                              "newmtl picture\nKd 1 1 1\nillum 0\nmap_Kd -clamp on two.tga\n";
    /* 1 x 2, from below: blue, green */
    static const uint8_t tga[] = {0, 0, 2, 0, 0,  0, 0,   0, 0, 0, 0,   0,
                                  1, 0, 2, 0, 24, 0, 255, 0, 0, 0, 255, 0};
    scene_fixture *f = *state;
    const char *folder = make_temporary_folder(&f->arena);
    const struct {
        const char *name;
        tlb_bytes bytes;
    } files[] = {{"two.obj", {(const uint8_t *)obj, sizeof obj - 1}},
                 {"two.mtl", {(const uint8_t *)mtl, sizeof mtl - 1}},
                 {"two.tga", {tga, sizeof tga}}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_int_equal(tlb_file_save(f->context,
                                       tlb_arena_printf(&f->arena, "%s/%s", folder, files[i].name),
                                       files[i].bytes, true),
                         TLB_OK);
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(
        tlb_open_path(f->context, tlb_arena_printf(&f->arena, "%s/two.obj", folder), NULL, &document),
        TLB_OK);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    tlb_image image = take_scene(f, scene, "view=front size=64x64 background=#000000");
    assert_pixel(&image, 16, MIDDLE, 255, 0, 0, 255);
    assert_pixel(&image, 48, 8, 0, 255, 0, 255);
    assert_pixel(&image, 48, 56, 0, 0, 255, 255);
    tlb_scene_free(scene);
    tlb_document_free(document);
    remove_folder(folder);
}

int main(void)
{
    const struct CMUnitTest without_pictures[] = {
        TEST(wrong_choices_are_refused),
        TEST(loose_parts_are_counted),
    };
    const struct CMUnitTest with_pictures[] = {
        TEST(the_model_fills_the_picture),
        TEST(only_front_faces_are_seen),
        TEST(the_front_is_where_a_scene_looks),
        TEST(mirrored_nodes_keep_their_front),
        TEST(textures_stand_upright),
        TEST(a_missing_texture_is_gray),
        TEST(light_maps_multiply),
        TEST(dark_light_maps_get_a_floor),
        TEST(black_light_maps_are_left_out),
        TEST(textures_can_be_moved),
        TEST(materials_change_with_time),
        TEST(colors_are_linear),
        TEST(a_mask_cuts_out),
        TEST(translucent_things_cover_what_is_behind),
        TEST(added_light_brightens),
        TEST(shapes_are_lit),
        TEST(hidden_nodes_are_shown_when_asked_for),
        TEST(of_levels_the_finest_is_shown),
        TEST(edges_are_drawn),
        TEST(an_object_file_is_drawn),
        TEST(time_moves_things),
        TEST(the_view_from_inside_looks_around),
        TEST(a_turntable_makes_numbered_pictures),
        TEST(backdrops_are_drawn_behind),
        TEST(an_empty_scene_is_its_background),
        TEST(a_point_and_no_numbers_are_drawn),
        TEST(everything_is_drawn),
        TEST(large_pictures_have_no_seams),
        TEST(too_much_is_refused),
        TEST(want_of_memory_is_reported),
    };
    int failures = cmocka_run_group_tests(without_pictures, NULL, NULL);
    if (failures || can_draw())
        return failures + cmocka_run_group_tests(with_pictures, NULL, NULL);
    return lacking("gl");
}
