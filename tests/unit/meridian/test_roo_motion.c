/* What moves in a room, by the numbers: how long the animation takes, what is seen when, which lights
 * flicker, and what textures of several groups and odd bitmaps show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "roo_maker.h"
#include "scenes.h"
#include "temporary.h"
#include "trilobite/formats/bgf.h"
#include "trilobite/trilobite.h"

#include <math.h>

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    const char *folder; /* of textures */
    tlb_document document;
    tlb_roo *roo;
    tlb_scene *scene;
} fixture;

enum { SIZE = 4, STILL = 2, FRAMES = 5 /* bitmaps: of all that is drawn, and one that changes */ };

/* A BGF of bitmaps of one color each, by their numbers. */
static tlb_document *begin_texture(fixture *f, uint32_t bitmaps, uint32_t width)
{
    tlb_document *document;
    uint8_t pixels[SIZE * SIZE];
    assert_int_equal(tlb_document_create(f->context, tlb_format_by_name("bgf"), NULL, &document), TLB_OK);
    for (uint32_t i = 0; i < bitmaps; i++) {
        memset(pixels, (int)(i % 200 + 1), sizeof pixels);
        assert_non_null(tlb_bgf_add_bitmap(document, width, SIZE, pixels));
    }
    return document;
}

/* A group of these bitmaps. */
static void add_group(tlb_document *document, const int32_t *bitmaps, uint32_t count)
{
    uint32_t group = tlb_document_bgf(document)->groups.count;
    assert_non_null(tlb_bgf_add_group(document));
    for (uint32_t i = 0; i < count; i++)
        assert_non_null(tlb_bgf_add_frame(document, group, bitmaps[i]));
}

static void end_texture(fixture *f, tlb_document *document, const char *name)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    put_in_folder(f->folder, name, bytes.data, bytes.size);
    tlb_document_free(document);
}

/* One that shows its bitmaps in turn. */
static void put_frames(fixture *f, const char *name, uint32_t frames)
{
    tlb_document *document = begin_texture(f, frames, SIZE);
    for (int32_t i = 0; i < (int32_t)frames; i++)
        add_group(document, &i, 1);
    end_texture(f, document, name);
}

/* A room in which nothing moves, all of it of one bitmap. */
static fixture begin(void)
{
    fixture f = {.scene = NULL};
    assert_true(begin_in_folder(&f.context, &f.arena, &f.folder));
    roo_make(&f.document, f.context, &(roo_plan){.version = 14, .things = 2, .grids = true});
    f.roo = f.document.root;
    for (uint32_t i = 0; i < f.roo->sectors.count; i++) {
        tlb_roo_sector *sector = &f.roo->sectors.data[i];
        sector->floorBitmap = sector->ceilingBitmap = STILL;
        sector->flags &= TLB_ROO_SECTOR_SLOPED_FLOOR | TLB_ROO_SECTOR_SLOPED_CEILING;
        sector->animationSpeed = 0;
    }
    for (uint32_t i = 0; i < f.roo->sidedefs.count; i++) {
        tlb_roo_sidedef *sidedef = &f.roo->sidedefs.data[i];
        sidedef->aboveBitmap = sidedef->normalBitmap = sidedef->belowBitmap = STILL;
        sidedef->flags = sidedef->animationSpeed = 0;
    }
    put_frames(&f, "grd00002.bgf", 1);
    return f;
}

static const tlb_animation *show(fixture *f)
{
    tlb_assets *assets = tlb_assets_create(f->context);
    const tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    assert_non_null(assets);
    assert_int_equal(tlb_assets_add(assets, f->folder), TLB_OK);
    tlb_scene_free(f->scene);
    assert_int_equal(tlb_document_scene(&f->document, &options, &f->scene), TLB_OK);
    tlb_assets_free(assets);
    return f->scene->animation_count ? &f->scene->animations[0] : NULL;
}

static void end(fixture *f)
{
    tlb_scene_free(f->scene);
    made_end(&f->document);
    end_in_folder(f->context, &f->arena, f->folder);
}

static int32_t node_of(const fixture *f, const char *name)
{
    int32_t node = node_named(f->scene, name);
    if (node == TLB_NONE)
        fail_msg("no node \"%s\"", name);
    return node;
}

