/* Calls that end early, at every moment where they ask: cancelled, with TLB_CANCELLED and no report; of too
 * much work, with TLB_LIMIT and WORK_LIMIT. They leave neither memory nor files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "options_text.h"
#include "base/context.h"
#include "base/platform.h"
#include "temporary.h"
#include "trilobite/trilobite.h"

/* Says yes from the n-th time on. */
typedef struct countdown {
    uint64_t left, asked;
} countdown;

static bool count_down(void *user)
{
    countdown *c = user;
    c->asked++;
    c->left -= c->left > 0;
    return !c->left;
}

static bool swallow(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return true;
}

typedef struct operation {
    const char *name;
    tlb_status (*run)(tlb_context *context, tlb_document *document, const char *folder);
} operation;

static tlb_status dump(tlb_context *context, tlb_document *document, const char *folder)
{
    size_t size = 0;
    (void)context, (void)folder;
    return tlb_dump(document, NULL, (tlb_sink){swallow, &size});
}

static tlb_status map(tlb_context *context, tlb_document *document, const char *folder)
{
    size_t size = 0;
    (void)context, (void)folder;
    return tlb_map(document, NULL, (tlb_sink){swallow, &size});
}

static tlb_status check(tlb_context *context, tlb_document *document, const char *folder)
{
    (void)context, (void)folder;
    return tlb_check(document, NULL);
}

static tlb_status summarize(tlb_context *context, tlb_document *document, const char *folder)
{
    const tlb_value *info;
    (void)context, (void)folder;
    return tlb_info(document, &info);
}

static tlb_status compare(tlb_context *context, tlb_document *document, const char *folder)
{
    uint64_t differences;
    size_t size = 0;
    (void)context, (void)folder;
    return tlb_diff(document, document, (tlb_sink){swallow, &size}, &differences);
}

static tlb_status save(tlb_context *context, tlb_document *document, const char *folder)
{
    tlb_bytes bytes;
    char path[1024];
    snprintf(path, sizeof path, "%s/saved", folder);
    tlb_status status = tlb_save_memory(document, &bytes);
    return status ? status : tlb_file_save(context, path, bytes, true);
}

static tlb_status convert_to(tlb_context *context, tlb_document *document, const char *folder,
                             const char *format)
{
    tlb_files *files;
    tlb_status status = tlb_convert(document, tlb_format_by_name(format), "made", NULL, &files);
    if (!status)
        status = tlb_files_save(context, files, folder, true);
    tlb_files_free(files);
    return status;
}

static tlb_status to_gltf(tlb_context *context, tlb_document *document, const char *folder)
{
    return convert_to(context, document, folder, "gltf");
}

static tlb_status to_iqm(tlb_context *context, tlb_document *document, const char *folder)
{
    return convert_to(context, document, folder, "iqm");
}

static tlb_status to_dif(tlb_context *context, tlb_document *document, const char *folder)
{
    return convert_to(context, document, folder, "dif");
}

static tlb_status to_dis(tlb_context *context, tlb_document *document, const char *folder)
{
    return convert_to(context, document, folder, "dis");
}

static tlb_status extract(tlb_context *context, tlb_document *document, const char *folder)
{
    tlb_members members;
    tlb_bytes bytes;
    (void)context, (void)folder;
    tlb_status status = tlb_archive_list(document, &members);
    for (uint32_t i = 0; i < members.count && !status; i++)
        status = tlb_archive_read(document, i, &bytes);
    return status;
}

static tlb_status pack(tlb_context *context, tlb_document *document, const char *folder)
{
    static uint8_t data[200000];
    (void)context, (void)folder;
    return tlb_archive_change(
        document, &(tlb_change){.name = "new.bin", .bytes = {data, sizeof data}, .compression = "lzh"}, 1);
}

static tlb_status edit(tlb_context *context, tlb_document *document, const char *folder)
{
    (void)context, (void)folder;
    return tlb_edit(document, (const char *const[]){"details[0].minPixels=1"}, 1);
}

