/* The document walked: as bytes this is the layout of BFF (docs/formats/bff.md), as JSON that of both
 * formats. */
#include "formats/sense8/nff/lines.h"

enum { USUAL_VERSION = 3 };

typedef struct walker {
    tlb_walk *w;
    nff_root *root;
    bool spelled; /* JSON: with the spellings of NFF */
    tlb_speller speller;
    nff_reader reader;
} walker;

nff_root *tlb_nff_create(tlb_arena *arena)
{
    nff_root *root = tlb_zalloc(arena, sizeof *root);
    if (root)
        root->nff.style.decimals = -1;
    return root;
}

/* --- parts that may be missing: a bit in a mask on disk, in JSON their presence ------------------------- */

static void walk_mask(tlb_walk *w, const char *name, uint8_t *mask, uint8_t known)
{
    uint32_t value = *mask;
    walk_count(w, name, &value, TLB_U8);
    if (w->direction == WALK_READ)
        *mask = (uint8_t)value;
    if (*mask & ~known)
        tlb_walk_refuse(w, sizeof *mask, TLB_CODE_BAD_VALUE, name, "%u has bits that are not in %u", *mask,
                        known);
}

static bool walk_part(tlb_walk *w, const char *name, uint8_t *mask, uint8_t bit)
{
    bool present = *mask & bit;
    tlb_walk_has(w, name, &present);
    *mask = (uint8_t)(present ? *mask | bit : *mask & ~bit);
    return present;
}

/* A part that says all by being there. */
static void walk_flag(tlb_walk *w, const char *name, uint8_t *mask, uint8_t bit)
{
    uint8_t one = 1;
    if (!walk_in_json(w) || !walk_part(w, name, mask, bit))
        return;
    walk_u8(w, name, &one);
    w->offset -= sizeof one;
    if (!one)
        *mask = (uint8_t)(*mask & ~bit);
}

static void walk_string(tlb_walk *w, const char *name, tlb_text *text)
{
    walk_count(w, "length", &text->size, TLB_U32);
    tlb_walk_text(w, name, text);
}

static bool walk_text_part(tlb_walk *w, const char *name, tlb_text *text, uint8_t *mask, uint8_t bit)
{
    if (!walk_part(w, name, mask, bit)) {
        *text = (tlb_text){0};
        return false;
    }
    walk_string(w, name, text);
    if (!text->size)
        tlb_walk_fail(w, w->direction == WALK_READ ? TLB_CODE_BAD_VALUE : TLB_CODE_BAD_JSON, name,
                      "the text is empty");
    return true;
}

/* --- structures -------------------------------------------------------------------------------------- */

static void walk_spelled(walker *x, const tlb_record_kind *kind, const void *record,
                         tlb_nff_spelling *spelling)
{
    if (x->spelled && !x->w->status)
        tlb_walk_spelling(x->w, &x->speller, &x->root->spellings, kind, record, spelling);
}

static void walk_header(walker *j, tlb_nff_header *x)
{
    tlb_walk *w = j->w;
    tlb_walk_open(w, "header", TLB_ROW);
    WALK_DEFAULT(w, x, has, TLB_NFF_VERSION);
    WALK_DEFAULT(w, x, version, USUAL_VERSION);
    walk_mask(w, "has", &x->has, TLB_NFF_VERSION | TLB_NFF_VIEWPOS | TLB_NFF_VIEWDIR);
    if (walk_part(w, "version", &x->has, TLB_NFF_VERSION))
        WALK(w, x, version);
    if (walk_part(w, "viewpos", &x->has, TLB_NFF_VIEWPOS))
        WALK_ROW(w, x, viewpos);
    if (walk_part(w, "viewdir", &x->has, TLB_NFF_VIEWDIR))
        WALK_ROW(w, x, viewdir);
    walk_spelled(j, &tlb_nff_header_kind, x, &x->spelling);
    tlb_walk_close(w, TLB_ROW);
}

