/* An interior from a solid: points, planes, the tree, zones, portals; and what generators make of
 * them. */
#include "formats/torque/dif/compile/compile.h"
#include "formats/torque/dif/generate/generate.h"
#include "formats/torque/dif/version/version.h"

#include <stdlib.h>

/* --- points and planes -------------------------------------------------------------------------------- */

enum { USED = 1 };

static void use_corners(dif_compiler *c, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        c->point_of[c->solid->corners.data[first + i]] = USED;
}

/* The tree's nodes lie on planes of surfaces and portals, hulls have others, too. */
static void mark_used(dif_compiler *c)
{
    const tlb_solid *solid = c->solid;
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        if (c->surface_of[i] == DIF_NOT_WRITTEN)
            continue;
        c->plane_of[face->plane] = USED;
        use_corners(c, face->first_corner, face->corner_count);
    }
    for (uint32_t i = 0; i < solid->nodes.count; i++)
        c->plane_of[solid->nodes.data[i].plane] = USED;
    for (uint32_t i = 0; i < solid->portals.count; i++)
        c->plane_of[solid->portals.data[i].plane] = USED;
    for (uint32_t i = 0; i < solid->portal_polygons.count; i++)
        use_corners(c, solid->portal_polygons.data[i].first_corner,
                    solid->portal_polygons.data[i].corner_count);
    for (uint32_t i = 0; i < solid->hulls.count && dif_has_hulls(c); i++) {
        const tlb_solid_hull *hull = &solid->hulls.data[i];
        for (uint32_t k = 0; k < hull->plane_count; k++)
            c->plane_of[solid->hull_planes.data[hull->first_plane + k].plane] = USED;
        for (uint32_t k = 0; k < hull->point_count; k++)
            c->point_of[solid->hull_points.data[hull->first_point + k]] = USED;
    }
}

/* Numbers what is used, in order; returns how many are. */
static uint32_t number_used(uint32_t *numbers, uint32_t count)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = numbers[i] == USED ? used++ : DIF_NOT_WRITTEN;
    return used;
}

static void make_points(dif_compiler *c, uint32_t count)
{
    if (!DIF_MAKE_ARRAY(c, &c->x->points, count))
        return;
    for (uint32_t i = 0; i < c->solid->points.count; i++)
        for (int axis = 0; axis < 3 && c->point_of[i] != DIF_NOT_WRITTEN; axis++)
            c->x->points.data[c->point_of[i]][axis] = dif_single(c->solid->points.data[i][axis]);
}

static void make_planes(dif_compiler *c, uint32_t count)
{
    tlb_index normals = {0};
    if (!DIF_MAKE_ARRAY(c, &c->x->planes, count) || !DIF_MAKE_ARRAY(c, &c->x->normals, count))
        return;
    c->x->normals.count = 0;
    for (uint32_t i = 0; i < c->solid->planes.count; i++) {
        const tlb_solid_plane *plane = &c->solid->planes.data[i];
        if (c->plane_of[i] == DIF_NOT_WRITTEN)
            continue;
        float *normal = c->x->normals.data[c->x->normals.count];
        for (int axis = 0; axis < 3; axis++)
            normal[axis] = dif_single(plane->normal[axis]);
        int32_t *known = tlb_index_find(&normals, &c->scratch, normal, 3 * sizeof *normal);
        if (!known) {
            tlb_dif_compile_failed(c);
            return;
        }
        if (*known == TLB_INDEX_NEW)
            *known = (int32_t)c->x->normals.count++;
        c->x->planes.data[c->plane_of[i]] = (tlb_dif_plane){(uint16_t)*known, dif_single(-plane->distance)};
    }
}

/* Who brought the plane that is too many. */
static const tlb_solid_source *source_of_plane(const dif_compiler *c, uint32_t number)
{
    for (uint32_t i = 0; i < c->solid->faces.count; i++)
        if (c->plane_of[c->solid->faces.data[i].plane] == number)
            return &c->solid->faces.data[i].source;
    return NULL;
}

