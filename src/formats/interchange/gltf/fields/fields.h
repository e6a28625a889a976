/* The members of an object of glTF, described once: the same call reads a member from the parsed text, writes
 * it, or shows it to a visitor (dump, build, edit). Members that are absent have their default and are not
 * written.
 *
 * Where the text is read once more to be checked (`checker`), what a schema can say is reported: missing
 * members, values out of range, empty arrays. A value of another type than it must have fails every reading.
 */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_FIELDS_FIELDS_H
#define TLB_FORMATS_INTERCHANGE_GLTF_FIELDS_FIELDS_H

#include "base/json.h"
#include "base/json_read.h"
#include "core/checker.h"
#include "layout/walk.h"
#include "trilobite/formats/gltf.h"
#include "trilobite/scene.h"

typedef struct gltf_fields {
    tlb_walk *w;
    tlb_json_tree *tree;     /* READ */
    tlb_json_node *object;   /* READ: whose members are walked */
    tlb_checker *checker;    /* READ: NULL: unchecked */
    tlb_json *json;          /* WRITE */
    const tlb_gltf *gltf;    /* VISIT: the document, whose names may be in place of indices */
    const tlb_naming *names; /* VISIT: what the next index is of; NULL: it has none */
} gltf_fields;

enum {
    GLTF_OPTIONAL = 0,
    GLTF_REQUIRED = 1,
    GLTF_UNIQUE = 2,
    GLTF_ABOVE = 4 /* the least value is not allowed */
};

void tlb_field_text(gltf_fields *g, const char *name, tlb_text *text, unsigned rules);
void tlb_field_bool(gltf_fields *g, const char *name, bool *value);
void tlb_field_index(gltf_fields *g, const char *name, int32_t *index, unsigned rules);
void tlb_field_uint(gltf_fields *g, const char *name, uint32_t *value, uint32_t absent, uint32_t least,
                    uint32_t most, unsigned rules);
void tlb_field_number(gltf_fields *g, const char *name, double *value, double absent, double least,
                      double most, unsigned rules);
/* `count` 0: any number of them but none. */
void tlb_field_numbers(gltf_fields *g, const char *name, tlb_gltf_number_array *numbers, uint32_t count,
                       double least, double most);
void tlb_field_indices(gltf_fields *g, const char *name, tlb_gltf_index_array *indices, unsigned rules);
void tlb_field_texts(gltf_fields *g, const char *name, tlb_text **texts, uint32_t *count);
void tlb_field_attributes(gltf_fields *g, const char *name, tlb_gltf_attributes *attributes);
void tlb_field_targets(gltf_fields *g, const char *name, tlb_gltf_attributes **targets, uint32_t *count);
/* extensions, extras, and members that were not walked. */
void tlb_field_rest(gltf_fields *g, tlb_value **extensions, tlb_value **extras, tlb_value **other);

/* An optional object of `size` bytes: made when it is there, walked when this is true. */
typedef struct gltf_scope {
    tlb_json_node *outer, *element;
    uint32_t at;           /* the index of the element that is walked */
    uint32_t index, count; /* of the next one */
    bool started;
} gltf_scope;
bool tlb_field_open(gltf_fields *g, const char *name, void **object, size_t size, unsigned rules,
                    gltf_scope *scope);
void tlb_field_close(gltf_fields *g, gltf_scope *scope);

/* A list of objects. */
gltf_scope tlb_field_open_list(gltf_fields *g, const char *name, void *data, uint32_t *count, size_t size,
                               unsigned rules);
bool tlb_field_next(gltf_fields *g, gltf_scope *scope);

#define GLTF_TEXT(g, x, field)         tlb_field_text((g), #field, &(x)->field, GLTF_OPTIONAL)
#define GLTF_REST(g, x)                tlb_field_rest((g), &(x)->extensions, &(x)->extras, &(x)->other)
#define GLTF_NUMBERS(g, x, field, ...) tlb_field_numbers((g), #field, &(x)->field, __VA_ARGS__)
#define GLTF_OBJECT(g, x, field, rules, scope)                                                               \
    tlb_field_open((g), #field, (void **)&(x)->field, sizeof *(x)->field, (rules), (scope))
#define GLTF_LIST(g, x, field, rules, i)                                                                     \
    for (gltf_scope i = tlb_field_open_list((g), #field, &(x)->field.data, &(x)->field.count,                \
                                            sizeof *(x)->field.data, (rules));                               \
         tlb_field_next((g), &i);)

/* Whether a text is this word. */
static inline bool gltf_is(tlb_text text, const char *word)
{
    size_t size = strlen(word);
    return text.data && text.size == size && memcmp(text.data, word, size) == 0;
}

/* The accessor of an attribute; TLB_NONE: there is no such one. */
static inline int64_t gltf_attribute(const tlb_gltf_attributes *list, const char *semantic)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (gltf_is(list->data[i].semantic, semantic))
            return list->data[i].accessor;
    return TLB_NONE;
}

#endif
