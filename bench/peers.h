/* What other readers take for the same bytes; 0: they are not installed, or read something else. */
#ifndef TLB_BENCH_PEERS_H
#define TLB_BENCH_PEERS_H

#include <stddef.h>

/* Seconds of assimp's import without post-processing. */
double time_assimp(const void *data, size_t size, const char *extension);

/* Seconds as one of the programs in peers/ tells them. */
double time_peer(const char *program, const void *data, size_t size);

#endif
