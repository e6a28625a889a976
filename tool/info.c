#include "tool.h"

#include <string.h>

static void print_numbers(job *j, const tlb_value *list)
{
    for (const tlb_value *v = list ? list->as.members.first : NULL; v; v = v->next) {
        text_json(&j->out, j->context, v, true);
        text_add(&j->out, v->next ? " " : "");
    }
}

static void print_bounds(job *j, const tlb_value *bounds)
{
    print_numbers(j, tlb_value_get(bounds, "min"));
    text_add(&j->out, " to ");
    print_numbers(j, tlb_value_get(bounds, "max"));
}

static void print_animations(job *j, const tlb_value *list)
{
    for (const tlb_value *v = list->as.members.first; v; v = v->next) {
        tlb_text name = tlb_value_get(v, "name")->as.text;
        text_printable(&j->out, name.data, name.size);
        text_print(&j->out, " (%g s)%s", tlb_value_get(v, "seconds")->as.real, v->next ? ", " : "");
    }
}

static bool is_nothing(const tlb_value *value)
{
    bool holds = value->kind == TLB_VALUE_LIST || value->kind == TLB_VALUE_TABLE;
    bool zero = value->kind == TLB_VALUE_INTEGER && !value->as.integer;
    return value->kind == TLB_VALUE_NULL || zero || (holds && !value->as.members.first);
}

/* What the file does not have is left out. */
static void print_info(job *j, const tlb_value *table)
{
    for (const tlb_value *v = table->as.members.first; v; v = v->next) {
        bool bounds = strcmp(v->key, "bounds") == 0, animations = strcmp(v->key, "animations") == 0;
        if (is_nothing(v))
            continue;
        if (!bounds && !animations) {
            print_member(&j->out, j->context, v, 1);
            continue;
        }
        text_print(&j->out, "  %s: ", v->key);
        (bounds ? print_bounds : print_animations)(j, v);
        text_byte(&j->out, '\n');
    }
}

static exit_code info(job *j)
{
    tlb_document *document;
    const tlb_value *table = NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_info(document, &table);
    if (j->options->json) {
        tlb_value *all = begin_table(j);
        if (status)
            tlb_value_add_text(j->arena, all, "error", tlb_status_text(status));
        if (all && all->as.members.last && table) {
            all->as.members.last->next = table->as.members.first;
            all->as.members.last = table->as.members.last;
        }
        report_table(j, all);
    } else if (table) {
        print_text(&j->out, j->path);
        text_byte(&j->out, '\n');
        print_info(j, table);
    }
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_info(const options *o)
{
    return run_report_jobs(o, info, NULL, NULL);
}
