/* Another version of a room, and the same encrypted or in clear. What both versions have keeps its value;
 * what the target has no place for is dropped and reported; what it must have and the source lacks is
 * made. */
#include "formats/meridian/roo/roo.h"

#include "base/text.h"
#include "formats/meridian/roo/build/build.h"

#include <math.h>

/* The lists of the source are replaced, never written to. */
typedef struct version_change {
    tlb_context *context;
    tlb_arena *arena;
    const tlb_roo *source;
    tlb_roo *made;
    roo_layout from, to;
    tlb_status status; /* the first failure: no step follows it */
} version_change;

/* A copy of a list in the arena, NULL after a failure or for an empty list. */
static void *copy_list(version_change *r, const void *source, size_t count, size_t size)
{
    void *data = r->status || !count ? NULL : tlb_alloc_array(r->arena, count, size);
    if (data)
        memcpy(data, source, count * size);
    else if (count && !r->status)
        r->status = tlb_report_memory(r->context, r->arena);
    return data;
}

/* Reports that the value at the path is lost. */
static void report_dropped(const version_change *r, const char *path, const char *what)
{
    tlb_report(r->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, path, "%s", what);
}

/* --- coordinates and planes --------------------------------------------------------------------------- */

/* As integers or as floats. Whole numbers keep their value. Lines and slopes are those that the editor of the
 * target makes of the same walls and vertices, where it can be seen that they came from them. */

/* What was lost of the numbers of a list. */
typedef struct losses {
    uint32_t count;
    double most;
} losses;

static double rounded(losses *l, double value, tlb_type to)
{
    double result = to == TLB_F32 ? (double)(float)value : round(value), change = fabs(result - value);
    if (isnan(value) || change == 0)
        return to == TLB_F32 ? value : result;
    l->count++;
    l->most = fmax(l->most, change);
    return result;
}

static void round_all(losses *l, double *values, size_t count, tlb_type to)
{
    for (size_t i = 0; i < count; i++)
        values[i] = rounded(l, values[i], to);
}

static void report(const version_change *r, const char *path, const char *what, const losses *l)
{
    if (l->count)
        tlb_report(r->context, TLB_CODE_ROO_ROUNDED, TLB_NO_OFFSET, path, "%s rounded: %u, by at most %.3g",
                   what, l->count, l->most);
}

/* --- lines -------------------------------------------------------------------------------------------- */

static roo_arithmetic arithmetic_of(tlb_type real)
{
    return real == TLB_F32 ? ROO_REAL : ROO_INTEGER;
}

static roo_line line_of(tlb_type real, const double start[2], const double end[2])
{
    roo_line line = tlb_roo_line_through(arithmetic_of(real), start, end);
    if (real == TLB_F32)
        line = (roo_line){(float)line.a, (float)line.b, (float)line.c};
    return line;
}

/* The line of a node as the target's editor makes it, from the wall of which the source's made the node's. */
static bool line_from_wall(const version_change *r, const tlb_roo_node *n, roo_line *line)
{
    const tlb_roo *x = r->source;
    uint32_t number = n->firstWall, left = x->clientWalls.count;
    for (; number && number <= x->clientWalls.count && left; left--) {
        const tlb_roo_client_wall *w = &x->clientWalls.data[number - 1];
        roo_line met = line_of(r->from.real, w->start, w->end);
        double start[2] = {round(w->start[0]), round(w->start[1])},
               end[2] = {round(w->end[0]), round(w->end[1])};
        bool apart = start[0] != end[0] || start[1] != end[1];
        if (apart && met.a == n->a && met.b == n->b && met.c == n->c) {
            *line = line_of(r->to.real, start, end);
            return true;
        }
        number = w->next;
    }
    return false;
}

/* The simplest whole a and b that have the direction of floats, by continued fractions, as far as c has
 * room. */
static roo_line whole_line(const tlb_roo_node *n)
{
    const double enough = 0x1p-23;
    bool steep = fabs(n->a) < fabs(n->b);
    double large = steep ? fabs(n->b) : fabs(n->a), small = steep ? fabs(n->a) : fabs(n->b),
           rest = small / large;
    double h[2] = {0, 1}, k[2] = {1, 0}; /* the last two convergents h / k of small / large */
    roo_line line = {n->a, n->b, n->c};
    if (!(large > 0) || !isfinite(large) || !isfinite(n->c))
        return line;
    double fraction = 0;
    for (int i = 0; i < 64; i++) {
        double next_h = fraction * h[0] + h[1], next_k = fraction * k[0] + k[1];
        if (i) {
            h[1] = h[0], k[1] = k[0];
            h[0] = next_h, k[0] = next_k;
        }
        double c = round(n->c * k[0] / large);
        if (fabs(c) > INT32_MAX || k[0] > INT16_MAX)
            break;
        line = (roo_line){copysign(steep ? h[0] : k[0], n->a), copysign(steep ? k[0] : h[0], n->b), c};
        if (fabs(small / large - h[0] / k[0]) <= enough || rest == 0)
            break;
        rest = 1 / rest;
        fraction = floor(rest);
        rest -= fraction;
    }
    return line;
}

