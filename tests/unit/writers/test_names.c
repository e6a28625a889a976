/* Names for files and identifiers: plain letters, each once. */
#include "base/context.h"
#include "fault.h"
#include "writers/names.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_names names;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f.context = tlb_context_create(NULL);
    tlb_arena_init(&f.arena, f.context->account);
    f.names = (tlb_names){.arena = &f.arena};
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_context_free(f->context);
    return 0;
}

static void only_plain_letters_are_kept(void **state)
{
    fixture *f = *state;
    assert_string_equal(tlb_names_add(&f->names, "", "azAZ09.-_", "", 0), "azAZ09.-_");
    assert_string_equal(tlb_names_add(&f->names, "", "`{@[/:,^", "", 0), "________");
    assert_string_equal(tlb_names_add(&f->names, "a b_", "c\xc3\xa4 d", ".png", 0), "a b_c___d.png");
}

static void names_that_are_taken_get_the_index(void **state)
{
    fixture *f = *state;
    assert_string_equal(tlb_names_add(&f->names, "x_", "wall", ".png", 0), "x_wall.png");
    assert_string_equal(tlb_names_add(&f->names, "x_", "WALL", ".png", 1), "x_WALL_1.png");
    assert_string_equal(tlb_names_add(&f->names, "x_", "wall_1", ".png", 2), "x_wall_1_2.png");
}

static tlb_status make_names(tlb_context *context, const void *subject, collected *made)
{
    static const char *const given[] = {"wall", "wall", "floor"};
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_names names = {.arena = &arena};
    const char *name = "";
    (void)subject;
    for (uint32_t i = 0; name && i < 3; i++) {
        name = tlb_names_add(&names, "x_", given[i], ".png", i);
        if (name)
            collect(made, name, strlen(name));
    }
    tlb_status status = arena.failure;
    assert_int_equal(!name, status != TLB_OK);
    tlb_arena_release(&arena);
    return status;
}

static void names_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(make_names, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_plain_letters_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_that_are_taken_get_the_index, set_up, tear_down),
        cmocka_unit_test(names_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
