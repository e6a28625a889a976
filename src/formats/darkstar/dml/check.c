/* The rules of material lists. */
#include "formats/darkstar/dml/dml.h"

#include "formats/darkstar/dml/materials.h"
#include "layout/fields.h"

#include <string.h>

/* Leftovers in memory that was written as it was; reported once a list. */
typedef struct stale {
    bool names, types;
} stale;

enum { KNOWN_FLAGS = TLB_DML_KIND | TLB_DML_SHADING | TLB_DML_TRANSPARENT | TLB_DML_TRANSLUCENT };

static const char *at_material(tlb_checker *c, uint32_t number, const char *field)
{
    return tlb_at(c, "materials[%u].%s", number, field);
}

static void check_name(tlb_checker *c, const tlb_dml_material *m, uint32_t number, stale *met)
{
    const char *nul = memchr(m->file, 0, sizeof m->file);
    if ((m->flags & TLB_DML_KIND) == TLB_DML_TEXTURE && (!nul || nul == m->file))
        TLB_FIND(c, DML_NAME, at_material(c, number, "file"), "%s",
                 nul ? "the name is empty" : "the name fills all 32 bytes without a terminating NUL");
    size_t size = nul ? (size_t)(nul - m->file) : sizeof m->file;
    if (!met->names && !tlb_all_zero((const uint8_t *)m->file + size, sizeof m->file - size)) {
        met->names = true;
        TLB_FIND(c, DML_NAME_TAIL, at_material(c, number, "file"),
                 "nonzero bytes after the name's end; perhaps in further materials, too");
    }
}

static void check_properties(tlb_checker *c, const tlb_dml_material *m, uint32_t number, stale *met)
{
    if (!tlb_dml_type_name(m->type))
        TLB_FIND(c, DML_TYPE, at_material(c, number, "type"), "unknown type %u", m->type & TLB_DML_TYPE);
    if (!met->types && (m->type & ~(uint32_t)TLB_DML_TYPE)) {
        met->types = true;
        TLB_FIND(c, DML_TYPE_BYTES, at_material(c, number, "type"),
                 "0x%x, expected at most 0xff; perhaps in further materials, too", m->type);
    }
    const float numbers[] = {m->alpha, m->elasticity, m->friction};
    if (!tlb_all_finite(numbers, 3))
        TLB_FIND(c, DML_NOT_FINITE, at_material(c, number, "alpha"), "alpha %g, elasticity %g, friction %g",
                 (double)m->alpha, (double)m->elasticity, (double)m->friction);
}

static void check_material(tlb_checker *c, const tlb_dml_material *m, uint32_t number, stale *met)
{
    if (!tlb_dml_kind_name(m->flags))
        TLB_FIND(c, DML_KIND, at_material(c, number, "flags"), "unknown kind %u", m->flags & TLB_DML_KIND);
    if (m->flags & ~(uint32_t)KNOWN_FLAGS)
        TLB_FIND(c, DML_FLAGS, at_material(c, number, "flags"), "0x%x", m->flags);
    check_name(c, m, number, met);
    check_properties(c, m, number, met);
}

void tlb_dml_check_textures(tlb_checker *c, const tlb_dml_list *list, const char *path)
{
    for (uint32_t i = 0; i < list->materials.count; i++) {
        const tlb_dml_material *m = &list->materials.data[i];
        char file[TLB_DML_NAME + 1] = {0};
        memcpy(file, m->file, TLB_DML_NAME);
        if ((m->flags & TLB_DML_KIND) == TLB_DML_TEXTURE)
            tlb_check_file(c, "texture", file, tlb_darkstar_texture_extensions,
                           path ? path : at_material(c, i, "file"));
    }
}

void tlb_dml_check_list(tlb_checker *c, const tlb_dml_list *list)
{
    stale met = {0};
    if (list->numDetails != 1)
        TLB_FIND(c, DML_DETAILS, tlb_at(c, "numDetails"), "%u, expected 1", list->numDetails);
    for (uint32_t i = 0; i < list->materials.count; i++)
        check_material(c, &list->materials.data[i], i, &met);
    if (list->pers.rest.size)
        TLB_FIND(c, PERS_REST, tlb_at(c, "rest"), "bytes after the object: %zu", list->pers.rest.size);
    tlb_dml_check_textures(c, list, NULL);
}

tlb_status tlb_dml_check(tlb_document *document)
{
    const tlb_dml *dml = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    tlb_dml_check_list(&c, &dml->list);
    if (dml->tail.size)
        TLB_FIND(&c, PERS_STALE_TAIL, "tail", "bytes after the object: %zu", dml->tail.size);
    return tlb_checker_end(&c);
}
