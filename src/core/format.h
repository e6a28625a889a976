/* What a format implements, and a document's inside. A format includes this and nothing of another family. */
#ifndef TLB_CORE_FORMAT_H
#define TLB_CORE_FORMAT_H

#include "assets/assets.h"
#include "base/platform.h"
#include "base/value.h"
#include "core/options.h"
#include "core/summary.h"
#include "layout/walk.h"
#include "level/level.h"
#include "scene/build/build.h"
#include "trilobite/archive.h"
#include "trilobite/image.h"
#include "trilobite/query.h"

/* Lists that have capacity for more, by the addresses of their data: open addressing over a power of two. */
typedef struct tlb_grown_lists {
    struct tlb_grown_list *slots;
    uint32_t size, count;
} tlb_grown_lists;

struct tlb_document {
    tlb_context *context; /* `about`: the caller's, its diagnostics being about the document */
    tlb_context about;
    tlb_tally tally;
    const tlb_format *format;
    tlb_arena arena;
    const char *name;   /* as opened; "" without */
    const char *beside; /* the path beside which files are looked for; NULL: nowhere, it came from memory */
    tlb_bytes source;
    tlb_file_view file; /* whose bytes the source are, when the document opened it itself */
    tlb_buffer saved;
    void *root;                          /* the format's own document, in the arena */
    tlb_grown_lists grown;               /* by tlb_array_append */
    struct tlb_archive_entries *entries; /* of an archive, once they were listed */
    TLB_LIST(tlb_file_view) views;       /* of an archive: files that were added to it */
    tlb_assets *assets; /* while it is checked: where the files it names must be; NULL: unchecked */
};

/* A list of signatures. */
#define TLB_SIGNATURES(...) ((const tlb_signature[]){__VA_ARGS__, {0}})
#define TLB_SIGNATURE(text)                                                                                  \
    {                                                                                                        \
        .bytes = text, .size = sizeof(text) - 1                                                              \
    }

/* JSON as C text, and the colors of a palette in it. */
#define TLB_JSON(...)      #__VA_ARGS__
#define TLB_TIMES_15(text) text text text text text text text text text text text text text text text
#define TLB_TIMES_17(text)                                                                                   \
    text text text text text text text text text text text text text text text text text
#define TLB_COLORS_256(color) TLB_TIMES_15(TLB_TIMES_17(color ", ")) color

/* Files being made by a conversion. */
typedef struct tlb_output tlb_output;

typedef struct tlb_conversion {
    tlb_context *context;
    tlb_assets *assets;                 /* never NULL while a scene is made */
    const tlb_convert_options *options; /* that formats share */
    /* The structs of the options of the format that a scene or level is made of, and of the one that is
     * written; zeros where a format has none. */
    const void *from, *to;
    tlb_output *output; /* NULL while a scene is made */
} tlb_conversion;

/* A new file to be filled, the first being the one requested; NULL without memory. `name` has no folder and
 * is copied. */
tlb_buffer *tlb_output_file(tlb_output *output, const char *name);
/* Reports what the output, one of its files or, unless it is NULL, the arena that they are made from was
 * refused. */
tlb_status tlb_report_output(tlb_context *context, const tlb_output *output, const tlb_arena *work);
/* The first file's name without folder, and that without extension: what others beside it are named after. */
const char *tlb_output_name(const tlb_output *output);
const char *tlb_output_stem(const tlb_output *output);

/* A member to be. */
typedef struct tlb_archive_entry {
    const char *name;
    const tlb_member *kept;  /* NULL: new */
    const tlb_member *old;   /* whose place a new one takes; NULL: none */
    tlb_bytes bytes;         /* of a new one */
    const char *compression; /* of a new one: one of those that can be written */
} tlb_archive_entry;

/* What an archive implements besides. */
typedef struct tlb_archive_format {
    const char *extension;           /* files called so are searched for assets */
    const char *const *compressions; /* that can be written; NULL at the end */
    /* Makes the root of an archive without members. TLB_ARGUMENT, not reported: there is no such kind. */
    tlb_status (*create)(tlb_document *document, const char *kind);
    /* An array in `arena`. Names too live as long as the document is not changed. */
    tlb_status (*list)(tlb_document *document, tlb_arena *arena, tlb_members *members);
    /* The bytes are the document's own or in `arena`. What is wrong is reported, the member by name. */
    tlb_status (*read)(tlb_document *document, const tlb_member *member, tlb_arena *arena, tlb_bytes *bytes);
    /* Puts a root in place that holds these members, in this order: those whose `bytes` are given are
     * compressed, the others are members of the document as it is. */
    tlb_status (*assemble)(tlb_document *document, const tlb_archive_entry *entries, uint32_t count);
} tlb_archive_format;

