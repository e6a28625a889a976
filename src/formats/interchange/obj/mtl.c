/* Material libraries: the text files that mtllib names. */
#include "formats/interchange/obj/scene/scene.h"

#include "base/text.h"

/* --- values ------------------------------------------------------------------------------------------ */

/* The rest of the line. */
static const char *read_rest(obj_library *l, tlb_words *t)
{
    tlb_text text;
    tlb_obj_read_text(t, NULL, &text);
    return tlb_copy_text(l->work, text.data, text.size).data;
}

/* One to three numbers; those left out repeat the last. CIE XYZ and spectra are none. */
static bool read_color(tlb_words *t, float color[3])
{
    float values[3];
    if (!words_more(t))
        return false;
    uint32_t count = words_f32s_some(t, NULL, values, 1, 3);
    for (int i = 0; i < 3 && !t->w->status; i++)
        color[i] = values[i < (int)count ? i : (int)count - 1];
    return !t->w->status;
}

/* The first of one to three numbers. */
static bool read_first(tlb_words *t, float *value)
{
    float values[3];
    bool is_read = read_color(t, values);
    if (is_read)
        *value = values[0];
    return is_read;
}

/* --- textures ---------------------------------------------------------------------------------------- */

/* As many numbers as follow, at most `most`. */
static uint32_t read_numbers(tlb_words *t, float *values, uint32_t most)
{
    uint32_t count = 0;
    while (count < most && words_more(t)) {
        const char *after = tlb_read_f32(t->at, t->end, &values[count]);
        if (!after || !words_break(t, after))
            break;
        t->at = after;
        count++;
    }
    return count;
}

static void skip_word(tlb_words *t)
{
    if (words_more(t))
        t->at += tlb_words_peek(t).size;
}

/* An option and its arguments; false: what is here is the file's name. */
static bool read_option(tlb_words *t, obj_map *map)
{
    static const char *const switches[] = {"-blendu", "-blendv", "-cc", "-imfchan",
                                           "-texres", "-type",   "-bm", "-boost"};
    float values[3];
    if (tlb_words_take(t, "-clamp")) {
        map->clamp = words_more(t) && tlb_words_take(t, "on");
        if (!map->clamp)
            skip_word(t);
        return true;
    }
    bool scale = tlb_words_take(t, "-s");
    if (scale || tlb_words_take(t, "-o")) {
        uint32_t count = read_numbers(t, values, 3);
        for (uint32_t i = 0; i < count && i < 2; i++)
            (scale ? map->scale : map->offset)[i] = values[i];
        return true;
    }
    bool turbulence = tlb_words_take(t, "-t");
    if (turbulence || tlb_words_take(t, "-mm")) {
        map->others = true;
        read_numbers(t, values, turbulence ? 3 : 2);
        return true;
    }
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (tlb_words_take(t, switches[i])) {
            map->others = true;
            skip_word(t);
            return true;
        }
    return false;
}

static bool read_map(obj_library *l, tlb_words *t, obj_map *map)
{
    *map = (obj_map){.scale = {1, 1}};
    while (words_more(t) && *t->at == '-' && read_option(t, map))
        ;
    map->file = read_rest(l, t);
    if (map->file && !*map->file)
        map->file = NULL;
    return !l->work->failure;
}

/* --- lines ------------------------------------------------------------------------------------------- */

/* What a scene has no place for: its numbers, or its text. */
static void add_extra(obj_library *l, tlb_words *t, obj_material *material)
{
    enum { MOST = 8 };
    float values[MOST];
    tlb_text word = tlb_words_peek(t);
    t->at += word.size;
    if (memchr(word.data, 0, word.size)) /* a key ends there */
        return;
    const char *key = tlb_copy_text(l->arena, word.data, word.size).data;
    if (!material->extras)
        material->extras = tlb_value_table(l->arena);
    if (!key || !material->extras || tlb_value_get(material->extras, key))
        return;
    words_more(t);
    const char *at = t->at;
    uint32_t count = read_numbers(t, values, MOST);
    if (count && !words_more(t)) {
        if (count == 1)
            tlb_value_add_single(l->arena, material->extras, key, values[0]);
        else
            tlb_value_add_singles(l->arena, material->extras, key, values, count);
        return;
    }
    t->at = at;
    tlb_text text;
    tlb_obj_read_text(t, NULL, &text);
    tlb_value_add_bytes_text(l->arena, material->extras, key, text);
}

