#include "scene/pictures.h"

#include "scene/build.h"

#include <string.h>

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

/* From x on, standing on the ground. */
static bool fill_rectangle(tlb_scene *scene, tlb_mesh *mesh, float x, float width, float height)
{
    static const float corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    if (!tlb_mesh_reserve(scene, mesh, 4, 6, 1, TLB_WITH_NORMALS | TLB_WITH_UV0))
        return false;
    for (int i = 0; i < 4; i++) {
        const float *corner = corners[i];
        memcpy(mesh->positions[i], (float[3]){x + corner[0] * width, corner[1] * height, 0},
               sizeof(float[3]));
        memcpy(mesh->normals[i], (float[3]){0, 0, 1}, sizeof(float[3]));
        memcpy(mesh->uv[0][i], (float[2]){corner[0], 1 - corner[1]}, sizeof(float[2]));
    }
    memcpy(mesh->indices, indices, sizeof indices);
    mesh->parts[0].index_count = 6;
    return true;
}

/* False without memory; `right` is where the one before ends. */
static bool hang(tlb_scene *wall, const tlb_image *image, uint32_t index, float *right)
{
    uint32_t longer = image->width > image->height ? image->width : image->height;
    float width = longer ? (float)image->width / (float)longer : 1;
    float height = longer ? (float)image->height / (float)longer : 1;
    tlb_material *material = tlb_add_material(wall, image->name);
    tlb_mesh *mesh = material ? tlb_add_mesh(wall, image->name) : NULL;
    tlb_node *node = mesh ? tlb_add_node(wall, image->name, TLB_NONE) : NULL;
    if (!node || !fill_rectangle(wall, mesh, *right, width, height))
        return false;
    material->texture.image = (int32_t)index;
    material->texture.wrap_u = material->texture.wrap_v = TLB_WRAP_CLAMP;
    material->alpha_mode = shows_through(image) ? TLB_ALPHA_BLEND : TLB_ALPHA_OPAQUE;
    material->unlit = true;
    mesh->parts[0].material = (int32_t)index;
    node->mesh = (int32_t)index;
    *right += width + 0.1f;
    return true;
}

tlb_scene *tlb_scene_hang_pictures(tlb_account *account, const tlb_scene *scene)
{
    tlb_scene *wall = tlb_scene_create(account);
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
