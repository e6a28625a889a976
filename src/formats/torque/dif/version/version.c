/* Another version or family of a DIF file. What both have keeps its value; what the target has no place for
 * is dropped and reported, once a list; what it must have and the source lacks is derived or made neutral. A
 * value too large for the target's field stops the conversion where it is written. */
#include "formats/torque/dif/rebuild/rebuild.h"
#include "formats/torque/dif/version/version.h"

#include <stdio.h>

/* --- flagged lists ------------------------------------------------------------------------------------ */

/* Readers of versions 2 to 4 are those of Marble Blast Ultra, which know flagged counts. */
static bool knows_flags(uint32_t version)
{
    return version >= 2 && version <= 4;
}

/* The bit that marks null surfaces goes where plain lists have it. */
static void move_null_bits(dif_converter *r, tlb_dif_list *list)
{
    uint32_t *data = list->flagged ? tlb_dif_replace(r, list->count, sizeof *data) : NULL;
    if (!data)
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        tlb_dif_surface_ref ref = tlb_dif_surface_of(list, i);
        data[i] = ref.index | (ref.null_surface ? DIF_NULL_SURFACE : 0);
    }
    list->data = data;
}

static void make_lists_plain(dif_converter *r, tlb_dif_interior *x)
{
    tlb_dif_list *lists[] = {&x->windings,           &x->zoneSurfaces,     &x->zonePortalList,
                             &x->normalIndices,      &x->hullIndices,      &x->normalLMapIndices,
                             &x->solidLeafSurfaces,  &x->hullPlaneIndices, &x->hullEmitStringIndices,
                             &x->hullSurfaceIndices, &x->polyListPlanes,   &x->polyListPoints,
                             &x->coordBinIndices};
    if (r->from == r->to || knows_flags(r->to))
        return;
    move_null_bits(r, &x->solidLeafSurfaces);
    move_null_bits(r, &x->hullSurfaceIndices);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        lists[i]->flagged = false;
        lists[i]->param = 0;
    }
    x->normals2.flagged = false;
    x->normals2.param = 0;
}

/* --- BSP ---------------------------------------------------------------------------------------------- */

static uint32_t recode_child(dif_converter *r, const tlb_dif_interior *x, uint32_t node, const char *field,
                             uint32_t value)
{
    dif_leaf_bits bits = dif_leaf_bits_of(r->to);
    tlb_dif_child child = tlb_dif_child_of(x, value);
    if (child.index >= (child.kind == TLB_DIF_NODE ? bits.leaf : bits.solid) && !r->status) {
        char path[128];
        snprintf(path, sizeof path, "%s[%u].bspNodes[%u].%s", r->list, r->index, node, field);
        tlb_report(r->made.context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, path,
                   "%s index %u is too large for the BSP of version %u",
                   child.kind == TLB_DIF_NODE ? "node" : "leaf", child.index, r->to);
        r->status = TLB_INVALID;
    }
    switch (child.kind) {
    case TLB_DIF_SOLID_LEAF:
        return child.index | bits.leaf | bits.solid;
    case TLB_DIF_EMPTY_LEAF:
        return child.index | bits.leaf;
    default:
        return child.index;
    }
}

static void recode_bsp(dif_converter *r, tlb_dif_interior *x)
{
    if (dif_leaf_bits_of(r->from).leaf == dif_leaf_bits_of(r->to).leaf)
        return;
    uint32_t count = x->bspNodes.count;
    tlb_dif_bsp_node *nodes = tlb_dif_replace_with_copy(r, x->bspNodes.data, count, sizeof *nodes);
    for (uint32_t i = 0; nodes && i < count; i++) {
        nodes[i].frontIndex = recode_child(r, x, i, "frontIndex", nodes[i].frontIndex);
        nodes[i].backIndex = recode_child(r, x, i, "backIndex", nodes[i].backIndex);
    }
    if (nodes)
        x->bspNodes.data = nodes;
}

/* --- interiors, the resource -------------------------------------------------------------------------- */

static bool has_static_meshes(uint32_t version)
{
    return version >= 10;
}

static bool has_zone_meshes(uint32_t version)
{
    return version >= 12;
}

static void drop_fields(dif_converter *r, tlb_dif_interior *x)
{
    dif_layout from = tlb_dif_layout_of(r->from, r->from_family), to = tlb_dif_layout_of(r->to, r->to_family);
    if (from.unused && !to.unused)
        DIF_DROP_FIELD(r, x, surfaces, unused);
    if (from.brushId && !to.brushId)
        DIF_DROP_FIELD(r, x, surfaces, brushId);
    if (!has_static_meshes(r->to))
        DIF_DROP(r, x, staticMeshes);
    if (has_zone_meshes(r->from) && !has_zone_meshes(r->to)) {
        DIF_DROP(r, x, zoneStaticMeshes);
        DIF_DROP_FIELD(r, x, convexHulls, staticMesh);
    }
    if (r->from != r->to) /* engines insist on zeros */
        memset(x->reserved, 0, sizeof x->reserved);
}

