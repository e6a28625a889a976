/* A shape as a scene, and its queries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "dts_maker.h"
#include "files.h"
#include "options_text.h"

typedef struct shown {
    tlb_context *context;
    tlb_document document;
    tlb_scene *scene;
} shown;

static const dts_plan mill = {.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 5};

static void show(shown *s, const option_text *texts, size_t count)
{
    tlb_convert_options options;
    s->context = tlb_context_create(NULL);
    assert_int_equal(options_from_text(s->context, texts, count, &options), TLB_OK);
    dts_make(&s->document, s->context, &mill);
    assert_int_equal(tlb_document_scene(&s->document, &options, &s->scene), TLB_OK);
}

static void end(shown *s)
{
    tlb_scene_free(s->scene);
    made_end(&s->document);
    tlb_context_free(s->context);
}

static const tlb_node *find(const tlb_scene *scene, const char *name, bool with_mesh)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0 && (scene->nodes[i].mesh >= 0) == with_mesh)
            return &scene->nodes[i];
    return NULL;
}

static void test_nodes_and_levels(void **state)
{
    (void)state;
    shown s;
    show(&s, NULL, 0);
    const tlb_node *fine = find(s.scene, "mill 64", false), *coarse = find(s.scene, "mill 8", false);
    assert_int_equal(fine->level, 0);
    assert_float_equal(fine->level_size, 64, 0);
    assert_int_equal(coarse->level, 1);
    assert_int_equal(fine->parent, 0);
    assert_int_equal(find(s.scene, "always", false)->level, TLB_NONE);
    assert_int_equal(find(s.scene, "coll0", false)->level, TLB_NONE);
    assert_null(find(s.scene, "hull", true)); /* without --collision */
    const tlb_node *cap = find(s.scene, "cap", false);
    assert_float_equal(cap->translation[1], 3, 1e-6); /* Z up became Y up */
    assert_float_equal(s.scene->facing[0], 0, 0);
    assert_float_equal(s.scene->facing[1], -1, 0); /* and forward, +Y, -Z */
    end(&s);
}

static void test_options(void **state)
{
    (void)state;
    static const option_text collision = {"collision", ""}, coarse = {"lod", "1"};
    shown s;
    show(&s, &collision, 1);
    assert_true(find(s.scene, "hull", true)->hidden);
    end(&s);
    show(&s, &coarse, 1);
    assert_null(find(s.scene, "tower", true));
    assert_null(find(s.scene, "cap", false)); /* nodes of other details are left out */
    assert_non_null(find(s.scene, "far mill", true));
    assert_non_null(find(s.scene, "flag uv 0", true)); /* always */
    assert_int_equal(find(s.scene, "mill 8", false)->level, TLB_NONE);
    tlb_scene *scene;
    tlb_convert_options options = {.struct_size = sizeof options, .lod = {true, 3}};
    assert_int_equal(tlb_document_scene(&s.document, &options, &scene), TLB_ARGUMENT);
    end(&s);
}

/* One that is asked for is no level, and nodes of the others are left out; without details, 0 is the shape.
 */
static void test_details_are_counted(void **state)
{
    (void)state;
    static const char *const messages[] = {"invalid value \"7\", expected an integer from 0 to 0",
                                           "invalid value \"7\", expected an integer from 0 to 0",
                                           "invalid value \"7\", expected an integer from 0 to 1"};
    for (uint32_t count = 0; count < 3; count++) {
        tlb_convert_options options = {.struct_size = sizeof options, .lod = {true, 7}};
        shown s = {.context = tlb_context_create(NULL)};
        dts_make(&s.document, s.context, &mill);
        ((tlb_dts *)s.document.root)->details.count = count;
        assert_int_equal(tlb_document_scene(&s.document, &options, &s.scene), TLB_ARGUMENT);
        assert_string_equal(tlb_diagnostic_at(s.context, 0)->message, messages[count]);
        options.lod.value = 0;
        assert_int_equal(tlb_document_scene(&s.document, &options, &s.scene), TLB_OK);
        assert_int_equal(find(s.scene, "mill 64", false)->level, TLB_NONE);
        assert_int_equal(find(s.scene, "mill 8", false) != NULL, count < 2);
        end(&s);
    }
}

