/* Nodes of the scene: their names, places and properties. */
#include "formats/torque/dif/scene/scene.h"

#include "base/text.h"
#include "scene/build/name.h"

#include <stdarg.h>
#include <stdio.h>

int32_t tlb_dif_add_node(dif_scene *s, int32_t parent, const char *name, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(text, sizeof text, name, arguments);
    va_end(arguments);
    int32_t index = (int32_t)s->scene->node_count;
    return tlb_scene_add_node(s->scene, text, parent) ? index : TLB_NONE;
}

tlb_value *tlb_dif_node_extras(dif_scene *s, int32_t node)
{
    return s->scene->nodes[node].extras = tlb_value_table(s->arena);
}

void tlb_dif_place(dif_scene *s, int32_t node, const float point[3])
{
    if (isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]))
        dif_turn_axes(s->scene->nodes[node].translation, point);
}

const char *tlb_dif_name(dif_scene *s, tlb_text text, const char *otherwise)
{
    return text.size ? tlb_scene_name(&s->work, text.data, text.size) : otherwise;
}

/* Whether each name can be the key of a table that loses nothing. */
static bool names_are_keys(const tlb_dif_dictionary *properties)
{
    enum { MOST_COMPARED = 64 };
    if (properties->count > MOST_COMPARED)
        return false;
    for (uint32_t i = 0; i < properties->count; i++) {
        const char *name = dif_chars(properties->data[i].name);
        if (!tlb_is_utf8(name, properties->data[i].name.size) ||
            strlen(name) != properties->data[i].name.size)
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(dif_chars(properties->data[k].name), name) == 0)
                return false;
    }
    return true;
}

void tlb_dif_add_properties(dif_scene *s, tlb_value *table, const tlb_dif_dictionary *properties)
{
    if (!properties->count)
        return;
    bool keys = names_are_keys(properties);
    tlb_value *list = keys ? tlb_value_add_table(s->arena, table, "properties")
                           : tlb_value_add_list(s->arena, table, "properties");
    for (uint32_t i = 0; i < properties->count; i++) {
        const tlb_dif_property *property = &properties->data[i];
        if (keys) {
            const char *key = tlb_copy_text(s->arena, dif_chars(property->name), property->name.size).data;
            tlb_value_add_bytes_text(s->arena, key ? list : NULL, key, property->value);
        } else {
            tlb_value *pair = tlb_value_add_list(s->arena, list, NULL);
            tlb_value_add_bytes_text(s->arena, pair, NULL, property->name);
            tlb_value_add_bytes_text(s->arena, pair, NULL, property->value);
        }
    }
}
