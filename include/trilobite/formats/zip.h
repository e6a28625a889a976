/* ZIP, also as Torque's VL2 and as PK3: archives whose members are stored or deflated. A tlb_zip is the file
 * in its own order; for its members use trilobite/archive.h.
 *
 * Saving writes the fields as they are, so a caller that changes sizes has to correct the offsets;
 * tlb_archive_change does. */
#ifndef TRILOBITE_FORMATS_ZIP_H
#define TRILOBITE_FORMATS_ZIP_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tlb_zip_method { TLB_ZIP_STORED, TLB_ZIP_DEFLATED = 8 } tlb_zip_method;

typedef enum tlb_zip_flags {
    TLB_ZIP_ENCRYPTED = 1,
    TLB_ZIP_SIZES_FOLLOW = 8, /* the local header has none: they are after the data */
    TLB_ZIP_UTF8 = 1 << 11    /* fileName and fileComment; otherwise code page 437 */
} tlb_zip_flags;

/* A row of the central directory. */
typedef struct tlb_zip_entry {
    uint16_t versionMadeBy, versionNeeded; /* 20: 2.0 */
    uint16_t flags;                        /* tlb_zip_flags */
    uint16_t method;                       /* tlb_zip_method */
    uint16_t lastModTime, lastModDate;     /* of MS-DOS */
    uint32_t crc32;                        /* of the data as it is unpacked */
    uint32_t compressedSize, uncompressedSize;
    uint16_t diskNumberStart, internalAttributes;
    uint32_t externalAttributes;
    uint32_t localHeaderOffset; /* from the start of the file */
    tlb_text fileName;          /* folders end with / */
    tlb_bytes extraField;
    tlb_text fileComment;
} tlb_zip_entry;

typedef struct tlb_zip {
    tlb_bytes data; /* local headers and data, up to the directory */
    TLB_ARRAY(tlb_zip_entry) entries;
    tlb_bytes directoryRest; /* what belongs to the directory after its entries: a signature */
    uint16_t numberOfThisDisk, diskOfDirectory;
    tlb_text comment;
    tlb_bytes tail; /* after the end of the archive */
} tlb_zip;

/* The document's own archive; NULL when it is of another format. */
TLB_API tlb_zip *tlb_document_zip(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
