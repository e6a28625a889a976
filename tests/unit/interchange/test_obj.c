#include "fault.h"
#include "scenes.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    tlb_context *context;
    tlb_scene *scene;
    tlb_files *files;
} fixture;

static int open_context(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->context = tlb_context_create(NULL);
    *state = f;
    return f->context ? 0 : -1;
}

static int close_all(void **state)
{
    fixture *f = *state;
    tlb_files_free(f->files);
    tlb_scene_free(f->scene);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    free(f);
    return 0;
}

static void write_scene(fixture *f, const char *name)
{
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_scene_write(f->context, f->scene, tlb_format_by_name("obj"), name, NULL, &f->files),
                     TLB_OK);
}

/* A NUL-terminated copy of a file. */
static char *text_of(const fixture *f, uint32_t file)
{
    assert_true(file < f->files->count);
    tlb_bytes bytes = f->files->data[file].bytes;
    char *text = malloc(bytes.size + 1);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
    return text;
}

static void assert_file(const fixture *f, uint32_t file, const char *wanted)
{
    char *text = text_of(f, file);
    assert_string_equal(text, wanted);
    free(text);
}

static size_t count_lines(const char *text, const char *start)
{
    size_t count = 0;
    for (; text && *text; text = strchr(text, '\n'), text += text != NULL)
        count += strncmp(text, start, strlen(start)) == 0;
    return count;
}

static void writes_a_square(void **state)
{
    fixture *f = *state;
    f->scene = make_empty(f->context);
    tlb_material *material = tlb_scene_add_material(f->scene, "a b");
    material->color[3] = 0.5f;
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "the square", TLB_NONE, 0)->translation[0] = 10;
    write_scene(f, "x/y.obj");
    assert_int_equal(f->files->count, 2);
    assert_string_equal(f->files->data[1].name, "y.mtl");
    assert_file(f, 0,
                "mtllib y.mtl\no the square\n"
                "v 9.5 -0.5 0\nv 10.5 -0.5 0\nv 10.5 0.5 0\nv 9.5 0.5 0\n"
                "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                "vn 0 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
                "usemtl a_b\nf 1/1/1 2/2/2 3/3/3\nf 1/1/1 3/3/3 4/4/4\n");
    assert_file(f, 1, "newmtl a_b\nKd 1 1 1\nd 0.5\nillum 1\n");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

/* The second mesh counts on; mirrored, its outside stays outside. Colors are sRGB. */
static void mirrors_and_colors(void **state)
{
    fixture *f = *state;
    f->scene = make_empty(f->context);
    add_square(f->scene, "", TLB_NONE, 0);
    add_square(f->scene, "coloured", TLB_NONE, TLB_WITH_COLORS);
    add_node(f->scene, "", TLB_NONE, 0);
    add_node(f->scene, "", TLB_NONE, 1)->scale[0] = -1;
    write_scene(f, "y.obj");
    char *text = text_of(f, 0);
    assert_non_null(strstr(text, "o unnamed\nv -0.5 -0.5 0\n"));
    assert_non_null(strstr(text, "usemtl default\nf 1 2 3\nf 1 3 4\n"));
    assert_non_null(strstr(text, "o coloured\nv 0.5 -0.5 0 1 0.7366 0\n"));
    assert_non_null(strstr(text, "usemtl default\nf 5 7 6\nf 5 8 7\n"));
    free(text);
    assert_file(f, 1, "newmtl default\nKd 1 1 1\nd 1\nillum 1\n");
}

/* Each mesh adds to the numbers of what it has, and of nothing else. */
static void each_list_is_counted_alone(void **state)
{
    fixture *f = *state;
    static const unsigned data[] = {TLB_WITH_NORMALS, 0, TLB_WITH_UV0, TLB_WITH_NORMALS | TLB_WITH_UV0};
    static const char *const faces[] = {"f 1//1 2//2 3//3\n", "f 5 6 7\n", "f 9/1 10/2 11/3\n",
                                        "f 13/5/5 14/6/6 15/7/7\n"};
    f->scene = make_empty(f->context);
    for (int i = 0; i < 4; i++) {
        add_square(f->scene, "square", TLB_NONE, data[i]);
        add_node(f->scene, "", TLB_NONE, i);
    }
    write_scene(f, "y.obj");
    char *text = text_of(f, 0);
    for (int i = 0; i < 4; i++)
        assert_non_null(strstr(text, faces[i]));
    free(text);
}

static void says_what_it_drops(void **state)
{
    fixture *f = *state;
    f->scene = make_everything(f->context);
    write_scene(f, "all.obj");
    assert_int_equal(f->files->count, 4); /* a gray image for what is missing; the light map is no texture */
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 10); /* the camera and the light, too */
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SCENE_NOT_FINITE), 1);
    char *text = text_of(f, 0), *library = text_of(f, 1);
    assert_int_equal(count_lines(text, "f "), 12); /* lit, bare, finest level, body, face, broken */
    assert_int_equal(count_lines(text, "o "), 6);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_non_null(strstr(library, "newmtl opaque\nKd 0.5 7 1\nd 1\nillum 1\nmap_Kd all-Wall__1_.png\n"));
    assert_non_null(strstr(library, "newmtl add\nKd 1 1 1\nd 1\nillum 0\nmap_Kd all-Wall__1_.png\n"));
    free(text);
    free(library);
}

/* As many triangles, in the same box, as the scene has. */
static void agrees_with_the_scene(void **state)
{
    fixture *f = *state;
    f->scene = make_empty(f->context);
    add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    for (int i = 0; i < 300; i++) {
        tlb_node *node = add_node(f->scene, "node", i / 3 - 1, i % 5 ? 0 : TLB_NONE);
        node->translation[i % 3] = (float)i * 0.01f;
        node->rotation[0] = node->rotation[3] = sqrtf(0.5f);
        node->scale[i % 3] = i % 7 ? 1.01f : -0.9f;
    }
    write_scene(f, "many.obj");
    tlb_scene_stats stats = measured(f->context, f->scene);
    char *text = text_of(f, 0);
    assert_int_equal(count_lines(text, "f "), stats.triangles);
    assert_int_equal(count_lines(text, "v "), stats.vertices);
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        float v[3];
        if (sscanf(line, "v %f %f %f", &v[0], &v[1], &v[2]) != 3)
            continue;
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fminf(low[axis], v[axis]);
            high[axis] = fmaxf(high[axis], v[axis]);
        }
    }
    assert_memory_equal(low, stats.low, sizeof low);
    assert_memory_equal(high, stats.high, sizeof high);
    free(text);
}

static tlb_status write_again(tlb_context *context, const void *scene, collected *made)
{
    tlb_files *files;
    tlb_status status = tlb_scene_write(context, scene, tlb_format_by_name("obj"), "x.obj", NULL, &files);
    for (uint32_t i = 0; files && i < files->count; i++)
        collect(made, files->data[i].bytes.data, files->data[i].bytes.size);
    tlb_files_free(files);
    return status;
}

static void survives_want_of_memory(void **state)
{
    fixture *f = *state;
    f->scene = make_everything(f->context);
    assert_refused_or_same(write_again, f->scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_a_square, open_context, close_all),
        cmocka_unit_test_setup_teardown(mirrors_and_colors, open_context, close_all),
        cmocka_unit_test_setup_teardown(each_list_is_counted_alone, open_context, close_all),
        cmocka_unit_test_setup_teardown(says_what_it_drops, open_context, close_all),
        cmocka_unit_test_setup_teardown(agrees_with_the_scene, open_context, close_all),
        cmocka_unit_test_setup_teardown(survives_want_of_memory, open_context, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
