/* Torque shapes as scenes: what each part becomes; and of real files the triangles and the box of every
 * detail against an independent reader's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "scene/transform/layers.h"
#include "shape_maker.h"
#include "trilobite/trilobite.h"

static tlb_scene *scene_of(tlb_document *document, int64_t lod, bool collision)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_scene *scene;
    options.lod = (tlb_optional_integer){true, lod};
    options.collision = collision;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    return scene;
}

static const tlb_node *node_called(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return &scene->nodes[i];
    fail_msg("no node %s", name);
    return NULL;
}

static const tlb_animation *animation_called(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        if (strcmp(scene->animations[i].name, name) == 0)
            return &scene->animations[i];
    fail_msg("no animation %s", name);
    return NULL;
}

static const tlb_channel *channel_of(const tlb_scene *scene, const char *animation, const char *node,
                                     tlb_target target)
{
    const tlb_animation *a = animation_called(scene, animation);
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (&scene->nodes[a->channels[i].node] == node_called(scene, node) && a->channels[i].target == target)
            return &a->channels[i];
    fail_msg("%s: no channel for %s", animation, node);
    return NULL;
}

static void same_floats(const float *found, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_float_equal(found[i], expected[i], 1e-4f);
}
#define SAME(found, ...)                                                                                     \
    same_floats((found), (float[])__VA_ARGS__, sizeof(float[]) __VA_ARGS__ / sizeof(float))

typedef struct fixture {
    tlb_context *context;
    tlb_document shape;
    tlb_scene *scene;
} fixture;

static fixture begin(uint32_t version, int64_t lod, bool collision)
{
    fixture f = {.context = tlb_context_create(NULL)};
    shape_make(&f.shape, f.context, version);
    f.scene = scene_of(&f.shape, lod, collision);
    return f;
}

static void end(fixture *f)
{
    tlb_scene_free(f->scene);
    made_end(&f->shape);
    tlb_context_free(f->context);
}

/* --- our own ------------------------------------------------------------------------------------------- */

static void has_nodes_and_meshes(void **state)
{
    (void)state;
    for (uint32_t version = TLB_TORQUE_FIRST_VERSION; version <= TLB_TORQUE_LAST_VERSION; version++) {
        fixture f = begin(version, 0, false);
        tlb_scene_stats stats;
        SAME(node_called(f.scene, "pole")->translation, {1, 2, 0});
        assert_int_equal(node_called(f.scene, "tip")->parent, node_called(f.scene, "pole") - f.scene->nodes);
        assert_int_equal(f.scene->skin_count, 1);
        assert_int_equal(tlb_scene_measure(f.context, f.scene, &stats), TLB_OK);
        assert_int_equal(stats.triangles, 12 + 2 + 2 + (version > 18 ? 2 : 0) + 2);
        SAME(stats.low, {-1, 0, -1});
        assert_float_equal(stats.high[1], 3, 1e-5);
        end(&f);
    }
}

static void has_levels_and_collision(void **state)
{
    (void)state;
    fixture f = begin(TLB_TORQUE_VERSION, TLB_LOD_ALL, true);
    uint32_t hulls = 0, coarse = 0;
    for (uint32_t i = 0; i < f.scene->node_count; i++) {
        const tlb_node *node = &f.scene->nodes[i];
        if (node->layer) {
            assert_string_equal(node->layer, "collision");
            assert_true(node->hidden);
            hulls++;
        }
        if (node->level == 1 && node->mesh != TLB_NONE) {
            assert_float_equal(node->level_size, 8, 0);
            assert_int_equal(f.scene->meshes[node->mesh].index_count, 6);
            assert_int_equal(f.scene->meshes[node->mesh].vertex_count, 4);
            coarse++;
        }
    }
    assert_int_equal(hulls, 1);
    assert_int_equal(coarse, 1);
    end(&f);
}

