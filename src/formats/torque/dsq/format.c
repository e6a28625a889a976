/* DSQ as the registry knows it. */
#include "formats/torque/dsq/dsq.h"

#include "formats/torque/dts/access.h"

/* The names of nodes are short; after them there is a zero. */
static int probe(tlb_bytes source)
{
    enum { SURE = 85, POSSIBLE = 30, HEADER = 8, LONGEST_NAME = 255 };
    if (source.size < HEADER || tlb_get_le32(source.data) < TLB_TORQUE_FIRST_VERSION ||
        tlb_get_le32(source.data) > TLB_TORQUE_LAST_VERSION)
        return 0;
    uint32_t nodes = tlb_get_le32(source.data + 4);
    size_t at = HEADER;
    for (uint32_t i = 0; i <= nodes; i++) {
        uint32_t length = source.size - at >= 4 ? tlb_get_le32(source.data + at) : UINT32_MAX;
        at += 4;
        if (i == nodes)
            return length == 0 ? SURE : nodes ? POSSIBLE : 0;
        if (length > LONGEST_NAME || length > source.size - at)
            return 0;
        at += length;
    }
    return 0;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dsq *dsq = document->root;
    const shape_lists lists = tlb_dsq_lists(dsq);
    tlb_summary_set_version(summary, dsq->version);
    tlb_value *nodes = tlb_value_add_list(&document->arena, table, "nodes");
    for (uint32_t i = 0; i < dsq->nodeNames.count; i++)
        tlb_value_add_bytes_text(&document->arena, nodes, NULL, dsq->nodeNames.data[i]);
    tlb_value *list = tlb_value_add_list(&document->arena, table, "sequences");
    for (uint32_t i = 0; i < dsq->sequences.count; i++)
        tlb_torque_describe_sequence(summary, list, &lists, &dsq->sequences.data[i],
                                     dsq->sequences.data[i].name);
    return TLB_OK;
}

/* The version, how many nodes it has, and how long the first one's name is. */
#define BEGINNING(version) TLB_SIGNATURE(version "\0\0\0??\0\0?\0\0\0")

const tlb_format tlb_format_dsq = {
    .info = {.name = "dsq",
             .title = "Torque sequences",
             .family = "torque",
             .versions = "18 to 28",
             .extensions = (const char *const[]){"dsq", NULL},
             .signatures =
                 TLB_SIGNATURES(BEGINNING("\x12"), BEGINNING("\x13"), BEGINNING("\x14"), BEGINNING("\x15"),
                                BEGINNING("\x16"), BEGINNING("\x17"), BEGINNING("\x18"), BEGINNING("\x19"),
                                BEGINNING("\x1a"), BEGINNING("\x1b"), BEGINNING("\x1c")),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK},
    .probe = probe,
    .walk = tlb_dsq_walk,
    .check = tlb_dsq_check,
    .describe = describe,
};
