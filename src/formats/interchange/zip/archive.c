/* A ZIP as an archive: its members, and ZIPs laid out anew. */
#include "formats/interchange/zip/zip.h"

#include "base/deflate.h"
#include "base/text.h"

#include <zlib.h>

enum {
    LARGEST_MEMBER = 256 << 20, /* unpacked; a few bytes may unfold to any size */
    VERSION = 20,
    FIRST_DAY = 1 << 5 | 1 /* of January 1980: the same bytes on every day */
};

static const char stored[] = "none", deflated[] = "deflate";
static const char *const compressions[] = {stored, deflated, NULL};

bool tlb_zip_is_folder(const tlb_zip_entry *entry)
{
    return entry->fileName.size && entry->fileName.data[entry->fileName.size - 1] == '/';
}

/* --- reading -------------------------------------------------------------------------------------------- */

const char *tlb_zip_data(const tlb_zip *zip, const tlb_zip_entry *entry, tlb_bytes *packed)
{
    uint64_t at = entry->localHeaderOffset, end = zip->data.size;
    *packed = (tlb_bytes){NULL, 0};
    if (at + ZIP_LOCAL_SIZE > end ||
        memcmp(zip->data.data + at, ZIP_LOCAL_SIGNATURE, ZIP_SIGNATURE_SIZE) != 0)
        return "no local header is at its offset";
    const uint8_t *header = zip->data.data + at;
    at += ZIP_LOCAL_SIZE + (uint64_t)tlb_get_le16(header + 26) + tlb_get_le16(header + 28);
    if (at > end || entry->compressedSize > end - at)
        return "its data goes on after the start of the directory";
    *packed = (tlb_bytes){zip->data.data + at, entry->compressedSize};
    if (entry->flags & TLB_ZIP_ENCRYPTED)
        return "it is encrypted";
    if (entry->method == TLB_ZIP_STORED)
        return entry->compressedSize == entry->uncompressedSize ? NULL : "its sizes differ, but it is stored";
    if (entry->method != TLB_ZIP_DEFLATED)
        return "its compression is not supported";
    if (entry->uncompressedSize > (uint64_t)entry->compressedSize * TLB_DEFLATE_AT_ITS_BEST)
        return "its data is too small to decompress to its size";
    return entry->uncompressedSize > LARGEST_MEMBER ? "it is larger than 256 MiB" : NULL;
}

static bool is_known(const tlb_zip_entry *entry)
{
    bool compressed = entry->method == TLB_ZIP_STORED || entry->method == TLB_ZIP_DEFLATED;
    return compressed && !(entry->flags & TLB_ZIP_ENCRYPTED);
}

static uint32_t checksum(tlb_bytes bytes)
{
    return (uint32_t)crc32_z(0, bytes.data, bytes.size);
}

tlb_status tlb_zip_unpack(const tlb_zip_entry *entry, tlb_bytes packed, tlb_arena *arena, tlb_bytes *bytes)
{
    *bytes = packed;
    if (entry->method == TLB_ZIP_DEFLATED) {
        uint8_t *out = tlb_alloc(arena, entry->uncompressedSize);
        if (!out)
            return arena->failure;
        *bytes = (tlb_bytes){out, entry->uncompressedSize};
        tlb_status status = tlb_inflate(arena->account, TLB_DEFLATE_RAW, packed, out, bytes->size);
        if (status)
            return status;
    }
    return checksum(*bytes) == entry->crc32 ? TLB_OK : TLB_INVALID;
}

/* When it was modified, as the file system of DOS keeps it, to two seconds. NULL: no such date, or no memory.
 */
static const char *modified_of(const tlb_zip_entry *entry, tlb_arena *arena)
{
    unsigned date = entry->lastModDate, time = entry->lastModTime;
    unsigned year = 1980 + (date >> 9), month = date >> 5 & 15, day = date & 31;
    unsigned hour = time >> 11, minute = time >> 5 & 63, second = 2 * (time & 31);
    if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59)
        return NULL;
    return tlb_arena_printf(arena, "%u-%02u-%02u %02u:%02u:%02u", year, month, day, hour, minute, second);
}

