/* The scene of a terrain: one mesh, one material with one image of all textures. */
#include "formats/torque/ter/ter.h"

#include "base/text.h"
#include "scene/build/name.h"

typedef struct terrain {
    const tlb_conversion *conversion;
    tlb_scene *scene;
    const tlb_ter *ter;
    ter_grid grid;
    const char *name;
    tlb_arena work;
    ter_tiles tiles;
} terrain;

static bool set_name(terrain *t, const char *path)
{
    size_t size = tlb_path_stem(path);
    t->name = size ? tlb_scene_name(tlb_scene_arena(t->scene), tlb_path_base(path), size) : "terrain";
    return t->name;
}

/* --- extras ------------------------------------------------------------------------------------------- */

static void add_text(tlb_arena *arena, tlb_value *table, const char *name, tlb_text text)
{
    if (text.size)
        tlb_value_add_bytes_text(arena, table, name, text);
}

static bool add_scene_extras(const terrain *t)
{
    const tlb_ter *x = t->ter;
    tlb_arena *arena = tlb_scene_arena(t->scene);
    tlb_value *extras = t->scene->extras = tlb_value_table(arena);
    tlb_value_add_integer(arena, extras, "version", x->version);
    tlb_value_add_integer(arena, extras, "size", t->grid.side);
    if (!t->grid.wraps)
        return extras;
    add_text(arena, extras, "textureScript", x->textureScript);
    add_text(arena, extras, "heightfieldScript", x->heightfieldScript);
    add_text(arena, extras, "edgePath1", x->edgePath1);
    add_text(arena, extras, "edgePath2", x->edgePath2);
    return extras;
}

/* What the image was made of. */
static bool add_layers(const terrain *t, tlb_material *material)
{
    const tlb_ter *x = t->ter;
    tlb_arena *arena = tlb_scene_arena(t->scene);
    tlb_value *list, *extras = material->extras = tlb_value_table(arena);
    list = tlb_value_add_list(arena, extras, "layers");
    for (uint32_t i = 0; i < x->materialNames.count && i < TLB_TER_HOLE; i++) {
        if (!x->materialNames.data[i].size)
            continue;
        tlb_value *layer = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_integer(arena, layer, "index", i);
        tlb_value_add_bytes_text(arena, layer, "name", x->materialNames.data[i]);
        if (!t->tiles.of[i].texels)
            tlb_value_add_bool(arena, layer, "missing", true);
    }
    return extras;
}

/* --- the scene ---------------------------------------------------------------------------------------- */

static bool add_material(terrain *t)
{
    if (!tlb_ter_find_tiles(t->conversion, &t->work, t->ter, &t->tiles) ||
        !tlb_ter_bake(t->scene, &t->work, &t->grid, &t->tiles, t->name))
        return false;
    tlb_material *material = tlb_scene_add_material(t->scene, t->name);
    if (!material)
        return false;
    material->texture.image = 0;
    material->texture.wrap_u = material->texture.wrap_v = t->grid.wraps ? TLB_WRAP_REPEAT : TLB_WRAP_CLAMP;
    return add_layers(t, material);
}

static bool add_terrain(terrain *t, uint32_t step)
{
    tlb_node *node = tlb_scene_add_node(t->scene, t->name, TLB_NONE);
    int32_t mesh;
    if (!node || !tlb_ter_add_mesh(t->scene, &t->grid, step, t->name, 0, &mesh))
        return false;
    node->mesh = mesh;
    node->ground = true;
    node->translation[0] = t->grid.origin;
    node->translation[2] = 0 - t->grid.origin;
    return mesh == TLB_NONE || add_material(t);
}

tlb_status tlb_ter_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_ter_read_options *options = conversion->from;
    tlb_optional_integer step = options->step;
    terrain t = {.conversion = conversion,
                 .scene = scene,
                 .ter = document->root,
                 .grid = tlb_ter_grid(document->root)};
    if (!tlb_option_is_within(conversion->context, "terrain-step", step, 1, TER_MOST_STEP))
        return TLB_ARGUMENT;
    tlb_arena_init(&t.work, conversion->context->account);
    tlb_status status = TLB_OK;
    if (options->empty_squares)
        status = tlb_ter_set_empty(&t.grid, conversion->context, &t.work, options->empty_squares);
    bool made = status || (set_name(&t, document->name) && add_scene_extras(&t));
    if (!status && made && options->height_map)
        status = tlb_ter_to_picture(conversion, scene, &t.grid, t.name, &t.work);
    else if (!status && made)
        made = add_terrain(&t, step.is_set ? (uint32_t)step.value : 1);
    tlb_arena_release(&t.work);
    if (!made)
        return tlb_report_memory(conversion->context, tlb_arena_refused(&t.work, tlb_scene_arena(scene)));
    return status;
}
