/* DIF files converted from every version and dialect to every other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "dif_maker.h"
#include "fault.h"
#include "files.h"
#include "options_text.h"

/* --- versions and families --------------------------------------------------------------------------- */

typedef struct form {
    uint32_t version;
    tlb_dif_family family;
} form;

/* The families of version 0, then the other versions. */
enum { FAMILIES = 4, FORMS = FAMILIES + TLB_DIF_LAST_VERSION };

static form form_at(int i)
{
    return i < FAMILIES ? (form){0, (tlb_dif_family)i} : (form){(uint32_t)(i - FAMILIES + 1), TLB_DIF_TGE};
}

/* What a form can hold that another cannot, and the fields that go with it; those of the maker's rooms. */
typedef struct feature {
    const char *fields[12];
    uint32_t versions; /* as bits */
    uint8_t families;  /* of version 0, as bits */
} feature;

enum { ALL = 0x7fff, V4 = 1 << 4, ANY_FAMILY = 15, TSE = 1 << TLB_DIF_TSE, EARLY = 1 << TLB_DIF_TSE_EARLY };
#define FROM(version)        (ALL & ~((1 << (version)) - 1))
#define BETWEEN(first, last) (FROM(first) & ~FROM((last) + 1))

static const feature lighting = {{"pointVisibilities", "alarmLMapIndices", "lightMaps", "animatedLights",
                                  "stateDatas", "stateDataBuffers", "nameBuffers", "subObjects",
                                  "baseAmbientColor", "alarmAmbientColor", "lightMapBorderSize"},
                                 ALL & ~V4,
                                 ANY_FAMILY};
static const feature directions = {{"lightMaps.lightDirMap"}, BETWEEN(0, 3) | 1 << 5 | FROM(12), TSE | EARLY};
static const feature faces = {{"edges.surfaceIndex0", "edges.surfaceIndex1", "edges2.face0", "edges2.face1"},
                              BETWEEN(3, 5) | FROM(12),
                              0};
static const feature edges = {{"edges", "edges2"}, BETWEEN(2, 5) | FROM(12), 0};
static const feature features[] = {
    {{"surfaces.unused"}, BETWEEN(0, 5) | FROM(12), TSE},
    {{"surfaces.brushId"}, BETWEEN(2, 5), 0},
    {{"normals2", "normalIndices", "texNormals", "texMatrices", "texMatIndices"},
     BETWEEN(4, 5) | FROM(11),
     0},
    {{"staticMeshes"}, FROM(10), 0},
    {{"zoneStaticMeshes", "convexHulls.staticMesh"}, FROM(12), 0},
};

static bool holds(const form *f, const feature *what)
{
    return what->versions >> f->version & 1 && (f->version || what->families >> f->family & 1);
}

/* Fields of the other form of edges or frames are not there to be lost. */
static bool has_field(const form *f, const char *field)
{
    bool old_edges = strncmp(field, "edges2", 6) == 0, edges_of_any = strncmp(field, "edges", 5) == 0;
    bool old_frames = strncmp(field, "normal", 6) == 0, new_frames = strncmp(field, "tex", 3) == 0;
    if (edges_of_any)
        return old_edges == (f->version <= 5);
    return old_frames ? f->version <= 5 : new_frames ? f->version >= 11 : true;
}

typedef struct path_list {
    char paths[32][64];
    uint32_t count;
} path_list;

static void expect_lost(const form *from, const form *to, const feature *what, path_list *list)
{
    for (const char *const *field = what->fields; *field && holds(from, what) && !holds(to, what); field++)
        if (has_field(from, *field))
            snprintf(list->paths[list->count++], sizeof list->paths[0], "details[0].%s", *field);
}

static path_list expected_drops(const form *from, const form *to)
{
    path_list list = {.count = 0};
    expect_lost(from, to, &lighting, &list);
    if (holds(to, &lighting))
        expect_lost(from, to, &directions, &list);
    expect_lost(from, to, &edges, &list);
    if (holds(to, &edges))
        expect_lost(from, to, &faces, &list);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        expect_lost(from, to, &features[i], &list);
    return list;
}

