/* Rooms and bitmaps of Meridian 59 against bytes written by hand: ROO 9 to 15, both kinds of 13, both
 * passwords, and BGF 9 and 10. Order and widths are those of "Roo file specification" and its corrections in
 * docs/formats/roo.md and bgf.md. */
#include <stdio.h>
#include <string.h>

#include "pinned.h"

typedef struct roo_variant {
    uint32_t version;
    tlb_roo_dialect dialect; /* of version 13 */
    bool grids;              /* of version 14: the server section is there */
    uint32_t things;
    bool without_id; /* the room's id */
    bool odd;        /* gaps between sections, counts that are too high */
    tlb_roo_encryption encryption;
} roo_variant;

static bool floats(const roo_variant *v)
{
    return v->version >= 14 || (v->version == 13 && v->dialect == TLB_ROO_M);
}

/* --- security ---------------------------------------------------------------------------------------- */

/* The sum that the security value is made of: fields that count are written by the macros below. */
static uint32_t sum;

#define SUMMED16(owner, field, value)                                                                        \
    do {                                                                                                     \
        U16(owner, field, value);                                                                            \
        sum += (uint32_t)(value);                                                                            \
    } while (0)
#define SUMMED32(owner, field, value)                                                                        \
    do {                                                                                                     \
        U32(owner, field, value);                                                                            \
        sum += (uint32_t)(value);                                                                            \
    } while (0)
/* A coordinate: a float, or the integer part of it. */
#define COORDINATE(owner, field, value)                                                                      \
    do {                                                                                                     \
        if (floats(v))                                                                                       \
            F32(owner, field, value);                                                                        \
        else                                                                                                 \
            I32(owner, field, (int32_t)(value));                                                             \
    } while (0)
#define COORDINATES(owner, field, ...) PINNED_EACH(COORDINATE, owner, field, __VA_ARGS__)
/* One that counts: integers, and in 13-M the bits of the floats; none from version 14 on. */
#define SUMMED(owner, field, value)                                                                          \
    do {                                                                                                     \
        COORDINATE(owner, field, value);                                                                     \
        if (v->version <= 13)                                                                                \
            sum += word_before(p);                                                                           \
    } while (0)
#define SUMMED_ALL(owner, field, ...) PINNED_EACH(SUMMED, owner, field, __VA_ARGS__)

static uint32_t word_before(const pinned *p)
{
    const uint8_t *at = p->data + p->size - 4;
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* --- sections ------------------------------------------------------------------------------------------- */

static void begin(pinned *p, const tlb_roo *x, size_t *offset, tlb_roo_gap gap)
{
    const roo_variant *v = p->variant;
    static const uint8_t odd[] = {0xee, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8};
    PINNED_BYTES(x, gaps[gap], odd, v->odd ? (size_t)gap + 1 : 0);
    PATCH(*offset, p->size);
    *offset += 4;
}

static void nodes(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    pinned_put_integer(p, 2, 3);
    IS(x, nodes.count, 3);
    const tlb_roo_node *node = AT(x, nodes, 0);
    U8(node, type, 1);
    COORDINATES(node, box, -1.5, -2.5, 3.5, 4.5);
    SUMMED(node, a, -5.25);
    SUMMED(node, b, 6.25);
    SUMMED(node, c, -7.25);
    U16(node, positiveChild, 0x8101);
    U16(node, negativeChild, 0x8102);
    SUMMED16(node, firstWall, 0x8103);
    for (uint32_t i = 1; i < 3; i++) {
        node = AT(x, nodes, i);
        U8(node, type, 2);
        COORDINATES(node, box, 8.5 + i, 18.5 + i, 28.5 + i, 38.5 + i);
        U16(node, sector, 0x8104 + i);
        pinned_put_integer(p, 2, 1 + i);
        IS(node, points.count, 1 + i);
        for (uint32_t k = 0; k < 1 + i; k++)
            SUMMED_ALL(node, points.data[k], 48.5 + 10 * k + i, -58.5 - 10 * k - i);
    }
}

static void client_walls(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    pinned_put_integer(p, 2, v->odd ? 2 + 3 : 2);
    IS(x, clientWalls.count, 2);
    IS(x, clientWallsMissing, v->odd ? 3 : 0);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_roo_client_wall *wall = AT(x, clientWalls, i);
        U16(wall, next, 0x8111 + i);
        SUMMED16(wall, positiveSidedef, 0x8121 + i);
        SUMMED16(wall, negativeSidedef, 0x8131 + i);
        SUMMED_ALL(wall, start, -101.5 - i, 111.5 + i);
        SUMMED_ALL(wall, end, -121.5 - i, 131.5 + i);
        if (floats(v))
            F32(wall, length, 141.5 + i);
        else
            U16(wall, length, 0x8141 + i);
        I16(wall, positiveXOffset, -151 - (int)i);
        I16(wall, negativeXOffset, -161 - (int)i);
        I16(wall, positiveYOffset, -171 - (int)i);
        I16(wall, negativeYOffset, -181 - (int)i);
        SUMMED16(wall, positiveSector, 0x8191 + i);
        SUMMED16(wall, negativeSector, 0x81a1 + i);
    }
}

