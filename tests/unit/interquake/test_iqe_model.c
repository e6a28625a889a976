/* What IQE means. Where the reference compiler does otherwise, the description's sentence is quoted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "files.h"
#include "iqe_maker.h"

#include "formats/interquake/model/model.h"

#define HEADER "# Inter-Quake Export\n"
#define SQUARE "vp 0 0 0\nvp 1 0 0\nvp 1 1 0\nvp 0 1 0\n"

enum { MOST_FILES = 3 };

/* The model of some texts. */
typedef struct fixture {
    tlb_context *context;
    tlb_document *documents[MOST_FILES];
    uint32_t count;
    tlb_arena arena;
    iq_model model;
} fixture;

static void begin(fixture *f, const char *const *texts, uint32_t count)
{
    const tlb_iqe *inside[MOST_FILES];
    static const char *const names[MOST_FILES] = {"a.iqe", "b.iqe", "c.iqe"};
    f->context = tlb_context_create(NULL);
    f->count = count;
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(
            tlb_open_memory(f->context, texts[i], strlen(texts[i]), names[i], NULL, &f->documents[i]),
            TLB_OK);
        inside[i] = tlb_document_iqe(f->documents[i]);
    }
    tlb_arena_init(&f->arena, f->context->account);
    assert_int_equal(tlb_iq_model_of_iqe(&f->model, f->context, &f->arena, inside, names, count), TLB_OK);
}

static void begin_one(fixture *f, const char *text)
{
    begin(f, &text, 1);
}

static void end(fixture *f)
{
    tlb_arena_release(&f->arena);
    for (uint32_t i = 0; i < f->count; i++)
        tlb_document_free(f->documents[i]);
    tlb_context_free(f->context);
}

static void assert_triangle(const iq_model *m, uint32_t i, uint32_t a, uint32_t b, uint32_t c)
{
    assert_true(i < m->triangle_count);
    assert_int_equal(m->triangles[i][0], a);
    assert_int_equal(m->triangles[i][1], b);
    assert_int_equal(m->triangles[i][2], c);
}

static void assert_text(tlb_text text, const char *expected)
{
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data, expected, text.size);
}

/* --- meshes ------------------------------------------------------------------------------------------ */

/* "If there is no triangle data, then all vertex data between the preceding "mesh" command and the next is
 * interpreted as mesh local triangle data, where each group of 3 vertexes defines a triangle." The reference
 * compiler writes nothing. */
static void vertexes_without_faces_are_triangles(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE "mesh b\n" SQUARE "vp 2 2 2\nvp 3 3 3\n");
    assert_int_equal(f.model.triangle_count, 3);
    assert_triangle(&f.model, 0, 0, 1, 2);
    assert_triangle(&f.model, 1, 4, 5, 6);
    assert_triangle(&f.model, 2, 7, 8, 9);
    assert_int_equal(f.model.runs.count, 2);
    assert_int_equal(f.model.runs.data[1].triangle_count, 2);
    assert_text(f.model.meshes.data[f.model.runs.data[1].mesh].name, "b");
    end(&f);
}

/* "NAME defines the name of the material to use for the current mesh and defaults to the empty string if
 * unspecified." The reference compiler keeps the material of the mesh before. */
static void a_mesh_without_material_has_none(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\nmaterial m\n" SQUARE "fa 0 1 2\nmesh b\nfa 0 2 3\n");
    assert_int_equal(f.model.meshes.count, 2);
    assert_text(f.model.meshes.data[0].material, "m");
    assert_text(f.model.meshes.data[1].name, "b");
    assert_text(f.model.meshes.data[1].material, "");
    end(&f);
}

/* "each mesh contains solely those triangles defined by face commands between the preceding "mesh" command
 * and the next": none is lost when meshes of one name are merged, as the reference compiler loses those
 * after another mesh. */
static void merged_meshes_keep_their_faces(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE "fa 0 1 2\nmesh b\nfa 0 2 3\nmesh a\nfa 1 2 3\n");
    assert_int_equal(f.model.triangle_count, 3);
    assert_int_equal(f.model.meshes.count, 2);
    assert_int_equal(f.model.runs.count, 3);
    assert_int_equal(f.model.runs.data[0].mesh, f.model.runs.data[2].mesh);
    end(&f);
}