static void has_materials(void **state)
{
    (void)state;
    fixture f = begin(TLB_TORQUE_VERSION, 0, false);
    const tlb_material *m = f.scene->materials;
    assert_string_equal(m[1].name, "base.wood");
    assert_int_equal(m[0].alpha_mode, TLB_ALPHA_OPAQUE);
    assert_int_equal(m[0].texture.wrap_u, TLB_WRAP_REPEAT);
    assert_int_equal(m[2].texture.wrap_v, TLB_WRAP_CLAMP);
    assert_int_equal(m[3].alpha_mode, TLB_ALPHA_BLEND);
    assert_int_equal(m[4].alpha_mode, TLB_ALPHA_ADD);
    assert_true(m[4].unlit && !m[3].unlit);
    assert_null(tlb_value_get(m[4].extras, "additive")); /* its alpha mode says so */
    assert_null(tlb_value_get(m[4].extras, "additiveFlag"));
    end(&f);
}

/* Two seconds of four keys: every half a second, and back at the end. */
static void has_sequences(void **state)
{
    (void)state;
    for (uint32_t version = TLB_TORQUE_FIRST_VERSION; version <= TLB_TORQUE_LAST_VERSION; version++) {
        fixture f = begin(version, 0, false);
        const tlb_channel *turn = channel_of(f.scene, "turn", "cock", TLB_TARGET_ROTATION);
        const float root = 0.70710678f;
        assert_true(animation_called(f.scene, "turn")->loops);
        assert_int_equal(turn->key_count, 5);
        SAME(turn->times, {0, 0.5f, 1, 1.5f, 2});
        SAME(turn->values, {0, 0, 0, 1, 0, -root, 0, root, 0, -1, 0, 0, 0, -root, 0, -root, 0, 0, 0, 1});
        const tlb_channel *nod = channel_of(f.scene, "nod", "cock", TLB_TARGET_ROTATION);
        SAME(nod->times, {0, 0.5f});
        SAME(nod->values, {0, 0, 0, 1, -root, 0, 0, root});
        if (version >= 22) {
            SAME(channel_of(f.scene, "nod", "cock", TLB_TARGET_SCALE)->values, {1, 1, 1, 2, 2, 2});
            SAME(channel_of(f.scene, "turn", "tip", TLB_TARGET_TRANSLATION)->values,
                 {1, 0, 0, 1, 0.5f, 0, 1, 0, 0, 1, -0.5f, 0, 1, 0, 0});
        }
        end(&f);
    }
}

/* States change half way between keys. */
static void has_states(void **state)
{
    (void)state;
    fixture f = begin(TLB_TORQUE_VERSION, 0, false);
    const tlb_channel *frames = channel_of(f.scene, "blink", "cockOn", TLB_TARGET_MORPHS);
    SAME(frames->times, {0, 0.25f, 0.75f, 1});
    SAME(frames->values, {0, 1, 0, 0});
    const tlb_channel *seen = channel_of(f.scene, "blink", "lamp", TLB_TARGET_SCALE);
    SAME(seen->values, {1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1});
    const tlb_mesh *mesh = &f.scene->meshes[node_called(f.scene, "cockOn")->mesh];
    assert_int_equal(mesh->morph_count, 1);
    SAME(mesh->morphs[0].positions[0], {1, 0, 0});
    assert_string_equal(mesh->morphs[0].name, "frame 1");
    end(&f);
}

static void has_triggers(void **state)
{
    (void)state;
    fixture f = begin(TLB_TORQUE_VERSION, 0, false);
    const tlb_value *list = tlb_value_get(animation_called(f.scene, "turn")->extras, "triggers");
    const tlb_value *first = list->as.members.first, *second = first->next;
    assert_int_equal(tlb_value_get(first, "mask")->as.integer, 1);
    assert_true(tlb_value_get(first, "on")->as.boolean && !tlb_value_get(second, "on")->as.boolean);
    assert_int_equal(tlb_value_get(second, "mask")->as.integer, 2);
    assert_false(tlb_value_get(first, "invert")->as.boolean);
    end(&f);
}

