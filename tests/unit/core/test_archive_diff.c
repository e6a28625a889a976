/* Archives compared member by member, and searched for assets, by a format of the test's own: "TOY", then for
 * each member "name=compression=content;". A content of "!" cannot be read, one of "^" is too much for
 * memory, and "@99" is said to have 99 bytes. */
#include "one_arena.h"

#include "core/archive.h"
#include "fault.h"

#include <stdlib.h>
#include <string.h>

enum { SIGNATURE = 3 };

static tlb_status read_toy(tlb_document *document)
{
    document->root = document;
    return TLB_OK;
}

static tlb_status list_toy(tlb_document *document, tlb_arena *arena, tlb_members *members)
{
    const char *text = (const char *)document->source.data, *end = text + document->source.size;
    tlb_member *made = tlb_zalloc_array(arena, document->source.size, sizeof *made);
    if (!made)
        return tlb_report_memory(document->context, arena);
    uint32_t count = 0;
    for (const char *at = text + SIGNATURE; at < end; at++) {
        const char *parts[3];
        size_t sizes[3];
        for (int i = 0; i < 3; i++) {
            parts[i] = at;
            at = memchr(at, i < 2 ? '=' : ';', (size_t)(end - at));
            assert_non_null(at);
            sizes[i] = (size_t)(at - parts[i]);
            at += i < 2;
        }
        made[count] = (tlb_member){.name = tlb_copy_text(arena, parts[0], sizes[0]).data,
                                   .compression = tlb_copy_text(arena, parts[1], sizes[1]).data,
                                   .size = *parts[2] == '@' ? strtoull(parts[2] + 1, NULL, 10) : sizes[2],
                                   .packed = sizes[2],
                                   .offset = (uint64_t)(parts[2] - text)};
        if (!made[count].name || !made[count].compression)
            return tlb_report_memory(document->context, arena);
        count++;
    }
    *members = (tlb_members){made, count};
    return TLB_OK;
}

static tlb_status read_member(tlb_document *document, const tlb_member *member, tlb_arena *arena,
                              tlb_bytes *bytes)
{
    (void)arena;
    *bytes = (tlb_bytes){document->source.data + member->offset, (size_t)member->packed};
    if (member->packed && *bytes->data == '^')
        return tlb_report_failure(document->context, TLB_NO_MEMORY);
    if (!member->packed || *bytes->data != '!')
        return TLB_OK;
    tlb_report(document->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, NULL, "%s is damaged", member->name);
    return TLB_INVALID;
}

static const tlb_archive_format archive = {
    .compressions = (const char *const[]){"none", NULL}, .list = list_toy, .read = read_member};
static const tlb_format toy = {.info = {.name = "toy",
                                        .title = "Toy",
                                        .family = "test",
                                        .versions = "1",
                                        .extensions = (const char *const[]){"toy", NULL},
                                        .abilities = TLB_CAN_READ,
                                        .signatures = TLB_SIGNATURES(TLB_SIGNATURE("TOY"))},
                               .read = read_toy,
                               .archive = &archive};
static const tlb_format *const formats[] = {&toy, NULL};

static tlb_status compare(tlb_context *context, const char *one, const char *other, tlb_buffer *out,
                          uint64_t *differences)
{
    const char *const texts[] = {one, other};
    tlb_document *documents[2] = {NULL, NULL};
    tlb_status status = TLB_OK;
    context->session->formats = formats;
    for (int i = 0; i < 2 && !status; i++)
        status =
            tlb_open_memory(context, texts[i], strlen(texts[i]), i ? "b.toy" : "a.toy", NULL, &documents[i]);
    *differences = 0;
    if (!status)
        status = tlb_archive_diff(documents[0], documents[1], out, differences);
    for (int i = 0; i < 2; i++)
        tlb_document_free(documents[i]);
    return status;
}

