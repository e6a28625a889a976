/* The text of a level, .map or .csx, through the compilers. The oracle: what is compiled opens and can be
 * checked; what is not is reported as an error. Memory and time stay in proportion. */
#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void compile(tlb_context *context, tlb_document *document, const char *format, const char *name)
{
    static const tlb_sun_options sun = {.ambient = {true, {8, 8, 8, 255}}};
    const tlb_dif_write_options dif = {.head = {sizeof dif, "tlb_dif_write_options"}, .sun = sun};
    const tlb_dis_write_options dis = {.head = {sizeof dis, "tlb_dis_write_options"}, .sun = sun};
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .to = strcmp(format, "dif") == 0 ? &dif.head : &dis.head,
                                         .texture_size = {64, 64},
                                         .light = TLB_BAKED_SUN};
    tlb_files *files;
    tlb_document *made;
    tlb_diagnostics_clear(context);
    tlb_status status = tlb_convert(document, tlb_format_by_name(format), name, &options, &files);
    require(status == TLB_OK || tlb_severity_total(context, TLB_ERROR) > 0);
    if (status)
        return;
    for (size_t i = 0; i < files->count; i++) {
        tlb_bytes bytes = files->data[i].bytes;
        require(tlb_open_memory(context, bytes.data, bytes.size, files->data[i].name, NULL, &made) == TLB_OK);
        require(tlb_check(made, NULL) == TLB_OK);
        tlb_document_free(made);
    }
    tlb_files_free(files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 16 * 1024 }; /* about 200 brushes, which hide parts of each other */
    tlb_context_options limits = {
        .struct_size = sizeof limits, .max_bytes = 512 * 1024 * 1024, .max_work = 60 * 1000 * 1000};
    const bool is_xml = size && data[0] == '<';
    tlb_document *document;
    if (size > MOST)
        return 0;
    tlb_context *context = tlb_context_create(&limits);
    require(context != NULL);
    if (!tlb_open_memory(context, data, size, NULL, tlb_format_by_name(is_xml ? "csx" : "map"), &document)) {
        compile(context, document, "dif", "fuzz.dif");
        compile(context, document, "dis", "fuzz.dis");
        tlb_document_free(document);
    }
    tlb_context_free(context);
    return 0;
}
