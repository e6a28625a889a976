/* Shapes from scenes: what is written plays as the scene does, is what the games' shapes are, and stays as it
 * is when it is converted again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dts_maker.h"
#include "files.h"
#include "formats/darkstar/dts/dts.h"
#include "scenes.h"
#include "sights.h"
#include "trilobite/formats/dts_runtime.h"

/* --- conversions --------------------------------------------------------------------------------------- */

/* A scene as a shape, opened. */
typedef struct written {
    tlb_files *files;
    tlb_document *document;
    const tlb_dts *shape;
} written;

static tlb_status write(tlb_context *context, const tlb_scene *scene, const tlb_convert_options *options,
                        written *w)
{
    *w = (written){0};
    tlb_status status = tlb_scene_write(context, scene, &tlb_format_dts, "made.dts", options, &w->files);
    if (status)
        return status;
    tlb_bytes bytes = w->files->data[0].bytes;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "made.dts", NULL, &w->document),
                     TLB_OK);
    w->shape = tlb_document_dts(w->document);
    return TLB_OK;
}

static void discard(written *w)
{
    tlb_document_free(w->document);
    tlb_files_free(w->files);
}

static tlb_scene *scene_of(tlb_document *document, bool collision)
{
    tlb_scene *scene;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.collision = collision;
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    return scene;
}

/* --- the same scene ------------------------------------------------------------------------------------ */

static bool near(const float *a, const float *b, size_t count, float slack)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) <= slack * fmaxf(1, fabsf(a[i]))))
            return false;
    return true;
}

static const char *differ_in_nodes(const tlb_scene *a, const tlb_scene *b)
{
    if (a->node_count != b->node_count)
        return "number of nodes";
    for (uint32_t i = 0; i < a->node_count; i++) {
        const tlb_node *x = &a->nodes[i], *y = &b->nodes[i];
        if (strcmp(x->name, y->name) != 0 || x->parent != y->parent || x->mesh != y->mesh ||
            x->level != y->level || x->level_size != y->level_size || x->hidden != y->hidden)
            return "a node";
        if (!near(x->translation, y->translation, 3, 1e-5f) || !near(x->rotation, y->rotation, 4, 1e-6f) ||
            !near(x->scale, y->scale, 3, 0))
            return "the place of a node";
    }
    return NULL;
}

static const char *differ_in_meshes(const tlb_scene *a, const tlb_scene *b)
{
    if (a->mesh_count != b->mesh_count || a->material_count != b->material_count)
        return "number of meshes or materials";
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        const tlb_mesh *x = &a->meshes[i], *y = &b->meshes[i];
        if (x->vertex_count != y->vertex_count || x->index_count != y->index_count ||
            x->morph_count != y->morph_count || x->part_count != y->part_count)
            return "the size of a mesh";
        if (memcmp(x->parts, y->parts, x->part_count * sizeof *x->parts) != 0)
            return "the parts of a mesh";
        for (uint32_t k = 0; k < x->index_count; k++) {
            uint32_t v = x->indices[k], w = y->indices[k];
            if (!near(x->positions[v], y->positions[w], 3, 1e-5f) ||
                !near(x->normals[v], y->normals[w], 3, 0) || !near(x->uv[0][v], y->uv[0][w], 2, 0))
                return "a vertex";
            for (uint32_t m = 0; m < x->morph_count; m++)
                if (!near(x->morphs[m].positions[v], y->morphs[m].positions[w], 3, 1e-5f))
                    return "a morph";
        }
    }
    for (uint32_t i = 0; i < a->material_count; i++)
        if (strcmp(a->materials[i].name, b->materials[i].name) != 0 ||
            !near(a->materials[i].color, b->materials[i].color, 4, 0) ||
            a->materials[i].alpha_mode != b->materials[i].alpha_mode)
            return "a material";
    return NULL;
}

static const char *differ_in_animations(const tlb_scene *a, const tlb_scene *b)
{
    static const uint32_t widths[] = {3, 4, 3};
    if (a->animation_count != b->animation_count)
        return "number of animations";
    for (uint32_t i = 0; i < a->animation_count; i++) {
        const tlb_animation *x = &a->animations[i], *y = &b->animations[i];
        if (strcmp(x->name, y->name) != 0 || x->duration != y->duration || x->loops != y->loops ||
            x->channel_count != y->channel_count)
            return "an animation";
        for (uint32_t k = 0; k < x->channel_count; k++) {
            const tlb_channel *c = &x->channels[k], *d = &y->channels[k];
            if (c->node != d->node || c->target != d->target || c->key_count != d->key_count)
                return "a channel";
            uint32_t width = c->target == TLB_TARGET_MORPHS ? a->meshes[a->nodes[c->node].mesh].morph_count
                                                            : widths[c->target];
            if (!near(c->times, d->times, c->key_count, 1e-6f) ||
                !near(c->values, d->values, (size_t)c->key_count * width, 1e-5f))
                return "the keys of a channel";
        }
    }
    return NULL;
}

