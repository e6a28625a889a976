#include "formats/darkstar/shared/files.h"

tlb_status tlb_darkstar_read_file(const tlb_conversion *conversion, tlb_arena *arena, const char *name,
                                  const char *field, bool optional, void (*walk)(tlb_walk *w, void **root),
                                  void **root)
{
    tlb_context *context = conversion->context;
    tlb_bytes bytes;
    *root = NULL;
    tlb_status status = tlb_assets_find(conversion->assets, arena, name, NULL, NULL, &bytes, NULL);
    if (status == TLB_NOT_FOUND && !optional)
        tlb_report_missing(context, field, "file", name);
    if (status)
        return tlb_is_fatal(status) ? status : TLB_OK;
    tlb_context about = tlb_context_about(context, name, NULL);
    tlb_walk w = tlb_walk_reader(&about, arena, bytes);
    walk(&w, root);
    if (w.status)
        *root = NULL;
    return tlb_is_fatal(w.status) ? w.status : TLB_OK;
}
