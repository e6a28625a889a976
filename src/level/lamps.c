#include "level/lamps.h"
#include "level/vector.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* --- lamps --------------------------------------------------------------------------------------------- */

static bool read_lamp(const tlb_level_detail *detail, const tlb_level_entity *entity, tlb_level_lamp *lamp)
{
    const char *color = tlb_level_property_value(entity, "color");
    *lamp = (tlb_level_lamp){.is_sun = false};
    if (!tlb_same_nocase(entity->classname, "light_omni") || !entity->has_origin || !color ||
        tlb_level_numbers(color, lamp->color, 3) < 3)
        return false;
    memcpy(lamp->place, entity->origin, sizeof lamp->place);
    lamp->falloff1 = tlb_level_property_number(entity, "falloff1", 0) / detail->units;
    lamp->falloff2 = tlb_level_property_number(entity, "falloff2", 0) / detail->units;
    return isfinite(lamp->place[0] + lamp->place[1] + lamp->place[2]) && isfinite(lamp->falloff2);
}

static void set_color(const tlb_color_option *option, double otherwise, double color[3])
{
    for (int i = 0; i < 3; i++)
        color[i] = option->is_set ? option->rgba[i] : otherwise;
}

static tlb_level_lamp sun_of(const tlb_sun_options *options)
{
    static const double usual[3] = {1, 1, 2};
    double way[3] = {options->direction[0], options->direction[1], options->direction[2]};
    tlb_level_lamp sun = {.is_sun = true};
    double length = sqrt(tlb_dot(way, way));
    if (!(length > 0)) {
        memcpy(way, usual, sizeof way);
        length = sqrt(tlb_dot(way, way));
    }
    for (int axis = 0; axis < 3; axis++)
        sun.place[axis] = way[axis] / length;
    set_color(&options->color, UINT8_MAX, sun.color);
    return sun;
}

static bool add_lamp(tlb_arena *arena, tlb_lamp_list *lamps, tlb_level_lamp lamp)
{
    tlb_level_lamp *added = TLB_PUSH(arena, lamps);
    if (added)
        *added = lamp;
    return added;
}

bool tlb_lamps_find(const tlb_level_detail *detail, tlb_baked_light light, const tlb_sun_options *sun,
                    tlb_arena *arena, tlb_lamp_list *lamps)
{
    tlb_level_lamp lamp;
    if (light == TLB_BAKED_NONE)
        return true;
    for (uint32_t i = 0; i < detail->entities.count; i++)
        if (read_lamp(detail, &detail->entities.data[i], &lamp) && !add_lamp(arena, lamps, lamp))
            return false;
    return light != TLB_BAKED_SUN || add_lamp(arena, lamps, sun_of(sun));
}

static double brightness_at(const tlb_level_lamp *lamp, const tlb_solid_plane *plane, const double at[3])
{
    if (lamp->is_sun)
        return tlb_dot(lamp->place, plane->normal);
    double distance = sqrt(tlb_square_distance(lamp->place, at));
    if (distance <= lamp->falloff1)
        return 1;
    return distance < lamp->falloff2 ? (lamp->falloff2 - distance) / (lamp->falloff2 - lamp->falloff1) : 0;
}

/* Whether the lamp is before a plane. */
static bool is_before(const tlb_level_lamp *lamp, const tlb_solid_plane *plane)
{
    double above = lamp->is_sun ? tlb_dot(plane->normal, lamp->place) : tlb_plane_above(plane, lamp->place);
    return above > TLB_LEVEL_NEAR;
}

/* --- polygons on the grid, in texels ----------------------------------------------------------------- */

typedef struct polygon {
    double (*corners)[2];
    uint32_t count; /* 0, or at least 3 */
} polygon;

typedef TLB_LIST(polygon) polygon_list;

/* What is at or below 0 of u * line[0] + v * line[1] + line[2]. */
typedef double half[3];

static double above(const half line, const double at[2])
{
    return line[0] * at[0] + line[1] * at[1] + line[2];
}

static void add_corner(polygon *p, const double at[2])
{
    memcpy(p->corners[p->count++], at, sizeof *p->corners);
}

/* What is inside and outside; rounding may make more than two edges cross the line. */
static bool split(tlb_arena *work, polygon p, const half line, polygon *inside, polygon *outside)
{
    bool reaches_out = false;
    *inside = (polygon){tlb_alloc_array(work, (size_t)p.count * 2, sizeof *inside->corners), 0};
    *outside = (polygon){tlb_alloc_array(work, (size_t)p.count * 2, sizeof *outside->corners), 0};
    if (!inside->corners || !outside->corners)
        return false;
    for (uint32_t i = 0; i < p.count; i++) {
        const double *a = p.corners[i], *b = p.corners[i + 1 < p.count ? i + 1 : 0];
        double from = above(line, a), to = above(line, b);
        reaches_out |= from > 0;
        if (from <= 0)
            add_corner(inside, a);
        if (from >= 0)
            add_corner(outside, a);
        if (!((from < 0 && to > 0) || (from > 0 && to < 0)))
            continue;
        double along = from / (from - to);
        double cut[2] = {a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])};
        add_corner(inside, cut);
        add_corner(outside, cut);
    }
    if (inside->count < 3)
        inside->count = 0;
    if (outside->count < 3 || !reaches_out)
        outside->count = 0;
    return true;
}

