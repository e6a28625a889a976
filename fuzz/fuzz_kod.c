/* Programs of Meridian 59's server: the input as a header and as a class. The oracle: what a class is said to
 * have can be looked up, and lies within the input. */
#include "formats/meridian/kod/kod.h"

#include "trilobite/trilobite.h"

#include <stdlib.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void require_within(tlb_text text, const uint8_t *data, size_t size)
{
    const char *from = (const char *)data;
    require(!text.size || (text.data >= from && text.data + text.size <= from + size));
}

static void look_at(const kod_tree *tree, const kod_class *c, const uint8_t *data, size_t size)
{
    uint32_t others;
    require_within(c->name, data, size);
    require(tlb_kod_class(tree, c->name) != NULL || c->name.size > KOD_LONGEST_NAME);
    require_within(tlb_kod_room_file(tree, c), data, size);
    for (uint32_t i = 0; i < c->objects.count; i++) {
        const kod_object *object = &c->objects.data[i];
        require(object->first_argument + object->argument_count <= c->arguments.count);
        require_within(object->what, data, size);
        require_within(tlb_kod_icon(tree, c, object), data, size);
        tlb_kod_hangs(tree, c, object);
    }
    for (uint32_t i = 0; i < c->exits.count; i++)
        require(c->exits.data[i].values[c->exits.data[i].is_edge ? 1 : 2].kind == KOD_NUMBER);
    tlb_kod_find_room(tree, "a.roo", &others);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    require(context != NULL);
    tlb_arena_init(&arena, context->account);
    kod_tree tree = {.work = &arena};
    require(tlb_kod_read_header(&tree, (tlb_bytes){data, size}));
    require(tlb_kod_read_class(&tree, "fuzz.kod", (tlb_bytes){data, size}));
    require(tree.classes.count + tree.without_class.count <= 1);
    for (uint32_t i = 0; i < tree.classes.count; i++)
        look_at(&tree, &tree.classes.data[i], data, size);
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return 0;
}