/* Layers of a glTF have the joints of their skins. */
static void layers_have_joints(void **state)
{
    (void)state;
    fixture f = begin(TLB_TORQUE_VERSION, 0, false);
    tlb_arena arena;
    tlb_layers layers;
    tlb_node *flag = &f.scene->nodes[node_called(f.scene, "flag") - f.scene->nodes];
    tlb_arena_init(&arena, f.context->account);
    flag->hidden = true;
    flag->layer = "collision";
    assert_true(tlb_scene_layers(f.scene, TLB_WITH_HIDDEN, &arena, &layers));
    assert_int_equal(layers.count, 2);
    const tlb_node *copy = node_called(&layers.scene, "flag");
    const tlb_skin *skin = &layers.scene.skins[copy->skin];
    assert_int_equal(layers.of_node[copy - layers.scene.nodes], 1);
    assert_int_equal(skin->joint_count, 2);
    for (uint32_t i = 0; i < skin->joint_count; i++)
        assert_int_equal(layers.of_node[skin->joints[i]], 1);
    assert_string_equal(layers.scene.nodes[skin->joints[1]].name, "tip");
    tlb_arena_release(&arena);
    end(&f);
}

static void takes_sequences_beside_the_shape(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, "samples/torque/weathercock.dts", NULL, &document), TLB_OK);
    tlb_scene *scene = scene_of(document, 0, false);
    const float root = 0.70710678f;
    assert_int_equal(scene->animation_count, 2);
    SAME(channel_of(scene, "spin", "cock", TLB_TARGET_ROTATION)->values + 4, {0, -root, 0, root});
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* By the names of both files; their nodes whatever the case of their names. */
static void takes_sequences_of_assets(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *assets = tlb_assets_create(context);
    bytes_copy spin = load_file("fuzz/seeds/dsq/spin-v24.dsq");
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(tlb_assets_add_memory(assets, "cock-v24_spin.dsq", (tlb_bytes){spin.data, spin.size}),
                     TLB_OK);
    assert_int_equal(tlb_open_path(context, "fuzz/seeds/torque-dts/cock-v24.dts", NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    assert_int_equal(scene->animation_count, SHAPE_SEQUENCES + 1);
    SAME(channel_of(scene, "spin", "tip", TLB_TARGET_TRANSLATION)->values + 3, {1, 1, 0});
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_context_free(context);
    free(spin.data);
}

/* --- real files ---------------------------------------------------------------------------------------- */

typedef struct measure {
    uint64_t triangles;
    double low[3], high[3];
} measure;

static void add_point(measure *m, const float point[3])
{
    const double own[3] = {(double)point[0], -(double)point[2], (double)point[1]};
    for (int i = 0; i < 3; i++) {
        m->low[i] = fmin(m->low[i], own[i]);
        m->high[i] = fmax(m->high[i], own[i]);
    }
}

static void apply(const float m[16], const float v[3], float weight, float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] += weight * (m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i]);
}

static void add_node(measure *m, const tlb_scene *scene, uint32_t index, const float (*world)[16])
{
    const tlb_node *node = &scene->nodes[index];
    const tlb_mesh *mesh = &scene->meshes[node->mesh];
    m->triangles += mesh->index_count / 3;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float point[3] = {0};
        if (node->skin == TLB_NONE)
            apply(world[index], mesh->positions[v], 1, point);
        for (int k = 0; node->skin != TLB_NONE && k < TLB_INFLUENCES; k++) {
            const tlb_skin *skin = &scene->skins[node->skin];
            float bound[3] = {0};
            apply(skin->inverse_bind[mesh->joints[v][k]], mesh->positions[v], 1, bound);
            apply(world[skin->joints[mesh->joints[v][k]]], bound, mesh->weights[v][k], point);
        }
        add_point(m, point);
    }
}

