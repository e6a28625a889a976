/* The images of a scene as files beside the one that is asked for. */
#include "one_arena.h"

#include "core/output.h"
#include "fault.h"
#include "image/image.h"
#include "writers/image_files.h"

#include <string.h>

static tlb_image encoded(const char *name, const char *mime_type, const char *text)
{
    return (tlb_image){
        .name = name, .mime_type = mime_type, .encoded = {(const uint8_t *)text, strlen(text)}};
}

static void assert_file(const tlb_image_file *file, const char *name, const char *mime_type, const char *text)
{
    assert_string_equal(file->name, name);
    assert_string_equal(file->mime_type, mime_type);
    assert_int_equal(file->bytes.size, strlen(text));
    assert_memory_equal(file->bytes.data, text, strlen(text));
}

static void files_are_named_after_their_images(void **state)
{
    fixture *f = *state;
    tlb_image images[] = {encoded("wall", "image/png", "P"),         encoded("wall", "image/jpeg", "JJ"),
                          encoded("WALL", "image/png", "PPP"),       encoded("", "image/jpeg", "J"),
                          encoded("hall-door", "image/png", "DOOR"), encoded("a b/c", "image/png", "X")};
    const tlb_scene scene = {.images = images, .image_count = 6};
    tlb_image_file *files;
    assert_int_equal(tlb_make_image_files(f->context, &f->arena, &scene, NULL, NULL, &files), TLB_OK);
    assert_file(&files[0], "wall.png", "image/png", "P");
    assert_file(&files[1], "wall.jpg", "image/jpeg", "JJ");
    assert_file(&files[2], "WALL_2.png", "image/png", "PPP");
    assert_file(&files[3], "image.jpg", "image/jpeg", "J");
    assert_file(&files[4], "hall-door.png", "image/png", "DOOR");
    assert_file(&files[5], "a_b_c.png", "image/png", "X");
    /* with the stem, once */
    assert_int_equal(tlb_make_image_files(f->context, &f->arena, &scene, NULL, "hall", &files), TLB_OK);
    assert_file(&files[0], "hall-wall.png", "image/png", "P");
    assert_file(&files[1], "hall-wall.jpg", "image/jpeg", "JJ");
    assert_file(&files[2], "hall-WALL_2.png", "image/png", "PPP");
    assert_file(&files[3], "hall-image.jpg", "image/jpeg", "J");
    assert_file(&files[4], "hall-door.png", "image/png", "DOOR");
    assert_file(&files[5], "hall-a_b_c.png", "image/png", "X");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

/* What is not wanted, and what cannot be shown, has no file, but keeps its place. */
static void only_what_is_wanted_and_can_be_shown_is_made(void **state)
{
    static uint8_t pixel[4] = {1, 2, 3, 255};
    fixture *f = *state;
    tlb_image images[] = {encoded("a", "image/png", "A"),
                          {.name = "broken"},
                          encoded("c", "image/png", "C"),
                          {.name = "d", .format = TLB_PIXELS_RGBA, .width = 1, .height = 1, .pixels = pixel}};
    const bool wanted[] = {false, true, true, true};
    const tlb_scene scene = {.images = images, .image_count = 4};
    tlb_image_file *files;
    assert_int_equal(tlb_make_image_files(f->context, &f->arena, &scene, wanted, NULL, &files), TLB_OK);
    assert_null(files[0].name);
    assert_null(files[1].name);
    assert_file(&files[2], "c.png", "image/png", "C");
    assert_string_equal(files[3].name, "d.png");
    assert_string_equal(files[3].mime_type, "image/png");
    tlb_image decoded = {.name = "d"};
    assert_int_equal(tlb_image_load(f->context, &f->arena, files[3].bytes, &decoded), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_BAD_IMAGE);
}

static void files_are_put_behind_the_first_of_the_output(void **state)
{
    fixture *f = *state;
    const tlb_image_file files[] = {{"a.png", "image/png", {(const uint8_t *)"A", 1}},
                                    {NULL, NULL, {(const uint8_t *)"none", 4}},
                                    {"b.jpg", "image/jpeg", {(const uint8_t *)"BB", 2}},
                                    {"c.png", "image/png", {(const uint8_t *)"beyond", 6}}};
    tlb_output *output = tlb_output_create(f->context, "folder/hall.obj");
    tlb_files *made;
    assert_string_equal(tlb_output_name(output), "hall.obj");
    assert_string_equal(tlb_output_stem(output), "hall");
    assert_non_null(tlb_output_file(output, "hall.obj"));
    assert_int_equal(tlb_put_image_files(f->context, files, 3, output), TLB_OK);
    assert_int_equal(tlb_output_finish(f->context, output, TLB_OK, &made), TLB_OK);
    assert_int_equal(made->count, 3);
    assert_string_equal(made->data[1].name, "a.png");
    assert_int_equal(made->data[1].bytes.size, 1);
    assert_string_equal(made->data[2].name, "b.jpg");
    assert_int_equal(made->data[2].bytes.size, 2);
    assert_memory_equal(made->data[2].bytes.data, "BB", 2);
    tlb_files_free(made);
}

static void the_last_of_very_many_has_its_file(void **state)
{
    enum { MANY = 65537 };
    fixture *f = *state;
    tlb_image *images = tlb_zalloc_array(&f->arena, MANY, sizeof *images);
    bool *wanted = tlb_zalloc_array(&f->arena, MANY, sizeof *wanted);
    const tlb_scene scene = {.images = images, .image_count = MANY};
    tlb_image_file *files;
    tlb_files *made;
    images[MANY - 1] = encoded("last", "image/png", "LAST");
    wanted[MANY - 1] = true;
    assert_int_equal(tlb_make_image_files(f->context, &f->arena, &scene, wanted, NULL, &files), TLB_OK);
    assert_file(&files[MANY - 1], "last.png", "image/png", "LAST");
    tlb_output *output = tlb_output_create(f->context, "hall.obj");
    assert_int_equal(tlb_put_image_files(f->context, files, MANY, output), TLB_OK);
    assert_int_equal(tlb_output_finish(f->context, output, TLB_OK, &made), TLB_OK);
    assert_int_equal(made->count, 1);
    assert_string_equal(made->data[0].name, "last.png");
    tlb_files_free(made);
}

static tlb_status make_files(tlb_context *context, const void *subject, collected *made)
{
    static uint8_t pixel[4] = {1, 2, 3, 255};
    tlb_image images[] = {encoded("a", "image/png", "A"),
                          {.name = "d", .format = TLB_PIXELS_RGBA, .width = 1, .height = 1, .pixels = pixel}};
    const tlb_scene scene = {.images = images, .image_count = 2};
    tlb_image_file *files;
    tlb_arena arena;
    (void)subject;
    tlb_arena_init(&arena, context->account);
    tlb_output *output = tlb_output_create(context, "hall.obj");
    tlb_status status =
        output ? tlb_make_image_files(context, &arena, &scene, NULL, "hall", &files) : TLB_NO_MEMORY;
    if (!status)
        status = tlb_put_image_files(context, files, 2, output);
    tlb_files *all = NULL;
    if (output)
        status = tlb_output_finish(context, output, status, &all);
    for (size_t i = 0; all && i < all->count; i++) {
        collect(made, all->data[i].name, strlen(all->data[i].name));
        collect(made, all->data[i].bytes.data, all->data[i].bytes.size);
    }
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), output && status);
    tlb_files_free(all);
    tlb_arena_release(&arena);
    return status;
}

static void files_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(make_files, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(files_are_named_after_their_images),
        TEST(only_what_is_wanted_and_can_be_shown_is_made),
        TEST(files_are_put_behind_the_first_of_the_output),
        TEST(the_last_of_very_many_has_its_file),
        TEST(files_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
