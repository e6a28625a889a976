/* The codecs that DIF structures are made of, and doubts about a dialect while it is tried. */
#include "formats/torque/dif/codecs.h"
#include "formats/torque/dif/dif.h"
#include "image/image.h"

static const uint32_t FLAG = 0x80000000u;

void tlb_dif_walk_string(tlb_walk *w, const char *name, tlb_text *text)
{
    walk_count(w, "length", &text->size, TLB_U8);
    tlb_walk_text(w, name, text);
}

void tlb_dif_walk_dictionary(tlb_walk *w, tlb_dif_dictionary *properties)
{
    struct {
        tlb_dif_dictionary properties;
    } holder = {*properties}, *x = &holder;
    DIF_COUNT(w, x, "size", properties);
    WALK_ROWS(w, x, properties, 2, i) {
        tlb_dif_walk_string(w, "name", &x->properties.data[i].name);
        tlb_dif_walk_string(w, "value", &x->properties.data[i].value);
    }
    *properties = x->properties;
}

/* Bytes up to the end of the IEND chunk; 0 when they are not a PNG or do not reach it. */
static size_t png_size(const uint8_t *data, size_t size)
{
    enum { SIGNATURE = 8, CHUNK = 12 }; /* CHUNK: length, type, checksum */
    if (tlb_image_sniff((tlb_bytes){data, size}) != TLB_IMAGE_PNG)
        return 0;
    for (size_t at = SIGNATURE; size - at >= CHUNK;) {
        uint64_t length = tlb_get_be32(data + at);
        if (length > size - at - CHUNK)
            return 0;
        bool last = memcmp(data + at + 4, "IEND", 4) == 0;
        at += CHUNK + (size_t)length;
        if (last)
            return at;
    }
    return 0;
}

void tlb_dif_walk_png(tlb_walk *w, const char *name, tlb_bytes *png)
{
    if (w->direction == WALK_READ) {
        png->size = png_size(w->at, (size_t)(w->end - w->at));
        if (!png->size)
            tlb_walk_fail(w, TLB_CODE_BAD_SIGNATURE, name, "expected a complete PNG file");
    }
    tlb_walk_bytes(w, name, png);
    if (!w->status && w->direction == WALK_VISIT && w->visitor->fills &&
        (!png->size || png_size(png->data, png->size) != png->size))
        tlb_walk_fault(w, name, "expected a PNG file that ends with its IEND chunk");
}

void tlb_dif_walk_flagged_count(tlb_walk *w, const char *count_name, const char *param_name, uint32_t *count,
                                bool *flagged, uint8_t *param)
{
    uint32_t word = *count | (*flagged ? FLAG : 0);
    walk_count(w, count_name, &word, TLB_U32);
    if (w->direction == WALK_READ) {
        *count = word & ~FLAG;
        *flagged = (word & FLAG) != 0;
    }
    tlb_walk_has(w, param_name, flagged);
    if (*flagged)
        walk_u8(w, param_name, param);
}

/* What the engines wrote: 1, 2, 4 bytes for lists of 32 bits, 0 and 1 for one and two bytes in lists of
 * 16. */
static tlb_type narrowed(tlb_type plain, uint8_t param)
{
    switch (plain) {
    case TLB_U32:
        return param == 1 ? TLB_U8 : param == 4 ? TLB_U32 : TLB_U16;
    case TLB_U16:
        return param == 0 ? TLB_U8 : TLB_U16;
    default:
        return plain;
    }
}

void tlb_dif_walk_list(tlb_walk *w, const char *count_name, const char *name, const char *param_name,
                       tlb_dif_list *list, tlb_type plain)
{
    tlb_dif_walk_flagged_count(w, count_name, param_name, &list->count, &list->flagged, &list->param);
    tlb_type disk = list->flagged ? narrowed(plain, list->param) : plain;
    list->data = tlb_walk_table(w, name, list->data, &list->count, 1, TLB_U32, disk);
}

static const char *doubt(const tlb_dif_interior *x, const tlb_dif_surface *s)
{
    if (!tlb_within(s->windingStart, s->windingCount, x->windings.count))
        return "windingStart";
    if (dif_plane_index(s->planeIndex) >= x->planes.count)
        return "planeIndex";
    if (s->textureIndex >= x->materials.count)
        return "textureIndex";
    if (s->texGenIndex >= x->texGenEqs.count)
        return "texGenIndex";
    if (dif_axes_of(s) > DIF_LAST_AXES)
        return "finalWord";
    return NULL;
}

void tlb_dif_doubt(tlb_walk *w, const tlb_dif_interior *x)
{
    bool doubting = w->direction == WALK_READ && w->user && !w->status && x->interiorFileVersion == 0;
    for (uint32_t i = 0; doubting && i < x->surfaces.count; i++) {
        const char *field = doubt(x, &x->surfaces.data[i]);
        if (!field)
            continue;
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, "surfaces", "%s of surface %u is invalid in this dialect", field,
                      i);
        doubting = false;
    }
}

void tlb_dif_expect_binary_materials(tlb_walk *w, uint8_t version)
{
    if (version != DIF_BINARY_MATERIALS && !w->status)
        tlb_walk_refuse(w, sizeof version, TLB_CODE_NOT_SUPPORTED, "materialListVersion",
                        "unknown material list version %u, expected 1 (binary)", version);
}
