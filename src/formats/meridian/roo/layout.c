/* The layout of a room, in the order of its description: header, main part with the offsets of six sections,
 * the sections, the server's grids (sections.c). Offsets are not kept: they follow from the sizes of what is
 * written. */
#include "formats/meridian/roo/sections.h"

#include "formats/meridian/roo/fields.h"
#include "formats/meridian/roo/roo.h"

roo_layout tlb_roo_layout_of(uint32_t version, tlb_roo_dialect dialect)
{
    bool official = version == 13 && dialect == TLB_ROO_M, floats = version >= 14 || official;
    return (roo_layout){.real = floats ? TLB_F32 : TLB_I32,
                        .length = floats ? TLB_F32 : TLB_U16,
                        .origin = official ? TLB_F32 : TLB_I32,
                        .speed = version >= 10,
                        .monsterGrid = version >= 12,
                        .hiResGrid = version >= 13 && !official};
}

/* --- places ------------------------------------------------------------------------------------------- */

enum { HEADER_SIZE = 20, MAIN_SIZE = 32 };

/* Where the parts begin, by the gap before each, and where the bytes that are read end. */
typedef struct places {
    uint64_t start[TLB_ROO_GAPS];
    const uint8_t *end;
} places;

/* The offsets of an encrypted room do not count the words that mark it, but for the server section's. */
static uint32_t extra_words(const tlb_roo *x)
{
    return x->encryption == TLB_ROO_PLAIN ? 0 : ROO_CIPHER_HEADER;
}

static void find_places(tlb_walk *w, const tlb_roo *x, const roo_layout *layout, places *p)
{
    uint64_t at = HEADER_SIZE + extra_words(x);
    for (tlb_roo_gap part = TLB_ROO_BEFORE_MAIN; part < TLB_ROO_AT_END; part++) {
        at += x->gaps[part].size;
        p->start[part] = at;
        at += part == TLB_ROO_BEFORE_MAIN ? MAIN_SIZE : tlb_roo_section_size(x, layout, part);
    }
    if (at > UINT32_MAX)
        tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, NULL, "the sections exceed 4 GiB");
}

/* --- the room ----------------------------------------------------------------------------------------- */

static void walk_header(tlb_walk *w, tlb_roo *x, bool *has_security)
{
    static const char *const dialects[] = {"O", "M", NULL};
    static const char *const encryptions[] = {"none", "password 10", "password 12", NULL};
    uint32_t dialect = x->dialect, encryption = x->encryption;
    tlb_walk_signature(w, "signature", "ROO\xb1", 4);
    WALK_DEFAULT(w, x, version, TLB_ROO_LAST_VERSION);
    WALK(w, x, version);
    if (!x->version)
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version", "version 0, expected 9 to 15");
    if (x->version == 13)
        tlb_walk_choice(w, "dialect", &dialect, dialects);
    tlb_walk_choice(w, "encryption", &encryption, encryptions);
    x->dialect = (tlb_roo_dialect)dialect;
    x->encryption = (tlb_roo_encryption)encryption;
    tlb_walk_has(w, "security", has_security);
    if (*has_security)
        WALK(w, x, security);
}

/* JSON may leave the security value to us. One that was kept while the rest was edited is reported. */
static void finish_security(tlb_walk *w, tlb_roo *x, bool has_security)
{
    if (!walk_fills(w) || w->status || w->faults)
        return;
    uint32_t expected = tlb_roo_security(x);
    if (has_security && x->security != expected)
        tlb_report_remedy(
            w->context, TLB_CODE_ROO_SECURITY_KEPT, TLB_NO_OFFSET, "security", (tlb_remedy){"rebuild", NULL},
            "checksum %u, expected %u: clients refuse the room; leave \"security\" out of the JSON, or "
            "set security=null, to have it computed",
            x->security, expected);
    x->security = has_security ? x->security : expected;
}

