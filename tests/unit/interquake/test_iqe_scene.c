/* IQE to and from scenes and IQM: shapes, skeletons and motion stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/format.h"
#include "trilobite/scene.h"
#include "scene/build/build.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "trilobite/formats/iqe.h"

#include "base/context.h"
#include "iqm_maker.h"
#include "scenes.h"

typedef struct reopened {
    tlb_files *files;
    tlb_document *document;
} reopened;

static reopened open_files(tlb_context *context, tlb_files *files, const char *name)
{
    reopened r = {.files = files};
    assert_int_equal(tlb_open_memory(context, files->data[0].bytes.data, files->data[0].bytes.size, name,
                                     NULL, &r.document),
                     TLB_OK);
    return r;
}

static reopened convert(tlb_document *document, const char *format)
{
    tlb_files *files;
    char name[32];
    snprintf(name, sizeof name, "converted.%s", format);
    assert_int_equal(tlb_convert(document, tlb_format_by_name(format), name, NULL, &files), TLB_OK);
    return open_files(document->context, files, name);
}

static void close_files(reopened *r)
{
    tlb_document_free(r->document);
    tlb_files_free(r->files);
}

static tlb_scene *scene_of(tlb_document *document)
{
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    return scene;
}

/* Where the corners of all triangles are, added up with weights that tell them apart but for their order. */
static void measure(const tlb_scene *scene, const tlb_animation *animation, float seconds, double sums[6])
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_scene posed;
    tlb_arena_init(&arena, context->account);
    assert_true(tlb_scene_at(scene, animation, seconds, &arena, &posed));
    float(*world)[16] = tlb_alloc_array(&arena, posed.node_count, sizeof *world);
    tlb_scene_world_matrices(&posed, world);
    memset(sums, 0, 6 * sizeof *sums);
    for (uint32_t n = 0; n < posed.node_count; n++) {
        if (posed.nodes[n].mesh < 0)
            continue;
        const tlb_mesh *mesh = &posed.meshes[posed.nodes[n].mesh];
        for (uint32_t i = 0; i < mesh->index_count; i++) {
            float p[1][3];
            tlb_pose_positions(&posed, (const float(*)[16])world, n, mesh->indices[i], 1, p);
            for (int k = 0; k < 3; k++) {
                sums[k] += (double)p[0][k];
                sums[3 + k] += (double)p[0][k] * (double)p[0][k];
            }
        }
    }
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

static void assert_looks_alike(const tlb_scene *a, const tlb_scene *b, uint32_t animation, float seconds)
{
    double x[6], y[6];
    bool moves = animation < a->animation_count;
    measure(a, moves ? &a->animations[animation] : NULL, seconds, x);
    measure(b, moves ? &b->animations[animation] : NULL, seconds, y);
    for (int k = 0; k < 6; k++)
        assert_true(fabs(x[k] - y[k]) <= 1e-3 * (1 + fabs(x[k])));
}

static void assert_moves_alike(const tlb_scene *a, const tlb_scene *b)
{
    assert_int_equal(a->animation_count, b->animation_count);
    assert_looks_alike(a, b, UINT32_MAX, 0);
    for (uint32_t i = 0; i < a->animation_count; i++) {
        assert_string_equal(a->animations[i].name, b->animations[i].name);
        assert_int_equal(a->animations[i].loops, b->animations[i].loops);
        assert_true(fabsf(a->animations[i].duration - b->animations[i].duration) < 1e-3f);
        for (int k = 0; k < 4; k++)
            assert_looks_alike(a, b, i, a->animations[i].duration * (float)k / 4);
    }
}

static void with_the_trilobite(void (*test)(tlb_document *document))
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, "samples/trilobite.iqm", NULL, &document), TLB_OK);
    test(document);
    tlb_document_free(document);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