static const char *differ(const tlb_scene *a, const tlb_scene *b)
{
    const char *what = differ_in_nodes(a, b);
    what = what ? what : differ_in_meshes(a, b);
    return what ? what : differ_in_animations(a, b);
}

/* --- what is seen -------------------------------------------------------------------------------------- */

/* What the runtime shows of a shape, in a scene's axes. */
static sight see_shape(tlb_context *context, const tlb_dts *shape, int32_t sequence, double seconds,
                       int32_t detail)
{
    sight s = no_sight;
    tlb_dts_instance *instance;
    assert_int_equal(tlb_dts_instance_create(context, shape, 1, &instance), TLB_OK);
    if (sequence >= 0) {
        assert_true(tlb_dts_play(instance, 0, sequence, 0));
        tlb_dts_advance(instance, 0, seconds, NULL, 0);
    }
    const tlb_dts_pose *pose = tlb_dts_evaluate(instance);
    bool *drawn = calloc(shape->nodes.count, 1);
    tlb_dts_drawn_nodes(shape, detail, drawn);
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        const tlb_dts_mesh *mesh = &shape->meshes.data[o->meshIndex];
        tlb_dts_frame frame;
        if (!drawn[o->nodeIndex] || !pose->objects[i].visible ||
            !tlb_dts_frame_of(mesh, pose->objects[i].frame, &frame))
            continue;
        for (uint32_t f = 0; f < mesh->faces.count; f++) {
            const tlb_dts_face *face = &mesh->faces.data[f];
            const int32_t v[3] = {face->vertIndex0, face->vertIndex2, face->vertIndex1};
            float corners[3][3];
            for (int c = 0; c < 3; c++) {
                const uint8_t *packed = mesh->vertices.data[frame.firstVert + v[c]];
                const tlb_dts_placement *node = &pose->world[o->nodeIndex];
                float q[4] = {node->rotation[0], node->rotation[1], node->rotation[2], node->rotation[3]};
                double p[3], t[3];
                for (int axis = 0; axis < 3; axis++)
                    p[axis] = (double)packed[axis] * (double)frame.scale[axis] + (double)frame.origin[axis] +
                              (double)o->offset[axis];
                for (int axis = 0; axis < 3; axis++) {
                    int j = (axis + 1) % 3, k = (axis + 2) % 3;
                    t[axis] = 2 * ((double)q[j] * p[k] - (double)q[k] * p[j]);
                }
                double w[3];
                for (int axis = 0; axis < 3; axis++) {
                    int j = (axis + 1) % 3, k = (axis + 2) % 3;
                    w[axis] = p[axis] + (double)q[3] * t[axis] + (double)q[j] * t[k] - (double)q[k] * t[j] +
                              (double)node->translation[axis];
                }
                corners[c][0] = (float)w[0], corners[c][1] = (float)w[2], corners[c][2] = (float)-w[1];
            }
            see_triangle(&s, (const float(*)[3])corners);
        }
    }
    free(drawn);
    tlb_dts_instance_free(instance);
    return s;
}

/* --- real shapes --------------------------------------------------------------------------------------- */

typedef struct tally {
    uint32_t files, fixed, identical, moments;
    double worst;
    bool failed;
} tally;

static double fraction(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return (*random >> 8) / (double)(1 << 24);
}

static bool at_a_key(const tlb_dts *shape, double position)
{
    for (uint32_t i = 0; i < shape->keyFrames.count; i++)
        if (fabs((double)shape->keyFrames.data[i].pos - position) < 1e-4)
            return true;
    return false;
}

static void compare_sights(tally *t, tlb_context *context, const char *name, const tlb_scene *scene,
                           const tlb_dts *shape, bool turned)
{
    enum { TIMES = 4 };
    static const double slack = 1.0 / 100;
    uint32_t random = 1;
    for (int32_t detail = 0; detail < (int32_t)shape->details.count; detail++) {
        if (shape->details.data[detail].size <= 0 && shape->details.count > 1)
            continue;
        for (int32_t i = -1; i < (int32_t)scene->animation_count; i++)
            for (int k = 0; k < (i < 0 ? 1 : TIMES); k++) {
                double position = fraction(&random),
                       duration = i < 0 ? 0 : (double)shape->sequences.data[i].duration;
                if (at_a_key(shape, position))
                    continue;
                sight a = see_scene(scene, i < 0 ? NULL : &scene->animations[i], (float)(position * duration),
                                    detail, turned);
                sight b = see_shape(context, shape, i, (double)(float)(position * duration), detail);
                double worst = sight_difference(&a, &b);
                t->worst = fmax(t->worst, worst);
                t->moments++;
                if (worst > slack) {
                    printf("%s: detail %d, sequence %d at %g: off by %g, %u and %u triangles\n", name, detail,
                           i, position, worst, a.triangles, b.triangles);
                    t->failed = true;
                }
            }
    }
}

