/* Torque shapes from scenes: what each part of a scene becomes, and that it plays as the scene does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/torque/dts/geometry.h"
#include "base/text.h"
#include "files.h"
#include "options_text.h"
#include "scene/materials/color.h"
#include "sights.h"
#include "shape_maker.h"
#include "shape_scenes.h"
#include "shape_written.h"
#include "trilobite/trilobite.h"

/* --- conversions --------------------------------------------------------------------------------------- */

/* No rule of the format is broken, and no note is left either. */
static void assert_clean(tlb_context *context, const written *w)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(w->document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        printf("%s %s: %s\n", tlb_code_name(d->code), d->path ? d->path : "", d->message);
    }
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

static tlb_scene *scene_of(tlb_document *document)
{
    tlb_scene *scene;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.lod = (tlb_optional_integer){true, TLB_LOD_ALL};
    options.collision = true;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    return scene;
}

static int32_t node_of(const tlb_torque_shape *x, const char *name)
{
    for (uint32_t i = 0; i < x->nodes.count; i++)
        if (is_called(x, x->nodes.data[i].nameIndex, name))
            return (int32_t)i;
    return TLB_NONE;
}

static void same_floats(const float *found, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_float_equal(found[i], expected[i], 1e-4f);
}
#define SAME(found, ...)                                                                                     \
    same_floats((found), (float[])__VA_ARGS__, sizeof(float[]) __VA_ARGS__ / sizeof(float))

/* --- what is seen -------------------------------------------------------------------------------------- */

/* A turn packed in 16 bits is off by 1/32767 for each of its numbers, and so is what it moves. */
static const double packed = 1e-4;

/* Both play alike, at and between keys. */
static double worst_difference(const tlb_scene *a, const tlb_scene *b)
{
    enum { TIMES = 7 };
    double worst = 0;
    assert_int_equal(a->animation_count, b->animation_count);
    for (int32_t i = -1; i < (int32_t)a->animation_count; i++)
        for (int k = 0; k < (i < 0 ? 1 : TIMES); k++) {
            const tlb_animation *x = i < 0 ? NULL : &a->animations[i], *y = i < 0 ? NULL : &b->animations[i];
            float time = x ? x->duration * (0.03f + (float)k / TIMES) : 0;
            sight s = see_scene(a, x, time, 0, false), t = see_scene(b, y, time, 0, false);
            worst = fmax(worst, sight_difference(&s, &t));
        }
    return worst;
}

/* As a shape the scene shows what it shows; the shape's scene is the caller's to free. */
static tlb_scene *assert_plays(tlb_context *context, tlb_scene *scene, written *w)
{
    *w = shape_write(context, scene);
    tlb_scene *back = scene_of(w->document);
    double worst = worst_difference(scene, back);
    if (worst > packed)
        printf("off by %g\n", worst);
    assert_true(worst <= packed);
    assert_clean(context, w);
    return back;
}

/* --- scenes made by hand ------------------------------------------------------------------------------- */

/* Parents come first, a mesh that only hangs on its node is an object there, names are unique ignoring case.
 */
static void makes_nodes_and_objects(void **state)
{
    scene_fixture *f = facing(state);
    add_node(f->scene, "base", TLB_NONE, TLB_NONE)->translation[1] = 2;
    add_thing(f->scene, "wing", 0);
    add_thing(f->scene, "tail", 0)->translation[2] = 3;
    add_node(f->scene, "BASE", 0, TLB_NONE);
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    const tlb_torque_shape *x = w.shape;
    assert_int_equal(x->version, 24);
    assert_int_equal(x->nodes.count, 3);
    assert_int_equal(x->nodes.data[0].parentIndex, -1);
    assert_int_equal(node_of(x, "tail"), 1);
    assert_int_equal(x->nodes.data[1].parentIndex, 0);
    assert_int_equal(node_of(x, "BASE_2"), 2);
    assert_int_equal(object_of(x, "wing")->nodeIndex, 0);
    assert_int_equal(object_of(x, "tail")->nodeIndex, 1);
    SAME(x->defaultTranslations.data[0], {0, 0, 2});
    SAME(x->defaultTranslations.data[1], {0, -3, 0});
    assert_int_equal(x->subShapeNumNodes.data[0], 3);
    assert_int_equal(x->subShapeNumObjects.data[0], 2);
    assert_int_equal(x->objectStates.count, 2);
    assert_float_equal(x->objectStates.data[0].vis, 1, 0);
    for (uint32_t i = 0; i < x->names.count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_false(tlb_same_nocase(x->names.data[i].data, x->names.data[k].data));
    shape_discard(&w);
}

/* What looks along +Z is turned to +Y. */
static void turns_what_looks_elsewhere(void **state)
{
    scene_fixture *f = *state;
    add_thing(f->scene, "sign", TLB_NONE)->translation[2] = 5;
    written w = shape_write(f->context, f->scene);
    SAME(w.shape->defaultTranslations.data[0], {0, 5, 0});
    assert_int_equal(abs(w.shape->defaultRotations.data[0][2]), 32767);
    assert_clean(f->context, &w);
    shape_discard(&w);
}

/* Indexed lists, one primitive for each material, clockwise, whose numbers are what engines expect. */
static void makes_lists(void **state)
{
    scene_fixture *f = facing(state);
    tlb_material *red = tlb_scene_add_material(f->scene, "red");
    red->color[1] = red->color[2] = 0;
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "square", TLB_NONE, 0);
    add_square(f->scene, "bare", TLB_NONE, 0);
    add_node(f->scene, "bare", TLB_NONE, 1);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_mesh *m = &w.shape->meshes.data[0];
    assert_int_equal(m->meshType, TLB_TORQUE_STANDARD_MESH);
    assert_int_equal(m->numFrames, 1);
    assert_int_equal(m->vertsPerFrame, 4);
    assert_int_equal(m->verts.count, 4);
    assert_int_equal(m->tverts.count, 4);
    assert_int_equal(m->primitives.count, 1);
    assert_int_equal(m->primitives.data[0].matIndex, TLB_TORQUE_INDEXED);
    assert_int_equal(m->primitives.data[0].numElements, 6);
    static const uint32_t indices[] = {0, 2, 1, 0, 3, 2};
    assert_memory_equal(m->indices.data, indices, sizeof indices);
    SAME(m->verts.data[0], {-0.5f, 0, -0.5f});
    SAME(m->norms.data[0], {0, -1, 0});
    SAME(m->tverts.data[0], {0, 1});
    SAME(m->bounds, {-0.5f, 0, -0.5f, 0.5f, 0, 0.5f});
    assert_int_equal(m->radius, 0);
    assert_int_equal(w.shape->meshes.data[1].primitives.data[0].matIndex,
                     TLB_TORQUE_INDEXED | TLB_TORQUE_NO_MATERIAL);
    SAME(w.shape->meshes.data[1].norms.data[0], {0, -1, 0}); /* computed */
    SAME(w.shape->bounds, {-0.5f, 0, -0.5f, 0.5f, 0, 0.5f});
    SAME(w.shape->center, {0, 0, 0});
    assert_float_equal(w.shape->radius, sqrt(0.5), 1e-5);
    assert_int_equal(w.shape->materialList.names.count, 1);
    assert_int_equal(w.shape->materialList.flags.data[0],
                     TLB_TORQUE_S_WRAP | TLB_TORQUE_T_WRAP | TLB_TORQUE_NEVER_ENV_MAP);
    assert_int_equal(w.files->count, 2); /* with a picture of the color */
    assert_string_equal(w.files->data[1].name, "red.png");
    assert_int_equal(w.shape->details.count, 1);
    assert_int_equal(w.shape->details.data[0].polyCount, 4);
    assert_true(is_called(w.shape, w.shape->details.data[0].nameIndex, "detail1"));
    assert_clean(f->context, &w);
    shape_discard(&w);
}

