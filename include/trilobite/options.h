/* Options of conversions, and each format's table of them, from which a command line, a dialog or a manual
 * can be made.
 *
 * A member that is left zero, as TLB_CONVERT_OPTIONS_INIT sets it, means the default. Texts must stay valid
 * until the call that takes the options returns. The table of a format (tlb_format_info.options) lists the
 * members that it uses; a member that is set and that neither side of a conversion uses is reported as
 * OPTION_UNUSED. */
#ifndef TRILOBITE_OPTIONS_H
#define TRILOBITE_OPTIONS_H

#include "trilobite/assets.h"
#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of which 0 is a valid value. */
typedef struct tlb_optional_integer {
    bool is_set;
    int64_t value;
} tlb_optional_integer;

typedef struct tlb_optional_real {
    bool is_set;
    double value;
} tlb_optional_real;

typedef enum tlb_switch { TLB_SWITCH_DEFAULT, TLB_SWITCH_NO, TLB_SWITCH_YES } tlb_switch;

/* Where baked light goes in glTF, and which light is baked into levels that are compiled. */
typedef enum tlb_baked_light {
    TLB_BAKED_DEFAULT, /* TLB_BAKED_VERTEX, or TLB_BAKED_LAMPS */
    TLB_BAKED_VERTEX,  /* glTF: in the colors of vertices */
    TLB_BAKED_NONE,
    TLB_BAKED_MAP,   /* glTF: as textures on UV set 1 */
    TLB_BAKED_ATLAS, /* glTF: with the textures in one picture */
    TLB_BAKED_LAMPS, /* levels: the lamps' */
    TLB_BAKED_SUN    /* levels: the lamps' and the sun's */
} tlb_baked_light;

typedef enum tlb_light_detail {
    TLB_DETAIL_DEFAULT, /* TLB_DETAIL_MODEL */
    TLB_DETAIL_FINE,    /* baked light in vertex colors on smaller triangles */
    TLB_DETAIL_MODEL    /* on the triangles of the model */
} tlb_light_detail;

/* For textures that were not found. */
typedef enum tlb_placeholder {
    TLB_PLACEHOLDER_DEFAULT, /* TLB_PLACEHOLDER_IMAGE */
    TLB_PLACEHOLDER_URI,     /* the file that is not there */
    TLB_PLACEHOLDER_IMAGE    /* a gray image */
} tlb_placeholder;

typedef enum tlb_stored_pictures {
    TLB_PICTURES_NONE, /* the model */
    TLB_PICTURES_PREVIEW,
    TLB_PICTURES_LIGHT,    /* light maps */
    TLB_PICTURES_DIRECTION /* direction maps */
} tlb_stored_pictures;

