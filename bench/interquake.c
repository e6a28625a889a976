/* IQE and IQM: models made here, compiled; GLB of the result, against assimp where that is installed. */
#include "bench.h"
#include "trilobite/trilobite.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TLB_WITH_ASSIMP
#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/scene.h>
#endif

enum { TIMES = 5, LINE_MOST = 160 };

typedef struct text {
    char *start, *at;
} text;

static text begin(size_t lines)
{
    text t = {malloc(lines * LINE_MOST), NULL};
    if (!t.start)
        abort();
    t.at = t.start;
    return t;
}

static void put(text *t, const char *word)
{
    size_t size = strlen(word);
    memcpy(t->at, word, size);
    t->at += size;
}

static void put_real(text *t, float value)
{
    *t->at++ = ' ';
    t->at = tlb_write_fixed_f32(t->at, roundf(value * 1e4f) / 1e4f, 4);
}

static void put_whole(text *t, uint64_t value)
{
    *t->at++ = ' ';
    t->at = tlb_write_u64(t->at, value);
}

/* --- models ------------------------------------------------------------------------------------------- */

typedef struct plan {
    const char *name;
    uint32_t side; /* squares along an edge: two triangles each */
    bool normals, skin, soup;
    uint32_t frames;
} plan;

enum { JOINTS = 4 };

static void put_normal(text *t, float x, float y)
{
    float slope[2] = {cosf(x * 0.05f) * 0.5f, cosf(y * 0.07f) * 0.5f};
    float length = sqrtf(slope[0] * slope[0] + slope[1] * slope[1] + 1);
    put(t, "\nvn");
    put_real(t, -slope[0] / length);
    put_real(t, -slope[1] / length);
    put_real(t, 1 / length);
}

static void put_weights(text *t, float along)
{
    float at = along * (JOINTS - 1);
    uint32_t joint = at < JOINTS - 2 ? (uint32_t)at : JOINTS - 2;
    put(t, "\nvb");
    put_whole(t, joint);
    put_real(t, 1 - (at - (float)joint));
    put_whole(t, joint + 1);
    put_real(t, at - (float)joint);
}

static void put_vertex(text *t, const plan *p, uint32_t x, uint32_t y, float lift)
{
    put(t, "vp");
    put_real(t, (float)x * 0.37f - 131);
    put_real(t, (float)y * 0.37f - 131);
    put_real(t, sinf((float)x * 0.05f) * 10 + sinf((float)y * 0.07f) * 7 + lift);
    put(t, "\nvt");
    put_real(t, (float)x / (float)p->side);
    put_real(t, (float)y / (float)p->side);
    if (p->normals)
        put_normal(t, (float)x, (float)y);
    if (p->skin)
        put_weights(t, (float)x / (float)p->side);
    put(t, "\n");
}

static void put_triangle(text *t, uint32_t a, uint32_t b, uint32_t c)
{
    put(t, "fm");
    put_whole(t, a);
    put_whole(t, b);
    put_whole(t, c);
    put(t, "\n");
}

static void put_poses(text *t, float bend)
{
    for (int j = 0; j < JOINTS; j++) {
        put(t, "pq");
        put_real(t, j ? 87 : -131);
        put(t, " 0 0 0");
        put_real(t, sinf(bend));
        put(t, " 0");
        put_real(t, -cosf(bend));
        put(t, "\n");
    }
}

static void put_skeleton(text *t, const plan *p)
{
    put(t, "joint a -1\njoint b 0\njoint c 1\njoint d 2\n");
    put_poses(t, 0);
    put(t, "animation wave\nframerate 25\nloop\n");
    for (uint32_t f = 0; f < p->frames; f++) {
        put(t, "frame\n");
        put_poses(t, sinf((float)f * 0.06f) * 0.2f);
    }
}

/* Hills over a square; as a soup no triangle shares a vertex with another. */
static text make_model(const plan *p)
{
    uint32_t row = p->side + 1;
    text t = begin((size_t)row * row * (p->soup ? 8 : 3) + (size_t)p->frames * JOINTS);
    put(&t, "# Inter-Quake Export\nmesh hills\nmaterial grass\n");
    for (uint32_t y = 0; y < row && !p->soup; y++)
        for (uint32_t x = 0; x < row; x++)
            put_vertex(&t, p, x, y, 0);
    uint32_t next = 0;
    for (uint32_t y = 0; y < p->side; y++)
        for (uint32_t x = 0; x < p->side; x++) {
            uint32_t a = y * row + x, b = a + row;
            for (int half = 0; half < 2 && p->soup; half++, next += 3) {
                float lift = (float)(next % 97) * 0.01f;
                put_vertex(&t, p, x + (uint32_t)half, y, lift);
                put_vertex(&t, p, x, y + 1, lift);
                put_vertex(&t, p, x + 1, y + (uint32_t)half, lift);
                put_triangle(&t, next, next + 1, next + 2);
            }
            if (p->soup)
                continue;
            put_triangle(&t, a, b, a + 1);
            put_triangle(&t, a + 1, b, b + 1);
        }
    if (p->frames)
        put_skeleton(&t, p);
    return t;
}

