#include "iqm_maker.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *iqm_take(tlb_document *document, size_t count, size_t size)
{
    void *memory = tlb_alloc_array(&document->arena, count, size);
    if (!memory)
        abort();
    if (count)
        memset(memory, 0, count * size);
    return memory;
}

tlb_iqm *iqm_begin(tlb_document *document, tlb_context *context, uint32_t version)
{
    tlb_iqm *x = made_begin(document, context, "iqm", sizeof *x);
    x->version = version;
    x->text = x->comment = (tlb_text){"", 0};
    iqm_text(document, "");
    return x;
}

uint32_t iqm_text(tlb_document *document, const char *string)
{
    tlb_iqm *x = document->root;
    size_t length = strlen(string) + 1;
    for (uint32_t at = 0; at < x->text.size; at += (uint32_t)strlen(x->text.data + at) + 1)
        if (strcmp(x->text.data + at, string) == 0)
            return at;
    char *text = iqm_take(document, x->text.size + length, 1);
    memcpy(text, x->text.data, x->text.size);
    memcpy(text + x->text.size, string, length);
    uint32_t offset = x->text.size;
    x->text = (tlb_text){text, (uint32_t)(x->text.size + length)};
    return offset;
}

void *iqm_array(tlb_document *document, uint32_t type, uint32_t format, uint32_t size)
{
    tlb_iqm *x = document->root;
    tlb_iqm_vertexarray *arrays = iqm_take(document, x->vertexarrays.count + 1, sizeof *arrays);
    if (x->vertexarrays.count)
        memcpy(arrays, x->vertexarrays.data, x->vertexarrays.count * sizeof *arrays);
    x->vertexarrays.data = arrays;
    tlb_iqm_vertexarray *array = &arrays[x->vertexarrays.count++];
    *array = (tlb_iqm_vertexarray){.type = type, .format = format, .size = size};
    void *values = iqm_take(document, (size_t)x->num_vertexes * size, tlb_iqm_component_size(format));
    array->values = values;
    return values;
}

/* --- frames ------------------------------------------------------------------------------------------- */

/* Version 1 leaves out the rotation's w. */
static uint32_t channel_at(const tlb_iqm *x, uint32_t stored)
{
    enum { W = 6 };
    return x->version == 1 && stored >= W ? stored + 1 : stored;
}

typedef struct range {
    float low, high;
} range;

static range range_of(const tlb_iqm *x, float (*channels)[TLB_IQM_CHANNELS], uint32_t joint, uint32_t channel)
{
    range r = {FLT_MAX, -FLT_MAX};
    for (uint32_t f = 0; f < x->num_frames; f++) {
        float value = channels[f * x->joints.count + joint][channel];
        r.low = fminf(r.low, value), r.high = fmaxf(r.high, value);
    }
    return r;
}

void iqm_pack_frames(tlb_document *document, float (*channels)[TLB_IQM_CHANNELS])
{
    tlb_iqm *x = document->root;
    uint32_t stored = x->version == 1 ? TLB_IQM_CHANNELS - 1 : TLB_IQM_CHANNELS;
    IQM_MAKE_LIST(document, &x->poses, x->joints.count);
    for (uint32_t j = 0; j < x->joints.count; j++) {
        tlb_iqm_pose *pose = &x->poses.data[j];
        pose->parent = x->joints.data[j].parent;
        for (uint32_t c = 0; c < stored; c++) {
            range r = range_of(x, channels, j, channel_at(x, c));
            pose->channeloffset[c] = r.low;
            pose->channelscale[c] = (r.high - r.low) / UINT16_MAX;
            if (pose->channelscale[c] > 0) {
                pose->channelmask |= 1u << c;
                x->num_framechannels++;
            }
        }
    }
    uint16_t *out = iqm_take(document, (size_t)x->num_frames * x->num_framechannels, sizeof *out);
    x->frames = out;
    for (uint32_t f = 0; f < x->num_frames; f++)
        for (uint32_t j = 0; j < x->joints.count; j++)
            for (uint32_t c = 0; c < stored; c++) {
                const tlb_iqm_pose *pose = &x->poses.data[j];
                float value = channels[f * x->joints.count + j][channel_at(x, c)];
                if (pose->channelmask >> c & 1)
                    *out++ = (uint16_t)((value - pose->channeloffset[c]) / pose->channelscale[c] + 0.5f);
            }
}

/* --- one of everything -------------------------------------------------------------------------------- */

typedef struct maker {
    tlb_document *document;
    tlb_iqm *x;
    const iqm_plan *plan;
    uint32_t random;
} maker;

