/* Shapes: the largest, and a thousand small ones to GLB in one process. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE

#include "base/text.h"
#include "bench.h"
#include "files.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHAPES = 1000, SMALL = 20000, FEW_ROUNDS = 5 };

extern char **environ;

static void write_file(const char *path, bytes_copy bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0)
        abort();
}

/* The corpus's small shapes, each under many names, in a folder of their own. */
static uint32_t copy_shapes(const char *corpus, const char *folder, char **names)
{
    file_list list = list_files(corpus);
    uint32_t made = 0;
    for (size_t i = 0; made < SHAPES && list.count; i = (i + 1) % list.count) {
        if (!tlb_same_nocase(tlb_path_extension(list.paths[i]), "dts"))
            continue;
        bytes_copy shape = load_file(list.paths[i]);
        if (shape.size > SMALL || memcmp(shape.data, "PERS", 4) != 0) {
            free(shape.data);
            continue;
        }
        char *name = names[made] = malloc(strlen(folder) + 32);
        if (!name)
            abort();
        sprintf(name, "%s/shape%04u.dts", folder, made++);
        write_file(name, shape);
        free(shape.data);
    }
    free_files(&list);
    return made;
}

static void empty_folder(const char *folder)
{
    file_list list = list_files(folder);
    for (size_t i = 0; i < list.count; i++)
        unlink(list.paths[i]);
    free_files(&list);
}

/* Into new files: to replace some would take longer. */
static double time_conversion(char *const *names, char *out, char *jobs)
{
    char *arguments[SHAPES + 8] = {TLB_COMMAND, "convert", "--to", "glb", "-j", jobs};
    memcpy(arguments + 6, names, SHAPES * sizeof *names);
    arguments[SHAPES + 6] = out;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    double least = 1e9;
    for (int i = 0; i < FEW_ROUNDS; i++) {
        pid_t child;
        int status;
        empty_folder(out);
        double start = now();
        if (posix_spawn(&child, TLB_COMMAND, &actions, NULL, arguments, environ) != 0)
            abort();
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            abort();
        keep_least(&least, now() - start);
    }
    posix_spawn_file_actions_destroy(&actions);
    return least;
}

/* The largest shape, written from the scene that it becomes. */
static void bench_writing(const char *corpus)
{
    file_list list = list_files(corpus);
    bytes_copy largest = {0};
    for (size_t i = 0; i < list.count; i++) {
        if (!tlb_same_nocase(tlb_path_extension(list.paths[i]), "dts"))
            continue;
        bytes_copy shape = load_file(list.paths[i]);
        bool larger = shape.size > largest.size;
        free(larger ? largest.data : shape.data);
        largest = larger ? shape : largest;
    }
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *none = tlb_assets_create(context);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = none};
    tlb_document *document;
    tlb_scene *scene;
    tlb_files *files;
    if (tlb_open_memory(context, largest.data, largest.size, "largest.dts", NULL, &document) != TLB_OK ||
        tlb_document_scene(document, &options, &scene) != TLB_OK)
        abort();
    double least = 1e9, size = 0;
    for (int i = 0; i < FEW_ROUNDS; i++) {
        double start = now();
        if (tlb_scene_write(context, scene, tlb_format_by_name("dts"), "made.dts", &options, &files) !=
            TLB_OK)
            abort();
        keep_least(&least, now() - start);
        size = (double)files->data[0].bytes.size / 1e6;
        tlb_files_free(files);
    }
    printf("from a scene: DTS of %.2f MB in %.1f ms (%.0f MB/s)\n", size, least * 1e3, size / least);
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_assets_free(none);
    tlb_context_free(context);
    free(largest.data);
    free_files(&list);
}

void bench_darkstar_dts(void)
{
    /* In memory where there is a place: disks make small files one at a time. */
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    char buffer[4096], in[64], out[64];
    snprintf(in, sizeof in, "%s/trilobite-shapes-XXXXXX", place);
    snprintf(out, sizeof out, "%s/trilobite-glb-XXXXXX", place);
    static char *names[SHAPES];
    bench_kind("darkstar", "dts");
    const char *corpus = corpus_folder("darkstar", buffer, sizeof buffer);
    if (!corpus || !mkdtemp(in) || !mkdtemp(out))
        return;
    bench_writing(corpus);
    if (copy_shapes(corpus, in, names) == SHAPES) {
        double one = time_conversion(names, out, "1"), two = time_conversion(names, out, "2");
        printf("%d small shapes to GLB: %.2f s, with -j 2 %.2f s (%.2f times as fast)\n", SHAPES, one, two,
               one / two);
    }
    for (uint32_t i = 0; i < SHAPES; i++) {
        if (names[i])
            unlink(names[i]);
        free(names[i]);
    }
    rmdir(in);
    empty_folder(out);
    rmdir(out);
}
