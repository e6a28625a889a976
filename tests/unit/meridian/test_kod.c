/* Programs of the server: what of a class is constant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "files.h"
#include "formats/meridian/kod/kod.h"
#include "trilobite/formats/roo.h"
#include "trilobite/formats/roo_query.h"

typedef struct fixture {
    tlb_context *context;
    tlb_arena work;
    kod_tree tree;
} fixture;

static int begin(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.work, f.context->account);
    f.tree.work = &f.work;
    *state = &f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    tlb_arena_release(&f->work);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_bytes bytes_of(const char *text)
{
    return (tlb_bytes){(const uint8_t *)text, strlen(text)};
}

static const kod_class *read_class(fixture *f, const char *text)
{
    uint32_t count = f->tree.classes.count;
    assert_true(tlb_kod_read_class(&f->tree, "a.kod", bytes_of(text)));
    return f->tree.classes.count > count ? &f->tree.classes.data[count] : NULL;
}

static void read_header(fixture *f, const char *text)
{
    assert_true(tlb_kod_read_header(&f->tree, bytes_of(text)));
}

static void assert_text(tlb_text text, const char *expected)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%.*s", (int)text.size, text.size ? text.data : "");
    assert_string_equal(copy, expected);
}

/* --- constants ---------------------------------------------------------------------------------------- */

static void constants_are_computed_from_others(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *name;
        int64_t number;
    } expected[] = {{"ten", 10},  {"octal", 99}, {"hex", 0x1f},    {"sum", 7},     {"brackets", 9},
                    {"left", 2},  {"cut", -3},   {"flags", 0x111}, {"both", 0x10}, {"negative", -5},
                    {"twice", 5}, {"mixed", 3},  {"turn", 1024},   {"after", 1}};
    read_header(f, "// ten = 11\nTEN = 10\noctal = 099 hex = 0x1F\nsum = 1+2*3 brackets = (1+2)*3\n"
                   "left = 8-4-2 cut = -7/2 flags = 0x100|Hex&0x10|1 both = 0x1f & 0x30 negative = -5\n"
                   "twice = - -5 mixed = 12/2/2 turn = 2*4096/8 // = 5\nafter = 1");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const kod_value *value = tlb_kod_find_name(&f->tree.constants, kod_text(expected[i].name));
        if (!value)
            fail_msg("no constant %s", expected[i].name);
        assert_int_equal(value->kind, KOD_NUMBER);
        assert_int_equal(value->number, expected[i].number);
    }
}

static void what_is_no_number_is_no_constant(void **state)
{
    fixture *f = *state;
    static const char *const names[] = {"zero",  "unknown", "call", "list", "text",
                                        "large", "digits",  "open", "nil"};
    read_header(
        f, "zero = 1/0 unknown = x+1 call = f(1) list = [1,2] text = \"1\" large = 9999999999999*9999999\n"
           "digits = 12x nil = $ fine = 1 open = ((2)");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tlb_kod_find_name(&f->tree.constants, kod_text(names[i])))
            fail_msg("%s is a constant", names[i]);
    assert_non_null(tlb_kod_find_name(&f->tree.constants, kod_text("fine")));
}

static void a_class_has_constants_of_its_own(void **state)
{
    fixture *f = *state;
    read_header(f, "A = 1 A = 2 B = 5");
    const kod_class *c = read_class(f, "C constants: include x.khd B = A+1 properties: v = b w = a end");
    assert_int_equal(tlb_kod_variable(&f->tree, c, "v").number, 2);
    assert_int_equal(tlb_kod_variable(&f->tree, c, "W").number, 1);
}

/* --- classes ------------------------------------------------------------------------------------------ */

