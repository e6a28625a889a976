/* A map as a level: planes from points, texture coordinates from axes, sizes of textures from their images.
 */
#include "formats/torque/map/map.h"
#include "formats/torque/shared/textures.h"

#include "assets/textures.h"
#include "base/text.h"
#include "image/image.h"

#include <math.h>
#include <stdio.h>

/* --- lines ------------------------------------------------------------------------------------------- */

/* Counts lines up to records, which are mostly asked for in their order. */
typedef struct line_counter {
    tlb_words words; /* over the text; start NULL: it has no lines of a file */
    const char *at;
    uint32_t line;
} line_counter;

static line_counter count_lines(const map_root *root)
{
    line_counter c = {.line = 1};
    if (root->spellings.data && !root->spellings.capacity) {
        tlb_bytes text = {(const uint8_t *)root->spellings.data, root->spellings.count};
        tlb_words_init(&c.words, NULL, text, MAP_COMMENT);
        c.at = c.words.start;
    }
    return c;
}

static uint32_t line_of(line_counter *c, tlb_map_spelling spelling)
{
    if (!spelling || !c->at)
        return 0;
    c->words.at = c->words.start + spelling - 1;
    tlb_map_next(&c->words);
    while (c->at > c->words.at)
        c->line -= *--c->at == '\n';
    for (; c->at < c->words.at; c->at++)
        c->line += *c->at == '\n';
    return c->line;
}

/* --- faces ------------------------------------------------------------------------------------------- */

static void set_plane(tlb_level_face *face, const tlb_map_face *from, double scale)
{
    double a[3], b[3], square = 0, longest = 0;
    for (int axis = 0; axis < 3; axis++) {
        a[axis] = from->points[2][axis] - from->points[0][axis];
        b[axis] = from->points[1][axis] - from->points[0][axis];
        longest = fmax(longest, fmax(fabs(a[axis]), fabs(b[axis])));
    }
    double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    for (int axis = 0; axis < 3; axis++)
        square += n[axis] * n[axis];
    double length = sqrt(square);
    if (!(length > 1e-9 * longest * longest) || !isfinite(length))
        return;
    for (int axis = 0; axis < 3; axis++) {
        face->normal[axis] = n[axis] / length;
        face->distance += face->normal[axis] * from->points[0][axis];
    }
    face->distance /= scale;
}

/* Quake's axes for a plane, turned. */
static void make_standard_axes(const double normal[3], double degrees, double u[3], double v[3])
{
    double size[3] = {fabs(normal[0]), fabs(normal[1]), fabs(normal[2])};
    int largest = size[2] >= size[0] && size[2] >= size[1] ? 2 : size[0] >= size[1] ? 0 : 1;
    int s = largest == 0 ? 1 : 0, t = largest == 2 ? 1 : 2;
    double quarters = degrees / 90, turn = degrees * (3.14159265358979323846 / 180);
    double sine = sin(turn), cosine = cos(turn);
    if (quarters == floor(quarters)) {
        int quarter = (int)(quarters - 4 * floor(quarters / 4));
        sine = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
        cosine = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    }
    for (int axis = 0; axis < 3; axis++)
        u[axis] = v[axis] = 0;
    u[s] = cosine;
    u[t] = sine;
    v[s] = sine;
    v[t] = -cosine;
}

/* In pixels. */
static void set_texture(tlb_level_face *face, const tlb_map_face *from, double scale)
{
    double u[3], v[3];
    if (from->isValve)
        for (int axis = 0; axis < 3; axis++) {
            u[axis] = from->u[axis];
            v[axis] = from->v[axis];
        }
    else
        make_standard_axes(face->normal, from->rotation, u, v);
    for (int axis = 0; axis < 3; axis++) {
        face->x[axis] = u[axis] * scale / (from->scale[0] != 0 ? from->scale[0] : 1);
        face->y[axis] = v[axis] * scale / (from->scale[1] != 0 ? from->scale[1] : 1);
    }
    face->x[3] = from->u[3];
    face->y[3] = from->v[3];
}

static bool add_brush(tlb_level *level, tlb_level_detail *detail, const tlb_map_brush *from,
                      tlb_brush_kind kind, double scale, line_counter *lines)
{
    tlb_level_brush *brush = tlb_level_add_brush(level, detail, kind);
    if (!brush)
        return false;
    brush->line = line_of(lines, from->spelling);
    for (uint32_t i = 0; i < from->faces.count; i++) {
        const tlb_map_face *f = &from->faces.data[i];
        tlb_level_face *face = tlb_level_add_face(level, detail);
        if (!face || !tlb_level_find_material(level, f->texture.data ? f->texture.data : "", &face->material))
            return false;
        face->line = line_of(lines, f->spelling);
        set_plane(face, f, scale);
        set_texture(face, f, scale);
    }
    return true;
}

/* --- entities ---------------------------------------------------------------------------------------- */

static const char *chars(tlb_text text)
{
    return text.data ? text.data : "";
}

/* The last one of a key; NULL: none. */
static const char *find_value(const tlb_map_entity *entity, const char *key)
{
    for (uint32_t i = entity->properties.count; i-- > 0;)
        if (tlb_same_nocase(chars(entity->properties.data[i].key), key))
            return chars(entity->properties.data[i].value);
    return NULL;
}

