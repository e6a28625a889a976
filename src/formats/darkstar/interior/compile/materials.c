/* The materials of a level: those that are drawn as a list, and their images as bitmaps. */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"
#include "base/text.h"
#include "writers/names.h"
#include "formats/darkstar/pbmp/pbmp.h"
#include "formats/darkstar/dml/materials.h"
#include "image/quantize.h"

#include <string.h>

enum { MOST_MATERIALS = TLB_DIG_NULL_MATERIAL };

/* --- which are drawn ----------------------------------------------------------------------------------- */

static bool is_drawn(const tlb_level_detail *detail, uint32_t entity, tlb_brush_kind kind)
{
    return (kind == TLB_BRUSH_STRUCTURAL || kind == TLB_BRUSH_DETAIL) && !tlb_level_is_mover(detail, entity);
}

static void mark_detail(const tlb_level_detail *detail, bool *used)
{
    for (uint32_t i = 0; i < detail->brushes.count; i++) {
        const tlb_level_brush *brush = &detail->brushes.data[i];
        bool drawn = is_drawn(detail, brush->entity, brush->kind);
        for (uint32_t k = 0; drawn && k < brush->face_count; k++)
            used[detail->faces.data[brush->first_face + k].material] = true;
    }
    for (uint32_t i = 0; i < detail->meshes.count; i++) {
        const tlb_level_mesh *mesh = &detail->meshes.data[i];
        bool drawn = is_drawn(detail, mesh->entity, mesh->kind);
        for (uint32_t k = 0; drawn && k < mesh->polygons.count; k++)
            used[mesh->polygons.data[k].material] = true;
    }
}

/* --- sizes --------------------------------------------------------------------------------------------- */

/* Bitmaps are halved until they are small enough for the numbers of surfaces. */
static bool halve_size(uint32_t size[2])
{
    bool halved = false;
    while (size[0] > INTERIOR_MOST_TEXELS || size[1] > INTERIOR_MOST_TEXELS) {
        size[0] = size[0] > 1 ? size[0] / 2 : 1;
        size[1] = size[1] > 1 ? size[1] / 2 : 1;
        halved = true;
    }
    return halved;
}

static tlb_status find_size(interior_compiler *c, const tlb_level_material *from, interior_material *to)
{
    const tlb_size_option *given = &c->conversion->options->texture_size;
    const uint8_t(*pixels)[4];
    tlb_mark mark = tlb_arena_mark(&c->arena);
    tlb_status status = TLB_NOT_FOUND;
    if (from->image)
        status = tlb_image_rgba(c->context, &c->arena, from->image, &pixels, &to->size[0], &to->size[1]);
    tlb_arena_rewind(&c->arena, mark);
    if (status && c->arena.failure)
        return tlb_memory_status(c->context, &c->arena, status);
    if (status) {
        to->size[0] = given->width ? given->width : TLB_LEVEL_SIZE_GUESSED;
        to->size[1] = given->width ? given->height : TLB_LEVEL_SIZE_GUESSED;
        if (!given->width && to->file)
            tlb_report(c->context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, NULL,
                       "texture \"%s\": no image says its size; taken as %d x %d pixels", from->name,
                       TLB_LEVEL_SIZE_GUESSED, TLB_LEVEL_SIZE_GUESSED);
    }
    if (halve_size(to->size))
        tlb_report(c->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "texture \"%s\" is larger than %d pixels a side; it is scaled down to %u x %u", from->name,
                   INTERIOR_MOST_TEXELS, to->size[0], to->size[1]);
    return TLB_OK;
}

/* --- the list ------------------------------------------------------------------------------------------ */

static const char *name_file(interior_compiler *c, tlb_names *names, const char *name, uint32_t index)
{
    const char *dotted = tlb_arena_printf(&c->arena, "%s.x", name);
    const char *stem = dotted ? tlb_darkstar_bitmap_stem(&c->arena, dotted) : NULL;
    return stem ? tlb_names_add(names, "", stem, ".bmp", index) : NULL;
}

static void set_record(const interior_material *material, tlb_dml_material *record)
{
    *record =
        (tlb_dml_material){.flags = TLB_DML_SHADING_NONE | (material->file ? TLB_DML_TEXTURE : TLB_DML_RGB),
                           .elasticity = 1,
                           .friction = 1,
                           .useDefaultProps = 1};
    size_t size = material->file ? strlen(material->file) : 0;
    if (size)
        memcpy(record->file, material->file, size < TLB_DML_NAME ? size : TLB_DML_NAME - 1);
    else
        record->red = record->green = record->blue = UINT8_MAX;
}

