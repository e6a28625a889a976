/* The rules of maps: the values of fields, and what blocks refer to. */
#include "formats/meridian/udmf/udmf.h"

#include "base/text.h"
#include "core/checker.h"

#include <stdio.h>

typedef struct udmf_checker {
    tlb_checker c;
    const tlb_mission *map;
    uint32_t counts[UDMF_KINDS];
} udmf_checker;

const char *const tlb_udmf_kinds[UDMF_KINDS + 1] = {"vertex", "linedef", "sidedef", "sector", "thing", NULL};

udmf_kind tlb_udmf_kind_of(const tlb_mission_object *block)
{
    int kind = 0;
    while (kind < UDMF_KINDS && !tlb_same_nocase(tlb_udmf_kinds[kind], block->className.data))
        kind++;
    return (udmf_kind)kind;
}

/* --- fields ------------------------------------------------------------------------------------------- */

static bool is_number(tlb_text value)
{
    const char *p = value.data, *end = p + value.size;
    double number;
    if (value.size > 2 && p[0] == '0' && tlb_lower(p[1]) == 'x') {
        for (p += 2; p < end && tlb_words_hex_digits[(uint8_t)*p];)
            p++;
        return p == end;
    }
    p += *p == '+';
    return tlb_read_f64(p, end, &number) == end;
}

static void check_field(udmf_checker *u, const char *list, uint32_t i, const tlb_mission_field *field)
{
    const tlb_text *value = &field->value;
    bool is_plain = field->kind == TLB_MISSION_STRING || tlb_same_nocase(value->data, "true") ||
                    tlb_same_nocase(value->data, "false") || (value->size && is_number(*value));
    if (!is_plain)
        TLB_FIND(&u->c, UDMF_VALUE, tlb_at(&u->c, "%s[%u].value", list, i),
                 "\"%.60s\", expected a number, true, false or a text in quotation marks", value->data);
    if (field->name.data[0] >= '0' && field->name.data[0] <= '9')
        TLB_FIND(&u->c, UDMF_NAME, tlb_at(&u->c, "%s[%u].name", list, i),
                 "\"%.60s\" begins with a digit, which names in maps cannot", field->name.data);
}

static void check_fields(udmf_checker *u, const char *list, const tlb_mission_field *fields, uint32_t count)
{
    tlb_mark mark = tlb_arena_mark(&u->c.arena);
    tlb_index names = {0};
    for (uint32_t i = 0; i < count; i++) {
        check_field(u, list, i, &fields[i]);
        tlb_text key = tlb_name_key(&u->c.arena, fields[i].name.data);
        int32_t *first = key.data ? tlb_index_find(&names, &u->c.arena, key.data, key.size) : NULL;
        if (!first) {
            u->c.status = tlb_report_memory(u->c.context, &u->c.arena);
            return;
        }
        if (*first != TLB_INDEX_NEW)
            TLB_FIND(&u->c, UDMF_TWICE, tlb_at(&u->c, "%s[%u].name", list, i),
                     "\"%.60s\" is field %d too: the last one counts", fields[i].name.data, *first);
        *first = (int32_t)i;
    }
    tlb_arena_rewind(&u->c.arena, mark);
}

/* --- blocks ------------------------------------------------------------------------------------------- */

typedef struct udmf_rule {
    udmf_kind kind;
    const char *field;
    bool is_required;
    udmf_kind refers; /* UDMF_KINDS: to nothing */
} udmf_rule;

static const udmf_rule rules[] = {{UDMF_VERTEX, "x", true, UDMF_KINDS},
                                  {UDMF_VERTEX, "y", true, UDMF_KINDS},
                                  {UDMF_LINEDEF, "v1", true, UDMF_VERTEX},
                                  {UDMF_LINEDEF, "v2", true, UDMF_VERTEX},
                                  {UDMF_LINEDEF, "sidefront", true, UDMF_SIDEDEF},
                                  {UDMF_LINEDEF, "sideback", false, UDMF_SIDEDEF},
                                  {UDMF_SIDEDEF, "sector", true, UDMF_SECTOR},
                                  {UDMF_SECTOR, "texturefloor", true, UDMF_KINDS},
                                  {UDMF_SECTOR, "textureceiling", true, UDMF_KINDS},
                                  {UDMF_THING, "x", true, UDMF_KINDS},
                                  {UDMF_THING, "y", true, UDMF_KINDS},
                                  {UDMF_THING, "type", true, UDMF_KINDS}};

