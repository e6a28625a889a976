/* Sequences of a shape as animations of a scene, key by key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "dts_text.h"
#include "files.h"
#include "formats/darkstar/dts/dts.h"
#include "trilobite/convert.h"

enum { SEEN = 0x8000, SEES = 0x4000, TEXTURES = 0x2000, FRAMES = 0x1000 };

typedef struct shown {
    tlb_context *context;
    tlb_arena arena;
    tlb_document *document;
    tlb_dts *shape;
} shown;

/* An arm with a wing of three frames. */
static int open_shape(void **state)
{
    static const tlb_vec3 frames[3][3] = {{{0, 0, 0}, {2, 0, 0}, {0, 0, 1}},
                                          {{0, 0, 0}, {4, 0, 0}, {0, 0, 1}},
                                          {{0, 0, 0}, {2, 0, 0}, {0, 0, 3}}};
    static shown s;
    s = (shown){.context = tlb_context_create(NULL)};
    tlb_arena_init(&s.arena, s.context->account);
    assert_int_equal(tlb_document_create(s.context, &tlb_format_dts, NULL, &s.document), TLB_OK);
    s.shape = tlb_document_dts(s.document);
    assert_true(tlb_dts_add_node(s.document, "bounds", TLB_NONE) && tlb_dts_add_node(s.document, "arm", 0) &&
                tlb_dts_add_material(s.document, "stone.bmp"));
    tlb_dts_mesh *mesh = tlb_dts_add_mesh(s.document);
    for (int i = 0; i < 3; i++)
        assert_non_null(tlb_dts_add_frame(s.document, mesh, frames[i], NULL, 3));
    assert_true(tlb_dts_add_face(s.document, mesh, (const uint32_t[]){0, 1, 2}, NULL, 0) &&
                tlb_dts_add_object(s.document, "wing", 1, 0) && tlb_dts_add_detail(s.document, 1, 10));
    for (int i = 0; i < 3; i++)
        assert_non_null(TLB_APPEND(s.document, &mesh->textureVerts));
    mesh->textureVertsPerFrame = 3;
    *state = &s;
    return 0;
}

static int close_shape(void **state)
{
    shown *s = *state;
    tlb_document_free(s->document);
    tlb_arena_release(&s->arena);
    tlb_diagnostics_clear(s->context);
    bool clean = tlb_memory_now(s->context) == 0;
    tlb_context_free(s->context);
    return !clean;
}

/* A key of the arm, at a place along x. */
static void set_key(const shown *s, tlb_dts_key_frame *key, float pos, float x, bool seen)
{
    tlb_dts_placement placement = {.rotation = {0, 0, 0, 1}, .translation = {x, 0, 0}};
    assert_true(tlb_dts_set_placement(s->shape, (int32_t)key->key, &placement));
    key->pos = pos;
    key->matIndex = seen ? SEEN : 0;
}

static void move_arm(const shown *s, int32_t sequence, uint32_t count, const float *positions,
                     const float *places)
{
    tlb_dts_key_frame *keys = tlb_dts_add_track(s->document, 1, sequence, count);
    assert_non_null(keys);
    for (uint32_t i = 0; i < count; i++)
        set_key(s, &keys[i], positions[i], places[i], true);
}

/* The last track of all: of the wing in the last sequence. */
static void change_wing(const shown *s, uint32_t count, const tlb_dts_key_frame *keys)
{
    tlb_dts_object *wing = &s->shape->objects.data[0];
    tlb_dts_sub_sequence *track = TLB_APPEND(s->document, &s->shape->subSequences);
    assert_non_null(track);
    *track = (tlb_dts_sub_sequence){(int32_t)s->shape->sequences.count - 1, (int32_t)count,
                                    (int32_t)s->shape->keyFrames.count};
    if (!wing->numSubSequences++)
        wing->firstSubSequence = (int32_t)s->shape->subSequences.count - 1;
    for (uint32_t i = 0; i < count; i++) {
        tlb_dts_key_frame *key = TLB_APPEND(s->document, &s->shape->keyFrames);
        assert_non_null(key);
        *key = keys[i];
    }
}

static void add_sequence(const shown *s, const char *name, float duration, bool cyclic)
{
    tlb_dts_sequence *sequence = tlb_dts_add_sequence(s->document, name, duration);
    assert_non_null(sequence);
    sequence->cyclic = cyclic;
}

/* --- the scene as text ------------------------------------------------------------------------------- */

static const char *number(const shown *s, double value)
{
    return tlb_arena_printf((tlb_arena *)&s->arena, " %g", round(value * 1000) / 1000 + 0.0);
}

