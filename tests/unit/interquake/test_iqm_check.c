/* The rules of IQM: each is broken once, and reported with the path of what breaks it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "files.h"
#include "iqm_maker.h"

typedef struct spoiling {
    const char *code, *path;
    void (*spoil)(tlb_iqm *x);
} spoiling;

/* What is done to model x: two boxes of 8 vertices and 12 triangles, three joints, six frames. */
#define SPOIL(name, statement)                                                                               \
    static void name(tlb_iqm *x)                                                                             \
    {                                                                                                        \
        statement;                                                                                           \
    }

enum { POSITIONS, TEXCOORDS, NORMALS, TANGENTS, INDEXES, WEIGHTS, COLORS, CUSTOM };

/* The model is made here: its lists can be written to. */
static float *numbers(tlb_iqm *x, int array)
{
    return (float *)x->vertexarrays.data[array].values;
}

static tlb_iqm_triangle *triangles(tlb_iqm *x)
{
    return (tlb_iqm_triangle *)x->triangles.data;
}

static tlb_iqm_adjacency *adjacency(tlb_iqm *x)
{
    return (tlb_iqm_adjacency *)x->adjacency.data;
}

SPOIL(file_size, x->filesize = 7)
SPOIL(text_end, x->text.size--)
SPOIL(comment_end, x->comment.size--)
SPOIL(extension_name, x->extensions.data[1].name = 9999)
SPOIL(mesh_name, x->meshes.data[0].name = 9999)
SPOIL(mesh_material, x->meshes.data[1].material = 9999)
SPOIL(joint_name, x->joints.data[2].name = 9999)
SPOIL(anim_name, x->anims.data[1].name = 9999)
SPOIL(custom_name, x->vertexarrays.data[CUSTOM].type = TLB_IQM_CUSTOM + 9999)
SPOIL(array_type, x->vertexarrays.data[COLORS].type = 9)
SPOIL(array_format,
      x->vertexarrays.data[CUSTOM] = ((tlb_iqm_vertexarray){.type = TLB_IQM_CUSTOM, .format = 9, .size = 1}))
SPOIL(array_format_alone, x->vertexarrays.data[POSITIONS].format = 9)
SPOIL(array_size_alone, x->vertexarrays.data[NORMALS].size = 5)
SPOIL(array_size,
      x->vertexarrays.data[CUSTOM] = ((tlb_iqm_vertexarray){.type = TLB_IQM_CUSTOM, .format = 7, .size = 0}))
SPOIL(array_twice, x->vertexarrays.data[COLORS].type = TLB_IQM_TEXCOORD)
SPOIL(no_positions, x->vertexarrays.data[POSITIONS].type = TLB_IQM_CUSTOM)
SPOIL(no_weights, x->vertexarrays.data[WEIGHTS].type = TLB_IQM_CUSTOM)
SPOIL(mesh_vertices, x->meshes.data[1].num_vertexes = 9)
SPOIL(mesh_triangles, x->meshes.data[1].first_triangle = 13)
SPOIL(shared, x->meshes.data[1].num_vertexes = 7)
SPOIL(triangle, triangles(x)[12][0] = 7)
SPOIL(degenerate, triangles(x)[3][0] = triangles(x)[3][1])
SPOIL(neighbour, adjacency(x)[5][2] = 24)
SPOIL(no_neighbour, adjacency(x)[5][2] = 23)
SPOIL(joint_parent, x->joints.data[1].parent = 1)
SPOIL(pose_parent, x->poses.data[1].parent = 1)
SPOIL(other_parent, x->poses.data[2].parent = 0)
SPOIL(pose_count, x->poses.count = 2)
SPOIL(rotation, x->joints.data[1].rotate[3] = -2)
SPOIL(scale, x->joints.data[1].scale[1] = 0)
SPOIL(channel_mask, x->poses.data[1].channelmask |= 1u << 10)
SPOIL(channel_count, x->num_framechannels++)
SPOIL(anim_frames, x->anims.data[1].num_frames = 4)
SPOIL(rate, x->anims.data[0].framerate = -1)
SPOIL(position, numbers(x, POSITIONS)[3 * 7] = NAN)
SPOIL(texcoord, numbers(x, TEXCOORDS)[2 * 3 + 1] = INFINITY)
SPOIL(normal, numbers(x, NORMALS)[3 * 4] = INFINITY)
SPOIL(joint_number, x->joints.data[2].translate[0] = NAN)
SPOIL(pose_number, x->poses.data[2].channeloffset[0] = NAN)
SPOIL(bounds_number, x->bounds.data[3].bbmin[0] = NAN)
SPOIL(normal_length, numbers(x, NORMALS)[3 * 4] = 3)
SPOIL(no_direction, memset(numbers(x, TANGENTS), 0, 3 * sizeof(float)))
SPOIL(tangent_sign,
      for (uint32_t i = 0; i < x->num_vertexes; i++) /* v grows along y: above and below differ */
      numbers(x, TANGENTS)[4 * i + 3] = i & 4 ? 1 : -1;
      numbers(x, TANGENTS)[4 * 3 + 3] *= -1)
