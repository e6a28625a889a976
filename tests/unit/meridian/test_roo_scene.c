/* The scene of a room: nodes, materials, textures, light, extras. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "files.h"
#include "roo_maker.h"
#include "trilobite/scene.h"
#include "scenes.h"
#include "options_text.h"

#include <math.h>

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_roo *roo;
    tlb_scene *scene;
} fixture;

static fixture begin(void)
{
    fixture f = {.context = tlb_context_create(NULL)};
    roo_make(&f.document, f.context, &(roo_plan){.version = 14, .things = 3, .grids = true});
    f.roo = f.document.root;
    return f;
}

/* With the textures of samples/textures, or with none. */
static void show_chosen(fixture *f, bool textures, const char *chosen, const char *value)
{
    tlb_assets *assets = tlb_assets_create(f->context);
    tlb_convert_options options;
    assert_int_equal(options_from_text(f->context, &(option_text){chosen, value}, chosen != NULL, &options),
                     TLB_OK);
    options.assets = assets;
    assert_non_null(assets);
    if (textures)
        assert_int_equal(tlb_assets_add(assets, "samples/textures"), TLB_OK);
    tlb_scene_free(f->scene);
    assert_int_equal(tlb_document_scene(&f->document, &options, &f->scene), TLB_OK);
    tlb_assets_free(assets);
}

static void show_choosing(fixture *f, bool textures, const char *chosen)
{
    show_chosen(f, textures, chosen, "");
}

static void show(fixture *f, bool textures, bool editor)
{
    show_choosing(f, textures, editor ? "editor" : NULL);
}

static void end(fixture *f)
{
    tlb_scene_free(f->scene);
    made_end(&f->document);
    tlb_context_free(f->context);
}

static const tlb_node *find_node(const fixture *f, const char *name)
{
    int32_t node = node_named(f->scene, name);
    if (node == TLB_NONE)
        fail_msg("no node \"%s\"", name);
    return &f->scene->nodes[node];
}

static const tlb_material *find_material(const fixture *f, const char *name)
{
    for (uint32_t i = 0; i < f->scene->material_count; i++)
        if (strcmp(f->scene->materials[i].name, name) == 0)
            return &f->scene->materials[i];
    fail_msg("no material \"%s\"", name);
    return NULL;
}

static int64_t integer(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    if (!value)
        fail_msg("no \"%s\"", key);
    return value->as.integer;
}

/* --- nodes -------------------------------------------------------------------------------------------- */

static void what_behaves_alike_is_a_node(void **state)
{
    (void)state;
    static const char *const names[] = {"floor",   "floor flickering",   "floor barred",   "floor 7 deep",
                                        "ceiling", "ceiling flickering", "ceiling barred", "ceiling 7 deep",
                                        "wall 1",  "wall passable",      "wall 2 on map",  "wall 3 passable"};
    fixture f = begin();
    show(&f, false, false);
    int32_t parent = TLB_NONE;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const tlb_node *node = find_node(&f, names[i]);
        if (i % 4 == 0)
            parent = node->parent;
        assert_int_equal(node->parent, parent);
        assert_true(node->mesh >= 0);
    }
    assert_int_equal(f.scene->node_count, 3 + sizeof names / sizeof *names);
    assert_string_equal(f.scene->nodes[find_node(&f, "wall 1")->parent].name, "walls");
    const tlb_node *water = find_node(&f, "floor 7 deep");
    assert_int_equal(integer(water->extras, "id"), 7);
    assert_int_equal(integer(water->extras, "depth"), 2);
    assert_true(tlb_value_get(find_node(&f, "wall passable")->extras, "passable")->as.boolean);
    assert_true(tlb_value_get(find_node(&f, "floor barred")->extras, "noMove")->as.boolean);
    end(&f);
}

