/* Bitmaps as the registry knows them. */
#include "formats/darkstar/pbmp/pbmp.h"

#include "base/text.h"
#include "writers/obstacles.h"

/* Two letters are little: that the pixels lie in the file makes it sure. */
static int probe_bmp(tlb_bytes source)
{
    enum { HEADER = 18, LIKELY = 30, SURE = 90 };
    if (source.size < HEADER || memcmp(source.data, "BM", 2) != 0)
        return 0;
    return tlb_get_le32(source.data + 10) <= source.size ? SURE : LIKELY;
}

tlb_pbmp *tlb_document_pbmp(tlb_document *document)
{
    return document && document->format == &tlb_format_pbmp ? document->root : NULL;
}

tlb_bmp *tlb_document_bmp(tlb_document *document)
{
    return document && document->format == &tlb_format_bmp ? document->root : NULL;
}

/* --- what they are ------------------------------------------------------------------------------------- */

static void add_attributes(tlb_arena *arena, tlb_value *table, uint32_t attributes)
{
    static const char *const names[] = {"transparent", "fuzzy",       "translucent", "ownmem",
                                        "additive",    "subtractive", "alpha8"};
    tlb_value *list = tlb_value_add_list(arena, table, "attributes");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (attributes >> i & 1)
            tlb_value_add_text(arena, list, NULL, names[i]);
}

static tlb_status describe_pbmp(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    tlb_arena *arena = &document->arena;
    tlb_pbmp_info info;
    if (!tlb_pbmp_info_of(document->root, &info))
        return TLB_OK;
    tlb_value_add_integer(arena, table, "width", info.width);
    tlb_value_add_integer(arena, table, "height", info.height);
    tlb_value_add_integer(arena, table, "bitDepth", info.bitDepth);
    tlb_value_add_integer(arena, table, "mipLevels", info.mipLevels);
    tlb_value_add_integer(arena, table, "paletteIndex", (int32_t)info.paletteIndex);
    add_attributes(arena, table, info.attributes);
    return TLB_OK;
}

static tlb_status describe_bmp(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    const tlb_bmp *bmp = document->root;
    tlb_arena *arena = &document->arena;
    uint32_t index;
    if (bmp->isOpaque)
        return TLB_OK;
    tlb_value_add_integer(arena, table, "width", bmp->biWidth);
    tlb_value_add_integer(arena, table, "height", bmp->biHeight);
    tlb_value_add_integer(arena, table, "biBitCount", bmp->biBitCount);
    tlb_value_add_integer(arena, table, "biCompression", bmp->biCompression);
    tlb_value_add_integer(arena, table, "colors", bmp->colors.count);
    if (tlb_bmp_palette_index(bmp, &index))
        tlb_value_add_integer(arena, table, "paletteIndex", index);
    return TLB_OK;
}

/* --- to a scene ---------------------------------------------------------------------------------------- */

static const tlb_format *format_of(tlb_bytes file)
{
    return tlb_has_signature(&tlb_format_pbmp, file) ? &tlb_format_pbmp
           : probe_bmp(file)                         ? &tlb_format_bmp
                                                     : NULL;
}

static tlb_status image_of(const tlb_format *format, const void *root, tlb_bytes file, palettes *p,
                           const char *name, bitmap_look *look, tlb_arena *arena, tlb_image *image)
{
    return format == &tlb_format_pbmp ? tlb_pbmp_image(root, p, name, look, arena, image)
                                      : tlb_bmp_image(root, file, p, name, look, arena, image);
}

tlb_status tlb_pbmp_load(tlb_bytes file, palettes *p, const char *name, bitmap_look *look, tlb_arena *arena,
                         tlb_image *image)
{
    tlb_context *context = p->conversion->context;
    const tlb_format *format = format_of(file);
    if (!format)
        return tlb_image_load(context, arena, file, image);
    void *root = NULL;
    tlb_walk w = tlb_walk_reader(context, &p->arena, file);
    format->walk(&w, &root);
    tlb_status status = w.status ? w.status : image_of(format, root, file, p, name, look, arena, image);
    return status;
}

static void add_extras(tlb_arena *arena, tlb_scene *scene, const bitmap_look *look)
{
    scene->extras = tlb_value_table(arena);
    add_attributes(arena, scene->extras, look->attributes);
}

