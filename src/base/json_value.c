/* JSON as a tree of values. */
#include "base/json.h"
#include "base/json_read.h"
#include "base/number.h"
#include "base/value.h"

#include <math.h>
#include <string.h>

/* Integers that fit stay integers; -0 is none. */
static void set_number(tlb_value *value, const tlb_json_tree *tree, const tlb_json_node *node)
{
    const char *start = tree->text + node->start, *end = tree->text + node->end;
    int64_t integer;
    bool is_integer = tlb_read_i64(start, end, &integer) == end && (integer || *start != '-');
    value->kind = is_integer ? TLB_VALUE_INTEGER : TLB_VALUE_REAL;
    if (is_integer)
        value->as.integer = integer;
    else
        value->as.real = tlb_json_number(tree, node);
}

tlb_value *tlb_json_value(const tlb_json_tree *tree, const tlb_json_node *node, tlb_arena *arena)
{
    static const tlb_value_kind kinds[] = {
        [TLB_JSON_NULL] = TLB_VALUE_NULL,   [TLB_JSON_FALSE] = TLB_VALUE_BOOL,
        [TLB_JSON_TRUE] = TLB_VALUE_BOOL,   [TLB_JSON_NUMBER] = TLB_VALUE_REAL,
        [TLB_JSON_TEXT] = TLB_VALUE_TEXT,   [TLB_JSON_LIST] = TLB_VALUE_LIST,
        [TLB_JSON_TABLE] = TLB_VALUE_TABLE,
    };
    tlb_value *value = tlb_zalloc(arena, sizeof *value);
    if (!value)
        return NULL;
    value->kind = kinds[node->kind];
    if (node->kind == TLB_JSON_TRUE)
        value->as.boolean = true;
    else if (node->kind == TLB_JSON_NUMBER)
        set_number(value, tree, node);
    else if (node->kind == TLB_JSON_TEXT)
        value->as.text = tlb_json_string(tree, node, arena);
    if (node->kind == TLB_JSON_TEXT && !value->as.text.data)
        return NULL;
    for (const tlb_json_node *n = tlb_json_first(tree, node); n; n = tlb_json_next(tree, n)) {
        tlb_value *member = tlb_json_value(tree, n, arena);
        const char *key = node->kind == TLB_JSON_TABLE ? tlb_json_key(tree, n, arena).data : NULL;
        if (!member || (node->kind == TLB_JSON_TABLE && !key))
            return NULL;
        tlb_value_append(value, key, member);
    }
    return value;
}

/* --- strictly ----------------------------------------------------------------------------------------- */

/* Only numbers with an exponent, or with hundreds of digits, can be. */
static bool is_too_large(const tlb_json_tree *tree, const tlb_json_node *node)
{
    enum { DIGITS = 300 };
    const char *text = tree->text + node->start;
    size_t size = node->end - node->start;
    bool can_be = size > DIGITS || memchr(text, 'e', size) || memchr(text, 'E', size);
    return can_be && isinf(tlb_json_number(tree, node));
}

/* Whether a key has an escaped NUL, at which it would end. */
static bool has_nul(const tlb_json_tree *tree, const tlb_json_node *node)
{
    static const char nul[] = "\\u0000";
    const char *at = tree->text + node->key, *end = tree->text + node->key_end;
    while ((at = memchr(at, '\\', (size_t)(end - at)))) {
        if ((size_t)(end - at) >= sizeof nul - 1 && memcmp(at, nul, sizeof nul - 1) == 0)
            return true;
        at += 2;
    }
    return false;
}

/* What is wrong with a value that the grammar allows; NULL: nothing. */
static const char *fault_of(const tlb_json_tree *tree, const tlb_json_node *node)
{
    if (node->twice)
        return "an earlier member has the same key";
    if (node->key_end > node->key && has_nul(tree, node))
        return "a key contains a NUL";
    if (node->kind == TLB_JSON_NUMBER && is_too_large(tree, node))
        return "the number is too large";
    return NULL;
}

static tlb_status load(tlb_context *context, tlb_arena *arena, tlb_arena *work, tlb_bytes text,
                       tlb_value **value, tlb_json_error *error)
{
    tlb_json_tree tree;
    tlb_status status = tlb_json_parse_to(context, work, text, TLB_JSON_DEPTH, &tree, error);
    for (uint32_t i = 0; !status && i < tree.count; i++) {
        const tlb_json_node *node = &tree.nodes[i];
        error->message = fault_of(&tree, node);
        error->offset = node->twice ? node->key : node->start;
        status = error->message ? TLB_INVALID : TLB_OK;
    }
    if (!status && !(*value = tlb_json_value(&tree, tree.nodes, arena)))
        status = tlb_report_memory(context, arena);
    return status;
}

tlb_status tlb_json_load(tlb_context *context, tlb_arena *arena, tlb_bytes text, tlb_value **value,
                         tlb_json_error *error)
{
    tlb_arena work;
    *value = NULL;
    tlb_arena_init(&work, context->account);
    tlb_status status = load(context, arena, &work, text, value, error);
    tlb_arena_release(&work);
    return status;
}
