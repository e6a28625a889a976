/* Members that are arrays, and attributes: objects of indices. */
#include "formats/interchange/gltf/fields/read.h"

#include "base/value.h"

#include <stdio.h>
#include <stdlib.h>

/* --- arrays ------------------------------------------------------------------------------------------- */

/* A member that is an array, with memory for its elements. */
tlb_json_node *tlb_field_read_array(gltf_fields *g, const char *name, unsigned rules, void *data,
                                    uint32_t *count, size_t size)
{
    tlb_json_node *node = tlb_field_member_of(g, name, rules, TLB_JSON_LIST);
    void *values = node && node->count ? tlb_alloc_array(g->w->arena, node->count, size) : NULL;
    *count = 0;
    memcpy(data, &values, sizeof values);
    if (node && !node->count) {
        tlb_field_find(g, TLB_CODE_GLTF_EMPTY, name, "the array is empty; leave it out");
        return NULL;
    }
    if (node && !values) {
        tlb_walk_no_memory(g->w);
        return NULL;
    }
    if (values)
        *count = node->count;
    return node;
}

static void visit_table(gltf_fields *g, const char *name, void *data, uint32_t *count, tlb_type type)
{
    void *values;
    bool present = *count != 0;
    memcpy(&values, data, sizeof values);
    tlb_walk_has(g->w, name, &present);
    if (present && g->names)
        walk_refers(g->w, g->names, g->gltf);
    if (present)
        values = tlb_walk_table(g->w, name, values, count, 1, type, type);
    else if (walk_fills(g->w)) {
        *count = 0;
        values = NULL;
    }
    memcpy(data, &values, sizeof values);
}

void tlb_field_numbers(gltf_fields *g, const char *name, tlb_gltf_number_array *numbers, uint32_t count,
                       double least, double most)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_read_array(g, name, GLTF_OPTIONAL, &numbers->data,
                                                         &numbers->count, sizeof *numbers->data);
        const tlb_json_node *n = node ? tlb_json_first(g->tree, node) : NULL;
        for (uint32_t i = 0; n; n = tlb_json_next(g->tree, n)) {
            numbers->data[i++] = tlb_field_read_real(g, name, n);
            tlb_field_check_range(g, name, numbers->data[i - 1], least, most, GLTF_OPTIONAL);
        }
        if (node && count && node->count != count) {
            char message[64];
            snprintf(message, sizeof message, "%u numbers, expected %u", node->count, count);
            tlb_field_find(g, TLB_CODE_GLTF_LENGTH, name, message);
        }
    } else if (gltf_writes(g)) {
        if (!numbers->count)
            return;
        tlb_json_open(g->json, name, '[', true);
        for (uint32_t i = 0; i < numbers->count; i++)
            tlb_json_real(g->json, NULL, numbers->data[i]);
        tlb_json_close(g->json);
    } else
        visit_table(g, name, &numbers->data, &numbers->count, TLB_F64);
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void check_unique(gltf_fields *g, const char *name, const tlb_gltf_index_array *indices)
{
    uint32_t *sorted = g->checker ? tlb_scratch(g->checker, indices->count, sizeof *sorted) : NULL;
    if (!sorted || !indices->count)
        return;
    memcpy(sorted, indices->data, indices->count * sizeof *sorted);
    qsort(sorted, indices->count, sizeof *sorted, by_value);
    for (uint32_t i = 1; i < indices->count; i++)
        if (sorted[i] == sorted[i - 1]) {
            char message[64];
            snprintf(message, sizeof message, "%u is in the array twice", sorted[i]);
            tlb_field_find(g, TLB_CODE_GLTF_UNIQUE, name, message);
            return;
        }
}

void tlb_field_indices(gltf_fields *g, const char *name, tlb_gltf_index_array *indices, unsigned rules)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node =
            tlb_field_read_array(g, name, rules, &indices->data, &indices->count, sizeof *indices->data);
        const tlb_json_node *n = node ? tlb_json_first(g->tree, node) : NULL;
        for (uint32_t i = 0; n; n = tlb_json_next(g->tree, n))
            indices->data[i++] = tlb_field_read_integer(g, name, n, INT32_MAX);
        if (node && rules & GLTF_UNIQUE)
            check_unique(g, name, indices);
    } else if (gltf_writes(g)) {
        if (!indices->count)
            return;
        tlb_json_open(g->json, name, '[', true);
        for (uint32_t i = 0; i < indices->count; i++)
            tlb_json_unsigned(g->json, NULL, indices->data[i]);
        tlb_json_close(g->json);
    } else
        visit_table(g, name, &indices->data, &indices->count, TLB_U32);
}

/* --- what is shown to visitors as a tree of values ---------------------------------------------------- */