static void editor_walls(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    pinned_put_integer(p, 2, v->odd ? 2 + 4 : 2);
    IS(x, editorWalls.count, 2);
    IS(x, editorWallsMissing, v->odd ? 4 : 0);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_roo_editor_wall *wall = AT(x, editorWalls, i);
        U16(wall, positiveSidedef, 0x8201 + i);
        U16(wall, negativeSidedef, 0x8211 + i);
        I16(wall, positiveXOffset, -221 - (int)i);
        I16(wall, negativeXOffset, -231 - (int)i);
        I16(wall, positiveYOffset, -241 - (int)i);
        I16(wall, negativeYOffset, -251 - (int)i);
        I16(wall, positiveSector, -261 - (int)i);
        I16(wall, negativeSector, -271 - (int)i);
        /* 32 bits, of which the upper half is a leftover of memory. */
        I16(wall, x0, -281 - (int)i);
        U16(wall, x0Upper, 0x8281 + i);
        I16(wall, y0, -291 - (int)i);
        U16(wall, y0Upper, 0x8291 + i);
        I16(wall, x1, -301 - (int)i);
        U16(wall, x1Upper, 0x8301 + i);
        I16(wall, y1, -311 - (int)i);
        U16(wall, y1Upper, 0x8311 + i);
    }
}

static void sidedefs(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    pinned_put_integer(p, 2, v->odd ? 3 + 5 : 3);
    IS(x, sidedefs.count, 3);
    IS(x, sidedefsMissing, v->odd ? 5 : 0);
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_roo_sidedef *sidedef = AT(x, sidedefs, i);
        SUMMED16(sidedef, id, 0x8321 + i);
        SUMMED16(sidedef, normalBitmap, 0x8331 + i);
        SUMMED16(sidedef, aboveBitmap, 0x8341 + i);
        SUMMED16(sidedef, belowBitmap, 0x8351 + i);
        SUMMED32(sidedef, flags, 0x80000361 + i);
        U8(sidedef, animationSpeed, 0x81 + i);
    }
}

static void slope(pinned *p, const tlb_roo_slope *s, uint32_t i)
{
    const roo_variant *v = p->variant;
    COORDINATES(s, plane, -401.5 - i, 411.5 + i, -421.5 - i, 431.5 + i);
    if (v->version == 13 && v->dialect == TLB_ROO_M)
        F32S(s, textureOrigin, -441.5 - i, 451.5 + i);
    else
        PINNED_EACH(I32, s, textureOrigin, -442 - (int)i, 452 + (int)i);
    I32(s, textureAngle, -461 - (int)i);
    for (int k = 0; k < 3; k++) {
        I16(s, vertices[k].x, -471 - 30 * k - (int)i);
        I16(s, vertices[k].y, -481 - 30 * k - (int)i);
        I16(s, vertices[k].z, -491 - 30 * k - (int)i);
    }
}

