#include "picture_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/platform.h"
#include "temporary.h"
#include "options_text.h"

int enter_folder(void **state)
{
    static picture_folder f;
    *state = &f;
    return begin_in_folder(&f.context, &f.arena, &f.folder) ? 0 : -1;
}

int leave_folder(void **state)
{
    picture_folder *f = *state;
    end_in_folder(f->context, &f->arena, f->folder);
    return 0;
}

uint8_t number(uint32_t x, uint32_t y)
{
    return (uint8_t)(16 * y + x);
}

const char *place(picture_folder *f, const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

void put_document(picture_folder *f, const char *name)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(&f->document, &bytes), TLB_OK);
    char folder[512];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(place(f, name), '/') - place(f, name)),
             place(f, name));
    assert_int_equal(tlb_folder_make(f->context, folder), TLB_OK);
    assert_int_equal(tlb_file_save(f->context, place(f, name), bytes, true), TLB_OK);
    made_end(&f->document);
}

void put_palettes(picture_folder *f, const char *name, uint8_t type, uint8_t mark)
{
    ppl_make(&f->document, f->context, &(ppl_plan){.types = {type, type}, .count = 2});
    tlb_ppl *ppl = tlb_document_ppl(&f->document);
    for (uint32_t i = 0; i < 2; i++)
        ppl->palettes.data[i].colors.data[0][0] = (uint8_t)(mark + i);
    put_document(f, name);
}

void put_bitmap(picture_folder *f, const char *name, uint32_t attributes, uint32_t palette)
{
    pbmp_make(&f->document, f->context, &(pbmp_plan){4, 4, 1, attributes, palette, .pixel = number});
    put_document(f, name);
}

tlb_bytes converted(picture_folder *f, const char *name, const char *to, const char *out,
                    const option_text *texts, size_t count, tlb_files **files)
{
    tlb_document *document;
    tlb_convert_options options;
    assert_int_equal(options_from_text(f->context, texts, count, &options), TLB_OK);
    assert_int_equal(tlb_open_path(f->context, place(f, name), NULL, &document), TLB_OK);
    tlb_status status = tlb_convert(document, tlb_format_by_name(to), out, &options, files);
    tlb_document_free(document);
    if (status)
        return (tlb_bytes){0};
    assert_int_equal(tlb_file_save(f->context, place(f, out), (*files)->data[0].bytes, true), TLB_OK);
    return (*files)->data[0].bytes;
}

tlb_scene *scene_of(picture_folder *f, const char *name, const option_text *texts, size_t count)
{
    tlb_assets *assets = tlb_assets_create(f->context);
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(tlb_assets_add(assets, f->folder), TLB_OK);
    tlb_convert_options options;
    assert_int_equal(options_from_text(f->context, texts, count, &options), TLB_OK);
    options.assets = assets;
    assert_int_equal(tlb_open_path(f->context, place(f, name), NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, &options, &scene), TLB_OK);
    tlb_document_free(document);
    tlb_assets_free(assets);
    return scene;
}