static void makes_materials(void **state)
{
    scene_fixture *f = facing(state);
    static const tlb_alpha_mode modes[] = {TLB_ALPHA_OPAQUE, TLB_ALPHA_BLEND, TLB_ALPHA_ADD};
    for (int i = 0; i < 3; i++) {
        tlb_material *m = tlb_scene_add_material(f->scene, "paint");
        m->alpha_mode = modes[i];
        m->unlit = i == 2;
        m->placeholder = "walls/base.brick";
        m->texture.wrap_u = i == 1 ? TLB_WRAP_CLAMP : TLB_WRAP_REPEAT;
        m->extras = tlb_value_table(tlb_scene_arena(f->scene));
        tlb_value_add_real(tlb_scene_arena(f->scene), m->extras, "reflectionAmount", 0.25);
        add_square(f->scene, "square", i, TLB_WITH_NORMALS | TLB_WITH_UV0);
        add_node(f->scene, "square", TLB_NONE, i);
    }
    written w = shape_write(f->context, f->scene);
    const tlb_torque_material_list *list = &w.shape->materialList;
    assert_int_equal(list->names.count, 3);
    assert_int_equal(list->flags.data[0], TLB_TORQUE_S_WRAP | TLB_TORQUE_T_WRAP);
    assert_int_equal(list->flags.data[1], TLB_TORQUE_T_WRAP | TLB_TORQUE_TRANSLUCENT);
    assert_int_equal(list->flags.data[2], TLB_TORQUE_S_WRAP | TLB_TORQUE_T_WRAP | TLB_TORQUE_TRANSLUCENT |
                                              TLB_TORQUE_ADDITIVE | TLB_TORQUE_SELF_ILLUMINATING);
    assert_memory_equal(list->names.data[0].data, "walls/base.brick", list->names.data[0].size);
    assert_float_equal(list->reflectionAmounts.data[0], 0.25, 0);
    assert_int_equal(list->reflectanceMaps.data[2], 2);
    assert_int_equal(list->bumpMaps.data[2], -1);
    assert_float_equal(list->detailScales.data[2], 1, 0);
    assert_int_equal(w.files->count, 1);
    shape_discard(&w);
}

static void leaves_textures_out_on_request(void **state)
{
    scene_fixture *f = facing(state);
    tlb_scene_add_material(f->scene, "red")->color[1] = 0;
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "square", TLB_NONE, 0);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.to = OPTIONS_OF(tlb_torque_dts_write_options, .bitmaps = TLB_SWITCH_NO, .scale = {true, 2});
    written w;
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(w.files->count, 1);
    assert_memory_equal(w.shape->materialList.names.data[0].data, "red", 3);
    SAME(w.shape->meshes.data[0].bounds, {-1, 0, -1, 1, 0, 1});
    shape_discard(&w);
}

/* A material whose images are in a list is called as the list, which is written again; sequences play it. */
static void keeps_image_lists(void **state)
{
    scene_fixture *f = facing(state);
    tlb_arena *arena = tlb_scene_arena(f->scene);
    tlb_material *m = tlb_scene_add_material(f->scene, "flash");
    m->extras = tlb_value_table(arena);
    tlb_value_add_bool(arena, m->extras, "iflMaterial", true);
    tlb_value *list = tlb_value_add_list(arena, m->extras, "ifl");
    for (int i = 1; i <= 2; i++) {
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_text(arena, row, "image", i == 1 ? "on" : "off");
        tlb_value_add_integer(arena, row, "count", 15 * i);
    }
    add_square(f->scene, "lamp", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "lamp", TLB_NONE, 0);
    tlb_animation *blink = begin_loop(f->scene, "blink", 1, 8);
    blink->extras = tlb_value_table(arena);
    tlb_value_add_text(arena, tlb_value_add_list(arena, blink->extras, "ifl"), NULL, "flash");
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.shape->iflMaterials.count, 1);
    assert_true(is_called(w.shape, w.shape->iflMaterials.data[0].nameIndex, "flash"));
    assert_memory_equal(w.shape->materialList.names.data[0].data, "flash", 5);
    assert_int_equal(w.shape->sequences.data[0].iflMatters.words.data[0], 1);
    assert_string_equal(w.files->data[1].name, "flash.ifl");
    static const char text[] = "on 15\noff 30\n";
    assert_int_equal(w.files->data[1].bytes.size, sizeof text - 1);
    assert_memory_equal(w.files->data[1].bytes.data, text, sizeof text - 1);
    /* neither picture is in the scene */
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING), 1);
    assert_true(is_said(f->context, "name 2 pictures that the scene does not have: on, off;"));
    assert_clean(f->context, &w);
    shape_discard(&w);
}

/* What is hidden is there and not seen; what is of other layers than collision is left out, and reported. */
static void hides_what_is_hidden(void **state)
{
    scene_fixture *f = facing(state);
    add_thing(f->scene, "shown", TLB_NONE);
    add_thing(f->scene, "ghost", TLB_NONE)->hidden = true;
    tlb_node *zone = add_thing(f->scene, "zone", TLB_NONE);
    zone->hidden = true;
    zone->layer = "zones";
    add_thing(f->scene, "inside", 2);
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.shape->objects.count, 2);
    assert_float_equal(w.shape->objectStates.data[0].vis, 1, 0);
    assert_float_equal(w.shape->objectStates.data[1].vis, 0, 0);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 1);
    shape_discard(&w);
}

