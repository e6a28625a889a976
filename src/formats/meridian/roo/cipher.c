#include "formats/meridian/roo/cipher.h"

#include "base/bytes.h"

#include <zlib.h>

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

void roo_encrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size)
{
    keys k = start(encryption);
    for (size_t i = 0; i < size; i++) {
        uint8_t plain = data[i];
        data[i] = plain ^ stream(&k);
        update(&k, plain);
    }
}

void roo_decrypt(tlb_roo_encryption encryption, uint8_t *data, size_t size)
{
    keys k = start(encryption);
    for (size_t i = 0; i < size; i++) {
        data[i] ^= stream(&k);
        update(&k, data[i]);
    }
}

uint32_t roo_cipher_response(tlb_roo_encryption encryption, uint32_t security)
{
    uint8_t word[4];
    if (encryption == TLB_ROO_PLAIN)
        return 0;
    tlb_put_le32(word, security);
    roo_encrypt(encryption, word, sizeof word);
    return tlb_get_le32(word);
}

tlb_roo_encryption roo_cipher_of_version(uint32_t version)
{
    return version <= LAST_VERSION_OF_10 ? TLB_ROO_PASSWORD_10 : TLB_ROO_PASSWORD_12;
}

tlb_roo_encryption roo_cipher_find(uint32_t version, uint32_t security, uint32_t response)
{
    tlb_roo_encryption likely = roo_cipher_of_version(version),
                       other = likely == TLB_ROO_PASSWORD_10 ? TLB_ROO_PASSWORD_12 : TLB_ROO_PASSWORD_10;
    if (roo_cipher_response(likely, security) == response)
        return likely;
    return roo_cipher_response(other, security) == response ? other : TLB_ROO_PLAIN;
}
