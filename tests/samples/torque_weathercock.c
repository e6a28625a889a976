/* The Torque shape of samples/: a cock of brass that turns in the wind, on a mast in a stone. It is made as a
 * scene, in meters with Y up, and written as a modeller would: with two details and a hull to collide with.
 */
#include "made.h"
#include "samples.h"

#include "trilobite/formats/dsq.h"
#include "trilobite/trilobite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 512 };

/* Flat triangles, each with vertices of its own. */
typedef struct modeller {
    float positions[MOST_VERTICES][3], normals[MOST_VERTICES][3], uvs[MOST_VERTICES][2];
    uint32_t count;
} modeller;

/* --- the texture: four tiles --------------------------------------------------------------------------- */

typedef enum tile { STONE, BRASS, WOOD, FEATHERS } tile;

static void paint(uint32_t x, uint32_t y, uint8_t out[4])
{
    enum { HALF = SAMPLE_SIDE / 2 };
    uint32_t column = x % HALF, row = y % HALF;
    uint8_t grain = sample_grain(x, y);
    switch (y / HALF * 2 + x / HALF) {
    case STONE:
        sample_color(out, 128, 124, 116, (uint8_t)(grain * 4));
        break;
    case BRASS:
        sample_color(out, 176, 130, 46, (uint8_t)(row + grain));
        break;
    case WOOD:
        sample_color(out, 92, 60, 36, (uint8_t)(sample_grain(column, 0) * 2 + grain));
        break;
    case FEATHERS:
        sample_color(out, 206, 150, 40, (uint8_t)((column + row / 2) % 8 < 2 ? 0 : 24 + grain));
        break;
    }
}

static void set_uv(float uv[2], tile from, float u, float v)
{
    static const float half = 0.5f, edge = 1.0f / SAMPLE_SIDE; /* neighbours do not show */
    uv[0] = half * (float)(from % 2) + edge + u * (half - 2 * edge);
    uv[1] = half * (float)(from / 2) + edge + v * (half - 2 * edge);
}

/* --- faces --------------------------------------------------------------------------------------------- */

/* Counter-clockwise seen from outside, as all faces here. */
static void add_triangle(modeller *m, tile from, const float *const corners[3], const float uvs[3][2])
{
    float a[3], b[3], normal[3];
    for (int i = 0; i < 3; i++) {
        a[i] = corners[1][i] - corners[0][i];
        b[i] = corners[2][i] - corners[0][i];
    }
    for (int i = 0; i < 3; i++)
        normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; k++, m->count++) {
        for (int i = 0; i < 3; i++)
            m->normals[m->count][i] = normal[i] / length;
        memcpy(m->positions[m->count], corners[k], sizeof *m->positions);
        set_uv(m->uvs[m->count], from, uvs[k][0], uvs[k][1]);
    }
}

/* From the lower left corner on. */
static void add_quad(modeller *m, tile from, const float a[3], const float b[3], const float c[3],
                     const float d[3])
{
    static const float lower[3][2] = {{0, 1}, {1, 1}, {1, 0}}, upper[3][2] = {{0, 1}, {1, 0}, {0, 0}};
    add_triangle(m, from, (const float *const[]){a, b, c}, lower);
    add_triangle(m, from, (const float *const[]){a, c, d}, upper);
}