/* --- large meshes --------------------------------------------------------------------------------------- */

static void add_grid(tlb_scene *scene, uint32_t side)
{
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "field");
    uint32_t quads = side * side, next = 0;
    assert_true(tlb_mesh_reserve(scene, mesh, (side + 1) * (side + 1), quads * 6, 1, 0));
    mesh->parts[0] = (tlb_part){TLB_NONE, 0, quads * 6};
    for (uint32_t y = 0; y <= side; y++)
        for (uint32_t x = 0; x <= side; x++)
            memcpy(mesh->positions[y * (side + 1) + x], (float[]){(float)x, 0, (float)y},
                   sizeof *mesh->positions);
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            uint32_t at = y * (side + 1) + x,
                     corners[] = {at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2};
            memcpy(mesh->indices + next, corners, sizeof corners);
            next += 6;
        }
    add_node(scene, "field", TLB_NONE, (int32_t)scene->mesh_count - 1);
}

static void splits_large_meshes(void **state)
{
    enum { SIDE = 120 };
    scene_fixture *f = facing(state);
    add_grid(f->scene, SIDE);
    written w = shape_write(f->context, f->scene);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SHAPE_MESH_SPLIT), 1);
    assert_true(is_said(f->context, "mesh \"field\""));
    uint32_t triangles = 0;
    assert_true(w.shape->objects.count > 1);
    for (uint32_t i = 0; i < w.shape->meshes.count; i++) {
        const tlb_torque_mesh *m = &w.shape->meshes.data[i];
        assert_true(m->indices.count <= INT16_MAX && m->verts.count <= INT16_MAX);
        for (uint32_t k = 0; k < m->primitives.count; k++)
            triangles += tlb_shape_triangle_count(&m->primitives.data[k]);
    }
    assert_int_equal(triangles, SIDE * SIDE * 2);
    assert_int_equal(object_of(w.shape, "field_2")->nodeIndex, 0);
    assert_clean(f->context, &w);
    shape_discard(&w);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.to = OPTIONS_OF(tlb_torque_dts_write_options, .version = {true, 26});
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(w.shape->version, 26);
    assert_int_equal(w.shape->objects.count, 1);
    assert_clean(f->context, &w);
    shape_discard(&w);
}

static uint64_t dropped(const scene_fixture *f)
{
    return tlb_code_total(f->context, TLB_CODE_DROPPED);
}

/* Version 26 has a place for them, and for the colors of textured materials in those of vertices. */
static void keeps_colors_and_two_uv_sets(void **state)
{
    enum { CORNERS = 4, DIM = 64, STEP = 16, FULL = 255 };
    scene_fixture *f = facing(state);
    tlb_material *skin = tlb_scene_add_material(f->scene, "skin");
    skin->placeholder = "skin";
    skin->color[2] = tlb_linear_byte(DIM);
    tlb_mesh *square =
        add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_UV1 | TLB_WITH_COLORS);
    for (int i = 0; i < CORNERS; i++) {
        const float uv[2] = {(float)i / 8, 1 - (float)i / 8};
        const uint16_t color[4] = {0, UINT16_MAX, UINT16_MAX, (uint16_t)(i * STEP * 257)};
        memcpy(square->uv[1][i], uv, sizeof uv);
        memcpy(square->colors[i], color, sizeof color);
    }
    add_node(f->scene, "square", TLB_NONE, 0);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    written w, again;
    options.to = OPTIONS_OF(tlb_torque_dts_write_options, .version = {true, 26});
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(dropped(f), 0);
    assert_clean(f->context, &w);
    const tlb_torque_mesh *mesh = &w.shape->meshes.data[0];
    assert_int_equal(mesh->flags, SHAPE_MESH_COLORS | SHAPE_MESH_UV2);
    assert_int_equal(mesh->numTVerts2, CORNERS);
    assert_int_equal(mesh->numColors, CORNERS);
    for (uint32_t i = 0; i < CORNERS; i++) {
        same_floats(mesh->tverts2.data[i], square->uv[1][i], 2);
        assert_int_equal(mesh->colors.data[i], FULL << 8 | DIM << 16 | i * STEP << 24);
    }
    tlb_scene *scene = scene_of(w.document);
    assert_float_equal(scene->meshes[0].uv[1][3][0], 0.375, 0);
    assert_int_equal(scene->meshes[0].colors[3][1], UINT16_MAX);
    assert_int_equal(scene->meshes[0].colors[3][2], (int)(tlb_linear_byte(DIM) * UINT16_MAX + 0.5f));
    assert_int_equal(shape_write_with(f->context, scene, &options, &again), TLB_OK);
    mesh = &again.shape->meshes.data[0];
    assert_memory_equal(mesh->colors.data, w.shape->meshes.data[0].colors.data,
                        CORNERS * sizeof *mesh->colors.data);
    shape_discard(&again);
    tlb_scene_free(scene);
    shape_discard(&w);
    /* to version 25 there is none */
    tlb_diagnostics_clear(f->context);
    options.to = OPTIONS_OF(tlb_torque_dts_write_options, .version = {true, 25});
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(dropped(f), 3);
    assert_int_equal(w.shape->meshes.data[0].flags, 0);
    shape_discard(&w);
}

/* So with the opacity of textured glass; what is not blended has none. */
static void keeps_opacity(void **state)
{
    enum { WHITE = 0xffffff, ALPHA = 77 };
    scene_fixture *f = facing(state);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.to = OPTIONS_OF(tlb_torque_dts_write_options, .version = {true, 26});
    tlb_material *glass = tlb_scene_add_material(f->scene, "glass");
    glass->placeholder = "glass";
    glass->color[3] = 0.3f;
    add_square(f->scene, "pane", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "pane", TLB_NONE, 0);
    written w;
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(w.shape->meshes.data[0].numColors, 0);
    shape_discard(&w);
    f->scene->materials[0].alpha_mode = TLB_ALPHA_BLEND;
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(w.shape->meshes.data[0].numColors, 4);
    assert_int_equal(w.shape->meshes.data[0].colors.data[3], WHITE | (uint32_t)ALPHA << 24);
    shape_discard(&w);
    assert_int_equal(dropped(f), 0);
    w = shape_write(f->context, f->scene);
    assert_int_equal(dropped(f), 1);
    shape_discard(&w);
}

