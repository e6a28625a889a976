/* The rules of NFF and BFF. */
#include "formats/sense8/nff/check.h"

#include "formats/sense8/nff/lines.h"
#include "formats/sense8/nff/materials.h"

static void check_finite(tlb_checker *c, const float *values, uint32_t count, const char *field)
{
    if (!tlb_all_finite(values, count))
        TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "%s", field), "a number is not finite");
}

/* --- versions ---------------------------------------------------------------------------------------- */

static void check_version(tlb_checker *c, const tlb_nff_header *x)
{
    if (!(x->has & TLB_NFF_VERSION)) {
        TLB_FIND(c, NFF_VERSION, tlb_at(c, "header"), "no version is stated");
        return;
    }
    if (!nff_is_version(x->version))
        TLB_FIND(c, NFF_VERSION, tlb_at(c, "header.version"), "%g is none of those known",
                 (double)x->version);
}

/* What came with which version. */
static void check_features(tlb_checker *c, const tlb_nff *nff)
{
    static const struct {
        float version;
        const char *what;
    } features[] = {{2.0f, "vertex normals"},
                    {2.09f, "vertex colours, texture coordinates or textures of kind u"},
                    {3.0f, "tables of materials"}};
    bool used[3] = {false};
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        const tlb_nff_object *x = &nff->objects.data[i];
        used[2] |= x->mtable.size != 0;
        for (uint32_t k = 0; k < x->vertices.count; k++) {
            used[0] |= (x->vertices.data[k].has & TLB_NFF_NORM) != 0;
            used[1] |= (x->vertices.data[k].has & (TLB_NFF_RGB | TLB_NFF_UV)) != 0;
        }
        for (uint32_t k = 0; k < x->polygons.count; k++) {
            used[1] |= x->polygons.data[k].texture && x->polygons.data[k].texture->kind == 'u';
            used[2] |= (x->polygons.data[k].has & TLB_NFF_MATID) != 0;
        }
    }
    for (int i = 0; i < 3; i++)
        if (used[i] && nff->header.has & TLB_NFF_VERSION && nff->header.version < features[i].version)
            TLB_FIND(c, NFF_TOO_NEW, tlb_at(c, "header.version"), "%s came with %g, this is %g",
                     features[i].what, (double)features[i].version, (double)nff->header.version);
}

/* --- objects ----------------------------------------------------------------------------------------- */

static void check_vertices(tlb_checker *c, const tlb_nff_object *x)
{
    const float tolerance = 0.01f;
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        const tlb_nff_vertex *v = &x->vertices.data[i];
        float square = v->norm[0] * v->norm[0] + v->norm[1] * v->norm[1] + v->norm[2] * v->norm[2];
        if (!tlb_all_finite(v->position, 3))
            TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "vertices[%u].position", i), "a number is not finite");
        if (v->has & TLB_NFF_UV && !tlb_all_finite(v->uv, 2))
            TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "vertices[%u].uv", i), "a number is not finite");
        if (!(v->has & TLB_NFF_NORM))
            continue;
        if (!tlb_all_finite(v->norm, 3))
            TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "vertices[%u].norm", i), "a number is not finite");
        else if (!(fabsf(square - 1) < tolerance))
            TLB_FIND(c, NFF_NORMAL_LENGTH, tlb_at(c, "vertices[%u].norm", i), "its length is %g",
                     sqrt((double)square));
    }
}

static void check_files(tlb_checker *c, const tlb_nff_object *x)
{
    if (x->mtable.size)
        tlb_check_file(c, "table of materials", x->mtable.data, nff_table_extensions, tlb_at(c, "mtable"));
    for (uint32_t i = 0; i < x->polygons.count && c->assets; i++)
        if (x->polygons.data[i].texture && x->polygons.data[i].texture->name.size)
            tlb_check_file(c, "texture", x->polygons.data[i].texture->name.data, nff_texture_extensions,
                           tlb_at(c, "polygons[%u].texture.name", i));
}

static void check_shading(tlb_checker *c, const tlb_nff_header *header, tlb_text shading)
{
    int size = (int)(shading.size < 40 ? shading.size : 40);
    const char *right = header->has & TLB_NFF_VERSION ? nff_shading_of(header->version, shading) : NULL;
    if (shading.size && !nff_is_shading(shading.data, shading.size))
        TLB_FIND(c, NFF_SHADING, tlb_at(c, "shading"), "\"%.*s\": known are on, off, flat and none", size,
                 shading.data);
    else if (right)
        TLB_FIND(c, NFF_SHADING_VERSION, tlb_at(c, "shading"), "\"%.*s\": version %g has \"%s\"", size,
                 shading.data, (double)header->version, right);
}

static void check_object(tlb_checker *c, const tlb_nff_header *header, const tlb_nff_object *x)
{
    if (!x->name.size)
        TLB_FIND(c, NFF_NAME, tlb_at(c, "name"), "the object has no name");
    if (!x->vertices.count || !x->polygons.count)
        TLB_FIND(c, NFF_EMPTY_OBJECT, tlb_at(c, "%s", x->vertices.count ? "polygons" : "vertices"),
                 "%u vertices, %u polygons", x->vertices.count, x->polygons.count);
    check_shading(c, header, x->shading);
    check_vertices(c, x);
    nff_check_polygons(c, x);
    check_files(c, x);
}

tlb_status nff_check(tlb_document *document)
{
    const tlb_nff *nff = &((nff_root *)document->root)->nff;
    tlb_checker c = tlb_checker_start(document->context, nff);
    c.assets = document->assets;
    check_version(&c, &nff->header);
    check_features(&c, nff);
    check_finite(&c, nff->header.viewpos, 3, "header.viewpos");
    check_finite(&c, nff->header.viewdir, 3, "header.viewdir");
    if (!nff->objects.count)
        TLB_FIND(&c, NFF_NO_OBJECT, tlb_at(&c, "objects"), "there is no object");
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        size_t outer = tlb_enter(&c, "objects[%u].", i);
        check_object(&c, &nff->header, &nff->objects.data[i]);
        c.part = outer;
    }
    return tlb_checker_end(&c);
}
