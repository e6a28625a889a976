/* The map of a room: which walls are on it, as SVG and as a picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "options_text.h"
#include "base/context.h"
#include "roo_maker.h"

typedef struct fixture {
    tlb_context *context;
    tlb_document document;
    tlb_roo *room;
} fixture;

static fixture begin(void)
{
    fixture f = {.context = tlb_context_create(NULL)};
    roo_make(&f.document, f.context, &(roo_plan){.version = 15, .things = 2});
    f.room = f.document.root;
    return f;
}

static void end(fixture *f)
{
    made_end(&f->document);
    tlb_context_free(f->context);
}

/* The SVG, which is freed with the arena of the document. */
static const char *draw(fixture *f)
{
    tlb_files *files;
    assert_int_equal(tlb_convert(&f->document, tlb_format_by_name("svg"), "map.svg", NULL, &files), TLB_OK);
    tlb_bytes bytes = files->data[0].bytes;
    const char *text = tlb_copy_text(&f->document.arena, (const char *)bytes.data, bytes.size).data;
    tlb_files_free(files);
    return text;
}

/* The lines of a class. */
static int count_lines(const char *svg, const char *name)
{
    int count = 0;
    const char *path = strstr(svg, name);
    assert_non_null(path);
    for (path = strstr(path, "d=\""); *path != '>'; path++)
        count += *path == 'M';
    return count;
}

/* 16 walls around, the steps up from the hall and to the second step, the fence and the edge of the water.
 * The ramp begins and ends at the height of what it joins: nothing of those two boundaries can be seen. */
static void walls_that_can_be_seen_are_on_the_map(void **state)
{
    (void)state;
    fixture f = begin();
    const char *svg = draw(&f);
    assert_non_null(strstr(svg, "viewBox=\"-256 -256 23040 4608\""));
    assert_int_equal(count_lines(svg, "<path class=\"seen\""), 16 + 2 + 1);
    assert_int_equal(count_lines(svg, "<path class=\"always\""), 1);
    assert_non_null(strstr(svg, "M0 4096L0 0\n"));                                     /* the west wall */
    assert_non_null(strstr(strstr(svg, "class=\"always\""), "M15360 4096L15360 0\n")); /* the fence */
    assert_null(strstr(svg, "M8192 4096L8192 0")); /* the foot of the ramp */
    end(&f);
}

static void flags_decide(void **state)
{
    (void)state;
    fixture f = begin();
    f.room->sidedefs.data[0].flags |= 1 << 3; /* never: the walls around */
    f.room->sidedefs.data[1].flags |= 1 << 4; /* always: the four boundaries of steps, seen or not */
    const char *svg = draw(&f);
    assert_int_equal(count_lines(svg, "<path class=\"seen\""), 1);
    assert_int_equal(count_lines(svg, "<path class=\"always\""), 4 + 1);
    assert_non_null(strstr(svg, "M8192 4096L8192 0"));
    end(&f);
}

/* A side alone, on either side of its wall. */
static void the_only_side_decides(void **state)
{
    (void)state;
    for (int negative = 0; negative < 2; negative++) {
        fixture f = begin();
        tlb_roo_client_wall *fence = &f.room->clientWalls.data[f.room->clientWalls.count - 2];
        assert_int_equal(fence->start[0], 15360);
        *(negative ? &fence->positiveSidedef : &fence->negativeSidedef) = 0;
        const char *svg = draw(&f);
        assert_non_null(strstr(strstr(svg, "class=\"always\""), "M15360 4096L15360 0\n"));
        f.room->sidedefs.data[2].flags |= 1 << 3; /* never */
        assert_null(strstr(draw(&f), "M15360 4096L15360 0\n"));
        end(&f);
    }
}

static const uint8_t *pixel(const tlb_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + ((size_t)y * image->width + x) * 4;
}

/* 22 x 4 squares in 284 x 84 pixels: 12.9 a square, 124.2 - 51.6 / 2 from above. */
static void a_picture_is_fitted_into_its_size(void **state)
{
    (void)state;
    fixture f = begin();
    tlb_scene *scene;
    tlb_roo_read_options map = TLB_ROO_READ_OPTIONS_INIT;
    const tlb_convert_options options = {.struct_size = sizeof options, .from = &map.head};
    map.automap = true;
    map.size = (tlb_size_option){300, 100};
    assert_int_equal(tlb_document_scene(&f.document, &options, &scene), TLB_OK);
    assert_int_equal(scene->node_count, 0);
    assert_int_equal(scene->image_count, 1);
    const tlb_image *image = &scene->images[0];
    assert_int_equal(image->width, 300);
    assert_int_equal(image->height, 100);
    const uint8_t *fence = pixel(image, 8 + 15 * 284 / 22, 50), *hall = pixel(image, 40, 50);
    assert_true(fence[0] > fence[1] + 60 && fence[1] == fence[2]);
    assert_true(hall[0] == 255 && hall[1] == 255 && hall[2] == 255 && hall[3] == 255);
    assert_int_equal(pixel(image, 40, 20)[0], 255); /* north of the room */
    uint8_t least = 255;
    for (uint32_t y = 22; y < 27; y++)
        least = pixel(image, 40, y)[0] < least ? pixel(image, 40, y)[0] : least;
    assert_true(least < 140); /* the north wall, on one row of pixels or shared by two */
    tlb_scene_free(scene);
    for (uint32_t size = 8192; size <= 8193; size++)
        for (int turned = 0; turned < 2; turned++) {
            map.size = turned ? (tlb_size_option){32, size} : (tlb_size_option){size, 32};
            assert_int_equal(tlb_document_scene(&f.document, &options, &scene),
                             size > 8192 ? TLB_ARGUMENT : TLB_OK);
            if (size == 8192)
                tlb_scene_free(scene);
        }
    map.size = (tlb_size_option){0, 100};
    assert_int_equal(tlb_document_scene(&f.document, &options, &scene), TLB_ARGUMENT);
    end(&f);
}

/* Room for nothing: what is not finite is left out. */
static void odd_numbers_draw_nothing(void **state)
{
    (void)state;
    fixture f = begin();
    tlb_scene *scene;
    tlb_convert_options options = {.struct_size = sizeof options,
                                   .from = OPTIONS_OF(tlb_roo_read_options, .automap = true)};
    f.room->clientWalls.data[0].start[0] = strtod("nan", NULL);
    f.room->clientWalls.data[1].end[0] = strtod("inf", NULL);
    f.room->clientWalls.data[2].end[0] = 1e300;
    assert_int_equal(count_lines(draw(&f), "<path class=\"seen\""), 17);
    assert_int_equal(tlb_document_scene(&f.document, &options, &scene), TLB_OK);
    tlb_scene_free(scene);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_that_can_be_seen_are_on_the_map),
        cmocka_unit_test(flags_decide),
        cmocka_unit_test(the_only_side_decides),
        cmocka_unit_test(a_picture_is_fitted_into_its_size),
        cmocka_unit_test(odd_numbers_draw_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
