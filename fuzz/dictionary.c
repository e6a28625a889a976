/* A dictionary for libFuzzer, on standard output: words that inputs of a target are made of.
 *
 *     dictionary TARGET SEEDS
 *
 * Those of a format are its signatures and, of each field that its layout finds in the files of SEEDS/FORMAT,
 * the bytes of some values: tags, names of classes, versions, keywords. Those of other targets are names: of
 * the formats, their options, queries, operations, fields and flags. */
#include "trilobite/trilobite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 32, MOST_VALUES = 4 };

typedef struct word {
    const char *field; /* whose value it is */
    tlb_text text;
} word;

typedef struct dictionary {
    tlb_context *context;
    tlb_arena *arena;
    bool names; /* rather than values */
    word *words;
    size_t count, capacity;
    tlb_text map; /* of one document */
} dictionary;

static void require(bool condition)
{
    if (!condition) {
        fputs("dictionary: cannot be made\n", stderr);
        exit(EXIT_FAILURE);
    }
}

static bool same(tlb_text a, tlb_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* Of text, without the blanks around it. */
static tlb_text trim(const char *data, size_t size)
{
    static const char blanks[] = " \t\r\n";
    bool is_text = true;
    size_t from = 0, to = size;
    for (size_t i = 0; i < size; i++)
        is_text &= (data[i] >= ' ' && data[i] < 0x7f) || (data[i] && strchr(blanks, data[i]));
    while (is_text && from < to && strchr(blanks, data[from]))
        from++;
    while (is_text && from < to && strchr(blanks, data[to - 1]))
        to--;
    return (tlb_text){data + from, (uint32_t)(to - from)};
}

static void add(dictionary *d, const char *field, const char *data, size_t size)
{
    tlb_text text = trim(data, size);
    size_t values = 0;
    if (!text.size || text.size > LONGEST)
        return;
    for (size_t i = 0; i < d->count; i++) {
        values += *field && strcmp(d->words[i].field, field) == 0;
        if (values == MOST_VALUES || same(d->words[i].text, text))
            return;
    }
    if (d->count == d->capacity) {
        d->capacity = d->capacity ? 2 * d->capacity : 256;
        d->words = realloc(d->words, d->capacity * sizeof *d->words);
        require(d->words != NULL);
    }
    d->words[d->count++] =
        (word){tlb_arena_printf(d->arena, "%s", field), tlb_copy_text(d->arena, text.data, text.size)};
    require(!tlb_arena_failed(d->arena));
}

static void add_name(dictionary *d, const char *name)
{
    add(d, "", name, strlen(name));
}

/* --- what formats say of themselves ------------------------------------------------------------------- */

/* The bytes between those that may be any. */
static void add_signatures(dictionary *d, const tlb_signature *signature)
{
    for (; signature && signature->bytes; signature++)
        for (size_t from = 0, at = 0; at <= signature->size; at++)
            if (at == signature->size || signature->bytes[at] == '?') {
                add(d, "", signature->bytes + from, at - from);
                from = at + 1;
            }
}

static void add_calls(dictionary *d, const tlb_query_info *call)
{
    for (; call && call->name; call++)
        add_name(d, call->name);
}

static void add_options(dictionary *d, const tlb_option_info *option)
{
    for (; option && option->name; option++) {
        add_name(d, option->name);
        for (const tlb_option_word *w = option->words; w && w->name; w++)
            add_name(d, w->name);
    }
}

/* --- fields ------------------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Those in a path or a list of flags; what stands in brackets are places. */
static void add_names(dictionary *d, const char *text)
{
    while (*text) {
        size_t size = 0;
        if (*text == '[')
            text += strcspn(text, "]");
        while (is_letter(text[size]) || (size && is_digit(text[size])))
            size++;
        add(d, "", text, size);
        text += size ? size : *text != 0;
    }
}

/* Without the places of elements. */
static void field_of(char *path)
{
    char *to = path;
    for (const char *from = path; *from; from++)
        if (!is_digit(*from))
            *to++ = *from;
    *to = 0;
}

/* A line of the map: offset, length, path, value and, of flags, their names. */
static void add_field(dictionary *d, tlb_bytes source, char *line)
{
    char *end, *flags;
    unsigned long long offset = strtoull(line, &end, 16), length = strtoull(end, &end, 10);
    char *path = end + (*end == '\t'), *value = strchr(path, '\t');
    if (!value)
        return;
    *value++ = 0;
    if (d->names) {
        flags = strchr(value, '\t');
        add_names(d, path);
        add_names(d, flags ? flags : "");
    } else if (offset <= source.size && length <= source.size - offset) {
        field_of(path);
        add(d, path, (const char *)source.data + offset, (size_t)length);
    }
}

static bool keep(void *user, const void *data, size_t size)
{
    dictionary *d = user;
    char *all = tlb_alloc(d->arena, d->map.size + size + 1);
    require(all != NULL);
    if (d->map.size)
        memcpy(all, d->map.data, d->map.size);
    memcpy(all + d->map.size, data, size);
    all[d->map.size + size] = 0;
    d->map = (tlb_text){all, (uint32_t)(d->map.size + size)};
    return true;
}

static void add_document(dictionary *d, tlb_document *document)
{
    char *line, *end;
    d->map = (tlb_text){0};
    if (tlb_map(document, NULL, (tlb_sink){keep, d}) != TLB_OK)
        return;
    for (line = (char *)(uintptr_t)d->map.data; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        add_field(d, tlb_document_source(document), line);
    }
}

/* The files that are sound. */
static void add_seeds(dictionary *d, const tlb_format *format, const char *seeds)
{
    const char *folder = tlb_arena_printf(d->arena, "%s/%s", seeds, tlb_format_info_of(format)->name);
    tlb_paths paths = {0};
    (void)tlb_folder_files(d->context, d->arena, folder, &paths);
    for (size_t i = 0; i < paths.count; i++) {
        tlb_document *document;
        if (tlb_open_path(d->context, paths.data[i], format, &document) == TLB_OK)
            add_document(d, document);
        tlb_document_free(document);
    }
}

/* ------------------------------------------------------------------------------------------------------ */

static void add_format(dictionary *d, const tlb_format *format, const char *seeds)
{
    const tlb_format_info *info = tlb_format_info_of(format);
    add_signatures(d, info->signatures);
    if (d->names) {
        add_name(d, info->name);
        add_options(d, info->options);
        add_calls(d, info->queries);
        add_calls(d, info->operations);
    }
    add_seeds(d, format, seeds);
}

static void print(const dictionary *d)
{
    for (size_t i = 0; i < d->count; i++) {
        tlb_text text = d->words[i].text;
        putchar('"');
        for (uint32_t b = 0; b < text.size; b++) {
            unsigned char c = (unsigned char)text.data[b];
            bool plain = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
            printf(plain ? "%c" : "\\x%02X", c);
        }
        puts("\"");
    }
}

int main(int argc, char **argv)
{
    const tlb_format *format = argc == 3 ? tlb_format_by_name(argv[1]) : NULL;
    dictionary d = {.context = tlb_context_create(NULL), .names = !format};
    d.arena = tlb_arena_create(d.context);
    require(argc == 3 && d.arena);
    for (size_t i = 0; i < tlb_format_count(); i++)
        if (!format || format == tlb_format_at(i))
            add_format(&d, tlb_format_at(i), argv[2]);
    print(&d);
    free(d.words);
    tlb_arena_free(d.arena);
    tlb_context_free(d.context);
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