/* What is rounded moves a line; how far is reported at the middle of what it divides. */
static void convert_line(const version_change *r, tlb_roo_node *n, losses *lost)
{
    const double middle[2] = {(n->box[0] + n->box[2]) / 2, (n->box[1] + n->box[3]) / 2};
    roo_line line = {n->a, n->b, n->c};
    losses numbers = {0};
    bool known = line_from_wall(r, n, &line);
    if (!known && r->to.real == TLB_I32)
        line = whole_line(n);
    line.a = rounded(&numbers, line.a, r->to.real);
    line.b = rounded(&numbers, line.b, r->to.real);
    line.c = rounded(&numbers, line.c, r->to.real);
    double before = (n->a * middle[0] + n->b * middle[1] + n->c) / hypot(n->a, n->b),
           after = (line.a * middle[0] + line.b * middle[1] + line.c) / hypot(line.a, line.b),
           moved = fabs(after - before);
    if (moved > 0 && (!known || numbers.count)) {
        lost->count++;
        lost->most = fmax(lost->most, moved);
    }
    n->a = line.a, n->b = line.b, n->c = line.c;
}

/* --- nodes, walls ------------------------------------------------------------------------------------- */

static void convert_nodes(version_change *r)
{
    tlb_roo *x = r->made;
    losses coordinates = {0}, lines = {0};
    x->nodes.data = copy_list(r, x->nodes.data, x->nodes.count, sizeof *x->nodes.data);
    for (uint32_t i = 0; x->nodes.data && i < x->nodes.count && !r->status; i++) {
        tlb_roo_node *n = &x->nodes.data[i];
        round_all(&coordinates, n->box, 4, r->to.real);
        if (n->type == TLB_ROO_INTERNAL)
            convert_line(r, n, &lines);
        n->points.data = copy_list(r, n->points.data, n->points.count, sizeof *n->points.data);
        if (n->points.data)
            round_all(&coordinates, n->points.data[0], 2 * (size_t)n->points.count, r->to.real);
    }
    report(r, "nodes", "coordinates", &coordinates);
    report(r, "nodes", "lines", &lines);
}

static void convert_walls(version_change *r)
{
    tlb_roo *x = r->made;
    losses coordinates = {0}, lengths = {0};
    x->clientWalls.data =
        copy_list(r, x->clientWalls.data, x->clientWalls.count, sizeof *x->clientWalls.data);
    for (uint32_t i = 0; x->clientWalls.data && i < x->clientWalls.count; i++) {
        tlb_roo_client_wall *w = &x->clientWalls.data[i];
        round_all(&coordinates, w->start, 2, r->to.real);
        round_all(&coordinates, w->end, 2, r->to.real);
        w->length = rounded(&lengths, w->length, r->to.length);
    }
    report(r, "clientWalls", "coordinates", &coordinates);
    report(r, "clientWalls", "lengths", &lengths);
}

/* --- slopes ------------------------------------------------------------------------------------------- */

/* a, b and c without what follows the point, d so that the plane keeps its height at the first vertex: the
 * vertex's own, if the plane goes through it. */
static void cut_plane(const tlb_roo_box *box, const tlb_roo_slope *s, double plane[4])
{
    double at[2], vertex = (double)s->vertices[0].z * TLB_ROO_EDITOR_UNIT;
    const double *p = s->plane;
    roo_to_client(box, s->vertices[0].x, s->vertices[0].y, at);
    double height = -(p[0] * at[0] + p[1] * at[1] + p[3]) / p[2];
    if (!isfinite(height) || fabs(height - vertex) <= 1)
        height = vertex;
    for (int i = 0; i < 3; i++)
        plane[i] = trunc(p[i]);
    plane[3] = round(-(plane[0] * at[0] + plane[1] * at[1] + plane[2] * height));
}

/* A plane that is the one of its vertices loses nothing: the other kind of version makes it again from
 * them. */
