/* Options of conversions, and the tables of them, from which a command line, a dialog or a manual can be
 * made.
 *
 * What many formats use is in tlb_convert_options. What one format has of its own is in structs of its own
 * header: tlb_dif_read_options for a document that is converted, tlb_dif_write_options for a file that is
 * made. A conversion is given one of each:
 *
 *     tlb_dif_write_options dif = TLB_DIF_WRITE_OPTIONS_INIT;
 *     dif.version = (tlb_optional_integer){true, 3};
 *     tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
 *     options.to = &dif.head;
 *
 * All of them begin with their size. Members are only ever added at the end. A member that is zero means the
 * default; so do a struct of zeros, and a pointer to one that is NULL. Texts must stay valid until the call
 * that takes the options returns.
 *
 * tlb_options takes options by name instead, for whatever is converted to whatever.
 *
 * The table of a format (tlb_format_info.options) lists the members that it uses, in all three structs. A
 * member that is set and that neither side of a conversion uses is reported as OPTION_UNUSED. */
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
    tlb_optional_integer start, end; /* frames from 0; an end of -1 or -2 is the last */
} tlb_clip_options;

/* A file whose meshes and animations are added. */
typedef struct tlb_merge_options {
    const char *path;
    tlb_clip_options clip;
} tlb_merge_options;

typedef struct tlb_merge_list {
    const tlb_merge_options *data;
    size_t count;
} tlb_merge_list;

/* Light that is baked into levels besides that of their lamps. */
typedef struct tlb_sun_options {
    tlb_vec3 direction;       /* to it, in the axes of the level; default: 1, 1, 2 */
    tlb_color_option color;   /* default: white */
    tlb_color_option ambient; /* light that is everywhere; default: black */
} tlb_sun_options;

enum { TLB_LOD_ALL = -1 };

/* What the options of a format begin with; its type is checked against that of the format. A struct of zeros,
 * in which nothing can be checked, must be of the right one. */
typedef struct tlb_format_options {
    size_t struct_size; /* 0: no member is set */
    const char *type;   /* "tlb_dif_write_options" */
} tlb_format_options;

/* Start from TLB_CONVERT_OPTIONS_INIT. */
typedef struct tlb_convert_options {
    size_t struct_size;              /* sizeof(tlb_convert_options); 0: no member is set */
    tlb_assets *assets;              /* NULL: files beside the document; none for a document from memory */
    struct tlb_renderer *renderer;   /* that draws pictures (render.h); NULL: one for this conversion alone */
    const tlb_format_options *from;  /* the head of the options of the document's format; NULL: defaults */
    const tlb_format_options *to;    /* of the format that is written */
    const struct tlb_options *named; /* options of formats in place of a `from` or `to` that is NULL */
    tlb_optional_integer lod;        /* level of detail, 0 the finest, or TLB_LOD_ALL */
    bool collision;                  /* hulls, null and link surfaces, collision details */
    bool zones;                      /* zones, portals, triggers, sectors, empty leaves */
    tlb_switch flips;                /* animate textures that change over time; default: yes */
    tlb_optional_real light_time;    /* seconds since the start of the animated lights */
    bool lights;                     /* a point light for each animated light */
    const char *palette;             /* path of a file with the palette for indexed pictures */
    tlb_optional_integer palette_index;
    tlb_size_option texture_size; /* pixels of a level's textures whose images were not found */
    tlb_baked_light light;
    tlb_optional_real light_floor; /* minimum brightness of baked light, 0 to 1 */
    bool face_cull;                /* leave out faces that are seen from no open leaf or sector */
} tlb_convert_options;

#ifdef __cplusplus
#define TLB_CONVERT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        sizeof(tlb_convert_options)                                                                          \
    }
#define TLB_FORMAT_OPTIONS_INIT(type_)                                                                       \
    {                                                                                                        \
        {                                                                                                    \
            sizeof(type_), #type_                                                                            \
        }                                                                                                    \
    }
#else
#define TLB_CONVERT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        .struct_size = sizeof(tlb_convert_options)                                                           \
    }
#define TLB_FORMAT_OPTIONS_INIT(type_)                                                                       \
    {                                                                                                        \
        .head = { sizeof(type_), #type_ }                                                                    \
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
    TLB_OPTION_MERGE    /* a path, added to a tlb_merge_list; later options of clips apply to it */
} tlb_option_kind;

/* The struct that the member is in. */
typedef enum tlb_option_place {
    TLB_OPTION_IN_COMMON, /* tlb_convert_options */
    TLB_OPTION_IN_FROM,   /* tlb_format_info.read_options */
    TLB_OPTION_IN_TO      /* tlb_format_info.write_options */
} tlb_option_place;

typedef struct tlb_option_word {
    const char *name;
    int64_t value;
} tlb_option_word;

/* An option that a format uses. Options of the same name mean the same and have the same help. */
struct tlb_option_info {
    const char *name, *argument; /* "light-time", "SECONDS"; argument NULL: a flag */
    const char *help;
    unsigned abilities; /* that use it: TLB_CAN_EXPORT_SCENE, _IMPORT_SCENE, _CONVERT_VERSION */
    tlb_option_kind kind;
    tlb_option_place place;
    size_t offset;                /* of the member in its struct */
    size_t merged;                /* of clips: that in tlb_merge_options; else 0 */
    double least, most;           /* of INTEGER and REAL */
    const tlb_option_word *words; /* of WORD and BITS, additional values of INTEGER; ends with a NULL name */
};

/* The first option of this name in the library's formats, NULL if there is none: those of other formats
 * differ in nothing but abilities, place and offset. */
TLB_API const tlb_option_info *tlb_option_find(const char *name);

/* --- by name ------------------------------------------------------------------------------------------- */

/* Options by name and text, as a command line or a script has them, for conversions of any format to any:
 * each is a member of every struct that has an option of this name. */
typedef struct tlb_options tlb_options;

/* None is set. NULL: no memory. */
TLB_API tlb_options *tlb_options_create(tlb_context *context);
TLB_API void tlb_options_free(tlb_options *named);
/* Sets an option; what is said of "merge" and of clips (tlb_option_kind) depends on the order. `text` is
 * copied; flags ignore it, and take NULL. TLB_ARGUMENT, with BAD_OPTION reported and nothing changed: no
 * format has the option, or the value is invalid. TLB_NO_MEMORY. */
TLB_API tlb_status tlb_options_set(tlb_options *named, const char *name, const char *text);
/* What is set, with `named` in it: to be copied, given what has no name (assets …), and passed to a
 * conversion. It and its copies are valid until an option is set, or `named` is freed; until then conversions
 * of several threads may use them. */
TLB_API const tlb_convert_options *tlb_options_get(const tlb_options *named);
/* What is set of a format's options, by the type of their struct; NULL: no format has it.
 * TLB_OPTIONS_OF(named, tlb_dif_write_options) is a const tlb_dif_write_options *. */
TLB_API const tlb_format_options *tlb_options_of(const tlb_options *named, const char *type);
#define TLB_OPTIONS_OF(named_, type_) ((const type_ *)(const void *)tlb_options_of((named_), #type_))

#ifdef __cplusplus
}
#endif
#endif
