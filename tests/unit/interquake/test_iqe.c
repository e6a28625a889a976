/* IQE: what is read, kept, edited, refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "files.h"
#include "one_context.h"
#include "iqe_maker.h"

#include "base/context.h"

#define HEADER "# Inter-Quake Export\n"

static tlb_document *open_bytes(const void *data, size_t size)
{
    tlb_document *document;
    if (tlb_open_memory(context, data, size, "test.iqe", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static tlb_document *open_text(const char *text)
{
    return open_bytes(text, strlen(text));
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_same_bytes(tlb_document *document, const void *data, size_t size)
{
    tlb_bytes saved;
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, size);
    assert_memory_equal(saved.data, data, size);
}

/* --- random texts ------------------------------------------------------------------------------------ */

static void any_spelling_is_kept(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        tlb_buffer text = {.account = context->account};
        collected json = {0};
        tlb_document *built;
        iqe_speak(&text, &(iqe_plan){.seed = seed});
        tlb_document *document = open_bytes(text.data, text.size);
        assert_same_bytes(document, text.data, text.size);
        assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
        assert_int_equal(tlb_build(context, json.data, json.size, "json", &built), TLB_OK);
        assert_same_bytes(built, text.data, text.size);
        tlb_document_free(built);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        if (tlb_severity_total(context, TLB_ERROR))
            print_diagnostics(context);
        assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
        tlb_document_free(document);
        tlb_buffer_free(&text);
        free(json.data);
    }
}

/* A spelling forgotten is made anew, and says the same: the canonical text reads to itself. */
static void the_canonical_spelling_is_a_fixed_point(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        tlb_buffer text = {.account = context->account};
        tlb_bytes plain, again;
        iqe_speak(&text, &(iqe_plan){.seed = seed});
        tlb_document *document = open_bytes(text.data, text.size);
        tlb_iqe *iqe = tlb_document_iqe(document);
        memset(iqe->spellings, 0, iqe->command_count * sizeof *iqe->spellings);
        assert_int_equal(tlb_save_memory(document, &plain), TLB_OK);
        tlb_document *copy = open_bytes(plain.data, plain.size);
        assert_int_equal(tlb_document_iqe(copy)->command_count, iqe->command_count);
        tlb_iqe *second = tlb_document_iqe(copy);
        memset(second->spellings, 0, second->command_count * sizeof *second->spellings);
        assert_int_equal(tlb_save_memory(copy, &again), TLB_OK);
        assert_int_equal(again.size, plain.size);
        assert_memory_equal(again.data, plain.data, plain.size);
        if (iqe->vp.count)
            assert_memory_equal(iqe->vp.data, second->vp.data, iqe->vp.count * sizeof *iqe->vp.data);
        if (iqe->pm.count)
            assert_memory_equal(iqe->pm.data, second->pm.data, iqe->pm.count * sizeof *iqe->pm.data);
        tlb_document_free(copy);
        tlb_document_free(document);
        tlb_buffer_free(&text);
    }
}

/* --- reading ----------------------------------------------------------------------------------------- */