static void walk_vertex(walker *j, tlb_nff_vertex *x)
{
    tlb_walk *w = j->w;
    WALK_ROW(w, x, position);
    walk_mask(w, "has", &x->has, TLB_NFF_NORM | TLB_NFF_RGB | TLB_NFF_UV | TLB_NFF_AUTO);
    if (walk_part(w, "norm", &x->has, TLB_NFF_NORM))
        WALK_ROW(w, x, norm);
    if (walk_part(w, "rgb", &x->has, TLB_NFF_RGB))
        WALK_ROW(w, x, rgb);
    if (walk_part(w, "uv", &x->has, TLB_NFF_UV))
        WALK_ROW(w, x, uv);
    walk_flag(w, "N", &x->has, TLB_NFF_AUTO);
    walk_spelled(j, &tlb_nff_vertex_kind, x, &x->spelling);
}

/* A letter; in JSON a text of that letter. */
static void walk_kind(tlb_walk *w, char *kind)
{
    static const char *const letters[] = {"v", "s", "t", "u", NULL};
    if (walk_in_json(w)) {
        uint32_t letter = 0;
        while (letter < 3 && *letters[letter] != *kind)
            letter++;
        tlb_walk_choice(w, "kind", &letter, letters);
        *kind = *letters[letter];
        return;
    }
    uint8_t byte = (uint8_t)*kind;
    walk_u8(w, "kind", &byte);
    *kind = (char)byte;
    if (!w->status && (!byte || !memchr("vstu", byte, 4)))
        tlb_walk_refuse(w, sizeof byte, TLB_CODE_BAD_VALUE, "kind", "character %u, expected v, s, t or u",
                        byte);
}

