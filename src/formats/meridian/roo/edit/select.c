/* Fields of all sectors, or of all sides of walls, that meet conditions: "floorHeight+=16 where sector=3..7".
 */
#include "formats/meridian/roo/edit/edit.h"

#include "base/number.h"
#include "trilobite/edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- fields ------------------------------------------------------------------------------------------- */

/* Of a sector, or of a side with its sidedef. */
typedef struct member {
    const char *name; /* NULL at the end */
    size_t offset;
    tlb_type type;
} member;

#define SECTOR_MEMBER(field, type)                                                                           \
    {                                                                                                        \
#field, offsetof(tlb_roo_sector, field), type                                                        \
    }
#define SIDEDEF_MEMBER(field, type)                                                                          \
    {                                                                                                        \
#field, offsetof(tlb_roo_sidedef, field), type                                                       \
    }

static const member sector_members[] = {
    SECTOR_MEMBER(id, TLB_U16),
    SECTOR_MEMBER(floorBitmap, TLB_U16),
    SECTOR_MEMBER(ceilingBitmap, TLB_U16),
    SECTOR_MEMBER(textureX, TLB_U16),
    SECTOR_MEMBER(textureY, TLB_U16),
    SECTOR_MEMBER(floorHeight, TLB_U16),
    SECTOR_MEMBER(ceilingHeight, TLB_U16),
    SECTOR_MEMBER(light, TLB_U8),
    SECTOR_MEMBER(flags, TLB_U32),
    SECTOR_MEMBER(animationSpeed, TLB_U8),
    {0},
};

static const member sidedef_members[] = {
    SIDEDEF_MEMBER(id, TLB_U16),
    SIDEDEF_MEMBER(normalBitmap, TLB_U16),
    SIDEDEF_MEMBER(aboveBitmap, TLB_U16),
    SIDEDEF_MEMBER(belowBitmap, TLB_U16),
    SIDEDEF_MEMBER(flags, TLB_U32),
    SIDEDEF_MEMBER(animationSpeed, TLB_U8),
    {0},
};

static const member *find_member(const member *members, tlb_text name)
{
    for (; members->name; members++)
        if (strlen(members->name) == name.size && memcmp(members->name, name.data, name.size) == 0)
            return members;
    return NULL;
}

static double member_value(const void *object, const member *m)
{
    const uint8_t *at = (const uint8_t *)object + m->offset;
    uint32_t word;
    uint16_t half;
    switch (m->type) {
    case TLB_U8:
        return *at;
    case TLB_U16:
        memcpy(&half, at, sizeof half);
        return half;
    default:
        memcpy(&word, at, sizeof word);
        return word;
    }
}

static bool is_name(tlb_text name, const char *word)
{
    return strlen(word) == name.size && memcmp(word, name.data, name.size) == 0;
}

static const tlb_flag *find_flag(const tlb_flag *flags, const char *name)
{
    while (flags->name && strcmp(flags->name, name) != 0)
        flags++;
    return flags->name ? flags : NULL;
}

/* --- what is selected --------------------------------------------------------------------------------- */

/* A sector, or a side of a wall. */
typedef struct subject {
    const tlb_roo *room;
    bool is_side;
    uint32_t index; /* of the sector or the wall */
    roo_edit_side side;
} subject;

static const tlb_flag *flags_of(const subject *s)
{
    return s->is_side ? tlb_roo_wall_flags : tlb_roo_sector_flags;
}

static const void *object_of(const subject *s)
{
    static const tlb_roo_sidedef none;
    if (!s->is_side)
        return &s->room->sectors.data[s->index];
    const tlb_roo_sidedef *sidedef = roo_sidedef(s->room, *roo_side_sidedef(&s->side));
    return sidedef ? sidedef : &none;
}

/* False: there is no such field. */
static bool value_of(const subject *s, tlb_text name, double *value)
{
    const member *m = find_member(s->is_side ? sidedef_members : sector_members, name);
    if (m)
        *value = member_value(object_of(s), m);
    else if (!s->is_side && is_name(name, "sector"))
        *value = s->index;
    else if (s->is_side && is_name(name, "wall"))
        *value = s->index;
    else if (s->is_side && is_name(name, "sector"))
        *value = *roo_side_sector(&s->side);
    else if (s->is_side && is_name(name, "xOffset"))
        *value = *roo_side_x_offset(&s->side);
    else if (s->is_side && is_name(name, "yOffset"))
        *value = *roo_side_y_offset(&s->side);
    else
        return false;
    return true;
}

