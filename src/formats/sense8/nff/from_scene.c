/* A scene as NFF: an object for each node that shows a mesh, in the world and in Sense8's axes. */
#include "formats/sense8/nff/nff.h"
#include "writers/reports.h"
#include "writers/image_files.h"
#include "writers/hints.h"
#include "scene/inspect/losses.h"
#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/inspect/shown.h"
#include "scene/materials/texture.h"

#include <math.h>

/* --- names ------------------------------------------------------------------------------------------- */

/* A word of NFF that is most like the name. */
static tlb_text make_word(tlb_arena *arena, const char *name, const char *otherwise)
{
    tlb_text word = tlb_copy_text(arena, name, strlen(name));
    char *p = (char *)(uintptr_t)word.data;
    for (uint32_t i = 0; p && i < word.size; i++)
        if ((uint8_t)p[i] <= ' ' || p[i] == '=' || (p[i] == '/' && p[i + 1] == '/'))
            p[i] = '_';
    return word.size || !word.data ? word : tlb_copy_text(arena, otherwise, strlen(otherwise));
}

/* --- the table of materials, where polygons' colors do not say all --------------------------------- */

/* Those materials that polygons were found to need, in the order of their ids. */
typedef struct nff_table {
    uint32_t *ids; /* by material of the scene, counted from 1; 0: it has none */
    TLB_LIST(int32_t) materials;
} nff_table;

#define NFF_NO_ID UINT32_MAX

/* Properties that scenes keep as extras. */
static const struct {
    const char *word;
    uint32_t count;
} extras[] = {{"ambient", 3}, {"specular", 3}, {"shininess", 1}};
enum { EXTRAS = sizeof extras / sizeof *extras };

/* False: the material has none, or something else under that name. */
static bool find_extra(const tlb_material *m, int which, float values[3])
{
    const tlb_value *value = tlb_value_get(m->extras, extras[which].word);
    uint32_t count = 0;
    if (value && extras[which].count > 1)
        value = value->kind == TLB_VALUE_LIST ? value->as.members.first : NULL;
    double number;
    for (; value && count < extras[which].count && tlb_hint_number(value, &number); value = value->next)
        values[count++] = (float)number;
    return count == extras[which].count;
}

static bool glows(const tlb_material *m)
{
    return m->emissive[0] > 0 || m->emissive[1] > 0 || m->emissive[2] > 0;
}

static bool is_clear(const tlb_material *m)
{
    return m->color[3] < 1 && (m->alpha_mode == TLB_ALPHA_BLEND || m->alpha_mode == TLB_ALPHA_ADD);
}

static bool needs_definition(const tlb_material *m)
{
    float values[3];
    bool extra = false;
    for (int i = 0; i < EXTRAS; i++)
        extra |= find_extra(m, i, values);
    return glows(m) || is_clear(m) || extra;
}

/* The id of a material, NFF_NO_ID when a color says all of it. False without memory. */
static bool table_find(nff_table *table, tlb_arena *arena, const tlb_scene *scene, int32_t material,
                       uint32_t *id)
{
    *id = NFF_NO_ID;
    if (material < 0 || !needs_definition(&scene->materials[material]))
        return true;
    if (!table->ids && !(table->ids = tlb_zalloc_array(arena, scene->material_count, sizeof *table->ids)))
        return false;
    if (!table->ids[material]) {
        int32_t *place = TLB_PUSH(arena, &table->materials);
        if (!place)
            return false;
        *place = material;
        table->ids[material] = table->materials.count;
    }
    *id = table->ids[material] - 1;
    return true;
}

/* --- the file ---------------------------------------------------------------------------------------- */

static void write_numbers(tlb_buffer *out, const char *word, const float *values, uint32_t count)
{
    tlb_buffer_text(out, word);
    for (uint32_t i = 0; i < count; i++) {
        char text[TLB_NUMBER_MAX];
        /* As many digits as sRGB can bear. */
        float value = (float)(round((double)values[i] * 10000) / 10000);
        tlb_buffer_byte(out, ' ');
        tlb_buffer_append(out, text, (size_t)(tlb_write_f32(text, value) - text));
    }
    tlb_buffer_byte(out, '\n');
}

