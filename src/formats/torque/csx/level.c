/* A scene of Constructor as a level: what its elements mean. Brushes have a space of their own, in which
 * their planes and texture equations are; textures have their sizes with them (texDiv). */
#include "formats/torque/csx/csx.h"

#include "assets/textures.h"
#include "base/text.h"
#include "formats/torque/map/map.h"

#include <math.h>
#include <string.h>

/* --- attributes -------------------------------------------------------------------------------------- */

/* The value of an attribute; its data is NULL without. */
static tlb_text value_of(const tlb_csx_element *element, const char *name)
{
    size_t size = strlen(name);
    for (uint32_t i = 0; i < element->attributes.count; i++) {
        const tlb_csx_attribute *a = &element->attributes.data[i];
        if (a->name.size == size && memcmp(a->name.data, name, size) == 0)
            return a->value.data ? a->value : (tlb_text){"", 0};
    }
    return (tlb_text){0};
}

uint32_t tlb_csx_numbers(const tlb_csx_element *element, const char *name, double *values, uint32_t most)
{
    tlb_text text = value_of(element, name);
    const char *p = text.data, *end = p ? p + text.size : NULL;
    uint32_t count = 0;
    while (p && count < most) {
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
            p++;
        p = tlb_read_f64(p, end, &values[count]);
        count += p != NULL;
    }
    return count;
}

static double number_of(const tlb_csx_element *element, const char *name, double otherwise)
{
    double value;
    return tlb_csx_numbers(element, name, &value, 1) && isfinite(value) ? value : otherwise;
}

static bool is_called(const tlb_csx_element *element, const char *name)
{
    return element->name.size == strlen(name) && memcmp(element->name.data, name, element->name.size) == 0;
}

/* A text without the five references of XML; in `arena`, NULL without memory. */
static const char *decode(tlb_arena *arena, tlb_text text)
{
    static const struct {
        const char *reference;
        char character;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    tlb_text copy = tlb_copy_text(arena, text.data ? text.data : "", text.size);
    char *to = (char *)(uintptr_t)copy.data;
    for (const char *p = copy.data; p && *p; p++) {
        *to = *p;
        for (size_t i = 0; *p == '&' && i < sizeof known / sizeof *known; i++) {
            size_t size = strlen(known[i].reference);
            if (strncmp(p, known[i].reference, size) == 0) {
                *to = known[i].character;
                p += size - 1;
                break;
            }
        }
        to++;
    }
    if (to)
        *to = 0;
    return copy.data;
}

/* --- the document's parts ---------------------------------------------------------------------------- */

/* A brush and the entity that it belongs to. */
typedef struct owned {
    uint32_t element;
    double owner;
} owned;

typedef struct builder {
    const tlb_csx *csx;
    csx_level *made;
    tlb_level *level;
    tlb_level_detail *detail;
    csx_places *places;
    uint32_t *lines; /* of elements */
    double scale;
    TLB_LIST(owned) brushes; /* of the detail */
} builder;

/* After an element and all that is in it. */
static uint32_t end_of(const tlb_csx *csx, uint32_t element)
{
    uint32_t i = element + 1;
    while (i < csx->elements.count && csx->elements.data[i].depth > csx->elements.data[element].depth)
        i++;
    return i;
}

static uint32_t line_of(const builder *b, uint32_t element)
{
    return b->lines[element];
}

/* Of all elements, 0 for those without a text. */
static bool count_lines(builder *b, const tlb_spellings *spellings)
{
    tlb_bytes text = {(const uint8_t *)spellings->data, spellings->count};
    uint32_t line = 1;
    tlb_words words;
    tlb_words_init(&words, NULL, text, CSX_COMMENT);
    b->lines = tlb_alloc_array(&b->level->arena, b->csx->elements.count, sizeof *b->lines);
    const char *at = words.start;
    for (uint32_t i = 0; b->lines && i < b->csx->elements.count; i++) {
        tlb_csx_spelling spelling = b->csx->elements.data[i].spelling;
        b->lines[i] = 0;
        if (!spelling || spellings->capacity)
            continue;
        words.at = words.start + spelling - 1;
        tlb_csx_next(&words);
        for (; at < words.at; at++)
            line += *at == '\n';
        b->lines[i] = at == words.at ? line : 0;
    }
    return b->lines;
}

/* --- spaces ------------------------------------------------------------------------------------------ */

typedef struct space {
    double rows[3][4];    /* to the world */
    double normals[3][3]; /* of normals: cofactors, and so not of unit length */
    double determinant;
} space;

static space space_of(const tlb_csx_element *brush)
{
    double values[16];
    space s = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, {{0}}, 0};
    if (tlb_csx_numbers(brush, "transform", values, 16) >= 12)
        memcpy(s.rows, values, sizeof s.rows);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            s.normals[i][j] = s.rows[i1][j1] * s.rows[i2][j2] - s.rows[i1][j2] * s.rows[i2][j1];
        }
    for (int j = 0; j < 3; j++)
        s.determinant += s.rows[0][j] * s.normals[0][j];
    return s;
}

