/* Where the parts of glTF and GLB files are, line by line: accessors, images and views in the binary chunk,
 * what is between them, and what is around the JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "files.h"
#include "one_context.h"
#include "trilobite/edit.h"
#include "trilobite/trilobite.h"

enum { MOST = 4096 };

/* The map of a file, from the line that begins with `from` on. */
static void assert_map(const void *file, size_t size, const char *from, const char *expected)
{
    tlb_document *document;
    collected map = {0};
    assert_int_equal(tlb_open_memory(context, file, size, "x.gltf", NULL, &document), TLB_OK);
    assert_int_equal(tlb_map(document, NULL, (tlb_sink){collect, &map}), TLB_OK);
    assert_true(collect(&map, "", 1));
    const char *at = strstr(map.data, from);
    assert_non_null(at);
    while (at > map.data && at[-1] != '\n')
        at--;
    assert_string_equal(at, expected);
    free(map.data);
    tlb_document_free(document);
}

/* A GLB of a JSON chunk, a binary one, and bytes after them. */
static size_t make_glb(uint8_t *glb, const char *json, uint32_t binary, const char *tail)
{
    uint32_t text = (uint32_t)(strlen(json) + 3) / 4 * 4;
    size_t size = 12 + 8 + text + 8 + binary;
    assert_true(size + strlen(tail) < MOST);
    memcpy(glb, "glTF", 4);
    tlb_put_le32(glb + 4, 2);
    tlb_put_le32(glb + 8, (uint32_t)size);
    tlb_put_le32(glb + 12, text);
    memcpy(glb + 16, "JSON", 4);
    memset(glb + 20, ' ', text);
    memcpy(glb + 20, json, strlen(json));
    tlb_put_le32(glb + 20 + text, binary);
    memcpy(glb + 24 + text, "BIN", 4);
    for (uint32_t i = 0; i < binary; i++)
        glb[28 + text + i] = (uint8_t)i;
    memcpy(glb + size, tail, strlen(tail));
    return size + strlen(tail);
}

static void parts_of_the_binary_chunk_have_their_names(void **state)
{
    (void)state;
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":64}],\"bufferViews\":["
        "{\"buffer\":0,\"byteOffset\":4,\"byteLength\":12},"
        "{\"buffer\":0,\"byteOffset\":16,\"byteLength\":8,\"byteStride\":8},"
        "{\"buffer\":0,\"byteOffset\":24,\"byteLength\":8,\"byteStride\":4},"
        "{\"buffer\":0,\"byteOffset\":34,\"byteLength\":4},"
        "{\"buffer\":0,\"byteOffset\":40,\"byteLength\":8},"
        "{\"buffer\":0,\"byteOffset\":52,\"byteLength\":4},"
        "{\"buffer\":0,\"byteOffset\":60,\"byteLength\":40},"
        "{\"buffer\":0,\"byteOffset\":70,\"byteLength\":4},{\"buffer\":0,\"byteOffset\":50,\"byteLength\":0}]"
        ","
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},"
        "{\"bufferView\":2,\"byteOffset\":4,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},"
        "{\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"},"
        "{\"bufferView\":4,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
        "{\"bufferView\":4,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},"
        "{\"bufferView\":9,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},"
        "{\"bufferView\":0,\"componentType\":5126,\"count\":0,\"type\":\"SCALAR\"}],"
        "\"images\":[{\"bufferView\":3},{\"uri\":\"a.png\"}]}";
    static uint8_t glb[MOST];
    size_t size = make_glb(glb, json, 64, "odd");
    assert_map(glb, size, "chunks[0].chunkLength",
               "0x00000444\t4\tchunks[0].chunkLength\t64\n"
               "0x00000448\t4\tchunks[0].chunkType\t5130562\tBIN\n"
               "0x0000044c\t4\tchunks[0].chunkData\t(bytes)\n"
               "0x00000450\t8\taccessors[0]\t(bytes)\n"
               "0x00000458\t4\tchunks[0].chunkData\t(bytes)\n"
               "0x0000045c\t8\tbufferViews[1]\t(bytes)\n"
               "0x00000464\t4\tchunks[0].chunkData\t(bytes)\n"
               "0x00000468\t4\taccessors[2]\t(bytes)\n"
               "0x0000046c\t2\tchunks[0].chunkData\t(bytes)\n"
               "0x0000046e\t4\timages[0]\t(bytes)\n"
               "0x00000472\t2\tchunks[0].chunkData\t(bytes)\n"
               "0x00000474\t4\taccessors[5]\t(bytes)\n"
               "0x00000478\t4\taccessors[4]\t(bytes)\n"
               "0x0000047c\t4\tchunks[0].chunkData\t(bytes)\n"
               "0x00000480\t4\tbufferViews[5]\t(bytes)\n"
               "0x00000484\t4\tchunks[0].chunkData\t(bytes)\n"
               "0x00000488\t4\tbufferViews[6]\t(bytes)\n"
               "0x0000048c\t3\ttail\t(bytes)\n");
}

/* The byte order mark and the zeros at the end are shown as text, as is all that is no value. */
static void what_is_around_the_json_is_text(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf {\"asset\" : {\"version\":\"2.0\"},\n\"scene\":0 }\n";
    assert_map(text, sizeof text - 1, "",
               "0x00000000\t3\ttext\t(bytes)\n"
               "0x00000003\t12\ttext\t(bytes)\n"
               "0x0000000f\t11\tasset.text\t(bytes)\n"
               "0x0000001a\t5\tasset.version\t\"2.0\"\n"
               "0x0000001f\t11\ttext\t(bytes)\n"
               "0x0000002a\t1\tscene\t0\n"
               "0x0000002b\t3\ttext\t(bytes)\n");
    static uint8_t glb[MOST];
    size_t size = make_glb(glb, "\xef\xbb\xbf{\"asset\":{\"version\":\"2.0\"}}", 4, "");
    assert_map(glb, size, "",
               "0x00000000\t4\tmagic\t(bytes)\n"
               "0x00000004\t4\tversion\t2\n"
               "0x00000008\t4\tlength\t64\n"
               "0x0000000c\t4\tchunkLength\t32\n"
               "0x00000010\t4\tchunkType\t1313821514\tJSON\n"
               "0x00000014\t3\ttext\t(bytes)\n"
               "0x00000017\t9\ttext\t(bytes)\n"
               "0x00000020\t11\tasset.text\t(bytes)\n"
               "0x0000002b\t5\tasset.version\t\"2.0\"\n"
               "0x00000030\t4\ttext\t(bytes)\n"
               "0x00000034\t4\tchunks[0].chunkLength\t4\n"
               "0x00000038\t4\tchunks[0].chunkType\t5130562\tBIN\n"
               "0x0000003c\t4\tchunks[0].chunkData\t(bytes)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_the_binary_chunk_have_their_names),
        cmocka_unit_test(what_is_around_the_json_is_text),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
