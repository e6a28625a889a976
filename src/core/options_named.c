/* Options by name: a struct of each type that a format has, and the common one. */
#include "core/format.h"

#include "base/argument.h"

#include <string.h>

typedef struct named_struct {
    tlb_options_type type;
    tlb_format_options *options;
} named_struct;

struct tlb_options {
    tlb_context *context;
    tlb_arena *arena;
    tlb_convert_options common;
    TLB_LIST(named_struct) structs;
};

/* The names are mostly the same literal: then none is compared, of the many that begin alike. */
static tlb_format_options *find(const tlb_options *named, const char *type)
{
    for (uint32_t i = 0; i < named->structs.count; i++)
        if (named->structs.data[i].type.name == type)
            return named->structs.data[i].options;
    for (uint32_t i = 0; i < named->structs.count; i++)
        if (strcmp(named->structs.data[i].type.name, type) == 0)
            return named->structs.data[i].options;
    return NULL;
}

/* Unless it is there; false without memory. */
static bool add_struct(tlb_options *named, tlb_options_type type)
{
    if (!type.name || find(named, type.name))
        return true;
    named_struct *added = TLB_PUSH(named->arena, &named->structs);
    tlb_format_options *options = added ? tlb_zalloc(named->arena, type.size) : NULL;
    if (!options)
        return false;
    *options = (tlb_format_options){type.size, type.name};
    *added = (named_struct){type, options};
    return true;
}

tlb_options *tlb_options_make(tlb_context *context, tlb_arena *arena)
{
    tlb_options *named = tlb_zalloc(arena, sizeof *named);
    bool made = named;
    if (made)
        *named = (tlb_options){.context = context, .arena = arena, .common = TLB_CONVERT_OPTIONS_INIT};
    for (const tlb_format *const *format = made ? context->session->formats : NULL; made && *format; format++)
        made = add_struct(named, (*format)->info.read_options) &&
               add_struct(named, (*format)->info.write_options);
    if (!made)
        return NULL;
    named->common.named = named;
    return named;
}

tlb_options *tlb_options_create(tlb_context *context)
{
    tlb_arena *arena = tlb_arena_create(context);
    tlb_options *named = arena ? tlb_options_make(context, arena) : NULL;
    if (!named)
        tlb_arena_free(arena);
    return named;
}

void tlb_options_free(tlb_options *named)
{
    if (named)
        tlb_arena_free(named->arena);
}

const tlb_convert_options *tlb_options_get(const tlb_options *named)
{
    return named ? &named->common : NULL;
}

const tlb_format_options *tlb_options_of(const tlb_options *named, const char *type)
{
    return named && type ? find(named, type) : NULL;
}

/* --- setting ------------------------------------------------------------------------------------------- */

static void *struct_of(tlb_options *named, const tlb_option_rows *row)
{
    tlb_options_type type = tlb_option_type(row);
    return type.name ? (void *)find(named, type.name) : &named->common;
}

/* False without memory. */
static bool add_merge(tlb_arena *arena, tlb_merge_list *merges, const char *path)
{
    tlb_merge_options *data = tlb_alloc_array(arena, merges->count + 1, sizeof *data);
    if (!data)
        return false;
    if (merges->count)
        memcpy(data, merges->data, merges->count * sizeof *data);
    data[merges->count] = (tlb_merge_options){.path = path};
    *merges = (tlb_merge_list){data, merges->count + 1};
    return true;
}

/* Options of clips are for the file merged last. */
static void *member_of(const tlb_option_rows *row, void *options)
{
    const tlb_option_info *option = row->option, *list = tlb_option_merge_row(row);
    const tlb_merge_list *merges = list ? (void *)((char *)options + list->offset) : NULL;
    if (!merges || !merges->count || !option->merged)
        return (char *)options + option->offset;
    return (char *)(uintptr_t)&merges->data[merges->count - 1] + option->merged;
}

/* Whether an earlier row has set the same member. */
static bool is_done(tlb_options *named, const tlb_option_rows *row)
{
    tlb_option_rows other = {0};
    while (tlb_option_next(named->context, &other) && !tlb_option_same_row(&other, row))
        if (strcmp(other.option->name, row->option->name) == 0 &&
            other.option->offset == row->option->offset && struct_of(named, &other) == struct_of(named, row))
            return true;
    return false;
}

static bool set_row(tlb_options *named, const tlb_option_rows *row, const tlb_option_value *value)
{
    void *member = member_of(row, struct_of(named, row));
    if (row->option->kind == TLB_OPTION_MERGE)
        return add_merge(named->arena, member, value->text);
    memcpy(member, value, tlb_option_size(row->option->kind));
    return true;
}

static bool set_all(tlb_options *named, const char *name, const tlb_option_value *value)
{
    tlb_option_rows row = {0};
    while (tlb_option_next(named->context, &row))
        if (strcmp(row.option->name, name) == 0 && !is_done(named, &row) && !set_row(named, &row, value))
            return false;
    return true;
}

static const tlb_option_info *find_option(const tlb_context *context, const char *name)
{
    tlb_option_rows row = {0};
    while (tlb_option_next(context, &row))
        if (strcmp(row.option->name, name) == 0)
            return row.option;
    return NULL;
}

tlb_status tlb_options_set(tlb_options *named, const char *name, const char *text)
{
    TLB_REQUIRE(NULL, named);
    TLB_REQUIRE(named->context, name);
    const tlb_option_info *option = find_option(named->context, name);
    if (!option)
        return tlb_refuse_option(named->context, name, "unknown option");
    TLB_EXPECT(named->context, text || option->kind == TLB_OPTION_FLAG, text, "must not be NULL");
    tlb_option_value value;
    const char *copy = text ? tlb_copy_text(named->arena, text, strlen(text)).data : "";
    if (!copy)
        return tlb_report_memory(named->context, named->arena);
    if (!tlb_option_parse(option, copy, &value)) {
        char expected[TLB_OPTION_EXPECTED];
        tlb_option_expected(option, expected);
        return tlb_refuse_option(named->context, name, "invalid value \"%s\", expected %s", text, expected);
    }
    return set_all(named, name, &value) ? TLB_OK : tlb_report_memory(named->context, named->arena);
}