static bool add_entity(tlb_level *level, tlb_level_detail *detail, const tlb_map_entity *from,
                       line_counter *lines)
{
    const char *classname = find_value(from, "classname");
    tlb_level_entity *entity = tlb_level_add_entity(level, detail, classname ? classname : "");
    if (!entity)
        return false;
    entity->line = line_of(lines, from->spelling);
    for (uint32_t i = 0; i < from->properties.count; i++) {
        const tlb_map_property *p = &from->properties.data[i];
        if (!tlb_level_add_property(level, entity, chars(p->key), chars(p->value),
                                    line_of(lines, p->spelling)))
            return false;
    }
    const char *origin = find_value(from, "origin");
    entity->has_origin = origin && tlb_level_numbers(origin, entity->origin, 3) == 3;
    for (int axis = 0; axis < 3; axis++)
        entity->origin[axis] = entity->has_origin ? entity->origin[axis] / detail->units : 0;
    tlb_brush_kind kind = tlb_level_brush_kind_of(entity->classname);
    double scale = detail->units;
    for (uint32_t i = 0; i < from->brushes.count; i++)
        if (!add_brush(level, detail, &from->brushes.data[i], kind, scale, lines))
            return false;
    return true;
}

/* --- details ----------------------------------------------------------------------------------------- */

static double number_of(const tlb_map_entity *world, const char *key, double otherwise)
{
    const char *value = find_value(world, key);
    double number;
    return value && tlb_level_numbers(value, &number, 1) ? number : otherwise;
}

static void set_ambient(const tlb_map_entity *world, const char *key, float color[4])
{
    const char *value = find_value(world, key);
    double numbers[3];
    if (value && tlb_level_numbers(value, numbers, 3) == 3)
        for (int i = 0; i < 3; i++)
            color[i] = (float)fmin(fmax(numbers[i], 0), 255);
}

tlb_status tlb_map_add_detail(tlb_document *document, tlb_level *level)
{
    enum { USUAL_SCALE = 32 };
    static const tlb_map_entity nothing = {.spelling = 0};
    const map_root *root = document->root;
    const tlb_map_file *map = &root->map;
    const tlb_map_entity *world = map->entities.count ? &map->entities.data[0] : &nothing;
    line_counter lines = count_lines(root);
    tlb_level_detail *detail = tlb_level_add_detail(level);
    if (!detail)
        return tlb_report_memory(document->context, &level->arena);
    double scale = number_of(world, "geometry_scale", USUAL_SCALE);
    detail->units = scale > 0 && isfinite(scale) ? scale : USUAL_SCALE;
    double texel = number_of(world, "light_geometry_scale", USUAL_SCALE) / detail->units;
    detail->texel = texel > 0 && isfinite(texel) ? texel : 1;
    detail->min_pixels = number_of(world, "min_pixels", 0);
    double number = number_of(world, "detail_number", 0);
    detail->detail_number = number > 0 && number < INT32_MAX ? (int32_t)number : 0;
    set_ambient(world, "ambient_color", detail->ambient);
    set_ambient(world, "emergency_ambient_color", detail->alarm_ambient);
    tlb_text file = tlb_copy_text(&level->arena, document->name, strlen(document->name));
    bool added = file.data && (map->entities.count || tlb_level_add_entity(level, detail, "worldspawn"));
    detail->file = file.data;
    for (uint32_t i = 0; added && i < map->entities.count; i++)
        added = add_entity(level, detail, &map->entities.data[i], &lines);
    return added ? TLB_OK : tlb_report_memory(document->context, &level->arena);
}

/* --- textures ---------------------------------------------------------------------------------------- */

/* Other games have bitmaps of the same names. */
static bool is_image(tlb_bytes file)
{
    uint32_t width, height;
    return tlb_image_size(file, &width, &height) == TLB_OK;
}

static tlb_status find_image(tlb_level *level, const tlb_conversion *conversion, tlb_level_material *material,
                             uint32_t size[2])
{
    tlb_bytes file;
    tlb_status status = tlb_assets_find(conversion->assets, &level->arena, material->name,
                                        tlb_torque_texture_extensions, is_image, &file, NULL);
    if (status)
        return tlb_memory_status(conversion->context, &level->arena, status);
    tlb_image *image = tlb_zalloc(&level->arena, sizeof *image);
    if (!image)
        return tlb_report_memory(conversion->context, &level->arena);
    if (tlb_image_size(file, &size[0], &size[1]) != TLB_OK)
        return TLB_OK;
    image->name = material->name;
    status = tlb_image_load(conversion->context, &level->arena, file, image);
    if (!status) {
        image->width = size[0];
        image->height = size[1];
        material->image = image;
    }
    return tlb_memory_status(conversion->context, &level->arena, status);
}