/* 22 x 4 squares of 2.5 m; ceilings from 240 to 272 editor units. */
static void squares_are_two_and_a_half_meters(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    tlb_scene_stats stats = measured(f.context, f.scene);
    const float high[3] = {22 * 2.5f, 272 / 64.0f * 2.5f, 4 * 2.5f};
    for (int i = 0; i < 3; i++) {
        assert_float_equal(stats.low[i], 0, 1e-3f);
        assert_float_equal(stats.high[i], high[i], 1e-3f);
    }
    end(&f);
}

static void cross(float out[3], const float a[3], const float b[3], const float c[3])
{
    float ab[3], ac[3];
    for (int i = 0; i < 3; i++) {
        ab[i] = b[i] - a[i];
        ac[i] = c[i] - a[i];
    }
    out[0] = ab[1] * ac[2] - ab[2] * ac[1];
    out[1] = ab[2] * ac[0] - ab[0] * ac[2];
    out[2] = ab[0] * ac[1] - ab[1] * ac[0];
}

/* A strip closed all around: what of a triangle shows to the inside does so at the middle of its height. */
static void triangles_face_their_normals(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    for (uint32_t m = 0; m < f.scene->mesh_count; m++) {
        const tlb_mesh *mesh = &f.scene->meshes[m];
        for (uint32_t i = 0; i < mesh->index_count; i += 3) {
            const uint32_t *t = mesh->indices + i;
            const float *normal = mesh->normals[t[0]];
            float facing[3];
            cross(facing, mesh->positions[t[0]], mesh->positions[t[1]], mesh->positions[t[2]]);
            assert_true(facing[0] * normal[0] + facing[1] * normal[1] + facing[2] * normal[2] > 0);
            assert_float_equal(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2], 1,
                               1e-5f);
        }
    }
    assert_true(f.scene->meshes[find_node(&f, "floor")->mesh].normals[0][1] > 0);
    assert_true(f.scene->meshes[find_node(&f, "ceiling")->mesh].normals[0][1] < 0);
    end(&f);
}

/* Own light 90 of 127; ambient 180, 52 of 64; 192 is daylight. */
static void light_is_the_vertices_color(void **state)
{
    (void)state;
    fixture f = begin();
    f.roo->sectors.data[0].light = 0;
    show(&f, false, false);
    const tlb_mesh *mesh = &f.scene->meshes[find_node(&f, "floor barred")->mesh];
    assert_int_equal(mesh->colors[0][1], (64 + 191 * 52 / 64) * 257);
    mesh = &f.scene->meshes[find_node(&f, "floor flickering")->mesh];
    assert_int_equal(mesh->colors[0][1], 65535);
    mesh = &f.scene->meshes[find_node(&f, "floor 7 deep")->mesh];
    assert_int_equal(mesh->colors[0][1], (64 + 191 * 60 / 127) * 257);
    assert_int_equal(mesh->colors[0][3], 65535);
    uint16_t least = 65535;
    mesh = &f.scene->meshes[find_node(&f, "floor")->mesh];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        least = mesh->colors[i][0] < least ? mesh->colors[i][0] : least;
    assert_int_equal(least, 64 * 257);
    end(&f);
}

/* --- materials ---------------------------------------------------------------------------------------- */

static void missing_textures_are_reported_once_and_shown(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ASSET_MISSING), 4);
    assert_int_equal(f.scene->image_count, 1);
    for (uint32_t i = 0; i < f.scene->material_count; i++)
        assert_true(f.scene->materials[i].placeholder && f.scene->materials[i].texture.image == 0);
    end(&f);
}

static void textures_stand_upright(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, true, false);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ASSET_MISSING), 0);
    const tlb_material *wall = find_material(&f, "grd00001"), *fence = find_material(&f, "grd00003");
    assert_int_equal(wall->alpha_mode, TLB_ALPHA_OPAQUE);
    assert_int_equal(fence->alpha_mode, TLB_ALPHA_MASK);
    const tlb_image *image = &f.scene->images[fence->texture.image];
    assert_string_equal(image->name, "grd00003");
    /* A rail runs from left to right at rows 4 to 8, a bar up and down at columns 6 to 9. */
    for (uint32_t i = 0; i < image->width; i++) {
        assert_int_not_equal(image->pixels[6 * image->width + i], 254);
        assert_int_not_equal(image->pixels[i * image->width + 7], 254);
    }
    assert_int_equal(image->pixels[0], 254);
    end(&f);
}

