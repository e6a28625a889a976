/* Runs a fuzz target's body over files and folders of files: its seeds, in the normal tests, without
 * libFuzzer. */
#include "base/context.h"
#include "base/platform.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak)); /* not every target has it */

static int replay_file(tlb_context *context, const char *path)
{
    uint8_t *data;
    size_t size;
    if (tlb_file_read(context, path, &data, &size)) {
        fprintf(stderr, "cannot read %s\n", path);
        return 0;
    }
    LLVMFuzzerTestOneInput(data, size);
    tlb_release(context->account, data, size);
    return 1;
}

static int replay_folder(tlb_context *context, const char *path)
{
    tlb_entries entries = {0};
    tlb_arena arena;
    int count = 0;
    tlb_arena_init(&arena, context->account);
    if (tlb_folder_list(context, &arena, path, &entries) == TLB_OK)
        for (uint32_t i = 0; i < entries.count; i++)
            if (!entries.data[i].is_folder)
                count += replay_file(context, tlb_arena_printf(&arena, "%s/%s", path, entries.data[i].name));
    tlb_arena_release(&arena);
    return count;
}

int main(int argc, char **argv)
{
    tlb_context *context = tlb_context_create(NULL);
    int count = 0;
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; context && i < argc; i++)
        count += tlb_path_kind_of(context, argv[i]) == TLB_PATH_FOLDER ? replay_folder(context, argv[i])
                                                                       : replay_file(context, argv[i]);
    tlb_context_free(context);
    printf("%d inputs replayed\n", count);
    return count ? 0 : 1;
}
