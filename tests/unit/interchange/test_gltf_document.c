/* glTF and GLB as documents, from JSON and bytes written by hand after the specification. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/format.h"
#include "files.h"
#include "one_gltf.h"
#include "trilobite/edit.h"
#include "trilobite/formats/gltf.h"
#include "trilobite/trilobite.h"

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

static tlb_gltf *open_text(gltf_fixture *f, const char *text)
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
    gltf_fixture *f = *state;
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
    gltf_fixture *f = *state;
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
    gltf_fixture *f = *state;
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
    gltf_fixture *f = *state;
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

static void refuses(gltf_fixture *f, const char *text, tlb_code code, uint64_t offset, const char *path)
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
    gltf_fixture *f = *state;
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

/* Each type of member, with what was expected. */
static void types_that_are_wrong_are_told(void **state)
{
    static const struct {
        const char *text;
        uint64_t offset;
        const char *path, *message;
    } rows[] = {
        {ASSET ",\"extensionsUsed\":[\"a\",1]}", 49, "extensionsUsed", "expected a string, found a number"},
        {ASSET ",\"accessors\":[{\"normalized\":1}]}", 54, "accessors[0].normalized",
         "expected true or false, found a number"},
        {ASSET ",\"accessors\":[{\"normalized\":null}]}", 54, "accessors[0].normalized",
         "expected true or false, found null"},
        {ASSET ",\"meshes\":[{\"primitives\":[{\"attributes\":5}]}]}", 66,
         "meshes[0].primitives[0].attributes", "expected an object, found a number"},
        {ASSET ",\"meshes\":[{\"primitives\":[{\"targets\":[{\"A\":0},[]]}]}]}", 72,
         "meshes[0].primitives[0].targets", "expected an object, found an array"},
    };
    gltf_fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        refuses(f, rows[i].text, TLB_CODE_GLTF_TYPE, rows[i].offset, rows[i].path);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, rows[i].message);
    }
}

static void targets_are_read_in_order(void **state)
{
    const tlb_gltf *x = open_text(
        *state, ASSET ",\"meshes\":[{\"primitives\":[{\"targets\":[{\"POSITION\":3},{\"POSITION\":4,"
                      "\"NORMAL\":5},{\"NORMAL\":6}]}]}]}");
    static const int32_t accessors[3][2] = {{3, 0}, {4, 5}, {6, 0}};
    static const uint32_t counts[3] = {1, 2, 1};
    const tlb_gltf_primitive *p = &x->meshes.data[0].primitives.data[0];
    assert_int_equal(p->targets.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(p->targets.data[i].count, counts[i]);
        for (uint32_t k = 0; k < counts[i]; k++)
            assert_int_equal(p->targets.data[i].data[k].accessor, accessors[i][k]);
    }
}

/* Versions are told in up to 20 bytes. */
static void other_versions_are_named(void **state)
{
    static const struct {
        const char *version, *shown;
    } rows[] = {{"3.0", "3.0"},
                {"3.456789012345678901", "3.456789012345678901"},
                {"3.4567890123456789012", "3.456789012345678901"}};
    gltf_fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100], expected[100];
        snprintf(text, sizeof text, "{\"asset\":{\"version\":\"%s\"}}", rows[i].version);
        snprintf(expected, sizeof expected, "glTF %s, expected 2.0", rows[i].shown);
        refuses(f, text, TLB_CODE_BAD_VERSION, 21, "asset.version");
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, expected);
    }
}

/* What is not JSON first is refused at its type; what is after the chunks comes back from JSON, too. */
static void the_first_chunk_is_json(void **state)
{
    gltf_fixture *f = *state;
    uint8_t wrong[sizeof glb - 1];
    memcpy(wrong, glb, sizeof wrong);
    wrong[16] = 'j';
    assert_int_equal(tlb_open_memory(f->context, wrong, sizeof wrong, NULL, NULL, &f->document), TLB_INVALID);
    const tlb_diagnostic *d = tlb_diagnostic_at(f->context, 0);
    assert_int_equal(d->code, TLB_CODE_BAD_SIGNATURE);
    assert_int_equal(d->offset, 16);
    assert_string_equal(d->path, "chunkType");
    assert_string_equal(d->message, "the first chunk is 0x4e4f536a, expected JSON");
    assert_int_equal(tlb_open_memory(f->context, glb, sizeof wrong, NULL, NULL, &f->document), TLB_OK);
    collected json = {0};
    tlb_document *built;
    assert_int_equal(tlb_dump(f->document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(f->context, json.data, json.size, NULL, &built), TLB_OK);
    assert_saved(built, glb, sizeof wrong);
    tlb_document_free(built);
    free(json.data);
}

static bool append(void *user, const void *data, size_t size)
{
    strncat(user, data, size);
    return true;
}

/* Where buffers are missing triangles are counted by the accessors: three indices each, or all but two of
 * strips and fans; none of points and lines. */
static void triangles_are_counted_without_data(void **state)
{
    static const struct {
        int mode, vertices, indices; /* -1: none */
        int triangles;
    } rows[] = {{4, 7, -1, 2}, {4, 9, 4, 1}, {5, 7, -1, 5}, {6, 7, -1, 5},
                {5, 7, 3, 1},  {6, 7, 2, 0}, {5, 1, -1, 0}, {5, 3, -1, 1}};
    gltf_fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[800], indices[40] = "", json[4096] = "", expected[80];
        const tlb_value *info;
        if (rows[i].indices >= 0)
            snprintf(indices, sizeof indices, "\"indices\":1,");
        snprintf(
            text, sizeof text,
            ASSET
            ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"NORMAL\":0,\"POSITION\":0},%s\"mode\":%d}]}],"
            "\"nodes\":[{\"mesh\":0}],\"buffers\":[{\"byteLength\":900,\"uri\":\"missing.bin\"}],"
            "\"bufferViews\":[{\"buffer\":0,\"byteLength\":900}],\"accessors\":[{\"bufferView\":0,"
            "\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},{\"bufferView\":0,"
            "\"componentType\":5123,\"count\":%d,\"type\":\"SCALAR\"}]}",
            indices, rows[i].mode, rows[i].vertices, rows[i].indices < 0 ? 1 : rows[i].indices);
        open_text(f, text);
        assert_int_equal(tlb_info(f->document, &info), TLB_OK);
        assert_int_equal(tlb_value_json(f->context, info, true, (tlb_sink){append, json}), TLB_OK);
        snprintf(expected, sizeof expected, "\"vertices\":%d,\"triangles\":%d,", rows[i].vertices,
                 rows[i].triangles);
        if (!strstr(json, expected))
            fail_msg("%s lacks %s", json, expected);
        tlb_document_free(f->document);
        f->document = NULL;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_the_members, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(keeps_its_spelling, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(writes_canonically_when_changed, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(edits, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(reads_chunks, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_gltf, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(types_that_are_wrong_are_told, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(targets_are_read_in_order, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(other_versions_are_named, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(the_first_chunk_is_json, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(triangles_are_counted_without_data, begin_gltf, end_gltf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