/* Bit 1 of either side makes index 254 a hole; without it, it is the palette's color: cyan. */
static void holes_are_where_the_wall_says_so(void **state)
{
    (void)state;
    fixture f = begin();
    f.roo->sidedefs.data[2].flags &= ~2u;
    show(&f, true, false);
    const tlb_material *fence = find_material(&f, "grd00003");
    const tlb_image *image = &f.scene->images[fence->texture.image];
    assert_int_equal(fence->alpha_mode, TLB_ALPHA_OPAQUE);
    assert_int_equal(image->palette[254][0], 0);
    assert_int_equal(image->palette[254][1], 255);
    assert_int_equal(image->palette[254][2], 255);
    /* The other side of the same walls: another sidedef, of the same bitmap, with the flag. */
    tlb_roo_sidedef sides[5];
    memcpy(sides, f.roo->sidedefs.data, 4 * sizeof *sides);
    sides[4] = sides[2];
    sides[4].flags |= 2;
    f.roo->sidedefs.data = sides;
    f.roo->sidedefs.count = 5;
    for (uint32_t i = 0; i < f.roo->clientWalls.count; i++)
        if (f.roo->clientWalls.data[i].positiveSidedef == 3)
            f.roo->clientWalls.data[i].negativeSidedef = 5;
    show(&f, true, false);
    for (uint32_t i = 0; i < f.scene->material_count; i++)
        if (f.scene->materials[i].texture.image != TLB_NONE &&
            strcmp(f.scene->images[f.scene->materials[i].texture.image].name, "grd00003") == 0)
            assert_int_equal(f.scene->materials[i].alpha_mode, TLB_ALPHA_MASK);
    end(&f);
}

/* A bitmap that no side says to be see-through is closed; one of both kinds is two materials. */
static void one_bitmap_may_be_both(void **state)
{
    (void)state;
    fixture f = begin();
    int modes[3] = {0};
    f.roo->sidedefs.data[3].normalBitmap = 3; /* the water's boundary, see-through, too */
    f.roo->sidedefs.data[2].flags &= ~2u;
    f.roo->sidedefs.data[3].animationSpeed = 0;
    f.roo->sidedefs.data[3].flags = 2;
    show(&f, true, false);
    for (uint32_t i = 0; i < f.scene->material_count; i++)
        if (strcmp(f.scene->images[f.scene->materials[i].texture.image].name, "grd00003") == 0)
            modes[f.scene->materials[i].alpha_mode]++;
    assert_int_equal(modes[TLB_ALPHA_OPAQUE], 1);
    assert_int_equal(modes[TLB_ALPHA_MASK], 1);
    end(&f);
}

static void frames_are_images_named_in_order(void **state)
{
    (void)state;
    static const char *const names[] = {"grd00004", "grd00004-001", "grd00004-002", "grd00004-003"};
    fixture f = begin();
    show(&f, true, false);
    const tlb_value *texture = tlb_value_get(f.scene->extras, "textures")->as.members.first, *frames = NULL;
    for (; texture && !frames; texture = texture->next)
        frames = tlb_value_get(texture, "frames");
    assert_non_null(frames);
    const tlb_value *name = frames->as.members.first;
    for (size_t i = 0; i < 4; i++, name = name->next)
        assert_string_equal(name->as.text.data, names[i]);
    assert_null(name);
    assert_int_equal(f.scene->image_count, 3 + 4);
    const tlb_material *water = find_material(&f, "grd00004 every 400 ms");
    assert_int_equal(integer(water->extras, "bitmap"), 4);
    assert_int_equal(integer(water->extras, "framePeriodMs"), 400);
    find_material(&f, "grd00004 every 666 ms");
    assert_null(tlb_value_get(water->extras, "scroll")); /* animation comes first */
    end(&f);
}

