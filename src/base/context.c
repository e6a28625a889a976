#include "base/context.h"
#include "base/argument.h"

#include "base/platform.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error                                                                                                       \
    "float must be computed as float, or the bytes of files differ from other machines: -msse2 -mfpmath=sse"
#endif

const char *tlb_version(void)
{
#define TEXT(x)   #x
#define NUMBER(x) TEXT(x)
    return NUMBER(TLB_VERSION_MAJOR) "." NUMBER(TLB_VERSION_MINOR) "." NUMBER(TLB_VERSION_PATCH);
}

static const struct {
    const char *name, *meaning;
    tlb_code code;
    tlb_severity severity;
} codes[TLB_CODES + 1] = {
#define TLB_CODE(number, name, severity, meaning) {#name, meaning, TLB_CODE_##name, TLB_##severity},
#include "trilobite/diagnostics.def"
#undef TLB_CODE
    {"UNKNOWN", "A code that this version of the library does not know.", 0, TLB_ERROR},
};

size_t tlb_code_count(void)
{
    return TLB_CODES;
}

tlb_code tlb_code_at(size_t index)
{
    return codes[index < TLB_CODES ? index : TLB_CODES].code;
}

size_t tlb_code_index(tlb_code code)
{
    switch (code) {
#define TLB_CODE(number, name, severity, meaning)                                                            \
    case TLB_CODE_##name:                                                                                    \
        return TLB_CODE_INDEX_##name;
#include "trilobite/diagnostics.def"
#undef TLB_CODE
    }
    return TLB_CODES;
}

const char *tlb_code_name(tlb_code code)
{
    return codes[tlb_code_index(code)].name;
}

const char *tlb_code_meaning(tlb_code code)
{
    return codes[tlb_code_index(code)].meaning;
}

tlb_severity tlb_code_severity(tlb_code code)
{
    return codes[tlb_code_index(code)].severity;
}

const char *tlb_severity_name(tlb_severity severity)
{
    static const char *const names[] = {"note", "warning", "error"};
    return (unsigned)severity < sizeof names / sizeof *names ? names[severity] : "unknown";
}

const char *tlb_status_text(tlb_status status)
{
    static const char *const texts[] = {
        [TLB_OK] = "done",
        [TLB_INVALID] = "invalid input",
        [TLB_UNSUPPORTED] = "not supported",
        [TLB_ARGUMENT] = "invalid argument",
        [TLB_NO_MEMORY] = "out of memory",
        [TLB_LIMIT] = "a limit was exceeded",
        [TLB_NOT_FOUND] = "not found",
        [TLB_READ_FAILED] = "cannot be read",
        [TLB_WRITE_FAILED] = "cannot be written",
        [TLB_CANCELLED] = "cancelled",
    };
    return (unsigned)status < sizeof texts / sizeof *texts ? texts[status] : "unknown status";
}

static void *default_allocate(void *user, size_t size)
{
    (void)user;
    return tlb_memory_allocate(size);
}

static void default_release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

bool tlb_copy_struct(void *own, size_t size, const void *given)
{
    size_t given_size;
    memcpy(&given_size, given, sizeof given_size);
    for (size_t i = size; i < given_size; i++)
        if (((const uint8_t *)given)[i])
            return false;
    if (given_size && given_size < sizeof given_size)
        return false;
    memset(own, 0, size);
    memcpy(own, given, given_size < size ? given_size : size);
    memcpy(own, &size, sizeof size);
    return true;
}

/* The caller's context, with what it and those of documents share. */
typedef struct root {
    tlb_context context;
    tlb_session session;
} root;

static bool sets_files(const tlb_file_system *files)
{
    return files->kind || files->size || files->read || files->list || files->map || files->unmap;
}

/* All callbacks that must be there, or none. */
static bool is_whole(const tlb_file_system *files)
{
    bool all = files->kind && files->size && files->read && files->list && !files->map == !files->unmap;
    return all || !sets_files(files);
}

