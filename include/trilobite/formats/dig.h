/* Darkstar interior geometry (.dig, ITRGeometry versions 4, 5 and 7): the document, typed. Names are those of
 * the format's description; where real files differ from it, docs/formats/dig.md documents it.
 *
 * Axes: right-handed, X right, Y forward, Z up. Planes: x*px + y*py + z*pz + d = 0. */
#ifndef TRILOBITE_FORMATS_DIG_H
#define TRILOBITE_FORMATS_DIG_H

#include "trilobite/document.h"
#include "trilobite/formats/pers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_DIG_NULL_MATERIAL = 255, /* a surface that is not drawn */
    TLB_DIG_OUTSIDE_LEAVES = 43, /* reserved leaves, numbered before all others from version 7 */
    TLB_DIG_LOW_DETAIL = 1,      /* in tlb_dig.flags: a level to be seen from afar */
};

/* tlb_dig_surface.flags. Bits 1 to 4 are textureScaleShift: see tlb_dig_surface_scale. */
enum {
    TLB_DIG_LINK = 0x01,               /* to another interior; without it the surface shows a material */
    TLB_DIG_APPLY_AMBIENT = 0x20,      /* the ambient light of the mission falls on it */
    TLB_DIG_VISIBLE_TO_OUTSIDE = 0x40, /* seen from outside: what mission lighting lights anew */
    TLB_DIG_PLANE_FRONT = 0x80 /* seen from where the plane's normal points; without it, from behind */
};

/* tlb_dig_leaf.flags of versions 4 and 5; tlb_dig_leaf_at gives those of version 7. */
enum { TLB_DIG_OLD_SOLID = 1, TLB_DIG_OLD_EXTERNAL = 2 };

typedef struct tlb_dig_surface {
    uint8_t flags;
    uint8_t material;
    uint8_t tsX, tsY; /* the size in texels, less 1, at the finest mip: see tlb_dig_texels */
    uint8_t toX, toY; /* where in the bitmap it begins, in pixels */
    uint16_t planeIdx;
    uint32_t vertIdx;  /* first of numVerts in verts; clockwise, seen from the visible side */
    uint32_t pointIdx; /* first of pointBytes in bits: the points3 on it, those of T-junctions too */
    uint8_t numVerts, pointBytes;
    uint16_t pad; /* undefined: not cleared by the writer */
} tlb_dig_surface;

/* A child from 0 on is a node, a negative one the leaf -(child + 1). `front` is where the plane is
 * positive. */
typedef struct tlb_dig_node {
    uint16_t planeIdx;
    int16_t front, back;
    int16_t fill; /* 0: makes the record 8 bytes long */
} tlb_dig_node;

typedef struct tlb_dig_solid_leaf {
    uint32_t surfIdx, planeIdx; /* compressed bit lists in bits */
    uint16_t surfBytes, planeBytes;
} tlb_dig_solid_leaf;

typedef struct tlb_dig_empty_leaf {
    uint16_t flags; /* bit 0: external; bits 1 to 15: bytes of the PVS list */
    uint16_t surfBytes;
    uint32_t pvsIdx, surfIdx, planeIdx;
    float box[6]; /* low, high */
    uint16_t planeBytes, pad;
} tlb_dig_empty_leaf;

/* Of versions 4 and 5, where solid and empty leaves are one list. */
typedef struct tlb_dig_leaf {
    uint16_t flags, pvsBytes;
    uint32_t pvsIdx;
    uint32_t junk; /* an address of the writer's */
    uint16_t surfBytes, planeBytes;
    uint32_t surfIdx, planeIdx;
    float box[6];
} tlb_dig_leaf;

typedef struct tlb_dig_vertex {
    uint16_t pIdx, tIdx; /* into points3 and points2 */
} tlb_dig_vertex;

typedef struct tlb_dig {
    tlb_pers pers;      /* ITRGeometry */
    int32_t buildId;    /* the same in the DIL files made for it */
    float textureScale; /* world units a texel, for lighting and editors */
    float box[6];       /* low, high */
    TLB_ARRAY(tlb_dig_surface) surfaces;
    TLB_ARRAY(tlb_dig_node) nodes;
    TLB_ARRAY(tlb_dig_solid_leaf) solidLeaves; /* version 7 */
    TLB_ARRAY(tlb_dig_empty_leaf) emptyLeaves; /* version 7 */
    TLB_ARRAY(tlb_dig_leaf) leaves;            /* versions 4 and 5 */
    tlb_bytes bits;                            /* the compressed bit lists of all surfaces and leaves */
    TLB_ARRAY(tlb_dig_vertex) verts;
    TLB_ARRAY(tlb_vec3) points3;
    TLB_ARRAY(tlb_vec2) points2;
    TLB_ARRAY(tlb_vec4) planes; /* x, y, z, d */
    int32_t highestMip;
    uint32_t flags;
    tlb_bytes tail; /* what follows the object */
} tlb_dig;