static uint32_t flag_word_of(const subject *s)
{
    const tlb_text flags = {"flags", 5};
    double value = 0;
    return value_of(s, flags, &value) ? (uint32_t)value : 0;
}

/* --- conditions --------------------------------------------------------------------------------------- */

/* "floorHeight>=64", "sector=3..7", "flicker", "!flicker", of sides "positive" and "negative". */
typedef struct condition {
    tlb_text name; /* empty: of a flag, or of which side it is */
    double least, most;
    bool negated;
    const tlb_flag *flag; /* NULL: which side */
    bool positive;
} condition;

/* A number, or two with ".." between them. */
static bool read_range(const char *word, double *least, double *most)
{
    const char *end = word + strlen(word), *dots = strstr(word, "..");
    if (!dots)
        return tlb_word_real(word, least) && tlb_word_real(word, most);
    return tlb_read_f64(word, dots, least) == dots && tlb_read_f64(dots + 2, end, most) == end &&
           isfinite(*least) && isfinite(*most);
}

/* Of values that are whole numbers. */
static bool read_comparison(const char *word, size_t name, condition *c)
{
    const char *mark = word + name;
    double value;
    *c = (condition){.name = {word, (uint32_t)name}, .least = -INFINITY, .most = INFINITY};
    c->negated = *mark == '!';
    if (*mark == '=' || c->negated)
        return read_range(mark + 1 + c->negated, &c->least, &c->most) && (!c->negated || mark[1] == '=');
    bool equal = mark[1] == '=';
    if (!tlb_word_real(mark + 1 + equal, &value))
        return false;
    if (*mark == '<')
        c->most = equal ? floor(value) : ceil(value) - 1;
    else
        c->least = equal ? ceil(value) : floor(value) + 1;
    return true;
}

static tlb_status read_condition(const tlb_query_call *q, const subject *any, const char *word, condition *c)
{
    size_t name = strcspn(word, "=!<>");
    double value;
    if (name && word[name]) {
        if (!read_comparison(word, name, c))
            return tlb_query_refuse(q, word,
                                    "expected FIELD, one of = != < <= > >=, and a number or a range");
        if (!value_of(any, c->name, &value))
            return tlb_query_refuse(
                q, word, any->is_side ? "sides of walls have no such field" : "sectors have no such field");
        return TLB_OK;
    }
    *c = (condition){.negated = *word == '!'};
    const char *plain = word + c->negated;
    if (any->is_side && (strcmp(plain, "positive") == 0 || strcmp(plain, "negative") == 0)) {
        c->positive = *plain == 'p';
        return TLB_OK;
    }
    c->flag = find_flag(flags_of(any), plain);
    return c->flag ? TLB_OK : tlb_query_refuse(q, word, "expected a condition: FIELD=VALUE or a flag's name");
}

static bool holds(const subject *s, const condition *c)
{
    double value;
    if (c->name.data)
        return (value_of(s, c->name, &value) && value >= c->least && value <= c->most) != c->negated;
    if (c->flag)
        return ((flag_word_of(s) & c->flag->mask) == c->flag->value) != c->negated;
    return (s->side.positive == c->positive) != c->negated;
}

static bool all_hold(const subject *s, const condition *conditions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!holds(s, &conditions[i]))
            return false;
    return true;
}

size_t tlb_roo_split_where(const tlb_query_call *q, const char *const **conditions, size_t *count)
{
    size_t at = 0;
    while (at < q->word_count && strcmp(q->words[at], "where") != 0)
        at++;
    *conditions = q->words + at + (at < q->word_count);
    *count = q->word_count - at - (at < q->word_count);
    return at;
}

static uint32_t subject_count(const tlb_roo *room, bool sides)
{
    return sides ? 2 * room->editorWalls.count : room->sectors.count;
}

/* A side of a wall counts if there is anything on it. */
static bool subject_at(const tlb_roo *room, bool is_side, uint32_t index, subject *s)
{
    *s = (subject){.room = room, .is_side = is_side, .index = is_side ? index / 2 : index};
    if (is_side)
        s->side = tlb_roo_edit_side(room, index / 2, index % 2 == 0);
    return !is_side || *roo_side_sector(&s->side) >= 0 || *roo_side_sidedef(&s->side);
}