static tlb_status list(tlb_document *document, tlb_arena *arena, tlb_members *members)
{
    const tlb_zip *zip = document->root;
    uint32_t count = 0;
    tlb_member *data = tlb_alloc_array(arena, zip->entries.count, sizeof *data);
    if (!data)
        return tlb_report_memory(document->context, arena);
    for (uint32_t i = 0; i < zip->entries.count; i++) {
        const tlb_zip_entry *entry = &zip->entries.data[i];
        tlb_bytes packed;
        if (tlb_zip_is_folder(entry))
            continue;
        tlb_zip_data(zip, entry, &packed);
        bool named = entry->fileName.size <= ZIP_LONGEST_NAME;
        data[count] =
            (tlb_member){.compression = entry->method == TLB_ZIP_STORED     ? stored
                                        : entry->method == TLB_ZIP_DEFLATED ? deflated
                                                                            : "unknown",
                         .name = tlb_copy_text(arena, entry->fileName.data, named ? entry->fileName.size : 0).data,
                         .size = entry->uncompressedSize,
                         .packed = packed.size,
                         .offset = packed.data ? (uint64_t)(packed.data - zip->data.data) : 0,
                         .place = i,
                         .modified = modified_of(entry, arena)};
        if (data[count].name && !*data[count].name)
            data[count].name = tlb_arena_printf(arena, "#%u", count);
        count++;
        if (arena->failure)
            return tlb_report_memory(document->context, arena);
    }
    *members = (tlb_members){data, count};
    return TLB_OK;
}

static tlb_status read_member(tlb_document *document, const tlb_member *member, tlb_arena *arena,
                              tlb_bytes *bytes)
{
    const tlb_zip *zip = document->root;
    const tlb_zip_entry *entry = &zip->entries.data[member->place];
    tlb_bytes packed;
    const char *fault = tlb_zip_data(zip, entry, &packed);
    tlb_status status = fault ? TLB_INVALID : tlb_zip_unpack(entry, packed, arena, bytes);
    if (tlb_is_fatal(status))
        return tlb_report_failure(document->context, status);
    if (status)
        tlb_report(document->context, TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL, "%s: %s", member->name,
                   fault ? fault : "its data is damaged: size or checksum differ");
    return status && !is_known(entry) ? TLB_UNSUPPORTED : status;
}

/* --- laying out ----------------------------------------------------------------------------------------- */

static tlb_status refuse(tlb_document *document, tlb_code code, const char *name, const char *why)
{
    tlb_report(document->context, code, TLB_NO_OFFSET, NULL, "%s: %s", name, why);
    return TLB_INVALID;
}

static bool is_ascii(const char *text)
{
    while (*text && (uint8_t)*text < 0x80)
        text++;
    return !*text;
}

/* A new member, stored where deflate does not make it smaller. */
static tlb_status pack(const tlb_archive_entry *from, tlb_zip_entry *entry, tlb_buffer *packed)
{
    *entry = (tlb_zip_entry){.versionMadeBy = VERSION,
                             .versionNeeded = VERSION,
                             .flags = is_ascii(from->name) ? 0 : TLB_ZIP_UTF8,
                             .lastModDate = FIRST_DAY,
                             .crc32 = checksum(from->bytes),
                             .uncompressedSize = (uint32_t)from->bytes.size};
    if (strcmp(from->compression, deflated) == 0) {
        tlb_status status = tlb_deflate(packed->account, TLB_DEFLATE_RAW, from->bytes, packed);
        if (status)
            return status;
        entry->method = TLB_ZIP_DEFLATED;
    }
    if (entry->method == TLB_ZIP_STORED || packed->size >= from->bytes.size) {
        packed->size = 0;
        entry->method = TLB_ZIP_STORED;
        tlb_buffer_append(packed, from->bytes.data, from->bytes.size);
    }
    return packed->status;
}

static void put_local(tlb_buffer *out, const tlb_zip_entry *entry, tlb_bytes packed)
{
    uint8_t header[ZIP_LOCAL_SIZE] = ZIP_LOCAL_SIGNATURE;
    tlb_put_le16(header + 4, entry->versionNeeded);
    tlb_put_le16(header + 6, entry->flags);
    tlb_put_le16(header + 8, entry->method);
    tlb_put_le16(header + 10, entry->lastModTime);
    tlb_put_le16(header + 12, entry->lastModDate);
    tlb_put_le32(header + 14, entry->crc32);
    tlb_put_le32(header + 18, entry->compressedSize);
    tlb_put_le32(header + 22, entry->uncompressedSize);
    tlb_put_le16(header + 26, (uint16_t)entry->fileName.size);
    tlb_buffer_append(out, header, sizeof header);
    tlb_buffer_append(out, entry->fileName.data, entry->fileName.size);
    tlb_buffer_append(out, packed.data, packed.size);
}

