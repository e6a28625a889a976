/* IQM 1 and 2 and IQE against bytes and texts written by hand: IQM by the header of the Inter-Quake
 * development kit as documented in docs/formats/iqm.md, IQE by "IQE: Inter-Quake Export format". */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pinned.h"

/* --- IQM: parts ----------------------------------------------------------------------------------------- */

/* Of a vertex array, by its format. */
typedef union values {
    const void *any;
    const int8_t *i8;
    const uint8_t *u8;
    const int16_t *i16;
    const uint16_t *u16;
    const int32_t *i32;
    const uint32_t *u32;
    const float *f32;
    const double *f64;
} values;

#define F64(owner, field, value)                                                                             \
    do {                                                                                                     \
        double pinned_double = (value);                                                                      \
        pinned_put(p, &pinned_double, sizeof pinned_double); /* hosts of the tests are little endian */      \
        IS(owner, field, pinned_double);                                                                     \
    } while (0)

enum { ARRAYS = 9, VERTEXES = 2 };

/* Two vertexes of every format, of one to four components. */
static void array_values(pinned *p, const tlb_iqm *x, uint32_t i)
{
    values v = {.any = p->reading ? x->vertexarrays.data[i].values : NULL};
    switch (i) {
    case 0:
        PINNED_EACH(I8, &v, i8, -1, 2, -3, 4, -5, 6, -7, 8);
        break;
    case 1:
        PINNED_EACH(U8, &v, u8, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86);
        break;
    case 2:
        PINNED_EACH(I16, &v, i16, -401, 402, -403, 404);
        break;
    case 3:
        PINNED_EACH(U16, &v, u16, 0x8501, 0x8502);
        break;
    case 4:
        PINNED_EACH(I32, &v, i32, -601, 602, -603, 604, -605, 606, -607, 608);
        break;
    case 5:
        PINNED_EACH(U32, &v, u32, 0x80000701, 0x80000702, 0x80000703, 0x80000704);
        break;
    case 6:
        PINNED_EACH(U16, &v, u16, 0x8801, 0x8802, 0x8803, 0x8804, 0x8805, 0x8806);
        break;
    case 7:
        PINNED_EACH(F32, &v, f32, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5);
        break;
    default:
        PINNED_EACH(F64, &v, f64, 6.5, 7.5, 8.5, 9.5);
        break;
    }
}

static const uint32_t components[ARRAYS] = {4, 3, 2, 1, 4, 2, 3, 3, 2};

static void joints(pinned *p, const tlb_iqm *x)
{
    const uint32_t *version = p->variant;
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_iqm_joint *joint = AT(x, joints, i);
        U32(joint, name, 0x80000101 + i);
        I32(joint, parent, -111 - (int)i);
        F32S(joint, translate, 10.5 + i, 20.5 + i, 30.5 + i);
        F32S(joint, rotate, 0.25, -0.5, 0.75);
        if (*version == 2)
            F32(joint, rotate[3], 40.5 + i);
        else if (p->reading) /* what makes it a unit quaternion, negative */
            assert_true(fabsf(joint->rotate[3] + sqrtf(0.125f)) < 1e-6f);
        F32S(joint, scale, 50.5 + i, 60.5 + i, 70.5 + i);
    }
}

static void poses(pinned *p, const tlb_iqm *x)
{
    const uint32_t *version = p->variant;
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_iqm_pose *pose = AT(x, poses, i);
        I32(pose, parent, -121 - (int)i);
        U32(pose, channelmask, 0x80000131 + i);
        F32S(pose, channeloffset, 1 + i, 11 + i, 21 + i, 31 + i, 41 + i, 51 + i, 61 + i, 71 + i, 81 + i);
        if (*version == 2)
            F32(pose, channeloffset[9], 91 + i);
        F32S(pose, channelscale, 101 + i, 111 + i, 121 + i, 131 + i, 141 + i, 151 + i, 161 + i, 171 + i,
             181 + i);
        if (*version == 2)
            F32(pose, channelscale[9], 191 + i);
    }
}