static void count_diagnostics(tally *t, tlb_document *document, const char *name)
{
    tlb_context *context = document->context;
    tlb_diagnostics_clear(context);
    tlb_check(document, NULL);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (d->severity != TLB_NOTE || strcmp(tlb_code_name(d->code), "DTS_NAME_TAIL") == 0) {
            printf("%s: %s %s: %s\n", name, tlb_code_name(d->code), d->path ? d->path : "", d->message);
            t->failed = true;
        }
    }
}

static void convert_again(tally *t, tlb_document *original, const char *name, bool collision)
{
    tlb_context *context = original->context;
    tlb_scene *first = scene_of(original, collision);
    written once, twice;
    if (write(context, first, NULL, &once)) {
        printf("%s: not written\n", name);
        print_diagnostics(context);
        tlb_scene_free(first);
        return;
    }
    compare_sights(t, context, name, first, once.shape, false);
    tlb_scene *second = scene_of(once.document, collision);
    assert_int_equal(write(context, second, NULL, &twice), TLB_OK);
    tlb_scene *third = scene_of(twice.document, collision);
    const char *what = differ(second, third);
    if (what) {
        printf("%s: not a fixed point: %s\n", name, what);
        t->failed = true;
    }
    const tlb_bytes a = once.files->data[0].bytes, b = twice.files->data[0].bytes;
    t->fixed += what == NULL;
    t->identical += a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    count_diagnostics(t, once.document, name);
    tlb_scene_free(first);
    tlb_scene_free(second);
    tlb_scene_free(third);
    discard(&once);
    discard(&twice);
    t->files++;
}

static void corpus_shapes_come_back(void **state)
{
    (void)state;
    for (int collision = 0; collision < 2; collision++) {
        file_list list = corpus_files("darkstar", "dts");
        tally t = {0};
        for (size_t i = 0; i < list.count; i++) {
            tlb_context *context = tlb_context_create(NULL);
            bytes_copy source = load_file(list.paths[i]);
            tlb_document *document;
            if (tlb_open_memory(context, source.data, source.size, list.paths[i], NULL, &document) ==
                TLB_OK) {
                convert_again(&t, document, list.paths[i], collision);
                tlb_document_free(document);
            }
            tlb_context_free(context);
            free(source.data);
        }
        printf("%u shapes, %u fixed points, %u of the same bytes; %u moments, the worst off by %g\n", t.files,
               t.fixed, t.identical, t.moments, t.worst);
        assert_false(t.failed);
        free_files(&list);
    }
}

/* --- scenes made by hand
 * ------------------------------------------------------------------------------------ */

static const tlb_dts_node *node_of(const tlb_dts *shape, const char *name)
{
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        if (strcmp(shape->names.data[shape->nodes.data[i].name].data, name) == 0)
            return &shape->nodes.data[i];
    return NULL;
}

static void assert_clean(const written *w)
{
    tally t = {0};
    count_diagnostics(&t, w->document, "made");
    assert_false(t.failed);
}

