#include "scene/light/light.h"

#include "base/bytes.h"
#include "image/image.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/matrix.h"
#include "scene/inspect/shown.h"
#include "scene/materials/texture.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 8 }; /* samples along the edge of a triangle; all of it are one batch */

static const float black_below = 0.02f, wanted_mean = 0.5f, highest_floor = 0.5f;

/* --- light maps as numbers ---------------------------------------------------------------------------- */

static const uint8_t (*rgba_of(const tlb_image *image, tlb_arena *arena))[4]
{
    size_t count = (size_t)image->width * image->height;
    if (image->format == TLB_PIXELS_RGBA)
        return (const uint8_t(*)[4])image->pixels;
    uint8_t(*pixels)[4] = tlb_alloc_array(arena, count, sizeof *pixels);
    for (size_t i = 0; pixels && i < count; i++)
        memcpy(pixels[i], image->palette[image->pixels[i]], sizeof *pixels);
    return (const uint8_t(*)[4])pixels;
}

tlb_status tlb_decode_light_map(tlb_context *context, const tlb_image *image, tlb_arena *arena,
                                tlb_light_map *map)
{
    tlb_image decoded = *image;
    if (decoded.format == TLB_PIXELS_NONE) {
        if (!decoded.encoded.size)
            return TLB_OK;
        tlb_status status = tlb_image_decode(context, arena, image->encoded, &decoded);
        if (status)
            return tlb_memory_status(context, arena, status);
    }
    const uint8_t(*pixels)[4] = rgba_of(&decoded, arena);
    if (!pixels)
        return tlb_report_memory(context, arena);
    *map = (tlb_light_map){decoded.width, decoded.height, pixels};
    return TLB_OK;
}

tlb_status tlb_decode_light_maps(tlb_context *context, const tlb_scene *scene, tlb_arena *arena,
                                 tlb_light_map **maps)
{
    *maps = tlb_zalloc_array(arena, scene->image_count, sizeof **maps);
    bool *seen = tlb_zalloc_array(arena, scene->image_count, sizeof *seen);
    if (!*maps || !seen)
        return tlb_report_memory(context, arena);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        int32_t image = scene->materials[i].lightmap.image;
        if (image < 0 || seen[image])
            continue;
        seen[image] = true;
        tlb_status status = tlb_decode_light_map(context, &scene->images[image], arena, &(*maps)[image]);
        if (status)
            return status;
    }
    return TLB_OK;
}

const tlb_light_map *tlb_light_map_of(const tlb_scene *scene, const tlb_light_map *maps, const tlb_mesh *mesh,
                                      const tlb_part *part)
{
    if (part->material < 0)
        return NULL;
    const tlb_texture *texture = &scene->materials[part->material].lightmap;
    return tlb_texture_fits(texture, mesh) && maps[texture->image].pixels ? &maps[texture->image] : NULL;
}

/* --- the rule ----------------------------------------------------------------------------------------- */

/* The samples of a triangle: the sum of their luminance, and how many there are. */
typedef struct sampled {
    double sum, count;
} sampled;

/* Where the samples of a triangle are: the weights of its first corner and of its second, in steps. */
typedef struct pattern {
    float first[TLB_LIGHT_BATCH], second[TLB_LIGHT_BATCH];
} pattern;

/* Where a map is too bright for black. */
typedef struct bright_texels {
    size_t looked;    /* at so many texels, one by one */
    uint32_t *counts; /* see count_bright; NULL: it was not worth it yet */
} bright_texels;

typedef struct measure {
    double area, light; /* the sum of areas, and of areas times luminance */
    float brightest;
    sampled ***sampled;           /* of each part of each mesh the triangles, once they are sampled */
    bright_texels *bright;        /* of each image; NULL: samples are taken */
    pattern patterns[MOST_STEPS]; /* by the number of steps, from 1, where samples are taken */
    tlb_arena *arena;
    bool failed; /* no memory */
} measure;

typedef struct corners {
    float positions[3][3], uv[3][2];
} corners;

