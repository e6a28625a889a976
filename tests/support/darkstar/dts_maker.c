#include "dts_maker.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct maker {
    tlb_arena *arena;
    const dts_plan *plan;
    tlb_dts *shape;
    uint32_t random;
} maker;

static const double PI = 3.14159265358979;

/* --- small things ------------------------------------------------------------------------------------- */

static uint32_t pick(maker *m, uint32_t least, uint32_t most)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return least + m->random % (most - least + 1);
}

static void *take(maker *m, size_t count, size_t size)
{
    void *memory = tlb_zalloc_array(m->arena, count, size);
    assert(memory);
    return memory;
}

/* Room for the most elements a list of the windmill has; `count` says how many it got. */
#define ROOM(m, list, most) ((m)->shape->list.data = take((m), (most), sizeof *(m)->shape->list.data))
#define ADD(m, list)        (&(m)->shape->list.data[(m)->shape->list.count++])

static int32_t add_name(maker *m, const char *text)
{
    tlb_dts_name *name = ADD(m, names);
    size_t size = strlen(text);
    memcpy(name->data, text, size);
    for (size_t i = size + 1; m->plan->odd && i < TLB_DTS_NAME; i++)
        name->data[i] = (char)pick(m, 0, 255);
    return (int32_t)m->shape->names.count - 1;
}

/* sin and cos of a whole number of degrees, by series: the same bits with every library. */
static double sine(int degrees)
{
    degrees = ((degrees % 360) + 540) % 360 - 180;
    double x = degrees * PI / 180, y = x * x, term = x, sum = x;
    for (int i = 1; i < 14; i++) {
        term *= -y / ((2 * i) * (2 * i + 1));
        sum += term;
    }
    return sum;
}

static double cosine(int degrees)
{
    return sine(degrees + 90);
}

/* A turn of the usual kind about an axis (0 x, 1 y, 2 z), and a move; the file has the conjugate. */
static int32_t add_transform(maker *m, int axis, int degrees, double x, double y, double z)
{
    tlb_dts_transform *t = ADD(m, transforms);
    double q[4] = {0, 0, 0, cosine(degrees / 2)};
    q[axis] = -sine(degrees / 2);
    for (int i = 0; i < 4; i++)
        if (m->plan->version >= 7)
            t->rot16[i] = (int16_t)(q[i] * 32767);
        else
            t->rot[i] = (float)q[i];
    t->pos[0] = (float)x, t->pos[1] = (float)y, t->pos[2] = (float)z;
    for (int i = 0; m->plan->version <= 7 && i < 3; i++)
        t->scale[i] = 1;
    return (int32_t)m->shape->transforms.count - 1;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

enum { MOST_VERTICES = 512, MOST_FACES = 512, MOST_UVS = 64, MOST_FRAMES = 8 };

typedef struct modeller {
    maker *m;
    uint32_t frames, vertices; /* a frame */
    uint32_t faces, uvs;
    struct {
        float at[3], normal[3];
    } vertex[MOST_FRAMES][MOST_VERTICES];
    tlb_dts_face face[MOST_FACES];
    float uv[MOST_UVS][2];
    uint32_t frame, next; /* being drawn */
} modeller;

typedef double point[3];

static int32_t add_uv(modeller *o, double u, double v)
{
    for (uint32_t i = 0; i < o->uvs; i++)
        if (o->uv[i][0] == (float)u && o->uv[i][1] == (float)v)
            return (int32_t)i;
    o->uv[o->uvs][0] = (float)u, o->uv[o->uvs][1] = (float)v;
    return (int32_t)o->uvs++;
}

/* Corners counter-clockwise, seen from outside, from the picture's upper left down; two triangles. */
static void quad(modeller *o, int32_t material, point a, point b, point c, point d)
{
    double *corner[4] = {a, b, c, d}, u[3], v[3], n[3], length = 0;
    for (int i = 0; i < 3; i++)
        u[i] = c[i] - a[i], v[i] = d[i] - b[i];
    for (int i = 0; i < 3; i++)
        n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    for (int i = 0; i < 3; i++)
        length += n[i] * n[i];
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) {
            o->vertex[o->frame][o->next + (uint32_t)k].at[i] = (float)corner[k][i];
            o->vertex[o->frame][o->next + (uint32_t)k].normal[i] = (float)(n[i] / sqrt(length));
        }
    int32_t first = (int32_t)o->next + 2; /* after the box */
    o->next += 4;
    if (o->frame)
        return;
    int32_t t[4] = {add_uv(o, 0, 0), add_uv(o, 0, 1), add_uv(o, 1, 1), add_uv(o, 1, 0)};
    o->face[o->faces++] = (tlb_dts_face){first, t[0], first + 2, t[2], first + 1, t[1], material};
    o->face[o->faces++] = (tlb_dts_face){first, t[0], first + 3, t[3], first + 2, t[2], material};
}