/* --- flickering light --------------------------------------------------------------------------------- */

/* How bright lights are that are less than 128, to 255. */
static float brightness(uint32_t light)
{
    return (float)(64 + 191 * light / 127);
}

/* Materials whose color changes: that they rest at the least of this light is asserted of each. */
static uint32_t count_flickering(const fixture *f, uint32_t light)
{
    const tlb_animation *animation = &f->scene->animations[0];
    float strength = brightness(light) / brightness(light + 39);
    uint32_t count = 0;
    for (uint32_t i = 0; i < animation->material_channel_count; i++) {
        const tlb_material_channel *channel = &animation->material_channels[i];
        assert_int_equal(channel->target, TLB_MATERIAL_COLOR);
        count += f->scene->materials[channel->material].color[0] == strength;
    }
    return count;
}

/* Every 100 ms for 32 steps a number below 40 is added to the light. */
static void lights_flicker_step_by_step(void **state)
{
    (void)state;
    static const uint32_t more[32] = {37, 1,  31, 20, 27, 1, 30, 33, 39, 6,  10, 30, 22, 22, 11, 32,
                                      10, 24, 12, 28, 10, 4, 38, 23, 10, 21, 8,  36, 33, 8,  34, 5};
    fixture f = begin();
    f.roo->sectors.data[1].light = 20;
    f.roo->sectors.data[1].flags |= TLB_ROO_SECTOR_FLICKER;
    const tlb_animation *animation = show(&f);
    assert_float_equal(animation->duration, 3.2f, 0);
    const tlb_material_channel *channel = &animation->material_channels[0];
    assert_int_equal(animation->material_channel_count, 1);
    assert_string_equal(f.scene->materials[channel->material].name, "grd00002 flickering");
    assert_int_equal(channel->key_count, 32);
    for (uint32_t i = 0; i < 32; i++) {
        const float *value = channel->values + 4 * (size_t)i;
        assert_float_equal(channel->times[i], (float)(i / 10.0), 1e-6f);
        for (int k = 0; k < 3; k++)
            assert_float_equal(value[k], brightness(20 + more[i]) / brightness(59), 0);
        assert_float_equal(value[3], 1, 0);
    }
    end(&f);
}

/* Two lights in four sectors, of one texture: a material for each of them. */
static void sectors_of_one_light_flicker_alike(void **state)
{
    (void)state;
    static const uint8_t lights[] = {20, 30, 20, 30};
    fixture f = begin();
    for (int i = 0; i < 4; i++) {
        f.roo->sectors.data[i].light = lights[i];
        f.roo->sectors.data[i].flags |= TLB_ROO_SECTOR_FLICKER;
    }
    const tlb_animation *animation = show(&f);
    assert_int_equal(animation->material_channel_count, 2);
    assert_int_equal(count_flickering(&f, 20), 1);
    assert_int_equal(count_flickering(&f, 30), 1);
    end(&f);
}

