/* The scene of a terrain: a mesh for each block, a node for each cell of the map; and of a block alone. */
#include "formats/darkstar/dtf/terrain.h"

#include "base/text.h"
#include "formats/darkstar/dml/dml.h"
#include "formats/darkstar/shared/files.h"
#include "formats/darkstar/dml/materials.h"

#include <stdlib.h>

/* A block of the map, once it was looked for. */
typedef struct known_block {
    int32_t id, mesh; /* TLB_NONE: it is missing */
    const tlb_dtb *block;
} known_block;

typedef struct terrain {
    const tlb_conversion *conversion;
    tlb_scene *scene;
    tlb_arena work;
    terrain_look look;
    TLB_LIST(known_block) blocks; /* sorted by id */
} terrain;

static bool choose_step(terrain *t)
{
    tlb_optional_integer step = ((const tlb_dtf_read_options *)t->conversion->from)->step;
    t->look.step = step.is_set ? (uint32_t)step.value : 1;
    return tlb_option_is_within(t->conversion->context, "terrain-step", step, 1, TLB_DTB_MOST_SQUARES);
}

/* What the list of materials has; its colors are those of tiles, to which the light of the block is added. */
static tlb_status find_materials(terrain *t, tlb_text dml, const char *field)
{
    void *root = NULL;
    const char *name = tlb_arena_printf(&t->work, "%.*s", (int)dml.size, dml.data);
    tlb_status status = !name ? TLB_NO_MEMORY
                              : tlb_darkstar_read_file(t->conversion, &t->work, name, field, false,
                                                       tlb_format_dml.walk, &root);
    if (status || !root)
        return status;
    const tlb_dml_list *list = &((const tlb_dml *)root)->list;
    status = tlb_darkstar_add_materials(t->scene, list->materials.data, list->materials.count, "materials",
                                        t->conversion, &t->look.first_material);
    t->look.material_count = list->materials.count;
    for (uint32_t i = 0; i < list->materials.count && !status; i++) {
        tlb_material *material = &t->scene->materials[t->look.first_material + (int32_t)i];
        material->unlit = true;
        material->texture.wrap_u = material->texture.wrap_v = TLB_WRAP_CLAMP;
    }
    return status;
}

/* --- blocks ------------------------------------------------------------------------------------------- */

static int compare_blocks(const void *a, const void *b)
{
    const known_block *one = a, *other = b;
    return (one->id > other->id) - (one->id < other->id);
}

tlb_status tlb_dtb_find_terrain(const tlb_conversion *conversion, tlb_arena *arena, const tlb_document *block,
                                const tlb_dtf **dtf)
{
    const char *base = tlb_path_base(block->name), *mark = strrchr(base, '#');
    const char *name = mark ? tlb_arena_printf(arena, "%.*s.dtf", (int)(mark - base), base) : NULL;
    void *root = NULL;
    tlb_status status =
        name ? tlb_darkstar_read_file(conversion, arena, name, NULL, false, tlb_dtf_walk, &root) : TLB_OK;
    *dtf = root;
    return status;
}

const char *tlb_dtf_block_file(tlb_arena *arena, const char *path, const tlb_dtf_block *block)
{
    if (block->name.size)
        return tlb_arena_printf(arena, "%.*s", (int)block->name.size, block->name.data);
    return tlb_arena_printf(arena, "%.*s#%d.dtb", (int)tlb_path_stem(path), tlb_path_base(path), block->id);
}

static tlb_status find_blocks(terrain *t, const tlb_dtf *x, const char *terrain_name)
{
    for (uint32_t i = 0; i < x->blocks.count; i++) {
        const char *name = tlb_dtf_block_file(&t->work, terrain_name, &x->blocks.data[i]);
        const char *field = tlb_arena_printf(&t->work, "blocks[%u].id", i);
        known_block *known = TLB_PUSH(&t->work, &t->blocks);
        void *root;
        if (!name || !field || !known)
            return TLB_NO_MEMORY;
        *known = (known_block){.id = x->blocks.data[i].id, .mesh = TLB_NONE};
        tlb_status status =
            tlb_darkstar_read_file(t->conversion, &t->work, name, field, false, tlb_dtb_walk, &root);
        if (status)
            return status;
        t->blocks.data[i].block = root;
    }
    if (t->blocks.count)
        qsort(t->blocks.data, t->blocks.count, sizeof *t->blocks.data, compare_blocks);
    return TLB_OK;
}

