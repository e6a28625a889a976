/* What models bring into pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>

#include "options_text.h"
#include "base/text.h"
#include "files.h"

static char *text_of(tlb_bytes bytes)
{
    char *text = malloc(bytes.size + 1);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
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

static uint64_t nodes_named(tlb_context *context, const option_text *texts, size_t count, const char *name)
{
    tlb_document *document;
    tlb_files *files;
    assert_int_equal(tlb_open_path(context, "samples/rooms.dif", NULL, &document), TLB_OK);
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, texts, count, &options), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("html"), "x.html", &options, &files), TLB_OK);
    char *page = text_of(files->data[0].bytes);
    json_t *model = element_of(page, "id=\"model\"");
    size_t size, found = 0;
    uint8_t *glb = malloc(json_string_length(model));
    assert_true(tlb_base64_decode(json_string_value(model), json_string_length(model), glb, &size));
    for (size_t i = 0; i + strlen(name) < size; i++)
        found += memcmp(glb + i, name, strlen(name)) == 0;
    free(glb);
    json_decref(model);
    free(page);
    tlb_files_free(files);
    tlb_document_free(document);
    return found;
}

static void shows_all_unless_told_otherwise(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    assert_int_equal(nodes_named(context, NULL, 0, "\"name\":\"zones\""), 2);
    assert_int_equal(nodes_named(context, &(option_text){"lod", "1"}, 1, "\"name\":\"zones\""), 1);
    assert_true(nodes_named(context, NULL, 0, "\"name\":\"collision\"") > 0);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shows_all_unless_told_otherwise)};
    if (!(tlb_format_info_of(tlb_format_by_name("html"))->abilities & TLB_CAN_IMPORT_SCENE))
        return lacking("node"); /* when the library was built */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
