/* What steps share: points, directions and poses moved to where the model is placed, and names, each once. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <string.h>

static bool turns(const iq_placement *placement)
{
    const float *q = placement->rotate;
    return q[0] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0;
}

void tlb_iq_move_direction(const iq_placement *placement, const float in[3], float out[3])
{
    const float *q = placement->rotate;
    float x = in[0], y = in[1], z = in[2];
    if (!turns(placement)) {
        out[0] = x, out[1] = y, out[2] = z;
        return;
    }
    /* in + 2 w (q x in) + 2 q x (q x in) */
    float a = 2 * (q[1] * z - q[2] * y), b = 2 * (q[2] * x - q[0] * z), c = 2 * (q[0] * y - q[1] * x);
    out[0] = x + q[3] * a + q[1] * c - q[2] * b;
    out[1] = y + q[3] * b + q[2] * a - q[0] * c;
    out[2] = z + q[3] * c + q[0] * b - q[1] * a;
}

static void scale_point(const iq_placement *placement, const float in[3], float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = in[i] * placement->scale;
}

void tlb_iq_move_point(const iq_placement *placement, const float in[3], float out[3])
{
    float scaled[3];
    scale_point(placement, in, scaled);
    tlb_iq_move_direction(placement, scaled, out);
    for (int i = 0; i < 3; i++)
        out[i] += placement->translate[i];
}

static void turn_rotation(const float a[4], const float b[4], float out[4])
{
    float x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    float y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    float z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    float w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

void tlb_iq_move_pose(const iq_placement *placement, bool root, const iq_pose in, iq_pose out)
{
    memcpy(out, in, sizeof(iq_pose));
    if (!root) {
        scale_point(placement, in, out);
        return;
    }
    tlb_iq_move_point(placement, in, out);
    if (turns(placement))
        turn_rotation(placement->rotate, in + 3, out + 3);
}

bool tlb_iq_pool_name(iq_compiler *c, tlb_text name, uint32_t *offset)
{
    const char *end = name.size ? memchr(name.data, 0, name.size) : NULL;
    size_t size = end ? (size_t)(end - name.data) : name.size;
    int32_t *at = tlb_index_find(&c->names, c->pool, size ? name.data : "", size);
    if (!at)
        return false;
    if (*at == TLB_INDEX_NEW) {
        if (size >= INT32_MAX - c->text.count) {
            tlb_arena_fail(c->pool, TLB_LIMIT);
            return false;
        }
        if (!TLB_RESERVE(c->pool, &c->text, size + 1))
            return false;
        *at = (int32_t)c->text.count;
        memcpy(c->text.data + c->text.count, size ? name.data : "", size);
        c->text.data[c->text.count + size] = 0;
        c->text.count += (uint32_t)size + 1;
    }
    *offset = (uint32_t)*at;
    return true;
}