/* A corner has one color, so that materials that share it cannot both show theirs. */
static void says_which_colors_are_mixed(void **state)
{
    scene_fixture *f = facing(state);
    for (int i = 0; i < 2; i++) {
        tlb_material *skin = tlb_scene_add_material(f->scene, i ? "red" : "blue");
        skin->placeholder = i ? "red" : "blue";
        skin->color[i ? 1 : 0] = 0;
    }
    tlb_mesh *square = tlb_scene_add_mesh(f->scene, "square");
    assert_true(tlb_mesh_reserve(f->scene, square, 4, 6, 2, TLB_WITH_NORMALS | TLB_WITH_UV0));
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    memcpy(square->indices, indices, sizeof indices);
    memset(square->positions, 0, 4 * sizeof *square->positions);
    memset(square->normals, 0, 4 * sizeof *square->normals);
    memset(square->uv[0], 0, 4 * sizeof *square->uv[0]);
    for (uint32_t i = 0; i < 2; i++)
        square->parts[i] = (tlb_part){(int32_t)i, 3 * i, 3};
    add_node(f->scene, "square", TLB_NONE, 0);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.to = OPTIONS_OF(tlb_torque_dts_write_options, .version = {true, 26});
    written w;
    assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), TLB_OK);
    assert_int_equal(dropped(f), 1);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "2 left out"));
    shape_discard(&w);
}

static void writes_each_version(void **state)
{
    scene_fixture *f = facing(state);
    tlb_scene_add_material(f->scene, "red")->color[1] = 0;
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "square", TLB_NONE, 0);
    for (int version = 23; version <= 27; version++) {
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        tlb_torque_dts_write_options own = TLB_TORQUE_DTS_WRITE_OPTIONS_INIT;
        own.version = (tlb_optional_integer){true, version};
        options.to = &own.head;
        written w;
        bool known = version >= 24 && version <= 26;
        assert_int_equal(shape_write_with(f->context, f->scene, &options, &w), known ? TLB_OK : TLB_ARGUMENT);
        if (!known)
            continue;
        assert_int_equal(w.shape->version, version);
        assert_clean(f->context, &w);
        shape_discard(&w);
    }
}

static void refuses_too_much(void **state)
{
    enum { TOO_MANY = 2049 };
    scene_fixture *f = facing(state);
    written w;
    add_node(f->scene, "nothing", TLB_NONE, TLB_NONE);
    assert_int_equal(shape_write_with(f->context, f->scene, NULL, &w), TLB_ARGUMENT);
    add_thing(f->scene, "thing", 0);
    for (uint32_t i = 0; i < TOO_MANY; i++)
        add_node(f->scene, "node", TLB_NONE, TLB_NONE);
    assert_int_equal(shape_write_with(f->context, f->scene, NULL, &w), TLB_LIMIT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SHAPE_TOO_LARGE), 1);
}

/* --- details -------------------------------------------------------------------------------------------- */

/* Levels are slots of one object, where they hang on one node; one mesh has its vertices for all slots. */
static void makes_levels(void **state)
{
    scene_fixture *f = facing(state);
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    for (int32_t level = 0; level < 3; level++) {
        tlb_node *node = add_thing(f->scene, "tree", 0);
        node->level = level;
        node->level_size = (float)(100 >> level);
    }
    f->scene->nodes[3].mesh = f->scene->nodes[1].mesh; /* the coarsest is as the finest */
    add_thing(f->scene, "always", 0);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    assert_int_equal(x->details.count, 3);
    assert_true(is_called(x, x->details.data[0].nameIndex, "detail100"));
    assert_float_equal(x->details.data[2].size, 25, 0);
    assert_int_equal(x->details.data[2].objectDetailNum, 2);
    assert_int_equal(x->smallestVisibleSize, 25);
    assert_int_equal(x->smallestVisibleDL, 2);
    assert_int_equal(x->objects.count, 2);
    const tlb_torque_object *tree = object_of(x, "tree"), *always = object_of(x, "always");
    assert_int_equal(tree->numMeshes, 3);
    assert_int_equal(x->meshes.data[tree->startMeshIndex].parentMesh, -1);
    assert_int_equal(x->meshes.data[tree->startMeshIndex + 2].parentMesh, tree->startMeshIndex);
    assert_int_equal(always->startMeshIndex, 3);
    assert_int_equal(x->meshes.data[4].parentMesh, 3);
    assert_int_equal(x->meshes.data[4].verts.count, 0);
    assert_clean(f->context, &w);
    tlb_scene *back = scene_of(w.document);
    assert_int_equal(node_named(back, "nothing"), TLB_NONE);
    tlb_scene_free(back);
    shape_discard(&w);
}

/* "_LOD1", each with a place of its own. */
static void takes_levels_from_names(void **state)
{
    scene_fixture *f = facing(state);
    add_thing(f->scene, "tree_LOD0", TLB_NONE)->translation[0] = 4;
    add_thing(f->scene, "tree_LOD1", TLB_NONE)->translation[0] = 4;
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.shape->nodes.count, 1);
    assert_int_equal(w.shape->objects.count, 1);
    assert_int_equal(object_of(w.shape, "tree")->numMeshes, 2);
    assert_float_equal(w.shape->details.data[0].size, 128, 0);
    assert_float_equal(w.shape->details.data[1].size, 1, 0);
    assert_clean(f->context, &w);
    shape_discard(&w);
}

/* Nodes that name details, and meshes that end in their sizes, as the games' tools have them. */
static void takes_details_from_names(void **state)
{
    scene_fixture *f = facing(state);
    add_node(f->scene, "detail64", TLB_NONE, TLB_NONE);
    add_node(f->scene, "detail2", TLB_NONE, TLB_NONE);
    add_node(f->scene, "Collision-1", TLB_NONE, TLB_NONE);
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    add_thing(f->scene, "hut64", 3);
    add_thing(f->scene, "hut2", 3);
    add_thing(f->scene, "Col-1", 3);
    add_node(f->scene, "porch", 3, TLB_NONE);
    add_thing(f->scene, "lamp64", 7); /* which the coarser detail does not have */
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    assert_int_equal(x->nodes.count, 2);
    assert_int_equal(x->details.count, 3);
    assert_true(is_called(x, x->details.data[0].nameIndex, "detail64"));
    assert_true(is_called(x, x->details.data[1].nameIndex, "detail2"));
    assert_true(is_called(x, x->details.data[2].nameIndex, "Collision-1"));
    assert_int_equal(object_of(x, "hut")->numMeshes, 2);
    assert_int_equal(object_of(x, "lamp")->numMeshes, 1);
    const tlb_torque_object *hull = object_of(x, "Col");
    assert_int_equal(hull->numMeshes, 3);
    assert_int_equal(x->meshes.data[hull->startMeshIndex].meshType, TLB_TORQUE_NULL_MESH);
    assert_int_equal(x->meshes.data[hull->startMeshIndex + 2].meshType, TLB_TORQUE_STANDARD_MESH);
    assert_clean(f->context, &w);
    shape_discard(&w);
}