static const char *animations(shown *s)
{
    static const char *const targets[] = {"moves", "turns", "scale", "weights"};
    tlb_scene *scene;
    const char *text = "";
    assert_int_equal(tlb_document_scene(s->document, NULL, &scene), TLB_OK);
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        const tlb_animation *a = &scene->animations[i];
        text = tlb_arena_printf(&s->arena, "%s%s%s%s\n", text, a->name, number(s, (double)a->duration),
                                a->loops ? " loops" : "");
        for (uint32_t k = 0; k < a->channel_count; k++) {
            const tlb_channel *c = &a->channels[k];
            const tlb_node *node = &scene->nodes[c->node];
            uint32_t width = c->target == TLB_TARGET_ROTATION ? 4
                             : c->target != TLB_TARGET_MORPHS ? 3
                                                              : scene->meshes[node->mesh].morph_count;
            text = tlb_arena_printf(&s->arena, "%s  %s %s%s:", text, node->name, targets[c->target],
                                    c->interpolation == TLB_STEP ? " in steps" : "");
            for (uint32_t key = 0; key < c->key_count; key++) {
                text = tlb_arena_printf(&s->arena, "%s%s%s =", text, key ? ";" : "",
                                        number(s, (double)c->times[key]));
                for (uint32_t j = 0; j < width; j++)
                    text = tlb_arena_printf(&s->arena, "%s%s", text,
                                            number(s, (double)c->values[key * width + j]));
            }
            text = tlb_arena_printf(&s->arena, "%s\n", text);
        }
    }
    tlb_scene_free(scene);
    return text;
}

/* --- nodes ------------------------------------------------------------------------------------------- */

/* Keys where the file has them, and at both ends. */
static void nodes_have_keys_at_both_ends(void **state)
{
    shown *s = *state;
    static const float positions[] = {0.25f, 0.75f}, all[] = {0, 0.5f, 1}, beyond[] = {-0.5f, 0.5f, 1.5f},
                       places[] = {1, 3, 7};
    for (int cyclic = 0; cyclic < 2; cyclic++) {
        add_sequence(s, cyclic ? "round" : "once", 2, cyclic);
        move_arm(s, cyclic, 2, positions, places);
    }
    add_sequence(s, "all", 0.5f, false);
    move_arm(s, 2, 3, all, places);
    add_sequence(s, "beyond", 0.5f, false);
    move_arm(s, 3, 3, beyond, places);
    add_sequence(s, "flash", 0, false);
    move_arm(s, 4, 3, all, places);
    add_sequence(s, "still", 3, false);
    assert_same_text(animations(s), "once 2\n"
                                    "  arm moves: 0 = 1 0 0; 0.5 = 1 0 0; 1.5 = 3 0 0; 2 = 3 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "round 2 loops\n"
                                    "  arm moves: 0 = 2 0 0; 0.5 = 1 0 0; 1.5 = 3 0 0; 2 = 2 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "all 0.5\n"
                                    "  arm moves: 0 = 1 0 0; 0.25 = 3 0 0; 0.5 = 7 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "beyond 0.5\n"
                                    "  arm moves: 0 = 2 0 0; 0.25 = 3 0 0; 0.5 = 5 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "flash 0\n"
                                    "  arm moves: 0 = 1 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "still 3\n"
                                    "  bounds moves: 0 = 0 0 0; 3 = 0 0 0\n");
}

/* The root moves on from where it rests. */
static void the_root_moves_from_where_it_rests(void **state)
{
    shown *s = *state;
    tlb_dts_placement rest = {.rotation = {0, 0, 0, 1}, .translation = {0, 0, 5}};
    assert_true(tlb_dts_set_placement(s->shape, s->shape->nodes.data[0].defaultTransform, &rest));
    for (int i = 0; i < 2; i++) {
        add_sequence(s, i ? "from rest" : "elsewhere", 1, false);
        tlb_dts_key_frame *keys = tlb_dts_add_track(s->document, 0, i, 2);
        assert_non_null(keys);
        rest.translation[0] = 1;
        rest.translation[2] = i ? 6 : 2;
        assert_true(tlb_dts_set_placement(s->shape, (int32_t)keys[1].key, &rest));
        rest.translation[0] = 0;
        rest.translation[2] = i ? 5 : 0;
        assert_true(tlb_dts_set_placement(s->shape, (int32_t)keys[0].key, &rest));
        keys[0].matIndex = keys[1].matIndex = SEEN;
    }
    assert_same_text(animations(s), "elsewhere 1\n"
                                    "  bounds moves: 0 = 0 5 0; 1 = 1 7 0\n"
                                    "  bounds turns: 0 = 0 0 0 1\n"
                                    "from rest 1\n"
                                    "  bounds moves: 0 = 0 5 0; 1 = 1 6 0\n"
                                    "  bounds turns: 0 = 0 0 0 1\n");
}

