/* The rules of materials, textures and samplers. */
#include "formats/interchange/gltf/check/check.h"

static void check_info(gltf_checker *g, uint32_t material, const char *name,
                       const tlb_gltf_texture_info *info)
{
    if (info)
        tlb_gltf_check_index(g, info->index, g->x->textures.count, "textures",
                             tlb_at(&g->c, "materials[%u].%s.index", material, name));
}

/* A number of OpenGL that is one of those listed, 0 at their end; 0: it is not there. */
static void check_number(gltf_checker *g, uint32_t number, const uint32_t *numbers, uint32_t sampler,
                         const char *name)
{
    bool known = !number;
    for (; *numbers && !known; numbers++)
        known = number == *numbers;
    if (!known)
        TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "samplers[%u].%s", sampler, name), "unknown number %u",
                 number);
}

static void check_samplers(gltf_checker *g)
{
    static const uint32_t filters[] = {9728, 9729, 9984, 9985, 9986, 9987, 0};
    static const uint32_t largest[] = {9728, 9729, 0}, wraps[] = {33071, 33648, 10497, 0};
    for (uint32_t i = 0; i < g->x->samplers.count; i++) {
        const tlb_gltf_sampler *sampler = &g->x->samplers.data[i];
        check_number(g, sampler->magFilter, largest, i, "magFilter");
        check_number(g, sampler->minFilter, filters, i, "minFilter");
        check_number(g, sampler->wrapS, wraps, i, "wrapS");
        check_number(g, sampler->wrapT, wraps, i, "wrapT");
    }
}

void tlb_gltf_check_materials(gltf_checker *g)
{
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND", NULL};
    const tlb_gltf *x = g->x;
    for (uint32_t i = 0; i < x->materials.count; i++) {
        const tlb_gltf_material *m = &x->materials.data[i];
        if (m->pbrMetallicRoughness) {
            check_info(g, i, "pbrMetallicRoughness.baseColorTexture",
                       m->pbrMetallicRoughness->baseColorTexture);
            check_info(g, i, "pbrMetallicRoughness.metallicRoughnessTexture",
                       m->pbrMetallicRoughness->metallicRoughnessTexture);
        }
        check_info(g, i, "normalTexture", m->normalTexture);
        check_info(g, i, "occlusionTexture", m->occlusionTexture);
        check_info(g, i, "emissiveTexture", m->emissiveTexture);
        tlb_gltf_check_word(g, m->alphaMode, modes, tlb_at(&g->c, "materials[%u].alphaMode", i));
    }
    for (uint32_t i = 0; i < x->textures.count; i++) {
        tlb_gltf_check_index(g, x->textures.data[i].source, x->images.count, "images",
                             tlb_at(&g->c, "textures[%u].source", i));
        tlb_gltf_check_index(g, x->textures.data[i].sampler, x->samplers.count, "samplers",
                             tlb_at(&g->c, "textures[%u].sampler", i));
    }
    check_samplers(g);
}