/* Each hull has a detail of its own unless it says which. */
static void makes_collision(void **state)
{
    scene_fixture *f = facing(state);
    tlb_arena *arena = tlb_scene_arena(f->scene);
    add_thing(f->scene, "hut", TLB_NONE);
    add_thing(f->scene, "UCX_hut_01", TLB_NONE);
    add_thing(f->scene, "UCX_hut_02", TLB_NONE);
    tlb_node *pane = add_thing(f->scene, "pane", TLB_NONE);
    pane->extras = tlb_value_table(arena);
    tlb_value_add_text(arena, pane->extras, "collision", "hull");
    tlb_value_add_text(arena, pane->extras, "detail", "LOS-9");
    add_thing(f->scene, "Col-2", TLB_NONE);
    tlb_node *none = add_thing(f->scene, "UCX_none", TLB_NONE);
    none->extras = tlb_value_table(arena);
    tlb_value_add_bool(arena, none->extras, "collision", false);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    static const char *const names[] = {"detail1", "Collision-1", "Collision-2", "Collision-3", "LOS-9"};
    static const float sizes[] = {1, -1, -2, -3, -9};
    assert_int_equal(x->details.count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_true(is_called(x, x->details.data[i].nameIndex, names[i]));
        assert_float_equal(x->details.data[i].size, sizes[i], 0);
        assert_int_equal(x->details.data[i].objectDetailNum, i);
    }
    assert_int_equal(object_of(x, "UCX_hut_02")->numMeshes, 4);
    assert_int_equal(object_of(x, "Col-2")->numMeshes, 3);
    assert_int_equal(object_of(x, "pane")->numMeshes, 5);
    assert_int_equal(object_of(x, "UCX_none")->numMeshes, 1);
    assert_clean(f->context, &w);
    shape_discard(&w);
}

static void marks_billboards(void **state)
{
    scene_fixture *f = facing(state);
    static const char *const ways[] = {"all", "z"};
    for (int i = 0; i < 2; i++) {
        tlb_node *node = add_thing(f->scene, ways[i], TLB_NONE);
        node->extras = tlb_value_table(tlb_scene_arena(f->scene));
        tlb_value_add_text(tlb_scene_arena(f->scene), node->extras, "billboard", ways[i]);
    }
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.shape->meshes.data[0].flags, TLB_TORQUE_BILLBOARD);
    assert_int_equal(w.shape->meshes.data[1].flags, TLB_TORQUE_BILLBOARD | TLB_TORQUE_BILLBOARD_Z);
    shape_discard(&w);
}

/* --- places --------------------------------------------------------------------------------------------- */

/* Shapes have no scales at rest: they go into meshes and places. */
static void bakes_scales(void **state)
{
    scene_fixture *f = facing(state);
    tlb_node *top = add_node(f->scene, "top", TLB_NONE, TLB_NONE);
    memcpy(top->scale, (float[]){2, 3, 1}, sizeof top->scale);
    tlb_node *arm = add_thing(f->scene, "arm", 0);
    memcpy(arm->translation, (float[]){1, 1, 1}, sizeof arm->translation);
    memcpy(arm->rotation, (float[]){0, 0, 0.38268343f, 0.92387953f}, sizeof arm->rotation);
    add_thing(f->scene, "mirrored", 1)->scale[0] = -1;
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    SAME(w.shape->defaultTranslations.data[1], {2, -1, 3});
    shape_discard(&w);
}

/* Bones that rest elsewhere than they were bound, one of them scaled. */
static void bends_skins(void **state)
{
    static const float times[] = {0, 0.5f, 1};
    static const float turns[] = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 0, 1};
    for (int bound = 0; bound < 2; bound++) {
        end_scene(state);
        begin_scene(state);
        scene_fixture *f = facing(state);
        add_node(f->scene, "hip", TLB_NONE, TLB_NONE)->translation[1] = 1;
        add_node(f->scene, "knee", 0, TLB_NONE)->translation[0] = 1;
        if (!bound) {
            f->scene->nodes[1].rotation[2] = 0.6f;
            f->scene->nodes[1].rotation[3] = 0.8f;
            f->scene->nodes[1].scale[0] = f->scene->nodes[1].scale[1] = f->scene->nodes[1].scale[2] = 2;
        }
        tlb_mesh *mesh = add_square(f->scene, "leg", TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_SKIN);
        for (int i = 0; i < 4; i++) {
            memcpy(mesh->joints[i], (uint16_t[]){0, 1, 0, 0}, sizeof mesh->joints[i]);
            memcpy(mesh->weights[i], (float[]){(float)(4 - i) / 4, (float)i / 4, 0, 0},
                   sizeof mesh->weights[i]);
        }
        add_node(f->scene, "leg", TLB_NONE, 0)->skin = 0;
        tlb_skin *skin = tlb_scene_add_skin(f->scene, "leg");
        assert_true(tlb_skin_reserve(f->scene, skin, 2));
        skin->joints[0] = 0;
        skin->joints[1] = 1;
        skin->inverse_bind[0][13] = skin->inverse_bind[1][13] = -1;
        skin->inverse_bind[1][12] = -1;
        tlb_animation *bend = begin_loop(f->scene, "bend", 1, 8);
        add_channel(f->scene, bend, 1, TLB_TARGET_ROTATION, 3, times, turns);
        written w;
        tlb_scene_free(assert_plays(f->context, f->scene, &w));
        const tlb_torque_object *leg = object_of(w.shape, "leg");
        const tlb_torque_mesh *m = &w.shape->meshes.data[leg->startMeshIndex];
        assert_int_equal(leg->nodeIndex, -1);
        assert_int_equal(m->meshType, TLB_TORQUE_SKIN_MESH);
        assert_int_equal(m->verts.count, 0);
        assert_int_equal(m->skin->initialVerts.count, 4);
        assert_int_equal(m->skin->nodeIndex.data[1], 1);
        assert_int_equal(m->skin->vertexIndex.count, 7);
        for (uint32_t i = 1; i < 7; i++)
            assert_true(m->skin->vertexIndex.data[i] >= m->skin->vertexIndex.data[i - 1]);
        shape_discard(&w);
    }
}

