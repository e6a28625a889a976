/* What `info` tells of a room. */
#include "formats/meridian/roo/roo.h"

#include <stdio.h>

/* Every bitmap number a room can name. */
enum { NUMBERS = UINT16_MAX + 1 };

static void add_files(tlb_arena *arena, tlb_value *table, const uint8_t *used)
{
    tlb_value *list = tlb_add_list(arena, table, "textures");
    for (uint32_t i = 1; i < NUMBERS; i++) {
        char name[sizeof "grd00000.bgf"];
        if (!used[i])
            continue;
        snprintf(name, sizeof name, "grd%05u.bgf", i % NUMBERS);
        tlb_add_text(arena, list, NULL, name);
    }
}

/* The bitmaps of all sidedefs and sectors. */
static tlb_status describe_textures(tlb_document *document, const tlb_roo *x, tlb_value *table)
{
    uint8_t *used = tlb_allocate(&document->context->account, NUMBERS);
    if (!used)
        return tlb_report_memory(document->context);
    memset(used, 0, NUMBERS);
    for (uint32_t i = 0; i < x->sidedefs.count; i++) {
        const tlb_roo_sidedef *s = &x->sidedefs.data[i];
        used[s->normalBitmap] = used[s->aboveBitmap] = used[s->belowBitmap] = 1;
    }
    for (uint32_t i = 0; i < x->sectors.count; i++)
        used[x->sectors.data[i].floorBitmap] = used[x->sectors.data[i].ceilingBitmap] = 1;
    add_files(&document->arena, table, used);
    tlb_release(&document->context->account, used, NUMBERS);
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
        tlb_add_integer(arena, table, rows[i].name, rows[i].count);
}

static void describe_grids(tlb_arena *arena, tlb_value *table, const tlb_roo_server *s)
{
    tlb_value *list = tlb_add_list(arena, table, "grids");
    if (!s->present)
        return;
    tlb_add_text(arena, list, NULL, "moveGrid");
    tlb_add_text(arena, list, NULL, "flagGrid");
    if (s->hasMonsterGrid)
        tlb_add_text(arena, list, NULL, "monsterGrid");
    if (s->hasHiResGrid)
        tlb_add_text(arena, list, NULL, "hiResGrid");
}

tlb_status roo_describe(tlb_document *document, tlb_value *table)
{
    static const char *const encryptions[] = {"none", "password 10", "password 12"};
    const tlb_roo *x = document->root;
    tlb_arena *arena = &document->arena;
    arena->account->failure = TLB_OK; /* the only trace of values that found no memory */
    tlb_add_integer(arena, table, "version", x->version);
    if (x->version == 13)
        tlb_add_text(arena, table, "dialect", x->dialect == TLB_ROO_O ? "O" : "M");
    tlb_add_text(arena, table, "encryption", encryptions[x->encryption]);
    tlb_add_bool(arena, table, "securityHolds", tlb_roo_security(x) == x->security);
    tlb_add_real(arena, table, "squaresWide", (double)x->width / TLB_ROO_SQUARE);
    tlb_add_real(arena, table, "squaresHigh", (double)x->height / TLB_ROO_SQUARE);
    if (x->hasRoomId)
        tlb_add_integer(arena, table, "roomId", x->roomId);
    describe_counts(arena, table, x);
    describe_grids(arena, table, &x->server);
    tlb_status status = describe_textures(document, x, table);
    return status ? status : arena->account->failure ? tlb_report_memory(document->context) : TLB_OK;
}
