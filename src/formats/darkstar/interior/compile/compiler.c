/* What the steps of compiling an interior share: limits and files. */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"

#include <stdio.h>

tlb_status tlb_interior_refuse(const interior_compiler *c, const char *things, uint64_t count, uint64_t most,
                               uint32_t face)
{
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    char place[TLB_LEVEL_PLACE] = "";
    if (face != UINT32_MAX) {
        const tlb_solid_source *source = &c->solid->faces.data[face].source;
        if (source->of_mesh) {
            const char *name = detail->meshes.data[source->part].name;
            snprintf(place, sizeof place, "object %u (%.80s)", source->part, name ? name : "");
        } else
            tlb_level_place(detail, detail->brushes.data[source->part].entity, source->part, source->face,
                            place);
    }
    tlb_report(c->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
               "%s%sdetail %u has %llu %s or more, and an interior can have %llu", place, *place ? ": " : "",
               c->detail, (unsigned long long)count, things, (unsigned long long)most);
    return TLB_LIMIT;
}

tlb_status tlb_interior_write(const interior_compiler *c, const char *name, const tlb_format *format,
                              void *root, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, name);
    if (!out)
        return tlb_report_output(c->context, output, NULL);
    tlb_status status = tlb_format_write(format, c->context, &root, out);
    return status ? status : tlb_report_failure(c->context, out->status);
}
