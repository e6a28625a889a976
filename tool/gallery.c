/* Several inputs into a page of models: an index with pictures, and beside it a folder with a picture (PNG)
 * and a script with the model (GLB in base64) for each. */
#include "tool.h"

#include "gallery_page.h"
#include "util/desktop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TOOL_WITH_GALLERY

typedef struct entry {
    const char *format; /* its title; NULL: the file could not be opened */
    bool picture, model;
    char *error; /* why there is no model */
} entry;

typedef struct gallery {
    const options *options;
    size_t count;
    const char *folder; /* of the files */
    entry *entries;
    tlb_convert_options all;     /* scenes with all that the page can show */
    tlb_convert_options picture; /* the options of the command line, and a size: */
    tlb_png_write_options drawing;
} gallery;

/* --- one model ----------------------------------------------------------------------------------------- */

static bool add_bytes(void *user, const void *data, size_t size)
{
    text_bytes(user, data, size);
    return !((text *)user)->failed;
}

static tlb_status draw_picture(tlb_context *context, const tlb_scene *scene,
                               const tlb_convert_options *convert, text *file)
{
    tlb_bitmap *picture;
    tlb_status status = tlb_scene_draw(context, scene, convert, &picture);
    if (!status)
        status = tlb_bitmap_write_png(context, picture, (tlb_sink){add_bytes, file});
    tlb_bitmap_free(picture);
    return status;
}

/* trilobiteModel(NUMBER,{"title":…,"diagnostics":[…]},"GLB"); */
static tlb_status write_script(job *j, tlb_context *context, const tlb_scene *scene, text *file)
{
    tlb_files *files;
    tlb_gltf_write_options page = TLB_GLTF_WRITE_OPTIONS_INIT;
    tlb_convert_options convert = TLB_CONVERT_OPTIONS_INIT;
    page.page = true;
    convert.to = &page.head;
    tlb_status status =
        tlb_scene_write(context, scene, tlb_format_by_name("glb"), "model.glb", &convert, &files);
    if (status)
        return status;
    tlb_value *about = tlb_value_table(j->arena);
    tlb_value_add_text(j->arena, about, "title", tlb_path_base(j->path));
    report_json(j->options, j->context, j->arena, tlb_value_add_list(j->arena, about, "diagnostics"));
    text_print(file, "trilobiteModel(%zu,", j->index + 1);
    text_json(file, j->context, about, true);
    text_add(file, ",\"");
    text_base64(file, files->data[0].bytes.data, files->data[0].bytes.size);
    text_add(file, "\");\n");
    tlb_files_free(files);
    return file->failed ? report_no_memory(j) : TLB_OK;
}

static tlb_status save(job *j, const text *file, const char *extension, tlb_value *outputs)
{
    const gallery *g = j->user;
    char name[32];
    snprintf(name, sizeof name, "%04zu.%s", j->index + 1, extension);
    tlb_file one = {name, {(const uint8_t *)file->data, file->size}};
    tlb_status status = tlb_files_save(j->context, &(tlb_files){&one, 1}, g->folder, g->options->force);
    if (!status)
        add_output(j, outputs, tlb_arena_printf(j->arena, "%s/%s", g->folder, name), file->size);
    return status;
}

/* `context` is the document's: messages name it. */
static tlb_status add_files(job *j, tlb_context *context, const tlb_scene *scene,
                            const tlb_convert_options *convert, entry *e, tlb_value *outputs)
{
    text picture = {0}, model = {0};
    tlb_status drawn = draw_picture(context, scene, convert, &picture);
    if (!drawn)
        drawn = save(j, &picture, "png", outputs);
    tlb_status written = write_script(j, context, scene, &model);
    if (!written)
        written = save(j, &model, "js", outputs);
    text_free(&picture);
    text_free(&model);
    e->picture = !drawn;
    e->model = !written;
    return written ? written : drawn;
}

/* The last error, which the first caused or is. */
static char *last_error(const tlb_context *context)
{
    for (size_t i = tlb_diagnostic_count(context); i--;) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        if (d->severity == TLB_ERROR)
            return strdup(d->message);
    }
    return NULL;
}

