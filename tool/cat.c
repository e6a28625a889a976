#include "tool.h"

static exit_code cat(job *j)
{
    tlb_bytes bytes;
    tlb_status status = tlb_path_read(j->context, j->path, &bytes);
    if (status)
        return exit_code_of(status);
    if (!write_stdout(NULL, bytes.data, bytes.size))
        status = TLB_WRITE_FAILED;
    tlb_bytes_free(j->context, bytes);
    return exit_code_of(status);
}

/* One after the other: members may be large. */
exit_code run_cat(const options *o)
{
    return run_jobs(o, o->words, o->word_count, cat, NULL, NULL);
}