SPOIL(tangent_without_sign, numbers(x, TANGENTS)[4 * 3 + 3] = 0)
SPOIL(blend_index, ((uint8_t *)x->vertexarrays.data[INDEXES].values)[4 * 6] = 3)
SPOIL(blend_sum, numbers(x, WEIGHTS)[4 * 2 + 1] = 1)
SPOIL(bounds, x->bounds.data[4].bbmin[1] = 9)
SPOIL(color_of_three, x->vertexarrays.data[COLORS].size = 3)
SPOIL(index_of_two_bytes, x->vertexarrays.data[INDEXES].format = TLB_IQM_USHORT;
      x->vertexarrays.data[INDEXES].size = 2)
SPOIL(order, tlb_iqm_vertexarray a = x->vertexarrays.data[NORMALS];
      x->vertexarrays.data[NORMALS] = x->vertexarrays.data[TANGENTS]; x->vertexarrays.data[TANGENTS] = a)
SPOIL(no_texcoords, x->vertexarrays.data[TEXCOORDS].type = TLB_IQM_CUSTOM)
SPOIL(no_normals, x->vertexarrays.data[NORMALS].type = TLB_IQM_CUSTOM)

/* 32 bytes are one too many. */
static void set_text(tlb_iqm *x, uint32_t letters)
{
    static char text[64];
    memset(text, 'x', letters);
    text[letters] = '\0';
    x->text.data = text;
    x->text.size = sizeof text;
}

SPOIL(long_mesh_name, set_text(x, 32); x->meshes.data[1].name = 0; x->meshes.data[0].name = 1)
SPOIL(long_joint_name, set_text(x, 33); x->joints.data[2].name = 1)

/* Each in the one before. */
static void make_joints(tlb_iqm *x, uint32_t count)
{
    static tlb_iqm_joint joints[256];
    for (uint32_t i = 0; i < count; i++) {
        joints[i] = x->joints.data[0];
        joints[i].parent = (int32_t)i - 1;
    }
    x->joints.data = joints;
    x->joints.count = count;
}

/* 128: ioquake3; 255: an index of one byte. */
static void test_many_joints(void **state)
{
    (void)state;
    static const struct {
        uint32_t count;
        const char *message;
    } cases[] = {{128, NULL},
                 {129, "joints: 129; ioquake3 supports at most 128"},
                 {255, "joints: 255; ioquake3 supports at most 128"},
                 {256, "joints: 256; engines with 8-bit indices support at most 255"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT});
        make_joints(document.root, cases[i].count);
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        const tlb_diagnostic *found = find_diagnostic(context, "IQM_MANY_JOINTS", "joints");
        assert_int_equal(found != NULL, cases[i].message != NULL);
        if (found)
            assert_non_null(strstr(found->message, cases[i].message));
        made_end(&document);
        tlb_context_free(context);
    }
}