static void check_rule(udmf_checker *u, uint32_t index, const udmf_rule *rule)
{
    const tlb_mission_object *block = &u->map->objects.data[index];
    const tlb_mission_field *field = tlb_mission_find(block, rule->field);
    int64_t number;
    if (!field && rule->is_required)
        TLB_FIND(&u->c, UDMF_MISSING, tlb_at(&u->c, "objects[%u]", index), "%s has no field \"%s\"",
                 block->className.data, rule->field);
    if (!field || rule->refers == UDMF_KINDS || field->kind != TLB_MISSION_BARE ||
        !tlb_read_i64(field->value.data, field->value.data + field->value.size, &number))
        return;
    if ((number < 0 || number >= u->counts[rule->refers]) && (rule->is_required || number != -1))
        TLB_FIND(&u->c, UDMF_REFERENCE,
                 tlb_at(&u->c, "objects[%u].fields[%u].value", index, (unsigned)(field - block->fields.data)),
                 "%s %lld out of range; number of them: %u", tlb_udmf_kinds[rule->refers], (long long)number,
                 u->counts[rule->refers]);
}

static void check_line(udmf_checker *u, uint32_t index)
{
    const tlb_mission_object *block = &u->map->objects.data[index];
    const tlb_mission_field *v1 = tlb_mission_find(block, "v1"), *v2 = tlb_mission_find(block, "v2");
    if (v1 && v2 && tlb_same_text(v1->value, v2->value))
        TLB_FIND(&u->c, ROO_WALL_LENGTH, tlb_at(&u->c, "objects[%u]", index),
                 "the linedef goes from vertex %.20s to itself", v1->value.data);
}

static void check_block(udmf_checker *u, uint32_t index)
{
    char list[64];
    const tlb_mission_object *block = &u->map->objects.data[index];
    udmf_kind kind = tlb_udmf_kind_of(block);
    snprintf(list, sizeof list, "objects[%u].fields", index);
    check_fields(u, list, block->fields.data, block->fields.count);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].kind == kind)
            check_rule(u, index, &rules[i]);
    if (kind == UDMF_LINEDEF)
        check_line(u, index);
}

/* Whether the map is one of a room. */
static bool check_namespace(udmf_checker *u)
{
    const tlb_mission_object globals = {.fields = {u->map->statements.data, u->map->statements.count}};
    const tlb_mission_field *field = tlb_mission_find(&globals, "namespace");
    if (!field)
        TLB_FIND(&u->c, UDMF_NAMESPACE, NULL, "the map names no namespace, expected \"" UDMF_NAMESPACE "\"");
    else if (tlb_same_nocase(field->value.data, UDMF_NAMESPACE))
        return true;
    else
        TLB_FIND(&u->c, UDMF_NAMESPACE,
                 tlb_at(&u->c, "statements[%u].value", (unsigned)(field - globals.fields.data)),
                 "the namespace is \"%.60s\", expected \"" UDMF_NAMESPACE "\"", field->value.data);
    return false;
}

/* What a room could not have: the first of it. References are known to be right. */
static void check_room(udmf_checker *u)
{
    tlb_status status = tlb_udmf_try_room(u->c.context, &u->c.arena, u->map);
    if (tlb_is_fatal(status))
        u->c.status = status;
}

tlb_status tlb_udmf_check(tlb_document *document)
{
    const tlb_mission *map = &((tlb_mission_root *)document->root)->mission;
    udmf_checker u = {.c = tlb_checker_start(document->context, document->root), .map = map};
    for (uint32_t i = 0; i < map->objects.count; i++) {
        udmf_kind kind = tlb_udmf_kind_of(&map->objects.data[i]);
        if (kind < UDMF_KINDS)
            u.counts[kind]++;
    }
    uint64_t errors = tlb_severity_total(u.c.context, TLB_ERROR);
    bool is_room = check_namespace(&u);
    check_fields(&u, "statements", map->statements.data, map->statements.count);
    for (uint32_t i = 0; i < map->objects.count && !u.c.status; i++)
        check_block(&u, i);
    if (is_room && !u.c.status && tlb_severity_total(u.c.context, TLB_ERROR) == errors)
        check_room(&u);
    return tlb_checker_end(&u.c);
}
