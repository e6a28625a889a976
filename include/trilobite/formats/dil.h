/* Darkstar interior lighting (.dil: ITRLighting versions 4 to 7, ITRMissionLighting 7): the document,
 * typed. Its description leaves the format open: docs/formats/dil.md is one, and the names are of it. */
#ifndef TRILOBITE_FORMATS_DIL_H
#define TRILOBITE_FORMATS_DIL_H

#include "trilobite/document.h"
#include "trilobite/formats/pers.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TLB_DIL_NO_MAP UINT32_MAX /* tlb_dil_surface.map of a surface that is not drawn */

/* Bits of tlb_dil_surface.map: see tlb_dil_kind. */
#define TLB_DIL_CONSTANT 0x80000000u
#define TLB_DIL_CODED    0x40000000u

/* tlb_dil_light.animFlags */
enum {
    TLB_DIL_AUTOSTART = 1,
    TLB_DIL_LOOP = 2, /* to the end frame */
    TLB_DIL_RANDOM = 4,
    TLB_DIL_MANAGED = 8 /* by an editor */
};

/* A moment of an animated light: its color, 8.8 fixed point of 0 to 255, and the surfaces it falls on. */
typedef struct tlb_dil_state {
    uint16_t red, green, blue, mono;
    float time;
    int16_t dataCount, dataIndex; /* in stateData */
} tlb_dil_state;

typedef struct tlb_dil_state_data {
    int16_t surface;
    int16_t lightIndex; /* in the engine's list of lightMapListSize */
    int32_t mapIndex;   /* of u8[w * h] in mapBytes: how bright the surface is; -1: none */
} tlb_dil_state_data;

typedef struct tlb_dil_light {
    int32_t id;
    int32_t nameOffset; /* in names, -1: none */
    int32_t stateCount, stateIndex;
    float duration;
    uint32_t animFlags;
} tlb_dil_light;

/* The light map of the DIG's surface of the same number: w * h luxels, row by row. */
typedef struct tlb_dil_surface {
    uint32_t map;                   /* see tlb_dil_decode */
    int16_t lightCount, lightIndex; /* of the engine's list, for lights that are animated */
    uint8_t w, h, offX, offY;
} tlb_dil_surface;

/* A child below 0 is the leaf -(child + 1). */
typedef struct tlb_dil_huffman_node {
    int32_t one, zero;
} tlb_dil_huffman_node;

typedef struct tlb_dil {
    tlb_pers pers; /* ITRLighting; or ITRMissionLighting: what a mission's sun and shadows change of another's
                      maps */
    int32_t geometryBuildId; /* that of the DIG */
    int32_t lightScaleShift; /* texels between two luxels, as a power of 2 */
    int32_t lightMapListSize;
    TLB_ARRAY(tlb_dil_state) states;
    TLB_ARRAY(tlb_dil_state_data) stateData;
    TLB_ARRAY(tlb_dil_light) lights;
    TLB_ARRAY(tlb_dil_surface) surfaces;
    tlb_bytes mapBytes;
    tlb_text names;
    uint8_t huffman; /* from version 6: whether there is a tree */
    TLB_ARRAY(tlb_dil_huffman_node) nodes;
    TLB_ARRAY(uint32_t) colors; /* the leaves */
    int32_t relitCount;         /* mission lighting: pairs in `relit` */
    tlb_bytes relit;            /* those, compressed: see tlb_dil_relit */
    tlb_bytes tail;             /* what follows the object */
} tlb_dil;

/* The document's own DIL; NULL when it is of another format. */
TLB_API tlb_dil *tlb_document_dil(tlb_document *document);

/* Whether it is mission lighting, which has the last two lists. */
TLB_API bool tlb_dil_is_mission(const tlb_dil *dil);

/* The name at an offset, NULL when it is not within the names or has no end there. */
TLB_API const char *tlb_dil_name(const tlb_dil *dil, int32_t offset);

/* --- light maps ---------------------------------------------------------------------------------------- */

