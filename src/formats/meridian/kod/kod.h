/* Kod, the language of Meridian 59's server. Nothing of it is run: what is read of a class is what it says in
 * constants. These are its parent, its resources and variables, and, of a room, its exits and the objects
 * that it places. Letters of names have no case. Texts are parts of the files, without NUL. */
#ifndef TLB_FORMATS_MERIDIAN_KOD_KOD_H
#define TLB_FORMATS_MERIDIAN_KOD_KOD_H

#include "assets/assets.h"
#include "base/index.h"
#include "base/text.h"

typedef enum kod_kind {
    KOD_COMPUTED, /* known only when it is run */
    KOD_NIL,
    KOD_NUMBER, /* `name` is that of the constant, where it is one alone */
    KOD_NAME    /* of what is no constant: a resource, a variable */
} kod_kind;

typedef struct kod_value {
    kod_kind kind;
    int64_t number;
    tlb_text name;
} kod_value;

/* A constant, a variable, an argument, a resource: the value of that is named as its file, or the text
 * between its quotation marks. */
typedef struct kod_named {
    tlb_text name;
    kod_value value;
} kod_named;

/* Each name once. */
typedef struct kod_names {
    TLB_LIST(kod_named) list;
    tlb_index index;
} kod_names;

/* What a case of a switch on an argument does to an object. */
typedef struct kod_case {
    kod_value icon; /* NIL: that of the class */
    bool hanging;
} kod_case;

/* Send(self, @NewHold, #what=Create(&what, …), #new_row=row, …); rows and columns count from 1, fine ones
 * are 64ths. */
typedef struct kod_object {
    tlb_text what, message; /* the message that places it */
    int64_t row, col, fine_row, fine_col, angle;
    uint32_t first_argument, argument_count; /* of Create, in the class's `arguments` */
} kod_object;

enum { KOD_EXIT_VALUES = 6 };
/* plExits: row, col, room, row, col, rotation; plEdge_Exits: edge, room, row, col, rotation. */
typedef struct kod_exit {
    bool is_edge;
    uint32_t count;
    kod_value values[KOD_EXIT_VALUES];
} kod_exit;

typedef struct kod_class {
    tlb_text name, parent;
    const char *path; /* of the file, within its tree */
    kod_names constants, resources;
    kod_names variables; /* class variables and properties */
    TLB_LIST(kod_case) cases;
    tlb_index case_names;          /* "argument=number" */
    TLB_LIST(kod_named) arguments; /* of the objects */
    TLB_LIST(kod_object) objects;
    TLB_LIST(kod_exit) exits;
    uint32_t computed_objects, computed_exits; /* that are not in the lists */
    tlb_text icon_argument;                    /* of Constructor: that which becomes vrIcon; empty: none */
    bool has_flags;                            /* it has GetObjectFlags, which returns: */
    kod_value flags;
} kod_class;

typedef struct kod_tree {
    tlb_arena *work; /* as long as the tree is used */
    TLB_LIST(kod_class) classes;
    tlb_index class_names;
    kod_names constants;                  /* of headers (.khd) */
    TLB_LIST(const char *) without_class; /* files that are read and define none */
    uint32_t left_out;                    /* files that are too much */
} kod_tree;

static inline tlb_text kod_text(const char *text)
{
    return (tlb_text){text, (uint32_t)strlen(text)};
}

bool tlb_kod_same(tlb_text a, tlb_text b);
static inline bool kod_is(tlb_text text, const char *word)
{
    return tlb_kod_same(text, kod_text(word));
}

/* --- reading ------------------------------------------------------------------------------------------ */

enum { KOD_MOST_BYTES = 64 << 20 }; /* of all files */
/* All headers and classes among the assets' folders and archives. What fails is reported. */
tlb_status tlb_kod_read_all(kod_tree *tree, tlb_assets *assets);
/* A header, or a class, which must live as long as the tree does. False without memory. */
bool tlb_kod_read_header(kod_tree *tree, tlb_bytes text);
bool tlb_kod_read_class(kod_tree *tree, const char *path, tlb_bytes text);

