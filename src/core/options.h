/* The options of a conversion, by the tables that formats give (trilobite/options.h). */
#ifndef TLB_CORE_OPTIONS_H
#define TLB_CORE_OPTIONS_H

#include "base/context.h"
#include "trilobite/convert.h"

/* The rest of a row, whose kind is checked against the member's type:
 * {"lights", NULL, "add a point light", TLB_SETS(FLAG, lights, TLB_CAN_EXPORT_SCENE)}
 * {"alarm", NULL, "use the alarm", TLB_SETS_FROM(tlb_dif_read_options, FLAG, alarm)} */
#define TLB_SETS(kind_, member_, abilities_)                                                                 \
    TLB_SETS_IN(COMMON, tlb_convert_options, kind_, member_, abilities_)
#define TLB_SETS_FROM(struct_, kind_, member_)                                                               \
    TLB_SETS_IN(FROM, struct_, kind_, member_, TLB_CAN_EXPORT_SCENE)
#define TLB_SETS_TO(struct_, kind_, member_, abilities_) TLB_SETS_IN(TO, struct_, kind_, member_, abilities_)
#define TLB_SETS_IN(place_, struct_, kind_, member_, abilities_)                                             \
    .abilities = (abilities_), .kind = TLB_KIND_##kind_(((const struct_ *)NULL)->member_),                   \
    .place = TLB_OPTION_IN_##place_, .offset = offsetof(struct_, member_)
#define TLB_KIND_FLAG(member_)    _Generic((member_), bool : TLB_OPTION_FLAG)
#define TLB_KIND_TEXT(member_)    _Generic((member_), const char * : TLB_OPTION_TEXT)
#define TLB_KIND_INTEGER(member_) _Generic((member_), tlb_optional_integer : TLB_OPTION_INTEGER)
#define TLB_KIND_BITS(member_)    _Generic((member_), tlb_optional_integer : TLB_OPTION_BITS)
#define TLB_KIND_REAL(member_)    _Generic((member_), tlb_optional_real : TLB_OPTION_REAL)
#define TLB_KIND_WORD(member_)    _Generic((member_), int : TLB_OPTION_WORD, unsigned : TLB_OPTION_WORD)
#define TLB_KIND_VECTOR(member_)  _Generic((member_), const float * : TLB_OPTION_VECTOR)
#define TLB_KIND_SIZE(member_)    _Generic((member_), tlb_size_option : TLB_OPTION_SIZE)
#define TLB_KIND_COLOR(member_)   _Generic((member_), tlb_color_option : TLB_OPTION_COLOR)
#define TLB_KIND_VIEW(member_)    _Generic((member_), tlb_view_option : TLB_OPTION_VIEW)
#define TLB_KIND_MERGE(member_)   _Generic((member_), tlb_merge_list : TLB_OPTION_MERGE)

/* tlb_format_info.read_options, write_options */
#define TLB_OPTIONS_TYPE(struct_)                                                                            \
    {                                                                                                        \
        .name = #struct_, .size = sizeof(struct_)                                                            \
    }

/* Rows that formats share. */
#define TLB_OPTION_LOD                                                                                       \
    {                                                                                                        \
        "lod", "N|all", "level of detail to convert, 0 the finest, or all",                                  \
            TLB_SETS(INTEGER, lod, TLB_CAN_EXPORT_SCENE), .most = INT32_MAX, .words = tlb_words_lod          \
    }
#define TLB_OPTION_COLLISION(abilities)                                                                      \
    {                                                                                                        \
        "collision", NULL, "add what is never drawn: hulls, null and link surfaces, collision details",      \
            TLB_SETS(FLAG, collision, (abilities))                                                           \
    }
#define TLB_OPTION_ZONES(abilities)                                                                          \
    {                                                                                                        \
        "zones", NULL, "add zones, portals, triggers, sectors and empty BSP leaves",                         \
            TLB_SETS(FLAG, zones, (abilities))                                                               \
    }
#define TLB_OPTION_FLIPS                                                                                     \
    {                                                                                                        \
        "flips", "yes|no", "animate textures that change over time, as nodes shown in turn (default: yes)",  \
            TLB_SETS(WORD, flips, TLB_CAN_EXPORT_SCENE), .words = tlb_words_switch                           \
    }
#define TLB_OPTION_FACE_CULL                                                                                 \
    {                                                                                                        \
        "face-cull", NULL, "leave out faces that are seen from no open leaf or sector",                      \
            TLB_SETS(FLAG, face_cull, TLB_CAN_EXPORT_SCENE)                                                  \
    }