static void extension(pinned *p, const tlb_iqm *x, uint32_t i, uint32_t size, size_t *next)
{
    const tlb_iqm_extension *e = AT(x, extensions, i);
    static const uint8_t data[] = {0xe1, 0xe2, 0xe3, 0xe4, 0xe5};
    uint32_t ofs_data = (uint32_t)p->size;
    PINNED_BYTES(e, data, data + i, (size_t)size);
    PATCH(*next, p->size);
    U32(e, name, 0x80000171 + i);
    pinned_put_integer(p, 4, size);
    U32(e, ofs_data, ofs_data);
    *next = p->size;
    if (i == 1)
        U32(e, ofs_next, 0);
    else
        pinned_put_integer(p, 4, 0);
}

/* --- IQM: the file -------------------------------------------------------------------------------------- */

/* The words of the header after its magic, in their order. */
enum {
    VERSION,
    FILESIZE,
    FLAGS,
    NUM_TEXT,
    OFS_TEXT,
    NUM_MESHES,
    OFS_MESHES,
    NUM_VERTEXARRAYS,
    NUM_VERTEXES,
    OFS_VERTEXARRAYS,
    NUM_TRIANGLES,
    OFS_TRIANGLES,
    OFS_ADJACENCY,
    NUM_JOINTS,
    OFS_JOINTS,
    NUM_POSES,
    OFS_POSES,
    NUM_ANIMS,
    OFS_ANIMS,
    NUM_FRAMES,
    NUM_FRAMECHANNELS,
    OFS_FRAMES,
    OFS_BOUNDS,
    NUM_COMMENT,
    OFS_COMMENT,
    NUM_EXTENSIONS,
    OFS_EXTENSIONS,
    WORDS
};

enum { MAGIC = 16 };

#define HEADER(word, field, value)                                                                           \
    do {                                                                                                     \
        PATCH(MAGIC + 4 * (word), value);                                                                    \
        IS(x, field, value);                                                                                 \
    } while (0)

static void iqm_meshes(pinned *p, const tlb_iqm *x)
{
    HEADER(NUM_TEXT, text.size, 7);
    HEADER(OFS_TEXT, ofs_text, p->size);
    BYTES(x, text, "\0ab\0cd\0");
    IS(x, gaps.data[0].offset, p->size);
    BYTES(x, gaps.data[0].bytes, "\xa1");
    HEADER(NUM_MESHES, meshes.count, 2);
    HEADER(OFS_MESHES, ofs_meshes, p->size);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_iqm_mesh *mesh = AT(x, meshes, i);
        U32(mesh, name, 0x80000011 + i);
        U32(mesh, material, 0x80000021 + i);
        U32(mesh, first_vertex, 0x80000031 + i);
        U32(mesh, num_vertexes, 0x80000041 + i);
        U32(mesh, first_triangle, 0x80000051 + i);
        U32(mesh, num_triangles, 0x80000061 + i);
    }
    HEADER(NUM_VERTEXARRAYS, vertexarrays.count, ARRAYS);
    HEADER(NUM_VERTEXES, num_vertexes, VERTEXES);
    HEADER(OFS_VERTEXARRAYS, ofs_vertexarrays, p->size);
    size_t arrays = p->size;
    for (uint32_t i = 0; i < ARRAYS; i++) {
        const tlb_iqm_vertexarray *array = AT(x, vertexarrays, i);
        U32(array, type, 0x80000071 + i);
        U32(array, flags, 0x80000081 + i);
        U32(array, format, i);
        U32(array, size, components[i]);
        pinned_put_integer(p, 4, 0);
    }
    for (uint32_t i = 0; i < ARRAYS; i++) {
        const tlb_iqm_vertexarray *array = AT(x, vertexarrays, i);
        PATCH(arrays + 20 * i + 16, p->size);
        IS(array, offset, p->size);
        array_values(p, x, i);
    }
    HEADER(NUM_TRIANGLES, triangles.count, 2);
    HEADER(OFS_TRIANGLES, ofs_triangles, p->size);
    PINNED_EACH(U32, x, triangles.data[0], 0x80000091, 0x80000092, 0x80000093);
    PINNED_EACH(U32, x, triangles.data[1], 0x80000094, 0x80000095, 0x80000096);
    HEADER(OFS_ADJACENCY, ofs_adjacency, p->size);
    IS(x, adjacency.count, 2);
    PINNED_EACH(I32, x, adjacency.data[0], -97, -98, -99);
    PINNED_EACH(I32, x, adjacency.data[1], -100, -101, -102);
}