static void commands_give_their_arguments(void **state)
{
    (void)state;
    tlb_document *document =
        open_text("# Inter-Quake Export of something\n"
                  "vp 1 2\nvp 1 2 3 4\nvc .5\nv3 7\nvx 1 0 0\nvx 1 0 0 0 1 0\nvb 2 0.25 3 .75\nvb\n"
                  "joint root\njoint \"left arm\" 0\n"
                  "pq 1 2 3 0.6 0 0\npm 0 0 0 1 0 0 0 1 0 0 0 1 2 2 2\n"
                  "vertexarray custom3 half 2 \"my thing\"\n"
                  "fm 0 -1 +1\nfoo bar\nanimation\ncomment x\nfa 0\n");
    const tlb_iqe *x = tlb_document_iqe(document);
    assert_int_equal(x->command_count, 17);
    assert_string_equal(x->header.data, " of something");
    assert_true(x->vp.count == 2 && x->vp.data[0][2] == 0 && x->vp.data[0][3] == 1 && x->vp.data[1][3] == 4);
    assert_true(x->vc.data[0][0] == 0.5f && x->vc.data[0][1] == 0 && x->vc.data[0][3] == 1);
    assert_true(x->v[3].data[0][0] == 7 && x->v[3].data[0][3] == 0);
    assert_true(x->vx.data[0].count == 3 && x->vx.data[1].count == 6 && x->vx.data[1].values[4] == 1);
    assert_true(x->vb.data[0].count == 2 && x->weights.data[1].index == 3 &&
                x->weights.data[1].weight == 0.75f);
    assert_int_equal(x->vb.data[1].count, 0);
    assert_string_equal(x->joint.data[1].name.data, "left arm");
    assert_true(x->joint.data[0].parent == -1 && x->joint.data[1].parent == 0);
    assert_true(x->pq.data[0].count == 6 && fabsf(x->pq.data[0].values[6] + 0.8f) < 1e-6f &&
                x->pq.data[0].values[9] == 1);
    assert_true(x->pm.data[0].values[14] == 2);
    assert_string_equal(x->vertexarray.data[0].name.data, "my thing");
    assert_true(x->fm.data[0].count == 3 && x->indices.data[1] == -1);
    assert_string_equal(x->unknown.data[0].data, "foo bar");
    assert_int_equal(x->animation.data[0].size, 0);
    assert_memory_equal(x->comment.data, "fa 0\n", 5);
    tlb_document_free(document);
}

/* A command is a line, however long: the reference compiler reads 511 characters at a time. */
static void a_line_may_be_long(void **state)
{
    (void)state;
    enum { CORNERS = 100000 };
    tlb_buffer text = {.account = context->account};
    tlb_buffer_text(&text, HEADER "vp\nvp\nvp\nvp\nfa");
    for (uint32_t i = 0; i < CORNERS; i++)
        tlb_buffer_text(&text, i % 2 ? " 3" : " 1");
    tlb_document *document = open_bytes(text.data, text.size);
    const tlb_iqe *x = tlb_document_iqe(document);
    assert_int_equal(x->fa.count, 1);
    assert_int_equal(x->fa.data[0].count, CORNERS);
    assert_int_equal(x->indices.data[CORNERS - 1], 3);
    tlb_document_free(document);
    tlb_buffer_free(&text);
}

static void refuses(const char *text, const char *code, uint64_t offset)
{
    tlb_document *document;
    tlb_diagnostics_clear(context);
    assert_int_not_equal(
        tlb_open_memory(context, text, strlen(text), "test.iqe", tlb_format_by_name("iqe"), &document),
        TLB_OK);
    const tlb_diagnostic *d = tlb_diagnostic_at(context, 0);
    assert_string_equal(tlb_code_name(d->code), code);
    assert_int_equal(d->offset, offset);
}

static void what_is_no_iqe_is_refused(void **state)
{
    (void)state;
    refuses("", "BAD_SIGNATURE", 0);
    refuses("# Inter-Quake", "BAD_SIGNATURE", 0);
    refuses("\n" HEADER, "BAD_SIGNATURE", 0);
    refuses(HEADER "vp 1 x\n", "BAD_NUMBER", 26);
    refuses(HEADER "fa 0 1 2.0\n", "BAD_NUMBER", 28);
    refuses(HEADER "fa 0 1 2147483648\n", "BAD_NUMBER", 28);
    refuses(HEADER "vb 0 1 -2147483649 1\n", "BAD_NUMBER", 28);
    refuses(HEADER "framerate fast\n", "BAD_NUMBER", 31);
}

/* --- editing ----------------------------------------------------------------------------------------- */

