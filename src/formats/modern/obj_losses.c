#include "formats/modern/findings.h"
#include "formats/modern/obj.h"

/* How much there is of what OBJ has no place for, among what is drawn. */
typedef struct losses {
    uint64_t hidden, levels, skins, morphs, uv_sets, lightmaps, extras;
} losses;

static void count_mesh(losses *lost, const tlb_obj *obj, const tlb_node *node)
{
    const tlb_mesh *mesh = &obj->scene->meshes[node->mesh];
    int kept = tlb_obj_uv_set(obj->scene, mesh);
    lost->skins += node->skin >= 0;
    lost->morphs += mesh->morph_count;
    for (int i = 0; i < TLB_UV_SETS; i++)
        lost->uv_sets += mesh->uv[i] && i != kept;
}

static losses count_losses(const tlb_obj *obj)
{
    const tlb_scene *scene = obj->scene;
    losses lost = {.extras = tlb_has_members(scene->extras)};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        bool in_view = node->parent < 0 || obj->shown[node->parent];
        lost.hidden += in_view && node->hidden;
        lost.levels += in_view && !node->hidden && !obj->shown[i];
        lost.extras += tlb_has_members(node->extras);
        if (obj->shown[i] && node->mesh >= 0)
            count_mesh(&lost, obj, node);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        lost.extras += tlb_has_members(scene->meshes[i].extras);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        lost.lightmaps += scene->materials[i].lightmap.image >= 0;
        lost.extras += tlb_has_members(scene->materials[i].extras);
    }
    return lost;
}

static void report(const tlb_obj *obj, uint64_t count, const char *what)
{
    if (count)
        tlb_report(obj->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "OBJ has no %s: %llu left out", what,
                   (unsigned long long)count);
}

void tlb_obj_report_losses(const tlb_obj *obj)
{
    losses lost = count_losses(obj);
    report(obj, lost.hidden, "hidden nodes");
    report(obj, lost.levels, "levels of detail");
    report(obj, lost.skins, "skins (the pose at rest is written)");
    report(obj, obj->scene->animation_count, "animations");
    report(obj, lost.morphs, "morph targets");
    report(obj, lost.uv_sets, "second UV sets");
    report(obj, lost.lightmaps, "light maps");
    report(obj, lost.extras, "properties of nodes, meshes, materials");
    tlb_report_not_finite(obj->context, obj->replaced);
}
