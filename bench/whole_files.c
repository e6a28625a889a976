#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE

#include "bench.h"
#include "base/text.h"
#include "files.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 5 };

extern char **environ;

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void keep_least(double *least, double seconds)
{
    if (seconds < *least)
        *least = seconds;
}

double time_read(const char *path, size_t size)
{
    double start = now();
    int file = open(path, O_RDONLY);
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (file < 0 || memory == MAP_FAILED || read(file, memory, size) != (ssize_t)size)
        abort();
    close(file);
    double seconds = now() - start;
    munmap(memory, size);
    return seconds;
}

double time_copy(const uint8_t *data, size_t size)
{
    double start = now();
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        abort();
    memcpy(memory, data, size);
    double seconds = now() - start;
    munmap(memory, size);
    return seconds;
}

typedef struct figures {
    double read, copy, open, save, glb; /* seconds */
    double memory;                      /* peak of reading, as a multiple of the file */
} figures;

static void time_document(figures *f, bytes_copy source, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_bytes bytes;
    tlb_files *files;
    double start = now();
    if (tlb_open_memory(context, source.data, source.size, path, NULL, &document) != TLB_OK)
        abort();
    keep_least(&f->open, now() - start);
    f->memory = (double)(tlb_memory_peak(context) + source.size) / (double)source.size;
    start = now();
    if (tlb_save_memory(document, &bytes) != TLB_OK)
        abort();
    keep_least(&f->save, now() - start);
    tlb_assets *none = tlb_assets_create(context);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = none};
    start = now();
    if (tlb_convert(document, tlb_format_by_name("glb"), "bench.glb", &options, &files) == TLB_OK) {
        keep_least(&f->glb, now() - start);
        tlb_files_free(files);
    }
    tlb_assets_free(none);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void bench_file(const char *path)
{
    bytes_copy source = load_file(path);
    figures f = {1e9, 1e9, 1e9, 1e9, 1e9, 0};
    for (int i = 0; i < ROUNDS; i++) {
        keep_least(&f.read, time_read(path, source.size));
        keep_least(&f.copy, time_copy(source.data, source.size));
        time_document(&f, source, path);
    }
    double megabytes = (double)source.size / 1e6;
    printf("%-42.42s %6.2f MB | read() %5.0f MB/s, memcpy %5.0f | open %5.0f (%.2f of read()) | save %5.0f "
           "(%.2f) | "
           "glb %5.0f | memory %.1f x\n",
           strrchr(path, '/') + 1, megabytes, megabytes / f.read, megabytes / f.copy, megabytes / f.open,
           f.read / f.open, megabytes / f.save, f.read / f.save, megabytes / f.glb, f.memory);
    free(source.data);
}

/* A whole process: start, read, answer, end. */
static void bench_info(const char *path)
{
    char *arguments[] = {TLB_COMMAND, "info", (char *)path, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    double least = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        pid_t child;
        int status;
        double start = now();
        if (posix_spawn(&child, TLB_COMMAND, &actions, NULL, arguments, environ) != 0)
            abort();
        waitpid(child, &status, 0);
        keep_least(&least, now() - start);
    }
    posix_spawn_file_actions_destroy(&actions);
    printf("%-42.42s info, a whole process: %.2f ms\n", strrchr(path, '/') + 1, least * 1e3);
}

/* 0 for what is not read, or has another extension than the one wanted. */
static size_t *sizes_of(const file_list *list, const char *extension)
{
    size_t *sizes = calloc(list->count, sizeof *sizes);
    if (!sizes)
        abort();
    for (size_t i = 0; i < list->count; i++) {
        bytes_copy copy = load_file(list->paths[i]);
        const tlb_format *format = tlb_probe(copy.data, copy.size, list->paths[i]);
        bool read = format && tlb_format_info_of(format)->abilities & TLB_CAN_READ;
        bool wanted = !extension || tlb_same_nocase(tlb_path_extension(list->paths[i]), extension);
        sizes[i] = read && wanted ? copy.size : 0;
        free(copy.data);
    }
    return sizes;
}

void bench_kind(const char *family, const char *extension)
{
    char buffer[4096];
    const char *folder = corpus_folder(family, buffer, sizeof buffer);
    if (!folder)
        return;
    file_list list = list_files(folder);
    size_t *sizes = sizes_of(&list, extension), smallest = 0;
    for (size_t i = 0; i < list.count; i++)
        if (sizes[i] && (!sizes[smallest] || sizes[i] < sizes[smallest]))
            smallest = i;
    if (list.count && sizes[smallest])
        bench_info(list.paths[smallest]);
    for (int n = 0; n < LARGEST; n++) {
        size_t largest = 0;
        for (size_t i = 0; i < list.count; i++)
            largest = sizes[i] > sizes[largest] ? i : largest;
        if (!list.count || !sizes[largest])
            break;
        bench_file(list.paths[largest]);
        sizes[largest] = 0;
    }
    free(sizes);
    free_files(&list);
}

void bench_family(const char *family)
{
    bench_kind(family, NULL);
}
