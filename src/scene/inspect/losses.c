#include "scene/inspect/losses.h"

#include "scene/materials/texture.h"

/* How much there is of each kind, among what is drawn. */
typedef struct losses {
    uint64_t hidden, levels, folded, changes, skins, morphs, uv_sets, lightmaps, pbr, attributes, extras;
} losses;

static bool has_members(const tlb_value *table)
{
    return table && table->as.members.first;
}

static void count_mesh(losses *lost, const tlb_writing *writing, const tlb_node *node)
{
    const tlb_mesh *mesh = &writing->scene->meshes[node->mesh];
    int kept = tlb_scene_uv_set(writing->scene, mesh);
    lost->skins += node->skin >= 0 && !writing->moves;
    lost->morphs += mesh->morph_count;
    lost->attributes += writing->attributes ? 0 : mesh->attribute_count;
    for (int i = 0; i < TLB_UV_SETS; i++)
        lost->uv_sets += mesh->uv[i] && i != kept && !writing->uv_sets;
}

/* A node whose mesh is not drawn, if all is not. */
static void count_hidden(losses *lost, const tlb_writing *writing, uint32_t index)
{
    const tlb_node *node = &writing->scene->nodes[index];
    bool in_view = node->parent < 0 || writing->shown[node->parent];
    bool left_out = in_view && !node->hidden && !writing->shown[index];
    lost->hidden += in_view && node->hidden;
    lost->levels += left_out && node->level >= 0;
    lost->folded += left_out && node->level < 0;
}

static losses count_losses(const tlb_writing *writing)
{
    const tlb_scene *scene = writing->scene;
    losses lost = {.extras = has_members(scene->extras)};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        if (writing->shown)
            count_hidden(&lost, writing, i);
        lost.extras += has_members(node->extras);
        if ((!writing->shown || writing->shown[i]) && node->mesh >= 0)
            count_mesh(&lost, writing, node);
    }
    for (uint32_t i = 0; i < scene->animation_count && writing->moves; i++)
        lost.changes += scene->animations[i].material_channel_count;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        lost.extras += has_members(scene->meshes[i].extras);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        lost.lightmaps += scene->materials[i].lightmap.image >= 0;
        lost.pbr += scene->materials[i].pbr != NULL;
        lost.extras += has_members(scene->materials[i].extras);
    }
    return lost;
}

void tlb_report_loss(const tlb_writing *writing, uint64_t count, const char *what)
{
    if (count)
        tlb_report(writing->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%s does not support %s: %llu left out", writing->title, what, (unsigned long long)count);
}

void tlb_report_losses(const tlb_writing *writing)
{
    losses lost = count_losses(writing);
    tlb_report_loss(writing, lost.hidden, "hidden nodes");
    tlb_report_loss(writing, lost.levels, "levels of detail");
    tlb_report_loss(writing, lost.folded, "nodes that are visible only in animations");
    tlb_report_loss(writing, lost.skins, "skins (the rest pose is written)");
    if (!writing->moves && !writing->chooses)
        tlb_report_loss(writing, writing->scene->animation_count, "animations");
    tlb_report_loss(writing, lost.changes, "animated materials");
    tlb_report_loss(writing, lost.morphs, "morph targets");
    tlb_report_loss(writing, lost.uv_sets, "second UV sets");
    tlb_report_loss(writing, lost.lightmaps, "light maps");
    tlb_report_loss(writing, lost.pbr, "physically based properties of materials");
    tlb_report_loss(writing, lost.attributes, "custom vertex attributes from scenes");
    tlb_report_loss(writing, writing->scene->camera_count, "cameras");
    if (writing->chooses)
        return;
    tlb_report_loss(writing, writing->scene->light_count, "lights");
    tlb_report_loss(writing, lost.extras - writing->kept_extras, "extras of nodes, meshes and materials");
}