/* What faces +z is turned to where shapes look, +y: a square becomes the bytes that are worked out here. */
static void test_square(void **state)
{
    scene_fixture *f = *state;
    tlb_material *red = tlb_scene_add_material(f->scene, "red");
    red->color[1] = red->color[2] = 0;
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    tlb_node *node = add_node(f->scene, "square", TLB_NONE, 0);
    node->translation[1] = 2;
    node->scale[0] = 3;
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    const tlb_dts *x = w.shape;
    assert_clean(&w);
    assert_int_equal(x->pers.version, 8);
    assert_int_equal(x->nodes.count, 3); /* bounds, the detail, the square */
    assert_string_equal(x->names.data[x->nodes.data[1].name].data, "detail1");
    assert_int_equal(x->details.count, 1);
    assert_int_equal(x->details.data[0].rootNode, 1);
    assert_int_equal(x->objects.count, 2);
    assert_int_equal(x->objects.data[1].nodeIndex, 2);
    const tlb_dts_mesh *m = &x->meshes.data[1];
    assert_int_equal(m->pers.version, 3);
    assert_int_equal(m->vertsPerFrame, 6);
    assert_int_equal(m->faces.count, 2);
    const tlb_dts_frame *frame = &m->frames.data[0];
    assert_float_equal(frame->origin[0], -1.5, 1e-6);
    assert_float_equal(frame->origin[1], 0, 0);
    assert_float_equal(frame->origin[2], -0.5, 1e-6);
    assert_float_equal(frame->scale[0], 3.0 / 255, 1e-7);
    assert_float_equal(frame->scale[1], 0, 0);
    static const uint8_t box[2][4] = {{0, 0, 0, 0}, {255, 0, 255, 0}};
    assert_memory_equal(m->vertices.data, box, sizeof box);
    const tlb_dts_transform *turn = &x->transforms.data[1], *rest = &x->transforms.data[2];
    assert_int_equal(abs(turn->rot16[2]), 32767); /* half a turn about z */
    assert_int_equal(turn->rot16[3], 0);
    assert_float_equal(rest->pos[2], 2, 0);
    const float *normal = tlb_dts_normal(m->vertices.data[2][3]);
    assert_true(normal[1] < -0.99f); /* z became -y, which the detail turns */
    assert_float_equal(x->minBounds[0], -1.5, 1e-5);
    assert_float_equal(x->maxBounds[2], 2.5, 1e-5);
    assert_float_equal(x->center[2], 2, 1e-5);
    assert_float_equal(x->radius, sqrt(9 + 1) / 2, 1e-5);
    const tlb_dml_material *material = &x->materialList.materials.data[0];
    assert_int_equal(material->flags, TLB_DML_RGB | TLB_DML_SHADING_SMOOTH);
    assert_int_equal(material->red, 255);
    assert_int_equal(material->green, 0);
    discard(&w);
}

/* A size whose digits would not fit into the detail's name. */
static void test_huge_size(void **state)
{
    scene_fixture *f = *state;
    add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    add_node(f->scene, "hull_LOD0", TLB_NONE, 0);
    add_node(f->scene, "hull_LOD1", TLB_NONE, 0)->extras = tlb_value_table(&f->arena);
    tlb_value_add_real(&f->arena, f->scene->nodes[1].extras, "minPixels", 1e30);
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    for (uint32_t i = 0; i < w.shape->names.count; i++)
        assert_non_null(memchr(w.shape->names.data[i].data, 0, TLB_DTS_NAME));
    discard(&w);
}

/* Levels by name and by extras, what is in all of them, and collision. */
static void test_levels(void **state)
{
    scene_fixture *f = *state;
    add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    int32_t tank = (int32_t)f->scene->node_count;
    add_node(f->scene, "tank", TLB_NONE, TLB_NONE);
    add_node(f->scene, "hull_LOD0", tank, 0);
    add_node(f->scene, "hull_LOD2.001", tank, 0)->extras = tlb_value_table(&f->arena);
    tlb_value_add_integer(&f->arena, f->scene->nodes[2].extras, "minPixels", 12);
    add_node(f->scene, "flag", tank, 0)->translation[0] = 1;
    add_node(f->scene, "UCX_hull_01", tank, 0);
    add_node(f->scene, "mount eye", tank, TLB_NONE);
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    const tlb_dts *x = w.shape;
    assert_clean(&w);
    assert_int_equal(x->details.count, 3);
    static const float sizes[] = {128, 12, 0};
    static const char *const names[] = {"detail128", "detail12", "coll0"};
    for (uint32_t i = 0; i < 3; i++) {
        assert_float_equal(x->details.data[i].size, sizes[i], 0);
        const tlb_dts_node *root = &x->nodes.data[x->details.data[i].rootNode];
        assert_string_equal(x->names.data[root->name].data, names[i]);
        assert_int_equal(root->parent, 0);
    }
    assert_int_equal(x->objects.count, 1 + 2 + 2 + 1);
    assert_non_null(node_of(x, "mount eye"));
    sight finest = see_shape(f->context, x, -1, 0, 0), coarse = see_shape(f->context, x, -1, 0, 1);
    assert_int_equal(finest.triangles, 4);
    assert_int_equal(coarse.triangles, 4);
    tlb_scene *second = scene_of(w.document, true);
    written again;
    assert_int_equal(write(f->context, second, NULL, &again), TLB_OK);
    assert_int_equal(again.shape->details.count, 3);
    assert_int_equal(again.shape->nodes.count, x->nodes.count);
    tlb_scene_free(second);
    discard(&again);
    discard(&w);
}

