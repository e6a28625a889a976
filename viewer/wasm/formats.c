#include "page.h"

typedef struct ability_name {
    const char *name;
    tlb_ability ability;
} ability_name;

static const ability_name conversions[] = {
    {"exportsScene", TLB_CAN_EXPORT_SCENE},
    {"importsScene", TLB_CAN_IMPORT_SCENE},
    {"convertsVersion", TLB_CAN_CONVERT_VERSION},
    {0},
};

static const ability_name others[] = {
    {"reads", TLB_CAN_READ},
    {"writes", TLB_CAN_WRITE},
    {"checks", TLB_CAN_CHECK},
    {"archive", TLB_IS_ARCHIVE},
    {0},
};

static void add_abilities(tlb_arena *arena, tlb_value *table, const ability_name *names, unsigned abilities)
{
    for (; names->name; names++)
        tlb_value_add_bool(arena, table, names->name, abilities & names->ability);
}

static void add_option(tlb_arena *arena, tlb_value *list, const tlb_option_info *option)
{
    static const char *const kinds[] = {
        [TLB_OPTION_FLAG] = "flag",     [TLB_OPTION_TEXT] = "text",   [TLB_OPTION_INTEGER] = "integer",
        [TLB_OPTION_BITS] = "bits",     [TLB_OPTION_REAL] = "real",   [TLB_OPTION_WORD] = "word",
        [TLB_OPTION_VECTOR] = "vector", [TLB_OPTION_SIZE] = "size",   [TLB_OPTION_COLOR] = "color",
        [TLB_OPTION_VIEW] = "view",     [TLB_OPTION_MERGE] = "merge",
    };
    tlb_value *one = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, one, "name", option->name);
    if (option->argument)
        tlb_value_add_text(arena, one, "argument", option->argument);
    tlb_value_add_text(arena, one, "help", option->help);
    tlb_value_add_text(arena, one, "kind", kinds[option->kind]);
    add_abilities(arena, one, conversions, option->abilities);
    if (!option->words)
        return;
    tlb_value *words = tlb_value_add_list(arena, one, "words");
    for (const tlb_option_word *word = option->words; word->name; word++)
        tlb_value_add_text(arena, words, NULL, word->name);
}

static void add_format(tlb_arena *arena, tlb_value *list, const tlb_format_info *info)
{
    tlb_value *one = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, one, "name", info->name);
    tlb_value_add_text(arena, one, "title", info->title);
    tlb_value_add_text(arena, one, "family", info->family);
    tlb_value_add_text(arena, one, "versions", info->versions);
    tlb_value *extensions = tlb_value_add_list(arena, one, "extensions");
    for (const char *const *extension = info->extensions; *extension; extension++)
        tlb_value_add_text(arena, extensions, NULL, *extension);
    add_abilities(arena, one, conversions, info->abilities);
    add_abilities(arena, one, others, info->abilities);
    tlb_value *options = tlb_value_add_list(arena, one, "options");
    for (const tlb_option_info *option = info->options; option && option->name; option++)
        add_option(arena, options, option);
}

/* [{name, title, …, what it can, options: [{name, argument, help, kind, words, what it is for}]}] */
tlb_status PAGE_EXPORT(page_formats)(page *p)
{
    tlb_arena *arena = tlb_arena_create(p->context);
    tlb_value *all = arena ? tlb_value_list(arena) : NULL;
    for (size_t i = 0; i < tlb_format_count(); i++)
        add_format(arena, all, tlb_format_info_of(tlb_format_at(i)));
    return page_set_json(p, arena, all);
}
