/* Names of at most 31 bytes: raylib copies 32 of each and takes them for a string. */
#include "formats/interquake/model/from_scene.h"

#include "writers/names.h"
#include "scene/transform/short_names.h"

#include <string.h>

enum { NAME_MOST = 31 };

/* Every `stride` bytes a name; those that are the same stay so, others stay different. */
static bool shorten(iq_scene_maker *s, tlb_text *first, size_t stride, uint32_t count)
{
    tlb_index known = {0}, cut = {0}; /* the short ones; the long ones, by their places */
#define NAME(i) ((tlb_text *)((char *)first + (size_t)(i)*stride))
    for (uint32_t i = 0; i < count; i++) {
        if (NAME(i)->size > NAME_MOST)
            continue;
        int32_t *next = tlb_index_find(&known, s->arena, NAME(i)->data, NAME(i)->size);
        if (!next)
            return false;
        *next = 2;
    }
    for (uint32_t i = 0; i < count; i++) {
        tlb_text *name = NAME(i);
        if (name->size <= NAME_MOST)
            continue;
        int32_t *same = tlb_index_find(&cut, s->arena, name->data, name->size);
        if (!same)
            return false;
        if (*same != TLB_INDEX_NEW) {
            *name = *NAME(*same);
            continue;
        }
        *same = (int32_t)i;
        const char *made = tlb_distinct_name(s->arena, &known, name->data, NAME_MOST);
        if (!made)
            return false;
        *name = (tlb_text){made, (uint32_t)strlen(made)};
        s->shortened++;
    }
    return true;
#undef NAME
}

/* A copy of the model's list with short names. */
#define SHORTEN(type, list, member)                                                                          \
    do {                                                                                                     \
        uint32_t count = s->model->list.count;                                                               \
        type *copy = tlb_alloc_array(s->arena, count, sizeof *copy);                                         \
        if (!copy)                                                                                           \
            return false;                                                                                    \
        if (count)                                                                                           \
            memcpy(copy, s->model->list.data, count * sizeof *copy);                                         \
        s->model->list.data = copy;                                                                          \
        if (count && !shorten(s, &copy->member, sizeof *copy, count))                                        \
            return false;                                                                                    \
    } while (0)

bool tlb_iq_shorten_names(iq_scene_maker *s)
{
    SHORTEN(iq_mesh, meshes, name);
    SHORTEN(iq_mesh, meshes, material);
    SHORTEN(iq_joint, joints, name);
    SHORTEN(iq_animation, animations, name);
    return true;
}

/* The file's extension stays, and as much before it as fits with a number. */
static const char *short_file_name(tlb_names *names, const char *name, uint32_t index)
{
    const char *extension = strrchr(name, '.'), *made = NULL;
    size_t room = NAME_MOST - strlen(extension);
    do {
        const char *start = tlb_arena_printf(names->arena, "%.*s", (int)room, name);
        made = start ? tlb_names_add(names, "", start, extension, index) : NULL;
        if (made && strlen(made) > NAME_MOST)
            room -= strlen(made) - NAME_MOST;
    } while (made && strlen(made) > NAME_MOST);
    return made;
}

bool tlb_iq_shorten_files(iq_scene_maker *s)
{
    tlb_names names = {.arena = s->arena};
    uint32_t count = s->scene->image_count;
    for (uint32_t i = 0; i < count; i++)
        if (s->images[i].name && strlen(s->images[i].name) <= NAME_MOST &&
            !tlb_names_add(&names, "", s->images[i].name, "", i))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!s->images[i].name || strlen(s->images[i].name) <= NAME_MOST)
            continue;
        s->images[i].name = short_file_name(&names, s->images[i].name, i);
        if (!s->images[i].name)
            return false;
        s->shortened++;
    }
    return true;
}
