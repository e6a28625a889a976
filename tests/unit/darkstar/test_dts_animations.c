/* The animations of a shape's scene against the runtime, at random times of every sequence: places and turns
 * of nodes, frames and visibility of objects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "dts_maker.h"
#include "files.h"
#include "trilobite/scene.h"
#include "scene/geometry/matrix.h"
#include "trilobite/formats/dts_runtime.h"

enum { TIMES = 6 };

/* Of the distance of a node's point from the shape's middle. Rotations of 16 bits and arcs that glTF slerps
 * where the runtime lerps differ by less. */
static const double TOLERANCE = 2e-4;

typedef struct comparison {
    tlb_context *context;
    const tlb_dts *shape;
    const tlb_scene *scene;
    tlb_dts_instance *instance;
    uint32_t random;
    double worst;
    uint64_t nodes, frames, hidden; /* compared; with another frame than 0; not seen */
    uint64_t textures, replaced;    /* texture frames other than 0; materials in place of others */
    const char *name;
    bool failed;
} comparison;

static double fraction(comparison *c)
{
    c->random = c->random * 1664525u + 1013904223u;
    return (c->random >> 8) / 16777216.0;
}

static void fail_at(comparison *c, uint32_t sequence, double seconds, const char *what, uint32_t index,
                    double by)
{
    if (!c->failed)
        fprintf(stderr, "%s: sequence %u at %g s: %s %u differs by %g\n", c->name, sequence, seconds, what,
                index, by);
    c->failed = true;
}

static void to_scene(const float from[3], float to[3])
{
    to[0] = from[0], to[1] = from[2], to[2] = -from[1];
}

/* A point of a node through the runtime's placement. */
static void place(const tlb_dts_placement *p, const double v[3], float out[3])
{
    const float *r = p->rotation;
    double q[4] = {(double)r[0], (double)r[1], (double)r[2], (double)r[3]}, t[3];
    for (int i = 0; i < 3; i++)
        t[i] = 2 * (q[(i + 1) % 3] * v[(i + 2) % 3] - q[(i + 2) % 3] * v[(i + 1) % 3]);
    for (int i = 0; i < 3; i++)
        out[i] = (float)(v[i] + q[3] * t[i] + q[(i + 1) % 3] * t[(i + 2) % 3] -
                         q[(i + 2) % 3] * t[(i + 1) % 3] + (double)p->translation[i]);
}

static double off_by(const tlb_dts_placement *p, const float world[16])
{
    static const double points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double worst = 0;
    for (int k = 0; k < 4; k++) {
        float runtime[3], expected[3], point[3], got[3];
        float file[3] = {(float)points[k][0], (float)points[k][1], (float)points[k][2]};
        place(p, points[k], runtime);
        to_scene(runtime, expected);
        to_scene(file, point);
        tlb_matrix_point(world, point, got);
        for (int i = 0; i < 3; i++)
            worst = fmax(worst, fabs((double)(got[i] - expected[i])) / (1 + fabs((double)expected[i])));
    }
    return worst;
}

/* Whether the node, or one above it, has scale 0. */
static bool vanished(const tlb_scene *posed, uint32_t node)
{
    for (int32_t i = (int32_t)node; i >= 0; i = posed->nodes[i].parent)
        if (posed->nodes[i].scale[0] == 0)
            return true;
    return false;
}

static void compare_nodes(comparison *c, const tlb_dts_pose *pose, const tlb_scene *posed, uint32_t sequence,
                          double seconds)
{
    float(*world)[16] = malloc((posed->node_count + 1) * sizeof *world);
    tlb_scene_world_matrices(posed, world);
    for (uint32_t i = 0; i < c->shape->nodes.count; i++) {
        if (vanished(posed, i) == pose->nodeVisible[i])
            fail_at(c, sequence, seconds, "the visibility of node", i, 1);
        c->hidden += !pose->nodeVisible[i];
        if (!pose->nodeVisible[i])
            continue;
        double off = off_by(&pose->world[i], world[i]);
        c->worst = fmax(c->worst, off);
        c->nodes++;
        if (!(off < TOLERANCE))
            fail_at(c, sequence, seconds, "node", i, off);
    }
    free(world);
}