/* "A, B, and C are indexes into the vertex arrays": what lies outside them is no triangle. The reference
 * compiler reads beyond its arrays. */
static void faces_out_of_range_are_left_out(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE "fa 0 1 99\nfa 0 1 2 3 4\nfa -5 0 1\nfa 0 1\nfa 1 2 3\n");
    assert_int_equal(f.model.triangle_count, 1);
    assert_triangle(&f.model, 0, 1, 2, 3);
    assert_int_equal(f.model.runs.data[0].triangle_count, 1);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_POLYGON_SKIPPED), 1);
    assert_string_equal(tlb_diagnostic_at(f.context, 0)->path, "commands[5]");
    assert_string_equal(tlb_diagnostic_at(f.context, 0)->file, "a.iqe");
    end(&f);
}

/* "Negative indexes are relative to the last defined vertex which is at -1", of fm as of fa. */
static void indices_count_from_three_places(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE "mesh b\n" SQUARE
                         "fa 0 1 -1\nfm 0 1 -2\nvp 9 9 9\nfm -1 -2 -6\nfa 0 1 2 3\n");
    assert_triangle(&f.model, 0, 0, 1, 7);
    assert_triangle(&f.model, 1, 4, 5, 6);
    assert_triangle(&f.model, 2, 8, 7, 3); /* also a vertex of the mesh before */
    assert_triangle(&f.model, 3, 0, 1, 2);
    assert_triangle(&f.model, 4, 0, 2, 3);
    end(&f);
}

/* --- smoothing --------------------------------------------------------------------------------------- */

/* "Sets the maximum displacement angle […] This defaults to 180 degrees": 120 is not 60, as the reference
 * compiler has it. "The following commands set smoothing parameters for all triangles that follow". */
static void smoothing_is_that_of_the_triangles_that_follow(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE "fa 0 1 2\nsmoothangle 120\nsmoothgroup 7\nsmoothuv 1\nfa 0 2 3\n"
                         "smoothuv 0\nfa 0 1 3\n");
    const iq_smoothing *s = f.model.smoothings.data;
    assert_int_equal(f.model.smoothings.count, 3);
    assert_int_equal(f.model.runs.count, 3);
    assert_true(!s[0].uv && s[0].group == -1 && s[0].angle == 180);
    assert_true(s[1].uv && s[1].group == 7 && s[1].angle == 120);
    assert_true(!s[2].uv && s[2].group == 7 && s[2].angle == 120);
    assert_int_equal(f.model.runs.data[2].smoothing, 2);
    assert_int_equal(f.model.runs.data[2].mesh, 0);
    end(&f);
}

/* "Sets a smoothing index for a given vertex to N […] This attribute must be present for each vertex if
 * used". */
static void smoothing_indices_belong_to_vertexes(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE "vs 4\nvs 5\nvs 6\nvs 7\nfa 0 1 2\n");
    assert_int_equal(f.model.smooth_indices[3], 7);
    end(&f);
    begin_one(&f, HEADER "mesh a\n" SQUARE "vs 4\nvs 5\nfa 0 1 2\n");
    assert_null(f.model.smooth_indices);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_LEFT_OUT), 1);
    end(&f);
}

/* "A, B, and C are flags […] starting at the corresponding vertex in the winding order"; what fans a polygon
 * out is smooth, as are faces without flags. */
static void edge_flags_follow_the_fan(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "mesh a\n" SQUARE
                         "vp 5 5 5\nfa 0 1 2 3 4\nfs 0 1 0 0 0\nfa 0 1 2\nfs 0 0 1\nfa 0 1 3\n");
    assert_int_equal(f.model.triangle_count, 5);
    assert_int_equal(f.model.edge_flags[0], 4 | 2); /* 0-1 no, 1-2 yes, the diagonal */
    assert_int_equal(f.model.edge_flags[1], 1 | 4);
    assert_int_equal(f.model.edge_flags[2], 1);
    assert_int_equal(f.model.edge_flags[3], 4);
    assert_int_equal(f.model.edge_flags[4], 7);
    end(&f);
}

/* --- vertex arrays ----------------------------------------------------------------------------------- */

/* "Any other value of COMPONENT is ignored." The reference compiler takes an unknown word for format -1.
 * Where the description has colors of 3 components and leaves out custom attributes without a format, the
 * compiler, and engines, have 4 components and four floats. */
