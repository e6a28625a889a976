/* The part of info that all formats have: it is there, whatever the format, and agrees with the scene that is
 * made of the file, in its own axes and units.
 *
 *     test_info FOLDER            our own files
 *     test_info --corpus FAMILY   real files */
#include "files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a file's numbers and its scene's agree. */
typedef enum agreement {
    EQUAL,
    AT_MOST,  /* info's are at most the scene's */
    AT_LEAST, /* info's are at least the scene's; of names: each of the scene's is one of info's */
    NONE
} agreement;

typedef struct rule {
    const char *format;
    agreement vertices, triangles, bounds, materials;
    float axes[3][3];
    float unit; /* meters */
} rule;

#define UPRIGHT                                                                                              \
    {                                                                                                        \
        {1, 0, 0}, {0, 1, 0},                                                                                \
        {                                                                                                    \
            0, 0, 1                                                                                          \
        }                                                                                                    \
    }
#define Z_UP                                                                                                 \
    {                                                                                                        \
        {1, 0, 0}, {0, 0, 1},                                                                                \
        {                                                                                                    \
            0, -1, 0                                                                                         \
        }                                                                                                    \
    }

/* Vertices: a scene splits them where normals, texture coordinates or materials differ, so it has more.
 * Triangles: a scene leaves out those without area, so it may have fewer. */