/* The members that are NULL are what the format cannot do. Each reports its own diagnostics. */
struct tlb_format {
    tlb_format_info info;
    /* from_scene is given scenes that are pictures (scene/build/pictures.h) as they are. Others get them hung
     * on rectangles. */
    bool takes_pictures;
    /* from_scene writes a mesh anew for each node that has it. */
    bool copies_meshes;
    /* A conversion to the format itself goes through a scene, too: it cleans the file up. */
    bool rewrites;
    /* Why a scene cannot be written in the format whatever the options are, as a sentence about the scene:
     * "it has no triangles" (writers/obstacles.h). NULL: it can, and only then from_scene or from_level is
     * called. NULL: every scene can. */
    const char *(*obstacle)(const tlb_scene *scene);
    /* Which scenes from_scene is given where the caller left it open: sets such options, by the format's own.
     * NULL: the defaults. */
    void (*scene_defaults)(const void *to, tlb_convert_options *options);
    /* Formats that hold the same document in other bytes have the same word here: each writes the other's
     * root. NULL: there is no other. */
    const char *model;
    /* How sure the content is this format's: 0 no, 100 beyond doubt. Between equals the name decides. NULL:
     * beyond doubt if it has one of the signatures. */
    int (*probe)(tlb_bytes source);
    /* Too much could be this format's: the probe goes for files that have its extension. */
    bool needs_name;
    /* Sets document->root from document->source. For formats that do not just walk it; NULL: walk. */
    tlb_status (*read)(tlb_document *document);
    /* Walks the root. Where it is NULL, in a walk that reads or builds, it is made first. Formats with the
     * same walk have the same type of root: tlb_document_<name> of a format may go by it. */
    void (*walk)(tlb_walk *w, void **root);
    /* A document without anything breaks the rules of the format: a new one is info.minimal. */
    bool is_never_empty;
    /* Makes anew what follows from the rest of the document, which a failure leaves as it was; core reports
     * what changed. */
    tlb_status (*update)(tlb_document *document);
    /* For formats that do not write by walking; NULL: walk. */
    tlb_status (*write)(tlb_context *context, void **root, tlb_buffer *out);
    tlb_status (*check)(tlb_document *document);
    /* Sets of the summary what the files have, and adds the format's own fields to the table. Decodes no
     * pictures and opens no other files. */
    tlb_status (*describe)(tlb_document *document, tlb_summary *summary, tlb_value *table);
    tlb_status (*query)(tlb_document *document, const char *const *words, size_t word_count,
                        tlb_value *table);
    /* One of the operations, and what follows from it. A failure leaves the document as it was. */
    tlb_status (*operate)(tlb_document *document, const char *const *words, size_t word_count,
                          tlb_value *table);
    /* Adds the names of the parts that can be queried, the one that is queried by default first. */
    void (*query_places)(tlb_document *document, tlb_value *list);
    tlb_status (*to_scene)(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
    /* Another version or dialect of the same document, as the options say, in the format itself or in one
     * that holds the same. */
    tlb_status (*convert_version)(tlb_document *source, const tlb_format *target,
                                  const tlb_conversion *conversion, tlb_buffer *out);
    tlb_status (*from_scene)(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);
    /* The first picture that from_scene would write, as pixels (trilobite/render.h). */
    tlb_status (*draw)(const tlb_scene *scene, const tlb_conversion *conversion, tlb_bitmap **bitmap);
    /* A document as a level, and a level as a file (level/level.h). A format with from_level is not given
     * scenes: other documents become levels by their to_level, or else by tlb_level_from_scene. */
    tlb_status (*to_level)(tlb_document *document, tlb_level *level, const tlb_conversion *conversion);
    tlb_status (*from_level)(const tlb_level *level, const tlb_conversion *conversion, tlb_output *output);
    /* Documents that become this format without a scene: the names of their formats, NULL at the end. NULL:
     * none. */
    const char *const *translates;
    tlb_status (*translate)(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out);
    const tlb_archive_format *archive; /* NULL: it holds no files */
};

/* A root as a file of the format: by its write, or by walking. */
tlb_status tlb_format_write(const tlb_format *format, tlb_context *context, void **root, tlb_buffer *out);

/* Its scene, by to_scene, which the format has. */
tlb_status tlb_document_fill_scene(tlb_document *document, const tlb_conversion *conversion,
                                   tlb_scene *scene);

/* The formats of a context: by name, by a path's extension, and by content, as tlb_probe says. NULL: none. */
const tlb_format *tlb_formats_by_name(const tlb_format *const *formats, const char *name);
const tlb_format *tlb_formats_by_path(const tlb_format *const *formats, const char *path);
const tlb_format *tlb_formats_probe(const tlb_format *const *formats, tlb_bytes bytes, const char *name);

/* Whether the bytes begin with one of the format's signatures. */
bool tlb_has_signature(const tlb_format *format, tlb_bytes bytes);

/* A format's name as messages have it: "GLB". */
enum { TLB_FORMAT_LABEL = 16 };
const char *tlb_format_label(const tlb_format_info *format, char label[TLB_FORMAT_LABEL]);

#endif
