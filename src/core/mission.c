/* What the formats of missions do alike. */
#include "core/mission.h"

#include "core/summary.h"

#include <string.h>

tlb_status tlb_mission_open(tlb_document *document, const tlb_mission_grammar *grammar)
{
    tlb_mission_root *root = tlb_mission_create(document->context, &document->arena, grammar);
    document->root = root;
    return root ? tlb_mission_read(document->context, &document->arena, document->source, root)
                : document->arena.failure;
}

void tlb_mission_visit(tlb_walk *w, void **root, const tlb_mission_grammar *grammar)
{
    if (!*root && !(*root = tlb_mission_create(w->context, w->arena, grammar)))
        w->status = w->arena->failure;
    else
        tlb_mission_walk(w, *root);
}

tlb_status tlb_mission_save(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_mission_write(context, *root, out);
}

/* --- info -------------------------------------------------------------------------------------------- */

static uint32_t count_code(const tlb_mission_field *fields, uint32_t count)
{
    uint32_t code = 0;
    for (uint32_t i = 0; i < count; i++)
        code += !tlb_mission_is_plain(&fields[i]);
    return code;
}

/* Whatever the case of letters. */
bool tlb_mission_describe_classes(tlb_arena *arena, tlb_arena *work, tlb_value *table,
                                  const tlb_mission *mission)
{
    tlb_value *classes = tlb_value_add_table(arena, table, "classes");
    uint32_t *counts = tlb_zalloc_array(work, mission->objects.count, sizeof *counts);
    tlb_index index = {0};
    for (uint32_t i = 0; counts && i < mission->objects.count; i++) {
        tlb_text key = tlb_name_key(work, mission->objects.data[i].className.data);
        int32_t *first = key.data ? tlb_index_find(&index, work, key.data, key.size) : NULL;
        if (!first)
            return false;
        if (*first == TLB_INDEX_NEW)
            *first = (int32_t)i;
        counts[*first]++;
    }
    for (uint32_t i = 0; counts && i < mission->objects.count; i++)
        if (counts[i])
            tlb_value_add_integer(arena, classes, mission->objects.data[i].className.data, counts[i]);
    return counts != NULL;
}

static void name_files(tlb_summary *summary, const tlb_mission_object *object, const tlb_mission_file *files)
{
    char name[MISSION_FILE_NAME];
    for (const tlb_mission_file *file = files; file->field; file++) {
        const tlb_mission_field *field;
        const char *found = tlb_mission_file_of(object, file, name, &field);
        if (found)
            tlb_summary_add_name(summary, &summary->files, found, strlen(found));
    }
}

void tlb_mission_describe_files(tlb_summary *summary, const tlb_mission *mission,
                                const tlb_mission_file *files)
{
    for (uint32_t i = 0; i < mission->objects.count; i++)
        name_files(summary, &mission->objects.data[i], files);
}

tlb_status tlb_mission_describe(tlb_document *document, tlb_summary *summary, tlb_value *table,
                                const tlb_mission_file *files)
{
    const tlb_mission *mission = &((tlb_mission_root *)document->root)->mission;
    uint64_t fields = 0, code = count_code(mission->statements.data, mission->statements.count);
    tlb_mission_describe_files(summary, mission, files);
    for (uint32_t i = 0; i < mission->objects.count; i++) {
        const tlb_mission_object *object = &mission->objects.data[i];
        fields += object->fields.count;
        code += count_code(object->fields.data, object->fields.count);
    }
    tlb_value_add_integer(&document->arena, table, "objects", mission->objects.count);
    tlb_value_add_integer(&document->arena, table, "fields", (int64_t)fields);
    tlb_value_add_integer(&document->arena, table, "code", (int64_t)code);
    return tlb_mission_describe_classes(&document->arena, &summary->work, table, mission)
               ? TLB_OK
               : tlb_report_memory(document->context, tlb_arena_refused(&summary->work, &document->arena));
}
