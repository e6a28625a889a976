/* Levels compiled to interiors, measured by their brushes and by the interiors that Torque's own compilers
 * made of the same sources.
 *
 *     test_level_pairs [--originals] [NAME]       the pairs of the corpus whose names begin so; the originals
 *                                                 themselves as if they had been compiled
 *     test_level_pairs ORIGINAL CANDIDATE MAP...  one pair, its levels of detail in this order
 *
 * TLB_SAMPLES: how many points and rays. */
#include "files.h"
#include "level_measures.h"
#include "light_measures.h"
#include "base/text.h"
#include "core/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_MAPS = 16, MOST_PATH = 512, SAMPLES = 5000, FEW_NODES = 8 };

static uint32_t samples = SAMPLES;
static int failures;

/* What of a pair may differ from what brushes say, since it does in the originals. */
typedef struct pair {
    const char *name, *original;
    const char *candidate; /* NULL: compiled here */
    const char *maps[MOST_MAPS];
    uint32_t map_count;
    bool is_original;
} pair;

static void demand(bool met, const char *name, const char *what)
{
    if (met)
        return;
    printf("    NOT MET: %s: %s\n", name, what);
    failures++;
}

static double percent(share s)
{
    return s.all ? 100 * (double)s.right / (double)s.all : 100;
}

static double ratio(uint32_t candidate, uint32_t original)
{
    return original ? (double)candidate / original : candidate ? 99 : 1;
}

static void *need(void *made, const tlb_context *context)
{
    if (made)
        return made;
    print_diagnostics(context);
    abort();
}

/* --- documents --------------------------------------------------------------------------------------- */

static tlb_document *open_file(tlb_context *context, const char *path)
{
    tlb_document *document = NULL;
    if (tlb_open_path(context, path, NULL, &document))
        fprintf(stderr, "%s: cannot be read\n", path);
    return need(document, context);
}

static tlb_level *read_level(tlb_context *context, tlb_document *map, tlb_assets *assets)
{
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_conversion conversion = {.context = context, .assets = assets, .options = &options};
    tlb_level *level = need(tlb_level_create(context), context);
    if (map->format->to_level(map, level, &conversion))
        need(NULL, context);
    return level;
}

/* The candidate, whose bytes are those of the files; NULL: the conversion failed. */
static tlb_document *compile(tlb_context *context, tlb_document *map, tlb_assets *assets, tlb_files **files,
                             double *seconds)
{
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_document *document = NULL;
    clock_t start = clock();
    tlb_status status = tlb_convert(map, tlb_format_by_name("dif"), "level.dif", &options, files);
    *seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (!status)
        status = tlb_open_memory(context, (*files)->data[0].bytes.data, (*files)->data[0].bytes.size,
                                 "level.dif", NULL, &document);
    if (status)
        print_diagnostics(context);
    return status ? NULL : document;
}

static uint32_t count_findings(tlb_context *context, tlb_document *document)
{
    uint32_t count = 0;
    tlb_diagnostics_clear(context);
    tlb_check(document, NULL);
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        count += tlb_diagnostic_at(context, i)->severity != TLB_NOTE;
    if (count)
        print_diagnostics(context);
    return count;
}

/* --- one level of detail ----------------------------------------------------------------------------- */

/* Overlapping faces of one plane and detail brushes let originals differ in what is on top. */
static bool has_overlaps(const tlb_level_detail *detail)
{
    for (uint32_t i = 0; i < detail->brushes.count; i++)
        if (detail->brushes.data[i].kind == TLB_BRUSH_DETAIL)
            return true;
    return false;
}

/* Whether the original has none of the source's names: it was made before they were changed. */
static bool is_renamed(const brushes *of, const tlb_dif_interior *original)
{
    for (uint32_t i = 0; i < of->detail->faces.count; i++) {
        const tlb_level_material *material = &of->level->materials.data[of->detail->faces.data[i].material];
        for (uint32_t k = 0; k < original->materials.count && material->surface == TLB_LEVEL_VISIBLE; k++)
            if (tlb_same_nocase(tlb_path_base(material->name),
                                tlb_path_base(original->materials.data[k].data)))
                return false;
    }
    return true;
}