static void box(modeller *o, int32_t material, double x0, double y0, double z0, double x1, double y1,
                double z1)
{
    point p[8];
    for (int i = 0; i < 8; i++)
        p[i][0] = i & 1 ? x1 : x0, p[i][1] = i & 2 ? y1 : y0, p[i][2] = i & 4 ? z1 : z0;
    quad(o, material, p[4], p[0], p[1], p[5]); /* -y */
    quad(o, material, p[7], p[3], p[2], p[6]); /* +y */
    quad(o, material, p[6], p[2], p[0], p[4]); /* -x */
    quad(o, material, p[5], p[1], p[3], p[7]); /* +x */
    quad(o, material, p[6], p[4], p[5], p[7]); /* +z */
    quad(o, material, p[0], p[2], p[3], p[1]); /* -z */
}

/* A tower with so many sides, narrower at its top. */
static void tower(modeller *o, int32_t material, int sides, double r0, double z0, double r1, double z1)
{
    for (int i = 0; i < sides; i++) {
        int a = 360 * i / sides, b = 360 * (i + 1) / sides;
        point low0 = {r0 * cosine(a), r0 * sine(a), z0}, low1 = {r0 * cosine(b), r0 * sine(b), z0};
        point high0 = {r1 * cosine(a), r1 * sine(a), z1}, high1 = {r1 * cosine(b), r1 * sine(b), z1};
        quad(o, material, high0, low0, low1, high1);
    }
}

static void end_frame(modeller *o)
{
    o->vertices = o->next;
    o->next = 0;
    o->frame++;
}

/* The box of a frame, or of all. */
static void find_box(const modeller *o, uint32_t first, uint32_t last, float low[3], float scale[3])
{
    for (int axis = 0; axis < 3; axis++) {
        float high = -INFINITY;
        low[axis] = INFINITY;
        for (uint32_t f = first; f <= last; f++)
            for (uint32_t i = 0; i < o->vertices; i++) {
                low[axis] = fminf(low[axis], o->vertex[f][i].at[axis]);
                high = fmaxf(high, o->vertex[f][i].at[axis]);
            }
        scale[axis] = high > low[axis] ? (high - low[axis]) / 255 : 0;
    }
}

static void pack_frame(const modeller *o, uint32_t frame, const float low[3], const float scale[3],
                       tlb_dts_packed_vertex *out)
{
    for (int axis = 0; axis < 3; axis++)
        out[0][axis] = 255, out[1][axis] = 0;
    for (uint32_t i = 0; i < o->vertices; i++) {
        for (int axis = 0; axis < 3; axis++) {
            float part = scale[axis] > 0 ? (o->vertex[frame][i].at[axis] - low[axis]) / scale[axis] : 0;
            uint8_t packed = (uint8_t)fminf(part + 0.001f, 255);
            out[i + 2][axis] = packed;
            out[0][axis] = packed < out[0][axis] ? packed : out[0][axis];
            out[1][axis] = packed > out[1][axis] ? packed : out[1][axis];
        }
        out[i + 2][3] = tlb_dts_pack_normal(o->vertex[frame][i].normal);
    }
}

static void start_pers(tlb_pers *pers, const char *class_name, int32_t version)
{
    *pers = (tlb_pers){.className = {class_name, (uint32_t)strlen(class_name)}, .version = version};
}