/* --- sequences ------------------------------------------------------------------------------------------ */

/* A bit for each node, in words of 32, whichever of them move. */
static void lists_many_nodes(void **state)
{
    enum { NODES = 70, WORDS = 3 };
    scene_fixture *f = facing(state);
    static const float times[] = {0, 1}, places[] = {0, 0, 0, 1, 0, 0};
    static const int32_t moved[] = {2, 31, 32, 69};
    add_thing(f->scene, "door", TLB_NONE);
    for (int32_t i = 1; i < NODES; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", (int)i);
        add_node(f->scene, name, TLB_NONE, TLB_NONE);
    }
    tlb_animation *open = begin_animation(f->scene, "open", 1, 8);
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        add_channel(f->scene, open, moved[i], TLB_TARGET_TRANSLATION, 2, times, places);
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    const tlb_torque_set *set = &w.shape->sequences.data[0].translationMatters;
    assert_int_equal(w.shape->nodes.count, NODES);
    assert_int_equal(set->words.count, WORDS);
    assert_int_equal(set->words.data[0], 1u << 2 | 1u << 31);
    assert_int_equal(set->words.data[1], 1);
    assert_int_equal(set->words.data[2], 1u << (69 - 64));
    shape_discard(&w);
}

/* Keys at even distances: as many as meet all of the scene's; loops do not have the last. */
static void makes_keys(void **state)
{
    scene_fixture *f = facing(state);
    static const float times[] = {0, 0.25f, 1}, places[] = {0, 0, 0, 1, 0, 0, 0, 0, 0};
    add_thing(f->scene, "door", TLB_NONE);
    add_node(f->scene, "still", TLB_NONE, TLB_NONE);
    for (int loops = 0; loops < 2; loops++) {
        tlb_animation *open =
            loops ? begin_loop(f->scene, "swing", 1, 8) : begin_animation(f->scene, "open", 1, 8);
        add_channel(f->scene, open, 0, TLB_TARGET_TRANSLATION, 3, times, places);
        add_channel(f->scene, open, 1, TLB_TARGET_TRANSLATION, 3, times, (float[9]){0});
    }
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    const tlb_torque_sequence *q = w.shape->sequences.data;
    assert_int_equal(q[0].numKeys, 5);
    assert_int_equal(q[1].numKeys, 4);
    assert_int_equal(q[0].flags, 0);
    assert_int_equal(q[1].flags, TLB_TORQUE_CYCLIC);
    assert_float_equal(q[0].duration, 1, 0);
    assert_int_equal(q[0].translationMatters.words.count, 1);
    assert_int_equal(q[0].translationMatters.words.data[0], 1); /* not what stays as it rests */
    assert_int_equal(q[0].rotationMatters.words.count, 0);
    assert_int_equal(q[1].baseTranslation, 5);
    assert_int_equal(w.shape->nodeTranslations.count, 9);
    SAME(w.shape->nodeTranslations.data[1], {1, 0, 0});
    shape_discard(&w);
}

/* What extras say of a sequence: its triggers, and how the shape moves, which is turned as the shape is. */
static void keeps_triggers_and_ground(void **state)
{
    scene_fixture *f = *state; /* looks along +Z */
    static const float times[] = {0, 1}, places[] = {0, 0, 0, 1, 0, 0};
    static const float moved[2][3] = {{1, 2, 3}, {0, 5, 0}},
                       turns[2][4] = {{0.6f, 0, 0, 0.8f}, {0, 0, 0.6f, 0.8f}};
    static const struct {
        double mask, pos;
        bool on, invert, is_real, has_no_mask, is_left_out;
    } triggers[] = {
        {3, 0.25, true, false, .is_real = false},
        {4, 0.5, false, true, .is_real = true},
        {0, 1, true, true, .is_real = false},
        {1073741823, 0, false, false, .is_real = false},
        {-1, 0.5, true, false, .is_left_out = true},
        {1073741824, 0.5, true, false, .is_left_out = true},
        {1, 0.5, true, false, .has_no_mask = true, .is_left_out = true},
    };
    tlb_arena *arena = tlb_scene_arena(f->scene);
    add_thing(f->scene, "walker", TLB_NONE);
    tlb_animation *walk = begin_animation(f->scene, "walk", 1, 8);
    add_channel(f->scene, walk, 0, TLB_TARGET_TRANSLATION, 2, times, places);
    walk->extras = tlb_value_table(arena);
    tlb_value *list = tlb_value_add_list(arena, walk->extras, "triggers");
    for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++) {
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_real(arena, row, "pos", triggers[i].pos);
        if (triggers[i].is_real)
            tlb_value_add_real(arena, row, "mask", triggers[i].mask);
        else if (!triggers[i].has_no_mask)
            tlb_value_add_integer(arena, row, "mask", (int64_t)triggers[i].mask);
        tlb_value_add_bool(arena, row, "on", triggers[i].on);
        tlb_value_add_bool(arena, row, "invert", triggers[i].invert);
    }
    tlb_value *ground = tlb_value_add_list(arena, walk->extras, "ground");
    for (int i = 0; i < 2; i++) {
        tlb_value *row = tlb_value_add_table(arena, ground, NULL);
        tlb_value_add_singles(arena, row, "translation", moved[i], 3);
        tlb_value_add_singles(arena, row, "rotation", turns[i], 4);
    }
    tlb_value_add_singles(arena, tlb_value_add_table(arena, ground, NULL), "translation", moved[0], 3);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    const tlb_torque_sequence *q = x->sequences.data;
    assert_int_equal(q->numTriggers, 4);
    for (int32_t i = 0; i < 4; i++) {
        const tlb_torque_trigger *t = &x->triggers.data[q->firstTrigger + i];
        uint32_t flags = (triggers[i].on ? TLB_TORQUE_TRIGGER_ON : 0u) |
                         (triggers[i].invert ? TLB_TORQUE_TRIGGER_INVERT : 0u);
        assert_int_equal(t->state, (uint32_t)triggers[i].mask | flags);
        assert_float_equal(t->pos, triggers[i].pos, 0);
    }
    assert_int_equal(q->numGround, 2);
    for (int32_t i = 0; i < 2; i++) { /* half a turn about Z */
        const float *place = x->groundTranslations.data[q->firstGround + i];
        const int16_t *turn = x->groundRotations.data[q->firstGround + i];
        for (int k = 0; k < 3; k++)
            assert_float_equal(place[k], k < 2 ? -moved[i][k] : moved[i][k], 1e-6);
        for (int k = 0; k < 4; k++)
            assert_float_equal(turn[k] / 32767.0f, k == 2 ? -turns[i][k] : turns[i][k],
                               1e-4); /* the inverse */
    }
    shape_discard(&w);
}

