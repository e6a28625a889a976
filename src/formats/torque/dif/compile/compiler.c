/* What the steps of compiling share: memory, places, limits, the head of an interior. */
#include "formats/torque/dif/compile/compile.h"

#include "base/context.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void tlb_dif_compile_failed(dif_compiler *c)
{
    if (!c->status)
        c->status = tlb_report_memory(c->made.context, tlb_arena_refused(&c->scratch, &c->made.arena));
}

static void *take(dif_compiler *c, tlb_arena *arena, size_t count, size_t size)
{
    void *data = c->status ? NULL : tlb_alloc_array(arena, count, size);
    if (!data)
        tlb_dif_compile_failed(c);
    else if (count)
        memset(data, 0, count * size);
    return data;
}

void *tlb_dif_compile_alloc(dif_compiler *c, size_t count, size_t size)
{
    return take(c, &c->made.arena, count, size);
}

void *tlb_dif_compile_scratch(dif_compiler *c, size_t count, size_t size)
{
    return take(c, &c->scratch, count, size);
}

const char *tlb_dif_place_of(const dif_compiler *c, const tlb_solid_source *source,
                             char place[TLB_LEVEL_PLACE])
{
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    if (source->of_mesh) {
        const tlb_level_mesh *mesh = &detail->meshes.data[source->part];
        snprintf(place, TLB_LEVEL_PLACE, "object %u (%.80s)", source->part, mesh->name ? mesh->name : "");
        return place;
    }
    return tlb_level_place(detail, detail->brushes.data[source->part].entity, source->part, source->face,
                           place);
}

bool tlb_dif_can_address(dif_compiler *c, const char *what, uint32_t count, uint32_t most,
                         const tlb_solid_source *source)
{
    char place[TLB_LEVEL_PLACE];
    if (c->status || count <= most)
        return !c->status;
    tlb_report(c->made.context, TLB_CODE_DIF_LIMIT, TLB_NO_OFFSET, NULL,
               "%s%sdetail %u has %u %s, and version %u can have %u",
               source ? tlb_dif_place_of(c, source, place) : "", source ? ": " : "", c->detail, count, what,
               c->version, most);
    c->status = TLB_INVALID;
    return false;
}

static void set_color(const float from[4], uint8_t to[4])
{
    for (int i = 0; i < 3; i++)
        to[i] = (uint8_t)fminf(fmaxf(from[i], 0), UINT8_MAX);
    to[3] = UINT8_MAX;
}

void tlb_dif_begin_interior(dif_compiler *c, uint32_t detail, uint32_t mover, tlb_dif_interior *x)
{
    const tlb_level_detail *from = &c->level->details.data[detail];
    c->x = x;
    c->detail = detail;
    c->mover = mover;
    x->interiorFileVersion = c->version;
    x->materialListVersion = 1;
    x->detailLevel = detail;
    x->minPixels = from->min_pixels > 0 ? (uint32_t)fmin(from->min_pixels, UINT32_MAX) : 0;
    if (c->version == 4)
        return;
    set_color(from->ambient, x->baseAmbientColor);
    set_color(from->alarm_ambient, x->alarmAmbientColor);
}
