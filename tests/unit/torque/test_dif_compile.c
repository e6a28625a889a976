/* Levels compiled to interiors: what is written of their brushes and entities, in which order, and what
 * cannot be. */
#include "options_text.h"
#include "files.h"
#include "one_context.h"
#include "trilobite/formats/dif.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- texts of maps ------------------------------------------------------------------------------------ */

static char text[1 << 17];

static void add(const char *words)
{
    size_t size = strlen(text);
    assert_true(size + strlen(words) < sizeof text);
    memcpy(text + size, words, strlen(words) + 1);
}

static void begin(const char *properties)
{
    text[0] = 0;
    add("{ \"classname\" \"worldspawn\" \"geometry_scale\" \"1\" \"light_geometry_scale\" \"1\" ");
    add(properties);
}

static void add_face(const double points[9], const char *texture)
{
    char face[512];
    snprintf(face, sizeof face,
             "( %.9g %.9g %.9g ) ( %.9g %.9g %.9g ) ( %.9g %.9g %.9g ) %s [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n",
             points[0], points[1], points[2], points[3], points[4], points[5], points[6], points[7],
             points[8], texture);
    add(face);
}

/* The bottom is NULL. */
static void add_box(double x, double y, double z, double to_x, double to_y, double to_z, const char *top,
                    const char *sides)
{
    add("{\n");
    add_face((double[]){x, to_y, to_z, to_x, to_y, to_z, to_x, y, to_z}, top);
    add_face((double[]){x, y, z, to_x, y, z, to_x, to_y, z}, "NULL");
    add_face((double[]){to_x, y, to_z, to_x, to_y, to_z, to_x, to_y, z}, sides);
    add_face((double[]){x, to_y, to_z, x, y, to_z, x, y, z}, sides);
    add_face((double[]){to_x, to_y, to_z, x, to_y, to_z, x, to_y, z}, sides);
    add_face((double[]){x, y, to_z, to_x, y, to_z, to_x, y, z}, sides);
    add("}\n");
}

/* --- compiling ---------------------------------------------------------------------------------------- */

static tlb_files *files;
static tlb_document *made;

/* NULL: it failed. */
static const tlb_dif *compile_with(const tlb_format_options *dif)
{
    const tlb_convert_options options = {.struct_size = sizeof options, .to = dif, .texture_size = {64, 64}};
    tlb_document *map;
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.map", NULL, &map), TLB_OK);
    tlb_status status = tlb_convert(map, tlb_format_by_name("dif"), "test.dif", &options, &files);
    tlb_document_free(map);
    if (status)
        return NULL;
    assert_int_equal(tlb_open_memory(context, files->data[0].bytes.data, files->data[0].bytes.size,
                                     "test.dif", NULL, &made),
                     TLB_OK);
    return tlb_document_dif(made);
}

static const tlb_dif *compile(void)
{
    const tlb_dif *dif = compile_with(NULL);
    if (!dif)
        print_diagnostics(context);
    assert_non_null(dif);
    return dif;
}

static void done(void)
{
    tlb_document_free(made);
    tlb_files_free(files);
    made = NULL;
    files = NULL;
}

static bool was_told(tlb_code code, const char *words)
{
    bool told = false;
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        told |= tlb_diagnostic_at(context, i)->code == code &&
                strstr(tlb_diagnostic_at(context, i)->message, words) != NULL;
    if (!told)
        print_diagnostics(context);
    return told;
}

static void assert_clean(void)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(made, NULL), TLB_OK);
    if (tlb_diagnostic_count(context))
        print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

static void assert_name(const tlb_dif_interior *x, uint32_t material, const char *name)
{
    assert_true(material < x->materials.count);
    assert_string_equal(x->materials.data[material].data, name);
}

/* --- one box ------------------------------------------------------------------------------------------ */

static void begin_with_box(void)
{
    begin("\"min_pixels\" \"250\"");
    add_box(-4, -3, -1, 4, 3, 0, "floor", "brick");
    add("}\n");
}