static exit_code add_model(job *j)
{
    const gallery *g = j->user;
    entry *e = &g->entries[j->index];
    tlb_value *outputs, *table = begin_conversion(j, tlb_format_by_name("html"), &outputs);
    tlb_document *document;
    tlb_scene *scene = NULL;
    tlb_assets *assets = NULL;
    tlb_status status = open_job(j, &document);
    if (!status) {
        e->format = tlb_format_info_of(tlb_document_format(document))->title;
        status = add_assets(j, document, &assets);
    }
    tlb_convert_options all = g->all, picture = g->picture;
    all.assets = assets;
    picture.renderer = j->worker->renderer;
    if (!status)
        status = tlb_document_scene(document, &all, &scene);
    if (!status)
        status = add_files(j, tlb_document_context(document), scene, &picture, e, outputs);
    j->converted = !status && !tlb_report_unused_options(document, tlb_format_by_name("png"), &picture);
    if (!e->model)
        e->error = last_error(j->context);
    tlb_scene_free(scene);
    tlb_assets_free(assets);
    tlb_document_free(document);
    report_conversion(j, table, status ? "failed" : "done");
    return exit_code_of(status);
}

/* --- the page ------------------------------------------------------------------------------------------ */

/* How long the folders are that all inputs are in: names are told apart without. */
static size_t common_folder(const options *o, size_t count)
{
    size_t size = (size_t)(tlb_path_base(o->words[0]) - o->words[0]);
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (same < size && o->words[i][same] == o->words[0][same])
            same++;
        while (same && o->words[0][same - 1] != '/' && o->words[0][same - 1] != '\\')
            same--;
        size = same;
    }
    return size;
}

static void add_entry(tlb_arena *arena, tlb_value *list, const entry *e, const char *path, size_t common)
{
    tlb_value *row = tlb_value_add_table(arena, list, NULL);
    const char *base = tlb_path_base(path);
    char *folder = tlb_arena_printf(arena, "%.*s", (int)(base - path - (ptrdiff_t)common), path + common);
    tlb_value_add_text(arena, row, "name", base);
    tlb_value_add_text(arena, row, "folder", folder ? folder : "");
    if (e->format)
        tlb_value_add_text(arena, row, "format", e->format);
    tlb_value_add_bool(arena, row, "picture", e->picture);
    if (!e->model)
        tlb_value_add_text(arena, row, "error", e->error ? e->error : "could not be converted");
}

static void add_index(text *page, tlb_context *context, const gallery *g, const char *title)
{
    text json = {0};
    tlb_arena *arena = g->options->arena;
    tlb_value *index = tlb_value_table(arena);
    size_t common = common_folder(g->options, g->count);
    tlb_value_add_text(arena, index, "title", title);
    tlb_value_add_text(arena, index, "files", tlb_path_base(g->folder));
    tlb_value *models = tlb_value_add_list(arena, index, "models");
    for (size_t i = 0; i < g->count; i++)
        add_entry(arena, models, &g->entries[i], g->options->words[i], common);
    text_json(&json, context, index, true);
    /* A "<", which can only stand in a text there, might end the element. */
    for (size_t i = 0; i < json.size; i++)
        if (json.data[i] == '<')
            text_add(page, "\\u003c");
        else
            text_byte(page, json.data[i]);
    page->failed |= json.failed;
    text_free(&json);
}

static void add_title(text *page, const char *title)
{
    for (; *title; title++)
        if (*title == '<')
            text_add(page, "&lt;");
        else if (*title == '&')
            text_add(page, "&amp;");
        else
            text_byte(page, *title);
}

/* The page up to a mark; `*at` is then after it. */
static void add_up_to(text *page, const char **at, const char *mark)
{
    const char *end = strstr(*at, mark);
    text_bytes(page, *at, (size_t)(end - *at));
    *at = end + strlen(mark);
}