/* Nodes that a key hides have a scale of nothing from there on. */
static void hidden_nodes_have_no_scale(void **state)
{
    shown *s = *state;
    for (int cyclic = 0; cyclic < 2; cyclic++) {
        add_sequence(s, cyclic ? "round" : "once", 2, cyclic);
        tlb_dts_key_frame *keys = tlb_dts_add_track(s->document, 1, cyclic, 3);
        assert_non_null(keys);
        set_key(s, &keys[0], 0.25f, 0, true);
        set_key(s, &keys[1], 0.5f, 0, false);
        set_key(s, &keys[2], 1, 0, false);
    }
    assert_same_text(animations(s), "once 2\n"
                                    "  arm moves: 0 = 0 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "  arm scale in steps: 0 = 1 1 1; 0.5 = 1 1 1; 1 = 0 0 0; 2 = 0 0 0\n"
                                    "round 2 loops\n"
                                    "  arm moves: 0 = 0 0 0\n"
                                    "  arm turns: 0 = 0 0 0 1\n"
                                    "  arm scale in steps: 0 = 0 0 0; 0.5 = 1 1 1; 1 = 0 0 0; 2 = 0 0 0\n");
}

/* --- objects ----------------------------------------------------------------------------------------- */

/* A key that sets no frame shows the first. */
static void frames_are_weights_from_their_keys_on(void **state)
{
    shown *s = *state;
    static const tlb_dts_key_frame keys[] = {{0.25f, 1, SEEN | FRAMES},
                                             {0.5f, 2, SEEN | FRAMES},
                                             {0.75f, 2, SEEN},
                                             {1, 1, SEEN | FRAMES},
                                             {1.5f, 2, SEEN | FRAMES}};
    for (int cyclic = 0; cyclic < 2; cyclic++) {
        add_sequence(s, cyclic ? "round" : "once", 4, cyclic);
        change_wing(s, 5, keys);
    }
    add_sequence(s, "flash", 0, false);
    change_wing(s, 5, keys);
    assert_same_text(animations(s), "once 4\n"
                                    "  wing weights in steps: 0 = 1 0; 1 = 1 0; 2 = 0 1; 3 = 0 0; 4 = 1 0\n"
                                    "round 4 loops\n"
                                    "  wing weights in steps: 0 = 0 1; 1 = 1 0; 2 = 0 1; 3 = 0 0; 4 = 1 0\n"
                                    "flash 0\n"
                                    "  wing weights in steps: 0 = 1 0\n");
}

static void objects_are_seen_as_keys_say(void **state)
{
    shown *s = *state;
    static const tlb_dts_key_frame keys[] = {{0, 0, SEES}, {0.25f, 0, SEEN | SEES}, {0.5f, 0, 0}};
    add_sequence(s, "blink", 1, false);
    change_wing(s, 3, keys);
    assert_same_text(animations(s),
                     "blink 1\n"
                     "  wing scale in steps: 0 = 0 0 0; 0.25 = 1 1 1; 0.5 = 1 1 1; 1 = 1 1 1\n");
    s->shape->objects.data[0].flags = TLB_DTS_OBJECT_INVISIBLE;
    assert_same_text(animations(s),
                     "blink 1\n"
                     "  wing scale in steps: 0 = 0 0 0; 0.25 = 1 1 1; 0.5 = 0 0 0; 1 = 0 0 0\n");
}

/* --- what is not there ------------------------------------------------------------------------------- */

/* Tracks whose keys are not there, or whose object is in no detail; an animation has a channel all the same.
 */
static void tracks_without_keys_are_left_out(void **state)
{
    shown *s = *state;
    static const tlb_dts_key_frame keys[] = {{0, 1, SEEN | FRAMES}, {0.5f, 2, SEEN | FRAMES}};
    add_sequence(s, "gone", 1, true);
    s->shape->sequences.data[0].priority = 3;
    change_wing(s, 2, keys);
    s->shape->subSequences.data[0].firstKeyFrame = 1;
    assert_same_text(animations(s), "gone 1 loops\n"
                                    "  bounds moves: 0 = 0 0 0; 1 = 0 0 0\n");
    s->shape->subSequences.data[0].firstKeyFrame = 0;
    s->shape->objects.data[0].nodeIndex = 0;
    assert_same_text(animations(s), "gone 1 loops\n"
                                    "  bounds moves: 0 = 0 0 0; 1 = 0 0 0\n");
}

int main(void)
{
#define OF_SHAPE(test) cmocka_unit_test_setup_teardown(test, open_shape, close_shape)
    const struct CMUnitTest tests[] = {
        OF_SHAPE(nodes_have_keys_at_both_ends), OF_SHAPE(the_root_moves_from_where_it_rests),
        OF_SHAPE(hidden_nodes_have_no_scale),   OF_SHAPE(frames_are_weights_from_their_keys_on),
        OF_SHAPE(objects_are_seen_as_keys_say), OF_SHAPE(tracks_without_keys_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