/* Each version and dialect can be checked without a finding. */
static void every_version_holds_a_box(void **state)
{
    (void)state;
    begin_with_box();
    for (int version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        for (int family = 0; family <= (version ? 0 : TLB_DIF_TGE_BIG_MAPS); family++) {
            const tlb_dif *dif = compile_with(OPTIONS_OF(tlb_dif_write_options, .version = {true, version},
                                                         .family = {family != 0, family}));
            assert_non_null(dif);
            assert_int_equal(dif->details.data[0].interiorFileVersion, version);
            assert_int_equal(dif->details.data[0].surfaces.count, 5);
            assert_int_equal(dif->details.data[0].nullSurfaces.count, 1);
            assert_clean();
            done();
        }
}

/* Its sphere's radius is only known to a few centimeters. */
static void a_box_of_a_thousand_kilometers_is_clean(void **state)
{
    (void)state;
    begin("\"light_geometry_scale\" \"4096\"");
    add_box(-1e6, -1e6, -1e6, 1e6, 1e6, 1e6, "floor", "brick");
    add("}\n");
    compile();
    assert_clean();
    done();
}

static void a_box_is_one_hull(void **state)
{
    (void)state;
    begin_with_box();
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_int_equal(x->points.count, 8);
    assert_int_equal(x->planes.count, 6);
    assert_int_equal(x->convexHulls.count, 1);
    assert_int_equal(x->convexHulls.data[0].hullCount, 8);
    assert_int_equal(x->convexHulls.data[0].surfaceCount, 6);
    assert_int_equal(x->hullPlaneIndices.count, 6);
    assert_int_equal(x->minPixels, 250);
    assert_int_equal(x->zones.count, 1);
    assert_int_equal(x->surfaces.data[0].surfaceFlags, TLB_DIF_SURFACE_OUTSIDE_VISIBLE);
    float plane[4];
    assert_true(tlb_dif_plane_of(x, (uint16_t)x->hullPlaneIndices.data[5], true, plane));
    assert_float_equal(plane[2], 1, 1e-6); /* the first face's plane is the last one */
    done();
}

static void a_ray_finds_the_surface(void **state)
{
    (void)state;
    begin_with_box();
    const tlb_dif_interior *x = &compile()->details.data[0];
    tlb_dif_hit hit;
    assert_true(tlb_dif_cast_ray(x, (float[]){1, 1, 5}, (float[]){1, 1, -5}, &hit));
    assert_float_equal(hit.point[2], 0, 1e-4);
    assert_true(hit.has_surface && !hit.surface.null_surface);
    assert_name(x, x->surfaces.data[hit.surface.index].textureIndex, "floor");
    float uv[2];
    tlb_dif_texture_uv(&x->texGenEqs.data[x->surfaces.data[0].texGenIndex], (float[]){2, 3, 0}, uv);
    assert_float_equal(uv[0], 2 / 64.0, 1e-6);
    assert_float_equal(uv[1], -3 / 64.0, 1e-6);
    assert_true(tlb_dif_cast_ray(x, (float[]){1, 1, -5}, (float[]){1, 1, 5}, &hit));
    assert_true(hit.has_surface && hit.surface.null_surface);
    done();
}

/* The ray crosses the plane of the other face just outside of the box. */
static void a_ray_beside_an_edge_finds_the_face_that_it_meets(void **state)
{
    const float beside = 2e-4F;
    (void)state;
    begin_with_box();
    const tlb_dif_interior *x = &compile()->details.data[0];
    tlb_dif_hit hit;
    assert_true(tlb_dif_cast_ray(x, (float[]){5 + beside, 1, 1}, (float[]){3 + beside, 1, -1}, &hit));
    assert_true(hit.has_surface);
    assert_name(x, x->surfaces.data[hit.surface.index].textureIndex, "brick");
    assert_true(tlb_dif_cast_ray(x, (float[]){5 - beside, 1, 1}, (float[]){3 - beside, 1, -1}, &hit));
    assert_true(hit.has_surface);
    assert_name(x, x->surfaces.data[hit.surface.index].textureIndex, "floor");
    done();
}

static void a_rectangle_has_the_texels_that_its_surface_touches(void **state)
{
    (void)state;
    begin_with_box();
    const tlb_dif_interior *x = &compile()->details.data[0];
    const tlb_dif_surface *s = &x->surfaces.data[0];
    assert_int_equal(s->mapSizeX, 10); /* -5 to 5 */
    assert_int_equal(s->mapSizeY, 8);  /* -4 to 4 */
    assert_int_equal(x->lightMaps.count, 1);
    float uv[2];
    tlb_dif_light_map_uv(s, (float[]){-4, -3, 0}, uv);
    assert_float_equal(uv[0] * 32, (float)s->mapOffsetX + 1, 1e-4);
    assert_float_equal(uv[1] * 32, (float)s->mapOffsetY + 1, 1e-4);
    done();
}

/* --- several materials -------------------------------------------------------------------------------- */

static void surfaces_ascend_by_material(void **state)
{
    (void)state;
    begin("");
    add_box(-4, -3, -1, 4, 3, 0, "zinc", "acid");
    add("}\n");
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_int_equal(x->materials.count, 6);
    assert_name(x, 0, "NULL");
    assert_name(x, 4, "zinc"); /* as they first appear */
    assert_name(x, 5, "acid");
    assert_int_equal(x->surfaces.count, 5);
    assert_int_equal(x->surfaces.data[0].textureIndex, 4);
    for (int i = 1; i < 5; i++)
        assert_int_equal(x->surfaces.data[i].textureIndex, 5);
    assert_int_equal(x->texGenEqs.count, 1); /* all have the same */
    assert_clean();
    done();
}

static void a_material_without_a_name_gets_one(void **state)
{
    (void)state;
    begin("");
    add_box(-4, -3, -1, 4, 3, 0, "", "brick");
    add("}\n");
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_name(x, x->surfaces.data[0].textureIndex, "WHITE");
    assert_clean();
    done();
}

static void a_wide_surface_has_larger_texels(void **state)
{
    (void)state;
    begin("");
    add_box(-400, -3, -1, 400, 3, 0, "floor", "brick");
    add("}\n");
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_int_equal(x->surfaces.data[0].mapSizeX, 202); /* of 4 meters */
    assert_clean();
    done();
}

/* --- entities ----------------------------------------------------------------------------------------- */

static void a_mover_is_a_sub_object_on_a_path(void **state)
{
    (void)state;
    begin_with_box();
    add("{ \"classname\" \"Door_Elevator\" \"datablock\" \"PathedDefault\" \"initialTargetPosition\" "
        "\"-1\"\n");
    add_box(10, 0, 0, 12, 2, 1, "steel", "brick");
    add("}\n{ \"classname\" \"path_node\" \"origin\" \"10 0 0\" \"next_time\" \"1500\" \"smoothing\" \"2\" "
        "}\n"
        "{ \"classname\" \"path_node\" \"origin\" \"10 0 8\" \"next_time\" \"500\" }\n"
        "{ \"classname\" \"trigger\" \"datablock\" \"TriggerGotoTarget\"\n");
    add_box(10, 0, 1, 12, 2, 5, "TRIGGER", "TRIGGER");
    add("}\n");
    const tlb_dif *dif = compile();
    assert_int_equal(dif->subObjects.count, 1);
    assert_int_equal(dif->pathFollowers.count, 1);
    assert_int_equal(dif->triggers.count, 1);
    const tlb_dif_path_follower *follower = &dif->pathFollowers.data[0];
    assert_string_equal(follower->datablock.data, "PathedDefault");
    assert_int_equal(follower->properties.count, 1);
    assert_string_equal(follower->properties.data[0].name.data, "initialTargetPosition");
    assert_int_equal(follower->wayPoints.count, 2);
    assert_float_equal(follower->wayPoints.data[1].pos[2], 8, 0);
    assert_int_equal(follower->wayPoints.data[0].smoothingType, TLB_DIF_PATH_ACCELERATE);
    assert_int_equal(follower->totalMS, 2000);
    assert_int_equal(follower->triggerIds.count, 1);
    assert_int_equal(follower->triggerIds.data[0], 0);
    const tlb_dif_trigger *trigger = &dif->triggers.data[0];
    assert_float_equal(trigger->offset[2], 3, 1e-6);
    assert_float_equal(trigger->polyHedronPoints.data[0][2], 2, 1e-6);
    assert_clean();
    done();
}

static void a_mover_without_a_path_is_told(void **state)
{
    (void)state;
    begin_with_box();
    add("{ \"classname\" \"Door_Elevator\"\n");
    add_box(10, 0, 0, 12, 2, 1, "steel", "brick");
    add("}\n");
    const tlb_dif *dif = compile();
    assert_int_equal(dif->pathFollowers.data[0].wayPoints.count, 0);
    assert_true(was_told(TLB_CODE_DIF_PATH_EMPTY, "entity 1 (Door_Elevator)"));
    done();
}

static void a_world_without_brushes_carries_movers(void **state)
{
    (void)state;
    begin("");
    add("}\n{ \"classname\" \"trigger\"\n");
    add_box(0, 0, 0, 1, 1, 1, "TRIGGER", "TRIGGER");
    add("}\n{ \"classname\" \"Door_Elevator\"\n");
    add_box(10, 0, 0, 12, 2, 1, "steel", "brick");
    add("}\n{ \"classname\" \"path_node\" \"origin\" \"10 0 0\" \"next_time\" \"1500\" }\n"
        "{ \"classname\" \"Door_Elevator\" }\n");
    const tlb_dif *dif = compile();
    assert_int_equal(dif->details.data[0].surfaces.count, 0);
    assert_int_equal(dif->subObjects.count, 2);
    assert_int_equal(dif->subObjects.data[0].surfaces.count, 5);
    assert_int_equal(dif->subObjects.data[1].surfaces.count, 0);
    assert_int_equal(dif->pathFollowers.data[0].triggerIds.count, 0); /* the trigger is before it */
    done();
}

static void origin_brushes_are_no_part_of_movers(void **state)
{
    (void)state;
    begin_with_box();
    add("{ \"classname\" \"Door_Elevator\"\n");
    add_box(10, 0, 0, 12, 2, 1, "steel", "brick");
    add("{\n");
    add_face((double[]){10, 4, 4, 12, 4, 4, 12, 3, 4}, "ORIGIN");
    add_face((double[]){10, 3, 3, 12, 3, 3, 12, 4, 3}, "ORIGIN");
    add_face((double[]){12, 3, 4, 12, 4, 4, 12, 4, 3}, "origin");
    add_face((double[]){10, 4, 4, 10, 3, 4, 10, 3, 3}, "ORIGIN");
    add_face((double[]){12, 4, 4, 10, 4, 4, 10, 4, 3}, "ORIGIN");
    add_face((double[]){10, 3, 4, 12, 3, 4, 12, 3, 3}, "ORIGIN");
    add("}\n}\n{ \"classname\" \"path_node\" \"origin\" \"10 0 0\" \"next_time\" \"1500\" }\n");
    const tlb_dif *dif = compile();
    assert_int_equal(dif->subObjects.count, 1);
    assert_int_equal(dif->subObjects.data[0].convexHulls.count, 1);
    assert_int_equal(dif->subObjects.data[0].nullSurfaces.count, 1);
    assert_clean();
    done();
}

/* A hull, whose surfaces are never drawn and in no leaf; `check` knows that it is not in the tree. */
static void collision_brushes_are_hulls_only(void **state)
{
    (void)state;
    begin_with_box();
    add("{ \"classname\" \"collision\"\n");
    add_box(10, 0, 0, 12, 2, 1, "steel", "brick");
    add("}\n");
    const tlb_dif *dif = compile();
    const tlb_dif_interior *x = &dif->details.data[0];
    assert_int_equal(x->convexHulls.count, 2);
    assert_int_equal(x->surfaces.count, 5);
    assert_int_equal(x->nullSurfaces.count, 7);
    assert_int_equal(x->solidLeafSurfaces.count, 6);
    assert_clean();
    done();
}

static void vehicles_have_hulls_of_their_own(void **state)
{
    (void)state;
    for (int version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        begin_with_box();
        add("{ \"classname\" \"vehicle_collision\"\n");
        add_box(-1, -1, 1, 1, 1, 2, "brick", "brick");
        add_box(2, -1, 1, 3, 1, 4, "brick", "brick");
        add("}\n");
        const tlb_dif *dif = compile_with(OPTIONS_OF(tlb_dif_write_options, .version = {true, version}));
        assert_non_null(dif);
        assert_int_equal(dif->details.data[0].convexHulls.count, 1);
        assert_int_equal(dif->readVehicleCollision, 1);
        assert_int_equal(dif->vehicleCollision.vehicleCollisionFileVersion, version);
        assert_int_equal(dif->vehicleCollision.convexHulls.count, 2);
        assert_int_equal(dif->vehicleCollision.nullSurfaces.count, 12);
        assert_int_equal(dif->vehicleCollision.points.count, 16);
        assert_float_equal(dif->vehicleCollision.convexHulls.data[1].maxZ, 4, 0);
        assert_true(dif->vehicleCollision.polyListStrings.count > 0);
        assert_clean();
        done();
    }
}

static void a_world_without_brushes_carries_what_vehicles_collide_with(void **state)
{
    (void)state;
    begin("");
    add("}\n{ \"classname\" \"vehicle_collision\"\n");
    add_box(-1, -1, 1, 1, 1, 2, "brick", "brick");
    add("}\n");
    const tlb_dif *dif = compile();
    assert_int_equal(dif->details.data[0].convexHulls.count, 0);
    assert_int_equal(dif->vehicleCollision.convexHulls.count, 1);
    done();
}

static void colors_are_bytes(void **state)
{
    (void)state;
    begin("\"ambient_color\" \"300 -5 17\" ");
    add_box(0, 0, 0, 1, 1, 1, "steel", "brick");
    add("}\n");
    const uint8_t *color = compile()->details.data[0].baseAmbientColor;
    assert_memory_equal(color, ((const uint8_t[]){255, 0, 17, 255}), 4);
    done();
}

static void entities_of_the_game_keep_their_properties(void **state)
{
    (void)state;
    begin_with_box();
    add("{ \"classname\" \"Gem\" \"origin\" \"1 2 3\" \"game_class\" \"Item\" \"datablock\" \"GemItem\" "
        "\"rotate\" \"1\" }\n{ \"classname\" \"light_omni\" \"origin\" \"0 0 9\" }\n");
    const tlb_dif *dif = compile();
    assert_int_equal(dif->gameEntities.count, 1);
    const tlb_dif_game_entity *entity = &dif->gameEntities.data[0];
    assert_string_equal(entity->datablock.data, "GemItem");
    assert_string_equal(entity->gameClass.data, "Item");
    assert_float_equal(entity->position[2], 3, 0);
    assert_int_equal(entity->properties.count, 2);
    assert_string_equal(entity->properties.data[0].name.data, "className");
    assert_string_equal(entity->properties.data[1].value.data, "1");
    assert_clean();
    done();
}

static void a_mirror_is_the_last_surface(void **state)
{
    (void)state;
    begin("");
    add_box(-4, -3, -1, 4, 3, 0, "floor", "brick");
    add("}\n{ \"classname\" \"MirrorSurface\" \"origin\" \"1 1 0\" }\n");
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_int_equal(x->subObjects.count, 1);
    assert_int_equal(x->subObjects.data[0].surfaceStart, 4);
    assert_int_equal(x->subObjects.data[0].surfaceCount, 1);
    assert_float_equal(x->subObjects.data[0].centroid[2], 0, 1e-6);
    assert_name(x, x->surfaces.data[4].textureIndex, "floor");
    assert_clean();
    done();
}

/* --- what cannot be written --------------------------------------------------------------------------- */

static void a_brush_of_many_faces_is_several_hulls(void **state)
{
    (void)state;
    enum { SIDES = 300 };
    begin("");
    add("{\n");
    add_face((double[]){0, 1, 1, 1, 1, 1, 1, 0, 1}, "floor");
    add_face((double[]){0, 0, 0, 1, 0, 0, 1, 1, 0}, "floor");
    for (int i = 0; i < SIDES; i++) {
        double turn = i * 6.283185307179586 / SIDES, x = 900 * cos(turn), y = 900 * sin(turn);
        add_face((double[]){x, y, 0, x, y, 1, x - y, y + x, 0}, "brick");
    }
    add("} }\n");
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_int_equal(x->convexHulls.count, 4);
    for (uint32_t i = 0; i < x->convexHulls.count; i++)
        assert_in_range(x->convexHulls.data[i].hullCount, 8, TLB_DIF_HULL_MAX);
    assert_clean();
    done();
}

/* Strings of a hull have room for 255 surfaces. */
static void a_brush_of_many_surfaces_is_several_hulls(void **state)
{
    (void)state;
    enum { ROW = 12, POSTS = ROW * ROW, MOST = 255 };
    begin("");
    add_box(-1, -1, -1, 3 * ROW, 3 * ROW, 0, "floor", "brick");
    for (int i = 0; i < POSTS; i++) {
        double x = 3 * (i % ROW) + 0.01 * i, y = 3 * (i / ROW) + 0.005 * i;
        add_box(x, y, 0, x + 1, y + 1, 1, "NULL", "NULL");
    }
    add("}\n");
    const tlb_dif_interior *x = &compile()->details.data[0];
    assert_true(x->surfaces.count > MOST);
    assert_true(x->convexHulls.count > POSTS + 1);
    for (uint32_t i = POSTS + 1; i < x->convexHulls.count; i++) {
        const tlb_dif_hull *more = &x->convexHulls.data[i], *floor = &x->convexHulls.data[0];
        assert_int_equal(floor->surfaceCount, MOST);
        assert_in_range(more->surfaceCount, 1, MOST);
        assert_int_equal(more->hullCount, floor->hullCount);
        for (uint32_t k = 0; k < floor->hullCount; k++)
            assert_int_equal(x->hullIndices.data[more->hullStart + k],
                             x->hullIndices.data[floor->hullStart + k]);
    }
    assert_clean();
    done();
}

/* A corner cut off by 0.4 mm: its three points are on none of the faces across from them, but nearly. */
static void corners_too_near_for_a_hull_are_wrapped(void **state)
{
    const double near = 1 - 0.0004;
    (void)state;
    begin("");
    add_box(0, 0, 0, 1, 1, 1, "steel", "brick");
    text[strlen(text) - strlen("}\n")] = 0;
    add_face((double[]){near, 1, 1, 1, 1, near, 1, near, 1}, "brick");
    add("}\n}\n");
    const tlb_dif *dif = compile();
    assert_true(was_told(TLB_CODE_DIF_HULL_WRAPPED, "entity 0 (worldspawn), brush 0 (line 1)"));
    const tlb_dif_interior *x = &dif->details.data[0];
    assert_int_equal(x->convexHulls.count, 1);
    assert_int_equal(x->convexHulls.data[0].hullCount, 8);
    assert_float_equal(x->convexHulls.data[0].maxX, 1, 1e-3);
    assert_true(x->polyListStrings.count > 0);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_check(made, NULL), TLB_OK);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    done();
}

