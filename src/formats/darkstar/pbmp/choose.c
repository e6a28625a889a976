/* What a bitmap made of a picture is to be: its attributes, mip levels and palette. */
#include "formats/darkstar/pbmp/from_scene.h"

#include "base/text.h"
#include "formats/darkstar/shared/chunks.h"
#include "core/palette_option.h"

/* --- the bitmap to be like ----------------------------------------------------------------------------- */

/* The palette of a Microsoft bitmap is the one that its mark names: its own cannot be kept. */
static tlb_status look_at_bmp(pbmp_job *j, const tlb_bmp *bmp)
{
    pbmp_original *o = &j->original;
    bitmap_look look = {0};
    tlb_bytes file;
    uint32_t index;
    o->facts = (tlb_pbmp_facts){.mipLevels = 1, .paletteIndex = TLB_PBMP_NO_PALETTE};
    if (bmp->biBitCount != 8 || !tlb_bmp_palette_index(bmp, &index))
        return TLB_OK;
    o->facts.paletteIndex = index;
    o->is_indexed = true;
    tlb_status status = tlb_save_memory(o->document, &file);
    if (!status)
        status = bmp_image(bmp, file, &j->palettes, o->document->name, &look, &j->arena, &o->shown);
    o->colors = look.colors;
    return status;
}

static tlb_status look_at_pbmp(pbmp_job *j, const tlb_pbmp *pbmp)
{
    pbmp_original *o = &j->original;
    bitmap_look look = {0};
    tlb_status status = pbmp_image(pbmp, &j->palettes, o->document->name, &look, &j->arena, &o->shown);
    if (status)
        return status;
    tlb_pbmp_look(pbmp, &o->facts);
    o->is_indexed = o->shown.format == TLB_PIXELS_INDEXED;
    o->colors = look.colors;
    for (uint32_t i = 0; i < pbmp->chunks.count && !o->colors.file && !o->colors.is_other; i++)
        if (chunk_is(pbmp->chunks.data[i].tag, "RIFF"))
            o->riff = pbmp->chunks.data[i].data;
    return TLB_OK;
}

tlb_status pbmp_open_original(pbmp_job *j)
{
    tlb_status status = tlb_choice_open(j->conversion, "like", &j->original.document);
    const tlb_document *document = j->original.document;
    if (status || !document)
        return status;
    if (tlb_document_pbmp(j->original.document) || tlb_document_bmp(j->original.document))
        return tlb_assets_add_beside(j->conversion->assets, document->name);
    tlb_report(j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "--like: \"%s\" is no bitmap but %s",
               document->name, document->format->info.title);
    return TLB_ARGUMENT;
}

static tlb_status look_at_original(pbmp_job *j)
{
    tlb_document *document = j->original.document;
    if (!document)
        return TLB_OK;
    const tlb_pbmp *pbmp = tlb_document_pbmp(document);
    return pbmp ? look_at_pbmp(j, pbmp) : look_at_bmp(j, tlb_document_bmp(document));
}

/* --- attributes ---------------------------------------------------------------------------------------- */

static bool read_attribute(const char *name, size_t size, uint32_t *attributes)
{
    static const struct {
        const char *name;
        uint32_t bit;
    } names[] = {{"none", 0},
                 {"transparent", TLB_PBMP_TRANSPARENT},
                 {"fuzzy", TLB_PBMP_FUZZY},
                 {"translucent", TLB_PBMP_TRANSLUCENT},
                 {"additive", TLB_PBMP_ADDITIVE},
                 {"subtractive", TLB_PBMP_SUBTRACTIVE},
                 {"alpha8", TLB_PBMP_ALPHA_8}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == size && memcmp(names[i].name, name, size) == 0) {
            *attributes |= names[i].bit;
            return true;
        }
    return false;
}

static bool has_holes(const pbmp_job *j)
{
    enum { HALF = 128 };
    for (size_t i = 0; i < (size_t)j->facts.width * j->facts.height; i++)
        if (j->pixels[i][3] < HALF)
            return true;
    return false;
}

