/* The WAD format as the registry knows it, its rules, and rooms as WADs. */
#include "formats/meridian/wad/wad.h"

#include "base/text.h"
#include "core/checker.h"
#include "formats/meridian/udmf/udmf.h"

tlb_wad *tlb_document_wad(tlb_document *document)
{
    return document && document->format == &tlb_format_wad ? document->root : NULL;
}

/* --- check, info -------------------------------------------------------------------------------------- */

static void check_lump(tlb_checker *c, const tlb_wad *wad, uint32_t i)
{
    const tlb_wad_lump *lump = &wad->lumps.data[i];
    tlb_bytes bytes;
    if (!tlb_wad_bytes(wad, lump, &bytes))
        TLB_FIND(c, WAD_LUMP, tlb_at(c, "lumps[%u].filepos", i),
                 "%u bytes at %u are not within the file, or in its directory", lump->size, lump->filepos);
    if (!tlb_wad_name_length(lump))
        TLB_FIND(c, WAD_NAME, tlb_at(c, "lumps[%u].name", i), "the lump has no name");
}

/* A map of UDMF begins with TEXTMAP, and ends with ENDMAP. */
static void check_map(tlb_checker *c, const tlb_wad *wad, uint32_t i, bool *begun)
{
    uint32_t end = i;
    bool ends = tlb_wad_is_named(&wad->lumps.data[i], "ENDMAP");
    if (ends && !*begun)
        TLB_FIND(c, WAD_MAP, tlb_at(c, "lumps[%u]", i), "ENDMAP, but no TEXTMAP before it");
    *begun = !ends && (*begun || tlb_wad_is_named(&wad->lumps.data[i], "TEXTMAP"));
    if (!tlb_wad_is_named(&wad->lumps.data[i], "TEXTMAP"))
        return;
    while (end < wad->lumps.count && !tlb_wad_is_named(&wad->lumps.data[end], "ENDMAP"))
        end++;
    if (!i || end == wad->lumps.count)
        TLB_FIND(c, WAD_MAP, tlb_at(c, "lumps[%u]", i), "TEXTMAP, but %s",
                 i ? "no ENDMAP after it" : "no lump with the map's name before it");
}

static tlb_status check(tlb_document *document)
{
    const tlb_wad *wad = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    bool begun = false;
    for (uint32_t i = 0; i < wad->lumps.count; i++) {
        check_lump(&c, wad, i);
        check_map(&c, wad, i, &begun);
    }
    return tlb_checker_end(&c);
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_wad *wad = document->root;
    uint64_t size = 0;
    (void)summary;
    for (uint32_t i = 0; i < wad->lumps.count; i++)
        size += wad->lumps.data[i].size;
    tlb_value_add_text(&document->arena, table, "kind", tlb_wad_kinds[wad->kind == TLB_WAD_IWAD]);
    tlb_value_add_integer(&document->arena, table, "members", wad->lumps.count);
    tlb_value_add_integer(&document->arena, table, "unpacked", (int64_t)size);
    return TLB_OK;
}

/* --- rooms -------------------------------------------------------------------------------------------- */

static void set_lump(tlb_wad_lump *lump, const char *name, size_t length, uint32_t filepos, uint32_t size)
{
    memcpy(lump->name, name, length);
    lump->filepos = filepos;
    lump->size = size;
}

/* The map's name is that of the file, as far as a lump's goes. */
static tlb_status write_map(const tlb_conversion *conversion, tlb_bytes text, tlb_buffer *out)
{
    enum { LUMPS = 3 };
    const char *stem = tlb_output_stem(conversion->output);
    size_t length = strlen(stem) < TLB_WAD_NAME_SIZE ? strlen(stem) : TLB_WAD_NAME_SIZE;
    char name[TLB_WAD_NAME_SIZE] = {0};
    for (size_t i = 0; i < length; i++)
        name[i] = tlb_upper(stem[i]);
    uint32_t at = TLB_WAD_HEADER_SIZE, size = (uint32_t)text.size;
    tlb_wad_lump lumps[LUMPS] = {0};
    set_lump(&lumps[0], name, length, at, 0);
    set_lump(&lumps[1], "TEXTMAP", 7, at, size);
    set_lump(&lumps[2], "ENDMAP", 6, at + size, 0);
    tlb_wad wad = {.data = text, .lumps = {lumps, LUMPS}};
    tlb_walk w = tlb_walk_writer(conversion->context, out);
    tlb_wad_walk(&w, &(void *){&wad});
    return tlb_walk_finish(&w) ? w.status : out->status;
}

static tlb_status translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_buffer text = {.account = conversion->context->account};
    tlb_status status = tlb_udmf_write_map(source, conversion, &text);
    if (!status)
        status = write_map(conversion, (tlb_bytes){text.data, text.size}, out);
    tlb_buffer_free(&text);
    return status;
}

const tlb_format tlb_format_wad = {
    .info = {.name = "wad",
             .title = "WAD archive",
             .family = "meridian",
             .versions = "PWAD, IWAD",
             .extensions = (const char *const[]){"wad", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PWAD"), TLB_SIGNATURE("IWAD")),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_IS_ARCHIVE},
    .walk = tlb_wad_walk,
    .check = check,
    .describe = describe,
    .translates = (const char *const[]){"roo", "udmf", NULL},
    .translate = translate,
    .archive = &tlb_wad_archive,
};
