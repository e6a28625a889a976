/* IQM: every version and format written, read back, dumped and built again; layouts kept or made anew; the
 * scene against a direct evaluation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "files.h"
#include "iqm_maker.h"

#include "base/platform.h"
#include "trilobite/scene.h"
#include "formats/interquake/iqm/iqm.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"

static tlb_bytes save(tlb_document *document)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    return bytes;
}

static tlb_document *reopen(tlb_document *document)
{
    tlb_document *copy;
    tlb_bytes bytes = save(document);
    assert_int_equal(tlb_open_memory(document->context, bytes.data, bytes.size, "copy.iqm", NULL, &copy),
                     TLB_OK);
    return copy;
}

static void assert_same(tlb_bytes a, tlb_bytes b)
{
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
}

static void survives(tlb_document *document)
{
    collected json = {0};
    tlb_document *copy = reopen(document), *built;
    assert_same(save(document), save(copy));
    assert_int_equal(tlb_dump(copy, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(document->context, json.data, json.size, "json", &built), TLB_OK);
    assert_same(save(copy), save(built));
    assert_int_equal(tlb_check(copy, NULL), TLB_OK);
    print_diagnostics(document->context);
    assert_int_equal(tlb_diagnostic_count(document->context),
                     tlb_code_total(document->context, TLB_CODE_IQM_NOT_PORTABLE) +
                         tlb_code_total(document->context, TLB_CODE_IQM_ENGINES_NEED));
    tlb_document_free(built);
    tlb_document_free(copy);
    free(json.data);
}

static void with_each(void (*test)(tlb_document *document))
{
    for (uint32_t version = 1; version <= 2; version++)
        for (uint32_t format = 0; format < TLB_IQM_FORMATS; format++) {
            tlb_context *context = tlb_context_create(NULL);
            tlb_document document;
            iqm_make(&document, context, &(iqm_plan){version, 5, format, .extensions = format % 2});
            test(&document);
            made_end(&document);
            tlb_context_free(context);
        }
}

static void every_version_and_format_survives(void **state)
{
    (void)state;
    with_each(survives);
}

/* --- layouts ------------------------------------------------------------------------------------------ */

/* The file with its parts moved apart, bytes of somebody's own between them. */
static void an_odd_layout_is_kept(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document, *odd;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .bare = true});
    tlb_bytes bytes = save(&document);
    tlb_iqm *x = document.root;
    size_t size = bytes.size + 40;
    uint8_t *moved = malloc(size);
    memset(moved, 0xab, size);
    memcpy(moved, bytes.data, bytes.size);
    memcpy(moved + size - 32, bytes.data + x->ofs_meshes, 24);
    memset(moved + x->ofs_meshes, 0xcd, 24);
    tlb_put_le32(moved + 16 + 6 * 4, (uint32_t)size - 32); /* ofs_meshes */
    assert_int_equal(tlb_open_memory(context, moved, size, "odd.iqm", NULL, &odd), TLB_OK);
    assert_same(save(odd), (tlb_bytes){moved, size});

    /* A mesh more, and nothing fits any longer: the layout is made anew, the gaps go. */
    tlb_iqm *y = tlb_document_iqm(odd);
    tlb_iqm_mesh meshes[2] = {y->meshes.data[0], {.num_vertexes = 0}};
    y->meshes.data = meshes;
    y->meshes.count = 2;
    assert_int_equal(save(odd).size, bytes.size + 24);
    assert_int_equal(y->filesize, bytes.size + 24);
    tlb_document *again = reopen(odd);
    assert_int_equal(tlb_document_iqm(again)->meshes.count, 2);
    assert_int_equal(tlb_document_iqm(again)->gaps.count, 1); /* before the values, aligned to eight */
    tlb_document_free(again);
    tlb_document_free(odd);
    free(moved);
    made_end(&document);
    tlb_context_free(context);
}

