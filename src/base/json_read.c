#include "base/json_read.h"

#include "base/index.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

/* Of files: as deep as JSON is written, less some levels for what is around it there. */
enum { DEPTH = 100 };

typedef struct parser {
    const char *start, *at, *end;
    tlb_json_tree *tree;
    tlb_json_error *error;
    int max_depth;
} parser;

static bool fail(parser *p, const char *message)
{
    if (!p->error->message)
        *p->error = (tlb_json_error){(size_t)(p->at - p->start), message};
    return false;
}

static void skip_blanks(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
}

static bool is_digit(const parser *p)
{
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

static bool skip_digits(parser *p)
{
    if (!is_digit(p))
        return fail(p, "expected a digit");
    while (is_digit(p))
        p->at++;
    return true;
}

static bool skip_number(parser *p)
{
    p->at += *p->at == '-';
    if (p->at < p->end && *p->at == '0')
        p->at++;
    else if (!skip_digits(p))
        return false;
    if (p->at < p->end && *p->at == '.') {
        p->at++;
        if (!skip_digits(p))
            return false;
    }
    if (p->at < p->end && (*p->at == 'e' || *p->at == 'E')) {
        p->at++;
        p->at += p->at < p->end && (*p->at == '+' || *p->at == '-');
        if (!skip_digits(p))
            return false;
    }
    return true;
}

static int hex_digit(char c)
{
    char lower = tlb_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool skip_escape(parser *p)
{
    static const char letters[] = "\"\\/bfnrtu";
    char letter = ++p->at < p->end ? *p->at : 0;
    if (!letter || !strchr(letters, letter))
        return fail(p, "unknown escape sequence");
    p->at++;
    for (int i = 0; letter == 'u' && i < 4; i++, p->at++)
        if (p->at == p->end || hex_digit(*p->at) < 0)
            return fail(p, "expected four hexadecimal digits after \\u");
    return true;
}

static bool skip_string(parser *p)
{
    p->at++;
    while (p->at < p->end && *p->at != '"') {
        if ((uint8_t)*p->at < 0x20)
            return fail(p, "control character in a string");
        if (*p->at != '\\')
            p->at++;
        else if (!skip_escape(p))
            return false;
    }
    if (p->at == p->end)
        return fail(p, "the text ends inside a string");
    p->at++;
    return true;
}

static bool skip_word(parser *p, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, word, size) != 0)
        return fail(p, "expected a value");
    p->at += size;
    return true;
}

static bool parse_value(parser *p, int depth, uint32_t key, uint32_t key_end);

static bool parse_key(parser *p, uint32_t *key, uint32_t *key_end)
{
    skip_blanks(p);
    if (p->at == p->end || *p->at != '"')
        return fail(p, "expected a key");
    *key = (uint32_t)(p->at - p->start) + 1;
    if (!skip_string(p))
        return false;
    *key_end = (uint32_t)(p->at - p->start) - 1;
    skip_blanks(p);
    if (p->at == p->end || *p->at != ':')
        return fail(p, "expected \":\"");
    p->at++;
    return true;
}

static bool parse_members(parser *p, int depth, uint32_t parent)
{
    bool is_table = *p->at++ == '{';
    char close = is_table ? '}' : ']';
    uint32_t last = 0, count = 0;
    if (depth == p->max_depth)
        return fail(p, "nested too deep");
    for (skip_blanks(p); p->at < p->end && (count || *p->at != close); count++) {
        uint32_t key = 0, key_end = 0, index = p->tree->count;
        if (is_table && !parse_key(p, &key, &key_end))
            return false;
        if (!parse_value(p, depth + 1, key, key_end))
            return false;
        if (last)
            p->tree->nodes[last].next = index;
        last = index;
        skip_blanks(p);
        if (p->at == p->end || *p->at != ',') {
            count++;
            break;
        }
        p->at++;
        skip_blanks(p);
    }
    if (p->at == p->end)
        return fail(p, "the text ends inside a value");
    if (*p->at != close)
        return fail(p, is_table ? "expected \",\" or \"}\"" : "expected \",\" or \"]\"");
    p->at++;
    p->tree->nodes[parent].count = count;
    return true;
}

