/* The textures that a scene's materials name: each is looked for once among the assets. What is missing or
 * damaged is reported once, and shown as a checkerboard. All functions return false when there is no
 * memory. */
#ifndef TLB_ASSETS_TEXTURES_H
#define TLB_ASSETS_TEXTURES_H

#include "assets/assets.h"
#include "base/index.h"
#include "trilobite/scene.h"

/* What a name led to. */
typedef struct tlb_found_texture {
    const char *name; /* without folders, for the scene */
    const char *path; /* as it was looked for */
    int32_t image;    /* TLB_NONE while it is not known */
    tlb_bytes file;   /* none when it was not found, or not looked for */
    const char
        *missing; /* the image is the checkerboard for this name, which lives as long as the scene; NULL */
} tlb_found_texture;

typedef struct tlb_textures {
    tlb_context *context;
    tlb_assets *assets;
    tlb_scene *scene;
    tlb_arena *work;               /* for as long as this is used */
    const char *const *extensions; /* tried in this order, NULL at the end */
    const char *beside; /* the path of the file that has the names: of equal ones those in its folder count */
    /* How a file, which lives as long as the scene, becomes an image; it reports. NULL: tlb_image_load. */
    tlb_status (*load)(void *user, tlb_arena *arena, tlb_bytes file, tlb_image *image);
    void *user;
    TLB_LIST(tlb_found_texture) found;
    tlb_index by_name, by_member; /* to `found`: names as they are looked for, and the files they led to */
    int32_t placeholder;          /* 1 + its image, 0 until it is needed */
} tlb_textures;

/* The place in `found` of the texture of this name. `list` and `index` have where the name is in the
 * document ("details[0].materials"), should the file be missing. */
bool tlb_texture_find(tlb_textures *t, const char *name, const char *list, uint32_t index, int32_t *place);

/* A new one of this name, without an image. */
bool tlb_texture_add(tlb_textures *t, const char *name, int32_t *place);
/* An image of the scene; TLB_NONE, and reported under the name `member`, when the file is damaged. */
bool tlb_texture_image(tlb_textures *t, const char *name, const char *member, tlb_bytes file, int32_t *image);
/* One that has no image gets the checkerboard. */
bool tlb_texture_add_placeholder(tlb_textures *t, tlb_found_texture *texture);

/* --- for those who find theirs elsewhere -------------------------------------------------------------- */

/* The scene's placeholder, made when *image is still TLB_NONE. */
tlb_status tlb_find_placeholder(tlb_context *context, tlb_scene *scene, int32_t *image);

#endif
