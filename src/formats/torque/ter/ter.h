/* Torque terrain inside. Its axes are X east, Y north, Z up; in a scene (x, y, z) becomes (x, z, -y). */
#ifndef TLB_FORMATS_TORQUE_TER_TER_H
#define TLB_FORMATS_TORQUE_TER_TER_H

#include "core/format.h"
#include "scene/geometry/ground.h"
#include "trilobite/formats/ter.h"

#include <math.h>

extern const tlb_format tlb_format_ter;

enum { TER_MOST_STEP = 1024, TER_LAYERS = UINT8_MAX + 1 };

/* The samples of a terrain as a grid of squares, and where an engine places it unless a mission says
 * otherwise. */
typedef struct ter_grid {
    const tlb_ter *ter;
    uint32_t side;     /* samples; 0: there are not as many heights as the size says */
    uint32_t squares;  /* a side */
    bool wraps;        /* the square after the last sample joins it with the first */
    float square;      /* meters a side */
    float origin;      /* x and y of sample 0, 0 */
    const bool *empty; /* of each square, row by row, whether it is a hole in any case; NULL: none is */
} ter_grid;

/* grid.c */
ter_grid tlb_ter_grid(const tlb_ter *x);
/* Sets `empty` by emptySquares of a mission; TLB_ARGUMENT, and reported: it is no list of numbers. */
tlb_status tlb_ter_set_empty(ter_grid *g, tlb_context *context, tlb_arena *arena, const char *squares);
/* Of a sample in the maps; the one after the last is the first. */
static inline size_t ter_index(const ter_grid *g, uint32_t x, uint32_t y)
{
    return (size_t)(y < g->side ? y : 0) * g->side + (x < g->side ? x : 0);
}
/* Meters, at a sample of which each coordinate is at most `squares`. */
float tlb_ter_height(const ter_grid *g, uint32_t x, uint32_t y);
/* The dominant material at a sample, or TLB_TER_HOLE. */
uint8_t tlb_ter_material(const ter_grid *g, uint32_t x, uint32_t y);
/* Nothing is drawn of a square. */
bool tlb_ter_is_hole(const ter_grid *g, uint32_t x, uint32_t y);
/* The triangle that is drawn of a square, at u and v (0 to 1) from its south-west corner. */
tlb_ground tlb_ter_ground(const ter_grid *g, uint32_t x, uint32_t y, float u, float v);
/* Whether a square's diagonal goes from its south-west to its north-east corner, not the other way. */
static inline bool ter_rises(uint32_t x, uint32_t y)
{
    return !((x ^ y) & 1);
}

/* mesh.c: adds a mesh with sample 0, 0 at the origin, of which `step` squares a side are drawn as one. `mesh`
 * is TLB_NONE where all squares are holes. False without memory. */
bool tlb_ter_add_mesh(tlb_scene *scene, const ter_grid *g, uint32_t step, const char *name, int32_t material,
                      int32_t *mesh);

/* textures.c: one repetition of each material's texture, in few pixels. */
typedef struct ter_tile {
    const uint8_t (*texels)[3]; /* side x side; NULL: the texture is missing, and `gray` is in its place */
    uint32_t side;
    uint8_t gray;
} ter_tile;

typedef struct ter_tiles {
    ter_tile of[TER_LAYERS];
    uint32_t side; /* of the largest; 0: all textures are missing */
} ter_tiles;

/* How often a texture is repeated along a side of a terrain, and the most pixels of one repetition. */
enum { TER_REPEATS = 32, TER_TILE_SIDE = 32 };
/* Reports missing textures. The texels are in `work`. False without memory. */
bool tlb_ter_find_tiles(const tlb_conversion *conversion, tlb_arena *work, const tlb_ter *x,
                        ter_tiles *tiles);

/* bake.c: adds an image of the whole terrain, north at its top. False without memory. */
bool tlb_ter_bake(tlb_scene *scene, tlb_arena *work, const ter_grid *g, const ter_tiles *tiles,
                  const char *name);

/* height_map.c: adds the heights as a picture; reports. */
tlb_status tlb_ter_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const ter_grid *g,
                              const char *name, tlb_arena *work);
/* A terrain with the heights of a picture, and one with those of another terrain: tlb_format.translate and
 * convert_version. */
tlb_status tlb_ter_from_picture(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out);
tlb_status tlb_ter_from_heights(tlb_document *source, const tlb_format *target,
                                const tlb_conversion *conversion, tlb_buffer *out);

void tlb_ter_walk(tlb_walk *w, void **root);
tlb_status tlb_ter_check(tlb_document *document);
tlb_status tlb_ter_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_ter_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
extern const tlb_query_info tlb_ter_queries[];

#endif
