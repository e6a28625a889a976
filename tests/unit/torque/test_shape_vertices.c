/* Vertices and triangles of posed shapes against those of the scene at the same time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "scene/animation/pose.h"
#include "shape_maker.h"
#include "trilobite/trilobite.h"

/* What the library says of a mesh. */
typedef struct posed {
    uint32_t vertex_count, triangle_count;
    tlb_vec3 *positions, *normals;
    tlb_vec2 *uvs;
    tlb_torque_triangle *triangles;
    bool *exact; /* false: the scene has other weights for the vertex: four at most, which sum 1 */
} posed;

static void find_exact(const tlb_torque_shape *x, const tlb_torque_mesh *mesh, posed *p)
{
    while (mesh->parentMesh >= 0)
        mesh = &x->meshes.data[mesh->parentMesh];
    for (uint32_t v = 0; v < p->vertex_count; v++)
        p->exact[v] = true;
    if (!mesh->skin)
        return;
    float *sums = calloc(p->vertex_count + 1, sizeof *sums);
    uint32_t *counts = calloc(p->vertex_count + 1, sizeof *counts);
    for (uint32_t i = 0; i < mesh->skin->vertexIndex.count; i++) {
        uint32_t v = (uint32_t)mesh->skin->vertexIndex.data[i];
        if (v < p->vertex_count && mesh->skin->weight.data[i] != 0) {
            sums[v] += mesh->skin->weight.data[i];
            counts[v]++;
        }
    }
    for (uint32_t v = 0; v < p->vertex_count; v++)
        p->exact[v] = counts[v] >= 1 && counts[v] <= TLB_INFLUENCES && fabsf(sums[v] - 1) < 1e-5f;
    free(sums);
    free(counts);
}

static posed pose_mesh(const tlb_torque_pose *pose, int32_t object, const tlb_torque_mesh *mesh)
{
    posed p = {.vertex_count = tlb_torque_vertices(pose, object, mesh, NULL, NULL, NULL, 0),
               .triangle_count = tlb_torque_triangles(pose->shape, mesh, NULL, 0)};
    p.positions = calloc(p.vertex_count + 1, sizeof *p.positions);
    p.normals = calloc(p.vertex_count + 1, sizeof *p.normals);
    p.uvs = calloc(p.vertex_count + 1, sizeof *p.uvs);
    p.exact = calloc(p.vertex_count + 1, sizeof *p.exact);
    p.triangles = calloc(p.triangle_count + 1, sizeof *p.triangles);
    assert_int_equal(tlb_torque_vertices(pose, object, mesh, p.positions, p.normals, p.uvs, p.vertex_count),
                     p.vertex_count);
    assert_int_equal(tlb_torque_triangles(pose->shape, mesh, p.triangles, p.triangle_count),
                     p.triangle_count);
    find_exact(pose->shape, mesh, &p);
    return p;
}

static void free_posed(posed *p)
{
    free(p->positions);
    free(p->normals);
    free(p->uvs);
    free(p->exact);
    free(p->triangles);
}

/* In the scene's axes. */
static bool is_near(const float ours[3], const float theirs[3])
{
    const float turned[3] = {ours[0], ours[2], -ours[1]};
    bool near = true;
    for (int k = 0; k < 3; k++)
        near &= fabsf(turned[k] - theirs[k]) <= 1e-4f * fmaxf(1, fabsf(theirs[k]));
    return near;
}

typedef struct shown {
    const tlb_mesh *mesh;
    float (*positions)[3], (*normals)[3];
} shown;

static bool same_corner(const posed *p, uint32_t vertex, const shown *s, uint32_t index)
{
    if (memcmp(p->uvs[vertex], s->mesh->uv[0][index], sizeof(tlb_vec2)) != 0) /* some are NaN */
        return false;
    if (!p->exact[vertex])
        return true;
    const float *n = p->normals[vertex];
    bool directed = n[0] != 0 || n[1] != 0 || n[2] != 0;
    return is_near(p->positions[vertex], s->positions[index]) && (!directed || is_near(n, s->normals[index]));
}

/* The triangles of a part are among ours, in their order. */
static bool has_part(const posed *p, const shown *s, const tlb_part *part)
{
    static const int ours[3] = {0, 2, 1};
    uint32_t t = 0;
    for (uint32_t i = 0; i < part->index_count; i += 3) {
        bool same = false;
        for (; t < p->triangle_count && !same; t++) {
            same = true;
            for (int k = 0; k < 3; k++)
                same = same && same_corner(p, p->triangles[t].vertices[ours[k]], s,
                                           s->mesh->indices[part->first_index + i + (uint32_t)k]);
        }
        if (!same)
            return false;
    }
    return true;
}

