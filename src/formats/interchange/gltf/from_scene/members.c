/* Members of the JSON of a glTF file. */
#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "scene/geometry/finite.h"

#include <string.h>

void tlb_gltf_text(tlb_gltf_writer *g, const char *key, const char *text)
{
    tlb_json_text(&g->json, key, text, strlen(text));
}

void tlb_gltf_name(tlb_gltf_writer *g, const char *name)
{
    if (*name)
        tlb_gltf_text(g, "name", name);
}

/* Bytes that are not plain letters are written %XX. */
void tlb_gltf_uri(tlb_gltf_writer *g, const char *file)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static const char hex[] = "0123456789ABCDEF";
    char *uri = tlb_alloc_array(g->arena, strlen(file) + 1, 3), *p = uri;
    if (!uri) {
        g->binary.failed = true;
        return;
    }
    for (; *file; file++) {
        if (strchr(plain, *file)) {
            *p++ = *file;
            continue;
        }
        *p++ = '%';
        *p++ = hex[(uint8_t)*file >> 4];
        *p++ = hex[*file & 15];
    }
    tlb_json_text(&g->json, "uri", uri, (size_t)(p - uri));
}

void tlb_gltf_number(tlb_gltf_writer *g, const char *key, float value)
{
    float finite = tlb_finite(value);
    g->replaced += finite != value;
    tlb_json_single(&g->json, key, finite);
}

void tlb_gltf_numbers(tlb_gltf_writer *g, const char *key, const float *values, uint32_t count)
{
    tlb_json_open(&g->json, key, '[', true);
    for (uint32_t i = 0; i < count; i++)
        tlb_gltf_number(g, NULL, values[i]);
    tlb_json_close(&g->json);
}

void tlb_gltf_indices(tlb_gltf_writer *g, const char *key, const uint32_t *values, uint32_t count)
{
    tlb_json_open(&g->json, key, '[', true);
    for (uint32_t i = 0; i < count; i++)
        tlb_json_unsigned(&g->json, NULL, values[i]);
    tlb_json_close(&g->json);
}

void tlb_gltf_open_member(tlb_gltf_writer *g, const char *list, bool *opened)
{
    if (!*opened)
        tlb_json_open(&g->json, list, '[', false);
    *opened = true;
    tlb_json_open(&g->json, NULL, '{', true);
}

void tlb_gltf_close_list(tlb_gltf_writer *g, bool opened)
{
    if (opened)
        tlb_json_close(&g->json);
}

void tlb_gltf_open_extras(tlb_gltf_writer *g, const tlb_value *table)
{
    tlb_json_open(&g->json, "extras", '{', true);
    for (const tlb_value *member = table ? table->as.members.first : NULL; member; member = member->next)
        tlb_value_write(&g->json, member->key, member);
}

void tlb_gltf_extras(tlb_gltf_writer *g, const tlb_value *table)
{
    if (!tlb_has_members(table))
        return;
    tlb_gltf_open_extras(g, table);
    tlb_json_close(&g->json);
}