static void convert_plane(const version_change *r, tlb_roo_slope *s, bool ceiling, losses *lost)
{
    tlb_roo_box box = tlb_roo_box_of(r->source);
    bool from_whole = r->from.real == TLB_I32, to_whole = r->to.real == TLB_I32;
    tlb_roo_slope made = *s;
    if (tlb_roo_make_slope(&box, ceiling, from_whole, &made) &&
        !memcmp(made.plane, s->plane, sizeof s->plane) &&
        tlb_roo_make_slope(&box, ceiling, to_whole, &made)) {
        memcpy(s->plane, made.plane, sizeof s->plane);
        return;
    }
    double plane[4];
    memcpy(plane, s->plane, sizeof plane);
    if (to_whole)
        cut_plane(&box, s, plane);
    for (int i = 0; i < 4; i++) {
        double before = s->plane[i];
        s->plane[i] = r->to.real == TLB_F32 ? (double)(float)plane[i] : plane[i];
        lost->count += s->plane[i] != before;
        lost->most = i < 3 ? fmax(lost->most, fabs(s->plane[i] - before)) : lost->most;
    }
}

static void convert_slope(const version_change *r, tlb_roo_slope *s, bool ceiling, losses *planes,
                          losses *origins)
{
    if (r->from.real != r->to.real)
        convert_plane(r, s, ceiling, planes);
    if (r->from.origin != r->to.origin)
        round_all(origins, s->textureOrigin, 2, r->to.origin);
}

static void convert_slopes(version_change *r)
{
    tlb_roo *x = r->made;
    losses planes = {0}, origins = {0};
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        tlb_roo_sector *s = &x->sectors.data[i];
        if (s->flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
            convert_slope(r, &s->floorSlope, false, &planes, &origins);
        if (s->flags & TLB_ROO_SECTOR_SLOPED_CEILING)
            convert_slope(r, &s->ceilingSlope, true, &planes, &origins);
    }
    report(r, "sectors", "plane coefficients of slopes", &planes);
    report(r, "sectors", "texture origins of slopes", &origins);
}

static void convert_numbers(version_change *r)
{
    convert_slopes(r);
    if (r->from.real == r->to.real)
        return;
    convert_nodes(r);
    convert_walls(r);
}

/* --- grids -------------------------------------------------------------------------------------------- */

/* Two up to 11, three from 12 on, in 13-O and 14 a fourth of high resolution; none in 15. Version 14 may be
 * without. */
enum { FIRST_WITHOUT_NEED = 14, FIRST_WITHOUT = 15 };

static void drop_surplus(version_change *r)
{
    tlb_roo_server *s = &r->made->server;
    if (s->hasMonsterGrid && !r->to.monsterGrid) {
        report_dropped(r, "server.monsterGrid", "this version has no monster grid");
        s->hasMonsterGrid = false;
        s->monsterGrid = NULL;
    }
    if (s->hasHiResGrid && !r->to.hiResGrid) {
        report_dropped(r, "server.hiResGrid", "this version has no high-resolution grid");
        s->hasHiResGrid = false;
        s->hiResGrid = NULL;
        s->hiResRows = s->hiResCols = 0;
    }
}

/* Makes all grids of the version, and takes those that the room lacks. */
static void make_missing(version_change *r)
{
    tlb_roo_server *s = &r->made->server;
    tlb_roo room = *r->made;
    room.server = (tlb_roo_server){0};
    r->status = tlb_roo_build_grids(&(roo_building){.context = r->context, .arena = r->arena, .room = &room});
    if (r->status)
        return;
    const tlb_roo_server *made = &room.server;
    bool fits = s->present && s->rows == made->rows && s->cols == made->cols;
    if (!fits) {
        *s = *made;
        return;
    }
    if (made->hasMonsterGrid && !s->hasMonsterGrid) {
        s->hasMonsterGrid = true;
        s->monsterGrid = made->monsterGrid;
    }
    if (made->hasHiResGrid && !s->hasHiResGrid) {
        s->hasHiResGrid = true;
        s->hiResRows = made->hiResRows;
        s->hiResCols = made->hiResCols;
        s->hiResGrid = made->hiResGrid;
    }
}

static void convert_grids(version_change *r)
{
    tlb_roo *x = r->made;
    tlb_roo_server *s = &x->server;
    if (r->status)
        return;
    if (x->version >= FIRST_WITHOUT) {
        if (s->present)
            report_dropped(r, "server", "rooms of this version have no server grids");
        *s = (tlb_roo_server){0};
        return;
    }
    drop_surplus(r);
    bool needed = s->present || x->version < FIRST_WITHOUT_NEED;
    bool lacking =
        !s->present || (r->to.monsterGrid && !s->hasMonsterGrid) || (r->to.hiResGrid && !s->hasHiResGrid);
    if (needed && lacking)
        make_missing(r);
}

