/* From the file's bytes and back: decrypting, and telling the two kinds of version 13 apart. */
#include "formats/meridian/roo/roo.h"

/* Of the header, and the words that an encrypted room has after it. */
enum {
    VERSION_AT = 4,
    SECURITY_AT = 8,
    MAIN_AT = 12,
    SERVER_AT = 16,
    MARK_AT = 20,
    LENGTH_AT = 24,
    RESPONSE_AT = 28,
    CIPHER_AT = 32
};

static bool is_marked(const uint8_t *data, size_t size)
{
    return size >= CIPHER_AT && memcmp(data, "ROO\xb1", 4) == 0 &&
           tlb_get_le32(data + MARK_AT) == ROO_CIPHER_MARK;
}

/* The file's bytes with their content in clear. */
static tlb_status decipher(tlb_document *document, tlb_bytes *image, tlb_roo_encryption *encryption)
{
    const uint8_t *data = document->source.data;
    size_t size = document->source.size;
    *image = document->source;
    *encryption = TLB_ROO_PLAIN;
    if (!is_marked(data, size))
        return TLB_OK;
    uint32_t server = tlb_get_le32(data + SERVER_AT), length = tlb_get_le32(data + LENGTH_AT);
    if (server > size) {
        tlb_report(document->context, TLB_CODE_TRUNCATED, SERVER_AT, "serverOffset",
                   "the encrypted part ends at %u, after the end of the file (%zu)", server, size);
        return TLB_INVALID;
    }
    if (server < CIPHER_AT || length != server - CIPHER_AT) {
        tlb_report(document->context, TLB_CODE_BAD_VALUE, LENGTH_AT, "encryptedLength",
                   "length %u does not match the end of the encrypted part at %u", length, server);
        return TLB_INVALID;
    }
    *encryption = tlb_roo_cipher_find(tlb_get_le32(data + VERSION_AT), tlb_get_le32(data + SECURITY_AT),
                                      tlb_get_le32(data + RESPONSE_AT));
    if (*encryption == TLB_ROO_PLAIN) {
        tlb_report(document->context, TLB_CODE_ROO_PASSWORD, RESPONSE_AT, "response",
                   "unknown password: the response 0x%08x matches no known one",
                   tlb_get_le32(data + RESPONSE_AT));
        return TLB_INVALID;
    }
    uint8_t *clear = tlb_alloc(&document->arena, size);
    if (!clear)
        return tlb_report_memory(document->context, &document->arena);
    memcpy(clear, data, size);
    tlb_roo_decrypt(*encryption, clear + CIPHER_AT, length);
    image->data = clear;
    return TLB_OK;
}

/* --- dialects ----------------------------------------------------------------------------------------- */

/* The dialect by the size of a client wall: 36 bytes, or 38 in the official repository's version 13. */
static tlb_roo_dialect guess(tlb_bytes image, tlb_roo_encryption encryption)
{
    enum { CLIENT_WALLS_AT = 12, EDITOR_WALLS_AT = 16, O_SIZE = 36, M_SIZE = 38 }; /* in the main part */
    uint64_t shift = encryption == TLB_ROO_PLAIN ? 0 : ROO_CIPHER_HEADER;
    if (image.size < MARK_AT)
        return TLB_ROO_O;
    uint64_t main = tlb_get_le32(image.data + MAIN_AT) + shift;
    if (main + EDITOR_WALLS_AT + 4 > image.size)
        return TLB_ROO_O;
    uint64_t walls = tlb_get_le32(image.data + main + CLIENT_WALLS_AT) + shift,
             end = tlb_get_le32(image.data + main + EDITOR_WALLS_AT) + shift;
    if (end > image.size || end < 2 || walls > end - 2)
        return TLB_ROO_O;
    uint64_t count = tlb_get_le16(image.data + walls), size = end - walls - 2;
    return count && size == M_SIZE * count ? TLB_ROO_M : TLB_ROO_O;
}

static tlb_status attempt(tlb_document *document, tlb_bytes image, tlb_roo_encryption encryption,
                          tlb_roo_dialect dialect)
{
    tlb_roo *x = document->root = tlb_zalloc(&document->arena, sizeof *x);
    if (!x)
        return tlb_report_memory(document->context, &document->arena);
    x->encryption = encryption;
    x->dialect = dialect;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, image);
    tlb_roo_walk(&w, &document->root);
    return w.status;
}

/* Whether every byte belongs to a part, and the parts make the security value. */
static bool fits(const tlb_roo *x)
{
    bool whole = !x->clientWallsMissing && !x->editorWallsMissing && !x->sidedefsMissing;
    for (int i = 0; i < TLB_ROO_GAPS; i++)
        whole &= !x->gaps[i].size;
    bool grids = !x->server.present || x->server.hasHiResGrid == (x->dialect == TLB_ROO_O);
    return whole && grids && tlb_roo_security(x) == x->security;
}

/* Takes the dialect that fits exactly, else the likelier one that can be read. */
static tlb_status read_13(tlb_document *document, tlb_bytes image, tlb_roo_encryption encryption)
{
    tlb_roo_dialect likely = guess(image, encryption), other = likely == TLB_ROO_O ? TLB_ROO_M : TLB_ROO_O;
    tlb_mark memory = tlb_arena_mark(&document->arena);
    tlb_report_mark reports = tlb_report_mark_get(document->context);
    tlb_status first = attempt(document, image, encryption, likely), second;
    if ((!first && fits(document->root)) || (first && first != TLB_INVALID))
        return first;
    tlb_report_rewind(document->context, &reports);
    tlb_arena_rewind(&document->arena, memory);
    second = attempt(document, image, encryption, other);
    if ((!second && (first || fits(document->root))) || (second && second != TLB_INVALID))
        return second;
    tlb_report_rewind(document->context, &reports);
    tlb_arena_rewind(&document->arena, memory);
    return attempt(document, image, encryption, likely);
}

tlb_status tlb_roo_read(tlb_document *document)
{
    tlb_bytes image;
    tlb_roo_encryption encryption;
    tlb_status status = decipher(document, &image, &encryption);
    if (status)
        return status;
    if (image.size > SECURITY_AT && tlb_get_le32(image.data + VERSION_AT) == 13)
        return read_13(document, image, encryption);
    return attempt(document, image, encryption, TLB_ROO_O);
}

tlb_status tlb_roo_write(tlb_context *context, void **root, tlb_buffer *out)
{
    const tlb_roo *x = *root;
    tlb_walk w = tlb_walk_writer(context, out);
    tlb_roo_walk(&w, root);
    if (tlb_walk_finish(&w) || out->status)
        return w.status ? w.status : out->status;
    if (x->encryption != TLB_ROO_PLAIN)
        tlb_roo_encrypt(x->encryption, out->data + CIPHER_AT, tlb_get_le32(out->data + LENGTH_AT));
    else if (is_marked(out->data, out->size)) {
        tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "width",
                   "-1, which marks an encrypted room, but this room is not encrypted");
        return TLB_INVALID;
    }
    return TLB_OK;
}
