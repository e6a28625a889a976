/* What stands for a texture that is named and not there. */
#ifndef TLB_ASSETS_TEXTURES_H
#define TLB_ASSETS_TEXTURES_H

#include "base/context.h"
#include "trilobite/scene.h"

/* The scene's placeholder, made when *image is still TLB_NONE. */
tlb_status tlb_find_placeholder(tlb_context *context, tlb_scene *scene, int32_t *image);

/* ASSET_MISSING; `path` is the field that names it. */
void tlb_report_missing_texture(tlb_context *context, const char *path, const char *name);

#endif
