/* Values of fields as what they mean. */
#include "core/mission.h"

uint32_t tlb_mission_read_numbers(tlb_text value, double *numbers, uint32_t most)
{
    const char *p = value.data, *end = p + value.size;
    uint32_t count = 0;
    while (p && count < most) {
        while (p < end && words_blank(*p))
            p++;
        p = tlb_read_f64(p, end, &numbers[count]);
        count += p != NULL;
    }
    return count;
}

/* The strings of a value, one after the other, without escapes: variables before them name folders. */
static void join_strings(const tlb_mission_field *field, char name[MISSION_FILE_NAME])
{
    bool within = field->kind != TLB_MISSION_BARE;
    size_t size = 0;
    for (uint32_t i = 0; i < field->value.size && size + 1 < MISSION_FILE_NAME; i++) {
        char ch = field->value.data[i];
        if (field->kind == TLB_MISSION_BARE && ch == '"') {
            within = !within;
            continue;
        }
        if (ch == '\\' && i + 1 < field->value.size)
            ch = field->value.data[++i];
        if (within)
            name[size++] = ch;
    }
    name[size] = 0;
}

/* A path without what is before the game's folder. */
static const char *below_root(const char *name)
{
    while (*name == '~' || *name == '.' || *name == '/' || *name == '\\') {
        if (*name == '.' && name[1] != '/' && name[1] != '\\' && name[1] != '.')
            break;
        name++;
    }
    return name;
}

const char *tlb_mission_file_name(const tlb_mission_field *field, char name[MISSION_FILE_NAME])
{
    join_strings(field, name);
    return below_root(name);
}

bool tlb_mission_is_any(const tlb_mission_object *object, const char *const *classes)
{
    while (*classes && !mission_is(object, *classes))
        classes++;
    return *classes;
}

const char *tlb_mission_file_of(const tlb_mission_object *object, const tlb_mission_file *rule,
                                char name[MISSION_FILE_NAME], const tlb_mission_field **field)
{
    bool may_have = !rule->className || mission_is(object, rule->className);
    *field = may_have ? tlb_mission_find(object, rule->field) : NULL;
    if (!*field)
        return NULL;
    const char *file = tlb_mission_file_name(*field, name);
    if (rule->edit)
        rule->edit(name + (file - name));
    return file;
}