static bool parse_value(parser *p, int depth, uint32_t key, uint32_t key_end)
{
    skip_blanks(p);
    if (p->at == p->end)
        return fail(p, "expected a value");
    uint32_t index = p->tree->count++;
    tlb_json_node *node = &p->tree->nodes[index];
    *node = (tlb_json_node){.start = (uint32_t)(p->at - p->start), .key = key, .key_end = key_end};
    bool good;
    switch (*p->at) {
    case '{':
    case '[':
        node->kind = *p->at == '{' ? TLB_JSON_TABLE : TLB_JSON_LIST;
        good = parse_members(p, depth, index);
        break;
    case '"':
        node->kind = TLB_JSON_TEXT;
        good = skip_string(p);
        break;
    case 't':
        node->kind = TLB_JSON_TRUE;
        good = skip_word(p, "true");
        break;
    case 'f':
        node->kind = TLB_JSON_FALSE;
        good = skip_word(p, "false");
        break;
    case 'n':
        node->kind = TLB_JSON_NULL;
        good = skip_word(p, "null");
        break;
    default:
        node->kind = TLB_JSON_NUMBER;
        good = *p->at == '-' || is_digit(p) ? skip_number(p) : fail(p, "expected a value");
    }
    node->end = (uint32_t)(p->at - p->start);
    return good;
}

/* The most values that a text can have: one after each bracket and each comma. */
static size_t count_values(tlb_bytes text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == ',' || text.data[i] == '[' || text.data[i] == '{';
    return count;
}

/* How much of a text that is not UTF-8 is. */
static size_t valid_utf8(const char *text, size_t size)
{
    size_t at = 0, step;
    uint32_t character;
    while ((step = tlb_utf8_read(text + at, size - at, &character)) > 0)
        at += step;
    return at;
}

/* Of the members of a table that have one key the last is the member. False: no memory. */
static bool cover_table(tlb_json_tree *tree, tlb_json_node *table, tlb_arena *work)
{
    tlb_index known = {0};
    for (uint32_t i = (uint32_t)(table - tree->nodes) + 1; i; i = tree->nodes[i].next) {
        const char *key = tlb_json_key(tree, &tree->nodes[i], work).data;
        int32_t *before = key ? tlb_index_find(&known, work, key, strlen(key)) : NULL;
        if (!before)
            return false;
        tree->nodes[i].twice = *before != TLB_INDEX_NEW;
        if (tree->nodes[i].twice)
            tree->nodes[*before].covered = true;
        *before = (int32_t)i;
    }
    return true;
}

static bool cover_members(tlb_json_tree *tree, tlb_arena *arena)
{
    tlb_arena work;
    bool good = true;
    tlb_arena_init(&work, arena->account);
    for (uint32_t i = 0; i < tree->count && good; i++) {
        if (tree->nodes[i].kind != TLB_JSON_TABLE || tree->nodes[i].count < 2)
            continue;
        good = cover_table(tree, &tree->nodes[i], &work);
        tlb_arena_release(&work);
    }
    tlb_arena_fail(arena, work.failure);
    return good;
}

tlb_status tlb_json_parse_to(tlb_context *context, tlb_arena *arena, tlb_bytes text, int max_depth,
                             tlb_json_tree *tree, tlb_json_error *error)
{
    const char *start = (const char *)text.data;
    parser p = {.start = start,
                .at = start,
                .end = start + text.size,
                .tree = tree,
                .error = error,
                .max_depth = max_depth};
    *tree = (tlb_json_tree){.text = start};
    *error = (tlb_json_error){0};
    if (text.size >= UINT32_MAX) {
        fail(&p, "the text has 4 GiB or more");
        return TLB_INVALID;
    }
    if (!text.size) {
        fail(&p, "expected a value");
        return TLB_INVALID;
    }
    if (!tlb_is_utf8(start, text.size)) {
        p.at += valid_utf8(start, text.size);
        fail(&p, "invalid UTF-8");
        return TLB_INVALID;
    }
    if (!(tree->nodes = tlb_alloc_array(arena, count_values(text), sizeof *tree->nodes)))
        return tlb_report_memory(context, arena);
    if (!parse_value(&p, 0, 0, 0))
        return TLB_INVALID;
    skip_blanks(&p);
    if (p.at < p.end) {
        fail(&p, "text after the end of the value");
        return TLB_INVALID;
    }
    return cover_members(tree, arena) ? TLB_OK : tlb_report_memory(context, arena);
}

tlb_status tlb_json_parse(tlb_context *context, tlb_arena *arena, tlb_bytes text, tlb_json_tree *tree,
                          tlb_json_error *error)
{
    return tlb_json_parse_to(context, arena, text, DEPTH, tree, error);
}