/* --- converting -------------------------------------------------------------------------------------- */

static tlb_context *create_context(void)
{
    return tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_per_code = 1000});
}

static void free_context(tlb_context *context)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

static tlb_status convert_with(tlb_document *document, const char *version, const char *family,
                               tlb_files **files)
{
    option_text texts[2];
    size_t count = 0;
    if (version)
        texts[count++] = (option_text){"dif-version", version};
    if (family)
        texts[count++] = (option_text){"dif-family", family};
    tlb_convert_options options;
    tlb_status status = options_from_text(document->context, texts, count, &options);
    *files = NULL;
    return status ? status : tlb_convert(document, document->format, "made.dif", &options, files);
}

static tlb_files *convert(tlb_document *document, const form *to)
{
    char version[12];
    tlb_files *files;
    snprintf(version, sizeof version, "%u", to->version);
    tlb_status status =
        convert_with(document, version, to->version ? NULL : tlb_dif_family_name(to->family), &files);
    if (status)
        print_diagnostics(document->context);
    assert_int_equal(status, TLB_OK);
    assert_int_equal(files->count, 1);
    return files;
}

static tlb_document *open_file(tlb_context *context, const tlb_files *files)
{
    tlb_document *document;
    tlb_bytes bytes = files->data[0].bytes;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "converted.dif", NULL, &document),
                     TLB_OK);
    return document;
}

static bool has_drop(const tlb_context *context, const char *path)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        if (tlb_diagnostic_at(context, i)->code == TLB_CODE_DROPPED &&
            strcmp(tlb_diagnostic_at(context, i)->path, path) == 0)
            return true;
    return false;
}

/* Of the first detail level, which has everything, exactly these; and nothing twice. */
static void assert_drops(const tlb_context *context, const path_list *expected)
{
    uint32_t count = 0;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (d->code != TLB_CODE_DROPPED)
            continue;
        count += strncmp(d->path, "details[0].", 11) == 0;
        for (size_t k = 0; k < i; k++)
            assert_false(tlb_diagnostic_at(context, k)->code == TLB_CODE_DROPPED &&
                         strcmp(tlb_diagnostic_at(context, k)->path, d->path) == 0);
    }
    for (uint32_t i = 0; i < expected->count; i++)
        if (!has_drop(context, expected->paths[i]))
            fail_msg("%s was not reported", expected->paths[i]);
    if (count != expected->count)
        print_diagnostics(context);
    assert_int_equal(count, expected->count);
}

/* --- comparing --------------------------------------------------------------------------------------- */

#define SAME_COUNT(a, b, list) assert_int_equal((a)->list.count, (b)->list.count)
/* Lists of what has no padding. */
#define SAME(a, b, list)                                                                                     \
    do {                                                                                                     \
        SAME_COUNT(a, b, list);                                                                              \
        assert_memory_equal((a)->list.data, (b)->list.data, (a)->list.count * sizeof *(a)->list.data);       \
    } while (0)
/* A field of each element. */
#define SAME_FIELD(a, b, list, field)                                                                        \
    for (uint32_t i_ = 0; i_ < (a)->list.count; i_++)                                                        \
    assert_memory_equal(&(a)->list.data[i_].field, &(b)->list.data[i_].field, sizeof(a)->list.data[i_].field)

