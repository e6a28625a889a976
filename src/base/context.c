#include "base/context.h"
#include "base/argument.h"

#include "base/platform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    bool no_size = !given_size;
    for (size_t i = no_size ? 0 : size; i < (no_size ? size : given_size); i++)
        if (((const uint8_t *)given)[i])
            return false;
    if (!no_size && given_size < sizeof given_size)
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

tlb_context *tlb_context_make(const tlb_context_options *options, const struct tlb_format *const *formats)
{
    tlb_context_options o = TLB_CONTEXT_OPTIONS_INIT;
    if (options && !tlb_copy_struct(&o, sizeof o, options))
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
                    .cancel = o.cancel},
        .max_nesting = o.max_nesting ? o.max_nesting : 64,
        .max_per_code = o.max_per_code ? o.max_per_code : 20,
        .directory_cache = o.directory_cache,
        .formats = formats,
    };
    tlb_arena_init(&session->arena, &session->account);
    made->context = (tlb_context){session, &session->account, ""};
    return &made->context;
}

tlb_context tlb_context_about(const tlb_context *context, const char *file)
{
    return (tlb_context){context->session, context->account, file};
}

tlb_arena *tlb_arena_create(tlb_context *context)
{
    if (!context)
        return NULL;
    tlb_arena *arena = tlb_allocate(context->account, sizeof *arena);
    if (arena)
        tlb_arena_init(arena, context->account);
    return arena;
}

bool tlb_arena_failed(const tlb_arena *arena)
{
    if (!arena)
        return true;
    return arena->failed;
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

uint64_t tlb_severity_total(const tlb_context *context, tlb_severity severity)
{
    if (!context)
        return 0;
    uint64_t total = 0;
    for (size_t i = 0; i <= TLB_CODES; i++)
        if (codes[i].severity == severity)
            total += context->session->totals[i];
    return total;
}

uint64_t tlb_code_total(const tlb_context *context, tlb_code code)
{
    if (!context)
        return 0;
    return context->session->totals[tlb_code_index(code)];
}

void tlb_diagnostics_clear(tlb_context *context)
{
    if (!context)
        return;
    tlb_arena_release(&context->session->arena);
    tlb_arena_init(&context->session->arena, context->account);
    memset(&context->session->diagnostics, 0, sizeof context->session->diagnostics);
    memset(context->session->totals, 0, sizeof context->session->totals);
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

void tlb_report(tlb_context *context, tlb_code code, uint64_t offset, const char *path, const char *format,
                ...)
{
    if (!context)
        return;
    size_t index = tlb_code_index(code);
    if (context->account->cancelled)
        return;
    if (++context->session->totals[index] > context->session->max_per_code)
        return;
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    int size = format ? vsnprintf(message, sizeof message, format, arguments) : -1;
    va_end(arguments);
    size_t length = size < 0 ? 0 : (size_t)size < sizeof message ? (size_t)size : sizeof message - 1;
    /* Without memory for a string the diagnostic is kept, with less text. */
    tlb_diagnostic *diagnostic = TLB_PUSH(&context->session->arena, &context->session->diagnostics);
    if (!diagnostic)
        return;
    tlb_text file = tlb_copy_text(&context->session->arena, context->file, strlen(context->file));
    tlb_text where = tlb_copy_text(&context->session->arena, path ? path : "", path ? strlen(path) : 0);
    tlb_text what = tlb_copy_text(&context->session->arena, message, length);
    *diagnostic = (tlb_diagnostic){.severity = codes[index].severity,
                                   .code = code,
                                   .offset = offset,
                                   .file = file.data ? file.data : "",
                                   .path = where.data ? where.data : "",
                                   .message = format && what.data ? what.data : codes[index].meaning};
}

tlb_status tlb_report_memory(tlb_context *context)
{
    TLB_REQUIRE(NULL, context);
    tlb_status status = context->account->failure ? context->account->failure : TLB_NO_MEMORY;
    if (status == TLB_LIMIT)
        tlb_report(context, TLB_CODE_MEMORY_LIMIT, TLB_NO_OFFSET, NULL, "the memory limit was exceeded");
    else
        tlb_report(context, TLB_CODE_OUT_OF_MEMORY, TLB_NO_OFFSET, NULL, "out of memory");
    return status;
}

tlb_report_mark tlb_report_mark_get(const tlb_context *context)
{
    tlb_report_mark mark = {.count = context->session->diagnostics.count};
    memcpy(mark.totals, context->session->totals, sizeof mark.totals);
    return mark;
}

void tlb_report_rewind(tlb_context *context, const tlb_report_mark *mark)
{
    context->session->diagnostics.count = mark->count;
    memcpy(context->session->totals, mark->totals, sizeof mark->totals);
}

void tlb_report_withdraw(tlb_context *context, tlb_code code)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < context->session->diagnostics.count; i++)
        if (context->session->diagnostics.data[i].code != code)
            context->session->diagnostics.data[kept++] = context->session->diagnostics.data[i];
    context->session->diagnostics.count = kept;
    context->session->totals[tlb_code_index(code)] = 0;
}
