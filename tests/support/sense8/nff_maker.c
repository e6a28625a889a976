#include "nff_maker.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct maker {
    tlb_arena *arena;
    uint32_t random;
    bool scenic;
} maker;

static uint32_t pick(uint32_t *random, uint32_t count)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random % count;
}

static bool chance(maker *m, uint32_t percent)
{
    return pick(&m->random, 100) < percent;
}

static void *make(maker *m, size_t count, size_t size)
{
    void *memory = tlb_zalloc_array(m->arena, count, size);
    if (!memory)
        abort();
    return memory;
}

static tlb_text make_name(maker *m, const char *stem)
{
    char text[64];
    int size = snprintf(text, sizeof text, "%s%u", stem, pick(&m->random, 5));
    return tlb_copy_text(m->arena, text, (size_t)size);
}

/* Of many lengths, sometimes tiny or huge. */
static float make_number(maker *m)
{
    static const float scales[] = {1, 0.125f, 0.001f, 1e-7f, 3e5f, 1e12f};
    float scale = scales[m->scenic ? pick(&m->random, 3) : pick(&m->random, 6)];
    return (float)((int32_t)pick(&m->random, 20001) - 10000) * scale;
}

static void make_numbers(maker *m, float *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = make_number(m);
}

static void make_color(maker *m, uint8_t color[3])
{
    bool twelve = chance(m, 50);
    for (int i = 0; i < 3; i++)
        color[i] = (uint8_t)(twelve ? pick(&m->random, 16) * 17 : pick(&m->random, 256));
}

/* --- documents --------------------------------------------------------------------------------------- */

static void make_header(maker *m, tlb_nff_header *x)
{
    static const float versions[] = {1.6f, 1.9f, 2.0f, 2.09f, 2.1f, 3.0f};
    x->has = (uint8_t)(m->scenic ? TLB_NFF_VERSION : pick(&m->random, 8));
    if (x->has & TLB_NFF_VERSION)
        x->version = m->scenic ? 2.1f : versions[pick(&m->random, 6)];
    if (x->has & TLB_NFF_VIEWPOS)
        make_numbers(m, x->viewpos, 3);
    if (x->has & TLB_NFF_VIEWDIR)
        make_numbers(m, x->viewdir, 3);
}

static void make_vertex(maker *m, tlb_nff_vertex *x)
{
    make_numbers(m, x->position, 3);
    x->has = (uint8_t)(m->scenic ? TLB_NFF_NORM : pick(&m->random, 16));
    if (m->scenic)
        x->norm[pick(&m->random, 3)] = chance(m, 50) ? 1 : -1;
    else if (x->has & TLB_NFF_NORM)
        make_numbers(m, x->norm, 3);
    if (x->has & TLB_NFF_RGB)
        make_color(m, x->rgb);
    if (x->has & TLB_NFF_UV)
        make_numbers(m, x->uv, 2);
}

static void make_texture(maker *m, tlb_nff_polygon *polygon)
{
    tlb_nff_texture *x = polygon->texture = make(m, 1, sizeof *x);
    x->name = make_name(m, "bitmap.tga");
    x->kind = "vstu"[pick(&m->random, m->scenic ? 2 : 4)];
    x->has = (uint8_t)(m->scenic ? 0 : pick(&m->random, 16));
    if (x->has & TLB_NFF_ROT)
        x->rot = make_number(m);
    if (x->has & TLB_NFF_SCALE)
        x->scale = make_number(m);
    if (x->has & TLB_NFF_TRANS)
        make_numbers(m, x->trans, 2);
}