static void assert_same_surfaces(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    SAME_COUNT(a, b, surfaces);
    SAME_FIELD(a, b, surfaces, windingStart);
    SAME_FIELD(a, b, surfaces, windingCount);
    SAME_FIELD(a, b, surfaces, planeIndex);
    SAME_FIELD(a, b, surfaces, textureIndex);
    SAME_FIELD(a, b, surfaces, texGenIndex);
    SAME_FIELD(a, b, surfaces, surfaceFlags);
    SAME_FIELD(a, b, surfaces, fanMask);
    SAME_FIELD(a, b, surfaces, finalWord);
    SAME_FIELD(a, b, surfaces, texGenXDistance);
    SAME_FIELD(a, b, surfaces, texGenYDistance);
    SAME_FIELD(a, b, surfaces, lightCount);
    SAME_FIELD(a, b, surfaces, lightStateInfoStart);
    SAME_FIELD(a, b, surfaces, mapOffsetX);
    SAME_FIELD(a, b, surfaces, mapOffsetY);
    SAME_FIELD(a, b, surfaces, mapSizeX);
    SAME_FIELD(a, b, surfaces, mapSizeY);
    SAME_COUNT(a, b, nullSurfaces);
    SAME_FIELD(a, b, nullSurfaces, windingStart);
    SAME_FIELD(a, b, nullSurfaces, planeIndex);
    SAME_FIELD(a, b, nullSurfaces, surfaceFlags);
    SAME_FIELD(a, b, nullSurfaces, windingCount);
}

static void assert_same_refs(const tlb_dif_list *a, const tlb_dif_list *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        tlb_dif_surface_ref s = tlb_dif_surface_of(a, i), t = tlb_dif_surface_of(b, i);
        assert_int_equal(s.null_surface, t.null_surface);
        assert_int_equal(s.index, t.index);
    }
}

static void assert_same_child(const tlb_dif_interior *a, uint32_t x, const tlb_dif_interior *b, uint32_t y)
{
    tlb_dif_child s = tlb_dif_child_of(a, x), t = tlb_dif_child_of(b, y);
    assert_int_equal(s.kind, t.kind);
    assert_int_equal(s.index, t.index);
}

static void assert_same_tree(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    assert_int_equal(a->bspNodes.count, b->bspNodes.count);
    for (uint32_t i = 0; i < a->bspNodes.count; i++) {
        assert_int_equal(a->bspNodes.data[i].planeIndex, b->bspNodes.data[i].planeIndex);
        assert_same_child(a, a->bspNodes.data[i].frontIndex, b, b->bspNodes.data[i].frontIndex);
        assert_same_child(a, a->bspNodes.data[i].backIndex, b, b->bspNodes.data[i].backIndex);
    }
}

static void assert_same_hulls(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    SAME_COUNT(a, b, convexHulls);
    SAME_FIELD(a, b, convexHulls, hullStart);
    SAME_FIELD(a, b, convexHulls, hullCount);
    SAME_FIELD(a, b, convexHulls, minX);
    SAME_FIELD(a, b, convexHulls, maxX);
    SAME_FIELD(a, b, convexHulls, minY);
    SAME_FIELD(a, b, convexHulls, maxY);
    SAME_FIELD(a, b, convexHulls, minZ);
    SAME_FIELD(a, b, convexHulls, maxZ);
    SAME_FIELD(a, b, convexHulls, surfaceStart);
    SAME_FIELD(a, b, convexHulls, surfaceCount);
    SAME_FIELD(a, b, convexHulls, planeStart);
    SAME_FIELD(a, b, convexHulls, polyListPlaneStart);
    SAME_FIELD(a, b, convexHulls, polyListPointStart);
    SAME_FIELD(a, b, convexHulls, polyListStringStart);
    SAME(a, b, convexHullEmitStrings);
    SAME(a, b, hullIndices);
    SAME(a, b, hullPlaneIndices);
    SAME(a, b, hullEmitStringIndices);
    SAME(a, b, polyListPlanes);
    SAME(a, b, polyListPoints);
    SAME(a, b, polyListStrings);
    SAME(a, b, coordBinIndices);
    assert_same_refs(&a->hullSurfaceIndices, &b->hullSurfaceIndices);
    assert_memory_equal(a->coordBins, b->coordBins, sizeof a->coordBins);
}

