#include "tool.h"

#include "base/platform.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool colored(void)
{
    const char *no_color = getenv("NO_COLOR");
    return tlb_is_terminal(stderr) && !(no_color && *no_color);
}

static bool write_stderr(void *user, const void *data, size_t size)
{
    (void)user;
    return !size || fwrite(data, 1, size, stderr) == size;
}

static void append_printable(tlb_buffer *out, const char *text, size_t size)
{
    char *p = (char *)tlb_buffer_grow(out, TLB_PRINTABLE * size);
    if (p)
        out->size = (size_t)((uint8_t *)tlb_printable(p, text, size) - out->data);
}

void print_text(tlb_buffer *out, const char *text)
{
    append_printable(out, text, strlen(text));
}

static void print_diagnostic(tlb_buffer *out, const tlb_diagnostic *d, bool color)
{
    static const char *const colors[] = {"\033[36m", "\033[33m", "\033[31m"};
    char offset[32];
    if (*d->file) {
        print_text(out, d->file);
        tlb_buffer_text(out, ":");
    }
    snprintf(offset, sizeof offset, "0x%llx:", (unsigned long long)d->offset);
    if (d->offset != TLB_NO_OFFSET)
        tlb_buffer_text(out, offset);
    tlb_buffer_text(out, *d->file || d->offset != TLB_NO_OFFSET ? " " : "");
    tlb_buffer_text(out, color ? colors[d->severity] : "");
    tlb_buffer_text(out, tlb_severity_name(d->severity));
    tlb_buffer_text(out, color ? "\033[0m[" : "[");
    tlb_buffer_text(out, tlb_code_name(d->code));
    tlb_buffer_text(out, *d->path ? "] " : "]");
    print_text(out, d->path);
    tlb_buffer_text(out, ": ");
    print_text(out, d->message);
}

static void print_more(tlb_buffer *out, const char *format, uint64_t more)
{
    char line[80];
    snprintf(line, sizeof line, format, (unsigned long long)more);
    tlb_buffer_text(out, line);
}

/* Those that the context has counted, not kept. */
static void print_rest(tlb_buffer *out, const tlb_context *context, tlb_code code, uint64_t more)
{
    const char *file = tlb_diagnostic_count(context) ? tlb_diagnostic_at(context, 0)->file : "";
    print_text(out, file);
    tlb_buffer_text(out, *file ? ": " : "");
    tlb_buffer_text(out, tlb_severity_name(tlb_code_severity(code)));
    tlb_buffer_text(out, "[");
    tlb_buffer_text(out, tlb_code_name(code));
    print_more(out, "]: %llu more; --all lists them\n", more);
}

/* Each of these is about another file. */
static bool is_each_told(tlb_code code)
{
    return code == TLB_CODE_ASSET_MISSING || code == TLB_CODE_BAD_IMAGE;
}

void report_diagnostics(const tlb_context *context, bool once)
{
    uint64_t *told = calloc(tlb_code_count(), sizeof *told);
    if (!told)
        return;
    bool color = colored();
    tlb_account account = {
        .allocator = context->account.allocator, .max_bytes = UINT64_MAX, .max_allocations = UINT64_MAX};
    tlb_buffer out = {.account = &account, .flush = write_stderr};
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        bool alone = once && !is_each_told(d->code);
        uint64_t more = tlb_code_total(context, d->code) - 1;
        if (told[tlb_code_index(d->code)]++ && alone)
            continue;
        print_diagnostic(&out, d, color);
        if (alone && more)
            print_more(&out, " (and %llu more like it; --all lists them)", more);
        tlb_buffer_byte(&out, '\n');
    }
    for (size_t i = 0; i < tlb_code_count(); i++) {
        tlb_code code = tlb_code_at(i);
        uint64_t total = tlb_code_total(context, code);
        if (total > told[i] && (!once || is_each_told(code)))
            print_rest(&out, context, code, total - told[i]);
    }
    free(told);
    tlb_buffer_finish(&out);
    tlb_buffer_free(&out);
}

void report_json(const tlb_context *context, tlb_json *json)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        const char *severity = tlb_severity_name(d->severity), *code = tlb_code_name(d->code);
        tlb_json_open(json, NULL, '{', true);
        tlb_json_text(json, "severity", severity, strlen(severity));
        tlb_json_text(json, "code", code, strlen(code));
        if (d->offset != TLB_NO_OFFSET)
            tlb_json_unsigned(json, "offset", d->offset);
        tlb_json_text(json, "path", d->path, strlen(d->path));
        tlb_json_text(json, "message", d->message, strlen(d->message));
        tlb_json_close(json);
    }
}

void usage_error(const char *format, ...)
{
    char message[1024], shown[TLB_PRINTABLE * sizeof message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    char *end = tlb_printable(shown, message, strlen(message));
    fprintf(stderr, "trilobite: %.*s\n", (int)(end - shown), shown);
}

exit_code exit_code_of(tlb_status status)
{
    switch (status) {
    case TLB_OK:
        return EXIT_DONE;
    case TLB_INVALID:
    case TLB_UNSUPPORTED:
    case TLB_NOT_FOUND:
    case TLB_READ_FAILED:
    case TLB_LIMIT:
        return EXIT_INPUT;
    case TLB_ARGUMENT:
        return EXIT_USAGE;
    case TLB_WRITE_FAILED:
        return EXIT_OUTPUT;
    case TLB_NO_MEMORY:
        break;
    }
    return EXIT_INTERNAL;
}

bool write_stdout(void *user, const void *data, size_t size)
{
    (void)user;
    return !size || fwrite(data, 1, size, stdout) == size;
}

static void print_scalar(tlb_buffer *out, const tlb_value *value)
{
    tlb_json json = {.out = out};
    if (value->kind == TLB_VALUE_TEXT)
        append_printable(out, value->as.text.data, value->as.text.size);
    else
        tlb_value_write(&json, NULL, value);
}

static bool is_flat(const tlb_value *list)
{
    for (const tlb_value *v = list->as.members.first; v; v = v->next)
        if (v->kind == TLB_VALUE_LIST || v->kind == TLB_VALUE_TABLE)
            return false;
    return true;
}

static void print_flat(tlb_buffer *out, const tlb_value *list)
{
    for (const tlb_value *v = list->as.members.first; v; v = v->next) {
        print_scalar(out, v);
        if (v->next)
            tlb_buffer_text(out, v->kind == TLB_VALUE_TEXT ? ", " : " ");
    }
}

void print_value(tlb_buffer *out, const tlb_value *value, int depth)
{
    for (const tlb_value *v = value->as.members.first; v; v = v->next) {
        for (int i = 0; i < depth; i++)
            tlb_buffer_text(out, "  ");
        print_text(out, v->key ? v->key : "-");
        bool nested = v->kind == TLB_VALUE_TABLE || (v->kind == TLB_VALUE_LIST && !is_flat(v));
        tlb_buffer_text(out, v->key ? (nested ? ":" : ": ") : (nested ? "" : " "));
        if (!nested && v->kind == TLB_VALUE_LIST)
            print_flat(out, v);
        else if (!nested)
            print_scalar(out, v);
        tlb_buffer_byte(out, '\n');
        if (nested)
            print_value(out, v, depth + 1);
    }
}
