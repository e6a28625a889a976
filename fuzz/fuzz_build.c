/* JSON of any format. The oracle: what is built without error is saved, opened again and saved the same, and
 * can be checked, described and converted without harm; what is refused is reported. */
#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void reopen(tlb_context *context, tlb_document *document)
{
    tlb_bytes bytes, again_bytes;
    tlb_document *again;
    require(tlb_save_memory(document, &bytes) == TLB_OK);
    require(tlb_open_memory(context, bytes.data, bytes.size, NULL, tlb_document_format(document), &again) ==
            TLB_OK);
    require(tlb_save_memory(again, &again_bytes) == TLB_OK && again_bytes.size == bytes.size);
    require(!bytes.size || memcmp(again_bytes.data, bytes.data, bytes.size) == 0);
    tlb_document_free(again);
}

static void use(tlb_document *document)
{
    static const tlb_roo_read_options room = {.head = {sizeof room, "tlb_roo_read_options"}, .editor = true};
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .from = tlb_document_roo(document) ? &room.head : NULL,
                                         .lod = {true, TLB_LOD_ALL},
                                         .collision = true,
                                         .zones = true};
    unsigned abilities = tlb_format_info_of(tlb_document_format(document))->abilities;
    const tlb_value *info;
    tlb_files *files;
    if (abilities & TLB_CAN_CHECK)
        tlb_check(document, NULL);
    tlb_info(document, &info);
    if (abilities & TLB_CAN_EXPORT_SCENE &&
        tlb_convert(document, tlb_format_by_name("glb"), "fuzz", &options, &files) == TLB_OK)
        tlb_files_free(files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tlb_context_options limits = {.struct_size = sizeof limits,
                                  .max_work = 20 * 1000 * 1000,
                                  .max_bytes = 64 * 1024 * 1024 + 512 * (uint64_t)size};
    tlb_context *context = tlb_context_create(&limits);
    tlb_document *document;
    require(context != NULL);
    tlb_status status = tlb_build(context, (const char *)data, size, NULL, &document);
    require(status != TLB_LIMIT && (status == TLB_OK || tlb_severity_total(context, TLB_ERROR) > 0));
    if (!status) {
        reopen(context, document);
        use(document);
    }
    tlb_document_free(document);
    tlb_context_free(context);
    return 0;
}
