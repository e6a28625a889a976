/* The surfaces of an interior as one mesh: a part for each pair of material and light map, the vertices of a
 * surface its own. Those that no zone lists, which engines do not draw, are a mesh of their own. */
#include "formats/torque/dif/scene/scene.h"

#include "base/text.h"
#include "scene/inspect/open_leaf.h"

/* A winding entry may serve several surfaces, but files that repeat them without end are not followed. */
enum { SURFACES_PER_WINDING = 4 };

typedef struct surfaces {
    const tlb_dif_interior *interior;
    const uint8_t *in_zones; /* for each surface */
    bool in_zone;            /* which of them are meant */
    uint32_t *order;         /* the drawable ones, sorted */
    uint32_t *sheets;        /* for each surface of the interior: its light map, or how many there are */
    uint32_t count, corners, triangles, parts;
    bool lit;
} surfaces;

bool tlb_dif_can_draw(const tlb_dif_interior *x, const tlb_dif_surface *surface)
{
    uint32_t start = surface->windingStart, count = surface->windingCount;
    float plane[4];
    if (count < 3 || count > TLB_DIF_MAX_WINDING || !tlb_within(start, count, x->windings.count) ||
        surface->textureIndex >= x->materials.count || surface->texGenIndex >= x->texGenEqs.count ||
        dif_axes_of(surface) > DIF_LAST_AXES || !tlb_dif_plane_of(x, surface->planeIndex, true, plane))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (x->windings.data[start + i] >= x->points.count)
            return false;
    return true;
}

static uint32_t sheet_of(const tlb_dif_interior *x, uint32_t surface)
{
    uint32_t none = x->lightMaps.count;
    if (surface >= x->normalLMapIndices.count)
        return none;
    uint32_t sheet = x->normalLMapIndices.data[surface];
    return sheet < none ? sheet : none;
}

/* A stable sort of surface numbers by their keys, each below key_count. False without memory. */
static bool sort(tlb_arena *work, const uint32_t *keys, uint32_t key_count, const uint32_t *in, uint32_t *out,
                 uint32_t count)
{
    uint32_t *places = tlb_zalloc_array(work, key_count + (size_t)1, sizeof *places);
    if (!places)
        return false;
    for (uint32_t i = 0; i < count; i++)
        places[keys[in[i]] + 1]++;
    for (uint32_t key = 0; key < key_count; key++)
        places[key + 1] += places[key];
    for (uint32_t i = 0; i < count; i++)
        out[places[keys[in[i]]]++] = in[i];
    return true;
}

/* Finds what can be drawn and in which order. False without memory. */
static bool arrange(tlb_arena *work, surfaces *all, uint32_t *skipped)
{
    const tlb_dif_interior *x = all->interior;
    uint32_t total = x->surfaces.count;
    uint64_t most = (uint64_t)x->windings.count * SURFACES_PER_WINDING;
    uint32_t *found = tlb_alloc_array(work, total, sizeof *found);
    uint32_t *sorted = tlb_alloc_array(work, total, sizeof *sorted);
    uint32_t *textures = tlb_alloc_array(work, total, sizeof *textures);
    all->sheets = tlb_alloc_array(work, total, sizeof *all->sheets);
    all->order = found;
    if (!found || !sorted || !textures || !all->sheets)
        return false;
    for (uint32_t i = 0; i < total; i++) {
        const tlb_dif_surface *surface = &x->surfaces.data[i];
        if (all->in_zones[i] != all->in_zone)
            continue;
        if (!tlb_dif_can_draw(x, surface) || all->corners + (uint64_t)surface->windingCount > most) {
            ++*skipped;
            continue;
        }
        found[all->count++] = i;
        textures[i] = surface->textureIndex;
        all->sheets[i] = sheet_of(x, i);
        all->corners += surface->windingCount;
        all->triangles += surface->windingCount - 2;
        all->lit |= all->sheets[i] < x->lightMaps.count;
    }
    if (!sort(work, all->sheets, x->lightMaps.count + 1, found, sorted, all->count) ||
        !sort(work, textures, x->materials.count, sorted, found, all->count))
        return false;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t here = found[i], before = found[i ? i - 1 : 0];
        all->parts += !i || textures[here] != textures[before] || all->sheets[here] != all->sheets[before];
    }
    return true;
}