/* The first extension after the second. */
static void extensions_may_stand_in_any_order(void **state)
{
    (void)state;
    enum { HEADER = 124, EXTENSION = 16, SIZE = HEADER + 2 * EXTENSION };
    enum { VERSION = 16, FILESIZE = 20, NUM_EXTENSIONS = 116, OFS_EXTENSIONS = 120, OFS_NEXT = 12 };
    uint8_t file[SIZE] = "INTERQUAKEMODEL";
    tlb_put_le32(file + VERSION, 2);
    tlb_put_le32(file + FILESIZE, SIZE);
    tlb_put_le32(file + NUM_EXTENSIONS, 2);
    tlb_put_le32(file + OFS_EXTENSIONS, HEADER + EXTENSION);
    tlb_put_le32(file + HEADER + EXTENSION + OFS_NEXT, HEADER);
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, file, SIZE, "e.iqm", NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_iqm(document)->extensions.data[0].ofs_next, HEADER);
    survives(document);
    assert_same(save(document), (tlb_bytes){file, SIZE});
    tlb_document_free(document);
    tlb_context_free(context);
}

static bool lies_in(const void *data, const uint8_t *bytes, size_t size)
{
    return (const uint8_t *)data >= bytes && (const uint8_t *)data < bytes + size;
}

/* What the machine cannot use as it lies there is copied, and is the same. */
static void large_lists_are_those_of_the_file(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document, *aligned, *shifted;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 1, .format = TLB_IQM_FLOAT});
    tlb_bytes bytes = save(&document);
    uint8_t *copy = malloc(bytes.size + 1);
    memcpy(copy + 1, bytes.data, bytes.size);
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "a.iqm", NULL, &aligned), TLB_OK);
    assert_int_equal(tlb_open_memory(context, copy + 1, bytes.size, "b.iqm", NULL, &shifted), TLB_OK);
    const tlb_iqm *a = tlb_document_iqm(aligned), *s = tlb_document_iqm(shifted);
    for (uint32_t i = 0; i < a->vertexarrays.count; i++) {
        size_t width = tlb_iqm_component_size(a->vertexarrays.data[i].format);
        assert_true(lies_in(a->vertexarrays.data[i].values, bytes.data, bytes.size) != TLB_BIG_ENDIAN_HOST);
        assert_int_equal(lies_in(s->vertexarrays.data[i].values, copy, bytes.size + 1), width == 1);
    }
    assert_true(lies_in(a->triangles.data, bytes.data, bytes.size) != TLB_BIG_ENDIAN_HOST);
    assert_false(lies_in(s->triangles.data, copy, bytes.size + 1));
    assert_same(save(aligned), save(shifted));
    tlb_document_free(aligned);
    tlb_document_free(shifted);
    free(copy);
    made_end(&document);
    tlb_context_free(context);
}

/* Two meshes that each say they have all vertices: each is shown with those that its triangle uses. */
static void meshes_may_share_vertices(void **state)
{
    (void)state;
    static const float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const tlb_iqm_triangle triangles[2] = {{0, 1, 2}, {0, 2, 3}};
    static const uint32_t seen[2][3] = {{0, 2, 1}, {0, 3, 2}};
    tlb_iqm_mesh meshes[2] = {{.num_vertexes = 4, .num_triangles = 1},
                              {.num_vertexes = 4, .first_triangle = 1, .num_triangles = 1}};
    tlb_iqm_vertexarray array = {
        .type = TLB_IQM_POSITION, .format = TLB_IQM_FLOAT, .size = 3, .values = positions};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    tlb_scene *scene;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .bare = true});
    tlb_iqm *x = document.root;
    x->num_vertexes = 4;
    x->meshes.data = meshes;
    x->vertexarrays.data = &array;
    x->triangles.data = triangles;
    x->meshes.count = x->triangles.count = 2;
    x->vertexarrays.count = 1;
    assert_int_equal(tlb_document_scene(&document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, 2);
    for (int m = 0; m < 2; m++) {
        const tlb_mesh *mesh = &scene->meshes[m];
        assert_int_equal(mesh->index_count, 3);
        for (int k = 0; k < 3; k++) {
            const float *at = mesh->positions[mesh->indices[k]], *from = positions[seen[m][k]];
            assert_true(at[0] == from[0] && at[1] == from[2] && at[2] == -from[1]);
        }
    }
    assert_int_equal(scene->meshes[1].vertex_count, 3);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_scene_free(scene);
    made_end(&document);
    tlb_context_free(context);
}