/* The frame that the weights show: that whose morph has weight 1, else the first. */
static uint32_t shown_frame(const tlb_scene *posed, const tlb_node *node)
{
    const tlb_mesh *mesh = node->mesh < 0 ? NULL : &posed->meshes[node->mesh];
    for (uint32_t i = 0; mesh && node->morph_weights && i < mesh->morph_count; i++)
        if (node->morph_weights[i] == 1)
            return (uint32_t)strtoul(mesh->morphs[i].name + strlen("frame "), NULL, 10);
    return 0;
}

/* What an object shows: triangles by material, and the sums of their texture coordinates. */
typedef struct picture_sums {
    uint32_t *triangles;
    double u, v;
} picture_sums;

static void add_shown_mesh(const tlb_mesh *mesh, picture_sums *sums)
{
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const tlb_part *part = &mesh->parts[p];
        sums->triangles[part->material] += part->index_count / 3;
        for (uint32_t i = 0; mesh->uv[0] && i < part->index_count; i++) {
            const float *uv = mesh->uv[0][mesh->indices[part->first_index + i]];
            sums->u += (double)uv[0];
            sums->v += (double)uv[1];
        }
    }
}

/* The object's own mesh and those of its nodes that are seen. */
static void sum_scene(const tlb_scene *posed, uint32_t object_node, picture_sums *sums)
{
    if (posed->nodes[object_node].mesh >= 0)
        add_shown_mesh(&posed->meshes[posed->nodes[object_node].mesh], sums);
    for (uint32_t i = object_node + 1; i < posed->node_count; i++)
        if (posed->nodes[i].parent == (int32_t)object_node && posed->nodes[i].scale[0] != 0)
            add_shown_mesh(&posed->meshes[posed->nodes[i].mesh], sums);
}

/* What the engine draws: faces with their materials replaced and their texture vertices moved on. */
static void sum_runtime(const comparison *c, const tlb_dts_pose *pose, uint32_t object, picture_sums *sums)
{
    const tlb_dts_mesh *mesh = &c->shape->meshes.data[c->shape->objects.data[object].meshIndex];
    uint32_t moved = pose->objects[object].textureFrame * (uint32_t)mesh->textureVertsPerFrame;
    for (uint32_t i = 0; i < mesh->faces.count; i++) {
        const tlb_dts_face *f = &mesh->faces.data[i];
        const int32_t corners[3][2] = {
            {f->vertIndex0, f->texIndex0}, {f->vertIndex1, f->texIndex1}, {f->vertIndex2, f->texIndex2}};
        bool flat = false;
        for (int k = 0; k < 3; k++)
            flat |= memcmp(corners[k], corners[(k + 1) % 3], sizeof *corners) == 0;
        if (flat || f->matIndex < 0)
            continue;
        bool replaced = (uint32_t)f->matIndex < pose->materialCount;
        sums->triangles[replaced ? pose->materials[f->matIndex] : (uint32_t)f->matIndex]++;
        for (int k = 0; mesh->textureVerts.count && k < 3; k++) {
            uint32_t at = (uint32_t)corners[k][1] + moved;
            const float *uv = mesh->textureVerts.data[at < mesh->textureVerts.count ? at : at - moved];
            sums->u += (double)uv[0];
            sums->v += (double)uv[1];
        }
    }
}

