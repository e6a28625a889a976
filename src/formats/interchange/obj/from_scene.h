/* A scene as OBJ: what the files of the conversion share. */
#ifndef TLB_FORMATS_INTERCHANGE_OBJ_FROM_SCENE_H
#define TLB_FORMATS_INTERCHANGE_OBJ_FROM_SCENE_H

#include "base/buffer.h"
#include "trilobite/scene.h"

typedef struct obj_material_writer {
    tlb_buffer *out;
    uint64_t *replaced; /* numbers that were not finite */
} obj_material_writer;

/* from_scene_material.c. The lines of a material after its name; `texture`: the file of its texture, or NULL.
 */
void tlb_obj_write_material(obj_material_writer *m, const tlb_material *material, const char *texture);
/* Whether a material has extras, and all of them are among these lines. */
bool tlb_obj_keeps_extras(const tlb_value *extras);

#endif
