/* Documents that are made, not opened: every format that is written. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trilobite/trilobite.h>

static void check(tlb_context *context, tlb_document *document, const tlb_format_info *info)
{
    if (info->abilities & TLB_CAN_CHECK)
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        if (tlb_diagnostic_at(context, i)->severity == TLB_ERROR)
            fail_msg("%s: %s: %s", info->name, tlb_diagnostic_at(context, i)->path,
                     tlb_diagnostic_at(context, i)->message);
}

static tlb_status save_and_open(tlb_context *context, tlb_document *document, const tlb_format *format)
{
    tlb_bytes bytes, again;
    tlb_document *opened = NULL;
    tlb_status status = tlb_save_memory(document, &bytes);
    if (!status)
        status = tlb_open_memory(context, bytes.data, bytes.size, NULL, format, &opened);
    if (!status) {
        check(context, opened, tlb_format_info_of(format));
        assert_int_equal(tlb_save_memory(opened, &again), TLB_OK);
        assert_int_equal(again.size, bytes.size);
        assert_true(!bytes.size || memcmp(again.data, bytes.data, bytes.size) == 0);
    }
    tlb_document_free(opened);
    return status;
}

static void every_format_makes_one_without_errors(void **state)
{
    (void)state;
    size_t made = 0;
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format *format = tlb_format_at(i);
        const tlb_format_info *info = tlb_format_info_of(format);
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_status status = tlb_document_create(context, format, NULL, &document);
        if (info->abilities & TLB_CAN_WRITE) {
            if (status)
                fail_msg("%s: %s", info->name, tlb_diagnostic_at(context, 0)->message);
            assert_ptr_equal(tlb_document_format(document), format);
            assert_int_equal(tlb_diagnostic_count(context), 0);
            if (tlb_document_dif(document)) /* which needs a detail */
                assert_non_null(tlb_dif_add_interior(document));
            check(context, document, info);
            status = save_and_open(context, document, format);
            if (status)
                fail_msg("%s: %s: %s", info->name, tlb_status_text(status),
                         tlb_diagnostic_count(context) ? tlb_diagnostic_at(context, 0)->message : "");
            made++;
        } else {
            assert_int_equal(status, TLB_UNSUPPORTED);
            assert_null(document);
        }
        tlb_document_free(document);
        assert_int_equal(tlb_document_create(context, format, "no such kind", &document),
                         info->abilities & TLB_CAN_WRITE ? TLB_ARGUMENT : TLB_UNSUPPORTED);
        tlb_context_free(context);
    }
    assert_true(made >= 20);
}

/* As it does of nothing but its name, in JSON. */
static void every_format_is_built_of_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format *format = tlb_format_at(i);
        const tlb_format_info *info = tlb_format_info_of(format);
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        char json[64];
        int size = snprintf(json, sizeof json, "{\"format\": \"%s\"}", info->name);
        tlb_status status = tlb_build(context, json, (size_t)size, NULL, &document);
        if (info->abilities & TLB_CAN_WRITE) {
            if (status)
                fail_msg("%s: %s", info->name, tlb_diagnostic_at(context, 0)->message);
            check(context, document, info);
            assert_int_equal(save_and_open(context, document, format), TLB_OK);
        } else
            assert_int_equal(status, TLB_INVALID);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* --- filled ------------------------------------------------------------------------------------------- */

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
    tlb_arena *arena; /* the document's */
} fixture;

static fixture begin(const char *format)
{
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_document_create(f.context, tlb_format_by_name(format), NULL, &f.document), TLB_OK);
    f.arena = tlb_document_arena(f.document);
    return f;
}

/* A list of `size` zeros in the document. */
static void *zeros(const fixture *f, size_t size)
{
    void *list = tlb_zalloc(f->arena, size);
    assert_non_null(list);
    return list;
}
#define FILL(f, list, elements)                                                                              \
    ((list).data = zeros(f, (elements) * sizeof *(list).data), (list).count = (elements))

/* Saved and opened again it keeps the rules of its format, and shows what it should. */
static void finish(fixture *f, uint64_t triangles, uint32_t images)
{
    tlb_bytes bytes;
    tlb_document *opened;
    tlb_scene *scene;
    tlb_scene_stats stats;
    if (tlb_save_memory(f->document, &bytes))
        fail_msg("%s", tlb_diagnostic_at(f->context, 0)->message);
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, NULL, NULL, &opened), TLB_OK);
    assert_ptr_equal(tlb_document_format(opened), tlb_document_format(f->document));
    assert_int_equal(tlb_check(opened, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++)
        if (tlb_diagnostic_at(f->context, i)->severity == TLB_ERROR)
            fail_msg("%s: %s", tlb_diagnostic_at(f->context, i)->path,
                     tlb_diagnostic_at(f->context, i)->message);
    assert_int_equal(tlb_document_scene(opened, NULL, &scene), TLB_OK);
    assert_int_equal(tlb_scene_measure(f->context, scene, &stats), TLB_OK);
    assert_int_equal(stats.triangles, triangles);
    assert_int_equal(scene->image_count, images);
    tlb_scene_free(scene);
    tlb_document_free(opened);
    tlb_document_free(f->document);
    tlb_context_free(f->context);
}