static void scrolling_is_told_with_its_period(void **state)
{
    (void)state;
    fixture f = begin();
    f.roo->sidedefs.data[3].animationSpeed = 0;
    f.roo->sectors.data[6].animationSpeed = 0;
    show(&f, true, false);
    int met = 0;
    for (uint32_t i = 0; i < f.scene->material_count; i++) {
        const tlb_value *scroll = tlb_value_get(f.scene->materials[i].extras, "scroll");
        if (!scroll)
            continue;
        met++;
        const char *direction = tlb_value_get(scroll, "direction")->as.text.data;
        if (integer(scroll, "speed") == 2) { /* the wall, medium, south */
            assert_int_equal(integer(scroll, "pixelPeriodMs"), 32);
            assert_string_equal(direction, "S");
        } else { /* the floor, slow, south-east */
            assert_int_equal(integer(scroll, "pixelPeriodMs"), 12);
            assert_string_equal(direction, "SE");
        }
    }
    assert_true(met >= 2);
    end(&f);
}

/* What a material moves a second, in parts of its texture. */
static void scroll_of(const fixture *f, const tlb_material *material, float rate[2])
{
    assert_int_equal(f->scene->animation_count, 1);
    const tlb_animation *animation = &f->scene->animations[0];
    rate[0] = rate[1] = 0;
    for (uint32_t i = 0; i < animation->material_channel_count; i++) {
        const tlb_material_channel *channel = &animation->material_channels[i];
        if (&f->scene->materials[channel->material] != material || channel->target != TLB_MATERIAL_UV_OFFSET)
            continue;
        assert_int_equal(channel->key_count, 2);
        assert_float_equal(channel->times[1], animation->duration, 0);
        for (int axis = 0; axis < 2; axis++) {
            assert_float_equal(channel->values[axis], 0, 0);
            assert_float_equal(channel->values[2 + axis], roundf(channel->values[2 + axis]),
                               0); /* it closes */
            rate[axis] = channel->values[2 + axis] / channel->times[1];
        }
    }
}

/* The floor goes south-east, a pixel of a 64th of a square in 12 ms; u runs south on floors, v east. The wall
 * goes south, down, a pixel in 32 ms; its texture has so many pixels times the shrink. Turned round, walls go
 * up. */
static void scrolling_moves_textures(void **state)
{
    (void)state;
    for (int backwards = 0; backwards < 2; backwards++) {
        fixture f = begin();
        f.roo->sidedefs.data[3].animationSpeed = 0;
        f.roo->sectors.data[6].animationSpeed = 0;
        if (backwards)
            f.roo->sidedefs.data[3].flags |= TLB_ROO_WALL_BACKWARDS;
        show(&f, true, false);
        assert_string_equal(f.scene->animations[0].name, "textures");
        assert_true(f.scene->animations[0].loops);
        assert_true(f.scene->animations[0].channel_count > 0); /* for readers that know no others */
        int met = 0;
        for (uint32_t i = 0; i < f.scene->material_count; i++) {
            const tlb_material *material = &f.scene->materials[i];
            const tlb_value *scroll = tlb_value_get(material->extras, "scroll");
            float rate[2];
            scroll_of(&f, material, rate);
            if (!scroll) {
                assert_float_equal(rate[0], 0, 0);
                assert_float_equal(rate[1], 0, 0);
                continue;
            }
            met |= integer(scroll, "speed") == 2 ? 1 : 2;
            if (integer(scroll, "speed") != 2) {
                assert_float_equal(rate[0], -1000.0f / (64 * 12), 0.02);
                assert_float_equal(rate[1], -1000.0f / (64 * 12), 0.02);
                continue;
            }
            const tlb_image *image = &f.scene->images[material->texture.image];
            float shrink = 0;
            const tlb_value *texture = tlb_value_get(f.scene->extras, "textures")->as.members.first;
            for (; texture; texture = texture->next)
                if (integer(texture, "bitmap") == integer(material->extras, "bitmap"))
                    shrink = (float)integer(texture, "shrink");
            float wanted = 1000.0f / 32 * shrink / (float)image->height;
            assert_float_equal(rate[0], 0, 0);
            assert_float_equal(rate[1], backwards ? wanted : -wanted, wanted * 0.05f);
        }
        assert_int_equal(met, 3);
        end(&f);
    }
}

