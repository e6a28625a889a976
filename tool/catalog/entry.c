/* One file, and its members, and theirs. */
#include "catalog/entry.h"

#include "util/desktop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEEP = 8 }; /* archives within each other */

typedef struct reader {
    job *job;
    tlb_arena *arena; /* of the entries */
    bool pictures;
    catalog_entry **last;
    const tlb_document *outermost; /* archive */
    uint64_t unpacked;             /* bytes of members, theirs too, so far */
} reader;

static const char *keep(const reader *r, const char *string)
{
    return catalog_text(r->arena, string, strlen(string));
}

static catalog_entry *add_entry(reader *r, const char *path)
{
    catalog_entry *e = tlb_zalloc(r->arena, sizeof *e);
    if (!e)
        return NULL;
    e->path = keep(r, path);
    e->stem = e->path ? catalog_stem(r->arena, e->path) : NULL;
    e->extension = e->path ? catalog_extension(r->arena, e->path) : NULL;
    e->verdict = "unknown";
    *r->last = e;
    r->last = &e->next;
    return e;
}

/* --- bytes --------------------------------------------------------------------------------------------- */

static bool hash_more(void *user, const void *data, size_t size)
{
    sha256_add(user, data, size);
    return true;
}

static void hash_bytes(catalog_entry *e, tlb_bytes bytes)
{
    sha256 h;
    sha256_begin(&h);
    sha256_add(&h, bytes.data, bytes.size);
    e->size = h.size;
    sha256_end(&h, e->sha256);
}

/* A file of no format may be of any size: it is read in parts. */
static tlb_status hash_file(reader *r, catalog_entry *e, const char *path)
{
    sha256 h;
    sha256_begin(&h);
    tlb_status status = file_stream(r->job->context, path, (tlb_sink){hash_more, &h});
    if (status)
        return status;
    e->size = h.size;
    sha256_end(&h, e->sha256);
    return TLB_OK;
}

/* --- what a document says ------------------------------------------------------------------------------ */

static const tlb_value *first_of(const tlb_value *info, const char *key)
{
    const tlb_value *list = tlb_value_get(info, key);
    return list ? list->as.members.first : NULL;
}

static uint32_t count_of(const tlb_value *first)
{
    uint32_t count = 0;
    for (; first; first = first->next)
        count++;
    return count;
}

/* What is a float in the file is the number that people write for it: 0.8, not 0.800000011920929. */
static double number_of(const tlb_value *value)
{
    char digits[32];
    float wanted = (float)value->as.real;
    for (int precision = 6; precision < 10; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value->as.real);
        if (strtof(digits, NULL) == wanted)
            return strtod(digits, NULL);
    }
    return value->as.real;
}

static void keep_bounds(catalog_entry *e, const tlb_value *bounds)
{
    const tlb_value *low = first_of(bounds, "min"), *high = first_of(bounds, "max");
    e->has_bounds = low && high;
    for (int i = 0; i < 3 && low && high; i++, low = low->next, high = high->next) {
        e->low[i] = number_of(low);
        e->high[i] = number_of(high);
    }
}

static const char *keep_text(const reader *r, tlb_text name)
{
    return catalog_text(r->arena, name.data, name.size);
}

static void keep_needs(reader *r, catalog_entry *e, const char *kind, const tlb_value *value)
{
    for (; value && e->needs.data; value = value->next) {
        const char *name = keep_text(r, value->as.text);
        e->needs.data[e->needs.count++] =
            (catalog_need){kind, name, catalog_stem(r->arena, name ? name : ""),
                           catalog_lower(r->arena, tlb_path_base(name ? name : "")), true};
    }
}

