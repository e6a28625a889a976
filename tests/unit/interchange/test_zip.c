/* ZIPs: read, kept, checked, unpacked and laid out anew. */
#include "files.h"
#include "members.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One stored entry, and a comment. */
static const uint8_t bytes[] = {
    'P',  'K',  3,    4,    10, 0, 0,    0,    0, 0, 0, 0, 33,  0,             /* version … lastModDate */
    0xc2, 0x41, 0x24, 0x35, 3,  0, 0,    0,    3, 0, 0, 0, 1,   0, 0,  0, 'a', /* crc32, sizes, lengths, name
                                                                                */
    'a',  'b',  'c',                                                           /* 31 */
    'P',  'K',  1,    2,    30, 3, 10,   0,    0, 0, 0, 0, 0,   0, 33, 0,      /* 34 */
    0xc2, 0x41, 0x24, 0x35, 3,  0, 0,    0,    3, 0, 0, 0, 1,   0, 0,  0, 0,   0, /* crc32, sizes, lengths */
    0,    0,    1,    0,    0,  0, 0xa4, 0x81, 0, 0, 0, 0, 'a', /* disk … localHeaderOffset, name */
    'P',  'K',  5,    6,    0,  0, 0,    0,    1, 0, 1, 0, 47,  0, 0,  0, 34,  0, 0, 0, 2, 0, 'h', 'i'};

enum { DIRECTORY = 34 };

static tlb_document *opened(const void *data, size_t size)
{
    tlb_document *document = NULL;
    assert_int_equal(tlb_open_memory(context, data, size, "a.vl2", NULL, &document), TLB_OK);
    assert_non_null(tlb_document_zip(document));
    return document;
}

static void entries_are_read_and_kept(void **state)
{
    (void)state;
    tlb_bytes saved;
    tlb_document *document = opened(bytes, sizeof bytes);
    const tlb_zip *zip = tlb_document_zip(document);
    assert_int_equal(zip->entries.count, 1);
    const tlb_zip_entry *entry = &zip->entries.data[0];
    assert_int_equal(entry->versionMadeBy, 3 << 8 | 30);
    assert_int_equal(entry->versionNeeded, 10);
    assert_int_equal(entry->lastModDate, 33);
    assert_int_equal(entry->crc32, 0x352441c2);
    assert_int_equal(entry->internalAttributes, 1);
    assert_int_equal(entry->externalAttributes, 0x81a40000);
    assert_int_equal(zip->comment.size, 2);
    assert_int_equal(zip->data.size, DIRECTORY);
    expect_member(document, "A", "abc");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, sizeof bytes);
    assert_memory_equal(saved.data, bytes, sizeof bytes);
    tlb_document_free(document);
}

/* The directory is found from the end, past bytes that are none of the archive's. */
static void bytes_after_the_end_are_kept(void **state)
{
    (void)state;
    uint8_t longer[sizeof bytes + 3] = {0};
    tlb_bytes saved;
    memcpy(longer, bytes, sizeof bytes);
    tlb_document *document = opened(longer, sizeof longer);
    assert_int_equal(tlb_document_zip(document)->tail.size, 3);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "TRAILING_BYTES", "tail"));
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_memory_equal(saved.data, longer, sizeof longer);
    tlb_document_free(document);
}

/* What is found when one byte is another, and how reading the member ends. */
static void expect_found(size_t offset, uint8_t value, const char *code, const char *path, tlb_status status)
{
    uint8_t wrong[sizeof bytes];
    tlb_bytes found;
    memcpy(wrong, bytes, sizeof bytes);
    wrong[offset] = value;
    tlb_document *document = opened(wrong, sizeof wrong);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    if (!find_diagnostic(context, code, path))
        fail_msg("byte %zu: no %s at %s", offset, code, path);
    assert_int_equal(read_member(document, "#0", &found), status);
    tlb_document_free(document);
    tlb_diagnostics_clear(context);
}