/* A root called bounds keeps the nodes of the scene as they are, in whatever order its levels are. */
static void test_order_of_levels(void **state)
{
    scene_fixture *f = *state;
    add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    add_node(f->scene, "bounds", TLB_NONE, TLB_NONE);
    add_node(f->scene, "coarse_LOD1", 0, 0);
    add_node(f->scene, "fine_LOD0", 0, 0);
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    const tlb_dts *x = w.shape;
    assert_int_equal(x->details.count, 2);
    const tlb_dts_node *finest = &x->nodes.data[x->details.data[0].rootNode];
    assert_true(x->details.data[0].size == 128 && x->details.data[1].size == 1);
    assert_string_equal(x->names.data[finest->name].data, "fine");
    discard(&w);
}

/* A strip that two joints bend: its triangles go with one or the other. */
static tlb_scene *make_strip(scene_fixture *f)
{
    enum { STEPS = 8 };
    tlb_scene *scene = f->scene;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "strip");
    assert_true(
        tlb_mesh_reserve(scene, mesh, 2 * (STEPS + 1), 6 * STEPS, 1, TLB_WITH_NORMALS | TLB_WITH_SKIN));
    for (uint32_t i = 0; i <= STEPS; i++)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t v = 2 * i + k;
            memcpy(mesh->positions[v], (float[]){k ? 0.5f : -0.5f, (float)i / 2, 0}, sizeof *mesh->positions);
            memcpy(mesh->normals[v], (float[]){0, 0, 1}, sizeof *mesh->normals);
            memset(mesh->joints[v], 0, sizeof *mesh->joints);
            memset(mesh->weights[v], 0, sizeof *mesh->weights);
            mesh->joints[v][1] = 1;
            float upper = i == STEPS / 2 ? 0.5f : i > STEPS / 2 ? 1 : 0;
            mesh->weights[v][0] = 1 - upper;
            mesh->weights[v][1] = upper;
        }
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint32_t quad[] = {2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2};
        memcpy(mesh->indices + (size_t)i * 6, quad, sizeof quad);
    }
    mesh->parts[0] = (tlb_part){TLB_NONE, 0, 6 * STEPS};
    add_node(scene, "root", TLB_NONE, TLB_NONE);
    add_node(scene, "upper", 0, TLB_NONE)->translation[1] = 2;
    add_node(scene, "strip", TLB_NONE, 0)->skin = 0;
    tlb_skin *skin = tlb_scene_add_skin(scene, "skin");
    assert_true(tlb_skin_reserve(scene, skin, 2));
    skin->joints[0] = 0, skin->joints[1] = 1;
    skin->inverse_bind[1][13] = -2;
    tlb_animation *animation = tlb_scene_add_animation(scene, "bend");
    assert_true(tlb_animation_reserve(scene, animation, 1, 0));
    animation->duration = 1;
    animation->channels[0] =
        (tlb_channel){.node = 0, .target = TLB_TARGET_ROTATION, .interpolation = TLB_LINEAR};
    assert_true(tlb_channel_reserve(scene, animation->channels, 3));
    static const float times[] = {0, 0.4f, 1}, values[] = {0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, 0.6f, 0, 0.8f};
    memcpy(animation->channels[0].times, times, sizeof times);
    memcpy(animation->channels[0].values, values, sizeof values);
    return scene;
}

static void test_skin(void **state)
{
    scene_fixture *f = *state;
    tally t = {0};
    written w;
    tlb_scene *scene = make_strip(f);
    assert_int_equal(write(f->context, scene, NULL, &w), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DTS_SKIN_SPLIT), 1);
    assert_clean(&w);
    assert_int_equal(w.shape->objects.count, 3);
    assert_int_equal(w.shape->sequences.count, 1);
    const tlb_dts_node *root = node_of(w.shape, "root");
    assert_int_equal(root->numSubSequences, 1);
    assert_int_equal(node_of(w.shape, "upper")->numSubSequences, 0);
    assert_float_equal(
        w.shape->keyFrames.data[w.shape->subSequences.data[root->firstSubSequence].firstKeyFrame + 1].pos,
        0.4, 1e-7);
    compare_sights(&t, f->context, "strip", scene, w.shape, true);
    assert_false(t.failed);
    assert_true(t.moments > 4);
    discard(&w);
}

/* --- what is too much
 * --------------------------------------------------------------------------------------- */

static void test_no_triangles(void **state)
{
    scene_fixture *f = *state;
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_ARGUMENT);
    tlb_mesh *mesh = add_square(f->scene, "flat", TLB_NONE, 0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        memset(mesh->positions[i], 0, sizeof *mesh->positions);
    add_node(f->scene, "flat", TLB_NONE, 0);
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_UNSUPPORTED);
}