static void variables_and_resources_come_from_parents(void **state)
{
    fixture *f = *state;
    read_class(
        f, "Object resources: none = nothing.bgf deep = deep.bgf classvars: vrIcon = none viFlags = 3 end");
    read_class(f, "thing IS object resources: thing_icon = Thing_2.bgf s = \"a \\\" b\" \\\n \"c\"\n"
                  "classvars: vrIcon = thing_icon properties: vrDesc piX = 4 messages: end");
    const kod_class *c = read_class(f, "Small is Thing properties: piX = -1 end");
    assert_text(tlb_kod_variable(&f->tree, c, "vrIcon").name, "thing_icon");
    assert_text(tlb_kod_resource(&f->tree, c, kod_text("THING_icon")), "Thing_2.bgf");
    assert_text(tlb_kod_resource(&f->tree, c, kod_text("deep")), "deep.bgf");
    assert_text(tlb_kod_resource(&f->tree, c, kod_text("s")), "a \\\" b");
    assert_text(tlb_kod_resource(&f->tree, c, kod_text("other")), "");
    assert_int_equal(tlb_kod_variable(&f->tree, c, "viFlags").number, 3);
    assert_int_equal(tlb_kod_variable(&f->tree, c, "piX").number, -1);
    assert_int_equal(tlb_kod_variable(&f->tree, c, "vrDesc").kind, KOD_NIL);
    assert_int_equal(tlb_kod_variable(&f->tree, c, "other").kind, KOD_COMPUTED);
    assert_true(tlb_kod_is_a(&f->tree, c, "Object") && tlb_kod_is_a(&f->tree, c, "small"));
    assert_false(tlb_kod_is_a(&f->tree, c, "Room"));
}

static void parents_in_a_circle_end(void **state)
{
    fixture *f = *state;
    read_class(f, "A is B messages: F() { Send(self,@NewHold,#what=Create(&A)); } end");
    const kod_class *b = read_class(f, "B is A end");
    const kod_class *self = read_class(f, "C is C end");
    assert_false(tlb_kod_is_a(&f->tree, b, "Room"));
    assert_int_equal(tlb_kod_variable(&f->tree, self, "x").kind, KOD_COMPUTED);
    assert_text(tlb_kod_resource(&f->tree, self, kod_text("x")), "");
    const kod_class *a = &f->tree.classes.data[0];
    assert_text(tlb_kod_icon(&f->tree, a, a->objects.data), "");
    assert_false(tlb_kod_hangs(&f->tree, a, a->objects.data));
}

/* A class and 63 before it. */
static void parents_are_looked_at_up_to_a_limit(void **state)
{
    fixture *f = *state;
    read_class(f, "C0 resources: r = deep.bgf classvars: vrIcon = r v = 7 end");
    for (int i = 1; i <= 64; i++)
        read_class(f, tlb_arena_printf(&f->work, "C%d is C%d end", i, i - 1));
    for (int i = 0; i < 2; i++) {
        const kod_class *last = &f->tree.classes.data[63 + i];
        assert_int_equal(tlb_kod_is_a(&f->tree, last, "C0"), !i);
        assert_int_equal(tlb_kod_variable(&f->tree, last, "v").kind, i ? KOD_COMPUTED : KOD_NUMBER);
        assert_text(tlb_kod_resource(&f->tree, last, kod_text("r")), i ? "" : "deep.bgf");
    }
}

static void of_two_classes_of_a_name_the_first_counts(void **state)
{
    fixture *f = *state;
    read_class(f, "A is B properties: x = 1 end");
    read_class(f, "a is B properties: x = 2 end");
    assert_int_equal(f->tree.classes.count, 2);
    assert_int_equal(tlb_kod_variable(&f->tree, tlb_kod_class(&f->tree, kod_text("A")), "x").number, 1);
}

