#include "scene/light/atlas.h"

#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/materials/mips.h"
#include "scene/materials/texture.h"

#include <math.h>
#include <string.h>

enum { MOST_LAYERS = 64, NEVER = 255, GRAY = 184 };

static const float gutter = 1.6f; /* pixels around each triangle */

typedef struct sheet {
    uint32_t width, height;
    uint8_t (*pixels)[4];
    uint8_t *distance; /* of each pixel from the triangle that drew it, in 1/100; NEVER: none did */
    uint64_t left;     /* pixels that may still be looked at: maps are unwrapped, not layered */
    int32_t image;     /* in the scene drawn */
} sheet;

typedef struct drawer {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_scene *drawn;
    const tlb_light_map *maps; /* of the scene's images */
    tlb_mips *textures;        /* of the scene's images, once they are needed */
    sheet *sheets;             /* of the scene's images */
    const bool *moved;         /* by animations: materials */
    float (*left_light)[4];    /* by material: the sum of what was left, and how much that was */
    float floor;
    uint32_t scale;
    tlb_arena *arena, *work;
} drawer;

/* --- textures ------------------------------------------------------------------------------------------- */

/* NULL: it does not decode, and is white; *status says whether memory ran out. */
static const tlb_mips *mips_of(drawer *d, int32_t image, tlb_status *status)
{
    tlb_mips *mips = &d->textures[image];
    if (!mips->count) {
        mips->count = 1;
        *status = tlb_decode_light_map(d->context, &d->scene->images[image], d->work, &mips->levels[0]);
        if (!*status && mips->levels[0].pixels && !tlb_mips_make(d->work, mips))
            *status = tlb_report_memory(d->context, d->work);
    }
    return !*status && mips->levels[0].pixels ? mips : NULL;
}

/* --- triangles ------------------------------------------------------------------------------------------ */

/* One on its way to its sheet. Of a pixel at (x, y) corner i has the weight a x + b y + c. */
typedef struct triangle {
    float at[3][2]; /* on the sheet, in pixels */
    float weights[3][3];
    float uv[3][2]; /* of the texture */
    const tlb_material *material;
    const tlb_mips *texture; /* NULL: white, or gray for one that is missing */
    uint32_t level;
    const tlb_light_map *light;
} triangle;

/* False when it has no size. */
static bool set_up_weights(triangle *t)
{
    const float(*p)[2] = (const float(*)[2])t->at;
    float area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    if (!(fabsf(area) > 1e-6f))
        return false;
    for (int i = 0; i < 3; i++) {
        const float *a = p[(i + 1) % 3], *b = p[(i + 2) % 3];
        t->weights[i][0] = (a[1] - b[1]) / area;
        t->weights[i][1] = (b[0] - a[0]) / area;
        t->weights[i][2] = (a[0] * b[1] - b[0] * a[1]) / area;
    }
    return true;
}

/* How many texels a step of a pixel takes, as a mip level. */
static uint32_t level_of(const triangle *t)
{
    float most = 1;
    if (!t->texture)
        return 0;
    for (int axis = 0; axis < 2; axis++) {
        float step[2] = {0, 0};
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 2; k++)
                step[k] += t->weights[i][axis] * t->uv[i][k];
        float u = step[0] * (float)t->texture->levels[0].width,
              v = step[1] * (float)t->texture->levels[0].height;
        most = fmaxf(most, sqrtf(u * u + v * v));
    }
    uint32_t level = 0;
    for (; most >= 1.5f && level + 1 < t->texture->count; most /= 2)
        level++;
    return level;
}

/* From the nearest edge; 0 within. */
static float distance_from(const triangle *t, float x, float y)
{
    float nearest = 1e9f;
    bool inside = true;
    for (int i = 0; i < 3; i++)
        inside &= t->weights[i][0] * x + t->weights[i][1] * y + t->weights[i][2] >= 0;
    for (int i = 0; i < 3 && !inside; i++) {
        const float *a = t->at[i], *b = t->at[(i + 1) % 3];
        float along[2] = {b[0] - a[0], b[1] - a[1]}, length = along[0] * along[0] + along[1] * along[1];
        float share = length > 0 ? ((x - a[0]) * along[0] + (y - a[1]) * along[1]) / length : 0;
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        float dx = x - a[0] - share * along[0], dy = y - a[1] - share * along[1];
        nearest = fminf(nearest, sqrtf(dx * dx + dy * dy));
    }
    return inside ? 0 : nearest;
}

