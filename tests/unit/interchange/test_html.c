#include "options_text.h"
#include "base/text.h"
#include "files.h"
#include "scenes.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(tlb_bytes bytes)
{
    char *text = malloc(bytes.size + 1);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
    return text;
}

/* A scene as a page of this name. */
static char *page_of(tlb_context *context, const tlb_scene *scene, const char *name)
{
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("html"), name, NULL, &files), TLB_OK);
    assert_int_equal(files->count, 1);
    char *text = text_of(files->data[0].bytes);
    tlb_files_free(files);
    return text;
}

/* What stands in the page's element of this id, as the browser reads it: up to the first end tag. */
static json_t *element_of(const char *page, const char *id)
{
    const char *start = strstr(strstr(page, id), ">") + 1;
    json_t *json = json_loadb(start, (size_t)(strstr(start, "</script") - start), JSON_DECODE_ANY, NULL);
    assert_non_null(json);
    return json;
}

static void holds_the_glb(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_everything(context);
    tlb_files *files;
    tlb_convert_options options = {.struct_size = sizeof options,
                                   .to = OPTIONS_OF(tlb_gltf_write_options, .page = true)};
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("glb"), "x.glb", &options, &files),
                     TLB_OK);
    char *page = page_of(context, scene, "x.html");
    json_t *model = element_of(page, "id=\"model\"");
    size_t size;
    uint8_t *glb = malloc(json_string_length(model));
    assert_true(tlb_base64_decode(json_string_value(model), json_string_length(model), glb, &size));
    assert_int_equal(size, files->data[0].bytes.size);
    assert_memory_equal(glb, files->data[0].bytes.data, size);
    free(glb);
    json_decref(model);
    free(page);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void is_the_same_each_time(void **state)
{
    (void)state;
    char *pages[2];
    for (int i = 0; i < 2; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_scene *scene = make_everything(context);
        pages[i] = page_of(context, scene, "x.html");
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
    assert_string_equal(pages[0], pages[1]);
    free(pages[0]);
    free(pages[1]);
}

/* Neither name nor diagnostics may end the element that they stand in. */
static void hostile_names_stay_text(void **state)
{
    (void)state;
    static const char name[] = "</script><b>&amp;<!--.html";
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "a</script>", "no %s", "</script><!--<script>");
    tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "b", "\xff");
    char *page = page_of(context, scene, name);
    assert_non_null(strstr(page, "<title>script>&lt;b>&amp;amp;&lt;!--</title>"));
    assert_null(strstr(strstr(page, "id=\"about\""), "<b>"));
    json_t *about = element_of(page, "id=\"about\""), *diagnostics = json_object_get(about, "diagnostics");
    assert_string_equal(json_string_value(json_object_get(about, "title")), "script><b>&amp;<!--");
    assert_int_equal(json_array_size(diagnostics), 3); /* and that it has no triangles */
    json_t *diagnostic = json_array_get(diagnostics, 0);
    assert_string_equal(json_string_value(json_object_get(diagnostic, "severity")), "warning");
    assert_string_equal(json_string_value(json_object_get(diagnostic, "code")), "DROPPED");
    assert_string_equal(json_string_value(json_object_get(diagnostic, "path")), "a</script>");
    assert_string_equal(json_string_value(json_object_get(diagnostic, "message")),
                        "no </script><!--<script>");
    json_decref(about);
    free(page);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void survives_want_of_memory(void **state)
{
    (void)state;
    tlb_context *own = tlb_context_create(NULL);
    tlb_scene *scene = make_everything(own);
    tlb_status status = TLB_LIMIT;
    for (uint64_t most = 1; status; most++) {
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        tlb_files *files;
        status = tlb_scene_write(context, scene, tlb_format_by_name("html"), "x.html", NULL, &files);
        assert_true(status == TLB_OK || (status == TLB_LIMIT && !files));
        tlb_files_free(files);
        tlb_context_free(context);
    }
    tlb_scene_free(scene);
    tlb_context_free(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_the_glb),
        cmocka_unit_test(is_the_same_each_time),
        cmocka_unit_test(hostile_names_stay_text),
        cmocka_unit_test(survives_want_of_memory),
    };
    if (!(tlb_format_info_of(tlb_format_by_name("html"))->abilities & TLB_CAN_IMPORT_SCENE))
        return lacking("node"); /* when the library was built */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