static void number_geometry(dif_compiler *c)
{
    enum { MOST_PLANES = TLB_DIF_PLANE_FLIPPED - 1 };
    c->point_of = tlb_dif_compile_scratch(c, c->solid->points.count, sizeof *c->point_of);
    c->plane_of = tlb_dif_compile_scratch(c, c->solid->planes.count, sizeof *c->plane_of);
    if (c->status)
        return;
    mark_used(c);
    uint32_t points = number_used(c->point_of, c->solid->points.count);
    uint32_t planes = number_used(c->plane_of, c->solid->planes.count);
    const tlb_solid_source *last = planes > MOST_PLANES ? source_of_plane(c, MOST_PLANES) : NULL;
    if (!tlb_dif_can_address(c, "planes", planes, MOST_PLANES, last))
        return;
    make_points(c, points);
    make_planes(c, planes);
}

/* --- the tree ----------------------------------------------------------------------------------------- */

static uint32_t child_of(const dif_compiler *c, uint32_t child)
{
    dif_leaf_bits bits = dif_leaf_bits_of(c->version);
    uint32_t leaf = child & ~(uint32_t)(TLB_SOLID_LEAF | TLB_SOLID_EMPTY);
    if (!(child & TLB_SOLID_LEAF))
        return child;
    if (!(child & TLB_SOLID_EMPTY))
        return leaf | bits.leaf | bits.solid;
    uint32_t zone = c->solid->empty_zones.data[leaf];
    return (zone == TLB_SOLID_NO_ZONE ? TLB_DIF_NO_ZONE : zone) | bits.leaf;
}

/* Engines look at node 0 unchecked: without a tree all is empty. */
static void make_nodes(dif_compiler *c)
{
    const tlb_solid *solid = c->solid;
    dif_leaf_bits bits = dif_leaf_bits_of(c->version);
    uint32_t count = solid->nodes.count;
    if (!tlb_dif_can_address(c, "nodes of the BSP tree", count, bits.leaf - 1, NULL) ||
        !DIF_MAKE_ARRAY(c, &c->x->bspNodes, count ? count : 1))
        return;
    if (!count)
        c->x->bspNodes.data[0] = (tlb_dif_bsp_node){0, bits.leaf, bits.leaf};
    for (uint32_t i = 0; i < count; i++) {
        const tlb_solid_node *node = &solid->nodes.data[i];
        c->x->bspNodes.data[i] =
            (tlb_dif_bsp_node){(uint16_t)c->plane_of[node->plane], child_of(c, node->children[0]),
                               child_of(c, node->children[1])};
    }
}

static int compare_entries(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Surfaces of some faces, ascending, null surfaces last; returns how many there are. */
static uint32_t list_surfaces(const dif_compiler *c, const uint32_t *faces, uint32_t count, bool nulls,
                              uint32_t *entries)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t surface = c->surface_of[faces[i]];
        if (surface != DIF_NOT_WRITTEN && (nulls || !(surface & DIF_NULL_SURFACE)))
            entries[listed++] = surface;
    }
    if (listed)
        qsort(entries, listed, sizeof *entries, compare_entries);
    return listed;
}

static void make_leaves(dif_compiler *c)
{
    enum { MOST_IN_ENGINE = UINT16_MAX }; /* version 14's reader cuts the number of a leaf */
    const tlb_solid *solid = c->solid;
    uint32_t most = dif_leaf_bits_of(c->version).solid - 1;
    if (!tlb_dif_can_address(c, "solid leaves of the BSP tree", solid->leaves.count,
                             most < MOST_IN_ENGINE ? most : MOST_IN_ENGINE, NULL) ||
        !DIF_MAKE_ARRAY(c, &c->x->bspSolidLeaves, solid->leaves.count) ||
        !DIF_MAKE_ARRAY(c, &c->x->solidLeafSurfaces, solid->leaf_faces.count))
        return;
    uint32_t at = 0;
    for (uint32_t i = 0; i < solid->leaves.count; i++) {
        const tlb_solid_leaf *leaf = &solid->leaves.data[i];
        uint32_t count = list_surfaces(c, solid->leaf_faces.data + leaf->first_face, leaf->face_count, true,
                                       c->x->solidLeafSurfaces.data + at);
        if (!tlb_dif_can_address(c, "surfaces of a solid leaf", count, UINT16_MAX, NULL))
            return;
        c->x->bspSolidLeaves.data[i] = (tlb_dif_solid_leaf){at, (uint16_t)count};
        at += count;
    }
    c->x->solidLeafSurfaces.count = at;
}

