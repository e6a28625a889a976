#include "formats/interchange/shared/numbered.h"

#include <string.h>

/* The stem of the numbered files: that of the first, without the number that it may end with itself. */
static const char *numbered_stem(tlb_arena *arena, const char *stem)
{
    static const char zero[] = "-000";
    size_t size = strlen(stem), tail = sizeof zero - 1;
    bool ends = size > tail && strcmp(stem + size - tail, zero) == 0;
    return tlb_copy_text(arena, stem, ends ? size - tail : size).data;
}

tlb_buffer *tlb_numbered_file(tlb_output *output, tlb_arena *arena, uint32_t index)
{
    const char *first = tlb_output_name(output), *stem = tlb_output_stem(output);
    if (index == 0)
        return tlb_output_file(output, first);
    const char *extension = first + strlen(stem);
    stem = numbered_stem(arena, stem);
    const char *name = stem ? tlb_arena_printf(arena, "%s-%03u%s", stem, index, extension) : NULL;
    return name ? tlb_output_file(output, name) : NULL;
}
