/* From JSON, as dump writes it, back to a document. */
#include "layout/directions.h"

#include "base/number.h"
#include "base/text.h"

#include <jansson.h>
#include <stdlib.h>

enum { MAX_USED = 64 };

/* A table or list that was opened. */
typedef struct level {
    const json_t *json;
    const char *used[MAX_USED]; /* members of a table that were found when looked up */
    uint32_t used_count;        /* MAX_USED: too many to remember */
} level;

typedef struct build {
    level stack[WALK_DEPTH + 1]; /* the top is the one being walked */
    uint32_t depth;
} build;

static const char *kind_name(const json_t *json)
{
    static const char *const names[] = {"an object", "an array", "a string", "an integer",
                                        "a number",  "true",     "false",    "null"};
    return json ? names[json_typeof(json)] : "nothing";
}

static void wrong(tlb_walk *w, const char *name, const char *wanted, const json_t *found)
{
    if (json_is_integer(found))
        tlb_walk_fail(w, TLB_CODE_BAD_JSON, name, "expected %s, found %lld", wanted,
                      (long long)json_integer_value(found));
    else
        tlb_walk_fail(w, TLB_CODE_BAD_JSON, name, "expected %s, found %s", wanted, kind_name(found));
}

static level *top(build *b)
{
    return &b->stack[b->depth - 1];
}

/* The JSON of a field; without a name, of the list's element that was opened. */
static const json_t *field(build *b, const char *name)
{
    level *at = top(b);
    const json_t *json = name ? json_object_get(at->json, name) : at->json;
    bool again = at->used_count && at->used[at->used_count - 1] == name;
    if (name && json && !again && at->used_count < MAX_USED)
        at->used[at->used_count++] = name;
    return json;
}

static void enter(tlb_walk *w, const json_t *json)
{
    build *b = w->user;
    b->depth++;
    top(b)->json = json;
    top(b)->used_count = 0;
}

static bool is_used(const level *at, const char *key)
{
    bool found = false;
    for (uint32_t i = 0; i < at->used_count && !found; i++)
        found = strcmp(at->used[i], key) == 0;
    return found;
}

/* A member that was not used is a mistake: its value would be lost. */
static void refuse_others(tlb_walk *w)
{
    const level *at = top(w->user);
    json_t *json = (json_t *)(uintptr_t)at->json, *value;
    const char *key;
    if (w->status || !json_is_object(json) || at->used_count == json_object_size(json) ||
        at->used_count == MAX_USED)
        return;
    json_object_foreach(json, key, value) if (!is_used(at, key))
    {
        tlb_walk_fail(w, TLB_CODE_BAD_JSON, key, "unknown field");
        return;
    }
}

static void build_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    build *b = w->user;
    const json_t *json =
        name ? field(b, name) : json_array_get(top(b)->json, (size_t)w->frames[w->depth - 1].index);
    if (shape != TLB_BARE && !json_is_object(json))
        wrong(w, NULL, "an object", json);
    else
        enter(w, json);
}

static void build_close(tlb_walk *w, tlb_shape shape)
{
    if (shape != TLB_BARE)
        refuse_others(w);
    ((build *)w->user)->depth--;
}

static void build_open_list(tlb_walk *w, const char *name, uint32_t *count)
{
    const json_t *json = field(w->user, name);
    if (!json_is_array(json) || json_array_size(json) > UINT32_MAX)
        wrong(w, name, "an array", json);
    else {
        *count = (uint32_t)json_array_size(json);
        enter(w, json);
    }
}

static void build_close_list(tlb_walk *w)
{
    build_close(w, TLB_BARE);
}

/* --- numbers ------------------------------------------------------------------------------------------ */

/* The spellings of what JSON has no number for. */
static bool special_number(const json_t *json, tlb_type type, double *value, uint32_t *nan_bits)
{
    const char *text = json_string_value(json);
    *nan_bits = 0;
    if (!text)
        return false;
    if (strncmp(text, "nan:", 4) == 0 && type == TLB_F32) {
        char *end;
        unsigned long bits = strtoul(text + 4, &end, 16);
        *nan_bits = (uint32_t)bits;
        *value = 0;
        return !*end && (bits & 0x7f800000) == 0x7f800000 && (bits & 0x7fffff) && bits <= UINT32_MAX;
    }
    const char *end = text + strlen(text);
    return tlb_read_f64(text, end, value) == end;
}

static bool build_real(const json_t *json, tlb_type type, void *values, size_t i)
{
    double value = json_number_value(json);
    uint32_t nan_bits = 0;
    if (!json_is_number(json) && !special_number(json, type, &value, &nan_bits))
        return false;
    if (type == TLB_F64) {
        ((double *)values)[i] = value;
        return true;
    }
    float single = (float)value;
    if (nan_bits)
        memcpy(&single, &nan_bits, sizeof single);
    ((float *)values)[i] = single;
    return true;
}

static bool build_whole(const json_t *json, tlb_type type, tlb_type disk, void *values, size_t i)
{
    static const struct {
        int64_t least, most;
    } ranges[] = {
        [TLB_U8] = {0, UINT8_MAX},          [TLB_U16] = {0, UINT16_MAX},
        [TLB_U32] = {0, UINT32_MAX},        [TLB_I8] = {INT8_MIN, INT8_MAX},
        [TLB_I16] = {INT16_MIN, INT16_MAX}, [TLB_I32] = {INT32_MIN, INT32_MAX},
    };
    int64_t value = json_integer_value(json);
    if (!json_is_integer(json) || value < ranges[disk].least || value > ranges[disk].most)
        return false;
    switch (tlb_type_sizes[type]) {
    case 1:
        ((uint8_t *)values)[i] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)values)[i] = (uint16_t)value;
        break;
    default:
        ((uint32_t *)values)[i] = (uint32_t)value;
    }
    return true;
}

