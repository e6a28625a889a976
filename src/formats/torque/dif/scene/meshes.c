/* The static meshes that Constructor bakes into an interior: their own vertices, materials and light map
 * coordinates, moved into the interior's space. */
#include "formats/torque/dif/scene/scene.h"

enum {
    USES_OF_AN_INDEX = 4,  /* an index may serve several primitives, but not without end */
    UNSEEN = TLB_NONE - 1, /* a material not used yet */
    GL_CLAMP = 0x2900,     /* what texS and texT hold is OpenGL's */
    GL_CLAMP_TO_EDGE = 0x812f
};

typedef struct placement {
    float rows[3][4];      /* scale, then transform */
    float cofactors[3][3]; /* the same for normals, but for their length */
    float side;            /* -1 when it turns things inside out */
} placement;

static placement placement_of(const tlb_dif_static_mesh *from)
{
    placement to;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            to.rows[row][column] = from->transform[row * 4 + column] * (column < 3 ? from->scale[column] : 1);
    for (int row = 0; row < 3; row++)
        dif_cross(to.cofactors[row], to.rows[(row + 1) % 3], to.rows[(row + 2) % 3]);
    to.side = dif_dot(to.rows[0], to.cofactors[0]) < 0 ? -1 : 1;
    return to;
}

/* Copies one pair of texture coordinates, zero where there is none; what comes back is zero for numbers. */
static float write_uv(float (*out)[2], const tlb_vec2 *from, uint32_t count, uint32_t i)
{
    for (int axis = 0; axis < 2; axis++)
        out[i][axis] = i < count ? from[i][axis] : 0;
    return (out[i][0] + out[i][1]) * 0;
}

/* False when the vertices come out as no numbers. */
static bool write_vertices(const tlb_dif_static_mesh *from, const placement *to, tlb_mesh *mesh)
{
    float poison = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float point[3], normal[3] = {0, 0, 0};
        for (int row = 0; row < 3; row++) {
            point[row] = dif_dot(to->rows[row], from->vertices.data[i]) + to->rows[row][3];
            poison += point[row] * 0;
            if (i < from->normals.count)
                normal[row] = dif_dot(to->cofactors[row], from->normals.data[i]) * to->side;
        }
        dif_turn_axes(mesh->positions[i], point);
        dif_turn_axes(mesh->normals[i], normal);
        tlb_make_unit(mesh->normals[i]);
        poison += write_uv(mesh->uv[0], (const tlb_vec2 *)from->diffuseUVs.data, from->diffuseUVs.count, i);
        poison += write_uv(mesh->uv[1], (const tlb_vec2 *)from->lightmapUVs.data, from->lightmapUVs.count, i);
    }
    return poison == 0;
}

/* One mesh being drawn. */
typedef struct drawing {
    dif_scene *s;
    const dif_subject *subject;
    const tlb_dif_static_mesh *from;
    const char *path;
    tlb_mesh *mesh;
    int32_t *textures; /* of the materials, UNSEEN until they are used */
    bool mirrored, has_normals;
    uint32_t skipped; /* primitives */
} drawing;

static bool is_drawable(const tlb_dif_static_mesh *from, const tlb_dif_primitive *primitive)
{
    if (primitive->count < 3 || !tlb_within(primitive->start, primitive->count, from->indices.count))
        return false;
    for (uint32_t i = 0; i < primitive->count; i++)
        if (from->indices.data[primitive->start + i] >= from->vertices.count)
            return false;
    return true;
}

/* How far the triangles face where their vertices' normals point. */
static float agreement(const tlb_mesh *mesh, const uint32_t *indices, uint32_t count)
{
    float sum = 0;
    for (uint32_t i = 0; i < count; i += 3) {
        float normal[3];
        dif_triangle_normal(normal, mesh->positions[indices[i]], mesh->positions[indices[i + 1]],
                            mesh->positions[indices[i + 2]]);
        sum += dif_dot(normal, mesh->normals[indices[i]]);
    }
    return sum;
}

/* A strip whose front is clockwise, unless the mesh is turned inside out or its normals know better: engines
 * go by these when they light it. */
