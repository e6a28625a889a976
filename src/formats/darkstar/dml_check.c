/* The rules of material lists. */
#include "formats/darkstar/dml_room.h"
#include "layout/fields.h"

#include <math.h>
#include <stdio.h>

typedef struct dml_check_job {
    tlb_context *context;
    const char *path;
    bool stale_names, stale_types; /* met: reported once a list */
} dml_check_job;

enum { KNOWN_FLAGS = TLB_DML_KIND | TLB_DML_SHADING | TLB_DML_TRANSPARENT | TLB_DML_TRANSLUCENT };

#define REPORT(c, code, number, field, ...)                                                                  \
    do {                                                                                                     \
        char at[128];                                                                                        \
        snprintf(at, sizeof at, "%smaterials[%u].%s", (c)->path, (number), (field));                         \
        tlb_report((c)->context, TLB_CODE_##code, TLB_NO_OFFSET, at, __VA_ARGS__);                           \
    } while (0)

static void check_name(dml_check_job *c, const tlb_dml_material *m, uint32_t number)
{
    const char *nul = memchr(m->file, 0, sizeof m->file);
    if ((m->flags & TLB_DML_KIND) == TLB_DML_TEXTURE && (!nul || nul == m->file))
        REPORT(c, DML_NAME, number, "file", "%s", nul ? "no name" : "32 bytes without an end");
    size_t size = nul ? (size_t)(nul - m->file) : sizeof m->file;
    if (!c->stale_names && !tlb_all_zero((const uint8_t *)m->file + size, sizeof m->file - size)) {
        c->stale_names = true;
        REPORT(c, DML_NAME_TAIL, number, "file", "and perhaps further ones");
    }
}

static void check_properties(dml_check_job *c, const tlb_dml_material *m, uint32_t number)
{
    if (!tlb_dml_type_name(m->type))
        REPORT(c, DML_TYPE, number, "type", "%u", m->type & TLB_DML_TYPE);
    if (!c->stale_types && (m->type & ~(uint32_t)TLB_DML_TYPE)) {
        c->stale_types = true;
        REPORT(c, DML_TYPE_BYTES, number, "type", "0x%x, and perhaps further ones", m->type);
    }
    if (!isfinite(m->alpha) || !isfinite(m->elasticity) || !isfinite(m->friction))
        REPORT(c, DML_NOT_FINITE, number, "alpha", "alpha %g, elasticity %g, friction %g", (double)m->alpha,
               (double)m->elasticity, (double)m->friction);
}

static void check_material(dml_check_job *c, const tlb_dml_material *m, uint32_t number)
{
    if (!tlb_dml_kind_name(m->flags))
        REPORT(c, DML_KIND, number, "flags", "kind %u", m->flags & TLB_DML_KIND);
    if (m->flags & ~(uint32_t)KNOWN_FLAGS)
        REPORT(c, DML_FLAGS, number, "flags", "0x%x", m->flags);
    check_name(c, m, number);
    check_properties(c, m, number);
}

void dml_check_list(tlb_context *context, const tlb_dml_list *list, const char *path)
{
    dml_check_job job = {.context = context, .path = path};
    char at[128];
    if (list->numDetails != 1) {
        snprintf(at, sizeof at, "%snumDetails", path);
        tlb_report(context, TLB_CODE_DML_DETAILS, TLB_NO_OFFSET, at, "%u sets", list->numDetails);
    }
    for (uint32_t i = 0; i < list->materials.count; i++)
        check_material(&job, &list->materials.data[i], i);
    if (list->pers.rest.size) {
        snprintf(at, sizeof at, "%srest", path);
        tlb_report(context, TLB_CODE_PERS_REST, TLB_NO_OFFSET, at, "%zu bytes", list->pers.rest.size);
    }
}

tlb_status dml_check(tlb_document *document)
{
    const tlb_dml *dml = document->root;
    dml_check_list(document->context, &dml->list, "");
    if (dml->tail.size)
        tlb_report(document->context, TLB_CODE_PERS_STALE_TAIL, TLB_NO_OFFSET, "tail", "%zu bytes",
                   dml->tail.size);
    return TLB_OK;
}
