#include "page.h"

static void add_options(tlb_arena *arena, tlb_value *format, const tlb_option_info *option)
{
    tlb_value *list = tlb_value_add_list(arena, format, "options");
    for (; option && option->name; option++) {
        tlb_value *one = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_text(arena, one, "name", option->name);
        if (option->argument)
            tlb_value_add_text(arena, one, "argument", option->argument);
        tlb_value_add_text(arena, one, "help", option->help);
    }
}

static void add_format(tlb_arena *arena, tlb_value *list, const tlb_format_info *info)
{
    static const struct {
        const char *name;
        tlb_ability ability;
    } abilities[] = {
        {"reads", TLB_CAN_READ},
        {"writes", TLB_CAN_WRITE},
        {"checks", TLB_CAN_CHECK},
        {"exportsScene", TLB_CAN_EXPORT_SCENE},
        {"importsScene", TLB_CAN_IMPORT_SCENE},
        {"convertsVersion", TLB_CAN_CONVERT_VERSION},
        {"archive", TLB_IS_ARCHIVE},
    };
    tlb_value *one = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, one, "name", info->name);
    tlb_value_add_text(arena, one, "title", info->title);
    tlb_value_add_text(arena, one, "family", info->family);
    tlb_value_add_text(arena, one, "versions", info->versions);
    tlb_value *extensions = tlb_value_add_list(arena, one, "extensions");
    for (const char *const *extension = info->extensions; *extension; extension++)
        tlb_value_add_text(arena, extensions, NULL, *extension);
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++)
        tlb_value_add_bool(arena, one, abilities[i].name, info->abilities & abilities[i].ability);
    add_options(arena, one, info->options);
}

/* [{name, title, …, what it can, options: [{name, argument, help}]}] */
tlb_status PAGE_EXPORT(page_formats)(page *p)
{
    tlb_arena *arena = tlb_arena_create(p->context);
    tlb_value *all = arena ? tlb_value_list(arena) : NULL;
    for (size_t i = 0; i < tlb_format_count(); i++)
        add_format(arena, all, tlb_format_describe(tlb_format_at(i)));
    return page_set_json(p, arena, all);
}
