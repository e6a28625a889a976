/* Files that must be refused. Beside each FILE stands FILE.expect: the code, the offset and the path of the
 * first error, "TRUNCATED 0x1c3 details[0].points". */
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool expectation(const char *path, char *line, size_t size)
{
    char name[4096];
    snprintf(name, sizeof name, "%s.expect", path);
    FILE *file = fopen(name, "r");
    bool found = file && fgets(line, (int)size, file);
    if (file)
        fclose(file);
    line[strcspn(line, "\n")] = 0;
    return found;
}

static const tlb_diagnostic *first_error(const tlb_context *context)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        if (tlb_diagnostic_at(context, i)->severity == TLB_ERROR)
            return tlb_diagnostic_at(context, i);
    return NULL;
}

static bool refused_as_expected(const char *path, const char *expected)
{
    char found[1024] = "accepted";
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    if (tlb_open_path(context, path, NULL, &document) != TLB_OK && first_error(context)) {
        const tlb_diagnostic *d = first_error(context);
        if (d->offset == TLB_NO_OFFSET)
            snprintf(found, sizeof found, "%s - %s", tlb_code_name(d->code), d->path);
        else
            snprintf(found, sizeof found, "%s 0x%llx %s", tlb_code_name(d->code),
                     (unsigned long long)d->offset, d->path);
    }
    tlb_document_free(document);
    tlb_context_free(context);
    if (strcmp(found, expected) == 0)
        return true;
    fprintf(stderr, "%s: expected %s, found %s\n", path, expected, found);
    return false;
}

int main(int argc, char **argv)
{
    char line[1024];
    int tested = 0, failures = 0;
    file_list list = list_files(argc > 1 ? argv[1] : "");
    for (size_t i = 0; i < list.count; i++) {
        const char *extension = strrchr(list.paths[i], '.');
        if (extension && strcmp(extension, ".expect") == 0)
            continue;
        tested++;
        if (!expectation(list.paths[i], line, sizeof line))
            strcpy(line, "(an .expect file)");
        failures += !refused_as_expected(list.paths[i], line);
    }
    free_files(&list);
    printf("%d files, %d failures\n", tested, failures);
    return failures || !tested;
}