static tlb_status choose_attributes(pbmp_job *j)
{
    const char *text = tlb_choice_text(j->conversion, "attributes");
    j->facts.attributes = TLB_PBMP_OWN_MEMORY; /* as in every file known */
    if (!text && j->original.document && tlb_document_pbmp(j->original.document))
        j->facts.attributes = j->original.facts.attributes;
    else if (!text && has_holes(j))
        j->facts.attributes |= TLB_PBMP_TRANSPARENT;
    while (text && *text) {
        size_t size = strcspn(text, ",");
        if (!read_attribute(text, size, &j->facts.attributes)) {
            tlb_report(
                j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                "--attributes is none, transparent, fuzzy, translucent, additive, subtractive or alpha8, "
                "not \"%.*s\"",
                (int)size, text);
            return TLB_ARGUMENT;
        }
        text += size + (text[size] == ',');
    }
    return TLB_OK;
}

/* --- mip levels ---------------------------------------------------------------------------------------- */

/* As many levels as the sides can be halved, where they are powers of two. */
static int64_t full_chain(uint32_t width, uint32_t height)
{
    bool powers = (width & (width - 1)) == 0 && (height & (height - 1)) == 0;
    int64_t levels = 1;
    for (uint32_t side = width > height ? width : height; powers && side > 1 && levels < TLB_PBMP_MOST_MIPS;
         side /= 2)
        levels++;
    return levels;
}

/* A full chain stays a full one when the sides change. */
static tlb_status choose_mips(pbmp_job *j)
{
    const tlb_pbmp_facts *like = &j->original.facts;
    int64_t most = full_chain(j->facts.width, j->facts.height), levels = most;
    if (j->original.document && like->mipLevels < most &&
        (like->mipLevels == 1 || like->mipLevels < full_chain(like->width, like->height)))
        levels = like->mipLevels;
    if (!tlb_choice_number(j->conversion, "mips", 1, most, &levels))
        return TLB_ARGUMENT;
    j->facts.mipLevels = (uint32_t)levels;
    return TLB_OK;
}

/* --- the palette --------------------------------------------------------------------------------------- */

/* How far a sample of the picture is from what a palette can show of it. */
static uint64_t misfit(pbmp_job *j)
{
    enum { SAMPLE = 4096 };
    size_t count = (size_t)j->facts.width * j->facts.height, step = count / SAMPLE + 1;
    uint64_t sum = 0;
    bool exact;
    for (size_t i = 0; i < count; i += step) {
        const uint8_t *found = j->quantizer.palette[tlb_quantize_color(&j->quantizer, j->pixels[i], &exact)];
        for (int c = 0; c < 3 && j->pixels[i][3]; c++)
            sum += (uint64_t)((found[c] - j->pixels[i][c]) * (found[c] - j->pixels[i][c]));
    }
    return sum;
}

/* What stands for holes is never taken. What the world's file does not allow in matches is taken for the very
 * color, as the games' own art does. */
static void use_palette(pbmp_job *j, const palette_colors *colors, bool with_alpha)
{
    bool excluded[TLB_PALETTE_COLORS] = {false}, reserved[TLB_PALETTE_COLORS] = {false};
    for (int i = 0; colors->world && i < TLB_PALETTE_COLORS; i++)
        reserved[i] = !(colors->world->allowedMatches[i >> 3] >> (i & 7) & 1);
    excluded[0] = j->hole == 0;
    tlb_quantizer_init(&j->quantizer, colors->colors, excluded, with_alpha);
    tlb_quantizer_reserve(&j->quantizer, reserved);
}

static bool is_translucent(uint32_t type)
{
    return type == TLB_PPL_TRANSLUCENT || type == TLB_PPL_ALPHA_QUANT;
}

static bool is_opaque(uint32_t type)
{
    return type == TLB_PPL_NO_REMAP || type == TLB_PPL_SHADE_HAZE || type == TLB_PPL_COLOR_QUANT;
}