static void shows_as_its_iqm(tlb_document *document)
{
    reopened text = convert(document, "iqe");
    tlb_scene *a = scene_of(document), *b = scene_of(text.document);
    assert_moves_alike(a, b);
    tlb_scene_free(b);
    tlb_scene_free(a);
    close_files(&text);
}

static void iqe_shows_as_the_iqm_it_was(void **state)
{
    (void)state;
    with_the_trilobite(shows_as_its_iqm);
}

/* Half of full brightness on the screen is 0.214 of the light; half of opaque is half. */
static void colors_become_linear_and_keep_alpha(void **state)
{
    static const char text[] =
        "# Inter-Quake Export\nvertexarray color ubyte 3\nmesh a\n"
        "vp 0 0 0\nvc 0.5 1 0 0.5\nvp 0 1 0\nvc 0.5 1 0 0.5\nvp 1 0 0\nvc 0.5 1 0 0.5\n"
        "fa 0 1 2\n";
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    (void)state;
    assert_int_equal(tlb_open_memory(context, text, sizeof text - 1, "a.iqe", NULL, &document), TLB_OK);
    tlb_scene *scene = scene_of(document);
    assert_int_equal(scene->meshes[0].vertex_count, 3);
    assert_null(scene->meshes[0].uv[0]);
    for (int i = 0; i < 3; i++) {
        assert_true(fabsf((float)scene->meshes[0].colors[i][0] / 65535 - 0.2159f) < 0.003f);
        assert_int_equal(scene->meshes[0].colors[i][1], 65535);
        assert_int_equal(scene->meshes[0].colors[i][2], 0);
        assert_int_equal(scene->meshes[0].colors[i][3], 128 * 257);
    }
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* Custom attributes are the mesh's, under their names. */
static void custom_attributes_go_along(void **state)
{
    static const char text[] =
        "# Inter-Quake Export\nvertexarray custom1 float 2 \"my wet-ness\"\nmesh a\n"
        "vp 0 0 0\nv1 1 2\nv4 9\nvp 0 1 0\nv1 3 4\nv4 9\nvp 1 0 0\nv1 5 6\nv4 8 7 6 5\nfa 0 1 2\n";
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    (void)state;
    assert_int_equal(tlb_open_memory(context, text, sizeof text - 1, "a.iqe", NULL, &document), TLB_OK);
    tlb_scene *scene = scene_of(document);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->attribute_count, 2);
    const tlb_attribute *two = &mesh->attributes[0], *four = &mesh->attributes[1];
    assert_string_equal(two->name, "my wet-ness");
    assert_string_equal(four->name, "custom4");
    assert_int_equal(two->components, 2);
    assert_int_equal(four->components, 4);
    for (uint32_t i = 0; i < 3; i++)
        if (mesh->positions[i][0] == 1) {
            assert_true(two->values[2 * i] == 5 && two->values[2 * i + 1] == 6);
            assert_true(four->values[4 * i] == 8 && four->values[4 * i + 3] == 5);
        }
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 0);
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void set_attribute(tlb_scene *scene, tlb_attribute *to, const char *name, uint32_t components,
                          float first)
{
    *to = (tlb_attribute){.name = name, .components = components};
    to->values = tlb_alloc_array(tlb_scene_arena(scene), components, 4 * sizeof *to->values);
    for (uint32_t i = 0; i < 4 * components; i++)
        to->values[i] = first + (float)i;
}

/* Those of the corner at (x, y), each plus or minus a half. */
static const float *values_at(const tlb_mesh *mesh, uint32_t attribute, float x, float y)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (mesh->positions[i][0] == x && mesh->positions[i][1] == y)
            return mesh->attributes[attribute].values + (size_t)i * mesh->attributes[attribute].components;
    fail();
    return NULL;
}

/* Two squares, of which the second has one more; custom arrays of the file, zero where a mesh has none, and
 * read back what they were. An eleventh, and one called as a UV set, are reported. */
