/* NFF and BFF against texts and bytes written by hand: each version of NFF with the words that it has, by the
 * "WorldToolKit Neutral File Format Version 2.1" and docs/formats/nff.md, and BFF by docs/formats/bff.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pinned.h"

/* --- NFF ------------------------------------------------------------------------------------------------ */

typedef struct nff_variant {
    float version;
    const char *text; /* of it */
} nff_variant;

static void vertex(pinned *p, const tlb_nff_vertex *x)
{
    const nff_variant *v = p->variant;
    int has = TLB_NFF_NORM;
    RAW("7.5 -8.5 9.5");
    ARE(x, position, 7.5, -8.5, 9.5);
    if (v->version < 2)
        RAW(" 0.25 0.5 -0.75");
    else
        RAW(" norm 0.25 0.5 -0.75");
    ARE(x, norm, 0.25, 0.5, -0.75);
    if (v->version > 2) {
        RAW(" rgb 0x8192a3");
        ARE(x, rgb, 0x81, 0x92, 0xa3);
        RAW(" uv 0.125 -0.375");
        ARE(x, uv, 0.125, -0.375);
        has |= TLB_NFF_RGB | TLB_NFF_UV;
    }
    IS(x, has, has);
    RAW("\n");
}

static void polygon(pinned *p, const tlb_nff_polygon *x)
{
    const nff_variant *v = p->variant;
    int has = TLB_NFF_COLOR | TLB_NFF_BOTH | TLB_NFF_ID;
    RAW("3 2 0 1");
    IS(x, indices.count, 3);
    ARE(x, indices.data, 2, 0, 1);
    if (v->version < 2) {
        RAW(" 0x8ab");
        ARE(x, color, 0x88, 0xaa, 0xbb);
    } else {
        RAW(" 0xb1c2d3");
        ARE(x, color, 0xb1, 0xc2, 0xd3);
    }
    if (v->version >= 3) {
        RAW(" matid 4294967295");
        IS(x, matid, 4294967295);
        has |= TLB_NFF_MATID;
    }
    RAW(" both");
    if (v->version > 2)
        RAW(" _U_wall.tga");
    else
        RAW(" _T_wall.tga");
    const tlb_nff_texture *texture = p->reading ? x->texture : NULL;
    IS(texture, kind, v->version > 2 ? 'u' : 't');
    IS_BYTES(texture, name, "wall.tga", 8);
    RAW(" rot -0.5");
    IS(texture, rot, -0.5);
    RAW(" scale 2.5");
    IS(texture, scale, 2.5);
    RAW(" trans 3.25 -4.25");
    ARE(texture, trans, 3.25, -4.25);
    RAW(" mirror");
    IS(texture, has, TLB_NFF_ROT | TLB_NFF_SCALE | TLB_NFF_TRANS | TLB_NFF_MIRROR);
    RAW(" id=-77");
    IS(x, id, -77);
    RAW(" -world\n");
    IS_BYTES(x, portal, "world", 5);
    IS(x, has, has);
}

