/* The options of a conversion: those that the caller gives, and who uses them, all by the formats' tables. */
#include "core/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- rows ---------------------------------------------------------------------------------------------- */

bool tlb_option_next(const tlb_context *context, tlb_option_rows *at)
{
    const tlb_format *const *formats = context->session->formats;
    for (; formats[at->next_format]; at->next_format++, at->next_row = 0) {
        at->format = &formats[at->next_format]->info;
        at->option = at->format->options ? &at->format->options[at->next_row++] : NULL;
        if (at->option && at->option->name)
            return true;
    }
    at->option = NULL;
    return false;
}

bool tlb_option_same_row(const tlb_option_rows *a, const tlb_option_rows *b)
{
    return a->format == b->format && a->option == b->option;
}

tlb_options_type tlb_option_type(const tlb_option_rows *row)
{
    switch (row->option->place) {
    case TLB_OPTION_IN_FROM:
        return row->format->read_options;
    case TLB_OPTION_IN_TO:
        return row->format->write_options;
    case TLB_OPTION_IN_COMMON:
        break;
    }
    return (tlb_options_type){NULL, 0};
}

bool tlb_options_same_type(tlb_options_type a, tlb_options_type b)
{
    return a.name && b.name && strcmp(a.name, b.name) == 0;
}

const tlb_option_info *tlb_option_merge_row(const tlb_option_rows *row)
{
    const tlb_option_info *option = row->option;
    if (option->kind != TLB_OPTION_MERGE && !option->merged)
        return NULL;
    const tlb_option_info *list = row->format->options;
    while (list->name && (list->kind != TLB_OPTION_MERGE || list->place != option->place))
        list++;
    return list->name ? list : NULL;
}

/* The struct with the row's member; NULL: the conversion has none. Those of other formats are among the
 * options by name. */
static const void *struct_of(const tlb_chosen_options *chosen, const tlb_option_rows *row)
{
    tlb_option_place place = row->option->place;
    tlb_options_type type = tlb_option_type(row);
    if (place == TLB_OPTION_IN_COMMON)
        return &chosen->common;
    if (place == TLB_OPTION_IN_FROM && chosen->source &&
        tlb_options_same_type(type, chosen->source->read_options))
        return &chosen->from;
    if (place == TLB_OPTION_IN_TO && chosen->target &&
        tlb_options_same_type(type, chosen->target->write_options))
        return &chosen->to;
    return chosen->common.named ? tlb_options_of(chosen->common.named, type.name) : NULL;
}

static const void *member_of(const tlb_option_info *option, const void *options)
{
    return (const char *)options + option->offset;
}

/* --- the caller's -------------------------------------------------------------------------------------- */

/* Of the merges themselves, and of an option of clips for them. */
static bool has_valid_merges(const tlb_option_info *option, const tlb_merge_list *merges)
{
    for (size_t i = 0; i < merges->count; i++) {
        if (!merges->data || !merges->data[i].path)
            return option->kind != TLB_OPTION_MERGE;
        const void *member = (const char *)&merges->data[i] + option->merged;
        if (option->merged && tlb_option_is_set(option, member) && !tlb_option_is_valid(option, member))
            return false;
    }
    return true;
}

static bool has_valid_values(const tlb_option_rows *row, const void *options)
{
    const tlb_option_info *option = row->option;
    const void *member = member_of(option, options);
    if (tlb_option_is_set(option, member) && !tlb_option_is_valid(option, member))
        return false;
    const tlb_option_info *list = tlb_option_merge_row(row);
    return !list || has_valid_merges(option, member_of(list, options));
}

tlb_status tlb_refuse_option(tlb_context *context, const char *option, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tlb_report_remedy(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, (tlb_remedy){option, NULL}, "%s",
                      message);
    return TLB_ARGUMENT;
}

static tlb_status check_values(tlb_context *context, const tlb_chosen_options *chosen)
{
    tlb_option_rows row = {0};
    while (tlb_option_next(context, &row)) {
        char text[TLB_OPTION_EXPECTED];
        const void *options = struct_of(chosen, &row);
        if (!options || has_valid_values(&row, options))
            continue;
        tlb_option_expected(row.option, text);
        return tlb_refuse_option(context, row.option->name, "invalid value, expected %s", text);
    }
    return TLB_OK;
}

static tlb_status refuse_struct(tlb_context *context, const char *type, size_t size)
{
    tlb_report(
        context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
        "%s of %zu bytes: start from its INIT macro, and set no members that Trilobite %s does not have",
        type, size, tlb_version());
    return TLB_ARGUMENT;
}

static tlb_status refuse_type(tlb_context *context, const char *member, const tlb_format_options *given,
                              const tlb_format_info *format, const char *expected)
{
    char label[TLB_FORMAT_LABEL];
    tlb_report(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "tlb_convert_options.%s is a %s, expected %s for %s", member,
               given->type ? given->type : "struct without its type", expected ? expected : "NULL",
               tlb_format_label(format, label));
    return TLB_ARGUMENT;
}