/* One member: an old one keeps its data as it is packed, and what its entry says of it. */
static tlb_status add(tlb_document *document, const tlb_archive_entry *from, tlb_zip_entry *entry,
                      tlb_buffer *out)
{
    const tlb_zip *old = document->root;
    tlb_buffer packing = {.account = out->account};
    tlb_bytes packed;
    size_t length = strlen(from->name);
    if (length > ZIP_LONGEST_NAME)
        return refuse(document, TLB_CODE_VALUE_TOO_LARGE, from->name, "names have at most 1023 bytes");
    if (from->kept) {
        *entry = old->entries.data[from->kept->place];
        tlb_zip_data(old, entry, &packed);
        if (!packed.data)
            return refuse(document, TLB_CODE_MEMBER_DATA, from->name,
                          "its data is damaged and cannot be copied");
        entry->flags &= (uint16_t)~TLB_ZIP_SIZES_FOLLOW;
    } else {
        tlb_status status = from->bytes.size > INT32_MAX ? TLB_LIMIT : pack(from, entry, &packing);
        packed = (tlb_bytes){packing.data, packing.size};
        entry->compressedSize = (uint32_t)packed.size;
        entry->fileName = tlb_copy_text(&document->arena, from->name, length);
        if (!status && !entry->fileName.data)
            status = document->arena.failure;
        if (status) {
            tlb_buffer_free(&packing);
            return tlb_report_failure(document->context, status);
        }
    }
    entry->localHeaderOffset = (uint32_t)out->size;
    put_local(out, entry, packed);
    tlb_buffer_free(&packing);
    return out->size > INT32_MAX
               ? refuse(document, TLB_CODE_VALUE_TOO_LARGE, from->name, "the archive would exceed 2 GiB")
               : TLB_OK;
}

static tlb_status lay_out(tlb_document *document, const tlb_archive_entry *entries, tlb_zip *zip,
                          tlb_buffer *out)
{
    for (uint32_t i = 0; i < zip->entries.count; i++) {
        tlb_status status = add(document, &entries[i], &zip->entries.data[i], out);
        if (status || out->status)
            return status ? status : tlb_report_failure(document->context, out->status);
    }
    uint8_t *data = tlb_alloc(&document->arena, out->size);
    if (!data)
        return tlb_report_memory(document->context, &document->arena);
    if (out->size)
        memcpy(data, out->data, out->size);
    zip->data = (tlb_bytes){data, out->size};
    return TLB_OK;
}

static tlb_status assemble(tlb_document *document, const tlb_archive_entry *entries, uint32_t count)
{
    const tlb_zip *old = document->root;
    tlb_zip *zip = tlb_zalloc(&document->arena, sizeof *zip);
    if (zip)
        zip->entries.data = tlb_zalloc_array(&document->arena, count, sizeof *zip->entries.data);
    if (!zip || !zip->entries.data)
        return tlb_report_memory(document->context, &document->arena);
    if (count > UINT16_MAX)
        return refuse(document, TLB_CODE_VALUE_TOO_LARGE, entries[UINT16_MAX].name,
                      "the archive would have more than 65535 members");
    zip->entries.count = count;
    zip->comment = old->comment;
    tlb_buffer out = {.account = document->context->account};
    tlb_status status = lay_out(document, entries, zip, &out);
    tlb_buffer_free(&out);
    if (!status)
        document->root = zip;
    return status;
}

static tlb_status create(tlb_document *document, const char *kind)
{
    if (kind)
        return TLB_ARGUMENT;
    document->root = tlb_zalloc(&document->arena, sizeof(tlb_zip));
    return document->root ? TLB_OK : tlb_report_memory(document->context, &document->arena);
}

const tlb_archive_format tlb_zip_archive = {
    .extension = "zip",
    .compressions = compressions,
    .create = create,
    .list = list,
    .read = read_member,
    .assemble = assemble,
};
