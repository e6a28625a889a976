/* Floors, ceilings and walls as triangles. It is done twice: counted for each bitmap, then written where the
 * meshes have space for them. */
#include "formats/meridian/roo/scene/scene.h"

#include "base/text.h"

#include <math.h>

typedef struct drawing {
    roo_scene *s;
    roo_pass pass;
    uint32_t bad_leaves, bad_walls;
    uint32_t culled; /* faces that no open sector sees */
    bool *closed;    /* by sector: floor and ceiling of some of it are on one plane */
} drawing;

/* A flat polygon on its way into a mesh. */
typedef struct face {
    roo_use *use;
    tlb_mesh *mesh;
    uint32_t first;
    float normal[3];
    uint8_t light;
} face;

/* A quarter for what is darkest, since clients light what is near; all of it where a sector's own light is
 * 127, or where an ambient one is neutral or brighter: that is daylight. */
uint8_t tlb_roo_brightness(uint8_t light)
{
    enum { AMBIENT = 128, NEUTRAL = 192, OWN_MOST = 127, LEAST = 64, FULL = 255 };
    if (light >= NEUTRAL)
        return FULL;
    return (uint8_t)(light < AMBIENT ? LEAST + (FULL - LEAST) * light / OWN_MOST
                                     : LEAST + (FULL - LEAST) * (light - AMBIENT) / (NEUTRAL - AMBIENT));
}

/* What flickers is drawn at its brightest. */
static uint8_t light_of(const drawing *d, const tlb_roo_sector *sector)
{
    if (!sector)
        return UINT8_MAX;
    return tlb_roo_brightness(roo_flicker_of(d->s, sector) ? tlb_roo_brightest(sector->light)
                                                           : sector->light);
}

/* False when the polygon was only counted. */
static bool begin_face(const drawing *d, face *f, uint32_t corners)
{
    roo_use *use = f->use;
    if (d->pass == ROO_COUNT) {
        use->vertices += corners;
        use->indices += 3 * ((uint64_t)corners - 2);
        return false;
    }
    f->mesh = &d->s->scene->meshes[use->mesh];
    f->first = use->next_vertex;
    return true;
}

static void add_corner(face *f, const double place[3], const float uv[2])
{
    uint32_t i = f->use->next_vertex++;
    roo_turn_axes(f->mesh->positions[i], place);
    memcpy(f->mesh->normals[i], f->normal, sizeof f->normal);
    memcpy(f->mesh->uv[0][i], uv, 2 * sizeof *uv);
    for (int k = 0; k < 3; k++)
        f->mesh->colors[i][k] = (uint16_t)(f->light * 257);
    f->mesh->colors[i][3] = UINT16_MAX;
}

/* A fan; the corners run counter-clockwise. */
static void end_face(const face *f)
{
    for (uint32_t i = f->first + 1; i + 1 < f->use->next_vertex; i++) {
        uint32_t *triangle = f->mesh->indices + f->use->next_index;
        triangle[0] = f->first;
        triangle[1] = i;
        triangle[2] = i + 1;
        f->use->next_index += 3;
    }
}

static bool find_picture(drawing *d, roo_use *use, uint16_t bitmap, const char *list, ptrdiff_t index)
{
    return use->picture != TLB_NONE ||
           tlb_roo_find_picture(d->s, bitmap, list, (uint32_t)index, &use->picture);
}

/* --- floors and ceilings ------------------------------------------------------------------------------ */

bool tlb_roo_plane_of(const tlb_roo_node *leaf, const tlb_roo_sector *sector, bool ceiling, roo_plane *plane)
{
    double area = tlb_roo_leaf_area(leaf);
    *plane = (roo_plane){leaf, sector, ceiling, (area > 0) != ceiling};
    return area != 0;
}

bool tlb_roo_plane_is_finite(const roo_plane *plane)
{
    double poison = 0;
    for (uint32_t i = 0; i < plane->leaf->points.count; i++)
        poison += tlb_roo_height(plane->sector, plane->ceiling, plane->leaf->points.data[i]) * 0;
    return poison == 0;
}

void tlb_roo_plane_corner(const roo_plane *plane, uint32_t corner, double place[3])
{
    uint32_t count = plane->leaf->points.count;
    const double *point = plane->leaf->points.data[plane->reversed ? count - 1 - corner : corner];
    place[0] = point[0];
    place[1] = point[1];
    place[2] = tlb_roo_height(plane->sector, plane->ceiling, point);
}

