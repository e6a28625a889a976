/* What is in a GLB or glTF file that was written, for tests; each fails the test when it is not there. */
#ifndef TLB_TESTS_GLTF_WRITTEN_H
#define TLB_TESTS_GLTF_WRITTEN_H

#include "scenes.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <jansson.h>

/* What a GLB or glTF file says, and its binary part. */
typedef struct parsed {
    json_t *json;
    const uint8_t *binary;
    size_t binary_size;
} parsed;

typedef struct fixture {
    tlb_context *context;
    tlb_scene *scene;
    tlb_files *files;
    parsed file;
} fixture;

/* Writes the files into the folder that TLB_TEST_OUTPUT names, for the validator to look at. */
void keep(const tlb_files *files);
/* As for the page: everything that the scene has, as it is. */
tlb_files *write_scene(tlb_context *context, const tlb_scene *scene, const char *name);
json_t *parse_json(const void *text, size_t size);
parsed parse_glb(const tlb_files *files);
/* Path of keys and indexes: "nodes/0/name". Fails when there is none. */
json_t *find(const json_t *json, const char *path);
long long integer_at(const json_t *json, const char *path);
double number_at(const json_t *json, const char *path);
const char *text_at(const json_t *json, const char *path);
size_t count_at(const json_t *json, const char *path);
json_t *named(const json_t *json, const char *list, const char *name);
size_t index_in(const json_t *json, const char *list, const json_t *wanted);
json_t *item(const json_t *json, const char *list, long long index);
json_t *mesh_of(const json_t *json, const json_t *node);
/* The bytes of element `index` of an accessor whose elements have `size` bytes. */
const uint8_t *element(const parsed *file, long long accessor, size_t size, size_t index);
float float_of(const parsed *file, long long accessor, size_t columns, size_t index, size_t column);
void setup_everything(tlb_context **context, tlb_scene **scene);
/* Frees what a fixture (*state) has; nothing is left of it. */
int close_everything(void **state);

#endif
