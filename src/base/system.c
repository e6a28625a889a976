/* What is the same on every system. */
#include "base/system.h"

#include <string.h>

enum { LARGEST_TRANSFER = 64 << 20 }; /* of one call: between two of them it may be cancelled */

static size_t transfer(size_t left)
{
    return left < LARGEST_TRANSFER ? left : LARGEST_TRANSFER;
}

int64_t tlb_system_read(tlb_account *account, int handle, void *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        if (tlb_work(account, tlb_work_of(transfer(size - done))))
            return -1;
        int64_t got = tlb_system_read_some(handle, (uint8_t *)data + done, transfer(size - done));
        if (got > 0)
            done += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            return -1;
    }
    return (int64_t)done;
}

bool tlb_system_write(tlb_account *account, int handle, const void *data, size_t size)
{
    for (const uint8_t *p = data; size;) {
        if (tlb_work(account, tlb_work_of(transfer(size))))
            return false;
        int64_t wrote = tlb_system_write_some(handle, p, transfer(size));
        if (wrote > 0) {
            p += wrote;
            size -= (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR)
            return false;
    }
    return true;
}

void tlb_report_path(tlb_context *context, tlb_code code, const char *path, const char *reason)
{
    bool named = strcmp(context->file, path) == 0;
    tlb_report(context, code, TLB_NO_OFFSET, NULL, "%s%s%s", named ? "" : path, named ? "" : ": ", reason);
}

tlb_status tlb_system_report(tlb_context *context, tlb_code code, const char *path)
{
    int reason = errno;
    bool no_folder = code == TLB_CODE_CANNOT_WRITE && reason == ENOENT;
    if (context->account->stopped)
        return tlb_report_failure(context, context->account->stopped);
    tlb_report_path(context, code, path, no_folder ? "no such folder or archive" : tlb_system_reason(reason));
    return code == TLB_CODE_CANNOT_WRITE ? TLB_WRITE_FAILED
           : reason == ENOENT            ? TLB_NOT_FOUND
                                         : TLB_READ_FAILED;
}