#define TLB_OPTION_LIGHT_TIME                                                                                \
    {                                                                                                        \
        "light-time", "SECONDS", "add the animated lights as they are SECONDS after their start",            \
            TLB_SETS(REAL, light_time, TLB_CAN_EXPORT_SCENE), .most = 1e6                                    \
    }
#define TLB_OPTION_LIGHTS                                                                                    \
    {                                                                                                        \
        "lights", NULL,                                                                                      \
            "add the sun, and a point light for each animated light, at its approximate position",           \
            TLB_SETS(FLAG, lights, TLB_CAN_EXPORT_SCENE)                                                     \
    }
#define TLB_OPTION_TEXTURE_SIZE                                                                              \
    {                                                                                                        \
        "texture-size", "WxH",                                                                               \
            "size in pixels of the textures of a level whose images are not found: texture coordinates "     \
            "depend on it",                                                                                  \
            TLB_SETS(SIZE, texture_size, TLB_CAN_EXPORT_SCENE)                                               \
    }
#define TLB_OPTION_LIGHT_FLOOR                                                                               \
    {                                                                                                        \
        "light-floor", "A",                                                                                  \
            "minimum brightness of baked light, 0 (as in the engine) to 1 (default: higher in dark scenes)", \
            TLB_SETS(REAL, light_floor, TLB_CAN_IMPORT_SCENE), .most = 1                                     \
    }
#define TLB_OPTION_LIGHT                                                                                     \
    {                                                                                                        \
        "light", "vertex|atlas|map|none|lamps|sun",                                                          \
            "baked light: vertex (in vertex colors), atlas (merged into textures), map (as textures of its " \
            "own) or none (default: vertex); of levels compiled to interiors: none, lamps or sun (and "      \
            "lamps; default: lamps)",                                                                        \
            TLB_SETS(WORD, light, TLB_CAN_IMPORT_SCENE), .words = tlb_words_light                            \
    }
/* Of models whose textures can be written beside them. */
#define TLB_OPTION_BITMAPS(struct_)                                                                          \
    {                                                                                                        \
        "bitmaps", "yes|no", "write the textures beside the model (default: yes)",                           \
            TLB_SETS_TO(struct_, WORD, bitmaps, TLB_CAN_IMPORT_SCENE), .words = tlb_words_switch             \
    }
/* Of a member that is a tlb_sun_options. */
#define TLB_OPTIONS_SUN(struct_, member_)                                                                    \
    {"sun", "X,Y,Z", "direction to the sun, where it is baked, in the axes of the level (default: 1,1,2)",   \
     TLB_SETS_TO(struct_, VECTOR, member_.direction, TLB_CAN_IMPORT_SCENE)},                                 \
        {"sun-color", "#RRGGBB", "its color (default: #ffffff)",                                             \
         TLB_SETS_TO(struct_, COLOR, member_.color, TLB_CAN_IMPORT_SCENE)},                                  \
    {                                                                                                        \
        "ambient", "#RRGGBB", "light that is everywhere in a compiled level (default: #000000)",             \
            TLB_SETS_TO(struct_, COLOR, member_.ambient, TLB_CAN_IMPORT_SCENE)                               \
    }

/* Name, argument and help of options that are members of several formats' own structs:
 * {TLB_OPTION_REBUILD, TLB_SETS_TO(tlb_dif_write_options, FLAG, rebuild, TLB_CAN_CONVERT_VERSION)} */
#define TLB_OPTION_REBUILD                                                                                   \
    "rebuild", NULL,                                                                                         \
        "rebuild what is derived: a room's BSP tree, walls, slopes and grids; an interior's planes, hulls, " \
        "bins, lists and BSP tree"
#define TLB_OPTION_LIKE                                                                                      \
    "like", "FILE",                                                                                          \
        "file to replace: a bitmap's palette index, attributes, mip levels and unchanged pixels are kept, "  \
        "a shape's nodes, sequences, details and materials, or of a terrain all but the heights"
#define TLB_OPTION_SEQUENCE                                                                                  \
    "sequence", "NAME",                                                                                      \
        "animation that is drawn (default: the first), or that is replaced in the shape given by like"
#define TLB_OPTION_TERRAIN_STEP                                                                              \
    "terrain-step", "N", "squares of a terrain, a side, that are drawn as one: 1, 2, 4 and so on"