static void an_edit_changes_only_its_place(void **state)
{
    (void)state;
    tlb_document *document = open_text("# Inter-Quake Export\r\n"
                                       "\r\n"
                                       "# the body\r\n"
                                       "\tmesh  body # mine\r\n"
                                       "vp  1.00 2.00\t3.00 # first\r\n"
                                       "vp 1.00 2.00\r\n"
                                       "fa 00 01 02 # a face\r\n"
                                       "vb 0 0.50 1 0.50\r\n"
                                       "joint  a  -1\r\n");
    tlb_iqe *x = tlb_document_iqe(document);
    x->vp.data[0][1] = 2.5f;
    x->vp.data[1][2] = 7;
    x->indices.data[2] = 5;
    x->weights.data[1].weight = 0.25f;
    x->joint.data[0].parent = 3;
    x->mesh.data[0] = (tlb_text){"the shell", 9};
    assert_saved(document, "# Inter-Quake Export\r\n"
                           "\r\n"
                           "# the body\r\n"
                           "\tmesh \"the shell\" # mine\r\n"
                           "vp  1.00 2.5\t3.00 # first\r\n"
                           "vp 1 2 7\r\n"
                           "fa 00 01 5 # a face\r\n"
                           "vb 0 0.50 1 0.25\r\n"
                           "joint  a  3\r\n");
    tlb_document_free(document);
}

static void commands_can_be_added_and_removed(void **state)
{
    (void)state;
    tlb_document *document = open_text(HEADER "vp 0 0 0 # one\nvp 1 0 0 # two\n# three\nvp 2 0 0\n");
    tlb_iqe *x = tlb_document_iqe(document);
    uint8_t words[] = {TLB_IQE_VP, TLB_IQE_VN, TLB_IQE_VP};
    uint32_t spellings[] = {x->spellings[0], 0, x->spellings[2]};
    tlb_vec4 positions[2] = {{0, 0, 0, 1}, {2, 0, 0, 1}};
    tlb_vec3 normals[1] = {{0, 0, 1}};
    x->command_count = 3;
    x->words = words;
    x->spellings = spellings;
    x->vp.data = positions, x->vp.count = 2;
    x->vn.data = normals, x->vn.count = 1;
    assert_saved(document, HEADER "vp 0 0 0 # one\nvn 0 0 1\n# three\nvp 2 0 0\n");
    tlb_document_free(document);
}

static void refuses_to_save(tlb_document *document, const char *code)
{
    tlb_bytes bytes;
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
    assert_string_equal(tlb_code_name(tlb_diagnostic_at(context, 0)->code), code);
}

static void what_cannot_be_spelled_is_not_saved(void **state)
{
    (void)state;
    tlb_document *document = open_text(HEADER "mesh a\nfa 0 1 2\ncomment\n");
    tlb_iqe *x = tlb_document_iqe(document);
    x->mesh.data[0] = (tlb_text){"a\nb", 3};
    refuses_to_save(document, "IQE_NAME");
    x->mesh.data[0] = (tlb_text){"a \"b", 4};
    refuses_to_save(document, "IQE_NAME");
    x->mesh.data[0] = (tlb_text){"a\"b", 3};
    assert_saved(document, HEADER "mesh a\"b\nfa 0 1 2\ncomment\n");
    static const char wide[] =
        "a\nb456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 12";
    for (uint32_t size = 79; size <= 81; size++) {
        char expected[140];
        tlb_bytes bytes;
        x->mesh.data[0] = (tlb_text){wide, size};
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
        snprintf(expected, sizeof expected, "\"%.*s\" cannot be written in IQE", size < 80 ? (int)size : 80,
                 wide);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, expected);
        assert_string_equal(tlb_diagnostic_at(context, 0)->path, "commands[0].name");
    }
    x->mesh.data[0] = (tlb_text){"a", 1};
    x->fa.data[0].count = 9; /* more than there are */
    refuses_to_save(document, "BAD_VALUE");
    x->fa.data[0].count = 3;
    x->words[0] = TLB_IQE_FRAME; /* its name has no command */
    refuses_to_save(document, "BAD_VALUE");
    x->words[0] = TLB_IQE_COMMENT;
    refuses_to_save(document, "BAD_VALUE");
    tlb_document_free(document);
}

/* --- JSON -------------------------------------------------------------------------------------------- */