static void formats_default_and_ignore(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f,
              HEADER "vertexarray custom0 byte 3 \"my thing\"\nvertexarray custom1 zork 4\n"
                     "vertexarray position half 9\nvertexarray colour ubyte 4\nvertexarray texcoord zork 3\n"
                     "vertexarray normal short 3\nvertexarray normal float 3\nvertexarray custom2 float 1\n");
    const iq_format *formats = f.model.formats;
    assert_true(!formats[TLB_IQM_COLOR].given && formats[TLB_IQM_COLOR].size == 4);
    assert_true(formats[TLB_IQM_POSITION].format == TLB_IQM_HALF && formats[TLB_IQM_POSITION].size == 3);
    assert_true(formats[TLB_IQM_TEXCOORD].format == TLB_IQM_FLOAT && formats[TLB_IQM_TEXCOORD].size == 3);
    assert_int_equal(formats[TLB_IQM_NORMAL].format, TLB_IQM_SHORT);
    assert_true(formats[IQ_ATTRIBUTES].given && formats[IQ_ATTRIBUTES].format == TLB_IQM_BYTE);
    assert_text(formats[IQ_ATTRIBUTES].name, "my thing");
    assert_true(formats[IQ_ATTRIBUTES + 1].format == TLB_IQM_FLOAT && formats[IQ_ATTRIBUTES + 1].size == 4);
    assert_text(formats[IQ_ATTRIBUTES + 2].name, "custom2");
    assert_false(formats[IQ_ATTRIBUTES + 3].given);
    assert_true(formats[IQ_ATTRIBUTES + 3].format == TLB_IQM_FLOAT && formats[IQ_ATTRIBUTES + 3].size == 4);
    assert_text(formats[IQ_ATTRIBUTES + 3].name, "custom3");
    end(&f);
}

/* "Each vertex array must either be absent, or the same length as all other vertex arrays." */
static void short_arrays_are_filled_up(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f,
              HEADER "mesh a\n" SQUARE "vc 1 0 0 .5\nvt 1 2\nvt 3 4\nvt 5 6\nvt 7 8\nvt 9 10\nfa 0 1 2\n");
    assert_true(f.model.colors[0][3] == 0.5f && f.model.colors[3][3] == 1 && f.model.colors[3][0] == 0);
    assert_true(f.model.texcoords[3][1] == 8);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_FILLED), 1);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_LEFT_OUT), 1);
    end(&f);
}

static void tangents_have_two_forms(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "vp\nvp\nvp\nvx 1 0 0 -1\nvx 1 0 0 0 1 0\nvx 1 0 0\nfa 0 1 2\n");
    assert_true(f.model.tangent_forms[0] == 4 && f.model.tangents[0][3] == -1);
    assert_true(f.model.tangent_forms[1] == 6 && f.model.tangents[1][4] == 1);
    assert_int_equal(f.model.tangent_forms[2], 4);
    end(&f);
}

/* --- skeletons --------------------------------------------------------------------------------------- */

static void assert_pose(const iq_pose pose, const float *expected, float sign)
{
    for (int i = 0; i < 10; i++)
        assert_true(fabsf(pose[i] - (i >= 3 && i < 7 ? sign : 1) * expected[i]) < 1e-6f);
}

/* "output = (input*scale)*rotation + translation", in three spellings: half a turn's half around z. */
static void poses_are_one_whatever_their_command(void **state)
{
    const float half = 0.70710677f, expected[10] = {1, 2, 3, 0, 0, half, half, 2, 2, 2};
    fixture f;
    (void)state;
    begin_one(&f, HEADER "joint a\njoint b\njoint c\njoint d\n"
                         "pq 1 2 3 0 0 1.4142 1.4142 2 2 2\n"
                         "pm 1 2 3 0 -2 0 2 0 0 0 0 2\n"
                         "pa 1 2 3 0 0 1.5707964 2 2 2\n"
                         "pm 1 2 3 0 -1 0 1 0 0 0 0 1 2 2 2\n");
    for (int i = 0; i < 4; i++)
        assert_pose(f.model.base_poses[i], expected, 1);
    end(&f);
}

/* "If Qw is unspecified, it is generated such that it is a negative value." A w that is given is left as it
 * is: the reference compiler turns its sign. */