static void end_mesh(modeller *o)
{
    maker *m = o->m;
    tlb_dts_mesh *mesh = ADD(m, meshes);
    int32_t version = m->plan->meshVersion;
    uint32_t frames = o->frame, stride = o->vertices + 2;
    start_pers(&mesh->pers, "TS::CelAnimMesh", version);
    mesh->vertsPerFrame = (int32_t)stride;
    mesh->textureVertsPerFrame = version >= 2 ? (int32_t)o->uvs : 0;
    mesh->radius = 1.5f;
    mesh->vertices.data = take(m, (size_t)frames * stride, sizeof *mesh->vertices.data);
    mesh->vertices.count = frames * stride;
    mesh->frames.data = take(m, frames, sizeof *mesh->frames.data);
    mesh->frames.count = version < 3 && frames == 1 && m->plan->odd ? 0 : frames;
    if (version < 3)
        find_box(o, 0, frames - 1, mesh->origin, mesh->scale);
    for (uint32_t f = 0; f < frames; f++) {
        tlb_dts_frame *frame = &mesh->frames.data[f];
        frame->firstVert = (int32_t)(f * stride);
        if (version >= 3)
            find_box(o, f, f, frame->origin, frame->scale);
        pack_frame(o, f, version < 3 ? mesh->origin : frame->origin, version < 3 ? mesh->scale : frame->scale,
                   mesh->vertices.data + f * stride);
    }
    mesh->faces.data = take(m, o->faces, sizeof *mesh->faces.data);
    mesh->faces.count = o->faces;
    memcpy(mesh->faces.data, o->face, o->faces * sizeof *o->face);
    /* Twice: the second half is the picture moved on, for texture frames. */
    mesh->textureVerts.data = take(m, (size_t)o->uvs * 2, sizeof *mesh->textureVerts.data);
    mesh->textureVerts.count = o->uvs * 2;
    for (uint32_t i = 0; i < o->uvs * 2; i++) {
        mesh->textureVerts.data[i][0] = o->uv[i % o->uvs][0] + (i < o->uvs ? 0 : 0.5f);
        mesh->textureVerts.data[i][1] = o->uv[i % o->uvs][1];
    }
}

/* --- the parts of the windmill ------------------------------------------------------------------------ */

enum { BRICK, WOOD, CLOTH, LAMP, BOARD, DEFAULT_MATERIALS, LAMP_OFF = DEFAULT_MATERIALS, MATERIALS };

static void draw_flag(modeller *o, uint32_t frame)
{
    enum { PIECES = 4 };
    box(o, WOOD, -0.04, -0.04, 0, 0.04, 0.04, 1.2);
    for (int i = 0; i < PIECES; i++) {
        double x[2], y[2];
        for (int k = 0; k < 2; k++) {
            int phase = (i + k) * 90 - (int)frame * 360 / DTS_FLAG_FRAMES;
            x[k] = 0.04 + (i + k) * 0.25;
            y[k] = 0.12 * sine(phase) * (i + k) / PIECES;
        }
        point a = {x[0], y[0], 1.2}, b = {x[0], y[0], 0.7}, c = {x[1], y[1], 0.7}, d = {x[1], y[1], 1.2};
        quad(o, CLOTH, a, b, c, d);
        quad(o, CLOTH, d, c, b, a);
    }
}

static void draw_sails(modeller *o)
{
    box(o, WOOD, -0.12, -0.3, -0.12, 0.12, 0.1, 0.12);
    for (int i = 0; i < 4; i++) {
        double s = sine(90 * i), c = cosine(90 * i);
        point corner[4] = {{-0.05, 0, 2.2}, {-0.05, 0, 0.3}, {0.55, -0.12, 0.3}, {0.55, -0.12, 2.2}};
        for (int k = 0; k < 4; k++) {
            double x = corner[k][0], z = corner[k][2];
            corner[k][0] = x * c + z * s;
            corner[k][2] = z * c - x * s;
        }
        quad(o, CLOTH, corner[0], corner[1], corner[2], corner[3]);
        quad(o, WOOD, corner[3], corner[2], corner[1], corner[0]);
    }
}

