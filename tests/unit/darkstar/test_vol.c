/* Volumes: kept as they are, read, made, altered, checked, and what liars among them come to. */
#include "base/bytes.h"
#include "base/context.h"
#include "base/platform.h"
#include "files.h"
#include "members.h"
#include "temporary.h"
#include "vol_maker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){tlb_context_create(NULL), NULL};
    *state = &f;
    return f.context ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_document_free(f->document);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static tlb_bytes saved(tlb_document *document)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    return bytes;
}

static tlb_document *opened(fixture *f, tlb_bytes bytes)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, "test.vol", NULL, &document),
                     TLB_OK);
    return document;
}

static void expect_list(tlb_document *document, const char *const *names)
{
    tlb_members members;
    assert_int_equal(tlb_archive_list(document, &members), TLB_OK);
    for (uint32_t i = 0; i < members.count; i++) {
        assert_non_null(names[i]);
        assert_string_equal(members.data[i].name, names[i]);
    }
    assert_null(names[members.count]);
}

static void expect_only(fixture *f, const tlb_code *codes, size_t count)
{
    for (size_t at = 0; at < tlb_code_count(); at++) {
        tlb_code code = tlb_code_at(at);
        bool wanted = false;
        for (size_t i = 0; i < count; i++)
            wanted |= codes[i] == code;
        if (wanted != (tlb_code_total(f->context, code) > 0)) {
            print_diagnostics(f->context);
            fail_msg("%s %s", tlb_code_name(code), wanted ? "was not found" : "was found");
        }
    }
}

#define EXPECT_ONLY(f, ...)                                                                                  \
    expect_only((f), (const tlb_code[]){__VA_ARGS__},                                                        \
                sizeof((const tlb_code[]){__VA_ARGS__}) / sizeof(tlb_code))

/* --- as they are ---------------------------------------------------------------------------------------- */

static void odd_volumes_are_kept_to_the_byte(void **state)
{
    fixture *f = *state;
    for (int kind = TLB_VOL_PVOL; kind <= TLB_VOL_VOL; kind++) {
        f->document = vol_make_odd(f->context, (tlb_vol_kind)kind);
        tlb_bytes first = saved(f->document);
        tlb_document *again = opened(f, first);
        tlb_bytes second = saved(again);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.data, second.data, first.size);
        const tlb_vol *vol = tlb_document_vol(again);
        assert_int_equal(vol->kind, kind);
        assert_int_equal(vol->blocks.count, 6);
        assert_int_equal(vol->blocks.data[2].padding, 1);
        assert_int_equal(vol->hasEmptyDirectory, kind == TLB_VOL_VOL);
        assert_int_equal(vol->directory.pad, 0xcd);
        assert_int_equal(vol->directory.entriesRest.size, 4);
        assert_int_equal(vol->tail.size, 4);
        tlb_document_free(again);
        tlb_document_free(f->document);
        f->document = NULL;
    }
}

static void members_are_found_whatever_the_case(void **state)
{
    fixture *f = *state;
    uint32_t index;
    f->document = vol_make_odd(f->context, TLB_VOL_VOL);
    expect_list(f->document, (const char *const[]){"plain.txt", "Runs.TXT", "tree.txt", "lost.txt", "#4",
                                                   "empty.txt", NULL});
    expect_member(f->document, "PLAIN.txt", "stored as it is");
    expect_member(f->document, "runs.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
    expect_member(f->document, "tree.txt",
                  "she sells sea shells on the sea shore; the shells she sells are sea shells");
    expect_member(f->document, "#4", "number four");
    expect_member(f->document, "#0", "stored as it is");
    expect_member(f->document, "empty.txt", "");
    assert_int_equal(tlb_archive_find(f->document, "nameless.txt", &index), TLB_NOT_FOUND);
    assert_int_equal(tlb_archive_find(f->document, "#6", &index), TLB_NOT_FOUND);
    assert_int_equal(tlb_archive_find(f->document, "#", &index), TLB_NOT_FOUND);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void a_name_may_begin_within_another(void **state)
{
    fixture *f = *state;
    f->document = vol_make(f->context, TLB_VOL_PVOL,
                           (const vol_member[]){{"wall.bmp", "w", NULL}, {"a.bmp", "a", NULL}}, 2);
    tlb_document_vol(f->document)->directory.entries.data[1].filenameOffset = 3;
    expect_list(f->document, (const char *const[]){"wall.bmp", "l.bmp", NULL});
}

static void lz_is_listed_and_refused(void **state)
{
    fixture *f = *state;
    tlb_bytes bytes;
    f->document = vol_make_odd(f->context, TLB_VOL_PVOL);
    assert_int_equal(tlb_archive_read(f->document, 3, &bytes), TLB_UNSUPPORTED);
    EXPECT_ONLY(f, TLB_CODE_MEMBER_DATA);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "LZ (type 2)"));
}