/* --- members ------------------------------------------------------------------------------------------ */

static tlb_json_node *uncovered(const tlb_json_tree *tree, uint32_t index)
{
    while (index && tree->nodes[index].covered)
        index = tree->nodes[index].next;
    return index ? &tree->nodes[index] : NULL;
}

tlb_json_node *tlb_json_first(const tlb_json_tree *tree, const tlb_json_node *parent)
{
    return parent->count ? uncovered(tree, (uint32_t)(parent - tree->nodes) + 1) : NULL;
}

tlb_json_node *tlb_json_next(const tlb_json_tree *tree, const tlb_json_node *node)
{
    return uncovered(tree, node->next);
}

/* --- values ------------------------------------------------------------------------------------------- */

double tlb_json_number(const tlb_json_tree *tree, const tlb_json_node *node)
{
    double value = 0;
    tlb_read_f64(tree->text + node->start, tree->text + node->end, &value);
    return value;
}

static char *put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *out++ = (char)(0xe0 | c >> 12);
        } else {
            *out++ = (char)(0xf0 | c >> 18);
            *out++ = (char)(0x80 | (c >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (c & 0x3f));
    return out;
}

static uint32_t read_hex(const char *p)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 4 | (uint32_t)hex_digit(p[i]);
    return value;
}

/* The character of \uXXXX, or of two that are a pair; goes over it. */
static uint32_t read_unicode(const char **at, const char *end)
{
    enum { REPLACEMENT = 0xfffd, ESCAPE = 6 };
    uint32_t first = read_hex(*at + 2);
    *at += ESCAPE;
    if (first < 0xd800 || first > 0xdfff)
        return first;
    bool pair = first < 0xdc00 && end - *at >= ESCAPE && (*at)[0] == '\\' && (*at)[1] == 'u';
    uint32_t second = pair ? read_hex(*at + 2) : 0;
    if (second < 0xdc00 || second > 0xdfff)
        return REPLACEMENT;
    *at += ESCAPE;
    return 0x10000 + ((first - 0xd800) << 10 | (second - 0xdc00));
}

static char *unescape(char *out, const char **at, const char *end)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char letter = (*at)[1];
    if (letter == 'u')
        return put_utf8(out, read_unicode(at, end));
    *out++ = meanings[strchr(letters, letter) - letters];
    *at += 2;
    return out;
}

/* The text between two quotation marks; never longer than its spelling. */
static tlb_text decode(const tlb_json_tree *tree, uint32_t start, uint32_t end, tlb_arena *arena)
{
    const char *at = tree->text + start, *stop = tree->text + end;
    if (!memchr(at, '\\', end - start))
        return tlb_copy_text(arena, at, end - start);
    char *data = tlb_alloc(arena, (size_t)(end - start) + 1), *out = data;
    if (!data)
        return (tlb_text){0};
    while (at < stop)
        if (*at == '\\')
            out = unescape(out, &at, stop);
        else
            *out++ = *at++;
    *out = 0;
    return (tlb_text){data, (uint32_t)(out - data)};
}

tlb_text tlb_json_string(const tlb_json_tree *tree, const tlb_json_node *node, tlb_arena *arena)
{
    return decode(tree, node->start + 1, node->end - 1, arena);
}

tlb_text tlb_json_key(const tlb_json_tree *tree, const tlb_json_node *node, tlb_arena *arena)
{
    return decode(tree, node->key, node->key_end, arena);
}

bool tlb_json_is_key(const tlb_json_tree *tree, const tlb_json_node *node, const char *name)
{
    size_t size = strlen(name);
    return node->key_end - node->key == size && memcmp(tree->text + node->key, name, size) == 0;
}

tlb_json_node *tlb_json_member(const tlb_json_tree *tree, const tlb_json_node *table, const char *name)
{
    tlb_json_node *found = NULL;
    if (!table || table->kind != TLB_JSON_TABLE)
        return NULL;
    for (tlb_json_node *n = tlb_json_first(tree, table); n; n = tlb_json_next(tree, n))
        if (tlb_json_is_key(tree, n, name))
            found = n;
    return found;
}

const char *tlb_json_kind_name(tlb_json_kind kind)
{
    static const char *const names[] = {"null",     "false",    "true",     "a number",
                                        "a string", "an array", "an object"};
    return names[kind];
}