/* There are a use of each sidedef for each light, of 65536 in all. */
static void lights_beyond_the_most_do_not_flicker(void **state)
{
    (void)state;
    static const struct {
        uint32_t sidedefs, lights;
    } rows[] = {{21845, 3}, {21846, 2}, {32768, 2}, {32769, 1}, {65535, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = begin();
        for (uint32_t k = 0; k < 3; k++) {
            f.roo->sectors.data[k].light = (uint8_t)(20 + 10 * k);
            f.roo->sectors.data[k].flags |= TLB_ROO_SECTOR_FLICKER;
        }
        f.roo->sectors.data[3].light = 20; /* the first one's, after those without a place */
        f.roo->sectors.data[3].flags |= TLB_ROO_SECTOR_FLICKER;
        tlb_roo_sidedef *sidedefs = tlb_zalloc_array(&f.arena, rows[i].sidedefs, sizeof *sidedefs);
        assert_non_null(sidedefs);
        memcpy(sidedefs, f.roo->sidedefs.data, f.roo->sidedefs.count * sizeof *sidedefs);
        f.roo->sidedefs.data = sidedefs;
        f.roo->sidedefs.count = rows[i].sidedefs;
        const tlb_animation *animation = show(&f);
        assert_int_equal(animation->material_channel_count, rows[i].lights);
        for (uint32_t k = 0; k < 3; k++)
            assert_int_equal(count_flickering(&f, 20 + 10 * k), k < rows[i].lights);
        end(&f);
    }
}

/* --- time --------------------------------------------------------------------------------------------- */

/* When the part of a sector's floor that the room begins with changes, in seconds. */
static void assert_turns(const fixture *f, const char *node, uint32_t keys, double duration)
{
    int32_t wanted = node_of(f, node);
    const tlb_animation *animation = &f->scene->animations[0];
    for (uint32_t i = 0; i < animation->channel_count; i++) {
        const tlb_channel *channel = &animation->channels[i];
        if (channel->node != wanted || channel->target != TLB_TARGET_SCALE)
            continue;
        assert_int_equal(channel->interpolation, TLB_STEP);
        for (uint32_t k = 0; k < channel->key_count; k++) { /* only what changes has a key */
            double step = (double)channel->times[k] * keys / duration;
            assert_true(fabs(step - round(step)) < 1e-3);
        }
        assert_float_equal(channel->times[channel->key_count - 1], (float)(duration * (keys - 1) / keys),
                           1e-4f);
        return;
    }
    fail_msg("nothing scales \"%s\"", node);
}

/* The animation lasts until all begins again, or a minute, in which each goes round a whole number of times.
 */
static void what_moves_begins_again_at_the_end(void **state)
{
    (void)state;
    static const struct {
        uint8_t speeds[2]; /* tenths of frames a second */
        double duration;
        uint32_t keys[2];
    } rows[] = {
        {{10, 0}, 2, {2, 0}},
        {{10, 20}, 2, {2, 4}},
        {{10, 4}, 10, {10, 4}},
        {{10, 7}, 60, {60, 42}},
        /* 1428 ms: 21.008 times */ {{255, 0}, 0.078, {2, 0}},
        {{1, 0}, 20, {2, 0}},
        {{1, 3}, 60, {6, 18}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = begin();
        put_frames(&f, "grd00005.bgf", 2);
        put_frames(&f, "grd00006.bgf", 2);
        for (int k = 0; k < 2 && rows[i].speeds[k]; k++) {
            f.roo->sectors.data[k].floorBitmap = (uint16_t)(FRAMES + k);
            f.roo->sectors.data[k].animationSpeed = rows[i].speeds[k];
        }
        const tlb_animation *animation = show(&f);
        assert_float_equal(animation->duration, (float)rows[i].duration, 0);
        assert_turns(&f, "floor grd00005", rows[i].keys[0], rows[i].duration);
        if (rows[i].keys[1])
            assert_turns(&f, "floor grd00006", rows[i].keys[1], rows[i].duration);
        end(&f);
    }
}

/* 13 frames of 10 s: faster, so that they fit in the minute. */
static void what_takes_over_a_minute_happens_once(void **state)
{
    (void)state;
    fixture f = begin();
    put_frames(&f, "grd00005.bgf", 13);
    f.roo->sectors.data[0].floorBitmap = FRAMES;
    f.roo->sectors.data[0].animationSpeed = 1;
    assert_float_equal(show(&f)->duration, 60, 0);
    tlb_arena arena;
    tlb_arena_init(&arena, f.context->account);
    for (int frame = 0; frame < 13; frame++) {
        char name[32];
        tlb_scene posed;
        snprintf(name, sizeof name, frame ? "floor grd00005-%03d" : "floor grd00005", frame);
        int32_t node = node_of(&f, name);
        for (int step = 0; step < 13; step++) {
            assert_true(tlb_scene_at(f.scene, &f.scene->animations[0], ((float)step + 0.5f) * 60 / 13, &arena,
                                     &posed));
            assert_float_equal(posed.nodes[node].scale[0], step == frame, 0);
        }
    }
    tlb_arena_release(&arena);
    end(&f);
}

/* 4 pixels across, as bitmaps lie on their side, of which 255 pass each 8 ms: 7.97 times a millisecond. */
static void what_is_faster_than_a_millisecond_takes_one(void **state)
{
    (void)state;
    fixture f = begin();
    tlb_document *document = begin_texture(&f, 1, 2);
    const int32_t only = 0;
    add_group(document, &only, 1);
    tlb_document_bgf(document)->shrink = 255;
    end_texture(&f, document, "grd00005.bgf");
    f.roo->sidedefs.data[0].normalBitmap = FRAMES;
    f.roo->sidedefs.data[0].flags =
        3u << TLB_ROO_WALL_SCROLL_SPEED_SHIFT | 2u << TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT; /* fast, right */
    const tlb_animation *animation = show(&f);
    assert_float_equal(animation->duration, 0.001f, 0);
    assert_int_equal(animation->material_channel_count, 1);
    const tlb_material_channel *channel = &animation->material_channels[0];
    assert_string_equal(f.scene->materials[channel->material].name, "grd00005 scrolling right fast");
    assert_int_equal(channel->target, TLB_MATERIAL_UV_OFFSET);
    assert_int_equal(channel->key_count, 2);
    const float expected[4] = {0, 0, -8, 0};
    assert_memory_equal(channel->values, expected, sizeof expected);
    /* for readers without channels of materials, the first node stays where it is */
    assert_int_equal(animation->channel_count, 1);
    const tlb_channel *rest = &animation->channels[0];
    assert_int_equal(rest->node, 0);
    assert_int_equal(rest->target, TLB_TARGET_TRANSLATION);
    assert_int_equal(rest->key_count, 2);
    assert_float_equal(rest->times[0], 0, 0);
    assert_float_equal(rest->times[1], 0.001f, 0);
    assert_memory_equal(rest->values, f.scene->nodes[0].translation, 3 * sizeof(float));
    assert_memory_equal(rest->values + 3, f.scene->nodes[0].translation, 3 * sizeof(float));
    end(&f);
}

/* --- frames ------------------------------------------------------------------------------------------- */

/* The hall's leaf with more corners on its edges, in which nothing changes. */
static void add_corners(fixture *f, uint32_t corners)
{
    tlb_roo_node *leaf = NULL;
    for (uint32_t i = 0; i < f->roo->nodes.count; i++)
        if (f->roo->nodes.data[i].type == TLB_ROO_LEAF && f->roo->nodes.data[i].sector == 1)
            leaf = &f->roo->nodes.data[i];
    assert_non_null(leaf);
    tlb_roo_point *points = tlb_alloc_array(&f->arena, corners, sizeof *points);
    assert_non_null(points);
    for (uint32_t i = 0; i < corners; i++) { /* around an ellipse, in their direction */
        double angle = 6.283185307179586 * i / corners;
        points[i][0] = 3072 + 3000 * cos(angle);
        points[i][1] = 2048 + 2000 * sin(angle);
    }
    leaf->points.data = points;
    leaf->points.count = corners;
}

/* 65536 corners and four for each of the room may be drawn once more for frames. */
static void frames_that_are_too_many_are_left_out(void **state)
{
    (void)state;
    enum { FRAME_COUNT = 100, CORNERS = 300 };
    fixture f = begin();
    put_frames(&f, "grd00005.bgf", FRAME_COUNT);
    f.roo->sectors.data[0].floorBitmap = FRAMES;
    f.roo->sectors.data[0].animationSpeed = 10;
    show(&f);
    uint64_t others = measured(f.context, f.scene).triangles - FRAME_COUNT * 2 - 2;
    /* 3 (n - 2) * 100 = 65536 + 4 * 3 (2 (n - 2) + others): as many are drawn, one more is not */
    uint32_t most = (uint32_t)((65536 + 12 * others) / (3 * FRAME_COUNT - 24)) + 2;
    for (uint32_t more = 0; more < 2; more++) {
        add_corners(&f, most + more);
        tlb_diagnostics_clear(f.context);
        show(&f);
        assert_int_equal(measured(f.context, f.scene).triangles,
                         others + (most + more - 2) * (more ? 2 : FRAME_COUNT + 1));
        assert_int_equal(tlb_code_total(f.context, TLB_CODE_DROPPED), more);
        assert_int_equal(node_named(f.scene, "floor grd00005-099") == TLB_NONE, more);
    }
    assert_string_equal(tlb_diagnostic_at(f.context, tlb_diagnostic_count(f.context) - 1)->message,
                        "1 part has too many frames for the size of the room; only the first frame is used");
    end(&f);
}

/* The names in extras of what a texture shows one after the other. */
static void assert_frames(const fixture *f, uint32_t bitmap, const char *const *names, size_t count)
{
    const tlb_value *texture = tlb_value_get(f->scene->extras, "textures")->as.members.first;
    while (texture && tlb_value_get(texture, "bitmap")->as.integer != bitmap)
        texture = texture->next;
    assert_non_null(texture);
    const tlb_value *frames = tlb_value_get(texture, "frames");
    assert_int_equal(frames != NULL, count > 0);
    const tlb_value *name = frames ? frames->as.members.first : NULL;
    for (size_t i = 0; i < count; i++, name = name->next) {
        assert_non_null(name);
        assert_string_equal(name->as.text.data, names[i]);
    }
    assert_null(name);
}

/* Which bitmap's node is seen at each step of a second, -1: none. */
static void assert_seen(fixture *f, const int *bitmaps, int count)
{
    tlb_arena arena;
    tlb_arena_init(&arena, f->context->account);
    assert_float_equal(f->scene->animations[0].duration, (float)count, 0);
    for (int step = 0; step < count; step++) {
        tlb_scene posed;
        assert_true(tlb_scene_at(f->scene, &f->scene->animations[0], (float)step + 0.5f, &arena, &posed));
        int seen = -1;
        for (uint32_t i = 0; i < posed.node_count; i++) {
            const char *name = strstr(posed.nodes[i].name, " grd00005");
            if (name && posed.nodes[i].scale[0] == 1) {
                const tlb_material *material =
                    &f->scene->materials[f->scene->meshes[posed.nodes[i].mesh].parts[0].material];
                assert_int_equal(seen, -1);
                seen = f->scene->images[material->texture.image].pixels[0] - 1;
            }
        }
        assert_int_equal(seen, bitmaps[step]);
    }
    tlb_arena_release(&arena);
}

/* Of each group the first bitmap is shown: of one none, of some nothing, as it is no bitmap, is shown while
 * it is its turn. */
static void groups_without_a_bitmap_show_nothing(void **state)
{
    (void)state;
    static const int32_t none = TLB_BGF_NO_BITMAP, second[] = {1, 0}, first = 0;
    static const char *const names[] = {"", "grd00005", "", "grd00005-000", "grd00005"};
    static const int seen[] = {-1, 1, -1, 0, 1};
    fixture f = begin();
    tlb_document *document = begin_texture(&f, 2, SIZE);
    add_group(document, &none, 1);
    add_group(document, second, 2);
    add_group(document, NULL, 0);
    add_group(document, &first, 1);
    add_group(document, second, 1);
    end_texture(&f, document, "grd00005.bgf");
    f.roo->sectors.data[0].floorBitmap = FRAMES;
    f.roo->sectors.data[0].animationSpeed = 10;
    show(&f);
    assert_frames(&f, FRAMES, names, 5);
    assert_seen(&f, seen, 5);
    end(&f);
}

/* The bitmaps of a first group with several; what cannot be decoded is left out of them. */
static void damaged_bitmaps_are_no_frames(void **state)
{
    (void)state;
    static const int32_t all[] = {TLB_BGF_NO_BITMAP, TLB_BGF_NO_BITMAP, 2, 1, 0, 2};
    static const char *const names[] = {"", "", "grd00005", "grd00005-000", "grd00005"};
    static const int seen[] = {-1, -1, 2, 0, 2};
    static const uint8_t junk[] = {1, 2, 3, 4, 5, 6, 7, 8};
    fixture f = begin();
    tlb_document *document = begin_texture(&f, 3, SIZE);
    add_group(document, all, 6);
    add_group(document, all + 3, 1);
    tlb_document_bgf(document)->bitmaps.data[1].type = TLB_BGF_COMPRESSED;
    tlb_document_bgf(document)->bitmaps.data[1].data = (tlb_bytes){junk, sizeof junk};
    end_texture(&f, document, "grd00005.bgf");
    f.roo->sectors.data[0].floorBitmap = FRAMES;
    f.roo->sectors.data[0].animationSpeed = 10;
    show(&f);
    assert_frames(&f, FRAMES, names, 5);
    assert_seen(&f, seen, 5);
    assert_non_null(strstr(tlb_diagnostic_at(f.context, tlb_diagnostic_count(f.context) - 1)->message,
                           "its pixels cannot be decoded"));
    end(&f);
}

/* What is shown without animation is the first that is a bitmap, though it is the last. */
static void the_last_frame_may_be_the_only_bitmap(void **state)
{
    (void)state;
    static const int32_t frames[] = {TLB_BGF_NO_BITMAP, 1};
    static const char *const names[] = {"", "grd00005"};
    fixture f = begin();
    tlb_document *document = begin_texture(&f, 2, SIZE);
    add_group(document, frames, 2);
    end_texture(&f, document, "grd00005.bgf");
    f.roo->sectors.data[0].floorBitmap = FRAMES;
    show(&f);
    assert_frames(&f, FRAMES, names, 2);
    assert_int_equal(f.scene->image_count, 2);
    for (uint32_t i = 0; i < 2; i++)
        if (strcmp(f.scene->images[i].name, "grd00005") == 0)
            assert_int_equal(f.scene->images[i].pixels[0], 2);
    end(&f);
}

/* Without a bitmap in the first group, and without groups, it is the first, and no list of frames. */
static void the_first_bitmap_stands_for_groups_of_nothing(void **state)
{
    (void)state;
    for (int groups = 0; groups < 3; groups++) {
        const int32_t second = 1;
        fixture f = begin();
        tlb_document *document = begin_texture(&f, 2, SIZE);
        for (int i = 0; i < groups; i++)
            add_group(document, &second, (uint32_t)i);
        end_texture(&f, document, "grd00005.bgf");
        f.roo->sectors.data[0].floorBitmap = FRAMES;
        show(&f);
        assert_frames(&f, FRAMES, NULL, 0);
        int32_t image = TLB_NONE;
        for (uint32_t i = 0; i < f.scene->image_count; i++)
            if (strcmp(f.scene->images[i].name, "grd00005") == 0)
                image = (int32_t)i;
        assert_int_not_equal(image, TLB_NONE);
        assert_int_equal(f.scene->images[image].pixels[0], 1);
        assert_int_equal(f.scene->image_count, 2);
        end(&f);
    }
}

/* As 1 does: a pixel for each unit. */
static void a_shrink_of_zero_shrinks_nothing(void **state)
{
    (void)state;
    float(*uvs[2])[2];
    uint32_t counts[2];
    fixture f = begin();
    for (uint32_t shrink = 0; shrink < 2; shrink++) {
        tlb_document *document = begin_texture(&f, 1, SIZE);
        const int32_t only = 0;
        add_group(document, &only, 1);
        tlb_document_bgf(document)->shrink = shrink;
        end_texture(&f, document, "grd00002.bgf");
        show(&f);
        const tlb_mesh *mesh = &f.scene->meshes[f.scene->nodes[node_of(&f, "wall 1")].mesh];
        counts[shrink] = mesh->vertex_count;
        uvs[shrink] = tlb_alloc_array(&f.arena, mesh->vertex_count, sizeof **uvs);
        assert_non_null(uvs[shrink]);
        memcpy(uvs[shrink], mesh->uv[0], mesh->vertex_count * sizeof **uvs);
    }
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(uvs[0], uvs[1], counts[0] * sizeof **uvs);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lights_flicker_step_by_step),
        cmocka_unit_test(sectors_of_one_light_flicker_alike),
        cmocka_unit_test(lights_beyond_the_most_do_not_flicker),
        cmocka_unit_test(what_moves_begins_again_at_the_end),
        cmocka_unit_test(what_takes_over_a_minute_happens_once),
        cmocka_unit_test(what_is_faster_than_a_millisecond_takes_one),
        cmocka_unit_test(frames_that_are_too_many_are_left_out),
        cmocka_unit_test(groups_without_a_bitmap_show_nothing),
        cmocka_unit_test(damaged_bitmaps_are_no_frames),
        cmocka_unit_test(the_first_bitmap_stands_for_groups_of_nothing),
        cmocka_unit_test(the_last_frame_may_be_the_only_bitmap),
        cmocka_unit_test(a_shrink_of_zero_shrinks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
