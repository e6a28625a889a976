/* Missions as documents: what their formats have in common. */
#ifndef TLB_CORE_MISSION_H
#define TLB_CORE_MISSION_H

#include "base/text.h"
#include "core/checker.h"
#include "core/format.h"
#include "core/place.h"
#include "layout/mission.h"

/* The callbacks of a format of this grammar. */
tlb_status tlb_mission_open(tlb_document *document, const tlb_mission_grammar *grammar);
void tlb_mission_visit(tlb_walk *w, void **root, const tlb_mission_grammar *grammar);
tlb_status tlb_mission_save(tlb_context *context, void **root, tlb_buffer *out);

/* Of one of these classes; NULL at the end. */
bool tlb_mission_is_any(const tlb_mission_object *object, const char *const *classes);
static inline bool mission_is(const tlb_mission_object *object, const char *class_name)
{
    return tlb_same_nocase(object->className.data, class_name);
}

/* The same but for the case of letters. */
static inline bool mission_same_letters(const char *a, const char *b, size_t size)
{
    size_t i = 0;
    while (i < size && tlb_lower(a[i]) == tlb_lower(b[i]))
        i++;
    return i == size;
}

/* The axes of both engines, X east, Y north, Z up, as the scene's: (x, y, z) becomes (x, z, -y). */
static inline void mission_turn_axes(const double in[3], float out[3])
{
    out[0] = (float)in[0];
    out[1] = (float)in[2];
    out[2] = 0 - (float)in[1];
}

/* How many numbers a value begins with, and the first of them. */
uint32_t tlb_mission_read_numbers(tlb_text value, double *numbers, uint32_t most);
/* The file that a field names, in `name`, without what is before the game's folder: of an expression the
 * strings, as variables before them name folders. */
enum { MISSION_FILE_NAME = 256 };
const char *tlb_mission_file_name(const tlb_mission_field *field, char name[MISSION_FILE_NAME]);

/* A field that names a file. */
typedef struct tlb_mission_file {
    const char *className; /* NULL: of every class */
    const char *field;
    const char *kind;              /* "interior" */
    const char *const *extensions; /* that may be missing; NULL at the end */
    void (*edit)(char *name);      /* makes the file's name of what the field has; NULL: it is that */
} tlb_mission_file;

/* The file that an object names in the field of a rule, which `field` gets; NULL: it has none, or is of
 * another class. */
const char *tlb_mission_file_of(const tlb_mission_object *object, const tlb_mission_file *rule,
                                char name[MISSION_FILE_NAME], const tlb_mission_field **field);

/* `files` are the fields that name some; the last one has none. */
tlb_status tlb_mission_describe(tlb_document *document, tlb_summary *summary, tlb_value *table,
                                const tlb_mission_file *files);
/* The parts of that: the files, and how many objects there are of each class. False without memory. */
void tlb_mission_describe_files(tlb_summary *summary, const tlb_mission *mission,
                                const tlb_mission_file *files);
bool tlb_mission_describe_classes(tlb_arena *arena, tlb_arena *work, tlb_value *table,
                                  const tlb_mission *mission);

/* A field of numbers with blanks between them. */
typedef struct tlb_mission_numbers {
    const char *field;
    uint32_t count;
} tlb_mission_numbers;

/* Which objects of an engine look as their data blocks say. Each list ends with NULL. */
typedef struct tlb_mission_shapes {
    const tlb_mission_grammar *grammar; /* of the scripts that have the blocks */
    const tlb_place_kind *kind;
    const char *const *places; /* classes that are only places: a block has what an editor shows of them */
    const char *const *shaped; /* classes whose blocks have shapes: those that nobody knows are reported */
    const char *(*otherwise)(const char *block); /* the shape where scripts have none; NULL: nobody knows */
} tlb_mission_shapes;

/* What an engine knows. Each list ends with NULL. */
typedef struct tlb_mission_rules {
    const char *const *classes;
    const tlb_mission_numbers *numbers;
    const tlb_mission_file *files;
    const tlb_mission_shapes *shapes;
} tlb_mission_rules;

/* The path of an object's field in a check. */
const char *tlb_mission_at(tlb_checker *c, const tlb_mission_object *object, uint32_t index,
                           const tlb_mission_field *field);
tlb_status tlb_mission_check(tlb_document *document, const tlb_mission_rules *rules);

/* Adds to the assets, to be searched last, the folders of the game: of those above the mission's the nearest
 * that has a file which the mission names, for each of these; and the folders of scripts beside them. */
tlb_status tlb_mission_find_game(const tlb_document *document, const tlb_mission *mission, tlb_assets *assets,
                                 const tlb_mission_file *files);

/* --- data blocks (mission_blocks.c) ------------------------------------------------------------------ */