/* A detail of the scene with all of them: a level, or the name of one that is not drawn. */
static measure measure_detail(tlb_scene *scene, int32_t level, const char *name)
{
    measure m = {0, {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    float(*world)[16] = calloc(scene->node_count + 1, sizeof *world);
    for (uint32_t i = 0; i < scene->node_count; i++) /* what is not seen yet counts, too */
        if (scene->nodes[i].scale[0] == 0)
            for (int k = 0; k < 3; k++)
                scene->nodes[i].scale[k] = 1;
    tlb_scene_world_matrices(scene, world);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        const tlb_value *detail = node->extras ? tlb_value_get(node->extras, "detail") : NULL;
        if (node->mesh != TLB_NONE &&
            (level >= 0 ? !node->layer && (node->level == level || (level == 0 && node->level == TLB_NONE))
                        : detail && strcmp(detail->as.text.data, name) == 0))
            add_node(&m, scene, i, (const float(*)[16])world);
    }
    free(world);
    return m;
}

typedef struct row {
    char file[256], name[64];
    int detail;
    double size, low[3], high[3];
    unsigned long long triangles;
} row;

static bool read_row(FILE *table, row *r)
{
    char line[1024];
    while (fgets(line, sizeof line, table))
        if (sscanf(line,
                   "%255[^\t]\t%*d\t%*d\t%d\t%63[^\t]\t%lf\t%*d\t%*d\t%*d\t%llu\t%lf %lf %lf %lf %lf %lf",
                   r->file, &r->detail, r->name, &r->size, &r->triangles, &r->low[0], &r->low[1], &r->low[2],
                   &r->high[0], &r->high[1], &r->high[2]) == 11)
            return true;
    return false;
}

/* Of skins the table has the box of all vertices, also of those that the triangles of a detail do not use. */
static double distance(const measure *m, const row *r, bool skinned)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double low = r->low[i] - m->low[i], high = m->high[i] - r->high[i];
        most = fmax(most, skinned ? fmax(low, high) : fmax(fabs(low), fabs(high)));
    }
    return most;
}

static void corpus_details(void **state)
{
    (void)state;
    char folder[1024], path[2048];
    uint32_t rows = 0, failed = 0;
    assert_non_null(corpus_folder("torque-shapes", folder, sizeof folder));
    snprintf(path, sizeof path, "%s/../../spec/torque-shapes-poses.tsv", folder);
    FILE *table = fopen(path, "r");
    if (!table)
        skip();
    for (row r; read_row(table, &r); rows++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        snprintf(path, sizeof path, "%s/%s", folder, r.file);
        assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
        tlb_scene *scene = scene_of(document, TLB_LOD_ALL, true);
        const tlb_torque_shape *shape = tlb_document_torque_dts(document);
        int32_t level = -1;
        bool drawn = shape->details.data[r.detail].size >= 0;
        for (int i = 0; drawn && i <= r.detail; i++)
            level += shape->details.data[i].size >= 0 && shape->details.data[i].subShapeNum >= 0;
        measure m = measure_detail(scene,
                                   drawn                                          ? level
                                   : shape->details.data[0].size < 0 && !r.detail ? 0
                                                                                  : -1,
                                   r.name);
        if (m.triangles != r.triangles || distance(&m, &r, scene->skin_count != 0) > 1e-3) {
            print_message("%s %s: %llu triangles for %llu, box %g off\n", r.file, r.name,
                          (unsigned long long)m.triangles, r.triangles,
                          distance(&m, &r, scene->skin_count != 0));
            failed++;
        }
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    fclose(table);
    print_message("%u details, %u differ\n", rows, failed);
    assert_true(rows > 300 && failed == 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_nodes_and_meshes),
        cmocka_unit_test(has_levels_and_collision),
        cmocka_unit_test(has_materials),
        cmocka_unit_test(has_sequences),
        cmocka_unit_test(has_states),
        cmocka_unit_test(has_triggers),
        cmocka_unit_test(layers_have_joints),
        cmocka_unit_test(takes_sequences_beside_the_shape),
        cmocka_unit_test(takes_sequences_of_assets),
        cmocka_unit_test(corpus_details),
    };
    (void)argv;
    if (!choose_tests(argc, "torque-shapes"))
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
