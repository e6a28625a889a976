/* Documents that programs change: lists that grow, parts that are added, and what follows from a change. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trilobite/trilobite.h>

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
} fixture;

static fixture create(const char *format)
{
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_document_create(f.context, tlb_format_by_name(format), NULL, &f.document), TLB_OK);
    return f;
}

static fixture open_sample(const char *path)
{
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_open_path(f.context, path, NULL, &f.document), TLB_OK);
    return f;
}

static void end(fixture *f)
{
    tlb_document_free(f->document);
    tlb_context_free(f->context);
}

static void has_no_errors(const fixture *f)
{
    assert_int_equal(tlb_check(f->document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++)
        if (tlb_diagnostic_at(f->context, i)->severity == TLB_ERROR)
            fail_msg("%s: %s", tlb_diagnostic_at(f->context, i)->path,
                     tlb_diagnostic_at(f->context, i)->message);
}

/* --- lists ---------------------------------------------------------------------------------------------- */

static void a_list_grows(void **state)
{
    (void)state;
    fixture f = create("dml");
    tlb_dml_list *list = &tlb_document_dml(f.document)->list;
    const tlb_dml_material *last = NULL;
    uint32_t moves = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        tlb_dml_material *material = TLB_APPEND(f.document, &list->materials);
        moves += list->materials.data != last;
        last = list->materials.data;
        assert_ptr_equal(material, &list->materials.data[i]);
        assert_int_equal(material->flags, 0);
        material->flags = i + 1;
    }
    assert_int_equal(list->materials.count, 1000);
    assert_in_range(moves, 1, 10); /* by doubling */
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(list->materials.data[i].flags, i + 1);
    end(&f);
}

/* Nothing says how much memory a list has that was opened. */
static void a_list_of_a_file_grows(void **state)
{
    (void)state;
    fixture f = open_sample("samples/windmill.dts");
    tlb_dts *dts = tlb_document_dts(f.document);
    const tlb_dts_node *before = dts->nodes.data;
    const uint32_t count = dts->nodes.count;
    const int32_t last = before[count - 1].name;
    assert_non_null(TLB_APPEND(f.document, &dts->nodes));
    assert_ptr_not_equal(dts->nodes.data, before);
    assert_int_equal(dts->nodes.count, count + 1);
    assert_int_equal(dts->nodes.data[count - 1].name, last);
    end(&f);
}

static void add_key(const fixture *f, tlb_dts *shape, uint32_t key)
{
    tlb_dts_key_frame *added = TLB_APPEND(f->document, &shape->keyFrames);
    assert_non_null(added);
    added->key = key;
}

/* Also where a longer list had been before. */
static void a_new_element_is_zero(void **state)
{
    (void)state;
    fixture f = create("dts");
    tlb_dts *dts = tlb_document_dts(f.document);
    for (int i = 0; i < 3; i++)
        add_key(&f, dts, 7);
    dts->keyFrames.count = 1;
    for (int i = 0; i < 2; i++) {
        const tlb_dts_key_frame *added = TLB_APPEND(f.document, &dts->keyFrames);
        assert_true(added->key == 0 && added->pos == 0);
    }
    end(&f);
}

/* Each keeps growing where it is, however many there are. */
static void many_lists_grow_in_turn(void **state)
{
    enum { LISTS = 100, EACH = 20 };
    (void)state;
    fixture f = create("dts");
    struct {
        uint32_t *data, count;
    } lists[LISTS] = {0};
    for (uint32_t i = 0; i < EACH; i++)
        for (uint32_t k = 0; k < LISTS; k++) {
            uint32_t *added = TLB_APPEND(f.document, &lists[k]);
            assert_non_null(added);
            *added = k * EACH + i;
        }
    for (uint32_t k = 0; k < LISTS; k++)
        for (uint32_t i = 0; i < EACH; i++)
            assert_int_equal(lists[k].data[i], k * EACH + i);
    end(&f);
}

