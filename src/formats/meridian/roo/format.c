/* The ROO format as the registry knows it, and what `info` shows of a room. */
#include "formats/meridian/roo/scene/scene.h"
#include "formats/meridian/udmf/udmf.h"
#include "trilobite/formats/roo_build.h"

#include <stdio.h>

/* --- info --------------------------------------------------------------------------------------------- */

/* Every bitmap number a room can name. */
enum { NUMBERS = UINT16_MAX + 1 };

static void add_textures(tlb_summary *summary, const uint8_t *used)
{
    for (uint32_t i = 1; i < NUMBERS; i++) {
        char name[sizeof "grd00000.bgf"];
        if (!used[i])
            continue;
        snprintf(name, sizeof name, "grd%05u.bgf", i % NUMBERS);
        tlb_summary_add_name(summary, &summary->textures, name, strlen(name));
    }
}

/* The bitmaps of all sidedefs and sectors. */
static tlb_status find_textures(tlb_document *document, const tlb_roo *x, tlb_summary *summary)
{
    tlb_status failure;
    uint8_t *used = tlb_allocate(document->context->account, NUMBERS, &failure);
    if (!used)
        return tlb_report_failure(document->context, failure);
    memset(used, 0, NUMBERS);
    for (uint32_t i = 0; i < x->sidedefs.count; i++) {
        const tlb_roo_sidedef *s = &x->sidedefs.data[i];
        used[s->normalBitmap] = used[s->aboveBitmap] = used[s->belowBitmap] = 1;
    }
    for (uint32_t i = 0; i < x->sectors.count; i++)
        used[x->sectors.data[i].floorBitmap] = used[x->sectors.data[i].ceilingBitmap] = 1;
    add_textures(summary, used);
    tlb_release(document->context->account, used, NUMBERS);
    return TLB_OK;
}

static void describe_counts(tlb_arena *arena, tlb_value *table, const tlb_roo *x)
{
    uint32_t leaves = 0, slopes = 0;
    for (uint32_t i = 0; i < x->nodes.count; i++)
        leaves += x->nodes.data[i].type == TLB_ROO_LEAF;
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        slopes += (x->sectors.data[i].flags & TLB_ROO_SECTOR_SLOPED_FLOOR) != 0;
        slopes += (x->sectors.data[i].flags & TLB_ROO_SECTOR_SLOPED_CEILING) != 0;
    }
    const struct {
        const char *name;
        uint32_t count;
    } rows[] = {{"nodes", x->nodes.count},
                {"leaves", leaves},
                {"clientWalls", x->clientWalls.count},
                {"editorWalls", x->editorWalls.count},
                {"sidedefs", x->sidedefs.count},
                {"sectors", x->sectors.count},
                {"slopes", slopes},
                {"things", x->things.count}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tlb_value_add_integer(arena, table, rows[i].name, rows[i].count);
}

static void describe_grids(tlb_arena *arena, tlb_value *table, const tlb_roo_server *s)
{
    tlb_value *list = tlb_value_add_list(arena, table, "grids");
    if (!s->present)
        return;
    tlb_value_add_text(arena, list, NULL, "moveGrid");
    tlb_value_add_text(arena, list, NULL, "flagGrid");
    if (s->hasMonsterGrid)
        tlb_value_add_text(arena, list, NULL, "monsterGrid");
    if (s->hasHiResGrid)
        tlb_value_add_text(arena, list, NULL, "hiResGrid");
}

static void add_corner(tlb_summary *summary, const double place[3])
{
    float point[3] = {(float)place[0], (float)place[1], (float)place[2]};
    tlb_box_add(&summary->bounds, point);
}

static void add_polygon(tlb_summary *summary, uint32_t corners)
{
    summary->vertices += corners;
    summary->triangles += corners - 2;
}

static void add_leaf(tlb_summary *summary, const tlb_roo *x, const tlb_roo_node *leaf)
{
    if (!leaf->sector || leaf->sector > x->sectors.count || !tlb_roo_leaf_has_shape(leaf))
        return;
    const tlb_roo_sector *sector = &x->sectors.data[leaf->sector - 1];
    for (int ceiling = 0; ceiling < 2; ceiling++) {
        roo_plane plane;
        if (!(ceiling ? sector->ceilingBitmap : sector->floorBitmap) ||
            !tlb_roo_plane_of(leaf, sector, ceiling, &plane) || !tlb_roo_plane_is_finite(&plane))
            continue;
        add_polygon(summary, leaf->points.count);
        for (uint32_t i = 0; i < leaf->points.count; i++) {
            double place[3];
            tlb_roo_plane_corner(&plane, i, place);
            add_corner(summary, place);
        }
    }
}

/* As if textures were repeated upwards: how high the others end depends on their size. */
static void add_wall(tlb_summary *summary, const tlb_roo *x, const tlb_roo_client_wall *wall)
{
    if (wall->start[0] == wall->end[0] && wall->start[1] == wall->end[1])
        return;
    for (int k = 0; k < 2 * ROO_PARTS; k++) {
        roo_side side;
        roo_part part = (roo_part)(k % ROO_PARTS);
        roo_spot corners[ROO_CORNERS];
        if (tlb_roo_side_of(x, wall, k / ROO_PARTS, &side) != ROO_SIDE ||
            !roo_part_bitmap(side.sidedef, part))
            continue;
        roo_span span = tlb_roo_part_seen(&side, part);
        uint32_t count = tlb_roo_span_corners(&span, INFINITY, corners);
        if (count)
            add_polygon(summary, count);
        for (uint32_t i = 0; i < count; i++) {
            double place[3];
            tlb_roo_spot_place(&side, &corners[i], place);
            add_corner(summary, place);
        }
    }
}