static tlb_status add_material(interior_compiler *c, tlb_names *names, uint32_t index)
{
    const tlb_level_material *from = &c->level->materials.data[index];
    interior_material *to = &c->materials[index];
    uint32_t number = c->list.materials.count;
    if (number == MOST_MATERIALS) {
        tlb_report(c->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
                   "material \"%s\": an interior can have %d materials", from->name, MOST_MATERIALS);
        return TLB_LIMIT;
    }
    if (from->name[0] && !(to->file = name_file(c, names, from->name, index)))
        return tlb_report_memory(c->context, &c->arena);
    to->number = (uint8_t)number;
    set_record(to, &c->list.materials.data[c->list.materials.count++]);
    return find_size(c, from, to);
}

tlb_status tlb_interior_compile_materials(interior_compiler *c)
{
    const tlb_level *level = c->level;
    uint32_t count = level->materials.count;
    tlb_names names = {.arena = &c->arena};
    bool *used = tlb_zalloc(&c->arena, count);
    c->materials = tlb_zalloc_array(&c->arena, count, sizeof *c->materials);
    c->list.materials.data = tlb_alloc_array(&c->arena, MOST_MATERIALS, sizeof *c->list.materials.data);
    if (!used || !c->materials || !c->list.materials.data)
        return tlb_report_memory(c->context, &c->arena);
    for (uint32_t i = 0; i < level->details.count; i++)
        mark_detail(&level->details.data[i], used);
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        c->materials[i] = (interior_material){.number = TLB_DIG_NULL_MATERIAL, .size = {1, 1}};
        if (used[i] && level->materials.data[i].surface == TLB_LEVEL_VISIBLE)
            status = add_material(c, &names, i);
    }
    return status;
}

/* --- files --------------------------------------------------------------------------------------------- */

/* An image as large as it is drawn. */
static tlb_status shrink(interior_compiler *c, const tlb_image *image, const uint32_t size[2],
                         tlb_image *small)
{
    const uint8_t(*pixels)[4];
    uint32_t width, height;
    tlb_status status = tlb_image_rgba(c->context, &c->arena, image, &pixels, &width, &height);
    *small = *image;
    if (status || (width == size[0] && height == size[1]))
        return status;
    uint8_t(*halves)[4] = tlb_alloc_array(&c->arena, width, height * sizeof *halves);
    if (!halves)
        return tlb_report_memory(c->context, &c->arena);
    while (width != size[0] || height != size[1]) {
        /* In place from the second on: a pixel is written where those before it were read. */
        tlb_image_halve(pixels, width, height, halves);
        pixels = (const uint8_t(*)[4])halves;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    *small = (tlb_image){.name = image->name,
                         .format = TLB_PIXELS_RGBA,
                         .width = width,
                         .height = height,
                         .pixels = &halves[0][0]};
    return TLB_OK;
}

static tlb_status write_bitmaps(interior_compiler *c, tlb_output *output)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < c->level->materials.count && !status; i++) {
        const interior_material *material = &c->materials[i];
        const tlb_image *image = c->level->materials.data[i].image;
        tlb_image small;
        tlb_mark mark = tlb_arena_mark(&c->arena);
        if (!image || !material->file)
            continue;
        status = shrink(c, image, material->size, &small);
        if (!status)
            status = tlb_darkstar_write_bitmap(&small, TLB_ALPHA_OPAQUE, c->conversion, &c->arena,
                                               material->file, output);
        else if (!c->arena.failure) /* reported: it cannot be shown */
            status = TLB_OK;
        tlb_arena_rewind(&c->arena, mark);
    }
    return status;
}

tlb_status tlb_interior_write_materials(interior_compiler *c, const char *name, tlb_output *output)
{
    static const char class_name[] = "TS::MaterialList";
    tlb_dml dml = {.list = c->list};
    void *root = &dml;
    dml.list.pers =
        (tlb_pers){.className = {class_name, sizeof class_name - 1}, .version = TLB_DML_LAST_VERSION};
    dml.list.numDetails = 1;
    dml.list.numMaterials = dml.list.materials.count;
    tlb_status status = tlb_interior_write(c, name, &tlb_format_dml, root, output);
    return status || c->options->bitmaps == TLB_SWITCH_NO ? status : write_bitmaps(c, output);
}
