/* JSON that is read: what stands where in a text. Values are decoded when they are asked for, so that each
 * keeps its place and its spelling. */
#ifndef TLB_BASE_JSON_READ_H
#define TLB_BASE_JSON_READ_H

#include "base/context.h"
#include "trilobite/value.h"

typedef enum tlb_json_kind {
    TLB_JSON_NULL,
    TLB_JSON_FALSE,
    TLB_JSON_TRUE,
    TLB_JSON_NUMBER,
    TLB_JSON_TEXT,
    TLB_JSON_LIST,
    TLB_JSON_TABLE
} tlb_json_kind;

/* Values are in the order of the text, each before what it contains. */
typedef struct tlb_json_node {
    uint32_t start, end;   /* in the text; of a text with its quotation marks */
    uint32_t next;         /* the next member of the parent; 0: none */
    uint32_t count;        /* LIST, TABLE: members; the first is the node after this one */
    uint32_t key, key_end; /* in a TABLE: between the quotation marks */
    uint8_t kind;
    bool met;     /* for who has to know which members were used */
    bool twice;   /* an earlier member of the table has the same key */
    bool covered; /* a later one has: it is no member */
} tlb_json_node;

typedef struct tlb_json_tree {
    const char *text;
    tlb_json_node *nodes; /* the first is the root */
    uint32_t count;
} tlb_json_tree;

typedef struct tlb_json_error {
    size_t offset;
    const char *message;
} tlb_json_error;

/* Parses a text of UTF-8, of which a byte order mark is none. The text must last as long as the tree, which
 * is in `arena`. TLB_INVALID, not reported: `error` says what is wrong; TLB_NO_MEMORY, TLB_LIMIT: reported.
 */
tlb_status tlb_json_parse(tlb_context *context, tlb_arena *arena, tlb_bytes text, tlb_json_tree *tree,
                          tlb_json_error *error);
/* The same of values nested up to `max_depth` levels. */
tlb_status tlb_json_parse_to(tlb_context *context, tlb_arena *arena, tlb_bytes text, int max_depth,
                             tlb_json_tree *tree, tlb_json_error *error);
/* Parses a text into a value in `arena`, as deep as base/json.h writes it. A key that a table has twice or
 * that contains a NUL, and a number that is too large, are errors, too. The rest as by tlb_json_parse. */
tlb_status tlb_json_load(tlb_context *context, tlb_arena *arena, tlb_bytes text, tlb_value **value,
                         tlb_json_error *error);

/* Whether the key of a member is `name`. */
bool tlb_json_is_key(const tlb_json_tree *tree, const tlb_json_node *node, const char *name);
/* The last member of a table with this key; NULL: none, or `table` is NULL or no table. */
tlb_json_node *tlb_json_member(const tlb_json_tree *tree, const tlb_json_node *table, const char *name);
/* The first member of a LIST or TABLE that is not covered, and the one after another; NULL: none. */
tlb_json_node *tlb_json_first(const tlb_json_tree *tree, const tlb_json_node *parent);
tlb_json_node *tlb_json_next(const tlb_json_tree *tree, const tlb_json_node *node);

/* A NUMBER's value; infinity when it is too large. */
double tlb_json_number(const tlb_json_tree *tree, const tlb_json_node *node);
/* A TEXT, and a member's key, as copies in `arena`; their data is NULL without memory. A surrogate without
 * the other half becomes U+FFFD. */
tlb_text tlb_json_string(const tlb_json_tree *tree, const tlb_json_node *node, tlb_arena *arena);
tlb_text tlb_json_key(const tlb_json_tree *tree, const tlb_json_node *node, tlb_arena *arena);
/* A value with all that is in it; NULL without memory. */
tlb_value *tlb_json_value(const tlb_json_tree *tree, const tlb_json_node *node, tlb_arena *arena);

/* "a string", for messages. */
const char *tlb_json_kind_name(tlb_json_kind kind);

#endif