static void test_not_finite(void **state)
{
    scene_fixture *f = *state;
    written w;
    tlb_mesh *mesh = add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_UV0);
    mesh->positions[0][0] = NAN;
    mesh->positions[1][1] = 1e30f;
    mesh->normals[2][0] = INFINITY;
    mesh->uv[0][3][0] = -INFINITY;
    tlb_node *node = add_node(f->scene, "a name that is longer than twenty-three bytes", TLB_NONE, 0);
    node->translation[0] = NAN;
    node->rotation[3] = NAN;
    add_node(f->scene, "a name that is longer than twenty-three bytes, too", TLB_NONE, 0);
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SCENE_NOT_FINITE), 1);
    assert_clean(&w);
    assert_int_not_equal(w.shape->nodes.data[2].name, w.shape->nodes.data[3].name);
    discard(&w);
}

/* As large as games have, and not larger. */
static void test_many_vertices(void **state)
{
    enum { SIDE = 320 };
    scene_fixture *f = *state;
    tlb_mesh *mesh = tlb_scene_add_mesh(f->scene, "ground");
    assert_true(tlb_mesh_reserve(f->scene, mesh, (SIDE + 1) * (SIDE + 1), SIDE * SIDE * 6, 1, 0));
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float x = (float)(i % (SIDE + 1)), z = (float)(i / (SIDE + 1));
        memcpy(mesh->positions[i], (float[]){x, sinf(x / 9) * cosf(z / 7) * 8, z}, sizeof *mesh->positions);
    }
    uint32_t *to = mesh->indices;
    for (uint32_t i = 0; i < SIDE * SIDE; i++, to += 6) {
        uint32_t v = i / SIDE * (SIDE + 1) + i % SIDE;
        memcpy(to, (uint32_t[]){v, v + SIDE + 1, v + 1, v + 1, v + SIDE + 1, v + SIDE + 2}, 6 * sizeof *to);
    }
    mesh->parts[0] = (tlb_part){TLB_NONE, 0, mesh->index_count};
    add_node(f->scene, "ground", TLB_NONE, 0);
    written w;
    tally t = {0};
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DTS_MESH_SPLIT), 1);
    assert_clean(&w);
    for (uint32_t i = 1; i < w.shape->meshes.count; i++)
        assert_true(w.shape->meshes.data[i].vertices.count <= 1669 &&
                    w.shape->meshes.data[i].faces.count <= 2064);
    sight s = see_shape(f->context, w.shape, -1, 0, 0);
    assert_int_equal(s.triangles, SIDE * SIDE * 2);
    compare_sights(&t, f->context, "ground", f->scene, w.shape, true);
    assert_false(t.failed);
    discard(&w);
}

static void test_many_materials(void **state)
{
    enum { COUNT = 300 };
    scene_fixture *f = *state;
    for (int32_t i = 0; i < COUNT; i++) {
        tlb_scene_add_material(f->scene, "paint")->color[0] = (float)i / COUNT;
        add_square(f->scene, "square", i, TLB_WITH_NORMALS);
        add_node(f->scene, "square", TLB_NONE, i);
    }
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    assert_int_equal(w.shape->materialList.materials.count, COUNT);
    assert_clean(&w);
    discard(&w);
}

static void test_many_nodes(void **state)
{
    enum { COUNT = 40000 };
    scene_fixture *f = *state;
    written w;
    add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    for (int32_t i = 0; i < COUNT; i++)
        add_node(f->scene, "deep", i - 1, i + 1 == COUNT ? 0 : TLB_NONE);
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_LIMIT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DTS_TOO_LARGE), 1);
}

/* More keys than 16 bits count: those that others reproduce are left out. */
static void test_many_keys(void **state)
{
    enum { NODES = 8, KEYS = 10000 };
    scene_fixture *f = *state;
    add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "swing");
    assert_true(tlb_animation_reserve(f->scene, animation, NODES, 0));
    animation->duration = 100;
    for (int32_t i = 0; i < NODES; i++) {
        add_node(f->scene, "swing", TLB_NONE, 0);
        tlb_channel *c = &animation->channels[i];
        *c = (tlb_channel){.node = i, .target = TLB_TARGET_TRANSLATION, .interpolation = TLB_LINEAR};
        assert_true(tlb_channel_reserve(f->scene, c, KEYS));
        for (uint32_t k = 0; k < KEYS; k++) {
            c->times[k] = 100.0f * (float)k / (KEYS - 1);
            float at[3] = {sinf(c->times[k]) * 4, (float)i * 3, cosf(c->times[k] / 3)};
            memcpy(c->values + (size_t)k * 3, at, sizeof at);
        }
    }
    written w;
    tally t = {0};
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DTS_KEYS_REDUCED), 1);
    assert_true(w.shape->keyFrames.count <= INT16_MAX);
    assert_clean(&w);
    compare_sights(&t, f->context, "swing", f->scene, w.shape, true);
    assert_false(t.failed);
    discard(&w);
}