static void files_without_a_class_are_told(void **state)
{
    fixture *f = *state;
    static const char *const texts[] = {"",       "// nothing\n", "\"A\" is B", "a room, in words",
                                        "A is 5", "constants:",   "= 1",        "\\"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_null(read_class(f, texts[i]));
    assert_true(tlb_kod_read_class(&f->tree, "none.kod", (tlb_bytes){NULL, 0}));
    assert_int_equal(f->tree.without_class.count, sizeof texts / sizeof *texts + 1);
    assert_string_equal(f->tree.without_class.data[f->tree.without_class.count - 1], "none.kod");
}

/* --- objects ------------------------------------------------------------------------------------------ */

static void objects_stand_where_constants_say(void **state)
{
    fixture *f = *state;
    read_header(f, "ANGLE_SOUTH = 1024");
    const kod_class *c = read_class(
        f, "R is Room messages: F(a = Nth(x,[1,2]), b) \"about it\" { if x { Send(self, @NewHold,\n"
           "#what=Create(&Tree,#type=2,#name=n),#new_row=3,#new_col=2*2,#fine_row=0,#fine_col=63,\n"
           "#new_angle=ANGLE_SOUTH,#session=f(x)); } } G() { send(SELF,@newhold,#what=create(&Chair)); }");
    assert_int_equal(c->objects.count, 2);
    assert_int_equal(c->computed_objects, 0);
    const kod_object *o = c->objects.data;
    assert_text(o->what, "Tree");
    assert_text(o->message, "F");
    assert_int_equal(o->row, 3);
    assert_int_equal(o->col, 4);
    assert_int_equal(o->fine_row, 0);
    assert_int_equal(o->fine_col, 63);
    assert_int_equal(o->angle, 1024);
    assert_int_equal(o->argument_count, 2);
    assert_int_equal(c->arguments.data[o->first_argument].value.number, 2);
    assert_text(o[1].what, "Chair");
    assert_text(o[1].message, "G");
    assert_int_equal(o[1].row, 1);
    assert_int_equal(o[1].col, 1);
    assert_int_equal(o[1].fine_row, 32);
    assert_int_equal(o[1].fine_col, 32);
    assert_int_equal(o[1].angle, 0);
    assert_int_equal(o[1].argument_count, 0);
}

static void computed_objects_are_counted(void **state)
{
    fixture *f = *state;
    static const char *const calls[] = {"#what=oCat",
                                        "#what=Create(oClass)",
                                        "#what=Create(&A),#new_row=iRow",
                                        "#what=Create(&A),#new_row=Random(1,2)",
                                        "#what=Create(&A),#new_row=(1",
                                        "#what=Create(&A),#new_angle=x+1",
                                        "#what=Create(&A),#fine_col=$",
                                        "#what=Create(&A)+1",
                                        "#what=Create(&A)=x",
                                        "#what=f(Create(&A))",
                                        "#new_row=1",
                                        "Create(&A)",
                                        "#what=Create(&A),1",
                                        "#what=Create(&A),#new_row",
                                        "#what=Create(&A),#new_row=1 2",
                                        "#what=Create(&A"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[256];
        snprintf(text, sizeof text, "R is Room messages: F() { Send(self,@NewHold,%s); }", calls[i]);
        const kod_class *c = read_class(f, text);
        if (c->objects.count || c->computed_objects != 1)
            fail_msg("%s: %u objects, %u computed", calls[i], c->objects.count, c->computed_objects);
    }
}

static void other_calls_are_none(void **state)
{
    fixture *f = *state;
    const kod_class *c =
        read_class(f, "R is Room messages: F() { Send(oRoom,@NewHold,#what=Create(&A));\n"
                      "Send(self,@ReqNewHold,#what=Create(&A)); // Send(self,@NewHold,#what=x);\n"
                      "Debug(\"Send(self,@NewHold,#what=x)\"); x = Create(&A); NewHold(); }");
    assert_int_equal(c->objects.count + c->computed_objects, 0);
}

/* --- exits -------------------------------------------------------------------------------------------- */

static void exits_are_of_squares_and_of_edges(void **state)
{
    fixture *f = *state;
    read_header(f, "RID_TOWN = 7 LEAVE_EAST = 4 ROTATE_NONE = 8 ROOM_LOCKED_DOOR = -1");
    const kod_class *c =
        read_class(f, "R is Room messages: F() { plExits = $; plExits = Cons([ 1,2, RID_TOWN, 3, 4, "
                      "ROTATE_NONE ],plExits);\n"
                      "plExits = Cons([5,6,ROOM_LOCKED_DOOR, r_text],plExits);\n"
                      "plEdge_Exits = Cons([LEAVE_EAST, RID_TOWN, 9, 10, ROTATE_NONE, x, y],plEdge_exits);\n"
                      "plExits = Cons([iRow,2,RID_TOWN],plExits); plExits = Cons([1,2],plExits); plExits = "
                      "Cons(x,plExits);\n"
                      "plExits = Cons([1,2,[3]],plExits); plEdge_Exits = Cons([LEAVE_EAST,iRoom],plExits); "
                      "First(plExits); }");
    assert_int_equal(c->exits.count, 3);
    assert_int_equal(c->computed_exits, 5);
    const kod_exit *e = c->exits.data;
    assert_false(e[0].is_edge);
    assert_int_equal(e[0].count, 6);
    assert_int_equal(e[0].values[2].number, 7);
    assert_text(e[0].values[2].name, "RID_TOWN");
    assert_int_equal(e[1].values[2].number, -1);
    assert_int_equal(e[1].values[3].kind, KOD_NAME);
    assert_true(e[2].is_edge);
    assert_int_equal(e[2].count, KOD_EXIT_VALUES);
    assert_int_equal(e[2].values[0].number, 4);
    assert_int_equal(e[2].values[3].number, 10);
}

static void comments_are_not_read(void **state)
{
    fixture *f = *state;
    read_header(f, "A = 1 /* A2 = 2 // */ B = 6/* / 3 **/+2 // */ /* \nC = 3 /*/ D = 4 */ E = 5");
    assert_int_equal(tlb_kod_find_name(&f->tree.constants, kod_text("B"))->number, 8);
    assert_int_equal(tlb_kod_find_name(&f->tree.constants, kod_text("E"))->number, 5);
    assert_null(tlb_kod_find_name(&f->tree.constants, kod_text("A2")));
    assert_null(tlb_kod_find_name(&f->tree.constants, kod_text("D")));
    const kod_class *c =
        read_class(f, "/* X is Y */ R is Room resources: r = \"/*\" messages: F() {\n"
                      "plExits = Cons([1,2,A],plExits); /* not yet:\n"
                      "plExits = Cons([3,4,A],plExits); */\n"
                      "plExits = Cons([5,6,A],plExits); /* plExits = Cons([7,8,A],plExits);");
    assert_text(c->name, "R");
    assert_text(tlb_kod_resource(&f->tree, c, kod_text("r")), "/*");
    assert_int_equal(c->exits.count, 2);
    assert_int_equal(c->exits.data[1].values[0].number, 5);
    assert_null(read_class(f, "/* A is B"));
    assert_null(read_class(f, "/*"));
    assert_null(read_class(f, "/"));
}

/* --- pictures ----------------------------------------------------------------------------------------- */

static const char *const classes[] = {
    "Object resources: none = somethin.bgf classvars: vrIcon = none viObject_flags = 0\n"
    "messages: GetObjectFlags() { return viObject_flags | piOther; } end",
    "Plain is Object resources: i = plain.bgf classvars: vrIcon = i end",
    "Sign is Plain resources: new = new.bgf messages: Constructor(name = $, icon = $) { if icon <> $ {\n"
    "vrIcon = icon; } if name = $ { vrIcon = new; } } end",
    "SmallSign is Sign end",
    "Varied is Object resources: a = a.bgf b = b.bgf properties: vrIcon = $ messages:\n"
    "Constructor(type = 0) { Send(self,@Reset,#type=type); }\n"
    "Reset(type = 0) { switch(type) { case 1: vrIcon = a; break; case 2: case 3: vrIcon = b; pbHanging = "
    "TRUE;\n"
    "break; case 4: if x { vrIcon = a; } break; case 5: pbHanging = TRUE; return; case 6: vrIcon = f(a); "
    "break;\n"
    "case 7: vrIcon = a; case 8: vrIcon = b; break; case 1: vrIcon = b; break; default: vrIcon = a; } }\n"
    "Other() { switch(piOther) { case 9: vrIcon = a; } } end",
    "Falling is Plain resources: a = a.bgf b = b.bgf messages: F(type) { switch(type) { case 1: vrIcon = a; "
    "case 2:\n"
    "vrIcon = b; } if x { vrIcon = a; } } end",
    "Lamp is Plain messages: GetObjectFlags() { return OF_HANGING | 1; } end",
    "Lamp2 is Lamp end",
    "Bat is Lamp messages: GetObjectFlags() { if x { return 1; } return OF_HANGING; } end",
    "Web is Plain classvars: viObject_flags = OF_HANGING | 2 end",
};

static void pictures_and_hanging_follow_class_arguments_and_cases(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *create, *icon;
        bool hangs;
    } expected[] = {{"Plain", "plain.bgf", false},
                    {"Object", "somethin.bgf", false},
                    {"Nobody", "", false},
                    {"Sign", "plain.bgf", false},
                    {"Sign,#name=x,#icon=own", "own.bgf", false},
                    {"SmallSign,#icon=own", "own.bgf", false},
                    {"Sign,#icon=$", "plain.bgf", false},
                    {"Sign,#icon=f(x)", "", false},
                    {"Sign,#icon=unknown", "", false},
                    {"Plain,#icon=own", "plain.bgf", false},
                    {"Varied", "", false},
                    {"Varied,#type=1", "a.bgf", false},
                    {"Varied,#type=2", "b.bgf", true},
                    {"Varied,#TYPE=THREE", "b.bgf", true},
                    {"Varied,#type=4", "", false},
                    {"Varied,#type=5", "", true},
                    {"Varied,#type=6", "", false},
                    {"Varied,#type=7", "", false},
                    {"Varied,#type=8", "b.bgf", false},
                    {"Varied,#type=9", "", false},
                    {"Varied,#type=10", "", false},
                    {"Varied,#piOther=9", "", false},
                    {"Varied,#other=1", "", false},
                    {"Varied,#type=x", "", false},
                    {"Falling,#type=1", "", false},
                    {"Falling,#type=2", "b.bgf", false},
                    {"Falling,#type=3", "plain.bgf", false},
                    {"Lamp", "plain.bgf", true},
                    {"Lamp2", "plain.bgf", true},
                    {"Bat", "plain.bgf", false},
                    {"Web", "plain.bgf", true}};
    read_header(f, "OF_HANGING = 0x100 THREE = 3 TRUE = 1");
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        assert_non_null(read_class(f, classes[i]));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char text[256], icon[64];
        snprintf(text, sizeof text,
                 "R is Room resources: own = own.bgf messages: F() { Send(self,@NewHold,\n"
                 "#what=Create(&%s)); } end",
                 expected[i].create);
        const kod_class *room = read_class(f, text);
        assert_int_equal(room->objects.count, 1);
        tlb_text found = tlb_kod_icon(&f->tree, room, room->objects.data);
        snprintf(icon, sizeof icon, "%.*s", (int)found.size, found.data);
        if (strcmp(icon, expected[i].icon) != 0)
            fail_msg("%s: %s", expected[i].create, icon);
        if (tlb_kod_hangs(&f->tree, room, room->objects.data) != expected[i].hangs)
            fail_msg("%s: hangs otherwise", expected[i].create);
    }
}

