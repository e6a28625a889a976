/* What extensions and extras say, and the names that a scene is given. */
#include "formats/interchange/gltf/scene/scene.h"

#include "base/text.h"
#include "base/value.h"
#include "scene/build/name.h"

#include <stdio.h>
#include <string.h>

double tlb_gltf_number_of(const tlb_value *value, double absent)
{
    return !value                             ? absent
           : value->kind == TLB_VALUE_REAL    ? value->as.real
           : value->kind == TLB_VALUE_INTEGER ? (double)value->as.integer
                                              : absent;
}

uint32_t tlb_gltf_numbers_of(const tlb_value *value, float *out, uint32_t most)
{
    uint32_t count = 0;
    const tlb_value *v = value && value->kind == TLB_VALUE_LIST ? value->as.members.first : NULL;
    for (; v && count < most; v = v->next)
        out[count++] = (float)tlb_gltf_number_of(v, 0);
    return count;
}

static bool is_among(const char *key, const char *const *names)
{
    while (names && *names && strcmp(*names, key) != 0)
        names++;
    return names && *names;
}

tlb_value *tlb_gltf_extras_of(gltf_scene *s, const tlb_value *extras, const char *const *but)
{
    tlb_arena *arena = tlb_scene_arena(s->scene);
    if (!extras)
        return NULL;
    tlb_value *table = tlb_value_table(arena);
    if (extras->kind != TLB_VALUE_TABLE)
        tlb_value_append(table, "extras", tlb_value_copy(arena, extras));
    else
        for (const tlb_value *v = extras->as.members.first; v; v = v->next)
            if (!is_among(v->key, but))
                tlb_value_append(table, tlb_copy_text(arena, v->key, strlen(v->key)).data,
                                 tlb_value_copy(arena, v));
    return table && table->as.members.first ? table : NULL;
}

bool tlb_gltf_is_true(const tlb_value *value)
{
    return value && ((value->kind == TLB_VALUE_BOOL && value->as.boolean) ||
                     (value->kind == TLB_VALUE_INTEGER && value->as.integer == 1));
}

tlb_text tlb_gltf_plain_name(tlb_text name)
{
    size_t end = name.size, digits = 0;
    bool bracket = end && name.data[end - 1] == ')';
    end -= bracket;
    while (digits < end && name.data[end - digits - 1] >= '0' && name.data[end - digits - 1] <= '9')
        digits++;
    end -= digits;
    if (bracket && digits && end > 2 && memcmp(name.data + end - 2, " (", 2) == 0)
        name.size = (uint32_t)end - 2;
    else if (!bracket && digits == 3 && end > 1 && name.data[end - 1] == '.')
        name.size = (uint32_t)end - 1;
    return name;
}

const char *tlb_gltf_level_name(gltf_scene *s, const char *name, int32_t level)
{
    char suffix[24];
    tlb_text text = {name, (uint32_t)strlen(name)}, plain = tlb_gltf_plain_name(text);
    size_t size = (size_t)snprintf(suffix, sizeof suffix, "_LOD%d", (int)level);
    bool ends = plain.size >= size;
    for (size_t i = 0; i < size && ends; i++)
        ends = tlb_lower(name[plain.size - size + i]) == tlb_lower(suffix[i]);
    const char *stem = ends ? tlb_scene_name(tlb_scene_arena(s->scene), name, plain.size - size) : NULL;
    return stem ? stem : name;
}

const char *tlb_gltf_name_of(gltf_scene *s, tlb_text name, const tlb_value *extras)
{
    const tlb_value *whole = tlb_value_get(extras, "longName");
    tlb_text plain = tlb_gltf_plain_name(name);
    bool renamed =
        whole && whole->kind == TLB_VALUE_TEXT && plain.size &&
        (whole->as.text.size < plain.size || memcmp(whole->as.text.data, plain.data, plain.size) != 0);
    if (whole && whole->kind == TLB_VALUE_TEXT && !renamed)
        name = whole->as.text;
    return tlb_scene_name(tlb_scene_arena(s->scene), name.data ? name.data : "", name.size);
}