/* Whether a struct without a size sets any member of a row; its padding may be anything. */
static bool sets_members(const tlb_context *context, const void *given, tlb_option_place place,
                         tlb_options_type type)
{
    tlb_option_rows row = {0};
    while (tlb_option_next(context, &row))
        if (row.option->place == place &&
            (place == TLB_OPTION_IN_COMMON || tlb_options_same_type(tlb_option_type(&row), type)) &&
            tlb_option_is_set(row.option, member_of(row.option, given)))
            return true;
    return false;
}

/* Options of one side, by name where none are given. Of a struct of zeros nothing is known but that. */
static tlb_status choose_own(tlb_context *context, tlb_option_place place, const tlb_format_options *given,
                             const tlb_options *named, const tlb_format_info *format, tlb_own_options *own)
{
    bool is_from = place == TLB_OPTION_IN_FROM;
    tlb_options_type type = is_from ? format->read_options : format->write_options;
    if (!given && named && type.name)
        given = tlb_options_of(named, type.name);
    if (!given)
        return TLB_OK;
    bool is_blank = !given->struct_size && !given->type;
    if (!type.name || (!is_blank && (!given->type || strcmp(given->type, type.name) != 0)))
        return refuse_type(context, is_from ? "from" : "to", given, format, type.name);
    bool is_good = given->struct_size ? tlb_copy_struct(own, type.size, given)
                                      : !sets_members(context, given, place, type);
    return is_good ? TLB_OK : refuse_struct(context, type.name, given->struct_size);
}

tlb_status tlb_options_choose(tlb_context *context, const tlb_convert_options *given,
                              const tlb_format_info *source, const tlb_format_info *target,
                              tlb_chosen_options *chosen)
{
    *chosen = (tlb_chosen_options){.common = TLB_CONVERT_OPTIONS_INIT, .source = source, .target = target};
    if (!given)
        return TLB_OK;
    tlb_convert_options *common = &chosen->common;
    bool has_members = given->assets || given->renderer || given->from || given->to || given->named ||
                       sets_members(context, given, TLB_OPTION_IN_COMMON, (tlb_options_type){NULL, 0});
    if (given->struct_size ? !tlb_copy_struct(common, sizeof *common, given) : has_members)
        return refuse_struct(context, "tlb_convert_options", given->struct_size);
    tlb_status status = TLB_OK;
    if (source)
        status = choose_own(context, TLB_OPTION_IN_FROM, common->from, common->named, source, &chosen->from);
    if (!status && target)
        status = choose_own(context, TLB_OPTION_IN_TO, common->to, common->named, target, &chosen->to);
    return status ? status : check_values(context, chosen);
}

/* ------------------------------------------------------------------------------------------------------- */

bool tlb_options_any(const tlb_chosen_options *chosen, unsigned abilities)
{
    tlb_option_rows row = {.format = chosen->target, .option = chosen->target->options};
    for (; row.option && row.option->name; row.option++)
        if (row.option->abilities & abilities &&
            tlb_option_is_set(row.option, member_of(row.option, struct_of(chosen, &row))))
            return true;
    return false;
}

bool tlb_option_is_within(tlb_context *context, const char *name, tlb_optional_integer option, int64_t least,
                          int64_t most)
{
    if (!option.is_set || (option.value >= least && option.value <= most))
        return true;
    tlb_refuse_option(context, name, "invalid value \"%lld\", expected an integer from %lld to %lld",
                      (long long)option.value, (long long)least, (long long)most);
    return false;
}

/* --- what is unused ------------------------------------------------------------------------------------ */

static bool uses(const tlb_format_info *format, unsigned abilities, const char *name)
{
    for (const tlb_option_info *option = format->options; option && option->name; option++)
        if (option->abilities & abilities && strcmp(option->name, name) == 0)
            return true;
    return false;
}

static bool is_row_set(const tlb_chosen_options *chosen, const tlb_option_rows *row)
{
    const void *options = struct_of(chosen, row);
    return options && tlb_option_is_set(row->option, member_of(row->option, options));
}

/* Whether no row before this one sets the option. */
static bool is_first(const tlb_context *context, const tlb_chosen_options *chosen, const tlb_option_rows *row)
{
    tlb_option_rows other = {0};
    while (tlb_option_next(context, &other) && !tlb_option_same_row(&other, row))
        if (strcmp(other.option->name, row->option->name) == 0 && is_row_set(chosen, &other))
            return false;
    return true;
}

void tlb_options_take_levels(const void *to, tlb_convert_options *options)
{
    (void)to;
    if (!options->lod.is_set)
        options->lod = (tlb_optional_integer){true, TLB_LOD_ALL};
}

void tlb_options_report_unused(tlb_context *context, const tlb_chosen_options *chosen,
                               unsigned source_abilities, unsigned target_abilities)
{
    char labels[2][TLB_FORMAT_LABEL];
    tlb_option_rows row = {0};
    while (tlb_option_next(context, &row)) {
        const char *name = row.option->name;
        if (is_row_set(chosen, &row) && is_first(context, chosen, &row) &&
            !uses(chosen->source, source_abilities, name) && !uses(chosen->target, target_abilities, name))
            tlb_report_remedy(context, TLB_CODE_OPTION_UNUSED, TLB_NO_OFFSET, NULL, (tlb_remedy){name, NULL},
                              "no effect when converting %s to %s",
                              tlb_format_label(chosen->source, labels[0]),
                              tlb_format_label(chosen->target, labels[1]));
    }
}