/* The indices of the subjects for which all conditions hold. */
static tlb_status choose(const tlb_query_call *q, bool sides, const char *const *words, size_t count,
                         uint32_t **chosen, uint32_t *chosen_count)
{
    const tlb_roo *room = q->subject;
    uint32_t all = subject_count(room, sides);
    condition *conditions = tlb_alloc_array(q->arena, count, sizeof *conditions);
    *chosen = tlb_alloc_array(q->arena, all, sizeof **chosen);
    *chosen_count = 0;
    if (!conditions || !*chosen)
        return tlb_report_memory(q->document->context, q->arena);
    subject s;
    for (uint32_t i = 0; i < all; i++) {
        bool counts = subject_at(room, sides, i, &s);
        for (size_t k = 0; i == 0 && k < count; k++) {
            tlb_status status = read_condition(q, &s, words[k], &conditions[k]);
            if (status)
                return status;
        }
        if (counts && all_hold(&s, conditions, count))
            (*chosen)[(*chosen_count)++] = i;
    }
    return *chosen_count ? TLB_OK
                         : tlb_query_refuse(q, "where",
                                            sides ? "no side of a wall meets the conditions"
                                                  : "no sector meets the conditions");
}

tlb_status tlb_roo_select_sectors(const tlb_query_call *q, const char *const *conditions, size_t count,
                                  uint32_t **sectors, uint32_t *sector_count)
{
    *sectors = NULL;
    *sector_count = 0;
    return count ? choose(q, false, conditions, count, sectors, sector_count) : TLB_OK;
}

/* --- changes ------------------------------------------------------------------------------------------ */

/* "floorHeight=64", "floorHeight+=16", "flags-=flicker". */
typedef struct change {
    tlb_text name;
    char sign; /* '=', '+', '-' */
    const char *value;
} change;

static bool read_change(const char *word, change *c)
{
    const char *equals = strchr(word, '=');
    *c = (change){{NULL, 0}, 0, NULL};
    if (!equals || equals == word)
        return false;
    bool relative = equals[-1] == '+' || equals[-1] == '-';
    *c = (change){{word, (uint32_t)(equals - word - relative)}, relative ? equals[-1] : '=', equals + 1};
    return c->name.size;
}