static void draw_part(modeller *o, int part, uint32_t frame)
{
    switch (part) {
    case DTS_FLAG_OBJECT:
        draw_flag(o, frame);
        break;
    case DTS_TOWER_OBJECT: {
        tower(o, BRICK, 8, 1.3, 0, 0.9, 3);
        point a = {-0.7, -1.32, 1.75}, b = {-0.7, -1.32, 1.45}, c = {0.7, -1.32, 1.45},
              d = {0.7, -1.32, 1.75};
        quad(o, BOARD, a, b, c, d);
        break;
    }
    case DTS_CAP_OBJECT:
        tower(o, WOOD, 8, 1.05, 0, 0.05, 0.9);
        break;
    case DTS_SAILS_OBJECT:
        draw_sails(o);
        break;
    case DTS_DOOR_OBJECT:
        box(o, WOOD, 0, -0.08, 0, 0.6, 0, 1.1);
        break;
    case DTS_LAMP_OBJECT:
        box(o, LAMP, -0.1, -0.1, -0.1, 0.1, 0.1, 0.1);
        break;
    case DTS_COARSE_OBJECT:
        tower(o, BRICK, 4, 1.3, 0, 0.8, 3.6);
        break;
    default:
        box(o, BRICK, -1.3, -1.3, 0, 1.3, 1.3, 4);
    }
}

/* Where the whole mill is; node 0 stands where it does. */
static void add_box_mesh(maker *m)
{
    tlb_dts_mesh *mesh = ADD(m, meshes);
    static const float origin[3] = {-2.6f, -2.6f, 0}, scale[3] = {5.2f / 255, 5.2f / 255, 7.0f / 255};
    start_pers(&mesh->pers, "TS::CelAnimMesh", m->plan->meshVersion);
    mesh->vertsPerFrame = 2;
    mesh->vertices.data = take(m, 2, sizeof *mesh->vertices.data);
    mesh->vertices.count = 2;
    memset(mesh->vertices.data[1], 255, 3);
    mesh->frames.data = take(m, 1, sizeof *mesh->frames.data);
    mesh->frames.count = 1;
    float *const to[] = {mesh->scale, mesh->origin, mesh->frames.data->scale, mesh->frames.data->origin};
    for (int i = 0; i < 2; i++)
        memcpy(to[(m->plan->meshVersion < 3 ? 0 : 2) + i], i ? origin : scale, sizeof scale);
}

static void add_meshes(maker *m)
{
    ROOM(m, meshes, DTS_OBJECTS);
    modeller *o = take(m, 1, sizeof *o);
    add_box_mesh(m);
    for (int part = DTS_BOX_OBJECT + 1; part < DTS_OBJECTS; part++) {
        *o = (modeller){.m = m};
        uint32_t frames = part == DTS_FLAG_OBJECT ? DTS_FLAG_FRAMES : 1;
        for (uint32_t f = 0; f < frames; f++) {
            draw_part(o, part, f);
            end_frame(o);
        }
        end_mesh(o);
    }
}

static void add_objects(maker *m)
{
    static const char *const names[DTS_OBJECTS] = {"bounds", "flag", "tower",    "cap", "sails",
                                                   "door",   "lamp", "far mill", "hull"};
    static const int32_t nodes[DTS_OBJECTS] = {DTS_BOUNDS, DTS_ALWAYS, DTS_MILL,   DTS_CAP,      DTS_SAILS,
                                               DTS_HINGE,  DTS_LAMP,   DTS_COARSE, DTS_COLLISION};
    ROOM(m, objects, DTS_OBJECTS);
    for (int i = 0; i < DTS_OBJECTS; i++) {
        tlb_dts_object *o = ADD(m, objects);
        o->name = (int16_t)add_name(m, names[i]);
        o->meshIndex = i;
        o->nodeIndex = nodes[i];
        o->offset[2] = i == DTS_LAMP_OBJECT ? 0.2f : 0;
        o->flags = i == DTS_LAMP_OBJECT ? TLB_DTS_OBJECT_INVISIBLE : 0;
        if (m->plan->version >= 8)
            o->pad = m->plan->odd ? 0xcdcd : 0;
        else if (m->plan->odd) {
            o->offsetFlags = 0xcdcdcdcd;
            o->offsetRot[4] = NAN;
        }
    }
}

