/* The BGF format as the registry knows it. */
#include "formats/meridian/bgf/bgf.h"

#include "writers/obstacles.h"

static const char *const extensions[] = {"bgf", NULL};

static const tlb_option_info options[] = {
    {"map-texture", NULL,
     "turn bitmaps upright and shrink them to a pixel for each 1/64 of a room square, as editors of maps "
     "show "
     "textures",
     TLB_SETS_FROM(tlb_bgf_read_options, FLAG, map_texture)},
    BGF_OPTION_SHRINK,
    {0},
};

const tlb_format tlb_format_bgf = {
    .info = {.name = "bgf",
             .title = "Meridian 59 bitmaps",
             .family = "meridian",
             .versions = "9, 10",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(BGF_SIGNATURE)),
             .abilities =
                 TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_bgf_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_bgf_write_options),
             .minimal = TLB_JSON({
                 "format" : "bgf",
                 "maxIndices" : 1,
                 "shrink" : 1,
                 "bitmaps" : [ {"width" : 1, "height" : 1, "data" : "AA=="} ],
                 "groups" : [ {"indices" : [0]} ]
             })},
    .takes_pictures = true,
    .walk = tlb_bgf_walk,
    .update = tlb_bgf_update,
    .check = tlb_bgf_check,
    .describe = tlb_bgf_describe,
    .to_scene = tlb_bgf_to_scene,
    .obstacle = tlb_needs_images,
    .from_scene = tlb_bgf_from_scene,
};
