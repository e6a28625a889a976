/* A material as lines of MTL: what a scene has, and of its extras the words of MTL, so that they come back.
 */
#include "formats/interchange/obj/from_scene.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

/* In the order that they are written in. What a scene has a place for is not among them. */
static const char *const words[] = {
    "Ka",     "Ks",     "Ns",       "Ni",       "Tf",       "sharpness", "Pr",      "Pm",
    "Ps",     "Pc",     "Pcr",      "aniso",    "anisor",   "map_Ka",    "map_Ks",  "map_Ke",
    "map_Ns", "map_Ni", "map_bump", "map_Bump", "map_disp", "map_Pr",    "map_Pm",  "map_Ps",
    "bump",   "disp",   "decal",    "refl",     "map_refl", "norm",      "map_aat",
};
enum { WORDS = sizeof words / sizeof *words };

static void put_number(obj_material_writer *m, float value)
{
    char text[TLB_NUMBER_MAX];
    bool finite = isfinite(value);
    *m->replaced += !finite;
    tlb_buffer_byte(m->out, ' ');
    tlb_buffer_append(m->out, text, (size_t)(tlb_write_f32(text, finite ? value : 0) - text));
}

static void put_numbers(obj_material_writer *m, const char *word, const float *values, int count)
{
    tlb_buffer_text(m->out, word);
    for (int i = 0; i < count; i++)
        put_number(m, values[i]);
    tlb_buffer_byte(m->out, '\n');
}

static void put_text(obj_material_writer *m, const char *word, const char *text)
{
    tlb_buffer_text(m->out, word);
    tlb_buffer_byte(m->out, ' ');
    tlb_buffer_text(m->out, text);
    tlb_buffer_byte(m->out, '\n');
}

/* --- extras ------------------------------------------------------------------------------------------- */

static bool is_number(const tlb_value *value)
{
    return value->kind == TLB_VALUE_INTEGER || value->kind == TLB_VALUE_REAL;
}

static float number_of(const tlb_value *value)
{
    return value->kind == TLB_VALUE_INTEGER ? (float)value->as.integer : (float)value->as.real;
}

/* One line, which a backslash at its end would continue. */
static bool is_line(tlb_text text)
{
    bool plain = text.size && text.data[text.size - 1] != '\\';
    for (uint32_t i = 0; i < text.size && plain; i++)
        plain = (uint8_t)text.data[i] >= ' ' && text.data[i] != 0x7f;
    return plain;
}

static bool can_be_written(const tlb_value *value)
{
    if (value->kind != TLB_VALUE_LIST)
        return is_number(value) || (value->kind == TLB_VALUE_TEXT && is_line(value->as.text));
    bool numbers = value->as.members.first != NULL;
    for (const tlb_value *v = value->as.members.first; v && numbers; v = v->next)
        numbers = is_number(v);
    return numbers;
}

static bool is_word(const char *key)
{
    bool found = strcmp(key, "illum") == 0;
    for (int i = 0; i < WORDS && !found; i++)
        found = strcmp(words[i], key) == 0;
    return found;
}

bool tlb_obj_keeps_extras(const tlb_value *extras)
{
    bool all = extras && extras->as.members.first;
    for (const tlb_value *v = extras ? extras->as.members.first : NULL; v && all; v = v->next)
        all = is_word(v->key) && can_be_written(v);
    return all;
}

static void put_extra(obj_material_writer *m, const char *word, const tlb_value *value)
{
    if (!value || !can_be_written(value))
        return;
    tlb_buffer_text(m->out, word);
    if (value->kind == TLB_VALUE_TEXT) {
        tlb_buffer_byte(m->out, ' ');
        tlb_buffer_append(m->out, value->as.text.data, value->as.text.size);
    } else if (value->kind == TLB_VALUE_LIST)
        for (const tlb_value *v = value->as.members.first; v; v = v->next)
            put_number(m, number_of(v));
    else
        put_number(m, number_of(value));
    tlb_buffer_byte(m->out, '\n');
}

/* --- a material --------------------------------------------------------------------------------------- */

/* 0 is unlit; else what a file said, or 1. */
static int illumination(const tlb_material *material)
{
    const tlb_value *illum = tlb_value_get(material->extras, "illum");
    float value = illum && is_number(illum) ? number_of(illum) : 1;
    return material->unlit ? 0 : value >= 1 && value <= 10 ? (int)value : 1;
}

/* v runs upwards in MTL. */
static void put_texture(obj_material_writer *m, const tlb_texture *texture, const char *file)
{
    bool clamps = texture->wrap_u == TLB_WRAP_CLAMP && texture->wrap_v == TLB_WRAP_CLAMP;
    tlb_buffer_text(m->out, "map_Kd ");
    if (clamps)
        tlb_buffer_text(m->out, "-clamp on ");
    if (texture->offset[0] != 0 || texture->offset[1] != 0) {
        tlb_buffer_text(m->out, "-o");
        put_number(m, texture->offset[0]);
        put_number(m, 0 - texture->offset[1]);
        tlb_buffer_byte(m->out, ' ');
    }
    tlb_buffer_text(m->out, file);
    tlb_buffer_byte(m->out, '\n');
}

void tlb_obj_write_material(obj_material_writer *m, const tlb_material *material, const char *texture)
{
    const float *glow = material->emissive;
    bool glows = false;
    for (int i = 0; i < 3; i++)
        glows |= isfinite(glow[i]) && glow[i] > 0;
    char illum[4] = {(char)('0' + illumination(material) % 10)};
    if (illumination(material) == 10)
        memcpy(illum, "10", 3);
    put_numbers(m, "Kd", material->color, 3);
    if (glows)
        put_numbers(m, "Ke", glow, 3);
    put_numbers(m, "d", material->color + 3, 1);
    put_text(m, "illum", illum);
    for (int i = 0; i < WORDS; i++)
        put_extra(m, words[i], tlb_value_get(material->extras, words[i]));
    if (!texture)
        return;
    put_texture(m, &material->texture, texture);
    if (material->alpha_mode != TLB_ALPHA_OPAQUE && material->color[3] >= 1)
        put_text(m, "map_d", texture);
}