static bool sets_members(const tlb_context_options *o)
{
    return o->allocator.allocate || o->allocator.release || o->max_bytes || o->max_allocations ||
           o->max_nesting || o->max_per_code || o->directory_cache || o->cancel.is_cancelled ||
           sets_files(&o->files) || o->max_work || o->map_files;
}

tlb_context *tlb_context_make(const tlb_context_options *options, const struct tlb_format *const *formats)
{
    tlb_context_options o = TLB_CONTEXT_OPTIONS_INIT;
    if (options && !options->struct_size && sets_members(options))
        return NULL;
    if ((options && !tlb_copy_struct(&o, sizeof o, options)) || !is_whole(&o.files))
        return NULL;
    if (!o.allocator.allocate)
        o.allocator = (tlb_allocator){default_allocate, default_release, NULL};
    root *made = o.allocator.allocate(o.allocator.user, sizeof *made);
    if (!made)
        return NULL;
    tlb_session *session = &made->session;
    *session = (tlb_session){
        .account = {.allocator = o.allocator,
                    .max_bytes = o.max_bytes ? o.max_bytes : UINT64_C(16) << 30,
                    .max_allocations = o.max_allocations ? o.max_allocations : UINT64_MAX,
                    .max_work = o.max_work ? o.max_work : UINT64_MAX,
                    .cancel = o.cancel},
        .max_nesting = o.max_nesting ? o.max_nesting : 64,
        .max_per_code = o.max_per_code ? o.max_per_code : 20,
        .directory_cache = o.directory_cache,
        .files = o.files,
        .map_files = o.map_files,
        .formats = formats,
    };
    tlb_arena_init(&session->arena, &session->account);
    made->context = (tlb_context){session, &session->account, "", &session->no_document};
    return &made->context;
}

tlb_context tlb_context_about(const tlb_context *context, const char *file, tlb_tally *tally)
{
    return (tlb_context){context->session, context->account, file, tally ? tally : context->tally};
}

tlb_arena *tlb_arena_create(tlb_context *context)
{
    if (!context)
        return NULL;
    tlb_arena *arena = tlb_allocate(context->account, sizeof *arena, NULL);
    if (arena)
        tlb_arena_init(arena, context->account);
    return arena;
}

bool tlb_arena_failed(const tlb_arena *arena)
{
    if (!arena)
        return true;
    return arena->failure;
}

void tlb_arena_free(tlb_arena *arena)
{
    if (!arena)
        return;
    tlb_account *account = arena->account;
    tlb_arena_release(arena);
    tlb_release(account, arena, sizeof *arena);
}

void tlb_context_free(tlb_context *context)
{
    if (!context)
        return;
    tlb_arena_release(&context->session->arena);
    tlb_allocator allocator = context->account->allocator;
    allocator.release(allocator.user, context, sizeof(root));
}

size_t tlb_diagnostic_count(const tlb_context *context)
{
    if (!context)
        return 0;
    return context->session->diagnostics.count;
}

const tlb_diagnostic *tlb_diagnostic_at(const tlb_context *context, size_t index)
{
    if (!context)
        return NULL;
    return index < context->session->diagnostics.count ? &context->session->diagnostics.data[index] : NULL;
}

static uint64_t *document_totals(const tlb_context *context)
{
    if (context->tally->serial != context->session->serial)
        *context->tally = (tlb_tally){.serial = context->session->serial};
    return context->tally->totals;
}

static const uint64_t *totals_of(const tlb_context *context)
{
    const tlb_session *session = context->session;
    return context->tally == &session->no_document ? session->totals : document_totals(context);
}

uint64_t tlb_severity_total(const tlb_context *context, tlb_severity severity)
{
    if (!context)
        return 0;
    const uint64_t *totals = totals_of(context);
    uint64_t total = 0;
    for (size_t i = 0; i <= TLB_CODES; i++)
        if (codes[i].severity == severity)
            total += totals[i];
    return total;
}

