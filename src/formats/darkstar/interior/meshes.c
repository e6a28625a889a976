/* The surfaces of a level as one mesh: a part for each pair of material and light map sheet, the vertices of
 * a surface its own. */
#include "formats/darkstar/interior/interior.h"

#include "base/text.h"
#include "image/image.h"
#include "scene/geometry/unit.h"

/* Surfaces may share vertices, but files that repeat them without end are not followed. */
enum { SURFACES_PER_VERTEX = 4 };

typedef struct drawing {
    interior_scene *s;
    const tlb_dig *dig;
    interior_sheets sheets;
    int32_t first_sheet; /* the image of sheet 0 */
    uint32_t sheet_count;
    uint32_t *order; /* the surfaces to draw, sorted by key */
    uint32_t *keys;  /* of each surface: material, then sheet, numbered without gaps */
    uint32_t count, corners, triangles, parts, skipped, culled;
} drawing;

/* --- what is drawn ------------------------------------------------------------------------------------ */

static uint32_t sheet_of(const drawing *d, uint32_t surface)
{
    uint32_t tile = surface < d->sheets.light_count ? d->sheets.lights[surface].tile : TLB_DIL_NO_MAP;
    return tile == TLB_DIL_NO_MAP ? d->sheet_count : d->sheets.tiles[tile].sheet;
}

/* A stable sort of surface numbers by their keys, which are below `keys`. False without memory. */
static bool sort(drawing *d, const uint32_t *found, uint32_t keys)
{
    tlb_arena *work = &d->s->work;
    uint32_t *places = tlb_zalloc_array(work, keys + (size_t)1, sizeof *places);
    d->order = tlb_alloc_array(work, d->count, sizeof *d->order);
    if (!places || !d->order)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        places[d->keys[found[i]] + 1]++;
    for (uint32_t key = 0; key < keys; key++) {
        d->parts += places[key + 1] != 0;
        places[key + 1] += places[key];
    }
    for (uint32_t i = 0; i < d->count; i++)
        d->order[places[d->keys[found[i]]]++] = found[i];
    return true;
}

/* Finds the surfaces that are shown, or those that are not. False without memory. */
static bool arrange(drawing *d, bool shown)
{
    const tlb_dig *dig = d->dig;
    uint32_t total = dig->surfaces.count;
    uint64_t most = (uint64_t)dig->verts.count * SURFACES_PER_VERTEX;
    uint32_t *found = tlb_alloc_array(&d->s->work, total, sizeof *found);
    d->keys = tlb_alloc_array(&d->s->work, total, sizeof *d->keys);
    if (!found || !d->keys)
        return false;
    for (uint32_t i = 0; i < total; i++) {
        const tlb_dig_surface *surface = &dig->surfaces.data[i];
        if (interior_shows(surface) != shown)
            continue;
        if (!tlb_dig_has_polygon(dig, surface) || d->corners + (uint64_t)surface->numVerts > most) {
            d->skipped++;
            continue;
        }
        if (shown && d->s->conversion->options->face_cull && !tlb_interior_is_seen(dig, surface)) {
            d->culled++;
            continue;
        }
        found[d->count++] = i;
        d->keys[i] = surface->material * (d->sheet_count + 1) + sheet_of(d, i);
        d->corners += surface->numVerts;
        d->triangles += surface->numVerts - 2u;
    }
    return sort(d, found, (UINT8_MAX + 1) * (d->sheet_count + 1));
}

/* --- vertices ----------------------------------------------------------------------------------------- */

