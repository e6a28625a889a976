#include "page.h"

static void write_options(tlb_json *json, const tlb_option_info *option)
{
    tlb_json_open(json, "options", '[', false);
    for (; option && option->name; option++) {
        tlb_json_open(json, NULL, '{', false);
        page_text(json, "name", option->name);
        if (option->argument)
            page_text(json, "argument", option->argument);
        page_text(json, "help", option->help);
        tlb_json_close(json);
    }
    tlb_json_close(json);
}

static void write_format(tlb_json *json, const tlb_format_info *info)
{
    tlb_json_open(json, NULL, '{', false);
    page_text(json, "name", info->name);
    page_text(json, "title", info->title);
    page_text(json, "family", info->family);
    page_text(json, "versions", info->versions);
    tlb_json_open(json, "extensions", '[', false);
    for (const char *const *extension = info->extensions; *extension; extension++)
        page_text(json, NULL, *extension);
    tlb_json_close(json);
    tlb_json_bool(json, "reads", info->abilities & TLB_CAN_READ);
    tlb_json_bool(json, "writes", info->abilities & TLB_CAN_WRITE);
    tlb_json_bool(json, "checks", info->abilities & TLB_CAN_CHECK);
    tlb_json_bool(json, "shows", info->abilities & TLB_CAN_EXPORT_SCENE);
    tlb_json_bool(json, "receives", info->abilities & TLB_CAN_IMPORT_SCENE);
    tlb_json_bool(json, "reshapes", info->abilities & TLB_CAN_CONVERT_VERSION);
    tlb_json_bool(json, "holds", info->abilities & TLB_IS_ARCHIVE);
    write_options(json, info->options);
    tlb_json_close(json);
}

/* [{name, title, …, what it can, options: [{name, argument, help}]}] */
tlb_status PAGE_EXPORT(page_formats)(page *p)
{
    tlb_json json = page_json(p);
    tlb_json_open(&json, NULL, '[', false);
    for (size_t i = 0; i < tlb_format_count(); i++)
        write_format(&json, tlb_format_describe(tlb_format_at(i)));
    tlb_json_close(&json);
    return page_json_end(p);
}
