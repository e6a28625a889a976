/* The images of a scene as files that every program opens: PNG or JPEG. */
#ifndef TLB_WRITERS_IMAGE_FILES_H
#define TLB_WRITERS_IMAGE_FILES_H

#include "core/format.h"

typedef struct tlb_image_file {
    const char *name; /* NULL: there is no such file, the image cannot be shown */
    const char *mime_type;
    tlb_bytes bytes;
} tlb_image_file;

/* One for each image of the scene, in `arena`; their names begin with the stem, which may be NULL. `wanted`
 * says which are made, NULL: all. */
tlb_status tlb_make_image_files(tlb_context *context, tlb_arena *arena, const tlb_scene *scene,
                                const bool *wanted, const char *stem, tlb_image_file **files);
/* Puts those that there are beside the first file of the output. */
tlb_status tlb_put_image_files(tlb_context *context, const tlb_image_file *files, uint32_t count,
                               tlb_output *output);

#endif