static double area_of(const float p[3][3])
{
    double a[3], b[3], square = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = (double)p[1][i] - (double)p[0][i];
        b[i] = (double)p[2][i] - (double)p[0][i];
    }
    for (int i = 0; i < 3; i++) {
        double normal = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
        square += normal * normal;
    }
    return sqrt(square) / 2;
}

/* A sample for each texel along the longest edge, or fewer. */
static uint32_t count_steps(const tlb_light_map *map, const float uv[3][2])
{
    float longest = 1;
    for (int i = 0; i < 3; i++) {
        float u = (uv[i][0] - uv[(i + 1) % 3][0]) * (float)map->width;
        float v = (uv[i][1] - uv[(i + 1) % 3][1]) * (float)map->height;
        longest = fmaxf(longest, sqrtf(u * u + v * v));
    }
    return longest < MOST_STEPS ? (uint32_t)ceilf(longest) : MOST_STEPS;
}

static inline float luminance_of(float red, float green, float blue)
{
    return 0.2126f * red + 0.7152f * green + 0.0722f * blue;
}

/* In the middle of each of the equal triangles, on their base or on their tip, into which the steps cut it.
 */
static void make_pattern(uint32_t steps, pattern *made)
{
    uint32_t count = 0;
    for (uint32_t on_tip = 0; on_tip < 2; on_tip++) {
        float third = (float)(on_tip + 1) / 3;
        for (uint32_t i = 0; i + on_tip < steps; i++)
            for (uint32_t j = 0; i + j + on_tip < steps; j++, count++) {
                made->first[count] = (float)i + third;
                made->second[count] = (float)j + third;
            }
    }
}

static bool is_black(const tlb_light_map *map, const corners *c)
{
    tlb_light_range range;
    return tlb_light_range_of(map, c->uv, &range) &&
           !(range.texel[0] | range.texel[1] | range.texel[2] | range.above);
}

static sampled take_samples(measure *m, const tlb_light_map *map, const corners *c)
{
    if (is_black(map, c))
        return (sampled){.count = 1};
    uint32_t steps = count_steps(map, c->uv);
    const pattern *at = &m->patterns[steps - 1];
    float luminance[TLB_LIGHT_BATCH], all = (float)steps;
    tlb_light_batch batch;
    double sum = 0;
    batch.count = steps * steps;
    for (uint32_t i = 0; i < batch.count; i++) {
        float a = at->first[i], b = at->second[i], rest = all - a - b;
        batch.u[i] = (a * c->uv[0][0] + b * c->uv[1][0] + rest * c->uv[2][0]) / all;
        batch.v[i] = (a * c->uv[0][1] + b * c->uv[1][1] + rest * c->uv[2][1]) / all;
    }
    tlb_light_at_all(map, &batch);
    for (uint32_t i = 0; i < batch.count; i++)
        luminance[i] = luminance_of(batch.light[0][i], batch.light[1][i], batch.light[2][i]);
    for (uint32_t i = 0; i < batch.count; i++) {
        sum += (double)luminance[i];
        m->brightest = luminance[i] > m->brightest ? luminance[i] : m->brightest;
    }
    return (sampled){sum, (double)batch.count};
}

/* --- black maps --------------------------------------------------------------------------------------- */

/* Too bright for black: a little less counts as well, as samples between texels are not exact. */
static inline bool is_bright(const uint8_t t[4])
{
    return (t[0] | t[1] | t[2]) && luminance_of(t[0], t[1], t[2]) > black_below * 0.99f * UINT8_MAX;
}

/* For each corner between texels, how many of those above it and left of it are bright. NULL without memory.
 */