static void build_scalar(tlb_walk *w, const char *name, const json_t *json, tlb_type type, tlb_type disk,
                         void *values, size_t i)
{
    static const char *const wanted[] = {
        [TLB_U8] = "an integer from 0 to 255",
        [TLB_U16] = "an integer from 0 to 65535",
        [TLB_U32] = "an integer from 0 to 4294967295",
        [TLB_I8] = "an integer from -128 to 127",
        [TLB_I16] = "an integer from -32768 to 32767",
        [TLB_I32] = "an integer from -2147483648 to 2147483647",
        [TLB_F32] = "a number",
        [TLB_F64] = "a number",
    };
    bool real = disk == TLB_F32 || disk == TLB_F64;
    if (!(real ? build_real(json, type, values, i) : build_whole(json, type, disk, values, i)) && !w->status)
        wrong(w, name, wanted[disk], json);
}

static bool is_row(tlb_walk *w, const char *name, const json_t *json, uint32_t count)
{
    bool fits = json_is_array(json) && json_array_size(json) == count;
    if (!fits)
        tlb_walk_fail(w, TLB_CODE_BAD_JSON, name, "expected an array of %u numbers", count);
    return fits;
}

static void build_row(tlb_walk *w, const char *name, const json_t *json, tlb_type type, tlb_type disk,
                      void *values, size_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        build_scalar(w, name, json_array_get(json, i), type, disk, values, first + i);
}

static void build_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                          uint32_t count, bool row)
{
    const json_t *json = field(w->user, name);
    if (row && is_row(w, name, json, count))
        build_row(w, name, json, type, disk, values, 0, count);
    else if (!row)
        build_scalar(w, name, json, type, disk, values, 0);
}

static void *build_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                         uint32_t *rows, uint32_t columns)
{
    const json_t *json = field(w->user, name);
    (void)values;
    *rows = 0;
    if (!json_is_array(json) || json_array_size(json) > UINT32_MAX) {
        wrong(w, name, "an array", json);
        return NULL;
    }
    size_t count = json_array_size(json);
    for (size_t i = 0; columns > 1 && i < count; i++) /* before memory is taken for that many columns */
        if (!is_row(w, name, json_array_get(json, i), columns))
            return NULL;
    void *data = count ? tlb_alloc_array(w->arena, count, (size_t)columns * tlb_type_sizes[type]) : NULL;
    if (count && !data)
        tlb_walk_no_memory(w);
    for (size_t i = 0; data && i < count && !w->status; i++) {
        const json_t *element = json_array_get(json, i);
        if (columns > 1)
            build_row(w, name, element, type, disk, data, i * columns, columns);
        else
            build_scalar(w, name, element, type, disk, data, i);
    }
    *rows = w->status ? 0 : (uint32_t)count;
    return data;
}

/* --- text and bytes ----------------------------------------------------------------------------------- */

/* {"latin1": …}: every character is a byte. */
static bool from_latin1(tlb_text *text, char *data)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < text->size; i++) {
        uint8_t c = (uint8_t)data[i];
        if (c >= 0x80) {
            if ((c != 0xc2 && c != 0xc3) || ++i == text->size)
                return false;
            c = (uint8_t)(c << 6 | (data[i] & 0x3f));
        }
        data[size++] = (char)c;
    }
    data[size] = 0;
    text->size = size;
    return true;
}

static void build_text(tlb_walk *w, const char *name, tlb_text *text)
{
    const json_t *json = field(w->user, name), *latin1 = json_object_get(json, "latin1");
    const json_t *string = latin1 ? latin1 : json;
    if (!json_is_string(string) || json_string_length(string) >= UINT32_MAX) {
        wrong(w, name, "a string", json);
        return;
    }
    *text = tlb_copy_text(w->arena, json_string_value(string), json_string_length(string));
    if (!text->data) {
        *text = (tlb_text){"", 0};
        tlb_walk_no_memory(w);
    } else if (latin1 && !from_latin1(text, (char *)(uintptr_t)text->data))
        wrong(w, name, "a string of characters up to U+00FF", string);
}

static void build_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    const json_t *json = field(w->user, name);
    *bytes = (tlb_bytes){0};
    size_t size = json_string_length(json);
    uint8_t *data = json_is_string(json) ? tlb_alloc(w->arena, size / 4 * 3 + 1) : NULL;
    if (!json_is_string(json))
        wrong(w, name, "a base64 string", json);
    else if (!data)
        tlb_walk_no_memory(w);
    else if (!tlb_base64_decode(json_string_value(json), size, data, &bytes->size))
        wrong(w, name, "a base64 string", json);
    else
        bytes->data = data;
}

static bool build_has(tlb_walk *w, const char *name)
{
    return field(w->user, name) != NULL;
}

static const tlb_visitor build_visitor = {
    .fills = true,
    .open = build_open,
    .close = build_close,
    .open_list = build_open_list,
    .close_list = build_close_list,
    .scalars = build_scalars,
    .table = build_table,
    .text = build_text,
    .bytes = build_bytes,
    .has = build_has,
};

tlb_status tlb_build_document(tlb_context *context, tlb_arena *arena, tlb_description *walk, void **root,
                              const json_t *table)
{
    build b;
    b.depth = 0;
    tlb_walk w = tlb_walk_visitor(context, arena, &build_visitor, &b);
    enter(&w, table);
    field(&b, "format");
    walk(&w, root);
    refuse_others(&w);
    return w.status;
}
