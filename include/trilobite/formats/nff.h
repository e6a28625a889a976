/* Sense8 WorldToolKit models: NFF (text) and BFF (binary), one document. Names are those of the "WorldToolKit
 * Neutral File Format Version 2.1"; sections in brackets are that description's. What it leaves open is
 * decided in docs/formats/nff.md.
 *
 * Axes: right-handed, X right, Y down, Z into the scene; no unit. A polygon's front is where its corners go
 * around counter-clockwise [NFF Polygons]. Texture coordinates count from the bottom left. */
#ifndef TRILOBITE_FORMATS_NFF_H
#define TRILOBITE_FORMATS_NFF_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the old text of a record is, so that saving keeps its spelling, blanks and comments. Leave it
 * with its record; 0 in a record of your own: it is spelled anew. Of no account in BFF. */
typedef uint32_t tlb_nff_spelling;

/* [NFF Header] */
enum { TLB_NFF_VERSION = 1, TLB_NFF_VIEWPOS = 2, TLB_NFF_VIEWDIR = 4 };

typedef struct tlb_nff_header {
    float version; /* 1.6 to 3.0 */
    float viewpos[3], viewdir[3];
    uint8_t has; /* TLB_NFF_VERSION and so on: which of them there are */
    tlb_nff_spelling spelling;
} tlb_nff_header;

/* [NFF Vertices] */
enum {
    TLB_NFF_NORM = 1,
    TLB_NFF_RGB = 2,
    TLB_NFF_UV = 4,
    TLB_NFF_AUTO = 8 /* "N": the normal is made from the polygons around [Automatic Normal Generation] */
};

typedef struct tlb_nff_vertex {
    float position[3];
    float norm[3];
    float uv[2];
    uint8_t rgb[3];
    uint8_t has; /* TLB_NFF_NORM and so on */
    tlb_nff_spelling spelling;
} tlb_nff_vertex;

/* [NFF Polygons] */
enum { TLB_NFF_ROT = 1, TLB_NFF_SCALE = 2, TLB_NFF_TRANS = 4, TLB_NFF_MIRROR = 8 };

typedef struct tlb_nff_texture {
    tlb_text name; /* of the bitmap's file */
    char kind;     /* 'v' plain, 's' shaded, 't' transparent where black, 'u' shaded and transparent */
    uint8_t has;   /* TLB_NFF_ROT and so on; they are applied as mirror, rot, scale, trans */
    float rot;     /* radians */
    float scale, trans[2];
} tlb_nff_texture;

enum {
    TLB_NFF_COLOR = 1,
    TLB_NFF_MATID = 2, /* version 3.0 */
    TLB_NFF_BOTH = 4,  /* both sides are visible */
    TLB_NFF_ID = 8
};

typedef struct tlb_nff_polygon {
    TLB_ARRAY(uint32_t) indices; /* into the object's vertices */
    tlb_nff_texture *texture;    /* NULL: none */
    tlb_text portal;             /* the universe to be loaded when it is crossed; empty: it is no portal */
    int32_t id;
    uint32_t matid; /* into the table of materials, from 0 */
    uint8_t color[3];
    uint8_t has; /* TLB_NFF_COLOR and so on; a color, a material or both */
    tlb_nff_spelling spelling;
} tlb_nff_polygon;

/* [NFF Objects] */
typedef struct tlb_nff_object {
    tlb_text name;
    tlb_text shading;                  /* "on", "off", before 1.7 "flat", "none"; empty: not stated */
    tlb_text mtable;                   /* the file of its materials, version 3.0; empty: none */
    tlb_nff_spelling spelling;         /* of the name up to the number of vertices */
    tlb_nff_spelling polygonsSpelling; /* of the number of polygons */
    TLB_ARRAY(tlb_nff_vertex) vertices;
    TLB_ARRAY(tlb_nff_polygon) polygons;
} tlb_nff_object;

/* How what has no spelling of its own is written: as the file's first lines are. */
typedef struct tlb_nff_style {
    int32_t decimals;    /* after the point; -1: as few digits as the number needs */
    uint8_t shortColors; /* 1: colors of 12 bits where they hold the value */
    uint8_t crlf;        /* 1: lines end in CR-LF */
} tlb_nff_style;

typedef struct tlb_nff {
    tlb_nff_header header;
    TLB_ARRAY(tlb_nff_object) objects;
    tlb_text tail; /* empty lines and comments after the last object */
    tlb_nff_style style;
} tlb_nff;

/* The document's own NFF, also of BFF; NULL when it is of another format. Saving as NFF fails (TLB_INVALID)
 * when a text cannot be a word of it: empty, or with blanks or a comment in it. */
TLB_API tlb_nff *tlb_document_nff(tlb_document *document);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Of NFF and BFF. */
typedef struct tlb_nff_write_options {
    tlb_format_options head;
    tlb_optional_real version;
    bool bake_normals; /* write automatic normals as norm */
} tlb_nff_write_options;

#define TLB_NFF_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_nff_write_options)

#ifdef __cplusplus
}
#endif
#endif