static void keep_facts(reader *r, catalog_entry *e, const tlb_value *info)
{
    tlb_arena *arena = r->arena;
    const tlb_value *version = tlb_value_get(info, "version"), *materials = first_of(info, "materials"),
                    *textures = first_of(info, "textures"), *files = first_of(info, "files"),
                    *animations = first_of(info, "animations");
    if (version && version->kind == TLB_VALUE_TEXT)
        e->version = keep_text(r, version->as.text);
    e->vertices = tlb_value_get(info, "vertices")->as.integer;
    e->triangles = tlb_value_get(info, "triangles")->as.integer;
    keep_bounds(e, tlb_value_get(info, "bounds"));
    e->materials.data = tlb_alloc_array(arena, count_of(materials), sizeof *e->materials.data);
    for (; materials && e->materials.data; materials = materials->next)
        e->materials.data[e->materials.count++] = keep_text(r, materials->as.text);
    e->needs.data =
        tlb_alloc_array(arena, (size_t)count_of(textures) + count_of(files), sizeof *e->needs.data);
    keep_needs(r, e, "texture", textures);
    keep_needs(r, e, "file", files);
    e->animations.data = tlb_alloc_array(arena, count_of(animations), sizeof *e->animations.data);
    for (; animations && e->animations.data; animations = animations->next)
        e->animations.data[e->animations.count++] =
            (catalog_animation){keep_text(r, tlb_value_get(animations, "name")->as.text),
                                number_of(tlb_value_get(animations, "seconds"))};
}

/* --- what its check says ------------------------------------------------------------------------------- */

/* These are about other files, and are what is said of needs. */
static bool is_about_needs(tlb_code code)
{
    return code == TLB_CODE_ASSET_MISSING || code == TLB_CODE_DIS_FILE_MISSING;
}

