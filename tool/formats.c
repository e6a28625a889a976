#include "tool.h"

#include <stdio.h>
#include <string.h>

typedef struct ability_name {
    tlb_ability ability;
    const char *name;
} ability_name;

static const ability_name abilities[] = {
    {TLB_CAN_READ, "read"},
    {TLB_CAN_WRITE, "write"},
    {TLB_CAN_CHECK, "check"},
    {TLB_CAN_QUERY, "query"},
    {TLB_CAN_CONVERT_VERSION, "reshape"},
    {TLB_CAN_EXPORT_SCENE, "to scene"},
    {TLB_CAN_IMPORT_SCENE, "from scene"},
    {TLB_IS_ARCHIVE, "members"},
};
enum { ABILITIES = sizeof abilities / sizeof *abilities };

static void print_json(tlb_json *json, const tlb_format_info *info)
{
    tlb_json_open(json, NULL, '{', false);
    tlb_json_text(json, "name", info->name, strlen(info->name));
    tlb_json_text(json, "title", info->title, strlen(info->title));
    tlb_json_text(json, "family", info->family, strlen(info->family));
    tlb_json_text(json, "versions", info->versions, strlen(info->versions));
    tlb_json_open(json, "extensions", '[', true);
    for (const char *const *e = info->extensions; *e; e++)
        tlb_json_text(json, NULL, *e, strlen(*e));
    tlb_json_close(json);
    for (size_t a = 0; a < ABILITIES; a++)
        tlb_json_bool(json, abilities[a].name, (info->abilities & abilities[a].ability) != 0);
    tlb_json_close(json);
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
        const tlb_format_info *info = tlb_format_describe(tlb_format_at(i));
        printf("| %s | %s | %s |", info->name, info->title, info->versions);
        for (size_t a = 0; a < ABILITIES; a++)
            printf(" %s |", info->abilities & abilities[a].ability ? "yes" : "–");
        printf("\n");
    }
}

static exit_code formats(job *j)
{
    tlb_json json = {.out = &j->out};
    tlb_json_open(&json, NULL, '[', false);
    for (size_t i = 0; i < tlb_format_count(); i++)
        print_json(&json, tlb_format_describe(tlb_format_at(i)));
    tlb_json_close(&json);
    return EXIT_DONE;
}

exit_code run_formats(const options *o)
{
    if (o->json)
        return run_jobs(o, (const char *const[]){""}, 1, formats, NULL, NULL);
    print_matrix();
    return EXIT_DONE;
}