/* --- polylists ------------------------------------------------------------------------------------------ */

/* A prism along y. */
static void add_prism(const double (*corners)[2], int count)
{
    add("{\n");
    add_face((double[]){corners[0][0], 0, corners[0][1], corners[2][0], 0, corners[2][1], corners[1][0], 0,
                        corners[1][1]},
             "brick");
    add_face((double[]){corners[0][0], 8, corners[0][1], corners[1][0], 8, corners[1][1], corners[2][0], 8,
                        corners[2][1]},
             "brick");
    for (int i = 0; i < count; i++) {
        const double *a = corners[i], *b = corners[(i + 1) % count];
        add_face((double[]){a[0], 0, a[1], b[0], 8, b[1], a[0], 8, a[1]}, "brick");
    }
    add("}\n}\n");
}

/* The engine's rule told plainly: the two groups whose planes agree the least become one, until eight are
 * left, everything in single precision. */
static void group_as_the_engine(const tlb_dif_interior *x, const uint32_t *planes, uint32_t count,
                                uint8_t *masks)
{
    uint32_t group[32], groups = count;
    float n[32][4];
    for (uint32_t i = 0; i < count; i++) {
        group[i] = i;
        assert_true(tlb_dif_plane_of(x, (uint16_t)planes[i], true, n[i]));
    }
    for (; groups > 8; groups--) {
        uint32_t into = 0, from = 0;
        float least = INFINITY;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = a + 1; b < count; b++) {
                float most = -INFINITY;
                for (uint32_t i = 0; i < count; i++)
                    for (uint32_t k = 0; k < count; k++)
                        if (group[i] == a && group[k] == b)
                            most = fmaxf(most, n[i][0] * n[k][0] + n[i][1] * n[k][1] + n[i][2] * n[k][2]);
                if (most > -INFINITY && most < least) {
                    least = most;
                    into = a;
                    from = b;
                }
            }
        for (uint32_t i = 0; i < count; i++)
            if (group[i] == from)
                group[i] = into;
    }
    for (uint32_t i = 0, next = 1; i < count; i++)
        if (group[i] == i) {
            for (uint32_t k = i; k < count; k++)
                if (group[k] == i)
                    masks[k] = (uint8_t)next;
            next <<= 1;
        }
}

