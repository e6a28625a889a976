#include "core/summary.h"

#include "base/value.h"

void tlb_summary_begin(tlb_summary *summary, tlb_arena *arena)
{
    *summary = (tlb_summary){.arena = arena, .bounds = tlb_box_empty()};
    summary->materials.names = tlb_value_list(arena);
    summary->textures.names = tlb_value_list(arena);
    summary->files.names = tlb_value_list(arena);
    summary->animations = tlb_value_list(arena);
    tlb_arena_init(&summary->work, arena->account);
}

void tlb_summary_add_name(tlb_summary *summary, tlb_unique_names *list, const char *name, size_t size)
{
    if (!size || !list->names || tlb_index_look(&list->known, name, size))
        return;
    const tlb_value *before = list->names->as.members.last;
    tlb_value_add_bytes_text(summary->arena, list->names, NULL, (tlb_text){name, (uint32_t)size});
    const tlb_value *added = list->names->as.members.last;
    if (added == before) /* no memory */
        return;
    int32_t *number = tlb_index_find(&list->known, &summary->work, added->as.text.data, size);
    if (number)
        *number = 0;
}

void tlb_summary_add_animation(tlb_summary *summary, tlb_text name, float seconds)
{
    tlb_value *row = tlb_value_add_table(summary->arena, summary->animations, NULL);
    tlb_value_add_bytes_text(summary->arena, row, "name", name);
    tlb_value_add_single(summary->arena, row, "seconds", seconds);
}

void tlb_summary_set_version(tlb_summary *summary, int64_t version)
{
    summary->version = tlb_arena_printf(summary->arena, "%lld", (long long)version);
}

static void add_bounds(tlb_arena *arena, tlb_value *table, const tlb_box *box)
{
    if (!(box->low[0] <= box->high[0])) {
        tlb_value_add_null(arena, table, "bounds");
        return;
    }
    tlb_value *bounds = tlb_value_add_table(arena, table, "bounds");
    tlb_value_add_singles(arena, bounds, "min", box->low, 3);
    tlb_value_add_singles(arena, bounds, "max", box->high, 3);
}

void tlb_summary_end(tlb_summary *summary, tlb_value *table, const char *format, tlb_value *own)
{
    tlb_arena *arena = summary->arena;
    if (summary->version)
        tlb_value_add_text(arena, table, "version", summary->version);
    else
        tlb_value_add_null(arena, table, "version");
    tlb_value_add_integer(arena, table, "vertices", (int64_t)summary->vertices);
    tlb_value_add_integer(arena, table, "triangles", (int64_t)summary->triangles);
    add_bounds(arena, table, &summary->bounds);
    tlb_value_append(table, "materials", summary->materials.names);
    tlb_value_append(table, "textures", summary->textures.names);
    tlb_value_append(table, "files", summary->files.names);
    tlb_value_append(table, "animations", summary->animations);
    tlb_value_append(table, format, own);
    tlb_arena_release(&summary->work);
    tlb_arena_fail(arena, summary->work.failure);
}
