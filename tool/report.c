#include "tool.h"

#include "util/desktop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_text(text *out, const char *string)
{
    text_printable(out, string, strlen(string));
}

/* The option of a remedy as this command spells it. */
static const char *option_name(const tlb_remedy *remedy)
{
    return strcmp(remedy->option, "replace") == 0 ? "force" : remedy->option;
}

static bool is_at_fault(const tlb_diagnostic *d)
{
    return d->remedy.option && (d->code == TLB_CODE_BAD_OPTION || d->code == TLB_CODE_OPTION_UNUSED);
}

/* A palette is also looked for in folders of assets. */
static void print_remedy(const options *o, text *out, const tlb_remedy *remedy)
{
    const char *name = option_name(remedy);
    text_print(out, "; use %s--%s%s%s", command_takes(o->command, name) ? "" : "convert ", name,
               remedy->value ? " " : "", remedy->value ? remedy->value : "");
    if (strcmp(name, "palette") == 0)
        text_add(out, " or --assets FOLDER");
}

static void print_message(const options *o, text *out, const tlb_diagnostic *d)
{
    const tlb_remedy *remedy = &d->remedy;
    if (is_at_fault(d))
        text_print(out, "--%s: ", option_name(remedy));
    print_text(out, d->message);
    if (remedy->option && !is_at_fault(d))
        print_remedy(o, out, remedy);
}

static void print_diagnostic(const options *o, text *out, const tlb_diagnostic *d, bool color)
{
    static const char *const colors[] = {"\033[36m", "\033[33m", "\033[31m"};
    if (*d->file) {
        print_text(out, d->file);
        text_add(out, ":");
    }
    if (d->offset != TLB_NO_OFFSET)
        text_print(out, "0x%llx:", (unsigned long long)d->offset);
    text_add(out, *d->file || d->offset != TLB_NO_OFFSET ? " " : "");
    text_add(out, color ? colors[d->severity] : "");
    text_add(out, tlb_severity_name(d->severity));
    text_add(out, color ? "\033[0m[" : "[");
    text_add(out, tlb_code_name(d->code));
    text_add(out, *d->path ? "] " : "]");
    print_text(out, d->path);
    text_add(out, ": ");
    print_message(o, out, d);
}

/* Those that the context has counted, not kept. */
static void print_rest(text *out, const tlb_context *context, tlb_code code, uint64_t more)
{
    const char *file = tlb_diagnostic_count(context) ? tlb_diagnostic_at(context, 0)->file : "";
    print_text(out, file);
    text_add(out, *file ? ": " : "");
    text_add(out, tlb_severity_name(tlb_code_severity(code)));
    text_add(out, "[");
    text_add(out, tlb_code_name(code));
    text_print(out, "]: %llu more; use --all to list them\n", (unsigned long long)more);
}

/* Each of these is about another file. */
static bool is_each_reported(tlb_code code)
{
    return code == TLB_CODE_ASSET_MISSING || code == TLB_CODE_BAD_IMAGE;
}

static void flush_stderr(text *out)
{
    if (out->size)
        fwrite(out->data, 1, out->size, stderr);
    fflush(stderr); /* streams of Windows have no lines */
    out->size = 0;
}

/* Of several inputs, an option is reported once all are done, if none has used it. */
static bool is_left_out(const options *o, tlb_code code)
{
    return code == TLB_CODE_OPTION_UNUSED && is_batch(o);
}