static void refuses_to_build(const char *commands)
{
    char json[1024];
    tlb_document *document;
    tlb_diagnostics_clear(context);
    int size = snprintf(
        json, sizeof json,
        "{\"format\": \"iqe\", \"crlf\": 0, \"header\": {\"text\": \"\"}, \"commands\": [%s]}", commands);
    assert_int_equal(tlb_build(context, json, (size_t)size, "json", &document), TLB_INVALID);
    assert_string_equal(tlb_code_name(tlb_diagnostic_at(context, 0)->code), "BAD_JSON");
}

static void json_that_is_no_iqe_is_refused(void **state)
{
    (void)state;
    refuses_to_build("{\"word\": \"vq\"}");
    refuses_to_build("{\"word\": \"vp\", \"values\": [1, 2, 3]}");
    refuses_to_build("{\"word\": \"pq\", \"values\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}");
    refuses_to_build("{\"word\": \"comment\"}, {\"word\": \"loop\"}");
    refuses_to_build("{\"word\": \"loop\", \"spelling\": \"loop\\nloop\\n\"}");
    refuses_to_build("{\"word\": \"loop\"}], \"tail\": \"loop\", \"more\": [");
    assert_string_equal(tlb_diagnostic_at(context, 0)->message, "line 1, column 94: expected only a comment");
    assert_string_equal(tlb_diagnostic_at(context, 0)->path, "tail");
}

/* A size that is no number is none, and the name follows it. */
static void sizes_may_be_no_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t size;
        const char *name;
    } rows[] = {{"3 own", 3, "own"}, {"abc own", 0, "own"}, {"3x own", 0, "own"},
                {"x", 0, ""},        {"-2 own", -2, "own"}, {"\"own\"", -1, "own"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100];
        snprintf(text, sizeof text, HEADER "vertexarray custom0 float %s\n", rows[i].text);
        tlb_document *document = open_text(text);
        const tlb_iqe *x = tlb_document_iqe(document);
        assert_int_equal(x->vertexarray.count, 1);
        assert_int_equal(x->vertexarray.data[0].size, rows[i].size);
        assert_int_equal(x->vertexarray.data[0].name.size, strlen(rows[i].name));
        assert_memory_equal(x->vertexarray.data[0].name.data, rows[i].name, strlen(rows[i].name));
        assert_saved(document, text);
        tlb_document_free(document);
    }
}

/* --- rules ------------------------------------------------------------------------------------------- */

/* The codes of all diagnostics, a blank between them. */
static void finds(const char *text, const char *codes)
{
    char found[512] = "";
    tlb_document *document = open_text(text);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        strcat(found, i ? " " : "");
        strcat(found, tlb_code_name(tlb_diagnostic_at(context, i)->code));
    }
    assert_string_equal(found, codes);
    tlb_document_free(document);
}

#define TRIANGLE "mesh a\nvp 0 0 0\nvp 1 0 0\nvp 0 1 0\n"

static void every_rule_is_checked(void **state)
{
    (void)state;
    finds(HEADER TRIANGLE "fa 0 1 2\n", "");
    finds(" " HEADER TRIANGLE "fa 0 1 2\n", "IQE_HEADER");
    finds(HEADER TRIANGLE "fa 0 1 2\nbone x\n", "IQE_UNKNOWN");
    finds(HEADER TRIANGLE "fa 0 1 2\nframe 3\nanimation\n", "IQE_EXTRA IQE_NO_ANIMATION");
    finds(HEADER TRIANGLE "vp inf 0 0\nfa 0 1 2\n", "IQE_NOT_FINITE");
    finds(HEADER "mesh a\n", "IQE_NO_MODEL");
    finds(HEADER TRIANGLE "vn 0 0 1\nfa 0 1 2\n", "IQE_ARRAY_LENGTH");
    finds(HEADER TRIANGLE "fa 0 1 3\nfm -4 1 2\n", "IQE_INDEX IQE_INDEX");
    finds(HEADER TRIANGLE "fa 0 1\n", "IQE_FEW_CORNERS");
    finds(HEADER TRIANGLE "fa 0 1 -2\n", "IQE_REPEATED_CORNER");
    finds(HEADER TRIANGLE "vp 0 0 1\n", "IQE_LEFT_OVER");
    finds(HEADER TRIANGLE "fa 0 1 2\nfs 1 1\nfs 1 1 1\n", "IQE_EDGE_FLAGS IQE_EDGE_FLAGS");
    finds(HEADER TRIANGLE "fa 0 1 2\nfs 1 1 1\nfm 0 1 2\nfs 1 1 1\n", "");
    finds(HEADER TRIANGLE "vn 0 0 1\nvn 0 0 1\nvn 0 0 1\nsmoothangle 10\nfa 0 1 2\n", "IQE_SMOOTHING_UNUSED");
    finds(HEADER TRIANGLE "smoothangle 181\nfa 0 1 2\n", "IQE_SMOOTHING");
    finds(HEADER TRIANGLE
          "fa 0 1 2\nvertexarray colour ubyte 4\nvertexarray color octet 4\nvertexarray color ubyte 5\n",
          "IQE_VERTEXARRAY IQE_VERTEXARRAY IQE_VERTEXARRAY IQE_VERTEXARRAY_TWICE");
    finds(HEADER TRIANGLE "v0 1\nv0 1\nv0 1\nfa 0 1 2\n", "IQE_CUSTOM_FORMAT");
    finds(HEADER "material m\n" TRIANGLE "fa 0 1 2\n", "IQE_MATERIAL");
}