static bool same_mesh(const posed *p, const tlb_scene *scene, const float (*world)[16], uint32_t node)
{
    const tlb_mesh *mesh = &scene->meshes[scene->nodes[node].mesh];
    shown s = {mesh, calloc(mesh->vertex_count, sizeof *s.positions),
               calloc(mesh->vertex_count, sizeof *s.normals)};
    tlb_pose_positions(scene, world, node, 0, mesh->vertex_count, s.positions);
    tlb_pose_normals(scene, world, node, 0, mesh->vertex_count, s.normals);
    bool same = mesh->index_count <= 3 * p->triangle_count;
    for (uint32_t i = 0; same && i < mesh->part_count; i++)
        same = has_part(p, &s, &mesh->parts[i]);
    free(s.positions);
    free(s.normals);
    return same;
}

/* The next node of the scene with a mesh. */
static uint32_t next_node(const tlb_scene *scene, uint32_t node)
{
    while (node < scene->node_count && scene->nodes[node].mesh < 0)
        node++;
    return node;
}

typedef struct comparison {
    const char *name;
    const tlb_torque_shape *shape;
    const tlb_torque_pose *pose;
    const tlb_scene *scene;
    const float (*world)[16];
    uint32_t node, compared;
    int32_t sequence; /* and its time, for messages */
    double seconds;
} comparison;

static void compare_mesh(comparison *c, int32_t object, const tlb_torque_mesh *mesh)
{
    if (!mesh)
        return;
    posed p = pose_mesh(c->pose, object, mesh);
    const tlb_torque_object_state *state = object < 0 ? NULL : &c->pose->objects[object];
    if (p.triangle_count) {
        c->node = next_node(c->scene, c->node);
        assert_in_range(c->node, 0, c->scene->node_count - 1);
        const tlb_mesh *shown_mesh = &c->scene->meshes[c->scene->nodes[c->node].mesh];
        /* The scene makes what is not seen small, has no frames where no sequence has, and no texture frames.
         */
        if (!state || (state->vis > 0.01f && (!state->frameIndex || shown_mesh->morph_count) &&
                       (!state->matFrameIndex || mesh->numMatFrames < 2))) {
            if (!same_mesh(&p, c->scene, c->world, c->node))
                fail_msg("%s: object %d differs at %g of sequence %d", c->name, object, c->seconds,
                         c->sequence);
            c->compared++;
        }
        c->node++;
    }
    free_posed(&p);
}

static void compare_detail(comparison *c, uint32_t detail)
{
    const tlb_torque_shape *x = c->shape;
    c->node = 0;
    for (uint32_t i = 0; i < x->objects.count; i++)
        compare_mesh(c, (int32_t)i, tlb_torque_mesh_of(x, i, detail));
    for (int32_t i = 0; detail < x->detailFirstSkin.count && i < x->detailNumSkins.data[detail]; i++)
        compare_mesh(c, -1, &x->skins.data[x->detailFirstSkin.data[detail] + i]);
    assert_int_equal(next_node(c->scene, c->node), c->scene->node_count);
}

static void compare_at(comparison *c, const tlb_scene *scene, int32_t sequence, uint32_t detail,
                       double seconds, tlb_context *context)
{
    tlb_arena *arena = tlb_arena_create(context);
    tlb_torque_pose pose;
    tlb_scene at;
    assert_true(tlb_torque_pose_at(c->shape, sequence, seconds, arena, &pose));
    assert_true(
        tlb_scene_at(scene, sequence < 0 ? NULL : &scene->animations[sequence], (float)seconds, arena, &at));
    float(*world)[16] = tlb_alloc_array(arena, at.node_count, sizeof *world);
    tlb_scene_world_matrices(&at, world);
    c->pose = &pose;
    c->sequence = sequence;
    c->seconds = seconds;
    c->scene = &at;
    c->world = (const float(*)[16])world;
    compare_detail(c, detail);
    tlb_arena_free(arena);
}