static void other_documents_hold_nothing(void **state)
{
    fixture *f = *state;
    tlb_members members;
    uint32_t index;
    assert_int_equal(tlb_open_path(f->context, "samples/windmill.dts", NULL, &f->document), TLB_OK);
    assert_int_equal(tlb_archive_list(f->document, &members), TLB_UNSUPPORTED);
    assert_int_equal(tlb_archive_find(f->document, "x", &index), TLB_UNSUPPORTED);
    assert_int_equal(tlb_document_create(f->context, tlb_format_by_name("dts"), "pvol", &(tlb_document *){0}),
                     TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 1);
}

/* --- made and altered ----------------------------------------------------------------------------------- */

static void random_members_come_back(void **state)
{
    static const char *const compressions[] = {NULL, "rle", "lzh"};
    enum { MEMBERS = 40, LARGEST = 3000 };
    static uint8_t data[MEMBERS][LARGEST];
    fixture *f = *state;
    tlb_change changes[MEMBERS];
    char names[MEMBERS][24];
    srand(11);
    for (int i = 0; i < MEMBERS; i++) {
        size_t size = (size_t)rand() % LARGEST;
        for (size_t k = 0; k < size; k++)
            data[i][k] = (uint8_t)(rand() % (i % 2 ? 3 : 256));
        snprintf(names[i], sizeof names[i], "m%d.bin", i);
        changes[i] =
            (tlb_change){.name = names[i], .bytes = {data[i], size}, .compression = compressions[i % 3]};
    }
    assert_int_equal(tlb_document_create(f->context, tlb_format_by_name("vol"), "VOL", &f->document), TLB_OK);
    assert_int_equal(tlb_archive_change(f->document, changes, MEMBERS), TLB_OK);
    tlb_document *again = opened(f, saved(f->document));
    for (uint32_t i = 0; i < MEMBERS; i++) {
        tlb_bytes bytes;
        assert_int_equal(tlb_archive_read(again, i, &bytes), TLB_OK);
        assert_int_equal(bytes.size, changes[i].bytes.size);
        assert_memory_equal(bytes.data, data[i], bytes.size);
    }
    assert_int_equal(tlb_check(again, NULL), TLB_OK);
    tlb_document_free(again);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static tlb_change change(const char *name, const char *text)
{
    return (tlb_change){
        .name = name, .remove = !text, .bytes = {(const uint8_t *)text, text ? strlen(text) : 0}};
}

static void an_altered_volume_is_clean(void **state)
{
    fixture *f = *state;
    f->document = vol_make_odd(f->context, TLB_VOL_VOL);
    tlb_bytes before = tlb_document_vol(f->document)->blocks.data[2].data;
    const tlb_change changes[] = {change("lost.txt", NULL), change("new.txt", "new"),
                                  change("PLAIN.TXT", "replaced"), change("runs.txt", NULL),
                                  change("runs.txt", "again")};
    assert_int_equal(tlb_archive_change(f->document, changes, 5), TLB_OK);
    tlb_document *again = opened(f, saved(f->document));
    assert_int_equal(tlb_check(again, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    expect_list(again, (const char *const[]){"PLAIN.TXT", "runs.txt", "tree.txt", "#4", "empty.txt",
                                             "new.txt", NULL});
    expect_member(again, "plain.txt", "replaced");
    expect_member(again, "runs.txt", "again");
    expect_member(again, "new.txt", "new");
    const tlb_vol *vol = tlb_document_vol(again);
    assert_int_equal(vol->kind, TLB_VOL_VOL);
    assert_int_equal(vol->blocks.data[2].data.size, before.size);
    assert_memory_equal(vol->blocks.data[2].data.data, before.data, before.size);
    tlb_document_free(again);
}

static tlb_document *with_two_of_one_name(fixture *f)
{
    static const vol_member members[] = {{"1.txt", "1", NULL}, {"2.txt", "2", NULL}, {"3.txt", "3", NULL}};
    tlb_document *made = vol_make(f->context, TLB_VOL_PVOL, members, 3);
    vol_rename(tlb_document_vol(made), (const char *const[]){"a.txt", "b.txt", "A.txt"});
    return made;
}

static void members_of_one_name_are_removed_one_by_one(void **state)
{
    fixture *f = *state;
    f->document = with_two_of_one_name(f);
    const tlb_change first = change("A.TXT", NULL), more[] = {change("a.txt", "4"), change("c.txt", "5")};
    assert_int_equal(tlb_archive_change(f->document, &first, 1), TLB_OK);
    expect_list(f->document, (const char *const[]){"b.txt", "A.txt", NULL});
    expect_member(f->document, "a.txt", "3");
    assert_int_equal(tlb_archive_change(f->document, more, 2), TLB_OK);
    expect_list(f->document, (const char *const[]){"b.txt", "a.txt", "c.txt", NULL});
    tlb_document_free(f->document);
    f->document = with_two_of_one_name(f);
    const tlb_change all[] = {change("a.txt", NULL), change("b.txt", NULL), change("A.txt", NULL)};
    assert_int_equal(tlb_archive_change(f->document, all, 3), TLB_OK);
    expect_list(f->document, (const char *const[]){NULL});
}

static void changes_that_cannot_be_change_nothing(void **state)
{
    static const vol_member member = {"a.txt", "a", NULL};
    fixture *f = *state;
    f->document = vol_make(f->context, TLB_VOL_PVOL, &member, 1);
    const struct {
        tlb_change changes[2];
        tlb_status status;
    } cases[] = {
        {{change("b.txt", "b"), change("c.txt", NULL)}, TLB_NOT_FOUND},
        {{change("b.txt", "b"), change("B.txt", "b")}, TLB_ARGUMENT},
        {{change("a.txt", NULL), change("a.txt", NULL)}, TLB_NOT_FOUND},
        {{change("b.txt", "b"), change("..", "b")}, TLB_ARGUMENT},
        {{change("b.txt", "b"), change("", "b")}, TLB_ARGUMENT},
        {{change("b.txt", "b"), {.name = "c", .compression = "lz"}}, TLB_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(tlb_archive_change(f->document, cases[i].changes, 2), cases[i].status);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), sizeof cases / sizeof *cases);
    expect_list(f->document, (const char *const[]){"a.txt", NULL});
    tlb_document *none;
    assert_int_equal(tlb_document_create(f->context, tlb_format_by_name("vol"), "zip", &none), TLB_ARGUMENT);
    assert_null(none);
}

static void a_member_without_data_cannot_stay(void **state)
{
    fixture *f = *state;
    f->document =
        vol_make(f->context, TLB_VOL_PVOL, (const vol_member[]){{"a", "a", NULL}, {"b", "b", NULL}}, 2);
    tlb_document_vol(f->document)->directory.entries.data[1].fileOffset++;
    const tlb_change added = change("c", "c"), both[] = {change("b", NULL), change("c", "c")};
    assert_int_equal(tlb_archive_change(f->document, &added, 1), TLB_INVALID);
    EXPECT_ONLY(f, TLB_CODE_MEMBER_DATA);
    assert_int_equal(tlb_archive_change(f->document, both, 2), TLB_OK);
    expect_list(f->document, (const char *const[]){"a", "c", NULL});
}

/* --- names that files cannot have ----------------------------------------------------------------------- */

static void file_names_stay_below_the_folder(void **state)
{
    static const struct {
        const char *name, *file;
    } cases[] = {
        {"good.txt", "good.txt"}, {"..", "#1"},           {"../up.txt", "#2"},
        {"/etc/passwd", "#3"},    {"C:\\boot.ini", "#4"}, {"a\\b.txt", "a/b.txt"},
        {"a\\..\\b", "#6"},       {"nul", "#7"},          {"Aux.bmp", "#8"},
        {"com1.dts", "#9"},       {"bell\a", "#10"},      {"GOOD.TXT", "#11"},
        {"A/B.TXT", "#12"},       {"trailing.", "#13"},   {"trailing ", "#14"},
        {"a//b", "#15"},          {"a/", "#16"},          {".", "#17"},
        {"#17", "#18"},           {"what?", "#19"},       {"\xff.bmp", "#20"},
        {"a/./b", "#21"},         {"\\\\host\\x", "#22"}, {"lpt\xc2\xb9", "#23"},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    fixture *f = *state;
    vol_member members[CASES];
    const char *names[CASES];
    char placeholders[CASES][24];
    for (size_t i = 0; i < CASES; i++) {
        snprintf(placeholders[i], sizeof placeholders[i], "m%zu", i);
        members[i] = (vol_member){placeholders[i], "x", NULL};
        names[i] = cases[i].name;
    }
    f->document = vol_make(f->context, TLB_VOL_PVOL, members, CASES);
    vol_rename(tlb_document_vol(f->document), names);
    const char *const *files;
    assert_int_equal(tlb_archive_file_names(f->document, &files), TLB_OK);
    for (size_t i = 0; i < CASES; i++)
        assert_string_equal(files[i], cases[i].file);
}

/* --- checks --------------------------------------------------------------------------------------------- */

static void an_odd_volume_is_told_of(void **state)
{
    fixture *f = *state;
    f->document = vol_make_odd(f->context, TLB_VOL_VOL);
    tlb_vol *vol = tlb_document_vol(f->document);
    vol->directory.entries.data[5].filenameOffset = vol->directory.entries.data[0].filenameOffset;
    assert_int_equal(tlb_check(f->document, NULL), TLB_OK);
    EXPECT_ONLY(f, TLB_CODE_VOL_DIRECTORY, TLB_CODE_TRAILING_BYTES, TLB_CODE_VOL_GAP, TLB_CODE_VOL_ALIGNMENT,
                TLB_CODE_VOL_COMPRESSION, TLB_CODE_VOL_NAMELESS, TLB_CODE_VOL_REPEATED_NAME);
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++)
        assert_true(tlb_diagnostic_at(f->context, i)->offset != TLB_NO_OFFSET);
}

typedef void spoil(tlb_vol *vol);

static void spoil_directory(tlb_vol *vol)
{
    vol->stringBlockOffset++;
}

static void spoil_name(tlb_vol *vol)
{
    vol->directory.entries.data[0].filenameOffset = 4000;
}

static void spoil_name_text(tlb_vol *vol)
{
    vol->directory.stringData.data[0] = (tlb_text){"../a", 4};
    vol->directory.entries.data[1].filenameOffset += 4 - 1;
    vol->directory.entries.data[2].filenameOffset += 4 - 1;
}

static void spoil_offset(tlb_vol *vol)
{
    vol->directory.entries.data[0].fileOffset += 4;
}

static void spoil_sharing(tlb_vol *vol)
{
    vol->directory.entries.data[1] = vol->directory.entries.data[0];
    vol->directory.entries.data[1].filenameOffset = 2;
}

static void spoil_size(tlb_vol *vol)
{
    vol->directory.entries.data[0].size++;
}

static void spoil_type(tlb_vol *vol)
{
    vol->directory.entries.data[0].compressType = 9;
}

static void spoil_lzh_size(tlb_vol *vol)
{
    vol->directory.entries.data[2].size += 20;
}

static void spoil_lzh_size_wildly(tlb_vol *vol)
{
    vol->directory.entries.data[2].size = UINT32_MAX;
}

static void spoil_rle_size(tlb_vol *vol)
{
    vol->directory.entries.data[1].size = 50;
}

static void shorten_rle(tlb_vol *vol)
{
    vol->directory.entries.data[1].size = 3;
}

static const vol_member three[] = {{"a", "aa", NULL}, {"b", "bbbbcdef", "rle"}, {"c", "abracadabra", "lzh"}};

static void each_fault_has_its_code(void **state)
{
    static const struct {
        spoil *spoil;
        tlb_code code;
        const char *path;
    } cases[] = {
        {spoil_directory, TLB_CODE_VOL_DIRECTORY, "stringBlockOffset"},
        {spoil_name, TLB_CODE_VOL_ENTRY_NAME, "directory.entries[0].filenameOffset"},
        {spoil_name_text, TLB_CODE_VOL_UNSAFE_NAME, "directory.entries[0].filenameOffset"},
        {spoil_offset, TLB_CODE_VOL_ENTRY_BLOCK, "directory.entries[0].fileOffset"},
        {spoil_sharing, TLB_CODE_VOL_SHARED_BLOCK, "directory.entries[1].fileOffset"},
        {spoil_size, TLB_CODE_VOL_ENTRY_SIZE, "directory.entries[0].size"},
        {spoil_type, TLB_CODE_VOL_COMPRESSION, "directory.entries[0].compressType"},
        {spoil_lzh_size, TLB_CODE_VOL_STREAM, "directory.entries[2].size"},
        {spoil_lzh_size_wildly, TLB_CODE_VOL_STREAM, "directory.entries[2].size"},
        {spoil_rle_size, TLB_CODE_VOL_STREAM, "directory.entries[1].size"},
        {shorten_rle, TLB_CODE_VOL_STREAM_REST, "directory.entries[1].size"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document *document = vol_make(f->context, TLB_VOL_PVOL, three, 3);
        cases[i].spoil(tlb_document_vol(document));
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        EXPECT_ONLY(f, cases[i].code);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, cases[i].path);
        assert_true(tlb_diagnostic_at(f->context, 0)->offset != TLB_NO_OFFSET);
        tlb_diagnostics_clear(f->context);
        tlb_document_free(document);
    }
}

/* Names of up to 255 bytes. */
static void names_have_a_limit(void **state)
{
    static char name[257];
    fixture *f = *state;
    memset(name, 'n', 256);
    for (uint32_t size = 255; size <= 256; size++) {
        tlb_document *document = vol_make(f->context, TLB_VOL_PVOL, three, 3);
        tlb_vol *vol = tlb_document_vol(document);
        vol->directory.stringData.data[0] = (tlb_text){name + 256 - size, size};
        for (uint32_t i = 1; i < 3; i++)
            vol->directory.entries.data[i].filenameOffset += (int32_t)size - 1;
        tlb_diagnostics_clear(f->context);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_VOL_ENTRY_NAME), size > 255);
        tlb_document_free(document);
    }
}

/* --- liars ---------------------------------------------------------------------------------------------- */

/* More entries than 16 bits count; all but the last have the same block. */
static void faults_are_found_in_large_volumes(void **state)
{
    enum { ENTRIES = 65537 };
    fixture *f = *state;
    tlb_document *document = vol_make(f->context, TLB_VOL_PVOL, three, 3);
    tlb_vol *vol = tlb_document_vol(document);
    tlb_vol_entry *entries = malloc(ENTRIES * sizeof *entries);
    for (int i = 0; i < ENTRIES; i++)
        entries[i] = vol->directory.entries.data[0];
    entries[ENTRIES - 1].fileOffset += 4;
    vol->directory.entries.data = entries, vol->directory.entries.count = ENTRIES;
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(f->context, "VOL_ENTRY_BLOCK", "directory.entries[65536].fileOffset"));
    tlb_document_free(document);
    free(entries);
}