/* Nodes below that of the water, of which one is seen at a time. */
static void frames_take_turns(void **state)
{
    (void)state;
    static const char *const names[] = {"grd00004", "grd00004-001", "grd00004-002", "grd00004-003"};
    fixture f = begin();
    show(&f, true, false);
    const tlb_animation *animation = &f.scene->animations[0];
    uint32_t nodes = 0;
    for (uint32_t i = 0; i < f.scene->node_count; i++) {
        const tlb_node *node = &f.scene->nodes[i];
        const char *frame = strstr(node->name, " grd00004");
        if (!frame || strncmp(node->name, "floor", 5) != 0)
            continue;
        uint32_t number = 0;
        while (strcmp(frame + 1, names[number]) != 0)
            number++;
        nodes++;
        const tlb_material *material = &f.scene->materials[f.scene->meshes[node->mesh].parts[0].material];
        assert_string_equal(f.scene->images[material->texture.image].name, names[number]);
        assert_true((node->scale[0] == 1) == (number == 0));
        float period = 10.0f / f.roo->sectors.data[6].animationSpeed;
        tlb_arena arena;
        tlb_arena_init(&arena, f.context->account);
        for (uint32_t step = 0; step < 9; step++) {
            tlb_scene posed;
            assert_true(tlb_scene_at(f.scene, animation, ((float)step + 0.5f) * period, &arena, &posed));
            assert_true((posed.nodes[i].scale[0] == 1) == (step % 4 == number));
        }
        tlb_arena_release(&arena);
    }
    assert_int_equal(nodes, 4);
    end(&f);
    fixture still = begin();
    show_chosen(&still, true, "flips", "no");
    assert_int_equal(still.scene->animation_count, 0);
    end(&still);
}

/* A light of 20, of 127, becomes up to 39 brighter: from 94 of 255 to 152. */
static void flickering_changes_the_color(void **state)
{
    (void)state;
    fixture f = begin();
    f.roo->sectors.data[1].light = 20;
    show(&f, true, false);
    const tlb_mesh *mesh = NULL;
    for (uint32_t i = 0; i < f.scene->node_count; i++)
        if (strstr(f.scene->nodes[i].name, "flickering") && strncmp(f.scene->nodes[i].name, "floor", 5) == 0)
            mesh = &f.scene->meshes[f.scene->nodes[i].mesh];
    assert_non_null(mesh);
    assert_int_equal(mesh->colors[0][0], 152 * 257);
    int32_t material = mesh->parts[0].material;
    assert_float_equal(f.scene->materials[material].color[0], 94.0f / 152, 1e-6);
    const tlb_animation *animation = &f.scene->animations[0];
    uint32_t walls = 0, met = 0;
    for (uint32_t i = 0; i < animation->material_channel_count; i++) {
        const tlb_material_channel *channel = &animation->material_channels[i];
        if (channel->target != TLB_MATERIAL_COLOR)
            continue;
        walls += channel->material != material;
        met += channel->material == material;
        float least = 1, most = 0;
        for (uint32_t k = 0; k < channel->key_count; k++) {
            least = fminf(least, channel->values[4 * (size_t)k]);
            most = fmaxf(most, channel->values[4 * (size_t)k]);
            assert_float_equal(channel->values[4 * (size_t)k + 3], 1, 0);
            assert_float_equal(channel->times[k], (float)k * 0.1f, 0.01f * (float)(k + 1));
        }
        assert_true(least >= 94.0f / 152 - 1e-6f && most <= 1 && most > least + 0.2f);
        assert_int_equal(channel->interpolation, TLB_STEP);
    }
    assert_int_equal(met, 1);
    assert_true(walls > 0); /* the sector's walls and ceiling flicker, too */
    end(&f);
}

