/* The layout of a ZIP: members with their local headers, directory, end. */
#include "formats/interchange/zip/zip.h"

#include "base/text.h"
#include "layout/fields.h"

static void walk_entry(tlb_walk *w, tlb_zip_entry *entry)
{
    uint32_t extraFieldLength = (uint32_t)entry->extraField.size;
    WALK_DEFAULT(w, entry, versionMadeBy, 20);
    WALK_DEFAULT(w, entry, versionNeeded, 20);
    tlb_walk_signature(w, "signature", ZIP_ENTRY_SIGNATURE, ZIP_SIGNATURE_SIZE);
    WALK(w, entry, versionMadeBy);
    WALK(w, entry, versionNeeded);
    WALK(w, entry, flags);
    WALK(w, entry, method);
    WALK(w, entry, lastModTime);
    WALK(w, entry, lastModDate);
    WALK(w, entry, crc32);
    WALK(w, entry, compressedSize);
    WALK(w, entry, uncompressedSize);
    walk_count(w, "fileNameLength", &entry->fileName.size, TLB_U16);
    walk_count(w, "extraFieldLength", &extraFieldLength, TLB_U16);
    walk_count(w, "fileCommentLength", &entry->fileComment.size, TLB_U16);
    WALK(w, entry, diskNumberStart);
    WALK(w, entry, internalAttributes);
    WALK(w, entry, externalAttributes);
    WALK(w, entry, localHeaderOffset);
    tlb_walk_text(w, "fileName", &entry->fileName);
    if (w->direction == WALK_READ)
        entry->extraField.size = extraFieldLength;
    tlb_walk_gap(w, "extraField", &entry->extraField);
    tlb_walk_text(w, "fileComment", &entry->fileComment);
}

/* --- where the directory is ----------------------------------------------------------------------------- */

typedef struct zip_end {
    uint64_t offset; /* of the end record */
    uint32_t count, size, directory;
} zip_end;

/* The last end record whose comment ends with the file; else the last whose comment is within it. */
static const uint8_t *find_end(tlb_bytes file)
{
    const uint8_t *found = NULL;
    size_t most = ZIP_END_SIZE + UINT16_MAX;
    size_t first = file.size > most ? file.size - most : 0;
    for (size_t at = file.size < ZIP_END_SIZE ? 0 : file.size - ZIP_END_SIZE + 1; at-- > first;) {
        const uint8_t *p = file.data + at;
        if (memcmp(p, ZIP_END_SIGNATURE, ZIP_SIGNATURE_SIZE) != 0)
            continue;
        size_t left = file.size - at - ZIP_END_SIZE, comment = tlb_get_le16(p + ZIP_END_SIZE - 2);
        if (comment == left)
            return p;
        if (!found && comment < left)
            found = p;
    }
    return found;
}

static bool fits(const zip_end *end)
{
    return (uint64_t)end->directory + end->size == end->offset &&
           (uint64_t)end->count * ZIP_ENTRY_SIZE <= end->size;
}

/* Where members and directory end, from the end of the file. */
static bool locate(tlb_walk *w, zip_end *end)
{
    tlb_bytes file = {w->start, (size_t)(w->end - w->start)};
    const uint8_t *p = find_end(file);
    if (!p) {
        tlb_walk_fail(w, TLB_CODE_TRUNCATED, NULL, "no end record of a ZIP archive in the last 65557 bytes");
        return false;
    }
    *end =
        (zip_end){(uint64_t)(p - w->start), tlb_get_le16(p + 10), tlb_get_le32(p + 12), tlb_get_le32(p + 16)};
    if (fits(end))
        return true;
    if (end->count == UINT16_MAX || end->size == UINT32_MAX || end->directory == UINT32_MAX)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, NULL, "ZIP64 archives are not supported");
    else
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, NULL,
                      "the end record at 0x%llx has %u %s in %u bytes at 0x%x, which do not end there",
                      (unsigned long long)end->offset, end->count, tlb_plural(end->count, "entry", "entries"),
                      end->size, end->directory);
    return false;
}

/* --- the file ------------------------------------------------------------------------------------------- */

static void walk_end(tlb_walk *w, tlb_zip *zip, uint32_t directory, uint32_t size)
{
    uint32_t entriesOnThisDisk = zip->entries.count, entryCount = zip->entries.count;
    tlb_walk_signature(w, "signature", ZIP_END_SIGNATURE, ZIP_SIGNATURE_SIZE);
    WALK(w, zip, numberOfThisDisk);
    WALK(w, zip, diskOfDirectory);
    walk_count(w, "entriesOnThisDisk", &entriesOnThisDisk, TLB_U16);
    if (entriesOnThisDisk != zip->entries.count)
        tlb_walk_refuse(w, sizeof(uint16_t), TLB_CODE_BAD_VALUE, "entriesOnThisDisk",
                        "%u of %u entries: archives on several disks are not supported", entriesOnThisDisk,
                        zip->entries.count);
    walk_count(w, "entryCount", &entryCount, TLB_U16);
    walk_count(w, "directorySize", &size, TLB_U32);
    walk_count(w, "directoryOffset", &directory, TLB_U32);
    walk_count(w, "commentLength", &zip->comment.size, TLB_U16);
    tlb_walk_text(w, "comment", &zip->comment);
}

static void walk_file(tlb_walk *w, tlb_zip *zip)
{
    zip_end end = {0};
    bool reads = w->direction == WALK_READ;
    if (reads) {
        if (!locate(w, &end))
            return;
        zip->data.size = end.directory;
        zip->entries.count = end.count;
    }
    tlb_walk_bytes(w, "data", &zip->data);
    uint64_t directory = tlb_walk_offset(w);
    WALK_BLOCKS(w, zip, entries, ZIP_ENTRY_SIZE, i)
        walk_entry(w, &zip->entries.data[i]);
    if (reads && !w->status && tlb_walk_offset(w) > end.offset)
        tlb_walk_refuse(w, tlb_walk_offset(w) - end.offset, TLB_CODE_BAD_VALUE, "entries",
                        "the directory goes on after its end at 0x%llx", (unsigned long long)end.offset);
    else if (reads)
        zip->directoryRest.size = (size_t)(end.offset - tlb_walk_offset(w));
    if (w->status)
        return;
    tlb_walk_gap(w, "directoryRest", &zip->directoryRest);
    walk_end(w, zip, (uint32_t)directory, (uint32_t)(tlb_walk_offset(w) - directory));
    tlb_walk_remaining(w, "tail", &zip->tail);
}

void tlb_zip_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_zip))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}