static void a_copy_of_a_list_grows_apart(void **state)
{
    (void)state;
    fixture f = create("dts");
    tlb_dts *dts = tlb_document_dts(f.document), copy;
    for (int i = 0; i < 2; i++)
        add_key(&f, dts, 1);
    copy = *dts;
    add_key(&f, dts, 2);
    add_key(&f, &copy, 3);
    assert_int_equal(dts->keyFrames.data[2].key, 2);
    assert_int_equal(copy.keyFrames.data[2].key, 3);
    /* One that became shorter overwrites nothing that another list has. */
    copy = *dts;
    copy.keyFrames.count = 1;
    add_key(&f, &copy, 4);
    assert_int_equal(dts->keyFrames.data[1].key, 1);
    end(&f);
}

static void a_list_that_is_none_does_not_grow(void **state)
{
    (void)state;
    fixture f = create("dts");
    uint32_t count = 3;
    void *data = NULL;
    assert_null(tlb_array_append(f.document, &data, &count, 4));
    assert_int_equal(count, 3);
    count = UINT32_MAX;
    data = &count;
    assert_null(tlb_array_append(f.document, &data, &count, 4));
    assert_null(tlb_array_append(f.document, &data, &count, 0));
    end(&f);
}

static void a_list_without_memory_stays(void **state)
{
    (void)state;
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    fixture f = {0};
    options.max_bytes = 1 << 20;
    f.context = tlb_context_create(&options);
    assert_int_equal(tlb_document_create(f.context, tlb_format_by_name("dts"), NULL, &f.document), TLB_OK);
    tlb_dts *dts = tlb_document_dts(f.document);
    uint32_t count = 0;
    while (TLB_APPEND(f.document, &dts->transforms))
        assert_int_equal(dts->transforms.count, ++count);
    assert_in_range(count, 1000, 30000);
    assert_int_equal(dts->transforms.count, count);
    assert_int_equal(tlb_report_memory(f.context, tlb_document_arena(f.document)), TLB_LIMIT);
    end(&f);
}

/* --- what follows --------------------------------------------------------------------------------------- */

/* The one note there is, of a path. */
static const char *note_of(const fixture *f, const char *path)
{
    const char *message = NULL;
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(f->context, i);
        if (d->code != TLB_CODE_UPDATED || strcmp(d->path, path) != 0)
            continue;
        assert_null(message);
        message = d->message;
    }
    return message;
}

static void an_interior_that_was_moved_follows(void **state)
{
    (void)state;
    fixture f = open_sample("samples/rooms.dif");
    tlb_dif_interior *x = tlb_document_dif(f.document)->details.data;
    const float top = x->boundingBox[5];
    for (uint32_t i = 0; i < x->points.count; i++)
        x->points.data[i][2] += 2;
    assert_int_equal(tlb_document_update(f.document), TLB_OK);
    assert_ptr_equal(tlb_document_dif(f.document)->details.data, x);
    assert_float_equal(x->boundingBox[5], top + 2, 1e-4f);
    assert_string_equal(note_of(&f, "details[0]"),
                        "made anew: boundingBox, boundingSphere, convexHulls, planes, surfaces");
    assert_null(note_of(&f, "details[1]"));
    has_no_errors(&f);
    tlb_dif_hit hit;
    assert_true(tlb_dif_cast_ray(x, (const float[]){0, 3, 4}, (const float[]){0, 3, -8}, &hit));
    assert_float_equal(hit.point[2], 2, 1e-4f);
    end(&f);
}

static void boxes_of_a_torque_shape_grow(void **state)
{
    (void)state;
    fixture f = open_sample("fuzz/seeds/torque-dts/cock-v24.dts");
    tlb_torque_shape *shape = tlb_document_torque_dts(f.document);
    tlb_torque_mesh *mesh = &shape->meshes.data[shape->objects.data[0].startMeshIndex];
    const float low = mesh->bounds[0], top = mesh->bounds[5];
    float *point = mesh->verts.data[mesh->indices.data[0]];
    point[0] = point[1] = 0;
    point[2] = 50;
    assert_int_equal(tlb_document_update(f.document), TLB_OK);
    assert_true(top < 50 && mesh->bounds[5] == 50 && mesh->bounds[0] == low);
    assert_in_range(mesh->radius, 49 - (int)top, 51);
    assert_true(shape->bounds[5] >= 50 && shape->radius > 45 && shape->tubeRadius < 45);
    assert_string_equal(note_of(&f, ""), "made anew: bounds, radius");
    memset(shape->bounds, 0, sizeof shape->bounds);
    memset(mesh->bounds, 0, sizeof mesh->bounds);
    shape->radius = 0;
    mesh->radius = 0;
    assert_int_equal(tlb_document_update(f.document), TLB_OK);
    assert_true(mesh->bounds[5] == 50 && mesh->center[2] == (mesh->bounds[2] + 50) / 2);
    assert_true(shape->bounds[5] >= 50 && shape->center[2] == (shape->bounds[2] + shape->bounds[5]) / 2);
    assert_true(shape->radius > 20 && shape->radius < 50);
    uint64_t noted = tlb_code_total(f.context, TLB_CODE_UPDATED);
    assert_int_equal(tlb_document_update(f.document), TLB_OK); /* nothing is left to be made anew */
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_UPDATED), noted);
    end(&f);
}

