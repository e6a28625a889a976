/* The surfaces of a level that are mirrors. */
#include "formats/torque/dif/compile/compile.h"

#include "base/text.h"

#include <math.h>

enum { FACES_PER_STEP = 16 };

/* Whether a point lies in a face, edges included. */
static bool holds(const tlb_solid *solid, const tlb_solid_face *face, const double at[3])
{
    const tlb_solid_plane *plane = &solid->planes.data[face->plane];
    const double *n = plane->normal;
    double side = face->reversed ? -1 : 1;
    const double MIRROR_REACH = 0.01; /* entities are placed on grids */
    if (fabs(n[0] * at[0] + n[1] * at[1] + n[2] * at[2] - plane->distance) > MIRROR_REACH)
        return false;
    for (uint32_t i = 0; i < face->corner_count; i++) {
        const uint32_t *corners = solid->corners.data + face->first_corner;
        const double *a = solid->points.data[corners[i]],
                     *b = solid->points.data[corners[i + 1 < face->corner_count ? i + 1 : 0]];
        double edge[3], to[3];
        for (int axis = 0; axis < 3; axis++) {
            edge[axis] = b[axis] - a[axis];
            to[axis] = at[axis] - a[axis];
        }
        double turn = n[0] * (edge[1] * to[2] - edge[2] * to[1]) +
                      n[1] * (edge[2] * to[0] - edge[0] * to[2]) + n[2] * (edge[0] * to[1] - edge[1] * to[0]);
        if (side * turn < 0)
            return false;
    }
    return true;
}

void tlb_dif_find_mirrors(dif_compiler *c)
{
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    c->mirrors = NULL;
    for (uint32_t i = 0; i < detail->entities.count && c->mover == TLB_SOLID_WORLD && !c->status; i++) {
        const tlb_level_entity *entity = &detail->entities.data[i];
        if (tlb_work(c->made.arena.account, c->solid->faces.count / FACES_PER_STEP))
            tlb_dif_compile_failed(c);
        if (!tlb_same_nocase(entity->classname, "MirrorSurface") || !entity->has_origin)
            continue;
        if (!c->mirrors)
            c->mirrors = tlb_dif_compile_scratch(c, c->solid->faces.count, sizeof *c->mirrors);
        bool found = false;
        for (uint32_t k = 0; c->mirrors && k < c->solid->faces.count && !found; k++) {
            const tlb_solid_face *face = &c->solid->faces.data[k];
            found =
                c->material_of[face->material] != DIF_NOT_WRITTEN && holds(c->solid, face, entity->origin);
            c->mirrors[k] |= found;
        }
        char where[TLB_LEVEL_PLACE];
        if (c->mirrors && !found)
            tlb_report(c->made.context, TLB_CODE_DIF_MIRROR_NOWHERE, TLB_NO_OFFSET, NULL,
                       "%s: no surface is where the mirror is; it is left out",
                       tlb_level_place(detail, i, TLB_LEVEL_WHOLE, TLB_LEVEL_WHOLE, where));
    }
}

void tlb_dif_compile_mirrors(dif_compiler *c)
{
    uint32_t count = 0, surfaces = c->x->surfaces.count;
    for (uint32_t i = 0; c->mirrors && i < surfaces; i++)
        count += c->mirrors[c->face_of[i]];
    if (!count || c->version == 4 || !DIF_MAKE_ARRAY(c, &c->x->subObjects, count))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_dif_surface *s = &c->x->surfaces.data[surfaces - count + i];
        tlb_dif_mirror *mirror = &c->x->subObjects.data[i];
        *mirror = (tlb_dif_mirror){.kind = TLB_DIF_MIRROR,
                                   .detailLevel = c->detail,
                                   .surfaceCount = 1,
                                   .surfaceStart = surfaces - count + i};
        for (uint32_t zone = c->x->zones.count; zone-- > 0;)
            for (uint32_t k = 0; k < c->x->zones.data[zone].surfaceCount; k++)
                if (c->x->zoneSurfaces.data[c->x->zones.data[zone].surfaceStart + k] == mirror->surfaceStart)
                    mirror->zone = zone;
        for (uint32_t k = 0; k < s->windingCount; k++)
            for (int axis = 0; axis < 3; axis++)
                mirror->centroid[axis] += c->x->points.data[c->x->windings.data[s->windingStart + k]][axis] /
                                          (float)s->windingCount;
    }
}