/* A detail may stand within another: alone, it still hangs on the other's nodes, which draw nothing. */
static void test_detail_within_another(void **state)
{
    (void)state;
    static const tlb_convert_options options = {.struct_size = sizeof options, .lod = {true, 1}};
    shown s = {.context = tlb_context_create(NULL)};
    dts_make(&s.document, s.context, &mill);
    tlb_dts *x = s.document.root;
    uint32_t cap = 0;
    while (strcmp(tlb_dts_name_at(x, x->nodes.data[cap].name).data, "cap") != 0)
        cap++;
    x->details.data[1].rootNode = (int32_t)cap;
    assert_int_equal(tlb_document_scene(&s.document, &options, &s.scene), TLB_OK);
    int32_t parent = find(s.scene, "cap", false)->parent;
    assert_true(parent >= 0);
    assert_string_equal(s.scene->nodes[parent].name, "mill 64");
    assert_null(find(s.scene, "tower", true));
    end(&s);
}

/* A node for each picture, and what is seen of it at a time: 0 or 1. */
static float scale_at(const tlb_animation *animation, const tlb_scene *scene, const char *name, float seconds)
{
    int32_t node = (int32_t)(find(scene, name, true) - scene->nodes);
    float scale = scene->nodes[node].scale[0];
    for (uint32_t i = 0; i < animation->channel_count; i++) {
        const tlb_channel *channel = &animation->channels[i];
        if (channel->node != node || channel->target != TLB_TARGET_SCALE)
            continue;
        assert_int_equal(channel->interpolation, TLB_STEP);
        for (uint32_t k = 0; k < channel->key_count && channel->times[k] <= seconds; k++)
            scale = channel->values[3 * (size_t)k];
    }
    return scale;
}

/* Materials that sequences put in place of others are nodes that take turns below that of their object. */
static void test_pictures(void **state)
{
    (void)state;
    static const option_text still = {"flips", "no"};
    shown s;
    show(&s, NULL, 0);
    const tlb_node *lamp = find(s.scene, "lamp #ffdc00", true), *off = find(s.scene, "lamp #3c3200", true);
    assert_int_equal(lamp->parent, off->parent);
    assert_string_equal(s.scene->nodes[lamp->parent].name, "lamp");
    assert_float_equal(lamp->scale[0], 1, 0);
    assert_float_equal(off->scale[0], 0, 0);
    const tlb_mesh *meshes[] = {&s.scene->meshes[lamp->mesh], &s.scene->meshes[off->mesh]};
    assert_int_equal(meshes[0]->index_count, 36);
    assert_int_equal(meshes[1]->index_count, 36);
    assert_string_equal(s.scene->materials[meshes[1]->parts[0].material].name, "#3c3200");
    const tlb_animation *turn = &s.scene->animations[DTS_TURN];
    assert_float_equal(scale_at(turn, s.scene, "lamp #ffdc00", 0.9f), 1, 0);
    assert_float_equal(scale_at(turn, s.scene, "lamp #3c3200", 0.9f), 0, 0);
    assert_float_equal(scale_at(turn, s.scene, "lamp #ffdc00", 1.1f), 0, 0); /* from 0.5 of 2 s on */
    assert_float_equal(scale_at(turn, s.scene, "lamp #3c3200", 1.1f), 1, 0);
    end(&s);
    show(&s, &still, 1);
    assert_null(find(s.scene, "lamp #3c3200", true));
    assert_non_null(find(s.scene, "lamp", true));
    assert_int_equal(tlb_code_total(s.context, TLB_CODE_DROPPED), 2);
    end(&s);
}

/* So are texture frames: the flag's are half a picture on at every second key. */
static void test_texture_frames(void **state)
{
    (void)state;
    shown s;
    show(&s, NULL, 0);
    const tlb_node *rest = find(s.scene, "flag uv 0", true), *moved = find(s.scene, "flag uv 1", true);
    const tlb_mesh *a = &s.scene->meshes[rest->mesh], *b = &s.scene->meshes[moved->mesh];
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->part_count, 2);
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        assert_float_equal(b->uv[0][i][0], a->uv[0][i][0] + 0.5f, 0);
        assert_float_equal(b->uv[0][i][1], a->uv[0][i][1], 0);
    }
    const tlb_animation *turn = &s.scene->animations[DTS_TURN];
    assert_float_equal(scale_at(turn, s.scene, "flag uv 1", 0.1f), 0, 0);
    assert_float_equal(scale_at(turn, s.scene, "flag uv 1", 0.4f), 1,
                       0); /* keys are a third of a second apart */
    assert_float_equal(scale_at(turn, s.scene, "flag uv 0", 0.4f), 0, 0);
    assert_int_equal(b->morph_count, DTS_FLAG_FRAMES - 1); /* it waves all the same */
    end(&s);
}