static void sectors(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    enum { FLOOR = 1 << 10, CEILING = 1 << 11 };
    pinned_put_integer(p, 2, 4);
    IS(x, sectors.count, 4);
    for (uint32_t i = 0; i < 4; i++) { /* none sloped, the floor, the ceiling, both */
        const tlb_roo_sector *sector = AT(x, sectors, i);
        uint32_t slopes = (i & 1 ? FLOOR : 0) | (i & 2 ? CEILING : 0);
        SUMMED16(sector, id, 0x8401 + i);
        SUMMED16(sector, floorBitmap, 0x8411 + i);
        SUMMED16(sector, ceilingBitmap, 0x8421 + i);
        U16(sector, textureX, 0x8431 + i);
        U16(sector, textureY, 0x8441 + i);
        SUMMED16(sector, floorHeight, 0x8451 + i);
        SUMMED16(sector, ceilingHeight, 0x8461 + i);
        U8(sector, light, 0x91 + i);
        sum += 0x91 + i;
        SUMMED32(sector, flags, 0x80000001 + 0x10 * i + slopes);
        if (v->version >= 10)
            U8(sector, animationSpeed, 0xa1 + i);
        if (slopes & FLOOR)
            slope(p, PART(sector, floorSlope), i);
        if (slopes & CEILING)
            slope(p, PART(sector, ceilingSlope), 4 + i);
    }
}

static void things(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    pinned_put_integer(p, 2, v->things);
    IS(x, things.count, v->things);
    for (uint32_t i = 0; i < v->things; i++) {
        const tlb_roo_thing *thing = AT(x, things, i);
        bool whole = v->things > 2;
        if (whole) {
            I32(thing, type, -601 - (int)i);
            I32(thing, angle, -611 - (int)i);
        }
        I32(thing, x, -621 - (int)i);
        I32(thing, y, -631 - (int)i);
        if (whole) {
            I32(thing, when, -641 - (int)i);
            I32(thing, exitX, -651 - (int)i);
            I32(thing, exitY, -661 - (int)i);
            I32(thing, flags, -671 - (int)i);
            static const char comment[64] = "a comment";
            pinned_put(p, comment, sizeof comment);
            IS_BYTES(thing, comment, comment, strlen(comment));
        }
    }
    IS(x, hasRoomId, !v->without_id);
    if (!v->without_id)
        I32(x, roomId, -681);
}

static void server(pinned *p, const tlb_roo_server *s)
{
    const roo_variant *v = p->variant;
    enum { ROWS = 2, COLS = 3, HI_RES_ROWS = 4, HI_RES_COLS = 1 };
    bool present = v->version <= 13 || (v->version == 14 && v->grids);
    bool monsters = present && v->version >= 12;
    bool hi_res = monsters && (v->version == 14 || (v->version == 13 && v->dialect == TLB_ROO_O));
    IS(s, present, present);
    IS(s, hasMonsterGrid, monsters);
    IS(s, hasHiResGrid, hi_res);
    if (!present)
        return;
    U32(s, rows, ROWS);
    U32(s, cols, COLS);
    for (uint32_t i = 0; i < ROWS * COLS; i++)
        U8(s, moveGrid[i], 0x81 + i);
    for (uint32_t i = 0; i < ROWS * COLS; i++)
        U8(s, flagGrid[i], 0x91 + i);
    for (uint32_t i = 0; i < ROWS * COLS && monsters; i++)
        U8(s, monsterGrid[i], 0xa1 + i);
    if (hi_res) {
        U32(s, hiResRows, HI_RES_ROWS);
        U32(s, hiResCols, HI_RES_COLS);
        for (uint32_t i = 0; i < HI_RES_ROWS * HI_RES_COLS; i++)
            U32(s, hiResGrid[i], 0x800000b1 + i);
    }
}

/* --- encryption ----------------------------------------------------------------------------------------- */

typedef struct cipher {
    uint32_t k0, k1, k2;
} cipher;

static uint32_t crc_step(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    return crc;
}

/* The classic cipher of zip files, but for the product, which goes into k2 and not into k1. */
static void cipher_update(cipher *c, uint8_t byte)
{
    c->k0 = crc_step(c->k0, byte);
    c->k1 += c->k0 & 255;
    c->k2 = c->k1 * 0x08088405 + 1;
    c->k2 = crc_step(c->k2, (uint8_t)(c->k1 >> 24));
}

static cipher cipher_start(tlb_roo_encryption encryption)
{
    static const uint8_t passwords[2][7] = {{0x15, 0x20, 0x53, 0x01, 0xfc, 0xaa, 0x64},
                                            {0x6f, 0xca, 0x54, 0xb7, 0xec, 0x64, 0xb7}};
    cipher c = {0x12345678, 0x23456789, 0x34567890};
    for (int i = 0; i < 7; i++)
        cipher_update(&c, passwords[encryption == TLB_ROO_PASSWORD_12][i]);
    return c;
}

