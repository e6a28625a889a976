/* A mission of Starsiege as a text mission: one list of objects, whose fields are text. */
#include "formats/darkstar/simg/simg.h"

#include "layout/fields.h"

static const char *const volumes[] = {"vol", NULL}, *const palettes[] = {"ppl", NULL},
                         *const terrains[] = {"dtf", NULL}, *const shapes[] = {"dts", NULL},
                         *const interiors[] = {"dis", NULL};

const tlb_mission_file tlb_simg_files[] = {{"SimVolume", "fileName", "volume", volumes, NULL},
                                           {"SimPalette", "fileName", "palette", palettes, NULL},
                                           {"SimTerrain", "fileName", "terrain", terrains, NULL},
                                           {"StaticShape", "fileName", "shape", shapes, NULL},
                                           {"Turret", "fileName", "shape", shapes, NULL},
                                           {NULL, "hulkName", "shape", shapes, NULL},
                                           {"InteriorShape", "fileName", "interior", interiors, NULL},
                                           {0}};

/* --- fields --------------------------------------------------------------------------------------------- */

typedef struct shown_field {
    const char *name;
    size_t offset;
    tlb_type type;
    uint32_t count;
} shown_field;
#define FIELD(field) #field, offsetof(tlb_simg_details, field)
static const shown_field shown_fields[] = {
    {FIELD(position), TLB_F32, 3},     {FIELD(rotation), TLB_F32, 3},
    {FIELD(matrix), TLB_F32, 9},       {FIELD(box), TLB_F32, 6},
    {FIELD(team), TLB_U8, 1},          {FIELD(maxDamage), TLB_F32, 1},
    {FIELD(damage), TLB_F32, 1},       {FIELD(visibleDistance), TLB_F32, 1},
    {FIELD(hazeDistance), TLB_F32, 1}, {FIELD(azimuth), TLB_F32, 1},
    {FIELD(incidence), TLB_F32, 1},    {FIELD(intensity), TLB_F32, 3},
    {FIELD(ambient), TLB_F32, 3},      {FIELD(size), TLB_F32, 1},
    {FIELD(distance), TLB_F32, 1},     {FIELD(skyColor), TLB_F32, 3},
    {FIELD(dmlTag), TLB_U32, 1},       {FIELD(textures), TLB_U8, 16},
    {FIELD(colors), TLB_F32, 9},       {FIELD(density), TLB_F32, 1},
    {FIELD(wind), TLB_F32, 3},         {FIELD(fov), TLB_F32, 1},
    {FIELD(speed), TLB_F32, 1},
};

static char *write_number(char *out, const uint8_t *value, tlb_type type)
{
    float number;
    uint32_t integer = *value;
    if (type == TLB_F32) {
        memcpy(&number, value, sizeof number);
        return tlb_write_f32(out, number);
    }
    if (type == TLB_U32)
        memcpy(&integer, value, sizeof integer);
    return tlb_write_u64(out, integer);
}

/* Adds what is not all zeros. */
static bool add_numbers(tlb_arena *arena, tlb_mission_field *field, const tlb_simg_details *details,
                        const shown_field *shown)
{
    enum { MOST = 16 };
    char text[MOST * (TLB_NUMBER_MAX + 1)], *end = text;
    const uint8_t *values = (const uint8_t *)details + shown->offset;
    uint32_t size = tlb_type_sizes[shown->type];
    for (uint32_t i = 0; i < shown->count; i++) {
        if (i)
            *end++ = ' ';
        end = write_number(end, values + (size_t)i * size, shown->type);
    }
    *field = (tlb_mission_field){.name = {shown->name, (uint32_t)strlen(shown->name)},
                                 .value = tlb_copy_text(arena, text, (size_t)(end - text))};
    return field->value.data != NULL;
}

/* With escapes, as in a text mission. */
static bool add_text(tlb_arena *arena, tlb_mission_field *field, const char *name, tlb_text text)
{
    char *escaped = tlb_alloc_array(arena, (size_t)text.size + 1, 2), *end = escaped;
    if (!escaped)
        return false;
    for (uint32_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\\' || text.data[i] == '"')
            *end++ = '\\';
        *end++ = text.data[i];
    }
    *end = 0;
    *field = (tlb_mission_field){.name = {name, (uint32_t)strlen(name)},
                                 .value = {escaped, (uint32_t)(end - escaped)}};
    return true;
}