/* The water's four pictures, on floors and ceilings, flicker together. */
static void all_frames_flicker(void **state)
{
    (void)state;
    fixture f = begin();
    f.roo->sectors.data[6].flags |= TLB_ROO_SECTOR_FLICKER;
    f.roo->sectors.data[6].light = 20;
    show(&f, true, false);
    const tlb_animation *animation = &f.scene->animations[0];
    const float *values = NULL;
    uint32_t frames = 0;
    for (uint32_t i = 0; i < f.scene->node_count; i++) {
        const tlb_node *node = &f.scene->nodes[i];
        if (node->mesh < 0 || !strstr(node->name, "flickering grd00004"))
            continue;
        int32_t material = f.scene->meshes[node->mesh].parts[0].material;
        const tlb_material_channel *channel = animation->material_channels;
        for (uint32_t k = 1; k < animation->material_channel_count && channel->material != material; k++)
            channel++;
        assert_int_equal(channel->material, material);
        assert_int_equal(channel->target, TLB_MATERIAL_COLOR);
        if (values)
            assert_memory_equal(channel->values, values, channel->key_count * 4 * sizeof *values);
        values = channel->values;
        frames++;
    }
    assert_int_equal(frames, 4);
    end(&f);
}

static void textures_that_do_not_tile_sideways_are_clamped(void **state)
{
    (void)state;
    fixture f = begin();
    f.roo->sidedefs.data[2].flags |= TLB_ROO_WALL_NO_HTILE;
    show(&f, true, false);
    const tlb_material *fence = find_material(&f, "grd00003");
    assert_int_equal(fence->texture.wrap_u, TLB_WRAP_CLAMP);
    assert_int_equal(fence->texture.wrap_v, TLB_WRAP_REPEAT);
    end(&f);
}

static uint32_t count_materials(const fixture *f, const char *name)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->scene->material_count; i++)
        count += strcmp(f->scene->materials[i].name, name) == 0;
    return count;
}

/* What is the same at rest is one material, with its motion in its name where it has some: lights of several
 * ids flicker together, and speed makes no difference to a bitmap of one picture. */
static void materials_differ_by_what_is_seen(void **state)
{
    (void)state;
    fixture f = begin();
    for (uint32_t i = 0; i < f.roo->sectors.count; i++) {
        tlb_roo_sector *sector = &f.roo->sectors.data[i];
        sector->id = (uint16_t)(20 + i);
        sector->flags = i < 4 ? TLB_ROO_SECTOR_FLICKER : 0;
        sector->light = 20;
        sector->floorBitmap = sector->ceilingBitmap = 2;
        sector->animationSpeed = i == 5 ? 10 : 0;
    }
    f.roo->sectors.data[6].flags = 2 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT | TLB_ROO_SECTOR_SCROLL_FLOOR;
    show(&f, true, false);
    assert_int_equal(count_materials(&f, "grd00002"), 1);
    assert_int_equal(count_materials(&f, "grd00002 flickering"), 1);
    assert_int_equal(count_materials(&f, "grd00002 scrolling north"), 1);
    end(&f);
}

/* --- the rest ----------------------------------------------------------------------------------------- */

/* Floor and ceiling on one plane, which is seen from nowhere inside; under an open sky it is a roof. */
static void closed_sectors_are_left_out_and_counted(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    uint64_t whole = measured(f.context, f.scene).triangles;
    f.roo->sectors.data[0].ceilingHeight = f.roo->sectors.data[0].floorHeight;
    show(&f, false, false);
    uint64_t closed = measured(f.context, f.scene).triangles;
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_SECTOR_CLOSED), 1);
    f.roo->sectors.data[0].ceilingBitmap = 0;
    show(&f, false, false);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_SECTOR_CLOSED), 1);
    assert_int_equal(measured(f.context, f.scene).triangles, closed + 2);
    assert_true(closed < whole);
    end(&f);
}

