/* Rooms close. Everything that could be drawn of a room is taken, whether it has a bitmap or not: floors and
 * ceilings, on each side of a wall what is below and above, and the whole of walls with nothing behind them.
 * Skies and openings are then no holes, and what is one shows in how the shapes meet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/text.h"
#include "files.h"
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/shape.h"
#include "open_edges.h"
#include "roo_maker.h"

#include <math.h>

static void add_plane(edge_set *set, const tlb_roo_node *leaf, const tlb_roo_sector *sector, bool ceiling)
{
    uint32_t count = leaf->points.count;
    edge_point *corners = calloc(count, sizeof *corners);
    assert_non_null(corners);
    for (uint32_t i = 0; i < count; i++) {
        const double *p = leaf->points.data[ceiling ? i : count - 1 - i];
        corners[i][0] = p[0];
        corners[i][1] = p[1];
        corners[i][2] = tlb_roo_height(sector, ceiling, p);
    }
    edges_add_polygon(set, (const edge_point *)corners, count);
    free(corners);
}

static void add_part(edge_set *set, const roo_side *side, roo_part part)
{
    roo_span span = tlb_roo_part_seen(side, part);
    roo_spot spots[ROO_CORNERS];
    edge_point corners[ROO_CORNERS];
    uint32_t count = tlb_roo_span_corners(&span, INFINITY, spots);
    for (uint32_t i = 0; i < count; i++)
        tlb_roo_spot_place(side, &spots[i], corners[i]);
    edges_add_polygon(set, (const edge_point *)corners, count);
}

static edge_lengths measure(const tlb_roo *roo, tlb_context *context)
{
    enum { SEAM = 3 }; /* client units: integer rooms round every point */
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    edge_set *set = edges_create(SEAM);
    const uint8_t *outside = tlb_roo_find_outside(&arena, roo);
    assert_non_null(outside);
    for (uint32_t i = 0; i < roo->nodes.count; i++) {
        const tlb_roo_node *node = &roo->nodes.data[i];
        if (node->type == TLB_ROO_LEAF && node->sector && !outside[i]) {
            add_plane(set, node, &roo->sectors.data[node->sector - 1], false);
            add_plane(set, node, &roo->sectors.data[node->sector - 1], true);
        }
    }
    for (uint32_t i = 0; i < roo->clientWalls.count; i++)
        for (int positive = 0; positive < 2; positive++) {
            roo_side side;
            if (tlb_roo_side_of(roo, &roo->clientWalls.data[i], positive, &side) != ROO_SIDE)
                continue;
            add_part(set, &side, ROO_BELOW);
            add_part(set, &side, ROO_ABOVE);
            if (!side.two_sided)
                add_part(set, &side, ROO_NORMAL);
        }
    edge_lengths lengths = edges_measure(set);
    edges_free(set);
    tlb_arena_release(&arena);
    return lengths;
}

static void our_own_rooms_close(void **state)
{
    (void)state;
    for (int form = 0; form < ROO_FORMS; form++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        roo_plan plan = roo_form(form);
        roo_make(&document, context, &plan);
        edge_lengths e = measure(document.root, context);
        assert_true(e.all > 0 && e.open == 0);
        tlb_roo *roo = document.root;
        roo->nodes.data[roo->nodes.count - 1].sector = 0; /* a leaf less, and the test sees it */
        e = measure(roo, context);
        assert_true(e.open > 8 * TLB_ROO_SQUARE);
        made_end(&document);
        tlb_context_free(context);
    }
}

/* The others are open as they were drawn: sectors without a wall towards the next one or towards nothing,
 * ceilings below their floors, walls that are missing from the file. */
static void corpus_rooms_close(void **state)
{
    (void)state;
    file_list files = corpus_files("meridian", "roo");
    assert_true(files.count > 0);
    int closed = 0;
    for (size_t i = 0; i < files.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        edge_lengths e = measure(tlb_document_roo(document), context);
        closed += e.all > 0 && e.open == 0;
        tlb_document_free(document);
        tlb_context_free(context);
    }
    free_files(&files);
    assert_int_equal(closed, 55);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {cmocka_unit_test(our_own_rooms_close),
                                       cmocka_unit_test(corpus_rooms_close)};
    return !choose_tests(argc, "meridian") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