static void to_world(const space *s, const double local[3], double world[3])
{
    for (int i = 0; i < 3; i++)
        world[i] =
            s->rows[i][0] * local[0] + s->rows[i][1] * local[1] + s->rows[i][2] * local[2] + s->rows[i][3];
}

/* What a linear function of the brush's space is in the world's. */
static void move_equation(const space *s, const double local[4], double world[4])
{
    world[3] = local[3];
    for (int i = 0; i < 3; i++) {
        world[i] = (s->normals[i][0] * local[0] + s->normals[i][1] * local[1] + s->normals[i][2] * local[2]) /
                   s->determinant;
        world[3] -= world[i] * s->rows[i][3];
    }
}

/* --- faces ------------------------------------------------------------------------------------------- */

static void set_plane(const tlb_csx_element *from, const space *s, tlb_level_face *face)
{
    double plane[4], square = 0, world[3], point[3], local[3];
    if (tlb_csx_numbers(from, "plane", plane, 4) != 4 || s->determinant == 0)
        return;
    for (int i = 0; i < 3; i++)
        square += plane[i] * plane[i];
    if (!(square > 1e-12) || !isfinite(square) || !isfinite(plane[3]))
        return;
    for (int i = 0; i < 3; i++)
        local[i] = -plane[3] / square * plane[i];
    to_world(s, local, point);
    square = 0;
    for (int i = 0; i < 3; i++) {
        world[i] = s->normals[i][0] * plane[0] + s->normals[i][1] * plane[1] + s->normals[i][2] * plane[2];
        square += world[i] * world[i];
    }
    double length = (s->determinant < 0 ? -1 : 1) * sqrt(square);
    for (int i = 0; square > 0 && i < 3; i++) {
        face->normal[i] = world[i] / length;
        face->distance += face->normal[i] * point[i];
    }
}

/* About the axis that both texture axes span. */
static void turn(double u[3], double v[3], double degrees)
{
    double axis[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double angle = degrees * (3.14159265358979323846 / 180), sine = sin(angle), cosine = cos(angle);
    double *vectors[2] = {u, v};
    if (degrees == 0 || !(length > 0))
        return;
    for (int k = 0; k < 2; k++) {
        double *w = vectors[k], along = 0, turned[3];
        for (int i = 0; i < 3; i++)
            along += axis[i] / length * w[i];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            turned[i] = w[i] * cosine + (axis[j] * w[l] - axis[l] * w[j]) / length * sine +
                        axis[i] / length * along * (1 - cosine);
        }
        memcpy(w, turned, sizeof turned);
    }
}

static void set_texture(const builder *b, const tlb_csx_element *from, const space *s, tlb_level_face *face)
{
    double t[11] = {0}, size[2] = {0};
    uint32_t count = tlb_csx_numbers(from, "texgens", t, 11);
    if (count < 8 || s->determinant == 0)
        return;
    if (tlb_csx_numbers(from, "texDiv", size, 2) != 2 || !(size[0] > 0) || !(size[1] > 0))
        size[0] = size[1] = TLB_LEVEL_SIZE_GUESSED;
    if (count >= 9)
        turn(t, t + 4, t[8]);
    double scale[2] = {count >= 11 && t[9] != 0 ? t[9] : 1, count >= 11 && t[10] != 0 ? t[10] : 1};
    double x[4] = {0, 0, 0, t[3] / size[0]}, y[4] = {0, 0, 0, t[7] / size[1]};
    for (int i = 0; i < 3; i++) {
        x[i] = t[i] * b->scale / (scale[0] * size[0]);
        y[i] = t[4 + i] * b->scale / (scale[1] * size[1]);
    }
    move_equation(s, x, face->x);
    move_equation(s, y, face->y);
}