#define JOINTS "joint a\njoint b 0\npq 0 0 0 0 0 0 1\npq 0 0 0 0 0 0 1\n"

static void every_rule_of_skeletons_is_checked(void **state)
{
    (void)state;
    finds(HEADER JOINTS TRIANGLE "vb 0 1\nvb 1 .5 0 .5\nvb 0 1\nfa 0 1 2\n", "");
    finds(HEADER JOINTS TRIANGLE "vb 2 1\nvb -1 1\nvb 0 -1 1 2\nfa 0 1 2\n",
          "IQE_BLEND_INDEX IQE_BLEND_INDEX IQE_BLEND_WEIGHT");
    finds(HEADER JOINTS TRIANGLE "vb 0 .5\nvb 0 .2 1 .2 0 .2 1 .2 1 .2\nvb\nfa 0 1 2\n",
          "IQE_BLEND_WEIGHT IQE_BLEND_COUNT");
    finds(HEADER "joint a 2\njoint b 0\njoint c 1\npq\npq\npq\n" TRIANGLE "fa 0 1 2\n",
          "IQE_JOINT_ORDER IQE_JOINT_PARENT");
    finds(HEADER "joint a 5\njoint a 1\npq\npq\n" TRIANGLE "fa 0 1 2\n",
          "IQE_JOINT_PARENT IQE_JOINT_PARENT IQE_JOINT_NAME");
    finds(HEADER "joint a\n" TRIANGLE "fa 0 1 2\n", "IQE_BASE_POSES");
    finds(HEADER "joint a\njoint b 0\nanimation\npq\npq\n", "IQE_BASE_POSES");
    finds(HEADER "animation\npq\npq\n", "");
    finds(HEADER "pq\nanimation\npq\n", "IQE_BASE_POSES");
    finds(HEADER JOINTS "animation\nframe\npq\npq\nframe\npq\n", "IQE_FRAME_POSES");
    finds(HEADER JOINTS "animation\npq\npq\nframe\nframe\npq\npq\n", "IQE_FRAME_EMPTY");
    finds(HEADER "joint a\npq 0 0 0 2 0 0 0\nanimation\nloop\npq\n", "IQE_ROTATION");
    finds(HEADER "joint a\npm 0 0 0 1 0 0 0 0 0 0 0 1\nanimation\npq\n", "IQE_SCALE");
    finds(HEADER "loop\nanimation\nframerate -1\n", "IQE_NO_ANIMATION IQE_RATE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_spelling_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_canonical_spelling_is_a_fixed_point, set_up, tear_down),
        cmocka_unit_test_setup_teardown(commands_give_their_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_line_may_be_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_iqe_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edit_changes_only_its_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(commands_can_be_added_and_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_spelled_is_not_saved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(json_that_is_no_iqe_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sizes_may_be_no_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_rule_is_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_rule_of_skeletons_is_checked, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