static void nff(pinned *p, const tlb_nff *x)
{
    const nff_variant *v = p->variant;
    RAW("nff\nversion ");
    pinned_put(p, v->text, strlen(v->text));
    IS(x, header.version, v->version);
    RAW("\nviewpos 1.5 -2.5 3.5\n");
    ARE(x, header.viewpos, 1.5, -2.5, 3.5);
    RAW("viewdir -4.5 5.5 -6.5\n\n");
    ARE(x, header.viewdir, -4.5, 5.5, -6.5);
    IS(x, header.has, TLB_NFF_VERSION | TLB_NFF_VIEWPOS | TLB_NFF_VIEWDIR);
    IS(x, objects.count, 2);
    const tlb_nff_object *object = AT(x, objects, 0);
    IS_BYTES(object, name, "Thing", 5);
    if (v->version < 1.65f) {
        RAW("Thing =none\n");
        IS_BYTES(object, shading, "none", 4);
    } else {
        RAW("Thing =off\n");
        IS_BYTES(object, shading, "off", 3);
    }
    if (v->version >= 3)
        RAW("mtable hull.mat\n");
    IS_BYTES(object, mtable, "hull.mat", v->version >= 3 ? 8 : 0);
    RAW("3\n");
    IS(object, vertices.count, 3);
    vertex(p, AT(object, vertices, 0));
    RAW("10.5 -11.5 12.5 N\n");
    ARE(object, vertices.data[1].position, 10.5, -11.5, 12.5);
    IS(object, vertices.data[1].has, TLB_NFF_AUTO);
    RAW("13.5 14.5 15.5\n");
    ARE(object, vertices.data[2].position, 13.5, 14.5, 15.5);
    IS(object, vertices.data[2].has, 0);
    RAW("2\n");
    IS(object, polygons.count, 2);
    polygon(p, AT(object, polygons, 0));
    const tlb_nff_polygon *second = AT(object, polygons, 1);
    RAW("4 0 1 2 0");
    IS(second, indices.count, 4);
    ARE(second, indices.data, 0, 1, 2, 0);
    if (v->version < 2) {
        RAW(" 0xcde\n");
        ARE(second, color, 0xcc, 0xdd, 0xee);
    } else {
        RAW(" 0xcadbec\n");
        ARE(second, color, 0xca, 0xdb, 0xec);
    }
    IS(second, has, TLB_NFF_COLOR);
    if (p->reading)
        assert_null(second->texture);
    object = AT(x, objects, 1);
    RAW("\nOther\n0\n0\n");
    IS_BYTES(object, name, "Other", 5);
    IS_BYTES(object, shading, "", 0);
    IS(object, vertices.count, 0);
    IS(object, polygons.count, 0);
}

static const nff_variant versions[] = {{1.6f, "1.6"}, {1.7f, "1.7"},   {1.8f, "1.8"}, {1.9f, "1.9"},
                                       {2, "2.0"},    {2.09f, "2.09"}, {2.1f, "2.1"}, {3, "3.0"}};

static void every_version_of_nff(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        pinned p = {.variant = &versions[i], .may_be_cut = true};
        snprintf(p.title, sizeof p.title, "version %s", versions[i].text);
        PIN_ALONE(&p, "nff", tlb_document_nff, nff);
    }
}

/* Without the old text every record is spelled anew, and what was written above is how. */
static void records_without_spelling(void **state)
{
    (void)state;
    for (size_t k = 4; k < sizeof versions / sizeof *versions; k++) { /* those with the word `norm` */
        pinned p = {.variant = &versions[k], .may_be_cut = true};
        snprintf(p.title, sizeof p.title, "version %s, spelled anew", versions[k].text);
        pinned_begin(&p);
        nff(&p, NULL);
        tlb_document *document = pinned_open(&p, "nff");
        tlb_nff *x = tlb_document_nff(document);
        nff(&p, x);
        x->header.spelling = 0;
        x->style = (tlb_nff_style){.decimals = -1};
        for (uint32_t o = 0; o < x->objects.count; o++) {
            tlb_nff_object *object = &x->objects.data[o];
            object->spelling = object->polygonsSpelling = 0;
            for (uint32_t i = 0; i < object->vertices.count; i++)
                object->vertices.data[i].spelling = 0;
            for (uint32_t i = 0; i < object->polygons.count; i++)
                object->polygons.data[i].spelling = 0;
        }
        pinned_end(&p, document, "nff");
    }
}

/* --- BFF ------------------------------------------------------------------------------------------------ */

/* Numbers that may be missing, as bits: which of them are there. */
typedef struct bff_variant {
    uint8_t header, object, vertex, polygon, texture;
} bff_variant;

/* A length of 32 bits and that many bytes. */
#define STRING32(owner, field, literal)                                                                      \
    do {                                                                                                     \
        U32(owner, field.size, sizeof(literal) - 1);                                                         \
        BYTES(owner, field, literal);                                                                        \
    } while (0)

