/* What the command's verbs do, with words of their own: the first line says what, a file follows. Without
 * other files, and with a limit of work. The oracle: what fails is reported, and what is made opens again.
 *
 *     query WORD...            an answer
 *     edit WORD...             an operation of a room
 *     convert FORMAT NAME=...  with options
 *     draw NAME=...            a picture of 24 by 16 pixels */
#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 32, MOST_WORK = 20 * 1000 * 1000 };

static void require(bool condition)
{
    if (!condition)
        abort();
}

typedef struct call {
    tlb_context *context;
    tlb_document *document;
    char *words[MOST_WORDS];
    size_t count;
} call;

static void require_reported(const call *c, tlb_status status)
{
    require(status == TLB_OK || status == TLB_LIMIT || tlb_severity_total(c->context, TLB_ERROR) > 0);
}

static void query(const call *c)
{
    const tlb_value *answer;
    require_reported(c, tlb_query(c->document, (const char *const *)c->words + 1, c->count - 1, &answer));
}

static void operate(const call *c)
{
    const tlb_value *answer;
    tlb_bytes bytes;
    tlb_document *again;
    tlb_status status = tlb_operate(c->document, (const char *const *)c->words + 1, c->count - 1, &answer);
    require_reported(c, status);
    if (status)
        return;
    require(tlb_save_memory(c->document, &bytes) == TLB_OK);
    status =
        tlb_open_memory(c->context, bytes.data, bytes.size, NULL, tlb_document_format(c->document), &again);
    require(status == TLB_OK || status == TLB_LIMIT);
    tlb_document_free(again);
}

/* Not one that names files. */
static bool is_plain(const char *name)
{
    const tlb_option_info *info = tlb_option_find(name);
    return info &&
           (!info->argument || (!strstr(info->argument, "FILE") && !strstr(info->argument, "FOLDER")));
}

/* What the words say: NAME=TEXT, or NAME of a flag. Those that are refused are left out. */
static const tlb_convert_options *options_of(const call *c, size_t first, tlb_options *named)
{
    for (size_t i = first; i < c->count; i++) {
        char *text = strchr(c->words[i], '=');
        if (text)
            *text++ = 0;
        if (is_plain(c->words[i]))
            (void)tlb_options_set(named, c->words[i], text);
    }
    tlb_diagnostics_clear(c->context);
    return tlb_options_get(named);
}

static void reopen(const call *c, const tlb_format *format, const tlb_files *files)
{
    tlb_document *again;
    if (!(tlb_format_info_of(format)->abilities & TLB_CAN_READ))
        return;
    tlb_bytes bytes = files->data[0].bytes;
    tlb_status status = tlb_open_memory(c->context, bytes.data, bytes.size, NULL, format, &again);
    require(status == TLB_OK || status == TLB_LIMIT);
    tlb_document_free(again);
}

static void convert(const call *c)
{
    const tlb_format *format = tlb_format_by_name(c->count > 1 ? c->words[1] : "");
    tlb_options *named = tlb_options_create(c->context);
    tlb_files *files = NULL;
    if (format && named && strcmp(c->words[1], "html") != 0) {
        tlb_status status = tlb_convert(c->document, format, "made", options_of(c, 2, named), &files);
        require_reported(c, status);
        if (!status)
            reopen(c, format, files);
    }
    tlb_files_free(files);
    tlb_options_free(named);
}

static void draw(const call *c)
{
    tlb_options *named = tlb_options_create(c->context);
    tlb_bitmap *bitmap = NULL;
    if (named) {
        (void)options_of(c, 1, named);
        (void)tlb_options_set(named, "size", "24x16");
        (void)tlb_document_draw(c->document, tlb_options_get(named), &bitmap);
    }
    tlb_bitmap_free(bitmap);
    tlb_options_free(named);
}

static void run(const call *c)
{
    static const struct {
        const char *verb;
        void (*run)(const call *c);
    } verbs[] = {{"query", query}, {"edit", operate}, {"convert", convert}, {"draw", draw}};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (c->count && strcmp(c->words[0], verbs[i].verb) == 0)
            verbs[i].run(c);
}

static void part_words(call *c, char *line)
{
    for (char *word = strtok(line, " "); word && c->count < MOST_WORDS; word = strtok(NULL, " "))
        c->words[c->count++] = word;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tlb_context_options limits = {
        .struct_size = sizeof limits, .max_bytes = UINT64_C(256) << 20, .max_work = MOST_WORK};
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    if (!end)
        return 0;
    size_t length = (size_t)(end - data), rest = size - length - 1;
    char *line = malloc(length + 1);
    require(line != NULL);
    memcpy(line, data, length);
    line[length] = 0;
    call c = {.context = tlb_context_create(&limits)};
    require(c.context != NULL);
    if (tlb_open_memory(c.context, end + 1, rest, NULL, NULL, &c.document) == TLB_OK) {
        part_words(&c, line);
        tlb_diagnostics_clear(c.context);
        run(&c);
    }
    tlb_document_free(c.document);
    tlb_context_free(c.context);
    free(line);
    return 0;
}