static void assert_same_zones(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    SAME_COUNT(a, b, zones);
    SAME_FIELD(a, b, zones, portalStart);
    SAME_FIELD(a, b, zones, portalCount);
    SAME_FIELD(a, b, zones, surfaceStart);
    SAME_FIELD(a, b, zones, surfaceCount);
    SAME_FIELD(a, b, zones, flags);
    SAME(a, b, zoneSurfaces);
    SAME(a, b, zonePortalList);
    SAME(a, b, portals);
}

/* What every version holds. */
static void assert_same_interior(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    assert_int_equal(a->detailLevel, b->detailLevel);
    assert_int_equal(a->minPixels, b->minPixels);
    assert_int_equal(a->hasAlarmState, b->hasAlarmState);
    assert_int_equal(a->numLightStateEntries, b->numLightStateEntries);
    assert_memory_equal(a->boundingBox, b->boundingBox, sizeof a->boundingBox);
    assert_memory_equal(a->boundingSphere, b->boundingSphere, sizeof a->boundingSphere);
    SAME(a, b, normals);
    SAME(a, b, points);
    SAME_COUNT(a, b, planes);
    SAME_FIELD(a, b, planes, normalIndex);
    SAME_FIELD(a, b, planes, planeDistance);
    SAME(a, b, texGenEqs);
    SAME_COUNT(a, b, materials);
    for (uint32_t i = 0; i < a->materials.count; i++)
        assert_string_equal(a->materials.data[i].data, b->materials.data[i].data);
    SAME(a, b, windings);
    SAME(a, b, windingIndices);
    SAME_COUNT(a, b, bspSolidLeaves);
    SAME_FIELD(a, b, bspSolidLeaves, surfaceIndex);
    SAME_FIELD(a, b, bspSolidLeaves, surfaceCount);
    assert_same_tree(a, b);
    assert_same_refs(&a->solidLeafSurfaces, &b->solidLeafSurfaces);
    assert_same_zones(a, b);
    assert_same_surfaces(a, b);
    assert_same_hulls(a, b);
}

/* Light maps, where both have some. */
static void assert_same_light_maps(const tlb_dif_interior *a, const tlb_dif_interior *b)
{
    assert_int_equal(a->lightMaps.count, b->lightMaps.count);
    for (uint32_t i = 0; i < a->lightMaps.count; i++) {
        tlb_bytes s = a->lightMaps.data[i].lightMap, t = b->lightMaps.data[i].lightMap;
        assert_int_equal(s.size, t.size);
        assert_memory_equal(s.data, t.data, s.size);
    }
    assert_int_equal(a->normalLMapIndices.count, b->normalLMapIndices.count);
    for (uint32_t i = 0; i < a->normalLMapIndices.count; i++)
        assert_int_equal(a->normalLMapIndices.data[i], b->normalLMapIndices.data[i]);
}

/* All but the interiors is laid out alike in every version. */
static void assert_same_surroundings(tlb_document *a, tlb_document *b)
{
    tlb_document *documents[2] = {a, b};
    tlb_bytes saved[2];
    tlb_dif rest[2];
    for (int i = 0; i < 2; i++) {
        void *whole = documents[i]->root;
        rest[i] = *(tlb_dif *)whole;
        rest[i].details.count = rest[i].subObjects.count = 0;
        rest[i].vehicleCollision.vehicleCollisionFileVersion = 0;
        documents[i]->root = &rest[i];
        assert_int_equal(tlb_save_memory(documents[i], &saved[i]), TLB_OK);
        documents[i]->root = whole;
    }
    assert_int_equal(saved[0].size, saved[1].size);
    assert_memory_equal(saved[0].data, saved[1].data, saved[0].size);
}