static void custom_attributes_of_scenes_are_written(void **state)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    (void)state;
    for (int i = 0; i < 2; i++) {
        tlb_mesh *mesh = add_square(scene, i ? "b" : "a", TLB_NONE, TLB_WITH_UV0);
        mesh->attributes = tlb_zalloc_array(tlb_scene_arena(scene), TLB_ATTRIBUTES, sizeof *mesh->attributes);
        mesh->attribute_count = (uint32_t)i + 1;
        set_attribute(scene, &mesh->attributes[0], "wetness", 1, (float)(100 * i));
        set_attribute(scene, &mesh->attributes[1], "wind", 3, 50);
        add_node(scene, mesh->name, TLB_NONE, i)->translation[0] = (float)(10 * i);
    }
    for (int text = 0; text < 2; text++) {
        const char *name = text ? "a.iqe" : "a.iqm";
        tlb_files *files;
        assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name(name + 2), name, NULL, &files),
                         TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 0);
        reopened r = open_files(context, files, name);
        tlb_scene *again = scene_of(r.document);
        const tlb_mesh *a = &again->meshes[0], *b = &again->meshes[1];
        assert_int_equal(a->attribute_count, 2);
        assert_int_equal(b->attribute_count, 2);
        assert_string_equal(a->attributes[0].name, "wetness");
        assert_int_equal(a->attributes[0].components, 1);
        assert_string_equal(a->attributes[1].name, "wind");
        assert_int_equal(a->attributes[1].components, 3);
        for (uint32_t corner = 0; corner < 4; corner++) {
            const float *at = scene->meshes[0].positions[corner];
            assert_float_equal(*values_at(a, 0, at[0], at[1]), corner, 0);
            assert_float_equal(*values_at(b, 0, at[0] + 10, at[1]), 100 + (float)corner, 0);
            for (uint32_t c = 0; c < 3; c++) {
                assert_float_equal(values_at(a, 1, at[0], at[1])[c], 0, 0);
                assert_float_equal(values_at(b, 1, at[0] + 10, at[1])[c], 50 + (float)(3 * corner + c), 0);
            }
        }
        tlb_scene_free(again);
        close_files(&r);
    }
    static const char *const names[] = {"c", "d", "e", "f", "g", "h", "i", "j", "k", "texcoord1"};
    tlb_mesh *mesh = &scene->meshes[1];
    mesh->uv[1] = mesh->uv[0];
    for (int i = 0; i < 10; i++)
        set_attribute(scene, &mesh->attributes[mesh->attribute_count++], names[i], 2, 0);
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("iqm"), "a.iqm", NULL, &files),
                     TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 1);
    assert_non_null(strstr(tlb_diagnostic_at(context, 0)->message, "3 left out")); /* j, k and texcoord1 */
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* UV sets but the first are custom attributes of two components; all three are where they belong. */
static void uv_sets_are_written(void **state)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_files *files;
    (void)state;
    tlb_mesh *mesh = add_square(scene, "a", TLB_NONE, TLB_WITH_UV0 | TLB_WITH_UV1);
    mesh->uv[3] = tlb_alloc_array(tlb_scene_arena(scene), 4, sizeof *mesh->uv[3]);
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 2; c++) {
            mesh->uv[1][i][c] = (float)(10 + 2 * i + c);
            mesh->uv[3][i][c] = (float)(30 + 2 * i + c);
        }
    add_node(scene, "a", TLB_NONE, 0);
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("iqe"), "a.iqe", NULL, &files),
                     TLB_OK);
    tlb_bytes bytes = files->data[0].bytes;
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    static const char *const lines[] = {"\"custom0\" \"float\" 2 \"texcoord1\"\n",
                                        "\"custom1\" \"float\" 2 \"texcoord3\"\n",
                                        "v0 10 11\n",
                                        "v0 16 17\n",
                                        "v1 30 31\n",
                                        "v1 36 37\n",
                                        "vt 1 0\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!strstr(text, lines[i]))
            print_error("%s\nlacks %s", text, lines[i]);
        assert_non_null(strstr(text, lines[i]));
    }
    free(text);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* Of one joint, whose only animation has its pose at rest in each frame. */
