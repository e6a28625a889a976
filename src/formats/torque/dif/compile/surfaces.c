/* Surfaces of an interior from the faces of a solid: in their order, as strips, with their texture equations;
 * and null surfaces. */
#include "formats/torque/dif/compile/compile.h"

#include <stdlib.h>

/* --- materials ---------------------------------------------------------------------------------------- */

static void list_materials(dif_compiler *c)
{
    static const char *const pseudo[DIF_PSEUDO_MATERIALS] = {"NULL", "ORIGIN", "TRIGGER", "FORCEFIELD"};
    static const char nameless[] = "WHITE"; /* engines stop reading at a name without letters */
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    uint32_t count = DIF_PSEUDO_MATERIALS;
    bool *used = tlb_dif_compile_scratch(c, c->level->materials.count, sizeof *used);
    c->material_of = tlb_dif_compile_scratch(c, c->level->materials.count, sizeof *c->material_of);
    if (!used || !c->material_of)
        return;
    for (uint32_t i = 0; i < detail->faces.count; i++)
        used[detail->faces.data[i].material] = true;
    for (uint32_t i = 0; i < detail->meshes.count; i++)
        for (uint32_t k = 0; k < detail->meshes.data[i].polygons.count; k++)
            used[detail->meshes.data[i].polygons.data[k].material] = true;
    for (uint32_t i = 0; i < c->level->materials.count; i++) {
        bool visible = used[i] && c->level->materials.data[i].surface == TLB_LEVEL_VISIBLE;
        c->material_of[i] = visible ? count++ : DIF_NOT_WRITTEN;
    }
    if (!tlb_dif_can_address(c, "materials", count, UINT16_MAX, NULL) ||
        !DIF_MAKE_ARRAY(c, &c->x->materials, count))
        return;
    for (uint32_t i = 0; i < DIF_PSEUDO_MATERIALS; i++)
        c->x->materials.data[i] = tlb_copy_text(&c->made.arena, pseudo[i], strlen(pseudo[i]));
    for (uint32_t i = 0; i < c->level->materials.count; i++) {
        const char *name = c->level->materials.data[i].name;
        name = name[0] ? name : nameless;
        if (c->material_of[i] != DIF_NOT_WRITTEN)
            c->x->materials.data[c->material_of[i]] = tlb_copy_text(&c->made.arena, name, strlen(name));
    }
    for (uint32_t i = 0; i < count; i++)
        if (!c->x->materials.data[i].data)
            tlb_dif_compile_failed(c);
}

/* --- their order -------------------------------------------------------------------------------------- */

typedef struct face_key {
    uint32_t mirror, material, zone, plane, face;
} face_key;

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_keys(const void *a, const void *b)
{
    const face_key *x = a, *y = b;
    int order = compare(x->mirror, y->mirror);
    order = order ? order : compare(x->material, y->material);
    order = order ? order : compare(x->zone, y->zone);
    order = order ? order : compare(x->plane, y->plane);
    return order ? order : compare(x->face, y->face);
}

static void set_zones(const tlb_solid *solid, face_key *keys)
{
    for (uint32_t zone = solid->zones.count; zone-- > 0;) {
        const tlb_solid_zone *z = &solid->zones.data[zone];
        for (uint32_t i = 0; i < z->face_count; i++)
            keys[solid->zone_faces.data[z->first_face + i]].zone = zone;
    }
}

/* What is only for collision is never drawn, whatever its material. */
static bool is_drawn(const dif_compiler *c, const tlb_solid_face *face)
{
    return c->material_of[face->material] != DIF_NOT_WRITTEN &&
           !tlb_solid_is_collision(c->solid->hulls.data[face->hull].kind);
}

/* Numbers the faces that are drawn, in their order, and the others in that of the source. */
static void number_faces(dif_compiler *c, face_key *keys)
{
    uint32_t count = c->solid->faces.count;
    if (count)
        qsort(keys, count, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < c->x->surfaces.count; i++) {
        c->face_of[i] = keys[i].face;
        c->surface_of[keys[i].face] = i;
    }
    for (uint32_t face = 0, i = 0; face < count; face++)
        if (c->surface_of[face] == DIF_NULL_SURFACE) {
            c->null_face_of[i] = face;
            c->surface_of[face] |= i++;
        }
}