static void fault(gltf_fields *g, const char *name, const char *message)
{
    tlb_walk_fault(g->w, name, "%s", message);
}

static uint32_t count_members(const tlb_value *value)
{
    uint32_t count = 0;
    for (const tlb_value *v = value ? value->as.members.first : NULL; v; v = v->next)
        count++;
    return count;
}

static void read_texts(gltf_fields *g, const char *name, tlb_text **texts, uint32_t *count)
{
    const tlb_json_node *node = tlb_field_read_array(g, name, GLTF_OPTIONAL, texts, count, sizeof **texts);
    const tlb_json_node *n = node ? tlb_json_first(g->tree, node) : NULL;
    for (uint32_t i = 0; n; n = tlb_json_next(g->tree, n), i++) {
        (*texts)[i] = (tlb_text){0};
        if (n->kind == TLB_JSON_TEXT)
            (*texts)[i] = tlb_field_read_string(g, n);
        else
            tlb_field_wrong_type(g, name, n, "a string");
    }
}

static void write_texts(gltf_fields *g, const char *name, const tlb_text *texts, uint32_t count)
{
    if (!count)
        return;
    tlb_json_open(g->json, name, '[', true);
    for (uint32_t i = 0; i < count; i++)
        tlb_json_text(g->json, NULL, texts[i].data, texts[i].size);
    tlb_json_close(g->json);
}

/* From what a visitor filled. */
static void take_texts(gltf_fields *g, const char *name, const tlb_value *list, tlb_text **texts,
                       uint32_t *count)
{
    bool good = !list || list->kind == TLB_VALUE_LIST;
    *count = list && good ? count_members(list) : 0;
    if (!(*texts = tlb_alloc_array(g->w->arena, *count, sizeof **texts))) {
        *count = 0;
        tlb_walk_no_memory(g->w);
        return;
    }
    const tlb_value *v = *count ? list->as.members.first : NULL;
    for (uint32_t i = 0; v; v = v->next, i++) {
        bool is_text = v->kind == TLB_VALUE_TEXT;
        (*texts)[i] =
            is_text ? tlb_copy_text(g->w->arena, v->as.text.data, v->as.text.size) : (tlb_text){"", 0};
        good = good && is_text;
    }
    if (!good)
        fault(g, name, "expected an array of strings");
    if (g->w->arena->failure) {
        *count = 0;
        tlb_walk_no_memory(g->w);
    }
}

/* Gives visitors a value of `work`, in place of which those that fill give theirs; whether to take it. */
static bool visit_value(gltf_fields *g, const char *name, const tlb_arena *work, tlb_value **value)
{
    if (work->failure)
        tlb_walk_refused(g->w, work->failure);
    tlb_walk_value(g->w, name, value);
    return walk_fills(g->w) && !g->w->status;
}

static void visit_texts(gltf_fields *g, const char *name, tlb_text **texts, uint32_t *count)
{
    tlb_arena work;
    tlb_arena_init(&work, g->w->context->account);
    tlb_value *list = *count ? tlb_value_list(&work) : NULL;
    for (uint32_t i = 0; i < *count; i++)
        tlb_value_add_bytes_text(&work, list, NULL, (*texts)[i]);
    if (visit_value(g, name, &work, &list))
        take_texts(g, name, list, texts, count);
    tlb_arena_release(&work);
}

void tlb_field_texts(gltf_fields *g, const char *name, tlb_text **texts, uint32_t *count)
{
    if (gltf_reads(g))
        read_texts(g, name, texts, count);
    else if (gltf_writes(g))
        write_texts(g, name, *texts, *count);
    else
        visit_texts(g, name, texts, count);
}

static void read_attributes(gltf_fields *g, const char *name, const tlb_json_node *table,
                            tlb_gltf_attributes *attributes)
{
    *attributes = (tlb_gltf_attributes){0};
    if (table->kind != TLB_JSON_TABLE) {
        tlb_field_wrong_type(g, name, table, "an object");
        return;
    }
    if (!table->count) {
        tlb_field_find(g, TLB_CODE_GLTF_EMPTY, name, "the object is empty");
        return;
    }
    if (!(attributes->data = tlb_alloc_array(g->w->arena, table->count, sizeof *attributes->data))) {
        tlb_walk_no_memory(g->w);
        return;
    }
    for (const tlb_json_node *n = tlb_json_first(g->tree, table); n; n = tlb_json_next(g->tree, n)) {
        tlb_gltf_attribute *a = &attributes->data[attributes->count++];
        *a = (tlb_gltf_attribute){.semantic = tlb_json_key(g->tree, n, g->w->arena),
                                  .accessor = tlb_field_read_integer(g, name, n, INT32_MAX)};
        if (!a->semantic.data)
            tlb_walk_no_memory(g->w);
    }
}

