/* A scene's images as a .bbg and the pictures that it names: BMP as makebgf reads it. */
#include "formats/meridian/bbg/bbg.h"

#include "base/text.h"
#include "formats/meridian/bgf/bgf.h"
#include "writers/names.h"

#include <stdio.h>

typedef struct job {
    tlb_context *context;
    tlb_arena arena; /* for the time of it */
    const tlb_scene *scene;
    tlb_bgf bgf;
    tlb_image *images;
    bbg_root *root;
} job;

static void add_option(job *j, const char *option, tlb_text value)
{
    tlb_bbg *bbg = &j->root->bbg;
    bbg->options.data[bbg->options.count++] =
        (tlb_bbg_option){.option = {option, (uint32_t)strlen(option)}, .value = value};
}

/* One word of a name, which has no blanks and is no comment. */
static void add_name(job *j, tlb_text name)
{
    tlb_text word = tlb_copy_text(&j->arena, name.data, name.size < BBG_NAME ? name.size : BBG_NAME);
    if (!word.data)
        return;
    for (uint32_t i = 0; i < word.size; i++)
        if ((uint8_t)word.data[i] <= ' ' || (!i && strchr("#\\", *word.data)))
            ((char *)(uintptr_t)word.data)[i] = '_';
    add_option(j, "-n", word);
    if (!tlb_same_text(word, name))
        tlb_report(j->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "name",
                   "\"%.*s\" becomes \"%.*s\": command files have names of one word, of at most %u bytes",
                   (int)name.size, name.data, (int)word.size, word.data, (unsigned)BBG_NAME);
}

static void set_options(job *j)
{
    enum { MOST = 3 };
    const tlb_bgf *bgf = &j->bgf;
    tlb_text name = {bgf->name, bgf_name_length(bgf)};
    uint32_t raw = 0;
    j->root->bbg.options.data = tlb_alloc_array(&j->arena, MOST, sizeof *j->root->bbg.options.data);
    const char *shrink = tlb_arena_printf(&j->arena, "%d", (int)bgf->shrink);
    if (!j->root->bbg.options.data || !shrink)
        return;
    if (bgf->shrink != 1)
        add_option(j, "-s", (tlb_text){shrink, (uint32_t)strlen(shrink)});
    if (name.size)
        add_name(j, name);
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        raw += bgf->bitmaps.data[i].type == TLB_BGF_RAW;
    if (raw && raw == bgf->bitmaps.count)
        add_option(j, "-x", (tlb_text){"", 0});
    else if (raw)
        tlb_report(j->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%u of %u bitmaps are raw; makebgf compresses all or none, here all", raw,
                   bgf->bitmaps.count);
}

static void report_version(const job *j)
{
    const tlb_value *version = tlb_value_get(j->scene->extras, "version");
    if (version && version->kind == TLB_VALUE_INTEGER && version->as.integer == TLB_BGF_LH4_VERSION)
        tlb_report(j->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "version",
                   "%u is left out: makebgf writes version %u", (unsigned)TLB_BGF_LH4_VERSION,
                   (unsigned)TLB_BGF_VERSION);
}

/* --- bitmaps, groups ------------------------------------------------------------------------------------ */

static void set_bitmap(job *j, const char *file, const tlb_bgf_bitmap *from, tlb_bbg_bitmap *to)
{
    *to = (tlb_bbg_bitmap){.file = {file, (uint32_t)strlen(file)}, .xoff = from->xoff, .yoff = from->yoff};
    to->hotspots.data = tlb_alloc_array(&j->arena, from->hotspots.count, sizeof *to->hotspots.data);
    to->hotspots.count = to->hotspots.data ? from->hotspots.count : 0;
    for (uint32_t i = 0; i < to->hotspots.count; i++) {
        const tlb_bgf_hotspot *hotspot = &from->hotspots.data[i];
        to->hotspots.data[i] = (tlb_bbg_hotspot){hotspot->number, hotspot->x, hotspot->y};
    }
}

static void set_bitmaps(job *j, const char *stem)
{
    tlb_bbg *bbg = &j->root->bbg;
    uint32_t count = j->bgf.bitmaps.count;
    tlb_names names = {.arena = &j->arena};
    bbg->bitmaps.data = tlb_alloc_array(&j->arena, count, sizeof *bbg->bitmaps.data);
    if (!bbg->bitmaps.data)
        return;
    for (; bbg->bitmaps.count < count; bbg->bitmaps.count++) {
        uint32_t i = bbg->bitmaps.count;
        const char *name = tlb_arena_printf(&j->arena, "%s-%u", stem, i);
        const char *file = name ? tlb_names_add(&names, "", name, ".bmp", i) : NULL;
        if (!file)
            return;
        set_bitmap(j, file, &j->bgf.bitmaps.data[i], &bbg->bitmaps.data[i]);
    }
}

static void set_groups(job *j)
{
    tlb_bbg *bbg = &j->root->bbg;
    uint32_t count = j->bgf.groups.count;
    bbg->groups.data = tlb_zalloc_array(&j->arena, count, sizeof *bbg->groups.data);
    bbg->groups.count = bbg->groups.data ? count : 0;
    for (uint32_t i = 0; i < bbg->groups.count; i++) {
        const tlb_bgf_group *from = &j->bgf.groups.data[i];
        tlb_bbg_group *to = &bbg->groups.data[i];
        to->indices.data = tlb_alloc_array(&j->arena, from->indices.count, sizeof *to->indices.data);
        to->indices.count = to->indices.data ? from->indices.count : 0;
        for (uint32_t k = 0; k < to->indices.count; k++)
            to->indices.data[k] = from->indices.data[k] + 1;
    }
}

/* --- files ---------------------------------------------------------------------------------------------- */

static tlb_status write_files(job *j, tlb_output *output)
{
    const tlb_bbg *bbg = &j->root->bbg;
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    tlb_status status = out ? tlb_bbg_write_text(j->context, j->root, out) : TLB_OK;
    for (uint32_t i = 0; i < bbg->bitmaps.count && out && !status; i++) {
        out = tlb_output_file(output, bbg->bitmaps.data[i].file.data);
        if (out)
            tlb_bbg_write_bmp(&j->images[i], out);
    }
    if (!status && (!out || out->status))
        return tlb_report_output(j->context, output, &j->arena);
    return status;
}

static tlb_status write_all(job *j, tlb_output *output)
{
    j->root = tlb_bbg_create(&j->arena);
    if (j->root) {
        j->root->bbg.crlf = true; /* as makebgf's own */
        set_options(j);
        set_bitmaps(j, tlb_output_stem(output));
        set_groups(j);
    }
    if (!j->root || j->arena.failure || !j->root->bbg.bitmaps.data)
        return tlb_report_memory(j->context, &j->arena);
    report_version(j);
    tlb_status status = tlb_bbg_require_valid(j->context, &j->root->bbg);
    return status ? status : write_files(j, output);
}

tlb_status tlb_bbg_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    job j = {.context = conversion->context, .scene = scene};
    tlb_arena_init(&j.arena, j.context->account);
    tlb_status status =
        tlb_bgf_of_scene(scene, conversion, tlb_output_stem(output), &j.arena, &j.bgf, &j.images);
    if (!status)
        status = write_all(&j, output);
    tlb_arena_release(&j.arena);
    return status;
}
