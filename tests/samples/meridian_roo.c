/* Meridian 59: a house with a courtyard, rooms of every version as seeds, and rooms that must be refused. */
#include "roo_maker.h"
#include "samples.h"
#include "trilobite/formats/roo_build.h"

#include <stdlib.h>
#include <string.h>

/* --- the house ---------------------------------------------------------------------------------------- */

/* Textures: those of samples/textures. */
enum { WALL = 1, FLOOR, FENCE, WATER };
/* Sectors. The gallery is reached by the steps from the hall, and by the ramp from the court, in which a
 * tilted slab lies half in the ground. */
enum { HALL, POOL, STEP_1, STEP_2, STEP_3, GALLERY, RAMP, COURT, SLAB, SECTORS, NONE = -1 };
/* Sidedefs, by number. */
enum { SOLID = 1, STEP, WINDOW, DOOR, SIDEDEFS = DOOR };

static const tlb_roo_sidedef sidedefs[SIDEDEFS] = {
    {0, WALL, WALL, WALL, 0, 0},
    {0, 0, WALL, WALL, TLB_ROO_WALL_PASSABLE, 0},
    {1, FENCE, WALL, WALL, TLB_ROO_WALL_TRANSPARENT | TLB_ROO_WALL_NO_VTILE, 0},
    {2, 0, WALL, WALL, TLB_ROO_WALL_PASSABLE | TLB_ROO_WALL_MAP_ALWAYS, 0},
};

#define HALVES(n) ((n)*TLB_ROO_EDITOR_SQUARE / 2)

/* Heights in editor units; light up to 127 is the sector's own. */
#define LIKE(floor_texture, ceiling_texture, floor, ceiling, level)                                          \
    .floorBitmap = (floor_texture), .ceilingBitmap = (ceiling_texture), .floorHeight = (floor),              \
    .ceilingHeight = (ceiling), .light = (level)

static const tlb_roo_sector sectors[SECTORS] = {
    [HALL] = {LIKE(FLOOR, FLOOR, 64, 320, 90)},
    [POOL] = {LIKE(WATER, FLOOR, 48, 320, 90), .id = 3,
              .flags = 1 | 1 << TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT | TLB_ROO_SECTOR_SCROLL_FLOOR},
    [STEP_1] = {LIKE(FLOOR, FLOOR, 80, 272, 70)},
    [STEP_2] = {LIKE(FLOOR, FLOOR, 96, 272, 70)},
    [STEP_3] = {LIKE(FLOOR, FLOOR, 112, 272, 70)},
    [GALLERY] = {LIKE(FLOOR, FLOOR, 128, 320, 100)},
    [RAMP] = {LIKE(FLOOR, 0, 128, 320, 192), .flags = TLB_ROO_SECTOR_SLOPED_FLOOR,
              .floorSlope = {.textureAngle = 1024,
                             .vertices = {{HALVES(19), 0, 128},
                                          {HALVES(26), 0, 128},
                                          {HALVES(19), HALVES(-8), 64}}}},
    [COURT] = {LIKE(FLOOR, 0, 64, 320, 200)},
    [SLAB] = {LIKE(WALL, 0, 64, 320, 200), .flags = TLB_ROO_SECTOR_SLOPED_FLOOR,
              .floorSlope = {.vertices = {{HALVES(10), HALVES(-2), 32},
                                          {HALVES(14), HALVES(-2), 96},
                                          {HALVES(10), HALVES(-6), 32}}}},
};

/* Half squares, x east, y north; the first sector is on the right. A wall towards nothing has one side. */
typedef struct plan_wall {
    int x0, y0, x1, y1, right, left, sidedef;
} plan_wall;