static void assert_same_meaning(tlb_document *a, tlb_document *b)
{
    const tlb_dif *x = a->root, *y = b->root;
    SAME_COUNT(x, y, details);
    SAME_COUNT(x, y, subObjects);
    for (uint32_t i = 0; i < x->details.count; i++) {
        assert_same_interior(&x->details.data[i], &y->details.data[i]);
        if (x->details.data[i].interiorFileVersion != 4 && y->details.data[i].interiorFileVersion != 4)
            assert_same_light_maps(&x->details.data[i], &y->details.data[i]);
    }
    for (uint32_t i = 0; i < x->subObjects.count; i++)
        assert_same_interior(&x->subObjects.data[i], &y->subObjects.data[i]);
    assert_same_surroundings(a, b);
}

static void assert_form(const tlb_document *document, const form *f)
{
    const tlb_dif *dif = document->root;
    for (uint32_t i = 0; i < dif->details.count; i++)
        assert_int_equal(dif->details.data[i].interiorFileVersion, f->version);
    for (uint32_t i = 0; i < dif->subObjects.count; i++)
        assert_int_equal(dif->subObjects.data[i].interiorFileVersion, f->version);
    if (!f->version)
        assert_int_equal(dif->family, f->family);
    if (dif->readVehicleCollision == 1)
        assert_int_equal(dif->vehicleCollision.vehicleCollisionFileVersion, f->version);
}

static bool same_file(const tlb_files *a, tlb_bytes b)
{
    tlb_bytes bytes = a->data[0].bytes;
    return bytes.size == b.size && memcmp(bytes.data, b.data, b.size) == 0;
}

/* --- every way --------------------------------------------------------------------------------------- */

static void assert_nothing_to_find(tlb_document *document)
{
    tlb_diagnostics_clear(document->context);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    print_diagnostics(document->context);
    assert_int_equal(tlb_diagnostic_count(document->context), 0);
}

static void convert_there_and_back(tlb_document *made, const form *from, const form *to)
{
    tlb_files *there = convert(made, to);
    path_list lost = expected_drops(from, to);
    assert_drops(made->context, &lost);

    tlb_document *converted = open_file(made->context, there);
    assert_form(converted, to);
    assert_same_meaning(made, converted);
    assert_nothing_to_find(converted);

    tlb_files *back = convert(converted, from);
    tlb_bytes before;
    assert_int_equal(tlb_save_memory(made, &before), TLB_OK);
    if (!lost.count)
        assert_true(same_file(back, before));
    tlb_files_free(back);
    tlb_document_free(converted);
    tlb_files_free(there);
    tlb_diagnostics_clear(made->context);
}

static void test_every_pair(void **state)
{
    (void)state;
    for (int from = 0; from < FORMS; from++) {
        tlb_context *context = create_context();
        tlb_document made;
        form source = form_at(from);
        dif_make(&made, context, &(dif_plan){.version = source.version, .family = source.family, .seed = 5});
        for (int to = 0; to < FORMS; to++) {
            form target = form_at(to);
            convert_there_and_back(&made, &source, &target);
        }
        made_end(&made);
        free_context(context);
    }
}

/* --- without options nothing changes ------------------------------------------------------------------ */

static void assert_unchanged(const dif_plan *plan, const char *version, const char *family)
{
    tlb_context *context = create_context();
    tlb_document made;
    tlb_bytes before;
    tlb_files *files;
    dif_make(&made, context, plan);
    assert_int_equal(tlb_save_memory(&made, &before), TLB_OK);
    assert_int_equal(convert_with(&made, version, family, &files), TLB_OK);
    assert_true(same_file(files, before));
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_files_free(files);
    made_end(&made);
    free_context(context);
}

static void test_same_form(void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++)
        for (int odd = 0; odd < 2; odd++) {
            char version[12];
            form f = form_at(i);
            const char *family = f.version ? NULL : tlb_dif_family_name(f.family);
            dif_plan plan = {.version = f.version,
                             .family = f.family,
                             .flagged = odd,
                             .odd = odd,
                             .narrowNulls = odd,
                             .ending = odd ? DIF_END_ENTITIES_TAIL : DIF_END_SURPLUS_WORD};
            snprintf(version, sizeof version, "%u", plan.version);
            assert_unchanged(&plan, version, family);
            assert_unchanged(&plan, version, NULL);
            if (family)
                assert_unchanged(&plan, NULL, family);
        }
}

