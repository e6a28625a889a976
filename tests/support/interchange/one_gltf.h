/* A glTF document that a test puts together of data and text, and its scene. */
#ifndef TLB_TESTS_ONE_GLTF_H
#define TLB_TESTS_ONE_GLTF_H

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

enum { BYTE = 5120, UBYTE, SHORT, USHORT, UINT = 5125, FLOAT };

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
    tlb_scene *scene;
    uint8_t data[4096];
    size_t size;
    char views[2048], accessors[4096];
    int count; /* of accessors, each with a view */
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_scene_free(f->scene);
    tlb_document_free(f->document);
    tlb_context_free(f->context);
    return 0;
}

/* An accessor of these data; `more`: other members of it. */
static void add(fixture *f, int component, const char *type, int count, const void *data, size_t size,
                const char *more)
{
    memcpy(f->data + f->size, data, size);
    sprintf(f->views + strlen(f->views), "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
            f->count ? "," : "", f->size, size);
    sprintf(f->accessors + strlen(f->accessors),
            "%s{\"bufferView\":%d,\"componentType\":%d,\"type\":\"%s\",\"count\":%d%s}", f->count ? "," : "",
            f->count, component, type, count, more);
    f->size += (size + 3) & ~(size_t)3;
    f->count++;
}
#define ADD(f, component, type, count, values, more)                                                         \
    add(f, component, type, count, values, sizeof(values), more)

static tlb_status open_scene(fixture *f, const char *members)
{
    static char text[20000], base64[6000];
    *tlb_base64_encode(base64, f->data, f->size) = 0;
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,\"uri\":"
             "\"data:application/octet-stream;base64,%s\"}],\"bufferViews\":[%s],\"accessors\":[%s],%s}",
             f->size, base64, f->views, f->accessors, members);
    assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "x.gltf", NULL, &f->document), TLB_OK);
    return tlb_document_scene(f->document, NULL, &f->scene);
}

static const tlb_scene *scene_of(fixture *f, const char *members)
{
    tlb_status status = open_scene(f, members);
    if (status)
        print_diagnostics(f->context);
    assert_int_equal(status, TLB_OK);
    return f->scene;
}

#endif