static void make_polygon(maker *m, tlb_nff_polygon *x, uint32_t vertices)
{
    x->indices.count = m->scenic ? 3 : pick(&m->random, 9);
    x->indices.data = make(m, x->indices.count, sizeof *x->indices.data);
    uint32_t first = pick(&m->random, vertices);
    for (uint32_t i = 0; i < x->indices.count; i++)
        x->indices.data[i] = (first + i) % vertices;
    x->has =
        (uint8_t)(m->scenic ? TLB_NFF_COLOR | (chance(m, 50) ? TLB_NFF_BOTH : 0) : 1 + pick(&m->random, 15));
    if (!(x->has & (TLB_NFF_COLOR | TLB_NFF_MATID)))
        x->has |= TLB_NFF_COLOR;
    if (x->has & TLB_NFF_COLOR)
        make_color(m, x->color);
    if (x->has & TLB_NFF_MATID)
        x->matid = pick(&m->random, 10);
    if (x->has & TLB_NFF_ID)
        x->id = (int32_t)pick(&m->random, 2001) - 1000;
    if (chance(m, 40))
        make_texture(m, x);
    if (!m->scenic && chance(m, 20))
        x->portal = make_name(m, "universe-");
}

static void make_object(maker *m, tlb_nff_object *x)
{
    static const char *const shadings[] = {"on", "off", "flat", "none"};
    x->name = make_name(m, "Object=");
    if (m->scenic)
        x->name = make_name(m, "Object");
    if (!m->scenic && chance(m, 30))
        x->shading = tlb_copy_text(m->arena, shadings[m->random % 4], strlen(shadings[m->random % 4]));
    if (!m->scenic && chance(m, 30))
        x->mtable = make_name(m, "table");
    x->vertices.count = 3 + pick(&m->random, 12);
    x->vertices.data = make(m, x->vertices.count, sizeof *x->vertices.data);
    for (uint32_t i = 0; i < x->vertices.count; i++)
        make_vertex(m, &x->vertices.data[i]);
    x->polygons.count = pick(&m->random, 12) + m->scenic;
    x->polygons.data = make(m, x->polygons.count, sizeof *x->polygons.data);
    for (uint32_t i = 0; i < x->polygons.count; i++)
        make_polygon(m, &x->polygons.data[i], x->vertices.count);
}

void nff_make(tlb_document *document, tlb_context *context, const nff_plan *plan)
{
    *document = (tlb_document){.context = context, .format = &tlb_format_nff, .name = "made.nff"};
    document->saved.account = context->account;
    tlb_arena_init(&document->arena, context->account);
    maker m = {&document->arena, plan->seed * 2654435761u | 1, plan->scenic};
    nff_root *root = document->root = tlb_nff_create(&document->arena);
    if (!root)
        abort();
    make_header(&m, &root->nff.header);
    root->nff.objects.count = pick(&m.random, 3) + plan->scenic;
    root->nff.objects.data = make(&m, root->nff.objects.count, sizeof *root->nff.objects.data);
    for (uint32_t i = 0; i < root->nff.objects.count; i++)
        make_object(&m, &root->nff.objects.data[i]);
}

/* --- spelling ---------------------------------------------------------------------------------------- */

typedef struct speaker {
    tlb_buffer *out;
    uint32_t random;
    const char *line;
} speaker;

static void say(speaker *s, const char *text)
{
    tlb_buffer_text(s->out, text);
}

static void say_blank(speaker *s)
{
    static const char *const blanks[] = {" ", " ", "\t", "  ", " \t "};
    say(s, blanks[pick(&s->random, 5)]);
}

/* Perhaps a comment, in any case the end of the line, perhaps lines without words. */
static void say_end(speaker *s)
{
    static const char *const ends[] = {"", "", " ", "// 0xfff both", "\t// comment // 3 1 2", "//"};
    say(s, ends[pick(&s->random, 6)]);
    say(s, s->line);
    for (uint32_t lines = pick(&s->random, 8); lines < 2; lines++) {
        say(s, ends[pick(&s->random, 6)]);
        say(s, s->line);
    }
    if (pick(&s->random, 4) == 0)
        say_blank(s);
}

static void say_text(speaker *s, tlb_text text)
{
    tlb_buffer_append(s->out, text.data, text.size);
}