void tlb_roo_plane_normal(const roo_plane *plane, float normal[3])
{
    const tlb_roo_sector *sector = plane->sector;
    uint32_t sloped = plane->ceiling ? TLB_ROO_SECTOR_SLOPED_CEILING : TLB_ROO_SECTOR_SLOPED_FLOOR;
    const double *p = plane->ceiling ? sector->ceilingSlope.plane : sector->floorSlope.plane;
    double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    bool steady = sector->flags & sloped && p[2] != 0 && length > 0 && length < INFINITY;
    double up = plane->ceiling ? -1 : 1, scale = steady ? up * copysign(1, p[2]) / length : 0;
    normal[0] = (float)(p[0] * scale);
    normal[1] = (float)(steady ? p[2] * scale : up);
    normal[2] = (float)(p[1] * scale);
}

static bool draw_plane(drawing *d, const tlb_roo_node *leaf, const tlb_roo_sector *sector, bool ceiling)
{
    uint16_t bitmap = ceiling ? sector->ceilingBitmap : sector->floorBitmap;
    face f = {.use = roo_sector_use(d->s, sector, ceiling), .light = light_of(d, sector)};
    roo_plane plane;
    if (!bitmap || !tlb_roo_plane_of(leaf, sector, ceiling, &plane))
        return true;
    if (!tlb_roo_plane_is_finite(&plane)) {
        d->bad_leaves++;
        return true;
    }
    if (!find_picture(d, f.use, bitmap, "sectors", sector - d->s->roo->sectors.data))
        return false;
    if (!begin_face(d, &f, leaf->points.count))
        return true;
    roo_plane_mapping mapping = tlb_roo_map_plane(sector, ceiling);
    tlb_roo_plane_normal(&plane, f.normal);
    for (uint32_t i = 0; i < leaf->points.count; i++) {
        double place[3];
        float uv[2];
        tlb_roo_plane_corner(&plane, i, place);
        tlb_roo_plane_uv(&mapping, place, uv);
        add_corner(&f, place, uv);
    }
    end_face(&f);
    return true;
}

/* Whether a floor and a ceiling would be drawn on each other: who is inside the room sees neither, and
 * programs that cull no backs show patches of both. */
static bool is_closed(const tlb_roo_node *leaf, const tlb_roo_sector *sector, double least)
{
    bool closed = sector->floorBitmap && sector->ceilingBitmap;
    for (uint32_t i = 0; i < leaf->points.count && closed; i++) {
        const double *point = leaf->points.data[i];
        double space = tlb_roo_height(sector, true, point) - tlb_roo_height(sector, false, point);
        closed = space < 1 && space > least;
    }
    return closed;
}

static bool draw_leaf(drawing *d, const tlb_roo_node *leaf)
{
    const tlb_roo *roo = d->s->roo;
    if (!leaf->sector)
        return true;
    if (leaf->sector > roo->sectors.count || !tlb_roo_leaf_has_shape(leaf)) {
        d->bad_leaves++;
        return true;
    }
    const tlb_roo_sector *sector = &roo->sectors.data[leaf->sector - 1];
    if (is_closed(leaf, sector, -1)) {
        d->closed[leaf->sector - 1] = true;
        return true;
    }
    if (d->s->conversion->options->face_cull && is_closed(leaf, sector, -INFINITY)) {
        d->culled += 2;
        return true;
    }
    return draw_plane(d, leaf, sector, false) && draw_plane(d, leaf, sector, true);
}

/* --- walls -------------------------------------------------------------------------------------------- */

static void set_wall_normal(const roo_side *side, float normal[3])
{
    double dx = side->ends[1][0] - side->ends[0][0], dy = side->ends[1][1] - side->ends[0][1];
    double length = hypot(dx, dy);
    normal[0] = (float)(-dy / length);
    normal[1] = 0;
    normal[2] = (float)(dx / length);
}

/* Holes are what index 254 leaves, and only where the wall's flag says so; else it is a color. */
static bool find_wall_use(drawing *d, const roo_side *side, roo_part part, uint16_t bitmap, roo_use **found)
{
    const roo_scene *s = d->s;
    uint8_t flicker = roo_flicker_of(s, side->own);
    roo_use *use = roo_sidedef_use(s, side->sidedef, part, false, flicker);
    if (!find_picture(d, use, bitmap, "sidedefs", side->sidedef - s->roo->sidedefs.data))
        return false;
    bool see_through = side->transparent && s->pictures.data[use->picture].has_holes;
    *found = roo_sidedef_use(s, side->sidedef, part, see_through, flicker);
    (*found)->picture = use->picture;
    return true;
}

