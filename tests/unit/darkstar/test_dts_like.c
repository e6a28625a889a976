/* Shapes with other meshes or another sequence (--like): what is kept is what it was, as the runtime plays
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "options_text.h"
#include "dts_maker.h"
#include "files.h"
#include "formats/darkstar/dts/dts.h"
#include "scenes.h"
#include "trilobite/convert.h"
#include "trilobite/formats/dts_runtime.h"

/* A shape that was made, opened. */
typedef struct made {
    tlb_files *files;
    tlb_document *document;
    const tlb_dts *shape;
} made;

static tlb_status make(tlb_context *context, const tlb_scene *scene, const char *like, const char *sequence,
                       made *m)
{
    *m = (made){0};
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.to = OPTIONS_OF(tlb_dts_write_options, .like = like, .sequence = sequence);
    tlb_status status = tlb_scene_write(context, scene, &tlb_format_dts, "made.dts", &options, &m->files);
    if (status)
        return status;
    tlb_bytes bytes = m->files->data[0].bytes;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "made.dts", NULL, &m->document),
                     TLB_OK);
    m->shape = tlb_document_dts(m->document);
    return TLB_OK;
}

static void discard(made *m)
{
    tlb_document_free(m->document);
    tlb_files_free(m->files);
}

/* --- what is kept -------------------------------------------------------------------------------------- */

static bool same_name(const tlb_dts *a, int32_t x, const tlb_dts *b, int32_t y)
{
    tlb_text s = tlb_dts_name_at(a, x), t = tlb_dts_name_at(b, y);
    return s.size == t.size && memcmp(s.data, t.data, s.size) == 0;
}

static const char *differ_in_lists(const tlb_dts *a, const tlb_dts *b, const char *but)
{
    if (a->nodes.count != b->nodes.count || a->alwaysNode != b->alwaysNode)
        return "nodes";
    for (uint32_t i = 0; i < a->nodes.count; i++)
        if (!same_name(a, a->nodes.data[i].name, b, b->nodes.data[i].name) ||
            a->nodes.data[i].parent != b->nodes.data[i].parent)
            return "a node";
    if (a->sequences.count != b->sequences.count)
        return "sequences";
    for (uint32_t i = 0; i < a->sequences.count; i++) {
        const tlb_dts_sequence *s = &a->sequences.data[i], *t = &b->sequences.data[i];
        bool changed = but && tlb_dts_find_sequence(a, but) == (int32_t)i;
        if (!same_name(a, s->name, b, t->name) || s->cyclic != t->cyclic || s->priority != t->priority ||
            s->numTriggerFrames != t->numTriggerFrames ||
            (!changed && s->duration > 0 && s->duration != t->duration))
            return "a sequence";
    }
    if (a->materialList.materials.count > b->materialList.materials.count)
        return "materials";
    for (uint32_t i = 0; i < a->materialList.materials.count; i++)
        if (memcmp(a->materialList.materials.data[i].file, b->materialList.materials.data[i].file,
                   TLB_DML_NAME) != 0)
            return "a material";
    return NULL;
}

static double fraction(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return (*random >> 8) / (double)(1 << 24);
}

static double turned_by(const float a[4], const float b[4])
{
    double cosine = 0;
    for (int i = 0; i < 4; i++)
        cosine += (double)a[i] * (double)b[i];
    return fmax(0, 1 - fabs(cosine));
}

/* How far apart two shapes put their nodes at random times of a sequence. */
static double apart_in(tlb_context *context, const tlb_dts *a, const tlb_dts *b, int32_t sequence)
{
    enum { TIMES = 5 };
    double worst = 0;
    uint32_t random = 7 + (uint32_t)sequence;
    tlb_dts_instance *one, *other;
    assert_int_equal(tlb_dts_instance_create(context, a, 1, &one), TLB_OK);
    assert_int_equal(tlb_dts_instance_create(context, b, 1, &other), TLB_OK);
    for (int k = 0; k < TIMES; k++) {
        double position = fraction(&random);
        assert_true(tlb_dts_play(one, 0, sequence, position) && tlb_dts_play(other, 0, sequence, position));
        const tlb_dts_pose *x = tlb_dts_evaluate(one), *y = tlb_dts_evaluate(other);
        for (uint32_t i = 0; i < a->nodes.count; i++) {
            worst = fmax(worst, turned_by(x->world[i].rotation, y->world[i].rotation));
            for (int axis = 0; axis < 3; axis++)
                worst = fmax(worst, fabs((double)x->world[i].translation[axis] -
                                         (double)y->world[i].translation[axis]) /
                                        fmax(1, (double)a->radius));
        }
    }
    tlb_dts_instance_free(one);
    tlb_dts_instance_free(other);
    return worst;
}