static uint32_t *count_bright(const tlb_light_map *map, tlb_arena *arena)
{
    size_t width = (size_t)map->width + 1;
    uint32_t *counts = tlb_alloc_array(arena, width, ((size_t)map->height + 1) * sizeof *counts);
    if (!counts)
        return NULL;
    memset(counts, 0, width * sizeof *counts);
    for (uint32_t y = 0; y < map->height; y++) {
        const uint8_t(*texels)[4] = map->pixels + (size_t)y * map->width;
        const uint32_t *above = counts + y * width;
        uint32_t *row = counts + (y + 1) * width, sum = 0;
        row[0] = 0;
        for (uint32_t x = 0; x < map->width; x++) {
            sum += is_bright(texels[x]);
            row[x + 1] = above[x + 1] + sum;
        }
    }
    return counts;
}

static bool has_bright(const tlb_light_map *map, const uint32_t x[2], const uint32_t y[2])
{
    for (uint32_t row = y[0]; row < y[1]; row++) {
        const uint8_t(*texels)[4] = map->pixels + (size_t)row * map->width;
        uint32_t all = 0;
        for (uint32_t column = x[0]; column < x[1]; column++)
            all |= tlb_get_le32(texels[column]);
        for (uint32_t column = x[0]; all << 8 && column < x[1]; column++)
            if (is_bright(texels[column]))
                return true;
    }
    return false;
}

/* The texels that samples may meet along one axis. */
static void find_extent(const float uv[3][2], int axis, uint32_t size, uint32_t extent[2])
{
    float least = (float)size, most = 0;
    for (int i = 0; i < 3; i++) {
        float at = tlb_finite(uv[i][axis]) * (float)size;
        least = fminf(least, at);
        most = fmaxf(most, at);
    }
    least = fmaxf(least - 2, 0);
    extent[0] = least < (float)size ? (uint32_t)least : size - 1;
    extent[1] = most + 2 < (float)size ? (uint32_t)most + 2 : size;
}

/* Whether no sample of a triangle is bright. Texels are counted once more than the map has were looked at. */
static bool is_dark(measure *m, const tlb_light_map *map, uint32_t image, const corners *c)
{
    bright_texels *bright = &m->bright[image];
    uint32_t x[2], y[2];
    size_t width = (size_t)map->width + 1;
    find_extent(c->uv, 0, map->width, x);
    find_extent(c->uv, 1, map->height, y);
    if (!bright->counts && bright->looked <= (size_t)map->width * map->height) {
        bright->looked += (size_t)(x[1] - x[0]) * (y[1] - y[0]);
        return !has_bright(map, x, y);
    }
    if (!bright->counts && !(bright->counts = count_bright(map, m->arena))) {
        m->failed = true;
        return false;
    }
    const uint32_t *counts = bright->counts;
    /* Wraps around, and back. */
    return counts[y[1] * width + x[1]] - counts[y[0] * width + x[1]] - counts[y[1] * width + x[0]] +
               counts[y[0] * width + x[0]] ==
           0;
}

/* --- the scene ---------------------------------------------------------------------------------------- */

/* False: the triangle is not black, and that was all that was asked. */
static bool measure_triangle(measure *m, const tlb_light_map *map, uint32_t image, const corners *c,
                             sampled *known)
{
    double area = area_of(c->positions);
    if (!(area < (double)INFINITY))
        return true;
    if (m->bright && !is_dark(m, map, image, c))
        return false;
    m->area += area;
    if (m->bright)
        return true;
    if (known->count <= 0)
        *known = take_samples(m, map, c);
    m->light += area * known->sum / known->count;
    return true;
}

/* Its triangles are sampled once, however many nodes show it. */
static bool measure_part(measure *m, const tlb_light_map *map, const tlb_scene *scene, const tlb_mesh *mesh,
                         const tlb_part *part, const float world[16], sampled **known)
{
    if (!*known &&
        !(*known = tlb_zalloc_array(m->arena, part->index_count / 3 + (size_t)1, sizeof **known))) {
        m->failed = true;
        return false;
    }
    const tlb_texture *texture = &scene->materials[part->material].lightmap;
    const float(*uv)[2] = (const float(*)[2])mesh->uv[texture->uv_set];
    for (uint32_t i = 0; i + 2 < part->index_count; i += 3) {
        corners c = {0};
        for (int k = 0; k < 3; k++) {
            uint32_t vertex = mesh->indices[part->first_index + i + (uint32_t)k];
            tlb_matrix_point(world, mesh->positions[vertex], c.positions[k]);
            memcpy(c.uv[k], uv[vertex], sizeof c.uv[k]);
        }
        if (!measure_triangle(m, map, (uint32_t)texture->image, &c, *known + i / 3))
            return false;
    }
    return true;
}

