#include "tool.h"

#include "base/platform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool colored(void)
{
    const char *no_color = getenv("NO_COLOR");
    return tlb_is_terminal(stderr) && !(no_color && *no_color);
}

/* What a terminal would take for orders is shown as question marks: names in files may be anything. */
static void print_text(const char *text)
{
    for (; *text; text++)
        fputc((uint8_t)*text < ' ' || *text == 0x7f ? '?' : *text, stderr);
}

static void print_diagnostic(const tlb_diagnostic *d, bool color)
{
    static const char *const colors[] = {"\033[36m", "\033[33m", "\033[31m"};
    if (*d->file)
        fprintf(stderr, "%s:", d->file);
    if (d->offset != TLB_NO_OFFSET)
        fprintf(stderr, "0x%llx:", (unsigned long long)d->offset);
    fprintf(stderr, "%s%s%s%s[%s]", *d->file || d->offset != TLB_NO_OFFSET ? " " : "",
            color ? colors[d->severity] : "", tlb_severity_name(d->severity), color ? "\033[0m" : "",
            tlb_code_name(d->code));
    if (*d->path)
        fprintf(stderr, " %s", d->path);
    fputs(": ", stderr);
    print_text(d->message);
    fputc('\n', stderr);
}

void report_diagnostics(const tlb_context *context)
{
    uint64_t kept[TLB_CODE_COUNT] = {0};
    bool color = colored();
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        print_diagnostic(d, color);
        kept[d->code]++;
    }
    const char *file = tlb_diagnostic_count(context) ? tlb_diagnostic_at(context, 0)->file : "";
    for (int code = 0; code < TLB_CODE_COUNT; code++) {
        uint64_t total = tlb_code_total(context, (tlb_code)code);
        if (total > kept[code])
            fprintf(stderr, "%s%s%s[%s]: %llu more\n", file, *file ? ": " : "",
                    tlb_severity_name(tlb_code_severity((tlb_code)code)), tlb_code_name((tlb_code)code),
                    (unsigned long long)(total - kept[code]));
    }
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
    va_list arguments;
    va_start(arguments, format);
    fputs("trilobite: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
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
        tlb_buffer_append(out, value->as.text.data, value->as.text.size);
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
        tlb_buffer_text(out, v->key ? v->key : "-");
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
