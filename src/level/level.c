/* Levels: made piece by piece, and asked. */
#include "level/level.h"

#include "base/context.h"
#include "base/number.h"
#include "base/text.h"

#include <stdio.h>

/* --- making ------------------------------------------------------------------------------------------ */

tlb_level *tlb_level_create(tlb_context *context)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_level *level = tlb_alloc(&arena, sizeof *level);
    if (level)
        *level = (tlb_level){.arena = arena, .name = ""};
    return level;
}

void tlb_level_free(tlb_level *level)
{
    if (!level)
        return;
    tlb_arena arena = level->arena; /* a copy: the level itself lives in it */
    tlb_arena_release(&arena);
}

tlb_level_detail *tlb_level_add_detail(tlb_level *level)
{
    tlb_level_detail *detail = TLB_PUSH(&level->arena, &level->details);
    if (detail)
        *detail = (tlb_level_detail){
            .file = "", .texel = 1, .units = 1, .ambient = {0, 0, 0, 255}, .alarm_ambient = {0, 0, 0, 255}};
    return detail;
}

tlb_level_entity *tlb_level_add_entity(tlb_level *level, tlb_level_detail *detail, const char *classname)
{
    tlb_text name = tlb_copy_text(&level->arena, classname, strlen(classname));
    tlb_level_entity *entity = name.data ? TLB_PUSH(&level->arena, &detail->entities) : NULL;
    if (entity)
        *entity = (tlb_level_entity){
            .classname = name.data, .first_brush = detail->brushes.count, .first_mesh = detail->meshes.count};
    return entity;
}

tlb_level_brush *tlb_level_add_brush(tlb_level *level, tlb_level_detail *detail, tlb_brush_kind kind)
{
    tlb_level_brush *brush = TLB_PUSH(&level->arena, &detail->brushes);
    if (!brush)
        return NULL;
    uint32_t last = detail->entities.count - 1;
    *brush = (tlb_level_brush){.kind = kind,
                               .entity = last,
                               .number = detail->entities.data[last].brush_count++,
                               .first_face = detail->faces.count};
    return brush;
}

const tlb_level_face *tlb_level_brush_faces(const tlb_level_detail *detail, const tlb_level_brush *brush)
{
    return detail->faces.data ? detail->faces.data + brush->first_face : NULL;
}

tlb_level_face *tlb_level_add_face(tlb_level *level, tlb_level_detail *detail)
{
    tlb_level_face *face = TLB_PUSH(&level->arena, &detail->faces);
    if (!face)
        return NULL;
    detail->brushes.data[detail->brushes.count - 1].face_count++;
    *face = (tlb_level_face){.material = 0};
    return face;
}

tlb_level_mesh *tlb_level_add_mesh(tlb_level *level, tlb_level_detail *detail, tlb_brush_kind kind)
{
    tlb_level_mesh *mesh = TLB_PUSH(&level->arena, &detail->meshes);
    if (!mesh)
        return NULL;
    uint32_t last = detail->entities.count - 1;
    detail->entities.data[last].mesh_count++;
    *mesh = (tlb_level_mesh){.kind = kind, .entity = last};
    return mesh;
}

bool tlb_level_add_property(tlb_level *level, tlb_level_entity *entity, const char *key, const char *value,
                            uint32_t line)
{
    tlb_text key_copy = tlb_copy_text(&level->arena, key, strlen(key));
    tlb_text value_copy = tlb_copy_text(&level->arena, value, strlen(value));
    tlb_level_property *property = TLB_PUSH(&level->arena, &entity->properties);
    if (!property)
        return false;
    *property = (tlb_level_property){key_copy.data, value_copy.data, line};
    return key_copy.data && value_copy.data;
}

bool tlb_level_find_material(tlb_level *level, const char *name, uint32_t *material)
{
    tlb_text key = tlb_name_key(&level->arena, name);
    int32_t *known = key.data ? tlb_index_find(&level->names, &level->arena, key.data, key.size) : NULL;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        tlb_text copy = tlb_copy_text(&level->arena, name, strlen(name));
        tlb_level_material *added = copy.data ? TLB_PUSH(&level->arena, &level->materials) : NULL;
        if (!added)
            return false;
        *added = (tlb_level_material){.name = copy.data, .surface = tlb_level_surface_of(name)};
        *known = (int32_t)level->materials.count - 1;
    }
    *material = (uint32_t)*known;
    return true;
}