/* Pairs of faces of a regular tube are as far apart as others but for rounding, which decides. */
static void planes_are_grouped_as_the_engine_does(void **state)
{
    static const struct {
        int corners;
        double radius;
    } tubes[] = {{9, 64}, {10, 23}, {10, 28}, {12, 25}, {17, 43}, {19, 68}};
    (void)state;
    for (size_t tube = 0; tube < sizeof tubes / sizeof *tubes; tube++) {
        double corners[24][2];
        int count = tubes[tube].corners;
        for (int i = 0; i < count; i++) {
            double angle = 2 * 3.14159265358979 * i / count;
            corners[i][0] = round(tubes[tube].radius * cos(angle));
            corners[i][1] = round(tubes[tube].radius * sin(angle));
        }
        begin("");
        add_prism((const double(*)[2])corners, count);
        const tlb_dif_interior *x = &compile()->details.data[0];
        tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
        tlb_dif_polyhedron p;
        uint8_t masks[32];
        assert_true(tlb_dif_hull_polyhedron(&hulls, 0, &p));
        assert_int_equal(p.planeCount, count + 2);
        group_as_the_engine(x, hulls.polyListPlanes, p.planeCount, masks);
        assert_memory_equal(p.planeMasks, masks, p.planeCount);
        done();
    }
}