/* --- zones, portals ----------------------------------------------------------------------------------- */

static void show_from_outside(dif_compiler *c, const tlb_dif_zone *zone)
{
    for (uint32_t i = 0; i < zone->surfaceCount; i++)
        c->x->surfaces.data[c->x->zoneSurfaces.data[zone->surfaceStart + i]].surfaceFlags |=
            TLB_DIF_SURFACE_OUTSIDE_VISIBLE;
}

static void make_zones(dif_compiler *c)
{
    enum { INSIDE = 1 };
    const tlb_solid *solid = c->solid;
    if (!tlb_dif_can_address(c, "zones", solid->zones.count, TLB_DIF_NO_ZONE - 1, NULL) ||
        !tlb_dif_can_address(c, "portals in zones", solid->zone_portals.count, UINT16_MAX, NULL) ||
        !DIF_MAKE_ARRAY(c, &c->x->zones, solid->zones.count) ||
        !DIF_MAKE_ARRAY(c, &c->x->zoneSurfaces, solid->zone_faces.count) ||
        !DIF_MAKE_ARRAY(c, &c->x->zonePortalList, solid->zone_portals.count))
        return;
    uint32_t at = 0;
    for (uint32_t i = 0; i < solid->zones.count; i++) {
        const tlb_solid_zone *zone = &solid->zones.data[i];
        uint32_t count = list_surfaces(c, solid->zone_faces.data + zone->first_face, zone->face_count, false,
                                       c->x->zoneSurfaces.data + at);
        c->x->zones.data[i] = (tlb_dif_zone){.portalStart = (uint16_t)zone->first_portal,
                                             .portalCount = (uint16_t)zone->portal_count,
                                             .surfaceStart = at,
                                             .surfaceCount = (uint16_t)count,
                                             .flags = zone->is_inside ? INSIDE : 0};
        if (!zone->is_inside)
            show_from_outside(c, &c->x->zones.data[i]);
        at += count;
    }
    c->x->zoneSurfaces.count = at;
    for (uint32_t i = 0; i < solid->zone_portals.count; i++)
        c->x->zonePortalList.data[i] = solid->zone_portals.data[i];
}

/* Clockwise seen from the positive side of the plane; where the portal looks to it is counter-clockwise. */
static void make_portal_polygon(dif_compiler *c, const tlb_solid_polygon *polygon, bool reversed,
                                uint32_t index)
{
    const uint32_t *corners = c->solid->corners.data + polygon->first_corner;
    uint32_t count = polygon->corner_count;
    c->x->windingIndices.data[index] = (tlb_dif_winding_range){c->x->windings.count, count};
    for (uint32_t i = 0; i < count; i++)
        c->x->windings.data[c->x->windings.count++] = c->point_of[corners[reversed ? i : count - 1 - i]];
}