/* At rest and at keys: between these the engine mixes rotations otherwise than scenes do. */
static uint32_t compare_document(tlb_document *document, const char *name)
{
    enum { MOST_KEYS = 5 };
    const tlb_torque_shape *x = document->root;
    comparison c = {.name = name, .shape = x};
    int64_t level = 0;
    for (uint32_t d = 0; d < x->details.count; d++) {
        if (x->details.data[d].size < 0 || x->details.data[d].subShapeNum < 0)
            continue;
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        tlb_scene *scene;
        options.lod = (tlb_optional_integer){true, level++};
        assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
        compare_at(&c, scene, TLB_NONE, d, 0, document->context);
        for (uint32_t q = 0; q < x->sequences.count; q++) {
            const tlb_torque_sequence *sequence = &x->sequences.data[q];
            bool cyclic = scene->animations[q].loops;
            int32_t keys = sequence->numKeys, steps = cyclic || keys < 2 ? keys : keys - 1;
            for (int32_t k = 0; k < keys; k += 1 + keys / MOST_KEYS)
                compare_at(&c, scene, (int32_t)q, d, (double)sequence->duration * k / steps,
                           document->context);
        }
        tlb_scene_free(scene);
    }
    return c.compared;
}

static void agrees_with_the_scene(void **state)
{
    (void)state;
    for (uint32_t version = TLB_TORQUE_FIRST_VERSION; version <= TLB_TORQUE_LAST_VERSION; version++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document shape;
        shape_make(&shape, context, version);
        assert_true(compare_document(&shape, "weathercock") > 5);
        made_end(&shape);
        tlb_context_free(context);
    }
}

/* --- what scenes do not have ------------------------------------------------------------------------- */

/* Two triangles of texture frames of their own, one of them in two frames. */
static tlb_torque_shape small_shape(tlb_torque_mesh *mesh)
{
    static tlb_torque_node node = {.parentIndex = -1};
    static tlb_torque_object object = {.numMeshes = 1};
    static tlb_torque_detail detail;
    static tlb_torque_object_state states[3] = {{1, 0, 0}, {1, 1, 1}, {1, 0, 0}};
    static tlb_quat16 turned = {0, 0, -23170, 23170}; /* a quarter about Z */
    static tlb_vec3 moved = {10, 0, 0};
    static tlb_torque_sequence sequence = {.numKeys = 2, .duration = 1, .baseObjectState = 1};
    static uint32_t first = 1;
    static tlb_text name = {"Switch", 6};
    sequence.frameMatters.words.data = sequence.matFrameMatters.words.data = &first;
    sequence.frameMatters.words.count = sequence.matFrameMatters.words.count = 1;
    tlb_torque_shape x = {.version = 24};
#define ONE(list, value) (x.list.data = (value), x.list.count = 1)
    ONE(nodes, &node);
    ONE(objects, &object);
    ONE(details, &detail);
    ONE(meshes, mesh);
    ONE(defaultRotations, &turned);
    ONE(defaultTranslations, &moved);
    ONE(sequences, &sequence);
    ONE(names, &name);
#undef ONE
    x.objectStates.data = states;
    x.objectStates.count = 3;
    return x;
}

