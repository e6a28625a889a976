/* Darkstar volumes (.vol): the archives of Starsiege: Tribes, Starsiege and what was made for them. A tlb_vol
 * is the file in its own order; for its members use trilobite/archive.h. Field names are those of the
 * description of Tribes' formats; docs/formats/vol.md documents where real files differ from it.
 *
 * Saving writes the fields as they are, so a caller that changes sizes has to correct the offsets;
 * tlb_archive_change does. Members that were listed before do not follow. */
#ifndef TRILOBITE_FORMATS_VOL_H
#define TRILOBITE_FORMATS_VOL_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* By the tag that the file begins with. */
typedef enum tlb_vol_kind {
    TLB_VOL_PVOL, /* "PVOL": Tribes, late Starsiege */
    TLB_VOL_VOL   /* " VOL": Starsiege; an empty directory precedes the real one */
} tlb_vol_kind;

/* tlb_vol_entry.compressType */
typedef enum tlb_vol_compression {
    TLB_VOL_NONE,
    TLB_VOL_RLE,
    TLB_VOL_LZ, /* LZSS, undocumented: listed and kept, not unpacked */
    TLB_VOL_LZH
} tlb_vol_compression;

/* A chunk 'VBLK': the data of one member. */
typedef struct tlb_vol_block {
    tlb_bytes gap;    /* bytes before it that belong to no entry: mostly the pad of the block before */
    uint32_t padding; /* 0: to four bytes (bit 31 of encodedSize, as in every real file), 1: to two */
    tlb_bytes data;   /* encodedSize bytes, as compressed; the pad is not among them */
} tlb_vol_block;

typedef struct tlb_vol_entry {
    uint32_t id;            /* 0 in every real file */
    int32_t filenameOffset; /* from the first byte of stringData; -1: none */
    uint32_t fileOffset;    /* of the block's tag, from the start of the file */
    uint32_t size;          /* of the member, not compressed */
    uint8_t compressType;   /* tlb_vol_compression */
} tlb_vol_entry;

/* The chunks 'vols' and 'voli'. */
typedef struct tlb_vol_directory {
    TLB_ARRAY(tlb_text) stringData; /* each followed by a NUL in the file */
    tlb_bytes stringRest;           /* what follows the last NUL */
    uint8_t pad;                    /* there when 'vols' has an odd size; often garbage */
    TLB_ARRAY(tlb_vol_entry) entries;
    tlb_bytes entriesRest; /* what is left of 'voli' when its size is no multiple of an entry's 17 bytes */
} tlb_vol_directory;

typedef struct tlb_vol {
    uint32_t kind;              /* tlb_vol_kind */
    uint32_t stringBlockOffset; /* where the directory begins */
    TLB_ARRAY(tlb_vol_block) blocks;
    tlb_bytes gap;          /* before the directory */
    bool hasEmptyDirectory; /* " VOL" */
    tlb_vol_directory emptyDirectory;
    tlb_vol_directory directory;
    tlb_bytes tail; /* after the directory */
} tlb_vol;

/* The document's own VOL; NULL when it is of another format. */
TLB_API tlb_vol *tlb_document_vol(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