/* Whether a part lies where the sector before it has no space. Under an open sky it may be seen from afar. */
static bool is_hidden(const roo_side *side, const roo_span *span)
{
    bool hidden = side->own && side->own->floorBitmap && side->own->ceilingBitmap;
    for (int end = 0; end < 2 && hidden; end++) {
        double floor = side->own_floor[end], ceiling = side->own_ceiling[end];
        hidden = floor >= ceiling || span->bottom[end] >= ceiling || span->top[end] <= floor;
    }
    return hidden;
}

static bool draw_part(drawing *d, const roo_side *side, roo_part part)
{
    uint16_t bitmap = roo_part_bitmap(side->sidedef, part);
    roo_span span = tlb_roo_part_seen(side, part);
    roo_spot corners[ROO_CORNERS];
    face f = {.light = light_of(d, side->own)};
    if (!bitmap || !tlb_roo_span_corners(&span, INFINITY, corners))
        return true;
    if (d->s->conversion->options->face_cull && is_hidden(side, &span)) {
        d->culled++;
        return true;
    }
    if (!find_wall_use(d, side, part, bitmap, &f.use))
        return false;
    roo_wall_mapping mapping = tlb_roo_map_wall(side, part, &d->s->pictures.data[f.use->picture].size);
    uint32_t count = tlb_roo_span_corners(&span, tlb_roo_map_ceiling(&mapping, side, part), corners);
    if (!count || !begin_face(d, &f, count))
        return true;
    set_wall_normal(side, f.normal);
    for (uint32_t i = 0; i < count; i++) {
        double place[3];
        float uv[2];
        tlb_roo_spot_place(side, &corners[i], place);
        tlb_roo_wall_uv(&mapping, &corners[i], uv);
        add_corner(&f, place, uv);
    }
    end_face(&f);
    return true;
}

static bool draw_wall(drawing *d, const tlb_roo_client_wall *wall)
{
    bool bad = false;
    if (wall->start[0] == wall->end[0] && wall->start[1] == wall->end[1])
        return true;
    for (int positive = 0; positive < 2; positive++) {
        roo_side side;
        roo_side_kind kind = tlb_roo_side_of(d->s->roo, wall, positive, &side);
        bad |= kind == ROO_BAD_SIDE;
        for (int part = 0; kind == ROO_SIDE && part < ROO_PARTS; part++)
            if (!draw_part(d, &side, (roo_part)part))
                return false;
    }
    d->bad_walls += bad;
    return true;
}

static void report_closed(const drawing *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->s->roo->sectors.count; i++)
        count += d->closed[i];
    if (count)
        tlb_report(d->s->conversion->context, TLB_CODE_ROO_SECTOR_CLOSED, TLB_NO_OFFSET, "sectors",
                   "%u %s left out: floor and ceiling are on one plane", count,
                   tlb_plural(count, "closed sector is", "closed sectors are"));
}

bool tlb_roo_draw(roo_scene *s, roo_pass pass)
{
    const tlb_roo *roo = s->roo;
    drawing d = {.s = s, .pass = pass, .closed = tlb_zalloc(&s->work, roo->sectors.count)};
    tlb_context *context = s->conversion->context;
    if (!d.closed)
        return false;
    for (uint32_t i = 0; i < roo->nodes.count; i++)
        if (roo->nodes.data[i].type == TLB_ROO_LEAF && !s->outside[i] && !draw_leaf(&d, &roo->nodes.data[i]))
            return false;
    for (uint32_t i = 0; i < roo->clientWalls.count; i++)
        if (!draw_wall(&d, &roo->clientWalls.data[i]))
            return false;
    if (d.bad_leaves && pass == ROO_COUNT)
        tlb_report(context, TLB_CODE_ROO_LEAF_SKIPPED, TLB_NO_OFFSET, "nodes",
                   "leaves that cannot be drawn: %u of %u nodes", d.bad_leaves, roo->nodes.count);
    if (pass == ROO_COUNT)
        report_closed(&d);
    if (s->conversion->options->face_cull && pass == ROO_COUNT)
        tlb_report(context, TLB_CODE_SCENE_FACES_CULLED, TLB_NO_OFFSET, NULL,
                   "%u %s left out: seen from no open sector", d.culled,
                   tlb_plural(d.culled, "floor, ceiling or wall is", "floors, ceilings and walls are"));
    if (d.bad_walls && pass == ROO_COUNT)
        tlb_report(context, TLB_CODE_ROO_WALL_SKIPPED, TLB_NO_OFFSET, "clientWalls",
                   "%u of %u walls cannot be drawn", d.bad_walls, roo->clientWalls.count);
    return true;
}