static const plan_wall plan[] = {
    {0, 0, 0, 12, HALL, NONE, SOLID},       {0, 12, 16, 12, HALL, NONE, SOLID},
    {16, 12, 16, 8, HALL, NONE, SOLID},     {16, 8, 16, 4, HALL, STEP_1, STEP},
    {16, 4, 16, 0, HALL, NONE, SOLID},      {16, 0, 14, 0, HALL, COURT, DOOR},
    {14, 0, 10, 0, HALL, COURT, WINDOW},    {10, 0, 8, 0, HALL, COURT, SOLID},
    {8, 0, 0, 0, HALL, NONE, SOLID},        {4, 4, 8, 4, HALL, POOL, STEP},
    {8, 4, 8, 8, HALL, POOL, STEP},         {8, 8, 4, 8, HALL, POOL, STEP},
    {4, 8, 4, 4, HALL, POOL, STEP},         {16, 8, 17, 8, STEP_1, NONE, SOLID},
    {17, 8, 17, 4, STEP_1, STEP_2, STEP},   {17, 4, 16, 4, STEP_1, NONE, SOLID},
    {17, 8, 18, 8, STEP_2, NONE, SOLID},    {18, 8, 18, 4, STEP_2, STEP_3, STEP},
    {18, 4, 17, 4, STEP_2, NONE, SOLID},    {18, 8, 19, 8, STEP_3, NONE, SOLID},
    {19, 8, 19, 4, STEP_3, GALLERY, STEP},  {19, 4, 18, 4, STEP_3, NONE, SOLID},
    {19, 0, 19, 4, GALLERY, NONE, SOLID},   {19, 8, 19, 12, GALLERY, NONE, SOLID},
    {19, 12, 26, 12, GALLERY, NONE, SOLID}, {26, 12, 26, 0, GALLERY, NONE, SOLID},
    {26, 0, 19, 0, GALLERY, RAMP, STEP},    {26, 0, 26, -8, RAMP, NONE, SOLID},
    {26, -8, 19, -8, RAMP, NONE, SOLID},    {19, -8, 19, 0, RAMP, COURT, STEP},
    {16, 0, 19, 0, COURT, NONE, SOLID},     {19, -8, 8, -8, COURT, NONE, SOLID},
    {8, -8, 8, 0, COURT, NONE, SOLID},      {10, -2, 14, -2, SLAB, COURT, STEP},
    {14, -2, 14, -6, SLAB, COURT, STEP},    {14, -6, 10, -6, SLAB, COURT, STEP},
    {10, -6, 10, -2, SLAB, COURT, STEP},
};
enum { PLAN_WALLS = sizeof plan / sizeof *plan };

static tlb_roo_editor_wall editor_wall(const plan_wall *p)
{
    tlb_roo_editor_wall w = {.positiveSidedef = (uint16_t)p->sidedef,
                             .negativeSidedef = (uint16_t)(p->left == NONE ? 0 : p->sidedef),
                             .positiveSector = (int16_t)p->right,
                             .negativeSector = (int16_t)p->left,
                             .x0 = (int16_t)HALVES(p->x0),
                             .y0 = (int16_t)HALVES(p->y0),
                             .x1 = (int16_t)HALVES(p->x1),
                             .y1 = (int16_t)HALVES(p->y1)};
    w.x0Upper = w.x0 < 0 ? UINT16_MAX : 0;
    w.y0Upper = w.y0 < 0 ? UINT16_MAX : 0;
    w.x1Upper = w.x1 < 0 ? UINT16_MAX : 0;
    w.y1Upper = w.y1 < 0 ? UINT16_MAX : 0;
    return w;
}

/* The room as an editor draws it, compiled by the library. */
static void make_house(sampler *s, const char *name, uint32_t version, bool grids)
{
    tlb_roo_thing corners[2] = {{.x = 0, .y = HALVES(12)}, {.x = HALVES(26), .y = HALVES(-8)}};
    tlb_roo_editor_wall walls[PLAN_WALLS];
    tlb_roo_sector rooms[SECTORS];
    tlb_roo_sidedef sides[SIDEDEFS];
    tlb_roo house = {.version = version, .hasRoomId = true, .roomId = 59, .server.present = grids};
    tlb_document document = {
        .context = s->context, .format = tlb_format_by_name("roo"), .name = name, .root = &house};
    tlb_arena_init(&document.arena, s->context->account);
    document.saved.account = s->context->account;
    for (int i = 0; i < PLAN_WALLS; i++)
        walls[i] = editor_wall(&plan[i]);
    memcpy(rooms, sectors, sizeof rooms);
    memcpy(sides, sidedefs, sizeof sides);
    house.editorWalls.data = walls, house.editorWalls.count = PLAN_WALLS;
    house.sectors.data = rooms, house.sectors.count = SECTORS;
    house.sidedefs.data = sides, house.sidedefs.count = SIDEDEFS;
    house.things.data = corners, house.things.count = 2;
    if (tlb_roo_rebuild(&document, TLB_ROO_OUTSIDE_DROP))
        abort();
    sample_document(s, "samples", name, &document);
    made_end(&document);
}