static void iqm_animations(pinned *p, const tlb_iqm *x)
{
    HEADER(NUM_JOINTS, joints.count, 2);
    HEADER(OFS_JOINTS, ofs_joints, p->size);
    joints(p, x);
    HEADER(NUM_POSES, poses.count, 3);
    HEADER(OFS_POSES, ofs_poses, p->size);
    poses(p, x);
    HEADER(NUM_ANIMS, anims.count, 1);
    HEADER(OFS_ANIMS, ofs_anims, p->size);
    const tlb_iqm_anim *anim = AT(x, anims, 0);
    U32(anim, name, 0x80000141);
    U32(anim, first_frame, 0x80000142);
    U32(anim, num_frames, 0x80000143);
    F32(anim, framerate, 24.5);
    U32(anim, flags, 0x80000144);
    HEADER(NUM_FRAMES, num_frames, 2);
    HEADER(NUM_FRAMECHANNELS, num_framechannels, 3);
    HEADER(OFS_FRAMES, ofs_frames, p->size);
    PINNED_EACH(U16, x, frames, 0x8151, 0x8152, 0x8153, 0x8154, 0x8155, 0x8156);
    HEADER(OFS_BOUNDS, ofs_bounds, p->size);
    IS(x, bounds.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_iqm_bounds *bounds = AT(x, bounds, i);
        F32S(bounds, bbmin, 201 + i, 211 + i, 221 + i);
        F32S(bounds, bbmax, 231 + i, 241 + i, 251 + i);
        F32(bounds, xyradius, 261 + i);
        F32(bounds, radius, 271 + i);
    }
}

static void iqm(pinned *p, const tlb_iqm *x)
{
    const uint32_t *version = p->variant;
    RAW("INTERQUAKEMODEL\0");
    for (int i = 0; i < WORDS; i++)
        pinned_put_integer(p, 4, 0);
    HEADER(VERSION, version, *version);
    HEADER(FLAGS, flags, 0x80000001);
    IS(x, gaps.count, p->tail.size ? 2 : 1);
    iqm_meshes(p, x);
    iqm_animations(p, x);
    HEADER(NUM_COMMENT, comment.size, 5);
    HEADER(OFS_COMMENT, ofs_comment, p->size);
    BYTES(x, comment, "hello");
    HEADER(NUM_EXTENSIONS, extensions.count, 2);
    size_t next = MAGIC + 4 * OFS_EXTENSIONS;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t before = (uint32_t)p->size;
        extension(p, x, i, 3 - i, &next);
        if (i == 0)
            IS(x, ofs_extensions, before + 3);
        else
            IS(x, extensions.data[0].ofs_next, before + 2);
    }
    HEADER(FILESIZE, filesize, p->size);
    p->end = p->size;
    if (p->tail.size) {
        IS(x, gaps.data[1].offset, p->size);
        PINNED_BYTES(x, gaps.data[1].bytes, p->tail.data, p->tail.size);
    }
}

static void every_version_of_iqm(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= TLB_IQM_LAST_VERSION; version++) {
        pinned p = {.variant = &version};
        snprintf(p.title, sizeof p.title, "version %u", (unsigned)version);
        PIN(&p, "iqm", tlb_document_iqm, iqm);
    }
}

/* --- IQE ------------------------------------------------------------------------------------------------ */

typedef struct iqe_variant {
    bool defaults; /* lines leave out what may be left out */
} iqe_variant;