static const rule rules[] = {
    {"dif", AT_MOST, AT_LEAST, EQUAL, AT_LEAST, Z_UP, 1},
    /* Portals and triggers are hidden in the scene; materials may be of faces that are cut away. */
    {"map", AT_LEAST, AT_LEAST, AT_LEAST, AT_LEAST, Z_UP, 1},
    {"csx", AT_LEAST, AT_LEAST, AT_LEAST, AT_LEAST, Z_UP, 1},
    /* Objects that no sequence shows are left out of the scene. Bounds are the exporter's, of all that the
     * shape does. */
    {"dts", AT_MOST, AT_LEAST, NONE, EQUAL, Z_UP, 1},
    /* Bounds are the exporter's here, too. */
    {"torque-dts", AT_MOST, AT_LEAST, NONE, AT_LEAST, Z_UP, 1},
    /* Its materials are one in the scene. */
    {"ter", EQUAL, EQUAL, EQUAL, NONE, Z_UP, 1},
    /* Materials and textures are in files beside it. */
    {"dig", AT_MOST, AT_LEAST, EQUAL, NONE, Z_UP, 1},
    /* All of an interior is in files beside it. */
    {"dis", AT_MOST, AT_MOST, NONE, NONE, Z_UP, 1},
    /* A lighting is shown on the geometry beside it. */
    {"dil", AT_MOST, AT_MOST, NONE, NONE, Z_UP, 1},
    /* How large a square is and what it is made of is in the terrain's file, the blocks are beside that. */
    {"dtb", AT_MOST, EQUAL, AT_LEAST, NONE, Z_UP, 1},
    {"dtf", AT_MOST, AT_MOST, NONE, NONE, Z_UP, 1},
    /* All that a mission shows is in other files. */
    {"mis", AT_MOST, AT_MOST, NONE, NONE, Z_UP, 1},
    {"tmis", AT_MOST, AT_MOST, NONE, NONE, Z_UP, 1},
    {"simg", AT_MOST, AT_MOST, NONE, NONE, Z_UP, 1},
    /* Shown as swatches. */
    {"dml", AT_MOST, AT_MOST, NONE, EQUAL, UPRIGHT, 1},
    /* Materials have no names, only numbers of bitmaps. In the scene a wall ends where a texture ends that is
     * not repeated; its size is in its file. */
    {"roo", AT_LEAST, AT_LEAST, AT_LEAST, NONE, {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, 2.5f / 1024},
    /* Materials have no names; vertices that no polygon uses are in no scene. */
    {"nff", NONE, EQUAL, EQUAL, NONE, {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, 1},
    {"bff", NONE, EQUAL, EQUAL, NONE, {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, 1},
    {"iqm", EQUAL, EQUAL, EQUAL, EQUAL, Z_UP, 1},
    /* Its scene is that of the IQM it compiles to: vertices are welded, split, or left out. */
    {"iqe", NONE, AT_LEAST, AT_LEAST, EQUAL, Z_UP, 1},
    /* Pictures: nothing is drawn. */
    {NULL, EQUAL, EQUAL, NONE, EQUAL, UPRIGHT, 1},
};

static int failures;

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    failures++;
}

static void compare(const char *path, const char *what, int64_t info, uint64_t scene, agreement expected)
{
    bool good = expected == NONE || (expected == EQUAL     ? info == (int64_t)scene
                                     : expected == AT_MOST ? info <= (int64_t)scene
                                                           : info >= (int64_t)scene);
    if (good)
        return;
    fprintf(stderr, "%s: info has %lld %s, the scene %llu\n", path, (long long)info, what,
            (unsigned long long)scene);
    failures++;
}

/* --- bounds ------------------------------------------------------------------------------------------- */

static void to_scene(const rule *r, const float in[3], float out[3])
{
    for (int row = 0; row < 3; row++) {
        out[row] = 0;
        for (int k = 0; k < 3; k++)
            out[row] += r->axes[row][k] * in[k] * r->unit;
    }
}

static void read_point(const tlb_value *bounds, const char *key, float point[3])
{
    const tlb_value *list = tlb_value_get(bounds, key), *v = list ? list->as.members.first : NULL;
    for (int i = 0; i < 3; i++, v = v ? v->next : NULL)
        point[i] = v ? (float)v->as.real : NAN;
}

static void compare_bounds(const char *path, const rule *r, const tlb_value *bounds,
                           const tlb_scene_stats *stats)
{
    float corners[2][3], placed[2][3];
    bool nothing = stats->low[0] > stats->high[0];
    if (r->bounds == NONE)
        return;
    if (nothing || bounds->kind == TLB_VALUE_NULL) {
        if (r->bounds == EQUAL ? nothing != (bounds->kind == TLB_VALUE_NULL) : !nothing)
            fail(path, "info and the scene disagree whether there is anything");
        return;
    }
    read_point(bounds, "min", corners[0]);
    read_point(bounds, "max", corners[1]);
    for (int i = 0; i < 2; i++)
        to_scene(r, corners[i], placed[i]);
    for (int axis = 0; axis < 3; axis++) {
        float low = fminf(placed[0][axis], placed[1][axis]), high = fmaxf(placed[0][axis], placed[1][axis]);
        float slack = 1e-4f * (1 + fabsf(low) + fabsf(high));
        float below = stats->low[axis] - low, above = high - stats->high[axis];
        if (!(below >= -slack && above >= -slack) ||
            (r->bounds == EQUAL && !(below <= slack && above <= slack))) {
            fprintf(stderr, "%s: along axis %d info is from %g to %g, the scene from %g to %g\n", path, axis,
                    (double)low, (double)high, (double)stats->low[axis], (double)stats->high[axis]);
            failures++;
        }
    }
}

/* --- names -------------------------------------------------------------------------------------------- */

/* A scene's names have no extensions where the file's have. */
static bool same_name(tlb_text name, const char *scene)
{
    size_t size = strlen(scene);
    const char *base = tlb_path_base(name.data);
    size_t rest = name.size - (size_t)(base - name.data);
    return rest >= size && memcmp(base, scene, size) == 0 && (rest == size || base[size] == '.');
}

static bool is_named(const tlb_value *list, const char *name)
{
    for (const tlb_value *v = list->as.members.first; v; v = v->next)
        if (same_name(v->as.text, name))
            return true;
    return false;
}

/* The scene's own names, where the file has none. */
static bool is_made_up(const char *name)
{
    return strcmp(name, "unnamed") == 0 || strcmp(name, "force field") == 0;
}

static bool has_material(const tlb_scene *scene, tlb_text name)
{
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (same_name(name, scene->materials[i].name))
            return true;
    return false;
}

static void compare_materials(const char *path, agreement expected, const tlb_value *list,
                              const tlb_scene *scene)
{
    if (expected == NONE)
        return;
    for (const tlb_value *v = list->as.members.first; v && expected == EQUAL; v = v->next)
        if (!has_material(scene, v->as.text)) {
            fprintf(stderr, "%s: the scene has no material %s\n", path, v->as.text.data);
            failures++;
        }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const char *name = scene->materials[i].name;
        if (!is_made_up(name) && !is_named(list, name)) {
            fprintf(stderr, "%s: info does not name the material %s\n", path, name);
            failures++;
        }
    }
}

/* A room's animation is that of its textures, which have no name in the file; a shape of Torque also has the
 * sequences of files beside it, and a mission the motion of interiors in files. */
static void compare_animations(const char *path, const tlb_value *list, const tlb_scene *scene)
{
    uint32_t count = 0;
    if (strcmp(scene->generator_format, "roo") == 0)
        return;
    for (const tlb_value *v = list->as.members.first; v; v = v->next, count++) {
        const tlb_value *name = tlb_value_get(v, "name"), *seconds = tlb_value_get(v, "seconds");
        const tlb_animation *animation = count < scene->animation_count ? &scene->animations[count] : NULL;
        if (!name || !seconds || !animation)
            continue;
        if (name->as.text.size && strcmp(name->as.text.data, animation->name) != 0)
            fail(path, "an animation has another name in its scene");
        if (fabs(seconds->as.real - (double)animation->duration) > 1e-3)
            fail(path, "an animation has another duration in its scene");
    }
    bool has_files =
        strcmp(scene->generator_format, "torque-dts") == 0 || strcmp(scene->generator_format, "mis") == 0;
    compare(path, "animations", count, scene->animation_count, has_files ? AT_MOST : EQUAL);
}

/* --- all ---------------------------------------------------------------------------------------------- */

static const rule *rule_of(const char *format)
{
    const rule *r = rules;
    while (r->format && strcmp(r->format, format) != 0)
        r++;
    return r;
}

static const tlb_value *member(const char *path, const tlb_value *info, const char *key, tlb_value_kind kind,
                               bool may_be_null)
{
    const tlb_value *value = tlb_value_get(info, key);
    bool good = value && (value->kind == kind || (may_be_null && value->kind == TLB_VALUE_NULL));
    if (good)
        return value;
    fprintf(stderr, "%s: info has no %s of the kind expected\n", path, key);
    failures++;
    return NULL;
}

static void compare_scene(const char *path, tlb_context *context, const tlb_value *info,
                          const tlb_scene *scene)
{
    const rule *r = rule_of(scene->generator_format);
    tlb_scene_stats stats;
    const tlb_value *vertices = member(path, info, "vertices", TLB_VALUE_INTEGER, false),
                    *triangles = member(path, info, "triangles", TLB_VALUE_INTEGER, false),
                    *bounds = member(path, info, "bounds", TLB_VALUE_TABLE, true),
                    *materials = member(path, info, "materials", TLB_VALUE_LIST, false),
                    *animations = member(path, info, "animations", TLB_VALUE_LIST, false);
    if (!vertices || !triangles || !bounds || !materials || !animations)
        return;
    if (tlb_scene_measure(context, scene, &stats) != TLB_OK) {
        fail(path, "its scene cannot be measured");
        return;
    }
    compare(path, "vertices", vertices->as.integer, stats.vertices, r->vertices);
    compare(path, "triangles", triangles->as.integer, stats.triangles, r->triangles);
    compare_bounds(path, r, bounds, &stats);
    compare_materials(path, r->materials, materials, scene);
    compare_animations(path, animations, scene);
}

static bool test_file(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = NULL;
    tlb_assets *assets = tlb_assets_create(context);
    tlb_scene *scene = NULL;
    const tlb_value *info;
    bool opened = tlb_open_path(context, path, NULL, &document) == TLB_OK;
    if (opened && tlb_info(document, &info) != TLB_OK)
        fail(path, "cannot be described");
    else if (opened) {
        const tlb_format_info *format = tlb_format_info_of(tlb_document_format(document));
        member(path, info, "version", TLB_VALUE_TEXT, true);
        member(path, info, "textures", TLB_VALUE_LIST, false);
        member(path, info, "files", TLB_VALUE_LIST, false);
        member(path, info, format->name, TLB_VALUE_TABLE, false);
        tlb_assets_add_beside(assets, path);
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        options.assets = assets;
        options.lod = (tlb_optional_integer){.is_set = true, .value = 0};
        options.flips = TLB_SWITCH_NO; /* the pictures of an animated texture have a copy of its faces each */
        if (format->abilities & TLB_CAN_EXPORT_SCENE &&
            tlb_document_scene(document, &options, &scene) == TLB_OK)
            compare_scene(path, context, info, scene);
    }
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_context_free(context);
    return opened;
}

int main(int argc, char **argv)
{
    char buffer[4096];
    const char *folder = argc > 1 ? argv[1] : "";
    if (argc > 2 && strcmp(folder, "--corpus") == 0)
        folder = corpus_folder(argv[2], buffer, sizeof buffer);
    if (!folder)
        return SKIPPED;
    file_list list = list_files(folder);
    int tested = 0;
    for (size_t i = 0; i < list.count; i++)
        tested += test_file(list.paths[i]);
    printf("%d of %zu files are of formats read; %d failures\n", tested, list.count, failures);
    free_files(&list);
    return failures || !tested;
}