/* --- rays ----------------------------------------------------------------------------------------------- */

/* A quarter of a wall around (0, 0), wedge after wedge, of 1 m thickness and height. */
static void add_curve(int wedges, double radius)
{
    for (int i = 0; i < wedges; i++) {
        double from = 1.5707963267949 * i / wedges, to = 1.5707963267949 * (i + 1) / wedges;
        double a[2] = {radius * cos(from), radius * sin(from)}, b[2] = {radius * cos(to), radius * sin(to)};
        double grown = (radius + 1) / radius, c[2] = {a[0] * grown, a[1] * grown},
               d[2] = {b[0] * grown, b[1] * grown};
        add("{\n");
        add_face((double[]){a[0], a[1], 1, d[0], d[1], 1, c[0], c[1], 1}, "top");
        add_face((double[]){a[0], a[1], 0, c[0], c[1], 0, d[0], d[1], 0}, "top");
        add_face((double[]){a[0], a[1], 0, b[0], b[1], 0, a[0], a[1], 1}, "inner");
        add_face((double[]){c[0], c[1], 0, c[0], c[1], 1, d[0], d[1], 0}, "outer");
        add_face((double[]){a[0], a[1], 0, a[0], a[1], 1, c[0], c[1], 0}, "seam");
        add_face((double[]){b[0], b[1], 0, d[0], d[1], 0, b[0], b[1], 1}, "seam");
        add("}\n");
    }
    add("}\n");
}