typedef enum tlb_view_kind {
    TLB_VIEW_DEFAULT, /* three-quarter; front for flat upright scenes */
    TLB_VIEW_THREE_QUARTER,
    TLB_VIEW_FRONT,
    TLB_VIEW_BACK,
    TLB_VIEW_LEFT,
    TLB_VIEW_RIGHT,
    TLB_VIEW_TOP,
    TLB_VIEW_FILE,   /* the viewpoint stored in the file */
    TLB_VIEW_INSIDE, /* from inside, where most is visible */
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

/* Changes to the only animation of a file. */
typedef struct tlb_clip_options {
    const char *name;                /* its new name */
    tlb_optional_real fps;           /* frames per second */
    bool loop;                       /* it loops, whatever the file has */
    tlb_optional_integer start, end; /* frames from 0; a negative end counts from the last, -1 */
} tlb_clip_options;

/* A file whose meshes and animations are added. */
typedef struct tlb_merge_options {
    const char *path;
    tlb_clip_options clip;
} tlb_merge_options;

enum { TLB_LOD_ALL = -1 };

/* Start from TLB_CONVERT_OPTIONS_INIT. A struct of zeros is all defaults. Members are only ever added at the
 * end. */
typedef struct tlb_convert_options {
    size_t struct_size; /* sizeof(tlb_convert_options); 0: no member is set */
    tlb_assets *assets; /* NULL: files beside the document; none for a document from memory */

    /* Export to a scene */
    tlb_optional_integer lod;     /* level of detail, 0 the finest, or TLB_LOD_ALL */
    bool collision;               /* hulls, null and link surfaces, collision details */
    bool zones;                   /* zones, portals, triggers, sectors, empty leaves */
    bool editor;                  /* the editor's walls and things, the server's grids */
    bool automap;                 /* the map drawn by the game client instead of the model */
    tlb_switch flips;             /* animate textures that change over time; default: yes */
    const char *state;            /* of an interior, by name or index */
    const char *light_state;      /* likewise */
    const char *mission_lighting; /* by number */
    tlb_optional_real light_time; /* seconds since the start of the animated lights */
    bool lights;                  /* a point light for each animated light */
    bool alarm;                   /* the light maps of the alarm state */
    tlb_stored_pictures pictures; /* instead of the model */
    const char *palette;          /* path of a file with the palette for indexed pictures */
    tlb_optional_integer palette_index;
    tlb_optional_integer index; /* position of a palette in its file, from 0 */
    tlb_optional_integer mip;   /* mip level, 0 the largest */

    /* Version to write */
    tlb_optional_integer dif_version; /* 0 to TLB_DIF_LAST_VERSION */
    tlb_optional_integer dif_family;  /* a tlb_dif_family */
    int roo_version;                  /* a tlb_roo_target */
    bool encrypt, decrypt, rebuild;
    int outside; /* a tlb_roo_outside */
    bool bake_normals;
    tlb_optional_real nff_version;

    /* Import from a scene: bitmaps */
    const char *like;                /* path of the bitmap or shape to replace */
    tlb_optional_integer mips;       /* mip levels to write */
    tlb_optional_integer attributes; /* bits of TLB_PBMP_ */
    tlb_optional_integer shrink;     /* pixels per 1/64 of a room square */

    /* IQM */
    tlb_optional_real scale;
    tlb_vec3 rotate; /* degrees, about x, then y, then z */
    tlb_vec3 translate;
    bool joints; /* write joints even without meshes */
    tlb_clip_options clip;
    const tlb_merge_options *merges;
    size_t merge_count;

    /* rendered pictures */
    tlb_view_option view;
    tlb_size_option size; /* default: 1024 x 768 */
    tlb_color_option background;
    const char *sequence;   /* name of the animation for `time`, or to replace in `like` */
    tlb_optional_real time; /* seconds */
    bool wireframe;
    tlb_optional_integer turntable; /* number of pictures from all around */
    tlb_optional_real light_floor;  /* minimum brightness of baked light, 0 to 1 */

    /* glTF */
    tlb_baked_light light;
    tlb_light_detail light_detail;
    tlb_switch rig; /* moving parts become one mesh on a skeleton; default: yes */
    tlb_placeholder placeholder;
    bool page;     /* keep everything, for a page that hides and lights by itself */
    bool editable; /* for editing and converting back: everything as in the file, no light, no rig */

    /* Darkstar shapes */
    tlb_switch bitmaps; /* write the textures beside the shape; default: yes */

    /* rendered pictures */
    struct tlb_renderer *renderer; /* that draws them (render.h); NULL: one for this conversion alone */

    /* Levels */
    tlb_size_option texture_size; /* pixels of textures whose images were not found */
    tlb_vec3 sun;                 /* the direction to it, in the axes of the level; default: 1, 1, 2 */
    tlb_color_option sun_color;   /* default: white */
    tlb_color_option ambient;     /* light that is everywhere; default: black */

    /* Terrains */
    tlb_optional_integer terrain_step; /* squares a side that are drawn as one; default: 1 */
} tlb_convert_options;

#ifdef __cplusplus
#define TLB_CONVERT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        sizeof(tlb_convert_options)                                                                          \
    }
#else
#define TLB_CONVERT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        .struct_size = sizeof(tlb_convert_options)                                                           \
    }
#endif

/* --- tables ------------------------------------------------------------------------------------------ */

typedef enum tlb_option_kind {
    TLB_OPTION_FLAG,    /* bool */
    TLB_OPTION_TEXT,    /* const char * */
    TLB_OPTION_INTEGER, /* tlb_optional_integer */
    TLB_OPTION_BITS,    /* the same, of words separated by commas */
    TLB_OPTION_REAL,    /* tlb_optional_real */
    TLB_OPTION_WORD,    /* an enum or int */
    TLB_OPTION_VECTOR,  /* tlb_vec3: X,Y,Z */
    TLB_OPTION_SIZE,    /* tlb_size_option: WxH */
    TLB_OPTION_COLOR,   /* tlb_color_option: #rrggbb, #rrggbbaa or transparent */
    TLB_OPTION_VIEW,    /* tlb_view_option */
    TLB_OPTION_MERGE    /* a path, added to `merges`; later options of clips apply to it */
} tlb_option_kind;

typedef struct tlb_option_word {
    const char *name;
    int64_t value;
} tlb_option_word;

/* An option that a format uses. Options of the same name are the same member, with the same help. */
struct tlb_option_info {
    const char *name, *argument; /* "light-time", "SECONDS"; argument NULL: a flag */
    const char *help;
    unsigned abilities; /* that use it: TLB_CAN_EXPORT_SCENE, _IMPORT_SCENE, _CONVERT_VERSION */
    tlb_option_kind kind;
    size_t offset;                /* of the member in tlb_convert_options */
    double least, most;           /* of INTEGER and REAL */
    const tlb_option_word *words; /* of WORD and BITS, additional values of INTEGER; ends with a NULL name */
};

/* The option of this name in the library's formats, NULL if there is none. */
TLB_API const tlb_option_info *tlb_option_find(const char *name);
/* Parses a value as given on a command line and sets the option's member; flags ignore `text`. Memory comes
 * from `arena`; texts are borrowed. TLB_ARGUMENT, with BAD_OPTION reported and `options` unchanged: the value
 * is invalid. TLB_NO_MEMORY. */
TLB_API tlb_status tlb_option_parse(tlb_context *context, tlb_arena *arena, const tlb_option_info *option,
                                    const char *text, tlb_convert_options *options);

#ifdef __cplusplus
}
#endif
#endif