/* Morph targets become frames, scales from nothing visibility; triggers and priority are kept. */
static void test_frames_and_visibility(void **state)
{
    scene_fixture *f = *state;
    tlb_mesh *mesh = add_square(f->scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    assert_true(tlb_mesh_reserve_morphs(f->scene, mesh, 1, false));
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->morphs[0].positions[i][0] = mesh->positions[i][0];
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    add_node(f->scene, "wide", 0, 0);
    memset(add_node(f->scene, "ghost", 0, 0)->scale, 0, 3 * sizeof(float));
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "show");
    assert_true(tlb_animation_reserve(f->scene, animation, 2, 0));
    animation->duration = 2;
    animation->loops = true;
    tlb_channel *c = animation->channels;
    c[0] = (tlb_channel){.node = 1, .target = TLB_TARGET_MORPHS, .interpolation = TLB_STEP};
    c[1] = (tlb_channel){.node = 2, .target = TLB_TARGET_SCALE, .interpolation = TLB_STEP};
    assert_true(tlb_channel_reserve(f->scene, &c[0], 2) && tlb_channel_reserve(f->scene, &c[1], 2));
    memcpy(c[0].times, (float[]){0, 1}, 2 * sizeof(float));
    memcpy(c[0].values, (float[]){0, 1}, 2 * sizeof(float));
    memcpy(c[1].times, (float[]){0, 0.5f}, 2 * sizeof(float));
    memcpy(c[1].values, (float[]){0, 0, 0, 2, 2, 2}, 6 * sizeof(float));
    animation->extras = tlb_value_table(&f->arena);
    tlb_value_add_integer(&f->arena, animation->extras, "priority", 7);
    tlb_value *triggers = tlb_value_add_list(&f->arena, animation->extras, "frameTriggers");
    tlb_value *trigger = tlb_value_add_table(&f->arena, triggers, NULL);
    tlb_value_add_real(&f->arena, trigger, "pos", 0.25);
    tlb_value_add_integer(&f->arena, trigger, "value", 2);
    written w;
    tally t = {0};
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    assert_clean(&w);
    const tlb_dts *x = w.shape;
    assert_int_equal(x->meshes.data[1].frames.count, 2);
    assert_int_equal(x->objects.data[2].flags, TLB_DTS_OBJECT_INVISIBLE);
    assert_int_equal(x->sequences.data[0].priority, 7);
    assert_int_equal(x->sequences.data[0].cyclic, 1);
    assert_int_equal(x->frameTriggers.count, 1);
    assert_float_equal(x->frameTriggers.data[0].pos, 0.25, 0);
    compare_sights(&t, f->context, "frames", f->scene, x, true);
    assert_false(t.failed);
    sight before = see_shape(f->context, x, 0, 0.2, 0), after = see_shape(f->context, x, 0, 0.7, 0);
    assert_int_equal(before.triangles, 2);
    assert_int_equal(after.triangles, 4);
    discard(&w);
}

static uint32_t count_material_tracks(const tlb_dts *shape)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        count += (uint32_t)shape->sequences.data[i].numIFLSubSequences;
    return count;
}

/* Whether two shapes show the same materials and texture frames at times of a sequence. */
static bool same_pictures(tlb_context *context, const tlb_dts *a, const tlb_dts *b, int32_t sequence)
{
    tlb_dts_instance *x, *y;
    bool same = true;
    assert_int_equal(tlb_dts_instance_create(context, a, 1, &x), TLB_OK);
    assert_int_equal(tlb_dts_instance_create(context, b, 1, &y), TLB_OK);
    for (double position = 0.03; position < 1; position += 0.06) {
        assert_true(tlb_dts_play(x, 0, sequence, position) && tlb_dts_play(y, 0, sequence, position));
        const tlb_dts_pose *p = tlb_dts_evaluate(x), *q = tlb_dts_evaluate(y);
        for (uint32_t i = 0; i < p->materialCount && i < q->materialCount; i++)
            same &= p->materials[i] == q->materials[i];
        for (uint32_t i = 0; i < a->objects.count; i++)
            for (uint32_t k = 0; k < b->objects.count; k++)
                same &= strcmp(a->names.data[a->objects.data[i].name].data,
                               b->names.data[b->objects.data[k].name].data) != 0 ||
                        (p->objects[i].textureFrame == q->objects[k].textureFrame &&
                         p->objects[i].visible == q->objects[k].visible);
    }
    tlb_dts_instance_free(x);
    tlb_dts_instance_free(y);
    return same;
}

