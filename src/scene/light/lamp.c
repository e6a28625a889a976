#include "scene/light/lamp.h"

#include "base/value.h"
#include "scene/materials/color.h"

#include <math.h>
#include <string.h>

static const double across = 0.1; /* how much the height above a surface counts, against the place along it */
static const double white = 3.14159265358979; /* lux that show a white surface white */

/* --- the place of luxels ------------------------------------------------------------------------------ */

/* position = origin + x * step[0] + y * step[1] */
typedef struct luxels {
    double origin[3], step[2][3], area;
} luxels;

static double turn(const tlb_lit_corner *a, const tlb_lit_corner *b, const tlb_lit_corner *c)
{
    double u[2], v[2];
    for (int i = 0; i < 2; i++) {
        u[i] = (double)b->luxel[i] - (double)a->luxel[i];
        v[i] = (double)c->luxel[i] - (double)a->luxel[i];
    }
    return u[0] * v[1] - u[1] * v[0];
}

/* From the first corner and the two that span the most with it, of those behind each other. */
static bool find_luxels(const tlb_lit_surface *surface, luxels *found)
{
    const tlb_lit_corner *a = surface->corners, *b = a, *c = a;
    double most = 0, square[3] = {0};
    for (uint32_t i = 1; i + 1 < surface->corner_count; i++)
        if (fabs(turn(a, a + i, a + i + 1)) > fabs(most)) {
            b = a + i, c = a + i + 1;
            most = turn(a, b, c);
        }
    if (most == 0)
        return false;
    double bx = ((double)b->luxel[0] - a->luxel[0]) / most, by = ((double)b->luxel[1] - a->luxel[1]) / most;
    double cx = ((double)c->luxel[0] - a->luxel[0]) / most, cy = ((double)c->luxel[1] - a->luxel[1]) / most;
    for (int i = 0; i < 3; i++) {
        double to_b = (double)b->position[i] - a->position[i], to_c = (double)c->position[i] - a->position[i];
        found->step[0][i] = cy * to_b - by * to_c;
        found->step[1][i] = bx * to_c - cx * to_b;
        found->origin[i] = a->position[i] - a->luxel[0] * found->step[0][i] - a->luxel[1] * found->step[1][i];
        square[0] += found->step[0][i] * found->step[0][i];
        square[1] += found->step[1][i] * found->step[1][i];
        square[2] += found->step[0][i] * found->step[1][i];
    }
    found->area = sqrt(fmax(square[0] * square[1] - square[2] * square[2], 0));
    return isfinite(found->area) && isfinite(found->origin[0] + found->origin[1] + found->origin[2]);
}

/* --- a surface ---------------------------------------------------------------------------------------- */

typedef struct spot {
    double weight, foot[3], radius;
    uint8_t peak;
} spot;

/* How much a luxel counts for where the middle is: its brightness, to the fourth power. */
static double share(uint8_t brightness)
{
    double square = (double)brightness * brightness / (255.0 * 255.0);
    return square * square;
}

static void add_luxel(spot *s, const luxels *l, uint32_t x, uint32_t y, double weight, double *square)
{
    s->weight += weight;
    for (int i = 0; i < 3; i++) {
        double off = x * l->step[0][i] + y * l->step[1][i];
        s->foot[i] += weight * off;
        *square += weight * off * off;
    }
}

static bool find_spot(const tlb_lit_surface *surface, const luxels *l, spot *s)
{
    double square = 0, middle = 0;
    *s = (spot){0};
    for (uint32_t y = 0; y < surface->height; y++)
        for (uint32_t x = 0; x < surface->width; x++) {
            uint8_t value = surface->map[(size_t)y * surface->width + x];
            s->peak = value > s->peak ? value : s->peak;
            if (value)
                add_luxel(s, l, x, y, share(value), &square);
        }
    if (!s->peak)
        return false;
    for (int i = 0; i < 3; i++) {
        s->foot[i] /= s->weight;
        middle += s->foot[i] * s->foot[i];
        s->foot[i] += l->origin[i];
    }
    s->radius = sqrt(fmax(square / s->weight - middle, 0));
    s->weight *= l->area;
    return s->weight > 0;
}

void tlb_lamp_lights(tlb_lamp *lamp, const tlb_lit_surface *surface, float color)
{
    luxels l;
    spot s;
    if (!find_luxels(surface, &l) || !find_spot(surface, &l, &s))
        return;
    double light = s.weight * (double)tlb_linear(color * (float)s.peak / 255), above = 0;
    lamp->weight += s.weight;
    lamp->light += light;
    for (int i = 0; i < 3; i++) {
        double n = (double)surface->normal[i];
        lamp->foot[i] += light * s.foot[i];
        lamp->foot_square += light * s.foot[i] * s.foot[i];
        above += n * s.foot[i];
    }
    for (int i = 0; i < 3; i++) {
        double n = (double)surface->normal[i];
        for (int k = 0; k < 3; k++)
            lamp->pull[i][k] += s.weight * ((i == k) - (1 - across) * n * (double)surface->normal[k]);
        lamp->aim[i] += s.weight * (s.foot[i] - (1 - across) * n * above + across * n * 2 * s.radius);
    }
}

/* --- the lamp ----------------------------------------------------------------------------------------- */

/* Of the matrix whose column `at` is replaced by the right side; -1: as it is. */
static double determinant(const tlb_lamp *lamp, int at)
{
    double m[3][3];
    memcpy(m, lamp->pull, sizeof m);
    for (int i = 0; at >= 0 && i < 3; i++)
        m[i][at] = lamp->aim[i];
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

bool tlb_lamp_place(const tlb_lamp *lamp, float position[3], float *intensity)
{
    double whole = lamp->weight > 0 ? determinant(lamp, -1) : 0, light = lamp->foot_square;
    if (!(whole > 0))
        return false;
    for (int i = 0; i < 3; i++) {
        double at = determinant(lamp, i) / whole, a = (double)lamp->box[0][i], b = (double)lamp->box[1][i];
        at = fmin(fmax(at, fmin(a, b)), fmax(a, b));
        light += lamp->light * at * at - 2 * at * lamp->foot[i];
        position[i] = (float)at;
    }
    *intensity = (float)(white * fmax(light, 0) / lamp->weight);
    return isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]) && isfinite(*intensity);
}

float tlb_lamp_strength(const float color[3])
{
    return fmaxf(color[0], fmaxf(color[1], color[2]));
}

bool tlb_add_lamp(tlb_scene *scene, const tlb_lamp *lamp, const char *name, uint32_t number, int32_t parent,
                  const float color[3])
{
    float position[3], intensity, strongest = tlb_linear(tlb_lamp_strength(color));
    if (!tlb_lamp_place(lamp, position, &intensity))
        return true;
    tlb_node *node = tlb_scene_add_node(scene, name, parent);
    tlb_scene_light *light = tlb_scene_add_light(scene, name);
    if (!node || !light)
        return false;
    memcpy(node->translation, position, sizeof position);
    node->light = (int32_t)scene->light_count - 1;
    node->extras = tlb_value_table(tlb_scene_arena(scene));
    tlb_value_add_integer(tlb_scene_arena(scene), node->extras, "light", number);
    tlb_value_add_bool(tlb_scene_arena(scene), node->extras, "estimated", true);
    light->intensity = intensity;
    for (int i = 0; i < 3 && strongest > 0; i++)
        light->color[i] = tlb_linear(color[i]) / strongest;
    return true;
}