static void what_did_not_change_stays(void **state)
{
    static const char *const samples[] = {"samples/rooms.dif", "samples/courtyard.roo",
                                          "samples/windmill.dts"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        fixture f = open_sample(samples[i]);
        tlb_bytes bytes, source = tlb_document_source(f.document);
        assert_int_equal(tlb_document_update(f.document), TLB_OK);
        assert_int_equal(tlb_code_total(f.context, TLB_CODE_UPDATED), 0);
        assert_int_equal(tlb_save_memory(f.document, &bytes), TLB_OK);
        assert_int_equal(bytes.size, source.size);
        assert_memory_equal(bytes.data, source.data, source.size);
        end(&f);
    }
}

static void an_update_that_fails_changes_nothing(void **state)
{
    (void)state;
    fixture f = open_sample("samples/rooms.dif");
    tlb_dif *dif = tlb_document_dif(f.document), before = *dif;
    tlb_dif_interior first = dif->details.data[0];
    dif->details.data[0].points.data[0][2] += 2;
    dif->details.data[1].points.data[0][0] = INFINITY;
    assert_int_equal(tlb_document_update(f.document), TLB_INVALID);
    assert_memory_equal(dif, &before, sizeof before);
    assert_memory_equal(&dif->details.data[0], &first, sizeof first);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_UPDATED), 0);
    end(&f);
}

static void a_format_without_such_fields_says_so(void **state)
{
    (void)state;
    fixture f = create("obj");
    assert_int_equal(tlb_document_update(f.document), TLB_UNSUPPORTED);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_NOT_SUPPORTED), 1);
    end(&f);
}

/* --- parts ---------------------------------------------------------------------------------------------- */

static void a_room_of_four_walls(void **state)
{
    (void)state;
    static const int16_t corners[4][2] = {{-64, -64}, {-64, 64}, {64, 64}, {64, -64}};
    fixture f = create("roo");
    assert_null(tlb_roo_add_wall(f.document, corners[0], corners[1], 1, 0)); /* no such sidedef */
    assert_non_null(tlb_roo_add_sector(f.document, 0, 192));
    assert_int_equal(tlb_document_roo(f.document)->sectors.data[0].light, 192);
    assert_non_null(tlb_roo_add_sidedef(f.document, 1));
    for (int i = 0; i < 4; i++) {
        const tlb_roo_editor_wall *wall =
            tlb_roo_add_wall(f.document, corners[i], corners[(i + 1) % 4], 1, 0);
        assert_int_equal(wall->negativeSector, -1);
    }
    assert_int_equal(tlb_document_update(f.document), TLB_OK);
    assert_string_equal(note_of(&f, ""), "made anew: clientWalls, height, nodes, security, width");
    has_no_errors(&f);
    assert_ptr_equal(tlb_roo_sector_at(tlb_document_roo(f.document), 1024, 1024),
                     tlb_document_roo(f.document)->sectors.data);
    end(&f);
}