static void draw_pixel(const drawer *d, const sheet *s, const triangle *t, float x, float y, uint8_t out[4])
{
    float uv[2] = {0, 0}, light[3], color[4] = {255, 255, 255, 255};
    for (int i = 0; i < 3; i++) {
        float weight = t->weights[i][0] * x + t->weights[i][1] * y + t->weights[i][2];
        for (int k = 0; k < 2; k++)
            uv[k] += weight * t->uv[i][k];
    }
    if (t->texture)
        tlb_mips_at(t->texture, &t->material->texture, uv, t->level, color);
    else if (t->material->placeholder)
        color[0] = color[1] = color[2] = GRAY;
    tlb_light_at(t->light, (float[]){x / (float)s->width, y / (float)s->height}, light);
    for (int k = 0; k < 4; k++) {
        float factor = k < 3 ? (d->floor + (1 - d->floor) * light[k]) * tlb_srgb(t->material->color[k])
                             : t->material->color[3];
        float value = color[k] * factor + 0.5f;
        out[k] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

/* The pixels that it or its gutter covers along one axis; false: none. */
static bool find_range(const triangle *t, int axis, uint32_t size, uint32_t range[2])
{
    float low = fminf(t->at[0][axis], fminf(t->at[1][axis], t->at[2][axis])) - gutter - 0.5f;
    float high = fmaxf(t->at[0][axis], fmaxf(t->at[1][axis], t->at[2][axis])) + gutter - 0.5f;
    if (!(low < (float)size) || !(high >= 0))
        return false;
    range[0] = low > 0 ? (uint32_t)ceilf(low) : 0;
    range[1] = high < (float)size - 1 ? (uint32_t)high + 1 : size;
    return range[0] < range[1];
}

/* Whether others have drawn no more of it than their edges. */
static bool is_free(const sheet *s, const triangle *t, const uint32_t columns[2], const uint32_t rows[2])
{
    uint64_t inside = 0, taken = 0;
    for (uint32_t row = rows[0]; row < rows[1]; row++)
        for (uint32_t column = columns[0]; column < columns[1]; column++) {
            bool own = distance_from(t, (float)column + 0.5f, (float)row + 0.5f) == 0;
            inside += own;
            taken += own && s->distance[(size_t)row * s->width + column] == 0;
        }
    return taken * 4 <= inside;
}

/* False when it has no place of its own on the sheet. */
static bool draw_triangle(const drawer *d, sheet *s, const triangle *t)
{
    uint32_t columns[2], rows[2];
    if (!find_range(t, 0, s->width, columns) || !find_range(t, 1, s->height, rows))
        return false;
    uint64_t looked = (uint64_t)(columns[1] - columns[0]) * (rows[1] - rows[0]);
    if (looked > s->left)
        return false;
    s->left -= looked;
    if (!is_free(s, t, columns, rows))
        return false;
    for (uint32_t row = rows[0]; row < rows[1]; row++)
        for (uint32_t column = columns[0]; column < columns[1]; column++) {
            size_t pixel = (size_t)row * s->width + column;
            float x = (float)column + 0.5f, y = (float)row + 0.5f, distance = distance_from(t, x, y);
            if (distance > gutter || (uint8_t)(distance * 100) >= s->distance[pixel])
                continue;
            s->distance[pixel] = (uint8_t)(distance * 100);
            draw_pixel(d, s, t, x, y, s->pixels[pixel]);
        }
    return true;
}

/* Adds the light at the corners of one that keeps its texture. */
static void leave_triangle(drawer *d, int32_t material, const triangle *t, const float (*uv)[2],
                           const uint32_t corners[3])
{
    for (int i = 0; i < 3; i++) {
        float light[3];
        tlb_light_at(t->light, uv[corners[i]], light);
        for (int k = 0; k < 3; k++)
            d->left_light[material][k] += light[k];
    }
    d->left_light[material][3] += 3;
}

static void add_part(tlb_mesh *mesh, int32_t material, const uint32_t *indices, uint32_t count)
{
    if (!count)
        return;
    memcpy(mesh->indices + mesh->index_count, indices, count * sizeof *indices);
    mesh->parts[mesh->part_count++] = (tlb_part){material, mesh->index_count, count};
    mesh->index_count += count;
}

/* What is drawn, and after it what keeps its texture, becomes parts of `to`. */
static tlb_status draw_part(drawer *d, const tlb_mesh *mesh, const tlb_part *part, tlb_mesh *to)
{
    const tlb_material *material = &d->scene->materials[part->material];
    sheet *s = &d->sheets[material->lightmap.image];
    tlb_status status = TLB_OK;
    triangle t = {.material = material, .light = &d->maps[material->lightmap.image]};
    uint32_t *lists[2], counts[2] = {0, 0}; /* drawn, left */
    for (int i = 0; i < 2; i++)
        if (!(lists[i] = tlb_alloc_array(d->work, part->index_count, sizeof **lists)))
            return tlb_report_memory(d->context, d->work);
    bool textured = tlb_texture_fits(&material->texture, mesh);
    if (textured && !material->placeholder)
        t.texture = mips_of(d, material->texture.image, &status);
    const float(*light_uv)[2] = (const float(*)[2])mesh->uv[material->lightmap.uv_set],
          (*uv)[2] = textured ? (const float(*)[2])mesh->uv[material->texture.uv_set] : light_uv;
    for (uint32_t i = 0; !status && i + 2 < part->index_count; i += 3) {
        const uint32_t *corners = mesh->indices + part->first_index + i;
        for (int k = 0; k < 3; k++) {
            t.at[k][0] = tlb_finite(light_uv[corners[k]][0]) * (float)s->width;
            t.at[k][1] = tlb_finite(light_uv[corners[k]][1]) * (float)s->height;
            for (int axis = 0; axis < 2; axis++)
                t.uv[k][axis] = tlb_finite(uv[corners[k]][axis]);
        }
        bool drawn = set_up_weights(&t);
        t.level = drawn ? level_of(&t) : 0;
        drawn = drawn && draw_triangle(d, s, &t);
        if (!drawn)
            leave_triangle(d, part->material, &t, light_uv, corners);
        memcpy(lists[!drawn] + counts[!drawn], corners, 3 * sizeof *corners);
        counts[!drawn] += 3;
    }
    add_part(to, part->material, lists[0], counts[0]);
    add_part(to, part->material + (int32_t)d->scene->material_count, lists[1], counts[1]);
    return status;
}

/* --- sheets --------------------------------------------------------------------------------------------- */

static bool has_sheet(const drawer *d, int32_t material)
{
    if (material < 0 || d->moved[material])
        return false;
    int32_t image = d->scene->materials[material].lightmap.image;
    return image >= 0 && d->maps[image].pixels;
}

static uint32_t choose_scale(const drawer *d)
{
    for (uint32_t scale = 8; scale > 1; scale /= 2) {
        uint64_t pixels = 0;
        bool fits = true;
        for (uint32_t i = 0; i < d->scene->image_count; i++) {
            uint64_t width = (uint64_t)d->maps[i].width * scale, height = (uint64_t)d->maps[i].height * scale;
            fits &= width <= TLB_ATLAS_SIDE && height <= TLB_ATLAS_SIDE;
            pixels += width * height;
        }
        if (fits && pixels <= TLB_ATLAS_PIXELS)
            return scale;
    }
    return 1;
}

static bool add_sheet(drawer *d, int32_t map)
{
    sheet *s = &d->sheets[map];
    if (s->pixels)
        return true;
    s->width = d->maps[map].width * d->scale;
    s->height = d->maps[map].height * d->scale;
    size_t count = (size_t)s->width * s->height;
    s->pixels = tlb_zalloc_array(d->arena, count, sizeof *s->pixels);
    s->distance = tlb_alloc(d->work, count);
    s->image = (int32_t)d->drawn->image_count;
    s->left = (uint64_t)count * MOST_LAYERS;
    tlb_image *image = &d->drawn->images[d->drawn->image_count];
    *image =
        (tlb_image){.name = tlb_arena_printf(d->arena, "atlas %u",
                                             (unsigned)(d->drawn->image_count++ - d->scene->image_count + 1)),
                    .format = TLB_PIXELS_RGBA,
                    .width = s->width,
                    .height = s->height,
                    .pixels = (uint8_t *)s->pixels};
    if (!s->pixels || !s->distance || !image->name)
        return false;
    memset(s->distance, NEVER, count);
    return true;
}

/* Where nothing was drawn the mean of what was: smaller mip levels mix it in. */
static void fill_gaps(const sheet *s)
{
    uint64_t sums[3] = {0}, drawn = 0;
    size_t count = (size_t)s->width * s->height;
    for (size_t i = 0; i < count; i++) {
        drawn += s->distance[i] != NEVER;
        for (int k = 0; k < 3; k++)
            sums[k] += s->pixels[i][k];
    }
    for (size_t i = 0; i < count; i++)
        if (s->distance[i] == NEVER) {
            for (int k = 0; k < 3; k++)
                s->pixels[i][k] = (uint8_t)(drawn ? sums[k] / drawn : 0);
            s->pixels[i][3] = UINT8_MAX;
        }
}

/* The material of what is drawn: what it looked like is on the sheet. */
static tlb_material on_sheet(const drawer *d, const tlb_material *from)
{
    int32_t image = d->sheets[from->lightmap.image].image;
    return (tlb_material){.name = d->drawn->images[image].name,
                          .color = {1, 1, 1, 1},
                          .texture = {.image = image,
                                      .uv_set = from->lightmap.uv_set,
                                      .wrap_u = TLB_WRAP_CLAMP,
                                      .wrap_v = TLB_WRAP_CLAMP},
                          .lightmap = {.image = TLB_NONE},
                          .alpha_mode = from->alpha_mode,
                          .alpha_cutoff = from->alpha_cutoff,
                          .double_sided = from->double_sided,
                          .unlit = true};
}

static bool find_moved(drawer *d)
{
    bool *moved = tlb_zalloc_array(d->work, d->scene->material_count, sizeof *moved);
    for (uint32_t i = 0; moved && i < d->scene->animation_count; i++)
        for (uint32_t k = 0; k < d->scene->animations[i].material_channel_count; k++)
            moved[d->scene->animations[i].material_channels[k].material] = true;
    d->moved = moved;
    return moved != NULL;
}

static bool prepare(drawer *d)
{
    const tlb_scene *scene = d->scene;
    size_t images = (size_t)scene->image_count * 2;
    *d->drawn = *scene;
    d->drawn->images = tlb_alloc_array(d->arena, images, sizeof *scene->images);
    d->drawn->materials =
        tlb_alloc_array(d->arena, (size_t)scene->material_count * 2, sizeof *scene->materials);
    d->drawn->meshes = tlb_alloc_array(d->arena, scene->mesh_count, sizeof *scene->meshes);
    d->left_light = tlb_zalloc_array(d->work, scene->material_count, sizeof *d->left_light);
    d->textures = tlb_zalloc_array(d->work, scene->image_count, sizeof *d->textures);
    d->sheets = tlb_zalloc_array(d->work, scene->image_count, sizeof *d->sheets);
    if (!d->drawn->images || !d->drawn->materials || !d->drawn->meshes || !d->left_light || !d->textures ||
        !d->sheets || !find_moved(d))
        return false;
    if (scene->image_count)
        memcpy(d->drawn->images, scene->images, scene->image_count * sizeof *scene->images);
    d->scale = choose_scale(d);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        tlb_material *material = &d->drawn->materials[i];
        *material = scene->materials[i];
        if (has_sheet(d, (int32_t)i)) {
            if (!add_sheet(d, material->lightmap.image))
                return false;
            *material = on_sheet(d, &scene->materials[i]);
        }
        material->lightmap.image = TLB_NONE;
    }
    return true;
}

/* Those that keep their textures: unlit, and as bright as their light is in the mean. */
static void light_left(drawer *d)
{
    for (uint32_t i = 0; i < d->scene->material_count; i++) {
        tlb_material *material = &d->drawn->materials[d->scene->material_count + i];
        const float *light = d->left_light[i];
        *material = d->scene->materials[i];
        material->lightmap.image = TLB_NONE;
        material->unlit = true;
        for (int k = 0; k < 3 && light[3] > 0; k++)
            material->color[k] *= tlb_linear(d->floor + (1 - d->floor) * light[k] / light[3]);
    }
    d->drawn->material_count = 2 * d->scene->material_count;
}

static tlb_status draw_mesh(drawer *d, const tlb_mesh *mesh, tlb_mesh *to)
{
    size_t indices = 0;
    tlb_status status = TLB_OK;
    *to = *mesh;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        indices += mesh->parts[i].index_count;
    to->indices = tlb_alloc_array(d->arena, indices, sizeof *to->indices);
    to->parts = tlb_alloc_array(d->arena, (size_t)mesh->part_count * 2, sizeof *to->parts);
    to->index_count = to->part_count = 0;
    if (!to->indices || !to->parts || indices > UINT32_MAX)
        return tlb_report_memory(d->context, d->arena);
    for (uint32_t i = 0; !status && i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        if (has_sheet(d, part->material) &&
            tlb_texture_fits(&d->scene->materials[part->material].lightmap, mesh))
            status = draw_part(d, mesh, part, to);
        else
            add_part(to, part->material, mesh->indices + part->first_index, part->index_count);
    }
    return status;
}

static tlb_status draw(drawer *d)
{
    for (uint32_t i = 0; i < d->scene->mesh_count; i++) {
        tlb_status status = draw_mesh(d, &d->scene->meshes[i], &d->drawn->meshes[i]);
        if (status)
            return status;
    }
    for (uint32_t i = 0; i < d->scene->image_count; i++)
        if (d->sheets[i].pixels)
            fill_gaps(&d->sheets[i]);
    light_left(d);
    return TLB_OK;
}

tlb_status tlb_draw_atlas(tlb_context *context, const tlb_scene *scene, const tlb_light_map *maps,
                          float floor, tlb_arena *arena, tlb_scene *drawn)
{
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    drawer d = {.context = context,
                .scene = scene,
                .drawn = drawn,
                .maps = maps,
                .floor = floor,
                .arena = arena,
                .work = &work};
    tlb_status status = prepare(&d) ? draw(&d) : tlb_report_memory(context, tlb_arena_refused(&work, arena));
    tlb_arena_release(&work);
    return status;
}