static void add_nodes(maker *m)
{
    static const struct {
        const char *name;
        int32_t parent;
        double x, y, z;
    } nodes[DTS_NODES] = {
        {"bounds", -1, 0, 0, 0}, {"always", 0, 0.3, 0.4, 3.6}, {"mill 64", 0, 0, 0, 0},
        {"cap", 2, 0, 0, 3},     {"axle", 3, 0, -1.1, 0.35},   {"hinge", 2, -0.3, -1.22, 0},
        {"lamp", 3, 0, 0, 0.9},  {"mill 8", 0, 0, 0, 0},       {"coll0", 0, 0, 0, 0},
    };
    ROOM(m, nodes, DTS_NODES);
    for (int i = 0; i < DTS_NODES; i++) {
        tlb_dts_node *n = ADD(m, nodes);
        n->name = add_name(m, nodes[i].name);
        n->parent = nodes[i].parent;
        /* The mill is drawn looking along -y; shapes look along y. */
        int degrees = i == DTS_BOUNDS ? (int)pick(m, 0, 20) * 2 : i == DTS_MILL ? 180 : 0;
        n->defaultTransform = add_transform(m, 2, degrees, nodes[i].x, nodes[i].y, nodes[i].z);
    }
}

/* --- sequences ---------------------------------------------------------------------------------------- */

enum { VISIBLE = 8, VISIBLE_MATTERS = 4, MATERIAL_MATTERS = 2, FRAME_MATTERS = 1 };

static void add_key(maker *m, double pos, uint32_t value, uint32_t material, uint32_t flags)
{
    tlb_dts_key_frame *k = ADD(m, keyFrames);
    k->pos = (float)pos;
    k->key = value;
    if (m->plan->version >= 8)
        k->matIndex = material | flags << 12;
    else if (m->plan->version >= 3)
        k->matIndex = material | flags << 28;
    else
        k->key |= (flags & (VISIBLE | VISIBLE_MATTERS)) << 28;
}

static void open_track(maker *m, int32_t sequence, int32_t *first, int32_t *count)
{
    if (!*count)
        *first = (int32_t)m->shape->subSequences.count;
    ++*count;
    tlb_dts_sub_sequence *s = ADD(m, subSequences);
    s->sequenceIdx = sequence;
    s->firstKeyFrame = (int32_t)m->shape->keyFrames.count;
}

static void close_track(maker *m)
{
    tlb_dts_sub_sequence *s = &m->shape->subSequences.data[m->shape->subSequences.count - 1];
    s->numKeyFrames = (int32_t)m->shape->keyFrames.count - s->firstKeyFrame;
}

static void open_node_track(maker *m, int32_t sequence, int node)
{
    open_track(m, sequence, &m->shape->nodes.data[node].firstSubSequence,
               &m->shape->nodes.data[node].numSubSequences);
}

static void open_object_track(maker *m, int32_t sequence, int object)
{
    open_track(m, sequence, &m->shape->objects.data[object].firstSubSequence,
               &m->shape->objects.data[object].numSubSequences);
}

/* The sails turn once, about y; keys are not at the ends, so that what is cyclic goes through them. */
static void turn_sails(maker *m)
{
    enum { STEPS = 8 };
    int32_t sails = m->shape->nodes.data[DTS_SAILS].defaultTransform;
    const float *at = m->shape->transforms.data[sails].pos;
    int begin = (int)pick(m, 1, 40) * 2;
    open_node_track(m, DTS_TURN, DTS_SAILS);
    for (int i = 0; i < STEPS; i++) {
        int step = m->plan->odd && i < 2 ? 1 - i : i; /* unsorted */
        int32_t t =
            add_transform(m, 1, begin + step * 360 / STEPS, (double)at[0], (double)at[1], (double)at[2]);
        add_key(m, (step + 0.25) / STEPS, (uint32_t)t, 0, VISIBLE);
    }
    close_track(m);
}

static void open_door(maker *m)
{
    static const int degrees[] = {0, 30, 110};
    const float *at = m->shape->transforms.data[m->shape->nodes.data[DTS_HINGE].defaultTransform].pos;
    open_node_track(m, DTS_OPEN, DTS_HINGE);
    for (int i = 0; i < 3; i++) {
        int32_t t = add_transform(m, 2, degrees[i], (double)at[0], (double)at[1], (double)at[2]);
        add_key(m, i * 0.4, (uint32_t)t, 0, VISIBLE | FRAME_MATTERS);
    }
    close_track(m);
}

/* The root goes forward and turns a little; the far mill nods, and hides for a moment. */
static void walk_mill(maker *m)
{
    open_node_track(m, DTS_WALK, DTS_BOUNDS);
    for (int i = 0; i <= 4; i++)
        add_key(m, i / 4.0, (uint32_t)add_transform(m, 2, i * 4, i * 0.1, i * 0.5, 0), 0, VISIBLE);
    close_track(m);
    open_node_track(m, DTS_WALK, DTS_COARSE);
    for (int i = 0; i < 4; i++)
        add_key(m, i / 4.0, (uint32_t)add_transform(m, 0, (i % 2) * 20, 0, 0, 0), 0,
                i == 2 && m->plan->odd ? 0 : VISIBLE);
    close_track(m);
}

