/* Seeds of glTF: a skinned, morphing, moving triangle with its data in a URI, and the same as GLB. */
#include "samples.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char members[] =
    "\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[{\"mesh\":0,\"skin\":0,\"extras\":{\"hidden\":"
    "false}},"
    "{\"rotation\":[0,0,0,1],\"children\":[2]},{\"camera\":0,\"extensions\":{\"KHR_lights_punctual\":{"
    "\"light\":0}}}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"JOINTS_0\":2,\"WEIGHTS_0\":"
    "3},"
    "\"indices\":4,\"material\":0,\"targets\":[{\"POSITION\":0}]}],\"weights\":[0.5]}],"
    "\"skins\":[{\"joints\":[1,2],\"skeleton\":1,\"inverseBindMatrices\":5}],"
    "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1,\"zfar\":5}}],"
    "\"animations\":[{\"samplers\":[{\"input\":6,\"output\":7}],"
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}}]}],"
    "\"materials\":[{\"alphaMode\":\"MASK\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0,1]}}],"
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
    "\"extensionsUsed\":[\"KHR_lights_punctual\"],"
    "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"spot\":{}}]}}";

typedef struct vertex_data {
    float positions[3][3], normals[3][3];
    uint8_t joints[3][4];
    float weights[3][4];
    uint16_t indices[4];
    float matrices[2][16], times[2], translations[2][3];
} vertex_data;

void make_gltf_skin_samples(sampler *s)
{
    enum { SIZE = sizeof(vertex_data), JSON_MOST = 8192 };
    static char text[JSON_MOST], base64[SIZE * 2], glb[JSON_MOST + SIZE];
    vertex_data data = {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                        .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                        .joints = {{1, 0}, {0}, {1, 0}},
                        .weights = {{0.5f, 0.5f}, {1}, {0.25f, 0.75f}},
                        .indices = {0, 1, 2},
                        .times = {0, 1},
                        .translations = {{0}, {1, 2, 3}}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++)
            data.matrices[i][5 * k] = 1;
    *tlb_base64_encode(base64, &data, SIZE) = 0;
    int size = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},%s,\"buffers\":[{\"byteLength\":%d,\"uri\":"
                        "\"data:application/octet-stream;base64,%s\"}]}",
                        members, (int)SIZE, base64);
    sample_save(s, "fuzz/seeds/gltf", "triangle.gltf", text, (size_t)size);
    size =
        snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},%s,\"buffers\":[{\"byteLength\":%d}]}",
                 members, (int)SIZE);
    while (size % 4)
        text[size++] = ' ';
    uint32_t header[] = {0x46546c67, 2, 28 + (uint32_t)size + SIZE, (uint32_t)size, 0x4e4f534a};
    uint32_t chunk[] = {SIZE, 0x004e4942};
    memcpy(glb, header, sizeof header);
    memcpy(glb + sizeof header, text, (size_t)size);
    memcpy(glb + sizeof header + size, chunk, sizeof chunk);
    memcpy(glb + sizeof header + size + sizeof chunk, &data, SIZE);
    sample_save(s, "fuzz/seeds/glb", "triangle.glb", glb, header[2]);
}
