/* Archives: documents that contain files (TLB_IS_ARCHIVE). A path may go on into one: tlb_open_path opens the
 * member of "game.vol/tank.dts", whatever the case of its letters. tlb_document_create makes one without
 * members. */
#ifndef TRILOBITE_ARCHIVE_H
#define TRILOBITE_ARCHIVE_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_member {
    /* As stored; "#3", its index, when it has none. It may be any text: tlb_archive_file_names gives names
     * for files. */
    const char *name;
    const char *compression; /* "none", "rle" …; "unknown" */
    uint64_t size, packed;   /* bytes; packed is 0 when the data is missing */
    /* Of the data, as it is compressed, in the archive as it was opened, or will be saved after a change. */
    uint64_t offset;
    uint32_t place; /* of the data, in the format's own terms */
    /* "2004-05-21 17:30:02", in the time of the place where it was packed; NULL: not stored. */
    const char *modified;
} tlb_member;

typedef struct tlb_members {
    const tlb_member *data;
    uint32_t count;
} tlb_members;

/* In the order of the archive as it was opened, or changed by tlb_archive_change. They live in the document
 * until it is changed. TLB_UNSUPPORTED: it is not an archive. */
TLB_API tlb_status tlb_archive_list(tlb_document *document, tlb_members *members);

/* The first member of this name, ignoring case and the direction of slashes; "#3" is also the one at index 3.
 * TLB_NOT_FOUND, which is not reported. */
TLB_API tlb_status tlb_archive_find(tlb_document *document, const char *name, uint32_t *index);

/* Whether a member's name matches a pattern with * and ?, ignoring case; / and \ are the same. */
TLB_API bool tlb_member_matches(const char *pattern, const char *name);

/* A member's bytes, unpacked. They last until the next is read, the archive is changed or freed. TLB_INVALID:
 * the data is missing or damaged. TLB_UNSUPPORTED: unknown compression. */
TLB_API tlb_status tlb_archive_read(tlb_document *document, uint32_t index, tlb_bytes *bytes);

/* Opens a member as tlb_open_path opens a path that goes into the archive ("game.vol/tank.dts"), for callers
 * that open many: the archive is read once. The document is `context`'s, which gets what is wrong with the
 * member, and outlasts the archive; what it takes to unpack the member counts for the archive's context.
 * TLB_NOT_FOUND: no member of this name; others as of tlb_archive_read and tlb_open_path. */
TLB_API tlb_status tlb_archive_open(tlb_document *archive, const char *name, tlb_context *context,
                                    const tlb_format *format, tlb_document **document);

/* Whether members that unpack to so many bytes are a decompression bomb: they are more than 32 MiB, and more
 * than a hundred times the archive's, which is only so where they share what they are unpacked from, or were
 * made to fill memory and disks. An archive that was made in memory is none. */
TLB_API bool tlb_archive_is_bomb(const tlb_document *document, uint64_t unpacked);

/* A relative path for each member to be extracted to: its name where that is portable, with / between
 * folders, else "#3", its index; all are unique, ignoring case. NULL: no unused name was found. They live in
 * the document until it is changed. */
TLB_API tlb_status tlb_archive_file_names(tlb_document *document, const char *const **names);

/* Adds a member, replaces the one of that name, or removes it; of several, the first that is left. */
typedef struct tlb_change {
    const char *name;
    bool remove;
    tlb_bytes bytes;         /* not copied: they must stay until the document is freed */
    const char *compression; /* as in tlb_member; NULL: "none" */
    /* Instead of `bytes`: a file, or the member that it goes to, mapped where the system can; it must not be
     * shortened until the document is freed. NULL: none. */
    const char *path;
} tlb_change;

/* All changes at once, one after the other. The archive is then laid out anew, without gaps; the data of
 * other members is kept as it is compressed. TLB_NOT_FOUND: a member to be removed does not exist.
 * TLB_INVALID: a member that stays has no data. TLB_ARGUMENT: no such compression, no such name, or one that
 * is added twice. TLB_NOT_FOUND, TLB_READ_FAILED: a file cannot be read. On failure nothing has changed. */
TLB_API tlb_status tlb_archive_change(tlb_document *document, const tlb_change *changes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