static tlb_scene *scene_at_rest(tlb_context *context, int frames, tlb_document **document)
{
    char text[256] = "# Inter-Quake Export\njoint a -1\npq 1 2 3 0 0 0 -1\nanimation idle\nframerate 10\n";
    for (int i = 0; i < frames; i++)
        strcat(text, "frame\npq 1 2 3 0 0 0 -1\n");
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.iqe", NULL, document), TLB_OK);
    tlb_scene *scene = scene_of(*document);
    assert_int_equal(scene->animation_count, 1);
    assert_int_equal(scene->animations[0].channel_count, 1);
    return scene;
}

/* An animation of the pose at rest is one all the same; a single frame lasts no time: one key. */
static void animations_at_rest_are_kept(void **state)
{
    (void)state;
    for (int frames = 1; frames <= 3; frames += 2) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_scene *scene = scene_at_rest(context, frames, &document);
        const tlb_channel *channel = &scene->animations[0].channels[0];
        assert_int_equal(channel->key_count, frames == 1 ? 1 : 2);
        assert_float_equal(channel->times[0], 0, 0);
        if (frames == 1)
            assert_float_equal(scene->animations[0].duration, 0, 0);
        else
            assert_float_equal(channel->times[1], 0.2f, 1e-6f);
        for (uint32_t k = 0; k < channel->key_count; k++) /* 1 2 3 with Y up */
            assert_memory_equal(channel->values + (size_t)k * 3, ((const float[]){1, 3, -2}),
                                3 * sizeof(float));
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

static void is_fixed_point(tlb_document *document)
{
    reopened a = convert(document, "iqe"), b = convert(a.document, "iqm"), c = convert(b.document, "iqe"),
             d = convert(c.document, "iqm"), e = convert(d.document, "iqe"), f = convert(e.document, "iqm");
    tlb_bytes second = d.files->data[0].bytes, third = f.files->data[0].bytes;
    assert_int_equal(second.size, third.size);
    assert_memory_equal(second.data, third.data, second.size);
    close_files(&f);
    close_files(&e);
    close_files(&d);
    close_files(&c);
    close_files(&b);
    close_files(&a);
}

/* IQE to IQM to IQE to IQM: a fixed point from the second step. */
static void converting_reaches_a_fixed_point(void **state)
{
    (void)state;
    with_the_trilobite(is_fixed_point);
}

static void survives_the_scene(tlb_document *document)
{
    tlb_files *files;
    tlb_scene *a = scene_of(document);
    assert_int_equal(
        tlb_scene_write(document->context, a, tlb_format_by_name("iqe"), "scene.iqe", NULL, &files), TLB_OK);
    reopened text = open_files(document->context, files, "scene.iqe");
    tlb_scene *b = scene_of(text.document);
    assert_moves_alike(a, b);
    tlb_scene_free(b);
    tlb_scene_free(a);
    close_files(&text);
}

static void skins_and_animations_survive_the_scene(void **state)
{
    (void)state;
    with_the_trilobite(survives_the_scene);
}

/* --- scenes without skins ----------------------------------------------------------------------------- */

static void add_triangle(tlb_scene *scene, const char *name, int32_t parent, float x)
{
    int32_t mesh_index = (int32_t)scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, name);
    assert_true(tlb_mesh_reserve(scene, mesh, 3, 3, 1, TLB_WITH_UV0 | TLB_WITH_UV1));
    const float positions[3][3] = {{x, 0, 0}, {x + 1, 0, 0}, {x, 2, 0}};
    memcpy(mesh->positions, positions, sizeof positions);
    memset(mesh->uv[0], 0, 3 * sizeof *mesh->uv[0]);
    for (int i = 0; i < 3; i++) {
        mesh->indices[i] = (uint32_t)i;
        mesh->uv[1][i][0] = (float)i;
        mesh->uv[1][i][1] = 0.5f;
    }
    mesh->parts[0] = (tlb_part){.material = TLB_NONE, .index_count = 3};
    tlb_scene_add_node(scene, name, parent)->mesh = mesh_index;
}