/* The texture matrix of a winding entry: tangent, normal and binormal; NULL where there is none. */
static const tlb_dif_tex_matrix *matrix_of(const tlb_dif_interior *x, uint32_t winding)
{
    if (winding >= x->texMatIndices.count || x->texMatIndices.data[winding] >= x->texMatrices.count)
        return NULL;
    return &x->texMatrices.data[x->texMatIndices.data[winding]];
}

static const float *texture_normal(const tlb_dif_interior *x, int32_t index)
{
    return (uint32_t)index < x->texNormals.count ? x->texNormals.data[index] : NULL;
}

/* Where the normal of a winding entry is, in versions that smooth; NULL otherwise. */
static const float *smooth_normal(const tlb_dif_interior *x, uint32_t winding)
{
    const tlb_dif_tex_matrix *matrix = matrix_of(x, winding);
    if (x->texMatrices.count && winding < x->texMatIndices.count)
        return matrix ? texture_normal(x, matrix->N) : NULL;
    uint64_t entry = (uint64_t)winding * 3 + 1;
    if (entry >= x->normalIndices.count)
        return NULL;
    uint32_t normal = x->normalIndices.data[entry];
    return normal < x->normals2.count ? x->normals2.data[normal] : NULL;
}

/* The tangent of a winding entry, or else the direction in which u grows on the surface; its sign says that v
 * grows against the bitangent, as in glTF. */
static void write_tangent(const tlb_dif_interior *x, const tlb_dif_texgen *texgen, uint32_t winding,
                          const float normal[3], float out[4])
{
    const tlb_dif_tex_matrix *matrix = matrix_of(x, winding);
    const float *stored = matrix ? texture_normal(x, matrix->T) : NULL;
    float down[3], bitangent[3];
    dif_turn_axes(out, stored ? stored : texgen->planeX);
    float along = dif_dot(out, normal);
    for (int axis = 0; axis < 3 && !stored; axis++)
        out[axis] -= along * normal[axis];
    tlb_make_unit(out);
    dif_turn_axes(down, texgen->planeY);
    dif_cross(bitangent, normal, out);
    out[3] = dif_dot(bitangent, down) > 0 ? -1 : 1;
}

/* Writes the vertices of a surface. False when they come out as no numbers. */
static bool write_vertices(const tlb_dif_interior *x, const tlb_dif_surface *surface, bool lit,
                           tlb_mesh *mesh, uint32_t first)
{
    const tlb_dif_texgen *texgen = &x->texGenEqs.data[surface->texGenIndex];
    const uint32_t *windings = x->windings.data + surface->windingStart;
    float plane[4], normal[3], poison = 0;
    tlb_dif_plane_of(x, surface->planeIndex, true, plane);
    dif_turn_axes(normal, plane);
    tlb_make_unit(normal);
    for (uint32_t i = 0; i < surface->windingCount; i++) {
        const float *point = x->points.data[windings[i]];
        float *uv = mesh->uv[0][first + i];
        tlb_dif_texture_uv(texgen, point, uv);
        poison += (point[0] + point[1] + point[2] + uv[0] + uv[1]) * 0;
        dif_turn_axes(mesh->positions[first + i], point);
        memcpy(mesh->normals[first + i], normal, sizeof normal);
    }
    for (uint32_t i = 0; mesh->uv[1] && i < surface->windingCount; i++) {
        float *uv = mesh->uv[1][first + i];
        uv[0] = uv[1] = 0;
        if (lit)
            tlb_dif_light_map_uv(surface, x->points.data[windings[i]], uv);
        poison += (uv[0] + uv[1]) * 0;
    }
    for (uint32_t i = 0; (x->texMatrices.count || x->normals2.count) && i < surface->windingCount; i++) {
        const float *smooth = smooth_normal(x, surface->windingStart + i);
        if (smooth) {
            dif_turn_axes(mesh->normals[first + i], smooth);
            tlb_make_unit(mesh->normals[first + i]);
        }
    }
    for (uint32_t i = 0; mesh->tangents && i < surface->windingCount; i++)
        write_tangent(x, texgen, surface->windingStart + i, mesh->normals[first + i],
                      mesh->tangents[first + i]);
    return poison == 0;
}

