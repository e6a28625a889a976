/* What a catalog says of a file, and of each member of one that is an archive. */
#ifndef TOOL_CATALOG_ENTRY_H
#define TOOL_CATALOG_ENTRY_H

#include "tool.h"

#include "util/sha256.h"

/* A file that is needed. */
typedef struct catalog_need {
    const char *kind;        /* "texture", "file" */
    const char *name;        /* as the document has it */
    const char *stem, *base; /* its last part without extension and with it, in lower case */
    bool found;
} catalog_need;

typedef struct catalog_animation {
    const char *name;
    double seconds;
} catalog_animation;

/* All diagnostics of a code; offset, field and message are those of the first. */
typedef struct catalog_diagnostic {
    tlb_code code;
    uint64_t count, offset;
    const char *field, *message;
} catalog_diagnostic;

/* Texts are UTF-8, whatever the file has. */
typedef struct catalog_entry {
    struct catalog_entry *next;
    const char *path;             /* of a member, after that of its archive: "x.vol/y.dts" */
    const char *stem, *extension; /* of the name, in lower case */
    const char *parent, *member;  /* of a member: the archive's path, and its name there; NULL of files */
    const char *modified; /* of a member, where its archive has it, in the time of the place; else NULL */
    uint64_t size;
    char sha256[SHA256_TEXT];     /* empty: the bytes could not be read */
    const char *format, *version; /* NULL: none */
    /* unknown: of no format; unreadable; else the highest severity of its check: errors, warnings, ok */
    const char *verdict;
    const char *error; /* why it is unreadable, or its members are not here; NULL */
    bool is_checked;   /* the totals are known: diagnostics of each severity */
    uint64_t totals[TLB_ERROR + 1];
    bool is_model; /* it may have vertices, triangles, bounds */
    int64_t vertices, triangles;
    bool has_bounds;
    double low[3], high[3];
    TLB_ARRAY(const char *) materials;
    TLB_ARRAY(catalog_need) needs;
    TLB_ARRAY(catalog_animation) animations;
    TLB_ARRAY(catalog_diagnostic) diagnostics;
    tlb_bytes picture; /* PNG; empty: none */
} catalog_entry;

enum { PICTURE_WIDTH = 256, PICTURE_HEIGHT = 192 };

/* Reads the job's file: its entry, then those of its members, all in `arena`. With `pictures`, what can be
 * drawn is drawn. TLB_NO_MEMORY and the like, TLB_CANCELLED; a file that cannot be read has an
 * entry that says why. */
tlb_status catalog_read(job *j, tlb_arena *arena, bool pictures, catalog_entry **first);

/* The last component of a path without its extension, and the extension, both in lower case: what a file is
 * looked for by, and its kind. NULL without memory. */
const char *catalog_stem(tlb_arena *arena, const char *path);
const char *catalog_extension(tlb_arena *arena, const char *path);
/* The letters of ASCII; NULL without memory. */
const char *catalog_lower(tlb_arena *arena, const char *string);

/* The text as UTF-8: bytes that are not are taken for Latin-1. NULL without memory. */
const char *catalog_text(tlb_arena *arena, const char *data, size_t size);

#endif
