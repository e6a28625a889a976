#include "scene/transform/short_names.h"

#include "base/value.h"

#include <string.h>

/* Up to so many bytes, no character cut. */
static size_t fitting(const char *name, size_t most)
{
    size_t size = strlen(name);
    if (size <= most)
        return size;
    while (most && ((unsigned char)name[most] & 0xc0) == 0x80)
        most--;
    return most;
}

const char *tlb_distinct_name(tlb_arena *arena, tlb_index *known, const char *plain, size_t most)
{
    enum { NUMBER = 13 }; /* " (4294967295)" */
    const char *name = tlb_copy_text(arena, plain, fitting(plain, most)).data;
    for (uint32_t number = 2;; number++) {
        int32_t *next = name ? tlb_index_find(known, arena, name, strlen(name)) : NULL;
        if (!next)
            return NULL;
        if (*next == TLB_INDEX_NEW) {
            *next = 2;
            return name;
        }
        if (number == 2 && *next > 2)
            number = (uint32_t)*next;
        *next = (int32_t)number + 1;
        name =
            tlb_arena_printf(arena, "%.*s (%u)", (int)fitting(plain, most - NUMBER), plain, (unsigned)number);
    }
}

/* A copy of the table, the name in it. NULL without memory. */
static tlb_value *with_long_name(tlb_arena *arena, const tlb_value *extras, const char *name)
{
    tlb_value *table = tlb_value_table(arena);
    tlb_value_add_text(arena, table, "longName", name);
    if (!table || !table->as.members.first)
        return NULL;
    if (extras && extras->as.members.first) {
        table->as.members.first->next = extras->as.members.first;
        table->as.members.last = extras->as.members.last;
    }
    return table;
}

/* Where the name of a thing stands, and its extras, if it can have some. */
typedef struct place {
    const char **name;
    tlb_value **extras;
} place;

static bool is_short(const place *p)
{
    return strlen(*p->name) <= TLB_NAME_MOST;
}

static bool shorten(const place *places, uint32_t count, tlb_arena *arena, uint32_t *shortened)
{
    tlb_index known = {0};
    uint32_t before = *shortened;
    for (uint32_t i = 0; i < count; i++)
        *shortened += !is_short(&places[i]);
    if (*shortened == before)
        return true;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = *places[i].name;
        if (!is_short(&places[i]))
            continue;
        int32_t *next = tlb_index_find(&known, arena, name, strlen(name));
        if (!next)
            return false;
        *next = 2;
    }
    for (uint32_t i = 0; i < count; i++) {
        const place *p = &places[i];
        if (is_short(p))
            continue;
        if (p->extras && !(*p->extras = with_long_name(arena, *p->extras, *p->name)))
            return false;
        if (!(*p->name = tlb_distinct_name(arena, &known, *p->name, TLB_NAME_MOST)))
            return false;
    }
    return true;
}

#define SHORTEN(list, number, extras_of)                                                                     \
    do {                                                                                                     \
        to->list = tlb_alloc_array(arena, to->number, sizeof *to->list);                                     \
        for (uint32_t i = 0; to->list && i < to->number; i++) {                                              \
            to->list[i] = scene->list[i];                                                                    \
            places[i] = (place){&to->list[i].name, extras_of};                                               \
        }                                                                                                    \
        if (!to->list || !shorten(places, to->number, arena, count))                                         \
            return false;                                                                                    \
    } while (0)

bool tlb_shorten_names(const tlb_scene *scene, tlb_arena *arena, tlb_scene *to, uint32_t *count)
{
    const uint32_t counts[] = {scene->node_count,  scene->mesh_count,     scene->material_count,
                               scene->image_count, scene->skin_count,     scene->camera_count,
                               scene->light_count, scene->animation_count};
    uint32_t most = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        most = counts[i] > most ? counts[i] : most;
    place *places = tlb_alloc_array(arena, most, sizeof *places);
    *to = *scene;
    *count = 0;
    if (!places)
        return false;
    SHORTEN(nodes, node_count, &to->nodes[i].extras);
    SHORTEN(meshes, mesh_count, &to->meshes[i].extras);
    SHORTEN(materials, material_count, &to->materials[i].extras);
    SHORTEN(images, image_count, NULL);
    SHORTEN(skins, skin_count, NULL);
    SHORTEN(cameras, camera_count, NULL);
    SHORTEN(lights, light_count, NULL);
    SHORTEN(animations, animation_count, &to->animations[i].extras);
    return true;
}
