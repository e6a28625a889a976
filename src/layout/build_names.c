/* Names from JSON where a field is the number of what has that name. The walk is over before they are looked
 * up, as a list may come after what refers to it, or get its names from another. */
#include "layout/build.h"

#include "base/index.h"

#include <stdio.h>

typedef struct reference {
    struct reference *next;
    const tlb_naming *names;
    const void *owner;
    const tlb_value *json;
    const char *path;
    void *values;
    size_t i;
    tlb_type type, disk;
} reference;

/* All names that an owner has. The value of a name that several have is SEVERAL less the first's number. */
typedef struct lookup {
    struct lookup *next;
    const tlb_naming *names;
    const void *owner;
    tlb_index index;
    char known[200]; /* the first of them, for messages */
} lookup;

enum { SEVERAL = TLB_INDEX_NEW - 1 };

bool tlb_build_reference(tlb_walk *w, tlb_references *references, const char *name, const tlb_value *json,
                         tlb_type type, tlb_type disk, void *values, size_t i)
{
    if (!tlb_value_is(json, TLB_VALUE_TEXT) || (w->visitor->edits && tlb_build_is_number(json)))
        return false;
    char path[512];
    size_t size = tlb_walk_path(w, name, path, sizeof path);
    reference *r = tlb_alloc(references->arena, sizeof *r);
    const char *kept = r ? tlb_copy_text(references->arena, path, size).data : NULL;
    if (!kept) {
        tlb_walk_refused(w, references->arena->failure);
        return true;
    }
    *r = (reference){.names = w->names,
                     .owner = w->owner,
                     .json = json,
                     .path = kept,
                     .values = values,
                     .i = i,
                     .type = type,
                     .disk = disk};
    if (!references->last)
        references->last = &references->first;
    *references->last = r;
    references->last = &r->next;
    return true;
}

/* --- looking up --------------------------------------------------------------------------------------- */

static void list_name(lookup *l, tlb_text name)
{
    enum { LONGEST = 40 };
    size_t length = strlen(l->known), room = sizeof l->known - length;
    const char *comma = length ? ", " : "";
    if (!name.size || name.size > LONGEST)
        return;
    if (name.size + sizeof ", , ..." < room)
        snprintf(l->known + length, room, "%s%.*s", comma, (int)name.size, name.data);
    else if (length < 3 || strcmp(l->known + length - 3, "...") != 0)
        snprintf(l->known + length, room, ", ...");
}

static bool add_name(tlb_arena *arena, lookup *l, tlb_text name, uint32_t number)
{
    int32_t *value = tlb_index_find(&l->index, arena, name.data, name.size);
    if (!value)
        return false;
    if (*value == TLB_INDEX_NEW) {
        *value = (int32_t)number;
        list_name(l, name);
    } else if (*value >= 0 && !l->names->texts)
        *value = SEVERAL - *value;
    return true;
}

static lookup *look(tlb_walk *w, tlb_references *references, const reference *r)
{
    lookup *l = references->lookups;
    while (l && (l->names != r->names || l->owner != r->owner))
        l = l->next;
    if (l)
        return l;
    if (!(l = tlb_zalloc(references->arena, sizeof *l))) {
        tlb_walk_refused(w, references->arena->failure);
        return NULL;
    }
    *l = (lookup){.next = references->lookups, .names = r->names, .owner = r->owner};
    references->lookups = l;
    tlb_text name;
    for (uint32_t i = 0, next; i <= INT32_MAX + SEVERAL && r->names->at(r->owner, i, &name, &next);
         i = next) {
        if (!add_name(references->arena, l, name.data ? name : (tlb_text){"", 0}, i)) {
            tlb_walk_refused(w, references->arena->failure);
            return NULL;
        }
    }
    return l;
}

static void resolve(tlb_walk *w, tlb_references *references, const reference *r)
{
    const lookup *l = look(w, references, r);
    if (!l)
        return;
    const char *text = r->json->as.text.data, *what = r->names->what;
    const int32_t *value = tlb_index_look(&l->index, text, r->json->as.text.size);
    if (value && *value >= 0)
        tlb_build_scalar(w, r->path, &(tlb_value){.kind = TLB_VALUE_INTEGER, .as.integer = *value}, r->type,
                         r->disk, r->values, r->i);
    else if (value)
        tlb_walk_fault(w, r->path, "several %ss are called \"%.40s\", the first is %d; expected its index",
                       what, text, SEVERAL - *value);
    else
        tlb_walk_fault(w, r->path, "unknown %s \"%.40s\"; there %s%s", what, text,
                       *l->known ? "are: " : "is none with a name", l->known);
}

static void resolve_all(tlb_walk *w, tlb_references *references, bool indirect)
{
    for (const reference *r = references->first; r && !w->status; r = r->next)
        if (r->names->indirect == indirect)
            resolve(w, references, r);
}

void tlb_build_resolve(tlb_walk *w, tlb_references *references)
{
    uint32_t faults = w->faults;
    resolve_all(w, references, false);
    if (w->faults == faults) /* else what has those names has others now */
        resolve_all(w, references, true);
}