static void say_number(speaker *s, float value)
{
    char text[64];
    int size;
    switch (pick(&s->random, 4)) {
    case 0:
        size = snprintf(text, sizeof text, "%.9g", (double)value);
        break;
    case 1:
        size = snprintf(text, sizeof text, "%+.8e", (double)value);
        break;
    default:
        size = (int)(tlb_write_f32(text, value) - text);
    }
    tlb_buffer_append(s->out, text, (size_t)size);
}

static void say_numbers(speaker *s, const char *word, const float *values, int count)
{
    say(s, word);
    for (int i = 0; i < count; i++) {
        if (i || *word)
            say_blank(s);
        say_number(s, values[i]);
    }
}

static void say_whole(speaker *s, const char *before, int64_t value)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s%lld", before, value >= 0 && pick(&s->random, 9) == 0 ? "00" : "",
             (long long)value);
    say(s, text);
}

static void say_color(speaker *s, const uint8_t color[3], bool may_be_short)
{
    char text[16];
    bool twelve = may_be_short && color[0] % 17 == 0 && color[1] % 17 == 0 && color[2] % 17 == 0;
    const char *six = pick(&s->random, 2) ? "0x%02x%02x%02x" : "0X%02X%02X%02X";
    if (twelve && pick(&s->random, 2))
        snprintf(text, sizeof text, "0x%x%x%x", color[0] / 17u, color[1] / 17u, color[2] / 17u);
    else
        snprintf(text, sizeof text, six, color[0], color[1], color[2]);
    say(s, text);
}

static void say_header(speaker *s, const tlb_nff_header *x)
{
    say(s, "nff");
    say_end(s);
    for (uint32_t i = 0, first = pick(&s->random, 3); i < 3; i++) {
        int part = 1 << (first + i) % 3;
        if (!(x->has & part))
            continue;
        if (part == TLB_NFF_VERSION)
            say_numbers(s, "version", &x->version, 1);
        else if (part == TLB_NFF_VIEWPOS)
            say_numbers(s, "viewpos", x->viewpos, 3);
        else
            say_numbers(s, "ViewDir", x->viewdir, 3);
        say_end(s);
    }
}

static void say_vertex(speaker *s, const tlb_nff_vertex *x)
{
    say_numbers(s, "", x->position, 3);
    for (uint32_t i = 0, first = pick(&s->random, 4); i < 4; i++) {
        int part = 1 << (first + i) % 4;
        if (!(x->has & part))
            continue;
        say_blank(s);
        if (part == TLB_NFF_NORM)
            say_numbers(s, "norm", x->norm, 3);
        else if (part == TLB_NFF_UV)
            say_numbers(s, "uv", x->uv, 2);
        else if (part == TLB_NFF_AUTO)
            say(s, "N");
        else {
            say(s, pick(&s->random, 4) ? "rgb " : "");
            say_color(s, x->rgb, false);
        }
    }
    say_end(s);
}

static void say_texture(speaker *s, const tlb_nff_texture *x)
{
    char mark[] = {'_', x->kind, '_', 0};
    if (pick(&s->random, 2))
        mark[1] = (char)(x->kind - 'a' + 'A');
    say_blank(s);
    say(s, mark);
    say_text(s, x->name);
    for (uint32_t i = 0, first = pick(&s->random, 4); i < 4; i++) {
        int part = 1 << (first + i) % 4;
        if (!(x->has & part))
            continue;
        say_blank(s);
        if (part == TLB_NFF_ROT)
            say_numbers(s, "rot", &x->rot, 1);
        else if (part == TLB_NFF_SCALE)
            say_numbers(s, "scale", &x->scale, 1);
        else if (part == TLB_NFF_TRANS)
            say_numbers(s, "trans", x->trans, 2);
        else
            say(s, "mirror");
    }
}

