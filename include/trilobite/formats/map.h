/* .map: brushes and entities as level editors write them (QuArK, Hammer, Constructor, TrenchBroom), the
 * source of Torque's interiors. Numbers are double; what the text says is kept.
 *
 * Axes: right-handed, Z up; geometry_scale of worldspawn units are a meter (32 in nearly all maps). A face
 * lies in the plane of its three points p; its normal (p[2] - p[0]) x (p[1] - p[0]) looks out of the brush.
 */
#ifndef TRILOBITE_FORMATS_MAP_H
#define TRILOBITE_FORMATS_MAP_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the old text of a record is, so that saving keeps its spelling, blanks and comments. Leave it
 * with its record; 0 in a record of your own: it is spelled anew. */
typedef uint32_t tlb_map_spelling;

enum { TLB_MAP_FLAGS = 3 };

/* ( x y z ) ( x y z ) ( x y z ) texture, and how that lies: in a Valve 220 map
 * [ ux uy uz offset ] [ vx vy vz offset ] rotation uscale vscale, in a standard one
 * uoffset voffset rotation uscale vscale. Up to three numbers may follow. */
typedef struct tlb_map_face {
    double points[3][3];
    tlb_text texture;  /* may be empty in a Valve face */
    double u[4], v[4]; /* axis and offset in pixels; of a standard face only the offset u[3], v[3] */
    double rotation;   /* degrees; of no account in a Valve face */
    double scale[2];
    double flags[TLB_MAP_FLAGS];
    uint8_t isValve;
    uint8_t flagCount;
    tlb_map_spelling spelling;
} tlb_map_face;

typedef struct tlb_map_brush {
    TLB_ARRAY(tlb_map_face) faces;
    tlb_map_spelling spelling, end; /* of its braces */
} tlb_map_brush;

/* "key" "value". Keys may be repeated: the last one counts. */
typedef struct tlb_map_property {
    tlb_text key, value;
    uint32_t brush; /* so many of the entity's brushes are before it */
    tlb_map_spelling spelling;
} tlb_map_property;

typedef struct tlb_map_entity {
    TLB_ARRAY(tlb_map_property) properties;
    TLB_ARRAY(tlb_map_brush) brushes;
    tlb_map_spelling spelling, end;
} tlb_map_entity;

typedef struct tlb_map_file {
    TLB_ARRAY(tlb_map_entity) entities; /* worldspawn is the first, as a rule */
    tlb_text tail;                      /* what is after the last entity: comments, empty lines */
    uint8_t crlf;                       /* how lines of new records end */
} tlb_map_file;

/* The map of a document, to read and change; NULL: it is of another format. Lists that are replaced have to
 * live as long as the document (tlb_document_arena). */
TLB_API tlb_map_file *tlb_document_map(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
