/* glTF and GLB as documents, from JSON and bytes written by hand after the specification. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/format.h"
#include "files.h"
#include "trilobite/edit.h"
#include "trilobite/formats/gltf.h"

/* Members in an order of its own, spelled as no writer does, with members that nobody knows. */
static const char odd[] =
    "\xef\xbb\xbf{ "
    "\"nodes\":[{\"mesh\":0,\"name\":\"a\\u00e9\\ud83d\\ude00\",\"extras\":[1,2.50,{\"x\":null}]},\n"
    "{\"translation\":[1.0,2,3e0],\"future\":{\"is\":\"here\"}}],\r\n\t\"asset\" : {\"version\":\"2.0\"},"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"_SHADE\":0},\"targets\":[{\"POSITION\":0}"
    "]}]}],"
    "\"accessors\":[{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"normalized\":false,\"min\":[0,0,"
    "0],"
    "\"max\":[0,0,0]}],\"extensionsUsed\":[\"EXT_x\"],\"extensions\":{\"EXT_x\":{\"deep\":[[1],[true,false]]}"
    "} } ";

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
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
    tlb_document_free(f->document);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_gltf *open_text(fixture *f, const char *text)
{
    assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "x.gltf", NULL, &f->document), TLB_OK);
    return tlb_document_gltf(f->document);
}

static void assert_saved(tlb_document *document, const void *data, size_t size)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, data, size);
}

static void reads_the_members(void **state)
{
    const tlb_gltf *x = open_text(*state, odd);
    assert_int_equal(x->nodes.count, 2);
    assert_int_equal(x->nodes.data[0].mesh, 0);
    assert_int_equal(x->nodes.data[1].mesh, TLB_NONE);
    assert_string_equal(x->nodes.data[0].name.data, "a\xc3\xa9\xf0\x9f\x98\x80");
    assert_int_equal(x->nodes.data[1].translation.count, 3);
    assert_float_equal(x->nodes.data[1].translation.data[2], 3, 0);
    assert_string_equal(tlb_value_get(tlb_value_get(x->nodes.data[1].other, "future"), "is")->as.text.data,
                        "here");
    const tlb_gltf_primitive *p = &x->meshes.data[0].primitives.data[0];
    assert_int_equal(p->mode, 4);
    assert_int_equal(p->attributes.count, 2);
    assert_string_equal(p->attributes.data[1].semantic.data, "_SHADE");
    assert_int_equal(p->targets.data[0].data[0].accessor, 0);
    assert_int_equal(x->accessors.data[0].componentType, 5126);
    assert_string_equal(x->extensionsUsed.data[0].data, "EXT_x");
    assert_int_equal(x->scene, TLB_NONE);
}