/* Whether both kinds can be numbered; the face too many is that of the source's order. */
static bool make_room(dif_compiler *c, uint32_t surfaces, uint32_t nulls)
{
    uint32_t drawn = 0, hidden = 0;
    const tlb_solid_source *last = NULL;
    for (uint32_t i = 0; i < c->solid->faces.count && !last && !c->status; i++) {
        const tlb_solid_face *face = &c->solid->faces.data[i];
        drawn += is_drawn(c, face);
        hidden += !is_drawn(c, face) && c->surface_of[i] != DIF_NOT_WRITTEN;
        if (drawn > UINT16_MAX || hidden > UINT16_MAX)
            last = &face->source;
    }
    c->face_of = tlb_dif_compile_scratch(c, surfaces, sizeof *c->face_of);
    c->null_face_of = tlb_dif_compile_scratch(c, nulls, sizeof *c->null_face_of);
    return tlb_dif_can_address(c, "surfaces", surfaces, UINT16_MAX, last) &&
           tlb_dif_can_address(c, "null surfaces", nulls, UINT16_MAX, last) &&
           DIF_MAKE_ARRAY(c, &c->x->surfaces, surfaces) && DIF_MAKE_ARRAY(c, &c->x->nullSurfaces, nulls);
}

/* Spaces that are closed off are rarely meant. */
static void report_unreached(const dif_compiler *c, const face_key *keys)
{
    uint32_t count = 0;
    const tlb_solid_source *first = NULL;
    for (uint32_t i = 0; i < c->x->surfaces.count; i++) {
        bool unreached = keys[i].zone == TLB_SOLID_NO_ZONE;
        first = unreached && !first ? &c->solid->faces.data[keys[i].face].source : first;
        count += unreached;
    }
    char place[TLB_LEVEL_PLACE];
    if (count)
        tlb_report(
            c->made.context, TLB_CODE_DIF_UNREACHED, TLB_NO_OFFSET, NULL,
            "%s: nothing leads from outside to this and %u other surfaces of detail %u: they are never drawn",
            tlb_dif_place_of(c, first, place), count - 1, c->detail);
}

void tlb_dif_order_surfaces(dif_compiler *c)
{
    const tlb_solid *solid = c->solid;
    list_materials(c);
    tlb_dif_find_mirrors(c);
    face_key *keys = tlb_dif_compile_scratch(c, solid->faces.count, sizeof *keys);
    c->surface_of = tlb_dif_compile_scratch(c, solid->faces.count, sizeof *c->surface_of);
    uint32_t surfaces = 0, nulls = 0;
    for (uint32_t i = 0; i < solid->faces.count && !c->status; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        uint32_t material = c->material_of[face->material];
        bool drawn = is_drawn(c, face);
        /* what is not drawn comes last */
        keys[i] =
            (face_key){drawn ? c->mirrors && c->mirrors[i] : 2, material, TLB_SOLID_NO_ZONE, face->plane, i};
        c->surface_of[i] = DIF_NULL_SURFACE;
        surfaces += drawn;
        nulls += !drawn;
    }
    if (c->status || !make_room(c, surfaces, nulls))
        return;
    set_zones(solid, keys);
    number_faces(c, keys);
    report_unreached(c, keys);
}

/* --- windings ----------------------------------------------------------------------------------------- */

static bool is_bent(const tlb_solid_face *face, uint32_t corner)
{
    return !(face->collinear >> corner % face->corner_count & 1);
}

/* Where the polygon begins: at a corner, as engines make tangents of a strip's first triangle; if possible so
 * that the last triangle has an area, too. */
static uint32_t first_corner_of(const tlb_solid_face *face)
{
    uint32_t count = face->corner_count, first = 0;
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_bent(face, i))
            continue;
        if (is_bent(face, i + count / 2)) /* clockwise, the last one is (count + 1) / 2 corners away */
            return i;
        first = found ? first : i;
        found = true;
    }
    return first;
}

