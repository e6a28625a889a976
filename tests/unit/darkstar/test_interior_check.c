/* Each rule finds what breaks it, and names the field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "files.h"
#include "interior_maker.h"

typedef void make(tlb_document *document, tlb_context *context, const interior_plan *plan);

/* A document is broken: then there is one diagnostic of the code at least, the first at the path. */
typedef struct spoiling {
    tlb_code code;
    const char *path;
    void (*spoil)(void *root);
} spoiling;

static void assert_found(make *made, const interior_plan *plan, const spoiling *s)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    const char *path = NULL;
    made(&document, context, plan);
    s->spoil(document.root);
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    for (size_t i = tlb_diagnostic_count(context); i--;)
        if (tlb_diagnostic_at(context, i)->code == s->code)
            path = tlb_diagnostic_at(context, i)->path;
    if (!path)
        print_error("no %s\n", tlb_code_name(s->code));
    assert_non_null(path);
    assert_string_equal(path, s->path);
    made_end(&document);
    tlb_context_free(context);
}

/* --- geometry ------------------------------------------------------------------------------------------- */

#define SPOIL_DIG(name, statement)                                                                           \
    static void name(void *root)                                                                             \
    {                                                                                                        \
        tlb_dig *dig = root;                                                                                 \
        statement;                                                                                           \
    }
SPOIL_DIG(infinite_point, dig->points3.data[1][2] = INFINITY)
SPOIL_DIG(outer_point, dig->points3.data[1][2] = 99)
SPOIL_DIG(mip, dig->highestMip = 16)
SPOIL_DIG(flags, dig->flags = 2)
SPOIL_DIG(long_normal, dig->planes.data[2][1] = 2)
SPOIL_DIG(vertex, dig->verts.data[5].tIdx = 4)
SPOIL_DIG(surface_plane, dig->surfaces.data[3].planeIdx = 10)
SPOIL_DIG(surface_verts, dig->surfaces.data[3].vertIdx = 45)
SPOIL_DIG(corners, dig->surfaces.data[3].numVerts = 2)
SPOIL_DIG(points_outside, dig->surfaces.data[3].pointIdx = 9999)
SPOIL_DIG(points_unlisted, dig->surfaces.data[3].pointIdx = dig->surfaces.data[8].pointIdx)
SPOIL_DIG(points_missing, dig->points3.count = 16)
SPOIL_DIG(off_plane, dig->planes.data[0][3] = 9)
SPOIL_DIG(other_side, dig->surfaces.data[0].flags = 0)
SPOIL_DIG(not_convex, dig->points3.data[dig->verts.data[2].pIdx][1] = -6;
          dig->points3.data[dig->verts.data[2].pIdx][2] = 3)
SPOIL_DIG(no_area, dig->verts.data[1] = dig->verts.data[0]; dig->verts.data[2] = dig->verts.data[0])
SPOIL_DIG(uv, dig->points2.data[2][0] = 1.5f)
SPOIL_DIG(no_tree, dig->nodes.count = 0)
SPOIL_DIG(node_plane, dig->nodes.data[4].planeIdx = 10)
SPOIL_DIG(node_leaf, dig->nodes.data[4].back = -100)
SPOIL_DIG(node_child, dig->nodes.data[4].front = 10)
SPOIL_DIG(node_circle, dig->nodes.data[4].front = 2)
SPOIL_DIG(node_shared, dig->nodes.data[4].back = 5)
SPOIL_DIG(node_alone, dig->nodes.data[8].back = dig->nodes.data[9].back)
SPOIL_DIG(leaf_list, dig->emptyLeaves.data[43].surfIdx = 9999)
SPOIL_DIG(leaf_ref, dig->surfaces.count = 11)
SPOIL_DIG(leaf_box, dig->emptyLeaves.data[43].box[0] = 50; dig->emptyLeaves.data[43].box[3] = 60)
SPOIL_DIG(low_leaf_box, dig->emptyLeaves.data[43].box[5] -= 1)
SPOIL_DIG(narrow_leaf_box, dig->emptyLeaves.data[45].box[0] += 0.5f)
SPOIL_DIG(wide_leaf_box, dig->emptyLeaves.data[45].box[3] += 40)
SPOIL_DIG(surface_leaf, dig->emptyLeaves.data[46].surfBytes = 0)
SPOIL_DIG(shared_lists, dig->bits.size = 8)
SPOIL_DIG(
    overlapping_lists, for (uint32_t i = 0; i < dig->emptyLeaves.count; i++) {
        dig->emptyLeaves.data[i].surfIdx = 0;
        dig->emptyLeaves.data[i].surfBytes = (uint16_t)dig->bits.size;
    })