static double area_of(const polygon *p)
{
    double twice = 0;
    for (uint32_t i = 2; i < p->count; i++) {
        const double *a = p->corners[0], *b = p->corners[i - 1], *c = p->corners[i];
        twice += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    return fabs(twice) / 2;
}

/* --- a face and its grid ----------------------------------------------------------------------------- */

/* What a face darkens: inside of all lines. */
typedef struct shadow {
    half *lines;
    uint32_t count;
    double low[2], high[2];
} shadow;

typedef TLB_LIST(shadow) shadow_list;

typedef struct shader {
    const tlb_lighting *lighting;
    const tlb_light_grid *grid;
    const tlb_level_lamp *lamp;
    tlb_solid_plane plane; /* of the face that is lit; it looks along the normal */
    tlb_level_box box;     /* of the face */
    double texel_area;     /* square meters */
    polygon face, whole;   /* whole: all texels */
    tlb_arena *work;
    shadow_list shadows;
} shader;

static tlb_solid_plane plane_of(const tlb_solid *solid, const tlb_solid_face *face)
{
    tlb_solid_plane plane = solid->planes.data[face->plane];
    for (int axis = 0; axis < 3 && face->reversed; axis++)
        plane.normal[axis] = -plane.normal[axis];
    if (face->reversed)
        plane.distance = -plane.distance;
    return plane;
}

static const double *corner_of(const tlb_solid *solid, const tlb_solid_face *face, uint32_t corner)
{
    return solid->points.data[solid->corners.data[face->first_corner + corner]];
}

static void lay_on_plane(const tlb_light_grid *grid, double u, double v, double at[3])
{
    for (int axis = 0; axis < 3; axis++)
        at[axis] = grid->origin[axis] + u * grid->steps[0][axis] + v * grid->steps[1][axis];
}

/* The face and all texels on the grid. False: no memory. */
static bool lay_out(shader *s, const tlb_solid_face *face)
{
    const double *u = s->grid->steps[0], *v = s->grid->steps[1];
    const double width = s->grid->size[0], height = s->grid->size[1];
    double uu = tlb_dot(u, u), uv = tlb_dot(u, v), vv = tlb_dot(v, v), square = uu * vv - uv * uv;
    s->texel_area = sqrt(square);
    s->face = (polygon){tlb_alloc_array(s->work, face->corner_count, sizeof *s->face.corners), 0};
    s->whole = (polygon){tlb_alloc_array(s->work, 4, sizeof *s->whole.corners), 0};
    if (!s->face.corners || !s->whole.corners)
        return false;
    for (uint32_t i = 0; i < face->corner_count; i++) {
        double off[3];
        tlb_subtract(corner_of(s->lighting->solid, face, i), s->grid->origin, off);
        double along = tlb_dot(off, u), down = tlb_dot(off, v);
        add_corner(&s->face,
                   (double[]){(along * vv - down * uv) / square, (down * uu - along * uv) / square});
    }
    add_corner(&s->whole, (double[]){0, 0});
    add_corner(&s->whole, (double[]){width, 0});
    add_corner(&s->whole, (double[]){width, height});
    add_corner(&s->whole, (double[]){0, height});
    return true;
}

/* --- shadows ------------------------------------------------------------------------------------------- */

/* Where the grid is behind a plane. */
static void add_line(const shader *s, shadow *to, const double normal[3], double distance)
{
    double *line = to->lines[to->count++];
    line[0] = tlb_dot(normal, s->grid->steps[0]);
    line[1] = tlb_dot(normal, s->grid->steps[1]);
    line[2] = tlb_dot(normal, s->grid->origin) - distance;
}

/* Behind the face, and within the planes through the lamp and its edges. */
static bool make_shadow(const shader *s, const tlb_solid_face *face, const tlb_solid_plane *plane,
                        shadow *made)
{
    const tlb_solid *solid = s->lighting->solid;
    *made = (shadow){.lines = tlb_alloc_array(s->work, (size_t)face->corner_count + 1, sizeof *made->lines)};
    if (!made->lines)
        return false;
    add_line(s, made, plane->normal, plane->distance);
    for (uint32_t i = 0; i < face->corner_count; i++) {
        const double *from = corner_of(solid, face, i);
        double edge[3], way[3], normal[3];
        tlb_subtract(corner_of(solid, face, i + 1 < face->corner_count ? i + 1 : 0), from, edge);
        if (s->lamp->is_sun)
            memcpy(way, s->lamp->place, sizeof way);
        else
            tlb_subtract(s->lamp->place, from, way);
        tlb_cross(edge, way, normal);
        double length = sqrt(tlb_dot(normal, normal));
        if (!(length > 0))
            continue;
        for (int axis = 0; axis < 3; axis++)
            normal[axis] /= length;
        add_line(s, made, normal, tlb_dot(normal, from));
    }
    return true;
}

/* What of a polygon is in the shadow. */
static bool darken(const shader *s, const polygon *p, const shadow *by, polygon *dark)
{
    polygon light;
    *dark = *p;
    for (uint32_t i = 0; i < by->count && dark->count; i++)
        if (!split(s->work, *dark, by->lines[i], dark, &light))
            return false;
    return true;
}

/* The shadow, if it falls on the face. */
static bool cast(shader *s, uint32_t number)
{
    static const double LEAST_AREA = 1e-6; /* square meters */
    const tlb_solid *solid = s->lighting->solid;
    const tlb_solid_face *face = &solid->faces.data[number];
    tlb_solid_plane plane = plane_of(solid, face);
    polygon dark;
    shadow made;
    if (!is_before(s->lamp, &plane))
        return true;
    if (!make_shadow(s, face, &plane, &made) || !darken(s, &s->face, &made, &dark))
        return false;
    if (!(area_of(&dark) * s->texel_area > LEAST_AREA))
        return true;
    if (!darken(s, &s->whole, &made, &dark))
        return false;
    for (int i = 0; i < 2; i++) {
        made.low[i] = INFINITY;
        made.high[i] = -INFINITY;
        for (uint32_t k = 0; k < dark.count; k++) {
            made.low[i] = fmin(made.low[i], dark.corners[k][i]);
            made.high[i] = fmax(made.high[i], dark.corners[k][i]);
        }
    }
    shadow *added = TLB_PUSH(s->work, &s->shadows);
    if (added)
        *added = made;
    return added;
}

/* Where faces may be between the lamp and the face. */
static tlb_level_box between(const shader *s)
{
    const tlb_level_box *all = &s->lighting->faces.nodes.data[0].box;
    const double *lamp = s->lamp->place;
    tlb_level_box box = s->box;
    for (int axis = 0; axis < 3; axis++) {
        double low = lamp[axis], high = lamp[axis];
        if (s->lamp->is_sun) {
            low = lamp[axis] < 0 ? all->low[axis] : box.low[axis];
            high = lamp[axis] > 0 ? all->high[axis] : box.high[axis];
        }
        box.low[axis] = fmin(box.low[axis], low);
        box.high[axis] = fmax(box.high[axis], high);
    }
    return box;
}

static bool cast_all(shader *s, uint32_t face)
{
    tlb_level_box box = between(s);
    tlb_box_list found = {0};
    if (!tlb_box_tree_find(&s->lighting->faces, &box, s->work, &found))
        return false;
    for (uint32_t i = 0; i < found.count; i++)
        if (found.data[i] != face && !cast(s, found.data[i]))
            return false;
    return true;
}

/* --- texels -------------------------------------------------------------------------------------------- */

/* Keeps of the lit parts what is outside of a shadow. */
static bool subtract(const shader *s, polygon_list *lit, const shadow *by)
{
    polygon_list rest = {0};
    for (uint32_t i = 0; i < lit->count; i++) {
        polygon inside = lit->data[i];
        for (uint32_t k = 0; k < by->count && inside.count; k++) {
            polygon outside;
            if (!split(s->work, inside, by->lines[k], &inside, &outside))
                return false;
            polygon *added = outside.count ? TLB_PUSH(s->work, &rest) : NULL;
            if (added)
                *added = outside;
            else if (outside.count)
                return false;
        }
    }
    *lit = rest;
    return true;
}

/* The share of a texel that the lamp's light reaches. */
static bool share_of(const shader *s, double u, double v, double *share)
{
    double square[4][2] = {{u, v}, {u + 1, v}, {u + 1, v + 1}, {u, v + 1}};
    polygon_list lit = {0};
    polygon *whole = TLB_PUSH(s->work, &lit);
    if (!whole)
        return false;
    *whole = (polygon){square, 4};
    for (uint32_t i = 0; i < s->shadows.count && lit.count; i++) {
        const shadow *by = &s->shadows.data[i];
        bool meet = by->low[0] < u + 1 && by->high[0] > u && by->low[1] < v + 1 && by->high[1] > v;
        if (meet && !subtract(s, &lit, by))
            return false;
    }
    *share = 0;
    for (uint32_t i = 0; i < lit.count; i++)
        *share += area_of(&lit.data[i]);
    return true;
}

static bool add_light(shader *s, double (*light)[3])
{
    const tlb_light_grid *grid = s->grid;
    for (uint32_t y = 0; y < grid->size[1]; y++)
        for (uint32_t x = 0; x < grid->size[0]; x++) {
            double middle[3], share;
            lay_on_plane(grid, x + 0.5, y + 0.5, middle);
            double brightness = brightness_at(s->lamp, &s->plane, middle);
            if (!(brightness > 0))
                continue;
            tlb_mark mark = tlb_arena_mark(s->work);
            if (!share_of(s, x, y, &share))
                return false;
            tlb_arena_rewind(s->work, mark);
            for (int i = 0; i < 3; i++)
                light[(size_t)y * grid->size[0] + x][i] += s->lamp->color[i] * brightness * share;
        }
    return true;
}

/* --- faces --------------------------------------------------------------------------------------------- */

static tlb_level_box box_of(const tlb_solid *solid, const tlb_solid_face *face)
{
    tlb_level_box box;
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = INFINITY;
        box.high[axis] = -INFINITY;
        for (uint32_t i = 0; i < face->corner_count; i++) {
            box.low[axis] = fmin(box.low[axis], corner_of(solid, face, i)[axis]);
            box.high[axis] = fmax(box.high[axis], corner_of(solid, face, i)[axis]);
        }
    }
    return box;
}