static void each_member_that_differs_has_a_line(void **state)
{
    static const struct {
        const char *one, *other, *lines;
    } cases[] = {
        {"TOY", "TOY", ""},
        {"TOYa=none=text;", "TOYA=none=text;", ""},
        {"TOYa=none=;", "TOYa=none=;", ""},
        {"TOYa=none=text;b=none=x;", "TOYb=none=x;a=none=text;", ""},
        {"TOYa=none=text;", "TOYa=none=tale;", "members[\"a\"]: 4 bytes != others from byte 1 on\n"},
        {"TOYa=none=text;", "TOYa=none=Text;", "members[\"a\"]: 4 bytes != others from byte 0 on\n"},
        {"TOYa=none=text;", "TOYA=none=texts;", "members[\"a\"]: 4 bytes != 5 bytes\n"},
        {"TOYa=none=;", "TOYa=none=x;", "members[\"a\"]: 0 bytes != 1 bytes\n"},
        {"TOYa=none=text;", "TOY", "members[\"a\"]: 4 bytes != (absent)\n"},
        {"TOY", "TOYa\"b=none=text;", "members[\"a\\\"b\"]: (absent) != 4 bytes\n"},
        {"TOYa=none=text;", "TOYa=rle=text;", "members[\"a\"].compression: \"none\" != \"rle\"\n"},
        {"TOYa=rle=text;", "TOYa=none=tex;",
         "members[\"a\"]: 4 bytes != 3 bytes\nmembers[\"a\"].compression: \"rle\" != \"none\"\n"},
        {"TOYa=none=1;b=none=2;", "TOYb=none=3;c=none=4;",
         "members[\"a\"]: 1 bytes != (absent)\nmembers[\"b\"]: 1 bytes != others from byte 0 on\n"
         "members[\"c\"]: (absent) != 1 bytes\n"},
        /* the first of a name counts */
        {"TOYa=none=text;a=none=other;", "TOYa=none=text;", ""},
        {"TOYa=none=text;", "TOYa=none=text;A=none=other;", ""},
        {"TOYb=none=x;a=none=1;a=none=2;", "TOYa=none=2;a=none=1;",
         "members[\"b\"]: 1 bytes != (absent)\nmembers[\"a\"]: 1 bytes != others from byte 0 on\n"},
        /* what cannot be read is told apart by its compression alone */
        {"TOYa=none=!1;", "TOYa=none=text;", ""},
        {"TOYa=none=text;", "TOYa=none=!;", ""},
        {"TOYa=none=!;", "TOYa=lzh=!;", "members[\"a\"].compression: \"none\" != \"lzh\"\n"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer out = {.account = f->context->account};
        uint64_t differences, lines = 0;
        assert_int_equal(compare(f->context, cases[i].one, cases[i].other, &out, &differences), TLB_OK);
        tlb_buffer_byte(&out, 0);
        assert_string_equal(out.data, cases[i].lines);
        for (const char *line = cases[i].lines; (line = strchr(line, '\n')); line++)
            lines++;
        assert_int_equal(differences, lines);
        assert_int_equal(tlb_diagnostic_count(f->context), 0);
        tlb_buffer_free(&out);
    }
}

static void without_memory_the_comparison_ends(void **state)
{
    static const char *const pairs[][2] = {{"TOYa=none=^;b=none=1;", "TOYa=none=x;b=none=2;"},
                                           {"TOYa=none=x;b=none=1;", "TOYa=none=^;b=none=2;"}};
    fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        tlb_buffer out = {.account = f->context->account};
        uint64_t differences;
        assert_int_equal(compare(f->context, pairs[i][0], pairs[i][1], &out, &differences), TLB_NO_MEMORY);
        assert_int_equal(differences, 0);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_OUT_OF_MEMORY), 1);
        tlb_diagnostics_clear(f->context);
        tlb_buffer_free(&out);
    }
}

/* More than 32 MiB, and 100 times the archive, of either. */
static void members_of_bombs_are_not_read(void **state)
{
    static const struct {
        const char *one, *other;
        bool is_bomb;
    } cases[] = {{"TOYa=none=@33554432;", "TOYa=none=x;", false},
                 {"TOYa=none=@33554433;", "TOYa=none=x;", true},
                 {"TOYa=none=x;", "TOYa=none=@33554433;", true},
                 {"TOYb=none=@16777217;c=none=@16777216;", "TOYa=none=y;", true}};
    fixture *f = *state;
    assert_false(tlb_archive_is_bomb(NULL, UINT64_MAX));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer out = {.account = f->context->account};
        uint64_t differences;
        assert_int_equal(compare(f->context, cases[i].one, cases[i].other, &out, &differences), TLB_OK);
        assert_int_equal(differences > 0, !cases[i].is_bomb);
        assert_int_equal(tlb_diagnostic_count(f->context), cases[i].is_bomb);
        if (cases[i].is_bomb) {
            const tlb_diagnostic *said = tlb_diagnostic_at(f->context, 0);
            assert_int_equal(said->code, TLB_CODE_MEMBERS_NOT_READ);
            assert_string_equal(said->message,
                                "the members unpack to 33554434 bytes, more than 100 times the archives: "
                                "only the fields of the archives are compared");
        }
        tlb_diagnostics_clear(f->context);
        tlb_buffer_free(&out);
    }
}

static tlb_status compare_some(tlb_context *context, const void *subject, collected *made)
{
    tlb_buffer out = {.account = context->account};
    uint64_t differences;
    (void)subject;
    tlb_status status = compare(context, "TOYa=none=1;b=none=2;", "TOYb=none=3;c=rle=4;", &out, &differences);
    if (!status)
        status = out.status;
    if (!status)
        collect(made, out.data, out.size);
    tlb_buffer_free(&out);
    return status;
}

static void comparing_needs_its_memory(void **state)
{
    (void)state;
    assert_refused_or_same(compare_some, NULL);
}

static tlb_status find_in_archive(tlb_context *context, const void *subject, collected *made)
{
    const char *text = subject;
    tlb_arena arena;
    tlb_bytes bytes;
    context->session->formats = formats;
    tlb_arena_init(&arena, context->account);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_status status =
        assets ? tlb_assets_add_memory(assets, "a.toy", (tlb_bytes){(const uint8_t *)text, strlen(text)})
               : TLB_NO_MEMORY;
    if (!status)
        status = tlb_assets_find(assets, &arena, "wall.png", NULL, NULL, &bytes, NULL);
    if (!status)
        collect(made, bytes.data, bytes.size);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), assets && status);
    tlb_assets_free(assets);
    tlb_arena_release(&arena);
    return status;
}

static void members_are_assets(void **state)
{
    fixture *f = *state;
    collected found = {0};
    assert_int_equal(find_in_archive(f->context, "TOYa=none=1;skins\\Wall.PNG=rle=text;", &found), TLB_OK);
    assert_int_equal(found.size, 4);
    assert_memory_equal(found.data, "text", 4);
    free(found.data);
    assert_refused_or_same(find_in_archive, "TOYa=none=1;wall.png=none=text;");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_member_that_differs_has_a_line),
        TEST(without_memory_the_comparison_ends),
        TEST(members_of_bombs_are_not_read),
        TEST(comparing_needs_its_memory),
        TEST(members_are_assets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