static void a_model_of_one_triangle(void **state)
{
    (void)state;
    static const char *const formats[] = {"nff", "bff"};
    for (size_t i = 0; i < 2; i++) {
        fixture f = begin(formats[i]);
        tlb_nff *nff = tlb_document_nff(f.document);
        FILL(&f, nff->objects, 1);
        tlb_nff_object *object = nff->objects.data;
        object->name = tlb_copy_text(f.arena, "roof", 4);
        FILL(&f, object->vertices, 3);
        object->vertices.data[1].position[0] = 1.25f;
        object->vertices.data[2].position[1] = 2;
        FILL(&f, object->polygons, 1);
        tlb_nff_polygon *polygon = object->polygons.data;
        FILL(&f, polygon->indices, 3);
        polygon->indices.data[1] = 1;
        polygon->indices.data[2] = 2;
        polygon->has = TLB_NFF_COLOR;
        polygon->color[0] = 255;
        finish(&f, 1, 0);
    }
}

static void a_shape_of_one_triangle(void **state)
{
    (void)state;
    fixture f = begin("dts");
    const tlb_dts *dts = tlb_document_dts(f.document);
    const tlb_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    tlb_dts_mesh *mesh = tlb_dts_add_mesh(f.document);
    assert_non_null(mesh);
    assert_non_null(tlb_dts_add_frame(f.document, mesh, corners, NULL, 3));
    assert_non_null(
        tlb_dts_add_face(f.document, mesh, (const uint32_t[]){0, 2, 1}, (const uint32_t[3]){0}, 0));
    assert_non_null(TLB_APPEND(f.document, &mesh->textureVerts));
    mesh->textureVertsPerFrame = 1;
    assert_non_null(tlb_dts_add_node(f.document, "bounds", TLB_NONE));
    assert_non_null(tlb_dts_add_detail(f.document, 0, 1));
    assert_non_null(tlb_dts_add_object(f.document, "triangle", 0, 0));
    assert_int_equal(tlb_document_update(f.document), TLB_OK);
    assert_float_equal(dts->maxBounds[2], 1, 1e-6f);
    finish(&f, 1, 0);
}

static void a_bitmap(void **state)
{
    (void)state;
    fixture f = begin("bgf");
    tlb_bgf *bgf = tlb_document_bgf(f.document);
    static const uint8_t pixels[6] = {1, 2, 3, 4, 5, 6};
    strcpy(bgf->name, "leaf");
    assert_non_null(tlb_bgf_add_bitmap(f.document, 3, 2, pixels));
    assert_non_null(tlb_bgf_add_group(f.document));
    assert_non_null(tlb_bgf_add_frame(f.document, 0, 0));
    finish(&f, 0, 1);
}

typedef struct counts {
    uint64_t now, peak;
} counts;

static void *allocate_counted(void *user, size_t size)
{
    counts *counted = user;
    counted->now += size;
    counted->peak = counted->now > counted->peak ? counted->now : counted->peak;
    return malloc(size);
}

static void release_counted(void *user, void *memory, size_t size)
{
    counts *counted = user;
    counted->now -= size;
    free(memory);
}

/* Whichever of its requests for memory is refused, the JSON is not blamed. */
static void a_lack_of_memory_is_no_wrong_json(void **state)
{
    static const char json[] = "{\"format\": \"ppal\", \"unknown\": [1, 2.5, \"text\"]}";
    tlb_status status = TLB_LIMIT;
    (void)state;
    for (uint64_t count = 3; status == TLB_LIMIT; count++) {
        tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
        options.max_allocations = count;
        tlb_context *context = tlb_context_create(&options);
        tlb_document *document;
        assert_non_null(context);
        status = tlb_build(context, json, sizeof json - 1, NULL, &document);
        assert_null(document);
        tlb_code code = status == TLB_LIMIT ? TLB_CODE_MEMORY_LIMIT : TLB_CODE_BAD_JSON;
        assert_int_equal(tlb_code_total(context, code), 1);
        assert_int_equal(tlb_severity_total(context, TLB_ERROR), 1);
        tlb_context_free(context);
    }
    assert_int_equal(status, TLB_INVALID); /* there is no such field */
}

/* A JSON of which the tree alone is larger than what may be allocated. */
static void the_memory_of_json_is_limited(void **state)
{
    enum { SIZE = 4000000, LIMIT = 8000000 };
    (void)state;
    char *json = malloc(SIZE);
    size_t head = (size_t)sprintf(json, "{\"format\": \"ppal\", \"unknown\": [");
    memset(json + head, '0', SIZE - head);
    for (size_t i = head + 1; i < SIZE; i += 2)
        json[i] = ',';
    memcpy(json + SIZE - 4, "0]}", 3);
    counts counted = {0};
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.max_bytes = LIMIT;
    options.allocator = (tlb_allocator){allocate_counted, release_counted, &counted};
    tlb_context *context = tlb_context_create(&options);
    tlb_document *document;
    assert_int_equal(tlb_build(context, json, SIZE - 1, NULL, &document), TLB_LIMIT);
    assert_null(document);
    assert_int_equal(tlb_diagnostic_at(context, 0)->code, TLB_CODE_MEMORY_LIMIT);
    assert_true(counted.peak <= LIMIT);
    tlb_context_free(context);
    assert_int_equal(counted.now, 0);
    free(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_makes_one_without_errors),
        cmocka_unit_test(every_format_is_built_of_its_name),
        cmocka_unit_test(a_model_of_one_triangle),
        cmocka_unit_test(a_shape_of_one_triangle),
        cmocka_unit_test(a_bitmap),
        cmocka_unit_test(a_lack_of_memory_is_no_wrong_json),
        cmocka_unit_test(the_memory_of_json_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