static uint32_t pick(maker *m, uint32_t most)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return m->random % (most + 1);
}

static void put(void *values, uint32_t format, size_t i, double value)
{
    /* What a fraction of 1 is in each format; halfs are 0 or 1. */
    static const double most[TLB_IQM_FORMATS] = {INT8_MAX,   UINT8_MAX, INT16_MAX,
                                                 UINT16_MAX, INT32_MAX, UINT32_MAX};
    switch (format) {
    case TLB_IQM_BYTE:
    case TLB_IQM_UBYTE:
        ((uint8_t *)values)[i] = (uint8_t)lrint(value * most[format]);
        break;
    case TLB_IQM_SHORT:
    case TLB_IQM_USHORT:
        ((uint16_t *)values)[i] = (uint16_t)lrint(value * most[format]);
        break;
    case TLB_IQM_INT:
    case TLB_IQM_UINT:
        ((uint32_t *)values)[i] = (uint32_t)llrint(value * most[format]);
        break;
    case TLB_IQM_HALF:
        ((uint16_t *)values)[i] = value < 0.5 ? 0 : 0x3c00;
        break;
    case TLB_IQM_FLOAT:
        ((float *)values)[i] = (float)value;
        break;
    default:
        ((double *)values)[i] = value;
    }
}

/* Boxes of eight corners and twelve triangles each, one a mesh. */
enum { CORNERS = 8, BOX_TRIANGLES = 12, BOXES = 2, JOINTS = 3, FRAMES = 6 };

/* Clockwise. */
static const uint8_t box[BOX_TRIANGLES][3] = {{0, 1, 2}, {1, 3, 2}, {4, 6, 5}, {5, 6, 7},
                                              {0, 4, 1}, {1, 4, 5}, {2, 3, 6}, {3, 7, 6},
                                              {0, 2, 4}, {2, 6, 4}, {1, 5, 3}, {3, 5, 7}};

static int32_t neighbour(uint32_t triangle, int edge)
{
    uint8_t from = box[triangle][edge], to = box[triangle][(edge + 1) % 3];
    for (int32_t i = 0; i < BOX_TRIANGLES; i++)
        for (int k = 0; k < 3; k++)
            if (box[i][k] == to && box[i][(k + 1) % 3] == from)
                return i;
    abort();
}

static void make_boxes(maker *m, uint32_t boxes)
{
    tlb_iqm *x = m->x;
    x->num_vertexes = boxes * CORNERS;
    IQM_MAKE_LIST(m->document, &x->meshes, boxes);
    uint32_t triangle_count = boxes * BOX_TRIANGLES;
    tlb_iqm_triangle *triangles = iqm_take(m->document, triangle_count, sizeof *triangles);
    tlb_iqm_adjacency *adjacency = iqm_take(m->document, triangle_count, sizeof *adjacency);
    x->triangles.data = (const tlb_iqm_triangle *)triangles;
    x->adjacency.data = (const tlb_iqm_adjacency *)adjacency;
    x->triangles.count = x->adjacency.count = triangle_count;
    for (uint32_t b = 0; b < boxes; b++) {
        x->meshes.data[b] = (tlb_iqm_mesh){iqm_text(m->document, b ? "lid" : "box"),
                                           iqm_text(m->document, b ? "brass" : ""),
                                           b * CORNERS,
                                           CORNERS,
                                           b * BOX_TRIANGLES,
                                           BOX_TRIANGLES};
        for (uint32_t i = 0; i < BOX_TRIANGLES; i++)
            for (int k = 0; k < 3; k++) {
                triangles[b * BOX_TRIANGLES + i][k] = b * CORNERS + box[i][k];
                adjacency[b * BOX_TRIANGLES + i][k] = (int32_t)(b * BOX_TRIANGLES) + neighbour(i, k);
            }
    }
}