/* A sector whose floor is above its ceiling, and the walls within it. */
static void faces_that_no_sector_sees_are_left_out_when_asked_for(void **state)
{
    (void)state;
    fixture f = begin();
    show_choosing(&f, false, "face-cull");
    uint64_t seen = measured(f.context, f.scene).triangles;
    show(&f, false, false);
    assert_int_equal(measured(f.context, f.scene).triangles, seen);
    f.roo->sectors.data[0].floorHeight = 500;
    show(&f, false, false);
    uint64_t all = measured(f.context, f.scene).triangles;
    show_choosing(&f, false, "face-cull");
    assert_true(measured(f.context, f.scene).triangles <= all - 4);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_SCENE_FACES_CULLED), 2);
    end(&f);
}

static void skies_are_not_drawn(void **state)
{
    (void)state;
    fixture f = begin();
    for (uint32_t i = 0; i < f.roo->sectors.count; i++)
        f.roo->sectors.data[i].ceilingBitmap = 0;
    show(&f, true, false);
    assert_int_equal(node_named(f.scene, "ceilings"), TLB_NONE);
    end(&f);
}

static void what_is_damaged_is_left_out_and_counted(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    uint64_t whole = measured(f.context, f.scene).triangles;
    f.roo->clientWalls.data[0].positiveSidedef = 9;
    f.roo->clientWalls.data[1].end[0] = NAN;
    for (uint32_t i = 0; i < f.roo->nodes.count; i++)
        if (f.roo->nodes.data[i].type == TLB_ROO_LEAF && f.roo->nodes.data[i].sector == 7)
            f.roo->nodes.data[i].sector = 8;
    show(&f, false, false);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_WALL_SKIPPED), 1);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_ROO_LEAF_SKIPPED), 1);
    assert_int_equal(measured(f.context, f.scene).triangles, whole - 2 - 2 - 4);
    end(&f);
}

static void the_editor_is_shown_when_asked_for(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    assert_int_equal(node_named(f.scene, "editor"), TLB_NONE);
    show(&f, false, true);
    const tlb_node *walls = find_node(&f, "editor walls"), *thing = find_node(&f, "thing 2");
    assert_true(find_node(&f, "editor")->hidden);
    assert_int_equal(f.scene->meshes[walls->mesh].index_count, 6 * f.roo->editorWalls.count);
    const tlb_value *wall = tlb_value_get(walls->extras, "walls")->as.members.first;
    assert_int_equal(integer(wall, "x0"), f.roo->editorWalls.data[0].x0);
    assert_int_equal(integer(thing->extras, "type"), 2);
    assert_string_equal(tlb_value_get(thing->extras, "comment")->as.text.data,
                        f.roo->things.data[2].comment.data);
    const tlb_value *grids = find_node(&f, "grids")->extras;
    const tlb_value *row = tlb_value_get(grids, "moveGrid")->as.members.first;
    char cell[3];
    snprintf(cell, sizeof cell, "%02x", f.roo->server.moveGrid[0]);
    assert_int_equal(row->as.text.size, 2 * f.roo->server.cols);
    assert_memory_equal(row->as.text.data, cell, 2);
    row = tlb_value_get(grids, "hiResGrid")->as.members.first;
    assert_int_equal(row->as.text.size, 8 * f.roo->server.hiResCols);
    /* The editor's walls stand where the clients' do. */
    const float *corner = f.scene->meshes[walls->mesh].positions[0];
    assert_float_equal(corner[0], (float)(f.roo->clientWalls.data[0].start[0] * 2.5 / 1024), 1e-4f);
    assert_float_equal(corner[2], (float)(f.roo->clientWalls.data[0].start[1] * 2.5 / 1024), 1e-4f);
    end(&f);
}

