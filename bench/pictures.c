/* A picture of a million triangles: a whole process of the command, from a file that is made here. What
 * counts is its work, the time of all its threads, in the program and in the system; the software renderer
 * has several. */
#define _DEFAULT_SOURCE

#include "bench.h"
#include "scenes.h"
#include "temporary.h"
#include "trilobite/trilobite.h"

#include "base/context.h"

#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { SIDE = 708, TIMES = 5 };

extern char **environ;

/* Hills over a square: two triangles for each of SIDE x SIDE, smooth. */
static void add_hills(tlb_scene *scene)
{
    const uint32_t row = SIDE + 1;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "hills");
    if (!mesh ||
        !tlb_mesh_reserve(scene, mesh, row * row, SIDE * SIDE * 6, 1, TLB_WITH_NORMALS | TLB_WITH_UV0))
        abort();
    for (uint32_t i = 0; i < row * row; i++) {
        float x = (float)(i % row) / SIDE, z = (float)(i / row) / SIDE;
        mesh->positions[i][0] = x * 100;
        mesh->positions[i][1] = sinf(x * 17) * 4 + cosf(z * 23) * 3;
        mesh->positions[i][2] = z * 100;
        mesh->uv[0][i][0] = x * 8;
        mesh->uv[0][i][1] = z * 8;
    }
    uint32_t *index = mesh->indices;
    for (uint32_t z = 0; z < SIDE; z++)
        for (uint32_t x = 0; x < SIDE; x++, index += 6) {
            uint32_t a = z * row + x, b = a + row;
            memcpy(index, (uint32_t[]){a, b, a + 1, a + 1, b, b + 1}, 6 * sizeof *index);
        }
    mesh->parts[0] = (tlb_part){.material = 0, .index_count = mesh->index_count};
    tlb_mesh_compute_normals(mesh);
    add_node(scene, "hills", TLB_NONE, 0);
}

static void write_file(const char *path, tlb_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0)
        abort();
}

static void make_hills(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_files *files;
    tlb_scene_add_material(scene, "brick");
    add_hills(scene);
    if (tlb_scene_write(context, scene, tlb_format_by_name("iqm"), "hills.iqm", NULL, &files) != TLB_OK)
        abort();
    write_file(path, files->data[0].bytes);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* What a process works, and how long it takes; false where nothing can be drawn. */
static bool run(const char *model, const char *picture, double *work, double *clock)
{
    char *arguments[] = {TLB_COMMAND, "convert",  "--force",     "--assets",      TLB_TEXTURES,
                         "--size",    "1024x768", (char *)model, (char *)picture, NULL};
    pid_t child;
    int status;
    struct rusage usage;
    double start = now();
    if (posix_spawn(&child, TLB_COMMAND, NULL, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child)
        abort();
    keep_least(clock, now() - start);
    keep_least(work, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
    return status == 0;
}

void bench_pictures(void)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    const char *model = tlb_print(&arena, "%s/hills.iqm", folder);
    const char *picture = tlb_print(&arena, "%s/hills.png", folder);
    double work = 1e9, clock = 1e9;
    make_hills(model);
    bool drawn = true;
    for (int i = 0; i < TIMES && drawn; i++)
        drawn = run(model, picture, &work, &clock);
    if (drawn)
        printf(
            "picture of %d triangles, 1024x768, a whole process: %.2f s of work (wanted: under 1), %.2f s by "
            "the clock\n",
            SIDE * SIDE * 2, work, clock);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}
