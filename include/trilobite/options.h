/* Options of conversions, and the tables of them that formats give: what a command line, a dialog or a manual
 * is made of.
 *
 * A member that is left as TLB_CONVERT_OPTIONS_INIT has it, zero, leaves the conversion its default. Texts
 * must last until the call that takes the options returns. Which formats use which members, their tables say
 * (tlb_format_info.options); one that is set and that neither side of a conversion uses is reported as
 * OPTION_UNUSED. */
#ifndef TRILOBITE_OPTIONS_H
#define TRILOBITE_OPTIONS_H

#include "trilobite/arena.h"
#include "trilobite/assets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers for which 0 is a value like others. */
typedef struct tlb_optional_integer {
    bool is_set;
    int64_t value;
} tlb_optional_integer;

typedef struct tlb_optional_real {
    bool is_set;
    double value;
} tlb_optional_real;

typedef enum tlb_switch { TLB_SWITCH_DEFAULT, TLB_SWITCH_NO, TLB_SWITCH_YES } tlb_switch;

typedef enum tlb_lit {                  /* where baked light goes in glTF */
                       TLB_LIT_DEFAULT, /* TLB_LIT_VERTEX */
                       TLB_LIT_VERTEX,  /* in the colors of vertices */
                       TLB_LIT_NONE,
                       TLB_LIT_MAP,  /* as textures on UV set 1 */
                       TLB_LIT_ATLAS /* with the textures in one picture */
} tlb_lit;

typedef enum tlb_light_detail {
    TLB_DETAIL_DEFAULT,
    TLB_DETAIL_FINE /* baked light in vertex colors on smaller triangles */
} tlb_light_detail;

typedef enum tlb_placeholder {                          /* for textures that were not found */
                               TLB_PLACEHOLDER_DEFAULT, /* a grey image */
                               TLB_PLACEHOLDER_URI      /* the file that is not there */
} tlb_placeholder;

typedef enum tlb_held_pictures {
    TLB_HELD_NONE, /* the model */
    TLB_HELD_PREVIEW,
    TLB_HELD_LIGHT,    /* light maps */
    TLB_HELD_DIRECTION /* direction maps */
} tlb_held_pictures;

typedef enum tlb_view_kind {
    TLB_VIEW_DEFAULT, /* three-quarter; of what is flat and upright front */
    TLB_VIEW_THREE_QUARTER,
    TLB_VIEW_FRONT,
    TLB_VIEW_BACK,
    TLB_VIEW_LEFT,
    TLB_VIEW_RIGHT,
    TLB_VIEW_TOP,
    TLB_VIEW_FILE,   /* from the file's own viewpoint */
    TLB_VIEW_INSIDE, /* from where most is seen */
    TLB_VIEW_POINT   /* from `point` */
} tlb_view_kind;

typedef struct tlb_view_option {
    tlb_view_kind kind;
    tlb_vec3 point;    /* meters, Y up */
    double yaw, pitch; /* degrees: 0 along -Z, to the left, up */
} tlb_view_option;

typedef struct tlb_size_option {
    uint32_t width, height; /* pixels; 0: the default */
} tlb_size_option;

typedef struct tlb_color_option {
    bool is_set;
    uint8_t rgba[4];
} tlb_color_option;

/* What becomes of the only animation of a file. */
typedef struct tlb_clip_options {
    const char *name;
    tlb_optional_real fps;
    bool loop;
    tlb_optional_integer start, end; /* frames from 0; a negative end counts from the file's, -1 the last */
} tlb_clip_options;

/* A file whose meshes and animations are added. */
typedef struct tlb_merge_options {
    const char *path;
    tlb_clip_options clip;
} tlb_merge_options;

enum { TLB_LOD_ALL = -1 };