static void walk_texture(tlb_walk *w, tlb_nff_polygon *polygon)
{
    tlb_nff_texture *x = polygon->texture;
    if (!x && !(x = polygon->texture = tlb_zalloc(w->arena, sizeof *x))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_walk_open(w, "texture", TLB_ROW);
    walk_kind(w, &x->kind);
    walk_string(w, "name", &x->name);
    walk_mask(w, "has", &x->has, TLB_NFF_ROT | TLB_NFF_SCALE | TLB_NFF_TRANS | TLB_NFF_MIRROR);
    if (walk_part(w, "rot", &x->has, TLB_NFF_ROT))
        WALK(w, x, rot);
    if (walk_part(w, "scale", &x->has, TLB_NFF_SCALE))
        WALK(w, x, scale);
    if (walk_part(w, "trans", &x->has, TLB_NFF_TRANS))
        WALK_ROW(w, x, trans);
    walk_flag(w, "mirror", &x->has, TLB_NFF_MIRROR);
    tlb_walk_close(w, TLB_ROW);
}

static void walk_polygon(walker *j, tlb_nff_polygon *x)
{
    enum { TEXTURE = 16, PORTAL = 32 };
    const uint8_t own = TLB_NFF_COLOR | TLB_NFF_MATID | TLB_NFF_BOTH | TLB_NFF_ID;
    tlb_walk *w = j->w;
    uint8_t mask = (uint8_t)(x->has | (x->texture ? TEXTURE : 0) | (x->portal.size ? PORTAL : 0));
    walk_count(w, "corners", &x->indices.count, TLB_U32);
    WALK_VALUES(w, x, indices);
    walk_mask(w, "has", &mask, (uint8_t)(own | TEXTURE | PORTAL));
    uint64_t parts = tlb_walk_offset(w);
    if (walk_part(w, "color", &mask, TLB_NFF_COLOR))
        WALK_ROW(w, x, color);
    if (walk_part(w, "matid", &mask, TLB_NFF_MATID))
        WALK(w, x, matid);
    walk_flag(w, "both", &mask, TLB_NFF_BOTH);
    if (walk_part(w, "texture", &mask, TEXTURE))
        walk_texture(w, x);
    if (walk_part(w, "id", &mask, TLB_NFF_ID))
        WALK(w, x, id);
    walk_text_part(w, "portal", &x->portal, &mask, PORTAL);
    x->has = mask & own;
    if (!w->status && !(mask & (TLB_NFF_COLOR | TLB_NFF_MATID)))
        tlb_walk_refuse(w, tlb_walk_offset(w) - parts,
                        walk_in_json(w) ? TLB_CODE_BAD_JSON : TLB_CODE_BAD_VALUE, "color",
                        "expected a color or a material");
    walk_spelled(j, &tlb_nff_polygon_kind, x, &x->spelling);
}

/* What the number of polygons is spelled like has no structure of its own. */
static void walk_polygons_spelling(walker *j, tlb_nff_object *x)
{
    if (!j->spelled)
        return;
    bool present = x->polygonsSpelling != 0;
    tlb_walk_has(j->w, "polygonsLine", &present);
    if (!present)
        return;
    tlb_walk_open(j->w, "polygonsLine", TLB_ROW);
    walk_spelled(j, &tlb_nff_polygons_kind, x, &x->polygonsSpelling);
    tlb_walk_close(j->w, TLB_ROW);
}

static void walk_object(walker *j, tlb_nff_object *x)
{
    enum { SHADING = 1, MTABLE = 2, VERTEX_LEAST = 3 * 4 + 1, POLYGON_LEAST = 4 + 1 + 3 };
    tlb_walk *w = j->w;
    uint8_t mask = (uint8_t)((x->shading.size ? SHADING : 0) | (x->mtable.size ? MTABLE : 0));
    walk_string(w, "name", &x->name);
    walk_mask(w, "has", &mask, SHADING | MTABLE);
    walk_text_part(w, "shading", &x->shading, &mask, SHADING);
    walk_text_part(w, "mtable", &x->mtable, &mask, MTABLE);
    walk_count(w, "numVertices", &x->vertices.count, TLB_U32);
    WALK_ROWS(w, x, vertices, VERTEX_LEAST, i)
        walk_vertex(j, &x->vertices.data[i]);
    walk_count(w, "numPolygons", &x->polygons.count, TLB_U32);
    WALK_ROWS(w, x, polygons, POLYGON_LEAST, i)
        walk_polygon(j, &x->polygons.data[i]);
    walk_spelled(j, &tlb_nff_object_kind, x, &x->spelling);
    walk_polygons_spelling(j, x);
}

/* After the last object of a text. */
static void walk_tail(walker *j, tlb_nff *x)
{
    bool present = x->tail.size != 0;
    tlb_walk_has(j->w, "tail", &present);
    if (!present)
        return;
    tlb_walk_text(j->w, "tail", &x->tail);
    tlb_words t;
    tlb_words_init(&t, j->w, (tlb_bytes){(const uint8_t *)x->tail.data, x->tail.size}, NFF_COMMENT);
    if (!j->w->status && j->w->visitor->fills && tlb_nff_next_object(&t))
        tlb_walk_fault(j->w, "tail", "expected only a comment");
}

static void walk_style(tlb_walk *w, tlb_nff_style *x)
{
    tlb_walk_open(w, "style", TLB_ROW);
    WALK(w, x, decimals);
    WALK(w, x, shortColors);
    WALK(w, x, crlf);
    tlb_walk_close(w, TLB_ROW);
}

static void walk_all(walker *x)
{
    enum { OBJECT_LEAST = 4 + 1 + 4 + 4 };
    tlb_walk *w = x->w;
    tlb_nff *nff = &x->root->nff;
    uint32_t layout = BFF_LAYOUT;
    tlb_walk_signature(w, "signature", BFF_SIGNATURE, sizeof BFF_SIGNATURE - 1);
    walk_count(w, "layout", &layout, TLB_U16);
    if (layout != BFF_LAYOUT)
        tlb_walk_refuse(w, sizeof(uint16_t), TLB_CODE_BAD_VERSION, "layout", "unknown layout %u, expected %u",
                        layout, BFF_LAYOUT);
    if (x->spelled)
        walk_style(w, &nff->style);
    walk_header(x, &nff->header);
    walk_count(w, "numObjects", &nff->objects.count, TLB_U32);
    WALK_BLOCKS(w, nff, objects, OBJECT_LEAST, i)
        walk_object(x, &nff->objects.data[i]);
    if (x->spelled)
        walk_tail(x, nff);
}

void tlb_nff_walk_model(tlb_walk *w, nff_root *root, bool spelled)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    walker x = {.w = w, .root = root, .spelled = spelled};
    if (spelled) {
        tlb_nff_speller_init(&x.speller, &x.reader, w->context, root, &work);
        x.speller.out = &text;
    }
    walk_all(&x);
    tlb_buffer_free(&text);
    tlb_arena_release(&work);
}
