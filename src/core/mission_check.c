/* What is wrong with a mission: its classes, its numbers, the files that it names; and what of it is code. */
#include "core/mission.h"

#include "base/text.h"

#include <stdio.h>

const char *tlb_mission_at(tlb_checker *c, const tlb_mission_object *object, uint32_t index,
                           const tlb_mission_field *field)
{
    return tlb_at(c, "objects[%u].fields[%u].value", index, (unsigned)(field - object->fields.data));
}

static void check_code(tlb_checker *c, const tlb_mission_field *field, const char *list, uint32_t index)
{
    if (!tlb_mission_is_plain(field))
        TLB_FIND(c, MISSION_CODE, tlb_at(c, "%s[%u].value", list, index), "code, kept as text: %.*s",
                 (int)(field->value.size < 60 ? field->value.size : 60), field->value.data);
}

/* --- numbers ----------------------------------------------------------------------------------------- */

static void check_numbers(tlb_checker *c, const tlb_mission_object *object, uint32_t index,
                          const tlb_mission_numbers *rule)
{
    enum { MOST = 12 };
    double numbers[MOST];
    const tlb_mission_field *field = tlb_mission_find(object, rule->field);
    if (!field || !tlb_mission_is_plain(field))
        return;
    const char *path = tlb_mission_at(c, object, index, field);
    uint32_t count = tlb_mission_read_numbers(field->value, numbers, rule->count);
    if (count < rule->count) {
        TLB_FIND(c, MISSION_NUMBERS, path, "%s is \"%.*s\", expected %u %s", rule->field,
                 (int)(field->value.size < 60 ? field->value.size : 60), field->value.data, rule->count,
                 tlb_plural(rule->count, "number", "numbers"));
        return;
    }
    bool is_zero = false;
    for (uint32_t i = 0; i < count; i++)
        is_zero |= numbers[i] == 0;
    if (is_zero && tlb_same_nocase(rule->field, "scale"))
        TLB_FIND(c, MISSION_SCALE, path, "the object has a scale of 0");
}

/* --- files ------------------------------------------------------------------------------------------- */

static void check_file(tlb_checker *c, const tlb_mission_object *object, uint32_t index,
                       const tlb_mission_file *rule)
{
    char name[MISSION_FILE_NAME];
    const tlb_mission_field *field;
    const char *file = tlb_mission_file_of(object, rule, name, &field);
    if (file)
        tlb_check_file(c, rule->kind, file, rule->extensions, tlb_mission_at(c, object, index, field));
}

/* The shape that its data block says. */
static void check_shape(tlb_checker *c, tlb_mission_blocks *blocks, const tlb_mission_object *object,
                        uint32_t index)
{
    const tlb_mission_field *field = tlb_mission_find(object, "dataBlock");
    const char *file = NULL;
    if (!field || !c->assets || c->status)
        return;
    const char *path = tlb_mission_at(c, object, index, field);
    c->status = tlb_mission_find_shape(blocks, object, path, &file);
    if (file)
        tlb_check_file(c, blocks->shapes->kind->what, file, blocks->shapes->kind->extensions, path);
}

/* ----------------------------------------------------------------------------------------------------- */

static void check_object(tlb_checker *c, const tlb_mission_object *object, uint32_t index,
                         const tlb_mission_rules *rules, tlb_mission_blocks *blocks)
{
    char list[64];
    if (!tlb_mission_is_any(object, rules->classes))
        TLB_FIND(c, MISSION_CLASS, tlb_at(c, "objects[%u].className", index), "unknown class \"%.60s\"",
                 object->className.data);
    snprintf(list, sizeof list, "objects[%u].fields", index);
    for (uint32_t i = 0; i < object->fields.count; i++)
        check_code(c, &object->fields.data[i], list, i);
    for (const tlb_mission_numbers *rule = rules->numbers; rule->field; rule++)
        check_numbers(c, object, index, rule);
    for (const tlb_mission_file *rule = rules->files; rule->field; rule++)
        check_file(c, object, index, rule);
    check_shape(c, blocks, object, index);
}

tlb_status tlb_mission_check(tlb_document *document, const tlb_mission_rules *rules)
{
    const tlb_mission *mission = &((tlb_mission_root *)document->root)->mission;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    tlb_mission_blocks blocks = {
        .shapes = rules->shapes, .context = document->context, .assets = document->assets, .work = &c.arena};
    c.assets = document->assets;
    if (c.assets)
        c.status = tlb_mission_find_game(document, mission, c.assets, rules->files);
    for (uint32_t i = 0; i < mission->statements.count; i++)
        check_code(&c, &mission->statements.data[i], "statements", i);
    for (uint32_t i = 0; i < mission->objects.count; i++)
        check_object(&c, &mission->objects.data[i], i, rules, &blocks);
    return tlb_checker_end(&c);
}