/* Far turns get more keys, as engines mix rotations as numbers. */
static void adds_keys_to_wide_turns(void **state)
{
    scene_fixture *f = facing(state);
    static const float times[] = {0, 1}, turns[] = {0, 0, 0, 1, 0, 0, 0.98480775f, 0.17364818f};
    add_thing(f->scene, "wheel", TLB_NONE);
    tlb_animation *turn = begin_animation(f->scene, "turn", 1, 8);
    add_channel(f->scene, turn, 0, TLB_TARGET_ROTATION, 2, times, turns);
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    assert_true(w.shape->sequences.data[0].numKeys > 8);
    shape_discard(&w);
}

static void samples_uneven_keys(void **state)
{
    scene_fixture *f = facing(state);
    static const float times[] = {0, 0.3141593f, 1}, places[] = {0, 0, 0, 0.1f, 0, 0, 0, 0, 0};
    add_thing(f->scene, "door", TLB_NONE);
    tlb_animation *open = begin_animation(f->scene, "open", 1, 8);
    add_channel(f->scene, open, 0, TLB_TARGET_TRANSLATION, 3, times, places);
    written w = shape_write(f->context, f->scene);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SHAPE_RESAMPLED), 1);
    assert_int_equal(w.shape->sequences.data[0].numKeys, 61);
    shape_discard(&w);
}

/* Scales that change are keys, relative to what is baked. */
static void scales_nodes(void **state)
{
    scene_fixture *f = facing(state);
    static const float times[] = {0, 1}, even[] = {2, 2, 2, 4, 4, 4}, uneven[] = {1, 1, 1, 1, 3, 1};
    add_thing(f->scene, "grows", TLB_NONE);
    f->scene->nodes[0].scale[0] = f->scene->nodes[0].scale[1] = f->scene->nodes[0].scale[2] = 2;
    add_thing(f->scene, "rises", TLB_NONE);
    add_channel(f->scene, begin_animation(f->scene, "grow", 1, 8), 0, TLB_TARGET_SCALE, 2, times, even);
    add_channel(f->scene, begin_animation(f->scene, "rise", 1, 8), 1, TLB_TARGET_SCALE, 2, times, uneven);
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    assert_int_equal(w.shape->sequences.data[0].flags, TLB_TORQUE_UNIFORM_SCALE);
    assert_int_equal(w.shape->sequences.data[1].flags, TLB_TORQUE_ALIGNED_SCALE);
    assert_int_equal(w.shape->nodeUniformScales.count, 2);
    assert_float_equal(w.shape->nodeUniformScales.data[1], 2, 1e-6);
    SAME(w.shape->nodeAlignedScales.data[1], {1, 1, 3});
    shape_discard(&w);
}