static void write_triangles(const drawing *d, const tlb_dif_primitive *primitive)
{
    tlb_mesh *mesh = d->mesh;
    const uint16_t *strip = d->from->indices.data + primitive->start;
    uint32_t *out = mesh->indices + mesh->index_count, written = 0;
    for (uint32_t k = 0; k + 2 < primitive->count; k++) {
        uint32_t a = strip[k], b = strip[k + 1], c = strip[k + 2];
        bool swapped = (k & 1) == (uint32_t)d->mirrored;
        if (!dif_has_area(mesh->positions[a], mesh->positions[b], mesh->positions[c]))
            continue;
        out[written] = a;
        out[written + 1] = swapped ? c : b;
        out[written + 2] = swapped ? b : c;
        written += 3;
    }
    bool inside_out = d->has_normals && agreement(mesh, out, written) < 0;
    for (uint32_t i = 0; inside_out && i < written; i += 3) {
        uint32_t b = out[i + 1];
        out[i + 1] = out[i + 2];
        out[i + 2] = b;
    }
    mesh->index_count += written;
}

static bool find_texture(const drawing *d, int32_t material, int32_t *texture)
{
    const tlb_dif_static_mesh *from = d->from;
    if (material < 0 || (uint32_t)material >= from->materials.count)
        return true;
    int32_t *known = &d->textures[material];
    tlb_text name = from->materials.data[material];
    if (*known == UNSEEN) {
        const tlb_dif_bitmap *bitmap =
            (uint32_t)material < from->diffuseBitmaps.count ? &from->diffuseBitmaps.data[material] : NULL;
        bool done = bitmap && bitmap->hasBitmap
                        ? tlb_dif_embedded_texture(d->s, name, bitmap->bitmap, known)
                        : tlb_dif_find_texture(d->s, name, d->path, (uint32_t)material, known);
        if (!done)
            return false;
    }
    *texture = *known;
    return true;
}

static int32_t wrap_of(uint32_t name)
{
    return name == GL_CLAMP || name == GL_CLAMP_TO_EDGE ? TLB_WRAP_CLAMP : TLB_WRAP_REPEAT;
}

static bool find_material(const drawing *d, const tlb_dif_primitive *primitive, int32_t *material)
{
    dif_look look = DIF_PLAIN_LOOK;
    look.alpha_mode = primitive->alpha ? TLB_ALPHA_BLEND : TLB_ALPHA_OPAQUE;
    look.wrap_u = wrap_of(primitive->texS);
    look.wrap_v = wrap_of(primitive->texT);
    uint32_t sheet = (uint32_t)primitive->lightMapIndex;
    bool lit = d->from->lightmapUVs.count && sheet < d->subject->interior->lightMaps.count;
    return find_texture(d, primitive->diffuseIndex, &look.texture) &&
           (!lit || tlb_dif_find_light_map(d->s, d->subject, sheet, &look.light_map)) &&
           tlb_dif_find_material(d->s, &look, material);
}

static bool write_parts(drawing *d)
{
    tlb_mesh *mesh = d->mesh;
    uint32_t budget = mesh->index_count / 3; /* corners of strips */
    mesh->index_count = mesh->part_count = 0;
    for (uint32_t i = 0; i < d->from->primitives.count; i++) {
        const tlb_dif_primitive *primitive = &d->from->primitives.data[i];
        if (!is_drawable(d->from, primitive) || primitive->count > budget) {
            d->skipped++;
            continue;
        }
        budget -= primitive->count;
        tlb_part *part = &mesh->parts[mesh->part_count];
        part->first_index = mesh->index_count;
        write_triangles(d, primitive);
        part->index_count = mesh->index_count - part->first_index;
        if (!part->index_count)
            continue;
        if (!find_material(d, primitive, &part->material))
            return false;
        mesh->part_count++;
    }
    return true;
}

/* Room for all triangles that the primitives may have. */
static uint32_t most_indices(const tlb_dif_static_mesh *from)
{
    uint64_t corners = 0, most = (uint64_t)from->indices.count * USES_OF_AN_INDEX;
    for (uint32_t i = 0; i < from->primitives.count; i++)
        corners += from->primitives.data[i].count;
    if (corners > most)
        corners = most;
    return (uint32_t)(corners < UINT32_MAX / 3 ? corners : UINT32_MAX / 3) * 3;
}

static bool reserve(drawing *d)
{
    const tlb_dif_static_mesh *from = d->from;
    d->textures = tlb_alloc_array(&d->s->work, from->materials.count, sizeof *d->textures);
    for (uint32_t i = 0; d->textures && i < from->materials.count; i++)
        d->textures[i] = UNSEEN;
    return d->textures &&
           tlb_mesh_reserve(d->s->scene, d->mesh, from->vertices.count, most_indices(from),
                            from->primitives.count, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_UV1);
}