/* The name that a message quotes; NULL: none, or no memory. */
static const char *quoted(reader *r, const char *message)
{
    const char *first = strchr(message, '"'), *last = strrchr(message, '"');
    return first && last > first ? catalog_text(r->arena, first + 1, (size_t)(last - first) - 1) : NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A file may need as many names as it has room for. */
static void note_missing(reader *r, catalog_entry *e)
{
    const tlb_context *context = r->job->context;
    size_t count = tlb_diagnostic_count(context), named = 0;
    const char **missing = tlb_alloc_array(r->arena, count, sizeof *missing);
    for (size_t i = 0; missing && i < count; i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        missing[named] = is_about_needs(d->code) ? quoted(r, d->message) : NULL;
        named += missing[named] != NULL;
    }
    if (named)
        qsort(missing, named, sizeof *missing, by_name);
    for (uint32_t i = 0; named && i < e->needs.count; i++)
        if (e->needs.data[i].name && bsearch(&e->needs.data[i].name, missing, named, sizeof *missing, by_name))
            e->needs.data[i].found = false;
}

static void keep_diagnostics(reader *r, catalog_entry *e)
{
    const tlb_context *context = r->job->context;
    size_t count = tlb_code_count();
    e->is_checked = true;
    bool *met = tlb_zalloc_array(r->arena, count + 1, sizeof *met);
    e->diagnostics.data = tlb_alloc_array(r->arena, count + 1, sizeof *e->diagnostics.data);
    note_missing(r, e);
    for (size_t i = 0; met && e->diagnostics.data && i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        size_t code = tlb_code_index(d->code);
        if (is_about_needs(d->code))
            continue;
        e->totals[d->severity]++;
        if (met[code])
            continue;
        met[code] = true;
        e->diagnostics.data[e->diagnostics.count++] = (catalog_diagnostic){
            d->code, tlb_code_total(context, d->code), d->offset, keep(r, d->path), keep(r, d->message)};
    }
}

/* The last error, which the first caused or is. */
static void keep_error(reader *r, catalog_entry *e, tlb_status status)
{
    const tlb_context *context = r->job->context;
    e->error = tlb_status_text(status);
    for (size_t i = tlb_diagnostic_count(context); i--;)
        if (tlb_diagnostic_at(context, i)->severity == TLB_ERROR) {
            e->error = keep(r, tlb_diagnostic_at(context, i)->message);
            return;
        }
}

static tlb_status check(const catalog_entry *e, tlb_document *document, tlb_assets *assets)
{
    if (!(tlb_format_info_of(tlb_document_format(document))->abilities & TLB_CAN_CHECK))
        return TLB_OK;
    return e->needs.count && assets ? tlb_check_assets(document, assets, NULL) : tlb_check(document, NULL);
}

/* --- its picture --------------------------------------------------------------------------------------- */

static bool add_bytes(void *user, const void *data, size_t size)
{
    text_bytes(user, data, size);
    return !((text *)user)->failed;
}

/* What cannot be drawn here has no picture, and that is no fault of the file. */
static void draw(reader *r, catalog_entry *e, tlb_document *document, tlb_assets *assets)
{
    tlb_png_write_options drawing = TLB_PNG_WRITE_OPTIONS_INIT;
    tlb_convert_options convert = TLB_CONVERT_OPTIONS_INIT;
    tlb_bitmap *bitmap = NULL;
    text png = {0};
    drawing.size = (tlb_size_option){PICTURE_WIDTH, PICTURE_HEIGHT};
    convert.to = &drawing.head;
    convert.assets = assets;
    convert.renderer = r->job->worker->renderer;
    tlb_context *context = r->job->context;
    if (!tlb_document_draw(document, &convert, &bitmap) &&
        !tlb_bitmap_write_png(context, bitmap, (tlb_sink){add_bytes, &png}) && !png.failed) {
        tlb_text copy = tlb_copy_text(r->arena, png.data, png.size);
        e->picture = (tlb_bytes){(const uint8_t *)copy.data, copy.data ? copy.size : 0};
    }
    tlb_bitmap_free(bitmap);
    text_free(&png);
}

/* --- documents and members ----------------------------------------------------------------------------- */

/* False: it is unreadable. */
static bool describe(reader *r, catalog_entry *e, tlb_document *document)
{
    const tlb_format_info *format = tlb_format_info_of(tlb_document_format(document));
    const tlb_value *info = NULL;
    tlb_assets *assets = NULL;
    e->format = format->name;
    tlb_status status = tlb_info(document, &info);
    if (!status)
        keep_facts(r, e, info);
    if (!status && (e->needs.count || r->pictures))
        status = add_assets(r->job, document, &assets);
    if (!status)
        status = check(e, document, assets);
    keep_diagnostics(r, e);
    e->is_model = !status && format->abilities & TLB_IS_MODEL;
    if (status) {
        e->verdict = "unreadable";
        keep_error(r, e, status);
    } else
        e->verdict = e->totals[TLB_ERROR] ? "errors" : e->totals[TLB_WARNING] ? "warnings" : "ok";
    if (!status && r->pictures && format->abilities & TLB_CAN_EXPORT_SCENE)
        draw(r, e, document, assets);
    tlb_assets_free(assets);
    return !status;
}

static void refuse(reader *r, catalog_entry *e, const tlb_format *format, tlb_status status)
{
    if (!format || !(tlb_format_info_of(format)->abilities & TLB_CAN_READ))
        return;
    e->format = tlb_format_info_of(format)->name;
    e->verdict = "unreadable";
    keep_diagnostics(r, e);
    keep_error(r, e, status);
}

static tlb_status read_members(reader *r, catalog_entry *e, tlb_document *archive, const char *path,
                               int depth);

static bool is_archive(const tlb_document *document)
{
    return tlb_format_info_of(tlb_document_format(document))->abilities & TLB_IS_ARCHIVE;
}

/* Memory that was refused is the end of the job, and all that is wrong with a file a part of its entry. */
static tlb_status ends(const reader *r)
{
    if (progress_tick(r->job))
        return TLB_CANCELLED;
    return tlb_arena_failed(r->arena) ? TLB_NO_MEMORY : TLB_OK;
}

static tlb_status read_document(reader *r, catalog_entry *e, tlb_document *document, const char *path,
                                int depth)
{
    bool readable = describe(r, e, document);
    tlb_status status = ends(r);
    if (!status && readable && is_archive(document))
        status = read_members(r, e, document, path, depth);
    return status;
}

/* What opens a member: its name, or its place where an earlier one has that name; with zeros before the
 * number where members have the names of places. */
static const char *opening_name(const reader *r, tlb_document *archive, const char *name, uint32_t index)
{
    uint32_t found;
    if (!tlb_archive_find(archive, name, &found) && found == index)
        return name;
    char *place = tlb_arena_printf(r->arena, "#%u", index);
    while (place && !tlb_archive_find(archive, place, &found) && found != index)
        place = tlb_arena_printf(r->arena, "#0%s", place + 1);
    return place;
}

static tlb_status read_member(reader *r, const catalog_entry *parent, tlb_document *archive, const char *path,
                              const tlb_member *member, uint32_t index, int depth)
{
    tlb_bytes bytes;
    tlb_document *document = NULL;
    const char *name = opening_name(r, archive, member->name, index);
    char *own = name ? tlb_arena_printf(r->arena, "%s/%s", path, name) : NULL;
    catalog_entry *e = own ? add_entry(r, own) : NULL;
    if (!e)
        return TLB_NO_MEMORY;
    e->parent = parent->path;
    e->member = keep(r, member->name);
    e->size = member->size;
    e->modified = member->modified ? keep(r, member->modified) : NULL;
    tlb_diagnostics_clear(r->job->context);
    tlb_status status = tlb_archive_read(archive, index, &bytes);
    if (status) {
        e->verdict = "unreadable";
        keep_diagnostics(r, e);
        keep_error(r, e, status);
        return ends(r);
    }
    hash_bytes(e, bytes);
    const tlb_format *format = tlb_probe(bytes.data, bytes.size, member->name);
    if (!format)
        return ends(r);
    /* A member of a file finds what is beside it, deeper ones do not. */
    tlb_context *context = r->job->context;
    status = depth == 1 ? tlb_archive_open(archive, name, context, format, &document)
                        : tlb_open_memory(context, bytes.data, bytes.size, own, format, &document);
    if (status)
        refuse(r, e, format, status);
    status = document ? read_document(r, e, document, own, depth) : ends(r);
    tlb_document_free(document);
    return status;
}

static tlb_status read_members(reader *r, catalog_entry *e, tlb_document *archive, const char *path,
                               int depth)
{
    tlb_members members = {0};
    tlb_status status = tlb_archive_list(archive, &members);
    if (depth == 0)
        r->outermost = archive;
    if (depth == MOST_DEEP)
        e->error = "archives are nested too deep: its members are left out";
    for (uint32_t i = 0; !status && i < members.count && depth < MOST_DEEP; i++) {
        if (tlb_archive_is_bomb(r->outermost, r->unpacked + members.data[i].size)) {
            e->error = "its members unpack to more than 100 times the file: some are left out";
            continue;
        }
        r->unpacked += members.data[i].size;
        status = read_member(r, e, archive, path, &members.data[i], i, depth + 1);
    }
    return status;
}

tlb_status catalog_read(job *j, tlb_arena *arena, bool pictures, catalog_entry **first)
{
    reader r = {.job = j, .arena = arena, .pictures = pictures, .last = first};
    tlb_document *document = NULL;
    catalog_entry *e = add_entry(&r, j->path);
    if (!e)
        return TLB_NO_MEMORY;
    const tlb_format *format = tlb_probe_path(j->context, j->path);
    tlb_status status = format ? tlb_open_path(j->context, j->path, format, &document) : TLB_OK;
    if (status)
        refuse(&r, e, format, status);
    if (document) {
        hash_bytes(e, tlb_document_source(document));
        status = read_document(&r, e, document, j->path, 0);
    } else if (hash_file(&r, e, j->path)) {
        e->verdict = "unreadable";
        keep_error(&r, e, TLB_READ_FAILED);
        status = ends(&r);
    } else
        status = ends(&r);
    tlb_document_free(document);
    return status;
}