/* A square around the Y axis below, one above. Nobody sees it from below. */
static void add_stump(modeller *m, tile from, float low, float low_half, float high, float high_half)
{
    static const float around[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    float corners[2][4][3];
    for (int i = 0; i < 4; i++) {
        memcpy(corners[0][i], (float[]){around[i][0] * low_half, low, around[i][1] * low_half}, 12);
        memcpy(corners[1][i], (float[]){around[i][0] * high_half, high, around[i][1] * high_half}, 12);
    }
    for (int i = 0; i < 4; i++)
        add_quad(m, from, corners[0][i], corners[0][(i + 1) % 4], corners[1][(i + 1) % 4], corners[1][i]);
    add_quad(m, from, corners[1][0], corners[1][1], corners[1][2], corners[1][3]);
}

static void add_box(modeller *m, tile from, const float low[3], const float high[3])
{
    static const uint8_t faces[6][4] = {{4, 5, 7, 6}, {1, 0, 2, 3}, {5, 1, 3, 7},
                                        {0, 4, 6, 2}, {6, 7, 3, 2}, {0, 1, 5, 4}};
    float corners[8][3];
    for (int i = 0; i < 8; i++) {
        corners[i][0] = i & 1 ? high[0] : low[0];
        corners[i][1] = i & 2 ? high[1] : low[1];
        corners[i][2] = i & 4 ? high[2] : low[2];
    }
    for (int i = 0; i < 6; i++)
        add_quad(m, from, corners[faces[i][0]], corners[faces[i][1]], corners[faces[i][2]],
                 corners[faces[i][3]]);
}

/* --- what it is made of -------------------------------------------------------------------------------- */

/* The outline of the cock from its tail to its beak: X, and from where to where in Y. */
static const float outline[][3] = {
    {-0.80f, 0.62f, 0.68f}, {-0.70f, 0.42f, 0.92f}, {-0.52f, 0.28f, 0.98f}, {-0.38f, 0.22f, 0.74f},
    {-0.20f, 0.16f, 0.52f}, {0.00f, 0.13f, 0.48f},  {0.18f, 0.15f, 0.56f},  {0.30f, 0.24f, 0.84f},
    {0.36f, 0.32f, 1.06f},  {0.42f, 0.44f, 0.98f},  {0.47f, 0.52f, 1.08f},  {0.52f, 0.62f, 0.96f},
    {0.56f, 0.70f, 0.88f},  {0.70f, 0.78f, 0.80f},
};
enum { OUTLINE = sizeof outline / sizeof *outline };

static const float foot = 0.3f; /* of the cock, above its node */

static void find_slice(float slice[2][2][3], const float at[3], float half)
{
    for (int side = 0; side < 2; side++)
        for (int end = 0; end < 2; end++)
            memcpy(slice[side][end], (float[]){at[0], foot + at[1 + end], side ? -half : half}, 12);
}

/* Cut out of a plate, by every `step`th point of the outline. */
static void add_cock(modeller *m, int step, float half)
{
    float a[2][2][3], b[2][2][3];
    for (int i = 0; i + step < OUTLINE; i += step) {
        find_slice(a, outline[i], half);
        find_slice(b, outline[i + step], half);
        add_quad(m, FEATHERS, a[0][0], b[0][0], b[0][1], a[0][1]);
        add_quad(m, FEATHERS, b[1][0], a[1][0], a[1][1], b[1][1]);
        add_quad(m, BRASS, a[0][1], b[0][1], b[1][1], a[1][1]);
        add_quad(m, BRASS, a[1][0], b[1][0], b[0][0], a[0][0]);
        if (i == 0)
            add_quad(m, BRASS, a[1][0], a[0][0], a[0][1], a[1][1]);
    }
    add_quad(m, BRASS, b[0][0], b[1][0], b[1][1], b[0][1]);
}

static void make_mast(modeller *m)
{
    add_stump(m, STONE, 0, 0.55f, 0.3f, 0.5f);
    add_stump(m, STONE, 0.3f, 0.36f, 0.6f, 0.3f);
    add_stump(m, WOOD, 0.6f, 0.08f, 2.5f, 0.05f);
    add_box(m, BRASS, (float[]){-0.6f, 1.95f, -0.025f}, (float[]){0.6f, 2, 0.025f});
    add_box(m, BRASS, (float[]){-0.025f, 2, -0.6f}, (float[]){0.025f, 2.05f, 0.6f});
    add_box(m, BRASS, (float[]){-0.06f, 1.96f, -0.72f}, (float[]){0.06f, 2.09f, -0.6f}); /* north */
}

static void make_bird(modeller *m)
{
    static const float tip[3] = {1.15f, 0.2f, 0};
    static const float head[4][3] = {
        {0.85f, 0.1f, 0}, {0.85f, 0.2f, 0.06f}, {0.85f, 0.3f, 0}, {0.85f, 0.2f, -0.06f}};
    static const float uvs[3][2] = {{0, 1}, {1, 1}, {0.5f, 0}};
    add_box(m, BRASS, (float[]){-0.03f, 0.1f, -0.03f}, (float[]){0.03f, foot + 0.14f, 0.03f});
    add_box(m, BRASS, (float[]){-0.95f, 0.175f, -0.02f}, (float[]){0.86f, 0.225f, 0.02f});
    add_box(m, BRASS, (float[]){-1.1f, 0.08f, -0.015f}, (float[]){-0.9f, 0.32f, 0.015f});
    for (int i = 0; i < 4; i++)
        add_triangle(m, BRASS, (const float *const[]){head[(i + 1) % 4], head[i], tip}, uvs);
    add_quad(m, BRASS, head[0], head[1], head[2], head[3]);
    add_cock(m, 1, 0.03f);
}

static void make_coarse_mast(modeller *m)
{
    add_stump(m, STONE, 0, 0.55f, 0.6f, 0.3f);
    add_stump(m, WOOD, 0.6f, 0.08f, 2.5f, 0.05f);
}

static void make_coarse_bird(modeller *m)
{
    add_box(m, BRASS, (float[]){-0.03f, 0.1f, -0.03f}, (float[]){0.03f, foot + 0.22f, 0.03f});
    add_cock(m, 3, 0.03f);
}

static void make_hull(modeller *m)
{
    add_box(m, STONE, (float[]){-0.5f, 0, -0.5f}, (float[]){0.5f, 2.5f, 0.5f});
}

/* --- the scene ----------------------------------------------------------------------------------------- */

enum { MAST, COCK };

static void *there(void *made)
{
    if (!made)
        abort();
    return made;
}

static void add_part(tlb_scene *scene, const char *name, int32_t parent, int32_t material,
                     void (*make)(modeller *))
{
    static modeller m;
    m.count = 0;
    make(&m);
    tlb_node *node = there(
        tlb_scene_add_triangles(scene, name, material, m.count, *m.positions, *m.normals, *m.uvs, 0, NULL));
    node->parent = parent;
}

static void add_texture(tlb_scene *scene)
{
    tlb_image *image = there(tlb_scene_add_image(scene, "weathercock"));
    if (!tlb_image_reserve(scene, image, SAMPLE_SIDE, SAMPLE_SIDE))
        abort();
    for (uint32_t y = 0; y < SAMPLE_SIDE; y++)
        for (uint32_t x = 0; x < SAMPLE_SIDE; x++)
            paint(x, y, image->pixels + (y * SAMPLE_SIDE + x) * 4);
    tlb_material *material = there(tlb_scene_add_material(scene, "weathercock"));
    material->texture.image = 0;
}

/* Gusts: 40 degrees to one side, 20 to the other, 25 back. */
static void add_turn(tlb_scene *scene)
{
    static const float gusts[][2] = {
        {0, 1}, {0.34202014f, 0.93969262f}, {-0.17364818f, 0.98480775f}, {0.21643961f, 0.97629601f}, {0, 1}};
    enum { KEYS = sizeof gusts / sizeof *gusts };
    tlb_animation *turn = there(tlb_scene_add_animation(scene, "turn"));
    if (!tlb_animation_reserve(scene, turn, 1, 0))
        abort();
    tlb_channel *channel = turn->channels;
    turn->duration = 6;
    turn->loops = true;
    channel->node = COCK;
    channel->target = TLB_TARGET_ROTATION;
    if (!tlb_channel_reserve(scene, channel, KEYS))
        abort();
    for (uint32_t i = 0; i < KEYS; i++) {
        channel->times[i] = turn->duration / (KEYS - 1) * (float)i;
        memcpy(channel->values + 4 * i, (float[]){0, gusts[i][0], 0, gusts[i][1]}, 4 * sizeof(float));
    }
}

static tlb_scene *make_scene(tlb_context *context)
{
    static const char *const details[] = {"detail64", "detail8", "Collision-1"};
    tlb_scene *scene = there(tlb_scene_create(context));
    add_texture(scene);
    there(tlb_scene_add_node(scene, "mast", TLB_NONE));
    tlb_node *cock = there(tlb_scene_add_node(scene, "cock", MAST));
    cock->translation[1] = 2.4f;
    for (size_t i = 0; i < sizeof details / sizeof *details; i++)
        there(tlb_scene_add_node(scene, details[i], TLB_NONE));
    add_part(scene, "pole64", MAST, 0, make_mast);
    add_part(scene, "pole8", MAST, 0, make_coarse_mast);
    add_part(scene, "bird64", COCK, 0, make_bird);
    add_part(scene, "bird8", COCK, 0, make_coarse_bird);
    add_part(scene, "Col-1", MAST, TLB_NONE, make_hull);
    add_turn(scene);
    scene->facing[1] = -1; /* as shapes look */
    return scene;
}

/* --- files --------------------------------------------------------------------------------------------- */

static void make_shape(sampler *s)
{
    tlb_scene *scene = make_scene(s->context);
    tlb_files *files;
    if (tlb_scene_write(s->context, scene, tlb_format_by_name("torque-dts"), "weathercock.dts", NULL,
                        &files) != TLB_OK)
        abort();
    for (size_t i = 0; i < files->count; i++)
        sample_save(s, "samples/torque", files->data[i].name, files->data[i].bytes.data,
                    files->data[i].bytes.size);
    tlb_files_free(files);
    tlb_scene_free(scene);
}

/* A sequence of its own: round and round, a quarter turn a second. */
static void make_spin(sampler *s)
{
    enum { ONE = 32767, DIAGONAL = 23170 /* sin 45 degrees */, KEYS = 4 };
    static const tlb_quat16 turns[KEYS] = {
        {0, 0, 0, ONE}, {0, 0, DIAGONAL, DIAGONAL}, {0, 0, ONE, 0}, {0, 0, DIAGONAL, -DIAGONAL}};
    static uint32_t first_bit = 1;
    static tlb_text name = {"cock", 4};
    tlb_document document;
    tlb_dsq *x = made_begin(&document, s->context, "dsq", sizeof *x);
    tlb_torque_sequence *spin = there(tlb_zalloc(&document.arena, sizeof *spin));
    *spin = (tlb_torque_sequence){
        .name = {"spin", 4}, .flags = TLB_TORQUE_CYCLIC, .numKeys = KEYS, .duration = KEYS};
    spin->rotationMatters.words.data = &first_bit;
    x->version = 24;
    x->nodeNames.data = &name;
    x->nodeRotations.data = there(tlb_alloc(&document.arena, sizeof turns));
    memcpy(x->nodeRotations.data, turns, sizeof turns);
    x->nodeRotations.count = KEYS;
    x->sequences.data = spin;
    x->nodeNames.count = x->sequences.count = spin->rotationMatters.words.count = 1;
    sample_document(s, "samples/torque", "weathercock_spin.dsq", &document);
    made_end(&document);
}

void make_torque_weathercock_samples(sampler *s)
{
    make_shape(s);
    make_spin(s);
}
