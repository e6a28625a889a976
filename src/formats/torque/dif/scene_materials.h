/* Textures, light maps and materials of a DIF scene: each is made once, however often it is asked for.
 * All return false when there is no memory. */
#ifndef TLB_FORMATS_TORQUE_DIF_SCENE_MATERIALS_H
#define TLB_FORMATS_TORQUE_DIF_SCENE_MATERIALS_H

#include "formats/torque/dif/scene.h"

/* What makes one material. Its bytes are compared: no padding. */
typedef struct dif_look {
    int32_t texture;   /* of textures.found, TLB_NONE: none */
    int32_t light_map; /* an image, or TLB_NONE */
    int32_t alpha_mode, wrap_u, wrap_v;
    uint8_t color[4]; /* sRGB and alpha */
} dif_look;
#define DIF_PLAIN_LOOK ((dif_look){.texture = TLB_NONE, .light_map = TLB_NONE, .color = {255, 255, 255, 255}})

/* The texture that a material list's entry names, looked for among the assets. `path` and `index` tell where
 * the name stands, should the file be missing. */
bool dif_find_texture(dif_scene *s, tlb_text name, const char *path, uint32_t index, int32_t *texture);
/* A texture whose image, a PNG file, stands in the document. */
bool dif_embedded_texture(dif_scene *s, tlb_text name, tlb_bytes png, int32_t *texture);
/* The image of a light map sheet, TLB_NONE when it cannot be read. */
bool dif_find_light_map(dif_scene *s, const dif_subject *subject, uint32_t sheet, int32_t *image);
bool dif_find_material(dif_scene *s, const dif_look *look, int32_t *material);
/* A plain translucent material for what is no surface: hulls, portals, force fields. */
bool dif_find_glass(dif_scene *s, const char *name, const uint8_t color[4], int32_t *material);

#endif
