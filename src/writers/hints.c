#include "writers/hints.h"

#include "base/text.h"
#include "scene/geometry/finite.h"

#include <math.h>
#include <stdlib.h>

bool tlb_hint_is_true(const tlb_value *value, bool otherwise)
{
    if (!value)
        return otherwise;
    return value->kind == TLB_VALUE_BOOL      ? value->as.boolean
           : value->kind == TLB_VALUE_INTEGER ? value->as.integer != 0
           : value->kind == TLB_VALUE_REAL    ? value->as.real != 0
                                              : otherwise;
}

/* --- names ---------------------------------------------------------------------------------------------- */

size_t tlb_plain_name_length(const char *name)
{
    size_t size = strlen(name);
    bool numbered = size > 4 && name[size - 4] == '.';
    for (size_t i = size - 3; numbered && i < size; i++)
        numbered = name[i] >= '0' && name[i] <= '9';
    return numbered ? size - 4 : size;
}

int32_t tlb_level_of_name(const char *name, size_t *stem)
{
    size_t end = tlb_plain_name_length(name), at = end;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    bool there = at < end && end - at <= 3 && at >= 4 && name[at - 4] == '_' &&
                 tlb_lower(name[at - 3]) == 'l' && tlb_lower(name[at - 2]) == 'o' &&
                 tlb_lower(name[at - 1]) == 'd';
    *stem = there ? at - 4 : end;
    return there ? (int32_t)strtol(name + at, NULL, 10) : TLB_NONE;
}

static bool starts_with(const char *name, const char *prefix)
{
    for (; *prefix; prefix++, name++)
        if (tlb_lower(*name) != *prefix)
            return false;
    return true;
}

const char *tlb_collision_of_name(const char *name, bool *is_drawn, size_t *stem)
{
    static const char *const prefixes[] = {"ucx_", "ubx_", "usp_", "ucp_"};
    static const struct {
        const char *word, *kind;
        bool is_drawn;
    } suffixes[] = {{"-convcolonly", "hull", false},
                    {"-colonly", "mesh", false},
                    {"-convcol", "hull", true},
                    {"-col", "mesh", true}};
    *is_drawn = false;
    *stem = tlb_plain_name_length(name);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (starts_with(name, prefixes[i]))
            return "hull";
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t size = strlen(suffixes[i].word);
        if (*stem <= size || !starts_with(name + *stem - size, suffixes[i].word))
            continue;
        *is_drawn = suffixes[i].is_drawn;
        *stem -= size;
        return suffixes[i].kind;
    }
    return NULL;
}

/* --- levels and collision ------------------------------------------------------------------------------- */

static const tlb_value *extra(const tlb_node *node, const char *key)
{
    return tlb_value_get(node->extras, key);
}

int32_t tlb_level_of_node(const tlb_node *node, bool in_level, float *size)
{
    int32_t level = node->level;
    double number;
    size_t stem;
    *size = node->level >= 0 && node->level_size > 0 ? tlb_finite(node->level_size) : 0;
    if (level < 0 &&
        (tlb_hint_number(extra(node, "lod"), &number) || tlb_hint_number(extra(node, "level"), &number)))
        level = number >= 0 && number < INT16_MAX ? (int32_t)number : TLB_NONE;
    if (level < 0 && !in_level)
        level = tlb_level_of_name(node->name, &stem);
    if (level >= 0 && *size == 0 &&
        (tlb_hint_number(extra(node, "minPixels"), &number) ||
         tlb_hint_number(extra(node, "levelSize"), &number)))
        *size = number > 0 ? (float)number : 0;
    return level;
}

static int by_number(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

uint32_t tlb_distinct_levels(int32_t *levels, uint32_t count)
{
    uint32_t distinct = 0;
    qsort(levels, count, sizeof *levels, by_number);
    for (uint32_t i = 0; i < count; i++)
        if (!i || levels[i] != levels[i - 1])
            levels[distinct++] = levels[i];
    return distinct;
}

float tlb_usual_level_size(uint32_t order, uint32_t count)
{
    enum { FINEST = 128 };
    return order + 1 == count ? 1 : fmaxf(1, floorf(ldexpf(FINEST, -(int)order)));
}

void tlb_find_stand_ins(const tlb_scene *scene, const int32_t *levels, size_t stride, int32_t level,
                        int32_t *stand_ins)
{
    for (uint32_t i = 0; i <= scene->node_count; i++)
        stand_ins[i] = TLB_NONE;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        int32_t of, *best = &stand_ins[scene->nodes[i].parent + 1];
        memcpy(&of, (const char *)levels + stride * i, sizeof of);
        bool better = *best == TLB_NONE || (*best > level ? of < *best : of <= level && of > *best);
        if (of >= 0 && better)
            *best = of;
    }
}

bool tlb_is_collision_node(const tlb_node *node)
{
    const tlb_value *value = extra(node, "collision");
    bool is_drawn;
    size_t stem;
    bool told = value && !(value->kind == TLB_VALUE_BOOL && !value->as.boolean) &&
                !(value->kind == TLB_VALUE_INTEGER && !value->as.integer);
    return told || (node->layer && strcmp(node->layer, "collision") == 0) ||
           (!value && tlb_collision_of_name(node->name, &is_drawn, &stem) && !is_drawn);
}

/* --- the rest ------------------------------------------------------------------------------------------- */

void tlb_turn_along_z(const float facing[2], float turn[4])
{
    float x = facing[0], z = facing[1];
    bool known = isfinite(x) && isfinite(z), stays = known && z < 0;
    turn[0] = turn[2] = 0;
    turn[1] = stays ? 0 : 1;
    turn[3] = stays ? 1 : 0;
    if (known && x != 0) {
        double angle = (3.14159265358979323846 - atan2((double)x, (double)z)) / 2;
        turn[1] = (float)sin(angle);
        turn[3] = (float)cos(angle);
    }
}

const char *tlb_missing_texture(tlb_arena *arena, const tlb_material *material)
{
    const tlb_value *named = tlb_value_get(material->extras, "texture"),
                    *is = tlb_value_get(material->extras, "placeholder");
    const char *name = material->placeholder;
    if (!name && is && named && named->kind == TLB_VALUE_TEXT)
        name = tlb_copy_text(arena, named->as.text.data, named->as.text.size).data;
    return name;
}