/* Palettes of negative indices are the engine's own. */
static bool suits(const pbmp_job *j, const tlb_ppl_palette *palette)
{
    bool translucent = j->facts.attributes & TLB_PBMP_TRANSLUCENT;
    return palette->paletteIndex <= INT32_MAX &&
           (translucent ? is_translucent(palette->type) : is_opaque(palette->type));
}

static void report_palette(const pbmp_job *j, const palette_colors *colors)
{
    const char *type = colors->world ? tlb_ppl_type_name(colors->type) : NULL;
    const char *from = colors->file            ? tlb_path_base(colors->file)
                       : j->original.riff.size ? "the bitmap itself"
                                               : "the picture itself";
    tlb_report(j->context, TLB_CODE_PALETTE_CHOSEN, TLB_NO_OFFSET, NULL, "palette %d%s%s%s, from %s",
               (int32_t)j->facts.paletteIndex, type ? " (" : "", type ? type : "", type ? ")" : "", from);
}

static tlb_status take_palette(pbmp_job *j, const palette_colors *colors, bool with_alpha)
{
    use_palette(j, colors, with_alpha);
    if (!colors->is_other)
        report_palette(j, colors);
    return TLB_OK;
}

static tlb_status refuse_palette(const pbmp_job *j, const char *reason)
{
    tlb_report(j->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s", reason);
    return TLB_ARGUMENT;
}

/* Of a world's palettes the one asked for, or the one that shows the picture best. */
static tlb_status choose_of_world(pbmp_job *j, const palette_file *file)
{
    const palettes *p = &j->palettes;
    const tlb_ppl_palette *best = p->has_index ? tlb_ppl_find(file->ppl, p->index) : NULL;
    palette_colors colors;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < file->ppl->palettes.count && !p->has_index; i++) {
        const tlb_ppl_palette *palette = &file->ppl->palettes.data[i];
        if (!suits(j, palette))
            continue;
        colors = palettes_colors_of(p, file, palette);
        use_palette(j, &colors, false);
        uint64_t found = misfit(j);
        if (found < least) {
            least = found;
            best = palette;
        }
    }
    if (!best)
        return refuse_palette(
            j, "--palette: the file has no palette of the index asked for, or none for such a picture");
    colors = palettes_colors_of(p, file, best);
    j->facts.paletteIndex = best->paletteIndex;
    return take_palette(j, &colors, is_translucent(best->type));
}

/* The palette of --like, of --palette, or the picture's own. */
static tlb_status choose_palette(pbmp_job *j)
{
    const palettes *p = &j->palettes;
    const palette_file *file = p->document ? &p->files.data[0] : NULL;
    const pbmp_original *o = &j->original;
    j->hole = j->facts.attributes & TLB_PBMP_TRANSPARENT ? 0 : TLB_NONE;
    j->facts.paletteIndex = p->has_index ? p->index : TLB_PBMP_NO_PALETTE;
    if (o->is_indexed) {
        bool translucent = j->facts.attributes & TLB_PBMP_TRANSLUCENT;
        if (!p->has_index)
            j->facts.paletteIndex = o->facts.paletteIndex;
        if (translucent && !o->colors.has_alpha)
            j->hole = 0;
        j->other_palette = o->colors.is_other;
        return take_palette(j, &o->colors, translucent && o->colors.has_alpha);
    }
    if (file && file->ppl)
        return choose_of_world(j, file);
    j->keeps_indices = !file && !o->document && j->image->format == TLB_PIXELS_INDEXED;
    palette_colors own = {.colors = file ? file->single.colors : j->image->palette,
                          .file = file ? tlb_document_name(p->document) : NULL};
    return file || j->keeps_indices ? take_palette(j, &own, false)
           : o->document
               ? refuse_palette(j, "no palette of the bitmap to be like was found: --palette names the one "
                                   "that the picture is to be drawn with")
               : refuse_palette(j,
                                "the picture has no palette: --palette names the one it is to be drawn with");
}

tlb_status pbmp_choose(pbmp_job *j)
{
    tlb_status status = look_at_original(j);
    if (!status)
        status = choose_attributes(j);
    if (!status)
        status = choose_mips(j);
    return status ? status : choose_palette(j);
}