/* Beside an edge of a curve two faces are within the engine's tolerance of one plane: the one that was hit is
 * found all the same, by the engine too, but for a few. */
static void faces_of_curves_are_found_beside_their_edges(void **state)
{
    enum { WEDGES = 24 };
    const double radius = 4, beside = 0.4 * 3.141592653589793 / 180;
    uint32_t rays = 0, found = 0; /* by the engine */
    (void)state;
    begin("");
    add_curve(WEDGES, radius);
    const tlb_dif_interior *x = &compile()->details.data[0];
    for (int i = 1; i < WEDGES; i++)
        for (int side = -1; side <= 1; side += 2)
            for (int outside = 0; outside < 2; outside++) {
                double angle = 1.5707963267949 * i / WEDGES + side * beside;
                double from = outside ? radius + 3 : 1, to = outside ? 1 : radius + 3;
                float start[3] = {(float)(from * cos(angle)), (float)(from * sin(angle)), 0.3F};
                float end[3] = {(float)(to * cos(angle)), (float)(to * sin(angle)), 0.3F};
                tlb_dif_hit hit, engine;
                assert_true(tlb_dif_cast_ray(x, start, end, &hit) && hit.has_surface);
                assert_true(tlb_dif_cast_engine_ray(x, start, end, &engine));
                assert_name(x, x->surfaces.data[hit.surface.index].textureIndex, outside ? "outer" : "inner");
                rays++;
                found += engine.has_surface && hit.surface.index == engine.surface.index;
            }
    assert_true(10 * found >= 9 * rays);
    done();
}

