/* What the files of the UDMF module offer each other. The public part is trilobite/formats/udmf.h. */
#ifndef TLB_FORMATS_MERIDIAN_UDMF_UDMF_H
#define TLB_FORMATS_MERIDIAN_UDMF_UDMF_H

#include "base/index.h"
#include "core/format.h"
#include "layout/mission.h"
#include "trilobite/formats/roo.h"
#include "trilobite/formats/udmf.h"

extern const tlb_format tlb_format_udmf;

#define UDMF_NAMESPACE "Meridian59"

tlb_status tlb_udmf_check(tlb_document *document);

typedef enum udmf_kind {
    UDMF_VERTEX,
    UDMF_LINEDEF,
    UDMF_SIDEDEF,
    UDMF_SECTOR,
    UDMF_THING,
    UDMF_KINDS /* blocks of other kinds are ignored */
} udmf_kind;
extern const char *const tlb_udmf_kinds[UDMF_KINDS + 1];
udmf_kind tlb_udmf_kind_of(const tlb_mission_object *block);

/* --- rooms -------------------------------------------------------------------------------------------- */

/* The map of a room, appended to `out`. */
tlb_status tlb_udmf_from_room(tlb_context *context, const tlb_roo *room, tlb_buffer *out);
/* The room of a map, built; `target` is a tlb_roo_target, 0: the version that the map names, else the last.
 * All memory is the arena's. What the map says wrong is reported. */
tlb_status tlb_udmf_to_room(tlb_context *context, tlb_arena *arena, const tlb_mission *map, int target,
                            tlb_roo *room);
/* Reports what of that a map says wrong, and what would be rounded; nothing is built. */
tlb_status tlb_udmf_try_room(tlb_context *context, tlb_arena *arena, const tlb_mission *map);
/* The map of a room, of a map, or of a WAD, as text: tlb_format.translate of UDMF. */
tlb_status tlb_udmf_write_map(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out);
/* The room of a map, or of the first map of a WAD: tlb_format.translate of ROO. */
tlb_status tlb_udmf_write_room(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out);

/* --- the fields of a block ---------------------------------------------------------------------------- */

enum { UDMF_MOST_NAMES = 64 };
/* One description for both directions: with `out` fields are written, else they are read from `block`. */
typedef struct udmf_fields {
    tlb_context *context;
    tlb_buffer *out;
    const tlb_mission_object *block;
    char path[32]; /* of the list of its fields */
    const char *indent;
    uint32_t known;                     /* bits that had a field of their own */
    tlb_status status;                  /* the first failure of reading */
    const char *names[UDMF_MOST_NAMES]; /* of fields that were read, or would have been */
    uint32_t name_count;
} udmf_fields;

/* A field that has to be there. */
#define UDMF_REQUIRED INT64_MIN

/* `value` is an integer of the type; written where it is not the fallback. */
void tlb_udmf_integer(udmf_fields *f, const char *name, tlb_type type, void *value, int64_t fallback);
/* An integer that maps have as a float; it is always written. */
void tlb_udmf_coordinate(udmf_fields *f, const char *name, tlb_type type, void *value);
/* Bits of flags: true or false when there is one. */
void tlb_udmf_bits(udmf_fields *f, const char *name, uint32_t *flags, int shift, int width);
/* All other bits. */
void tlb_udmf_other_bits(udmf_fields *f, uint32_t *flags);
void tlb_udmf_flag(udmf_fields *f, const char *name, bool *value, bool fallback);
/* grdNNNNN, or "-": none. */
void tlb_udmf_bitmap(udmf_fields *f, const char *name, uint16_t *number, bool is_required);
void tlb_udmf_text(udmf_fields *f, const char *name, tlb_text *text);
/* Numbers in a string; false: there is no such field. Writing, `is_there` says so. */
bool tlb_udmf_numbers(udmf_fields *f, const char *name, double *values, uint32_t count, bool is_there);
/* Fields that only editors read are written, never read. */
void tlb_udmf_number_out(udmf_fields *f, const char *name, double value);
/* One more of a name, in lower case; false without memory. */
bool tlb_udmf_count_name(const char *name, tlb_arena *arena, tlb_index *counts);
/* Counts by its name, in lower case, each field of the block that was not read. Not those that only editors
 * read, nor those that are 0, false or "". False without memory. */
bool tlb_udmf_count_unread(const udmf_fields *f, tlb_arena *arena, tlb_index *counts);

#endif
