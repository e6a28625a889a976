/* Classes and their parents. */
#include "formats/meridian/kod/kod.h"

enum { MOST_PARENTS = 64 }; /* parents may go in a circle */

const kod_class *tlb_kod_class(const kod_tree *tree, tlb_text name)
{
    char buffer[KOD_LONGEST_NAME];
    tlb_text key = tlb_kod_key(name, buffer);
    const int32_t *place = key.size ? tlb_index_look(&tree->class_names, key.data, key.size) : NULL;
    return place ? &tree->classes.data[*place] : NULL;
}

static const kod_class *parent_of(const kod_tree *tree, const kod_class *c)
{
    return tlb_kod_class(tree, c->parent);
}

bool tlb_kod_is_a(const kod_tree *tree, const kod_class *c, const char *name)
{
    for (int i = 0; c && i < MOST_PARENTS; c = parent_of(tree, c), i++)
        if (kod_is(c->name, name))
            return true;
    return false;
}

kod_value tlb_kod_variable(const kod_tree *tree, const kod_class *c, const char *name)
{
    const kod_value *value = NULL;
    for (int i = 0; c && !value && i < MOST_PARENTS; c = parent_of(tree, c), i++)
        value = tlb_kod_find_name(&c->variables, kod_text(name));
    return value ? *value : (kod_value){.kind = KOD_COMPUTED};
}

tlb_text tlb_kod_resource(const kod_tree *tree, const kod_class *c, tlb_text name)
{
    const kod_value *value = NULL;
    for (int i = 0; c && !value && i < MOST_PARENTS; c = parent_of(tree, c), i++)
        value = tlb_kod_find_name(&c->resources, name);
    return value ? value->name : (tlb_text){"", 0};
}

/* The file that a value names; empty: none. */
static tlb_text file_of(const kod_tree *tree, const kod_class *c, kod_value value)
{
    return value.kind == KOD_NAME ? tlb_kod_resource(tree, c, value.name) : (tlb_text){"", 0};
}

/* --- rooms -------------------------------------------------------------------------------------------- */

tlb_text tlb_kod_room_file(const kod_tree *tree, const kod_class *c)
{
    if (!tlb_kod_is_a(tree, c, "Room"))
        return (tlb_text){"", 0};
    return file_of(tree, c, tlb_kod_variable(tree, c, "prRoom"));
}

static tlb_text stem_of(tlb_text file)
{
    uint32_t size = file.size;
    while (size && file.data[size - 1] != '.')
        size--;
    return (tlb_text){file.data, size ? size - 1 : file.size};
}

/* How likely a class with the room's file is the one: more where its own file is called so, too, and it does
 * not have the room from a parent. */
static int rank_of(const kod_class *c, tlb_text stem)
{
    bool is_called = tlb_kod_same(stem_of(kod_text(tlb_path_base(c->path))), stem);
    return 1 + 2 * is_called + (tlb_kod_find_name(&c->variables, kod_text("prRoom")) != NULL);
}

const kod_class *tlb_kod_find_room(const kod_tree *tree, const char *file, uint32_t *others)
{
    tlb_text stem = stem_of(kod_text(tlb_path_base(file)));
    const kod_class *found = NULL;
    int best = 0;
    *others = 0;
    for (uint32_t i = 0; i < tree->classes.count; i++) {
        const kod_class *c = &tree->classes.data[i];
        tlb_text named = tlb_kod_room_file(tree, c);
        if (!named.size || !tlb_kod_same(stem_of(named), stem))
            continue;
        *others += found != NULL;
        if (rank_of(c, stem) > best) {
            found = c;
            best = rank_of(c, stem);
        }
    }
    return found;
}

/* --- objects ------------------------------------------------------------------------------------------ */

static const kod_value *argument_of(const kod_class *room, const kod_object *object, tlb_text name)
{
    for (uint32_t i = 0; i < object->argument_count; i++) {
        const kod_named *argument = &room->arguments.data[object->first_argument + i];
        if (tlb_kod_same(argument->name, name))
            return &argument->value;
    }
    return NULL;
}

/* The case that one of the arguments leads to, in a class or the nearest parent; NULL: there is none. */
static const kod_case *case_of(const kod_tree *tree, const kod_class *room, const kod_object *object)
{
    char buffer[KOD_LONGEST_NAME];
    const kod_class *c = tlb_kod_class(tree, object->what);
    for (int i = 0; c && i < MOST_PARENTS; c = parent_of(tree, c), i++)
        for (uint32_t k = 0; c->cases.count && k < object->argument_count; k++) {
            const kod_named *argument = &room->arguments.data[object->first_argument + k];
            tlb_text key = tlb_kod_case_key(argument->name, argument->value.number, buffer);
            const int32_t *place = argument->value.kind == KOD_NUMBER && key.size
                                       ? tlb_index_look(&c->case_names, key.data, key.size)
                                       : NULL;
            if (place)
                return &c->cases.data[*place];
        }
    return NULL;
}

/* What Create says itself; NULL: nothing. */
static const kod_value *given_icon(const kod_tree *tree, const kod_class *room, const kod_object *object)
{
    const kod_class *c = tlb_kod_class(tree, object->what);
    for (int i = 0; c && i < MOST_PARENTS; c = parent_of(tree, c), i++)
        if (c->icon_argument.size)
            return argument_of(room, object, c->icon_argument);
    return NULL;
}

tlb_text tlb_kod_icon(const kod_tree *tree, const kod_class *room, const kod_object *object)
{
    const kod_class *c = tlb_kod_class(tree, object->what);
    const kod_value *given = given_icon(tree, room, object);
    const kod_case *chosen = case_of(tree, room, object);
    if (given && given->kind != KOD_NIL)
        return file_of(tree, room, *given);
    if (chosen && chosen->icon.kind != KOD_NIL)
        return file_of(tree, c, chosen->icon);
    return file_of(tree, c, tlb_kod_variable(tree, c, "vrIcon"));
}

/* What GetObjectFlags returns, where that is constant, else the variable. */
static int64_t flags_of(const kod_tree *tree, const kod_class *object)
{
    kod_value flags = tlb_kod_variable(tree, object, "viObject_flags");
    const kod_class *c = object;
    for (int i = 0; c && !c->has_flags && i < MOST_PARENTS; i++)
        c = parent_of(tree, c);
    if (c && c->flags.kind == KOD_NUMBER)
        return c->flags.number;
    return flags.kind == KOD_NUMBER ? flags.number : 0;
}

bool tlb_kod_hangs(const kod_tree *tree, const kod_class *room, const kod_object *object)
{
    enum { OF_HANGING = 0x100 };
    const kod_case *chosen = case_of(tree, room, object);
    return (chosen && chosen->hanging) || (flags_of(tree, tlb_kod_class(tree, object->what)) & OF_HANGING);
}

int64_t tlb_kod_draw_effect(const kod_tree *tree, const kod_object *object)
{
    kod_value effect = tlb_kod_variable(tree, tlb_kod_class(tree, object->what), "piDrawFX");
    return effect.kind == KOD_NUMBER ? effect.number : 0;
}