static void encrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size)
{
    cipher c = cipher_start(encryption);
    for (size_t i = 0; i < size; i++) {
        uint32_t t = (c.k2 & 0xffff) | 2;
        uint8_t plain = data[i];
        data[i] = plain ^ (uint8_t)(t * (t ^ 1) >> 8);
        cipher_update(&c, plain);
    }
}

/* What was verified against the machine code of the game's own library. */
static void cipher_is_that_of_the_game(void **state)
{
    (void)state;
    static const uint8_t expected[16] = {0xa8, 0xb5, 0xae, 0x37, 0xc6, 0x45, 0x3c, 0x8d,
                                         0x42, 0x6a, 0x58, 0x10, 0x9d, 0x8b, 0x42, 0xa4};
    uint8_t data[16];
    for (uint8_t i = 0; i < 16; i++)
        data[i] = i;
    encrypt(TLB_ROO_PASSWORD_12, data, sizeof data);
    assert_memory_equal(data, expected, sizeof data);
}

/* Twelve more bytes: a width of -1, how many are encrypted, and the answer to the security value. The offsets
 * within stay as they are, that of the server section moves. */
enum { START = 20, MORE = 12 };

static void encrypt_file(pinned *p, size_t server_offset)
{
    const roo_variant *v = p->variant;
    static const uint8_t more[MORE] = {0};
    size_t size = server_offset - START, all = p->size;
    pinned_put(p, more, MORE);
    memmove(p->data + START + MORE, p->data + START, all - START);
    encrypt(v->encryption, p->data + START + MORE, size);
    PATCH(16, server_offset + MORE);
    PATCH(20, 0xffffffff);
    PATCH(24, size);
    PATCH(28, v->encryption == TLB_ROO_PASSWORD_12 ? 0xb48205d0 : 0x967f2f71); /* to 0x12345678 */
}

/* --- the file ------------------------------------------------------------------------------------------- */

static void roo(pinned *p, const tlb_roo *x)
{
    const roo_variant *v = p->variant;
    size_t main_offset, server_offset, offset;
    sum = v->version;
    RAW("ROO\xb1");
    U32(x, version, v->version);
    if (v->version == 13)
        IS(x, dialect, v->dialect);
    IS(x, encryption, v->encryption);
    U32(x, security, 0x12345678);
    main_offset = p->size;
    pinned_put_integer(p, 4, 0);
    server_offset = p->size;
    pinned_put_integer(p, 4, 0);
    begin(p, x, &main_offset, TLB_ROO_BEFORE_MAIN);
    I32(x, width, -11);
    I32(x, height, -12);
    offset = p->size;
    for (int i = 0; i < 6; i++)
        pinned_put_integer(p, 4, 0);
    begin(p, x, &offset, TLB_ROO_BEFORE_NODES);
    nodes(p, x);
    begin(p, x, &offset, TLB_ROO_BEFORE_CLIENT_WALLS);
    client_walls(p, x);
    begin(p, x, &offset, TLB_ROO_BEFORE_EDITOR_WALLS);
    editor_walls(p, x);
    begin(p, x, &offset, TLB_ROO_BEFORE_SIDEDEFS);
    sidedefs(p, x);
    begin(p, x, &offset, TLB_ROO_BEFORE_SECTORS);
    sectors(p, x);
    begin(p, x, &offset, TLB_ROO_BEFORE_THINGS);
    things(p, x);
    begin(p, x, &server_offset, TLB_ROO_BEFORE_SERVER);
    size_t server_start = p->size;
    server(p, PART(x, server));
    TAIL(x, gaps[TLB_ROO_AT_END]);
    if (v->encryption != TLB_ROO_PLAIN) {
        encrypt_file(p, server_start);
        p->end += MORE;
    }
    if (p->reading)
        assert_int_equal(tlb_roo_security(x), sum ^ 0x89ab786c);
}