static void bff_polygon(pinned *p, const tlb_nff_polygon *x)
{
    enum { COLOR = 1, MATID = 2, BOTH = 4, ID = 8, TEXTURE = 16, PORTAL = 32 };
    const bff_variant *v = p->variant;
    LIST(U32, x, indices, 0x80000101, 0x80000102, 0x80000103);
    pinned_put_integer(p, 1, v->polygon);
    IS(x, has, v->polygon & (COLOR | MATID | BOTH | ID));
    if (v->polygon & COLOR)
        U8S(x, color, 0xa1, 0xa2, 0xa3);
    if (v->polygon & MATID)
        U32(x, matid, 0x80000104);
    if (v->polygon & TEXTURE) {
        const tlb_nff_texture *texture = p->reading ? x->texture : NULL;
        U8(texture, kind, 's');
        STRING32(texture, name, "wall.tga");
        U8(texture, has, v->texture);
        if (v->texture & 1)
            F32(texture, rot, -0.125);
        if (v->texture & 2)
            F32(texture, scale, 2.5);
        if (v->texture & 4)
            F32S(texture, trans, 3.5, -4.5);
    } else if (p->reading)
        assert_null(x->texture);
    if (v->polygon & ID)
        I32(x, id, -105);
    if (v->polygon & PORTAL)
        STRING32(x, portal, "world");
}

static void bff(pinned *p, const tlb_nff *x)
{
    const bff_variant *v = p->variant;
    p->big_endian = true;
    RAW("bnff");
    pinned_put_integer(p, 2, 1); /* layout */
    U8(x, header.has, v->header);
    if (v->header & 1)
        F32(x, header.version, 2.5);
    if (v->header & 2)
        F32S(x, header.viewpos, 5.5, 6.5, 7.5);
    if (v->header & 4)
        F32S(x, header.viewdir, 8.5, 9.5, 10.5);
    COUNT(x, objects, 1);
    const tlb_nff_object *object = AT(x, objects, 0);
    STRING32(object, name, "any name");
    pinned_put_integer(p, 1, v->object);
    if (v->object & 1)
        STRING32(object, shading, "on");
    if (v->object & 2)
        STRING32(object, mtable, "hull.mat");
    COUNT(object, vertices, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_nff_vertex *vertex = AT(object, vertices, i);
        F32S(vertex, position, 11.5 + i, 21.5 + i, 31.5 + i);
        U8(vertex, has, v->vertex);
        if (v->vertex & 1)
            F32S(vertex, norm, 41.5 + i, 51.5 + i, 61.5 + i);
        if (v->vertex & 2)
            U8S(vertex, rgb, 0xb1 + i, 0xc1 + i, 0xd1 + i);
        if (v->vertex & 4)
            F32S(vertex, uv, 71.5 + i, 81.5 + i);
    }
    COUNT(object, polygons, 1);
    bff_polygon(p, AT(object, polygons, 0));
}

/* Everything, and each of what may be missing alone. */
static void every_part_of_bff(void **state)
{
    (void)state;
    for (int bit = -1; bit < 6; bit++) {
        uint8_t one = (uint8_t)(bit < 0 ? 0xff : 1 << bit);
        bff_variant v = {one & 7, one & 3, one & 15, (one & 63) | (bit == 1 ? 0 : 1), one & 15};
        pinned p = {.variant = &v};
        snprintf(p.title, sizeof p.title, "part %d", bit);
        PIN_ALONE(&p, "bff", tlb_document_nff, bff);
    }
}

static void nothing_follows_bff(void **state)
{
    (void)state;
    bff_variant v = {7, 3, 15, 63, 15};
    tlb_document *document;
    pinned p = {.variant = &v};
    pinned_begin(&p);
    bff(&p, NULL);
    pinned_put(&p, "", 1);
    assert_int_equal(tlb_open_memory(p.context, p.data, p.size, NULL, tlb_format_by_name("bff"), &document),
                     TLB_INVALID);
    free(p.data);
    tlb_context_free(p.context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_of_nff),
        cmocka_unit_test(records_without_spelling),
        cmocka_unit_test(every_part_of_bff),
        cmocka_unit_test(nothing_follows_bff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