static void animate_objects(maker *m)
{
    open_object_track(m, DTS_TURN, DTS_FLAG_OBJECT);
    for (uint32_t i = 0; i < DTS_FLAG_FRAMES; i++)
        add_key(m, (double)i / DTS_FLAG_FRAMES, i, i % 2,
                FRAME_MATTERS | (i % 2 ? MATERIAL_MATTERS : 0) | VISIBLE);
    close_track(m);
    open_object_track(m, DTS_TURN, DTS_LAMP_OBJECT);
    for (uint32_t i = 0; i < 4; i++)
        add_key(m, 0.1 + i * 0.25, 0, 0, VISIBLE_MATTERS | (i % 2 ? VISIBLE : 0));
    close_track(m);
}

/* The lamp's material changes with those after the default ones. */
static void change_lamp(maker *m)
{
    tlb_dts_sequence *turn = &m->shape->sequences.data[DTS_TURN];
    open_track(m, DTS_TURN, &turn->firstIFLSubSequence, &turn->numIFLSubSequences);
    add_key(m, 0, LAMP, LAMP, VISIBLE);
    add_key(m, 0.5, LAMP_OFF, LAMP, VISIBLE);
    close_track(m);
}

static void add_triggers(maker *m)
{
    static const float positions[] = {0.25f, 0.75f, -0.5f};
    ROOM(m, frameTriggers, 3);
    tlb_dts_sequence *turn = &m->shape->sequences.data[DTS_TURN];
    turn->numTriggerFrames = 3;
    for (int i = 0; i < 3; i++)
        *ADD(m, frameTriggers) = (tlb_dts_frame_trigger){positions[i], i + 1};
}

static void add_transitions(maker *m)
{
    static const struct {
        int32_t from, to;
        float start, end;
    } ways[] = {{DTS_TURN, DTS_WALK, 0.5f, 0.25f}, {DTS_WALK, DTS_TURN, 0, 0}};
    ROOM(m, transitions, 2);
    for (int i = 0; i < 2; i++) {
        tlb_dts_transition *t = ADD(m, transitions);
        add_transform(m, 2, 10, 0, 1, 0);
        *t = (tlb_dts_transition){ways[i].from,  ways[i].to,
                                  ways[i].start, ways[i].end,
                                  0.5f,          m->shape->transforms.data[--m->shape->transforms.count]};
    }
}

static void add_sequences(maker *m)
{
    static const struct {
        const char *name;
        int32_t cyclic;
        float duration;
        int32_t priority;
    } sequences[DTS_SEQUENCES] = {{"turn", 1, 2, 1}, {"open", 0, 1, 2}, {"walk", 1, 1.5f, 3}};
    ROOM(m, sequences, DTS_SEQUENCES);
    ROOM(m, subSequences, 16);
    ROOM(m, keyFrames, 64);
    for (int i = 0; i < DTS_SEQUENCES; i++)
        *ADD(m, sequences) = (tlb_dts_sequence){.name = add_name(m, sequences[i].name),
                                                .cyclic = sequences[i].cyclic,
                                                .duration = sequences[i].duration,
                                                .priority = sequences[i].priority};
    turn_sails(m);
    open_door(m);
    walk_mill(m);
    animate_objects(m);
    if (m->plan->version >= 2)
        add_transitions(m);
    if (m->plan->version >= 4)
        add_triggers(m);
    if (m->plan->version >= 5)
        change_lamp(m);
}

/* --- the shape ---------------------------------------------------------------------------------------- */

