/* Writing Wavefront OBJ: what the writer's files share. */
#ifndef TLB_FORMATS_MODERN_OBJ_FORMAT_H
#define TLB_FORMATS_MODERN_OBJ_FORMAT_H

#include "core/image_files.h"
#include "formats/modern/shared/text_lines.h"

typedef struct tlb_obj {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_arena *arena; /* for the time of writing */
    const bool *shown;
    const float (*world)[16];
    tlb_image_file *image_files;
    const char **materials;          /* names, and last that for parts without material */
    bool plain;                      /* there are such parts */
    uint64_t vertices, uvs, normals; /* written so far */
    uint64_t replaced;               /* numbers that were not finite */
} tlb_obj;

/* A blank and the number, 0 when it is not finite. */
char *tlb_obj_number(tlb_obj *obj, char *p, float value);
/* obj_mesh.c: the mesh of a node, in the world. */
void tlb_obj_write_mesh(tlb_obj *obj, tlb_lines *lines, uint32_t node);
/* obj_materials.c */
void tlb_obj_write_materials(tlb_obj *obj, tlb_lines *lines);

#endif