/* --- seeds -------------------------------------------------------------------------------------------- */

static void make_seed(sampler *s, const char *name, const roo_plan *made)
{
    tlb_document document;
    roo_make(&document, s->context, made);
    sample_document(s, "fuzz/seeds/roo", name, &document);
    made_end(&document);
}

static void make_seeds(sampler *s)
{
    static const char *const names[ROO_FORMS] = {"v9.roo",   "v10.roo",  "v11.roo", "v12.roo",
                                                 "v13o.roo", "v13m.roo", "v14.roo", "v15.roo"};
    for (int form = 0; form < ROO_FORMS; form++) {
        roo_plan made = roo_form(form);
        make_seed(s, names[form], &made);
    }
    make_seed(s, "bare-v14.roo", &(roo_plan){.version = 14});
    make_seed(s, "secret-v10.roo",
              &(roo_plan){.version = 10, .encryption = TLB_ROO_PASSWORD_10, .things = 2, .grids = true});
    make_seed(s, "secret-v15.roo",
              &(roo_plan){.version = 15, .encryption = TLB_ROO_PASSWORD_12, .things = 2});
    make_seed(s, "odd-v12.roo", &(roo_plan){.version = 12, .things = 3, .grids = true, .odd = true});
}

/* --- rooms that must be refused ----------------------------------------------------------------------- */

static void make_invalid(sampler *s)
{
    tlb_document clear, secret;
    roo_plan made = {.version = 12, .things = 2, .grids = true};
    roo_make(&clear, s->context, &made);
    sample_refuse_byte(s, "roo-signature", &clear, "signature", 'r', "BAD_SIGNATURE", 0, "signature");
    sample_refuse_value(s, "roo-version", &clear, "version", 0, "BAD_VERSION", 0, "version");
    sample_refuse_value(s, "roo-section-after-the-end", &clear, "sidedefsOffset", 0x7fffffff, "ROO_SECTION",
                        2235, ""); /* where the part before ends */
    sample_refuse_value(s, "roo-section-in-another", &clear, "clientWallsOffset", 60, "TRUNCATED", 22,
                        "nodes");
    sample_refuse_byte(s, "roo-node", &clear, "nodes[0].type", 3, "BAD_VALUE", 0, "nodes[0].type");
    sample_refuse_byte(s, "roo-too-many-nodes", &clear, "nodeCount", 0xff, "TRUNCATED", 2, "nodes");
    sample_refuse_value(s, "roo-grid-too-large", &clear, "server.rows", 0x7fffffff, "TRUNCATED", 8,
                        "server.moveGrid");
    sample_refuse_truncated(s, "roo-ends-in-a-sector", &clear, "sectors[6].flags", 2, "sectors[6].flags");
    made_end(&clear);
    made.encryption = TLB_ROO_PASSWORD_12;
    roo_make(&secret, s->context, &made);
    sample_refuse_value(s, "roo-password", &secret, "response", 0, "ROO_PASSWORD", 0, "response");
    sample_refuse_value(s, "roo-encrypted-length", &secret, "encryptedLength", 4, "BAD_VALUE", 0,
                        "encryptedLength");
    sample_refuse_value(s, "roo-encrypted-ends", &secret, "serverOffset", 0x7fffffff, "TRUNCATED", 0,
                        "serverOffset");
    made_end(&secret);
}

void make_meridian_roo_samples(sampler *s)
{
    make_house(s, "courtyard.roo", 15, false);
    make_house(s, "courtyard-v12.roo", 12, true);
    make_seeds(s);
    make_invalid(s);
}