static bool add_fields(tlb_arena *arena, const tlb_simg_details *x, tlb_mission_object *out)
{
    enum { NUMBERS = sizeof shown_fields / sizeof *shown_fields };
    const struct {
        const char *name;
        const tlb_text *text;
    } texts[] = {{"fileName", &x->fileName},
                 {"hulkName", &x->hulkName},
                 {"scriptClass", &x->scriptClass},
                 {"description", &x->description.text},
                 {"shortDescription", &x->shortDescription.text}};
    enum { TEXTS = sizeof texts / sizeof *texts };
    tlb_mission_field fields[NUMBERS + TEXTS];
    uint32_t count = 0;
    for (size_t i = 0; i < TEXTS; i++)
        if (texts[i].text->size && !add_text(arena, &fields[count++], texts[i].name, *texts[i].text))
            return false;
    for (size_t i = 0; i < NUMBERS; i++) {
        const shown_field *shown = &shown_fields[i];
        size_t size = (size_t)shown->count * tlb_type_sizes[shown->type];
        if (!tlb_all_zero((const uint8_t *)x + shown->offset, size) &&
            !add_numbers(arena, &fields[count++], x, shown))
            return false;
    }
    out->fields.count = count;
    out->fields.data = tlb_alloc_array(arena, count, sizeof *fields);
    if (out->fields.data && count)
        memcpy(out->fields.data, fields, count * sizeof *fields);
    return out->fields.data || !count;
}

/* --- objects -------------------------------------------------------------------------------------------- */

typedef struct lister {
    tlb_arena *arena;
    TLB_LIST(tlb_mission_object) objects;
    TLB_LIST(const tlb_simg_object *) sources;
    TLB_LIST(const char *) paths;
} lister;

static bool list_object(lister *l, const tlb_simg_object *x, tlb_text name, const char *path, uint32_t depth);

static bool list_objects(lister *l, const tlb_simg_object *group, const char *path, uint32_t depth)
{
    for (uint32_t i = 0; i < group->objects.count; i++) {
        const char *part = tlb_arena_printf(l->arena, "%s%sobjects[%u]", path, *path ? "." : "", i);
        tlb_text name = i < group->names.count ? group->names.data[i] : (tlb_text){"", 0};
        if (!part || !list_object(l, &group->objects.data[i], name, part, depth))
            return false;
    }
    return true;
}

static bool list_object(lister *l, const tlb_simg_object *x, tlb_text name, const char *path, uint32_t depth)
{
    const simg_class *class = tlb_simg_class_of(x);
    const char *class_name = class ? class->name : "Unknown";
    tlb_mission_object *object = TLB_PUSH(l->arena, &l->objects);
    const tlb_simg_object **source = TLB_PUSH(l->arena, &l->sources);
    const char **place = TLB_PUSH(l->arena, &l->paths);
    if (!object || !source || !place)
        return false;
    *object = (tlb_mission_object){
        .depth = depth, .className = {class_name, (uint32_t)strlen(class_name)}, .name = name, .hasBody = 1};
    *source = x;
    *place = path;
    if (!simg_is_known(class, x))
        return true;
    if (class->kind != SIMG_GROUP)
        return !x->details || add_fields(l->arena, x->details, object);
    return depth == MISSION_MOST_DEPTH || list_objects(l, x, path, depth + 1);
}

bool tlb_simg_as_mission(tlb_arena *arena, const tlb_simg *simg, simg_mission *out)
{
    lister l = {.arena = arena};
    if (!list_object(&l, &simg->mission, (tlb_text){"", 0}, "", 0))
        return false;
    *out = (simg_mission){.mission.objects = {l.objects.data, l.objects.count},
                          .objects = l.sources.data,
                          .paths = l.paths.data};
    return true;
}

simg_vehicles tlb_simg_find_vehicles(const simg_mission *m)
{
    simg_vehicles found = {0};
    for (uint32_t i = 0; i < m->mission.objects.count; i++) {
        const simg_class *class = tlb_simg_class_of(m->objects[i]);
        if (class && class->kind == SIMG_SCRAMBLED && !found.count++)
            found.first = i;
    }
    return found;
}
