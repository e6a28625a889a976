/* What the names of nodes say where their extras do not: the conventions of other engines' tools. */
#include "formats/interchange/gltf/scene/scene.h"

#include "base/value.h"
#include "scene/build/name.h"
#include "writers/hints.h"

#include <stdio.h>

static void report(const gltf_scene *s, uint32_t index, const char *name, const char *what,
                   const char *otherwise)
{
    char path[64];
    snprintf(path, sizeof path, "nodes[%u].name", index);
    tlb_report(s->context, TLB_CODE_GLTF_NAME, TLB_NO_OFFSET, path,
               "\"%.80s\" is taken for %s by its name; if it is none, set %s in its extras", name, what,
               otherwise);
}

static void set_collision(gltf_scene *s, const char *kind, tlb_node *node)
{
    tlb_arena *arena = tlb_scene_arena(s->scene);
    node->hidden = true;
    node->layer = "collision";
    if (!node->extras)
        node->extras = tlb_value_table(arena);
    tlb_value_add_text(arena, node->extras, "collision", kind);
}

/* What is drawn and collides becomes two nodes, as all other formats have it. */
static void add_collision(gltf_scene *s, const char *kind, size_t stem, int32_t index)
{
    const char *name = s->scene->nodes[index].name;
    tlb_node *added = tlb_scene_add_node(s->scene, name, index);
    tlb_node *node = &s->scene->nodes[index];
    const char *plain = tlb_scene_name(tlb_scene_arena(s->scene), name, stem);
    if (!added || !plain)
        return;
    node->name = plain;
    added->mesh = node->mesh;
    set_collision(s, kind, added);
}

static void set_level(gltf_scene *s, uint32_t index, int32_t level, tlb_node *node)
{
    report(s, index, node->name, "a level of detail", "\"lod\": -1");
    node->level = level;
    node->name = tlb_gltf_level_name(s, node->name, level);
}

/* Skins and instances of a mesh are where no other node is. */
static bool is_in_place(const gltf_scene *s, uint32_t index)
{
    const tlb_gltf_node *from = &s->x->nodes.data[index];
    return from->skin < 0 && !tlb_value_get(from->extensions, "EXT_mesh_gpu_instancing");
}

void tlb_gltf_read_node_name(gltf_scene *s, uint32_t index, bool in_level)
{
    static const char *const none = "\"collision\": false";
    const tlb_value *extras = s->x->nodes.data[index].extras;
    tlb_node *node = &s->scene->nodes[s->nodes[index]];
    tlb_text plain = tlb_gltf_plain_name((tlb_text){node->name, (uint32_t)strlen(node->name)});
    const char *name = tlb_scene_name(tlb_scene_arena(s->scene), plain.data, plain.size), *collision = NULL;
    bool told = tlb_value_get(extras, "lod") || tlb_value_get(extras, "level") || in_level, is_drawn = false;
    size_t stem;
    if (!name || node->hidden)
        return;
    int32_t level = told ? TLB_NONE : tlb_level_of_name(name, &stem);
    level = level >= 0 && stem ? level : TLB_NONE;
    if (!tlb_value_get(extras, "collision") && node->mesh >= 0)
        collision = tlb_collision_of_name(name, &is_drawn, &stem);
    if (collision && is_drawn && is_in_place(s, index)) {
        report(s, index, node->name, "an object that is drawn and collides", none);
        add_collision(s, collision, stem, s->nodes[index]);
    } else if (collision && !is_drawn) {
        report(s, index, node->name, "collision", none);
        set_collision(s, collision, node);
    } else if (level >= 0)
        set_level(s, index, level, node);
}