static void add_materials(maker *m)
{
    static const char *const files[MATERIALS] = {"brick.bmp", "wood.bmp", "cloth.bmp", "", "sign.bmp", ""};
    tlb_dml_list *list = &m->shape->materialList;
    start_pers(&list->pers, "TS::MaterialList", m->plan->listVersion);
    list->numDetails = 1;
    list->numMaterials = list->materials.count = m->plan->bare ? 1 : MATERIALS;
    list->materials.data = take(m, MATERIALS, sizeof *list->materials.data);
    list->recordSize = TLB_DML_RECORD_48;
    for (int i = 0; i < MATERIALS; i++) {
        tlb_dml_material *material = &list->materials.data[i];
        bool lamp = i == LAMP || i == LAMP_OFF;
        material->flags =
            lamp ? TLB_DML_RGB | TLB_DML_SHADING_NONE : TLB_DML_TEXTURE | TLB_DML_SHADING_SMOOTH;
        material->red = i == LAMP ? 255 : lamp ? 60 : 0;
        material->green = i == LAMP ? 220 : lamp ? 50 : 0;
        strcpy(material->file, files[i]);
        if (m->plan->listVersion != 2) {
            material->type = i == WOOD ? 6 : 0;
            material->elasticity = 1, material->friction = 0.5f;
        }
        material->useDefaultProps = m->plan->listVersion == 4 || m->plan->listVersion == 1;
    }
    m->shape->hasMaterials = 1;
}

static void add_details(maker *m)
{
    static const tlb_dts_detail details[] = {{DTS_MILL, 64}, {DTS_COARSE, 8}, {DTS_COLLISION, 0}};
    ROOM(m, details, 3);
    for (int i = 0; i < 3; i++)
        *ADD(m, details) = details[i];
}

static void set_bounds(maker *m)
{
    tlb_dts *x = m->shape;
    x->radius = 6;
    x->center[2] = 2;
    for (int axis = 0; x->pers.version >= 8 && axis < 3; axis++) {
        x->minBounds[axis] = axis == 2 ? -1 : -4;
        x->maxBounds[axis] = axis == 2 ? 7 : 4;
    }
}

static void make_mill(maker *m)
{
    enum { MOST_NAMES = DTS_NODES + DTS_OBJECTS + DTS_SEQUENCES, MOST_TRANSFORMS = 64 };
    ROOM(m, names, MOST_NAMES);
    ROOM(m, transforms, MOST_TRANSFORMS);
    add_nodes(m);
    add_objects(m);
    add_meshes(m);
    add_sequences(m);
    add_details(m);
    m->shape->defaultMaterials = m->plan->version >= 5 ? DEFAULT_MATERIALS : 0;
    m->shape->alwaysNode = m->plan->version >= 6 ? DTS_ALWAYS : TLB_NONE;
}

static void make_triangle(maker *m)
{
    ROOM(m, names, 2);
    ROOM(m, transforms, 1);
    ROOM(m, nodes, 2);
    ROOM(m, objects, 1);
    ROOM(m, details, 1);
    ROOM(m, meshes, 1);
    int32_t still = add_transform(m, 2, 0, 0, 0, 0);
    *ADD(m, nodes) = (tlb_dts_node){.name = add_name(m, "bounds"), .parent = -1, .defaultTransform = still};
    *ADD(m, nodes) = (tlb_dts_node){.name = add_name(m, "base"), .parent = 0, .defaultTransform = still};
    *ADD(m, objects) = (tlb_dts_object){.name = 1, .nodeIndex = 1};
    *ADD(m, details) = (tlb_dts_detail){1, 0};
    m->shape->alwaysNode = TLB_NONE;
    m->shape->defaultMaterials = m->plan->version >= 5;
    modeller *o = take(m, 1, sizeof *o);
    o->m = m;
    point a = {0, 0, 1}, b = {0, 0, 0}, c = {1, 0, 0}, d = {1, 0, 1};
    quad(o, 0, a, b, c, d);
    end_frame(o);
    end_mesh(o);
}

void dts_make(tlb_document *document, tlb_context *context, const dts_plan *plan)
{
    static const uint8_t stale[] = {0, 0, 'P', 'E', 'R', 'S', 1};
    tlb_dts *root = made_begin(document, context, "dts", sizeof *root);
    maker m = {.arena = &document->arena, .plan = plan, .random = plan->seed * 2654435761u + 1};
    m.shape = root;
    start_pers(&m.shape->pers, "TS::Shape", plan->version);
    if (plan->bare)
        make_triangle(&m);
    else
        make_mill(&m);
    add_materials(&m);
    set_bounds(&m);
    if (plan->odd)
        m.shape->tail = (tlb_bytes){stale, sizeof stale};
}
