/* OBJ: a model of a million triangles, made here, against assimp and tinyobjloader where these are installed.
 */
#include "bench.h"
#include "peers.h"
#include "trilobite/trilobite.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 708, /* squares along an edge: two triangles each */
    TIMES = 10,
    THEIRS_EVERY = 5
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

static void put_numbers(text *t, const char *word, const float *values, int count)
{
    put(t, word);
    for (int i = 0; i < count; i++) {
        *t->at++ = ' ';
        t->at = tlb_write_fixed_f32(t->at, values[i], 6);
    }
    put(t, "\n");
}

static void put_triangle(text *t, const uint32_t corners[3])
{
    put(t, "f");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            *t->at++ = k ? '/' : ' ';
            t->at = tlb_write_u64(t->at, corners[i]);
        }
    put(t, "\n");
}

static void put_vertex(text *t, uint32_t x, uint32_t y)
{
    float slope[2] = {cosf((float)x * 0.05f) * 0.5f, cosf((float)y * 0.07f) * 0.5f};
    float length = sqrtf(slope[0] * slope[0] + slope[1] * slope[1] + 1);
    float height = sinf((float)x * 0.05f) * 10 + sinf((float)y * 0.07f) * 7;
    put_numbers(t, "v", (const float[3]){(float)x * 0.37f - 131, height, (float)y * 0.37f - 131}, 3);
    put_numbers(t, "vt", (const float[2]){(float)x / SIDE, (float)y / SIDE}, 2);
    put_numbers(t, "vn", (const float[3]){-slope[0] / length, 1 / length, -slope[1] / length}, 3);
}

/* Hills over a square. */
static text make_model(void)
{
    enum { VERTEX_MOST = 200, FACE_MOST = 100 };
    text t = {malloc((size_t)(SIDE + 1) * (SIDE + 1) * VERTEX_MOST + (size_t)SIDE * SIDE * 2 * FACE_MOST),
              NULL};
    if (!t.start)
        abort();
    t.at = t.start;
    put(&t, "# hills\no Hills\n");
    for (uint32_t y = 0; y <= SIDE; y++)
        for (uint32_t x = 0; x <= SIDE; x++)
            put_vertex(&t, x, y);
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t a = y * (SIDE + 1) + x + 1, b = a + SIDE + 1;
            put_triangle(&t, (const uint32_t[3]){a, b, a + 1});
            put_triangle(&t, (const uint32_t[3]){a + 1, b, b + 1});
        }
    return t;
}

typedef struct figures {
    double open, save, scene, memory;
} figures;

static void time_ours(figures *f, const text *t)
{
    size_t size = (size_t)(t->at - t->start);
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_scene *scene;
    tlb_bytes bytes;
    double start = now();
    if (tlb_open_memory(context, t->start, size, "hills.obj", NULL, &document) != TLB_OK)
        abort();
    keep_least(&f->open, now() - start);
    f->memory = (double)(tlb_memory_peak(context) + size) / (double)size;
    start = now();
    if (tlb_save_memory(document, &bytes) != TLB_OK || bytes.size != size ||
        memcmp(bytes.data, t->start, size) != 0)
        abort();
    keep_least(&f->save, now() - start);
    start = now();
    if (tlb_document_scene(document, NULL, &scene) != TLB_OK)
        abort();
    keep_least(&f->scene, now() - start);
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void compare(const char *name, double theirs, const figures *f)
{
    if (theirs > 0)
        printf("OBJ: %s %.3f s, ours in %.1f times less (document and scene in %.1f)\n", name, theirs,
               theirs / f->open, theirs / (f->open + f->scene));
}

void bench_obj(void)
{
    text t = make_model();
    double megabytes = (double)(t.at - t.start) / 1e6;
    figures f = {1e9, 1e9, 1e9, 0};
    double assimp = 1e9, tinyobj = 1e9;
    for (int i = 0; i < TIMES; i++) {
        time_ours(&f, &t);
        if (i % THEIRS_EVERY == 0) {
            keep_least(&assimp, time_assimp(t.start, (size_t)(t.at - t.start), "obj"));
#ifdef TLB_TINYOBJ
            keep_least(&tinyobj, time_peer(TLB_TINYOBJ, t.start, (size_t)(t.at - t.start)));
#endif
        }
    }
    printf("OBJ of %d triangles, %.1f MB: open %.3f s (%.0f MB/s), save %.3f s (%.0f MB/s), scene %.3f s, "
           "memory "
           "with the file %.2f times the file\n",
           SIDE * SIDE * 2, megabytes, f.open, megabytes / f.open, f.save, megabytes / f.save, f.scene,
           f.memory);
    compare("assimp", assimp, &f);
    compare("tinyobjloader", tinyobj < 1e9 ? tinyobj : 0, &f);
    free(t.start);
}