static void one_surface_is_told(void **state)
{
    (void)state;
    begin("");
    add_box(-4, -3, -1, 4, 3, 0, "floor", "NULL");
    add("}\n");
    compile();
    assert_true(was_told(TLB_CODE_DIF_ONE_SURFACE, "one surface"));
    done();
    compile_with(OPTIONS_OF(tlb_dif_write_options, .family = {true, TLB_DIF_TSE}));
    assert_int_equal(tlb_diagnostic_count(context), 1); /* the texture that is missing */
    done();
}

static void textures_need_a_size(void **state)
{
    (void)state;
    tlb_document *map;
    begin_with_box();
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.map", NULL, &map), TLB_OK);
    assert_int_equal(tlb_convert(map, tlb_format_by_name("dif"), "test.dif", NULL, &files), TLB_INVALID);
    assert_true(was_told(TLB_CODE_LEVEL_TEXTURE_SIZE, "floor"));
    tlb_document_free(map);
}

static void dialects_are_of_version_0(void **state)
{
    (void)state;
    begin_with_box();
    assert_null(compile_with(
        OPTIONS_OF(tlb_dif_write_options, .version = {true, 14}, .family = {true, TLB_DIF_TSE})));
    assert_true(was_told(TLB_CODE_BAD_OPTION, "version 0"));
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_version_holds_a_box, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_box_of_a_thousand_kilometers_is_clean, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_box_is_one_hull, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_ray_finds_the_surface, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_ray_beside_an_edge_finds_the_face_that_it_meets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_rectangle_has_the_texels_that_its_surface_touches, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(surfaces_ascend_by_material, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_material_without_a_name_gets_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wide_surface_has_larger_texels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mover_is_a_sub_object_on_a_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mover_without_a_path_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_world_without_brushes_carries_movers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(origin_brushes_are_no_part_of_movers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(collision_brushes_are_hulls_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(vehicles_have_hulls_of_their_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_world_without_brushes_carries_what_vehicles_collide_with, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(colors_are_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(entities_of_the_game_keep_their_properties, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mirror_is_the_last_surface, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_brush_of_many_faces_is_several_hulls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_brush_of_many_surfaces_is_several_hulls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(corners_too_near_for_a_hull_are_wrapped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(planes_are_grouped_as_the_engine_does, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faces_of_curves_are_found_beside_their_edges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_surface_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(textures_need_a_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dialects_are_of_version_0, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