static void shows_frames_of_vertices_and_textures(void **state)
{
    (void)state;
    static tlb_vec3 verts[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
    static tlb_vec3 norms[6] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {2, 0, 0}, {2, 0, 0}, {2, 0, 0}};
    static tlb_vec2 tverts[6] = {{0, 0}, {1, 0}, {0, 1}, {0.5f, 0.5f}, {0.75f, 0.5f}, {0.5f, 0.75f}};
    static uint32_t indices[4] = {0, 1, 2, 2};
    static tlb_torque_primitive strip = {0, 4, TLB_TORQUE_STRIP | TLB_TORQUE_INDEXED | 7};
    tlb_torque_mesh mesh = {.numFrames = 2, .numMatFrames = 2, .vertsPerFrame = 3, .parentMesh = -1};
    mesh.verts.data = verts, mesh.verts.count = 6;
    mesh.norms.data = norms, mesh.norms.count = 6;
    mesh.tverts.data = tverts, mesh.tverts.count = 6;
    mesh.indices.data = indices, mesh.indices.count = 4;
    mesh.primitives.data = &strip, mesh.primitives.count = 1;
    tlb_torque_shape x = small_shape(&mesh);
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_torque_pose pose;
    tlb_vec3 positions[3], normals[3];
    tlb_vec2 uvs[3];
    assert_int_equal(tlb_torque_find_sequence(&x, "sWITCH"), 0);
    assert_int_equal(tlb_torque_find_sequence(&x, "switc"), -1);
    assert_ptr_equal(tlb_torque_mesh_of(&x, 0, 0), &mesh);
    assert_null(tlb_torque_mesh_of(&x, 1, 0));
    assert_null(tlb_torque_mesh_of(&x, 0, 1));
    assert_true(tlb_torque_pose_at(&x, 0, 0, arena, &pose)); /* frame 1, a quarter turned, moved */
    assert_int_equal(tlb_torque_vertices(&pose, 0, &mesh, positions, normals, uvs, 3), 3);
    assert_true(fabsf(positions[1][0] - 10) < 1e-4f && fabsf(positions[1][1] - 1) < 1e-4f);
    assert_true(positions[1][2] == 5 && fabsf(normals[0][1] - 1) < 1e-4f);
    assert_true(uvs[1][0] == 0.75f);
    assert_true(tlb_torque_pose_at(&x, 0, 1, arena, &pose)); /* frame 0 */
    positions[2][0] = 77;
    assert_int_equal(tlb_torque_vertices(&pose, 0, &mesh, positions, NULL, uvs, 2), 3);
    assert_true(positions[1][2] == 0 && uvs[1][0] == 1 && positions[2][0] == 77);
    assert_int_equal(tlb_torque_vertices(&pose, TLB_NONE, &mesh, positions, NULL, NULL, 3), 3); /* unmoved */
    assert_true(positions[1][0] == 1 && positions[2][1] == 1);
    tlb_torque_triangle triangles[2];
    assert_int_equal(tlb_torque_triangles(&x, &mesh, triangles, 2),
                     1); /* the second of the strip has no area */
    assert_int_equal(triangles[0].matIndex, strip.matIndex);
    assert_memory_equal(triangles[0].vertices, indices, sizeof triangles[0].vertices);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

/* From version 27 on vertices are in a buffer of all meshes, at steps of its own. */
static void reads_vertices_of_the_buffer(void **state)
{
    (void)state;
    enum { OFFSET = 8, SIZE = 52, COUNT = 3, NORMAL = 16, UV = 40 };
    static const float vertices[COUNT][8] = {
        {1, 2, 3, 0, 0, 1, 0.25f, 0.5f}, {4, 5, 6, 0, 1, 0, 0.75f, 1}, {7, 8, 9, 1, 0, 0, 0, 0.125f}};
    uint8_t data[OFFSET + COUNT * SIZE] = {0};
    for (int i = 0; i < COUNT; i++) {
        memcpy(data + OFFSET + i * SIZE, vertices[i], 3 * sizeof(float));
        memcpy(data + OFFSET + i * SIZE + NORMAL, vertices[i] + 3, 3 * sizeof(float));
        memcpy(data + OFFSET + i * SIZE + UV, vertices[i] + 6, 2 * sizeof(float));
    }
    tlb_torque_mesh mesh = {.numFrames = 1,
                            .numMatFrames = 1,
                            .vertsPerFrame = COUNT,
                            .parentMesh = -1,
                            .vertOffset = OFFSET,
                            .numVertsInBuffer = COUNT,
                            .vertSize = SIZE};
    tlb_torque_shape x = small_shape(&mesh);
    x.version = 28;
    x.vertexBuffer.data.data = data, x.vertexBuffer.data.count = sizeof data;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_torque_pose pose;
    tlb_vec3 positions[COUNT], normals[COUNT];
    tlb_vec2 uvs[COUNT];
    assert_true(tlb_torque_pose_at(&x, TLB_NONE, 0, arena, &pose));
    assert_int_equal(tlb_torque_vertices(&pose, TLB_NONE, &mesh, positions, normals, uvs, COUNT), COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_memory_equal(positions[i], vertices[i], sizeof positions[i]);
        assert_memory_equal(normals[i], vertices[i] + 3, sizeof normals[i]);
        assert_memory_equal(uvs[i], vertices[i] + 6, sizeof uvs[i]);
    }
    static const struct {
        int32_t offset, count, size;
    } outside[] = {{OFFSET + 1, COUNT, SIZE}, {-1, COUNT, SIZE},         {OFFSET, COUNT + 1, SIZE},
                   {OFFSET, -1, SIZE},        {OFFSET, COUNT, SIZE + 1}, {OFFSET, COUNT, 47},
                   {OFFSET, COUNT, -SIZE}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        mesh.vertOffset = outside[i].offset;
        mesh.numVertsInBuffer = outside[i].count;
        mesh.vertSize = outside[i].size;
        assert_int_equal(tlb_torque_vertices(&pose, TLB_NONE, &mesh, positions, normals, uvs, COUNT), 0);
    }
    tlb_arena_free(arena);
    tlb_context_free(context);
}

/* The weights of a skin are summed as they are, all of them; what no bone moves stays. */
static void sums_all_weights_of_a_skin(void **state)
{
    (void)state;
    static tlb_vec3 verts[2] = {{1, 2, 3}, {4, 5, 6}}, norms[2] = {{0, 0, 1}, {0, 1, 0}};
    static int32_t vertices[5] = {0, 0, 0, 0, 0}, bones[5] = {0, 0, 0, 0, 0}, node = 0;
    static float weights[5] = {0.2f, 0.2f, 0.2f, 0.2f, 0.2f};
    tlb_torque_skin skin = {0};
    skin.initialVerts.data = verts, skin.initialVerts.count = 2;
    skin.initialNorms.data = norms, skin.initialNorms.count = 2;
    skin.vertexIndex.data = vertices, skin.boneIndex.data = bones, skin.weight.data = weights;
    skin.vertexIndex.count = skin.boneIndex.count = skin.weight.count = 5;
    skin.nodeIndex.data = &node, skin.nodeIndex.count = 1;
    tlb_torque_mesh mesh = {.meshType = TLB_TORQUE_SKIN_MESH, .parentMesh = -1, .skin = &skin};
    tlb_torque_shape x = small_shape(&mesh);
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_torque_pose pose;
    tlb_vec3 positions[2], normals[2];
    assert_true(tlb_torque_pose_at(&x, -1, 0, arena, &pose));
    assert_int_equal(tlb_torque_vertices(&pose, 0, &mesh, positions, normals, NULL, 2), 2);
    assert_true(fabsf(positions[0][0] - 8) < 1e-3f && fabsf(positions[0][1] - 1) < 1e-3f);
    assert_true(fabsf(positions[0][2] - 3) < 1e-3f && fabsf(normals[0][2] - 1) < 1e-4f);
    assert_memory_equal(positions[1], verts[1], sizeof verts[1]);
    assert_memory_equal(normals[1], norms[1], sizeof norms[1]);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

static void times_and_sequences_that_are_none_are_refused(void **state)
{
    (void)state;
    tlb_torque_mesh mesh = {.parentMesh = -1};
    tlb_torque_shape x = small_shape(&mesh);
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_torque_pose pose;
    assert_false(tlb_torque_pose_at(&x, 1, 0, arena, &pose));
    assert_false(tlb_torque_pose_at(&x, -2, 0, arena, &pose));
    assert_false(tlb_torque_pose_at(&x, 0, NAN, arena, &pose));
    assert_false(tlb_torque_pose_at(&x, 0, INFINITY, arena, &pose));
    assert_true(tlb_torque_pose_at(&x, 0, -1e30, arena, &pose));
    tlb_arena_free(arena);
    tlb_context_free(context);
}

/* --- files --------------------------------------------------------------------------------------------- */

static uint32_t compare_file(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    uint32_t compared = compare_document(document, path);
    tlb_document_free(document);
    tlb_context_free(context);
    return compared;
}

static void samples_agree_with_their_scene(void **state)
{
    (void)state;
    file_list files = list_files("samples/torque");
    uint32_t compared = 0;
    for (size_t i = 0; i < files.count; i++)
        if (strstr(files.paths[i], ".dts"))
            compared += compare_file(files.paths[i]);
    assert_true(compared > 20);
    free_files(&files);
}

static void corpus_agrees_with_its_scene(void **state)
{
    (void)state;
    file_list files = corpus_files("torque-shapes", "dts");
    uint32_t compared = 0;
    for (size_t i = 0; i < files.count; i++)
        compared += compare_file(files.paths[i]);
    print_message("%u meshes compared\n", compared);
    assert_true(compared > 500);
    free_files(&files);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_scene),
        cmocka_unit_test(shows_frames_of_vertices_and_textures),
        cmocka_unit_test(reads_vertices_of_the_buffer),
        cmocka_unit_test(sums_all_weights_of_a_skin),
        cmocka_unit_test(times_and_sequences_that_are_none_are_refused),
        cmocka_unit_test(samples_agree_with_their_scene),
        cmocka_unit_test(corpus_agrees_with_its_scene),
    };
    (void)argv;
    if (!choose_tests(argc, "torque-shapes"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