static reopened reopen_as(tlb_context *context, const tlb_scene *scene, const char *format, const char *name)
{
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name(format), name, NULL, &files), TLB_OK);
    return open_files(context, files, name);
}

/* What moves without a skin gets joints, and what stands still one that does not move. */
static void moving_nodes_become_joints(void **state)
{
    (void)state;
    static float times[] = {0, 0.5f, 1}, values[] = {0, 0, 0, 0, 1, 0, 0, 5, 0};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_node *root = tlb_scene_add_node(scene, "root", TLB_NONE);
    root->translation[0] = 3;
    root->scale[1] = 2;
    tlb_node *lift = tlb_scene_add_node(scene, "lift", 0);
    lift->rotation[0] = 0.6f, lift->rotation[3] = 0.8f;
    add_triangle(scene, "cabin", 1, 1);
    add_triangle(scene, "shaft", 0, 5);
    tlb_animation *up = tlb_scene_add_animation(scene, "up");
    up->duration = 1;
    tlb_channel channel = {1, TLB_TARGET_TRANSLATION, TLB_LINEAR, 3, times, values};
    up->channels = &channel;
    up->channel_count = 1;

    reopened text = reopen_as(context, scene, "iqe", "lift.iqe");
    const tlb_iqe *x = tlb_document_iqe(text.document);
    assert_int_equal(x->joint.count, 2);
    assert_string_equal(x->joint.data[0].name.data, "lift");
    assert_int_equal(x->vb.count, 6);
    assert_int_equal(x->weights.data[0].index, 0);
    assert_int_equal(x->weights.data[3].index, 1);
    assert_int_equal(x->framerate.data[0], 2); /* as far apart as the keys */
    assert_int_equal(x->pq.count, 2 + 3 * 2);
    assert_string_equal(x->vertexarray.data[0].name.data, "texcoord1");
    assert_true(x->v[0].data[2][0] == 2 && x->v[0].data[2][1] == 0.5f);
    tlb_scene *shown = scene_of(text.document);
    assert_moves_alike(scene, shown);
    tlb_scene_free(shown);
    close_files(&text);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* A light that is off at rest: its vertices are not all at one place. */
static void what_rests_at_no_size_can_grow(void **state)
{
    (void)state;
    static float times[] = {0, 0.5f, 1}, values[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_node *lamp = tlb_scene_add_node(scene, "lamp", TLB_NONE);
    lamp->translation[0] = 3;
    lamp->scale[0] = lamp->scale[1] = lamp->scale[2] = 0;
    add_triangle(scene, "bulb", 0, 1);
    tlb_animation *on = tlb_scene_add_animation(scene, "on");
    on->duration = 1;
    tlb_channel channel = {0, TLB_TARGET_SCALE, TLB_LINEAR, 3, times, values};
    on->channels = &channel;
    on->channel_count = 1;

    reopened model = reopen_as(context, scene, "iqm", "lamp.iqm");
    tlb_scene *shown = scene_of(model.document);
    for (int k = 0; k <= 4; k++)
        assert_looks_alike(scene, shown, 0, (float)k / 4);
    tlb_scene_free(shown);
    close_files(&model);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* A walk of two seconds and two keys, after which it begins anew where it began. */
static void loops_that_end_elsewhere_do_not_glide_back(void **state)
{
    (void)state;
    static float times[] = {0, 1, 2}, values[] = {0, 0, 0, 4, 0, 0, 8, 0, 0};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_scene_add_node(scene, "walker", TLB_NONE);
    add_triangle(scene, "leg", 0, 0);
    tlb_animation *walk = tlb_scene_add_animation(scene, "walk");
    walk->duration = 2;
    walk->loops = true;
    tlb_channel channel = {0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 3, times, values};
    walk->channels = &channel;
    walk->channel_count = 1;

    reopened model = reopen_as(context, scene, "iqm", "walk.iqm");
    tlb_scene *shown = scene_of(model.document);
    assert_true(shown->animations[0].duration == 2);
    for (int k = 0; k < 20; k++)
        assert_looks_alike(scene, shown, 0, (float)k / 10);
    tlb_scene_free(shown);
    close_files(&model);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void normal_of_first_triangle(const tlb_scene *scene, double normal[3])
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    float(*world)[16] = tlb_alloc_array(&arena, scene->node_count, sizeof *world), p[3][1][3];
    tlb_scene_world_matrices(scene, world);
    uint32_t node = 0;
    while (scene->nodes[node].mesh < 0)
        node++;
    for (int i = 0; i < 3; i++)
        tlb_pose_positions(scene, (const float(*)[16])world, node,
                           scene->meshes[scene->nodes[node].mesh].indices[i], 1, p[i]);
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        normal[k] = (double)((p[1][0][u] - p[0][0][u]) * (p[2][0][v] - p[0][0][v]) -
                             (p[1][0][v] - p[0][0][v]) * (p[2][0][u] - p[0][0][u]));
    }
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

/* A mirrored node that stands still, below one that moves and above one that does. */
static void mirrors_between_joints_are_kept(void **state)
{
    (void)state;
    static float times[] = {0, 0.5f, 1}, values[] = {0, 0, 0, 0, 1, 0, 0, 5, 0},
                 turns[] = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 1, 0, 0};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_scene_add_node(scene, "arm", TLB_NONE)->translation[2] = 4;
    tlb_node *glove = tlb_scene_add_node(scene, "glove", 0);
    glove->scale[0] = -1;
    glove->rotation[0] = 0.6f, glove->rotation[3] = 0.8f;
    glove->translation[1] = 7;
    add_triangle(scene, "hand", 1, 1);
    tlb_animation *wave = tlb_scene_add_animation(scene, "wave");
    wave->duration = 1;
    tlb_channel channels[] = {{0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 3, times, values},
                              {2, TLB_TARGET_ROTATION, TLB_LINEAR, 3, times, turns}};
    wave->channels = channels;
    wave->channel_count = 2;
    reopened text = reopen_as(context, scene, "iqe", "glove.iqe");
    assert_int_equal(tlb_document_iqe(text.document)->joint.count, 2);
    tlb_scene *shown = scene_of(text.document);
    assert_moves_alike(scene, shown);
    double own[3], other[3];
    normal_of_first_triangle(scene, own);
    normal_of_first_triangle(shown, other);
    for (int k = 0; k < 3; k++) /* stored as drawn: the other way around */
        assert_true(fabs(own[k] + other[k]) < 1e-4);
    tlb_scene_free(shown);
    close_files(&text);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* A day at the rate of a blink: no more frames than some for each key. */
static void long_rests_are_sampled_coarsely(void **state)
{
    (void)state;
    static float times[] = {0, 0.0625f, 0.125f, 86400}, values[12] = {[3] = 1, [6] = 2, [9] = 3};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_scene_add_node(scene, "sun", TLB_NONE);
    add_triangle(scene, "disc", 0, 1);
    tlb_animation *day = tlb_scene_add_animation(scene, "day");
    day->duration = 86400;
    tlb_channel channel = {0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 4, times, values};
    day->channels = &channel;
    day->channel_count = 1;
    reopened text = reopen_as(context, scene, "iqe", "day.iqe");
    const tlb_iqe *x = tlb_document_iqe(text.document);
    assert_int_equal(x->pq.count, 1 + 4 * 16 + 1024 + 1); /* at rest, then in each frame */
    assert_true(fabsf(x->framerate.data[0] * 86400 - (4 * 16 + 1024)) < 1e-2f);
    close_files(&text);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* --- IQM of others ------------------------------------------------------------------------------------ */

/* IQE has ten custom attributes, and IQM may have arrays of types that nobody knows. */
static void more_attributes_than_iqe_has_are_reported(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document model;
    tlb_files *files;
    char name[16];
    iqm_make(&model, context, &(iqm_plan){2, 1, TLB_IQM_FLOAT, .bare = true});
    for (int i = 0; i < TLB_IQE_CUSTOMS + 2; i++) {
        snprintf(name, sizeof name, "own%d", i);
        iqm_array(&model, TLB_IQM_CUSTOM + iqm_text(&model, name), TLB_IQM_FLOAT, 1);
    }
    iqm_array(&model, TLB_IQM_COLOR + 1, TLB_IQM_FLOAT, 1);
    assert_int_equal(tlb_convert(&model, tlb_format_by_name("iqe"), "a.iqe", NULL, &files), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 3);
    reopened text = open_files(context, files, "a.iqe");
    const tlb_iqe *x = tlb_document_iqe(text.document);
    uint32_t named = 0;
    for (uint32_t i = 0; i < x->vertexarray.count; i++)
        named += strncmp(x->vertexarray.data[i].name.data, "own", 3) == 0;
    assert_int_equal(named, TLB_IQE_CUSTOMS);
    close_files(&text);
    made_end(&model);
    tlb_context_free(context);
}

/* Animations without a skeleton: nodes are as in the first frame. */
static void joints_without_names_are_as_in_the_first_frame(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document model;
    iqm_make(&model, context, &(iqm_plan){2, 1, TLB_IQM_FLOAT, .bare = false});
    tlb_iqm *x = tlb_document_iqm(&model);
    x->flags = 5;
    tlb_scene *named = scene_of(&model);
    uint32_t count = x->joints.count;
    x->joints.count = 0;
    tlb_scene *scene = scene_of(&model);
    float channels[8][TLB_IQM_CHANNELS];
    tlb_iqm_frame(x, 0, channels);
    for (uint32_t i = 0; i < count; i++) {
        const tlb_node *node = &scene->nodes[1 + i], *other = &named->nodes[1 + i];
        char name[32];
        snprintf(name, sizeof name, "joint %u", i);
        assert_string_equal(node->name, name);
        assert_int_equal(node->parent, other->parent);
        for (int k = 0; k < 3; k++) { /* Z is up there */
            assert_true(node->translation[k] == (k == 2 ? -channels[i][1] : channels[i][k ? 2 : 0]));
            assert_true(node->scale[k] == channels[i][k ? 7 + 3 - k : 7]);
        }
    }
    assert_int_equal(tlb_value_get(scene->nodes[0].extras, "flags")->as.integer, 5);
    tlb_scene_free(scene);
    tlb_scene_free(named);
    made_end(&model);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iqe_shows_as_the_iqm_it_was),
        cmocka_unit_test(colors_become_linear_and_keep_alpha),
        cmocka_unit_test(animations_at_rest_are_kept),
        cmocka_unit_test(custom_attributes_go_along),
        cmocka_unit_test(custom_attributes_of_scenes_are_written),
        cmocka_unit_test(uv_sets_are_written),
        cmocka_unit_test(converting_reaches_a_fixed_point),
        cmocka_unit_test(skins_and_animations_survive_the_scene),
        cmocka_unit_test(moving_nodes_become_joints),
        cmocka_unit_test(what_rests_at_no_size_can_grow),
        cmocka_unit_test(mirrors_between_joints_are_kept),
        cmocka_unit_test(long_rests_are_sampled_coarsely),
        cmocka_unit_test(more_attributes_than_iqe_has_are_reported),
        cmocka_unit_test(joints_without_names_are_as_in_the_first_frame),
        cmocka_unit_test(loops_that_end_elsewhere_do_not_glide_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