/* "newmtl" and a name; NULL without memory, and where the name is known `ignored`. */
static obj_material *begin_material(obj_library *l, tlb_words *t, obj_material *ignored)
{
    const char *name = read_rest(l, t);
    int32_t *known = name ? tlb_index_find(&l->by_name, l->work, name, strlen(name)) : NULL;
    if (!known)
        return NULL;
    bool is_new = *known == TLB_INDEX_NEW;
    obj_material *material = is_new ? TLB_PUSH(l->work, &l->materials) : ignored;
    if (!material)
        return NULL;
    if (is_new)
        *known = (int32_t)l->materials.count - 1;
    *material = (obj_material){.Kd = {1, 1, 1}, .illum = 2};
    return material;
}

static bool read_property(obj_library *l, tlb_words *t, obj_material *x)
{
    if (tlb_words_take(t, "Kd")) {
        x->has_Kd = read_color(t, x->Kd);
        return true;
    }
    if (tlb_words_take(t, "Ke"))
        return read_color(t, x->Ke), true;
    if (tlb_words_take(t, "d")) {
        words_more(t);
        tlb_words_take(t, "-halo");
        x->has_d |= read_first(t, &x->d);
        return true;
    }
    if (tlb_words_take(t, "Tr")) {
        x->has_Tr |= read_first(t, &x->Tr);
        return true;
    }
    if (tlb_words_take(t, "map_Kd"))
        return read_map(l, t, &x->map_Kd);
    if (tlb_words_take(t, "map_d"))
        return read_map(l, t, &x->map_d);
    tlb_words ahead = *t;
    uint32_t illum;
    if (tlb_words_take(&ahead, "illum") && words_more(&ahead) && tlb_read_u32(ahead.at, ahead.end, &illum))
        x->illum = illum;
    add_extra(l, t, x);
    return !l->arena->failure;
}

/* One line; false without memory. */
static bool read_line(obj_library *l, tlb_words *t, obj_material **material, obj_material *ignored)
{
    if (tlb_words_take(t, "newmtl"))
        return (*material = begin_material(l, t, ignored)) != NULL;
    return !*material || read_property(l, t, *material);
}

static void skip_line(tlb_words *t)
{
    const char *end = t->at < t->end ? memchr(t->at, '\n', (size_t)(t->end - t->at)) : NULL;
    t->at = end ? end : t->end;
}

bool tlb_obj_read_library(obj_library *l, const char *name, tlb_bytes file)
{
    tlb_words t;
    obj_material *material = NULL, ignored;
    uint32_t bad = 0;
    tlb_walk w = tlb_walk_reader(l->context, l->work, file);
    tlb_words_init(&t, &w, file, OBJ_COMMENT);
    t.lend = true;
    while (tlb_obj_next_line(&t)) {
        const char *at = t.at;
        tlb_report_mark reports = tlb_report_mark_get(l->context);
        if (!read_line(l, &t, &material, &ignored))
            return false;
        if (w.status) { /* what failed is that line alone */
            tlb_report_rewind(l->context, &reports);
            w = tlb_walk_reader(l->context, l->work, file);
            t.at = at;
            if (!bad++) {
                tlb_text word = tlb_words_peek(&t);
                uint32_t line = 1;
                for (const char *p = t.start; p < at; p++)
                    line += *p == '\n';
                tlb_report(l->context, TLB_CODE_OBJ_MATERIAL_LINE, TLB_NO_OFFSET, NULL,
                           "material library \"%s\": line %u (\"%.*s\") is invalid and is ignored", name,
                           line, (int)(word.size < 40 ? word.size : 40), word.data);
            }
        }
        skip_line(&t);
    }
    return true;
}
