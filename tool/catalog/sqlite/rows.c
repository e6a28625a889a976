/* The rows of a file and its members. */
#include "catalog/sqlite/database.h"

#include <string.h>

/* What was noted when the file was listed. */
typedef struct listing {
    int64_t run;
    char modified[sizeof((file_stamp *)NULL)->modified];
} listing;

static listing find_listing(database *d, const char *path)
{
    listing l = {.run = d->run};
    sqlite3_stmt *s = database_use(d, FIND_LISTED);
    if (!s)
        return l;
    bind_text(s, 1, path);
    if (sqlite3_step(s) == SQLITE_ROW) {
        const unsigned char *modified = sqlite3_column_text(s, 1);
        l.run = sqlite3_column_int64(s, 0);
        snprintf(l.modified, sizeof l.modified, "%s", modified ? (const char *)modified : "");
    }
    sqlite3_reset(s);
    return l;
}

static bool use_path(database *d, statement which, const char *path, sqlite3_stmt **s)
{
    *s = database_use(d, which);
    if (*s)
        bind_text(*s, 1, path);
    return *s != NULL;
}

static void bind_known(sqlite3_stmt *s, int column, bool known, int64_t value)
{
    if (known)
        sqlite3_bind_int64(s, column, value);
}

static bool add_file(database *d, const catalog_entry *e, const char *file, const listing *l, bool drawn)
{
    sqlite3_stmt *s;
    if (!use_path(d, ADD_FILE, e->path, &s))
        return false;
    int column = 2;
    bind_text(s, column++, file);
    bind_text(s, column++, e->parent);
    bind_text(s, column++, e->member);
    bind_text(s, column++, tlb_path_base(e->path));
    bind_text(s, column++, e->extension);
    sqlite3_bind_int64(s, column++, (int64_t)e->size);
    bind_text(s, column++, e->parent ? e->modified : l->modified);
    bind_text(s, column++, *e->sha256 ? e->sha256 : NULL);
    bind_text(s, column++, e->format);
    bind_text(s, column++, e->version);
    bind_text(s, column++, e->verdict);
    for (int severity = TLB_ERROR; severity >= TLB_NOTE; severity--)
        bind_known(s, column++, e->is_checked, (int64_t)e->totals[severity]);
    bind_known(s, column++, e->is_model, e->vertices);
    bind_known(s, column++, e->is_model, e->triangles);
    for (int i = 0; i < 6; i++, column++)
        if (e->has_bounds)
            sqlite3_bind_double(s, column, i < 3 ? e->low[i] : e->high[i - 3]);
    bind_text(s, column++, e->error);
    bind_text(s, column++, e->stem);
    sqlite3_bind_int64(s, column++, l->run);
    sqlite3_bind_int64(s, column++, d->latest);
    bind_text(s, column++, tlb_version());
    sqlite3_bind_int(s, column++, drawn);
    return database_step(d, s);
}

static bool add_materials(database *d, const catalog_entry *e)
{
    sqlite3_stmt *s;
    for (uint32_t i = 0; i < e->materials.count && use_path(d, ADD_MATERIAL, e->path, &s); i++) {
        sqlite3_bind_int64(s, 2, i);
        bind_text(s, 3, e->materials.data[i]);
        database_step(d, s);
    }
    return !d->failed;
}

static bool add_needs(database *d, const catalog_entry *e)
{
    sqlite3_stmt *s;
    for (uint32_t i = 0; i < e->needs.count && use_path(d, ADD_NEED, e->path, &s); i++) {
        const catalog_need *need = &e->needs.data[i];
        sqlite3_bind_int64(s, 2, i);
        bind_text(s, 3, need->kind);
        bind_text(s, 4, need->name);
        bind_text(s, 5, need->stem);
        bind_text(s, 6, need->base);
        sqlite3_bind_int(s, 7, need->found);
        database_step(d, s);
    }
    return !d->failed;
}

static bool add_animations(database *d, const catalog_entry *e)
{
    sqlite3_stmt *s;
    for (uint32_t i = 0; i < e->animations.count && use_path(d, ADD_ANIMATION, e->path, &s); i++) {
        sqlite3_bind_int64(s, 2, i);
        bind_text(s, 3, e->animations.data[i].name);
        sqlite3_bind_double(s, 4, e->animations.data[i].seconds);
        database_step(d, s);
    }
    return !d->failed;
}

static bool add_diagnostics(database *d, const catalog_entry *e)
{
    sqlite3_stmt *s;
    for (uint32_t i = 0; i < e->diagnostics.count && use_path(d, ADD_DIAGNOSTIC, e->path, &s); i++) {
        const catalog_diagnostic *diagnostic = &e->diagnostics.data[i];
        bind_text(s, 2, tlb_code_name(diagnostic->code));
        bind_text(s, 3, tlb_severity_name(tlb_code_severity(diagnostic->code)));
        sqlite3_bind_int64(s, 4, (int64_t)diagnostic->count);
        bind_known(s, 5, diagnostic->offset != TLB_NO_OFFSET, (int64_t)diagnostic->offset);
        bind_text(s, 6, diagnostic->field);
        bind_text(s, 7, diagnostic->message);
        database_step(d, s);
    }
    return !d->failed;
}

static bool add_thumbnail(database *d, const catalog_entry *e)
{
    sqlite3_stmt *s;
    if (!e->picture.size || !use_path(d, ADD_THUMBNAIL, e->path, &s))
        return !d->failed;
    sqlite3_bind_blob64(s, 2, e->picture.data, e->picture.size, SQLITE_STATIC);
    return database_step(d, s);
}

bool database_write(database *d, const catalog_entry *first, bool drawn)
{
    sqlite3_stmt *s;
    if (!database_execute(d, "BEGIN IMMEDIATE"))
        return false;
    listing l = find_listing(d, first->path);
    if (use_path(d, DELETE_FILE, first->path, &s))
        database_step(d, s);
    for (const catalog_entry *e = first; e && !d->failed; e = e->next) {
        if (use_path(d, DELETE_VANISHED, e->path, &s))
            database_step(d, s);
        if (add_file(d, e, first->path, &l, drawn) && add_materials(d, e) && add_needs(d, e) &&
            add_animations(d, e) && add_diagnostics(d, e))
            add_thumbnail(d, e);
    }
    return database_execute(d, "COMMIT"); /* what failed is rolled back when the database is closed */
}
