#include "render/model.h"

#include <string.h>

static void note_use(tlb_image_use *uses, const tlb_texture *texture, const tlb_mesh *mesh, tlb_image_use use)
{
    if (tlb_texture_fits(texture, mesh) && uses[texture->image] < use)
        uses[texture->image] = use;
}

static void find_uses(const tlb_stage *stage, tlb_image_use *uses)
{
    for (uint32_t i = 0; i < stage->scene.node_count; i++) {
        const tlb_mesh *mesh = stage->revealed[i] ? NULL : tlb_stage_mesh(stage, i);
        for (uint32_t k = 0; mesh && k < mesh->part_count; k++) {
            if (mesh->parts[k].material < 0)
                continue;
            const tlb_material *material = &stage->scene.materials[mesh->parts[k].material];
            note_use(uses, &material->texture, mesh, TLB_USED_AS_TEXTURE);
            note_use(uses, &material->lightmap, mesh, TLB_USED_AS_LIGHT_MAP);
        }
    }
}

static tlb_status load(tlb_model *model)
{
    tlb_context *context = model->device->context;
    const tlb_scene *scene = &model->stage->scene;
    tlb_image_use *uses = tlb_zalloc_array(&model->arena, scene->image_count, sizeof *uses);
    bool *has_image = tlb_alloc_array(&model->arena, scene->image_count, sizeof *has_image);
    model->textures = tlb_zalloc_array(&model->arena, scene->image_count, sizeof *model->textures);
    if (!uses || !has_image || !model->textures)
        return tlb_report_memory(context, &model->arena);
    find_uses(model->stage, uses);
    tlb_status status = tlb_textures_make(context, scene, uses, &model->arena, model->textures);
    for (uint32_t i = 0; i < scene->image_count; i++)
        has_image[i] = model->textures[i] != 0;
    if (!status)
        status = tlb_draws_plan(&model->draws, context, model->stage, has_image, model->light.black,
                                &model->arena);
    if (!status)
        status = tlb_geometry_make(&model->geometry, context, model->stage, &model->draws, &model->arena);
    return status;
}

tlb_status tlb_model_create(tlb_device *device, const tlb_stage *stage, const tlb_light_rule *light,
                            tlb_model **model)
{
    tlb_account *account = device->context->account;
    tlb_status failure;
    *model = tlb_allocate(account, sizeof **model, &failure);
    if (!*model)
        return tlb_report_failure(device->context, failure);
    **model = (tlb_model){.device = device, .stage = stage, .light = *light};
    tlb_arena_init(&(*model)->arena, account);
    tlb_status status = load(*model);
    if (!status)
        return TLB_OK;
    tlb_model_free(*model);
    *model = NULL;
    return status;
}

void tlb_model_free(tlb_model *model)
{
    if (!model)
        return;
    tlb_account *account = model->arena.account;
    tlb_geometry_free(&model->geometry);
    if (model->textures)
        glDeleteTextures((GLsizei)model->stage->scene.image_count, model->textures);
    tlb_arena_release(&model->arena);
    tlb_release(account, model, sizeof *model);
}
