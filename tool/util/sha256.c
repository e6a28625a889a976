#include "util/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, LENGTH = 8, ROUNDS = 64 };

static const uint32_t keys[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, int bits)
{
    return x >> bits | x << (32 - bits);
}

static void expand(const uint8_t *block, uint32_t words[ROUNDS])
{
    for (int i = 0; i < 16; i++, block += 4)
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
                   (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
}

static void compress(uint32_t state[8], const uint8_t *block)
{
    uint32_t words[ROUNDS], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4],
                            f = state[5], g = state[6], h = state[7];
    expand(block, words);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t one =
            h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + keys[i] + words[i];
        uint32_t two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one;
        d = c, c = b, b = a, a = one + two;
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++)
        state[i] += sums[i];
}

void sha256_begin(sha256 *h)
{
    *h = (sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                            0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(sha256 *h, const void *data, size_t size)
{
    const uint8_t *at = data;
    size_t filled = h->size % BLOCK;
    h->size += size;
    if (filled) {
        size_t part = size < BLOCK - filled ? size : BLOCK - filled;
        memcpy(h->block + filled, at, part);
        at += part;
        size -= part;
        if (filled + part < BLOCK)
            return;
        compress(h->state, h->block);
    }
    for (; size >= BLOCK; at += BLOCK, size -= BLOCK)
        compress(h->state, at);
    if (size)
        memcpy(h->block, at, size);
}

void sha256_end(sha256 *h, char text[SHA256_TEXT])
{
    static const uint8_t padding[BLOCK] = {0x80};
    uint8_t length[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        length[i] = (uint8_t)(h->size * 8 >> (8 * (LENGTH - 1 - i)));
    size_t filled = h->size % BLOCK, blocks = filled < BLOCK - LENGTH ? 1 : 2;
    sha256_add(h, padding, blocks * BLOCK - LENGTH - filled);
    sha256_add(h, length, LENGTH);
    for (int i = 0; i < 8; i++)
        snprintf(text + 8 * i, 9, "%08x", h->state[i]);
}
