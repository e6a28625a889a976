/* assets/archive.c without libarchive: the page unpacks zip files before they come here. */
#include "assets/assets.h"

tlb_status tlb_assets_add_archive(tlb_assets *assets, const char *path)
{
    tlb_report(assets->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
               "%s: no archive that the page reads", path);
    return TLB_UNSUPPORTED;
}