/* Keys name pictures in a few bytes; what a scene has of them has a limit. */
static void test_too_many_pictures(void **state)
{
    (void)state;
    enum { KEYS = 4000, FACES = 2000 };
    shown s = {.context = tlb_context_create(NULL)};
    dts_make(&s.document, s.context, &mill);
    tlb_dts *x = s.document.root;
    tlb_dts_sub_sequence *track = &x->subSequences.data[x->sequences.data[DTS_TURN].firstIFLSubSequence];
    tlb_dts_key_frame *keys = tlb_alloc_array(&s.document.arena, x->keyFrames.count + KEYS, sizeof *keys),
                      lamp;
    memcpy(keys, x->keyFrames.data, x->keyFrames.count * sizeof *keys);
    lamp = keys[track->firstKeyFrame];
    track->firstKeyFrame = (int32_t)x->keyFrames.count;
    track->numKeyFrames = KEYS;
    for (uint32_t i = 0; i < KEYS; i++) {
        lamp.pos = (float)i / KEYS;
        lamp.key = i;
        keys[x->keyFrames.count++] = lamp;
    }
    x->keyFrames.data = keys;
    tlb_dts_mesh *mesh = &x->meshes.data[x->objects.data[DTS_LAMP_OBJECT].meshIndex];
    tlb_dts_face *faces = tlb_alloc_array(&s.document.arena, FACES, sizeof *faces);
    for (uint32_t i = 0; i < FACES; i++)
        faces[i] = mesh->faces.data[0];
    mesh->faces.data = faces;
    mesh->faces.count = FACES;
    assert_int_equal(tlb_document_scene(&s.document, NULL, &s.scene), TLB_OK);
    assert_true(s.scene->mesh_count < 100);
    assert_non_null(find(s.scene, "lamp", true));
    assert_non_null(find_diagnostic(s.context, "DROPPED", "sequences"));
    end(&s);
}

/* Faces turn the way their normals point, and texture coordinates go with them. */
static void test_faces(void **state)
{
    (void)state;
    shown s;
    show(&s, NULL, 0);
    for (uint32_t i = 0; i < s.scene->mesh_count; i++) {
        const tlb_mesh *m = &s.scene->meshes[i];
        assert_non_null(m->uv[0]);
        for (uint32_t k = 0; k < m->index_count; k += 3) {
            const float *a = m->positions[m->indices[k]], *b = m->positions[m->indices[k + 1]];
            const float *c = m->positions[m->indices[k + 2]], *n = m->normals[m->indices[k]];
            float along = 0;
            for (int axis = 0; axis < 3; axis++) {
                int u = (axis + 1) % 3, v = (axis + 2) % 3;
                along += ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u])) * n[axis];
            }
            assert_true(along > 0);
        }
    }
    end(&s);
}

static void test_frames(void **state)
{
    (void)state;
    shown s;
    show(&s, NULL, 0);
    const tlb_mesh *flag = &s.scene->meshes[find(s.scene, "flag uv 0", true)->mesh];
    assert_int_equal(flag->morph_count, DTS_FLAG_FRAMES - 1);
    assert_string_equal(flag->morphs[0].name, "frame 1");
    assert_int_equal(s.scene->meshes[find(s.scene, "tower", true)->mesh].morph_count, 0);
    end(&s);
}

/* A flag of as many frames as are given, all shown one after the other, and of so many faces. */
static void grow_flag(tlb_dts *x, uint32_t frame_count, uint32_t face_count, tlb_arena *arena)
{
    const tlb_dts_object *object = &x->objects.data[DTS_FLAG_OBJECT];
    tlb_dts_mesh *flag = &x->meshes.data[object->meshIndex];
    tlb_dts_sub_sequence *track = &x->subSequences.data[object->firstSubSequence];
    tlb_dts_frame *frames = tlb_alloc_array(arena, frame_count, sizeof *frames);
    tlb_dts_face *faces = tlb_alloc_array(arena, face_count, sizeof *faces);
    tlb_dts_key_frame *keys = tlb_alloc_array(arena, x->keyFrames.count + frame_count, sizeof *keys);
    memcpy(keys, x->keyFrames.data, x->keyFrames.count * sizeof *keys);
    track->firstKeyFrame = (int32_t)x->keyFrames.count;
    track->numKeyFrames = (int32_t)frame_count;
    for (uint32_t i = 0; i < frame_count; i++) {
        enum { FRAME_MATTERS = 1 << 12 };
        frames[i] = flag->frames.data[0];
        keys[x->keyFrames.count++] = (tlb_dts_key_frame){(float)i / (float)frame_count, i, FRAME_MATTERS};
    }
    for (uint32_t i = 0; i < face_count; i++)
        faces[i] = flag->faces.data[0];
    x->keyFrames.data = keys;
    flag->frames.data = frames, flag->frames.count = frame_count;
    flag->faces.data = faces, flag->faces.count = face_count;
}