static void compare_pictures(comparison *c, const tlb_dts_pose *pose, const tlb_scene *posed,
                             uint32_t sequence, double seconds, uint32_t object)
{
    uint32_t materials = c->shape->materialList.materials.count + 1;
    picture_sums shown = {.triangles = calloc(materials, sizeof(uint32_t))};
    picture_sums wanted = {.triangles = calloc(materials, sizeof(uint32_t))};
    sum_scene(posed, c->shape->nodes.count + object, &shown);
    sum_runtime(c, pose, object, &wanted);
    if (memcmp(shown.triangles, wanted.triangles, materials * sizeof(uint32_t)) != 0)
        fail_at(c, sequence, seconds, "the materials of object", object, 1);
    double off = fmax(fabs(shown.u - wanted.u), fabs(shown.v - wanted.v));
    if (!(off < 1e-3))
        fail_at(c, sequence, seconds, "the texture coordinates of object", object, off);
    c->textures += pose->objects[object].textureFrame != 0;
    for (uint32_t i = 0; i < pose->materialCount; i++)
        c->replaced += pose->materials[i] != i && wanted.triangles[pose->materials[i]];
    free(shown.triangles);
    free(wanted.triangles);
}

static void compare_objects(comparison *c, const tlb_dts_pose *pose, const tlb_scene *posed,
                            uint32_t sequence, double seconds)
{
    for (uint32_t i = 0; i < c->shape->objects.count; i++) {
        const tlb_node *node = &posed->nodes[c->shape->nodes.count + i];
        const tlb_dts_object_state *state = &pose->objects[i];
        bool seen = node->scale[0] != 0 && !node->hidden;
        if (seen != state->visible && !c->scene->nodes[c->shape->nodes.count + i].hidden)
            fail_at(c, sequence, seconds, "the visibility of object", i, 1);
        if (c->shape->objects.data[i].meshIndex >= 0)
            compare_pictures(c, pose, posed, sequence, seconds, i);
        for (uint32_t k = i; node->mesh < 0 && ++k < posed->node_count;) /* all faces may be pictures */
            if (posed->nodes[k].parent == (int32_t)(c->shape->nodes.count + i))
                node = &posed->nodes[k];
        if (node->mesh < 0)
            continue;
        uint32_t frame = shown_frame(posed, node);
        c->frames += frame != 0;
        if (frame != state->frame)
            fail_at(c, sequence, seconds, "the frame of object", i, fabs((double)frame - state->frame));
    }
}

static void compare_at(comparison *c, uint32_t sequence, double seconds)
{
    tlb_arena arena;
    tlb_arena_init(&arena, c->context->account);
    tlb_scene posed;
    assert_true(tlb_scene_at(c->scene, &c->scene->animations[sequence], (float)seconds, &arena, &posed));
    tlb_dts_placement rest = tlb_dts_placement_of(c->shape, c->shape->nodes.data[0].defaultTransform);
    tlb_dts_set_root(c->instance, &rest);
    assert_true(tlb_dts_play(c->instance, 0, (int32_t)sequence, 0));
    tlb_dts_advance(c->instance, 0, (double)(float)seconds, NULL, 0);
    const tlb_dts_pose *pose = tlb_dts_evaluate(c->instance);
    compare_nodes(c, pose, &posed, sequence, seconds);
    compare_objects(c, pose, &posed, sequence, seconds);
    tlb_arena_release(&arena);
}

/* A key that changes something at once, so near that 32-bit times cannot tell which side of it a time is
 * on. */
static bool at_a_key(const tlb_dts *shape, double position)
{
    for (uint32_t i = 0; i < shape->keyFrames.count; i++)
        if (fabs((double)shape->keyFrames.data[i].pos - position) < 1e-5)
            return true;
    return false;
}

/* An animation lasts as long as its sequence. */
static void compare_lengths(comparison *c)
{
    for (uint32_t i = 0; i < c->scene->animation_count; i++) {
        const tlb_animation *animation = &c->scene->animations[i];
        float end = -1;
        for (uint32_t k = 0; k < animation->channel_count; k++) {
            const tlb_channel *channel = &animation->channels[k];
            end = fmaxf(end, channel->times[channel->key_count - 1]);
        }
        if (!(end >= animation->duration))
            fail_at(c, i, (double)end, "the length of sequence", i, (double)(animation->duration - end));
    }
}

