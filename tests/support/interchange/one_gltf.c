#include "one_gltf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "files.h"

int begin_gltf(void **state)
{
    static gltf_fixture f;
    f = (gltf_fixture){.context = tlb_context_create(NULL)};
    *state = &f;
    return 0;
}

void close_gltf_scene(gltf_fixture *f)
{
    tlb_scene_free(f->scene);
    tlb_document_free(f->document);
    f->scene = NULL;
    f->document = NULL;
}

int end_gltf(void **state)
{
    gltf_fixture *f = *state;
    close_gltf_scene(f);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

void add_accessor(gltf_fixture *f, int component, const char *type, int count, const void *data, size_t size,
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

tlb_status open_gltf_scene(gltf_fixture *f, const char *members)
{
    static char text[20000], base64[6000], lists[sizeof f->views + sizeof f->accessors + 50];
    *tlb_base64_encode(base64, f->data, f->size) = 0;
    *lists = 0;
    if (f->count)
        sprintf(lists, "\"bufferViews\":[%s],\"accessors\":[%s],", f->views, f->accessors);
    close_gltf_scene(f);
    tlb_diagnostics_clear(f->context);
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,\"uri\":"
             "\"data:application/octet-stream;base64,%s\"}],%s%s}",
             f->size, base64, lists, members);
    assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "x.gltf", NULL, &f->document), TLB_OK);
    return tlb_document_scene(f->document, NULL, &f->scene);
}

const tlb_scene *gltf_scene_of(gltf_fixture *f, const char *members)
{
    tlb_status status = open_gltf_scene(f, members);
    if (status)
        print_diagnostics(f->context);
    assert_int_equal(status, TLB_OK);
    return f->scene;
}