static void expect_no_data(fixture *f, spoil *lie, uint32_t member)
{
    tlb_bytes bytes;
    f->document = vol_make(f->context, TLB_VOL_PVOL, three, 3);
    lie(tlb_document_vol(f->document));
    uint64_t before = tlb_memory_now(f->context);
    assert_true(tlb_archive_read(f->document, member, &bytes) != TLB_OK);
    assert_true(tlb_memory_peak(f->context) < before + 100000);
    EXPECT_ONLY(f, TLB_CODE_MEMBER_DATA);
    tlb_diagnostics_clear(f->context);
    tlb_document_free(f->document);
    f->document = NULL;
}

static void members_that_lie_are_refused(void **state)
{
    expect_no_data(*state, spoil_offset, 0);
    expect_no_data(*state, spoil_size, 0);
    expect_no_data(*state, spoil_type, 0);
    expect_no_data(*state, spoil_rle_size, 1);
    expect_no_data(*state, spoil_lzh_size, 2);
    expect_no_data(*state, spoil_lzh_size_wildly, 2);
}

/* The second block begins within the first, the third after the directory. */
static void blocks_that_cannot_be_are_gaps(void **state)
{
    fixture *f = *state;
    f->document =
        vol_make(f->context, TLB_VOL_PVOL,
                 (const vol_member[]){{"a", "....VBLK\0\0\0", NULL}, {"b", "b", NULL}, {"c", "c", NULL}}, 3);
    tlb_vol *vol = tlb_document_vol(f->document);
    vol->directory.entries.data[1].fileOffset = vol->directory.entries.data[0].fileOffset + 12;
    vol->directory.entries.data[2].fileOffset = vol->stringBlockOffset;
    tlb_bytes bytes = saved(f->document), again_bytes, member;
    tlb_document *again = opened(f, bytes);
    again_bytes = saved(again);
    assert_int_equal(again_bytes.size, bytes.size);
    assert_memory_equal(again_bytes.data, bytes.data, bytes.size);
    assert_int_equal(tlb_document_vol(again)->blocks.count, 1);
    assert_int_equal(tlb_archive_read(again, 0, &member), TLB_OK);
    assert_int_equal(tlb_archive_read(again, 1, &member), TLB_INVALID);
    assert_int_equal(tlb_archive_read(again, 2, &member), TLB_INVALID);
    tlb_document_free(again);
}

