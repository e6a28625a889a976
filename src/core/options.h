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
#define TLB_OPTION_LIGHT_FLOOR                                                                               \
    {                                                                                                        \
        "light-floor", "A",                                                                                  \
            "minimum brightness of baked light, 0 (as in the engine) to 1 (default: higher in dark scenes)", \
            TLB_SETS(REAL, light_floor, TLB_CAN_IMPORT_SCENE), .most = 1                                     \
    }

extern const tlb_option_word tlb_words_lod[], tlb_words_switch[];

/* The caller's options as this library's own, with what they leave out; NULL: the defaults. TLB_ARGUMENT, and
 * reported: they have no size, set what this library does not know, or one has a value that it may not have.
 */
tlb_status tlb_options_take(tlb_context *context, const tlb_convert_options *given,
                            tlb_convert_options *options);

/* Whether a member's value is one that the option may have, and in words what it may be. */
enum { TLB_OPTION_EXPECTED = 256 };
bool tlb_option_is_valid(const tlb_option_info *option, const void *member);
void tlb_option_expected(const tlb_option_info *option, char text[TLB_OPTION_EXPECTED]);

/* Whether any option of the format that is for one of these abilities is set. */
bool tlb_options_any(const tlb_convert_options *options, const tlb_format_info *format, unsigned abilities);

/* Whether the value, where it is set, lies from `least` to `most`, which the document gives; else BAD_OPTION
 * is reported. */
bool tlb_option_is_within(tlb_context *context, const char *name, tlb_optional_integer option, int64_t least,
                          int64_t most);

/* Reports the options that are set and that neither format uses. */
void tlb_options_report_unused(tlb_context *context, const tlb_convert_options *options,
                               const tlb_format_info *from, unsigned from_abilities,
                               const tlb_format_info *target);

#endif
