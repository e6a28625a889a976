#include "formats/interchange/gltf/fields/read.h"

#include "base/value.h"

#include <stdio.h>

/* --- reading ------------------------------------------------------------------------------------------ */

/* The place in the file of what is read: the walk's offset, where a failure is reported. */
static void stand_at(gltf_fields *g, const tlb_json_node *node)
{
    g->w->at = (const uint8_t *)g->tree->text + node->start;
}

void tlb_field_wrong_type(gltf_fields *g, const char *name, const tlb_json_node *node, const char *wanted)
{
    if (g->w->status)
        return;
    stand_at(g, node);
    tlb_walk_fail(g->w, TLB_CODE_GLTF_TYPE, name, "expected %s, found %s", wanted,
                  tlb_json_kind_name((tlb_json_kind)node->kind));
}

/* Reports a rule of the schema at a member, or at the object. */
void tlb_field_find(gltf_fields *g, tlb_code code, const char *name, const char *message)
{
    char path[512];
    if (!g->checker || g->w->status)
        return;
    tlb_walk_path(g->w, name, path, sizeof path);
    TLB_FIND_CODE(g->checker, code, path, "%s", message);
}

/* The member of this name, which is met. */
tlb_json_node *tlb_field_member(gltf_fields *g, const char *name, unsigned rules)
{
    tlb_json_node *found = NULL;
    if (g->w->status)
        return NULL;
    if ((found = tlb_json_member(g->tree, g->object, name)))
        found->met = true;
    if (found && found->twice)
        tlb_field_find(g, TLB_CODE_GLTF_DUPLICATE_KEY, name,
                       "the object has this member twice; the last one counts");
    if (!found && rules & GLTF_REQUIRED && g->checker) {
        char message[96];
        snprintf(message, sizeof message, "required member \"%s\" is missing", name);
        tlb_field_find(g, TLB_CODE_GLTF_REQUIRED, NULL, message);
    }
    return found;
}

/* The same if it is of the kind. */
tlb_json_node *tlb_field_member_of(gltf_fields *g, const char *name, unsigned rules, tlb_json_kind kind)
{
    tlb_json_node *node = tlb_field_member(g, name, rules);
    if (!node || node->kind == kind)
        return node;
    tlb_field_wrong_type(g, name, node, tlb_json_kind_name(kind));
    return NULL;
}

tlb_text tlb_field_read_string(gltf_fields *g, const tlb_json_node *node)
{
    tlb_text text = tlb_json_string(g->tree, node, g->w->arena);
    if (!text.data)
        tlb_walk_no_memory(g->w);
    return text;
}

double tlb_field_read_real(gltf_fields *g, const char *name, const tlb_json_node *node)
{
    if (node->kind != TLB_JSON_NUMBER) {
        tlb_field_wrong_type(g, name, node, "a number");
        return 0;
    }
    double value = tlb_json_number(g->tree, node);
    if (isfinite(value))
        return value;
    stand_at(g, node);
    tlb_walk_fail(g->w, TLB_CODE_BAD_NUMBER, name, "the number is too large");
    return 0;
}

uint32_t tlb_field_read_integer(gltf_fields *g, const char *name, const tlb_json_node *node, double most)
{
    double value = tlb_field_read_real(g, name, node);
    if (value >= 0 && value <= most && value == floor(value))
        return (uint32_t)value;
    if (!g->w->status) {
        stand_at(g, node);
        tlb_walk_fail(g->w, TLB_CODE_GLTF_TYPE, name, "expected an integer from 0 to %.0f, found %.17g", most,
                      value);
    }
    return 0;
}

/* --- scalars ------------------------------------------------------------------------------------------ */

void tlb_field_text(gltf_fields *g, const char *name, tlb_text *text, unsigned rules)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_member_of(g, name, rules, TLB_JSON_TEXT);
        *text = node ? tlb_field_read_string(g, node) : (tlb_text){0};
    } else if (gltf_writes(g)) {
        if (text->data)
            tlb_json_text(g->json, name, text->data, text->size);
    } else {
        bool present = text->data != NULL;
        tlb_walk_has(g->w, name, &present);
        if (present)
            tlb_walk_text(g->w, name, text);
        else
            *text = (tlb_text){0};
    }
}

void tlb_field_bool(gltf_fields *g, const char *name, bool *value)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_member(g, name, GLTF_OPTIONAL);
        if (node && node->kind != TLB_JSON_TRUE && node->kind != TLB_JSON_FALSE)
            tlb_field_wrong_type(g, name, node, "true or false");
        *value = node && node->kind == TLB_JSON_TRUE;
    } else if (gltf_writes(g)) {
        if (*value)
            tlb_json_bool(g->json, name, true);
    } else {
        tlb_value shown = {.kind = TLB_VALUE_BOOL, .as.boolean = true}, *at = *value ? &shown : NULL;
        tlb_walk_value(g->w, name, &at);
        if (at && at->kind != TLB_VALUE_BOOL)
            tlb_walk_fault(g->w, name, "expected true or false");
        *value = at && at->kind == TLB_VALUE_BOOL && at->as.boolean;
    }
}

