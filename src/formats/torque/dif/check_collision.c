/* Force fields and vehicle collision: each is an interior with less in it, and is checked by its rules. */
#include "formats/torque/dif/check.h"

static void no_memory(tlb_checker *c)
{
    if (!c->status)
        c->status = tlb_report_memory(c->context);
}

void dif_check_force_field(tlb_checker *c, const tlb_dif_force_field *field)
{
    tlb_dif_interior interior;
    if (!dif_force_field_interior(&c->arena, field, &interior)) {
        no_memory(c);
        return;
    }
    dif_check_text(c, field->name, "name");
    dif_check_bounds(c, &interior);
    dif_check_planes(c, &interior);
    dif_check_numbers(c, "points", (const float *)interior.points.data, interior.points.count, 3);
    dif_check_windings(c, &interior);
    dif_check_surfaces(c, &interior);
    dif_check_bsp(c, &interior);
}

void dif_check_vehicle_collision(tlb_checker *c, const tlb_dif_vehicle_collision *collision)
{
    tlb_dif_interior interior;
    if (!dif_vehicle_interior(&c->arena, collision, &interior)) {
        no_memory(c);
        return;
    }
    for (uint32_t i = 0; i < collision->hullSurfaceIndices.count; i++)
        if (!(collision->hullSurfaceIndices.data[i] & DIF_VEHICLE_NULL_SURFACE))
            TLB_FIND(c, DIF_SURFACE_REF, tlb_at(c, "hullSurfaceIndices[%u]", i),
                     "0x%08x lacks the bit of a vehicle's null surface",
                     collision->hullSurfaceIndices.data[i]);
    dif_check_numbers(c, "points", (const float *)interior.points.data, interior.points.count, 3);
    for (uint32_t i = 0; i < interior.planes.count; i++)
        dif_check_normal(c, interior.normals.data[i], "planes", i);
    dif_check_windings(c, &interior);
    dif_check_null_surfaces(c, &interior);
    dif_check_hulls(c, &interior, true);
}