/* --- rooms -------------------------------------------------------------------------------------------- */

static void rooms_are_found_by_their_files(void **state)
{
    fixture *f = *state;
    uint32_t others;
    read_class(f, "Object messages: end");
    read_class(f, "Room is Object properties: prRoom = $ end");
    read_class(f, "Later is Hall end");
    read_class(f, "Hall is Room resources: r = Hall.ROO properties: prRoom = r end");
    read_class(f, "Map is Object resources: r = cave.roo properties: prRoom = r end");
    read_class(f, "Inn is Room resources: r = inn.roo properties: prRoom = r end");
    const kod_class *hall = tlb_kod_find_room(&f->tree, "rooms\\hAll.roo", &others);
    assert_non_null(hall);
    assert_text(hall->name, "Hall");
    assert_int_equal(others, 1);
    assert_text(tlb_kod_find_room(&f->tree, "a/b/inn.udmf", &others)->name, "Inn");
    assert_int_equal(others, 0);
    assert_true(tlb_kod_read_class(&f->tree, "y/inn.kod", bytes_of("Tavern is Inn end")));
    assert_text(tlb_kod_find_room(&f->tree, "inn.roo", &others)->name, "Tavern");
    assert_int_equal(others, 1);
    assert_null(tlb_kod_find_room(&f->tree, "cave.roo", &others));
    assert_null(tlb_kod_find_room(&f->tree, "", &others));
    assert_null(tlb_kod_find_room(&f->tree, ".roo", &others));
}