static void compare_document(comparison *c, tlb_document *document)
{
    tlb_scene *scene;
    c->shape = document->root;
    const tlb_convert_options options = {.struct_size = sizeof options, .collision = true};
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    c->scene = scene;
    assert_int_equal(scene->animation_count, c->shape->sequences.count);
    compare_lengths(c);
    assert_true(scene->node_count >= c->shape->nodes.count + c->shape->objects.count);
    assert_int_equal(tlb_dts_instance_create(document->context, c->shape, 1, &c->instance), TLB_OK);
    for (uint32_t i = 0; i < c->shape->sequences.count; i++)
        for (int k = 0; k < TIMES; k++) {
            double position = fraction(c), duration = (double)c->shape->sequences.data[i].duration;
            if (!at_a_key(c->shape, position))
                compare_at(c, i, position * duration);
        }
    tlb_dts_instance_free(c->instance);
    tlb_scene_free(scene);
}

/* --- tests --------------------------------------------------------------------------------------------- */

static void test_made_shapes(void **state)
{
    (void)state;
    uint64_t textures = 0, replaced = 0;
    for (dts_plan plan = {.version = 1, .meshVersion = 3, .listVersion = 4}; plan.version <= 8;
         plan.version++)
        for (plan.seed = 1; plan.seed <= 4; plan.seed++) {
            tlb_document document;
            plan.odd = plan.seed % 2 == 0;
            comparison c = {.context = tlb_context_create(NULL), .random = plan.seed, .name = "made"};
            dts_make(&document, c.context, &plan);
            compare_document(&c, &document);
            assert_false(c.failed);
            assert_true(c.nodes > 0 && c.frames > 0 && (c.hidden > 0) == plan.odd);
            textures += c.textures;
            replaced += c.replaced;
            made_end(&document);
            tlb_context_free(c.context);
        }
    assert_true(textures > 0 && replaced > 0);
}

/* Two keys of a node at the same position: it goes to the first, and jumps to the second. */
static void test_jump(void **state)
{
    (void)state;
    tlb_document document;
    comparison c = {.context = tlb_context_create(NULL), .random = 7, .name = "jump"};
    dts_make(&document, c.context, &(dts_plan){.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 1});
    const tlb_dts *shape = document.root;
    const tlb_dts_node *sails = &shape->nodes.data[DTS_SAILS];
    const tlb_dts_sub_sequence *track = &shape->subSequences.data[sails->firstSubSequence];
    assert_true(track->numKeyFrames >= 3);
    tlb_dts_key_frame *keys = &shape->keyFrames.data[track->firstKeyFrame];
    keys[1].pos = keys[2].pos = 0.4f;
    compare_document(&c, &document);
    assert_false(c.failed);
    made_end(&document);
    tlb_context_free(c.context);
}

static bool compare_file(const char *path, uint32_t seed, double *worst, uint64_t *nodes)
{
    comparison c = {.context = tlb_context_create(NULL), .random = seed, .name = path};
    tlb_document *document;
    bytes_copy source = load_file(path);
    bool read = tlb_open_memory(c.context, source.data, source.size, path, NULL, &document) == TLB_OK;
    if (read) {
        compare_document(&c, document);
        assert_false(c.failed);
        tlb_document_free(document);
    }
    tlb_context_free(c.context);
    free(source.data);
    *worst = fmax(*worst, c.worst);
    *nodes += c.nodes;
    return read;
}

static void corpus_shapes_move(void **state)
{
    (void)state;
    file_list list = corpus_files("darkstar", "dts");
    assert_true(list.count > 0);
    uint32_t files = 0;
    double worst = 0;
    uint64_t nodes = 0;
    for (size_t i = 0; i < list.count; i++)
        files += compare_file(list.paths[i], (uint32_t)i, &worst, &nodes);
    printf("%u shapes, %llu placements compared, the worst off by %g\n", files, (unsigned long long)nodes,
           worst);
    assert_true(files >= 59);
    free_files(&list);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_made_shapes), cmocka_unit_test(test_jump),
                                       cmocka_unit_test(corpus_shapes_move)};
    return !choose_tests(argc, "darkstar") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