/* --- one thing at a time ----------------------------------------------------------------------------- */

typedef struct fixture {
    tlb_context *context;
    tlb_document made, *converted;
    tlb_dif *source, *result;
    tlb_files *files;
} fixture;

static fixture make(dif_plan plan)
{
    fixture f = {.context = create_context()};
    dif_make(&f.made, f.context, &plan);
    f.source = f.made.root;
    return f;
}

static void convert_to(fixture *f, uint32_t version)
{
    f->files = convert(&f->made, &(form){version, TLB_DIF_TGE});
    f->converted = open_file(f->context, f->files);
    f->result = f->converted->root;
}

static void unmake(fixture *f)
{
    tlb_document_free(f->converted);
    tlb_files_free(f->files);
    made_end(&f->made);
    free_context(f->context);
}

static void test_flags_only_for_their_engines(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        fixture f = make((dif_plan){.version = 3, .flagged = true});
        convert_to(&f, version);
        const tlb_dif_interior *x = &f.result->details.data[0];
        bool kept = version >= 2 && version <= 4;
        assert_int_equal(x->windings.flagged, kept);
        assert_int_equal(x->solidLeafSurfaces.flagged, kept);
        assert_int_equal(x->coordBinIndices.flagged, kept);
        assert_same_refs(&x->solidLeafSurfaces, &f.source->details.data[0].solidLeafSurfaces);
        assert_same_refs(&x->hullSurfaceIndices, &f.source->details.data[0].hullSurfaceIndices);
        unmake(&f);
    }
}

/* The exporter's edges and texture matrices, found again in a version that has none. */
static void test_derived_lists(void **state)
{
    (void)state;
    fixture with = make((dif_plan){.version = 12, .seed = 9}),
            without = make((dif_plan){.version = 1, .seed = 9});
    convert_to(&without, 12);
    const tlb_dif_interior *x = &without.result->details.data[0], *expected = &with.source->details.data[0];
    assert_int_equal(x->edges.count, expected->edges.count);
    assert_memory_equal(x->edges.data, expected->edges.data, x->edges.count * sizeof *x->edges.data);
    assert_int_equal(x->texMatIndices.count, expected->texMatIndices.count);
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        uint32_t winding = x->surfaces.data[i].windingStart;
        tlb_dif_tex_matrix a = x->texMatrices.data[x->texMatIndices.data[winding]];
        tlb_dif_tex_matrix b = expected->texMatrices.data[expected->texMatIndices.data[winding]];
        for (int axis = 0; axis < 3; axis++) {
            assert_float_equal(x->texNormals.data[a.T][axis], expected->texNormals.data[b.T][axis], 1e-5);
            assert_float_equal(x->texNormals.data[a.N][axis], expected->texNormals.data[b.N][axis], 1e-5);
            assert_float_equal(x->texNormals.data[a.B][axis], expected->texNormals.data[b.B][axis], 1e-5);
        }
    }
    unmake(&without);
    unmake(&with);
}

static void test_light_from_version_4(void **state)
{
    (void)state;
    fixture f = make((dif_plan){.version = 4});
    convert_to(&f, 0);
    const tlb_dif_interior *x = &f.result->details.data[0];
    assert_int_equal(x->lightMaps.count, 1);
    assert_int_equal(x->pointVisibilities.count, x->points.count);
    assert_int_equal(x->alarmLMapIndices.count, x->surfaces.count);
    assert_int_equal(x->alarmLMapIndices.data[0], 255);
    assert_int_equal(x->baseAmbientColor[3], 255);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_DIF_NEUTRAL), 4); /* details and sub-objects */
    unmake(&f);
}

