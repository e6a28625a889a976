/* Missions of Starsiege (.mis): objects in groups, as nested chunks. Those of Tribes, which have the same
 * objects, are text (mission.h).
 *
 * Names are those of the text missions of Tribes where these have the same field. Axes: right-handed, X east,
 * Y north, Z up, meters. Sources of the rules: docs/formats/simg.md. */
#ifndef TRILOBITE_FORMATS_SIMG_H
#define TRILOBITE_FORMATS_SIMG_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A text that may be one of the game's instead, which is known by its number. */
typedef struct tlb_simg_text {
    uint8_t isText;
    uint32_t stringTag; /* where isText is 0 */
    tlb_text text;
} tlb_simg_text;

/* What an object of a known class is. Which fields it has follows from the tag; the others are 0. */
typedef struct tlb_simg_details {
    int32_t head[5]; /* but of what can be destroyed; the second is flags */

    /* A place: as angles about X, then Y, then Z, in radians, or as a matrix whose rows are the axes. */
    float position[3], rotation[3];
    uint32_t matrixFlags; /* not filled in */
    float matrix[9];

    tlb_text fileName; /* a volume, palette, terrain, shape or interior */

    /* STER: terrain */
    float visibleDistance, hazeDistance, hazeVerticalMin, hazeVerticalMax, perspectiveDistance, screenSize;
    float contGravity[3], contDrag, contHeight;

    /* SKPL: planet; the sun is in degrees counter-clockwise from north, and above the horizon */
    uint32_t textureTag;
    float azimuth, incidence;
    uint8_t castShadows, useLensFlare;
    float intensity[3], ambient[3];
    float size, distance; /* also of SKYT */

    /* SKYT: sky */
    float skyColor[3];
    uint32_t dmlTag;
    float featurePosition;
    uint8_t textures[16];

    /* SKSF: stars, SNOW: snow */
    uint8_t inFront;
    float colors[9]; /* three */
    float density, wind[3];
    uint8_t snowOptions[2];

    /* trgr: trigger */
    float period;
    uint8_t triggerOptions[2];
    uint32_t triggerFlags;
    float box[6]; /* the least and the greatest corner, from its place */

    /* SCPW: a place of a camera's path */
    float eye[3];
    float quaternion[4];
    float fov, speed; /* radians; meters per second */

    /* What can be destroyed: 0 1 0 0 structure, TRRT turret, 12 1 0 0 interior */
    uint32_t interiorVersion;
    uint8_t team, interiorOption;
    uint8_t fileNameEnd, hulkNameEnd; /* the bytes after these names, where they are not 0 */
    tlb_text scriptClass;             /* also of trgr */
    uint32_t baseVersions[3], objectFlags;
    uint32_t stringTags[2];
    float maxDamage, damage;
    tlb_bytes unknown1, unknown2, unknown3, unknown4, unknown5;
    tlb_text hulkName; /* the shape when it is destroyed */
    tlb_simg_text description, shortDescription;
} tlb_simg_details;

/* How the body of an object of a known class and version is laid out. */
typedef enum tlb_simg_body {
    TLB_SIMG_FIELDS, /* as its class has it */
    TLB_SIMG_BYTES   /* in some other way: it has no details, and all of it is in `rest` */
} tlb_simg_body;

/* A chunk. */
typedef struct tlb_simg_object tlb_simg_object;
struct tlb_simg_object {
    tlb_text tag;     /* four bytes; 0 1 0 0 and 12 1 0 0 are numbers of classes */
    uint32_t version; /* of the class */
    uint32_t body;    /* tlb_simg_body */
    /* Of groups: SIMG, ESDP, Ssgp, SCPG. */
    TLB_ARRAY(tlb_simg_object) objects;
    TLB_ARRAY(tlb_text) names; /* of the objects */
    tlb_simg_details *details; /* of other known classes; in all others it may be NULL */
    uint32_t chunkSize;        /* as stored; follows from the rest when it is written */
    tlb_bytes rest;            /* what the chunk has after all that; all of an object of an unknown class */
    tlb_bytes pad;             /* a byte after a chunk of odd size */
};

typedef struct tlb_simg {
    tlb_simg_object mission; /* a group */
    tlb_bytes tail;          /* what follows it */
} tlb_simg;

/* The document's own mission; NULL when it is of another format. */
TLB_API tlb_simg *tlb_document_simg(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