static void measure_lit(tlb_context *context, const char *name, const tlb_dif_interior *original,
                        const tlb_dif_interior *other)
{
    light_measures light = measure_light(context, original, other);
    if (!light.texels.all)
        return;
    printf("    lit texels within 1/255: %.2f %% of %llu; %llu around other faces\n", percent(light.texels),
           (unsigned long long)light.texels.all, (unsigned long long)light.without);
    demand(percent(light.texels) >= 90, name, "lit texels");
}

static void measure_detail(tlb_context *context, const pair *p, const tlb_level *level, uint32_t detail,
                           const tlb_dif_interior *original, const tlb_dif_interior *other, bool first)
{
    char name[128];
    brushes of;
    brushes_make(context, level, detail, &of);
    snprintf(name, sizeof name, "%s/%u", p->name, detail);
    share hulls = first ? measure_hulls(&of, other) : (share){0, 0};
    share points = measure_points(&of, other, samples);
    ray_measures rays = measure_rays(&of, other, samples);
    bool overlaps = has_overlaps(of.detail);
    area_measures areas = measure_areas(&of.arena, original, other, overlaps || !first ? NULL : original);
    share zones = measure_zones(&of, original, other, samples);
    share edges = measure_edges(&of.arena, other);
    double surfaces = ratio(other->surfaces.count, original->surfaces.count),
           windings = ratio(other->windings.count, original->windings.count),
           corners = ratio(other->points.count, original->points.count),
           nodes = ratio(other->bspNodes.count, original->bspNodes.count);
    uint32_t depth = measure_depth(other);
    printf("%-20s %6.2f %9.5f %8.4f %7.3f %7.3f %7.3f | %7.2f %7.2f %9.4f%% | %u %u %7.3f | %6llu | %.2f "
           "%.2f %.2f %.2f %3u\n",
           name, percent(hulls), percent(points), percent(rays.hits), percent(rays.faces),
           percent(rays.names), percent(rays.texture), percent(areas.keys), percent(areas.planes),
           areas.original > 0 ? 100 * (areas.other / areas.original - 1) : 0, other->zones.count,
           other->portals.count, percent(zones), (unsigned long long)(edges.all - edges.right), surfaces,
           windings, corners, nodes, depth);
    demand(hulls.right == hulls.all, name, "hulls are the brushes in order");
    demand(points.right == points.all, name, "points");
    demand(percent(rays.hits) >= 99.999 || (p->is_original && percent(rays.hits) >= 99.9), name, "rays");
    demand(percent(rays.faces) >= 99.9, name, "rays find a face");
    demand(percent(areas.keys) >= 99.9 || (overlaps && percent(areas.planes) >= 98) ||
               (is_renamed(&of, original) && percent(areas.planes) >= 99.9),
           name, "areas");
    if (areas.buried)
        printf("    %u surfaces of the original are between hulls and not counted\n", areas.buried);
    demand(original->zones.count == other->zones.count && original->portals.count == other->portals.count,
           name, "as many zones and portals");
    demand(percent(zones) >= 99.9, name, "zones");
    if (!p->is_original) {
        demand(percent(rays.names) >= 99.9, name, "materials of faces");
        demand(percent(rays.texture) >= 99.9, name, "texture coordinates of faces");
        demand(edges.right == edges.all, name, "no open T-junctions");
        demand(surfaces <= 1.1 && windings <= 1.1 && corners <= 1.1, name,
               "no more than 1.1 times the surfaces, windings, points");
        demand(other->bspNodes.count <= 1.1 * original->bspNodes.count + FEW_NODES, name,
               "no more than 1.1 times the nodes, and a few");
        demand(depth <= 40, name, "depth");
        measure_lit(context, name, original, other);
    }
    brushes_free(&of);
    fflush(stdout);
}

/* --- a pair ------------------------------------------------------------------------------------------ */

static uint32_t detail_of(const tlb_level *level, const char *map)
{
    for (uint32_t i = 0; i < level->details.count; i++)
        if (strcmp(tlb_path_base(level->details.data[i].file), tlb_path_base(map)) == 0)
            return i;
    return 0;
}