static bool draw(drawing *d, int32_t node)
{
    tlb_scene *scene = d->s->scene;
    placement to = placement_of(d->from);
    int32_t index = (int32_t)scene->mesh_count;
    d->mesh = tlb_scene_add_mesh(scene, scene->nodes[node].name);
    d->mirrored = to.side < 0;
    d->has_normals = d->from->normals.count >= d->from->vertices.count;
    if (!d->mesh || !reserve(d))
        return false;
    if (!write_vertices(d->from, &to, d->mesh)) {
        d->skipped = d->from->primitives.count;
        d->mesh->part_count = 0;
    } else if (!write_parts(d))
        return false;
    if (d->skipped)
        tlb_report(d->s->conversion->context, TLB_CODE_DIF_SURFACE_SKIPPED, TLB_NO_OFFSET, d->path,
                   "%u of %u primitives cannot be drawn", d->skipped, d->from->primitives.count);
    if (d->mesh->part_count && !d->has_normals)
        tlb_mesh_compute_normals(d->mesh);
    if (d->mesh->part_count)
        scene->nodes[node].mesh = index;
    else
        scene->mesh_count--;
    return true;
}

/* The zones that list a mesh. */
static void add_zones(dif_scene *s, tlb_value *extras, const tlb_dif_interior *x, uint32_t mesh)
{
    tlb_value *zones = tlb_value_add_list(s->arena, extras, "zones");
    uint64_t budget =
        (uint64_t)x->zoneStaticMeshes.count + x->zones.count; /* zones may share entries without end */
    for (uint32_t i = 0; i < x->zones.count && budget; i++, budget--) {
        const tlb_dif_zone *zone = &x->zones.data[i];
        if (!tlb_within(zone->staticMeshStart, zone->staticMeshCount, x->zoneStaticMeshes.count))
            continue;
        for (uint32_t k = 0; k < zone->staticMeshCount && budget; k++, budget--)
            if (x->zoneStaticMeshes.data[zone->staticMeshStart + k] == mesh) {
                tlb_value_add_integer(s->arena, zones, NULL, i);
                break;
            }
    }
}

/* How a material is drawn, which only its flags and indices say. */
static void add_material(dif_scene *s, tlb_value *list, const tlb_dif_static_mesh *from, uint32_t i)
{
    enum { ADDITIVE = 8, SUBTRACTIVE = 16, SELF_ILLUMINATING = 32 };
    tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
    tlb_value_add_bytes_text(s->arena, table, "name", from->materials.data[i]);
    if (i < from->materialFlags.count) {
        uint32_t flags = from->materialFlags.data[i];
        tlb_value_add_integer(s->arena, table, "flags", flags);
        tlb_value_add_bool(s->arena, table, "additive", (flags & ADDITIVE) != 0);
        tlb_value_add_bool(s->arena, table, "subtractive", (flags & SUBTRACTIVE) != 0);
        tlb_value_add_bool(s->arena, table, "selfIlluminating", (flags & SELF_ILLUMINATING) != 0);
    }
    const struct {
        const char *name;
        const uint32_t *data;
        uint32_t count;
    } maps[] = {{"reflectanceMap", from->reflectanceMaps.data, from->reflectanceMaps.count},
                {"bumpMap", from->bumpMaps.data, from->bumpMaps.count},
                {"detailMap", from->detailMaps.data, from->detailMaps.count}};
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
        if (i < maps[k].count && maps[k].data[i] != UINT32_MAX) /* none */
            tlb_value_add_integer(s->arena, table, maps[k].name, maps[k].data[i]);
    if (i < from->detailScales.count)
        tlb_value_add_single(s->arena, table, "detailScale", from->detailScales.data[i]);
    if (i < from->reflectionAmounts.count)
        tlb_value_add_single(s->arena, table, "reflectionAmount", from->reflectionAmounts.data[i]);
}

static void describe_mesh(dif_scene *s, const tlb_dif_interior *x, uint32_t mesh, int32_t node)
{
    const tlb_dif_static_mesh *from = &x->staticMeshes.data[mesh];
    tlb_value *extras = tlb_dif_node_extras(s, node);
    add_zones(s, extras, x, mesh);
    tlb_value *materials = tlb_value_add_list(s->arena, extras, "materials");
    for (uint32_t i = 0; i < from->materials.count; i++)
        add_material(s, materials, from, i);
}

bool tlb_dif_draw_static_meshes(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    for (uint32_t i = 0; i < x->staticMeshes.count; i++) {
        drawing d = {.s = s, .subject = subject, .from = &x->staticMeshes.data[i]};
        d.path = tlb_arena_printf(&s->work, "%s.staticMeshes[%u]", subject->path, i);
        int32_t child = d.path ? tlb_dif_add_node(s, node, "static mesh %u", i) : TLB_NONE;
        if (child == TLB_NONE || !draw(&d, child))
            return false;
        describe_mesh(s, x, i, child);
    }
    return true;
}