/* --- what is not numbers ------------------------------------------------------------------------------ */

/* Bytes that no part claims and walls that are claimed only: the new file has neither. */
static void tidy(version_change *r)
{
    tlb_roo *x = r->made;
    for (tlb_roo_gap i = 0; i < TLB_ROO_GAPS; i++)
        if (x->gaps[i].size) {
            report_dropped(r, tlb_roo_gap_name(i), "bytes that belong to no part");
            x->gaps[i] = (tlb_bytes){0};
        }
    if (x->clientWallsMissing || x->editorWallsMissing || x->sidedefsMissing)
        report_dropped(r, "clientWalls", "a count that claimed more than is stored was corrected");
    x->clientWallsMissing = x->editorWallsMissing = x->sidedefsMissing = 0;
    x->hasRoomId = true;
}

static void drop_speeds(version_change *r)
{
    tlb_roo *x = r->made;
    uint32_t lost = 0;
    for (uint32_t i = 0; i < x->sectors.count && !r->to.speed; i++) {
        lost += x->sectors.data[i].animationSpeed != 0;
        x->sectors.data[i].animationSpeed = 0;
    }
    if (lost)
        tlb_report(r->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "sectors",
                   "animation speeds left out: %u; version %u has none", lost, x->version);
}

/* Editors that write floats leave nothing of their own in the upper halves of coordinates. */
static void clean_upper_halves(version_change *r)
{
    tlb_roo *x = r->made;
    if (!tlb_roo_is_float(x))
        return;
    x->editorWalls.data =
        copy_list(r, x->editorWalls.data, x->editorWalls.count, sizeof *x->editorWalls.data);
    for (uint32_t i = 0; x->editorWalls.data && i < x->editorWalls.count; i++) {
        tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        w->x0Upper = w->x0 < 0 ? UINT16_MAX : 0;
        w->y0Upper = w->y0 < 0 ? UINT16_MAX : 0;
        w->x1Upper = w->x1 < 0 ? UINT16_MAX : 0;
        w->y1Upper = w->y1 < 0 ? UINT16_MAX : 0;
    }
}

/* --- the room ----------------------------------------------------------------------------------------- */

static void convert_version(version_change *r, tlb_roo_target target)
{
    tlb_roo *x = r->made;
    x->version = target == TLB_ROO_TO_13M ? 13 : (uint32_t)target;
    x->dialect = target == TLB_ROO_TO_13M ? TLB_ROO_M : TLB_ROO_O;
    r->from = tlb_roo_layout_of(r->source->version, r->source->dialect);
    r->to = tlb_roo_layout_of(x->version, x->dialect);
    x->sectors.data = copy_list(r, x->sectors.data, x->sectors.count, sizeof *x->sectors.data);
    if (r->status)
        return;
    tidy(r);
    drop_speeds(r);
    clean_upper_halves(r);
    convert_numbers(r);
    convert_grids(r);
    if (x->encryption != TLB_ROO_PLAIN)
        x->encryption = tlb_roo_cipher_of_version(x->version);
    if (!r->status)
        x->security = tlb_roo_security(x);
}

tlb_status tlb_roo_convert_version(tlb_document *document, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_roo_write_options *options = conversion->to;
    const tlb_roo *source = document->root;
    (void)target;
    if (options->encrypt && options->decrypt) {
        return tlb_refuse_option(conversion->context, "encrypt", "encrypt and decrypt exclude each other");
    }
    tlb_roo room = *source;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    version_change r = {.context = conversion->context, .arena = &arena, .source = source, .made = &room};
    if (options->version)
        convert_version(&r, options->version);
    if (!r.status)
        r.status = tlb_roo_rebuild_if_wanted(
            &(roo_building){.context = r.context, .arena = r.arena, .room = &room}, options);
    if (options->decrypt)
        room.encryption = TLB_ROO_PLAIN;
    else if (options->encrypt && room.encryption == TLB_ROO_PLAIN)
        room.encryption = tlb_roo_cipher_of_version(room.version);
    if (!r.status)
        r.status = tlb_roo_write(r.context, &(void *){&room}, out);
    if (!r.status && room.security == tlb_roo_security(&room))
        tlb_report_withdraw(r.context, TLB_CODE_ROO_SECURITY_KEPT); /* of the JSON that it was built from */
    tlb_arena_release(&arena);
    return r.status;
}
