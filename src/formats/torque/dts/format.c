/* Torque's DTS as the registry knows it, and what a shape is at a glance. */
#include "formats/torque/dts/dts.h"

#include "writers/obstacles.h"

#include <float.h>

/* The second and third buffer begin with eight guards, counted up from 0. */
static bool has_guards(tlb_bytes source)
{
    enum { HEADER = 16, GUARDS = 8 };
    uint64_t words = source.size / 4 - HEADER / 4, sizeMem = tlb_get_le32(source.data + 4),
             start16 = tlb_get_le32(source.data + 8), start8 = tlb_get_le32(source.data + 12);
    if (start16 > start8 || start8 > sizeMem || sizeMem > words || 4 * (start8 - start16) < 2 * GUARDS ||
        4 * (sizeMem - start8) < GUARDS)
        return false;
    const uint8_t *halfwords = source.data + HEADER + 4 * start16, *bytes = source.data + HEADER + 4 * start8;
    for (uint32_t i = 0; i < GUARDS; i++)
        if (tlb_get_le16(halfwords + 2 * i) != i || bytes[i] != i)
            return false;
    return true;
}

static int probe(tlb_bytes source)
{
    enum { SURE = 95, POSSIBLE = 20, LEAST = 56 };
    if (source.size < LEAST || source.data[1] || source.data[0] < TLB_TORQUE_FIRST_VERSION ||
        source.data[0] > TLB_TORQUE_LAST_VERSION)
        return 0;
    return source.data[0] >= BUFFERS_VERSION && has_guards(source) ? SURE : POSSIBLE;
}

/* Of files with three buffers: version, the exporter's, sizes of less than 64 MB, nodes. Without an
 * exporter's, a small file begins as sequences do (.dsq), whose fourth number are letters. */
#define BEGINNING(version)                                                                                   \
    TLB_SIGNATURE(version "\0?????\0???\0???\0??\0\0"), TLB_SIGNATURE(version "\0\0\0?\0\0\0?\0\0\0?\0\0\0")

tlb_torque_shape *tlb_document_torque_dts(tlb_document *document)
{
    return document && document->format == &tlb_format_torque_dts ? document->root : NULL;
}

static const tlb_option_info options[] = {
    TLB_OPTION_LOD,
    TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE),
    {TLB_OPTION_SCALE, TLB_SETS_TO(tlb_torque_dts_write_options, REAL, scale, TLB_CAN_IMPORT_SCENE),
     .least = FLT_MIN, .most = FLT_MAX},
    TLB_OPTION_BITMAPS(tlb_torque_dts_write_options),
    {"dts-version", "N", "version of the shape to write, 24 to 26 (default: 24)",
     TLB_SETS_TO(tlb_torque_dts_write_options, INTEGER, version,
                 TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION),
     .least = 24, .most = 26},
    {0},
};

const tlb_format tlb_format_torque_dts = {
    .info = {.name = "torque-dts",
             .title = "Torque shape",
             .family = "torque",
             .versions = "18 to 28",
             .extensions = (const char *const[]){"dts", NULL},
             .signatures =
                 TLB_SIGNATURES(BEGINNING("\x13"), BEGINNING("\x14"), BEGINNING("\x15"), BEGINNING("\x16"),
                                BEGINNING("\x17"), BEGINNING("\x18"), BEGINNING("\x19"), BEGINNING("\x1a"),
                                BEGINNING("\x1b"), BEGINNING("\x1c")),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_QUERY |
                          TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION,
             .options = options,
             .write_options = TLB_OPTIONS_TYPE(tlb_torque_dts_write_options),
             .queries = tlb_torque_dts_queries,
             .minimal = TLB_JSON({
                 "format" : "torque-dts",
                 "nodes" : [ {"nameIndex" : "base"} ],
                 "objects" : [ {"nameIndex" : "object", "numMeshes" : 1, "nodeIndex" : "base"} ],
                 "subShapeFirstNode" : [0],
                 "subShapeFirstObject" : [0],
                 "subShapeFirstDecal" : [0],
                 "subShapeNumNodes" : [1],
                 "subShapeNumObjects" : [1],
                 "subShapeNumDecals" : [0],
                 "defaultRotations" : [[ 0, 0, 0, 32767 ]],
                 "defaultTranslations" : [[ 0, 0, 0 ]],
                 "objectStates" : [ {"vis" : 1} ],
                 "details" : [ {"nameIndex" : "detail2", "size" : 2} ],
                 "meshes" : [ {"meshType" : 4} ],
                 "names" : [ "base", "object", "detail2" ]
             })},
    .probe = probe,
    .walk = tlb_torque_dts_walk,
    .update = tlb_torque_dts_update,
    .check = tlb_torque_dts_check,
    .describe = tlb_torque_dts_describe,
    .query = tlb_torque_dts_query,
    .to_scene = tlb_torque_dts_to_scene,
    .copies_meshes = true,
    .obstacle = tlb_needs_triangles_or_pictures,
    .from_scene = tlb_torque_dts_from_scene,
    .convert_version = tlb_torque_dts_convert_version,
};