static void refuses(size_t word, uint32_t value, const char *code, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document, *broken;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 1, .format = TLB_IQM_FLOAT});
    tlb_bytes bytes = save(&document);
    uint8_t *copy = malloc(bytes.size);
    memcpy(copy, bytes.data, bytes.size);
    tlb_put_le32(copy + 16 + 4 * word, value);
    assert_int_equal(tlb_open_memory(context, copy, bytes.size, "broken.iqm", NULL, &broken), TLB_INVALID);
    assert_string_equal(tlb_code_name(tlb_diagnostic_at(context, 0)->code), code);
    assert_string_equal(tlb_diagnostic_at(context, 0)->path, path);
    free(copy);
    made_end(&document);
    tlb_context_free(context);
}

static void hostile_headers_are_refused(void **state)
{
    enum {
        VERSION = 0,
        NUM_TEXT = 3,
        OFS_TEXT = 4,
        NUM_ARRAYS = 7,
        NUM_VERTEXES = 8,
        OFS_TRIANGLES = 11,
        NUM_JOINTS = 13,
        NUM_FRAMES = 19,
        NUM_CHANNELS = 20
    };
    (void)state;
    refuses(VERSION, 3, "BAD_VERSION", "version");
    refuses(NUM_TEXT, UINT32_MAX, "TRUNCATED", "text");
    refuses(OFS_TEXT, 0x7fffffff, "TRUNCATED", "text");
    refuses(NUM_ARRAYS, 0x10000000, "TRUNCATED", "vertexarrays");
    refuses(NUM_VERTEXES, UINT32_MAX, "TRUNCATED", "vertexarrays[0].values");
    refuses(OFS_TRIANGLES, 124, "IQM_OVERLAP", "triangles");
    refuses(NUM_JOINTS, 1000000, "TRUNCATED", "joints");
    refuses(NUM_FRAMES, UINT32_MAX, "TRUNCATED", "frames");
    refuses(NUM_CHANNELS, UINT32_MAX, "TRUNCATED", "frames");
}

/* Lists that lie on each other are refused, and while they are read when they have more bytes together than
 * the file: after its header, 10 meshes of 24 bytes and 5 joints of 48 have as many. */
