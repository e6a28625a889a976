/* Inter-Quake export text (.iqe): the document, typed. Names are those of the format's description, "IQE:
 * Inter-Quake Export format" (version of January 11, 2012); sections in brackets are its headings. What it
 * leaves open is decided in docs/formats/iqe.md.
 *
 * A document is its commands, in order, and a list for each kind of command: the nth command with a word has
 * its arguments at n of that word's list. To add a line is to put its word into `words`, a 0 at the same
 * place of `spellings`, and its arguments into their list.
 *
 * Axes: right-handed, Z up; no unit. Triangles are clockwise seen from the front. UV origin top left. */
#ifndef TRILOBITE_FORMATS_IQE_H
#define TRILOBITE_FORMATS_IQE_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TLB_IQE_CUSTOMS = 10 };

/* The commands. */
typedef enum tlb_iqe_word {
    TLB_IQE_VP, /* [Vertex attributes] */
    TLB_IQE_VT,
    TLB_IQE_VN,
    TLB_IQE_VX,
    TLB_IQE_VB,
    TLB_IQE_VC,
    TLB_IQE_V0,
    TLB_IQE_V9 = TLB_IQE_V0 + TLB_IQE_CUSTOMS - 1,
    TLB_IQE_VERTEXARRAY, /* [Vertex arrays] */
    TLB_IQE_MESH,        /* [Meshes] */
    TLB_IQE_MATERIAL,
    TLB_IQE_FA, /* [Triangles] */
    TLB_IQE_FM,
    TLB_IQE_SMOOTHUV, /* [Smoothing] */
    TLB_IQE_SMOOTHGROUP,
    TLB_IQE_SMOOTHANGLE,
    TLB_IQE_FS,
    TLB_IQE_VS,
    TLB_IQE_PQ, /* [Poses] */
    TLB_IQE_PM,
    TLB_IQE_PA,
    TLB_IQE_JOINT,     /* [Skeleton] */
    TLB_IQE_ANIMATION, /* [Animations] */
    TLB_IQE_LOOP,      /* no arguments, no list */
    TLB_IQE_FRAMERATE,
    TLB_IQE_FRAME,   /* no arguments, no list */
    TLB_IQE_COMMENT, /* [Comment section]: the last command of a file */
    TLB_IQE_UNKNOWN, /* a line of no known command */
    TLB_IQE_WORDS
} tlb_iqe_word;

/* The word as written in a file; "" for TLB_IQE_UNKNOWN. */
TLB_API const char *tlb_iqe_word_text(tlb_iqe_word word);

/* Some elements of a list that several commands share. */
typedef struct tlb_iqe_span {
    uint32_t first, count;
} tlb_iqe_span;

/* vx: tangent and sign, count 4 or less; tangent and bitangent, count 5 or 6. */
typedef struct tlb_iqe_tangent {
    float values[6];
    uint32_t count; /* how many were given; the others are 0 */
} tlb_iqe_tangent;

/* An entry of vb. */
typedef struct tlb_iqe_weight {
    int32_t index; /* of a joint */
    float weight;
} tlb_iqe_weight;

/* As they are spelled: values that are not the description's have no effect. */
typedef struct tlb_iqe_vertexarray {
    tlb_text type, component;
    int32_t size;  /* -1: not given */
    tlb_text name; /* of a custom attribute; empty: that of the type */
} tlb_iqe_vertexarray;

enum { TLB_IQE_POSE = 15 };

/* pq: translate 3, rotate 4, scale 3; pm: translate 3, matrix 9 by rows, scale 3; pa: translate 3, angles 3,
 * scale 3. Those not given have their defaults: scale 1, else 0; a quaternion's w is computed, and not
 * positive. */
typedef struct tlb_iqe_pose {
    float values[TLB_IQE_POSE];
    uint32_t count; /* how many were given */
} tlb_iqe_pose;

typedef struct tlb_iqe_joint {
    tlb_text name;
    int32_t parent; /* -1 also when it is not given */
} tlb_iqe_joint;

typedef struct tlb_iqe {
    tlb_text header; /* the text after "# Inter-Quake Export" */
    uint32_t header_spelling;

    uint32_t command_count;
    uint8_t *words; /* tlb_iqe_word */
    /* Where the old text of a command is, so that saving keeps its spelling, blanks, comments and the
     * empty lines before it. Leave it with its command; 0: it is spelled anew. */
    uint32_t *spellings;

    TLB_ARRAY(tlb_vec4) vp; /* w 1 when it is not given */
    TLB_ARRAY(tlb_vec4) vt; /* the description knows two numbers, the reference compiler four */
    TLB_ARRAY(tlb_vec3) vn;
    TLB_ARRAY(tlb_iqe_tangent) vx;
    TLB_ARRAY(tlb_iqe_span) vb; /* of weights */
    TLB_ARRAY(tlb_vec4) vc;     /* alpha 1 when it is not given */
    TLB_ARRAY(tlb_vec4) v[TLB_IQE_CUSTOMS];
    TLB_ARRAY(tlb_iqe_weight) weights;

    TLB_ARRAY(tlb_iqe_vertexarray) vertexarray;
    TLB_ARRAY(tlb_text) mesh;
    TLB_ARRAY(tlb_text) material;
    TLB_ARRAY(tlb_iqe_span) fa, fm, fs; /* of indices */
    TLB_ARRAY(int32_t) indices;
    TLB_ARRAY(float) smoothuv;
    TLB_ARRAY(int32_t) smoothgroup;
    TLB_ARRAY(float) smoothangle; /* degrees */
    TLB_ARRAY(int32_t) vs;

    TLB_ARRAY(tlb_iqe_pose) pq, pm, pa;
    TLB_ARRAY(tlb_iqe_joint) joint;
    TLB_ARRAY(tlb_text) animation;
    TLB_ARRAY(float) framerate;
    tlb_text comment;            /* all text after the line of the command */
    TLB_ARRAY(tlb_text) unknown; /* the lines, from their first word on */

    tlb_text tail; /* empty lines and comments after the last command */
    uint8_t crlf;  /* 1: lines of which there is no spelling end in CR-LF */
} tlb_iqe;

/* The document's own IQE; NULL when it is of another format. Saving fails (TLB_INVALID) when a name cannot be
 * spelled: with a line's end in it, or both a blank and a quotation mark. */
TLB_API tlb_iqe *tlb_document_iqe(tlb_document *document);

/* A pose as translate 3, rotate 4 (a quaternion of unit length), scale 3; of pm's matrix the lengths of its
 * columns are part of the scale. False: the rotation has no length; then it is none. */
TLB_API bool tlb_iqe_channels(tlb_iqe_word word, const tlb_iqe_pose *pose, float channels[10]);

#ifdef __cplusplus
}
#endif
#endif