uint64_t tlb_code_total(const tlb_context *context, tlb_code code)
{
    if (!context)
        return 0;
    return totals_of(context)[tlb_code_index(code)];
}

void tlb_diagnostics_clear(tlb_context *context)
{
    if (!context)
        return;
    tlb_session *session = context->session;
    tlb_arena_release(&session->arena);
    tlb_arena_init(&session->arena, context->account);
    memset(&session->diagnostics, 0, sizeof session->diagnostics);
    memset(session->totals, 0, sizeof session->totals);
    session->serial++;
}

uint64_t tlb_work_done(const tlb_context *context)
{
    if (!context)
        return 0;
    return context->account->work;
}

void tlb_work_clear(tlb_context *context)
{
    if (!context)
        return;
    context->account->work = 0;
    context->account->stopped = TLB_OK;
    context->account->limit_reported = false;
}

uint64_t tlb_memory_now(const tlb_context *context)
{
    if (!context)
        return 0;
    return context->account->bytes;
}

uint64_t tlb_memory_peak(const tlb_context *context)
{
    if (!context)
        return 0;
    return context->account->peak;
}

uint64_t tlb_tally_of(const tlb_context *context, tlb_code code)
{
    return document_totals(context)[tlb_code_index(code)];
}

static void count(tlb_context *context, size_t index)
{
    context->session->totals[index]++;
    document_totals(context)[index]++;
}

bool tlb_is_kept(tlb_context *context, tlb_code code)
{
    size_t index = tlb_code_index(code);
    bool kept = document_totals(context)[index] < context->session->max_per_code;
    if (!kept)
        count(context, index);
    return kept;
}

/* Without memory for it, "" or what is said in its place. */
static const char *keep_text(tlb_context *context, const char *text, size_t size, const char *instead)
{
    tlb_text copy = tlb_copy_text(&context->session->arena, text, size);
    return copy.data ? copy.data : instead;
}

static const char *keep_word(tlb_context *context, const char *word)
{
    return word ? keep_text(context, word, strlen(word), NULL) : NULL;
}

/* Those about one file share its name, which may be longer than all else. */
static const char *keep_file(tlb_context *context)
{
    const tlb_session *session = context->session;
    uint32_t count = session->diagnostics.count;
    const char *last = count ? session->diagnostics.data[count - 1].file : "";
    return strcmp(last, context->file) == 0 ? last
                                            : keep_text(context, context->file, strlen(context->file), "");
}

static void report(tlb_context *context, tlb_code code, uint64_t offset, const char *path, tlb_remedy remedy,
                   const char *format, va_list arguments)
{
    if (context->account->stopped || !tlb_is_kept(context, code))
        return;
    size_t index = tlb_code_index(code);
    count(context, index);
    char message[1024];
    int size = format ? vsnprintf(message, sizeof message, format, arguments) : -1;
    size_t length = size < 0 ? 0 : (size_t)size < sizeof message ? (size_t)size : sizeof message - 1;
    /* Without memory for a string the diagnostic is kept, with less text. */
    const char *file = keep_file(context);
    tlb_diagnostic *diagnostic = TLB_PUSH(&context->session->arena, &context->session->diagnostics);
    if (!diagnostic)
        return;
    *diagnostic = (tlb_diagnostic){
        .severity = codes[index].severity,
        .code = code,
        .offset = offset,
        .file = file,
        .path = keep_text(context, path, path ? strlen(path) : 0, ""),
        .message = format ? keep_text(context, message, length, codes[index].meaning) : codes[index].meaning,
        .remedy = {keep_word(context, remedy.option), keep_word(context, remedy.value)},
    };
}

void tlb_report(tlb_context *context, tlb_code code, uint64_t offset, const char *path, const char *format,
                ...)
{
    if (!context)
        return;
    va_list arguments;
    va_start(arguments, format);
    report(context, code, offset, path, (tlb_remedy){0}, format, arguments);
    va_end(arguments);
}