static void write_material(tlb_buffer *out, const tlb_material *m, tlb_text name, uint32_t id)
{
    char text[TLB_NUMBER_MAX];
    float diffuse[3], emission[3], values[3], opacity = is_clear(m) ? m->color[3] : 1;
    for (int i = 0; i < 3; i++) {
        diffuse[i] = tlb_srgb(m->color[i]);
        emission[i] = tlb_srgb(m->emissive[i]);
    }
    tlb_buffer_text(out, "\nmatdef ");
    tlb_buffer_append(out, name.data, name.size);
    tlb_buffer_text(out, " // id ");
    tlb_buffer_append(out, text, (size_t)(tlb_write_u64(text, id) - text));
    tlb_buffer_byte(out, '\n');
    write_numbers(out, "diffuse", diffuse, 3);
    for (int i = 0; i < EXTRAS; i++)
        if (find_extra(m, i, values))
            write_numbers(out, extras[i].word, values, extras[i].count);
    write_numbers(out, "emission", emission, 3);
    write_numbers(out, "opacity", &opacity, 1);
}

/* The table as a side file. False without memory. */
static bool table_write(const nff_table *table, tlb_arena *arena, const tlb_scene *scene, tlb_buffer *out)
{
    tlb_buffer_text(out, "mat\nversion 3.00\nvalid diffuse");
    for (int i = 0; i < EXTRAS; i++) {
        float values[3];
        bool used = false;
        for (uint32_t k = 0; k < table->materials.count; k++)
            used |= find_extra(&scene->materials[table->materials.data[k]], i, values);
        if (used) {
            tlb_buffer_byte(out, ' ');
            tlb_buffer_text(out, extras[i].word);
        }
    }
    tlb_buffer_text(out, " emission opacity\n");
    for (uint32_t i = 0; i < table->materials.count; i++) {
        const tlb_material *m = &scene->materials[table->materials.data[i]];
        tlb_text name = make_word(arena, m->name, "material");
        if (!name.data)
            return false;
        write_material(out, m, name, i);
    }
    return true;
}

/* --- the scene ----------------------------------------------------------------------------------------- */

typedef TLB_LIST(tlb_nff_vertex) vertex_list;
typedef TLB_LIST(tlb_nff_polygon) polygon_list;
typedef TLB_LIST(tlb_nff_object) object_list;

typedef struct importer {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_arena arena;
    const bool *shown;
    float (*world)[16];
    tlb_image_file *images;
    tlb_nff_texture **textures; /* by material; NULL: none */
    nff_table table;
    tlb_text table_name;
    float version;     /* that is wanted; 0: whichever it takes */
    uint64_t replaced; /* numbers that were not finite */
    uint64_t tinted;   /* triangles whose texture takes away their vertices' colors */
} importer;

/* One node's mesh being written. */
typedef struct object_maker {
    importer *r;
    uint32_t node;
    const tlb_mesh *mesh;
    int uv_set;
    bool mirrored, uses_table;
    float (*positions)[3], (*normals)[3];
    uint32_t *vertex, *key; /* where a vertex of the mesh was written last, and how */
    vertex_list vertices;
    polygon_list polygons;
} object_maker;

/* --- materials --------------------------------------------------------------------------------------- */

static char texture_kind(const tlb_material *material)
{
    bool cleared = material->alpha_mode != TLB_ALPHA_OPAQUE;
    return material->unlit ? cleared ? 't' : 'v' : cleared ? 'u' : 's';
}

/* A texture that was missing keeps its name. */
static bool make_textures(importer *r)
{
    const tlb_scene *scene = r->scene;
    r->textures = tlb_zalloc_array(&r->arena, (size_t)scene->material_count + 1, sizeof *r->textures);
    for (uint32_t i = 0; i < scene->material_count && r->textures; i++) {
        const tlb_material *material = &scene->materials[i];
        if (material->texture.image < 0)
            continue;
        const char *missing = tlb_missing_texture(&r->arena, material),
                   *name = missing ? missing : r->images[material->texture.image].name;
        if (!name)
            continue;
        tlb_nff_texture *texture = tlb_zalloc(&r->arena, sizeof *texture);
        if (!texture)
            return false;
        texture->kind = texture_kind(material);
        texture->name = make_word(&r->arena, name, "texture");
        if (!texture->name.data)
            return false;
        r->textures[i] = texture;
    }
    return r->textures != NULL;
}

