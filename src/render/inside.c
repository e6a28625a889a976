#include "render/inside.h"

#include "render/hidden.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Plumb lines are let down over the stage. Where one meets a floor, and above it nothing or a ceiling, one
 * can stand; in the stone between rooms it meets them the other way round. What is too steep is no floor, and
 * between the legs of a table is no room: below a ceiling walls stand nearly all around. Ground is stood on
 * only under the sky: below water, bridges and houses nobody walks. From some of these places we look around,
 * level with the eyes: walls that show their backs mean that we are on the wrong side of them. */
enum { LINES = 24, DIRECTIONS = 16, MOST_PLACES = 96, FEWEST_PLACES = 6 };

static const double eye_height = 1.7;    /* meters; in what is large, a part of it: not all know their unit */
static const double eye_part = 1.0 / 16; /* of the stage's height */
static const double least_room = 0.015;  /* between floor and ceiling, of the stage's height */
static const double least_flatness = 0.5; /* of a floor: the cosine of its slope */
static const double ceiling_worth = 0.4;  /* a roof overhead, as a part of what all walls are worth */
static const double ground_worth = 0.1;   /* ground in the middle, the less the farther from there */
static const double surroundings = 32;    /* meters around what is built on ground */
static const double triangles_most = 3e7; /* times places */

typedef struct meeting {
    uint32_t line; /* y * LINES + x */
    double height;
    bool floor, ceiling; /* both: it is double-sided */
    bool ground;         /* and no ceiling */
} meeting;

typedef struct place {
    double point[3];
    bool roofed, ground;
} place;

typedef struct finder {
    tlb_arena *arena;
    tlb_triangles triangles;
    bool has_ground;
    double low[3], high[3];
    double eyes, least_room; /* above a floor */
    TLB_LIST(meeting) meetings;
    TLB_LIST(place) places;
} finder;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* Of what is ground, or of what is not; false: there is nothing. */
static bool find_box(finder *f, bool ground, double around)
{
    for (int axis = 0; axis < 3; axis++) {
        f->low[axis] = INFINITY;
        f->high[axis] = -INFINITY;
        for (size_t i = 0; i < f->triangles.count; i++)
            for (int k = 0; k < 3 && f->triangles.data[i].ground == ground; k++) {
                double at = (double)f->triangles.data[i].corners[k][axis];
                f->low[axis] = least(f->low[axis], at - around);
                f->high[axis] = most(f->high[axis], at + around);
            }
    }
    return f->low[0] <= f->high[0];
}

static void find_ground(finder *f)
{
    for (size_t i = 0; i < f->triangles.count && !f->has_ground; i++)
        f->has_ground = f->triangles.data[i].ground;
}

/* How large who looks is: worlds are in meters. */
static void measure(finder *f)
{
    double whole = f->high[1] - f->low[1];
    f->eyes = f->has_ground ? eye_height : most(eye_height, whole * eye_part);
    f->least_room = f->has_ground ? eye_height : whole * least_room;
}

/* --- plumb lines ------------------------------------------------------------------------------------- */

static double line_step(const finder *f, int axis)
{
    return (f->high[axis] - f->low[axis]) / LINES;
}

/* A little beside the middles of their squares, where models have edges. */
static double line_at(const finder *f, int axis, int index)
{
    return f->low[axis] + (index + 0.5137) * line_step(f, axis);
}

/* The lines from `first` to before `end` may meet what reaches from `low` to `high`. */
static void lines_within(const finder *f, int axis, double low, double high, int *first, int *end)
{
    double step = line_step(f, axis);
    *first = *end = 0;
    if (step > 0 && high >= f->low[axis]) {
        *first = (int)most(0, least(LINES, (low - f->low[axis]) / step));
        *end = (int)least(LINES, (high - f->low[axis]) / step + 1);
    }
}

