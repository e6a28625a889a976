/* Torque shapes of models of other formats, ours and real ones: they show what the models show, at rest and
 * in all animations, break no rule, and stay as they are when they are converted again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "sights.h"
#include "trilobite/trilobite.h"

typedef struct tally {
    uint32_t models, moments;
    double worst;
} tally;

/* Without what is drawn at other distances, or not at all. */
static tlb_scene *scene_of(tlb_context *context, const char *path)
{
    tlb_document *document;
    tlb_scene *scene = NULL;
    if (tlb_open_path(context, path, NULL, &document) == TLB_OK)
        tlb_document_scene(document, NULL, &scene);
    tlb_document_free(document);
    return scene;
}

/* Where a scene says that it looks it is turned to; the shape is then seen as it is. */
static void look_ahead(tlb_scene *scene)
{
    scene->facing[0] = 0;
    scene->facing[1] = -1;
}

static void assert_clean(tlb_context *context, tlb_document *shape, const char *path)
{
    tlb_check_result result;
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(shape, &result), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        printf("%s: %s %s: %s\n", path, tlb_code_name(d->code), d->path ? d->path : "", d->message);
    }
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

/* Of the size, and what the rotations of a shape are rounded by. */
static const double slack = 1e-4 + 2.0 / 32767;

/* Shapes show one frame after the other, not their mix. */
static bool mixes_morphs(const tlb_animation *animation)
{
    for (uint32_t i = 0; animation && i < animation->channel_count; i++)
        if (animation->channels[i].target == TLB_TARGET_MORPHS &&
            animation->channels[i].interpolation == TLB_LINEAR)
            return true;
    return false;
}

static void compare(tally *t, const char *path, const tlb_scene *a, const tlb_scene *b)
{
    enum { TIMES = 5 };
    assert_int_equal(a->animation_count, b->animation_count);
    for (int32_t i = -1; i < (int32_t)a->animation_count; i++)
        for (int k = 0; k < (i < 0 ? 1 : TIMES); k++) {
            const tlb_animation *x = i < 0 ? NULL : &a->animations[i], *y = i < 0 ? NULL : &b->animations[i];
            float time = x ? x->duration * (0.03f + (float)k / TIMES) : 0;
            sight s = see_scene(a, x, time, 0, false), u = see_scene(b, y, time, 0, false);
            double off = sight_difference(&s, &u);
            off = mixes_morphs(x) && off < 0.02 ? 0 : off;
            if (off > slack)
                printf("%s: %s at %g: off by %g, %u and %u triangles\n", path, x ? x->name : "rest",
                       (double)time, off, s.triangles, u.triangles);
            t->worst = fmax(t->worst, off);
            t->moments++;
        }
}

static void convert(tally *t, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = scene_of(context, path);
    tlb_files *files;
    tlb_document *shape;
    if (scene) {
        look_ahead(scene);
        tlb_status status =
            tlb_scene_write(context, scene, tlb_format_by_name("torque-dts"), "m.dts", NULL, &files);
        if (status == TLB_OK) {
            tlb_bytes bytes = files->data[0].bytes;
            tlb_scene *back;
            assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "m.dts", NULL, &shape), TLB_OK);
            assert_int_equal(tlb_document_scene(shape, NULL, &back), TLB_OK);
            compare(t, path, scene, back);
            assert_clean(context, shape, path);
            tlb_scene_free(back);
            tlb_document_free(shape);
            tlb_files_free(files);
            t->models++;
        } else {
            printf("%s: not written\n", path);
        }
    }
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void convert_all(tally *t, file_list list)
{
    for (size_t i = 0; i < list.count; i++)
        convert(t, list.paths[i]);
    free_files(&list);
}

static void shows_what_models_show(void **state)
{
    (void)state;
    tally t = {0};
    static const char *const ours[] = {"samples/trilobite.iqm", "samples/trilobite.iqe",
                                       "samples/lighthouse.nff", "samples/windmill.dts"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        convert(&t, ours[i]);
    convert_all(&t, corpus_files("gltf", "glb"));
    convert_all(&t, corpus_files("interquake", "iqm"));
    printf("%u models at %u moments, the worst off by %g\n", t.models, t.moments, t.worst);
    assert_true(t.models >= sizeof ours / sizeof *ours && t.worst <= slack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shows_what_models_show)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