static tlb_status draw(tlb_context *context, tlb_document *document, const char *folder)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_bitmap *picture;
    (void)context, (void)folder;
    options.to = OPTIONS_OF(tlb_png_write_options, .size = {32, 24});
    tlb_status status = tlb_document_draw(document, &options, &picture);
    tlb_bitmap_free(picture);
    return status == TLB_UNSUPPORTED ? TLB_OK : status; /* no display, or built without pictures */
}

/* At most so many moments of each, spread over all. */
enum { MOMENTS = 24 };

static tlb_status run(tlb_context *context, const char *file, const operation *o, const char *folder)
{
    tlb_document *document = NULL;
    tlb_status status = tlb_open_path(context, file, NULL, &document);
    if (!status)
        status = o->run(context, document, folder);
    tlb_document_free(document);
    return status;
}

/* Besides what this build cannot do, as draw. */
static uint64_t errors_of(const tlb_context *context)
{
    return tlb_severity_total(context, TLB_ERROR) - tlb_code_total(context, TLB_CODE_NOT_SUPPORTED);
}

static tlb_status run_cancelled(const char *file, const operation *o, const char *folder, countdown *c)
{
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .cancel = {count_down, c}});
    if (!context)
        return TLB_CANCELLED;
    tlb_status status = run(context, file, o, folder);
    if (status == TLB_CANCELLED)
        assert_int_equal(errors_of(context), 0);
    tlb_context_free(context);
    return status;
}

static tlb_status run_limited(const char *file, const operation *o, const char *folder, uint64_t *work)
{
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_work = *work});
    assert_non_null(context);
    tlb_status status = run(context, file, o, folder);
    assert_int_equal(errors_of(context), status ? 1 : 0);
    assert_int_equal(tlb_code_total(context, TLB_CODE_WORK_LIMIT), status ? 1 : 0);
    *work = tlb_work_done(context);
    tlb_context_free(context);
    return status;
}

static bool is_empty(tlb_context *context, const char *folder)
{
    tlb_arena arena;
    tlb_entries entries;
    tlb_arena_init(&arena, context->account);
    assert_int_equal(tlb_folder_list(context, &arena, folder, &entries), TLB_OK);
    tlb_arena_release(&arena);
    return !entries.count;
}

