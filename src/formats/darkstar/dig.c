/* The DIG format as the registry knows it. */
#include "formats/darkstar/dig_room.h"
#include "formats/darkstar/pers.h"

static int probe(tlb_bytes source)
{
    return pers_starts_with(source, DIG_CLASS) ? 100 : 0;
}

tlb_dig *tlb_document_dig(tlb_document *document)
{
    return document->format == &tlb_format_dig ? document->root : NULL;
}

const tlb_format tlb_format_dig = {
    .info = {.name = "dig",
             .title = "Darkstar interior geometry",
             .family = "darkstar",
             .versions = "4, 5, 7",
             .extensions = (const char *const[]){"dig", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE},
    .probe = probe,
    .walk = dig_walk,
};
