#include "formats/darkstar/dts_room.h"
tlb_status dts_check(tlb_document *document)
{
    (void)document;
    return TLB_OK;
}