/* The document's own DIG; NULL when it is of another format. */
TLB_API tlb_dig *tlb_document_dig(tlb_document *document);

/* --- compressed bit lists ------------------------------------------------------------------------------ */

/* Sets of numbers: bit i is 0x80 >> (i & 7) of byte i >> 3; a zero byte is followed by the number of zero
 * bytes it represents, 1 to 255. */
typedef struct tlb_bit_list {
    const uint8_t *at, *end;
    uint32_t first; /* the number of the bits of the current byte */
    uint8_t rest;   /* its bits that were not returned yet */
    bool broken;    /* a run without length */
} tlb_bit_list;

/* `count` bytes from `start` on; broken when they are not all there. */
TLB_API tlb_bit_list tlb_bit_list_open(tlb_bytes bits, uint32_t start, uint32_t count);
/* The next number, ascending. False at the end. */
TLB_API bool tlb_bit_list_next(tlb_bit_list *list, uint32_t *number);
/* Whether a number is in the list. */
TLB_API bool tlb_bit_list_has(tlb_bit_list list, uint32_t number);
/* Writes the list of ascending numbers as the engine's tools do and returns its size; with `out` NULL only
 * that. */
TLB_API size_t tlb_bit_list_encode(const uint32_t *numbers, uint32_t count, uint8_t *out);

/* --- surfaces ------------------------------------------------------------------------------------------ */

/* The size of a surface's texture in texels along u and v, which its texture coordinates 0 to 1 span. */
TLB_API void tlb_dig_texels(const tlb_dig *dig, const tlb_dig_surface *surface, uint32_t texels[2]);
/* A texture coordinate of the surface's in repeats of a bitmap of this size. */
TLB_API void tlb_dig_texture_uv(const tlb_dig *dig, const tlb_dig_surface *surface, const float point2[2],
                                const uint32_t bitmap[2], float uv[2]);
/* World units a texel, for lighting and editors. */
TLB_API float tlb_dig_surface_scale(const tlb_dig *dig, const tlb_dig_surface *surface);
/* The plane, turned so that the surface is seen from where it is positive. False: there is no such plane. */
TLB_API bool tlb_dig_surface_plane(const tlb_dig *dig, const tlb_dig_surface *surface, float plane[4]);

/* --- leaves -------------------------------------------------------------------------------------------- */

/* A leaf of any version. */
typedef struct tlb_dig_leaf_info {
    bool solid, external;
    bool has_box;
    float box[6];
    tlb_bit_list surfaces, planes;
    tlb_bit_list visible; /* leaves of the PVS; of solid leaves empty from version 7 */
} tlb_dig_leaf_info;

/* Leaves of all kinds: empty, solid and outside. */
TLB_API uint32_t tlb_dig_leaf_count(const tlb_dig *dig);
/* By its number, as in nodes and PVS lists. False: out of range. */
TLB_API bool tlb_dig_leaf_at(const tlb_dig *dig, uint32_t leaf, tlb_dig_leaf_info *info);

/* The leaf a point is in. A point outside the bounding box is in the outside leaf of where it is: 1 + 2 for
 * x, 4 + 8 for y, 16 + 32 for z, the bits for below and above. False: the tree has no leaf there. */
TLB_API bool tlb_dig_find_leaf(const tlb_dig *dig, const float point[3], uint32_t *leaf);

typedef struct tlb_dig_hit {
    bool start_solid;          /* the ray begins in solid: t is 0 and there is no surface */
    float t;                   /* 0..1 from start to end */
    float point[3], normal[3]; /* the normal looks towards the start */
    uint32_t leaf;             /* the solid leaf */
    bool has_surface;
    uint32_t surface;
} tlb_dig_hit;
/* The first solid on the way from start to end, by the BSP. False: none, and `hit` is undefined. */
TLB_API bool tlb_dig_cast_ray(const tlb_dig *dig, const float start[3], const float end[3], tlb_dig_hit *hit);

#ifdef __cplusplus
}
#endif
#endif
