/* Makes a room of Meridian 59 of four walls: `room FILE`. */
#include <trilobite/trilobite.h>

#include <stdio.h>

enum { SIZE = 8 * TLB_ROO_EDITOR_SQUARE, HEIGHT = 3 * TLB_ROO_EDITOR_SQUARE, STONE = 1, WOOD = 2 };

static tlb_status make_room(tlb_document *document, const char *path)
{
    static const int16_t corners[4][2] = {{0, 0}, {0, SIZE}, {SIZE, SIZE}, {SIZE, 0}}; /* clockwise */
    tlb_roo_sector *sector = tlb_roo_add_sector(document, 0, HEIGHT);
    if (!sector || !tlb_roo_add_sidedef(document, STONE) || !tlb_roo_add_thing(document, 0, 0) ||
        !tlb_roo_add_thing(document, SIZE, SIZE) || !tlb_roo_add_loop(document, corners[0], 4, 1, 0))
        return tlb_report_memory(tlb_document_context(document), tlb_document_arena(document));
    sector->floorBitmap = sector->ceilingBitmap = WOOD;
    tlb_check_result found;
    tlb_status status = tlb_document_update(document); /* BSP tree, client walls, checksum */
    if (!status)
        status = tlb_check(document, &found);
    if (!status && found.errors)
        status = TLB_INVALID;
    return status ? status : tlb_save_path(document, path, true);
}

int main(int argc, char **argv)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_status status = tlb_document_create(context, tlb_format_by_name("roo"), NULL, &document);
    if (!status)
        status = make_room(document, argc > 1 ? argv[1] : "");
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        fprintf(stderr, "%s\n", tlb_diagnostic_at(context, i)->message);
    tlb_document_free(document);
    tlb_context_free(context);
    return status ? 1 : 0;
}