/* --- what is hostile ---------------------------------------------------------------------------------- */

/* A text of `unit`, `times` times, after `start`. */
static const char *repeat(fixture *f, const char *start, const char *unit, size_t times)
{
    size_t size = strlen(unit), first = strlen(start);
    char *text = tlb_alloc(&f->work, first + size * times + 1);
    assert_non_null(text);
    memcpy(text, start, first);
    for (size_t i = 0; i < times; i++)
        memcpy(text + first + i * size, unit, size);
    text[first + size * times] = 0;
    return text;
}

static void brackets_without_end_end(void **state)
{
    fixture *f = *state;
    enum { MANY = 200000 };
    static const char *const units[] = {"(",
                                        "[",
                                        "{",
                                        "-",
                                        "((a)",
                                        "a=(",
                                        "Send(self,@NewHold,#what=Create(&A,",
                                        "plExits=Cons([",
                                        "case (",
                                        "\"",
                                        "switch(a){",
                                        "case 1: ",
                                        "case 1: vrIcon = x; ",
                                        "vrIcon = x; "};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        read_class(f, repeat(f, "A is B constants: a = ", units[i], MANY));
        read_class(f, repeat(f, "A is B messages: F(a) { ", units[i], MANY));
        read_class(f, repeat(f, "A is B messages: F(", units[i], MANY));
        read_class(f, repeat(f, "A is B messages: F(a) { switch(a) { case 2: case 3: ", units[i], MANY));
    }
    assert_int_equal(f->tree.classes.count, 4 * sizeof units / sizeof *units);
}

