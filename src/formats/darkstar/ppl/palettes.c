/* Finding the palette of a bitmap among the files of palettes. */
#include "formats/darkstar/ppl/ppl.h"

#include "base/text.h"
#include "writers/palette.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_FILES = 1024 };

static bool is_palette_file(const char *path)
{
    const char *extension = tlb_path_extension(path);
    return tlb_same_nocase(extension, "ppl") || tlb_same_nocase(extension, "pal");
}

/* Those of one place to look. */
static tlb_status list_files_of(palettes *p, uint32_t source)
{
    const tlb_listing *listing = p->conversion->assets->sources.data[source].listing;
    for (uint32_t i = 0; i < listing->members.count && p->files.count < MOST_FILES; i++) {
        const tlb_listed *listed = &listing->members.data[i];
        if (!is_palette_file(listed->path))
            continue;
        palette_file *file = TLB_PUSH(&p->arena, &p->files);
        if (!file)
            return tlb_report_memory(p->conversion->context, &p->arena);
        *file = (palette_file){.asset = {listed->path, listed->place, source}, .order = p->files.count};
    }
    return TLB_OK;
}

static tlb_status list_files(palettes *p, tlb_tier tier)
{
    tlb_assets *assets = p->conversion->assets;
    tlb_status status = tlb_assets_open_all(assets, tier);
    for (uint32_t i = 0; !status && i < assets->sources.count; i++)
        if (assets->sources.data[i].tier == tier)
            status = list_files_of(p, i);
    p->tier = tier;
    return status;
}

static bool make_gray(palettes *p)
{
    tlb_ppl_color *gray = tlb_alloc_array(&p->arena, TLB_PALETTE_COLORS, sizeof *gray);
    for (int i = 0; gray && i < TLB_PALETTE_COLORS; i++)
        memset(gray[i], i, sizeof *gray);
    p->gray = (palette_colors){.colors = (const tlb_ppl_color *)gray};
    return gray != NULL;
}

/* Whether a bitmap that is to lend its palette got none, or that of others. */
static bool lacks_palette(const tlb_document *document, const tlb_ppl_color *colors)
{
    bool gray = true;
    for (int i = 0; i < TLB_PALETTE_COLORS; i++)
        gray &= colors[i][0] == i && colors[i][1] == i && colors[i][2] == i;
    return tlb_tally_of(document->context, TLB_CODE_PALETTE_OTHER) ||
           (gray && tlb_tally_of(document->context, TLB_CODE_PALETTE_MISSING));
}

/* The file of --palette as the only one. */
static tlb_status take_chosen(palettes *p)
{
    palette_file *file = TLB_PUSH(&p->arena, &p->files);
    if (!file)
        return tlb_report_memory(p->conversion->context, &p->arena);
    *file = (palette_file){.is_read = true, .ppl = tlb_document_ppl(p->document)};
    if (file->ppl)
        return TLB_OK;
    tlb_status status = tlb_palette_colors(p->document, p->conversion, &p->arena, &file->single.colors);
    if (!status && lacks_palette(p->document, file->single.colors))
        return tlb_refuse_option(p->conversion->context, "palette",
                                 "\"%s\" has no palette of its own, and the one that it names was not found",
                                 tlb_document_name(p->document));
    if (!status) {
        file->single.type = TLB_PPL_SHADE_HAZE;
        file->single.has_alpha = tlb_ppl_has_alpha(file->single.colors);
    }
    return status;
}

tlb_status tlb_ppl_palettes_init(palettes *p, const tlb_conversion *conversion)
{
    tlb_optional_integer index = conversion->options->palette_index;
    *p = (palettes){.conversion = conversion, .has_index = index.is_set, .index = (uint32_t)index.value};
    tlb_arena_init(&p->arena, conversion->context->account);
    tlb_status status = tlb_open_option(conversion, conversion->options->palette, &p->document);
    if (status)
        return status;
    if (p->document)
        status = take_chosen(p);
    else
        status = list_files(p, TLB_TIER_ADDED);
    return status ? status : make_gray(p) ? TLB_OK : tlb_report_memory(conversion->context, &p->arena);
}

void tlb_ppl_palettes_free(palettes *p)
{
    tlb_document_free(p->document);
    tlb_arena_release(&p->arena);
}

/* --- reading ------------------------------------------------------------------------------------------- */

static void take_single(palette_file *file, const tlb_pal *pal)
{
    const tlb_pal_chunk *chunk = tlb_pal_colors(pal);
    if (chunk && chunk->colors.count == TLB_PALETTE_COLORS)
        file->single = (palette_colors){.colors = (const tlb_ppl_color *)chunk->colors.data};
}

