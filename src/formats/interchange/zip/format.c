/* The ZIP format as the registry knows it, and its rules. */
#include "formats/interchange/zip/zip.h"

#include "base/text.h"
#include "core/checker.h"

tlb_zip *tlb_document_zip(tlb_document *document)
{
    return document && document->format == &tlb_format_zip ? document->root : NULL;
}

/* --- check, info ---------------------------------------------------------------------------------------- */

/* What programs that do not go by the directory read, in the 30 bytes before the name. */
static void check_local(tlb_checker *c, const tlb_zip_entry *entry, const uint8_t *header, const char *path)
{
    bool sizes = !(tlb_get_le16(header + 6) & TLB_ZIP_SIZES_FOLLOW);
    const char *what =
        tlb_get_le16(header + 8) != entry->method                       ? "method"
        : sizes && tlb_get_le32(header + 14) != entry->crc32            ? "crc32"
        : sizes && tlb_get_le32(header + 18) != entry->compressedSize   ? "compressedSize"
        : sizes && tlb_get_le32(header + 22) != entry->uncompressedSize ? "uncompressedSize"
        : tlb_get_le16(header + 26) != entry->fileName.size ||
                memcmp(header + ZIP_LOCAL_SIZE, entry->fileName.data, entry->fileName.size) != 0
            ? "fileName"
            : NULL;
    if (what)
        TLB_FIND(c, ZIP_LOCAL_HEADER, path, "the local header has another %s", what);
}

/* `left` are the bytes of data that no entry before has: they cannot all have the same. */
static void check_data(tlb_checker *c, const tlb_zip *zip, const tlb_zip_entry *entry, uint64_t *left,
                       const char *path)
{
    tlb_bytes packed, bytes;
    const char *fault = tlb_zip_data(zip, entry, &packed);
    if (!fault && packed.size > *left)
        fault = "its data is that of other entries";
    else
        *left -= packed.size < *left ? packed.size : *left;
    if (packed.data)
        check_local(c, entry, zip->data.data + entry->localHeaderOffset, path);
    if (fault) {
        TLB_FIND(c, ZIP_DATA, path, "%s", fault);
        return;
    }
    tlb_arena work;
    tlb_arena_init(&work, c->context->account);
    tlb_status status = tlb_zip_unpack(entry, packed, &work, &bytes);
    tlb_arena_release(&work);
    if (tlb_is_fatal(status))
        c->status = tlb_report_failure(c->context, status);
    else if (status)
        TLB_FIND(c, ZIP_DATA, path, "its data is damaged: size or checksum differ");
}

static void check_name(tlb_checker *c, const tlb_text *name, const char *path)
{
    bool leaves = (name->size && name->data[0] == '/') || (name->size > 1 && name->data[1] == ':');
    for (uint32_t i = 0; i + 1 < name->size && !leaves; i++)
        leaves = name->data[i] == '.' && name->data[i + 1] == '.' && (!i || name->data[i - 1] == '/') &&
                 (i + 2 == name->size || name->data[i + 2] == '/');
    if (!name->size || memchr(name->data, 0, name->size))
        TLB_FIND(c, ZIP_NAME, path, "%s", name->size ? "the name has a NUL" : "the entry has no name");
    else if (name->size > ZIP_LONGEST_NAME)
        TLB_FIND(c, ZIP_NAME, path, "the name has %u bytes, more than %d", name->size, ZIP_LONGEST_NAME);
    else if (leaves)
        TLB_FIND(c, ZIP_NAME, path, "%.*s leads out of the folder that the archive is unpacked to",
                 (int)name->size, name->data);
    else if (memchr(name->data, '\\', name->size))
        TLB_FIND(c, ZIP_NAME, path, "%.*s has \\ between folders, not /", (int)name->size, name->data);
}

static tlb_status check(tlb_document *document)
{
    const tlb_zip *zip = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    uint64_t left = zip->data.size;
    for (uint32_t i = 0; i < zip->entries.count; i++) {
        const tlb_zip_entry *entry = &zip->entries.data[i];
        check_name(&c, &entry->fileName, tlb_at(&c, "entries[%u].fileName", i));
        if (!tlb_zip_is_folder(entry))
            check_data(&c, zip, entry, &left, tlb_at(&c, "entries[%u].localHeaderOffset", i));
    }
    tlb_check_tail(&c, zip->tail);
    return tlb_checker_end(&c);
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_zip *zip = document->root;
    uint64_t size = 0;
    uint32_t members = 0;
    (void)summary;
    for (uint32_t i = 0; i < zip->entries.count; i++) {
        members += !tlb_zip_is_folder(&zip->entries.data[i]);
        size += zip->entries.data[i].uncompressedSize;
    }
    tlb_value_add_integer(&document->arena, table, "members", members);
    tlb_value_add_integer(&document->arena, table, "unpacked", (int64_t)size);
    return TLB_OK;
}

const tlb_format tlb_format_zip = {
    .info = {.name = "zip",
             .title = "ZIP archive",
             .family = "interchange",
             .versions = "stored, deflated",
             .extensions = (const char *const[]){"zip", "vl2", "pk3", NULL},
             .signatures =
                 TLB_SIGNATURES(TLB_SIGNATURE(ZIP_LOCAL_SIGNATURE), TLB_SIGNATURE(ZIP_END_SIGNATURE)),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_IS_ARCHIVE},
    .walk = tlb_zip_walk,
    .check = check,
    .describe = describe,
    .archive = &tlb_zip_archive,
};