void report_diagnostics(const options *o, const tlb_context *context)
{
    uint64_t *printed = calloc(tlb_code_count(), sizeof *printed);
    if (!printed)
        return;
    bool color = use_color(stderr);
    text out = {0};
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        bool alone = o->once && !is_each_reported(d->code);
        uint64_t more = tlb_code_total(context, d->code) - 1;
        if (is_left_out(o, d->code) || (printed[tlb_code_index(d->code)]++ && alone) ||
            (o->quiet && d->severity != TLB_ERROR))
            continue;
        print_diagnostic(o, &out, d, color);
        if (alone && more)
            text_print(&out, " (%llu more; use --all to list them)", (unsigned long long)more);
        text_byte(&out, '\n');
        flush_stderr(&out);
    }
    for (size_t i = 0; i < tlb_code_count(); i++) {
        tlb_code code = tlb_code_at(i);
        uint64_t total = tlb_code_total(context, code);
        if (total > printed[i] && !is_left_out(o, code) && (!o->once || is_each_reported(code)) &&
            (!o->quiet || tlb_code_severity(code) == TLB_ERROR))
            print_rest(&out, context, code, total - printed[i]);
    }
    free(printed);
    flush_stderr(&out);
    text_free(&out);
}

void report_json(const options *o, const tlb_context *context, tlb_arena *arena, tlb_value *list)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (is_left_out(o, d->code))
            continue;
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_text(arena, row, "severity", tlb_severity_name(d->severity));
        tlb_value_add_text(arena, row, "code", tlb_code_name(d->code));
        if (d->offset != TLB_NO_OFFSET)
            tlb_value_add_integer(arena, row, "offset", (int64_t)d->offset);
        tlb_value_add_text(arena, row, "path", d->path);
        tlb_value_add_text(arena, row, "message", d->message);
        if (!d->remedy.option)
            continue;
        tlb_value *remedy = tlb_value_add_table(arena, row, "remedy");
        tlb_value_add_text(arena, remedy, "option", option_name(&d->remedy));
        if (d->remedy.value)
            tlb_value_add_text(arena, remedy, "value", d->remedy.value);
    }
}

void usage_error(const char *format, ...)
{
    char message[1024], shown[TLB_PRINTABLE * sizeof message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    progress_clear();
    char *end = tlb_printable(message, strlen(message), shown);
    fprintf(stderr, "trilobite: %.*s\n", (int)(end - shown), shown);
    fflush(stderr);
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
    case TLB_CANCELLED:
        return EXIT_STOPPED;
    case TLB_NO_MEMORY:
        break;
    }
    return EXIT_INTERNAL;
}

bool write_stdout(void *user, const void *data, size_t size)
{
    (void)user;
    if (size && is_terminal(stdout))
        (((const char *)data)[size - 1] == '\n' ? progress_clear : progress_end)(); /* not within a line */
    return !size || fwrite(data, 1, size, stdout) == size;
}

static void print_scalar(text *out, tlb_context *context, const tlb_value *value)
{
    if (value->kind == TLB_VALUE_TEXT)
        text_printable(out, value->as.text.data, value->as.text.size);
    else
        text_json(out, context, value, false);
}

static bool is_flat(const tlb_value *list)
{
    for (const tlb_value *v = list->as.members.first; v; v = v->next)
        if (v->kind == TLB_VALUE_LIST || v->kind == TLB_VALUE_TABLE)
            return false;
    return true;
}

static void print_flat(text *out, tlb_context *context, const tlb_value *list)
{
    for (const tlb_value *v = list->as.members.first; v; v = v->next) {
        print_scalar(out, context, v);
        if (v->next)
            text_add(out, v->kind == TLB_VALUE_TEXT ? ", " : " ");
    }
}

void print_member(text *out, tlb_context *context, const tlb_value *value, int depth)
{
    bool nested = value->kind == TLB_VALUE_TABLE || (value->kind == TLB_VALUE_LIST && !is_flat(value));
    for (int i = 0; i < depth; i++)
        text_add(out, "  ");
    print_text(out, value->key ? value->key : "-");
    text_add(out, value->key ? (nested ? ":" : ": ") : (nested ? "" : " "));
    if (!nested && value->kind == TLB_VALUE_LIST)
        print_flat(out, context, value);
    else if (!nested)
        print_scalar(out, context, value);
    text_byte(out, '\n');
    if (nested)
        print_value(out, context, value, depth + 1);
}

void print_value(text *out, tlb_context *context, const tlb_value *value, int depth)
{
    for (const tlb_value *v = value->as.members.first; v; v = v->next)
        print_member(out, context, v, depth);
}
