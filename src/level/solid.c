/* A solid, made step by step. */
#include "level/solid.h"

#include "base/context.h"

/* Planes are one if their normals differ by 1e-4 and their distances by 1e-3 at most (points.c). */
static const double plane_reach = 1e-4;

static tlb_status make(tlb_solid_maker *m)
{
    static tlb_status (*const steps[])(tlb_solid_maker *) = {tlb_solid_make_hulls,  tlb_solid_make_faces,
                                                             tlb_solid_close_edges, tlb_solid_make_portals,
                                                             tlb_solid_make_tree,   tlb_solid_make_zones};
    tlb_status status = TLB_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        status = steps[i](m);
    return status;
}

tlb_status tlb_solid_make(tlb_context *context, const tlb_level *level, uint32_t detail, uint32_t mover,
                          tlb_solid **solid)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    *solid = tlb_zalloc(&arena, sizeof **solid);
    if (!*solid)
        return tlb_report_memory(context, &arena);
    (*solid)->arena = arena;
    tlb_solid_maker m = {.context = context,
                         .level = level,
                         .detail = detail,
                         .mover = mover,
                         .solid = *solid,
                         .plane_weld = {.dimensions = 4, .reach = plane_reach},
                         .point_weld = {.dimensions = 3, .reach = TLB_LEVEL_NEAR}};
    tlb_arena_init(&m.scratch, context->account);
    tlb_status status = make(&m);
    tlb_arena_release(&m.scratch);
    if (status) {
        tlb_solid_free(*solid);
        *solid = NULL;
    }
    return status;
}

void tlb_solid_free(tlb_solid *solid)
{
    if (!solid)
        return;
    tlb_arena arena = solid->arena; /* a copy: the solid itself lives in it */
    tlb_arena_release(&arena);
}