static void lists_have_no_more_bytes_than_the_file(void **state)
{
    enum {
        FILE_SIZE = 1,
        NUM_MESHES = 5,
        OFS_MESHES = 6,
        NUM_JOINTS = 13,
        OFS_JOINTS = 14,
        HEADER = 16 + 4 * 27,
        MESHES = 10,
        JOINTS = 5,
        SIZE = HEADER + MESHES * 24 + JOINTS * 48
    };
    (void)state;
    for (uint32_t more = 0; more < 2; more++) {
        uint8_t file[SIZE] = "INTERQUAKEMODEL";
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = NULL;
        tlb_put_le32(file + 16, 2);
        tlb_put_le32(file + 16 + 4 * FILE_SIZE, SIZE);
        tlb_put_le32(file + 16 + 4 * NUM_MESHES, MESHES);
        tlb_put_le32(file + 16 + 4 * OFS_MESHES, HEADER);
        tlb_put_le32(file + 16 + 4 * NUM_JOINTS, JOINTS + more);
        tlb_put_le32(file + 16 + 4 * OFS_JOINTS, HEADER);
        assert_int_equal(tlb_open_memory(context, file, SIZE, "a.iqm", NULL, &document), TLB_INVALID);
        const tlb_diagnostic *d = tlb_diagnostic_at(context, 0);
        assert_int_equal(d->code, TLB_CODE_IQM_OVERLAP);
        assert_string_equal(d->message, more ? "the parts of the file have more bytes than the file"
                                             : "it begins before the end of the previous part at 0x16c");
        assert_string_equal(d->path, "joints");
        assert_int_equal(d->offset, HEADER);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* Triangles are those with all corners in their mesh. */
static void triangles_are_within_their_mesh(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    tlb_iqm_mesh mesh = {.first_vertex = 2, .num_vertexes = 4, .first_triangle = 1, .num_triangles = 6};
    tlb_iqm_triangle triangles[] = {{0, 0, 0}, {2, 3, 4}, {1, 3, 4}, {3, 6, 4},
                                    {3, 4, 5}, {5, 4, 6}, {5, 3, 2}};
    static const tlb_iqm_triangle expected[] = {{0, 1, 2}, {1, 2, 3}, {3, 1, 0}};
    tlb_iqm *x = iqm_begin(&document, context, 2);
    x->num_vertexes = 8;
    iqm_array(&document, TLB_IQM_POSITION, TLB_IQM_FLOAT, 3);
    x->meshes.data = &mesh;
    x->meshes.count = 1;
    x->triangles.data = (void *)triangles;
    x->triangles.count = 7;
    tlb_iqm_triangle found[4] = {{9, 9, 9}, {9, 9, 9}, {9, 9, 9}, {9, 9, 9}};
    assert_int_equal(tlb_iqm_triangles(x, 0, found, 2), 3);
    assert_memory_equal(found, expected, 2 * sizeof *found);
    assert_int_equal(found[2][0], 9);
    assert_int_equal(tlb_iqm_triangles(x, 0, found, 4), 3);
    assert_memory_equal(found, expected, sizeof expected);
    assert_int_equal(found[3][0], 9);
    assert_int_equal(tlb_iqm_triangles(x, 0, NULL, 0), 3);
    assert_int_equal(tlb_iqm_triangles(x, 1, found, 4), 0);
    mesh.num_triangles = 7;
    assert_int_equal(tlb_iqm_triangles(x, 0, found, 4), 0);
    made_end(&document);
    tlb_context_free(context);
}

/* Of quaternions of three numbers the fourth is not positive, and 0 where nothing is left. */
static void the_fourth_number_is_negative(void **state)
{
    (void)state;
    assert_float_equal(tlb_iqm_implied_w((const float[]){0.6f, 0, 0}), -0.8f, 1e-6f);
    assert_float_equal(tlb_iqm_implied_w((const float[]){0, 0.6f, 0}), -0.8f, 1e-6f);
    assert_float_equal(tlb_iqm_implied_w((const float[]){0, 0, 0.6f}), -0.8f, 1e-6f);
    assert_float_equal(tlb_iqm_implied_w((const float[]){0, 0, 0}), -1, 0);
    assert_float_equal(tlb_iqm_implied_w((const float[]){1, 0, 0}), 0, 0);
    assert_float_equal(tlb_iqm_implied_w((const float[]){1, 1, 1}), 0, 0);
}

/* --- values ------------------------------------------------------------------------------------------- */

static void integers_are_fractions(void **state)
{
    (void)state;
    int8_t bytes[] = {127, -127, -128};
    uint16_t halves[] = {0x3c00, 0xc000, 0x0001};
    float out[1][TLB_IQM_COMPONENTS];
    tlb_iqm_values(&(tlb_iqm_vertexarray){.format = TLB_IQM_BYTE, .size = 3, .values = bytes}, 0, 1, false,
                   out);
    assert_true(out[0][0] == 1 && out[0][1] == -1 && out[0][2] == -1 && out[0][3] == 1);
    tlb_iqm_values(&(tlb_iqm_vertexarray){.format = TLB_IQM_BYTE, .size = 3, .values = bytes}, 0, 1, true,
                   out);
    assert_true(out[0][0] == 127 && out[0][2] == -128);
    tlb_iqm_values(&(tlb_iqm_vertexarray){.format = TLB_IQM_HALF, .size = 3, .values = halves}, 0, 1, false,
                   out);
    assert_true(out[0][0] == 1 && out[0][1] == -2 && out[0][2] == ldexpf(1, -24));
}

/* Enough of them that some are converted in blocks and the rest one by one. */
static void many_values_are_as_each_alone(void **state)
{
    (void)state;
    enum { COUNT = 43, FIRST = 3 };
    union {
        uint8_t bytes[COUNT * TLB_IQM_COMPONENTS * sizeof(double)];
        double reals[COUNT * TLB_IQM_COMPONENTS];
    } values;
    for (uint32_t format = 0; format < TLB_IQM_FORMATS; format++)
        for (uint32_t size = 1; size <= TLB_IQM_COMPONENTS; size++)
            for (int whole = 0; whole < 2; whole++) {
                for (size_t i = 0; i < COUNT * TLB_IQM_COMPONENTS; i++)
                    if (format == TLB_IQM_DOUBLE)
                        values.reals[i] = (double)i / 7;
                    else
                        for (uint32_t k = 0; k < tlb_iqm_component_size(format); k++)
                            values.bytes[i * tlb_iqm_component_size(format) + k] = (uint8_t)(i * 37 + k * 5);
                tlb_iqm_vertexarray a = {.format = format, .size = size, .values = values.bytes};
                float together[COUNT][TLB_IQM_COMPONENTS], alone[1][TLB_IQM_COMPONENTS];
                tlb_iqm_values(&a, FIRST, COUNT - FIRST, whole, together);
                for (uint32_t i = FIRST; i < COUNT; i++) {
                    tlb_iqm_values(&a, i, 1, whole, alone);
                    assert_memory_equal(together[i - FIRST], alone[0], sizeof alone);
                    for (uint32_t k = size; k < TLB_IQM_COMPONENTS; k++)
                        assert_true(alone[0][k] == (k == TLB_IQM_COMPONENTS - 1));
                }
            }
}

/* A program may set what no file may say. */
static void unknown_formats_have_no_values(void **state)
{
    (void)state;
    float one[1] = {7}, out[2][TLB_IQM_COMPONENTS];
    tlb_iqm_vertexarray arrays[] = {{.format = TLB_IQM_FORMATS, .size = 4, .values = one},
                                    {.format = TLB_IQM_FLOAT, .size = 5, .values = one},
                                    {.format = TLB_IQM_FLOAT, .size = 4}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        tlb_iqm_values(&arrays[i], 1000, 2, false, out);
        for (int v = 0; v < 2; v++)
            for (int k = 0; k < TLB_IQM_COMPONENTS; k++)
                assert_true(out[v][k] == (k == 3));
    }
}

static void frames_unpack_by_the_masks(void **state)
{
    (void)state;
    uint16_t values[] = {10, 20, 30, 40};
    tlb_iqm_pose poses[2] = {{.channelmask = 1 << 1, .channeloffset = {1, 2}, .channelscale = {9, 0.5f}},
                             {.channelmask = 1 << 9, .channelscale[9] = 2}};
    tlb_iqm x = {
        .version = 2, .num_frames = 2, .num_framechannels = 2, .frames = values, .poses = {poses, 2}};
    float out[2][TLB_IQM_CHANNELS];
    tlb_iqm_frame(&x, 1, out);
    assert_true(out[0][0] == 1 && out[0][1] == 2 + 30 * 0.5f && out[1][9] == 80 && out[1][0] == 0);
    /* Version 1 computes w, and scale comes a channel earlier. */
    tlb_iqm_pose old = {.channeloffset = {0, 0, 0, 0.6f, 0, 0, 1, 2, 3}};
    tlb_iqm y = {.version = 1, .poses = {&old, 1}};
    tlb_iqm_frame(&y, 0, out);
    assert_true(fabsf(out[0][6] + 0.8f) < 1e-6f && out[0][7] == 1 && out[0][9] == 3);
}

/* --- the scene ---------------------------------------------------------------------------------------- */

static tlb_scene *show(tlb_document *document)
{
    tlb_scene *scene;
    tlb_assets *none = tlb_assets_create(document->context);
    assert_int_equal(
        tlb_document_scene(document,
                           &(tlb_convert_options){.struct_size = sizeof(tlb_convert_options), .assets = none},
                           &scene),
        TLB_OK);
    tlb_assets_free(none);
    return scene;
}

typedef struct transform {
    double m[3][4];
} transform;

static transform from_channels(const double c[TLB_IQM_CHANNELS])
{
    double length = sqrt(c[3] * c[3] + c[4] * c[4] + c[5] * c[5] + c[6] * c[6]);
    double x = c[3] / length, y = c[4] / length, z = c[5] / length, w = c[6] / length;
    double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                      {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                      {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    transform t;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            t.m[i][k] = r[i][k] * c[7 + k];
        t.m[i][3] = c[i];
    }
    return t;
}

static transform combine(const transform *a, const transform *b)
{
    transform t;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            t.m[i][k] = k == 3 ? a->m[i][3] : 0;
            for (int j = 0; j < 3; j++)
                t.m[i][k] += a->m[i][j] * b->m[j][k];
        }
    return t;
}

static void slerp(double out[4], const float a[4], const float b[4], double t)
{
    double cosine = 0, la = 0, lb = 0, sign = 1;
    for (int i = 0; i < 4; i++) {
        la += (double)a[i] * (double)a[i];
        lb += (double)b[i] * (double)b[i];
    }
    for (int i = 0; i < 4; i++)
        cosine += (double)a[i] * (double)b[i] / sqrt(la * lb);
    if (cosine < 0)
        cosine = -cosine, sign = -1;
    double angle = acos(fmin(cosine, 1)), s = sin(angle);
    double wa = s > 1e-6 ? sin((1 - t) * angle) / s : 1 - t, wb = s > 1e-6 ? sin(t * angle) / s : t;
    for (int i = 0; i < 4; i++)
        out[i] = wa * (double)a[i] / sqrt(la) + sign * wb * (double)b[i] / sqrt(lb);
}

/* Where each joint is, from the frames alone: two frames unpacked, blended and chained. */
static void evaluate(const tlb_iqm *x, const tlb_iqm_anim *anim, double seconds, transform *out)
{
    float(*a)[TLB_IQM_CHANNELS] = malloc(x->poses.count * sizeof *a);
    float(*b)[TLB_IQM_CHANNELS] = malloc(x->poses.count * sizeof *b);
    double at = seconds * (double)anim->framerate, part = at - floor(at);
    uint32_t first = (uint32_t)at % anim->num_frames, second = first + 1;
    if (second == anim->num_frames)
        second = anim->flags & TLB_IQM_LOOP ? 0 : first;
    tlb_iqm_frame(x, anim->first_frame + first, a);
    tlb_iqm_frame(x, anim->first_frame + second, b);
    for (uint32_t i = 0; i < x->poses.count; i++) {
        double c[TLB_IQM_CHANNELS];
        for (int k = 0; k < TLB_IQM_CHANNELS; k++)
            c[k] = (1 - part) * (double)a[i][k] + part * (double)b[i][k];
        slerp(c + 3, a[i] + 3, b[i] + 3, part);
        transform local = from_channels(c);
        int32_t parent = x->poses.data[i].parent;
        out[i] = parent < 0 ? local : combine(&out[parent], &local);
    }
    free(a);
    free(b);
}

static int32_t node_of(const tlb_scene *scene, uint32_t joint)
{
    return scene->skins[0].joints[joint];
}

static double farthest_joint(const tlb_iqm *x, const tlb_scene *scene, const tlb_animation *animation,
                             const tlb_iqm_anim *anim, double seconds)
{
    tlb_arena arena;
    tlb_scene posed;
    transform *direct = malloc(x->poses.count * sizeof *direct);
    float(*world)[16] = malloc(scene->node_count * sizeof *world);
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena_init(&arena, context->account);
    assert_true(tlb_scene_at(scene, animation, (float)seconds, &arena, &posed));
    tlb_scene_world_matrices(&posed, world);
    evaluate(x, anim, (double)(float)seconds, direct);
    double worst = 0;
    for (uint32_t j = 0; j < x->joints.count; j++) {
        const float *m = world[node_of(scene, j)];
        /* A point of the joint, so that its rotation and scale count. */
        static const double point[3] = {0.25, -0.5, 0.75};
        double in_file[3], in_scene[3];
        for (int i = 0; i < 3; i++)
            in_file[i] = direct[j].m[i][0] * point[0] + direct[j].m[i][1] * point[1] +
                         direct[j].m[i][2] * point[2] + direct[j].m[i][3];
        for (int i = 0; i < 3; i++)
            in_scene[i] = (double)m[i] * point[0] + (double)m[4 + i] * point[2] -
                          (double)m[8 + i] * point[1] + (double)m[12 + i];
        worst = fmax(worst, fabs(in_scene[0] - in_file[0]));
        worst = fmax(worst, fabs(in_scene[1] - in_file[2]));
        worst = fmax(worst, fabs(in_scene[2] + in_file[1]));
    }
    tlb_arena_release(&arena);
    tlb_context_free(context);
    free(world);
    free(direct);
    return worst;
}

static void assert_scene_agrees(tlb_document *document)
{
    enum { TIMES = 40 };
    const tlb_iqm *x = document->root;
    tlb_scene *scene = show(document);
    uint32_t random = 7;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (int n = 0; n < TIMES; n++) {
            random = random * 1664525 + 1013904223;
            const tlb_animation *animation = &scene->animations[i];
            double seconds = (double)(random >> 8) / (1 << 24) * (double)animation->duration;
            assert_true(farthest_joint(x, scene, animation, &x->anims.data[i], seconds) < 1e-4);
        }
    tlb_scene_free(scene);
}

static void animations_agree_with_the_frames(void **state)
{
    (void)state;
    with_each(assert_scene_agrees);
}

/* Animations for the skeleton of another file: the nodes are at the first frame. */
static void poses_without_joints_are_nodes(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT});
    tlb_iqm *x = document.root;
    float(*frame)[TLB_IQM_CHANNELS] = malloc(x->poses.count * sizeof *frame);
    x->joints.count = x->meshes.count = 0;
    tlb_iqm_frame(x, 0, frame);
    tlb_scene *scene = show(&document);
    assert_int_equal(scene->node_count, x->poses.count + 1); /* below what would be the node of the meshes */
    assert_int_equal(scene->animation_count, x->anims.count);
    for (uint32_t i = 0; i < x->poses.count; i++) {
        const tlb_node *node = &scene->nodes[i + 1];
        char name[32];
        snprintf(name, sizeof name, "joint %u", i);
        assert_string_equal(node->name, name);
        assert_int_equal(node->parent, x->poses.data[i].parent + 1);
        static const int axes[3] = {0, 2, 1};
        for (int k = 0; k < 3; k++) {
            assert_float_equal(node->translation[k], frame[i][axes[k]] * (k == 2 ? -1 : 1), 0);
            assert_float_equal(node->scale[k], frame[i][7 + axes[k]], 0);
        }
    }
    tlb_scene_free(scene);
    free(frame);
    made_end(&document);
    tlb_context_free(context);
}