/* All sequences but one, if it is named. */
static bool plays_alike(tlb_context *context, const char *title, const tlb_dts *a, const tlb_dts *b,
                        const char *but)
{
    static const double slack = 2e-4;
    const char *what = differ_in_lists(a, b, but);
    bool same = true;
    if (what)
        printf("%s: other %s\n", title, what);
    for (int32_t i = 0; !what && i < (int32_t)a->sequences.count; i++) {
        double apart = but && tlb_dts_find_sequence(a, but) == i ? 0 : apart_in(context, a, b, i);
        if (apart > slack)
            printf("%s: sequence %d is off by %g\n", title, i, apart);
        same &= apart <= slack;
    }
    return same && !what;
}

/* Whether check finds nothing that the shape itself did not bring. */
static bool is_clean(tlb_document *document, const char *title)
{
    tlb_context *context = document->context;
    tlb_diagnostics_clear(context);
    tlb_check(document, NULL);
    bool clean = true;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        bool kept = strncmp(tlb_code_name(d->code), "DML_", 4) == 0 || d->code == TLB_CODE_DTS_ROOTS;
        if (kept) /* materials and nodes are those of the shape */
            continue;
        printf("%s: %s %s: %s\n", title, tlb_code_name(d->code), d->path ? d->path : "", d->message);
        clean = false;
    }
    return clean;
}

/* --- on one shape -------------------------------------------------------------------------------------- */

/* A square on a node that the shape has, and on none. */
static tlb_scene *squares(tlb_context *context, const char *host)
{
    tlb_scene *scene = make_empty(context);
    tlb_scene_add_material(scene, "paint");
    add_square(scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(scene, host, TLB_NONE, TLB_NONE)->translation[1] = 1;
    add_node(scene, "plate", 0, 0)->translation[0] = 0.25f;
    scene->facing[1] = -1;
    return scene;
}

/* One of a second in which the node moves by 1 to the right and turns. */
static void add_animation(tlb_scene *scene, const char *name, int32_t node)
{
    static const float times[] = {0, 1}, moves[] = {0, 1, 0, 1, 1, 0},
                       turns[] = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f};
    tlb_animation *animation = tlb_scene_add_animation(scene, name);
    assert_true(tlb_animation_reserve(scene, animation, 2, 0));
    animation->duration = 1;
    for (int i = 0; i < 2; i++) {
        tlb_channel *c = &animation->channels[i];
        *c = (tlb_channel){.node = node,
                           .target = i ? TLB_TARGET_ROTATION : TLB_TARGET_TRANSLATION,
                           .interpolation = TLB_LINEAR};
        assert_true(tlb_channel_reserve(scene, c, 2));
        memcpy(c->times, times, sizeof times);
        memcpy(c->values, i ? turns : moves, i ? sizeof turns : sizeof moves);
    }
}

static const char *plain_name(const tlb_dts *shape, int32_t name, char out[TLB_DTS_NAME + 1])
{
    tlb_text text = tlb_dts_name_at(shape, name);
    memset(out, 0, TLB_DTS_NAME + 1);
    memcpy(out, text.data, text.size);
    return out;
}

/* The first child of the finest detail that is drawn, or it. */
static int32_t host_in(const tlb_dts *shape)
{
    int32_t root = shape->details.data[0].rootNode;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        if (shape->nodes.data[i].parent == root)
            return (int32_t)i;
    return root;
}

static uint32_t objects_on(const tlb_dts *shape, int32_t node)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < shape->objects.count; i++)
        count += shape->objects.data[i].nodeIndex == node;
    return count;
}

static bool replace_meshes(tlb_context *context, const char *path, const tlb_dts *shape)
{
    char name[TLB_DTS_NAME + 1];
    int32_t host = host_in(shape);
    tlb_scene *scene = squares(context, plain_name(shape, shape->nodes.data[host].name, name));
    made m;
    bool same = false;
    if (make(context, scene, path, NULL, &m))
        print_diagnostics(context);
    else {
        same = plays_alike(context, path, shape, m.shape, NULL) && is_clean(m.document, path);
        if (objects_on(m.shape, host) != 1 && (same = false))
            printf("%s: not one object on \"%s\"\n", path, name);
        discard(&m);
    }
    tlb_scene_free(scene);
    return same;
}

