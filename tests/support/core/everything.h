/* Options that convert all that a document has. */
#ifndef TLB_TESTS_EVERYTHING_H
#define TLB_TESTS_EVERYTHING_H

#include "trilobite/trilobite.h"

static inline tlb_convert_options everything_of(tlb_document *document)
{
    static const tlb_roo_read_options room = {.head = {sizeof room, "tlb_roo_read_options"}, .editor = true};
    return (tlb_convert_options){.struct_size = sizeof(tlb_convert_options),
                                 .from = tlb_document_roo(document) ? &room.head : NULL,
                                 .lod = {true, TLB_LOD_ALL},
                                 .collision = true,
                                 .zones = true};
}

#endif