/* How a map is stored. */
typedef enum tlb_dil_kind {
    TLB_DIL_MAP_NONE,     /* TLB_DIL_NO_MAP */
    TLB_DIL_MAP_CONSTANT, /* bit 31: the low 16 bits are the color of all luxels */
    TLB_DIL_MAP_CODED,    /* bit 30: Huffman codes from byte `map & 0x3fffffff` on */
    TLB_DIL_MAP_RAW       /* u16 a luxel from byte `map` on */
} tlb_dil_kind;
TLB_API tlb_dil_kind tlb_dil_map_kind(uint32_t map);

/* Decodes w * h luxels of 4 bits each: mono, R, G, B from the highest down. `end` (may be NULL) is set to the
 * byte after the last one used. False: the map leaves mapBytes, or the tree its nodes or itself. */
TLB_API bool tlb_dil_decode(const tlb_dil *dil, uint32_t map, uint32_t w, uint32_t h, uint16_t *luxels,
                            uint32_t *end);
/* What luxels are stored with, by the tree of a document. It lives in the document. */
typedef struct tlb_dil_coder tlb_dil_coder;
/* TLB_INVALID: the tree is not sound. */
TLB_API tlb_status tlb_dil_coder_create(tlb_document *document, tlb_dil_coder **coder);
/* Stores luxels as the engine's tools do: as codes, or raw where these are not shorter or a color has none.
 * `out` has a capacity of 2 * count bytes; returns how many were used. */
TLB_API size_t tlb_dil_store(const tlb_dil_coder *coder, const uint16_t *luxels, uint32_t count, uint8_t *out,
                             bool *coded);

/* A luxel as R, G, B of 8 bits. */
TLB_API void tlb_dil_color(uint16_t luxel, uint8_t rgb[3]);
/* A texture coordinate of a surface of this size in texels (tlb_dig_texels) as a place among its luxels: 0 is
 * the middle of the first. */
TLB_API void tlb_dil_luxel_uv(const tlb_dil *dil, const tlb_dil_surface *surface, const float point2[2],
                              const uint32_t texels[2], float at[2]);

/* --- animated lights ----------------------------------------------------------------------------------- */

/* A light some seconds after it began: its state, and the color, 0 to 1, between it and the next one's. */
typedef struct tlb_dil_moment {
    uint32_t state;
    float color[3];
} tlb_dil_moment;

/* After its duration a light begins anew, also one that does not start by itself or whose states are chosen
 * at random: when it does, the engine decides. False: there is no such light, or it has no states. */
TLB_API bool tlb_dil_light_at(const tlb_dil *dil, uint32_t light, double seconds, tlb_dil_moment *moment);

/* The surface that a state falls on, for each number from 0 on, and how brightly: w * h bytes to be
 * multiplied by the light's color and added to the surface's light map. `map` is NULL where the state has
 * none, or it is not within mapBytes. False: the state has no more. */
TLB_API bool tlb_dil_state_map(const tlb_dil *dil, uint32_t state, uint32_t number, uint32_t *surface,
                               const uint8_t **map);

/* --- mission lighting ---------------------------------------------------------------------------------- */

/* A map of the base lighting (its offset without bit 30), and the map of this file that takes its place. */
typedef struct tlb_dil_relit {
    int32_t srcMapOffset, dstMapOffset;
} tlb_dil_relit;
typedef TLB_ARRAY(tlb_dil_relit) tlb_dil_relit_list;

/* Decodes the pairs, in the document's memory. TLB_INVALID, and DIL_RELIT reported: the bytes are not
 * such pairs. */
TLB_API tlb_status tlb_dil_relit_pairs(tlb_document *document, tlb_dil_relit_list *pairs);
/* The map that replaces a base map, found among ascending pairs; false: it stays. */
TLB_API bool tlb_dil_relit_map(const tlb_dil *mission, const tlb_dil_relit_list *pairs, uint32_t map,
                               uint32_t *relit);

#ifdef __cplusplus
}
#endif
#endif