static void the_sign_of_qw_is_kept(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "joint a\njoint b\npq 0 0 0 0.6 0 0\npq 0 0 0 0.6 0 0 0.8\n");
    assert_true(fabsf(f.model.base_poses[0][6] + 0.8f) < 1e-6f);
    assert_true(fabsf(f.model.base_poses[1][6] - 0.8f) < 1e-6f);
    end(&f);
    /* nothing is left for it */
    begin_one(&f, HEADER "joint a\njoint b\npq 0 0 0 1 0 0\npq 0 0 0 0.6 0.8 0\n");
    for (int i = 0; i < 2; i++)
        assert_true(fabsf(f.model.base_poses[i][6]) < 1e-3f);
    assert_true(f.model.base_poses[0][3] == 1);
    end(&f);
}

/* A mirrored matrix is a rotation and a negative scale. */
static void matrices_may_mirror(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "joint a\npm 0 0 0 1 0 0 0 1 0 0 0 -3\n");
    const float *p = f.model.base_poses[0];
    assert_true(p[7] == -1 && p[8] == -1 && p[9] == -3);
    assert_true(fabsf(p[3]) < 1e-6f && fabsf(p[4]) < 1e-6f && fabsf(fabsf(p[5]) - 1) < 1e-6f);
    end(&f);
}

/* "the Nth pose in the list corresponds to the Nth specified joint", "Scaling […] defaults to 1 if
 * unspecified": a joint without a pose is not flattened, as by the reference compiler. */
static void joints_without_a_base_pose_rest(void **state)
{
    const float rest[10] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    fixture f;
    (void)state;
    begin_one(&f, HEADER "joint a\njoint b 0\npq 1 2 3 0 0 0 1\n");
    assert_pose(f.model.base_poses[1], rest, 1);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_FILLED), 1);
    end(&f);
}

/* "PARENT is an index into the list of joints", before or after: here parents come first. */
static void parents_come_before_their_children(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "joint tip 2\njoint root\njoint middle 1\njoint lost 9\njoint circle 4\n"
                         "pq 1\npq 2\npq 3\npq 4\npq 5\nmesh a\n" SQUARE
                         "vb 0 1\nvb 1 1\nvb 2 1\nvb 0 .5 7 .5\nfa 0 1 2\n"
                         "animation\npq 10\npq 20\npq 30\npq 40\npq 50\n");
    const iq_joint *j = f.model.joints.data;
    assert_text(j[0].name, "root");
    assert_text(j[1].name, "middle");
    assert_text(j[2].name, "tip");
    assert_true(j[0].parent == -1 && j[1].parent == 0 && j[2].parent == 1 && j[3].parent == -1 &&
                j[4].parent == -1);
    assert_true(f.model.base_poses[0][0] == 2 && f.model.base_poses[2][0] == 1 && f.model.frames[2][0] == 10);
    assert_int_equal(f.model.weights[f.model.blends[0].first].index, 2);
    assert_int_equal(f.model.weights[f.model.blends[1].first].index, 0);
    assert_int_equal(f.model.blends[3].count, 1); /* joint 7 does not exist */
    end(&f);
}

/* Joints in order, a row of weights for each vertex: nothing is reordered, but what is no joint still goes.
 */
static void weights_of_no_joint_are_left_out(void **state)
{
    static const char *const indices[] = {"1", "2", "-1"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        fixture f;
        char text[512];
        snprintf(text, sizeof text,
                 HEADER "joint a -1\njoint b 0\npq 1\npq 2\nmesh a\n" SQUARE
                        "vb 0 1\nvb 1 1\nvb 0 .75 %s .25\nvb 1 1\nfa 0 1 2\n",
                 indices[i]);
        begin_one(&f, text);
        assert_int_equal(f.model.blends[2].count, i ? 1 : 2);
        assert_int_equal(f.model.blends[3].count, 1);
        assert_int_equal(f.model.weights[f.model.blends[2].first].index, 0);
        assert_int_equal(f.model.weights[f.model.blends[3].first].index, 1);
        assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_LEFT_OUT), i > 0);
        end(&f);
    }
}

/* "Starts a new keyframe of animation. Any poses added to the animation after this command are added to this
 * new keyframe." Poses right after "animation" are a frame, too; frames without any are none. */
