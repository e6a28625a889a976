/* Short IQE texts compiled, for tests that look at what comes out. */
#ifndef TLB_TESTS_IQM_COMPILED_H
#define TLB_TESTS_IQM_COMPILED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "files.h"
#include "options_text.h"

typedef struct compiled {
    tlb_context *context;
    tlb_files *files;
    tlb_document *document;
    const tlb_iqm *iqm;
} compiled;

static inline tlb_status convert_text(tlb_context *context, const char *text, size_t size,
                                      const option_text *texts, size_t text_count, tlb_files **files)
{
    tlb_document *document = NULL;
    tlb_convert_options options;
    *files = NULL;
    tlb_status status = options_from_text(context, texts, text_count, &options);
    if (!status)
        status = tlb_open_memory(context, text, size, "test.iqe", NULL, &document);
    if (!status)
        status = tlb_convert(document, tlb_format_by_name("iqm"), "test.iqm", &options, files);
    tlb_document_free(document);
    return status;
}

static inline compiled compile_with(const char *lines, const option_text *texts, size_t text_count)
{
    compiled c = {.context = tlb_context_create(NULL)};
    size_t size = strlen(lines) + 32;
    char *text = malloc(size);
    assert_non_null(text);
    size = (size_t)snprintf(text, size, "# Inter-Quake Export\n%s", lines);
    tlb_status status = convert_text(c.context, text, size, texts, text_count, &c.files);
    if (status)
        print_diagnostics(c.context);
    assert_int_equal(status, TLB_OK);
    free(text);
    tlb_bytes bytes = c.files->data[0].bytes;
    assert_int_equal(tlb_open_memory(c.context, bytes.data, bytes.size, "test.iqm", NULL, &c.document),
                     TLB_OK);
    c.iqm = tlb_document_iqm(c.document);
    return c;
}

static inline compiled compile_text(const char *lines)
{
    return compile_with(lines, NULL, 0);
}

/* What was compiled breaks no rule. */
static inline void end_compiled(compiled *c)
{
    uint64_t errors = tlb_severity_total(c->context, TLB_ERROR);
    tlb_check(c->document, NULL);
    if (tlb_severity_total(c->context, TLB_ERROR) != errors)
        print_diagnostics(c->context);
    assert_int_equal(tlb_severity_total(c->context, TLB_ERROR), errors);
    tlb_document_free(c->document);
    tlb_files_free(c->files);
    tlb_context_free(c->context);
}

static inline void compiled_value(const compiled *c, uint32_t type, uint32_t vertex,
                                  float out[TLB_IQM_COMPONENTS])
{
    const tlb_iqm_vertexarray *array = tlb_iqm_array(c->iqm, type);
    float row[1][TLB_IQM_COMPONENTS];
    assert_non_null(array);
    tlb_iqm_values(array, vertex, 1, type == TLB_IQM_BLENDINDEXES, row);
    memcpy(out, row[0], sizeof row[0]);
}

/* The only vertex at a position. */
static inline uint32_t compiled_vertex(const compiled *c, float x, float y, float z)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t v = 0; v < c->iqm->num_vertexes; v++) {
        float p[TLB_IQM_COMPONENTS];
        compiled_value(c, TLB_IQM_POSITION, v, p);
        if (p[0] == x && p[1] == y && p[2] == z) {
            assert_int_equal(found, UINT32_MAX);
            found = v;
        }
    }
    assert_int_not_equal(found, UINT32_MAX);
    return found;
}

/* What the format's header names for portable use, in numbers: type, format (1 unsigned byte, 7 float), size.
 */
static const uint32_t iqm_portable[][3] = {{0, 7, 3}, {1, 7, 2}, {2, 7, 3}, {3, 7, 4},
                                           {4, 1, 4}, {5, 1, 4}, {6, 1, 4}};

/* Arrays are portable ones, in their order; those that engines cannot do without are there. */
static inline void assert_portable(const tlb_iqm *x)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < x->vertexarrays.count; i++) {
        const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
        assert_true(!i || a->type > a[-1].type);
        if (a->type >= TLB_IQM_CUSTOM)
            continue;
        assert_true(a->format == iqm_portable[a->type][1] && a->size == iqm_portable[a->type][2]);
        seen |= 1u << a->type;
    }
    assert_int_equal(seen & 7, 7);
}

static inline const uint8_t *color_bytes(const compiled *c, float x, float y, float z)
{
    const uint8_t *bytes = tlb_iqm_array(c->iqm, TLB_IQM_COLOR)->values;
    return bytes + 4 * (size_t)compiled_vertex(c, x, y, z);
}

#endif