/* Twice the area of a triangle seen from above, positive when its front is seen. */
static double area_from_above(const double a[2], const double b[2], const double c[2])
{
    return (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
}

/* Seen from above, whether it is flat enough to be stood on; `area` is that from above. */
static bool is_flat(const tlb_triangle *t, double area)
{
    double edges[2][3], normal[3];
    tlb_triangle_edges(t, edges);
    tlb_triangle_normal(edges, normal);
    return area * area >= least_flatness * least_flatness *
                              (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}

static bool meet(finder *f, const tlb_triangle *t, int x, int z)
{
    double at[2] = {line_at(f, 0, x), line_at(f, 2, z)}, flat[3][2], parts[3];
    for (int i = 0; i < 3; i++) {
        flat[i][0] = (double)t->corners[i][0];
        flat[i][1] = (double)t->corners[i][2];
    }
    double area = area_from_above(flat[0], flat[1], flat[2]), height = 0;
    for (int i = 0; i < 3; i++) {
        parts[i] = area_from_above(at, flat[(i + 1) % 3], flat[(i + 2) % 3]) / area;
        if (!(parts[i] >= 0))
            return true;
        height += parts[i] * (double)t->corners[i][1];
    }
    meeting *m = TLB_PUSH(f->arena, &f->meetings);
    if (m)
        *m = (meeting){(uint32_t)(z * LINES + x), height, (area > 0 || t->double_sided) && is_flat(t, area),
                       (area < 0 || t->double_sided) && !t->ground, t->ground};
    return m != NULL;
}

static double lowest(const tlb_triangle *t, int axis)
{
    return least((double)t->corners[0][axis],
                 least((double)t->corners[1][axis], (double)t->corners[2][axis]));
}

static double highest(const tlb_triangle *t, int axis)
{
    return most((double)t->corners[0][axis], most((double)t->corners[1][axis], (double)t->corners[2][axis]));
}

/* Of triangles one over the other no more are met than there are triangles: memory stays in proportion. */
static bool let_down_lines(finder *f)
{
    size_t enough = f->triangles.count + (size_t)LINES * LINES * 16;
    for (size_t i = 0; i < f->triangles.count && f->meetings.count < enough; i++) {
        const tlb_triangle *t = &f->triangles.data[i];
        int first[2], end[2];
        lines_within(f, 0, lowest(t, 0), highest(t, 0), &first[0], &end[0]);
        lines_within(f, 2, lowest(t, 2), highest(t, 2), &first[1], &end[1]);
        for (int z = first[1]; z < end[1]; z++)
            for (int x = first[0]; x < end[0]; x++)
                if (!meet(f, t, x, z))
                    return false;
    }
    return true;
}

static int compare_meetings(const void *left, const void *right)
{
    const meeting *a = left, *b = right;
    int order = (a->line > b->line) - (a->line < b->line);
    return order ? order : (a->height > b->height) - (a->height < b->height);
}

/* Adds the place above a meeting, when one can stand there; `next` is the meeting above it, or NULL. */
static bool add_place(finder *f, const meeting *floor, const meeting *next)
{
    double room = next ? next->height - floor->height : INFINITY;
    if (!floor->floor || (next && (floor->ground || !next->ceiling)) || room <= f->least_room)
        return true;
    place *p = TLB_PUSH(f->arena, &f->places);
    if (!p)
        return false;
    *p = (place){{line_at(f, 0, (int)(floor->line % LINES)), floor->height + least(room / 2, f->eyes),
                  line_at(f, 2, (int)(floor->line / LINES))},
                 next != NULL,
                 floor->ground};
    return true;
}

static bool find_places(finder *f)
{
    measure(f);
    if (!let_down_lines(f))
        return false;
    if (f->meetings.count)
        qsort(f->meetings.data, f->meetings.count, sizeof *f->meetings.data, compare_meetings);
    for (uint32_t i = 0; i < f->meetings.count; i++) {
        const meeting *m = &f->meetings.data[i];
        bool last = i + 1 == f->meetings.count || m[1].line != m->line;
        if (!add_place(f, m, last ? NULL : m + 1))
            return false;
    }
    return true;
}

/* --- looking around ---------------------------------------------------------------------------------- */

/* What is seen in each direction: how far away, and whether it is a front, and one of a single side. */
typedef struct panorama {
    double distance[DIRECTIONS];
    bool front[DIRECTIONS], single[DIRECTIONS];
} panorama;

static double angle_of(int direction)
{
    return direction * (2 * 3.14159265358979323846 / DIRECTIONS);
}

/* Where a triangle passes the height of the eyes: a line from a to b, relative to the place. */
static bool cut(const tlb_triangle *t, const double point[3], double a[2], double b[2])
{
    double *ends[] = {a, b};
    int count = 0;
    for (int i = 0; i < 3 && count < 2; i++) {
        const float *p = t->corners[i], *q = t->corners[(i + 1) % 3];
        double from = (double)p[1] - point[1], to = (double)q[1] - point[1];
        if ((from > 0) == (to > 0))
            continue;
        double part = from / (from - to);
        for (int k = 0; k < 2; k++)
            ends[count][k] = (double)p[2 * k] + ((double)q[2 * k] - (double)p[2 * k]) * part - point[2 * k];
        count++;
    }
    return count == 2;
}

static void look_at(panorama *seen, const tlb_triangle *t, const double point[3])
{
    double a[2], b[2];
    if (lowest(t, 1) > point[1] || highest(t, 1) < point[1] || !cut(t, point, a, b))
        return;
    double p[3][3];
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++)
            p[i][axis] = (double)t->corners[i][axis] - point[axis];
    double normal[2] = {(p[1][1] - p[0][1]) * (p[2][2] - p[0][2]) - (p[1][2] - p[0][2]) * (p[2][1] - p[0][1]),
                        (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                            (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])};
    for (int i = 0; i < DIRECTIONS; i++) {
        double way[2] = {-sin(angle_of(i)), -cos(angle_of(i))};
        double side[2] = {way[0] * a[1] - way[1] * a[0], way[0] * b[1] - way[1] * b[0]};
        if ((side[0] > 0) == (side[1] > 0))
            continue;
        double part = side[0] / (side[0] - side[1]);
        double distance = (a[0] + (b[0] - a[0]) * part) * way[0] + (a[1] + (b[1] - a[1]) * part) * way[1];
        if (distance < 0 || distance >= seen->distance[i])
            continue;
        seen->distance[i] = distance;
        seen->single[i] = !t->double_sided;
        seen->front[i] = t->double_sided || way[0] * normal[0] + way[1] * normal[1] < 0;
    }
}

/* From 0 to 1, the more the farther; what is seen from behind counts against a place. */
static double worth_of(const panorama *seen, int direction, double reach)
{
    double distance = seen->distance[(direction + DIRECTIONS) % DIRECTIONS];
    bool front = seen->front[(direction + DIRECTIONS) % DIRECTIONS];
    return isinf(distance) ? 0 : front ? distance / (distance + reach) : -1;
}

/* From 0 at a corner to 1 in the middle. */
static double nearness(const finder *f, const double point[3])
{
    double side[2] = {f->high[0] - f->low[0], f->high[2] - f->low[2]};
    double way[2] = {point[0] - f->low[0] - side[0] / 2, point[2] - f->low[2] - side[1] / 2};
    return 1 - 2 * hypot(way[0], way[1]) / hypot(side[0], side[1]);
}

/* What a place is worth, and the direction of the best view, whose middle counts twice. */
typedef struct judgement {
    double worth;
    int best;
    bool open, walled; /* in directions no front is seen; in most directions a wall, not a sheet */
    bool among;        /* it is not below something that stands free */
} judgement;

static judgement judge(const finder *f, const place *p)
{
    panorama seen = {0};
    judgement made = {0};
    int walls = 0, fronts = 0;
    double reach = 0.1 * hypot(f->high[0] - f->low[0], f->high[2] - f->low[2]), all = 0, ahead = -INFINITY;
    for (int i = 0; i < DIRECTIONS; i++)
        seen.distance[i] = INFINITY;
    for (size_t i = 0; i < f->triangles.count; i++)
        look_at(&seen, &f->triangles.data[i], p->point);
    for (int i = 0; i < DIRECTIONS; i++) {
        double view =
            2 * worth_of(&seen, i, reach) + worth_of(&seen, i - 1, reach) + worth_of(&seen, i + 1, reach);
        if (view > ahead) {
            ahead = view;
            made.best = i;
        }
        all += worth_of(&seen, i, reach) / DIRECTIONS;
        fronts += seen.front[i];
        walls += seen.front[i] && seen.single[i];
    }
    made.open = fronts + 2 < DIRECTIONS; /* rays pass through cracks of two corners */
    made.among = p->ground || !p->roofed || fronts * 4 >= DIRECTIONS * 3;
    made.walled = walls * 4 >= DIRECTIONS * 3;
    /* Under the sky walls stand around, not on one side, unless one is on the ground: that is outside. */
    if (p->roofed || p->ground || fronts * 2 > DIRECTIONS)
        made.worth = all + ahead / 4 + (p->roofed ? ceiling_worth : 0) +
                     (p->ground ? ground_worth * nearness(f, p->point) : 0);
    return made;
}

/* --- finding ------------------------------------------------------------------------------------------ */

/* Takes the triangles; false without memory. */
static bool begin(finder *f, const tlb_stage *stage)
{
    if (!tlb_stage_triangles(stage, f->arena, &f->triangles))
        return false;
    find_ground(f);
    return true;
}

/* From how many places one can look around, if `enough` are. */
static uint32_t count_looks(const finder *f, uint32_t enough)
{
    double most_places = most(FEWEST_PLACES, triangles_most / DIRECTIONS / (double)(f->triangles.count + 1));
    return (uint32_t)least(f->places.count, least(enough, most_places));
}

static const place *place_of(const finder *f, uint32_t look, uint32_t looks)
{
    return &f->places.data[(uint64_t)look * f->places.count / looks];
}

static void stand_at(tlb_view *view, const place *p, int direction)
{
    for (int axis = 0; axis < 3; axis++)
        view->point[axis] = (float)p->point[axis];
    view->yaw = angle_of(direction) * (180 / 3.14159265358979323846);
}

/* Looks for the best of the places in the box. */
static bool find_best(finder *f, tlb_view *view, bool *found)
{
    double worth = 0;
    f->meetings.count = f->places.count = 0;
    if (!find_places(f))
        return false;
    uint32_t looks = count_looks(f, MOST_PLACES);
    for (uint32_t i = 0; i < looks; i++) {
        const place *p = place_of(f, i, looks);
        judgement own = judge(f, p);
        if (own.worth <= worth || !own.among)
            continue;
        worth = own.worth;
        *found = true;
        stand_at(view, p, own.best);
    }
    return true;
}

bool tlb_inside_find(const tlb_stage *stage, tlb_arena *arena, tlb_view *view, bool *found)
{
    finder f = {.arena = arena};
    *found = false;
    if (!begin(&f, stage))
        return false;
    /* In a world first where something is built, then on all of its ground. */
    if (f.has_ground && find_box(&f, false, surroundings) && !find_best(&f, view, found))
        return false;
    return *found || !find_box(&f, f.has_ground, 0) || find_best(&f, view, found);
}

/* Whether one sees out of a room somewhere: a door is wide only for who stands before it. */
static bool has_exit(const finder *f)
{
    uint32_t looks = count_looks(f, f->places.count);
    for (uint32_t i = 0; i < looks; i++) {
        const place *p = place_of(f, i, looks);
        judgement own = {0};
        if (p->roofed)
            own = judge(f, p);
        if (own.worth > 0 && own.open)
            return true;
    }
    return false;
}

bool tlb_inside_sealed(const tlb_stage *stage, tlb_arena *arena, tlb_view *view, bool *sealed)
{
    finder f = {.arena = arena};
    double worth = 0, way[3];
    const place *best = NULL;
    int direction = 0;
    uint32_t rooms = 0, others = 0;
    *sealed = false;
    if (!begin(&f, stage))
        return false;
    if (f.has_ground || !find_box(&f, false, 0))
        return true;
    if (!find_places(&f))
        return false;
    uint32_t looks = count_looks(&f, MOST_PLACES);
    for (uint32_t i = 0; i < looks; i++) {
        const place *p = place_of(&f, i, looks);
        judgement own = judge(&f, p);
        if (own.worth <= 0)
            continue;
        bool room = p->roofed && own.walled;
        rooms += room;
        others += !room;
        if (!room || own.worth <= worth)
            continue;
        worth = own.worth;
        best = p;
        direction = own.best;
    }
    tlb_view_back(view->yaw, view->pitch, way);
    *sealed = best && rooms > others && tlb_is_hidden(&f.triangles, best->point, way) &&
              (tlb_is_mostly_hidden(&f.triangles, way) || !has_exit(&f));
    if (*sealed) {
        *view = (tlb_view){.inside = true};
        stand_at(view, best, direction);
    }
    return true;
}
