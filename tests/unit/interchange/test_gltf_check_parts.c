/* Rules of glTF that depend on several members: matrices of nodes, channels and their keys, sparse accessors.
 */
#include "whole_gltf.h"

static const vertex_data *data_of(void)
{
    static vertex_data data;
    data = good_data();
    return &data;
}

static void finds(tlb_context *context, const change *changes, const vertex_data *data, const char *code,
                  const char *path, const char *message)
{
    check_changed(context, changes, data);
    const tlb_diagnostic *d = find_diagnostic(context, code, path);
    if (!message == !d && (!d || strcmp(d->message, message) == 0))
        return;
    print_diagnostics(context);
    fail_msg("%s: not %s at %s", changes->to, message ? message : "without error", path);
}

/* --- nodes --------------------------------------------------------------------------------------------- */

static void assert_matrix(tlb_context *context, const int *m, bool good)
{
    char text[200] = "\"matrix\":[";
    for (int i = 0; i < 16; i++)
        sprintf(text + strlen(text), "%s%d", i ? "," : "", m[i]);
    finds(context, (const change[]){{"\"rotation\":[0,0,0,1", text}, {NULL, NULL}}, data_of(), "GLTF_MATRIX",
          "nodes[1].matrix", good ? NULL : "it is not made of translation, rotation and scale");
}

static void matrices_place_turn_and_scale(void **state)
{
    static const int turned[16] = {1, 2, 2, 0, 2, 1, -2, 0, 2, -2, 1, 0, 5, 6, 7, 1};
    static const struct {
        int place, value;
    } wrong[] = {{3, 1}, {7, 1}, {11, 1}, {15, 0}, {15, 2}, {0, 2}, {5, 2}, {10, 2}};
    assert_matrix(*state, turned, true);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int m[16];
        memcpy(m, turned, sizeof m);
        m[wrong[i].place] = wrong[i].value;
        assert_matrix(*state, m, false);
    }
    for (int axis = 0; axis < 3; axis++) { /* the first column is this one */
        int m[16] = {[15] = 1};
        for (int i = 0; i < 3; i++)
            m[4 * i + (axis + i) % 3] = 1;
        assert_matrix(*state, m, true);
        for (int i = 0; i < 3; i++) {
            m[4 * i + (axis + i) % 3] = 0;
            assert_matrix(*state, m, false);
            m[4 * i + (axis + i) % 3] = 1;
        }
    }
}

static void nodes_have_a_matrix_or_its_parts(void **state)
{
#define IDENTITY "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
    static const char *const parts[] = {"\"translation\":[1,2,3]", "\"rotation\":[0,0,0,1]",
                                        "\"scale\":[1,1,1]"};
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s,%s", IDENTITY, parts[i]);
        finds(*state, (const change[]){{parts[1], text}, {NULL, NULL}}, data_of(), "GLTF_ONE_OF",
              "nodes[1].matrix", "a node has a matrix, or translation, rotation and scale");
    }
}

static void weights_are_as_many_as_the_first_primitive_has(void **state)
{
    const change changes[] = {{"\"mesh\":0,\"skin\":0", "\"mesh\":0,\"skin\":0,\"weights\":[1,2]"},
                              {"\"targets\":[{\"POSITION\":0}]}",
                               "\"targets\":[{\"POSITION\":0}]},{\"attributes\":{\"POSITION\":0},"
                               "\"targets\":[{\"POSITION\":0},{\"POSITION\":0}]}"},
                              {NULL, NULL}};
    finds(*state, changes, data_of(), "GLTF_TARGETS", "nodes[0].weights", "2 weights for 1 targets");
}

/* --- animations ---------------------------------------------------------------------------------------- */

/* Keys from the matrices, which no skin has then: six elements at most. */
#define KEYS(type, count, sampler, target)                                                                   \
    {",\"inverseBindMatrices\":5", ""}, {"\"count\":2,\"type\":\"MAT4\"", count ",\"type\":\"" type "\""},   \
        {"\"output\":7}", "\"output\":5" sampler "}"},                                                       \
    {                                                                                                        \
        "\"target\":{\"node\":2,\"path\":\"translation\"}", "\"target\":{" target "}"                        \
    }
#define CUBIC ",\"interpolation\":\"CUBICSPLINE\""
#define INPUT "animations[0].samplers[0].input"
#define OUT   "animations[0].samplers[0].output"

static void splines_have_three_elements_a_key(void **state)
{
    static const struct {
        const char *count, *message; /* of the output */
    } rows[] = {{"\"count\":5", "5 values for 2 keys"},
                {"\"count\":6", NULL},
                {"\"count\":7", "7 values for 2 keys"},
                {"\"count\":8", "8 values for 2 keys"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const change changes[] = {
            KEYS("VEC3", "\"count\":6", CUBIC, "\"node\":2,\"path\":\"translation\""),
            {"\"count\":6", rows[i].count},
            {NULL, NULL},
        };
        finds(*state, changes, data_of(), "GLTF_ANIMATION", OUT, rows[i].message);
        if (!rows[i].message)
            assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 0);
    }
}

static void splines_have_two_keys(void **state)
{
    const change changes[] = {
        KEYS("VEC3", "\"count\":3", CUBIC, "\"node\":2,\"path\":\"translation\""),
        {"\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]",
         "\"count\":1,\"type\":\"SCALAR\",\"min\":[0],\"max\":[0]"},
        {NULL, NULL},
    };
    finds(*state, changes, data_of(), "GLTF_ANIMATION", INPUT, "CUBICSPLINE needs two keys");
}