/* Writes the vertices of a surface. False when they come out as no numbers. */
static bool write_vertices(const drawing *d, uint32_t index, const uint32_t bitmap[2], tlb_mesh *mesh)
{
    const tlb_dig_surface *surface = &d->dig->surfaces.data[index];
    bool lit = sheet_of(d, index) < d->sheet_count;
    uint32_t texels[2], first = mesh->vertex_count;
    float plane[4], normal[3], poison = 0;
    tlb_dig_texels(d->dig, surface, texels);
    tlb_dig_surface_plane(d->dig, surface, plane);
    interior_turn_axes(normal, plane);
    tlb_make_unit(normal);
    for (uint32_t i = 0; i < surface->numVerts; i++) {
        const float *point = dig_corner(d->dig, surface, i);
        const float *point2 = d->dig->points2.data[d->dig->verts.data[surface->vertIdx + i].tIdx];
        float *uv = mesh->uv[0][first + i], light[2] = {0};
        tlb_dig_texture_uv(d->dig, surface, point2, bitmap, uv);
        poison += (point[0] + point[1] + point[2] + uv[0] + uv[1]) * 0;
        interior_turn_axes(mesh->positions[first + i], point);
        memcpy(mesh->normals[first + i], normal, sizeof normal);
        if (!mesh->uv[1])
            continue;
        if (lit) {
            float at[2];
            tlb_dil_luxel_uv(d->sheets.dil, d->sheets.lights[index].surface, point2, texels, at);
            tlb_interior_sheet_uv(&d->sheets, index, at, light);
        }
        memcpy(mesh->uv[1][first + i], light, sizeof light);
    }
    return poison == 0;
}

/* Slivers below what 32-bit coordinates can distinguish from a line count as lines. */
static bool has_area(const float a[3], const float b[3], const float c[3])
{
    double ab = 0, ac = 0, dot = 0;
    for (int i = 0; i < 3; i++) {
        ab += ((double)b[i] - a[i]) * ((double)b[i] - a[i]);
        ac += ((double)c[i] - a[i]) * ((double)c[i] - a[i]);
        dot += ((double)b[i] - a[i]) * ((double)c[i] - a[i]);
    }
    return ab * ac - dot * dot > 1e-12 * ab * ac;
}

/* A fan whose front is clockwise, as triangles whose front is not. */
static void write_triangles(uint32_t corners, tlb_mesh *mesh)
{
    uint32_t a = mesh->vertex_count;
    for (uint32_t i = 2; i < corners; i++) {
        uint32_t b = a + i, c = a + i - 1;
        if (!has_area(mesh->positions[a], mesh->positions[b], mesh->positions[c]))
            continue;
        uint32_t *out = &mesh->indices[mesh->index_count];
        out[0] = a, out[1] = b, out[2] = c;
        mesh->index_count += 3;
    }
}

/* Draws order[from] to order[to], surfaces of one material and sheet. */
static void write_part(drawing *d, uint32_t from, uint32_t to, const uint32_t bitmap[2], tlb_mesh *mesh,
                       tlb_part *part)
{
    part->first_index = mesh->index_count;
    for (uint32_t i = from; i < to; i++) {
        uint8_t corners = d->dig->surfaces.data[d->order[i]].numVerts;
        if (!write_vertices(d, d->order[i], bitmap, mesh)) {
            d->skipped++;
            continue;
        }
        write_triangles(corners, mesh);
        mesh->vertex_count += corners;
    }
    part->index_count = mesh->index_count - part->first_index;
}

/* --- materials ---------------------------------------------------------------------------------------- */

/* The scene's material of the list's, or one that shows that the list has none. False without memory. */
static bool find_material(interior_scene *s, uint8_t material, int32_t *index)
{
    if (material < s->material_count) {
        *index = s->first_material + material;
        return true;
    }
    if (s->placeholder == TLB_NONE) {
        s->placeholder = (int32_t)s->scene->material_count;
        if (!tlb_scene_add_material(s->scene, "unnamed"))
            return false;
    }
    *index = s->placeholder;
    return true;
}

/* Of the texture, in pixels: what texture coordinates are divided by. */
static void bitmap_size(const interior_scene *s, int32_t material, uint32_t size[2])
{
    enum { USUAL = 64 }; /* where there is none, to show something */
    int32_t index = s->scene->materials[material].texture.image;
    const tlb_image *image = index == TLB_NONE ? NULL : &s->scene->images[index];
    bool known = image && !s->scene->materials[material].placeholder;
    size[0] = known ? image->width : 0;
    size[1] = known ? image->height : 0;
    if (known && !size[0])
        tlb_image_size(image->encoded, &size[0], &size[1]);
    for (int i = 0; i < 2; i++)
        size[i] = size[i] ? size[i] : USUAL;
}