static tlb_status find_size(tlb_level *level, const tlb_conversion *conversion, tlb_level_material *material,
                            uint32_t size[2])
{
    const tlb_size_option *given = &conversion->options->texture_size;
    size[0] = size[1] = 0;
    if (material->surface != TLB_LEVEL_VISIBLE || !material->name[0]) {
        size[0] = size[1] = TLB_LEVEL_SIZE_GUESSED;
        return TLB_OK;
    }
    tlb_status status = find_image(level, conversion, material, size);
    if (!status && (!size[0] || !size[1])) {
        tlb_report_missing(conversion->context, NULL, "texture", material->name);
        material->unsized = !given->width;
        size[0] = given->width ? given->width : TLB_LEVEL_SIZE_GUESSED;
        size[1] = given->width ? given->height : TLB_LEVEL_SIZE_GUESSED;
    }
    return status;
}

tlb_status tlb_map_find_images(tlb_level *level, const tlb_conversion *conversion)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < level->materials.count && !status; i++) {
        tlb_level_material *material = &level->materials.data[i];
        uint32_t size[2];
        if (material->surface != TLB_LEVEL_VISIBLE || !material->name[0])
            continue;
        status = find_image(level, conversion, material, size);
        if (!status && !material->image)
            tlb_report_missing(conversion->context, NULL, "texture", material->name);
    }
    return status;
}

static tlb_status set_sizes(tlb_level *level, const tlb_conversion *conversion)
{
    uint32_t(*sizes)[2] = tlb_alloc_array(&level->arena, level->materials.count, sizeof *sizes);
    if (!sizes)
        return tlb_report_memory(conversion->context, &level->arena);
    for (uint32_t i = 0; i < level->materials.count; i++) {
        tlb_status status = find_size(level, conversion, &level->materials.data[i], sizes[i]);
        if (status)
            return status;
    }
    for (uint32_t d = 0; d < level->details.count; d++)
        for (uint32_t i = 0; i < level->details.data[d].faces.count; i++) {
            tlb_level_face *face = &level->details.data[d].faces.data[i];
            for (int k = 0; k < 4; k++) {
                face->x[k] /= sizes[face->material][0];
                face->y[k] /= sizes[face->material][1];
            }
        }
    return TLB_OK;
}

/* --- levels of detail -------------------------------------------------------------------------------- */

/* NAME_N.map, of NAME_0.map: in `arena`; NULL: the path is not called so. */
static char *path_of_detail(tlb_arena *arena, const char *path, uint32_t number)
{
    size_t stem = (size_t)(tlb_path_base(path) - path) + tlb_path_stem(path);
    if (stem < 2 || memcmp(path + stem - 2, "_0", 2) != 0)
        return NULL;
    return tlb_arena_printf(arena, "%.*s%u%s", (int)(stem - 1), path, number, path + stem);
}

static tlb_status add_file(tlb_document *document, const char *path, tlb_level *level)
{
    tlb_document *other;
    tlb_status status = tlb_open_path(document->context, path, &tlb_format_map, &other);
    if (status)
        return status;
    tlb_report(document->context, TLB_CODE_MAP_DETAILS, TLB_NO_OFFSET, NULL, "%s is level of detail %u", path,
               level->details.count);
    status = tlb_map_add_detail(other, level);
    if (!status)
        level->details.data[level->details.count - 1].is_beside = true;
    tlb_document_free(other);
    return status;
}

/* By detail_number; those without keep the order of their files. */
static void sort_details(tlb_level *level)
{
    tlb_level_detail *details = level->details.data;
    for (uint32_t i = 1; i < level->details.count; i++)
        for (uint32_t j = i; j && details[j].detail_number < details[j - 1].detail_number; j--) {
            tlb_level_detail moved = details[j];
            details[j] = details[j - 1];
            details[j - 1] = moved;
        }
}

/* Those in files beside the first. */
static tlb_status add_other_details(tlb_document *document, tlb_level *level)
{
    enum { MOST_DETAILS = 16 };
    for (uint32_t number = 1; document->beside && number < MOST_DETAILS; number++) {
        char *path = path_of_detail(&level->arena, document->beside, number);
        if (!path || tlb_path_kind_of(document->context, path) != TLB_PATH_FILE)
            continue;
        tlb_status status = add_file(document, path, level);
        if (status)
            return status;
    }
    sort_details(level);
    return TLB_OK;
}

tlb_status tlb_map_to_level(tlb_document *document, tlb_level *level, const tlb_conversion *conversion)
{
    tlb_status status = tlb_map_add_detail(document, level);
    if (!status)
        status = add_other_details(document, level);
    return status ? status : set_sizes(level, conversion);
}

static unsigned scene_parts(const tlb_convert_options *options)
{
    return (options->collision ? TLB_LEVEL_WITH_COLLISION : 0u) |
           (options->zones ? TLB_LEVEL_WITH_ZONES : 0u);
}

tlb_status tlb_map_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_level *level = tlb_level_create(document->context);
    if (!level)
        return tlb_report_memory(document->context, NULL);
    tlb_status status = document->format->to_level(document, level, conversion);
    if (!status)
        status = tlb_level_to_scene(document->context, level, scene_parts(conversion->options), scene);
    tlb_arena_fail(tlb_scene_arena(scene), level->arena.failure);
    tlb_level_free(level);
    return status;
}