float tlb_light_floor(float mean)
{
    float floor = (wanted_mean - mean) / (1 - mean);
    return floor > highest_floor ? highest_floor : floor > 0 ? floor : 0;
}

static tlb_light_rule rule_of(const measure *m)
{
    tlb_light_rule rule = {.lit = m->area > 0};
    if (!rule.lit)
        return rule;
    rule.mean = (float)(m->light / m->area);
    rule.black = m->brightest < black_below;
    rule.floor = rule.black ? 0 : tlb_light_floor(rule.mean);
    return rule;
}

/* What is drawn of a scene. */
typedef struct subject {
    const tlb_scene *scene;
    const tlb_light_map *maps;
    const bool *shown;
    const float (*world)[16];
} subject;

static bool measure_mesh(const subject *s, measure *m, const tlb_mesh *mesh, const float world[16])
{
    sampled ***known = &m->sampled[mesh - s->scene->meshes];
    if (!*known && !(*known = tlb_zalloc_array(m->arena, mesh->part_count, sizeof **known))) {
        m->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const tlb_light_map *map = tlb_light_map_of(s->scene, s->maps, mesh, &mesh->parts[i]);
        if (map && !measure_part(m, map, s->scene, mesh, &mesh->parts[i], world, &(*known)[i]))
            return false;
    }
    return true;
}

/* False when it ends early: a triangle is not black. */
static bool measure_scene(const subject *s, measure *m)
{
    for (uint32_t i = 0; i < s->scene->node_count; i++) {
        const tlb_mesh *mesh = tlb_shown_mesh(s->scene, s->shown, i);
        if (mesh && !measure_mesh(s, m, mesh, s->world[i]))
            return false;
    }
    return true;
}

/* Whether all is black is told by texels; only where it is not, samples are taken. False without memory. */
static bool measure_light(const tlb_scene *scene, const tlb_light_map *maps, tlb_arena *arena, measure *m)
{
    float(*world)[16] = tlb_alloc_array(arena, scene->node_count, sizeof *world);
    const bool *shown = tlb_scene_shown(scene, arena);
    *m = (measure){.sampled = tlb_zalloc_array(arena, scene->mesh_count, sizeof *m->sampled),
                   .bright = tlb_zalloc_array(arena, scene->image_count, sizeof *m->bright),
                   .arena = arena};
    if (!world || !shown || !m->sampled || !m->bright)
        return false;
    tlb_scene_world_matrices(scene, world);
    const subject s = {scene, maps, shown, (const float(*)[16])world};
    if (!measure_scene(&s, m)) {
        if (m->failed)
            return false;
        *m = (measure){.sampled = m->sampled, .arena = arena};
        for (uint32_t steps = 1; steps <= MOST_STEPS; steps++)
            make_pattern(steps, &m->patterns[steps - 1]);
        return measure_scene(&s, m);
    }
    return true;
}

tlb_status tlb_choose_light(tlb_context *context, const tlb_scene *scene, const tlb_light_map *maps,
                            tlb_light_rule *rule)
{
    tlb_arena arena;
    measure m;
    tlb_arena_init(&arena, context->account);
    bool measured = measure_light(scene, maps, &arena, &m);
    tlb_arena_release(&arena);
    *rule = measured ? rule_of(&m) : (tlb_light_rule){0};
    if (rule->black && !tlb_code_total(context, TLB_CODE_LIGHT_BLACK))
        tlb_report(context, TLB_CODE_LIGHT_BLACK, TLB_NO_OFFSET, NULL,
                   "all light maps are black; they are not applied");
    return measured ? TLB_OK : tlb_report_memory(context, &arena);
}
