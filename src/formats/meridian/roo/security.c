/* The cipher of rooms, and the value by which clients know that a room was saved by the editor. */
#include "formats/meridian/roo/roo.h"

#include "base/bytes.h"
#include "formats/meridian/roo/fields.h"

#include <zlib.h>

/* --- the cipher --------------------------------------------------------------------------------------- */

enum { PASSWORD_SIZE = 7, LAST_VERSION_OF_10 = 11 };

static const uint8_t passwords[][PASSWORD_SIZE] = {
    [TLB_ROO_PASSWORD_10] = {0x15, 0x20, 0x53, 0x01, 0xfc, 0xaa, 0x64},
    [TLB_ROO_PASSWORD_12] = {0x6f, 0xca, 0x54, 0xb7, 0xec, 0x64, 0xb7},
};

typedef struct keys {
    const z_crc_t *table;
    uint32_t k0, k1, k2;
} keys;

static uint32_t crc_step(const keys *k, uint32_t crc, uint8_t byte)
{
    return crc >> 8 ^ (uint32_t)k->table[(crc ^ byte) & 0xff];
}

/* PKZIP multiplies k1 here; rooms put the product into k2 and leave k1. */
static void update(keys *k, uint8_t plain)
{
    k->k0 = crc_step(k, k->k0, plain);
    k->k1 += k->k0 & 0xff;
    k->k2 = crc_step(k, k->k1 * 0x08088405u + 1, (uint8_t)(k->k1 >> 24));
}

static keys start(tlb_roo_encryption encryption)
{
    keys k = {get_crc_table(), 0x12345678u, 0x23456789u, 0x34567890u};
    for (int i = 0; i < PASSWORD_SIZE; i++)
        update(&k, passwords[encryption][i]);
    return k;
}

static uint8_t stream(const keys *k)
{
    uint32_t t = (k->k2 & 0xffff) | 2;
    return (uint8_t)(t * (t ^ 1) >> 8);
}

void tlb_roo_encrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size)
{
    keys k = start(encryption);
    for (size_t i = 0; i < size; i++) {
        uint8_t plain = data[i];
        data[i] = plain ^ stream(&k);
        update(&k, plain);
    }
}

void tlb_roo_decrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size)
{
    keys k = start(encryption);
    for (size_t i = 0; i < size; i++) {
        data[i] ^= stream(&k);
        update(&k, data[i]);
    }
}

uint32_t tlb_roo_cipher_response(tlb_roo_encryption encryption, uint32_t security)
{
    uint8_t word[4];
    if (encryption == TLB_ROO_PLAIN)
        return 0;
    tlb_put_le32(word, security);
    tlb_roo_encrypt(encryption, word, sizeof word);
    return tlb_get_le32(word);
}

tlb_roo_encryption tlb_roo_cipher_of_version(uint32_t version)
{
    return version <= LAST_VERSION_OF_10 ? TLB_ROO_PASSWORD_10 : TLB_ROO_PASSWORD_12;
}

tlb_roo_encryption tlb_roo_cipher_find(uint32_t version, uint32_t security, uint32_t response)
{
    tlb_roo_encryption likely = tlb_roo_cipher_of_version(version),
                       other = likely == TLB_ROO_PASSWORD_10 ? TLB_ROO_PASSWORD_12 : TLB_ROO_PASSWORD_10;
    if (tlb_roo_cipher_response(likely, security) == response)
        return likely;
    return tlb_roo_cipher_response(other, security) == response ? other : TLB_ROO_PLAIN;
}

/* --- the security value ------------------------------------------------------------------------------- */

static const uint32_t SECRET = 0x89ab786c;

/* How the versions add coordinates: as integers, as a float's bits, or not at all. */
static uint32_t as_integer(double value)
{
    return value >= INT32_MIN && value <= INT32_MAX ? (uint32_t)(int32_t)value : 0;
}

static uint32_t as_bits(double value)
{
    return tlb_roo_narrow(value);
}

static uint32_t as_nothing(double value)
{
    (void)value;
    return 0;
}

typedef uint32_t term(double value);

static uint32_t sum_nodes(const tlb_roo *x, term *of)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const tlb_roo_node *n = &x->nodes.data[i];
        if (n->type == TLB_ROO_INTERNAL)
            sum += of(n->a) + of(n->b) + of(n->c) + n->firstWall;
        for (uint32_t k = 0; k < n->points.count; k++)
            sum += of(n->points.data[k][0]) + of(n->points.data[k][1]);
    }
    return sum;
}

static uint32_t sum_walls(const tlb_roo *x, term *of)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x->clientWalls.count; i++) {
        const tlb_roo_client_wall *c = &x->clientWalls.data[i];
        sum += (uint32_t)c->positiveSidedef + c->negativeSidedef + c->positiveSector + c->negativeSector;
        sum += of(c->start[0]) + of(c->start[1]) + of(c->end[0]) + of(c->end[1]);
    }
    return sum;
}

static uint32_t sum_looks(const tlb_roo *x)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x->sidedefs.count; i++) {
        const tlb_roo_sidedef *s = &x->sidedefs.data[i];
        sum += s->flags + s->id + s->normalBitmap + s->aboveBitmap + s->belowBitmap;
    }
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        const tlb_roo_sector *s = &x->sectors.data[i];
        sum += s->flags + s->id + s->floorBitmap + s->ceilingBitmap + s->floorHeight + s->ceilingHeight +
               s->light;
    }
    return sum;
}

uint32_t tlb_roo_security(const tlb_roo *x)
{
    if (!x)
        return 0;
    term *of = x->version >= 14 ? as_nothing : tlb_roo_is_float(x) ? as_bits : as_integer;
    return (x->version + sum_nodes(x, of) + sum_walls(x, of) + sum_looks(x)) ^ SECRET;
}