static void make_portals(dif_compiler *c)
{
    const tlb_solid *solid = c->solid;
    uint32_t corners = 0, before = c->x->windings.count, *surface_windings = c->x->windings.data;
    for (uint32_t i = 0; i < solid->portal_polygons.count; i++)
        corners += solid->portal_polygons.data[i].corner_count;
    if (!tlb_dif_can_address(c, "portals", solid->portals.count, UINT16_MAX, NULL) ||
        !tlb_dif_can_address(c, "polygons of portals", solid->portal_polygons.count, UINT16_MAX, NULL) ||
        !DIF_MAKE_ARRAY(c, &c->x->portals, solid->portals.count) ||
        !DIF_MAKE_ARRAY(c, &c->x->windingIndices, solid->portal_polygons.count) ||
        !DIF_MAKE_ARRAY(c, &c->x->windings, before + corners))
        return;
    if (before)
        memcpy(c->x->windings.data, surface_windings, before * sizeof *surface_windings);
    c->x->windings.count = before;
    for (uint32_t i = 0; i < solid->portals.count; i++) {
        const tlb_solid_portal *portal = &solid->portals.data[i];
        c->x->portals.data[i] = (tlb_dif_portal){.planeIndex = (uint16_t)c->plane_of[portal->plane],
                                                 .triFanCount = (uint16_t)portal->polygon_count,
                                                 .triFanStart = portal->first_polygon,
                                                 .zoneFront = (uint16_t)portal->zones[portal->reversed],
                                                 .zoneBack = (uint16_t)portal->zones[!portal->reversed]};
        for (uint32_t k = 0; k < portal->polygon_count; k++)
            make_portal_polygon(c, &solid->portal_polygons.data[portal->first_polygon + k], portal->reversed,
                                portal->first_polygon + k);
    }
}

/* --- what is derived ---------------------------------------------------------------------------------- */

static void derive(dif_compiler *c)
{
    tlb_dif_interior *x = c->x;
    tlb_document *made = &c->made;
    bool has_visibility = c->version != 4;
    uint32_t without_strings = 0;
    uint8_t *turned = tlb_dif_compile_scratch(c, x->surfaces.count, sizeof *turned);
    if (!turned)
        return;
    tlb_dif_make_bounds(x);
    if (has_visibility)
        c->status = tlb_dif_make_point_visibility(made, x);
    if (!c->status && x->convexHulls.count)
        c->status = tlb_dif_renew_emit_strings(made, x, &without_strings);
    if (!c->status && x->convexHulls.count && !without_strings)
        c->status = tlb_dif_make_poly_lists_with(made, x, DIF_SUMS_SINGLE);
    if (!c->status)
        c->status = tlb_dif_make_coord_bins(made, x, true);
    if (!c->status &&
        (!tlb_dif_make_edges(&made->arena, x) || !tlb_dif_renew_frames(&made->arena, x, turned)))
        tlb_dif_compile_failed(c);
}

/* An interior from a solid, the generators' lists included. */
static void compile_interior(dif_compiler *c)
{
    static void (*const steps[])(dif_compiler *) = {tlb_dif_order_surfaces,
                                                    number_geometry,
                                                    tlb_dif_compile_surfaces,
                                                    make_nodes,
                                                    make_leaves,
                                                    make_zones,
                                                    make_portals,
                                                    tlb_dif_compile_hulls,
                                                    tlb_dif_compile_mirrors,
                                                    tlb_dif_compile_light_maps,
                                                    derive};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !c->status; i++)
        if (steps[i] != tlb_dif_compile_hulls || dif_has_hulls(c))
            steps[i](c);
}

/* A reader that tells dialects apart by the surfaces takes an interior of one surface for another dialect. */
static void warn_of_dialect(const dif_compiler *c)
{
    if (c->version == 0 && c->family == TLB_DIF_TGE && c->x->surfaces.count == 1)
        tlb_report(
            c->made.context, TLB_CODE_DIF_ONE_SURFACE, TLB_NO_OFFSET, NULL,
            "the interior has one surface: engines that read several dialects of version 0 take it for "
            "another one and refuse the file");
}

void tlb_dif_compile_part(dif_compiler *c, uint32_t detail, uint32_t mover, tlb_dif_interior *x)
{
    tlb_solid *solid;
    tlb_mark mark = tlb_arena_mark(&c->scratch);
    if (c->status)
        return;
    tlb_dif_begin_interior(c, detail, mover, x);
    c->status = tlb_solid_make(c->made.context, c->level, detail, mover, &solid);
    if (c->status)
        return;
    c->solid = solid;
    compile_interior(c);
    if (!c->status)
        warn_of_dialect(c);
    tlb_arena_rewind(&c->scratch, mark);
    tlb_solid_free(solid);
}