static void a_loop_of_walls(void **state)
{
    (void)state;
    static const int16_t corners[3][2] = {{-64, -64}, {0, 64}, {64, -64}};
    fixture f = create("roo");
    tlb_roo *room = tlb_document_roo(f.document);
    assert_true(tlb_roo_add_sector(f.document, 0, 192) && tlb_roo_add_sidedef(f.document, 1));
    assert_false(tlb_roo_add_loop(f.document, corners[0], 2, 1, 0));
    assert_false(tlb_roo_add_loop(f.document, NULL, 3, 1, 0));
    assert_false(tlb_roo_add_loop(f.document, corners[0], 3, 2, 0)); /* no such sidedef */
    assert_true(tlb_roo_add_loop(f.document, corners[0], 3, 1, 0));
    assert_int_equal(room->editorWalls.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_roo_editor_wall *wall = &room->editorWalls.data[i];
        assert_true(wall->x0 == corners[i][0] && wall->y0 == corners[i][1]);
        assert_true(wall->x1 == corners[(i + 1) % 3][0] && wall->y1 == corners[(i + 1) % 3][1]);
        assert_true(wall->x0Upper == (wall->x0 < 0 ? UINT16_MAX : 0) &&
                    wall->y0Upper == (wall->y0 < 0 ? UINT16_MAX : 0));
        assert_true(wall->x1Upper == (wall->x1 < 0 ? UINT16_MAX : 0) &&
                    wall->y1Upper == (wall->y1 < 0 ? UINT16_MAX : 0));
        assert_true(wall->positiveSidedef == 1 && wall->positiveSector == 0);
        assert_true(wall->negativeSidedef == 0 && wall->negativeSector == -1);
    }
    assert_int_equal(tlb_roo_add_sidedef(f.document, 9)->normalBitmap, 9);
    const tlb_roo_sector *sector = tlb_roo_add_sector(f.document, 16, 128);
    assert_true(sector->floorHeight == 16 && sector->ceilingHeight == 128);
    const tlb_roo_thing *thing = tlb_roo_add_thing(f.document, 5, -7);
    assert_true(thing->x == 5 && thing->y == -7);
    while (room->editorWalls.count < UINT16_MAX - 2)
        assert_non_null(tlb_roo_add_wall(f.document, corners[0], corners[1], 1, 0));
    assert_false(tlb_roo_add_loop(f.document, corners[0], 3, 1, 0)); /* two would still fit: none is added */
    assert_int_equal(room->editorWalls.count, UINT16_MAX - 2);
    end(&f);
}

static void objects_of_an_interior(void **state)
{
    (void)state;
    fixture f = create("dif");
    const float low[3] = {-1, 2, 0}, high[3] = {1, 4, 3};
    assert_null(tlb_dif_add_path_follower(f.document, "Door", 0)); /* no such sub-object */
    tlb_dif_interior *detail = tlb_dif_add_interior(f.document);
    assert_int_equal(detail->materialListVersion, 1);
    assert_string_equal(tlb_dif_add_material(f.document, detail, "stone")->data, "stone");
    detail->interiorFileVersion = 14;
    assert_int_equal(tlb_dif_add_sub_object(f.document)->interiorFileVersion, 14);
    tlb_dif_trigger *trigger = tlb_dif_add_trigger(f.document, "Bell", low, high);
    assert_non_null(tlb_dif_add_property(f.document, &trigger->properties, "period", "100"));
    assert_true(trigger->polyHedronPoints.count == 8 && trigger->polyHedronPlanes.count == 6);
    assert_memory_equal(trigger->polyHedronPoints.data[0], ((float[]){1, 1, 1.5f}), sizeof(tlb_vec3));
    assert_memory_equal(trigger->polyHedronPoints.data[6], ((float[]){-1, -1, -1.5f}), sizeof(tlb_vec3));
    assert_memory_equal(trigger->polyHedronPlanes.data[4], ((float[]){0, 0, 1, -1.5f}), sizeof(tlb_vec4));
    assert_int_equal(trigger->polyHedronEdges.count, 12);
    tlb_dif_path_follower *follower = tlb_dif_add_path_follower(f.document, "Door", 0);
    assert_int_equal(follower->interiorResIndex, 0);
    assert_non_null(tlb_dif_add_way_point(f.document, follower, low, 500));
    assert_non_null(tlb_dif_add_way_point(f.document, follower, high, 300));
    assert_int_equal(follower->totalMS, 800);
    assert_memory_equal(follower->wayPoints.data[1].pos, high, sizeof high);
    assert_true(follower->wayPoints.data[1].rot[0] == 1 && follower->wayPoints.data[1].msToNext == 300);
    assert_non_null(tlb_dif_add_game_entity(f.document, "StaticShape", "Tree", high));
    has_no_errors(&f);
    assert_int_equal(tlb_severity_total(f.context, TLB_WARNING), 0);
    tlb_bytes bytes;
    tlb_document *opened;
    assert_int_equal(tlb_save_memory(f.document, &bytes), TLB_OK);
    assert_int_equal(tlb_open_memory(f.context, bytes.data, bytes.size, NULL, NULL, &opened), TLB_OK);
    const tlb_dif *dif = tlb_document_dif(opened);
    assert_int_equal(dif->gameEntities.count, 1);
    assert_float_equal(dif->triggers.data[0].offset[1], 3, 0);
    assert_string_equal(dif->triggers.data[0].properties.data[0].value.data, "100");
    tlb_document_free(opened);
    end(&f);
}

