/* The textures of a shape from a scene, as bitmaps beside it. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "formats/darkstar/pbmp/pbmp.h"

/* How the materials that show an image draw it. */
static tlb_alpha_mode mode_of(const dts_maker *m, uint32_t image)
{
    for (uint32_t i = 0; i < m->material_count; i++) {
        const tlb_material *material = m->source_of[i] < 0 ? NULL : &m->scene->materials[m->source_of[i]];
        if (material && material->texture.image == (int32_t)image && material->alpha_mode != TLB_ALPHA_OPAQUE)
            return material->alpha_mode;
    }
    return TLB_ALPHA_OPAQUE;
}

tlb_status tlb_dts_write_bitmaps(dts_maker *m, tlb_output *output)
{
    tlb_status status = TLB_OK;
    bool wanted = m->options->bitmaps != TLB_SWITCH_NO;
    for (uint32_t i = 0; wanted && i < m->scene->image_count && !status; i++) {
        tlb_mark mark = tlb_arena_mark(m->arena);
        if (m->files[i])
            status = tlb_darkstar_write_bitmap(&m->scene->images[i], mode_of(m, i), m->conversion, m->arena,
                                               m->files[i], output);
        tlb_arena_rewind(m->arena, mark);
    }
    return status;
}
