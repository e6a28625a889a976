#include "outcome.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool hash_bytes(void *hash, const void *data, size_t size)
{
    uint64_t *h = hash;
    for (size_t i = 0; i < size; i++)
        *h = (*h ^ ((const uint8_t *)data)[i]) * 0x100000001b3u;
    return true;
}

void hash_text(uint64_t *hash, const char *text)
{
    hash_bytes(hash, text, strlen(text) + 1);
}

void hash_number(uint64_t *hash, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    hash_text(hash, text);
}

void hash_files(uint64_t *hash, const tlb_files *files)
{
    for (size_t i = 0; files && i < files->count; i++) {
        hash_text(hash, files->data[i].name);
        hash_bytes(hash, files->data[i].bytes.data, files->data[i].bytes.size);
    }
}

void hash_outcome(uint64_t *hash, tlb_context *context, tlb_status status)
{
    hash_number(hash, status);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        hash_number(hash, d->severity);
        hash_number(hash, d->offset);
        hash_text(hash, tlb_code_name(d->code));
        hash_text(hash, d->path);
        hash_text(hash, d->message);
    }
    tlb_diagnostics_clear(context);
}

unsigned short_hash(uint64_t hash)
{
    return (unsigned)(hash ^ hash >> 32);
}