static void frames_hold_a_pose_for_each_joint(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER "joint a\njoint b\npq 1\npq 2\nframe\nframerate 5\n"
                         "animation walk\nframerate 24\nloop\nframe\npq 3\npq 4\nframe\nframe\npq 5\n"
                         "animation\npq 6\npq 7\npq 8\nframe\n");
    const iq_animation *a = f.model.animations.data;
    assert_int_equal(f.model.animations.count, 2);
    assert_true(a[0].frame_count == 2 && a[0].loop && a[0].framerate == 24);
    assert_true(a[1].frame_count == 1 && a[1].first_frame == 2 && !a[1].loop && a[1].framerate == 0);
    assert_text(a[1].name, "animation0");
    assert_int_equal(f.model.frame_count, 3);
    const float expected[] = {3, 4, 5, 2, 6, 7}; /* the pose that is missing is the base pose */
    for (int i = 0; i < 6; i++)
        assert_true(f.model.frames[i][0] == expected[i]);
    end(&f);
}

/* Poses of no joint: there is nothing that they could move. */
static void frames_without_joints_hold_nothing(void **state)
{
    fixture f;
    (void)state;
    begin_one(&f, HEADER SQUARE "fm 0 1 2\nanimation \"a\"\nframe\npq 1 2 3\nframe\npq 4 5 6\n");
    assert_int_equal(f.model.triangle_count, 1);
    assert_int_equal(f.model.joints.count, 0);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_LEFT_OUT), 1);
    end(&f);
}

/* A million frames of a thousand joints, and a pose in each: not filled up. */
static void hardly_any_poses_are_no_animation(void **state)
{
    enum { JOINTS = 1000, FRAMES = 20000 };
    fixture f;
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_buffer text = {.account = context->account};
    tlb_buffer_text(&text, HEADER);
    for (int i = 0; i < JOINTS; i++)
        tlb_buffer_text(&text, "joint\npq\n");
    tlb_buffer_text(&text, "animation\n");
    for (int i = 0; i < FRAMES; i++)
        tlb_buffer_text(&text, "frame\npq\n");
    tlb_buffer_byte(&text, 0);
    begin_one(&f, (const char *)text.data);
    assert_int_equal(f.model.animations.count, 0);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_LEFT_OUT), 1);
    assert_true(tlb_memory_peak(f.context) < 64 * text.size);
    end(&f);
    tlb_buffer_free(&text);
    tlb_context_free(context);
}

/* --- several files ----------------------------------------------------------------------------------- */

/* The reference compiler adds b's animations by the order of its joints, and has b's faces use a's
 * vertexes. */
static void files_are_joined(void **state)
{
    static const char *const texts[] = {
        HEADER "joint root\njoint arm 0\npq 1\npq 2\nvertexarray color ubyte 4\nmesh a\n" SQUARE
               "vt 1 1\nvt 1 1\nvt 1 1\nvt 1 1\nvb 0 1\nvb 0 1\nvb 0 1\nvb 1 1\nfa 0 1 2\nanimation one\npq "
               "3\npq 4\n",
        HEADER
        "joint arm 1\njoint root\njoint tail 0\npq 5\npq 6\npq 7\nvertexarray color float 3\nmesh b\n" SQUARE
        "vb 0 1\nvb 1 1\nvb 1 1\nvb 2 .5 0 .5\nfa 0 1 2\nfm 1 2 3\nanimation two\npq 8\npq 9\npq "
        "10\ncomment\nhello",
        HEADER "animation three\npq 11\npq 12\n"};
    fixture f;
    (void)state;
    begin(&f, texts, 3);
    assert_triangle(&f.model, 1, 4, 5, 6);
    assert_triangle(&f.model, 2, 5, 6, 7);
    assert_int_equal(f.model.formats[TLB_IQM_COLOR].format, TLB_IQM_UBYTE);
    assert_true(f.model.texcoords[3][0] == 1 && f.model.texcoords[4][0] == 0);
    assert_int_equal(f.model.joints.count, 2);
    assert_true(f.model.base_poses[0][0] == 1 && f.model.base_poses[1][0] == 2);
    assert_int_equal(f.model.weights[f.model.blends[4].first].index, 1); /* b's joint 0 is "arm" */
    assert_int_equal(f.model.blends[7].count, 1);                        /* "tail" is not a's */
    assert_int_equal(f.model.frame_count, 3);
    assert_true(f.model.frames[2][0] == 9 && f.model.frames[3][0] == 8);   /* by name */
    assert_true(f.model.frames[4][0] == 11 && f.model.frames[5][0] == 12); /* by order */
    assert_text(f.model.comment, "hello");
    assert_true(f.model.sources.data[1].first_vertex == 4 && f.model.sources.data[1].first_triangle == 1 &&
                f.model.sources.data[2].first_animation == 2);
    end(&f);
}