static tlb_status make_images(importer *r, const char *stem)
{
    const tlb_scene *scene = r->scene;
    bool *wanted = tlb_zalloc_array(&r->arena, scene->image_count, sizeof *wanted);
    if (!wanted)
        return tlb_report_memory(r->context, &r->arena);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (scene->materials[i].texture.image >= 0 && !scene->materials[i].placeholder)
            wanted[scene->materials[i].texture.image] = true;
    return tlb_make_image_files(r->context, &r->arena, scene, wanted, stem, &r->images);
}

/* --- vertices ---------------------------------------------------------------------------------------- */

enum { PLAIN = 1, TEXTURED = 2, COLORED = 4, PART = 8 };

static float make_finite(importer *r, float value)
{
    float number = tlb_finite(value);
    r->replaced += number != value; /* NaN is unequal, too */
    return number + 0.0f;           /* 0 for -0 */
}

static const tlb_material *material_of(const importer *r, const tlb_part *part)
{
    static const tlb_material none = {.color = {1, 1, 1, 1}, .texture = {.image = TLB_NONE}};
    return part->material < 0 ? &none : &r->scene->materials[part->material];
}

static void to_nff(importer *r, float out[3], const float in[3])
{
    out[0] = make_finite(r, in[0]);
    out[1] = make_finite(r, -in[1]);
    out[2] = make_finite(r, -in[2]);
}

static bool make_vertex(object_maker *m, uint32_t index, uint32_t how, const tlb_material *material)
{
    importer *r = m->r;
    tlb_nff_vertex *v = TLB_PUSH(&r->arena, &m->vertices);
    if (!v)
        return false;
    *v = (tlb_nff_vertex){0};
    to_nff(r, v->position, m->positions[index]);
    if (m->mesh->normals) {
        v->has |= TLB_NFF_NORM;
        to_nff(r, v->norm, m->normals[index]);
    }
    if (how & COLORED) {
        v->has |= TLB_NFF_RGB;
        for (int k = 0; k < 3; k++)
            v->rgb[k] = tlb_srgb_byte((float)m->mesh->colors[index][k] / UINT16_MAX * material->color[k]);
    }
    if (how & TEXTURED) {
        v->has |= TLB_NFF_UV;
        v->uv[0] = make_finite(r, m->mesh->uv[m->uv_set][index][0]);
        v->uv[1] = make_finite(r, 1 - m->mesh->uv[m->uv_set][index][1]);
    }
    return true;
}

/* The vertex of a corner: the one that was made for it, if it was made alike. */
static bool find_vertex(object_maker *m, uint32_t index, uint32_t how, uint32_t part,
                        const tlb_material *material, uint32_t *vertex)
{
    uint32_t key = how & COLORED ? how + PART * part : how;
    if (m->key[index] != key) {
        if (!make_vertex(m, index, how, material))
            return false;
        m->key[index] = key;
        m->vertex[index] = m->vertices.count - 1;
    }
    *vertex = m->vertex[index];
    return true;
}

/* --- polygons ---------------------------------------------------------------------------------------- */

static bool is_white(const tlb_mesh *mesh, uint32_t vertex)
{
    const uint16_t *c = mesh->colors[vertex];
    return c[0] == UINT16_MAX && c[1] == UINT16_MAX && c[2] == UINT16_MAX;
}

/* Colors of vertices count where there is no texture and one of them is not white. */
static uint32_t how_to_show(object_maker *m, const tlb_nff_texture *texture, const uint32_t corners[3])
{
    bool white = !m->mesh->colors || (is_white(m->mesh, corners[0]) && is_white(m->mesh, corners[1]) &&
                                      is_white(m->mesh, corners[2]));
    m->r->tinted += texture && !white;
    if (texture)
        return PLAIN | (m->uv_set >= 0 ? TEXTURED : 0);
    return PLAIN | (white ? 0 : COLORED);
}

