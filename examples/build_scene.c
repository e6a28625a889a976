/* Makes a scene from nothing and writes it: a banner with a texture, hung on two joints, of which the lower
 * swings.
 *
 *     build_scene FOLDER      banner.glb, banner.obj, banner.iqe and banner.png, with what stands beside them
 */
#include <trilobite/trilobite.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 9, COLUMNS = 2, PIXELS = 32, KEYS = 5 };

static const float width = 0.8f, height = 2, seconds = 2;

/* A texture of two colors; its pixels are sRGB. */
static bool add_texture(tlb_scene *scene)
{
    tlb_image *image = tlb_scene_add_image(scene, "stripes");
    if (!image || !tlb_image_reserve(scene, image, PIXELS, PIXELS))
        return false;
    for (uint32_t y = 0; y < PIXELS; y++)
        for (uint32_t x = 0; x < PIXELS; x++) {
            bool dark = (x + y) / 8 % 2;
            const uint8_t color[4] = {dark ? 160 : 240, dark ? 30 : 220, 40, 255};
            memcpy(image->pixels + 4 * (y * PIXELS + x), color, sizeof color);
        }
    return true;
}

static bool add_material(tlb_scene *scene)
{
    tlb_material *material = tlb_scene_add_material(scene, "cloth");
    if (!material)
        return false;
    material->texture.image = 0;
    material->double_sided = true;
    return true;
}

/* Rows of vertices from the top; each hangs on the upper joint, the lower one, or both. */
static void set_vertex(tlb_mesh *mesh, uint32_t row, uint32_t column)
{
    uint32_t vertex = row * COLUMNS + column;
    float down = (float)row / (ROWS - 1), lower = fminf(fmaxf(2 * down - 0.5f, 0), 1);
    const float position[3] = {((float)column - 0.5f) * width, -down * height, 0};
    const float uv[2] = {(float)column, down * 2};
    const uint16_t joints[TLB_INFLUENCES] = {0, 1, 0, 0};
    const float weights[TLB_INFLUENCES] = {1 - lower, lower, 0, 0};
    memcpy(mesh->positions[vertex], position, sizeof position);
    memcpy(mesh->uv[0][vertex], uv, sizeof uv);
    memcpy(mesh->joints[vertex], joints, sizeof joints);
    memcpy(mesh->weights[vertex], weights, sizeof weights);
}

static bool add_mesh(tlb_scene *scene)
{
    static const uint32_t corners[6] = {0, COLUMNS, 1, 1, COLUMNS, COLUMNS + 1}; /* counter-clockwise */
    const uint32_t indices = (ROWS - 1) * 6;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "banner");
    if (!mesh || !tlb_mesh_reserve(scene, mesh, ROWS * COLUMNS, indices, 1,
                                   TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_SKIN))
        return false;
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t column = 0; column < COLUMNS; column++)
            set_vertex(mesh, row, column);
    for (uint32_t i = 0; i < indices; i++)
        mesh->indices[i] = i / 6 * COLUMNS + corners[i % 6];
    mesh->parts[0] = (tlb_part){.material = 0, .first_index = 0, .index_count = indices};
    tlb_mesh_compute_normals(mesh);
    return true;
}

/* Nodes 0 and 1 are the joints, 2 is the mesh that they bend. An inverse bind matrix takes a point of the
 * mesh to where its joint is the origin. */
static bool add_nodes(tlb_scene *scene)
{
    tlb_node *upper = tlb_scene_add_node(scene, "upper", TLB_NONE);
    tlb_node *lower = upper ? tlb_scene_add_node(scene, "lower", 0) : NULL;
    if (!lower)
        return false;
    lower->translation[1] = -height / 2;
    tlb_skin *skin = tlb_scene_add_skin(scene, "ropes");
    if (!skin || !tlb_skin_reserve(scene, skin, 2))
        return false;
    skin->joints[0] = 0;
    skin->joints[1] = 1;
    skin->inverse_bind[1][13] = height / 2;
    tlb_node *banner = tlb_scene_add_node(scene, "banner", TLB_NONE);
    if (!banner)
        return false;
    banner->mesh = 0;
    banner->skin = 0;
    return true;
}

/* The lower joint turns about X, there and back. */
static bool add_animation(tlb_scene *scene)
{
    tlb_animation *swing = tlb_scene_add_animation(scene, "swing");
    if (!swing || !tlb_animation_reserve(scene, swing, 1, 0))
        return false;
    swing->duration = seconds;
    swing->loops = true;
    tlb_channel *channel = &swing->channels[0];
    channel->node = 1;
    channel->target = TLB_TARGET_ROTATION;
    if (!tlb_channel_reserve(scene, channel, KEYS))
        return false;
    for (uint32_t i = 0; i < KEYS; i++) {
        float part = (float)i / (KEYS - 1), angle = 0.6f * sinf(6.2831853f * part);
        const float rotation[4] = {sinf(angle / 2), 0, 0, cosf(angle / 2)};
        channel->times[i] = part * seconds;
        memcpy(channel->values + 4 * i, rotation, sizeof rotation);
    }
    return true;
}

static tlb_scene *make_banner(tlb_context *context)
{
    tlb_scene *scene = tlb_scene_create(context);
    if (scene && add_texture(scene) && add_material(scene) && add_mesh(scene) && add_nodes(scene) &&
        add_animation(scene))
        return scene;
    tlb_report_memory(context, tlb_scene_arena(scene));
    tlb_scene_free(scene);
    return NULL;
}

static void print_diagnostics(const tlb_context *context)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        fprintf(stderr, "%s: %s %s: %s\n", tlb_severity_name(d->severity), tlb_code_name(d->code), d->path,
                d->message);
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"banner.glb", "banner.obj", "banner.iqe", "banner.png"};
    const char *folder = argc > 1 ? argv[1] : ".";
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = context ? make_banner(context) : NULL;
    tlb_status status = scene ? TLB_OK : TLB_NO_MEMORY;
    for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++) {
        char path[FILENAME_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        status = tlb_scene_save(context, scene, path, NULL, true);
    }
    print_diagnostics(context);
    if (status)
        fprintf(stderr, "%s\n", tlb_status_text(status));
    tlb_scene_free(scene);
    tlb_context_free(context);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