static void joints_without_a_common_name_go_by_order(void **state)
{
    static const char *const texts[] = {HEADER "joint a\njoint b 0\npq 1\npq 2\n",
                                        HEADER "joint x\njoint y 0\nanimation\npq 3\npq 4\n"};
    fixture f;
    (void)state;
    begin(&f, texts, 2);
    assert_true(f.model.frames[0][0] == 3 && f.model.frames[1][0] == 4);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_IQE_JOINTS_DIFFER), 1);
    end(&f);
}

/* --- and back ---------------------------------------------------------------------------------------- */

static void same_floats(const void *a, const void *b, size_t count)
{
    assert_int_equal(!a, !b);
    if (a && count)
        assert_memory_equal(a, b, count * sizeof(float));
}

/* Text of a model means the same model. */
static void a_model_survives_its_text(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 100; seed++) {
        fixture f, g;
        tlb_context *context = tlb_context_create(NULL);
        tlb_buffer text = {.account = context->account}, again = {.account = context->account};
        iqe_speak(&text, &(iqe_plan){.seed = seed});
        tlb_buffer_byte(&text, 0);
        begin_one(&f, (const char *)text.data);
        assert_int_equal(tlb_iq_write_iqe(&f.model, context, &again), TLB_OK);
        tlb_buffer_byte(&again, 0);
        begin_one(&g, (const char *)again.data);
        const iq_model *a = &f.model, *b = &g.model;
        assert_int_equal(a->vertex_count, b->vertex_count);
        same_floats(a->positions, b->positions, a->vertex_count * 4);
        same_floats(a->normals, b->normals, a->vertex_count * 3);
        same_floats(a->colors, b->colors, a->vertex_count * 4);
        for (int i = 0; i < TLB_IQE_CUSTOMS; i++)
            same_floats(a->customs[i], b->customs[i], a->vertex_count * 4);
        same_floats(a->triangles, b->triangles, a->triangle_count * 3);
        same_floats(a->base_poses, b->base_poses, a->joints.count * 10);
        same_floats(a->frames, b->frames, a->frame_count * a->joints.count * 10);
        assert_int_equal(a->meshes.count, b->meshes.count);
        assert_int_equal(!a->edge_flags, !b->edge_flags);
        if (a->edge_flags)
            assert_memory_equal(a->edge_flags, b->edge_flags, a->triangle_count);
        end(&g);
        end(&f);
        tlb_buffer_free(&again);
        tlb_buffer_free(&text);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertexes_without_faces_are_triangles),
        cmocka_unit_test(a_mesh_without_material_has_none),
        cmocka_unit_test(merged_meshes_keep_their_faces),
        cmocka_unit_test(faces_out_of_range_are_left_out),
        cmocka_unit_test(indices_count_from_three_places),
        cmocka_unit_test(smoothing_is_that_of_the_triangles_that_follow),
        cmocka_unit_test(smoothing_indices_belong_to_vertexes),
        cmocka_unit_test(edge_flags_follow_the_fan),
        cmocka_unit_test(formats_default_and_ignore),
        cmocka_unit_test(short_arrays_are_filled_up),
        cmocka_unit_test(tangents_have_two_forms),
        cmocka_unit_test(poses_are_one_whatever_their_command),
        cmocka_unit_test(the_sign_of_qw_is_kept),
        cmocka_unit_test(matrices_may_mirror),
        cmocka_unit_test(joints_without_a_base_pose_rest),
        cmocka_unit_test(parents_come_before_their_children),
        cmocka_unit_test(weights_of_no_joint_are_left_out),
        cmocka_unit_test(frames_hold_a_pose_for_each_joint),
        cmocka_unit_test(frames_without_joints_hold_nothing),
        cmocka_unit_test(hardly_any_poses_are_no_animation),
        cmocka_unit_test(files_are_joined),
        cmocka_unit_test(joints_without_a_common_name_go_by_order),
        cmocka_unit_test(a_model_survives_its_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
