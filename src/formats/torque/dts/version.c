/* A shape as another version has it, of those that games read: 24, 25 or 26. What it has no place for is left
 * out, and reported. */
#include "formats/torque/dts/access.h"
#include "formats/torque/dts/dts.h"

#include <math.h>

enum { OLDEST = 24, WITH_LIGHT_MAPS = 25, WITH_COLORS = 26, NEWEST = 26 };

typedef struct version_change {
    tlb_context *context;
    tlb_arena arena;
    tlb_torque_shape shape; /* with the document's lists, until they are changed */
} version_change;

static void report_left_out(const version_change *v, const char *path, uint64_t count, const char *what)
{
    if (count)
        tlb_report(v->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, path,
                   "version %u does not support %s: %llu left out", v->shape.version, what,
                   (unsigned long long)count);
}

/* --- pictures of the shape ---------------------------------------------------------------------------- */

/* Before version 26 they are the bits of objectDetailNum, from the lowest. */
enum { EQUATOR_BITS = 7, POLAR_BITS = 6, ANGLE_BITS = 6, LEVEL_BITS = 4, DIMENSION_BITS = 8 };
static const float angle_step = 1.57079633f / (1 << ANGLE_BITS);

static uint32_t take(uint32_t *bits, unsigned count)
{
    uint32_t taken = *bits & ((1u << count) - 1);
    *bits >>= count;
    return taken;
}

static void unpack(tlb_torque_detail *d)
{
    uint32_t bits = (uint32_t)d->objectDetailNum;
    d->bbEquatorSteps = take(&bits, EQUATOR_BITS);
    d->bbPolarSteps = take(&bits, POLAR_BITS);
    d->bbPolarAngle = angle_step * (float)take(&bits, ANGLE_BITS);
    d->bbDetailLevel = (int32_t)take(&bits, LEVEL_BITS);
    d->bbDimension = (int32_t)take(&bits, DIMENSION_BITS);
    d->bbIncludePoles = bits;
    d->objectDetailNum = 0;
}

typedef struct packing {
    uint32_t bits;
    unsigned used;
    bool changed;
} packing;

static void put(packing *p, int64_t value, unsigned count)
{
    int64_t most = (1 << count) - 1, fit = value < 0 ? 0 : value > most ? most : value;
    p->changed |= fit != value;
    p->bits |= (uint32_t)fit << p->used;
    p->used += count;
}

/* Whether all of it fits. */
static bool pack(tlb_torque_detail *d)
{
    packing p = {0};
    float steps = d->bbPolarAngle / angle_step;
    put(&p, d->bbEquatorSteps, EQUATOR_BITS);
    put(&p, d->bbPolarSteps, POLAR_BITS);
    put(&p, steps >= 0 && steps <= INT16_MAX ? lroundf(steps) : 0, ANGLE_BITS);
    put(&p, d->bbDetailLevel, LEVEL_BITS);
    put(&p, d->bbDimension, DIMENSION_BITS);
    put(&p, d->bbIncludePoles != 0, 1);
    d->objectDetailNum = (int32_t)p.bits;
    return !p.changed;
}

static bool change_details(version_change *v, uint8_t before)
{
    tlb_torque_shape *x = &v->shape;
    tlb_torque_detail *details = tlb_alloc_array(&v->arena, x->details.count, sizeof *details);
    if (!details)
        return false;
    for (uint32_t i = 0; i < x->details.count; i++) {
        tlb_torque_detail *d = &details[i];
        *d = x->details.data[i];
        if (d->subShapeNum >= 0)
            continue;
        if (before < WITH_COLORS)
            unpack(d);
        else if (!pack(d))
            tlb_report(v->context, TLB_CODE_DROPPED, TLB_NO_OFFSET,
                       tlb_arena_printf(&v->arena, "details[%u].objectDetailNum", i),
                       "version %u has fewer bits for a picture of the shape: the nearest values are taken",
                       x->version);
    }
    x->details.data = details;
    return true;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static bool change_meshes(version_change *v)
{
    tlb_torque_shape *x = &v->shape;
    uint64_t coordinates = 0, colors = 0;
    tlb_torque_mesh *meshes = tlb_alloc_array(&v->arena, x->meshes.count, sizeof *meshes);
    if (!meshes)
        return false;
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        tlb_torque_mesh *m = &meshes[i];
        *m = x->meshes.data[i];
        coordinates += m->tverts2.count;
        colors += m->colors.count;
        m->numTVerts2 = m->numColors = m->tverts2.count = m->colors.count = 0;
        m->flags &= ~(SHAPE_MESH_COLORS | SHAPE_MESH_UV2);
    }
    x->meshes.data = meshes;
    report_left_out(v, "meshes", coordinates, "second texture coordinates");
    report_left_out(v, "meshes", colors, "colors of vertices");
    return true;
}

/* --- materials ---------------------------------------------------------------------------------------- */

static bool change_light_maps(version_change *v)
{
    tlb_torque_material_list *list = &v->shape.materialList;
    uint64_t maps = 0;
    for (uint32_t i = 0; i < list->lightMaps.count; i++)
        maps += list->lightMaps.data[i] != UINT32_MAX;
    report_left_out(v, "materialList.lightMaps", maps, "light maps of materials");
    list->lightMaps.count = v->shape.version == WITH_LIGHT_MAPS ? list->names.count : 0;
    list->lightMaps.data = tlb_alloc_array(&v->arena, list->lightMaps.count, sizeof *list->lightMaps.data);
    if (!list->lightMaps.data)
        return false;
    for (uint32_t i = 0; i < list->lightMaps.count; i++)
        list->lightMaps.data[i] = UINT32_MAX; /* none */
    return true;
}

/* --- the shape ---------------------------------------------------------------------------------------- */

/* Up to a word it has what the exporter's memory had. */
static void drop_noise(tlb_bytes *padding)
{
    if (padding->size < sizeof(uint32_t))
        *padding = (tlb_bytes){0};
}

static bool change(version_change *v, uint8_t before)
{
    uint8_t after = v->shape.version;
    if (before == after)
        return true;
    drop_noise(&v->shape.padding32);
    drop_noise(&v->shape.padding16);
    drop_noise(&v->shape.padding8);
    bool done = change_light_maps(v);
    if ((before < WITH_COLORS) != (after < WITH_COLORS))
        done = done && change_details(v, before) && (after >= WITH_COLORS || change_meshes(v));
    return done;
}

tlb_status tlb_torque_dts_convert_version(tlb_document *source, const tlb_format *target,
                                          const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_optional_integer *wanted = &((const tlb_torque_dts_write_options *)conversion->to)->version;
    version_change v = {.context = source->context, .shape = *(tlb_torque_shape *)source->root};
    uint8_t before = v.shape.version;
    if (before < OLDEST || before > NEWEST) {
        tlb_report(v.context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, "version",
                   "shapes of version %u cannot be converted to another version, only those of %d to %d",
                   before, OLDEST, NEWEST);
        return TLB_UNSUPPORTED;
    }
    v.shape.version = (uint8_t)wanted->value;
    tlb_arena_init(&v.arena, v.context->account);
    tlb_status status = change(&v, before) ? tlb_format_write(target, v.context, &(void *){&v.shape}, out)
                                           : tlb_report_memory(v.context, &v.arena);
    tlb_arena_release(&v.arena);
    return status;
}
