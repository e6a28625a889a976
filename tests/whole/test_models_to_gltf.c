/* What models bring into glTF. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>

#include "trilobite/trilobite.h"

static char *text_of(tlb_bytes bytes)
{
    char *text = malloc(bytes.size + 1);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
    return text;
}

static void assert_in_gltf(const char *iqe, const char *const *words)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_files *files;
    assert_int_equal(tlb_open_memory(context, iqe, strlen(iqe), "a.iqe", NULL, &document), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("gltf"), "a.gltf", NULL, &files), TLB_OK);
    char *json = text_of(files->data[0].bytes);
    for (; *words; words++)
        assert_non_null(strstr(json, *words));
    free(json);
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* Custom attributes are in capitals after an underscore. */
static void custom_attributes_keep_their_names(void **state)
{
    (void)state;
    assert_in_gltf("# Inter-Quake Export\nvertexarray custom1 float 2 \"my wet-ness\"\nmesh a\n"
                   "vp 0 0 0\nv1 1 2\nv4 9\nvp 0 1 0\nv1 3 4\nv4 9\nvp 1 0 0\nv1 5 6\nv4 8 7 6 5\nfa 0 1 2\n",
                   (const char *const[]){"\"_MY_WET_NESS\"", "\"_CUSTOM4\"", NULL});
}

static void motions_without_motion_stay(void **state)
{
    (void)state;
    assert_in_gltf("# Inter-Quake Export\njoint a -1\npq 1 2 3 0 0 0 -1\nanimation idle\nframerate 10\n"
                   "frame\npq 1 2 3 0 0 0 -1\nframe\npq 1 2 3 0 0 0 -1\nframe\npq 1 2 3 0 0 0 -1\n",
                   (const char *const[]){"\"idle\"", NULL});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(custom_attributes_keep_their_names),
        cmocka_unit_test(motions_without_motion_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
