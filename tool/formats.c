#include "tool.h"

#include <stdio.h>

typedef struct ability_name {
    tlb_ability ability;
    const char *name;
} ability_name;

static const ability_name abilities[] = {
    {TLB_CAN_READ, "read"},
    {TLB_CAN_WRITE, "write"},
    {TLB_CAN_CHECK, "check"},
    {TLB_CAN_QUERY, "query"},
    {TLB_CAN_CONVERT_VERSION, "convert version"},
    {TLB_CAN_EXPORT_SCENE, "to scene"},
    {TLB_CAN_IMPORT_SCENE, "from scene"},
    {TLB_IS_ARCHIVE, "archive"},
};
enum { ABILITIES = sizeof abilities / sizeof *abilities };

static const char *const kinds[] = {
    [TLB_OPTION_FLAG] = "flag",     [TLB_OPTION_TEXT] = "text",  [TLB_OPTION_INTEGER] = "integer",
    [TLB_OPTION_BITS] = "words",    [TLB_OPTION_REAL] = "real",  [TLB_OPTION_WORD] = "word",
    [TLB_OPTION_VECTOR] = "vector", [TLB_OPTION_SIZE] = "size",  [TLB_OPTION_COLOR] = "color",
    [TLB_OPTION_VIEW] = "view",     [TLB_OPTION_MERGE] = "file",
};

static void add_option(tlb_arena *arena, tlb_value *list, const tlb_option_info *option)
{
    bool is_number = option->kind == TLB_OPTION_INTEGER || option->kind == TLB_OPTION_REAL;
    tlb_value *table = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, table, "option", option->name);
    if (option->argument)
        tlb_value_add_text(arena, table, "argument", option->argument);
    tlb_value_add_text(arena, table, "help", option->help);
    tlb_value_add_text(arena, table, "kind", kinds[option->kind]);
    if (is_number && option->least <= option->most) {
        tlb_value_add_real(arena, table, "least", option->least);
        tlb_value_add_real(arena, table, "most", option->most);
    }
    if (option->words) {
        tlb_value *words = tlb_value_add_list(arena, table, "words");
        for (const tlb_option_word *word = option->words; word->name; word++)
            tlb_value_add_text(arena, words, NULL, word->name);
    }
    tlb_value_add_bool(arena, table, "to scene", (option->abilities & TLB_CAN_EXPORT_SCENE) != 0);
    tlb_value_add_bool(arena, table, "from scene", (option->abilities & TLB_CAN_IMPORT_SCENE) != 0);
    tlb_value_add_bool(arena, table, "convert version", (option->abilities & TLB_CAN_CONVERT_VERSION) != 0);
}

static void add_format(tlb_arena *arena, tlb_value *list, const tlb_format_info *info)
{
    tlb_value *table = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, table, "name", info->name);
    tlb_value_add_text(arena, table, "title", info->title);
    tlb_value_add_text(arena, table, "family", info->family);
    tlb_value_add_text(arena, table, "versions", info->versions);
    tlb_value *extensions = tlb_value_add_list(arena, table, "extensions");
    for (const char *const *e = info->extensions; *e; e++)
        tlb_value_add_text(arena, extensions, NULL, *e);
    for (size_t a = 0; a < ABILITIES; a++)
        tlb_value_add_bool(arena, table, abilities[a].name, (info->abilities & abilities[a].ability) != 0);
    tlb_value_add_bool(arena, table, "model", (info->abilities & TLB_IS_MODEL) != 0);
    tlb_value *taken = tlb_value_add_list(arena, table, "options");
    for (const tlb_option_info *option = info->options; option && option->name; option++)
        add_option(arena, taken, option);
}

/* A table in Markdown: README's support matrix is this output. */
static void print_matrix(void)
{
    printf("| format | what | versions |");
    for (size_t a = 0; a < ABILITIES; a++)
        printf(" %s |", abilities[a].name);
    printf("\n|---|---|---|");
    for (size_t a = 0; a < ABILITIES; a++)
        printf("---|");
    printf("\n");
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format_info *info = tlb_format_info_of(tlb_format_at(i));
        printf("| %s | %s | %s |", info->name, info->title, info->versions);
        for (size_t a = 0; a < ABILITIES; a++)
            printf(" %s |", info->abilities & abilities[a].ability ? "yes" : "–");
        printf("\n");
    }
}

static exit_code formats(job *j)
{
    tlb_value *list = tlb_value_list(j->arena);
    for (size_t i = 0; i < tlb_format_count(); i++)
        add_format(j->arena, list, tlb_format_info_of(tlb_format_at(i)));
    text_json(&j->out, j->context, list, false);
    return EXIT_DONE;
}

exit_code run_formats(const options *o)
{
    if (o->json)
        return run_jobs(o, (const char *const[]){""}, 1, formats, NULL, NULL);
    print_matrix();
    return EXIT_DONE;
}
