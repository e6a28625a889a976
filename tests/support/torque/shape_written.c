#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shape_written.h"

tlb_status shape_write_with(tlb_context *context, const tlb_scene *scene, const tlb_convert_options *options,
                            written *w)
{
    *w = (written){0};
    tlb_status status =
        tlb_scene_write(context, scene, tlb_format_by_name("torque-dts"), "made.dts", options, &w->files);
    if (status)
        return status;
    tlb_bytes bytes = w->files->data[0].bytes;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "made.dts", NULL, &w->document),
                     TLB_OK);
    w->shape = tlb_document_torque_dts(w->document);
    assert_non_null(w->shape);
    return TLB_OK;
}

written shape_write(tlb_context *context, const tlb_scene *scene)
{
    written w;
    assert_int_equal(shape_write_with(context, scene, NULL, &w), TLB_OK);
    return w;
}

void shape_discard(written *w)
{
    tlb_document_free(w->document);
    tlb_files_free(w->files);
}

bool is_said(const tlb_context *context, const char *words)
{
    bool said = false;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        said |= strstr(tlb_diagnostic_at(context, i)->message, words) != NULL;
    return said;
}

bool is_called(const tlb_torque_shape *x, int32_t index, const char *name)
{
    tlb_text text = tlb_torque_name_at(x, index);
    return text.size == strlen(name) && memcmp(text.data, name, text.size) == 0;
}

const tlb_torque_object *object_of(const tlb_torque_shape *x, const char *name)
{
    for (uint32_t i = 0; i < x->objects.count; i++)
        if (is_called(x, x->objects.data[i].nameIndex, name))
            return &x->objects.data[i];
    fail_msg("no object %s", name);
    return NULL;
}