/* What the scripts of a game say of data blocks: datablock Class(Name : Parent) { shapeFile = "x.dts"; }; */
typedef struct tlb_mission_block {
    const char *shape_file; /* NULL: its parent's */
    tlb_text parent;        /* the key of its name; empty: none */
} tlb_mission_block;

typedef struct tlb_mission_blocks {
    const tlb_mission_shapes *shapes;
    tlb_context *context;
    tlb_assets *assets;
    tlb_arena *work;
    bool read; /* the scripts among the assets, once a block is asked for */
    tlb_index names;
    TLB_LIST(tlb_mission_block) blocks;
    tlb_index missing; /* blocks that were reported */
} tlb_mission_blocks;

/* The file of the shape that an object has by its data block; NULL: it has none. A block that nobody knows is
 * reported once; `path` is that of the field. */
tlb_status tlb_mission_find_shape(tlb_mission_blocks *blocks, const tlb_mission_object *object,
                                  const char *path, const char **shape_file);

/* Rows of a format's table: options of its scene, and of the files in it. */
#define MISSION_OPTIONS                                                                                      \
    TLB_OPTION_LOD, TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE), TLB_OPTION_LIGHT_TIME, TLB_OPTION_LIGHTS,    \
        {"only", "CLASS,…", "convert the objects of these classes of a mission alone",                       \
         TLB_SETS_FROM(tlb_mission_read_options, TEXT, only)},                                               \
    {                                                                                                        \
        "without", "CLASS,…", "leave out the objects of these classes of a mission, and what is in them",    \
            TLB_SETS_FROM(tlb_mission_read_options, TEXT, without)                                           \
    }

/* --- scenes (mission_scene.c) ------------------------------------------------------------------------ */

/* What a scene has of an object, by its class and the options. */
typedef enum tlb_mission_share {
    MISSION_LEFT_OUT,   /* and what is in it */
    MISSION_NOT_CHOSEN, /* it has no node */
    MISSION_AROUND,     /* a node, for what is in it */
    MISSION_SHOWN
} tlb_mission_share;

/* A mission becoming a scene: a node for each object, with its class and fields as extras. */
typedef struct tlb_mission_scene {
    const tlb_mission *mission;
    tlb_scene *scene;
    tlb_arena work;
    tlb_placer placer;
    int32_t *nodes;   /* of each object; TLB_NONE */
    int32_t *parents; /* the object that it is in; TLB_NONE */
    tlb_mission_share *shares;
    tlb_mission_blocks blocks;
    const tlb_mission_file *files;
    const char *const *paths; /* see tlb_mission_stage */
} tlb_mission_scene;

/* How an engine's objects are placed and become part of the scene. `add` may add nodes below that of the
 * object. */
typedef struct tlb_mission_stage {
    void (*place)(const tlb_mission_object *object, tlb_node *node);
    tlb_status (*add)(tlb_mission_scene *s, uint32_t object);
    tlb_status (*finish)(tlb_mission_scene *s); /* when all objects have their nodes; NULL */
    const tlb_mission_file *files;              /* the fields that name some; the last one has none */
    const tlb_mission_shapes *shapes;           /* NULL: there are no data blocks */
    /* Where each object is in the document; its fields are members there. NULL: as in text missions. */
    const char *const *paths;
} tlb_mission_stage;

tlb_status tlb_mission_to_scene(tlb_document *document, const tlb_mission *mission, tlb_scene *scene,
                                const tlb_conversion *conversion, const tlb_mission_stage *stage);

/* Sets what the scene has of each object (mission_filter.c). TLB_ARGUMENT, and reported: nothing was chosen.
 */
tlb_status tlb_mission_choose(tlb_mission_scene *s);

/* With --lights: makes the object's node a sun whose light goes along `way`, in the engine's axes. */
tlb_status tlb_mission_add_sun(tlb_mission_scene *s, uint32_t object, const double way[3],
                               const double color[3]);

/* Shows the shape of an object's data block, if it has one. */
tlb_status tlb_mission_add_shape(tlb_mission_scene *s, uint32_t object);
/* Where a field of an object is in the document, for diagnostics. */
enum { MISSION_FIELD_PATH = 512 };
void tlb_mission_field_path(const tlb_mission_scene *s, uint32_t object, const tlb_mission_field *field,
                            char path[MISSION_FIELD_PATH]);
/* The object's file of a field, for which the stage has a rule; see tlb_place_open. `placed->found` is false,
 * too, where it names none. */
tlb_status tlb_mission_open_file(tlb_mission_scene *s, uint32_t object, const char *field,
                                 const tlb_place_kind *kind, tlb_placed *placed);
/* The numbers of a field; false, and they stay as they are, where it has fewer or one is not finite. */
bool tlb_mission_numbers_of(const tlb_mission_object *object, const char *field, double *numbers,
                            uint32_t count);

#endif