SPOIL_DIG(bow_tie, tlb_dig_vertex vertex = dig->verts.data[0]; dig->verts.data[0] = dig->verts.data[1];
          dig->verts.data[1] = vertex)
SPOIL_DIG(leaf_twice, dig->nodes.data[8].front = dig->nodes.data[7].front)
SPOIL_DIG(leaf_outside, dig->nodes.data[8].front = -2)
SPOIL_DIG(children, int16_t front = dig->nodes.data[6].front;
          dig->nodes.data[6].front = dig->nodes.data[6].back; dig->nodes.data[6].back = front)
SPOIL_DIG(solid_children, int16_t front = dig->nodes.data[9].front;
          dig->nodes.data[9].front = dig->nodes.data[9].back; dig->nodes.data[9].back = front)
SPOIL_DIG(other_plane, dig->nodes.data[6].planeIdx = 7)
SPOIL_DIG(empty_behind, dig->nodes.data[0].back = dig->nodes.data[6].front)
SPOIL_DIG(solid_before, dig->nodes.data[6].front = dig->nodes.data[0].back)
SPOIL_DIG(list_of_another, dig->emptyLeaves.data[46].surfIdx = dig->emptyLeaves.data[45].surfIdx)
SPOIL_DIG(no_solid_list, dig->solidLeaves.data[2].surfBytes = 0)
SPOIL_DIG(no_planes, dig->emptyLeaves.data[43].planeBytes = 0)
SPOIL_DIG(more_planes, dig->emptyLeaves.data[43].planeIdx = dig->emptyLeaves.data[43].surfIdx;
          dig->emptyLeaves.data[43].planeBytes = dig->emptyLeaves.data[43].surfBytes)
SPOIL_DIG(other_planes, dig->solidLeaves.data[1].planeIdx = dig->solidLeaves.data[2].planeIdx)
SPOIL_DIG(blind, dig->emptyLeaves.data[45].flags &= 1)
SPOIL_DIG(sees_another, dig->emptyLeaves.data[44].pvsIdx = dig->emptyLeaves.data[44].surfIdx;
          dig->emptyLeaves.data[44].flags = (uint16_t)(dig->emptyLeaves.data[44].surfBytes << 1))
SPOIL_DIG(blind_outside, dig->emptyLeaves.data[32].flags &= 1)