static const spoiling spoilings[] = {
    {"IQM_TEXT_END", "text", text_end},
    {"IQM_COMMENT_END", "comment", comment_end},
    {"IQM_NAME", "extensions[1].name", extension_name},
    {"IQM_NAME", "meshes[0].name", mesh_name},
    {"IQM_NAME", "meshes[1].material", mesh_material},
    {"IQM_NAME", "joints[2].name", joint_name},
    {"IQM_NAME", "anims[1].name", anim_name},
    {"IQM_NAME", "vertexarrays[7].type", custom_name},
    {"IQM_ARRAY", "vertexarrays[6].type", array_type},
    {"IQM_ARRAY", "vertexarrays[7].format", array_format},
    {"IQM_ARRAY", "vertexarrays[7].size", array_size},
    {"IQM_ARRAY", "vertexarrays[0].format", array_format_alone},
    {"IQM_ARRAY", "vertexarrays[2].size", array_size_alone},
    {"IQM_ARRAY_TWICE", "vertexarrays[6].type", array_twice},
    {"IQM_ARRAY_MISSING", "vertexarrays", no_positions},
    {"IQM_ARRAY_MISSING", "vertexarrays", no_weights},
    {"IQM_MESH_RANGE", "meshes[1].first_vertex", mesh_vertices},
    {"IQM_MESH_RANGE", "meshes[1].first_triangle", mesh_triangles},
    {"IQM_MESH_SHARED", "meshes", shared},
    {"IQM_TRIANGLE", "triangles[12]", triangle},
    {"IQM_DEGENERATE", "triangles[3]", degenerate},
    {"IQM_ADJACENCY", "adjacency[5]", neighbour},
    {"IQM_ADJACENCY", "adjacency[5]", no_neighbour},
    {"IQM_JOINT_PARENT", "joints[1].parent", joint_parent},
    {"IQM_JOINT_PARENT", "poses[1].parent", pose_parent},
    {"IQM_POSES", "poses[2].parent", other_parent},
    {"IQM_POSES", "poses", pose_count},
    {"IQM_ROTATION", "joints[1].rotate", rotation},
    {"IQM_SCALE", "joints[1].scale", scale},
    {"IQM_CHANNELS", "poses[1].channelmask", channel_mask},
    {"IQM_CHANNELS", "num_framechannels", channel_count},
    {"IQM_FRAMES", "anims[1].first_frame", anim_frames},
    {"IQM_RATE", "anims[0].framerate", rate},
    {"IQM_NOT_FINITE", "vertexarrays[0].values[7]", position},
    {"IQM_NOT_FINITE", "vertexarrays[1].values[3]", texcoord},
    {"IQM_NOT_FINITE", "vertexarrays[2].values[4]", normal},
    {"IQM_NOT_FINITE", "joints[2]", joint_number},
    {"IQM_NOT_FINITE", "poses[2]", pose_number},
    {"IQM_NOT_FINITE", "bounds[3]", bounds_number},
    {"IQM_NORMAL", "vertexarrays[2].values[4]", normal_length},
    {"IQM_TANGENT_SIGN", "vertexarrays[3].values[3]", tangent_sign},
    {"IQM_TANGENT_SIGN", "vertexarrays[3].values[3]", tangent_without_sign},
    {"IQM_NO_DIRECTION", "vertexarrays[3].values", no_direction},
    {"IQM_BLEND_INDEX", "vertexarrays[4].values[6]", blend_index},
    {"IQM_BLEND_SUM", "vertexarrays[5].values[2]", blend_sum},
    {"IQM_BOUNDS", "bounds[4]", bounds},
    {"IQM_NOT_PORTABLE", "vertexarrays[6].format", color_of_three},
    {"IQM_NOT_PORTABLE", "vertexarrays[4].format", index_of_two_bytes},
    {"IQM_NOT_PORTABLE", "vertexarrays[3].type", order},
    {"IQM_LONG_NAME", "meshes[1].name", long_mesh_name},
    {"IQM_LONG_NAME", "joints[2].name", long_joint_name},
    {"IQM_ENGINES_NEED", "vertexarrays", no_texcoords},
    {"IQM_ENGINES_NEED", "vertexarrays", no_normals},
};

static void test_each_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spoilings / sizeof *spoilings; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        iqm_make(&document, context,
                 &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT, .extensions = true});
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        /* Texture coordinates that can be spoiled come with weights and colors of floats. */
        assert_int_equal(tlb_diagnostic_count(context), tlb_code_total(context, TLB_CODE_IQM_NOT_PORTABLE));
        assert_int_equal(tlb_diagnostic_count(context), 2);
        spoilings[i].spoil(document.root);
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        if (!find_diagnostic(context, spoilings[i].code, spoilings[i].path)) {
            print_diagnostics(context);
            fail_msg("%s at %s was not reported", spoilings[i].code, spoilings[i].path);
        }
        made_end(&document);
        tlb_context_free(context);
    }
}

/* What only a document that was opened can break. */
static void test_file_size(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document made, *document;
    tlb_bytes bytes;
    iqm_make(&made, context, &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT});
    assert_int_equal(tlb_save_memory(&made, &bytes), TLB_OK);
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "a.iqm", NULL, &document), TLB_OK);
    file_size(tlb_document_iqm(document));
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "IQM_FILE_SIZE", "filesize"));
    tlb_document_free(document);
    made_end(&made);
    tlb_context_free(context);
}

SPOIL(few_neighbours, x->adjacency.count--)
SPOIL(few_bounds, x->bounds.count--)

/* What cannot be saved. */
static void test_counts(void **state)
{
    (void)state;
    static const spoiling counts[] = {{"IQM_COUNT", "adjacency", few_neighbours},
                                      {"IQM_COUNT", "bounds", few_bounds}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        tlb_bytes bytes;
        iqm_make(&document, context, &(iqm_plan){.version = 2, .seed = 5, .format = TLB_IQM_FLOAT});
        counts[i].spoil(document.root);
        assert_int_equal(tlb_save_memory(&document, &bytes), TLB_INVALID);
        assert_non_null(find_diagnostic(context, counts[i].code, counts[i].path));
        made_end(&document);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_rule), cmocka_unit_test(test_file_size),
                                       cmocka_unit_test(test_counts), cmocka_unit_test(test_many_joints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
