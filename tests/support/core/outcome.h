/* What calls gave, as a hash: bytes, numbers, texts, and the diagnostics of a context. */
#ifndef TLB_TESTS_OUTCOME_H
#define TLB_TESTS_OUTCOME_H

#include "trilobite/trilobite.h"

/* Of nothing. FNV-1a. */
#define HASH_BASIS 0xcbf29ce484222325u

/* A tlb_sink: {hash_bytes, &hash}. */
bool hash_bytes(void *hash, const void *data, size_t size);
void hash_text(uint64_t *hash, const char *text);
void hash_number(uint64_t *hash, uint64_t number);
void hash_files(uint64_t *hash, const tlb_files *files);

/* The status and the diagnostics, which are cleared. */
void hash_outcome(uint64_t *hash, tlb_context *context, tlb_status status);

/* The eight digits of a hash in a list. */
unsigned short_hash(uint64_t hash);

#endif