static void say_polygon(speaker *s, const tlb_nff_polygon *x)
{
    say_whole(s, "", x->indices.count);
    for (uint32_t i = 0; i < x->indices.count; i++) {
        say_blank(s);
        say_whole(s, "", x->indices.data[i]);
    }
    if (x->has & TLB_NFF_MATID)
        say_whole(s, " matid ", x->matid);
    if (x->has & TLB_NFF_COLOR) {
        say_blank(s);
        say_color(s, x->color, true);
    }
    if (x->has & TLB_NFF_BOTH)
        say(s, " both");
    if (x->texture)
        say_texture(s, x->texture);
    if (x->has & TLB_NFF_ID)
        say_whole(s, pick(&s->random, 2) ? " id=" : " id = ", x->id);
    if (x->portal.size) {
        say(s, pick(&s->random, 2) ? " -" : " - ");
        say_text(s, x->portal);
    }
    say_end(s);
}

static void say_object(speaker *s, const tlb_nff_object *x)
{
    say_text(s, x->name);
    if (x->shading.size) {
        say(s, pick(&s->random, 2) ? "=" : " =");
        say_text(s, x->shading);
    }
    say_end(s);
    if (x->mtable.size) {
        say(s, "mtable ");
        say_text(s, x->mtable);
        say_end(s);
    }
    say_whole(s, "", x->vertices.count);
    say_end(s);
    for (uint32_t i = 0; i < x->vertices.count; i++)
        say_vertex(s, &x->vertices.data[i]);
    say_whole(s, "", x->polygons.count);
    say_end(s);
    for (uint32_t i = 0; i < x->polygons.count; i++)
        say_polygon(s, &x->polygons.data[i]);
}

void nff_speak(const tlb_nff *nff, uint32_t seed, tlb_buffer *out)
{
    speaker s = {out, seed * 2246822519u | 1, seed % 3 ? "\n" : "\r\n"};
    say_header(&s, &nff->header);
    for (uint32_t i = 0; i < nff->objects.count; i++)
        say_object(&s, &nff->objects.data[i]);
}

/* --- comparing --------------------------------------------------------------------------------------- */

static bool equal_textures(const tlb_nff_texture *a, const tlb_nff_texture *b)
{
    return a && b ? a->kind == b->kind && a->has == b->has && tlb_same_text(a->name, b->name) &&
                        a->rot == b->rot && a->scale == b->scale &&
                        memcmp(a->trans, b->trans, sizeof a->trans) == 0
                  : !a && !b;
}

static bool equal_polygons(const tlb_nff_polygon *a, const tlb_nff_polygon *b)
{
    return a->has == b->has && a->indices.count == b->indices.count &&
           (!a->indices.count ||
            memcmp(a->indices.data, b->indices.data, a->indices.count * sizeof *a->indices.data) == 0) &&
           equal_textures(a->texture, b->texture) && tlb_same_text(a->portal, b->portal) && a->id == b->id &&
           a->matid == b->matid && memcmp(a->color, b->color, 3) == 0;
}

static bool equal_objects(const tlb_nff_object *a, const tlb_nff_object *b)
{
    bool equal = tlb_same_text(a->name, b->name) && tlb_same_text(a->shading, b->shading) &&
                 tlb_same_text(a->mtable, b->mtable) && a->vertices.count == b->vertices.count &&
                 a->polygons.count == b->polygons.count;
    for (uint32_t i = 0; equal && i < a->vertices.count; i++)
        equal = memcmp(&a->vertices.data[i], &b->vertices.data[i], offsetof(tlb_nff_vertex, spelling)) == 0;
    for (uint32_t i = 0; equal && i < a->polygons.count; i++)
        equal = equal_polygons(&a->polygons.data[i], &b->polygons.data[i]);
    return equal;
}

bool nff_equal(const tlb_nff *a, const tlb_nff *b)
{
    bool equal = a->objects.count == b->objects.count &&
                 memcmp(&a->header, &b->header, offsetof(tlb_nff_header, spelling)) == 0;
    for (uint32_t i = 0; equal && i < a->objects.count; i++)
        equal = equal_objects(&a->objects.data[i], &b->objects.data[i]);
    return equal;
}
