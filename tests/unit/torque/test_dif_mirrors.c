/* Which surfaces of a compiled level are mirrors: those that an entity is on. */
#include "files.h"
#include "one_context.h"
#include "options_text.h"
#include "trilobite/formats/dif.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FACES = 12 };

static char text[1 << 16];

/* Two equal bodies whose edges run askew. A face of the second lies in the plane of one of the first and
 * looks the other way. */
static const double edges[3][3] = {{6.5, -1, 1.5}, {3, 13, -2}, {-2, 3, 13}};
static const double corners[2][3] = {{3, 1, 2}, {3 + 19.5 - 2, 1 - 3 + 3, 2 + 4.5 + 13}};

/* A place on a face, in parts of its two edges from its corner, and so many meters before it. */
static void place_on(int face, double along, double across, double before, double place[3])
{
    const double *a = edges[face / 2 % 3], *b = edges[(face / 2 + 1) % 3], *c = edges[(face / 2 + 2) % 3];
    double normal[3], length = 0;
    for (int i = 0; i < 3; i++) {
        normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
        length += normal[i] * normal[i];
    }
    for (int i = 0; i < 3; i++)
        place[i] = corners[face / 6][i] + along * a[i] + across * b[i] + (face % 2 ? c[i] : 0) +
                   before * (face % 2 ? 1 : -1) * normal[i] / sqrt(length);
}

static void add(const char *words)
{
    assert_true(strlen(text) + strlen(words) < sizeof text);
    strcat(text, words);
}

/* Each face has a material of its own, a to l. */
static void add_bodies(void)
{
    strcpy(text, "{ \"classname\" \"worldspawn\" \"geometry_scale\" \"1\" \"light_geometry_scale\" \"1\"\n");
    for (int face = 0; face < FACES; face++) {
        double at[3][3];
        char line[256];
        place_on(face, 0, 0, 0, at[0]);
        place_on(face, face % 2 ? 0 : 1, face % 2 ? 1 : 0, 0, at[1]);
        place_on(face, face % 2 ? 1 : 0, face % 2 ? 0 : 1, 0, at[2]);
        snprintf(line, sizeof line,
                 "%s( %g %g %g ) ( %g %g %g ) ( %g %g %g ) %c [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n%s",
                 face % 6 ? "" : "{\n", at[0][0], at[0][1], at[0][2], at[1][0], at[1][1], at[1][2], at[2][0],
                 at[2][1], at[2][2], 'a' + face, face % 6 == 5 ? "}\n" : "");
        add(line);
    }
    add("}\n");
}

static void add_mirror(int face, double along, double across, double before)
{
    char line[256];
    double at[3];
    place_on(face, along, across, before, at);
    snprintf(line, sizeof line, "{ \"classname\" \"mirrorsurface\" \"origin\" \"%.9g %.9g %.9g\" }\n", at[0],
             at[1], at[2]);
    add(line);
}

static tlb_files *files;
static tlb_document *made;

static const tlb_dif_interior *compile(uint32_t version)
{
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .to = OPTIONS_OF(tlb_dif_write_options, .version = {true, version}),
                                         .texture_size = {64, 64}};
    tlb_document *map;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.map", NULL, &map), TLB_OK);
    assert_int_equal(tlb_convert(map, tlb_format_by_name("dif"), "test.dif", &options, &files), TLB_OK);
    tlb_document_free(map);
    assert_int_equal(tlb_open_memory(context, files->data[0].bytes.data, files->data[0].bytes.size,
                                     "test.dif", NULL, &made),
                     TLB_OK);
    return &tlb_document_dif(made)->details.data[0];
}

static void done(void)
{
    tlb_document_free(made);
    tlb_files_free(files);
}

static bool is_left_out(int entity)
{
    char words[64];
    bool told = false;
    snprintf(words, sizeof words, "entity %d (mirrorsurface)", entity);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        told |= d->code == TLB_CODE_DIF_MIRROR_NOWHERE && strstr(d->message, words);
    }
    return told;
}