static void convert_interiors(dif_converter *r, const char *list, tlb_dif_interior *interiors, uint32_t count)
{
    static void (*const steps[])(dif_converter *, tlb_dif_interior *) = {
        recode_bsp, make_lists_plain, tlb_dif_convert_edges, tlb_dif_convert_frames, tlb_dif_convert_lighting,
        drop_fields};
    r->list = list;
    for (r->index = 0; r->index < count; r->index++) {
        tlb_dif_interior *x = &interiors[r->index];
        r->from = x->interiorFileVersion;
        r->to = r->version < 0 ? r->from : (uint32_t)r->version;
        for (size_t i = 0; i < sizeof steps / sizeof *steps && !r->status; i++)
            steps[i](r, x);
        x->interiorFileVersion = r->to;
    }
}

static void convert_resource(dif_converter *r, tlb_dif *dif)
{
    dif->details.data =
        tlb_dif_replace_with_copy(r, dif->details.data, dif->details.count, sizeof *dif->details.data);
    dif->subObjects.data = tlb_dif_replace_with_copy(r, dif->subObjects.data, dif->subObjects.count,
                                                     sizeof *dif->subObjects.data);
    dif->forceFields.data = tlb_dif_replace_with_copy(r, dif->forceFields.data, dif->forceFields.count,
                                                      sizeof *dif->forceFields.data);
    dif->family = r->to_family;
    if (r->status)
        return;
    if (r->rebuild)
        r->status = tlb_dif_rebuild_resource(&r->made);
    convert_interiors(r, "details", dif->details.data, dif->details.count);
    convert_interiors(r, "subObjects", dif->subObjects.data, dif->subObjects.count);
}

static uint32_t version_of(const tlb_dif *dif)
{
    return dif->details.count      ? dif->details.data[0].interiorFileVersion
           : dif->subObjects.count ? dif->subObjects.data[0].interiorFileVersion
                                   : 0;
}

/* The vehicle collision follows the interiors to another version; only builds for version 0 have narrow
 * counts. */
static void convert_vehicle_collision(tlb_dif *dif, uint32_t version)
{
    if (dif->readVehicleCollision == 1)
        dif->vehicleCollision.vehicleCollisionFileVersion = version;
    if (version)
        dif->narrowVehicleNulls = false;
}

/* What the options say; what they leave open stays as it is. */
static bool read_options(dif_converter *r, const tlb_dif *dif, const tlb_conversion *conversion)
{
    uint32_t from = version_of(dif);
    const tlb_dif_write_options *options = conversion->to;
    r->rebuild = options->rebuild;
    r->version = options->version.is_set ? options->version.value : -1;
    r->from_family = r->to_family = dif->family;
    if (r->version == 0 && from != 0)
        r->to_family = TLB_DIF_TGE;
    if (!options->family.is_set)
        return true;
    r->to_family = (tlb_dif_family)options->family.value;
    if (r->version <= 0 && (!r->version || !from))
        return true;
    tlb_refuse_option(conversion->context, "dif-family", "%s: only interiors of version 0 have dialects",
                      tlb_dif_family_name(r->to_family));
    return false;
}

tlb_status tlb_dif_convert_version(tlb_document *source, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_dif *dif = source->root;
    const tlb_dif_write_options *options = conversion->to;
    dif_converter r = {.made = {.context = conversion->context, .format = target, .name = source->name}};
    if (!read_options(&r, dif, conversion))
        return TLB_ARGUMENT;
    tlb_dif made = *dif;
    r.made.root = &made;
    tlb_arena_init(&r.made.arena, conversion->context->account);
    convert_resource(&r, &made);
    if (r.version >= 0 && version_of(dif) != r.version)
        convert_vehicle_collision(&made, (uint32_t)r.version);
    if (!r.status && options->preview)
        r.status = tlb_dif_draw_document(source, conversion, &r.made.arena, &made);
    if (!r.status) {
        tlb_walk w = tlb_walk_writer(conversion->context, out);
        tlb_dif_walk(&w, &r.made.root);
        r.status = tlb_walk_finish(&w) ? w.status : out->status;
    }
    tlb_arena_release(&r.made.arena);
    return r.status;
}