static void names_may_be_long(void **state)
{
    fixture *f = *state;
    const char *name = repeat(f, "", "n", KOD_LONGEST_NAME),
               *longer = repeat(f, "", "n", KOD_LONGEST_NAME + 1);
    assert_non_null(read_class(f, repeat(f, name, " is B end", 1)));
    assert_null(read_class(f, repeat(f, longer, " is B end", 1)));
    assert_non_null(tlb_kod_class(&f->tree, kod_text(name)));
    assert_null(tlb_kod_class(&f->tree, kod_text(longer)));
    read_header(f, repeat(f, longer, " = 1", 1));
    assert_null(tlb_kod_find_name(&f->tree.constants, kod_text(longer)));
}

/* Numbers up to 2^53 either way, in up to 64 brackets or after as many signs. */
static void constants_have_limits(void **state)
{
    fixture *f = *state;
    static const char *const known[] = {"most", "least", "b64", "s64"}, *const unknown[] = {"more", "less",
                                                                                            "b65", "s65"};
    read_header(f, "most = 9007199254740991+1 more = 9007199254740992+2 least = -9007199254740991-1\n"
                   "less = -9007199254740992-2");
    read_header(f, repeat(f, repeat(f, repeat(f, "b64 = ", "(", 64), "1", 1), ")", 64));
    read_header(f, repeat(f, repeat(f, repeat(f, "b65 = ", "(", 65), "1", 1), ")", 65));
    read_header(f, repeat(f, repeat(f, "s64 = ", "-", 64), "1", 1));
    read_header(f, repeat(f, repeat(f, "s65 = ", "-", 65), "1", 1));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_non_null(tlb_kod_find_name(&f->tree.constants, kod_text(known[i])));
        assert_null(tlb_kod_find_name(&f->tree.constants, kod_text(unknown[i])));
    }
    assert_int_equal(tlb_kod_find_name(&f->tree.constants, kod_text("least"))->number, -9007199254740992);
    assert_int_equal(tlb_kod_find_name(&f->tree.constants, kod_text("b64"))->number, 1);
}