static void make_arrays(maker *m)
{
    tlb_document *d = m->document;
    uint32_t count = m->x->num_vertexes, format = m->plan->format;
    float *position = iqm_array(d, TLB_IQM_POSITION, TLB_IQM_FLOAT, 3);
    void *texcoord = iqm_array(d, TLB_IQM_TEXCOORD, format, 2);
    float *normal = iqm_array(d, TLB_IQM_NORMAL, TLB_IQM_FLOAT, 3);
    float *tangent = iqm_array(d, TLB_IQM_TANGENT, TLB_IQM_FLOAT, 4);
    uint8_t *indexes = iqm_array(d, TLB_IQM_BLENDINDEXES, TLB_IQM_UBYTE, 4);
    void *weights = iqm_array(d, TLB_IQM_BLENDWEIGHTS, format, 4);
    void *color = iqm_array(d, TLB_IQM_COLOR, format, 4);
    void *custom = iqm_array(d, TLB_IQM_CUSTOM + iqm_text(d, "wetness"), format, 1);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            position[i * 3 + k] = (float)(i >> k & 1) * 2 - 1;
            normal[i * 3 + k] = (position[i * 3 + k]) / sqrtf(3);
        }
        position[i * 3 + 2] += (float)(i / CORNERS) * 2;
        tangent[i * 4] = 1 / sqrtf(2);
        tangent[i * 4 + 1] = i & 1 ? -1 / sqrtf(2) : 1 / sqrtf(2);
        tangent[i * 4 + 3] = i & 2 ? -1 : 1;
        indexes[i * 4] = (uint8_t)(i / CORNERS);
        indexes[i * 4 + 1] = (uint8_t)(i / CORNERS + 1);
        for (uint32_t k = 0; k < 4; k++)
            put(color, format, i * 4 + k, k == 3 || (i >> k & 1));
        put(texcoord, format, i * 2, i & 1);
        put(texcoord, format, i * 2 + 1, i >> 1 & 1);
        put(weights, format, i * 4, 1);
        put(custom, format, i, pick(m, 1));
    }
}

static void make_skeleton(maker *m)
{
    static const char *const names[JOINTS] = {"root", "middle", "tip"};
    tlb_iqm *x = m->x;
    IQM_MAKE_LIST(m->document, &x->joints, JOINTS);
    for (uint32_t i = 0; i < JOINTS; i++)
        x->joints.data[i] = (tlb_iqm_joint){
            iqm_text(m->document, names[i]), (int32_t)i - 1, {0, 0, i ? 1.0f : 0}, {0, 0, 0, -1}, {1, 1, 1}};
    IQM_MAKE_LIST(m->document, &x->anims, 2);
    x->anims.data[0] = (tlb_iqm_anim){iqm_text(m->document, "nod"), 0, FRAMES / 2, 10, TLB_IQM_LOOP};
    x->anims.data[1] = (tlb_iqm_anim){iqm_text(m->document, "stretch"), FRAMES / 2, FRAMES / 2, 5, 0};
    x->num_frames = FRAMES;
    float(*channels)[TLB_IQM_CHANNELS] = iqm_take(m->document, FRAMES * JOINTS, sizeof *channels);
    for (uint32_t f = 0; f < FRAMES; f++)
        for (uint32_t j = 0; j < JOINTS; j++) {
            float *c = channels[f * JOINTS + j], angle = (float)pick(m, 100) / 100;
            c[2] = j ? 1.0f : (float)pick(m, 8) / 8;
            c[3] = sinf(angle / 2), c[6] = -cosf(angle / 2);
            c[7] = c[8] = 1, c[9] = f < FRAMES / 2 ? 1 : 1 + (float)f / FRAMES;
        }
    iqm_pack_frames(m->document, channels);
    IQM_MAKE_LIST(m->document, &x->bounds, FRAMES);
    for (uint32_t f = 0; f < FRAMES; f++)
        x->bounds.data[f] = (tlb_iqm_bounds){{-8, -8, -8}, {8, 8, 8}, 12, 14};
}

static void make_extensions(maker *m)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7};
    IQM_MAKE_LIST(m->document, &m->x->extensions, 2);
    m->x->extensions.data[0] =
        (tlb_iqm_extension){.name = iqm_text(m->document, "OURS_A"), .data = {data, sizeof data}};
    m->x->extensions.data[1] = (tlb_iqm_extension){.name = iqm_text(m->document, "OURS_B")};
}

void iqm_make(tlb_document *document, tlb_context *context, const iqm_plan *plan)
{
    maker m = {document, iqm_begin(document, context, plan->version), plan, plan->seed * 2654435761u + 1};
    make_boxes(&m, plan->bare ? 1 : BOXES);
    if (plan->bare) {
        float *position = iqm_array(document, TLB_IQM_POSITION, TLB_IQM_FLOAT, 3);
        for (uint32_t i = 0; i < CORNERS * 3; i++)
            position[i] = (float)(i / 3 >> i % 3 & 1);
        return;
    }
    make_arrays(&m);
    make_skeleton(&m);
    m.x->comment = (tlb_text){"made by hand", sizeof "made by hand"};
    if (plan->extensions)
        make_extensions(&m);
}
