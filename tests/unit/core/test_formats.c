/* Which format some bytes are of, by their signatures and by a file's name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/format.h"

static int probe_half(tlb_bytes source)
{
    return source.size > 1 ? 50 : 0;
}

/* Hardly ever is it this. */
static int probe_faint(tlb_bytes source)
{
    return source.size > 2 && source.data[0] == '~';
}

static const char *const ones[] = {"one", "uno", NULL}, *const twos[] = {"two", NULL},
                         *const halves[] = {"half", NULL}, *const faints[] = {"faint", NULL},
                         *const fainters[] = {"fainter", NULL};
static const tlb_signature binary[] = {{"A?\0B", 4, 0}, {"ZZ", 2, 0}, {NULL, 0, 0}},
                           text[] = {{"begin", 5, 8}, {NULL, 0, 0}};
static const tlb_format
    one = {.info = {.name = "one", .extensions = ones, .signatures = binary, .abilities = TLB_CAN_READ}},
    two = {.info = {.name = "two", .extensions = twos, .signatures = text}},
    half = {.info = {.name = "half", .extensions = halves}, .probe = probe_half, .needs_name = true},
    faint = {.info = {.name = "faint", .extensions = faints}, .probe = probe_faint},
    fainter = {.info = {.name = "fainter", .extensions = fainters}, .probe = probe_faint};
static const tlb_format *const formats[] = {&one, &two, &half, &faint, &fainter, NULL};

static void files_begin_with_their_signatures(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        const tlb_format *format;
    } files[] = {{"Ax\0B", 4, &one},
                 {"A?\0B rest", 9, &one},
                 {"Ax\0", 3, NULL},
                 {"Ax\1B", 4, NULL},
                 {"Bx\0B", 4, NULL},
                 {"xAx\0B", 5, NULL},
                 {"ZZ", 2, &one},
                 {"Z", 1, NULL},
                 {"", 0, NULL},
                 {"begin", 5, &two},
                 {"# begin", 7, &two},
                 {"1234567begin", 12, &two},
                 {"1234567begi", 11, NULL},
                 {"1234567890begin", 15, NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint8_t copy[16];
        memcpy(copy, files[i].bytes, files[i].size);
        const tlb_bytes bytes = {copy, files[i].size};
        assert_ptr_equal(tlb_formats_probe(formats, bytes, NULL), files[i].format);
        assert_int_equal(tlb_has_signature(&one, bytes), files[i].format == &one);
        assert_int_equal(tlb_has_signature(&two, bytes), files[i].format == &two);
        assert_false(tlb_has_signature(&half, bytes));
    }
}

/* The name decides between contents as likely, and where there is no telling what can be read. */
static void names_help(void **state)
{
    static const struct {
        const char *bytes, *name;
        const tlb_format *format;
    } files[] = {{"begin", "x.one", &two}, {"ZZbegin", "x.two", &two},     {"ZZbegin", "x.UNO", &one},
                 {"ZZbegin", NULL, &one},  {"??", "x.one", &one},          {"?", "x.two", NULL},
                 {"??", NULL, NULL},       {"??", "x.half", &half},        {"?", "x.half", NULL},
                 {"??", "x.other", NULL},  {"begin", "x.half", &two},      {"??", "half", NULL},
                 {"~~~", NULL, &faint},    {"~~~", "x.fainter", &fainter}, {"~~~", "x.faint", &faint}};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const tlb_bytes bytes = {(const uint8_t *)files[i].bytes, strlen(files[i].bytes)};
        assert_ptr_equal(tlb_formats_probe(formats, bytes, files[i].name), files[i].format);
    }
    assert_ptr_equal(tlb_formats_by_name(formats, "TWO"), &two);
    assert_null(tlb_formats_by_name(formats, "three"));
    assert_ptr_equal(tlb_formats_by_path(formats, "folder.one/x.y.Uno"), &one);
    assert_null(tlb_formats_by_path(formats, "folder.one/x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_begin_with_their_signatures),
                                       cmocka_unit_test(names_help)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
