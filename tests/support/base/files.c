#include "files.h"

#include "base/context.h"
#include "base/platform.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void add_path(file_list *list, const char *path)
{
    char **paths = realloc(list->paths, (list->count + 1) * sizeof *paths);
    char *copy = malloc(strlen(path) + 1);
    if (!paths || !copy)
        abort();
    list->paths = paths;
    list->paths[list->count++] = strcpy(copy, path);
}

static void add_folder(file_list *list, tlb_context *context, const char *folder)
{
    tlb_entries entries = {0};
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    if (tlb_folder_list(context, &arena, folder, &entries) != TLB_OK)
        entries.count = 0;
    for (uint32_t i = 0; i < entries.count; i++) {
        const char *path = tlb_arena_printf(&arena, "%s/%s", folder, entries.data[i].name);
        if (entries.data[i].is_folder)
            add_folder(list, context, path);
        else
            add_path(list, path);
    }
    tlb_arena_release(&arena);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

file_list list_files(const char *folder)
{
    file_list list = {0};
    tlb_context *context = tlb_context_create(NULL);
    add_folder(&list, context, folder);
    tlb_context_free(context);
    if (list.count)
        qsort(list.paths, list.count, sizeof *list.paths, by_name);
    return list;
}

void free_files(file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
}

bytes_copy load_file(const char *path)
{
    bytes_copy copy = {0};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        abort();
    copy.size = (size_t)ftell(file);
    copy.data = malloc(copy.size + 1);
    rewind(file);
    if (!copy.data || fread(copy.data, 1, copy.size, file) != copy.size)
        abort();
    fclose(file);
    return copy;
}

bytes_copy load_text(const char *path)
{
    bytes_copy text = load_file(path);
    text.data = realloc(text.data, text.size + 1);
    text.data[text.size] = 0;
    return text;
}

bool collect(void *text, const void *data, size_t size)
{
    collected *c = text;
    if (size > c->capacity - c->size) {
        c->capacity = (c->size + size) * 2;
        c->data = realloc(c->data, c->capacity);
        if (!c->data)
            abort();
    }
    if (size)
        memcpy(c->data + c->size, data, size);
    c->size += size;
    return true;
}

void print_diagnostics(const tlb_context *context)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        fprintf(stderr, "%s:0x%llx: %s[%s] %s: %s\n", d->file, (unsigned long long)d->offset,
                tlb_severity_name(d->severity), tlb_code_name(d->code), d->path, d->message);
    }
}

const tlb_diagnostic *find_diagnostic(const tlb_context *context, const char *code, const char *path)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (strcmp(tlb_code_name(d->code), code) == 0 && strcmp(d->path, path) == 0)
            return d;
    }
    return NULL;
}

static bool is_required(const char *thing)
{
    char required[256], word[64];
    const char *words = getenv("TLB_REQUIRED");
    snprintf(required, sizeof required, " %s ", words ? words : "");
    snprintf(word, sizeof word, " %s ", thing);
    return strstr(required, word) != NULL;
}

const char *corpus_folder(const char *family, char *buffer, size_t size)
{
    const char *corpus = getenv("TLB_CORPUS");
    snprintf(buffer, size, "%s/%s", corpus ? corpus : "", family);
    if (corpus && tlb_path_kind_of(NULL, buffer) == TLB_PATH_FOLDER)
        return buffer;
    bool required = is_required("corpus");
    printf("%s: there is no corpus of %s\n", required ? "FAILED" : "skipped", family);
    if (required)
        exit(EXIT_FAILURE);
    return NULL;
}

file_list corpus_files(const char *family, const char *extension)
{
    char buffer[4096];
    const char *folder = corpus_folder(family, buffer, sizeof buffer);
    file_list all = folder ? list_files(folder) : (file_list){0}, list = all;
    list.count = 0;
    for (size_t i = 0; i < all.count; i++)
        if (!extension || tlb_same_nocase(tlb_path_extension(all.paths[i]), extension))
            list.paths[list.count++] = all.paths[i];
        else
            free(all.paths[i]);
    return list;
}

bool choose_tests(int argc, const char *family)
{
    char folder[4096];
    if (argc < 2) {
        cmocka_set_skip_filter("corpus_*");
        return true;
    }
    cmocka_set_test_filter("corpus_*");
    return corpus_folder(family, folder, sizeof folder) != NULL;
}

int lacking(const char *thing)
{
    bool required = is_required(thing);
    printf("%s: there is no %s\n", required ? "FAILED" : "skipped", thing);
    return required ? 1 : SKIPPED;
}
