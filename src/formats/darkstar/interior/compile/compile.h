/* Compiling a level to an interior: what its steps share. A detail becomes a solid (level/solid.h), that a
 * geometry and its light; both have the axes and units of the level. */
#ifndef TLB_FORMATS_DARKSTAR_INTERIOR_COMPILE_COMPILE_H
#define TLB_FORMATS_DARKSTAR_INTERIOR_COMPILE_COMPILE_H

#include "formats/darkstar/dig/dig.h"
#include "formats/darkstar/dil/dil.h"
#include "formats/darkstar/dml/dml.h"
#include "level/solid.h"
#include "level/weld.h"
#include "level/winding.h"
#include "trilobite/formats/dis.h"

/* Texels of a surface a side, at the coarsest mip that its level shows. */
enum { INTERIOR_MOST_TEXELS = 256 };

typedef struct interior_material {
    uint8_t number;   /* in the material list; TLB_DIG_NULL_MATERIAL: it is not drawn */
    uint32_t size[2]; /* of its bitmap in pixels, at most INTERIOR_MOST_TEXELS */
    const char *file; /* of its bitmap; NULL: none */
} interior_material;

/* A face or a part of one, which becomes a surface. */
typedef struct interior_piece {
    uint32_t face;  /* of the solid */
    uint32_t order; /* of making */
    uint8_t material;
    bool is_outside;  /* it can be seen from outside */
    uint32_t *points; /* its corners: of interior_compiler.points */
    tlb_winding ring; /* the same, counter-clockwise seen from where it looks */
    double start[2];  /* its first texel among those of the repeated bitmap, u and v */
    uint32_t texels[2];
} interior_piece;

typedef TLB_LIST(uint32_t) interior_surfaces;

/* An empty leaf. */
typedef struct interior_leaf {
    uint32_t space;             /* what is connected has the same number */
    double low[3], high[3];     /* of its cell, or of a box around that */
    interior_surfaces surfaces; /* before it */
} interior_leaf;

typedef struct interior_compiler {
    const tlb_conversion *conversion;
    const tlb_dis_write_options *options;
    tlb_context *context;
    const tlb_level *level;
    tlb_arena arena;              /* until all files are written */
    interior_material *materials; /* of the level's */
    tlb_dml_list list;

    /* the detail at hand */
    tlb_arena work;
    const tlb_solid *solid;
    uint32_t detail;
    tlb_weld points;
    TLB_LIST(interior_piece) pieces;
    uint32_t cut_count;        /* of pieces, also those without an area */
    TLB_LIST(uint32_t) planes; /* of the solid, for each of the geometry */
    TLB_LIST(interior_leaf) leaves;
    interior_surfaces *solid_leaves; /* what is around each */
    uint32_t outside;                /* the space that is reached from outside */
    uint32_t unlisted;               /* surfaces whose lists have no room for the points on their edges */
    tlb_dig dig;
    tlb_dil dil;
} interior_compiler;

/* --- steps, each in a file of its own ------------------------------------------------------------------ */

/* Numbers the materials and finds their sizes (materials.c). */
tlb_status tlb_interior_compile_materials(interior_compiler *c);
/* The material list and the bitmaps (materials.c). */
tlb_status tlb_interior_write_materials(interior_compiler *c, const char *name, tlb_output *output);
/* Cuts faces into pieces that textures and light maps can cover (surfaces.c). */
tlb_status tlb_interior_cut_faces(interior_compiler *c);
/* Nodes and leaves, and the pieces that are before each empty and around each solid one; those that are
 * before none are left out, the others sorted (leaves.c). */
tlb_status tlb_interior_find_leaves(interior_compiler *c);
/* The geometry, all but its buildId (geometry.c). */
tlb_status tlb_interior_make_geometry(interior_compiler *c);
/* The light of the geometry (light.c). */
tlb_status tlb_interior_make_light(interior_compiler *c);

/* --- what steps do ------------------------------------------------------------------------------------- */

static inline const tlb_solid_face *interior_face_of(const interior_compiler *c, const interior_piece *piece)
{
    return &c->solid->faces.data[piece->face];
}

/* A texture coordinate in texels of the repeated bitmap: axis 0 is u, 1 is v. */
double tlb_interior_texel_of(const interior_compiler *c, const tlb_solid_face *face, int axis,
                             const double at[3]);
/* The parts of a ring above and below a plane; its edges lie along no known planes. False: no memory. */
bool tlb_interior_split(const tlb_winding *ring, const tlb_solid_plane *plane, tlb_arena *arena,
                        tlb_winding *above, tlb_winding *below);
/* Reports more than an interior can have; `face`: the first that is too much, or UINT32_MAX. */
tlb_status tlb_interior_refuse(const interior_compiler *c, const char *things, uint64_t count, uint64_t most,
                               uint32_t face);

/* Writes a document as a file beside the interior. */
tlb_status tlb_interior_write(const interior_compiler *c, const char *name, const tlb_format *format,
                              void *root, tlb_output *output);

#endif