/* Files hold frames as two numbers and name them again and again: what a scene holds of them has a limit. */
static void test_too_many_frames(void **state)
{
    (void)state;
    static const struct {
        uint32_t frames, faces;
        const char *path;
    } flags[] = {{500, 2000, "meshes[1].frames"}, {500, 1, "objects[1]"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        shown s = {.context = tlb_context_create(NULL)};
        dts_make(&s.document, s.context, &mill);
        grow_flag(s.document.root, flags[i].frames, flags[i].faces, &s.document.arena);
        assert_int_equal(tlb_document_scene(&s.document, NULL, &s.scene), TLB_OK);
        assert_int_equal(tlb_code_total(s.context, TLB_CODE_DTS_TOO_MANY_FRAMES), 1);
        assert_non_null(find_diagnostic(s.context, "DTS_TOO_MANY_FRAMES", flags[i].path));
        end(&s);
    }
}

static void test_animations(void **state)
{
    (void)state;
    shown s;
    show(&s, NULL, 0);
    assert_int_equal(s.scene->animation_count, DTS_SEQUENCES);
    const tlb_animation *turn = &s.scene->animations[DTS_TURN], *open = &s.scene->animations[DTS_OPEN];
    assert_string_equal(turn->name, "turn");
    assert_true(turn->loops && !open->loops);
    assert_float_equal(turn->duration, 2, 0);
    assert_int_equal(tlb_value_get(open->extras, "priority")->as.integer, 2);
    assert_non_null(tlb_value_get(turn->extras, "frameTriggers"));
    assert_non_null(tlb_value_get(turn->extras, "IFLSubSequences"));
    assert_non_null(tlb_value_get(turn->extras, "textureFrames"));
    assert_null(tlb_value_get(open->extras, "textureFrames"));
    assert_non_null(tlb_value_get(s.scene->extras, "transitions"));
    assert_int_equal(tlb_code_total(s.context, TLB_CODE_DROPPED), 0);
    const tlb_node *lamp = &s.scene->nodes[find(s.scene, "lamp #ffdc00", true)->parent];
    assert_true(!lamp->hidden && lamp->scale[0] == 0); /* turn shows it */
    end(&s);
}

/* Sequences that move nothing keep their names, their lengths and what is in extras. */
static void test_still_sequences(void **state)
{
    (void)state;
    shown s = {.context = tlb_context_create(NULL)};
    dts_make(&s.document, s.context, &mill);
    tlb_dts *shape = s.document.root;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        shape->nodes.data[i].numSubSequences = 0;
    for (uint32_t i = 0; i < shape->objects.count; i++)
        shape->objects.data[i].numSubSequences = 0;
    shape->sequences.data[DTS_TURN].numIFLSubSequences = 0;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    assert_int_equal(tlb_document_scene(&s.document, &options, &s.scene), TLB_OK);
    assert_int_equal(s.scene->animation_count, DTS_SEQUENCES);
    for (uint32_t i = 0; i < s.scene->animation_count; i++) {
        const tlb_animation *animation = &s.scene->animations[i];
        assert_int_equal(animation->channel_count, 1);
        const tlb_channel *channel = animation->channels;
        assert_int_equal(channel->key_count, 2);
        assert_float_equal(channel->times[1], animation->duration, 0);
        for (size_t k = 0; k < 2; k++)
            assert_memory_equal(channel->values + 3 * k, s.scene->nodes[0].translation, 3 * sizeof(float));
    }
    end(&s);
}

/* A shape without materials is shown all the same. */
static void test_no_materials(void **state)
{
    (void)state;
    shown s = {.context = tlb_context_create(NULL)};
    dts_make(&s.document, s.context, &mill);
    ((tlb_dts *)s.document.root)->materialList.materials.count = 0;
    assert_int_equal(tlb_document_scene(&s.document, NULL, &s.scene), TLB_OK);
    assert_int_equal(s.scene->material_count, 1);
    const tlb_mesh *tower = &s.scene->meshes[find(s.scene, "tower", true)->mesh];
    assert_int_equal(tower->part_count, 1);
    assert_int_equal(tower->parts[0].material, 0);
    assert_true(tower->index_count > 0);
    assert_int_equal(tlb_code_total(s.context, TLB_CODE_DTS_SKIPPED), 0);
    end(&s);
}

/* What names nothing is left out, and said. */
static void test_senseless(void **state)
{
    (void)state;
    shown s = {.context = tlb_context_create(NULL)};
    dts_make(&s.document, s.context, &mill);
    tlb_dts *x = s.document.root;
    x->meshes.data[1].faces.data[0].vertIndex0 = 9999;
    x->objects.data[2].meshIndex = 77;
    x->nodes.data[DTS_SAILS].firstSubSequence = 500;
    x->keyFrames.data[20].key = 999;
    x->details.data[0].rootNode = -3;
    x->nodes.data[DTS_LAMP].parent = DTS_COLLISION;
    assert_int_equal(tlb_document_scene(&s.document, NULL, &s.scene), TLB_OK);
    assert_int_equal(tlb_code_total(s.context, TLB_CODE_DTS_SKIPPED), 1);
    end(&s);
}

/* --- queries ------------------------------------------------------------------------------------------- */

static const tlb_value *ask(shown *s, const char *const *words, size_t count)
{
    const tlb_value *answer;
    return tlb_query(&s->document, words, count, &answer) == TLB_OK ? answer : NULL;
}
#define ASK(s, ...)                                                                                          \
    ask((s), (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static size_t length_of(const tlb_value *list)
{
    size_t count = 0;
    for (const tlb_value *v = list->as.members.first; v; v = v->next)
        count++;
    return count;
}

static void test_questions(void **state)
{
    (void)state;
    shown s;
    show(&s, NULL, 0);
    const tlb_value *pose = ASK(&s, "pose", "turn", "1.5");
    assert_non_null(pose);
    assert_float_equal(tlb_value_get(pose, "position")->as.real, 0.75, 1e-6);
    assert_int_equal(length_of(tlb_value_get(pose, "nodes")), DTS_NODES);
    assert_int_equal(tlb_value_get(pose, "materials")->as.members.last->as.integer, 4);
    assert_int_equal(tlb_value_get(ASK(&s, "triggers", "0", "0", "2"), "count")->as.integer, 2);
    const tlb_value *most = ASK(&s, "triggers", "0", "0", "1000"),
                    *more = ASK(&s, "triggers", "0", "0", "1001");
    assert_int_equal(tlb_value_get(most, "count")->as.integer, 1000);
    assert_int_equal(length_of(tlb_value_get(most, "triggers")), 1000);
    assert_int_equal(tlb_value_get(more, "count")->as.integer, 1001);
    assert_int_equal(length_of(tlb_value_get(more, "triggers")), 1000);
    assert_int_equal(tlb_value_get(ASK(&s, "detail", "20"), "detail")->as.integer, 1);
    assert_non_null(tlb_value_get(ASK(&s, "transition", "turn", "walk", "0.1"), "transitionPosition"));
    uint64_t before = tlb_code_total(s.context, TLB_CODE_BAD_OPTION);
    assert_null(ASK(&s, "pose", "fly", "1"));
    assert_null(ASK(&s, "pose", "turn"));
    assert_null(ASK(&s, "pose", "turn", "x"));
    assert_null(ASK(&s, "transition", "open", "walk", "1"));
    assert_null(ASK(&s, "triggers", "turn", "0"));
    assert_null(ASK(&s, "detail", "many"));
    assert_null(ASK(&s, "dance"));
    assert_int_equal(tlb_code_total(s.context, TLB_CODE_BAD_OPTION), before + 7);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_and_levels),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_details_are_counted),
        cmocka_unit_test(test_detail_within_another),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_texture_frames),
        cmocka_unit_test(test_too_many_pictures),
        cmocka_unit_test(test_faces),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_too_many_frames),
        cmocka_unit_test(test_animations),
        cmocka_unit_test(test_still_sequences),
        cmocka_unit_test(test_no_materials),
        cmocka_unit_test(test_senseless),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