static known_block *block_of(terrain *t, int32_t id)
{
    known_block key = {.id = id};
    return t->blocks.count ? bsearch(&key, t->blocks.data, t->blocks.count, sizeof key, compare_blocks)
                           : NULL;
}

static bool set_mesh(terrain *t, known_block *known)
{
    const char *name = tlb_arena_printf(&t->work, "block-%d", known->id);
    if (!name || !tlb_terrain_add_block(t->scene, &t->work, known->block, name, &t->look))
        return false;
    known->mesh = (int32_t)t->scene->mesh_count - 1;
    return true;
}

/* --- the map ------------------------------------------------------------------------------------------ */

static bool add_cell(terrain *t, const tlb_dtf *x, uint32_t cell)
{
    uint32_t column = cell % (uint32_t)x->sizeX, row = cell / (uint32_t)x->sizeX;
    known_block *known = block_of(t, x->map.data[cell]);
    const char *name = tlb_arena_printf(&t->work, "cell %u,%u", column, row);
    if (!name || (known && known->block && known->mesh == TLB_NONE && !set_mesh(t, known)))
        return false;
    tlb_node *node = tlb_scene_add_node(t->scene, name, 0);
    if (!node)
        return false;
    if (known)
        node->mesh = known->mesh;
    node->ground = true;
    float side = dtf_side(x);
    node->translation[0] = side * (float)column;
    node->translation[2] = 0 - side * (float)row;
    return true;
}

static tlb_status add_terrain(terrain *t, tlb_document *document)
{
    const tlb_dtf *x = document->root;
    t->look.square = dtf_square(x);
    if (!choose_step(t))
        return TLB_ARGUMENT;
    tlb_status status = find_materials(t, x->dmlName, "dmlName");
    status = status ? status : find_blocks(t, x, document->name);
    const char *name =
        tlb_arena_printf(&t->work, "%.*s", (int)tlb_path_stem(document->name), tlb_path_base(document->name));
    if (status || !name || !tlb_scene_add_node(t->scene, *name ? name : "terrain", TLB_NONE))
        return status ? status : TLB_NO_MEMORY;
    for (uint32_t i = 0; i < x->map.count; i++)
        if (!add_cell(t, x, i))
            return TLB_NO_MEMORY;
    return TLB_OK;
}

/* --- a block alone ------------------------------------------------------------------------------------ */

/* Of NAME#5.dtb it is in NAME.dtf how large a square is, and what the materials are. */
static tlb_status find_terrain(terrain *t, const tlb_document *document)
{
    const tlb_dtf *dtf;
    tlb_status status = tlb_dtb_find_terrain(t->conversion, &t->work, document, &dtf);
    t->look.square = dtf ? dtf_square(dtf) : dtb_square_alone(document->root);
    return status || !dtf ? status : find_materials(t, dtf->dmlName, NULL);
}

static tlb_status add_block(terrain *t, tlb_document *document)
{
    const tlb_dtb *x = document->root;
    if (((const tlb_dtf_read_options *)t->conversion->from)->height_map)
        return tlb_dtb_to_picture(t->conversion, t->scene, x, "block", &t->work);
    if (!choose_step(t))
        return TLB_ARGUMENT;
    tlb_status status = find_terrain(t, document);
    if (status)
        return status;
    tlb_node *node = tlb_scene_add_node(t->scene, "block", TLB_NONE);
    if (!node || !tlb_terrain_add_block(t->scene, &t->work, x, "block", &t->look))
        return TLB_NO_MEMORY;
    t->scene->nodes[0].mesh = 0;
    t->scene->nodes[0].ground = true;
    return TLB_OK;
}

static tlb_status make(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion,
                       tlb_status (*add)(terrain *t, tlb_document *document))
{
    terrain t = {.conversion = conversion, .scene = scene};
    tlb_arena_init(&t.work, conversion->context->account);
    tlb_status status = add(&t, document);
    tlb_arena_release(&t.work);
    tlb_arena_fail(tlb_scene_arena(scene), t.work.failure);
    return status;
}

tlb_status tlb_dtf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    return make(document, scene, conversion, add_terrain);
}

tlb_status tlb_dtb_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    return make(document, scene, conversion, add_block);
}
