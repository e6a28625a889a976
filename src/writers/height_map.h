/* Heights of terrains as pictures: 16 bits of gray, with north at the top. */
#ifndef TLB_WRITERS_HEIGHT_MAP_H
#define TLB_WRITERS_HEIGHT_MAP_H

#include "core/format.h"

/* Rows from south to north. */
typedef struct tlb_height_map {
    uint16_t *heights;
    uint32_t width, height;
} tlb_height_map;

/* Adds the picture to a scene; reports. */
tlb_status tlb_height_map_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const char *name,
                                     const tlb_height_map *map, tlb_arena *work);

/* The heights that a picture's document has, in `arena`; reports. */
tlb_status tlb_height_map_from_picture(tlb_document *source, tlb_context *context, tlb_arena *arena,
                                       tlb_height_map *map);

#endif