/* A material with another light map than one of the scene has. */
static bool copy_material(tlb_scene *scene, int32_t *index)
{
    tlb_material *copy = tlb_scene_add_material(scene, scene->materials[*index].name);
    if (!copy)
        return false;
    const char *name = copy->name;
    *copy = scene->materials[*index];
    copy->name = name;
    copy->lightmap.image = TLB_NONE;
    *index = (int32_t)scene->material_count - 1;
    return true;
}

/* A material with the light map of a sheet, or without one: what is met first is the material itself, the
 * others are copies. */
static bool light_material(drawing *d, uint32_t sheet, int32_t *index)
{
    tlb_scene *scene = d->s->scene;
    bool lit = sheet < d->sheet_count, has_light = scene->materials[*index].lightmap.image != TLB_NONE;
    uint32_t number = *index == d->s->placeholder ? UINT8_MAX + 1 : (uint32_t)(*index - d->s->first_material);
    uint32_t *unlit = &d->s->unlit[number];
    if (!d->sheet_count) /* without coordinates for it, no light map is shown */
        return true;
    if (!lit && *unlit) {
        *index = (int32_t)*unlit - 1;
        return true;
    }
    if ((has_light || *unlit == (uint32_t)*index + 1) && !copy_material(scene, index))
        return false;
    if (lit)
        scene->materials[*index].lightmap = (tlb_texture){.image = d->first_sheet + (int32_t)sheet,
                                                          .uv_set = 1,
                                                          .wrap_u = TLB_WRAP_CLAMP,
                                                          .wrap_v = TLB_WRAP_CLAMP};
    else
        *unlit = (uint32_t)*index + 1;
    return true;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static bool write_mesh(drawing *d, tlb_mesh *mesh)
{
    mesh->vertex_count = mesh->index_count = mesh->part_count = 0;
    for (uint32_t from = 0, to; from < d->count; from = to) {
        uint32_t key = d->keys[d->order[from]], bitmap[2];
        for (to = from + 1; to < d->count && d->keys[d->order[to]] == key; to++)
            continue;
        tlb_part *part = &mesh->parts[mesh->part_count];
        if (!find_material(d->s, (uint8_t)(key / (d->sheet_count + 1)), &part->material))
            return false;
        bitmap_size(d->s, part->material, bitmap);
        write_part(d, from, to, bitmap, mesh, part);
        if (!part->index_count)
            continue;
        if (!light_material(d, key % (d->sheet_count + 1), &part->material))
            return false;
        mesh->part_count++;
    }
    return true;
}

/* What was arranged, as the mesh of a node. False without memory. */
static bool add_mesh(drawing *d, int32_t node)
{
    if (!d->count)
        return true;
    int32_t index = (int32_t)d->s->scene->mesh_count;
    unsigned data = TLB_WITH_NORMALS | TLB_WITH_UV0 | (d->sheet_count ? TLB_WITH_UV1 : 0);
    tlb_mesh *mesh = tlb_scene_add_mesh(d->s->scene, d->s->scene->nodes[node].name);
    if (!mesh || !tlb_mesh_reserve(d->s->scene, mesh, d->corners, d->triangles * 3, d->parts, data) ||
        !write_mesh(d, mesh))
        return false;
    if (mesh->part_count)
        d->s->scene->nodes[node].mesh = index;
    else
        d->s->scene->mesh_count--;
    return true;
}

/* The surfaces that are not drawn, as a hidden node. */
static bool add_hidden(interior_scene *s, const interior_level *level, int32_t parent, uint32_t *skipped)
{
    drawing d = {.s = s, .dig = level->dig};
    if (!arrange(&d, false))
        return false;
    *skipped += d.skipped;
    if (!d.count)
        return true;
    int32_t node = (int32_t)s->scene->node_count;
    tlb_node *hidden = tlb_scene_add_node(s->scene, "null and link surfaces", parent);
    if (!hidden)
        return false;
    hidden->hidden = true;
    hidden->layer = "collision";
    return add_mesh(&d, node);
}

tlb_status tlb_interior_add_sheets(interior_scene *s, const interior_sheets *sheets, const char *name,
                                   int32_t *first)
{
    *first = (int32_t)s->scene->image_count;
    for (uint32_t i = 0; i < sheets->sheets.count; i++) {
        const char *full = tlb_arena_printf(&s->work, "%s light map %u", name, i);
        tlb_image *image = full ? tlb_scene_add_image(s->scene, full) : NULL;
        if (!image)
            return TLB_NO_MEMORY;
        const char *kept = image->name;
        *image = sheets->sheets.data[i];
        image->name = kept;
    }
    return TLB_OK;
}

void tlb_interior_report_sheets(const interior_scene *s, const interior_sheets *sheets, const char *name)
{
    if (sheets->undecoded)
        tlb_report(s->conversion->context, TLB_CODE_DIL_MAP, TLB_NO_OFFSET, NULL,
                   "%s: light maps that do not decode: %u", name, sheets->undecoded);
    if (sheets->left_out)
        tlb_report(s->conversion->context, TLB_CODE_DIL_MAPS_SHARED, TLB_NO_OFFSET, NULL,
                   "%s: light maps left out, since they overlap too much: %u", name, sheets->left_out);
}

/* Lightings of other states are often found beside geometry that was made anew since. */
static void report_other_geometry(const drawing *d, const interior_level *level)
{
    const tlb_dil *dil = level->lighting.base;
    if (dil->geometryBuildId != d->dig->buildId || dil->surfaces.count != d->dig->surfaces.count)
        tlb_report(
            d->s->conversion->context, TLB_CODE_DIL_GEOMETRY, TLB_NO_OFFSET, NULL,
            "%s: build %d, number of surfaces %u, but its lighting is for build %d, number of surfaces %u",
            level->name, d->dig->buildId, d->dig->surfaces.count, dil->geometryBuildId, dil->surfaces.count);
}

static bool make_sheets(drawing *d, const interior_level *level)
{
    uint32_t count = d->dig->surfaces.count;
    uint8_t *outside = tlb_alloc(&d->s->work, count);
    if (!outside)
        return false;
    for (uint32_t i = 0; i < count; i++)
        outside[i] = (d->dig->surfaces.data[i].flags & TLB_DIG_VISIBLE_TO_OUTSIDE) != 0;
    interior_lighting lighting = level->lighting;
    lighting.animated = d->s->animated;
    lighting.seconds = d->s->seconds;
    if (!tlb_interior_make_sheets(&lighting, outside, count, d->s->arena, &d->s->work, &d->sheets) ||
        tlb_interior_add_sheets(d->s, &d->sheets, level->name, &d->first_sheet))
        return false;
    d->sheet_count = d->sheets.sheets.count;
    report_other_geometry(d, level);
    tlb_interior_report_sheets(d->s, &d->sheets, level->name);
    return true;
}

tlb_status tlb_interior_draw(interior_scene *s, const interior_level *level, int32_t node)
{
    drawing d = {.s = s, .dig = level->dig};
    if ((level->lighting.base && !make_sheets(&d, level)) || !arrange(&d, true) || !add_mesh(&d, node) ||
        (s->collision && !add_hidden(s, level, node, &d.skipped)) ||
        (s->zones && !tlb_interior_add_zones(s, level->dig, node)) ||
        (s->lights && level->lighting.base && !tlb_interior_add_lamps(s, level, node)))
        return TLB_NO_MEMORY;
    if (s->conversion->options->face_cull)
        tlb_report(s->conversion->context, TLB_CODE_SCENE_FACES_CULLED, TLB_NO_OFFSET, NULL,
                   "%s: %u of %u surfaces %s left out: no open leaf is before %s", level->name, d.culled,
                   level->dig->surfaces.count, tlb_plural(d.culled, "is", "are"),
                   tlb_plural(d.culled, "it", "them"));
    if (d.skipped)
        tlb_report(s->conversion->context, TLB_CODE_DIG_SURFACE_SKIPPED, TLB_NO_OFFSET, NULL,
                   "%s: %u of %u surfaces cannot be drawn", level->name, d.skipped,
                   level->dig->surfaces.count);
    return TLB_OK;
}