/* A damaged file, or one of another kind, is one without palettes: opened by itself, it is reported. */
static tlb_status read_file(palettes *p, palette_file *file)
{
    tlb_context *context = p->conversion->context;
    tlb_bytes bytes;
    file->is_read = true;
    tlb_report_mark reports = tlb_report_mark_get(context);
    tlb_status status = tlb_assets_read(p->conversion->assets, &p->arena, &file->asset, &bytes);
    bool is_ppl = !status && tlb_has_signature(&tlb_format_ppl, bytes);
    bool is_pal =
        !status && (tlb_has_signature(&tlb_format_ppal, bytes) || tlb_has_signature(&tlb_format_pal, bytes));
    if (is_ppl || is_pal) {
        void *root = NULL;
        tlb_walk w = tlb_walk_reader(context, &p->arena, bytes);
        (is_ppl ? tlb_ppl_walk : tlb_pal_walk)(&w, &root);
        status = w.status;
        if (!status && is_ppl)
            file->ppl = root;
        else if (!status)
            take_single(file, root);
    }
    if (tlb_is_fatal(status)) {
        tlb_arena_fail(&p->arena, status);
        return status;
    }
    if (status)
        tlb_report_rewind(context, &reports);
    return TLB_OK;
}

/* --- finding ------------------------------------------------------------------------------------------- */

static uint32_t common_prefix(const char *a, const char *b)
{
    uint32_t length = 0;
    while (a[length] && tlb_lower(a[length]) == tlb_lower(b[length]))
        length++;
    return length;
}

static bool same_folder(const char *a, const char *b)
{
    size_t size = (size_t)(tlb_path_base(a) - a);
    return size == (size_t)(tlb_path_base(b) - b) && memcmp(a, b, size) == 0;
}

/* How near a file is to a bitmap: of the same source, in the same folder, called alike. */
static uint32_t rank_of(const palettes *p, const tlb_asset *file, const tlb_asset *bitmap, const char *name)
{
    enum { SAME_SOURCE = 1 << 30, SAME_FOLDER = 1 << 29, TIER = 1 << 16, MOST_ALIKE = 1024 };
    uint32_t alike = common_prefix(tlb_path_base(file->path), tlb_path_base(name));
    uint32_t rank = alike < MOST_ALIKE ? alike : MOST_ALIKE;
    rank += TIER * (uint32_t)(TLB_TIERS - p->conversion->assets->sources.data[file->source].tier);
    if (bitmap->path && bitmap->source == file->source) {
        rank += SAME_SOURCE;
        if (same_folder(bitmap->path, file->path))
            rank += SAME_FOLDER;
    }
    return rank;
}

static int by_rank(const void *a, const void *b)
{
    const palette_file *first = a, *second = b;
    if (first->rank != second->rank)
        return first->rank < second->rank ? 1 : -1;
    return (first->order > second->order) - (first->order < second->order);
}

static tlb_status sort_files(palettes *p, const char *name)
{
    if (p->document || !p->files.count)
        return TLB_OK;
    tlb_asset bitmap;
    tlb_status status = tlb_assets_look_up(p->conversion->assets, name, NULL, &bitmap);
    if (status)
        return status;
    for (uint32_t i = 0; i < p->files.count; i++)
        p->files.data[i].rank = rank_of(p, &p->files.data[i].asset, &bitmap, name);
    qsort(p->files.data, p->files.count, sizeof *p->files.data, by_rank);
    return TLB_OK;
}

static const char *file_name(const palettes *p, const palette_file *file)
{
    return file->asset.path ? file->asset.path : tlb_document_name(p->document);
}

palette_colors tlb_ppl_palettes_colors_of(const palettes *p, const palette_file *file,
                                          const tlb_ppl_palette *palette)
{
    const tlb_ppl_color *colors = (const tlb_ppl_color *)palette->colors.data;
    return (palette_colors){
        .colors = colors,
        .type = palette->type,
        .has_alpha = tlb_ppl_has_alpha(colors),
        .index = palette->paletteIndex,
        .world = file->ppl,
        .file = file_name(p, file),
    };
}

static palette_colors single_of(const palettes *p, const palette_file *file)
{
    palette_colors colors = file->single;
    colors.index = TLB_PBMP_NO_PALETTE;
    colors.file = file_name(p, file);
    return colors;
}

/* What a file offers to a bitmap whose palette is nowhere: its only one, or the first for opaque pictures. */
static const tlb_ppl_palette *first_opaque(const tlb_ppl *ppl)
{
    for (uint32_t i = 0; i < ppl->palettes.count; i++) {
        const tlb_ppl_palette *palette = &ppl->palettes.data[i];
        if (palette->type == TLB_PPL_SHADE_HAZE && palette->paletteIndex != UINT32_MAX)
            return palette;
    }
    return ppl->palettes.count ? ppl->palettes.data : NULL;
}