/* In whatever way a part comes into being. */
static void defaults_are_the_same_everywhere(void **state)
{
    (void)state;
    static const char json[] = "{\"format\": \"dts\", \"nodes\": [{}], \"transforms\": [{}]}";
    static const char *const added[] = {"nodes[+]={}", "transforms[+]={}", "meshes[+]={}"};
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(tlb_build(f.context, json, sizeof json - 1, NULL, &f.document), TLB_OK);
    const tlb_dts *dts = tlb_document_dts(f.document);
    assert_int_equal(tlb_edit(f.document, added, 3), TLB_OK);
    assert_int_equal(dts->alwaysNode, -1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(dts->nodes.data[i].parent, -1);
        assert_int_equal(dts->transforms.data[i].rot16[3], INT16_MAX);
    }
    assert_int_equal(dts->meshes.data[0].pers.version, TLB_DTS_LAST_MESH_VERSION);
    assert_string_equal(dts->materialList.pers.className.data, "TS::MaterialList");
    end(&f);
    f = create("dts");
    dts = tlb_document_dts(f.document);
    assert_int_equal(dts->alwaysNode, -1);
    assert_string_equal(dts->materialList.pers.className.data, "TS::MaterialList");
    end(&f);
}

static void frames_of_a_bitmap_file(void **state)
{
    (void)state;
    static const uint8_t pixels[4] = {1, 2, 3, 4};
    fixture f = create("bgf");
    tlb_bgf *bgf = tlb_document_bgf(f.document);
    assert_int_equal(bgf->shrink, 1);
    assert_null(tlb_bgf_add_bitmap(f.document, UINT32_MAX, 2, pixels));
    assert_int_equal(bgf->bitmaps.count, 0);
    assert_non_null(tlb_bgf_add_bitmap(f.document, 2, 2, pixels));
    assert_null(tlb_bgf_add_frame(f.document, 0, 0)); /* no such group */
    assert_non_null(tlb_bgf_add_group(f.document));
    assert_null(tlb_bgf_add_frame(f.document, 0, 1)); /* no such bitmap */
    assert_int_equal(*tlb_bgf_add_frame(f.document, 0, TLB_BGF_NO_BITMAP), TLB_BGF_NO_BITMAP);
    assert_int_equal(*tlb_bgf_add_frame(f.document, 0, 0), 0);
    assert_int_equal(bgf->maxIndices, 2);
    bgf->maxIndices = 7;
    assert_int_equal(tlb_document_update(f.document), TLB_OK);
    assert_int_equal(bgf->maxIndices, 2);
    assert_string_equal(note_of(&f, ""), "made anew: maxIndices");
    has_no_errors(&f);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_grows),
        cmocka_unit_test(a_list_of_a_file_grows),
        cmocka_unit_test(a_new_element_is_zero),
        cmocka_unit_test(many_lists_grow_in_turn),
        cmocka_unit_test(a_copy_of_a_list_grows_apart),
        cmocka_unit_test(a_list_that_is_none_does_not_grow),
        cmocka_unit_test(a_list_without_memory_stays),
        cmocka_unit_test(an_interior_that_was_moved_follows),
        cmocka_unit_test(boxes_of_a_torque_shape_grow),
        cmocka_unit_test(what_did_not_change_stays),
        cmocka_unit_test(an_update_that_fails_changes_nothing),
        cmocka_unit_test(a_format_without_such_fields_says_so),
        cmocka_unit_test(a_room_of_four_walls),
        cmocka_unit_test(a_loop_of_walls),
        cmocka_unit_test(objects_of_an_interior),
        cmocka_unit_test(defaults_are_the_same_everywhere),
        cmocka_unit_test(frames_of_a_bitmap_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