/* --- times -------------------------------------------------------------------------------------------- */

typedef struct figures {
    double open, copy, compile, memory, iqm_open, glb, theirs;
    size_t size;
} figures;

static tlb_files *convert(tlb_context *context, tlb_document *document, const char *format)
{
    tlb_files *files;
    tlb_assets *none = tlb_assets_create(context);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = none};
    if (tlb_convert(document, tlb_format_by_name(format), "hills", &options, &files) != TLB_OK)
        abort();
    tlb_assets_free(none);
    return files;
}

/* Seconds of assimp's way from IQM to GLB; 0: it is not installed. */
static double time_assimp(tlb_bytes iqm)
{
#ifdef TLB_WITH_ASSIMP
    double start = now();
    const struct aiScene *scene =
        aiImportFileFromMemory((const char *)iqm.data, (unsigned)iqm.size, 0, "iqm");
    const struct aiExportDataBlob *blob = scene ? aiExportSceneToBlob(scene, "glb2", 0) : NULL;
    double seconds = now() - start;
    if (blob)
        aiReleaseExportBlob(blob);
    if (scene)
        aiReleaseImport(scene);
    return blob ? seconds : 0;
#else
    (void)iqm;
    return 0;
#endif
}

static void time_glb(figures *f, tlb_bytes iqm)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    double start = now();
    if (tlb_open_memory(context, iqm.data, iqm.size, "hills.iqm", NULL, &document) != TLB_OK)
        abort();
    keep_least(&f->iqm_open, now() - start);
    tlb_files_free(convert(context, document, "glb"));
    keep_least(&f->glb, now() - start);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void time_all(figures *f, const text *t)
{
    size_t size = (size_t)(t->at - t->start);
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    double start = now();
    if (tlb_open_memory(context, t->start, size, "hills.iqe", NULL, &document) != TLB_OK)
        abort();
    keep_least(&f->open, now() - start);
    keep_least(&f->copy, time_copy((const uint8_t *)t->start, size));
    start = now();
    tlb_files *files = convert(context, document, "iqm");
    keep_least(&f->compile, now() - start);
    f->memory = (double)(tlb_memory_peak(context) + size) / 1e6;
    f->size = files->data[0].bytes.size;
    tlb_document_free(document);
    time_glb(f, files->data[0].bytes);
    keep_least(&f->theirs, time_assimp(files->data[0].bytes));
    tlb_files_free(files);
    tlb_context_free(context);
}

static void bench_model(const plan *p)
{
    text t = make_model(p);
    figures f = {1e9, 1e9, 1e9, 0, 1e9, 1e9, 1e9, 0};
    for (int i = 0; i < TIMES; i++)
        time_all(&f, &t);
    printf("IQE %s, %u triangles, %.1f MB: open %.3f s (%.0f MB/s, in %.1f times more than "
           "copying), compile %.3f s, together %.3f s, %.0f MB with the file\n",
           p->name, p->side * p->side * 2, (double)(t.at - t.start) / 1e6, f.open,
           (double)(t.at - t.start) / 1e6 / f.open, f.open / f.copy, f.compile, f.open + f.compile, f.memory);
    printf("IQM %s, %.1f MB: open %.2f ms, to GLB %.2f ms", p->name, (double)f.size / 1e6, f.iqm_open * 1e3,
           f.glb * 1e3);
    if (f.theirs > 0)
        printf("; assimp %.1f ms, ours in %.1f times less", f.theirs * 1e3, f.theirs / f.glb);
    printf("\n");
    free(t.start);
}

void bench_interquake(void)
{
    static const plan plans[] = {
        {.name = "with normals", .side = 707, .normals = true},
        {.name = "without normals", .side = 707},
        {.name = "skinned, 100 frames", .side = 316, .normals = true, .skin = true, .frames = 100},
        {.name = "soup", .side = 408, .normals = true, .soup = true},
        {.name = "soup of a quarter", .side = 204, .normals = true, .soup = true},
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        bench_model(&plans[i]);
}