/* Tangents of a rotation have any length. */
static void rotations_of_splines_have_unit_length(void **state)
{
    const change changes[] = {
        KEYS("VEC4", "\"count\":6", CUBIC, "\"node\":2,\"path\":\"rotation\""),
        {NULL, NULL},
    };
    for (int wrong = 0; wrong < 6; wrong++) {
        vertex_data data = good_data();
        for (int i = 0; i < 6; i++)
            data.matrices[i / 4][i % 4 * 4 + i % 4] = i % 3 == 1 ? 1 : 5;
        data.matrices[wrong / 4][wrong % 4 * 4 + wrong % 4] = 2;
        char message[80];
        snprintf(message, sizeof message, "element %d has a length of 2, expected 1", wrong);
        finds(*state, changes, &data, "GLTF_UNIT", OUT, wrong % 3 == 1 ? message : NULL);
    }
}

static void matrices_are_not_moved_but_weights_are(void **state)
{
    static const struct {
        const char *node, *message;
    } rows[] = {{"\"node\":1,\"path\":\"translation\"", "the node has a matrix"},
                {"\"node\":1,\"path\":\"rotation\"", "the node has a matrix"},
                {"\"node\":1,\"path\":\"scale\"", "the node has a matrix"},
                {"\"node\":1,\"path\":\"weights\"", "the node's mesh has no morph targets"},
                {"\"node\":0,\"path\":\"weights\"", NULL},
                {"\"path\":\"weights\"", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const change changes[] = {
            KEYS("SCALAR", "\"count\":2", "", "\"node\":2,\"path\":\"translation\""),
            {"\"node\":2,\"path\":\"translation\"", rows[i].node},
            {"\"rotation\":[0,0,0,1]", IDENTITY},
            {"\"mesh\":0,\"skin\":0", "\"mesh\":0,\"skin\":0," IDENTITY},
            {NULL, NULL},
        };
        finds(*state, changes, data_of(), "GLTF_ANIMATION", "animations[0].channels[0].target",
              rows[i].message);
        if (!rows[i].message)
            assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 0);
    }
}

/* --- sparse accessors ---------------------------------------------------------------------------------- */

#define SPARSE_NORMALS(view)                                                                                 \
    {                                                                                                        \
        "\"byteOffset\":36,\"componentType\":5126,\"count\":3,",                                             \
            "\"byteOffset\":36,\"componentType\":5126,\"count\":3,\"sparse\":{\"count\":2,\"indices\":{"     \
            "\"bufferView\":" view ",\"byteOffset\":0,\"componentType\":5123},\"values\":{"                  \
            "\"bufferView\":0}},"                                                                            \
    }

static void indices_of_sparse_values_ascend(void **state)
{
    static const struct {
        int count, offset;
        uint16_t indices[4];
        const char *message;
    } rows[] = {
        {3, 0, {0, 1, 2, 0}, NULL},
        {2, 0, {0, 1, 1, 0}, NULL},
        {3, 2, {0, 2, 1, 0}, NULL}, /* beyond the view */
        {3, 0, {0, 1, 1, 0}, "element 2 is 1; indices ascend, the accessor has 3 elements"},
        {2, 0, {1, 0, 2, 0}, "element 1 is 0; indices ascend, the accessor has 3 elements"},
        {3, 0, {0, 2, 3, 0}, "element 2 is 3; indices ascend, the accessor has 3 elements"},
        {1, 0, {3, 0, 0, 0}, "element 0 is 3; indices ascend, the accessor has 3 elements"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char count[40], offset[40];
        vertex_data data = good_data();
        memcpy(data.indices, rows[i].indices, sizeof data.indices);
        snprintf(count, sizeof count, "\"sparse\":{\"count\":%d,", rows[i].count);
        snprintf(offset, sizeof offset, "\"bufferView\":3,\"byteOffset\":%d", rows[i].offset);
        const change changes[] = {
            SPARSE_NORMALS("3"),
            {"\"sparse\":{\"count\":2,", count},
            {"\"bufferView\":3,\"byteOffset\":0", offset},
            {NULL, NULL},
        };
        finds(*state, changes, &data, "GLTF_SPARSE", "accessors[1].sparse.indices", rows[i].message);
        assert_null(find_diagnostic(*state, "GLTF_SPARSE", "accessors[1].sparse.count"));
    }
}

/* A view that is not there is told once, and one beyond the buffer. */
static void views_of_sparse_indices_are_told_once(void **state)
{
    const change absent[] = {SPARSE_NORMALS("6"), {NULL, NULL}},
                 beyond[] = {SPARSE_NORMALS("5"), {"\"byteLength\":32", "\"byteLength\":33"}, {NULL, NULL}};
    check_changed(*state, absent, data_of());
    assert_int_equal(tlb_code_total(*state, TLB_CODE_GLTF_REFERENCE), 1);
    check_changed(*state, beyond, data_of());
    assert_int_equal(tlb_code_total(*state, TLB_CODE_GLTF_VIEW_RANGE), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(matrices_place_turn_and_scale, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nodes_have_a_matrix_or_its_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(weights_are_as_many_as_the_first_primitive_has, set_up, tear_down),
        cmocka_unit_test_setup_teardown(splines_have_three_elements_a_key, set_up, tear_down),
        cmocka_unit_test_setup_teardown(splines_have_two_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rotations_of_splines_have_unit_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(matrices_are_not_moved_but_weights_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(indices_of_sparse_values_ascend, set_up, tear_down),
        cmocka_unit_test_setup_teardown(views_of_sparse_indices_are_told_once, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