static tlb_status write_page(tlb_context *context, const gallery *g, const char *path)
{
    text page = {0};
    size_t size;
    const char *at = gallery_page, *stem = path_stem(path, &size);
    char *title = tlb_arena_printf(g->options->arena, "%.*s", (int)size, stem);
    add_up_to(&page, &at, "<!--TITLE-->");
    add_title(&page, title ? title : "");
    add_up_to(&page, &at, "<!--INDEX-->");
    add_index(&page, context, g, title ? title : "");
    text_bytes(&page, at, (size_t)(gallery_page + gallery_page_size - at));
    tlb_status status = page.failed
                            ? report_no_memory(&(job){.context = context})
                            : tlb_file_save(context, path, (tlb_bytes){(const uint8_t *)page.data, page.size},
                                            g->options->force);
    text_free(&page);
    return status;
}

/* --- all of it ----------------------------------------------------------------------------------------- */

/* As for the page of one model: it hides and shows for itself. */
static void choose_options(gallery *g)
{
    const tlb_options *named = g->options->named;
    g->all = g->picture = *tlb_options_get(named);
    g->all.collision = g->all.zones = true;
    if (!g->all.lod.is_set)
        g->all.lod = (tlb_optional_integer){true, TLB_LOD_ALL};
    g->drawing = *TLB_OPTIONS_OF(named, tlb_png_write_options);
    if (!g->drawing.size.width)
        g->drawing.size = (tlb_size_option){320, 240};
    g->picture.to = &g->drawing.head;
}

static void remove_file(const gallery *g, size_t index, const char *extension)
{
    text path = {0};            /* no more memory comes from a context that is cancelled */
    text_add(&path, g->folder); /* however long it is: text_print cuts */
    text_print(&path, "/%04zu.%s", index + 1, extension);
    text_byte(&path, 0);
    if (!path.failed)
        remove_path(path.data);
    text_free(&path);
}

/* Files without a page are of no use. */
static void remove_files(const gallery *g)
{
    for (size_t i = 0; i < g->count; i++) {
        if (g->entries[i].picture)
            remove_file(g, i, "png");
        if (g->entries[i].model)
            remove_file(g, i, "js");
    }
    remove_path(g->folder);
}

/* The page is written last: it never lists what is not there. */
static exit_code make_gallery(tlb_context *context, gallery *g, const char *path)
{
    if (!may_write(&(job){.options = g->options, .context = context}, path))
        return EXIT_OUTPUT;
    bool is_new = tlb_path_kind_of(NULL, g->folder) == TLB_PATH_NONE;
    if (!g->options->force && !is_new) {
        tlb_report(context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "%s already exists; use --force to replace it", g->folder);
        return EXIT_OUTPUT;
    }
    tlb_status status = tlb_folder_make(context, g->folder);
    if (status)
        return exit_code_of(status);
    exit_code code = run_report_jobs(g->options, add_model, NULL, g);
    exit_code written = code == EXIT_STOPPED ? code : exit_code_of(write_page(context, g, path));
    if (written == EXIT_STOPPED && is_new)
        remove_files(g);
    return written > code ? written : code;
}

exit_code run_gallery(const options *o)
{
    const char *path = o->words[o->word_count - 1];
    size_t stem = strlen(path) - strlen(tlb_path_extension(path));
    gallery g = {.options = o, .count = o->input_count};
    choose_options(&g);
    tlb_context *context = create_context();
    g.folder = tlb_arena_printf(o->arena, "%.*s_files",
                                (int)(stem && path[stem - 1] == '.' ? stem - 1 : stem), path);
    g.entries = calloc(g.count, sizeof *g.entries);
    exit_code code = context && g.folder && g.entries ? make_gallery(context, &g, path) : EXIT_INTERNAL;
    for (size_t i = 0; g.entries && i < g.count; i++)
        free(g.entries[i].error);
    free(g.entries);
    if (context)
        report_diagnostics(o, context);
    tlb_context_free(context);
    return code;
}

#else

exit_code run_gallery(const options *o)
{
    (void)o;
    usage_error("this build cannot write galleries: it was built without Node.js");
    return EXIT_INPUT;
}

#endif
