/* Other files in the scene of a document: missions show interiors, shapes, terrains. Each file is opened
 * once, however many nodes show it. */
#ifndef TLB_CORE_PLACE_H
#define TLB_CORE_PLACE_H

#include "core/format.h"
#include "scene/build/append.h"

/* What kind of file a field names. The lists end with NULL. */
typedef struct tlb_place_kind {
    const char *what;              /* "interior" */
    const char *const *extensions; /* that may be missing in the name */
    const char *const *formats;    /* that it may be of, by their names */
} tlb_place_kind;

/* A file that is in the scene, or was looked for. */
typedef struct tlb_placed {
    bool found;
    tlb_appended things;
} tlb_placed;

typedef struct tlb_placer {
    const tlb_conversion *conversion;
    tlb_document *document; /* whose arena keeps the files; its scene is under construction */
    tlb_arena *work;        /* as long as this is used */
    tlb_appender appender;
    tlb_index names; /* with the kinds that they were asked for as; to `files` */
    TLB_LIST(tlb_placed) files;
    uint64_t nodes_left; /* that may still be added: few bytes name files again and again */
    /* Of the format that the next file has to be of; NULL: the defaults. */
    const tlb_format_options *options;
} tlb_placer;

void tlb_placer_begin(tlb_placer *p, tlb_document *document, tlb_scene *scene,
                      const tlb_conversion *conversion, tlb_arena *work);

/* The file of this name, opened when it is met first. `found` is false where it was not to be had, which was
 * reported, with `field` as the path of the name. Fails only as the conversion has to. */
tlb_status tlb_place_open(tlb_placer *p, const tlb_place_kind *kind, const char *name, const char *field,
                          tlb_placed *placed);
/* Its nodes below `parent`; see tlb_append_nodes. None of a file that was not found. */
tlb_status tlb_place_nodes(tlb_placer *p, const tlb_placed *placed, int32_t parent,
                           bool (*takes)(const tlb_node *root));

#endif
