/* NFF: a model of a million triangles, made here, against assimp where that is installed. */
#include "bench.h"
#include "peers.h"
#include "trilobite/trilobite.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 708,      /* squares along an edge: two triangles each */
    THEIRS_EVERY = 3 /* rounds */
};

typedef struct text {
    char *start, *at;
} text;

static void put(text *t, const char *word)
{
    size_t size = strlen(word);
    memcpy(t->at, word, size);
    t->at += size;
}

static void put_decimals(text *t, float value)
{
    t->at = tlb_write_fixed_f32(t->at, value, 6);
    *t->at++ = ' ';
}

static void put_whole(text *t, uint64_t value)
{
    t->at = tlb_write_u64(t->at, value);
    *t->at++ = ' ';
}

static void put_vertex(text *t, uint32_t x, uint32_t y)
{
    float slope[2] = {cosf((float)x * 0.05f) * 0.5f, cosf((float)y * 0.07f) * 0.5f};
    float length = sqrtf(slope[0] * slope[0] + slope[1] * slope[1] + 1);
    put_decimals(t, (float)x * 0.37f - 131);
    put_decimals(t, sinf((float)x * 0.05f) * 10 + sinf((float)y * 0.07f) * 7);
    put_decimals(t, (float)y * 0.37f - 131);
    put(t, "norm ");
    put_decimals(t, -slope[0] / length);
    put_decimals(t, 1 / length);
    put_decimals(t, -slope[1] / length);
    t->at[-1] = '\n';
}

static void put_triangle(text *t, uint32_t a, uint32_t b, uint32_t c)
{
    put(t, "3 ");
    put_whole(t, a);
    put_whole(t, b);
    put_whole(t, c);
    put(t, "0x80c0ff\n");
}

/* Hills over a square. */
static text make_model(void)
{
    enum { LINE_MOST = 100 };
    text t = {malloc((size_t)(SIDE + 1) * (SIDE + 1) * LINE_MOST + (size_t)SIDE * SIDE * 2 * LINE_MOST),
              NULL};
    if (!t.start)
        abort();
    t.at = t.start;
    put(&t, "nff\nversion 2.1\n\nHills\n");
    put_whole(&t, (uint64_t)(SIDE + 1) * (SIDE + 1));
    put(&t, "\n");
    for (uint32_t y = 0; y <= SIDE; y++)
        for (uint32_t x = 0; x <= SIDE; x++)
            put_vertex(&t, x, y);
    put_whole(&t, (uint64_t)SIDE * SIDE * 2);
    put(&t, "\n");
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t a = y * (SIDE + 1) + x, b = a + SIDE + 1;
            put_triangle(&t, a, b, a + 1);
            put_triangle(&t, a + 1, b, b + 1);
        }
    return t;
}

typedef struct figures {
    double open, save, memory;
} figures;

static void time_ours(figures *f, const text *t)
{
    size_t size = (size_t)(t->at - t->start);
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_bytes bytes;
    double start = now();
    if (tlb_open_memory(context, t->start, size, "hills.nff", NULL, &document) != TLB_OK)
        abort();
    keep_least(&f->open, now() - start);
    f->memory = (double)(tlb_memory_peak(context) + size) / 1e6;
    start = now();
    if (tlb_save_memory(document, &bytes) != TLB_OK || bytes.size != size ||
        memcmp(bytes.data, t->start, size) != 0)
        abort();
    keep_least(&f->save, now() - start);
    tlb_document_free(document);
    tlb_context_free(context);
}

void bench_sense8(void)
{
    text t = make_model();
    double megabytes = (double)(t.at - t.start) / 1e6;
    figures f = {1e9, 1e9, 0};
    double theirs = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        time_ours(&f, &t);
        if (i % THEIRS_EVERY == 0)
            keep_least(&theirs, time_assimp(t.start, (size_t)(t.at - t.start), "nff"));
    }
    printf("NFF of %d triangles, %.1f MB: open %.3f s (%.0f MB/s), save %.3f s (%.0f MB/s), memory with the "
           "file %.0f MB\n",
           SIDE * SIDE * 2, megabytes, f.open, megabytes / f.open, f.save, megabytes / f.save, f.memory);
    if (theirs > 0)
        printf("NFF: assimp %.3f s, ours in %.1f times less\n", theirs, theirs / f.open);
    free(t.start);
}