/* The map from which the others of a level are found: NAME_0, or the only one. */
static const char *first_map(const pair *p)
{
    for (uint32_t i = 0; i < p->map_count; i++)
        if (strstr(p->maps[i], "_0.map"))
            return p->maps[i];
    return p->maps[0];
}

static void measure_pair(const char *folder, const pair *p)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_document *original = open_file(context, p->original), *map = open_file(context, first_map(p)),
                 *other = NULL;
    tlb_files *files = NULL;
    double seconds = 0;
    if (folder)
        tlb_assets_add_folder(assets, folder, 1);
    tlb_level *level = read_level(context, map, assets);
    if (p->is_original)
        other = open_file(context, p->original);
    else
        other =
            p->candidate ? open_file(context, p->candidate) : compile(context, map, assets, &files, &seconds);
    demand(other, p->name, "can be compiled");
    uint32_t count = other ? p->map_count : 0;
    if (other && !p->is_original) {
        demand(!count_findings(context, other), p->name, "check finds nothing");
        printf("%s: %.2f s\n", p->name, seconds);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t detail = detail_of(level, p->maps[i]), at = p->is_original ? i : detail;
        if (i < tlb_document_dif(original)->details.count && at < tlb_document_dif(other)->details.count)
            measure_detail(context, p, level, detail, &tlb_document_dif(original)->details.data[i],
                           &tlb_document_dif(other)->details.data[at], at == 0);
        else
            demand(false, p->name, "as many levels of detail");
    }
    tlb_level_free(level);
    tlb_document_free(other);
    tlb_files_free(files);
    tlb_document_free(map);
    tlb_document_free(original);
    tlb_assets_free(assets);
    tlb_context_free(context);
}

/* NAME ORIGINAL MAP... on a line. */
static void measure_line(const char *folder, char *line, bool originals)
{
    char paths[MOST_MAPS + 1][MOST_PATH], textures[MOST_PATH];
    pair p = {.is_original = originals};
    uint32_t words = 0;
    for (char *word = strtok(line, " \n"); word && words <= MOST_MAPS; word = strtok(NULL, " \n"), words++) {
        if (words == 0) {
            p.name = word;
            continue;
        }
        snprintf(paths[words - 1], MOST_PATH, "%s/%s", folder, word);
        if (words == 1)
            p.original = paths[0];
        else
            p.maps[p.map_count++] = paths[words - 1];
    }
    snprintf(textures, sizeof textures, "%s/textures", folder);
    if (p.map_count)
        measure_pair(textures, &p);
}

static int measure_corpus(bool originals, const char *only)
{
    char folder[MOST_PATH - 64], path[MOST_PATH], line[4096];
    if (!corpus_folder("torque-sources", folder, sizeof folder))
        return SKIPPED;
    snprintf(path, sizeof path, "%s/pairs.lst", folder);
    FILE *list = fopen(path, "r");
    if (!list)
        return SKIPPED;
    while (fgets(line, sizeof line, list))
        if (!only || strncmp(line, only, strlen(only)) == 0)
            measure_line(folder, line, originals);
    fclose(list);
    return failures ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *given = getenv("TLB_SAMPLES");
    if (given)
        samples = (uint32_t)strtoul(given, NULL, 10);
    printf("%-20s %6s %9s %8s %7s %7s %7s | %7s %7s %10s | zones portals | open | surfaces windings points "
           "nodes depth\n",
           "level", "hulls", "points", "rays", "faces", "names", "UV", "keys", "planes", "area");
    bool originals = argc > 1 && strcmp(argv[1], "--originals") == 0;
    if (argc < 4)
        return measure_corpus(originals, argc > 1 + originals ? argv[argc - 1] : NULL);
    pair p = {.name = tlb_path_base(argv[2]), .original = argv[1], .candidate = argv[2]};
    for (int i = 3; i < argc && p.map_count < MOST_MAPS; i++)
        p.maps[p.map_count++] = argv[i];
    measure_pair(NULL, &p);
    return failures ? 1 : 0;
}