static void what_is_wrong_is_found(void **state)
{
    static const char place[] = "entries[0].localHeaderOffset", name[] = "entries[0].fileName";
    (void)state;
    expect_found(31, 'x', "ZIP_DATA", place, TLB_INVALID);                /* data */
    expect_found(0, 'x', "ZIP_DATA", place, TLB_INVALID);                 /* local header */
    expect_found(26, 9, "ZIP_DATA", place, TLB_INVALID);                  /* its fileNameLength */
    expect_found(DIRECTORY + 42, 99, "ZIP_DATA", place, TLB_INVALID);     /* localHeaderOffset */
    expect_found(DIRECTORY + 20, 4, "ZIP_DATA", place, TLB_INVALID);      /* compressedSize */
    expect_found(DIRECTORY + 24, 4, "ZIP_DATA", place, TLB_INVALID);      /* uncompressedSize */
    expect_found(DIRECTORY + 8, 1, "ZIP_DATA", place, TLB_UNSUPPORTED);   /* flags */
    expect_found(DIRECTORY + 10, 12, "ZIP_DATA", place, TLB_UNSUPPORTED); /* method */
    expect_found(DIRECTORY + 10, 8, "ZIP_DATA", place, TLB_INVALID);      /* it is not deflated */
    expect_found(8, 8, "ZIP_LOCAL_HEADER", place, TLB_OK);                /* method */
    expect_found(14, 0, "ZIP_LOCAL_HEADER", place, TLB_OK);               /* crc32 */
    expect_found(18, 0, "ZIP_LOCAL_HEADER", place, TLB_OK);               /* compressedSize */
    expect_found(22, 0, "ZIP_LOCAL_HEADER", place, TLB_OK);               /* uncompressedSize */
    expect_found(30, 'b', "ZIP_LOCAL_HEADER", place, TLB_OK);             /* fileName */
    expect_found(DIRECTORY + 46, 0, "ZIP_NAME", name, TLB_OK);
    expect_found(DIRECTORY + 46, '\\', "ZIP_NAME", name, TLB_OK);
}

/* It would stand in each line about the member, and in each row of a catalog. */
static void a_long_name_is_none(void **state)
{
    enum { LONGEST = 1023, END = DIRECTORY + 46 };
    (void)state;
    for (uint16_t size = LONGEST; size <= LONGEST + 1; size++) {
        uint8_t longer[sizeof bytes + LONGEST];
        tlb_members members;
        memcpy(longer, bytes, END);
        memset(longer + END, 'n', size);
        memcpy(longer + END + size, bytes + END + 1, sizeof bytes - END - 1);
        longer[DIRECTORY + 28] = (uint8_t)size, longer[DIRECTORY + 29] = (uint8_t)(size >> 8);
        longer[END + size + 12] = (uint8_t)(46 + size), longer[END + size + 13] = (uint8_t)((46 + size) >> 8);
        tlb_document *document = opened(longer, sizeof bytes - 1 + size);
        assert_int_equal(tlb_archive_list(document, &members), TLB_OK);
        assert_int_equal(strlen(members.data[0].name), size == LONGEST ? LONGEST : 2);
        expect_member(document, "#0", "abc");
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_true((size > LONGEST) ==
                    (find_diagnostic(context, "ZIP_NAME", "entries[0].fileName") != NULL));
        tlb_document_free(document);
    }
}