void tlb_field_index(gltf_fields *g, const char *name, int32_t *index, unsigned rules)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_member(g, name, rules);
        *index = node ? (int32_t)tlb_field_read_integer(g, name, node, INT32_MAX) : TLB_NONE;
    } else if (gltf_writes(g)) {
        if (*index >= 0)
            tlb_json_integer(g->json, name, *index);
    } else {
        if (walk_fills(g->w) && g->w->fresh)
            *index = TLB_NONE;
        bool present = *index >= 0;
        tlb_walk_has(g->w, name, &present);
        if (present) {
            if (g->names)
                walk_refers(g->w, g->names, g->gltf);
            walk_i32(g->w, name, index);
        } else
            *index = TLB_NONE;
    }
}

static bool is_below(double value, double least, unsigned rules)
{
    return value < least || (rules & GLTF_ABOVE && value == least);
}

void tlb_field_check_range(gltf_fields *g, const char *name, double value, double least, double most,
                           unsigned rules)
{
    char message[128];
    if (!g->checker || (!is_below(value, least, rules) && value <= most))
        return;
    if (most < UINT32_MAX)
        snprintf(message, sizeof message, "%.9g is out of range; expected %s%.9g to %.9g", value,
                 rules & GLTF_ABOVE ? "above " : "", least, most);
    else
        snprintf(message, sizeof message, "%.9g is out of range; expected %s%.9g", value,
                 rules & GLTF_ABOVE ? "more than " : "at least ", least);
    tlb_field_find(g, TLB_CODE_GLTF_RANGE, name, message);
}

void tlb_field_uint(gltf_fields *g, const char *name, uint32_t *value, uint32_t absent, uint32_t least,
                    uint32_t most, unsigned rules)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_member(g, name, rules);
        *value = node ? tlb_field_read_integer(g, name, node, UINT32_MAX) : absent;
        if (node)
            tlb_field_check_range(g, name, *value, least, most, rules);
    } else if (gltf_writes(g)) {
        if (*value != absent || rules & GLTF_REQUIRED)
            tlb_json_unsigned(g->json, name, *value);
    } else {
        if (walk_fills(g->w) && g->w->fresh)
            *value = absent;
        bool present = *value != absent || rules & GLTF_REQUIRED;
        tlb_walk_has(g->w, name, &present);
        if (present)
            walk_u32(g->w, name, value);
        else if (!(rules & GLTF_REQUIRED))
            *value = absent;
    }
}

void tlb_field_number(gltf_fields *g, const char *name, double *value, double absent, double least,
                      double most, unsigned rules)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_member(g, name, rules);
        *value = node ? tlb_field_read_real(g, name, node) : absent;
        if (node)
            tlb_field_check_range(g, name, *value, least, most, rules);
    } else if (gltf_writes(g)) {
        if (*value != absent || rules & GLTF_REQUIRED)
            tlb_json_real(g->json, name, *value);
    } else {
        if (walk_fills(g->w) && g->w->fresh)
            *value = absent;
        bool present = *value != absent || rules & GLTF_REQUIRED;
        tlb_walk_has(g->w, name, &present);
        if (present)
            walk_f64(g->w, name, value);
        else if (!(rules & GLTF_REQUIRED))
            *value = absent;
    }
}

/* --- the rest ----------------------------------------------------------------------------------------- */

static void rest_value(gltf_fields *g, const char *name, tlb_value **value, tlb_value_kind kind)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = kind == TLB_VALUE_TABLE
                                        ? tlb_field_member_of(g, name, GLTF_OPTIONAL, TLB_JSON_TABLE)
                                        : tlb_field_member(g, name, 0);
        *value = node ? tlb_json_value(g->tree, node, g->w->arena) : NULL;
        if (node && !*value)
            tlb_walk_no_memory(g->w);
    } else if (gltf_writes(g)) {
        if (*value)
            tlb_value_write(g->json, name, *value);
    } else {
        tlb_walk_value(g->w, name, value);
        if (*value && kind == TLB_VALUE_TABLE && (*value)->kind != TLB_VALUE_TABLE && walk_fills(g->w)) {
            *value = NULL;
            tlb_walk_fault(g->w, name, "expected an object");
        }
    }
}

static void read_others(gltf_fields *g, tlb_value **other)
{
    *other = NULL;
    for (tlb_json_node *n = tlb_json_first(g->tree, g->object); n && !g->w->status;
         n = tlb_json_next(g->tree, n)) {
        if (n->met)
            continue;
        tlb_text key = tlb_json_key(g->tree, n, g->w->arena);
        tlb_value *value = tlb_json_value(g->tree, n, g->w->arena);
        *other = *other ? *other : tlb_value_table(g->w->arena);
        if (!key.data || !value || !*other) {
            tlb_walk_no_memory(g->w);
            return;
        }
        tlb_value_append(*other, key.data, value);
        tlb_field_find(g, TLB_CODE_GLTF_UNKNOWN_MEMBER, key.data,
                       "the specification has no such member here");
    }
}