static void pin_room(roo_variant v)
{
    /* From version 12 on the later grids may be missing. */
    pinned p = {.variant = &v, .may_be_cut = v.version >= 12 && v.version <= 14};
    snprintf(p.title, sizeof p.title, "version %u%s%s%s, %u things, encryption %d", (unsigned)v.version,
             v.version != 13          ? ""
             : v.dialect == TLB_ROO_M ? "-M"
                                      : "-O",
             v.grids ? " with grids" : "", v.odd ? ", odd" : "", (unsigned)v.things, (int)v.encryption);
    if (v.version == 14 && !v.grids)
        PIN_ALONE(&p, "roo", tlb_document_roo, roo); /* more bytes would be a server section */
    else
        PIN(&p, "roo", tlb_document_roo, roo);
}

/* Versions before 9 are read as 9, those after 15 as 15. */
static void every_version(void **state)
{
    (void)state;
    for (uint32_t version = TLB_ROO_FIRST_VERSION - 1; version <= TLB_ROO_LAST_VERSION + 1; version++)
        for (uint32_t kind = 0; kind < (version == 13 || version == 14 ? 2 : 1); kind++)
            for (uint32_t count = 0; count <= 3; count++)
                pin_room((roo_variant){.version = version,
                                       .dialect = version == 13 && kind ? TLB_ROO_M : TLB_ROO_O,
                                       .grids = version == 14 && kind,
                                       .things = count});
}

static void odd_rooms(void **state)
{
    (void)state;
    for (uint32_t version = TLB_ROO_FIRST_VERSION; version <= 13; version++)
        pin_room((roo_variant){.version = version, .odd = true, .things = 2});
    pin_room((roo_variant){.version = 9, .things = 2, .without_id = true});
}

static void encrypted_rooms(void **state)
{
    (void)state;
    for (uint32_t version = TLB_ROO_FIRST_VERSION; version <= TLB_ROO_LAST_VERSION; version++)
        for (int encryption = TLB_ROO_PASSWORD_10; encryption <= TLB_ROO_PASSWORD_12; encryption++)
            pin_room((roo_variant){.version = version,
                                   .grids = version == 14,
                                   .things = 2,
                                   .encryption = (tlb_roo_encryption)encryption});
}

/* --- BGF ------------------------------------------------------------------------------------------------ */

static void bgf(pinned *p, const tlb_bgf *x)
{
    const uint32_t *version = p->variant;
    RAW("BGF\x11");
    U32(x, version, *version);
    CHARS(x, name, "grd00001", 32);
    COUNT(x, bitmaps, 2);
    COUNT(x, groups, 3);
    U32(x, maxIndices, 0x80000101);
    U32(x, shrink, 0x80000102);
    const tlb_bgf_bitmap *bitmap = AT(x, bitmaps, 0);
    U32(bitmap, width, 3);
    U32(bitmap, height, 2);
    I32(bitmap, xoff, -103);
    I32(bitmap, yoff, -104);
    U8(bitmap, hotspots.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        I8(bitmap, hotspots.data[i].number, -105 - (int)i);
        I32(bitmap, hotspots.data[i].x, -115 - (int)i);
        I32(bitmap, hotspots.data[i].y, -125 - (int)i);
    }
    U8(bitmap, type, 0);
    I32(bitmap, length, -131); /* of no account */
    BYTES(bitmap, data, "\xa1\xa2\xa3\xa4\xa5\xa6");
    bitmap = AT(x, bitmaps, 1);
    U32(bitmap, width, 0x80000141);
    U32(bitmap, height, 0x80000142);
    I32(bitmap, xoff, -143);
    I32(bitmap, yoff, -144);
    U8(bitmap, hotspots.count, 0);
    U8(bitmap, type, 1);
    U32(bitmap, data.size, 4);
    BYTES(bitmap, data, "\xb1\xb2\xb3\xb4");
    LIST(I32, x, groups.data[0].indices, 0, 1, -1);
    COUNT(x, groups.data[1].indices, 0);
    LIST(I32, x, groups.data[2].indices, -151);
    TAIL(x, tail);
}

static void bitmaps(void **state)
{
    (void)state;
    for (uint32_t version = TLB_BGF_LH4_VERSION; version <= TLB_BGF_VERSION; version++) {
        pinned p = {.variant = &version};
        snprintf(p.title, sizeof p.title, "version %u", (unsigned)version);
        PIN(&p, "bgf", tlb_document_bgf, bgf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version),   cmocka_unit_test(odd_rooms),
        cmocka_unit_test(encrypted_rooms), cmocka_unit_test(cipher_is_that_of_the_game),
        cmocka_unit_test(bitmaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