/* Names lead out of a folder by a part that is "..", wherever that stands, by a root or a drive. */
static void names_that_lead_out_are_told(void **state)
{
    enum { MOST = 16, END = DIRECTORY + 46 };
    (void)state;
    static const struct {
        const char *name;
        bool leads;
    } rows[] = {{"..", true},     {"../a", true},   {"a/..", true}, {"a/../b", true},  {"a/b/../", true},
                {"/a", true},     {"c:a", true},    {"a..", false}, {"..a", false},    {"a..b", false},
                {"a/..b", false}, {"a/b..", false}, {"...", false}, {".", false},      {"./a", false},
                {"a/...", false}, {"a/.", false},   {"ab:", false}, {"a/.../b", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t named[sizeof bytes + MOST];
        uint8_t size = (uint8_t)strlen(rows[i].name);
        memcpy(named, bytes, END);
        memcpy(named + END, rows[i].name, size);
        memcpy(named + END + size, bytes + END + 1, sizeof bytes - END - 1);
        named[DIRECTORY + 28] = size;
        named[END + size + 12] = (uint8_t)(46 + size);
        tlb_document *document = opened(named, sizeof bytes - 1 + size);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        const tlb_diagnostic *d = find_diagnostic(context, "ZIP_NAME", "entries[0].fileName");
        if (rows[i].leads != (d != NULL))
            fail_msg("%s", rows[i].name);
        char expected[100];
        snprintf(expected, sizeof expected, "%s leads out of the folder that the archive is unpacked to",
                 rows[i].name);
        if (d)
            assert_string_equal(d->message, expected);
        tlb_document_free(document);
        tlb_diagnostics_clear(context);
    }
}

/* What is damaged would go with what is new: it is refused, and the archive stays. */
static void changes_that_are_refused_are_told(void **state)
{
    (void)state;
    uint8_t wrong[sizeof bytes];
    tlb_bytes saved;
    memcpy(wrong, bytes, sizeof bytes);
    wrong[0] = 'x'; /* of the local header */
    const tlb_change added = {.name = "b", .bytes = {(const uint8_t *)"xy", 2}};
    tlb_document *document = opened(wrong, sizeof wrong);
    assert_int_equal(tlb_archive_change(document, &added, 1), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_at(context, 0)->code, TLB_CODE_MEMBER_DATA);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "a: its data is damaged and cannot be copied");
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, sizeof wrong);
    assert_memory_equal(saved.data, wrong, sizeof wrong);
    tlb_document_free(document);
}

/* The date in the directory says when a member was modified. */
static void expect_modified(uint16_t date, uint16_t time, const char *expected)
{
    uint8_t other[sizeof bytes];
    tlb_members members;
    memcpy(other, bytes, sizeof bytes);
    other[DIRECTORY + 12] = (uint8_t)time, other[DIRECTORY + 13] = (uint8_t)(time >> 8);
    other[DIRECTORY + 14] = (uint8_t)date, other[DIRECTORY + 15] = (uint8_t)(date >> 8);
    tlb_document *document = opened(other, sizeof other);
    assert_int_equal(tlb_archive_list(document, &members), TLB_OK);
    if (expected)
        assert_string_equal(members.data[0].modified, expected);
    else
        assert_null(members.data[0].modified);
    tlb_document_free(document);
}

static void members_have_their_dates(void **state)
{
    (void)state;
    expect_modified(33, 0, "1980-01-01 00:00:00");
    expect_modified(24 << 9 | 5 << 5 | 21, 17 << 11 | 30 << 5 | 1, "2004-05-21 17:30:02");
    expect_modified(0, 0, NULL);           /* not set */
    expect_modified(13 << 5 | 1, 0, NULL); /* month */
    expect_modified(33, 24 << 11, NULL);   /* hour */
    expect_modified(33, 60 << 5, NULL);    /* minute */
    expect_modified(33, 30, NULL);         /* second */
}

/* Sizes that follow the data are not missed in the local header. */
static void sizes_may_follow(void **state)
{
    (void)state;
    uint8_t other[sizeof bytes];
    memcpy(other, bytes, sizeof bytes);
    other[6] = TLB_ZIP_SIZES_FOLLOW;
    memset(other + 14, 0, 12);
    tlb_document *document = opened(other, sizeof other);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_document_free(document);
}

/* Entries that share one member's data would take any time to unpack: all have no more than there is. */
static void data_belongs_to_one_entry(void **state)
{
    (void)state;
    enum { ENTRY = 47, END = 24, COUNT = DIRECTORY / 3 + 1 };
    uint8_t many[DIRECTORY + COUNT * ENTRY + END];
    memcpy(many, bytes, DIRECTORY);
    for (int i = 0; i < COUNT; i++)
        memcpy(many + DIRECTORY + (size_t)i * ENTRY, bytes + DIRECTORY, ENTRY);
    uint8_t *end = many + sizeof many - END;
    memcpy(end, bytes + sizeof bytes - END, END);
    end[8] = end[10] = COUNT;
    end[12] = (uint8_t)(COUNT * ENTRY);
    end[13] = COUNT * ENTRY >> 8;
    tlb_document *document = opened(many, sizeof many);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_null(find_diagnostic(context, "ZIP_DATA", "entries[10].localHeaderOffset"));
    assert_non_null(find_diagnostic(context, "ZIP_DATA", "entries[11].localHeaderOffset"));
    tlb_document_free(document);
}

