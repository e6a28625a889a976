/* Terrains and their blocks in a scene under construction.
 *
 * Darkstar's axes are X east, Y north, Z up; (x, y, z) becomes (x, z, -y). */
#ifndef TLB_FORMATS_DARKSTAR_DTF_TERRAIN_H
#define TLB_FORMATS_DARKSTAR_DTF_TERRAIN_H

#include "formats/darkstar/dtb/dtb.h"
#include "formats/darkstar/dtf/dtf.h"

#define TERRAIN_OPTION_STEP                                                                                  \
    {                                                                                                        \
        TLB_OPTION_TERRAIN_STEP, TLB_SETS_FROM(tlb_dtf_read_options, INTEGER, step),                         \
            .least = 1, .most = TLB_DTB_MOST_SQUARES                                                         \
    }

typedef struct terrain_look {
    float square;            /* meters a side */
    uint32_t step;           /* squares a side that are drawn as one */
    int32_t first_material;  /* of the scene; material i of a square is that much further */
    uint32_t material_count; /* 0: there are none */
} terrain_look;

/* Meters a side of a square, and of a block. Beyond what is sound (DTF_SCALE of a check) they are the nearest
 * sound. */
static inline float dtf_square(const tlb_dtf *x)
{
    return (float)(1u << (x->scale < 0 ? 0 : x->scale > DTF_MOST_SCALE ? DTF_MOST_SCALE : x->scale));
}

static inline float dtf_side(const tlb_dtf *x)
{
    int32_t details = x->details < 1 ? 1 : x->details > DTF_MOST_DETAILS ? DTF_MOST_DETAILS : x->details;
    return dtf_square(x) * (float)(1u << (details - 1));
}

/* mesh.c: adds a block as a mesh with its south-west corner at the origin. False without memory. */
bool tlb_terrain_add_block(tlb_scene *scene, tlb_arena *work, const tlb_dtb *block, const char *name,
                           const terrain_look *look);

/* scene.c */
/* The file of a block: what the list of the terrain says, or of PATH NAME.dtf NAME#5.dtb. NULL without
 * memory. */
const char *tlb_dtf_block_file(tlb_arena *arena, const char *path, const tlb_dtf_block *block);
/* The terrain of a block, NAME.dtf of NAME#5.dtb, among the assets. NULL: its name says none, or it cannot be
 * had, which is reported. Fails only for lack of memory. */
tlb_status tlb_dtb_find_terrain(const tlb_conversion *conversion, tlb_arena *arena, const tlb_document *block,
                                const tlb_dtf **dtf);
tlb_status tlb_dtf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_dtb_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* query.c */
extern const tlb_query_info tlb_terrain_queries[];
tlb_status tlb_dtf_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
tlb_status tlb_dtb_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);

#endif
