/* The two kinds of lists as the registry knows them, and their rules. */
#include "formats/torque/lists/lists.h"

#include "core/checker.h"
#include "formats/torque/shared/textures.h"

tlb_torque_list *tlb_document_torque_list(tlb_document *document)
{
    bool own =
        document && (document->format == &tlb_format_ifl || document->format == &tlb_format_torque_dml);
    return own ? document->root : NULL;
}

static int probe(tlb_bytes source)
{
    return source.size && tlb_is_text(source);
}

static tlb_status check(tlb_document *document)
{
    const tlb_torque_list *list = document->root;
    bool counts = document->format == &tlb_format_ifl, some = false;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    for (uint32_t i = 0; i < list->lines.count; i++) {
        const tlb_torque_list_line *line = &list->lines.data[i];
        if (!line->name.size)
            continue;
        some = true;
        tlb_check_file(&c, "texture", line->name.data, tlb_torque_texture_extensions,
                       tlb_at(&c, "lines[%u].name", i));
        if (counts && (!line->hasCount || !line->count))
            TLB_FIND(&c, TORQUE_LIST_COUNT, tlb_at(&c, "lines[%u].count", i),
                     "%s: the picture is shown for one frame", line->hasCount ? "0" : "no count");
    }
    if (!some)
        TLB_FIND(&c, TORQUE_LIST_EMPTY, "lines", "no line has a name");
    return tlb_checker_end(&c);
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_torque_list *list = document->root;
    uint64_t frames = 0;
    for (uint32_t i = 0; i < list->lines.count; i++) {
        const tlb_torque_list_line *line = &list->lines.data[i];
        if (!line->name.size)
            continue;
        frames += tlb_torque_list_frames(line);
        tlb_summary_add_name(summary, &summary->textures, line->name.data, line->name.size);
    }
    if (document->format == &tlb_format_ifl)
        tlb_value_add_integer(&document->arena, table, "frames", (int64_t)frames);
    return TLB_OK;
}

const tlb_format tlb_format_ifl = {
    .info = {.name = "ifl",
             .title = "Torque list of pictures in turn",
             .family = "torque",
             .versions = "text",
             .extensions = (const char *const[]){"ifl", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK},
    .probe = probe,
    .needs_name = true,
    .walk = tlb_ifl_walk,
    .check = check,
    .describe = describe,
};

const tlb_format tlb_format_torque_dml = {
    .info = {.name = "torque-dml",
             .title = "Torque list of materials",
             .family = "torque",
             .versions = "text",
             .extensions = (const char *const[]){"dml", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK},
    .probe = probe,
    .needs_name = true,
    .walk = tlb_torque_dml_walk,
    .check = check,
    .describe = describe,
};