static void test_geometry(void **state)
{
    (void)state;
    static const spoiling table[] = {
        {TLB_CODE_DIG_NOT_FINITE, "points3[1]", infinite_point},
        {TLB_CODE_DIG_BOX, "points3[1]", outer_point},
        {TLB_CODE_DIG_MIP, "highestMip", mip},
        {TLB_CODE_DIG_FLAGS, "flags", flags},
        {TLB_CODE_DIG_PLANE_NORMAL, "planes[2]", long_normal},
        {TLB_CODE_DIG_VERTEX, "verts[5].tIdx", vertex},
        {TLB_CODE_DIG_SURFACE_PLANE, "surfaces[3].planeIdx", surface_plane},
        {TLB_CODE_DIG_SURFACE_VERTICES, "surfaces[3].vertIdx", surface_verts},
        {TLB_CODE_DIG_SURFACE_CORNERS, "surfaces[3].numVerts", corners},
        {TLB_CODE_DIG_SURFACE_POINTS, "surfaces[3].pointIdx", points_outside},
        {TLB_CODE_DIG_POINT_UNLISTED, "surfaces[3].pointIdx", points_unlisted},
        {TLB_CODE_DIG_SURFACE_POINTS, "surfaces[9].pointIdx", points_missing},
        {TLB_CODE_DIG_OFF_PLANE, "surfaces[0].planeIdx", off_plane},
        {TLB_CODE_DIG_REVERSED_WINDING, "surfaces[0].vertIdx", other_side},
        {TLB_CODE_DIG_NOT_CONVEX, "surfaces[0].vertIdx", not_convex},
        {TLB_CODE_DIG_NO_AREA, "surfaces[0].vertIdx", no_area},
        {TLB_CODE_DIG_UV_RANGE, "surfaces[0].vertIdx", uv},
        {TLB_CODE_DIG_NO_BSP, "nodes", no_tree},
        {TLB_CODE_DIG_BSP_PLANE, "nodes[4].planeIdx", node_plane},
        {TLB_CODE_DIG_BSP_CHILD, "nodes[4].back", node_leaf},
        {TLB_CODE_DIG_BSP_CHILD, "nodes[4].front", node_child},
        {TLB_CODE_DIG_BSP_CYCLE, "nodes[4].front", node_circle},
        {TLB_CODE_DIG_BSP_SHARED, "nodes[4].back", node_shared},
        {TLB_CODE_DIG_BSP_UNREACHED, "nodes[9]", node_alone},
        {TLB_CODE_DIG_LEAF_LIST, "emptyLeaves[43].surfIdx", leaf_list},
        {TLB_CODE_DIG_LEAF_REF, "solidLeaves[6].surfIdx", leaf_ref},
        {TLB_CODE_DIG_LEAF_BOX, "emptyLeaves[43].box", leaf_box},
        {TLB_CODE_DIG_LEAF_BOX, "emptyLeaves[43].box", low_leaf_box},
        {TLB_CODE_DIG_LEAF_BOX, "emptyLeaves[45].box", narrow_leaf_box},
        {TLB_CODE_DIG_LEAF_BOX, "emptyLeaves[45].box", wide_leaf_box},
        {TLB_CODE_DIG_SURFACE_LEAF, "surfaces[11]", surface_leaf},
        {TLB_CODE_DIG_LEAF_LIST, "emptyLeaves[0].pvsIdx", shared_lists},
        {TLB_CODE_DIG_LISTS_SHARED, "emptyLeaves[15].surfIdx", overlapping_lists},
        {TLB_CODE_DIG_NOT_CONVEX, "surfaces[0].vertIdx", bow_tie},
        {TLB_CODE_DIG_LEAF_USE, "emptyLeaves[44].surfIdx", leaf_twice},
        {TLB_CODE_DIG_LEAF_USE, "emptyLeaves[1].surfIdx", leaf_outside},
        {TLB_CODE_DIG_BSP_SIDES, "nodes[6]", children},
        {TLB_CODE_DIG_BSP_SIDES, "nodes[9]", solid_children},
        {TLB_CODE_DIG_BSP_SIDES, "nodes[6]", other_plane},
        {TLB_CODE_DIG_BSP_SIDES, "nodes[0]", empty_behind},
        {TLB_CODE_DIG_BSP_SPACE, "surfaces[1]", solid_before},
        {TLB_CODE_DIG_LEAF_SURFACES, "emptyLeaves[46].surfIdx", list_of_another},
        {TLB_CODE_DIG_LEAF_SURFACES, "solidLeaves[2].surfIdx", no_solid_list},
        {TLB_CODE_DIG_LEAF_PLANES, "emptyLeaves[43].planeIdx", no_planes},
        {TLB_CODE_DIG_LEAF_PLANES, "emptyLeaves[43].planeIdx", more_planes},
        {TLB_CODE_DIG_LEAF_PLANES, "solidLeaves[1].planeIdx", other_planes},
        {TLB_CODE_DIG_PVS, "emptyLeaves[45].pvsIdx", blind},
        {TLB_CODE_DIG_PVS, "emptyLeaves[44].pvsIdx", sees_another},
        {TLB_CODE_DIG_PVS, "emptyLeaves[32].pvsIdx", blind_outside},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_found(interior_make_dig, &(interior_plan){0}, &table[i]);
}

/* A leaf need not see itself. */
static void test_unseen_leaf(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    interior_make_dig(&document, context, &(interior_plan){0});
    enum { LEAF = 51, BYTE_OF_LEAF = 3 }; /* the list: the outside, a run of zeros, leaves 50 to 53 */
    tlb_dig *dig = tlb_document_dig(&document);
    uint8_t *list = (uint8_t *)dig->bits.data + dig->emptyLeaves.data[44].pvsIdx;
    assert_int_equal(list[BYTE_OF_LEAF], 0x3c);
    list[BYTE_OF_LEAF] &= (uint8_t) ~(0x80 >> LEAF % 8);
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    made_end(&document);
    tlb_context_free(context);
}

SPOIL_DIG(old_leaf, dig->leaves.data[51].planeIdx = 9999)

static void test_old_leaves(void **state)
{
    (void)state;
    assert_found(interior_make_dig, &(interior_plan){.version = 5},
                 &(spoiling){TLB_CODE_DIG_LEAF_LIST, "leaves[51].planeIdx", old_leaf});
}

/* --- lighting ------------------------------------------------------------------------------------------- */

#define SPOIL_DIL(name, statement)                                                                           \
    static void name(void *root)                                                                             \
    {                                                                                                        \
        tlb_dil *dil = root;                                                                                 \
        statement;                                                                                           \
    }
SPOIL_DIL(nan_time, dil->states.data[1].time = NAN)
SPOIL_DIL(scale, dil->lightScaleShift = 16)
SPOIL_DIL(state_data, dil->states.data[1].dataIndex = 3)
SPOIL_DIL(state_order, dil->states.data[0].time = 0.75f)
SPOIL_DIL(data_surface, dil->stateData.data[0].surface = 12)
SPOIL_DIL(data_slot, dil->stateData.data[0].lightIndex = 2)
SPOIL_DIL(data_map, dil->stateData.data[0].mapIndex = (int32_t)dil->mapBytes.size - 5)
SPOIL_DIL(light_states, dil->lights.data[0].stateCount = 4)
SPOIL_DIL(light_name, dil->lights.data[1].nameOffset = 5)
SPOIL_DIL(light_flags, dil->lights.data[1].animFlags = 16)
SPOIL_DIL(surface_lights, dil->surfaces.data[6].lightCount = 3)
SPOIL_DIL(list_size, dil->lightMapListSize = 9)
SPOIL_DIL(map_outside, dil->surfaces.data[0].map = TLB_DIL_CODED | 0x3fffffff)
SPOIL_DIL(map_empty, dil->surfaces.data[0].w = 0)
SPOIL_DIL(tree_child, dil->nodes.data[1].one = 1000)
SPOIL_DIL(tree_circle, dil->nodes.data[1].one = 1)
SPOIL_DIL(tree_shape, dil->nodes.data[1].one = dil->nodes.data[1].zero = -1)
SPOIL_DIL(color, dil->colors.data[2] = 0x10000)
SPOIL_DIL(relit_count, dil->relitCount = 11)
SPOIL_DIL(relit_stream, dil->relit.size = 4)

/* A luxel takes sixteen bits, as in a map that is not coded. */
static void long_codes(void *root)
{
    enum { LENGTH = 16 };
    static tlb_dil_huffman_node chain[LENGTH];
    static uint8_t zeros[LENGTH / 8];
    tlb_dil *dil = root;
    for (int32_t i = 0; i < LENGTH; i++)
        chain[i] = (tlb_dil_huffman_node){.one = -1, .zero = i + 1 < LENGTH ? i + 1 : -1};
    dil->nodes.data = chain;
    dil->nodes.count = LENGTH;
    dil->mapBytes = (tlb_bytes){zeros, sizeof zeros};
    dil->surfaces.data[0] = (tlb_dil_surface){.map = TLB_DIL_CODED, .w = 1, .h = 1};
}

static void shared_maps(void *root)
{
    tlb_dil *dil = root;
    dil->mapBytes.size = 4;
    for (uint32_t i = 0; i < dil->surfaces.count; i++)
        dil->surfaces.data[i] = (tlb_dil_surface){.map = TLB_DIL_CODED, .w = 255, .h = 255};
}

static void test_lighting(void **state)
{
    (void)state;
    static const spoiling table[] = {
        {TLB_CODE_DIL_NOT_FINITE, "states[1].time", nan_time},
        {TLB_CODE_DIL_SCALE, "lightScaleShift", scale},
        {TLB_CODE_DIL_STATE, "states[1].dataIndex", state_data},
        {TLB_CODE_DIL_STATE_ORDER, "states[1].time", state_order},
        {TLB_CODE_DIL_STATE_DATA, "stateData[0].surface", data_surface},
        {TLB_CODE_DIL_STATE_DATA, "stateData[0].lightIndex", data_slot},
        {TLB_CODE_DIL_STATE_DATA, "stateData[0].mapIndex", data_map},
        {TLB_CODE_DIL_LIGHT, "lights[0].stateIndex", light_states},
        {TLB_CODE_DIL_LIGHT, "lights[1].nameOffset", light_name},
        {TLB_CODE_DIL_LIGHT_FLAGS, "lights[1].animFlags", light_flags},
        {TLB_CODE_DIL_SURFACE_LIGHTS, "surfaces[6].lightIndex", surface_lights},
        {TLB_CODE_DIL_LIST_SIZE, "lightMapListSize", list_size},
        {TLB_CODE_DIL_MAP, "surfaces[0].map", map_outside},
        {TLB_CODE_DIL_MAP_SIZE, "surfaces[0].w", map_empty},
        {TLB_CODE_DIL_HUFFMAN, "nodes[1].one", tree_child},
        {TLB_CODE_DIL_HUFFMAN, "nodes[1].one", tree_circle},
        {TLB_CODE_DIL_HUFFMAN_SHAPE, "nodes[3]", tree_shape},
        {TLB_CODE_DIL_HUFFMAN_SHAPE, "colors[2]", color},
        {TLB_CODE_DIL_MAP_LARGE, "surfaces[0].map", long_codes},
        {TLB_CODE_DIL_MAPS_SHARED, "surfaces[1].map", shared_maps},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_found(interior_make_dil, &(interior_plan){0}, &table[i]);
    static const interior_plan mission = {.mission = true};
    assert_found(interior_make_dil, &mission, &(spoiling){TLB_CODE_DIL_RELIT, "relitCount", relit_count});
    assert_found(interior_make_dil, &mission, &(spoiling){TLB_CODE_DIL_RELIT, "relit", relit_stream});
}

/* --- the index ------------------------------------------------------------------------------------------ */

#define SPOIL_DIS(name, statement)                                                                           \
    static void name(void *root)                                                                             \
    {                                                                                                        \
        tlb_dis *dis = root;                                                                                 \
        statement;                                                                                           \
    }
SPOIL_DIS(name_outside, dis->states.data[0].nameOffset = dis->names.size)
SPOIL_DIS(name_open, dis->names.size--)
SPOIL_DIS(no_state, dis->states.count = 0)
SPOIL_DIS(state_lods, dis->states.data[0].numLods = 3)
SPOIL_DIS(lod_lights, dis->lods.data[1].lightStateIdx = 2)
SPOIL_DIS(lod_order, dis->lods.data[1].minPixels = 300)
SPOIL_DIS(unused, dis->states.data[0].numLods = 1)
SPOIL_DIS(linked, dis->linkedInterior = 2)

static void test_index(void **state)
{
    (void)state;
    static const spoiling table[] = {
        {TLB_CODE_DIS_NAME, "states[0].nameOffset", name_outside},
        {TLB_CODE_DIS_NAME, "lightStates[0]", name_open},
        {TLB_CODE_DIS_STATE, "states", no_state},
        {TLB_CODE_DIS_STATE, "states[0].lodIdx", state_lods},
        {TLB_CODE_DIS_LOD, "lods[1].lightStateIdx", lod_lights},
        {TLB_CODE_DIS_LOD_ORDER, "lods[1].minPixels", lod_order},
        {TLB_CODE_DIS_UNUSED, "lods[1]", unused},
        {TLB_CODE_DIS_LINKED, "linkedInterior", linked},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_found(interior_make_dis, &(interior_plan){.name = "hall"}, &table[i]);
}

/* --- files beside each other ---------------------------------------------------------------------------- */

SPOIL_DIL(other_build, dil->geometryBuildId++)
SPOIL_DIL(few_surfaces, dil->surfaces.count--)
SPOIL_DIL(few_luxels, dil->surfaces.data[4].w--)
SPOIL_DIS(nothing, (void)dis)

/* A spoilt document that says it stands among the samples. */
static void assert_found_beside(make *made, const char *name, const spoiling *s)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    made(&document, context, &(interior_plan){.name = "elsewhere"});
    document.name = document.beside = name;
    s->spoil(document.root);
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_true(tlb_diagnostic_count(context) > 0);
    assert_int_equal(tlb_diagnostic_at(context, 0)->code, s->code);
    assert_string_equal(tlb_diagnostic_at(context, 0)->path, s->path);
    made_end(&document);
    tlb_context_free(context);
}

static void test_neighbours(void **state)
{
    (void)state;
    const char *dil = "samples/darkstar/hall-000.dil";
    assert_found_beside(interior_make_dil, dil,
                        &(spoiling){TLB_CODE_DIL_GEOMETRY, "geometryBuildId", other_build});
    assert_found_beside(interior_make_dil, dil, &(spoiling){TLB_CODE_DIL_GEOMETRY, "surfaces", few_surfaces});
    assert_found_beside(interior_make_dil, dil,
                        &(spoiling){TLB_CODE_DIL_MAP_SIZE, "surfaces[4].w", few_luxels});
    assert_found_beside(interior_make_dis, "samples/darkstar/hall.dis",
                        &(spoiling){TLB_CODE_DIS_FILE_MISSING, "lods[0].geometryNameOffset", nothing});
}

/* What comes from memory may come from anybody: its name opens no folder. */
static void documents_of_memory_look_nowhere(void **state)
{
    (void)state;
    static const char name[] = "samples/darkstar/hall.dis";
    static const char *const words[] = {"leaf", "0", "0", "0"};
    bytes_copy file = load_file(name);
    for (int from_memory = 0; from_memory < 2; from_memory++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_scene *scene = NULL;
        const tlb_value *answer;
        assert_int_equal(from_memory ? tlb_open_memory(context, file.data, file.size, name, NULL, &document)
                                     : tlb_open_path(context, name, NULL, &document),
                         TLB_OK);
        bool is_found = tlb_document_scene(document, NULL, &scene) == TLB_OK && scene->mesh_count;
        assert_int_equal(is_found, !from_memory);
        tlb_scene_free(scene);
        assert_int_equal(tlb_query(document, words, 4, &answer) == TLB_OK, !from_memory);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    free(file.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_old_leaves),
        cmocka_unit_test(test_lighting),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_unseen_leaf),
        cmocka_unit_test(documents_of_memory_look_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