/* --- looking up --------------------------------------------------------------------------------------- */

/* NULL: there is none. Of several of a name it is the one read first. */
const kod_class *tlb_kod_class(const kod_tree *tree, tlb_text name);
/* Whether it is a class of this name or below it. */
bool tlb_kod_is_a(const kod_tree *tree, const kod_class *c, const char *name);
/* The value of a class or of the nearest parent that has one; COMPUTED: nobody has. */
kod_value tlb_kod_variable(const kod_tree *tree, const kod_class *c, const char *name);
/* The value of a resource of a class or of its parents; empty: nobody has it. */
tlb_text tlb_kod_resource(const kod_tree *tree, const kod_class *c, tlb_text name);

/* The file of a room; empty: it has none. */
tlb_text tlb_kod_room_file(const kod_tree *tree, const kod_class *c);
/* The room whose file has this base name, but for its extension; NULL: there is none. `others` counts further
 * ones. A class whose own file is called so comes first, then one that does not have it from a parent. */
const kod_class *tlb_kod_find_room(const kod_tree *tree, const char *file, uint32_t *others);

/* The BGF of an object that a class places; empty: it is computed, or its class is unknown. */
tlb_text tlb_kod_icon(const kod_tree *tree, const kod_class *room, const kod_object *object);
/* Whether it hangs from the ceiling. */
bool tlb_kod_hangs(const kod_tree *tree, const kod_class *room, const kod_object *object);

/* How it is drawn, a DRAWFX_… of the server; 0: as it is. */
int64_t tlb_kod_draw_effect(const kod_tree *tree, const kod_object *object);

/* --- for the files of the reader ---------------------------------------------------------------------- */

typedef enum kod_token_kind { KOD_END, KOD_WORD, KOD_DIGITS, KOD_STRING, KOD_SIGN } kod_token_kind;

typedef struct kod_token {
    kod_token_kind kind;
    tlb_text text; /* of a string what is between its quotation marks */
} kod_token;

/* A file being read. */
typedef struct kod_reader {
    kod_tree *tree;
    const char *at, *end; /* what comes after the token */
    kod_token token;
    kod_class *c; /* whose constants are known, too; NULL: a header */
} kod_reader;

/* lexer.c */
void tlb_kod_next(kod_reader *r);
bool tlb_kod_at_sign(const kod_reader *r, char sign);
bool tlb_kod_at_word(const kod_reader *r, const char *word);
/* Go over it where it is next. */
bool tlb_kod_take_sign(kod_reader *r, char sign);
bool tlb_kod_take_word(kod_reader *r, const char *word);
/* From an opening bracket to after the one that closes it; the second from within. */
void tlb_kod_skip_group(kod_reader *r);
void tlb_kod_skip_rest(kod_reader *r);
/* What is left of a file name: to the next blank. The token is its beginning. */
tlb_text tlb_kod_take_file(kod_reader *r);

/* value.c: an expression of constants. */
kod_value tlb_kod_value(kod_reader *r);

/* names.c. The first of a name stays. False without memory. */
bool tlb_kod_add_name(kod_tree *tree, kod_names *names, tlb_text name, kod_value value);
/* NULL: there is none. */
const kod_value *tlb_kod_find_name(const kod_names *names, tlb_text name);
/* The key of a name in an index, in lower case; size 0: it is too long to be one. */
enum { KOD_LONGEST_NAME = 128 };
tlb_text tlb_kod_key(tlb_text name, char key[KOD_LONGEST_NAME]);
/* The place of a key in an index of the tree, TLB_INDEX_NEW when it is new; NULL without memory. */
int32_t *tlb_kod_place(kod_tree *tree, tlb_index *index, tlb_text key);
/* The key of a case; size 0 as above. */
tlb_text tlb_kod_case_key(tlb_text argument, int64_t number, char key[KOD_LONGEST_NAME]);

/* messages.c: from the word `messages` to the end of the class. False without memory. */
bool tlb_kod_read_messages(kod_reader *r);

#endif