static bool make_polygon(object_maker *m, uint32_t part_number, uint32_t matid, const uint32_t corners[3],
                         uint32_t *indices)
{
    const tlb_part *part = &m->mesh->parts[part_number];
    const tlb_material *material = material_of(m->r, part);
    tlb_nff_texture *texture = part->material < 0 ? NULL : m->r->textures[part->material];
    uint32_t how = how_to_show(m, texture, corners);
    for (int k = 0; k < 3; k++)
        if (!find_vertex(m, corners[m->mirrored && k ? 3 - k : k], how, part_number, material, &indices[k]))
            return false;
    tlb_nff_polygon *polygon = TLB_PUSH(&m->r->arena, &m->polygons);
    if (!polygon)
        return false;
    uint8_t surface = matid == NFF_NO_ID ? TLB_NFF_COLOR : TLB_NFF_MATID;
    *polygon = (tlb_nff_polygon){.texture = texture, .matid = surface == TLB_NFF_MATID ? matid : 0};
    polygon->has = (uint8_t)(surface | (material->double_sided ? TLB_NFF_BOTH : 0));
    polygon->indices.data = indices;
    polygon->indices.count = 3;
    for (int k = 0; k < 3 && surface == TLB_NFF_COLOR; k++)
        polygon->color[k] = tlb_srgb_byte(material->color[k]);
    return true;
}

static bool make_polygons(object_maker *m)
{
    uint32_t *indices = tlb_alloc_array(&m->r->arena, m->mesh->index_count, sizeof *indices);
    if (!indices)
        return false;
    for (uint32_t i = 0; i < m->mesh->part_count; i++) {
        const tlb_part *part = &m->mesh->parts[i];
        uint32_t matid = NFF_NO_ID;
        bool tables = m->r->version == 0 || m->r->version >= 3.0f;
        if (tables && !table_find(&m->r->table, &m->r->arena, m->r->scene, part->material, &matid))
            return false;
        m->uses_table |= matid != NFF_NO_ID;
        for (uint32_t k = 0; k + 2 < part->index_count; k += 3, indices += 3)
            if (!make_polygon(m, i, matid, m->mesh->indices + part->first_index + k, indices))
                return false;
    }
    return true;
}

/* --- objects ----------------------------------------------------------------------------------------- */

static bool pose(object_maker *m)
{
    importer *r = m->r;
    const float(*world)[16] = (const float(*)[16])r->world;
    uint32_t count = m->mesh->vertex_count;
    m->positions = tlb_alloc_array(&r->arena, count, sizeof *m->positions);
    m->normals = tlb_alloc_array(&r->arena, m->mesh->normals ? count : 0, sizeof *m->normals);
    m->vertex = tlb_alloc_array(&r->arena, count, sizeof *m->vertex);
    m->key = tlb_zalloc_array(&r->arena, count, sizeof *m->key);
    if (!m->positions || !m->normals || !m->vertex || !m->key)
        return false;
    for (uint32_t first = 0; first < count; first += TLB_POSE_BATCH) {
        uint32_t batch = tlb_pose_batch(m->mesh, first);
        tlb_pose_positions(r->scene, world, m->node, first, batch, m->positions + first);
        if (m->mesh->normals)
            tlb_pose_normals(r->scene, world, m->node, first, batch, m->normals + first);
    }
    return true;
}