static void assert_cancels(const char *file, const operation *o)
{
    uint32_t cancelled = 0;
    countdown all = {.left = UINT64_MAX};
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *used = make_temporary_folder(&arena), *folder = make_temporary_folder(&arena);
    assert_int_equal(run_cancelled(file, o, used, &all), TLB_OK);
    uint64_t step = all.asked / MOMENTS + 1;
    for (uint64_t moment = 1; moment <= all.asked; moment += step) {
        countdown c = {.left = moment};
        tlb_status status = run_cancelled(file, o, folder, &c);
        if (status && status != TLB_CANCELLED)
            fail_msg("%s of %s, cancelled at %llu of %llu: %s", o->name, file, (unsigned long long)moment,
                     (unsigned long long)all.asked, tlb_status_text(status));
        assert_true(status == TLB_OK || is_empty(context, folder));
        cancelled += status == TLB_CANCELLED;
        if (!status) { /* so late that all was done */
            remove_folder(folder);
            folder = make_temporary_folder(&arena);
        }
    }
    assert_true(cancelled);
    remove_folder(folder);
    remove_folder(used);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

static void assert_is_limited(const char *file, const operation *o)
{
    uint64_t all = UINT64_MAX, again = UINT64_MAX;
    uint32_t limited = 0;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    assert_int_equal(run_limited(file, o, folder, &all), TLB_OK);
    assert_int_equal(run_limited(file, o, folder, &again), TLB_OK);
    assert_int_equal(all, again);
    remove_folder(folder);
    folder = make_temporary_folder(&arena);
    for (uint64_t moment = 1; moment < all; moment += all / MOMENTS + 1) {
        uint64_t work = moment;
        tlb_status status = run_limited(file, o, folder, &work);
        if (status && status != TLB_LIMIT)
            fail_msg("%s of %s, with %llu of %llu steps: %s", o->name, file, (unsigned long long)moment,
                     (unsigned long long)all, tlb_status_text(status));
        assert_true(status == TLB_OK || is_empty(context, folder));
        limited += status == TLB_LIMIT;
    }
    assert_true(limited);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

static void for_every_operation(void (*assert_ends)(const char *file, const operation *o))
{
    static const operation of_models[] = {{"dump", dump},      {"map", map},    {"check", check},
                                          {"info", summarize}, {"save", save},  {"diff", compare},
                                          {"gltf", to_gltf},   {"iqm", to_iqm}, {"draw", draw}},
                           of_levels[] = {{"dif", to_dif}, {"dis", to_dis}},
                           of_archives[] = {{"extract", extract}, {"pack", pack}, {"diff", compare}};
    static const char *const models[] = {"samples/rooms.dif",         "samples/windmill.dts",
                                         "samples/courtyard.roo",     "samples/lighthouse.nff",
                                         "samples/darkstar/hall.dis", "samples/trilobite.iqe"};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (size_t o = 0; o < sizeof of_models / sizeof *of_models; o++)
            assert_ends(models[m], &of_models[o]);
    assert_ends("samples/rooms.dif", &(operation){"edit", edit});
    for (size_t o = 0; o < sizeof of_levels / sizeof *of_levels; o++)
        assert_ends("samples/hut.map", &of_levels[o]);
    for (size_t o = 0; o < sizeof of_archives / sizeof *of_archives; o++)
        assert_ends("samples/outpost.vol", &of_archives[o]);
}

static void every_operation_can_be_cancelled(void **state)
{
    (void)state;
    for_every_operation(assert_cancels);
}

static void every_operation_keeps_to_the_limit_of_work(void **state)
{
    (void)state;
    for_every_operation(assert_is_limited);
}

/* Each call of a context that has done too much ends, until its work is cleared. */
static void a_context_goes_on_when_its_work_is_cleared(void **state)
{
    enum { LIMIT = 2000 };
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_work = LIMIT});
    tlb_document *document;
    (void)state;
    for (int i = 0; i < 1000 && tlb_work_done(context) <= LIMIT; i++) {
        tlb_open_path(context, "samples/lighthouse.nff", NULL, &document);
        tlb_document_free(document);
    }
    assert_int_equal(tlb_open_path(context, "samples/lighthouse.nff", NULL, &document), TLB_LIMIT);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 1);
    assert_string_equal(tlb_diagnostic_at(context, 0)->file, "samples/lighthouse.nff");
    tlb_work_clear(context);
    assert_int_equal(tlb_work_done(context), 0);
    assert_int_equal(tlb_open_path(context, "samples/lighthouse.nff", NULL, &document), TLB_OK);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* A call that was cancelled says nothing about the next. */
static void a_context_goes_on_after_a_cancelled_call(void **state)
{
    countdown c = {.left = 3};
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .cancel = {count_down, &c}});
    tlb_document *document;
    (void)state;
    assert_int_equal(tlb_open_path(context, "samples/lighthouse.nff", NULL, &document), TLB_CANCELLED);
    assert_null(document);
    c.left = UINT64_MAX;
    assert_int_equal(tlb_open_path(context, "samples/no-such-file.nff", NULL, &document), TLB_NOT_FOUND);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_int_equal(tlb_open_path(context, "samples/lighthouse.nff", NULL, &document), TLB_OK);
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_can_be_cancelled),
        cmocka_unit_test(a_context_goes_on_after_a_cancelled_call),
        cmocka_unit_test(every_operation_keeps_to_the_limit_of_work),
        cmocka_unit_test(a_context_goes_on_when_its_work_is_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
