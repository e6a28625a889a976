/* WAD: the archives of Doom and of the editors of maps, whose lumps are files, or marks between them. A
 * tlb_wad is the file in its own order; for its members use trilobite/archive.h. In a map of UDMF a mark with
 * the map's name, TEXTMAP and ENDMAP follow each other.
 *
 * Saving writes the fields as they are, so a caller that changes sizes has to correct the offsets;
 * tlb_archive_change does. */
#ifndef TRILOBITE_FORMATS_WAD_H
#define TRILOBITE_FORMATS_WAD_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tlb_wad_kind { TLB_WAD_PWAD, TLB_WAD_IWAD } tlb_wad_kind;

enum { TLB_WAD_HEADER_SIZE = 12, TLB_WAD_NAME_SIZE = 8 };

typedef struct tlb_wad_lump {
    uint32_t filepos; /* of its bytes, from the start of the file */
    uint32_t size;
    char name[TLB_WAD_NAME_SIZE]; /* filled up with zeros */
} tlb_wad_lump;

typedef struct tlb_wad {
    uint32_t kind;  /* tlb_wad_kind */
    tlb_bytes data; /* between header and directory */
    TLB_ARRAY(tlb_wad_lump) lumps;
    tlb_bytes tail; /* after the directory */
} tlb_wad;

/* The document's own WAD; NULL when it is of another format. */
TLB_API tlb_wad *tlb_document_wad(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
