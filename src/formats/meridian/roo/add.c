/* Parts added to a room by programs. */
#include "formats/meridian/roo/edit/edit.h"
#include "trilobite/formats/roo_build.h"

/* Lists have counts of 16 bits. */
static bool is_full(uint32_t count)
{
    return count >= UINT16_MAX;
}

tlb_roo_sector *tlb_roo_add_sector(tlb_document *document, uint16_t floorHeight, uint16_t ceilingHeight)
{
    tlb_roo *room = tlb_document_roo(document);
    tlb_roo_sector *sector =
        room && !is_full(room->sectors.count) ? TLB_APPEND(document, &room->sectors) : NULL;
    if (!sector)
        return NULL;
    tlb_roo_default_sector(document, sector);
    sector->floorHeight = floorHeight;
    sector->ceilingHeight = ceilingHeight;
    return sector;
}

tlb_roo_sidedef *tlb_roo_add_sidedef(tlb_document *document, uint16_t normalBitmap)
{
    tlb_roo *room = tlb_document_roo(document);
    tlb_roo_sidedef *sidedef =
        room && !is_full(room->sidedefs.count) ? TLB_APPEND(document, &room->sidedefs) : NULL;
    if (sidedef)
        sidedef->normalBitmap = normalBitmap;
    return sidedef;
}

tlb_roo_editor_wall *tlb_roo_add_wall(tlb_document *document, const int16_t from[2], const int16_t to[2],
                                      uint16_t sidedef, int16_t sector)
{
    tlb_roo *room = tlb_document_roo(document);
    if (!room || !from || !to || sidedef > room->sidedefs.count || sector < -1 ||
        sector >= (int64_t)room->sectors.count || is_full(room->editorWalls.count))
        return NULL;
    tlb_roo_editor_wall *wall = TLB_APPEND(document, &room->editorWalls);
    if (!wall)
        return NULL;
    tlb_roo_default_wall(document, wall);
    wall->positiveSidedef = sidedef;
    wall->positiveSector = sector;
    tlb_roo_edit_set_start(wall, from[0], from[1]);
    tlb_roo_edit_set_end(wall, to[0], to[1]);
    return wall;
}

bool tlb_roo_add_loop(tlb_document *document, const int16_t *corners, uint32_t count, uint16_t sidedef,
                      int16_t sector)
{
    enum { LEAST = 3 };
    tlb_roo *room = tlb_document_roo(document);
    if (!room || !corners || count < LEAST)
        return false;
    uint32_t before = room->editorWalls.count;
    for (uint32_t i = 0; i < count; i++)
        if (!tlb_roo_add_wall(document, corners + 2 * (size_t)i, corners + 2 * (size_t)((i + 1) % count),
                              sidedef, sector)) {
            room->editorWalls.count = before;
            return false;
        }
    return true;
}

tlb_roo_thing *tlb_roo_add_thing(tlb_document *document, int32_t x, int32_t y)
{
    tlb_roo *room = tlb_document_roo(document);
    tlb_roo_thing *thing = room && !is_full(room->things.count) ? TLB_APPEND(document, &room->things) : NULL;
    if (!thing)
        return NULL;
    thing->x = x;
    thing->y = y;
    return thing;
}