/* Of a message's parameters, 16 are followed to what they are given. */
static void pictures_of_the_first_16_parameters_are_known(void **state)
{
    fixture *f = *state;
    read_class(f, "Plain is Object resources: i = plain.bgf classvars: vrIcon = i end");
    for (size_t count = 15; count <= 16; count++) {
        const char *start =
            count == 15 ? "Few is Plain messages: Constructor(" : "Many is Plain messages: Constructor(";
        read_class(f, repeat(f, repeat(f, start, "x = $, ", count), "icon = $) { vrIcon = icon; } end", 1));
    }
    for (int many = 0; many < 2; many++) {
        const kod_class *room =
            read_class(f, many ? "R is Room resources: own = own.bgf messages: F() { Send(self,@NewHold,"
                                 "#what=Create(&Many,#icon=own)); } end"
                               : "Q is Room resources: own = own.bgf messages: F() { Send(self,@NewHold,"
                                 "#what=Create(&Few,#icon=own)); } end");
        assert_int_equal(room->objects.count, 1);
        assert_text(tlb_kod_icon(&f->tree, room, room->objects.data), many ? "plain.bgf" : "own.bgf");
    }
}

/* --- among the assets --------------------------------------------------------------------------------- */

static void headers_come_before_classes(void **state)
{
    fixture *f = *state;
    tlb_assets *assets = tlb_assets_create(f->context);
    assert_int_equal(tlb_assets_add_memory(assets, "a/room.KOD", bytes_of("A is B properties: x = TWO end")),
                     TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "z/all.khd", bytes_of("TWO = 2")), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "readme.txt", bytes_of("C is D end")), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "empty.kod", bytes_of("")), TLB_OK);
    assert_int_equal(tlb_kod_read_all(&f->tree, assets), TLB_OK);
    assert_int_equal(f->tree.classes.count, 1);
    assert_string_equal(f->tree.classes.data[0].path, "a/room.KOD");
    assert_int_equal(tlb_kod_variable(&f->tree, f->tree.classes.data, "x").number, 2);
    assert_int_equal(f->tree.without_class.count, 1);
    assert_int_equal(f->tree.left_out, 0);
    tlb_arena_release(&f->work);
    tlb_assets_free(assets);
}