#define TLB_OPTION_HEIGHT_MAP                                                                                \
    "height-map", NULL, "convert the heights to a picture: 16 bits of gray, north at the top"
#define TLB_OPTION_SCALE           "scale", "N", "scale everything by N"
#define TLB_OPTION_SIZE_OF_PICTURE "size", "WxH", "size of the picture in pixels (default: 1024x768)"

extern const tlb_option_word tlb_words_lod[], tlb_words_switch[], tlb_words_light[];

/* --- a conversion's ------------------------------------------------------------------------------------ */

/* The options of a format, whatever it is: all structs of them fit. */
typedef union tlb_own_options {
    tlb_format_options head;
    _Alignas(int64_t) uint8_t bytes[256];
} tlb_own_options;

/* The options of a conversion. */
typedef struct tlb_chosen_options {
    tlb_convert_options common;
    tlb_own_options from, to;
    const tlb_format_info *source, *target; /* whose they are; NULL: there is none */
} tlb_chosen_options;

/* The caller's options as this library's own structs, with what they leave out; NULL: the defaults.
 * TLB_ARGUMENT, and reported: they have no size, set what this library does not know, are not of these
 * formats, or one has a value that it may not have. */
tlb_status tlb_options_choose(tlb_context *context, const tlb_convert_options *given,
                              const tlb_format_info *source, const tlb_format_info *target,
                              tlb_chosen_options *chosen);

/* Reports BAD_OPTION about the option of this name; TLB_ARGUMENT. */
tlb_status tlb_refuse_option(tlb_context *context, const char *option, const char *format, ...)
    TLB_PRINTF(3, 4);

/* Whether any option of the target that is for one of these abilities is set. */
bool tlb_options_any(const tlb_chosen_options *chosen, unsigned abilities);

/* A tlb_format.scene_defaults: all levels of detail, unless one is chosen. */
void tlb_options_take_levels(const void *to, tlb_convert_options *options);

/* Reports the options that are set and that neither format uses, for these abilities of each. */
void tlb_options_report_unused(tlb_context *context, const tlb_chosen_options *chosen,
                               unsigned source_abilities, unsigned target_abilities);

/* Whether the value, where it is set, lies from `least` to `most`, which the document gives; else BAD_OPTION
 * is reported. */
bool tlb_option_is_within(tlb_context *context, const char *name, tlb_optional_integer option, int64_t least,
                          int64_t most);

/* --- values -------------------------------------------------------------------------------------------- */

/* A place in the tables of all formats; all zero: before the first row. */
typedef struct tlb_option_rows {
    const tlb_format_info *format; /* whose row it is */
    const tlb_option_info *option; /* NULL: after the last */
    size_t next_format, next_row;
} tlb_option_rows;

/* Goes to the next row of all; false: there is none. */
bool tlb_option_next(const tlb_context *context, tlb_option_rows *at);
/* Formats may have a table in common. */
bool tlb_option_same_row(const tlb_option_rows *a, const tlb_option_rows *b);

/* The type of the struct that the row's member is in; name NULL: it is tlb_convert_options. */
tlb_options_type tlb_option_type(const tlb_option_rows *row);
bool tlb_options_same_type(tlb_options_type a, tlb_options_type b);

/* Of "merge" itself and of an option of clips: the row of the list in the same struct; NULL: it is for none.
 */
const tlb_option_info *tlb_option_merge_row(const tlb_option_rows *row);

/* Of a member. */
bool tlb_option_is_set(const tlb_option_info *option, const void *member);
bool tlb_option_is_valid(const tlb_option_info *option, const void *member);
/* What it may be, in words. */
enum { TLB_OPTION_EXPECTED = 256 };
void tlb_option_expected(const tlb_option_info *option, char text[TLB_OPTION_EXPECTED]);

/* A member of any kind but MERGE. */
typedef union tlb_option_value {
    bool flag;
    const char *text;
    tlb_optional_integer integer;
    tlb_optional_real real;
    int word;
    tlb_vec3 vector;
    tlb_size_option size;
    tlb_color_option color;
    tlb_view_option view;
} tlb_option_value;

/* As tlb_options_create, but in this arena, as long as that lives. */
tlb_options *tlb_options_make(tlb_context *context, tlb_arena *arena);

/* option_parse.c: a value from text; of MERGE the path. False: it is no such value. */
bool tlb_option_parse(const tlb_option_info *option, const char *text, tlb_option_value *value);
size_t tlb_option_size(tlb_option_kind kind);

#endif
