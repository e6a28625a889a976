/* A glTF document that breaks no rule, to be broken by a test. */
#ifndef TLB_TESTS_WHOLE_GLTF_H
#define TLB_TESTS_WHOLE_GLTF_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "files.h"
#include "trilobite/trilobite.h"

/* A triangle with normals, colors, joints and weights, its skin, a translation over time. */
static const char whole[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"
    "\"nodes\":[{\"mesh\":0,\"skin\":0},{\"rotation\":[0,0,0,1],\"children\":[2]},{\"camera\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"JOINTS_0\":2,\"WEIGHTS_0\":"
    "3},"
    "\"indices\":4,\"material\":0,\"targets\":[{\"POSITION\":0}]}],\"weights\":[0.5]}],"
    "\"skins\":[{\"joints\":[1,2],\"skeleton\":1,\"inverseBindMatrices\":5}],"
    "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1,\"zfar\":5}}],"
    "\"animations\":[{\"samplers\":[{\"input\":6,\"output\":7}],"
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}}]}],"
    "\"materials\":[{\"alphaMode\":\"OPAQUE\"}],"
    "\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},"
    "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"
    "{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"},"
    "{\"bufferView\":3,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"
    "{\"bufferView\":4,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},"
    "{\"bufferView\":5,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},"
    "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":72,\"byteStride\":12,\"target\":34962},"
    "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":12},{\"buffer\":0,\"byteOffset\":84,\"byteLength\":48},"
    "{\"buffer\":0,\"byteOffset\":132,\"byteLength\":6,\"target\":34963},"
    "{\"buffer\":0,\"byteOffset\":140,\"byteLength\":128},{\"buffer\":0,\"byteOffset\":268,\"byteLength\":32}"
    "],"
    "\"buffers\":[{\"byteLength\":300,\"uri\":\"data:application/octet-stream;base64,@\"}]}";

typedef struct vertex_data {
    float positions[3][3], normals[3][3];
    uint8_t joints[3][4];
    float weights[3][4];
    uint16_t indices[4];
    float matrices[2][16], times[2], translations[2][3];
} vertex_data;

static vertex_data good_data(void)
{
    vertex_data d = {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                     .joints = {{1, 0}, {0}, {1, 0}},
                     .weights = {{0.5f, 0.5f}, {1}, {0.25f, 0.75f}},
                     .indices = {0, 1, 2},
                     .times = {0, 1}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++)
            d.matrices[i][5 * k] = 1;
    return d;
}

typedef struct change {
    const char *from, *to; /* a text of the document, and what stands there instead; NULL: the end */
} change;

static void replace(char *text, const char *from, const char *to)
{
    static char rest[8192];
    char *place = strstr(text, from);
    assert_non_null(place);
    strcpy(rest, place + strlen(from));
    sprintf(place, "%s%s", to, rest);
}

/* The document with these changes and these data. */
static void check_changed(tlb_context *context, const change *changes, const vertex_data *data)
{
    static char text[8192], base64[1024];
    tlb_document *document;
    *tlb_base64_encode(base64, data, 300) = 0;
    strcpy(text, whole);
    for (; changes->from; changes++)
        replace(text, changes->from, changes->to);
    replace(text, "@", base64);
    tlb_diagnostics_clear(context);
    if (tlb_open_memory(context, text, strlen(text), "x.gltf", NULL, &document) == TLB_OK)
        if (tlb_check(document, NULL) != TLB_OK)
            print_diagnostics(context);
    tlb_document_free(document);
}

static int set_up(void **state)
{
    *state = tlb_context_create(NULL);
    return 0;
}

static int tear_down(void **state)
{
    tlb_context_free(*state);
    return 0;
}

#endif
