/* Built without libarchive (TLB_ARCHIVE): no archives but the volumes of games. */
#include "assets/assets.h"

tlb_status tlb_assets_add_archive(tlb_assets *assets, const char *path)
{
    tlb_report(assets->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
               "%s: neither a folder nor a volume; this build reads no other archives", path);
    return TLB_UNSUPPORTED;
}