static bool is_same_name(tlb_text a, tlb_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* By name, or bits as a number. */
static tlb_status change_flags(const tlb_query_call *q, const subject *s, const change *c, double *value)
{
    const tlb_flag *flag = find_flag(flags_of(s), c->value);
    double bits;
    if (!flag && (!tlb_word_real(c->value, &bits) || bits != floor(bits) || bits < 0 || bits > UINT32_MAX))
        return tlb_query_refuse(q, c->value, "expected the name of a flag, or bits as a number");
    uint32_t others = (uint32_t)*value & ~(flag ? flag->mask : (uint32_t)bits);
    *value = c->sign == '+' ? others | (flag ? flag->value : (uint32_t)bits) : others;
    return TLB_OK;
}

static tlb_status add_to(const tlb_query_call *q, const subject *s, const change *c, double *value)
{
    double by;
    if (is_name(c->name, "flags"))
        return change_flags(q, s, c, value);
    if (!tlb_word_real(c->value, &by) || by != floor(by))
        return tlb_query_refuse(q, c->value, "expected a whole number");
    *value += c->sign == '+' ? by : -by;
    return TLB_OK;
}

/* The text that a field is set to by the words up to one of them; NULL, and reported, where there is none. */
static const char *new_value(const tlb_query_call *q, const subject *s, size_t last)
{
    change own, c;
    double value = 0;
    read_change(q->words[last], &own);
    if (own.sign == '=' || !value_of(s, own.name, &value))
        return own.value;
    for (size_t i = 0; i <= last; i++)
        if (read_change(q->words[i], &c) && c.sign != '=' && is_same_name(c.name, own.name) &&
            add_to(q, s, &c, &value))
            return NULL;
    return tlb_arena_printf(q->arena, "%.0f", value);
}

/* Whether a later word goes on with the field. */
static bool goes_on(const tlb_query_call *q, size_t at, size_t word_count)
{
    change own, c;
    read_change(q->words[at], &own);
    for (size_t i = at + 1; i < word_count; i++)
        if (read_change(q->words[i], &c) && c.sign != '=' && own.sign != '=' &&
            is_same_name(c.name, own.name))
            return true;
    return false;
}

/* Where the field is: sidedefs of the side's own. */
static const char *path_of(const tlb_query_call *q, const subject *s, tlb_text name)
{
    if (!s->is_side)
        return tlb_arena_printf(q->arena, "sectors[%u].%.*s", s->index, (int)name.size, name.data);
    const char *word = s->side.positive ? "positive" : "negative";
    if (is_name(name, "xOffset") || is_name(name, "yOffset"))
        return tlb_arena_printf(q->arena, "editorWalls[%u].%s%c%.*s", s->index, word, *name.data - 'a' + 'A',
                                (int)name.size - 1, name.data + 1);
    return tlb_arena_printf(q->arena, "sidedefs[%d].%.*s", *roo_side_sidedef(&s->side) - 1, (int)name.size,
                            name.data);
}

/* What can be set: not a wall's number. */
static bool is_settable(const subject *s, tlb_text name)
{
    return find_member(s->is_side ? sidedef_members : sector_members, name) ||
           (s->is_side && (is_name(name, "xOffset") || is_name(name, "yOffset")));
}

typedef TLB_LIST(const char *) text_list;

/* `text` is NULL where there was no memory for it. */
static bool add_assignment(const tlb_query_call *q, text_list *assignments, const char *text)
{
    const char **added = text ? TLB_PUSH(q->arena, assignments) : NULL;
    if (added)
        *added = text;
    return added;
}

static tlb_status add_assignments(const tlb_query_call *q, const subject *s, size_t word_count,
                                  text_list *assignments)
{
    for (size_t i = 0; i < word_count; i++) {
        change c;
        if (!read_change(q->words[i], &c))
            return tlb_query_refuse(q, q->words[i], "expected FIELD=VALUE, FIELD+=VALUE or FIELD-=VALUE");
        if (!is_settable(s, c.name))
            return tlb_query_refuse(q, q->words[i],
                                    s->is_side ? "sides of walls have no such field"
                                               : "sectors have no such field");
        if (goes_on(q, i, word_count))
            continue;
        const char *value = new_value(q, s, i);
        const char *path = value ? path_of(q, s, c.name) : NULL;
        if (!value || !path)
            return q->arena->failure ? tlb_report_memory(q->document->context, q->arena) : TLB_ARGUMENT;
        if (!add_assignment(q, assignments, tlb_arena_printf(q->arena, "%s=%s", path, value)))
            return tlb_report_memory(q->document->context, q->arena);
    }
    return TLB_OK;
}

static tlb_status set_all(const tlb_query_call *q, const roo_edit *edit, bool sides)
{
    const char *const *conditions;
    uint32_t *chosen, count;
    size_t condition_count, word_count = tlb_roo_split_where(q, &conditions, &condition_count);
    text_list assignments = {0};
    if (!word_count)
        return tlb_query_refuse(q, sides ? "walls" : "sectors", "expected FIELD=VALUE...");
    tlb_status status = choose(q, sides, conditions, condition_count, &chosen, &count);
    for (uint32_t i = 0; !status && i < count; i++) {
        subject s;
        subject_at(edit->room, sides, chosen[i], &s);
        tlb_roo_sidedef *own;
        if (sides)
            status = tlb_roo_edit_own_sidedef(edit, &s.side, &own);
        if (!status)
            status = add_assignments(q, &s, word_count, &assignments);
    }
    if (!status && !add_assignment(q, &assignments, "security=null")) /* it is computed when all is done */
        status = tlb_report_memory(q->document->context, q->arena);
    if (!status)
        status = tlb_edit(q->document, assignments.data, assignments.count);
    if (!status)
        tlb_value_add_integer(q->arena, q->table, sides ? "sides" : "sectors", count);
    return status;
}

static tlb_status set_subjects(const tlb_query_call *q, bool sides)
{
    roo_edit edit;
    tlb_status status = tlb_roo_edit_begin(q->document, &edit);
    return status ? status : tlb_roo_edit_end(&edit, set_all(q, &edit, sides));
}

tlb_status tlb_roo_set_sectors(const tlb_query_call *q)
{
    return set_subjects(q, false);
}

tlb_status tlb_roo_set_walls(const tlb_query_call *q)
{
    return set_subjects(q, true);
}