/* The corners clockwise, and which of them are kept for collisions. */
static uint32_t turn(const dif_compiler *c, const tlb_solid_face *face,
                     uint32_t polygon[TLB_SOLID_MOST_CORNERS])
{
    const uint32_t *corners = c->solid->corners.data + face->first_corner;
    uint32_t count = face->corner_count, first = first_corner_of(face), mask = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner = (first + count - i) % count;
        polygon[i] = c->point_of[corners[corner]];
        mask |= (uint32_t)is_bent(face, corner) << i;
    }
    return mask;
}

static void write_strip(uint32_t *strip, const uint32_t *polygon, uint32_t count)
{
    strip[0] = polygon[0];
    for (uint32_t i = 1, low = 1, high = count - 1; i < count; i++)
        strip[i] = i & 1 ? polygon[low++] : polygon[high--];
}

/* --- surfaces ----------------------------------------------------------------------------------------- */

static uint32_t find_texgen(dif_compiler *c, tlb_index *index, const tlb_solid_face *face)
{
    uint32_t count = c->x->texGenEqs.count;
    tlb_dif_texgen *texgen = &c->x->texGenEqs.data[count];
    for (int i = 0; i < 4; i++) {
        texgen->planeX[i] = dif_single(face->x[i]);
        texgen->planeY[i] = dif_single(face->y[i]);
    }
    int32_t *known = tlb_index_find(index, &c->scratch, texgen, sizeof *texgen);
    if (!known) {
        tlb_dif_compile_failed(c);
        return 0;
    }
    if (*known == TLB_INDEX_NEW)
        *known = (int32_t)c->x->texGenEqs.count++;
    return (uint32_t)*known;
}

static uint16_t plane_ref(const dif_compiler *c, const tlb_solid_face *face)
{
    return (uint16_t)(c->plane_of[face->plane] | (face->reversed ? TLB_DIF_PLANE_FLIPPED : 0));
}

static void make_surfaces(dif_compiler *c)
{
    tlb_index texgens = {0};
    uint32_t polygon[TLB_SOLID_MOST_CORNERS] = {0}, surfaces = c->x->surfaces.count;
    if (!DIF_MAKE_ARRAY(c, &c->x->texGenEqs, surfaces))
        return;
    c->x->texGenEqs.count = 0;
    for (uint32_t i = 0; i < surfaces; i++) {
        const tlb_solid_face *face = &c->solid->faces.data[c->face_of[i]];
        tlb_dif_surface *s = &c->x->surfaces.data[i];
        *s = (tlb_dif_surface){.windingStart = c->x->windings.count,
                               .windingCount = face->corner_count,
                               .planeIndex = plane_ref(c, face),
                               .textureIndex = (uint16_t)c->material_of[face->material],
                               .texGenIndex = find_texgen(c, &texgens, face),
                               .surfaceFlags = face->is_detail ? TLB_DIF_SURFACE_DETAIL : 0,
                               .fanMask = turn(c, face, polygon),
                               .brushId = face->hull};
        write_strip(c->x->windings.data + s->windingStart, polygon, s->windingCount);
        c->x->windings.count += s->windingCount;
    }
}

static void make_null_surfaces(dif_compiler *c)
{
    for (uint32_t i = 0; i < c->x->nullSurfaces.count; i++) {
        const tlb_solid_face *face = &c->solid->faces.data[c->null_face_of[i]];
        uint32_t start = c->x->windings.count;
        c->x->nullSurfaces.data[i] =
            (tlb_dif_null_surface){.windingStart = start,
                                   .planeIndex = plane_ref(c, face),
                                   .surfaceFlags = face->is_detail ? TLB_DIF_SURFACE_DETAIL : 0,
                                   .windingCount = face->corner_count};
        turn(c, face, c->x->windings.data + start);
        c->x->windings.count += face->corner_count;
    }
}

void tlb_dif_compile_surfaces(dif_compiler *c)
{
    uint32_t corners = 0;
    for (uint32_t i = 0; i < c->solid->faces.count && !c->status; i++)
        corners += c->surface_of[i] == DIF_NOT_WRITTEN ? 0 : c->solid->faces.data[i].corner_count;
    if (c->status || !DIF_MAKE_ARRAY(c, &c->x->windings, corners))
        return;
    c->x->windings.count = 0;
    make_surfaces(c);
    make_null_surfaces(c);
}