static bool add_face(builder *b, uint32_t index, const space *s)
{
    const tlb_csx_element *from = &b->csx->elements.data[index];
    tlb_level_face *face = tlb_level_add_face(b->level, b->detail);
    uint32_t *place = TLB_PUSH(&b->level->arena, &b->places->faces);
    const char *material = decode(&b->level->arena, value_of(from, "material"));
    if (!face || !place || !material || !tlb_level_find_material(b->level, material, &face->material))
        return false;
    *place = index;
    face->line = line_of(b, index);
    set_plane(from, s, face);
    set_texture(b, from, s, face);
    return true;
}

/* --- brushes ----------------------------------------------------------------------------------------- */

static tlb_brush_kind kind_of(const tlb_csx_element *brush, const char *owner)
{
    enum { DETAIL = 1, COLLISION = 2, PORTAL = 3, TRIGGER = 4, PATH = 999 };
    switch ((int)fmin(fmax(number_of(brush, "type", 0), -1), 1000)) {
    case DETAIL:
        return TLB_BRUSH_DETAIL;
    case COLLISION:
        return TLB_BRUSH_COLLISION;
    case PORTAL:
        return TLB_BRUSH_PORTAL;
    case TRIGGER:
        return TLB_BRUSH_TRIGGER;
    case PATH:
        return TLB_BRUSH_MOVER;
    default:
        return tlb_level_brush_kind_of(owner);
    }
}

static bool add_brush(builder *b, uint32_t index, const char *owner)
{
    const tlb_csx *csx = b->csx;
    const tlb_csx_element *from = &csx->elements.data[index];
    tlb_level_brush *brush = tlb_level_add_brush(b->level, b->detail, kind_of(from, owner));
    uint32_t *place = TLB_PUSH(&b->level->arena, &b->places->brushes);
    if (!brush || !place)
        return false;
    *place = index;
    brush->line = line_of(b, index);
    space s = space_of(from);
    for (uint32_t i = index + 1, end = end_of(csx, index); i < end; i++)
        if (is_called(&csx->elements.data[i], "Face") && !add_face(b, i, &s))
            return false;
    return true;
}

/* --- entities ---------------------------------------------------------------------------------------- */

static bool add_properties(builder *b, tlb_level_entity *entity, uint32_t index)
{
    const tlb_csx *csx = b->csx;
    tlb_arena *arena = &b->level->arena;
    if (!tlb_level_add_property(b->level, entity, "classname", entity->classname, 0))
        return false;
    for (uint32_t i = index + 1, end = end_of(csx, index); i < end; i++) {
        const tlb_csx_element *from = &csx->elements.data[i];
        for (uint32_t k = 0; is_called(from, "Properties") && k < from->attributes.count; k++) {
            const char *key = decode(arena, from->attributes.data[k].name);
            const char *value = decode(arena, from->attributes.data[k].value);
            if (!key || !value || !tlb_level_add_property(b->level, entity, key, value, line_of(b, i)))
                return false;
        }
    }
    return true;
}

/* The entity at `index` (UINT32_MAX: worldspawn of a file without) and the brushes that it owns. */
static bool add_entity(builder *b, uint32_t index, double id)
{
    const tlb_csx *csx = b->csx;
    const tlb_csx_element *from = index == UINT32_MAX ? NULL : &csx->elements.data[index];
    const char *classname = from ? decode(&b->level->arena, value_of(from, "classname")) : "worldspawn";
    tlb_level_entity *entity = classname ? tlb_level_add_entity(b->level, b->detail, classname) : NULL;
    if (!entity)
        return false;
    if (from) {
        entity->line = line_of(b, index);
        entity->has_origin = tlb_csx_numbers(from, "origin", entity->origin, 3) == 3;
        if (!add_properties(b, entity, index))
            return false;
    }
    for (uint32_t i = 0; i < b->brushes.count; i++)
        if (b->brushes.data[i].owner == id && !add_brush(b, b->brushes.data[i].element, classname))
            return false;
    return true;
}