void tlb_report_remedy(tlb_context *context, tlb_code code, uint64_t offset, const char *path,
                       tlb_remedy remedy, const char *format, ...)
{
    if (!context)
        return;
    va_list arguments;
    va_start(arguments, format);
    report(context, code, offset, path, remedy, format, arguments);
    va_end(arguments);
}

/* Once, and there is memory for it. */
static void report_work(tlb_context *context)
{
    tlb_account *account = context->account;
    uint64_t max_work = account->max_work;
    if (account->limit_reported)
        return;
    account->limit_reported = true;
    account->stopped = TLB_OK;
    account->max_work = UINT64_MAX;
    tlb_report(context, TLB_CODE_WORK_LIMIT, TLB_NO_OFFSET, NULL,
               "stopped after %llu steps of work, the limit", (unsigned long long)max_work);
    account->max_work = max_work;
    account->stopped = TLB_LIMIT;
}

tlb_status tlb_report_failure(tlb_context *context, tlb_status status)
{
    TLB_REQUIRE(NULL, context);
    if (status == TLB_LIMIT && context->account->stopped == TLB_LIMIT)
        report_work(context);
    else if (status == TLB_LIMIT)
        tlb_report(context, TLB_CODE_MEMORY_LIMIT, TLB_NO_OFFSET, NULL, "the memory limit was exceeded");
    else if (status == TLB_NO_MEMORY)
        tlb_report(context, TLB_CODE_OUT_OF_MEMORY, TLB_NO_OFFSET, NULL, "out of memory");
    return status;
}

/* Why something was not even begun: it takes little, so it was a limit only if that is all but reached. */
static tlb_status why_not_begun(const tlb_account *account)
{
    enum { LITTLE = 8192 };
    bool no_room = account->max_bytes - account->bytes < LITTLE;
    return account->stopped                                              ? account->stopped
           : no_room || account->allocations >= account->max_allocations ? TLB_LIMIT
                                                                         : TLB_NO_MEMORY;
}

tlb_status tlb_report_memory(tlb_context *context, const tlb_arena *arena)
{
    TLB_REQUIRE(NULL, context);
    return tlb_report_failure(context,
                              arena && arena->failure ? arena->failure : why_not_begun(context->account));
}

tlb_status tlb_memory_status(tlb_context *context, const tlb_arena *arena, tlb_status status)
{
    return !arena->failure ? TLB_OK : tlb_is_fatal(status) ? status : tlb_report_memory(context, arena);
}

tlb_status tlb_final_status(tlb_context *context, tlb_status status)
{
    tlb_status stopped = context->account->stopped;
    return status && stopped ? tlb_report_failure(context, stopped) : status;
}

tlb_report_mark tlb_report_mark_get(const tlb_context *context)
{
    tlb_report_mark mark = {.count = context->session->diagnostics.count};
    memcpy(mark.totals, context->session->totals, sizeof mark.totals);
    mark.tally = *context->tally;
    return mark;
}

void tlb_report_rewind(tlb_context *context, const tlb_report_mark *mark)
{
    context->session->diagnostics.count = mark->count;
    memcpy(context->session->totals, mark->totals, sizeof mark->totals);
    *context->tally = mark->tally;
    context->account->limit_reported &= !context->account->stopped;
}

void tlb_report_withdraw(tlb_context *context, tlb_code code)
{
    tlb_session *session = context->session;
    size_t index = tlb_code_index(code);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < session->diagnostics.count; i++) {
        const tlb_diagnostic *d = &session->diagnostics.data[i];
        if (d->code != code || strcmp(d->file, context->file) != 0)
            session->diagnostics.data[kept++] = *d;
    }
    session->diagnostics.count = kept;
    session->totals[index] -= document_totals(context)[index];
    document_totals(context)[index] = 0;
}
