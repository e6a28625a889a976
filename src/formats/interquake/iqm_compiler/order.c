/* Vertex cache order, by scores of vertices as Tom Forsyth proposes them ("Linear-Speed Vertex Cache
 * Optimisation"): a triangle is worth the sum of its corners, a corner more the younger it is in the cache
 * and the fewer triangles still need it. Scores are whole numbers: the order is the same on every machine. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <math.h>
#include <string.h>

enum {
    MODEL = 12,   /* the cache that scores see: the order it gives suits larger ones, too */
    VALENCES = 32 /* a vertex that more triangles need is worth nothing: looking at them all takes too long */
};

typedef struct ordering {
    uint32_t *starts; /* of a vertex's triangles in `users`; those still to be drawn stand first */
    uint32_t *left;   /* how many these are */
    uint32_t *users;
    uint32_t *vertex_score, *triangle_score;
    bool *drawn;
    uint32_t scores[MODEL + 1][VALENCES + 1]; /* by place in the cache, MODEL: outside; by triangles left */
    uint32_t cache[MODEL + 3], cached;
} ordering;

/* Scores of places and of valences add up, so a table of both is a table of sums. */
static void make_scores(uint32_t scores[MODEL + 1][VALENCES + 1])
{
    static const double unit = 65536, last_triangle = 0.75, valence_boost = 2;
    for (int place = 0; place <= MODEL; place++) {
        double age = place < 3 ? 0 : 1 - (double)(place - 3) / (MODEL - 3);
        double cached = place == MODEL ? 0 : place < 3 ? last_triangle : age * sqrt(age);
        scores[place][0] = 0;
        for (int left = 1; left <= VALENCES; left++)
            scores[place][left] = (uint32_t)((cached + valence_boost / sqrt(left)) * unit);
    }
}

static uint32_t score(const ordering *o, uint32_t vertex, uint32_t place)
{
    uint32_t left = o->left[vertex];
    return left <= VALENCES ? o->scores[place][left] : 0;
}

static bool prepare(ordering *o, tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                    uint32_t vertices)
{
    o->starts = tlb_alloc_array(work, (size_t)vertices + 1, sizeof *o->starts);
    o->left = tlb_alloc_array(work, vertices, sizeof *o->left);
    o->users = tlb_alloc_array(work, (size_t)count * 3, sizeof *o->users);
    o->vertex_score = tlb_alloc_array(work, vertices, sizeof *o->vertex_score);
    o->triangle_score = tlb_alloc_array(work, count, sizeof *o->triangle_score);
    o->drawn = tlb_zalloc(work, count);
    if (!o->starts || !o->left || !o->users || !o->vertex_score || !o->triangle_score || !o->drawn)
        return false;
    memset(o->left, 0, vertices * sizeof *o->left);
    for (uint32_t t = 0; t < count; t++)
        for (int k = 0; k < 3; k++)
            o->left[triangles[t][k]]++;
    o->starts[0] = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        o->starts[v + 1] = o->starts[v] + o->left[v];
        o->vertex_score[v] = score(o, v, MODEL);
        o->left[v] = 0;
    }
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t *corners = triangles[t];
        for (int k = 0; k < 3; k++)
            o->users[o->starts[corners[k]] + o->left[corners[k]]++] = t;
        o->triangle_score[t] =
            o->vertex_score[corners[0]] + o->vertex_score[corners[1]] + o->vertex_score[corners[2]];
    }
    return true;
}

/* The users of a vertex with many are put in order once they are few. */
static void leave(ordering *o, uint32_t vertex, uint32_t triangle)
{
    uint32_t *users = o->users + o->starts[vertex], left = --o->left[vertex], i = 0;
    if (left < VALENCES) {
        while (users[i] != triangle)
            i++;
        users[i] = users[left];
    } else if (left == VALENCES)
        for (uint32_t all = o->starts[vertex + 1] - o->starts[vertex], u = 0; u < all; u++)
            if (!o->drawn[users[u]])
                users[i++] = users[u];
}

static void draw(ordering *o, const uint32_t corners[3], uint32_t triangle)
{
    uint32_t old[MODEL + 3], old_count = o->cached;
    o->drawn[triangle] = true;
    memcpy(old, o->cache, sizeof old);
    memcpy(o->cache, corners, 3 * sizeof *corners);
    o->cached = 3;
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i] != corners[0] && old[i] != corners[1] && old[i] != corners[2])
            o->cache[o->cached++] = old[i];
    for (int k = 0; k < 3; k++)
        leave(o, corners[k], triangle);
}

/* Scores those that moved in the cache or left it; returns the best of their triangles, `none` when there is
 * no more. Of equals it is the first, so that what is in this order already stays in it. */
static uint32_t rescore(ordering *o, uint32_t none)
{
    uint32_t best = none, best_score = 0;
    for (uint32_t i = 0; i < o->cached; i++) {
        uint32_t v = o->cache[i], left = o->left[v];
        uint32_t now = score(o, v, i < MODEL ? i : MODEL), more = now - o->vertex_score[v];
        o->vertex_score[v] = now;
        if (left > VALENCES)
            continue;
        const uint32_t *users = o->users + o->starts[v];
        for (uint32_t u = 0; u < left; u++) {
            uint32_t total = o->triangle_score[users[u]] += more;
            if (total > best_score || (total == best_score && users[u] < best)) {
                best_score = total;
                best = users[u];
            }
        }
    }
    if (o->cached > MODEL)
        o->cached = MODEL;
    return best;
}

static bool order(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count, uint32_t vertices,
                  tlb_iqm_triangle *out)
{
    ordering o = {.cached = 0};
    make_scores(o.scores);
    if (!prepare(&o, work, triangles, count, vertices))
        return false;
    uint32_t next = count, first_left = 0;
    for (uint32_t done = 0; done < count; done++) {
        while (next == count && o.drawn[first_left])
            first_left++;
        next = next < count ? next : first_left;
        memcpy(out[done], triangles[next], sizeof *out);
        draw(&o, triangles[next], next);
        next = rescore(&o, count);
    }
    return true;
}

bool tlb_iq_cache_misses(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                         uint32_t vertices, uint32_t *misses)
{
    tlb_mark mark = tlb_arena_mark(work);
    uint32_t *fetched = tlb_zalloc_array(work, vertices, sizeof *fetched); /* which fetch, from 1 on */
    *misses = 0;
    for (uint32_t t = 0; fetched && t < count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t *last = &fetched[triangles[t][k]];
            if (!*last || *misses - *last >= IQ_CACHE)
                *last = ++*misses;
        }
    tlb_arena_rewind(work, mark);
    return fetched != NULL;
}

bool tlb_iq_order_triangles(tlb_arena *work, tlb_iqm_triangle *triangles, uint32_t count, uint32_t vertices)
{
    const tlb_iqm_triangle *given = (const tlb_iqm_triangle *)triangles, *better;
    if (vertices <= IQ_CACHE) /* nothing is fetched twice */
        return true;
    tlb_mark mark = tlb_arena_mark(work);
    tlb_iqm_triangle *out = tlb_alloc_array(work, count, sizeof *out);
    uint32_t before, after;
    better = (const tlb_iqm_triangle *)out;
    bool done = out && tlb_iq_cache_misses(work, given, count, vertices, &before) &&
                order(work, given, count, vertices, out) &&
                tlb_iq_cache_misses(work, better, count, vertices, &after);
    if (done && count && after < before)
        memcpy(triangles, out, count * sizeof *out);
    tlb_arena_rewind(work, mark);
    return done;
}