bool tlb_lighting_make(const tlb_solid *solid, const tlb_level_detail *detail, tlb_baked_light light,
                       const tlb_sun_options *sun, tlb_arena *arena, tlb_lighting *lighting)
{
    tlb_level_box *boxes = tlb_alloc_array(arena, solid->faces.count, sizeof *boxes);
    *lighting = (tlb_lighting){.solid = solid};
    set_color(&sun->ambient, 0, lighting->ambient);
    for (uint32_t i = 0; boxes && i < solid->faces.count; i++)
        boxes[i] = box_of(solid, &solid->faces.data[i]);
    return boxes && tlb_lamps_find(detail, light, sun, arena, &lighting->lamps) &&
           tlb_box_tree_make(&lighting->faces, boxes, solid->faces.count, arena);
}

bool tlb_lighting_shines(const tlb_lighting *lighting)
{
    const double *ambient = lighting->ambient;
    return lighting->lamps.count || ambient[0] > 0 || ambient[1] > 0 || ambient[2] > 0;
}

/* Whether any of the texels is within its reach. */
static bool is_within_reach(const shader *s)
{
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY, lamp = s->lamp->place[axis];
        for (uint32_t i = 0; i < s->whole.count; i++) {
            double at[3];
            lay_on_plane(s->grid, s->whole.corners[i][0], s->whole.corners[i][1], at);
            low = fmin(low, at[axis]);
            high = fmax(high, at[axis]);
        }
        double off = lamp < low ? low - lamp : lamp > high ? lamp - high : 0;
        square += off * off;
    }
    return s->lamp->is_sun || sqrt(square) < fmax(s->lamp->falloff1, s->lamp->falloff2);
}