/* The option palette-index names none of the palettes there are. */
static tlb_status refuse_index(const palettes *p)
{
    tlb_name_list names = {0};
    for (uint32_t i = 0; i < p->files.count; i++) {
        const tlb_ppl *ppl = p->files.data[i].ppl;
        for (uint32_t n = 0; ppl && n < ppl->palettes.count; n++) {
            char number[16];
            snprintf(number, sizeof number, "%d", (int32_t)ppl->palettes.data[n].paletteIndex);
            tlb_name_list_add(&names, number);
        }
    }
    return tlb_refuse_option(p->conversion->context, "palette-index", "no palette %d; %s%s",
                             (int32_t)p->index, names.size ? "palettes found: " : "none was found",
                             names.text);
}

static const tlb_remedy give_palette = {"palette", "FILE"};

/* Of the nearest file that has several, or the one given. What other single palettes are for is not
 * known. */
static void find_other(palettes *p, uint32_t index, const char *name, palette_colors *colors)
{
    tlb_context *context = p->conversion->context;
    for (uint32_t i = 0; i < p->files.count; i++) {
        const palette_file *file = &p->files.data[i];
        const tlb_ppl_palette *palette = file->ppl ? first_opaque(file->ppl) : NULL;
        bool asked_for = !file->asset.path && file->single.colors;
        if (!palette && !asked_for)
            continue;
        *colors = palette ? tlb_ppl_palettes_colors_of(p, file, palette) : single_of(p, file);
        colors->is_other = palette != NULL;
        if (palette)
            tlb_report_remedy(context, TLB_CODE_PALETTE_OTHER, TLB_NO_OFFSET, NULL, give_palette,
                              "%s: palette %d not found; palette %d of %s is used, which has other colors",
                              tlb_path_base(name), (int32_t)index, (int32_t)palette->paletteIndex,
                              colors->file);
        return;
    }
    tlb_report_remedy(context, TLB_CODE_PALETTE_MISSING, TLB_NO_OFFSET, NULL, give_palette,
                      "%s: palette %d not found, shades of gray are used", tlb_path_base(name),
                      (int32_t)index);
    *colors = p->gray;
    colors->is_other = true;
}

static void use_own(const palettes *p, uint32_t index, const char *name, const tlb_ppl_color *own,
                    palette_colors *colors)
{
    *colors = (palette_colors){.colors = own, .type = TLB_PPL_SHADE_HAZE, .index = index, .is_other = true};
    tlb_report_remedy(p->conversion->context, TLB_CODE_PALETTE_MISSING, TLB_NO_OFFSET, NULL, give_palette,
                      "%s: palette %d not found, its own colors are used", tlb_path_base(name),
                      (int32_t)index);
}

/* A single palette has no index, and is for bitmaps that have none. */
static bool offers(const palettes *p, const palette_file *file, uint32_t index, palette_colors *colors)
{
    const tlb_ppl_palette *palette = file->ppl ? tlb_ppl_find(file->ppl, index) : NULL;
    if (palette)
        *colors = tlb_ppl_palettes_colors_of(p, file, palette);
    else if (index == TLB_PBMP_NO_PALETTE && file->single.colors)
        *colors = single_of(p, file);
    else
        return false;
    return true;
}

/* Sets the colors to those of this index in the nearest file that has them. */
static tlb_status find_exact(palettes *p, uint32_t index, const char *name, palette_colors *colors,
                             bool *found)
{
    *found = false;
    tlb_status status = sort_files(p, name);
    for (uint32_t i = 0; i < p->files.count && !status && !*found; i++) {
        palette_file *file = &p->files.data[i];
        status = file->is_read ? TLB_OK : read_file(p, file);
        *found = !status && offers(p, file, index, colors);
    }
    return status;
}

tlb_status tlb_ppl_palettes_find(palettes *p, uint32_t index, const char *name, const tlb_ppl_color *own,
                                 palette_colors *colors)
{
    bool found;
    index = p->has_index ? p->index : index;
    tlb_status status = find_exact(p, index, name, colors, &found);
    while (!status && !found && !p->document && p->tier < TLB_TIER_ABOVE) {
        status = list_files(p, p->tier + 1);
        if (!status)
            status = find_exact(p, index, name, colors, &found);
    }
    if (status || found)
        return status;
    if (p->has_index && index != TLB_PBMP_NO_PALETTE)
        return refuse_index(p);
    if (own && !p->document && !p->has_index)
        use_own(p, index, name, own, colors);
    else
        find_other(p, index, name, colors);
    return TLB_OK;
}
