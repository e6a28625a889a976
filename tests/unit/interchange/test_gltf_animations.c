/* Animations of glTF: splines become linear keys, and pointers channels of materials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "one_gltf.h"

#include <math.h>

/* --- splines ------------------------------------------------------------------------------------------- */

/* The channel of keys, each an incoming tangent, a value and an outgoing tangent of so many numbers. */
static const tlb_channel *follow(gltf_fixture *f, const char *path, int width, int keys, const float *times,
                                 const float *values)
{
    char members[400];
    snprintf(members, sizeof members,
             "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1,"
             "\"interpolation\":\"CUBICSPLINE\"}],"
             "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"%s\"}}]}]",
             path);
    add_accessor(f, FLOAT, "SCALAR", keys, times, (size_t)keys * sizeof *times, "");
    add_accessor(f, FLOAT, width == 3 ? "VEC3" : "VEC4", 3 * keys, values,
                 (size_t)(3 * keys * width) * sizeof *values, "");
    return gltf_scene_of(f, members)->animations[0].channels;
}

/* A segment is halved until lines are as good as the curve at their quarters, seven times at most, and as
 * long as there is a time in the middle. */
static void splines_are_halved_until_they_are_straight(void **state)
{
    static const float least = 2e-4f * 1e-3f, uneven = 2.4e-3f;
    const struct {
        float times[2], from, leave, arrive, to;
        uint32_t keys;
    } rows[] = {
        {{0, 1}, 0, 1, 1, 1, 2},
        {{0, 1}, 0, 0, 2, 1, 65},
        {{4, 6}, 0, 0, -1, -1, 65},
        {{0, 1}, 0, 8, -8, 0, 129},
        {{0, 1}, 0, 4 * least, -4 * least, 0, 2},
        {{0, 1}, 0, 4.001f * least, -4.001f * least, 0, 3},
        {{0, 1}, 0, 1 - uneven * 0.75f, 1 - uneven * 0.25f, 1, 3}, /* off at the first quarter */
        {{0, 1}, 0, 1 - uneven * 0.25f, 1 - uneven * 0.75f, 1, 3}, /* at the last */
        {{16777216, 16777218}, 0, 8, -8, 1, 2},
        {{16777218, 16777220}, 0, 8, -8, 1, 2},
        {{2, 2}, 0, 8, -8, 0, 2},
        {{3, 1}, 0, 8, -8, 0, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 3; k++) {
            const float *times = rows[i].times, span = times[1] - times[0];
            float values[2][3][3] = {{{0}}};
            values[0][1][k] = rows[i].from;
            values[0][2][k] = rows[i].leave;
            values[1][0][k] = rows[i].arrive;
            values[1][1][k] = rows[i].to;
            const tlb_channel *channel = follow(*state, "translation", 3, 2, times, **values);
            assert_int_equal(channel->key_count, rows[i].keys);
            for (uint32_t n = 0; n < rows[i].keys; n++)
                assert_float_equal(channel->times[n], times[0] + span * (float)n / (float)(rows[i].keys - 1),
                                   0);
            end_gltf(state);
            begin_gltf(state);
        }
}

/* What is straight enough is measured by the largest number of all keys. */
static void large_splines_are_halved_less(void **state)
{
    for (int large = 0; large < 6; large++) {
        float values[2][3][3] = {{{0}}};
        int key = large / 3, k = large % 3, other = (k + 1) % 3;
        values[key][1][k] = -4;
        values[0][2][k] = values[1][0][k] = key ? -4 : 4;
        values[1][0][other] = 2;
        values[1][1][other] = 1;
        assert_int_equal(follow(*state, "scale", 3, 2, ((const float[]){0, 1}), **values)->key_count, 33);
        end_gltf(state);
        begin_gltf(state);
    }
}

/* A number of a spline as Bezier's construction has it. */
static double bezier(const double *points, double t)
{
    double p[4];
    memcpy(p, points, sizeof p);
    for (int n = 3; n > 0; n--)
        for (int i = 0; i < n; i++)
            p[i] += (p[i + 1] - p[i]) * t;
    return p[0];
}

static void splines_pass_where_their_tangents_say(void **state)
{
    enum { KEYS = 4, WIDTH = 4 };
    static const float times[KEYS] = {0.5f, 1.25f, 3.5f, 4};
    for (int turns = 0; turns < 2; turns++) {
        const int width = turns ? 4 : 3;
        float values[KEYS * 3 * WIDTH];
        for (int i = 0; i < KEYS * 3 * WIDTH; i++)
            values[i] = (float)sin(1 + i * i);
        const tlb_channel *channel =
            follow(*state, turns ? "rotation" : "translation", width, KEYS, times, values);
        int key = 0;
        for (uint32_t i = 0; i + 1 < channel->key_count; i++) {
            double expected[WIDTH], square = 0;
            while (channel->times[i] >= times[key + 1])
                key++;
            const float *from = values + 3 * key * width, *to = from + 3 * width;
            double span = (double)(times[key + 1] - times[key]),
                   t = (double)(channel->times[i] - times[key]) / span;
            for (int k = 0; k < width; k++) {
                double a = (double)from[width + k], b = (double)to[width + k];
                expected[k] = bezier((const double[]){a, a + span / 3 * (double)from[2 * width + k],
                                                      b - span / 3 * (double)to[k], b},
                                     t);
                square += expected[k] * expected[k];
            }
            double length = turns && t > 0 ? sqrt(square) : 1; /* keys of the file stay as they are */
            for (int k = 0; k < width; k++)
                assert_float_equal(channel->values[i * (uint32_t)width + (uint32_t)k],
                                   (float)(expected[k] / length), 1e-6);
        }
        assert_int_equal(key, KEYS - 2);
        assert_memory_equal(channel->values + (channel->key_count - 1) * (uint32_t)width,
                            values + (3 * KEYS - 2) * width, (size_t)width * sizeof *values);
        end_gltf(state);
        begin_gltf(state);
    }
}

/* A spline of rotations: a unit quaternion at every time. */
static void splines_of_rotations_have_unit_length(void **state)
{
    gltf_fixture *f = *state;
    static const float values[6][4] = {{0}, {0, 0, 0, 1}, {0}, {0}, {0, 1, 0, 0}, {0}};
    ADD(f, FLOAT, "SCALAR", 2, ((const float[]){1, 3}), "");
    ADD(f, FLOAT, "VEC4", 6, values, "");
    const tlb_channel *channel =
        gltf_scene_of(f, "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1,"
                         "\"interpolation\":\"CUBICSPLINE\"}],"
                         "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}]}]")
            ->animations[0]
            .channels;
    assert_int_equal(channel->interpolation, TLB_LINEAR);
    assert_true(channel->key_count > 4);
    for (uint32_t i = 0; i < channel->key_count; i++) {
        const float *q = channel->values + (size_t)4 * i;
        double t = (channel->times[i] - 1) / 2, w = 2 * t * t * t - 3 * t * t + 1,
               length = sqrt(w * w + (1 - w) * (1 - w));
        assert_float_equal(q[1], (float)((1 - w) / length), 1e-5);
        assert_float_equal(q[3], (float)(w / length), 1e-5);
    }
}

/* Of what pointers name the color and the offset of a material are kept, of weights those of nodes with a
 * mesh that has some. */
static void channels_move_what_scenes_have(void **state)
{
    gltf_fixture *f = *state;
    static const float colors[2][4] = {{1, 0.5f, 0.25f, 1}, {0, 1, 0.5f, 0.75f}},
                       offsets[2][2] = {{0, 1}, {2, 3}};
    ADD(f, FLOAT, "SCALAR", 2, ((const float[]){0.5f, 3}), "");
    ADD(f, FLOAT, "VEC4", 2, colors, "");
    ADD(f, FLOAT, "VEC2", 2, offsets, "");
    static const struct {
        int sampler;
        const char *pointer;
    } moved[] = {
        {0, "/materials/1/pbrMetallicRoughness/baseColorFactor"},
        {1, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset"},
        {0, "/materials/2/pbrMetallicRoughness/baseColorFactor"},
        {2, "/materials/0/pbrMetallicRoughness/metallicFactor"},
        {2, "/materials/x"},
        {2, "/nodes/0/scale"},
    };
    char members[3000] = "\"nodes\":[{}],\"materials\":[{},{}],\"animations\":[{\"samplers\":["
                         "{\"input\":0,\"output\":1,\"interpolation\":\"STEP\"},"
                         "{\"input\":0,\"output\":2},{\"input\":0,\"output\":0}],\"channels\":["
                         "{\"sampler\":2,\"target\":{\"node\":0,\"path\":\"weights\"}}";
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        sprintf(members + strlen(members),
                ",{\"sampler\":%d,\"target\":{\"path\":\"pointer\",\"extensions\":{"
                "\"KHR_animation_pointer\":{\"pointer\":\"%s\"}}}}",
                moved[i].sampler, moved[i].pointer);
    strcat(members, "]}]");
    const tlb_scene *scene = gltf_scene_of(f, members);
    const tlb_animation *animation = &scene->animations[0];
    assert_int_equal(animation->channel_count, 0);
    assert_int_equal(animation->material_channel_count, 2);
    assert_float_equal(animation->duration, 3, 0);
    const tlb_material_channel *color = &animation->material_channels[0], *offset = color + 1;
    assert_int_equal(color->material, 1);
    assert_int_equal(color->target, TLB_MATERIAL_COLOR);
    assert_int_equal(color->interpolation, TLB_STEP);
    assert_int_equal(color->key_count, 2);
    assert_memory_equal(color->values, colors, sizeof colors);
    assert_int_equal(offset->material, 0);
    assert_int_equal(offset->target, TLB_MATERIAL_UV_OFFSET);
    assert_int_equal(offset->interpolation, TLB_LINEAR);
    assert_int_equal(offset->key_count, 2);
    assert_memory_equal(offset->values, offsets, sizeof offsets);
    assert_memory_equal(offset->times, ((const float[]){0.5f, 3}), 2 * sizeof(float));
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_GLTF_SKIPPED), 4);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message,
                        "the animation of another property is left out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(splines_are_halved_until_they_are_straight, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(large_splines_are_halved_less, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(splines_pass_where_their_tangents_say, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(splines_of_rotations_have_unit_length, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(channels_move_what_scenes_have, begin_gltf, end_gltf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