/* Of a mesh that has one vertex without a direction, no tangents: a viewer makes better ones. */
static void tangents_are_of_all_or_none(void **state)
{
    (void)state;
    for (int undirected = 0; undirected < 2; undirected++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT});
        tlb_iqm *x = document.root;
        for (uint32_t i = 0; i < x->vertexarrays.count && undirected; i++)
            if (x->vertexarrays.data[i].type == TLB_IQM_TANGENT)
                memset((float *)x->vertexarrays.data[i].values, 0, 4 * sizeof(float));
        tlb_scene *scene = show(&document);
        assert_true((scene->meshes[0].tangents == NULL) == undirected);
        assert_non_null(scene->meshes[0].normals);
        tlb_scene_free(scene);
        made_end(&document);
        tlb_context_free(context);
    }
}

static void each_in_corpus(void (*test)(tlb_document *))
{
    char buffer[4096];
    const char *folder = corpus_folder("interquake", buffer, sizeof buffer);
    file_list list = folder ? list_files(folder) : (file_list){0};
    for (size_t i = 0; i < list.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        if (tlb_open_path(context, list.paths[i], NULL, &document) == TLB_OK) {
            if (tlb_document_iqm(document) && tlb_document_iqm(document)->joints.count)
                test(document);
            tlb_document_free(document);
        }
        tlb_context_free(context);
    }
    free_files(&list);
}