/* --- asking ------------------------------------------------------------------------------------------ */

tlb_level_surface tlb_level_surface_of(const char *material)
{
    static const char *const names[] = {
        [TLB_LEVEL_NULL] = "null",       [TLB_LEVEL_ORIGIN] = "origin",
        [TLB_LEVEL_TRIGGER] = "trigger", [TLB_LEVEL_FORCEFIELD] = "forcefield",
        [TLB_LEVEL_EMITTER] = "emitter", [TLB_LEVEL_PORTAL] = "portal"};
    const char *base = material;
    for (const char *p = material; *p; p++)
        base = *p == '/' || *p == '\\' ? p + 1 : base;
    for (int surface = TLB_LEVEL_NULL; surface <= TLB_LEVEL_PORTAL; surface++)
        if (tlb_same_nocase(base, names[surface]))
            return (tlb_level_surface)surface;
    return TLB_LEVEL_VISIBLE;
}

tlb_brush_kind tlb_level_brush_kind_of(const char *classname)
{
    static const struct {
        const char *classname;
        tlb_brush_kind kind;
    } kinds[] = {
        {"detail", TLB_BRUSH_DETAIL},
        {"collision", TLB_BRUSH_COLLISION},
        {"vehicle_collision", TLB_BRUSH_VEHICLE},
        {"portal", TLB_BRUSH_PORTAL},
        {"trigger", TLB_BRUSH_TRIGGER},
        {"Door_Elevator", TLB_BRUSH_MOVER},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (tlb_same_nocase(classname, kinds[i].classname))
            return kinds[i].kind;
    return TLB_BRUSH_STRUCTURAL;
}

bool tlb_level_is_mover(const tlb_level_detail *detail, uint32_t entity)
{
    return tlb_level_brush_kind_of(detail->entities.data[entity].classname) == TLB_BRUSH_MOVER;
}

const char *tlb_level_property_value(const tlb_level_entity *entity, const char *key)
{
    for (uint32_t i = entity->properties.count; i-- > 0;)
        if (tlb_same_nocase(entity->properties.data[i].key, key))
            return entity->properties.data[i].value;
    return NULL;
}

uint32_t tlb_level_numbers(const char *text, double *values, uint32_t most)
{
    const char *end = text + strlen(text);
    uint32_t count = 0;
    while (count < most) {
        while (*text == ' ' || *text == '\t')
            text++;
        const char *after = tlb_read_f64(text, end, &values[count]);
        if (!after)
            break;
        text = after;
        count++;
    }
    return count;
}

double tlb_level_property_number(const tlb_level_entity *entity, const char *key, double otherwise)
{
    const char *value = tlb_level_property_value(entity, key);
    double number;
    return value && tlb_level_numbers(value, &number, 1) ? number : otherwise;
}

const char *tlb_level_place(const tlb_level_detail *detail, uint32_t entity, uint32_t brush, uint32_t face,
                            char place[TLB_LEVEL_PLACE])
{
    const tlb_level_entity *owner = &detail->entities.data[entity];
    uint32_t line = owner->line;
    int size =
        detail->is_beside ? snprintf(place, TLB_LEVEL_PLACE, "%.60s: ", tlb_path_base(detail->file)) : 0;
    size +=
        snprintf(place + size, TLB_LEVEL_PLACE - (size_t)size, "entity %u (%.80s)", entity, owner->classname);
    if (brush != TLB_LEVEL_WHOLE) {
        const tlb_level_brush *b = &detail->brushes.data[brush];
        line = b->line;
        size += snprintf(place + size, TLB_LEVEL_PLACE - (size_t)size, ", brush %u", b->number);
        if (b->name)
            size += snprintf(place + size, TLB_LEVEL_PLACE - (size_t)size, " (%.80s)", b->name);
        if (face != TLB_LEVEL_WHOLE) {
            line = detail->faces.data[face].line;
            size += snprintf(place + size, TLB_LEVEL_PLACE - (size_t)size, ", face %u", face - b->first_face);
        }
    }
    if (line)
        snprintf(place + size, TLB_LEVEL_PLACE - (size_t)size, " (line %u)", line);
    return place;
}