static void what_is_too_much_is_left_out(void **state)
{
    fixture *f = *state;
    tlb_assets *assets = tlb_assets_create(f->context);
    uint8_t *blanks = malloc(KOD_MOST_BYTES);
    assert_non_null(blanks);
    memset(blanks, ' ', KOD_MOST_BYTES);
    memcpy(blanks, "A is B", 6);
    assert_int_equal(tlb_assets_add_memory(assets, "a.kod", (tlb_bytes){blanks, 10}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "b.kod", (tlb_bytes){blanks, KOD_MOST_BYTES - 9}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(assets, "c.kod", (tlb_bytes){blanks, KOD_MOST_BYTES - 10}),
                     TLB_OK);
    assert_int_equal(tlb_kod_read_all(&f->tree, assets), TLB_OK);
    assert_int_equal(f->tree.classes.count, 2);
    assert_int_equal(f->tree.left_out, 1);
    tlb_arena_release(&f->work);
    tlb_assets_free(assets);
    free(blanks);
}

/* --- the game's own ----------------------------------------------------------------------------------- */

static void read_corpus(fixture *f, tlb_assets *assets)
{
    char family[4096], folder[4200];
    assert_non_null(corpus_folder("meridian", family, sizeof family));
    snprintf(folder, sizeof folder, "%s/kod", family);
    assert_int_equal(tlb_assets_add(assets, folder), TLB_OK);
    assert_int_equal(tlb_kod_read_all(&f->tree, assets), TLB_OK);
}

/* Of all rooms: those with a file, and what they place. */
static void corpus_rooms_are_found_with_what_they_place(void **state)
{
    fixture *f = *state;
    tlb_assets *assets = tlb_assets_create(f->context);
    uint32_t rooms = 0, files = 0, found = 0, shared = 0, objects = 0, computed = 0, icons = 0, unseen = 0,
             hanging = 0;
    uint32_t exits = 0, edges = 0, computed_exits = 0;
    read_corpus(f, assets);
    for (uint32_t i = 0; i < f->tree.classes.count; i++) {
        const kod_class *c = &f->tree.classes.data[i];
        tlb_text file = tlb_kod_room_file(&f->tree, c);
        uint32_t others;
        if (!tlb_kod_is_a(&f->tree, c, "Room"))
            continue;
        rooms++;
        files += file.size > 0;
        const kod_class *met =
            file.size
                ? tlb_kod_find_room(&f->tree, tlb_copy_text(&f->work, file.data, file.size).data, &others)
                : NULL;
        found += met && tlb_kod_same(tlb_kod_room_file(&f->tree, met), file);
        shared += met && met != c;
        objects += c->objects.count;
        computed += c->computed_objects;
        computed_exits += c->computed_exits;
        for (uint32_t k = 0; k < c->exits.count; k++)
            *(c->exits.data[k].is_edge ? &edges : &exits) += 1;
        for (uint32_t k = 0; k < c->objects.count; k++) {
            tlb_text icon = tlb_kod_icon(&f->tree, c, &c->objects.data[k]);
            icons += icon.size > 0;
            unseen += kod_is(icon, "somethin.bgf") || kod_is(icon, "blank.bgf");
            hanging += tlb_kod_hangs(&f->tree, c, &c->objects.data[k]);
        }
    }
    assert_int_equal(f->tree.classes.count, 1857);
    assert_int_equal(f->tree.without_class.count, 0);
    assert_int_equal(f->tree.constants.list.count, 3672);
    assert_int_equal(rooms, 368);
    assert_int_equal(files, 349);
    assert_int_equal(found, 349);
    assert_int_equal(shared, 5); /* two classes of one file */
    assert_int_equal(objects, 3171);
    assert_int_equal(computed, 351);
    assert_int_equal(icons, 3117); /* the others are food and tombs, which compute theirs */
    assert_int_equal(unseen, 177);
    assert_int_equal(hanging, 4);
    assert_int_equal(exits, 1373);
    assert_int_equal(edges, 402);
    assert_int_equal(computed_exits, 0);
    tlb_arena_release(&f->work);
    tlb_assets_free(assets);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(constants_are_computed_from_others, begin, end),
        cmocka_unit_test_setup_teardown(what_is_no_number_is_no_constant, begin, end),
        cmocka_unit_test_setup_teardown(a_class_has_constants_of_its_own, begin, end),
        cmocka_unit_test_setup_teardown(variables_and_resources_come_from_parents, begin, end),
        cmocka_unit_test_setup_teardown(parents_in_a_circle_end, begin, end),
        cmocka_unit_test_setup_teardown(parents_are_looked_at_up_to_a_limit, begin, end),
        cmocka_unit_test_setup_teardown(of_two_classes_of_a_name_the_first_counts, begin, end),
        cmocka_unit_test_setup_teardown(files_without_a_class_are_told, begin, end),
        cmocka_unit_test_setup_teardown(objects_stand_where_constants_say, begin, end),
        cmocka_unit_test_setup_teardown(computed_objects_are_counted, begin, end),
        cmocka_unit_test_setup_teardown(other_calls_are_none, begin, end),
        cmocka_unit_test_setup_teardown(exits_are_of_squares_and_of_edges, begin, end),
        cmocka_unit_test_setup_teardown(comments_are_not_read, begin, end),
        cmocka_unit_test_setup_teardown(pictures_and_hanging_follow_class_arguments_and_cases, begin, end),
        cmocka_unit_test_setup_teardown(rooms_are_found_by_their_files, begin, end),
        cmocka_unit_test_setup_teardown(brackets_without_end_end, begin, end),
        cmocka_unit_test_setup_teardown(names_may_be_long, begin, end),
        cmocka_unit_test_setup_teardown(constants_have_limits, begin, end),
        cmocka_unit_test_setup_teardown(pictures_of_the_first_16_parameters_are_known, begin, end),
        cmocka_unit_test_setup_teardown(headers_come_before_classes, begin, end),
        cmocka_unit_test_setup_teardown(what_is_too_much_is_left_out, begin, end),
        cmocka_unit_test_setup_teardown(corpus_rooms_are_found_with_what_they_place, begin, end),
    };
    return !choose_tests(argc, "meridian") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