void tlb_field_rest(gltf_fields *g, tlb_value **extensions, tlb_value **extras, tlb_value **other)
{
    rest_value(g, "extensions", extensions, TLB_VALUE_TABLE);
    rest_value(g, "extras", extras, TLB_VALUE_NULL);
    if (gltf_reads(g))
        read_others(g, other);
    else if (gltf_writes(g))
        for (const tlb_value *v = *other ? (*other)->as.members.first : NULL; v; v = v->next)
            tlb_value_write(g->json, v->key, v);
    else
        rest_value(g, "other", other, TLB_VALUE_TABLE);
}

/* --- objects and lists -------------------------------------------------------------------------------- */

bool tlb_field_open(gltf_fields *g, const char *name, void **object, size_t size, unsigned rules,
                    gltf_scope *scope)
{
    *scope = (gltf_scope){.outer = g->object};
    if (gltf_reads(g)) {
        tlb_json_node *node = tlb_field_member_of(g, name, rules, TLB_JSON_TABLE);
        *object = NULL;
        if (!node)
            return false;
        if (!(*object = tlb_zalloc(g->w->arena, size))) {
            tlb_walk_no_memory(g->w);
            return false;
        }
        g->object = node;
    } else {
        bool present = *object != NULL || (g->w->fresh && rules & GLTF_REQUIRED);
        tlb_walk_has(g->w, name, &present);
        if (!present) {
            *object = NULL;
            return false;
        }
        if (!*object && !(*object = tlb_zalloc(g->w->arena, size))) {
            tlb_walk_no_memory(g->w);
            return false;
        }
        if (gltf_writes(g))
            tlb_json_open(g->json, name, '{', true);
    }
    tlb_walk_open(g->w, name, TLB_ROW);
    return true;
}

void tlb_field_close(gltf_fields *g, gltf_scope *scope)
{
    tlb_walk_close(g->w, TLB_ROW);
    if (gltf_writes(g))
        tlb_json_close(g->json);
    g->object = scope->outer;
}

gltf_scope tlb_field_open_list(gltf_fields *g, const char *name, void *data, uint32_t *count, size_t size,
                               unsigned rules)
{
    gltf_scope scope = {.outer = g->object};
    if (gltf_reads(g)) {
        tlb_json_node *node = tlb_field_read_array(g, name, rules, data, count, size);
        if (!node || !*count)
            return scope;
        void *values;
        memcpy(&values, data, sizeof values);
        memset(values, 0, *count * size);
        scope.element = tlb_json_first(g->tree, node);
        scope.count = *count;
        tlb_walk_open(g->w, name, TLB_BLOCK);
        return scope;
    }
    void *values;
    memcpy(&values, data, sizeof values);
    bool present = *count != 0;
    tlb_walk_has(g->w, name, &present);
    if (!present) {
        *count = walk_fills(g->w) ? 0 : *count;
        return scope;
    }
    if (gltf_writes(g)) {
        tlb_json_open(g->json, name, '[', false);
        tlb_walk_open(g->w, name, TLB_BLOCK);
    } else {
        values = tlb_walk_open_list(g->w, name, values, count, size, 1);
        memcpy(data, &values, sizeof values);
    }
    scope.count = *count;
    scope.started = true;
    return scope;
}

/* Reading: to the next element, which must be an object. */
static bool next_read(gltf_fields *g, gltf_scope *scope)
{
    uint32_t index = scope->index;
    g->object = scope->outer;
    if (index == scope->count || g->w->status) {
        if (scope->count)
            tlb_walk_close(g->w, TLB_BLOCK);
        return false;
    }
    tlb_json_node *node = scope->element;
    g->w->frames[g->w->depth - 1].index = index;
    if (node->kind != TLB_JSON_TABLE) {
        tlb_field_wrong_type(g, NULL, node, "an object");
        tlb_walk_close(g->w, TLB_BLOCK);
        return false;
    }
    scope->element = tlb_json_next(g->tree, node);
    g->object = node;
    return true;
}

bool tlb_field_next(gltf_fields *g, gltf_scope *scope)
{
    bool more = scope->index < scope->count;
    if (gltf_reads(g))
        more = next_read(g, scope);
    else if (!scope->started)
        return false;
    else if (!gltf_writes(g))
        more = walk_next(g->w, scope->index, scope->count, TLB_ROW);
    else {
        if (scope->index)
            tlb_json_close(g->json);
        if (more)
            tlb_json_open(g->json, NULL, '{', true);
        else {
            tlb_json_close(g->json);
            tlb_walk_close(g->w, TLB_BLOCK);
        }
    }
    if (more)
        scope->at = scope->index++;
    return more;
}
