/* Vertex arrays that the compiler makes: joints and weights in formats of their own, and their order. */
#include "iqm_compiled.h"

#define JOINTS "joint a -1\njoint b 0\njoint c 0\njoint d 0\npq 0 0 0\npq 0 0 0\npq 0 0 0\npq 0 0 0\n"

/* As many joints as an array has components are kept, and their weights make up the whole. */
static void influences_are_stored_as_asked(void **state)
{
    static const char *const names[] = {"ubyte", "short", "uint", "half", "float", "double"};
    static const float joints[] = {3, 1, 2, 0};
    static const float weights[4][4] = {{1},
                                        {0.5f / 0.8f, 0.3f / 0.8f},
                                        {0.5f / 0.95f, 0.3f / 0.95f, 0.15f / 0.95f},
                                        {0.5f, 0.3f, 0.15f, 0.05f}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint32_t size = 1; size <= 4; size++) {
            char lines[600];
            snprintf(lines, sizeof lines,
                     JOINTS
                     "vertexarray blendindexes %s %u\nvertexarray blendweights float %u\nmesh m\n"
                     "vp 0 0 0\nvb 1 .3 3 .5 0 .05 2 .15\nvp 1 0 0\nvb 0 1\nvp 0 1 0\nvb 2 1\nfa 0 1 2\n",
                     names[i], size, size);
            compiled c = compile_text(lines);
            const tlb_iqm_vertexarray *array = tlb_iqm_array(c.iqm, TLB_IQM_BLENDINDEXES);
            assert_int_equal(array->size, size);
            assert_int_equal(array->format, i == 0   ? TLB_IQM_UBYTE
                                            : i == 1 ? TLB_IQM_SHORT
                                            : i == 2 ? TLB_IQM_UINT
                                                     : TLB_IQM_HALF + (uint32_t)i - 3);
            assert_int_equal(tlb_iqm_array(c.iqm, TLB_IQM_BLENDWEIGHTS)->size, size);
            float found[2][TLB_IQM_COMPONENTS] = {{0}};
            uint32_t vertex = compiled_vertex(&c, 0, 0, 0);
            compiled_value(&c, TLB_IQM_BLENDINDEXES, vertex, found[0]);
            compiled_value(&c, TLB_IQM_BLENDWEIGHTS, vertex, found[1]);
            for (uint32_t k = 0; k < size; k++) {
                assert_float_equal(found[0][k], joints[k], 0);
                assert_float_equal(found[1][k], weights[size - 1][k], 1e-6f);
            }
            compiled_value(&c, TLB_IQM_BLENDINDEXES, compiled_vertex(&c, 0, 1, 0), found[0]);
            compiled_value(&c, TLB_IQM_BLENDWEIGHTS, compiled_vertex(&c, 0, 1, 0), found[1]);
            assert_float_equal(found[0][0], 2, 0);
            assert_float_equal(found[1][0], 1, 0);
            tlb_document_free(c.document);
            tlb_files_free(c.files);
            tlb_context_free(c.context);
        }
}

/* Types of customs are the places of their names, which may be those of what is named before: then they come
 * first, with their values. */
static void arrays_are_in_the_order_of_their_types(void **state)
{
    (void)state;
    static const char *const names[] = {"first", "second", "third"};
    compiled c = compile_text("vertexarray custom0 float 1 third\nvertexarray custom1 float 2 second\n"
                              "vertexarray custom2 float 3 first\nmesh first\nmaterial second\n"
                              "vp 0 0 0\nv0 1\nv1 2 3\nv2 4 5 6\nvp 1 0 0\nv0 7\nv1 8 9\nv2 10 11 12\n"
                              "vp 0 1 0\nv0 13\nv1 14 15\nv2 16 17 18\nfa 0 1 2\n");
    uint32_t count = c.iqm->vertexarrays.count;
    assert_true(count >= 3);
    for (uint32_t i = 1; i < count; i++)
        assert_true(c.iqm->vertexarrays.data[i - 1].type < c.iqm->vertexarrays.data[i].type);
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_iqm_vertexarray *array = &c.iqm->vertexarrays.data[count - 3 + i];
        assert_string_equal(tlb_iqm_name(c.iqm, array->type - TLB_IQM_CUSTOM), names[i]);
        assert_int_equal(array->size, 3 - i);
        assert_int_equal(array->format, TLB_IQM_FLOAT);
        static const float expected[3][3] = {{4, 5, 6}, {2, 3}, {1}};
        float found[TLB_IQM_COMPONENTS];
        compiled_value(&c, array->type, compiled_vertex(&c, 0, 0, 0), found);
        for (uint32_t k = 0; k < 3 - i; k++) {
            assert_float_equal(found[k], expected[i][k], 0);
        }
        compiled_value(&c, array->type, compiled_vertex(&c, 0, 1, 0), found);
        for (uint32_t k = 0; k < 3 - i; k++)
            assert_float_equal(found[k], expected[i][k] + 12, 0);
    }
    end_compiled(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(influences_are_stored_as_asked),
        cmocka_unit_test(arrays_are_in_the_order_of_their_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