/* The words that mark an encrypted room, after the header. */
static void walk_cipher_header(tlb_walk *w, const tlb_roo *x, const places *p)
{
    uint32_t mark = ROO_CIPHER_MARK, response = tlb_roo_cipher_response(x->encryption, x->security),
             length = (uint32_t)p->start[TLB_ROO_BEFORE_SERVER] - HEADER_SIZE - ROO_CIPHER_HEADER;
    walk_count(w, "encryptionMark", &mark, TLB_U32);
    walk_count(w, "encryptedLength", &length, TLB_U32);
    walk_count(w, "response", &response, TLB_U32);
}

static void walk_place(tlb_walk *w, const char *name, uint64_t *start, uint32_t shift)
{
    uint32_t stored = (uint32_t)(*start - shift);
    walk_count(w, name, &stored, TLB_U32);
    *start = (uint64_t)stored + shift;
}

static void walk_main(tlb_walk *w, tlb_roo *x, places *p)
{
    static const char *const names[] = {"nodesOffset",    "clientWallsOffset", "editorWallsOffset",
                                        "sidedefsOffset", "sectorsOffset",     "thingsOffset"};
    WALK(w, x, width);
    WALK(w, x, height);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        walk_place(w, names[i], &p->start[TLB_ROO_BEFORE_NODES + i], extra_words(x));
}

const char *tlb_roo_gap_name(tlb_roo_gap gap)
{
    static const char *const names[TLB_ROO_GAPS] = {
        "gapBeforeMain",        "gapBeforeNodes",    "gapBeforeClientWalls",
        "gapBeforeEditorWalls", "gapBeforeSidedefs", "gapBeforeSectors",
        "gapBeforeThings",      "gapBeforeServer",   "gapAtEnd"};
    return names[gap];
}

/* Walks to where a part begins. While it is read, a part ends where the next begins. */
static void enter(tlb_walk *w, tlb_roo *x, const places *p, tlb_roo_gap part)
{
    bool reading = w->direction == WALK_READ && !w->status;
    if (reading)
        w->end = p->end;
    tlb_roo_walk_gap(w, tlb_roo_gap_name(part), &x->gaps[part], p->start[part]);
    bool bounded = part >= TLB_ROO_BEFORE_NODES && part < TLB_ROO_BEFORE_SERVER;
    if (!reading || w->status || !bounded)
        return;
    uint64_t next = p->start[part + 1];
    if (next >= tlb_walk_offset(w) && next <= tlb_walk_offset(w) + (uint64_t)(w->end - w->at))
        w->end = w->start + next;
}

static tlb_roo *new_room(tlb_walk *w)
{
    tlb_roo *x = tlb_zalloc(w->arena, sizeof *x);
    if (!x)
        tlb_walk_no_memory(w);
    return x;
}

void tlb_roo_walk(tlb_walk *w, void **root)
{
    tlb_roo *x = *root = *root ? *root : new_room(w);
    if (!x)
        return;
    bool has_security = !w->fresh;
    walk_header(w, x, &has_security);
    roo_layout layout = tlb_roo_layout_of(x->version, x->dialect);
    places p = {.end = w->end};
    if (w->direction != WALK_READ)
        find_places(w, x, &layout, &p);
    walk_place(w, "mainOffset", &p.start[TLB_ROO_BEFORE_MAIN], extra_words(x));
    walk_place(w, "serverOffset", &p.start[TLB_ROO_BEFORE_SERVER], 0);
    if (x->encryption != TLB_ROO_PLAIN)
        walk_cipher_header(w, x, &p);
    p.start[TLB_ROO_AT_END] = w->direction == WALK_READ ? (uint64_t)(w->end - w->start) : 0;
    enter(w, x, &p, TLB_ROO_BEFORE_MAIN);
    walk_main(w, x, &p);
    for (tlb_roo_gap part = TLB_ROO_BEFORE_NODES; part <= TLB_ROO_BEFORE_SERVER; part++) {
        enter(w, x, &p, part);
        tlb_roo_walk_section(w, x, &layout, part);
    }
    enter(w, x, &p, TLB_ROO_AT_END);
    finish_security(w, x, has_security);
}

tlb_roo *tlb_document_roo(tlb_document *document)
{
    return document && document->format && document->format->walk == tlb_roo_walk ? document->root : NULL;
}
