#include "scene/light.h"

#include "image/image.h"
#include "scene/finite.h"
#include "scene/matrix.h"
#include "scene/shown.h"
#include "scene/texture.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 32 }; /* samples along the edge of a triangle */

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
            return arena->failure ? status : TLB_OK;
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

/* The two texels on both sides of a place along one axis, and how far it is on the way to the second. */
static float between(float uv, uint32_t size, uint32_t *first, uint32_t *second)
{
    float last = (float)(size - 1), at = tlb_finite(uv) * (float)size - 0.5f;
    at = at < 0 ? 0 : at > last ? last : at;
    *first = (uint32_t)at;
    *second = *first + (*first + 1 < size);
    return at - (float)*first;
}

static inline void light_at(const tlb_light_map *map, const float uv[2], float light[3])
{
    uint32_t x[2], y[2];
    float u = between(uv[0], map->width, &x[0], &x[1]), v = between(uv[1], map->height, &y[0], &y[1]);
    const uint8_t(*upper)[4] = map->pixels + (size_t)y[0] * map->width;
    const uint8_t(*lower)[4] = map->pixels + (size_t)y[1] * map->width;
    for (int k = 0; k < 3; k++) {
        float top = (float)upper[x[0]][k] * (1 - u) + (float)upper[x[1]][k] * u;
        float bottom = (float)lower[x[0]][k] * (1 - u) + (float)lower[x[1]][k] * u;
        light[k] = (top * (1 - v) + bottom * v) / 255;
    }
}

void tlb_light_at(const tlb_light_map *map, const float uv[2], float light[3])
{
    light_at(map, uv, light);
}

/* --- the rule ----------------------------------------------------------------------------------------- */

typedef struct measure {
    double area, light; /* the sum of areas, and of areas times luminance */
    float brightest;
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

/* About a sample for each texel along the longest edge. */
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

static float luminance_at(const tlb_light_map *map, const corners *c, float a, float b, float total)
{
    float uv[2], light[3];
    for (int i = 0; i < 2; i++)
        uv[i] = (a * c->uv[0][i] + b * c->uv[1][i] + (total - a - b) * c->uv[2][i]) / total;
    light_at(map, uv, light);
    return 0.2126f * light[0] + 0.7152f * light[1] + 0.0722f * light[2];
}

/* In the middle of each of the equal triangles, on their base or on their tip, into which the steps cut it.
 */
static void measure_triangle(measure *m, const tlb_light_map *map, const corners *c)
{
    double area = area_of(c->positions), sum = 0;
    uint32_t steps = count_steps(map, c->uv);
    if (!(area < (double)INFINITY))
        return;
    for (uint32_t on_tip = 0; on_tip < 2; on_tip++)
        for (uint32_t i = 0; i + on_tip < steps; i++)
            for (uint32_t j = 0; i + j + on_tip < steps; j++) {
                float third = (float)(on_tip + 1) / 3;
                float luminance = luminance_at(map, c, (float)i + third, (float)j + third, (float)steps);
                sum += (double)luminance;
                m->brightest = fmaxf(m->brightest, luminance);
            }
    m->area += area;
    m->light += area * sum / ((double)steps * steps);
}

static void measure_part(measure *m, const tlb_light_map *map, const tlb_scene *scene, const tlb_mesh *mesh,
                         const tlb_part *part, const float world[16])
{
    const float(*uv)[2] = (const float(*)[2])mesh->uv[scene->materials[part->material].lightmap.uv_set];
    for (uint32_t i = 0; i + 2 < part->index_count; i += 3) {
        corners c = {0};
        for (int k = 0; k < 3; k++) {
            uint32_t vertex = mesh->indices[part->first_index + i + (uint32_t)k];
            tlb_matrix_point(world, mesh->positions[vertex], c.positions[k]);
            memcpy(c.uv[k], uv[vertex], sizeof c.uv[k]);
        }
        measure_triangle(m, map, &c);
    }
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

static bool measure_scene(const tlb_scene *scene, const tlb_light_map *maps, tlb_arena *arena, measure *m)
{
    float(*world)[16] = tlb_alloc_array(arena, scene->node_count, sizeof *world);
    const bool *shown = tlb_scene_shown(scene, arena);
    if (!world || !shown)
        return false;
    tlb_scene_world_matrices(scene, world);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_mesh *mesh = tlb_shown_mesh(scene, shown, i);
        for (uint32_t k = 0; mesh && k < mesh->part_count; k++) {
            const tlb_light_map *map = tlb_light_map_of(scene, maps, mesh, &mesh->parts[k]);
            if (map)
                measure_part(m, map, scene, mesh, &mesh->parts[k], world[i]);
        }
    }
    return true;
}

tlb_status tlb_choose_light(tlb_context *context, const tlb_scene *scene, const tlb_light_map *maps,
                            tlb_light_rule *rule)
{
    tlb_arena arena;
    measure m = {0};
    tlb_arena_init(&arena, context->account);
    bool measured = measure_scene(scene, maps, &arena, &m);
    tlb_arena_release(&arena);
    *rule = measured ? rule_of(&m) : (tlb_light_rule){0};
    if (rule->black && !tlb_code_total(context, TLB_CODE_LIGHT_BLACK))
        tlb_report(context, TLB_CODE_LIGHT_BLACK, TLB_NO_OFFSET, NULL,
                   "all light maps are black; they are not applied");
    return measured ? TLB_OK : tlb_report_memory(context, &arena);
}