/* Textures are loaded too, which the sweep of whole files has none of. */
static tlb_status show_with(uint64_t allocations, tlb_bytes file)
{
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = allocations});
    tlb_assets *assets = context ? tlb_assets_create(context) : NULL;
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_document *document = NULL;
    tlb_scene *scene = NULL;
    tlb_status status = assets ? tlb_assets_add(assets, "samples/textures") : TLB_LIMIT;
    if (!status)
        status = tlb_open_memory(context, file.data, file.size, NULL, NULL, &document);
    if (!status)
        status = tlb_document_scene(document, &options, &scene);
    tlb_scene_free(scene);
    tlb_document_free(document);
    if (assets)
        tlb_assets_free(assets);
    if (context)
        tlb_context_free(context);
    return status;
}

static void sectors_are_zones_when_asked_for(void **state)
{
    (void)state;
    fixture f = begin();
    show(&f, false, false);
    assert_int_equal(node_named(f.scene, "zones"), TLB_NONE);
    show_choosing(&f, false, "zones");
    assert_false(find_node(&f, "zones")->hidden);
    assert_int_equal(node_named(f.scene, "sector 0"), TLB_NONE);
    for (uint32_t i = 0; i < f.roo->sectors.count; i++) {
        char name[24];
        snprintf(name, sizeof name, "sector %u", i + 1);
        const tlb_node *zone = find_node(&f, name);
        assert_true(zone->hidden);
        assert_string_equal(f.scene->nodes[zone->parent].name, "zones");
        assert_int_equal(integer(zone->extras, "floorHeight"), f.roo->sectors.data[i].floorHeight);
        const tlb_mesh *mesh = &f.scene->meshes[zone->mesh];
        float up = 0, down = 0;
        for (uint32_t k = 0; k < mesh->index_count; k += 3) {
            const float *a = mesh->positions[mesh->indices[k]], *b = mesh->positions[mesh->indices[k + 1]],
                        *c = mesh->positions[mesh->indices[k + 2]];
            float area = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            assert_true(area * mesh->normals[mesh->indices[k]][1] > 0);
            *(area > 0 ? &up : &down) += area;
        }
        assert_true(up > 0 && fabsf(up + down) < 1e-3f * up);
    }
    end(&f);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fixture f = begin();
    tlb_bytes file;
    uint64_t allocations = 1;
    assert_int_equal(tlb_save_memory(&f.document, &file), TLB_OK);
    for (tlb_status status = TLB_LIMIT; status != TLB_OK; allocations++) {
        status = show_with(allocations, file);
        assert_true(status == TLB_LIMIT || status == TLB_OK);
    }
    assert_true(allocations > 20);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_behaves_alike_is_a_node),
        cmocka_unit_test(squares_are_two_and_a_half_meters),
        cmocka_unit_test(triangles_face_their_normals),
        cmocka_unit_test(light_is_the_vertices_color),
        cmocka_unit_test(missing_textures_are_reported_once_and_shown),
        cmocka_unit_test(textures_stand_upright),
        cmocka_unit_test(holes_are_where_the_wall_says_so),
        cmocka_unit_test(one_bitmap_may_be_both),
        cmocka_unit_test(frames_are_images_named_in_order),
        cmocka_unit_test(scrolling_is_told_with_its_period),
        cmocka_unit_test(scrolling_moves_textures),
        cmocka_unit_test(frames_take_turns),
        cmocka_unit_test(flickering_changes_the_color),
        cmocka_unit_test(all_frames_flicker),
        cmocka_unit_test(materials_differ_by_what_is_seen),
        cmocka_unit_test(closed_sectors_are_left_out_and_counted),
        cmocka_unit_test(faces_that_no_sector_sees_are_left_out_when_asked_for),
        cmocka_unit_test(textures_that_do_not_tile_sideways_are_clamped),
        cmocka_unit_test(skies_are_not_drawn),
        cmocka_unit_test(what_is_damaged_is_left_out_and_counted),
        cmocka_unit_test(the_editor_is_shown_when_asked_for),
        cmocka_unit_test(sectors_are_zones_when_asked_for),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
