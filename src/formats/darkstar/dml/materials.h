/* The materials of a list in a scene under construction. */
#ifndef TLB_FORMATS_DARKSTAR_DML_MATERIALS_H
#define TLB_FORMATS_DARKSTAR_DML_MATERIALS_H

#include "core/format.h"
#include "trilobite/formats/dml.h"

/* Tried after the names that lists give, the engine's own kind first; NULL at the end. */
extern const char *const tlb_darkstar_texture_extensions[];

/* Adds a material for each of `count` records, in their order: record i is scene material *base + i. Textures
 * are looked for in the conversion's assets, decoded with their palette, and shared by records of the same
 * file; a missing one is reported and drawn as a checkerboard. `path` is that of the first record's list in
 * the document, "materials". Fields that a scene has no place for go to the materials' extras. */
tlb_status tlb_darkstar_add_materials(tlb_scene *scene, const tlb_dml_material *records, uint32_t count,
                                      const char *path, const tlb_conversion *conversion, int32_t *base);

/* How a material is drawn, "mask #ffffff": in its extras it tells what was changed since from what the
 * record's flags said of it. */
enum { TLB_DML_DRAWN = 32 };
void tlb_dml_drawn(const tlb_material *material, char drawn[TLB_DML_DRAWN]);

/* The names of their materials, as a scene has them, and of the textures that they need. */
void tlb_darkstar_name_materials(tlb_summary *summary, const tlb_dml_material *records, uint32_t count);

/* The base name of a texture without extension, in small letters, as long as fits a record with ".bmp". NULL
 * without memory. */
char *tlb_darkstar_bitmap_stem(tlb_arena *arena, const char *name);

#endif
