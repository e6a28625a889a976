/* glTF: a red square, as a text that holds its buffer and as a GLB. */
#include "base/bytes.h"
#include "base/text.h"
#include "samples.h"

#include <stdio.h>
#include <string.h>

enum { VERTICES = 4, INDICES = 6, BUFFER = VERTICES * (12 + 8) + INDICES * 2, HEADER = 12, CHUNK = 8 };

static const char document[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"name\":\"square\",\"nodes\":[0]}],"
    "\"nodes\":[{\"name\":\"square\",\"mesh\":0,\"translation\":[0,0,2],\"extras\":{\"level\":0}}],"
    "\"meshes\":[{\"name\":\"square\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},"
    "\"indices\":2,\"material\":0}]}],"
    "\"materials\":[{\"name\":\"paint\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.8,0.2,0.1,1],"
    "\"metallicFactor\":0},\"doubleSided\":true}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],"
    "\"max\":[1,1,0]},{\"bufferView\":1,\"componentType\":5126,\"count\":4,\"type\":\"VEC2\"},"
    "{\"bufferView\":2,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48,\"target\":34962},"
    "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":32,\"target\":34962},"
    "{\"buffer\":0,\"byteOffset\":80,\"byteLength\":12,\"target\":34963}],"
    "\"buffers\":[{\"byteLength\":92%s%s%s}]}";

static uint8_t *put_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    tlb_put_le32(at, bits);
    return at + sizeof bits;
}

static void make_buffer(uint8_t buffer[BUFFER])
{
    static const float corners[VERTICES][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint16_t indices[INDICES] = {0, 1, 2, 0, 2, 3};
    uint8_t *at = buffer;
    for (int i = 0; i < VERTICES; i++) {
        at = put_float(at, corners[i][0]);
        at = put_float(at, corners[i][1]);
        at = put_float(at, 0);
    }
    for (int i = 0; i < VERTICES; i++) {
        at = put_float(at, corners[i][0]);
        at = put_float(at, 1 - corners[i][1]);
    }
    for (int i = 0; i < INDICES; i++, at += 2)
        tlb_put_le16(at, indices[i]);
}

static uint8_t *put_chunk(uint8_t *at, const char *type, const void *data, size_t size, char padding)
{
    size_t padded = (size + 3) & ~(size_t)3;
    tlb_put_le32(at, (uint32_t)padded);
    memcpy(at + 4, type, 4);
    memcpy(at + CHUNK, data, size);
    memset(at + CHUNK + size, padding, padded - size);
    return at + CHUNK + padded;
}

void make_gltf_samples(sampler *s)
{
    uint8_t buffer[BUFFER], glb[2 * sizeof document];
    char base64[2 * BUFFER], text[2 * sizeof document];
    make_buffer(buffer);
    *tlb_base64_encode(base64, buffer, BUFFER) = 0;
    int size = snprintf(text, sizeof text, document, ",\"uri\":\"data:application/octet-stream;base64,",
                        base64, "\"");
    sample_save(s, "fuzz/seeds/gltf", "square.gltf", text, (size_t)size);
    size = snprintf(text, sizeof text, document, "", "", "");
    uint8_t *end = put_chunk(glb + HEADER, "JSON", text, (size_t)size, ' ');
    end = put_chunk(end, "BIN", buffer, BUFFER, 0);
    memcpy(glb, "glTF", 4);
    tlb_put_le32(glb + 4, 2);
    tlb_put_le32(glb + 8, (uint32_t)(end - glb));
    sample_save(s, "fuzz/seeds/glb", "square.glb", glb, (size_t)(end - glb));
}