static bool replace_sequence(tlb_context *context, const char *path, const tlb_dts *shape)
{
    char host[TLB_DTS_NAME + 1], name[TLB_DTS_NAME + 1];
    int32_t node = host_in(shape);
    plain_name(shape, shape->sequences.data[0].name, name);
    tlb_scene *scene = squares(context, plain_name(shape, shape->nodes.data[node].name, host));
    add_animation(scene, "whatever", 0);
    made m;
    bool same = false;
    if (make(context, scene, path, name, &m))
        print_diagnostics(context);
    else {
        same = plays_alike(context, path, shape, m.shape, name) && is_clean(m.document, path);
        same &= m.shape->sequences.data[tlb_dts_find_sequence(shape, name)].duration == 1;
        discard(&m);
    }
    tlb_scene_free(scene);
    return same;
}

static bool is_original(const tlb_dts *shape)
{
    return shape->details.count && shape->details.data[0].size > 0 && shape->nodes.count > 1;
}

static bool try_shape(const char *path, uint32_t *count)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    bool fine = true;
    if (tlb_open_path(context, path, NULL, &document) == TLB_OK) {
        const tlb_dts *shape = tlb_document_dts(document);
        if (is_original(shape)) {
            fine = replace_meshes(context, path, shape);
            fine &= !shape->sequences.count || replace_sequence(context, path, shape);
            ++*count;
        }
        tlb_document_free(document);
    }
    tlb_context_free(context);
    return fine;
}

static void corpus_shapes_are_kept(void **state)
{
    (void)state;
    file_list list = corpus_files("darkstar", "dts");
    uint32_t count = 0, failed = 0;
    for (size_t i = 0; i < list.count; i++)
        failed += !try_shape(list.paths[i], &count);
    printf("%u shapes with other meshes and another sequence\n", count);
    assert_int_equal(failed, 0);
    assert_true(count > 20);
    free_files(&list);
}

static void test_samples(void **state)
{
    (void)state;
    uint32_t count = 0;
    assert_true(try_shape("samples/windmill.dts", &count));
    assert_true(try_shape("samples/windmill-v5.dts", &count));
    assert_int_equal(count, 2);
}

/* A sequence moves the node as the animation does, from where it is at its beginning. */
static void test_tracks(void **state)
{
    scene_fixture *f = *state;
    static const char path[] = "samples/windmill.dts";
    tlb_document *document;
    assert_int_equal(tlb_open_path(f->context, path, NULL, &document), TLB_OK);
    const tlb_dts *shape = tlb_document_dts(document);
    char host[TLB_DTS_NAME + 1], name[TLB_DTS_NAME + 1];
    int32_t node = host_in(shape);
    tlb_scene *scene = squares(f->context, plain_name(shape, shape->nodes.data[node].name, host));
    add_animation(scene, "whatever", 0);
    made m;
    assert_int_equal(
        make(f->context, scene, path, plain_name(shape, shape->sequences.data[0].name, name), &m), TLB_OK);
    tlb_dts_instance *instance;
    assert_int_equal(tlb_dts_instance_create(f->context, m.shape, 1, &instance), TLB_OK);
    assert_true(tlb_dts_play(instance, 0, 0, 0));
    tlb_dts_placement before = tlb_dts_evaluate(instance)->world[node];
    assert_true(tlb_dts_play(instance, 0, 0, 0.5));
    tlb_dts_placement after = tlb_dts_evaluate(instance)->world[node];
    assert_float_equal(after.translation[0] - before.translation[0], 0.5, 1e-4);
    assert_true(turned_by(before.rotation, after.rotation) > 0.01);
    tlb_dts_instance_free(instance);
    discard(&m);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

static void refused(scene_fixture *f, const char *like, const char *sequence)
{
    made m;
    tlb_diagnostics_clear(f->context);
    assert_int_equal(make(f->context, f->scene, like, sequence, &m), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 1);
}

static void test_refusals(void **state)
{
    scene_fixture *f = *state;
    add_square(f->scene, "square", TLB_NONE, 0);
    add_node(f->scene, "other", TLB_NONE, 0);
    refused(f, NULL, "turn");
    refused(f, "samples/darkstar/brick.bmp", NULL);
    refused(f, "samples/windmill.dts", "no such");
    refused(f, "samples/windmill.dts", "turn"); /* no animation */
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test_setup_teardown(test_tracks, begin_scene, end_scene),
        cmocka_unit_test_setup_teardown(test_refusals, begin_scene, end_scene),
        cmocka_unit_test(corpus_shapes_are_kept),
    };
    return !choose_tests(argc, "darkstar") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