/* Writes the triangles of a strip whose front is clockwise, and returns how many indices they took. */
static uint32_t write_triangles(const tlb_dif_interior *x, const tlb_dif_surface *surface,
                                const tlb_mesh *mesh, uint32_t first, uint32_t *out)
{
    const uint32_t *w = x->windings.data + surface->windingStart;
    uint32_t written = 0;
    for (uint32_t k = 0; k + 2 < surface->windingCount; k++) {
        uint32_t a = first + k, b = a + 1, c = a + 2;
        if (w[k] == w[k + 1] || w[k + 1] == w[k + 2] || w[k] == w[k + 2] ||
            !dif_has_area(mesh->positions[a], mesh->positions[b], mesh->positions[c]))
            continue;
        out[written] = a;
        out[written + 1] = k & 1 ? b : c;
        out[written + 2] = k & 1 ? c : b;
        written += 3;
    }
    return written;
}

/* Draws the surfaces of one material and light map, order[from] to order[to]; counts those left out. */
static void write_part(const surfaces *all, uint32_t from, uint32_t to, tlb_mesh *mesh, tlb_part *part,
                       uint32_t *skipped)
{
    const tlb_dif_interior *x = all->interior;
    part->first_index = mesh->index_count;
    for (uint32_t i = from; i < to; i++) {
        const tlb_dif_surface *surface = &x->surfaces.data[all->order[i]];
        bool lit = all->sheets[all->order[i]] < x->lightMaps.count;
        if (!write_vertices(x, surface, lit, mesh, mesh->vertex_count)) {
            ++*skipped;
            continue;
        }
        mesh->index_count +=
            write_triangles(x, surface, mesh, mesh->vertex_count, mesh->indices + mesh->index_count);
        mesh->vertex_count += surface->windingCount;
    }
    part->index_count = mesh->index_count - part->first_index;
}

static bool part_material(dif_scene *s, const dif_subject *subject, uint32_t surface, uint32_t sheet,
                          int32_t *material)
{
    const tlb_dif_interior *x = subject->interior;
    dif_look look = DIF_PLAIN_LOOK;
    uint32_t texture = x->surfaces.data[surface].textureIndex;
    return tlb_dif_find_texture(s, x->materials.data[texture], subject->path, texture, &look.texture) &&
           (sheet == x->lightMaps.count || tlb_dif_find_light_map(s, subject, sheet, &look.light_map)) &&
           tlb_dif_find_material(s, &look, material);
}

static bool write_mesh(dif_scene *s, const dif_subject *subject, const surfaces *all, tlb_mesh *mesh,
                       uint32_t *skipped)
{
    mesh->vertex_count = mesh->index_count = mesh->part_count = 0;
    for (uint32_t from = 0, to; from < all->count; from = to) {
        uint32_t surface = all->order[from], sheet = all->sheets[surface];
        uint16_t texture = all->interior->surfaces.data[surface].textureIndex;
        for (to = from + 1; to < all->count; to++)
            if (all->sheets[all->order[to]] != sheet ||
                all->interior->surfaces.data[all->order[to]].textureIndex != texture)
                break;
        tlb_part *part = &mesh->parts[mesh->part_count];
        write_part(all, from, to, mesh, part, skipped);
        if (!part->index_count)
            continue;
        if (!part_material(s, subject, surface, sheet, &part->material))
            return false;
        mesh->part_count++;
    }
    return true;
}

/* A mesh of what is in a zone, or of what is in none; TLB_NONE when that is nothing. */
static bool draw(dif_scene *s, const dif_subject *subject, const uint8_t *in_zones, bool in_zone,
                 int32_t *mesh_index, uint32_t *skipped)
{
    surfaces all = {.interior = subject->interior, .in_zones = in_zones, .in_zone = in_zone};
    *mesh_index = TLB_NONE;
    if (!arrange(&s->work, &all, skipped))
        return false;
    if (!all.count)
        return true;
    tlb_mesh *mesh = tlb_scene_add_mesh(s->scene, subject->name);
    unsigned data = TLB_WITH_NORMALS | TLB_WITH_UV0 | (all.lit ? TLB_WITH_UV1 : 0);
    if (!mesh || !tlb_mesh_reserve(s->scene, mesh, all.corners, all.triangles * 3, all.parts, data))
        return false;
    if (subject->interior->texMatrices.count)
        mesh->tangents = tlb_alloc_array(s->arena, all.corners, sizeof *mesh->tangents);
    if ((subject->interior->texMatrices.count && !mesh->tangents) ||
        !write_mesh(s, subject, &all, mesh, skipped))
        return false;
    if (mesh->part_count)
        *mesh_index = (int32_t)s->scene->mesh_count - 1;
    else
        s->scene->mesh_count--;
    return true;
}

