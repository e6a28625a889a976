/* What is wrong with a map: its keys, its faces, its brushes. */
#include "formats/torque/map/map.h"
#include "formats/torque/shared/textures.h"

#include "base/text.h"
#include "core/checker.h"

#include <math.h>

/* What compilers and editors write into worldspawn. */
static const char *const known_keys[] = {"classname",
                                         "mapversion",
                                         "detail_number",
                                         "min_pixels",
                                         "geometry_scale",
                                         "light_geometry_scale",
                                         "ambient_color",
                                         "emergency_ambient_color",
                                         "wad",
                                         "origin",
                                         "datablock",
                                         "game_class",
                                         "outside_light_scale",
                                         "inside_light_scale",
                                         "brush_light_is_point",
                                         "oldstyle_lighting",
                                         NULL};
static const char *const known_beginnings[] = {"rad_", "_", NULL};

static bool is_known(const char *key)
{
    for (const char *const *name = known_keys; *name; name++)
        if (tlb_same_nocase(key, *name))
            return true;
    for (const char *const *begin = known_beginnings; *begin; begin++)
        if (strncmp(key, *begin, strlen(*begin)) == 0)
            return true;
    return false;
}

/* Keys whose value is a number above 0, or not below. */
static void check_value(tlb_checker *c, const char *key, const char *value, const char *path)
{
    static const struct {
        const char *key;
        bool is_scale;
    } numbers[] = {{"geometry_scale", true},
                   {"light_geometry_scale", true},
                   {"min_pixels", false},
                   {"detail_number", false}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double number;
        if (!tlb_same_nocase(key, numbers[i].key))
            continue;
        if (!tlb_level_numbers(value, &number, 1) || !isfinite(number) || number < 0 ||
            (number <= 0 && numbers[i].is_scale))
            TLB_FIND(c, MAP_VALUE, path, "\"%.40s\", expected a number %s", value,
                     numbers[i].is_scale ? "above 0" : "of at least 0");
    }
}

static void check_color(tlb_checker *c, const char *key, const char *value, const char *path)
{
    double color[3];
    bool is_color = tlb_same_nocase(key, "ambient_color") || tlb_same_nocase(key, "emergency_ambient_color");
    if (is_color && tlb_level_numbers(value, color, 3) < 3)
        TLB_FIND(c, MAP_VALUE, path, "\"%.40s\", expected three numbers", value);
}

static void check_properties(tlb_checker *c, const tlb_map_entity *entity, uint32_t index)
{
    bool has_class = false;
    for (uint32_t i = 0; i < entity->properties.count; i++) {
        const tlb_map_property *p = &entity->properties.data[i];
        const char *key = p->key.data ? p->key.data : "", *value = p->value.data ? p->value.data : "";
        has_class |= tlb_same_nocase(key, "classname");
        if (index)
            continue;
        if (!is_known(key))
            TLB_FIND(c, MAP_KEY, tlb_at(c, "entities[0].properties[%u].key", i),
                     "unknown key \"%.40s\" of worldspawn: it has no effect", key);
        const char *path = tlb_at(c, "entities[0].properties[%u].value", i);
        check_value(c, key, value, path);
        check_color(c, key, value, path);
    }
    if (!has_class)
        TLB_FIND(c, MAP_CLASS, tlb_at(c, "entities[%u]", index), "the entity has no classname");
}

static void check_faces(tlb_checker *c, const tlb_map_entity *entity, uint32_t index)
{
    for (uint32_t i = 0; i < entity->brushes.count; i++)
        for (uint32_t j = 0; j < entity->brushes.data[i].faces.count; j++) {
            const tlb_map_face *face = &entity->brushes.data[i].faces.data[j];
            if (face->scale[0] == 0 || face->scale[1] == 0)
                TLB_FIND(c, MAP_SCALE, tlb_at(c, "entities[%u].brushes[%u].faces[%u].scale", index, i, j),
                         "a texture's scale is 0; 1 is used");
        }
}

/* What tells of the level's brushes under the map's paths. */
typedef struct brush_report {
    tlb_checker *checker;
    const tlb_level *level;
} brush_report;

static void report(void *user, tlb_code code, uint32_t in_detail, uint32_t brush, uint32_t face,
                   const char *message)
{
    const brush_report *r = user;
    const tlb_level_brush *b = &r->level->details.data[in_detail].brushes.data[brush];
    const char *path = face == TLB_LEVEL_WHOLE
                           ? tlb_at(r->checker, "entities[%u].brushes[%u]", b->entity, b->number)
                           : tlb_at(r->checker, "entities[%u].brushes[%u].faces[%u]", b->entity, b->number,
                                    face - b->first_face);
    TLB_FIND_CODE(r->checker, code, path, "%s", message);
}

static tlb_status check_level(tlb_checker *c, tlb_document *document)
{
    tlb_level *level = tlb_level_create(document->context);
    if (!level)
        return tlb_report_memory(document->context, NULL);
    tlb_status status = tlb_map_add_detail(document, level);
    brush_report reports = {c, level};
    tlb_level_reporter reporter = {.report = report, .user = &reports};
    if (!status)
        status = tlb_level_check_brushes(document->context, level, &reporter);
    for (uint32_t i = 0; !status && i < level->materials.count; i++)
        if (level->materials.data[i].surface == TLB_LEVEL_VISIBLE && level->materials.data[i].name[0])
            tlb_check_file(c, "texture", level->materials.data[i].name, tlb_torque_texture_extensions, NULL);
    tlb_level_free(level);
    return status;
}

tlb_status tlb_map_check(tlb_document *document)
{
    const tlb_map_file *map = &((map_root *)document->root)->map;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    for (uint32_t i = 0; i < map->entities.count; i++) {
        check_properties(&c, &map->entities.data[i], i);
        check_faces(&c, &map->entities.data[i], i);
    }
    tlb_status status = check_level(&c, document);
    tlb_status ended = tlb_checker_end(&c);
    return status ? status : ended;
}