static void keeps_its_spelling(void **state)
{
    fixture *f = *state;
    open_text(f, odd);
    assert_saved(f->document, odd, strlen(odd));
    collected json = {0};
    tlb_document *built;
    assert_int_equal(tlb_dump(f->document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(f->context, json.data, json.size, NULL, &built), TLB_OK);
    assert_saved(built, odd, strlen(odd));
    tlb_document_free(built);
    free(json.data);
}

static void writes_canonically_when_changed(void **state)
{
    fixture *f = *state;
    tlb_gltf *x = open_text(
        f, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"scale\":[1.0,1,1],\"mesh\":0,\"y\":[]}]}");
    x->nodes.data[0].mesh = 3;
    static const char expected[] = "{\n \"asset\": {\"version\": \"2.0\"},\n \"nodes\": [\n"
                                   "  {\"scale\": [1, 1, 1], \"mesh\": 3, \"y\": []}\n ]\n}\n";
    assert_saved(f->document, expected, strlen(expected));
}

static void edits(void **state)
{
    static const char *const edits[] = {"nodes[0].extras.a=5", "nodes[0].mesh=null",
                                        "nodes[+]={\"name\":\"new\"}", "extensionsUsed=[\"A\"]"};
    fixture *f = *state;
    const tlb_gltf *x = open_text(
        f, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"extras\":{\"a\":1,\"b\":2}}]}");
    assert_int_equal(tlb_edit(f->document, edits, 4), TLB_OK);
    assert_int_equal(x->nodes.count, 2);
    assert_int_equal(x->nodes.data[0].mesh, TLB_NONE);
    assert_int_equal(x->nodes.data[1].mesh, TLB_NONE);
    assert_int_equal(tlb_value_get(x->nodes.data[0].extras, "a")->as.integer, 5);
    assert_int_equal(tlb_value_get(x->nodes.data[0].extras, "b")->as.integer, 2);
    assert_string_equal(x->nodes.data[1].name.data, "new");
    assert_string_equal(x->extensionsUsed.data[0].data, "A");
}

/* Header, JSON, BIN, a chunk that nobody knows, and what is left over. */
static const uint8_t glb[] = "glTF\2\0\0\0\xae\0\0\0"
                             "\x58\0\0\0JSON{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4}]"
                             ",\"bufferViews\":[{\"buffer\":0}]}   "
                             "\4\0\0\0BIN\0\1\2\3\4"
                             "\5\0\0\0XYZ \5\6\7\x8\x9"
                             "\xff\xff\xff";

static void reads_chunks(void **state)
{
    fixture *f = *state;
    size_t size = sizeof glb - 1;
    assert_int_equal(tlb_open_memory(f->context, glb, size, NULL, NULL, &f->document), TLB_OK);
    const tlb_gltf *x = tlb_document_gltf(f->document);
    assert_int_equal(x->length, 0xae); /* not that of the file: kept */
    assert_int_equal(x->chunks.count, 2);
    assert_int_equal(x->chunks.data[0].chunkType, TLB_GLTF_BIN);
    assert_int_equal(x->chunks.data[0].chunkData.size, 4);
    assert_int_equal(x->chunks.data[1].chunkData.data[4], 9);
    assert_int_equal(x->tail.size, 3);
    assert_saved(f->document, glb, size);
}

static void refuses(fixture *f, const char *text, tlb_code code, uint64_t offset, const char *path)
{
    tlb_document *document;
    tlb_diagnostics_clear(f->context);
    assert_int_not_equal(tlb_open_memory(f->context, text, strlen(text), "x.gltf", NULL, &document), TLB_OK);
    const tlb_diagnostic *d = tlb_diagnostic_at(f->context, 0);
    assert_int_equal(d->code, code);
    assert_int_equal(d->offset, offset);
    assert_string_equal(d->path, path);
}

#define ASSET "{\"asset\":{\"version\":\"2.0\"}"

static void refuses_what_is_no_gltf(void **state)
{
    fixture *f = *state;
    refuses(f, ASSET, TLB_CODE_GLTF_JSON, 26, "");
    refuses(f, ASSET ",}", TLB_CODE_GLTF_JSON, 27, "");
    refuses(f, ASSET "} x", TLB_CODE_GLTF_JSON, 28, "");
    refuses(f, ASSET ",\"nodes\":{}}", TLB_CODE_GLTF_TYPE, 35, "nodes");
    refuses(f, ASSET ",\"nodes\":[{},7]}", TLB_CODE_GLTF_TYPE, 39, "nodes[1]");
    refuses(f, ASSET ",\"nodes\":[{\"mesh\":-1}]}", TLB_CODE_GLTF_TYPE, 44, "nodes[0].mesh");
    refuses(f, ASSET ",\"nodes\":[{\"mesh\":1.5}]}", TLB_CODE_GLTF_TYPE, 44, "nodes[0].mesh");
    refuses(f, ASSET ",\"nodes\":[{\"scale\":[1,\"2\",3]}]}", TLB_CODE_GLTF_TYPE, 48, "nodes[0].scale");
    refuses(f, ASSET ",\"nodes\":[{\"scale\":[1e999]}]}", TLB_CODE_BAD_NUMBER, 46, "nodes[0].scale");
    refuses(f, "{\"asset\":{\"version\":\"1.0\"}}", TLB_CODE_NOT_SUPPORTED, 21, "asset.version");
    refuses(f, "{\"asset\":\"\xff\"}", TLB_CODE_GLTF_JSON, 10, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_the_members, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_its_spelling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writes_canonically_when_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_chunks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_gltf, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