/* A line: its text, and which command it is. */
#define LINE(name, literal)                                                                                  \
    do {                                                                                                     \
        RAW(literal "\n");                                                                                   \
        IS(x, words[*line], TLB_IQE_##name);                                                                 \
        ++*line;                                                                                             \
    } while (0)
#define NAMED(field, literal) IS_BYTES(x, field, literal, sizeof(literal) - 1)

static void attributes(pinned *p, const tlb_iqe *x, uint32_t *line)
{
    LINE(VP, "vp 1.5 -2.5 3.5 0.5");
    ARE(x, vp.data[0], 1.5, -2.5, 3.5, 0.5);
    LINE(VT, "vt 0.25 -0.75");
    ARE(x, vt.data[0], 0.25, -0.75, 0, 0);
    LINE(VN, "vn 4.5 -5.5 6.5");
    ARE(x, vn.data[0], 4.5, -5.5, 6.5);
    LINE(VX, "vx 7.5 8.5 9.5 -1");
    ARE(x, vx.data[0].values, 7.5, 8.5, 9.5, -1, 0, 0);
    IS(x, vx.data[0].count, 4);
    LINE(VX, "vx 10.5 11.5 12.5 13.5 14.5 15.5");
    ARE(x, vx.data[1].values, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5);
    IS(x, vx.data[1].count, 6);
    LINE(VB, "vb 3 0.5 -1 0.25");
    IS(x, vb.data[0].first, 0);
    IS(x, vb.data[0].count, 2);
    IS(x, weights.data[0].index, 3);
    IS(x, weights.data[0].weight, 0.5);
    IS(x, weights.data[1].index, -1);
    IS(x, weights.data[1].weight, 0.25);
    LINE(VC, "vc 0.125 0.375 0.625 0.875");
    ARE(x, vc.data[0], 0.125, 0.375, 0.625, 0.875);
    for (int i = 0; i < TLB_IQE_CUSTOMS; i++) {
        char text[64];
        int size = snprintf(text, sizeof text, "v%d %d.5 1%d.5 2%d.5 3%d.5\n", i, i, i, i, i);
        pinned_put(p, text, (size_t)size);
        IS(x, words[*line], TLB_IQE_V0 + i);
        ++*line;
        ARE(x, v[i].data[0], i + 0.5, i + 10.5, i + 20.5, i + 30.5);
    }
    LINE(VERTEXARRAY, "vertexarray \"custom3\" \"ubyte\" 3 \"a name\"");
    NAMED(vertexarray.data[0].type, "custom3");
    NAMED(vertexarray.data[0].component, "ubyte");
    IS(x, vertexarray.data[0].size, 3);
    NAMED(vertexarray.data[0].name, "a name");
}

static void faces(pinned *p, const tlb_iqe *x, uint32_t *line)
{
    LINE(MESH, "mesh \"a mesh\"");
    NAMED(mesh.data[0], "a mesh");
    LINE(MATERIAL, "material \"stone\"");
    NAMED(material.data[0], "stone");
    LINE(FA, "fa 4 1 2");
    LINE(FM, "fm -3 -5 -1 0");
    LINE(FS, "fs 1 0");
    ARE(x, indices.data, 4, 1, 2, -3, -5, -1, 0, 1, 0);
    IS(x, fa.data[0].first, 0);
    IS(x, fa.data[0].count, 3);
    IS(x, fm.data[0].first, 3);
    IS(x, fm.data[0].count, 4);
    IS(x, fs.data[0].first, 7);
    IS(x, fs.data[0].count, 2);
    LINE(SMOOTHUV, "smoothuv 0.5");
    IS(x, smoothuv.data[0], 0.5);
    LINE(SMOOTHGROUP, "smoothgroup -7");
    IS(x, smoothgroup.data[0], -7);
    LINE(SMOOTHANGLE, "smoothangle 45.5");
    IS(x, smoothangle.data[0], 45.5);
    LINE(VS, "vs 12");
    IS(x, vs.data[0], 12);
}

static void skeleton(pinned *p, const tlb_iqe *x, uint32_t *line)
{
    LINE(JOINT, "joint \"left arm\" 2");
    NAMED(joint.data[0].name, "left arm");
    IS(x, joint.data[0].parent, 2);
    LINE(PQ, "pq 1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5 9.5 10.5");
    ARE(x, pq.data[0].values, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5);
    IS(x, pq.data[0].count, 10);
    LINE(PM, "pm 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25");
    ARE(x, pm.data[0].values, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25);
    IS(x, pm.data[0].count, 15);
    LINE(PA, "pa 31 32 33 34 35 36 37 38 39");
    ARE(x, pa.data[0].values, 31, 32, 33, 34, 35, 36, 37, 38, 39);
    IS(x, pa.data[0].count, 9);
    LINE(ANIMATION, "animation \"walk\"");
    NAMED(animation.data[0], "walk");
    LINE(LOOP, "loop");
    LINE(FRAMERATE, "framerate 24.5");
    IS(x, framerate.data[0], 24.5);
    LINE(FRAME, "frame");
    LINE(UNKNOWN, "vq 1 2");
    NAMED(unknown.data[0], "vq 1 2");
}

static void left_out(pinned *p, const tlb_iqe *x, uint32_t *line)
{
    LINE(VP, "vp 16.5");
    ARE(x, vp.data[1], 16.5, 0, 0, 1);
    LINE(VT, "vt");
    ARE(x, vt.data[1], 0, 0, 0, 0);
    LINE(VC, "vc 0.75");
    ARE(x, vc.data[1], 0.75, 0, 0, 1);
    LINE(V0, "v0 0.25");
    ARE(x, v[0].data[1], 0.25, 0, 0, 0);
    LINE(VB, "vb");
    IS(x, vb.data[1].count, 0);
    LINE(VERTEXARRAY, "vertexarray position half");
    NAMED(vertexarray.data[1].type, "position");
    NAMED(vertexarray.data[1].component, "half");
    IS(x, vertexarray.data[1].size, -1);
    NAMED(vertexarray.data[1].name, "");
    LINE(MESH, "mesh");
    NAMED(mesh.data[1], "");
    LINE(JOINT, "joint root");
    NAMED(joint.data[1].name, "root");
    IS(x, joint.data[1].parent, -1);
    LINE(PQ, "pq 1.5 2.5 3.5 0 0 0"); /* w: negative, of a unit quaternion */
    ARE(x, pq.data[1].values, 1.5, 2.5, 3.5, 0, 0, 0, -1, 1, 1, 1);
    IS(x, pq.data[1].count, 6);
    LINE(PM, "pm 1.5");
    ARE(x, pm.data[1].values, 1.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1);
    LINE(PA, "pa 1.5");
    ARE(x, pa.data[1].values, 1.5, 0, 0, 0, 0, 0, 1, 1, 1);
}

/* How many of each command there are, before they are looked at. */
static void counts(pinned *p, const tlb_iqe *x)
{
    const iqe_variant *v = p->variant;
    uint32_t two = v->defaults ? 2 : 1;
    IS(x, vp.count, two);
    IS(x, vt.count, two);
    IS(x, vn.count, 1);
    IS(x, vx.count, 2);
    IS(x, vb.count, two);
    IS(x, vc.count, two);
    IS(x, v[0].count, two);
    for (int i = 1; i < TLB_IQE_CUSTOMS; i++)
        IS(x, v[i].count, 1);
    IS(x, weights.count, 2);
    IS(x, vertexarray.count, two);
    IS(x, mesh.count, two);
    IS(x, material.count, 1);
    IS(x, fa.count, 1);
    IS(x, fm.count, 1);
    IS(x, fs.count, 1);
    IS(x, indices.count, 9);
    IS(x, smoothuv.count, 1);
    IS(x, smoothgroup.count, 1);
    IS(x, smoothangle.count, 1);
    IS(x, vs.count, 1);
    IS(x, pq.count, two);
    IS(x, pm.count, two);
    IS(x, pa.count, two);
    IS(x, joint.count, two);
    IS(x, animation.count, 1);
    IS(x, framerate.count, 1);
    IS(x, unknown.count, 1);
}

static void iqe(pinned *p, const tlb_iqe *x)
{
    const iqe_variant *v = p->variant;
    uint32_t commands = 0, *line = &commands;
    RAW("# Inter-Quake Export v7\n");
    NAMED(header, " v7");
    counts(p, x);
    attributes(p, x, line);
    faces(p, x, line);
    skeleton(p, x, line);
    if (v->defaults)
        left_out(p, x, line);
    RAW("comment\nall that\nfollows");
    IS(x, words[*line], TLB_IQE_COMMENT);
    IS(x, command_count, *line + 1);
    NAMED(comment, "all that\nfollows");
}

static void every_command_of_iqe(void **state)
{
    (void)state;
    for (int defaults = 0; defaults < 2; defaults++) {
        iqe_variant v = {defaults};
        pinned p = {.title = "commands", .variant = &v, .may_be_cut = true};
        PIN_ALONE(&p, "iqe", tlb_document_iqe, iqe);
    }
}

/* Without the old text every command is spelled anew, and what was written above is how. */
static void commands_without_spelling(void **state)
{
    (void)state;
    iqe_variant v = {false};
    pinned p = {.title = "spelled anew", .variant = &v, .may_be_cut = true};
    pinned_begin(&p);
    iqe(&p, NULL);
    tlb_document *document = pinned_open(&p, "iqe");
    tlb_iqe *x = tlb_document_iqe(document);
    iqe(&p, x);
    memset(x->spellings, 0, x->command_count * sizeof *x->spellings);
    x->header_spelling = 0;
    pinned_end(&p, document, "iqe");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_of_iqm),
        cmocka_unit_test(every_command_of_iqe),
        cmocka_unit_test(commands_without_spelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