static void write_attributes(gltf_fields *g, const char *name, const tlb_gltf_attributes *attributes)
{
    tlb_json_open(g->json, name, '{', true);
    for (uint32_t i = 0; i < attributes->count; i++)
        tlb_json_unsigned(g->json, attributes->data[i].semantic.data, attributes->data[i].accessor);
    tlb_json_close(g->json);
}

static void show_attributes(tlb_arena *arena, tlb_value *table, const tlb_gltf_attributes *attributes)
{
    for (uint32_t i = 0; i < attributes->count; i++)
        tlb_value_add_integer(arena, table, attributes->data[i].semantic.data, attributes->data[i].accessor);
}

/* From what a visitor filled; false: it is no table of indices. */
static bool take_attributes(gltf_fields *g, const tlb_value *table, tlb_gltf_attributes *attributes)
{
    bool good = table->kind == TLB_VALUE_TABLE;
    *attributes = (tlb_gltf_attributes){0};
    uint32_t count = good ? count_members(table) : 0;
    if (!(attributes->data = tlb_alloc_array(g->w->arena, count, sizeof *attributes->data))) {
        tlb_walk_no_memory(g->w);
        return true;
    }
    for (const tlb_value *v = count ? table->as.members.first : NULL; v; v = v->next) {
        tlb_text key = tlb_copy_text(g->w->arena, v->key, strlen(v->key));
        good = good && v->kind == TLB_VALUE_INTEGER && v->as.integer >= 0 && v->as.integer <= INT32_MAX;
        if (!key.data)
            tlb_walk_no_memory(g->w);
        else if (good)
            attributes->data[attributes->count++] = (tlb_gltf_attribute){key, (uint32_t)v->as.integer};
    }
    return good;
}

void tlb_field_attributes(gltf_fields *g, const char *name, tlb_gltf_attributes *attributes)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node = tlb_field_member(g, name, GLTF_REQUIRED);
        *attributes = (tlb_gltf_attributes){0};
        if (node)
            read_attributes(g, name, node, attributes);
        return;
    }
    if (gltf_writes(g)) {
        write_attributes(g, name, attributes);
        return;
    }
    tlb_arena work;
    tlb_arena_init(&work, g->w->context->account);
    tlb_value *table = attributes->count ? tlb_value_table(&work) : NULL;
    show_attributes(&work, table, attributes);
    if (visit_value(g, name, &work, &table)) {
        if (!table)
            *attributes = (tlb_gltf_attributes){0};
        else if (!take_attributes(g, table, attributes))
            fault(g, name, "expected an object of indices of accessors");
    }
    tlb_arena_release(&work);
}

static void take_targets(gltf_fields *g, const char *name, const tlb_value *list,
                         tlb_gltf_attributes **targets, uint32_t *count)
{
    *count = list && list->kind == TLB_VALUE_LIST ? count_members(list) : 0;
    bool good = !list || list->kind == TLB_VALUE_LIST;
    if (!(*targets = tlb_alloc_array(g->w->arena, *count, sizeof **targets))) {
        *count = 0;
        tlb_walk_no_memory(g->w);
        return;
    }
    const tlb_value *v = *count ? list->as.members.first : NULL;
    for (uint32_t i = 0; v; v = v->next, i++)
        good = take_attributes(g, v, &(*targets)[i]) && good;
    if (!good)
        fault(g, name, "expected an array of objects of indices of accessors");
}

void tlb_field_targets(gltf_fields *g, const char *name, tlb_gltf_attributes **targets, uint32_t *count)
{
    if (gltf_reads(g)) {
        const tlb_json_node *node =
            tlb_field_read_array(g, name, GLTF_OPTIONAL, targets, count, sizeof **targets);
        const tlb_json_node *n = node ? tlb_json_first(g->tree, node) : NULL;
        for (uint32_t i = 0; n; n = tlb_json_next(g->tree, n))
            read_attributes(g, name, n, &(*targets)[i++]);
        return;
    }
    if (gltf_writes(g)) {
        if (*count)
            tlb_json_open(g->json, name, '[', true);
        for (uint32_t i = 0; i < *count; i++)
            write_attributes(g, NULL, &(*targets)[i]);
        if (*count)
            tlb_json_close(g->json);
        return;
    }
    tlb_arena work;
    tlb_arena_init(&work, g->w->context->account);
    tlb_value *list = *count ? tlb_value_list(&work) : NULL;
    for (uint32_t i = 0; i < *count; i++)
        show_attributes(&work, tlb_value_add_table(&work, list, NULL), &(*targets)[i]);
    if (visit_value(g, name, &work, &list))
        take_targets(g, name, list, targets, count);
    tlb_arena_release(&work);
}