/* Near each corner and each edge, on both sides of it, and near the plane. */
static void a_mirror_is_on_its_face(void **state)
{
    static const struct {
        double along, across, before;
        bool found;
    } places[] = {
        {0.02, 0.02, 0, true},     {0.98, 0.02, 0, true},    {0.02, 0.98, 0, true},
        {0.98, 0.98, 0, true},     {0.5, -0.02, 0, false},   {0.5, 1.02, 0, false},
        {-0.02, 0.5, 0, false},    {1.02, 0.5, 0, false},    {0.02, -0.02, 0, false},
        {0.98, -0.02, 0, false},   {0.02, 1.02, 0, false},   {0.98, 1.02, 0, false},
        {-0.02, 0.02, 0, false},   {-0.02, 0.98, 0, false},  {1.02, 0.02, 0, false},
        {1.02, 0.98, 0, false},    {0.5, 0.001, 0, true},    {0.001, 0.5, 0, true},
        {0.3, 0.6, 0.009, true},   {0.3, 0.6, -0.009, true}, {0.3, 0.6, 0.012, false},
        {0.3, 0.6, -0.012, false},
    };
    (void)state;
    for (int face = 0; face < FACES; face++) {
        add_bodies();
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            add_mirror(face, places[i].along, places[i].across, places[i].before);
        tlb_diagnostics_clear(context);
        compile(0);
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            if (is_left_out((int)i + 1) == places[i].found)
                fail_msg("face %d, place %d", face, (int)i);
        done();
    }
}

/* They are the last, by their materials; each has its middle. */
static void mirrors_are_the_last_surfaces(void **state)
{
    static const int faces[] = {1, 2, 6, 8, 11};
    enum { COUNT = sizeof faces / sizeof *faces };
    (void)state;
    add_bodies();
    for (int i = COUNT; i-- > 0;)
        add_mirror(faces[i], 0.3, 0.6, 0);
    add("{ \"classname\" \"MirrorSurface\" }\n"); /* it is nowhere, and is no mistake */
    tlb_diagnostics_clear(context);
    const tlb_dif_interior *x = compile(3);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DIF_MIRROR_NOWHERE), 0);
    assert_int_equal(x->surfaces.count, FACES);
    assert_int_equal(x->subObjects.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const tlb_dif_mirror *mirror = &x->subObjects.data[i];
        const tlb_dif_surface *surface = &x->surfaces.data[FACES - COUNT + i];
        char name[2] = {(char)('a' + faces[i]), 0};
        double middle[3];
        place_on(faces[i], 0.5, 0.5, 0, middle);
        assert_string_equal(x->materials.data[surface->textureIndex].data, name);
        assert_int_equal(mirror->kind, TLB_DIF_MIRROR);
        assert_int_equal(mirror->detailLevel, 0);
        assert_int_equal(mirror->surfaceCount, 1);
        assert_int_equal(mirror->surfaceStart, FACES - COUNT + i);
        for (int axis = 0; axis < 3; axis++)
            assert_float_equal(mirror->centroid[axis], middle[axis], 1e-5);
    }
    done();
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        assert_int_equal(compile(version)->subObjects.count, version == 4 ? 0 : COUNT);
        done();
    }
}

/* Of a hut: a wall on both sides, above the door, the floor, the roof inside and at its eaves. */
static void a_mirror_is_in_the_zone_of_its_surface(void **state)
{
    static const struct {
        const char *origin;
        uint32_t zone;
    } mirrors[] = {{"0 96 48", 0}, {"0 80 48", 1}, {"0 -80 84", 1},
                   {"0 0 0", 1},   {"0 0 96", 1},  {"0 -104 96", 0}};
    (void)state;
    bytes_copy hut = load_text("samples/hut.map");
    for (size_t i = 0; i < sizeof mirrors / sizeof *mirrors; i++) {
        char line[128];
        snprintf(line, sizeof line, "{ \"classname\" \"MirrorSurface\" \"origin\" \"%s\" }\n",
                 mirrors[i].origin);
        strcpy(text, (const char *)hut.data);
        add(line);
        const tlb_dif_interior *x = compile(0);
        assert_int_equal(x->zones.count, 2);
        assert_int_equal(x->subObjects.count, 1);
        assert_int_equal(x->subObjects.data[0].zone, mirrors[i].zone);
        done();
    }
    free(hut.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_mirror_is_on_its_face, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mirrors_are_the_last_surfaces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mirror_is_in_the_zone_of_its_surface, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
