/* A mission of Starsiege as a scene: what its objects show is in other files. */
#include "formats/darkstar/simg/simg.h"

#include "formats/darkstar/mis/mis.h"

#include <math.h>

/* A matrix whose rows are the axes, as a rotation of them. */
static void set_rotation(const double m[9], float rotation[4])
{
    const double xy = m[1] + m[3], xz = m[2] + m[6], yz = m[5] + m[7], xw = m[5] - m[7], yw = m[6] - m[2],
                 zw = m[1] - m[3];
    /* Of the quaternion's parts, each with each, four times; the row of the greatest is the most precise. */
    const double products[4][4] = {{1 + m[0] - m[4] - m[8], xy, xz, xw},
                                   {xy, 1 - m[0] + m[4] - m[8], yz, yw},
                                   {xz, yz, 1 - m[0] - m[4] + m[8], zw},
                                   {xw, yw, zw, 1 + m[0] + m[4] + m[8]}};
    double square = 0, parts[4];
    int best = 3;
    for (int i = 0; i < 3; i++)
        if (products[i][i] > products[best][best])
            best = i;
    for (int i = 0; i < 4; i++)
        square += products[best][i] * products[best][i];
    if (!(square > 0) || !isfinite(square))
        return;
    for (int i = 0; i < 4; i++)
        parts[i] = products[best][i] / sqrt(square);
    mission_turn_axes(parts, rotation);
    rotation[3] = (float)parts[3];
}

static void place(const tlb_mission_object *object, tlb_node *node)
{
    double matrix[9];
    tlb_tmis_place(object, node);
    if (tlb_mission_numbers_of(object, "matrix", matrix, 9))
        set_rotation(matrix, node->rotation);
}

static tlb_status add_object(tlb_mission_scene *s, uint32_t object)
{
    const tlb_mission_object *o = &s->mission->objects.data[object];
    const tlb_place_kind *kind = mission_is(o, "InteriorShape") ? &tlb_tmis_interior
                                 : mission_is(o, "SimTerrain")  ? &tlb_tmis_terrain
                                 : mission_is(o, "StaticShape") || mission_is(o, "Turret") ? &tlb_tmis_shape
                                                                                           : NULL;
    tlb_placed placed;
    if (mission_is(o, "Planet"))
        return tlb_tmis_add_planet(s, object);
    if (!kind)
        return TLB_OK;
    tlb_status status = tlb_mission_open_file(s, object, "fileName", kind, &placed);
    return status ? status : tlb_place_nodes(&s->placer, &placed, s->nodes[object], NULL);
}

static void report_vehicles(tlb_context *context, const simg_mission *m)
{
    simg_vehicles vehicles = tlb_simg_find_vehicles(m);
    if (vehicles.count)
        tlb_report(context, TLB_CODE_SIMG_SCRAMBLED, TLB_NO_OFFSET, m->paths[vehicles.first],
                   SIMG_VEHICLES_MESSAGE, SIMG_VEHICLES_OF(vehicles));
}

tlb_status tlb_simg_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_arena work;
    simg_mission m;
    tlb_arena_init(&work, conversion->context->account);
    tlb_status status = TLB_OK;
    if (tlb_simg_as_mission(&work, document->root, &m)) {
        const tlb_mission_stage stage = {
            .place = place, .add = add_object, .files = tlb_simg_files, .paths = m.paths};
        report_vehicles(conversion->context, &m);
        status = tlb_mission_to_scene(document, &m.mission, scene, conversion, &stage);
    } else
        status = tlb_report_memory(conversion->context, &work);
    tlb_arena_release(&work);
    return status;
}