/* What is in no zone, hidden below the interior's node. */
static bool draw_hidden(dif_scene *s, const dif_subject *subject, const uint8_t *in_zones, int32_t node,
                        uint32_t *skipped)
{
    int32_t mesh;
    if (!draw(s, subject, in_zones, false, &mesh, skipped))
        return false;
    if (mesh == TLB_NONE)
        return true;
    int32_t hidden = tlb_dif_add_node(s, node, "surfaces in no zone");
    if (hidden == TLB_NONE)
        return false;
    s->scene->nodes[hidden].mesh = mesh;
    s->scene->nodes[hidden].hidden = true;
    s->scene->nodes[hidden].layer = "collision";
    return true;
}

/* --- what no open leaf sees --------------------------------------------------------------------------- */

static tlb_leaf_kind look(const void *user, uint32_t child, float plane[4], uint32_t children[2])
{
    const tlb_dif_interior *x = user;
    tlb_dif_child is = tlb_dif_child_of(x, child);
    if (is.kind != TLB_DIF_NODE)
        return is.kind == TLB_DIF_SOLID_LEAF ? TLB_LEAF_SOLID : TLB_LEAF_OPEN;
    children[0] = children[1] = child;
    if (is.index < x->bspNodes.count &&
        tlb_dif_plane_of(x, x->bspNodes.data[is.index].planeIndex, false, plane)) {
        children[0] = x->bspNodes.data[is.index].frontIndex;
        children[1] = x->bspNodes.data[is.index].backIndex;
    }
    return TLB_LEAF_NONE;
}

static bool is_seen(const tlb_dif_interior *x, const tlb_dif_surface *surface)
{
    const tlb_leaf_tree tree = {.user = x, .off = 0.005f, .look = look};
    const uint32_t *w = x->windings.data + surface->windingStart;
    float plane[4];
    tlb_dif_plane_of(x, surface->planeIndex, true, plane);
    for (uint32_t k = 0; k + 2 < surface->windingCount; k++) {
        const float *corners[3] = {x->points.data[w[k]], x->points.data[w[k + 1]], x->points.data[w[k + 2]]};
        if (dif_has_area(corners[0], corners[1], corners[2]) && tlb_faces_open_leaf(&tree, corners, plane))
            return true;
    }
    return false;
}

/* Those that are left out are in zones and not in zones alike: neither. */
static void cull(const dif_scene *s, const dif_subject *subject, uint8_t *in_zones)
{
    enum { NEITHER = 2 };
    const tlb_dif_interior *x = subject->interior;
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->surfaces.count && x->bspNodes.count; i++)
        if (in_zones[i] && tlb_dif_can_draw(x, &x->surfaces.data[i]) && !is_seen(x, &x->surfaces.data[i])) {
            in_zones[i] = NEITHER;
            count++;
        }
    tlb_report(s->conversion->context, TLB_CODE_SCENE_FACES_CULLED, TLB_NO_OFFSET, subject->path,
               "%u of %u surfaces %s left out: no open leaf is before %s", count, x->surfaces.count,
               tlb_plural(count, "is", "are"), tlb_plural(count, "it", "them"));
}

bool tlb_dif_draw_surfaces(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    uint8_t *in_zones = tlb_dif_surfaces_in_zones(&s->work, x);
    uint32_t skipped = 0, undrawn = 0;
    if (!in_zones)
        return false;
    if (!x->zones.count && x->surfaces.count) /* an interior without zones is drawn whole */
        memset(in_zones, 1, x->surfaces.count);
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        undrawn += !in_zones[i];
    if (s->conversion->options->face_cull)
        cull(s, subject, in_zones);
    if (!draw(s, subject, in_zones, true, &s->scene->nodes[node].mesh, &skipped))
        return false;
    if (undrawn)
        tlb_report_remedy(s->conversion->context, TLB_CODE_DIF_SURFACES_UNDRAWN, TLB_NO_OFFSET, subject->path,
                          (tlb_remedy){s->collision ? NULL : "collision", NULL},
                          "%u of %u surfaces are in no zone: they are %s", undrawn, x->surfaces.count,
                          s->collision ? "hidden" : "left out");
    if (undrawn && s->collision && !draw_hidden(s, subject, in_zones, node, &skipped))
        return false;
    if (skipped)
        tlb_report(s->conversion->context, TLB_CODE_DIF_SURFACE_SKIPPED, TLB_NO_OFFSET, subject->path,
                   "%u of %u surfaces cannot be drawn", skipped, x->surfaces.count);
    return true;
}