static void test_neutral_direction_maps(void **state)
{
    (void)state;
    fixture f = make((dif_plan){.version = 0, .family = TLB_DIF_TGE});
    convert_to(&f, 14);
    const tlb_dif_light_map *map = &f.result->details.data[0].lightMaps.data[0];
    assert_memory_equal(map->lightMap.data + 16, map->lightDirMap.data + 16, 8); /* width and height */
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_DIF_NEUTRAL), 4);
    unmake(&f);
}

static void test_vehicle_collision(void **state)
{
    (void)state;
    fixture f = make((dif_plan){.narrowNulls = true});
    f.source->vehicleCollision.vehicleCollisionFileVersion = 4;
    convert_to(&f, 14);
    assert_int_equal(f.result->vehicleCollision.vehicleCollisionFileVersion, 14);
    assert_false(f.result->narrowVehicleNulls);
    unmake(&f);
}

/* Interiors of several versions keep theirs without --dif-version. */
static void test_mixed_versions(void **state)
{
    (void)state;
    fixture f = make((dif_plan){.family = TLB_DIF_TGE, .bare = true});
    tlb_dif_interior other = f.source->details.data[0];
    other.interiorFileVersion = 6;
    f.source->subObjects.data = &other;
    f.source->subObjects.count = 1;
    assert_int_equal(convert_with(&f.made, NULL, "tse", &f.files), TLB_OK);
    f.converted = open_file(f.context, f.files);
    f.result = f.converted->root;
    assert_int_equal(f.result->family, TLB_DIF_TSE);
    assert_int_equal(f.result->details.data[0].interiorFileVersion, 0);
    assert_int_equal(f.result->subObjects.data[0].interiorFileVersion, 6);
    unmake(&f);
}

/* --- what cannot be ---------------------------------------------------------------------------------- */

static void assert_refused(fixture *f, const char *version, const char *family, tlb_code code,
                           const char *path)
{
    tlb_status expected = code == TLB_CODE_BAD_OPTION ? TLB_ARGUMENT : TLB_INVALID;
    assert_int_equal(convert_with(&f->made, version, family, &f->files), expected);
    assert_null(f->files);
    assert_int_equal(tlb_code_total(f->context, code), 1);
    const tlb_diagnostic *last = tlb_diagnostic_at(f->context, tlb_diagnostic_count(f->context) - 1);
    assert_int_equal(last->code, code);
    assert_string_equal(last->path, path);
    unmake(f);
}

static void test_too_large(void **state)
{
    (void)state;
    fixture f = make((dif_plan){.version = 13});
    f.source->details.data[0].surfaces.data[7].mapSizeX = 256;
    assert_refused(&f, "12", NULL, TLB_CODE_VALUE_TOO_LARGE, "details[0].surfaces[7].mapSizeX");
    f = make((dif_plan){.family = TLB_DIF_TGE_BIG_MAPS});
    f.source->details.data[0].surfaces.data[8].mapOffsetY = 300;
    assert_refused(&f, NULL, "tge", TLB_CODE_VALUE_TOO_LARGE, "details[0].surfaces[8].mapOffsetY");
    f = make((dif_plan){.version = 14});
    f.source->details.data[0].normalLMapIndices.data[3] = 256;
    assert_refused(&f, "0", NULL, TLB_CODE_VALUE_TOO_LARGE, "details[0].normalLMapIndices");
    f = make((dif_plan){.version = 13});
    f.source->details.data[1].surfaces.data[2].windingCount = 256;
    assert_refused(&f, "3", NULL, TLB_CODE_VALUE_TOO_LARGE, "details[1].surfaces[2].windingCount");
    f = make((dif_plan){.version = 14});
    f.source->details.data[0].bspNodes.data[1].backIndex = 0x80000 | 0x40000 | 0x4000;
    assert_refused(&f, "13", NULL, TLB_CODE_VALUE_TOO_LARGE, "details[0].bspNodes[1].backIndex");
    f = make((dif_plan){.version = 14});
    f.source->subObjects.data[1].bspNodes.data[0].frontIndex = 0x8000;
    assert_refused(&f, "0", NULL, TLB_CODE_VALUE_TOO_LARGE, "subObjects[1].bspNodes[0].frontIndex");
}

