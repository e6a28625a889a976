#include "formats/modern/obj/format.h"

#include "core/findings.h"
#include "core/losses.h"

#include "core/names.h"
#include "scene/matrix.h"
#include "scene/shown.h"

#include <math.h>

char *tlb_obj_number(tlb_obj *obj, char *p, float value)
{
    bool finite = isfinite(value);
    obj->replaced += !finite;
    return tlb_put_number(p, finite ? value : 0);
}

static bool name_materials(tlb_obj *obj)
{
    uint32_t count = obj->scene->material_count;
    tlb_names names;
    obj->materials = tlb_alloc_array(obj->arena, (size_t)count + 1, sizeof *obj->materials);
    if (!obj->materials || !tlb_names_init(&names, obj->arena, count + 1))
        return false;
    for (uint32_t i = 0; i <= count; i++) {
        const char *name = i < count ? obj->scene->materials[i].name : "default";
        obj->materials[i] = tlb_names_add(&names, "", *name ? name : "material", "", i);
        if (!obj->materials[i])
            return false;
    }
    return true;
}

static bool plan(tlb_obj *obj)
{
    float(*world)[16] = tlb_alloc_array(obj->arena, obj->scene->node_count, sizeof *world);
    obj->shown = tlb_scene_seen(obj->scene, obj->arena);
    obj->world = (const float(*)[16])world;
    if (!world || !obj->shown || !name_materials(obj))
        return false;
    tlb_scene_world_matrices(obj->scene, world);
    return true;
}

static void write_nodes(tlb_obj *obj, tlb_lines *lines)
{
    for (uint32_t i = 0; i < obj->scene->node_count; i++)
        if (tlb_shown_mesh(obj->scene, obj->shown, i))
            tlb_obj_write_mesh(obj, lines, i);
    tlb_lines_flush(lines);
}

/* False without memory. */
static bool write_files(tlb_obj *obj, tlb_output *output)
{
    const char *library = tlb_print(obj->arena, "%s.mtl", tlb_output_stem(output));
    if (!library || !plan(obj))
        return false;
    tlb_lines lines = {.out = tlb_output_file(output, tlb_output_name(output))};
    if (!lines.out)
        return false;
    tlb_text_line(&lines, "mtllib ", library);
    write_nodes(obj, &lines);
    if (lines.out->status)
        return false;
    lines.out = tlb_output_file(output, library);
    if (!lines.out)
        return false;
    tlb_obj_write_materials(obj, &lines);
    return lines.out->status == TLB_OK;
}

/* Only the materials' textures: light maps have no place in OBJ. */
static tlb_status make_images(tlb_obj *obj, const char *stem)
{
    const tlb_scene *scene = obj->scene;
    bool *wanted = tlb_zalloc(obj->arena, scene->image_count * sizeof *wanted);
    if (!wanted)
        return tlb_report_memory(obj->context);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (scene->materials[i].texture.image >= 0)
            wanted[scene->materials[i].texture.image] = true;
    return tlb_make_image_files(obj->context, obj->arena, scene, wanted, stem, &obj->image_files);
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_context *context = conversion->context;
    tlb_arena arena;
    tlb_arena_init(&arena, &context->account);
    tlb_obj obj = {.context = context, .scene = scene, .arena = &arena};
    tlb_status status = make_images(&obj, tlb_output_stem(output));
    if (!status && !write_files(&obj, output))
        status = tlb_report_memory(context);
    if (!status)
        status = tlb_put_image_files(context, obj.image_files, scene->image_count, output);
    if (!status) {
        tlb_report_losses(
            &(tlb_writing){.context = context, .scene = scene, .shown = obj.shown, .title = "OBJ"});
        tlb_report_not_finite(context, obj.replaced);
    }
    tlb_arena_free(&arena);
    return status;
}

const tlb_format tlb_format_obj = {
    .info = {.name = "obj",
             .title = "Wavefront OBJ",
             .family = "modern",
             .versions = "text, with MTL",
             .extensions = (const char *const[]){"obj", NULL},
             .abilities = TLB_CAN_IMPORT_SCENE},
    .from_scene = from_scene,
};
