/* The options of a conversion, by the tables that formats give (trilobite/options.h). */
#ifndef TLB_CORE_OPTIONS_H
#define TLB_CORE_OPTIONS_H

#include "base/context.h"
#include "trilobite/convert.h"

/* The rest of a row: {"alarm", NULL, "use the light maps of the alarm state", TLB_SETS(FLAG, alarm, ...)} */
#define TLB_SETS(kind_, member_, abilities_)                                                                 \
    .abilities = (abilities_), .kind = TLB_OPTION_##kind_, .offset = offsetof(tlb_convert_options, member_)

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
#define TLB_OPTION_LIGHT_TIME                                                                                \
    {                                                                                                        \
        "light-time", "SECONDS", "add the animated lights as they are SECONDS after their start",            \
            TLB_SETS(REAL, light_time, TLB_CAN_EXPORT_SCENE), .most = 1e6                                    \
    }
#define TLB_OPTION_LIGHTS                                                                                    \
    {                                                                                                        \
        "lights", NULL, "add a point light for each animated light, at its approximate position",            \
            TLB_SETS(FLAG, lights, TLB_CAN_EXPORT_SCENE)                                                     \
    }
#define TLB_OPTION_REBUILD                                                                                   \
    {                                                                                                        \
        "rebuild", NULL,                                                                                     \
            "rebuild what is derived: a room's BSP tree, walls, slopes and grids; an interior's planes, "    \
            "hulls, bins, lists and BSP tree",                                                               \
            TLB_SETS(FLAG, rebuild, TLB_CAN_CONVERT_VERSION)                                                 \
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
/* Light that is baked into levels. */
#define TLB_OPTIONS_SUN                                                                                      \
    {"sun", "X,Y,Z", "direction to the sun of --light sun, in the axes of the level (default: 1,1,2)",       \
     TLB_SETS(VECTOR, sun, TLB_CAN_IMPORT_SCENE)},                                                           \
        {"sun-color", "#RRGGBB", "its color (default: #ffffff)",                                             \
         TLB_SETS(COLOR, sun_color, TLB_CAN_IMPORT_SCENE)},                                                  \
    {                                                                                                        \
        "ambient", "#RRGGBB", "light that is everywhere in a compiled level (default: #000000)",             \
            TLB_SETS(COLOR, ambient, TLB_CAN_IMPORT_SCENE)                                                   \
    }
#define TLB_OPTION_LIKE                                                                                      \
    {                                                                                                        \
        "like", "FILE",                                                                                      \
            "file to replace: a bitmap's palette index, attributes, mip levels and unchanged pixels are "    \
            "kept, or a shape's nodes, sequences, details and materials",                                    \
            TLB_SETS(TEXT, like, TLB_CAN_IMPORT_SCENE)                                                       \
    }
#define TLB_OPTION_SEQUENCE                                                                                  \
    {                                                                                                        \
        "sequence", "NAME",                                                                                  \
            "animation for --time (default: the first), or to replace in the shape of --like",               \
            TLB_SETS(TEXT, sequence, TLB_CAN_IMPORT_SCENE)                                                   \
    }

extern const tlb_option_word tlb_words_lod[], tlb_words_switch[], tlb_words_light[];

/* The caller's options as this library's own, with what they leave out; NULL: the defaults. TLB_ARGUMENT, and
 * reported: they have no size, set what this library does not know, or one has a value that it may not have.
 */
tlb_status tlb_options_take(tlb_context *context, const tlb_convert_options *given,
                            tlb_convert_options *options);

/* Whether a member's value is one that the option may have, and in words what it may be. */
enum { TLB_OPTION_EXPECTED = 256 };
bool tlb_option_is_valid(const tlb_option_info *option, const void *member);
void tlb_option_expected(const tlb_option_info *option, char text[TLB_OPTION_EXPECTED]);

/* Reports BAD_OPTION about the option of this name; TLB_ARGUMENT. */
tlb_status tlb_refuse_option(tlb_context *context, const char *option, const char *format, ...)
    TLB_PRINTF(3, 4);

/* Whether any option of the format that is for one of these abilities is set. */
bool tlb_options_any(const tlb_convert_options *options, const tlb_format_info *format, unsigned abilities);

/* Whether the value, where it is set, lies from `least` to `most`, which the document gives; else BAD_OPTION
 * is reported. */
bool tlb_option_is_within(tlb_context *context, const char *name, tlb_optional_integer option, int64_t least,
                          int64_t most);

/* Whether `light`, where it is set, is a word for levels or else one for glTF; else BAD_OPTION is reported.
 */
bool tlb_option_light_is_for(tlb_context *context, const tlb_convert_options *options, bool levels);

/* Reports the options that are set and that neither format uses. */
void tlb_options_report_unused(tlb_context *context, const tlb_convert_options *options,
                               const tlb_format_info *from, unsigned from_abilities,
                               const tlb_format_info *target);

#endif