static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    const char *name =
        tlb_copy_text(arena, tlb_path_base(document->name), tlb_path_stem(document->name)).data;
    tlb_optional_integer mip = ((const tlb_pbmp_read_options *)conversion->from)->mip;
    tlb_image *image = name ? tlb_scene_add_image(scene, name) : NULL;
    if (!image)
        return tlb_report_memory(conversion->context, arena);
    palettes p;
    bitmap_look look = {.level = (uint32_t)mip.value};
    tlb_status status = tlb_ppl_palettes_init(&p, conversion);
    tlb_bytes file = {0};
    if (!status && document->format == &tlb_format_bmp)
        status = tlb_save_memory(document, &file);
    if (!status)
        status = image_of(document->format, document->root, file, &p, document->name, &look, arena, image);
    tlb_ppl_palettes_free(&p);
    if (!status && document->format == &tlb_format_pbmp)
        add_extras(arena, scene, &look);
    return status;
}

#define MIP_OPTION                                                                                           \
    {                                                                                                        \
        "mip", "N", "mip level to convert, 0 the largest (default: 0)",                                      \
            TLB_SETS_FROM(tlb_pbmp_read_options, INTEGER, mip), .most = TLB_PBMP_MOST_MIPS - 1               \
    }

static const tlb_option_word attributes[] = {{"none", 0},
                                             {"transparent", TLB_PBMP_TRANSPARENT},
                                             {"fuzzy", TLB_PBMP_FUZZY},
                                             {"translucent", TLB_PBMP_TRANSLUCENT},
                                             {"additive", TLB_PBMP_ADDITIVE},
                                             {"subtractive", TLB_PBMP_SUBTRACTIVE},
                                             {"alpha8", TLB_PBMP_ALPHA_8},
                                             {NULL, 0}};

static const tlb_option_info pbmp_options[] = {
    PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE),
    {TLB_OPTION_LIKE, TLB_SETS_TO(tlb_pbmp_write_options, TEXT, like, TLB_CAN_IMPORT_SCENE)},
    MIP_OPTION,
    {"mips", "N", "mip levels to write, 1 to 9 (default: all if both sides are powers of two)",
     TLB_SETS_TO(tlb_pbmp_write_options, INTEGER, mips, TLB_CAN_IMPORT_SCENE), .least = 1,
     .most = TLB_PBMP_MOST_MIPS},
    {"attributes", "NAMES",
     "attributes to write, separated by commas: none, transparent, fuzzy, translucent, additive, "
     "subtractive, alpha8 (default: transparent if the picture is)",
     TLB_SETS_TO(tlb_pbmp_write_options, BITS, attributes, TLB_CAN_IMPORT_SCENE), .words = attributes},
    {0},
};
static const tlb_option_info bmp_options[] = {PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE), MIP_OPTION, {0}};

const tlb_format tlb_format_pbmp = {
    .info = {.name = "pbmp",
             .title = "Phoenix bitmap (PBMP)",
             .family = "darkstar",
             .versions = "8 and 24 bits, mip chains, all attributes",
             .extensions = (const char *const[]){"bmp", "pbmp", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PBMP")),
             .abilities =
                 TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE,
             .options = pbmp_options,
             .read_options = TLB_OPTIONS_TYPE(tlb_pbmp_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_pbmp_write_options),
             .minimal = TLB_JSON({
                 "format" : "pbmp",
                 "size" : 36,
                 "chunks" : [
                     {"tag" : "head", "head" : {"version" : 3, "width" : 1, "height" : 1, "bitDepth" : 8}},
                     {"tag" : "data", "data" : "AAAAAA=="}, {"tag" : "DETL", "mipLevels" : 1},
                     {"tag" : "PiDX", "paletteIndex" : 0}
                 ]
             })},
    .is_never_empty = true,
    .takes_pictures = true,
    .walk = tlb_pbmp_walk,
    .check = tlb_pbmp_check,
    .describe = describe_pbmp,
    .to_scene = to_scene,
    .obstacle = tlb_needs_pictures,
    .from_scene = tlb_pbmp_from_scene,
};

const tlb_format tlb_format_bmp = {
    .info = {.name = "bmp",
             .title = "Microsoft bitmap",
             .family = "darkstar",
             .versions = "headers of 40 to 124 bytes",
             .extensions = (const char *const[]){"bmp", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = bmp_options,
             .read_options = TLB_OPTIONS_TYPE(tlb_pbmp_read_options),
             .minimal = TLB_JSON({
                 "format" : "bmp",
                 "bfSize" : 58,
                 "biWidth" : 1,
                 "biHeight" : 1,
                 "biSizeImage" : 4,
                 "pixels" : "AAAAAA=="
             })},
    .is_never_empty = true,
    .probe = probe_bmp,
    .walk = tlb_bmp_walk,
    .check = tlb_bmp_check,
    .describe = describe_bmp,
    .to_scene = to_scene,
};
