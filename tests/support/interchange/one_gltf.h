/* A glTF document that a test puts together of data and text, and its scene. */
#ifndef TLB_TESTS_ONE_GLTF_H
#define TLB_TESTS_ONE_GLTF_H

#include "trilobite/trilobite.h"

enum { BYTE = 5120, UBYTE, SHORT, USHORT, UINT = 5125, FLOAT };

typedef struct gltf_fixture {
    tlb_context *context;
    tlb_document *document;
    tlb_scene *scene;
    uint8_t data[4096];
    size_t size;
    char views[2048], accessors[4096];
    int count; /* of accessors, each with a view */
} gltf_fixture;

/* Around each test: nothing is open; in the end all memory is given back. */
int begin_gltf(void **state);
int end_gltf(void **state);

/* An accessor of these data; `more`: other members of it. */
void add_accessor(gltf_fixture *f, int component, const char *type, int count, const void *data, size_t size,
                  const char *more);
#define ADD(f, component, type, count, values, more)                                                         \
    add_accessor(f, component, type, count, values, sizeof(values), more)

/* Opens these members behind the asset, a buffer of the data and the accessors, if any were added. What was
 * open is closed. */
tlb_status open_gltf_scene(gltf_fixture *f, const char *members);
void close_gltf_scene(gltf_fixture *f);
/* Of members that must be right. */
const tlb_scene *gltf_scene_of(gltf_fixture *f, const char *members);

#endif