static void animations_of_real_files_agree(void **state)
{
    (void)state;
    each_in_corpus(assert_scene_agrees);
}

/* The offsets that the reference compiler chose come out of the layout again. */
static void assert_layout_is_the_compilers(tlb_document *document)
{
    tlb_iqm *x = tlb_document_iqm(document), before = *x;
    tlb_bytes source = tlb_document_source(document);
    x->gaps.count = 0; /* padding is then missing, and the file laid out anew */
    assert_int_equal(save(document).size, source.size);
    assert_int_equal(x->ofs_frames, before.ofs_frames);
    assert_int_equal(x->ofs_bounds, before.ofs_bounds);
    assert_memory_equal(save(document).data, source.data, source.size);
}

static void real_layouts_come_out_again(void **state)
{
    (void)state;
    each_in_corpus(assert_layout_is_the_compilers);
}

static void a_box_is_right_side_out(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    iqm_make(&document, context, &(iqm_plan){.version = 2, .bare = true});
    tlb_scene *scene = show(&document);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->index_count, 36);
    /* Computed from the triangles, normals point away from the middle of the box: (0.5, 0.5, -0.5). */
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const float *p = mesh->positions[i], *n = mesh->normals[i];
        assert_true((p[0] - 0.5f) * n[0] + (p[1] - 0.5f) * n[1] + (p[2] + 0.5f) * n[2] > 0.5f);
    }
    tlb_scene_free(scene);
    made_end(&document);
    tlb_context_free(context);
}

