/* What the names of nodes say where their extras do not: the conventions of other engines' tools. */
#include "formats/interchange/gltf/scene/scene.h"

#include "base/text.h"
#include "base/value.h"

#include <stdio.h>
#include <stdlib.h>

/* "_LOD2" at the end: 2; TLB_NONE without. */
static int32_t level_of(tlb_text name)
{
    enum { DIGITS = 3 };
    static const char mark[] = "_lod";
    uint32_t at = name.size;
    while (at && name.data[at - 1] >= '0' && name.data[at - 1] <= '9')
        at--;
    bool there = at < name.size && name.size - at <= DIGITS && at > sizeof mark - 1;
    for (uint32_t i = 1; there && i < sizeof mark; i++)
        there = tlb_lower(name.data[at - i]) == mark[sizeof mark - 1 - i];
    int32_t level = 0;
    for (; there && at < name.size; at++)
        level = level * 10 + (name.data[at] - '0');
    return there ? level : TLB_NONE;
}

static bool is_at(tlb_text name, uint32_t at, const char *word)
{
    size_t size = strlen(word);
    bool same = at <= name.size && size <= name.size - at;
    for (size_t i = 0; i < size && same; i++)
        same = tlb_lower(name.data[at + i]) == word[i];
    return same;
}

/* "UCX_thing", "thing-colonly": what the collision is; NULL: it is none. */
static const char *collision_of(tlb_text name)
{
    static const char *const prefixes[] = {"ucx_", "ubx_", "usp_", "ucp_"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        found = is_at(name, 0, prefixes[i]) ? "hull" : found;
    static const struct {
        const char *word, *kind;
    } suffixes[] = {{"-convcolonly", "hull"}, {"-colonly", "mesh"}};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t size = strlen(suffixes[i].word);
        if (!found && name.size > size && is_at(name, name.size - (uint32_t)size, suffixes[i].word))
            found = suffixes[i].kind;
    }
    return found;
}

static void report(const gltf_scene *s, uint32_t index, const char *name, const char *what,
                   const char *otherwise)
{
    char path[64];
    snprintf(path, sizeof path, "nodes[%u].name", index);
    tlb_report(s->context, TLB_CODE_GLTF_NAME, TLB_NO_OFFSET, path,
               "\"%.80s\" is taken for %s by its name; if it is none, set %s in its extras", name, what,
               otherwise);
}

void tlb_gltf_read_node_name(gltf_scene *s, uint32_t index, const tlb_value *extras, bool in_level,
                             tlb_node *node)
{
    tlb_text name = tlb_gltf_plain_name((tlb_text){node->name, (uint32_t)strlen(node->name)});
    bool told = tlb_value_get(extras, "lod") || tlb_value_get(extras, "level");
    int32_t level = told || node->hidden ? TLB_NONE : level_of(name);
    const char *collision =
        tlb_value_get(extras, "collision") || node->hidden || node->mesh < 0 ? NULL : collision_of(name);
    if (collision) {
        report(s, index, node->name, "collision", "\"collision\": false");
        node->hidden = true;
        node->layer = "collision";
        if (!node->extras)
            node->extras = tlb_value_table(tlb_scene_arena(s->scene));
        tlb_value_add_text(tlb_scene_arena(s->scene), node->extras, "collision", collision);
    } else if (level >= 0 && !in_level) {
        report(s, index, node->name, "a level of detail", "\"lod\": -1");
        node->level = level;
        node->name = tlb_gltf_level_name(s, node->name, level);
    }
}
