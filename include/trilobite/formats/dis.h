/* Darkstar interiors (.dis, ITRs version 3): which geometry, lighting and materials make an interior. Names
 * are those of the format's description; docs/formats/dis.md documents where real files differ from it. */
#ifndef TRILOBITE_FORMATS_DIS_H
#define TRILOBITE_FORMATS_DIS_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names are given as offsets into tlb_dis.names. */
/* A state of the interior, such as intact or damaged, with levels of its own. All known files have one. */
typedef struct tlb_dis_state {
    uint32_t nameOffset, lodIdx, numLods;
} tlb_dis_state;

typedef struct tlb_dis_lod {
    uint32_t minPixels; /* the level is for projected sizes above it */
    uint32_t geometryNameOffset;
    uint32_t lightStateIdx; /* its first in lodLightStates; one for each of lightStates follows */
    uint32_t linkableFaces; /* a bit for each face at which other interiors may be linked; 0xfc or 0xff */
} tlb_dis_lod;

typedef struct tlb_dis {
    uint32_t size; /* as in the file, from the version on; computed when it is written */
    int32_t version;
    TLB_ARRAY(tlb_dis_state) states;
    TLB_ARRAY(tlb_dis_lod) lods;
    TLB_ARRAY(uint32_t) lodLightStates; /* names of DIL files */
    TLB_ARRAY(uint32_t) lightStates;    /* names of the light states */
    tlb_text names;                     /* each ends in a NUL */
    int32_t materialListOffset;
    uint8_t linkedInterior;
    tlb_bytes rest; /* of the chunk, after what is known; empty in every file known */
    tlb_bytes tail; /* after the chunk */
} tlb_dis;

/* The document's own DIS; NULL when it is of another format. */
TLB_API tlb_dis *tlb_document_dis(tlb_document *document);

/* The name at an offset, NULL when it is not within the names or has no end there. */
TLB_API const char *tlb_dis_name(const tlb_dis *dis, uint32_t offset);
/* The LOD of a state that a projected size in pixels shows, as the engine chooses: the first with fewer
 * minPixels, or else the last. False: the state has none. */
TLB_API bool tlb_dis_choose_lod(const tlb_dis *dis, uint32_t state, float pixels, uint32_t *lod);
/* The DIL file of a LOD in a light state, NULL when there is none. */
TLB_API const char *tlb_dis_lighting(const tlb_dis *dis, uint32_t lod, uint32_t light_state);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Of DIS and DIG. */
typedef struct tlb_dis_read_options {
    tlb_format_options head;
    const char *state;            /* of DIS, by name or index */
    const char *light_state;      /* likewise */
    const char *mission_lighting; /* by number */
} tlb_dis_read_options;

typedef struct tlb_dis_write_options {
    tlb_format_options head;
    tlb_switch bitmaps; /* write the textures beside the interior; default: yes */
    tlb_sun_options sun;
} tlb_dis_write_options;

#define TLB_DIS_READ_OPTIONS_INIT  TLB_FORMAT_OPTIONS_INIT(tlb_dis_read_options)
#define TLB_DIS_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_dis_write_options)

#ifdef __cplusplus
}
#endif
#endif