/* More than 16 bits count; without triangles there is little to write of them. */
static void meshes_may_be_many(void **state)
{
    enum { COUNT = UINT16_MAX + 2 };
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_files *files;
    (void)state;
    assert_int_equal(tlb_document_create(context, tlb_format_by_name("iqm"), NULL, &document), TLB_OK);
    tlb_iqm *iqm = tlb_document_iqm(document);
    iqm->meshes.data = tlb_zalloc_array(tlb_document_arena(document), COUNT, sizeof *iqm->meshes.data);
    iqm->meshes.count = COUNT;
    assert_int_equal(tlb_convert(document, tlb_format_by_name("iqe"), "many", NULL, &files), TLB_OK);
    assert_true(files->data[0].bytes.size > 0);
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_and_format_survives),
        cmocka_unit_test(an_odd_layout_is_kept),
        cmocka_unit_test(extensions_may_stand_in_any_order),
        cmocka_unit_test(large_lists_are_those_of_the_file),
        cmocka_unit_test(meshes_may_share_vertices),
        cmocka_unit_test(meshes_may_be_many),
        cmocka_unit_test(hostile_headers_are_refused),
        cmocka_unit_test(lists_have_no_more_bytes_than_the_file),
        cmocka_unit_test(triangles_are_within_their_mesh),
        cmocka_unit_test(the_fourth_number_is_negative),
        cmocka_unit_test(integers_are_fractions),
        cmocka_unit_test(many_values_are_as_each_alone),
        cmocka_unit_test(unknown_formats_have_no_values),
        cmocka_unit_test(frames_unpack_by_the_masks),
        cmocka_unit_test(animations_agree_with_the_frames),
        cmocka_unit_test(poses_without_joints_are_nodes),
        cmocka_unit_test(tangents_are_of_all_or_none),
        cmocka_unit_test(animations_of_real_files_agree),
        cmocka_unit_test(real_layouts_come_out_again),
        cmocka_unit_test(a_box_is_right_side_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