static void a_member_outlasts_its_archive(void **state)
{
    fixture *f = *state;
    tlb_context *own = tlb_context_create(NULL);
    bytes_copy dts = load_file("samples/windmill.dts");
    const tlb_change mill = {.name = "Mill.DTS", .bytes = {dts.data, dts.size}, .compression = "lzh"};
    tlb_document *made, *member;
    assert_int_equal(tlb_document_create(f->context, tlb_format_by_name("vol"), NULL, &made), TLB_OK);
    assert_int_equal(tlb_archive_change(made, &mill, 1), TLB_OK);
    tlb_document *archive = opened(f, saved(made));
    assert_int_equal(tlb_archive_open(archive, "mill.dts", own, NULL, &member), TLB_OK);
    tlb_document_free(archive);
    tlb_document_free(made);
    assert_string_equal(tlb_document_name(member), "test.vol/mill.dts");
    assert_ptr_equal(tlb_document_format(member), tlb_format_by_name("dts"));
    assert_int_equal(tlb_document_source(member).size, dts.size);
    assert_memory_equal(tlb_document_source(member).data, dts.data, dts.size);
    tlb_document_free(member);
    tlb_context_free(own);
    free(dts.data);
}

/* However many were damaged before it. */
static void whoever_opens_a_member_learns_what_is_wrong(void **state)
{
    enum { MORE_THAN_ARE_KEPT = 30 };
    fixture *f = *state;
    tlb_document *member;
    f->document = vol_make(f->context, TLB_VOL_PVOL, three, 3);
    spoil_offset(tlb_document_vol(f->document));
    for (int i = 0; i < MORE_THAN_ARE_KEPT; i++) {
        tlb_context *own = tlb_context_create(NULL);
        assert_true(tlb_archive_open(f->document, "#0", own, NULL, &member) != TLB_OK);
        assert_null(member);
        assert_non_null(find_diagnostic(own, "MEMBER_DATA", ""));
        assert_int_equal(tlb_archive_open(f->document, "absent", own, NULL, &member), TLB_NOT_FOUND);
        assert_non_null(find_diagnostic(own, "CANNOT_READ", ""));
        assert_int_equal(tlb_diagnostic_count(own), 2);
        tlb_context_free(own);
    }
    assert_int_equal(tlb_severity_total(f->context, TLB_ERROR), 0);
}

