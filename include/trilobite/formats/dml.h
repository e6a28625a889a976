/* Darkstar material lists: a .dml file (Starsiege, Starsiege: Tribes), and the end of a shape. Names are
 * those of the format's description, which docs/formats/dml.md corrects where real files differ from it. */
#ifndef TRILOBITE_FORMATS_DML_H
#define TRILOBITE_FORMATS_DML_H

#include "trilobite/document.h"
#include "trilobite/formats/pers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TLB_DML_FIRST_VERSION = 1, TLB_DML_LAST_VERSION = 4, TLB_DML_NAME = 32 };

/* In tlb_dml_material.flags: what a surface is filled with, how it is lit, how its texture is drawn. */
enum {
    TLB_DML_KIND = 0xf,
    TLB_DML_NULL = 0,
    TLB_DML_PALETTE = 1, /* `index` is a color of the palette */
    TLB_DML_RGB = 2,
    TLB_DML_TEXTURE = 3,
    TLB_DML_SHADING = 0xf00,
    TLB_DML_SHADING_NONE = 0x100,
    TLB_DML_SHADING_FLAT = 0x200,
    TLB_DML_SHADING_SMOOTH = 0x400,
    TLB_DML_TEXTURE_DRAWING = 0xf000,
    TLB_DML_TRANSPARENT = 0x1000, /* one color of the bitmap is not drawn */
    TLB_DML_TRANSLUCENT = 0x2000
};

/* What a surface is made of: sounds, decals. Only the low byte of tlb_dml_material.type has a meaning. */
enum {
    TLB_DML_TYPE = 0xff,
    TLB_DML_TYPES = 15 /* 0 default, concrete, carpet, metal, glass, plastic, wood, marble, snow, ice, sand,
                          mud, stone, soft earth, packed earth */
};

typedef struct tlb_dml_material {
    uint32_t flags;
    float alpha;   /* 0 in every file known */
    int32_t index; /* of a palette's color */
    uint8_t red, green, blue, rgbFlags;
    char file[TLB_DML_NAME]; /* to its NUL; in short records of version 1 the first 16 bytes */
    uint32_t type;           /* this and the next two: version 3 on, and long records of version 1 */
    float elasticity, friction;
    uint32_t useDefaultProps; /* version 4, and long records of version 1; 1 in others */
} tlb_dml_material;

/* Of version 1 no file is known, and descriptions differ: records of 32 bytes, or of 48 with the
 * properties. */
typedef enum tlb_dml_record { TLB_DML_RECORD_32, TLB_DML_RECORD_48 } tlb_dml_record;

typedef struct tlb_dml_list {
    tlb_pers pers; /* "TS::MaterialList", version 1 to 4 */
    uint32_t numDetails, numMaterials;
    uint32_t recordSize;                   /* tlb_dml_record; version 1 alone */
    TLB_ARRAY(tlb_dml_material) materials; /* numDetails * numMaterials: all of a detail, then the next's */
} tlb_dml_list;

typedef struct tlb_dml {
    tlb_dml_list list;
    tlb_bytes tail; /* after the chunk */
} tlb_dml;

/* The document's own DML; NULL when it is of another format. */
TLB_API tlb_dml *tlb_document_dml(tlb_document *document);

/* "texture", "stone" …; NULL for what is none. */
TLB_API const char *tlb_dml_kind_name(uint32_t flags);
TLB_API const char *tlb_dml_type_name(uint32_t type);

#ifdef __cplusplus
}
#endif
#endif