static char *letters(size_t size)
{
    char *text = malloc(size + 1);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)('a' + i / 3 % 5);
    text[size] = 0;
    return text;
}

/* Members go in deflated or stored, are kept as they are packed when others change, and come out again. */
static void members_are_changed(void **state)
{
    (void)state;
    char *text = letters(5000);
    const tlb_bytes long_text = {(const uint8_t *)text, 5000}, short_text = {(const uint8_t *)"xy", 2};
    const tlb_change added[] = {{.name = "d/long", .bytes = long_text, .compression = "deflate"},
                                {.name = "short", .bytes = short_text, .compression = "deflate"},
                                {.name = "\303\251", .bytes = short_text}};
    const tlb_change removed = {.name = "a", .remove = true};
    tlb_bytes saved;
    tlb_members members;
    tlb_document *document = opened(bytes, sizeof bytes);
    assert_int_equal(tlb_archive_change(document, added, 3), TLB_OK);
    assert_int_equal(tlb_archive_change(document, &removed, 1), TLB_OK);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    tlb_document *again = opened(saved.data, saved.size);
    assert_int_equal(tlb_archive_list(again, &members), TLB_OK);
    assert_int_equal(members.count, 3);
    assert_string_equal(members.data[0].compression, "deflate");
    assert_true(members.data[0].packed < 100);
    assert_string_equal(members.data[1].compression, "none"); /* it would not have become smaller */
    assert_int_equal(tlb_document_zip(again)->entries.data[0].flags, 0);
    assert_int_equal(tlb_document_zip(again)->entries.data[2].flags, TLB_ZIP_UTF8);
    expect_member(again, "D\\LONG", text);
    expect_member(again, "short", "xy");
    assert_int_equal(tlb_check(again, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(tlb_document_zip(again)->comment.size, 2);
    tlb_document_free(again);
    tlb_document_free(document);
    free(text);
}

/* Folders are no members; entries that cannot be unpacked are kept, but not sizes that follow. */
static void odd_entries_survive_a_change(void **state)
{
    (void)state;
    bytes_copy odd = load_file("fuzz/seeds/zip/odd.zip");
    const tlb_change added = {.name = "new", .bytes = {(const uint8_t *)"xy", 2}};
    tlb_bytes saved, found;
    tlb_members members;
    tlb_document *document = opened(odd.data, odd.size);
    assert_int_equal(tlb_archive_list(document, &members), TLB_OK);
    assert_int_equal(members.count, 4);
    assert_string_equal(members.data[2].compression, "unknown");
    assert_int_equal(tlb_archive_change(document, &added, 1), TLB_OK);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    tlb_document *again = opened(saved.data, saved.size);
    const tlb_zip *zip = tlb_document_zip(again);
    assert_int_equal(zip->entries.count, 5);
    assert_int_equal(zip->entries.data[0].flags, 0);
    assert_int_equal(zip->entries.data[0].fileComment.size, 4);
    assert_int_equal(zip->entries.data[1].flags, TLB_ZIP_ENCRYPTED);
    expect_member(again, "dir/a", "a");
    expect_member(again, "new", "xy");
    assert_int_equal(read_member(again, "secret", &found), TLB_UNSUPPORTED);
    assert_int_equal(read_member(again, "lzma", &found), TLB_UNSUPPORTED);
    assert_int_equal(read_member(again, "../out", &found), TLB_INVALID);
    tlb_document_free(again);
    tlb_document_free(document);
    free(odd.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_are_read_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_after_the_end_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_name_is_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_that_lead_out_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changes_that_are_refused_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(members_have_their_dates, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sizes_may_follow, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_belongs_to_one_entry, set_up, tear_down),
        cmocka_unit_test_setup_teardown(members_are_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(odd_entries_survive_a_change, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
