/* SHA-256 (FIPS 180-4). It is our own because the command has to hash the same on Windows and in WebAssembly,
 * for which Debian packages no library that does. */
#ifndef TOOL_UTIL_SHA256_H
#define TOOL_UTIL_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t block[64];
} sha256;

enum { SHA256_TEXT = 65 }; /* its digits and a NUL */

void sha256_begin(sha256 *h);
void sha256_add(sha256 *h, const void *data, size_t size);
/* As lower-case hexadecimal digits. */
void sha256_end(sha256 *h, char text[SHA256_TEXT]);

#endif