/* --- details ----------------------------------------------------------------------------------------- */

static void set_ambient(const tlb_csx_element *map, const char *name, float color[4])
{
    double numbers[3];
    if (tlb_csx_numbers(map, name, numbers, 3) == 3)
        for (int i = 0; i < 3; i++)
            color[i] = (float)fmin(fmax(numbers[i], 0), 255);
}

static bool add_detail(builder *b, uint32_t index, uint32_t number)
{
    const tlb_csx *csx = b->csx;
    uint32_t end = end_of(csx, index);
    b->detail = tlb_level_add_detail(b->level);
    b->places = TLB_PUSH(&b->level->arena, &b->made->details);
    if (!b->detail || !b->places)
        return false;
    *b->places = (csx_places){{0}, {0}};
    b->scale = 32;
    b->detail->detail_number = (int32_t)number;
    b->detail->min_pixels = number_of(&csx->elements.data[index], "minPixelSize", 0);
    for (uint32_t i = index; i < end; i++) {
        const tlb_csx_element *map = &csx->elements.data[i];
        if (!is_called(map, "InteriorMap"))
            continue;
        double scale = number_of(map, "brushScale", 32), light = number_of(map, "lightScale", 32);
        b->scale = scale > 0 ? scale : 32;
        b->detail->texel = light > 0 ? light / b->scale : 1;
        set_ambient(map, "ambientColor", b->detail->ambient);
        set_ambient(map, "ambientColorEmerg", b->detail->alarm_ambient);
    }
    b->detail->units = b->scale;
    bool has_world = false, added = true;
    b->brushes.count = 0;
    for (uint32_t i = index; added && i < end; i++) {
        const tlb_csx_element *e = &csx->elements.data[i];
        has_world |= is_called(e, "Entity") && number_of(e, "id", -1) == 0;
        owned *brush = is_called(e, "Brush") ? TLB_PUSH(&b->level->arena, &b->brushes) : NULL;
        added = brush || !is_called(e, "Brush");
        if (brush)
            *brush = (owned){i, number_of(e, "owner", 0)};
    }
    if (added && !has_world)
        added = add_entity(b, UINT32_MAX, 0);
    for (uint32_t i = index; added && i < end; i++)
        if (is_called(&csx->elements.data[i], "Entity"))
            added = add_entity(b, i, number_of(&csx->elements.data[i], "id", -1));
    if (added)
        b->detail->min_pixels =
            tlb_level_property_number(&b->detail->entities.data[0], "min_pixels", b->detail->min_pixels);
    return added;
}

tlb_status tlb_csx_make_level(tlb_document *document, csx_level *made)
{
    const csx_root *root = document->root;
    builder b = {.csx = &root->csx, .made = made, .level = made->level};
    uint32_t details = 0;
    bool added = count_lines(&b, &root->spellings);
    for (uint32_t i = 0; added && i < b.csx->elements.count; i++)
        if (is_called(&b.csx->elements.data[i], "DetailLevel"))
            added = add_detail(&b, i, details++);
    if (added && !details) {
        csx_places *places = TLB_PUSH(&b.level->arena, &made->details);
        b.detail = tlb_level_add_detail(b.level);
        added = places && b.detail && tlb_level_add_entity(b.level, b.detail, "worldspawn");
        if (places)
            *places = (csx_places){{0}, {0}};
    }
    return added ? TLB_OK : tlb_report_memory(document->context, &b.level->arena);
}

/* --- conversions ------------------------------------------------------------------------------------- */

tlb_status tlb_csx_to_level(tlb_document *document, tlb_level *level, const tlb_conversion *conversion)
{
    csx_level made = {.level = level};
    tlb_status status = tlb_csx_make_level(document, &made);
    return status ? status : tlb_map_find_images(level, conversion);
}