/* From and to nothing is visibility, morph targets are frames. */
static void makes_states(void **state)
{
    scene_fixture *f = facing(state);
    static const float times[] = {0, 0.25f, 0.75f, 1}, sizes[] = {1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    static const float weights[] = {0, 1, 0, 0};
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    add_thing(f->scene, "lamp", 0);
    add_thing(f->scene, "flag", 0);
    tlb_mesh *flag = &f->scene->meshes[1];
    assert_true(tlb_mesh_reserve_morphs(f->scene, flag, 1, true));
    flag->morphs[0].positions[0][0] = -3;
    tlb_animation *blink = begin_loop(f->scene, "blink", 1, 8);
    add_channel(f->scene, blink, 1, TLB_TARGET_SCALE, 4, times, sizes)->interpolation = TLB_STEP;
    add_channel(f->scene, blink, 2, TLB_TARGET_MORPHS, 4, times, weights)->interpolation = TLB_STEP;
    written w;
    tlb_scene_free(assert_plays(f->context, f->scene, &w));
    const tlb_torque_sequence *q = w.shape->sequences.data;
    assert_int_equal(q->numKeys, 2);
    assert_int_equal(q->visMatters.words.data[0], 1);
    assert_int_equal(q->frameMatters.words.data[0], 2);
    assert_int_equal(q->baseObjectState, 2);
    const tlb_torque_object_state *states = w.shape->objectStates.data;
    assert_int_equal(w.shape->objectStates.count, 6);
    assert_float_equal(states[2].vis, 1, 0);
    assert_float_equal(states[3].vis, 0, 0);
    assert_int_equal(states[5].frameIndex, 1);
    assert_int_equal(w.shape->meshes.data[1].numFrames, 2);
    assert_int_equal(w.shape->meshes.data[1].vertsPerFrame, 4);
    shape_discard(&w);
}

/* A mesh that is too large for a frame at every key has frames of the whole animation. */
static void spreads_frames(void **state)
{
    enum { VERTICES = 1 << 19, FRAMES = 8, KEYS = 31, WORST_HOLD = 7 };
    scene_fixture *f = facing(state);
    static const float times[] = {0, 1}, weights[] = {0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    tlb_mesh *mesh = tlb_scene_add_mesh(f->scene, "flag");
    assert_true(tlb_mesh_reserve(f->scene, mesh, VERTICES, 3, 1, 0));
    memset(mesh->positions, 0, VERTICES * sizeof *mesh->positions);
    memcpy(mesh->indices, indices, sizeof indices);
    mesh->parts[0] = (tlb_part){TLB_NONE, 0, 3};
    assert_true(tlb_mesh_reserve_morphs(f->scene, mesh, 1, false));
    memset(mesh->morphs[0].positions, 0, VERTICES * sizeof *mesh->positions);
    mesh->morphs[0].positions[0][0] = KEYS - 1;
    add_node(f->scene, "flag", TLB_NONE, 0);
    add_channel(f->scene, begin_animation(f->scene, "wave", 1, 8), 0, TLB_TARGET_MORPHS, 2, times, weights);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_mesh *flag = &w.shape->meshes.data[0];
    const tlb_torque_sequence *q = w.shape->sequences.data;
    assert_int_equal(q->numKeys, KEYS);
    assert_in_range(flag->numFrames, 2, FRAMES);
    for (int k = 0; k < KEYS; k++) {
        int32_t frame = w.shape->objectStates.data[q->baseObjectState + k].frameIndex;
        float held = (float)k - flag->verts.data[frame * flag->vertsPerFrame][0];
        assert_true(held > -0.01f && held < (k == KEYS - 1 ? 0.01f : WORST_HOLD));
    }
    assert_true(is_said(f->context, "(these keys show the frame before): 25 left out"));
    shape_discard(&w);
}

/* --- back again ----------------------------------------------------------------------------------------- */

static void same_sequences(const tlb_torque_shape *a, const tlb_torque_shape *b)
{
    assert_int_equal(a->sequences.count, b->sequences.count);
    for (uint32_t i = 0; i < a->sequences.count; i++) {
        const tlb_torque_sequence *p = &a->sequences.data[i], *q = &b->sequences.data[i];
        assert_int_equal(p->numKeys, q->numKeys);
        assert_int_equal(p->flags, q->flags);
        assert_int_equal(p->priority, q->priority);
        assert_float_equal(p->duration, q->duration, 0);
        assert_int_equal(p->numGround, q->numGround);
        assert_int_equal(p->numTriggers, q->numTriggers);
        for (int32_t k = 0; k < p->numTriggers; k++)
            assert_memory_equal(&a->triggers.data[p->firstTrigger + k],
                                &b->triggers.data[q->firstTrigger + k], sizeof *a->triggers.data);
    }
}

/* A shape as a scene and back: nodes, objects, details, sequences are the same. */
static void comes_back(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    shape_make(&document, context, TLB_TORQUE_VERSION);
    const tlb_torque_shape *x = document.root;
    tlb_scene *scene = scene_of(&document);
    written w;
    tlb_scene_free(assert_plays(context, scene, &w));
    assert_int_equal(w.shape->nodes.count, x->nodes.count);
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        tlb_text name = tlb_torque_name_at(x, x->nodes.data[i].nameIndex);
        assert_int_equal(node_of(w.shape, tlb_copy_text(&document.arena, name.data, name.size).data), i);
    }
    assert_int_equal(w.shape->objects.count, x->objects.count);
    assert_int_equal(w.shape->details.count, x->details.count);
    assert_true(is_called(w.shape, w.shape->details.data[0].nameIndex, "fine"));
    assert_true(is_called(w.shape, w.shape->details.data[2].nameIndex, "Collision-1"));
    assert_int_equal(object_of(w.shape, "tower")->numMeshes, 3);
    assert_memory_equal(w.shape->bounds, x->bounds, sizeof x->bounds);
    assert_float_equal(w.shape->radius, x->radius, 0);
    assert_float_equal(w.shape->tubeRadius, x->tubeRadius, 0);
    same_sequences(x, w.shape);
    assert_int_equal(w.shape->nodeRotations.count, x->nodeRotations.count);
    for (uint32_t i = 0; i < x->nodeRotations.count; i++)
        for (int k = 0; k < 4; k++) /* the maker rounds to the nearest */
            assert_true(abs(w.shape->nodeRotations.data[i][k] - x->nodeRotations.data[i][k]) <= 1);
    SAME(w.shape->groundTranslations.data[1], {0, 2, 0});
    shape_discard(&w);
    tlb_scene_free(scene);
    made_end(&document);
    tlb_context_free(context);
}

/* All that a scene can hold, and all that a writer has to mend. */
static void writes_everything(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_everything(context);
    written w = shape_write(context, scene);
    assert_true(tlb_code_total(context, TLB_CODE_DROPPED) > 3);
    assert_int_equal(tlb_code_total(context, TLB_CODE_SCENE_NOT_FINITE), 1);
    assert_clean(context, &w);
    shape_discard(&w);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* Real shapes show what they showed, at rest and in all sequences. */
static void corpus_shapes_come_back(void **state)
{
    (void)state;
    uint32_t shapes = 0;
    double worst = 0;
    file_list list = corpus_files("torque-shapes", "dts");
    for (size_t i = 0; i < list.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        assert_int_equal(tlb_open_path(context, list.paths[i], NULL, &document), TLB_OK);
        tlb_scene *scene = scene_of(document);
        written w;
        tlb_status status = shape_write_with(context, scene, NULL, &w);
        if (status != TLB_UNSUPPORTED) { /* nothing to draw */
            assert_int_equal(status, TLB_OK);
            tlb_scene *back = scene_of(w.document);
            double off = worst_difference(scene, back);
            if (off > packed)
                printf("%s: off by %g\n", list.paths[i], off);
            worst = fmax(worst, off);
            assert_clean(context, &w);
            tlb_scene_free(back);
            shape_discard(&w);
            shapes++;
        }
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    printf("%u of %zu shapes, the worst off by %g\n", shapes, list.count, worst);
    assert_true(shapes && worst <= packed);
    free_files(&list);
}

int main(int argc, char **argv)
{
    (void)argv;
#define IN_SCENE(test) cmocka_unit_test_setup_teardown(test, begin_scene, end_scene)
    const struct CMUnitTest tests[] = {
        IN_SCENE(makes_nodes_and_objects),
        IN_SCENE(turns_what_looks_elsewhere),
        IN_SCENE(makes_lists),
        IN_SCENE(makes_materials),
        IN_SCENE(leaves_textures_out_on_request),
        IN_SCENE(keeps_image_lists),
        IN_SCENE(hides_what_is_hidden),
        IN_SCENE(splits_large_meshes),
        IN_SCENE(keeps_colors_and_two_uv_sets),
        IN_SCENE(keeps_opacity),
        IN_SCENE(says_which_colors_are_mixed),
        IN_SCENE(writes_each_version),
        IN_SCENE(refuses_too_much),
        IN_SCENE(makes_levels),
        IN_SCENE(takes_levels_from_names),
        IN_SCENE(takes_details_from_names),
        IN_SCENE(makes_collision),
        IN_SCENE(marks_billboards),
        IN_SCENE(bakes_scales),
        IN_SCENE(bends_skins),
        IN_SCENE(makes_keys),
        IN_SCENE(lists_many_nodes),
        IN_SCENE(keeps_triggers_and_ground),
        IN_SCENE(adds_keys_to_wide_turns),
        IN_SCENE(samples_uneven_keys),
        IN_SCENE(scales_nodes),
        IN_SCENE(makes_states),
        IN_SCENE(spreads_frames),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(writes_everything),
        cmocka_unit_test(corpus_shapes_come_back),
    };
    return !choose_tests(argc, "torque-shapes") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