/* Start from TLB_CONVERT_OPTIONS_INIT. Members are only ever added at the end. */
typedef struct tlb_convert_options {
    size_t struct_size; /* sizeof(tlb_convert_options) */
    tlb_assets *assets; /* NULL: what stands beside the document; of one from memory, nothing */

    /* What of a document becomes the scene. */
    tlb_optional_integer lod;     /* a level of detail, 0 the finest, or TLB_LOD_ALL */
    bool collision;               /* hulls, null and link surfaces, collision details */
    bool zones;                   /* zones, portals, triggers, sectors, empty leaves */
    bool editor;                  /* an editor's walls and things, a server's grids */
    bool automap;                 /* a map from above instead of the model */
    tlb_switch flips;             /* textures that change over time play; yes by default */
    const char *state;            /* of an interior, by name or number */
    const char *light_state;      /* likewise */
    const char *mission_lighting; /* the number of a mission's light */
    tlb_optional_real light_time; /* seconds since the animated lights began */
    bool lights;                  /* a lamp for each animated light */
    bool alarm;                   /* as the alarm lights it */
    tlb_held_pictures pictures;   /* instead of the model */
    const char *palette;          /* a file with the palette for indexed pictures */
    tlb_optional_integer palette_index;
    tlb_optional_integer index; /* which of a file's palettes, from 0 */
    tlb_optional_integer mip;   /* which level of a mip chain, 0 the largest */

    /* Another version of a document. */
    tlb_optional_integer dif_version; /* 0 to TLB_DIF_LAST_VERSION */
    tlb_optional_integer dif_family;  /* a tlb_dif_family */
    int roo_version;                  /* a tlb_roo_target */
    bool encrypt, decrypt, rebuild;
    int outside; /* a tlb_roo_outside */
    bool bake_normals;
    tlb_optional_real nff_version;

    /* How a scene is written: bitmaps */
    const char *like;                /* the bitmap that a picture replaces */
    tlb_optional_integer mips;       /* levels to write */
    tlb_optional_integer attributes; /* bits of TLB_PBMP_ */
    tlb_optional_integer shrink;     /* pixels that are 1/64 of a square */

    /* IQM */
    tlb_optional_real scale;
    tlb_vec3 rotate; /* degrees, about x, then y, then z */
    tlb_vec3 translate;
    bool joints; /* also where there is no mesh */
    tlb_clip_options clip;
    const tlb_merge_options *merges;
    size_t merge_count;

    /* rendered pictures */
    tlb_view_option view;
    tlb_size_option size; /* 1024 x 768 */
    tlb_color_option background;
    const char *sequence;   /* which animation `time` means */
    tlb_optional_real time; /* seconds */
    bool wireframe;
    tlb_optional_integer turntable; /* pictures from all around */
    tlb_optional_real light_floor;  /* how bright baked light is where it is dark, 0 to 1 */

    /* glTF */
    tlb_lit light;
    tlb_light_detail light_detail;
    tlb_switch rig; /* moving parts become one mesh on a skeleton; yes by default */
    tlb_placeholder placeholder;
    bool page; /* everything as it is, for a page that hides and lights for itself */
} tlb_convert_options;

#define TLB_CONVERT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        .struct_size = sizeof(tlb_convert_options)                                                           \
    }

/* --- tables ------------------------------------------------------------------------------------------ */

typedef enum tlb_option_kind {
    TLB_OPTION_FLAG,    /* bool */
    TLB_OPTION_TEXT,    /* const char * */
    TLB_OPTION_INTEGER, /* tlb_optional_integer */
    TLB_OPTION_BITS,    /* the same, of words with commas between them */
    TLB_OPTION_REAL,    /* tlb_optional_real */
    TLB_OPTION_WORD,    /* an enum or int */
    TLB_OPTION_VECTOR,  /* tlb_vec3: X,Y,Z */
    TLB_OPTION_SIZE,    /* tlb_size_option: WxH */
    TLB_OPTION_COLOR,   /* tlb_color_option: #rrggbb, #rrggbbaa or transparent */
    TLB_OPTION_VIEW,    /* tlb_view_option */
    TLB_OPTION_MERGE    /* a path: one more of `merges`; options of clips that follow are for it */
} tlb_option_kind;

typedef struct tlb_option_word {
    const char *name;
    int64_t value;
} tlb_option_word;

/* An option that a format uses. Formats that give one of the same name mean the same member. */
struct tlb_option_info {
    const char *name, *argument; /* "light-time", "SECONDS"; argument NULL: a flag */
    const char *help;
    unsigned abilities; /* what it is for: TLB_CAN_EXPORT_SCENE, _IMPORT_SCENE, _CONVERT_VERSION */
    tlb_option_kind kind;
    size_t offset;                /* of the member in tlb_convert_options */
    double least, most;           /* of INTEGER and REAL */
    const tlb_option_word *words; /* of WORD and BITS, and that INTEGER takes besides; NULL name at the end */
};

/* The first of the library's formats' options of this name; NULL: none has one. */
TLB_API const tlb_option_info *tlb_option_find(const char *name);
/* Sets the option's member as a command line gives it; of a flag `text` is not looked at. What needs memory
 * is in `arena`; texts are borrowed. TLB_ARGUMENT, and BAD_OPTION reported: it is no such value; nothing is
 * changed then. */
TLB_API tlb_status tlb_option_parse(tlb_context *context, tlb_arena *arena, const tlb_option_info *option,
                                    const char *text, tlb_convert_options *options);

#ifdef __cplusplus
}
#endif
#endif