static bool make_object(importer *r, uint32_t node, object_list *objects)
{
    const tlb_node *source = &r->scene->nodes[node];
    const tlb_mesh *mesh = &r->scene->meshes[source->mesh];
    object_maker m = {.r = r, .node = node, .mesh = mesh, .uv_set = tlb_scene_uv_set(r->scene, mesh)};
    m.mirrored = tlb_pose_mirrors(r->scene, (const float(*)[16])r->world, node);
    tlb_nff_object *object = TLB_PUSH(&r->arena, objects);
    if (!object || !pose(&m) || !make_polygons(&m))
        return false;
    *object =
        (tlb_nff_object){.name = make_word(&r->arena, *source->name ? source->name : mesh->name, "object")};
    if (m.uses_table)
        object->mtable = r->table_name;
    object->vertices.data = m.vertices.data;
    object->vertices.count = m.vertices.count;
    object->polygons.data = m.polygons.data;
    object->polygons.count = m.polygons.count;
    return object->name.data != NULL;
}

static nff_root *make_root(importer *r)
{
    const tlb_scene *scene = r->scene;
    nff_root *root = tlb_nff_create(&r->arena);
    object_list objects = {0};
    r->world = tlb_alloc_array(&r->arena, scene->node_count, sizeof *r->world);
    r->shown = tlb_scene_seen(scene, &r->arena);
    if (!root || !r->world || !r->shown || !make_textures(r))
        return NULL;
    tlb_scene_world_matrices(scene, r->world);
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (tlb_shown_mesh(scene, r->shown, i) && !make_object(r, i, &objects))
            return NULL;
    root->nff.header.has = TLB_NFF_VERSION;
    root->nff.header.version = r->version > 0 ? r->version : r->table.materials.count ? 3.0f : 2.1f;
    root->nff.objects.data = objects.data;
    root->nff.objects.count = objects.count;
    return root;
}

static void report_losses(const importer *r, const tlb_format *format)
{
    tlb_writing writing = {.context = r->context,
                           .scene = r->scene,
                           .shown = r->shown,
                           .title = format == &tlb_format_nff ? "NFF" : "BFF"};
    uint64_t colored = 0;
    for (uint32_t i = 0; i < r->scene->material_count; i++) {
        const tlb_material *m = &r->scene->materials[i];
        colored += r->textures[i] && (m->color[0] != 1 || m->color[1] != 1 || m->color[2] != 1);
    }
    tlb_report_losses(&writing);
    tlb_report_loss(&writing, colored, "colors of textured materials");
    tlb_report_loss(&writing, r->tinted, "vertex colors on textures");
    tlb_report_not_finite(r->context, r->replaced);
}

static tlb_status write_table(importer *r, tlb_output *output)
{
    if (!r->table.materials.count)
        return TLB_OK;
    tlb_buffer *out = tlb_output_file(output, r->table_name.data);
    bool made = out && table_write(&r->table, &r->arena, r->scene, out) && !out->status;
    return made ? TLB_OK : tlb_report_output(r->context, output, &r->arena);
}

static tlb_status write_files(importer *r, tlb_output *output, const tlb_format *format)
{
    tlb_status status = make_images(r, tlb_output_stem(output));
    if (status)
        return status;
    const char *table = tlb_arena_printf(&r->arena, "%s.mat", tlb_output_stem(output));
    r->table_name = table ? make_word(&r->arena, table, "") : (tlb_text){0};
    nff_root *root = r->table_name.data ? make_root(r) : NULL;
    tlb_buffer *out = root ? tlb_output_file(output, tlb_output_name(output)) : NULL;
    if (!out)
        return tlb_report_output(r->context, output, &r->arena);
    if (r->version > 0)
        status = tlb_nff_to_version(r->context, &r->arena, &root->nff, r->version);
    if (!status)
        status = format->write(r->context, &(void *){root}, out);
    if (!status && out->status)
        return tlb_report_failure(r->context, out->status);
    if (!status)
        status = write_table(r, output);
    return status ? status : tlb_put_image_files(r->context, r->images, r->scene->image_count, output);
}

tlb_status tlb_nff_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output,
                              const tlb_format *format)
{
    importer r = {.context = conversion->context, .scene = scene};
    if (!tlb_nff_chosen_version(conversion, &r.version))
        return TLB_ARGUMENT;
    tlb_arena_init(&r.arena, conversion->context->account);
    tlb_status status = write_files(&r, output, format);
    if (!status)
        report_losses(&r, format);
    tlb_arena_release(&r.arena);
    return status;
}
