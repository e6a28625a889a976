#include "scene/build/pictures.h"

#include "scene/build/build.h"

#include <string.h>

bool tlb_scene_is_pictures(const tlb_scene *scene)
{
    if (!scene)
        return false;
    return scene->image_count && !scene->node_count;
}

bool tlb_add_swatch(tlb_scene *scene, const char *name, const uint8_t (*colors)[4], uint32_t count,
                    bool with_alpha)
{
    enum { COLORS = 256, COLUMNS = 16, CELL = 16, SIDE = COLUMNS * CELL };
    tlb_arena *arena = tlb_scene_arena(scene);
    uint8_t *pixels = tlb_alloc_array(arena, SIDE, SIDE);
    uint8_t(*palette)[4] = tlb_zalloc_array(arena, COLORS, sizeof *palette);
    tlb_image *image = pixels && palette ? tlb_scene_add_image(scene, name) : NULL;
    if (!image)
        return false;
    for (uint32_t i = 0; i < COLORS; i++) {
        if (i < count)
            memcpy(palette[i], colors[i], sizeof *palette);
        if (i >= count || !with_alpha)
            palette[i][3] = 255;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        pixels[i] = (uint8_t)(i / SIDE / CELL * COLUMNS + i % SIDE / CELL);
    image->format = TLB_PIXELS_INDEXED;
    image->width = image->height = SIDE;
    image->pixels = pixels;
    image->palette = (const uint8_t(*)[4])palette;
    return true;
}

static bool palette_shows_through(const tlb_image *image)
{
    bool sheer[256];
    for (int i = 0; i < 256; i++)
        sheer[i] = image->palette[i][3] < 255;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        if (sheer[image->pixels[i]])
            return true;
    return false;
}

static bool shows_through(const tlb_image *image)
{
    if (image->format == TLB_PIXELS_INDEXED)
        return palette_shows_through(image);
    if (image->format == TLB_PIXELS_RGBA)
        for (size_t i = 0; i < (size_t)image->width * image->height; i++)
            if (image->pixels[4 * i + 3] < 255)
                return true;
    return false;
}

void tlb_picture_size(const tlb_image *image, float size[2])
{
    uint32_t longer = image->width > image->height ? image->width : image->height;
    size[0] = longer ? (float)image->width / (float)longer : 1;
    size[1] = longer ? (float)image->height / (float)longer : 1;
}

static void fill_rectangle(tlb_mesh *mesh, const float corner[2], const float size[2])
{
    static const float corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 4; i++) {
        const float *at = corners[i];
        const float position[3] = {corner[0] + at[0] * size[0], corner[1] + at[1] * size[1], 0};
        memcpy(mesh->positions[i], position, sizeof position);
        memcpy(mesh->normals[i], (float[3]){0, 0, 1}, sizeof(float[3]));
        memcpy(mesh->uv[0][i], (float[2]){at[0], 1 - at[1]}, sizeof(float[2]));
    }
    memcpy(mesh->indices, indices, sizeof indices);
    mesh->parts[0].index_count = 6;
}

bool tlb_add_rectangle(tlb_scene *scene, const char *name, const float corner[2], const float size[2],
                       int32_t material)
{
    int32_t index = (int32_t)scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, name);
    tlb_node *node = mesh ? tlb_scene_add_node(scene, name, TLB_NONE) : NULL;
    if (!node || !tlb_mesh_reserve(scene, mesh, 4, 6, 1, TLB_WITH_NORMALS | TLB_WITH_UV0))
        return false;
    fill_rectangle(mesh, corner, size);
    mesh->parts[0].material = material;
    node->mesh = index;
    return true;
}

/* False without memory; `right` is where the one before ends. */
static bool hang(tlb_scene *wall, const tlb_image *image, uint32_t index, float *right)
{
    float size[2];
    tlb_picture_size(image, size);
    tlb_material *material = tlb_scene_add_material(wall, image->name);
    if (!material || !tlb_add_rectangle(wall, image->name, (float[2]){*right, 0}, size, (int32_t)index))
        return false;
    material->texture.image = (int32_t)index;
    material->texture.wrap_u = material->texture.wrap_v = TLB_WRAP_CLAMP;
    material->alpha_mode = shows_through(image) ? TLB_ALPHA_BLEND : TLB_ALPHA_OPAQUE;
    material->unlit = true;
    *right += size[0] + 0.1f;
    return true;
}

tlb_scene *tlb_scene_hang_pictures(tlb_context *context, const tlb_scene *scene)
{
    tlb_scene *wall = tlb_scene_create(context);
    if (!wall)
        return NULL;
    wall->name = scene->name;
    wall->generator_format = scene->generator_format;
    wall->images = scene->images;
    wall->image_count = scene->image_count;
    wall->extras = scene->extras;
    float right = 0;
    for (uint32_t i = 0; i < scene->image_count; i++)
        if (!hang(wall, &scene->images[i], i, &right)) {
            tlb_scene_free(wall);
            return NULL;
        }
    return wall;
}