static bool light_by(shader *s, uint32_t face, double (*light)[3])
{
    if (!is_before(s->lamp, &s->plane) || !is_within_reach(s))
        return true;
    s->shadows = (shadow_list){0};
    return cast_all(s, face) && add_light(s, light);
}

bool tlb_light_face(const tlb_lighting *lighting, uint32_t face, const tlb_light_grid *grid, tlb_arena *work,
                    uint8_t (*rgb)[3])
{
    const tlb_solid_face *of = &lighting->solid->faces.data[face];
    size_t count = (size_t)grid->size[0] * grid->size[1];
    tlb_mark mark = tlb_arena_mark(work);
    shader s = {.lighting = lighting,
                .grid = grid,
                .plane = plane_of(lighting->solid, of),
                .box = box_of(lighting->solid, of),
                .work = work};
    double(*light)[3] = tlb_alloc_array(work, count, sizeof *light);
    bool done = light && lay_out(&s, of);
    for (size_t i = 0; done && i < count; i++)
        memcpy(light[i], lighting->ambient, sizeof *light);
    for (uint32_t i = 0; done && i < lighting->lamps.count; i++) {
        tlb_mark before = tlb_arena_mark(work);
        s.lamp = &lighting->lamps.data[i];
        done = light_by(&s, face, light);
        tlb_arena_rewind(work, before);
    }
    for (size_t i = 0; done && i < count; i++)
        for (int k = 0; k < 3; k++)
            rgb[i][k] = (uint8_t)fmin(fmax(light[i][k], 0), 255);
    tlb_arena_rewind(work, mark);
    return done;
}
