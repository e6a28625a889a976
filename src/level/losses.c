/* What a scene has and its level has not. */
#include "level/nodes.h"

#include "base/text.h"
#include "scene/inspect/losses.h"

typedef struct losses {
    uint64_t still, ways, classes, lights;
} losses;

/* Whether a node says that it is something else than a brush, which an object with a mesh cannot be. */
static bool has_other_class(const tlb_node *node)
{
    static const char *const of_brushes[] = {"worldspawn", "func_group"};
    const char *classname = tlb_level_class_of(node);
    if (!classname)
        return tlb_value_get(node->extras, "datablock") != NULL;
    for (size_t i = 0; i < sizeof of_brushes / sizeof *of_brushes; i++)
        if (tlb_same_nocase(classname, of_brushes[i]))
            return false;
    return tlb_level_brush_kind_of(classname) == TLB_BRUSH_STRUCTURAL;
}

static losses count_losses(const tlb_scene *scene, const tlb_node_use *uses)
{
    losses lost = {0};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        const tlb_node_use *use = &uses[i];
        lost.still += use->role == TLB_ROLE_OBJECT && !use->taken;
        lost.ways += use->role == TLB_ROLE_PATH && !use->taken;
        lost.classes +=
            use->role == TLB_ROLE_BUILT || (use->role == TLB_ROLE_OBJECT && has_other_class(node));
        lost.lights += node->light != TLB_NONE && use->role != TLB_ROLE_LIGHT && use->role != TLB_ROLE_ENTITY;
    }
    return lost;
}

static bool is_taken(const tlb_animation *animation, const tlb_node_use *uses)
{
    bool taken = animation->channel_count && !animation->material_channel_count;
    for (uint32_t i = 0; taken && i < animation->channel_count; i++) {
        const tlb_channel *channel = &animation->channels[i];
        taken = channel->node != TLB_NONE && uses[channel->node].path == channel;
    }
    return taken;
}

void tlb_level_report_losses(tlb_context *context, const tlb_scene *scene, const tlb_node_use *uses,
                             const char *title)
{
    const tlb_writing writing = {.context = context, .scene = scene, .title = title, .chooses = true};
    losses lost = count_losses(scene, uses);
    uint64_t animations = 0;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        animations += !is_taken(&scene->animations[i], uses);
    tlb_report_loss(&writing, lost.still,
                    "objects of movers that are portals, for vehicles, or of another level of detail");
    tlb_report_loss(&writing, lost.ways, "way points of no mover");
    tlb_report_loss(&writing, lost.classes, "entities with meshes (these are in the level instead)");
    tlb_report_loss(&writing, animations, "animations other than the translation of movers");
    tlb_report_loss(&writing, lost.lights, "lights other than point lights without a mesh");
    tlb_report_losses(&writing);
}