static void bombs_are_known(void **state)
{
    fixture *f = *state;
    tlb_document *made = vol_make(f->context, TLB_VOL_PVOL, three, 3);
    f->document = opened(f, saved(made));
    uint64_t harmless = 32 << 20;
    assert_true(harmless > 100 * tlb_document_source(f->document).size);
    assert_false(tlb_archive_is_bomb(f->document, harmless));
    assert_true(tlb_archive_is_bomb(f->document, harmless + 1));
    assert_false(tlb_archive_is_bomb(made, UINT64_MAX));
    tlb_document_free(f->document);
    tlb_document_free(made);
    f->document = NULL;
}

/* --- paths ---------------------------------------------------------------------------------------------- */

static void a_path_goes_into_a_volume(void **state)
{
    fixture *f = *state;
    tlb_arena arena;
    tlb_arena_init(&arena, f->context->account);
    /* The folder's parent is searched, too, so it is not one that others use. */
    const char *parent = make_temporary_folder(&arena), *folder = tlb_arena_printf(&arena, "%s/game", parent);
    assert_int_equal(tlb_folder_make(f->context, folder), TLB_OK);
    bytes_copy dts = load_file("samples/windmill.dts");
    tlb_document *volume;
    const tlb_change changes[] = {{.name = "Mill.DTS", .bytes = {dts.data, dts.size}, .compression = "lzh"},
                                  change("note.txt", "beside it")};
    assert_int_equal(tlb_document_create(f->context, tlb_format_by_name("vol"), NULL, &volume), TLB_OK);
    assert_int_equal(tlb_archive_change(volume, changes, 2), TLB_OK);
    const char *path = tlb_arena_printf(&arena, "%s/x.vol", folder);
    assert_int_equal(tlb_file_save(f->context, path, saved(volume), false), TLB_OK);
    assert_int_equal(tlb_file_save(f->context, tlb_arena_printf(&arena, "%s/loose.txt", folder),
                                   (tlb_bytes){NULL, 0}, false),
                     TLB_OK);
    tlb_document_free(volume);

    const char *inside = tlb_arena_printf(&arena, "%s/mill.dts", path);
    assert_int_equal(tlb_open_path(f->context, inside, NULL, &f->document), TLB_OK);
    assert_string_equal(tlb_document_name(f->document), inside);
    assert_ptr_equal(tlb_document_format(f->document), tlb_format_by_name("dts"));
    assert_int_equal(tlb_document_source(f->document).size, dts.size);
    assert_memory_equal(tlb_document_source(f->document).data, dts.data, dts.size);

    tlb_assets *assets = tlb_assets_create(f->context);
    tlb_bytes found;
    assert_int_equal(tlb_assets_add_beside(assets, inside), TLB_OK);
    assert_int_equal(tlb_assets_find(assets, &arena, "NOTE.txt", NULL, NULL, &found, NULL), TLB_OK);
    assert_memory_equal(found.data, "beside it", found.size);
    assert_int_equal(tlb_assets_find(assets, &arena, "loose.txt", NULL, NULL, &found, NULL), TLB_OK);
    assert_int_equal(tlb_assets_find(assets, &arena, "nowhere.txt", NULL, NULL, &found, NULL), TLB_NOT_FOUND);
    assert_int_equal(assets->sources.count, 4); /* the volume once, the folder, and those near it */
    tlb_assets_free(assets);

    tlb_document *none;
    assert_int_equal(tlb_open_path(f->context, tlb_arena_printf(&arena, "%s/absent.dif", path), NULL, &none),
                     TLB_NOT_FOUND);
    assert_int_equal(
        tlb_open_path(f->context, tlb_arena_printf(&arena, "%s/loose.txt/a", folder), NULL, &none),
        TLB_UNSUPPORTED);
    EXPECT_ONLY(f, TLB_CODE_CANNOT_READ, TLB_CODE_UNKNOWN_FORMAT);
    remove_folder(parent);
    free(dts.data);
    tlb_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(odd_volumes_are_kept_to_the_byte),
        TEST(members_are_found_whatever_the_case),
        TEST(a_name_may_begin_within_another),
        TEST(lz_is_listed_and_refused),
        TEST(other_documents_hold_nothing),
        TEST(random_members_come_back),
        TEST(an_altered_volume_is_clean),
        TEST(members_of_one_name_are_removed_one_by_one),
        TEST(changes_that_cannot_be_change_nothing),
        TEST(a_member_without_data_cannot_stay),
        TEST(file_names_stay_below_the_folder),
        TEST(an_odd_volume_is_told_of),
        TEST(each_fault_has_its_code),
        TEST(names_have_a_limit),
        TEST(faults_are_found_in_large_volumes),
        TEST(members_that_lie_are_refused),
        TEST(blocks_that_cannot_be_are_gaps),
        TEST(a_path_goes_into_a_volume),
        TEST(a_member_outlasts_its_archive),
        TEST(whoever_opens_a_member_learns_what_is_wrong),
        TEST(bombs_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