/* Materials in place of others and texture frames come back as such, not as objects that take turns. */
static void test_pictures(void **state)
{
    scene_fixture *f = *state;
    tlb_document *document;
    written w;
    assert_int_equal(tlb_open_path(f->context, "samples/windmill.dts", NULL, &document), TLB_OK);
    const tlb_dts *shape = tlb_document_dts(document);
    tlb_scene *scene = scene_of(document, true);
    assert_int_equal(write(f->context, scene, NULL, &w), TLB_OK);
    assert_clean(&w);
    assert_int_equal(w.shape->nodes.count, shape->nodes.count);
    assert_true(count_material_tracks(shape) > 0);
    assert_int_equal(count_material_tracks(w.shape), count_material_tracks(shape));
    uint32_t waving = 0;
    for (uint32_t i = 0; i < w.shape->objects.count; i++) {
        const tlb_dts_mesh *m = &w.shape->meshes.data[i];
        waving += m->textureVerts.count == 2 * (uint32_t)m->textureVertsPerFrame && m->faces.count;
    }
    assert_int_equal(waving, 2); /* the flag, of two materials */
    for (int32_t i = 0; i < (int32_t)shape->sequences.count; i++)
        assert_true(same_pictures(f->context, shape, w.shape, i));
    discard(&w);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* Faces without a texture have the mean color of their corners. */
static void test_vertex_colors(void **state)
{
    scene_fixture *f = *state;
    tlb_scene_add_material(f->scene, "paint")->color[2] = 0;
    tlb_mesh *square = add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_COLORS);
    for (uint32_t i = 0; i < square->vertex_count; i++)
        for (int c = 0; c < 4; c++)
            square->colors[i][c] = c == 1 ? 0 : UINT16_MAX;
    add_node(f->scene, "red", TLB_NONE, 0);
    tlb_mesh *other = add_square(f->scene, "other", TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_COLORS);
    memset(other->colors, 0, other->vertex_count * sizeof *other->colors);
    for (uint32_t i = 0; i < 3; i++) /* the first triangle is white, the second is mixed */
        memset(other->colors[other->indices[i]], 0xff, sizeof *other->colors);
    add_node(f->scene, "other", TLB_NONE, 1);
    written w;
    assert_int_equal(write(f->context, f->scene, NULL, &w), TLB_OK);
    assert_clean(&w);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 0);
    const tlb_dml_list *list = &w.shape->materialList;
    assert_int_equal(list->materials.count, 3);
    assert_int_equal(w.shape->defaultMaterials, 3);
    static const uint8_t expected[3][3] = {{255, 0, 0}, {255, 255, 255}, {213, 213, 213}};
    for (int i = 0; i < 3; i++) {
        const tlb_dml_material *m = &list->materials.data[i];
        assert_int_equal(m->flags & TLB_DML_KIND, TLB_DML_RGB);
        assert_int_equal(m->red, expected[i][0]);
        assert_int_equal(m->green, expected[i][1]);
        assert_int_equal(m->blue, expected[i][2]);
    }
    discard(&w);
}

/* All that a scene can hold, and all that a writer has to mend. */
static void test_everything(void **state)
{
    (void)state;
    written w;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_everything(context);
    assert_int_equal(write(context, scene, NULL, &w), TLB_OK);
    assert_clean(&w);
    discard(&w);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

int main(int argc, char **argv)
{
    (void)argv;
#define IN_SCENE(test) cmocka_unit_test_setup_teardown(test, begin_scene, end_scene)
    const struct CMUnitTest tests[] = {
        IN_SCENE(test_square),
        IN_SCENE(test_huge_size),
        IN_SCENE(test_levels),
        IN_SCENE(test_order_of_levels),
        IN_SCENE(test_skin),
        IN_SCENE(test_frames_and_visibility),
        IN_SCENE(test_pictures),
        IN_SCENE(test_vertex_colors),
        IN_SCENE(test_no_triangles),
        IN_SCENE(test_not_finite),
        IN_SCENE(test_many_vertices),
        IN_SCENE(test_many_materials),
        IN_SCENE(test_many_nodes),
        IN_SCENE(test_many_keys),
        cmocka_unit_test(test_everything),
        cmocka_unit_test(corpus_shapes_come_back),
    };
    return !choose_tests(argc, "darkstar") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