/* False without memory. */
static bool add_shapes(tlb_summary *summary, const tlb_roo *x)
{
    const uint8_t *outside = tlb_roo_find_outside(&summary->work, x);
    for (uint32_t i = 0; outside && i < x->nodes.count; i++)
        if (x->nodes.data[i].type == TLB_ROO_LEAF && !outside[i])
            add_leaf(summary, x, &x->nodes.data[i]);
    for (uint32_t i = 0; outside && i < x->clientWalls.count; i++)
        add_wall(summary, x, &x->clientWalls.data[i]);
    return outside != NULL;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    static const char *const encryptions[] = {"none", "password 10", "password 12"};
    const tlb_roo *x = document->root;
    tlb_arena *arena = &document->arena;
    summary->version = tlb_arena_printf(arena, "%u%s", (unsigned)x->version,
                                        x->version != 13          ? ""
                                        : x->dialect == TLB_ROO_O ? "o"
                                                                  : "m");
    tlb_value_add_text(arena, table, "encryption", encryptions[x->encryption]);
    tlb_value_add_bool(arena, table, "securityHolds", tlb_roo_security(x) == x->security);
    tlb_value_add_real(arena, table, "squaresWide", (double)x->width / TLB_ROO_SQUARE);
    tlb_value_add_real(arena, table, "squaresHigh", (double)x->height / TLB_ROO_SQUARE);
    if (x->hasRoomId)
        tlb_value_add_integer(arena, table, "roomId", x->roomId);
    describe_counts(arena, table, x);
    describe_grids(arena, table, &x->server);
    if (!add_shapes(summary, x))
        return tlb_report_memory(document->context, &summary->work);
    return find_textures(document, x, summary);
}

/* --- the format --------------------------------------------------------------------------------------- */

static const char *const extensions[] = {"roo", NULL};

static const tlb_option_word versions[] = {
    {"9", TLB_ROO_TO_9},   {"10", TLB_ROO_TO_10},   {"11", TLB_ROO_TO_11},
    {"12", TLB_ROO_TO_12}, {"13o", TLB_ROO_TO_13O}, {"13m", TLB_ROO_TO_13M},
    {"14", TLB_ROO_TO_14}, {"15", TLB_ROO_TO_15},   {NULL, 0}};
static const tlb_option_word outsides[] = {
    {"keep", TLB_ROO_OUTSIDE_KEEP}, {"drop", TLB_ROO_OUTSIDE_DROP}, {NULL, 0}};

static const tlb_option_info options[] = {
    {"editor", NULL, "add the editor's walls and things, and the server's grids",
     TLB_SETS_FROM(tlb_roo_read_options, FLAG, editor)},
    {"kod", "FOLDER",
     "add the objects and exits that the server's programs (.kod) in FOLDER place in the room",
     TLB_SETS_FROM(tlb_roo_read_options, TEXT, kod)},
    TLB_OPTION_ZONES(TLB_CAN_EXPORT_SCENE),
    TLB_OPTION_FLIPS,
    TLB_OPTION_FACE_CULL,
    ROO_AUTOMAP_OPTION(TLB_CAN_EXPORT_SCENE),
    {TLB_OPTION_SIZE_OF_PICTURE, TLB_SETS_FROM(tlb_roo_read_options, SIZE, size)},
    {"roo-version", "N", "room version to write: 9 to 12, 13o (OpenMeridian), 13m (official), 14 or 15",
     TLB_SETS_TO(tlb_roo_write_options, WORD, version, TLB_CAN_CONVERT_VERSION), .words = versions},
    {"encrypt", NULL, "write encrypted",
     TLB_SETS_TO(tlb_roo_write_options, FLAG, encrypt, TLB_CAN_CONVERT_VERSION)},
    {"decrypt", NULL, "write unencrypted",
     TLB_SETS_TO(tlb_roo_write_options, FLAG, decrypt, TLB_CAN_CONVERT_VERSION)},
    {TLB_OPTION_REBUILD, TLB_SETS_TO(tlb_roo_write_options, FLAG, rebuild, TLB_CAN_CONVERT_VERSION)},
    {"outside", "keep|drop",
     "keep or drop leaves outside every sector when rebuilding (default: keep existing ones up to version "
     "13o)",
     TLB_SETS_TO(tlb_roo_write_options, WORD, outside, TLB_CAN_CONVERT_VERSION), .words = outsides},
    {0},
};

static tlb_status update(tlb_document *document)
{
    return tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_AS_IT_WAS);
}

const tlb_format tlb_format_roo = {
    .info = {.name = "roo",
             .title = "Meridian 59 room",
             .family = "meridian",
             .versions = "9 to 15, both kinds of 13, plain and encrypted",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("ROO\xb1")),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_QUERY | TLB_CAN_CONVERT_VERSION,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_roo_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_roo_write_options),
             .queries = tlb_roo_queries,
             .operations = tlb_roo_operations,
             .minimal = TLB_JSON({"format" : "roo", "things" : [ {}, {} ]})},
    .read = tlb_roo_read,
    .walk = tlb_roo_walk,
    .update = update,
    .write = tlb_roo_write,
    .check = tlb_roo_check,
    .describe = describe,
    .query = tlb_roo_query,
    .operate = tlb_roo_operate,
    .to_scene = tlb_roo_to_scene,
    .convert_version = tlb_roo_convert_version,
    .translates = (const char *const[]){"udmf", "wad", NULL},
    .translate = tlb_udmf_write_room,
};