static void test_invalid_options(void **state)
{
    (void)state;
    static const char *const options[][2] = {{"15", NULL},  {"-1", NULL},  {"five", NULL}, {"0", "quake"},
                                             {"14", "tge"}, {NULL, "tge"}, {NULL, "quake"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        fixture f = make((dif_plan){.version = 3, .bare = true});
        assert_refused(&f, options[i][0], options[i][1], TLB_CODE_BAD_OPTION, "");
    }
}

/* An edge at which only one surface lies has no place where edges tell two. */
static void test_edges_of_one_surface(void **state)
{
    (void)state;
    for (uint32_t version = 2; version <= 5; version++) {
        fixture f = make((dif_plan){.version = 14, .seed = 9});
        uint32_t count = f.source->details.data[0].edges.count;
        f.source->details.data[0].edges.data[0].surfaceIndex1 = -1;
        convert_to(&f, version);
        assert_int_equal(f.result->details.data[0].edges2.count, version == 2 ? count : count - 1);
        unmake(&f);
    }
}

/* Windings, planes and matrices out of range are no reason to stop, or to read where nothing is. */
static void test_broken_references(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        fixture f = make((dif_plan){.version = version == 14 ? 13 : 14});
        tlb_dif_interior *x = &f.source->details.data[0];
        x->surfaces.data[0].windingStart = UINT32_MAX - 1;
        x->surfaces.data[1].windingCount = 255;
        x->surfaces.data[2].planeIndex = 0x7fff;
        x->surfaces.data[3].texGenIndex = UINT32_MAX;
        x->windings.data[20] = UINT32_MAX;
        x->texMatIndices.data[5] = UINT32_MAX;
        x->texMatrices.data[0].T = -1;
        x->texGenEqs.data[0].planeX[0] = 0.0f;
        x->edges.data[0].surfaceIndex1 = -1;
        f.files = convert(&f.made, &(form){version, TLB_DIF_TSE});
        unmake(&f);
    }
}

/* --- memory ------------------------------------------------------------------------------------------ */

static void assert_survives(const form *from, const form *to)
{
    tlb_status status = TLB_NO_MEMORY;
    for (uint32_t step = 0; status == TLB_NO_MEMORY; step++) {
        uint64_t left = UINT64_MAX;
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = scarce_allocator(&left)});
        tlb_document made;
        tlb_files *files;
        char version[12];
        snprintf(version, sizeof version, "%u", to->version);
        dif_make(
            &made, context,
            &(dif_plan){.version = from->version, .family = from->family, .flagged = true, .bare = true});
        left = step;
        status = convert_with(&made, version, NULL, &files);
        left = UINT64_MAX;
        assert_true(status == TLB_OK ? files != NULL : status == TLB_NO_MEMORY && !files);
        tlb_files_free(files);
        made_end(&made);
        free_context(context);
    }
    assert_int_equal(status, TLB_OK);
}

static void test_failing_allocations(void **state)
{
    (void)state;
    assert_survives(&(form){3, 0}, &(form){14, 0});
    assert_survives(&(form){4, 0}, &(form){0, 0});
    assert_survives(&(form){14, 0}, &(form){4, 0});
    assert_survives(&(form){0, TLB_DIF_TGE}, &(form){5, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),
        cmocka_unit_test(test_same_form),
        cmocka_unit_test(test_flags_only_for_their_engines),
        cmocka_unit_test(test_derived_lists),
        cmocka_unit_test(test_light_from_version_4),
        cmocka_unit_test(test_neutral_direction_maps),
        cmocka_unit_test(test_vehicle_collision),
        cmocka_unit_test(test_mixed_versions),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_invalid_options),
        cmocka_unit_test(test_edges_of_one_surface),
        cmocka_unit_test(test_broken_references),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
