/* The database itself: that it is ours, and its statements. */
#include "catalog/sqlite/database.h"

#include "catalog/sqlite/schema.h"
#include "util/interrupt.h"

#include <string.h>

enum { APPLICATION = 1414283843, VERSION = 1, PATIENCE = 60000 }; /* milliseconds for others that write */
enum { STEPS_BETWEEN = 100000 }; /* of SQLite's machine, before Ctrl-C is looked at */

static const char *const texts[STATEMENTS] = {
    [LIST_FILE] =
        "INSERT INTO files (path, file, name, extension, size, modified, verdict, stem, listed) "
        "VALUES (?1, ?1, ?2, ?10, ?3, ?4, 'pending', ?5, ?6) "
        "ON CONFLICT (path) DO UPDATE SET verdict = 'pending', listed = "
        "iif(size IS NOT excluded.size OR modified IS NOT excluded.modified, excluded.listed, listed), "
        "size = excluded.size, modified = excluded.modified "
        "WHERE ?7 OR size IS NOT excluded.size OR modified IS NOT excluded.modified OR reader IS NOT ?8 OR "
        "drawn < ?9",
    [NOTE_PRESENT] = "INSERT OR IGNORE INTO temp.present VALUES (?1, ?2)",
    [IS_PENDING] = "SELECT 1 FROM files WHERE path = ?1 AND verdict = 'pending'",
    [FIND_LISTED] = "SELECT listed, modified FROM files WHERE path = ?1",
    [DELETE_FILE] = "DELETE FROM files WHERE file = ?1",
    [ADD_FILE] =
        ("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
         "?, ?, ?, ?, ?, ?, ?)"),
    [ADD_MATERIAL] = "INSERT INTO materials VALUES (?, ?, ?)",
    [ADD_NEED] = "INSERT INTO needs VALUES (?, ?, ?, ?, ?, ?, ?)",
    [ADD_ANIMATION] = "INSERT INTO animations VALUES (?, ?, ?, ?)",
    [ADD_DIAGNOSTIC] = "INSERT INTO diagnostics VALUES (?, ?, ?, ?, ?, ?, ?)",
    [ADD_THUMBNAIL] = "INSERT INTO thumbnails VALUES (?, ?)",
    [DELETE_VANISHED] = "DELETE FROM vanished WHERE path = ?1",
};

static bool check(database *d, int code)
{
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW)
        return !d->failed;
    if (!d->failed)
        usage_error("%s: %s", d->path, d->handle ? sqlite3_errmsg(d->handle) : sqlite3_errstr(code));
    d->failed = true;
    return false;
}

bool database_execute(database *d, const char *sql)
{
    return !d->failed && check(d, sqlite3_exec(d->handle, sql, NULL, NULL, NULL));
}

bool database_run(database *d, const char *sql, const char *const *values, int count)
{
    sqlite3_stmt *s = NULL;
    if (d->failed || !check(d, sqlite3_prepare_v2(d->handle, sql, -1, &s, NULL)))
        return false;
    for (int i = 0; i < count; i++)
        bind_text(s, i + 1, values[i]);
    bool done = check(d, sqlite3_step(s));
    sqlite3_finalize(s);
    return done;
}

int64_t database_number(database *d, const char *sql)
{
    sqlite3_stmt *s = NULL;
    if (d->failed || !check(d, sqlite3_prepare_v2(d->handle, sql, -1, &s, NULL)))
        return 0;
    int code = sqlite3_step(s);
    int64_t number = code == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    check(d, code);
    sqlite3_finalize(s);
    return number;
}

sqlite3_stmt *database_use(database *d, statement which)
{
    sqlite3_stmt **s = &d->statements[which];
    if (!*s && !d->failed)
        check(d, sqlite3_prepare_v3(d->handle, texts[which], -1, SQLITE_PREPARE_PERSISTENT, s, NULL));
    return *s;
}

void bind_text(sqlite3_stmt *s, int column, const char *string)
{
    if (string)
        sqlite3_bind_text(s, column, string, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(s, column);
}

bool database_step(database *d, sqlite3_stmt *s)
{
    if (d->failed)
        return false;
    bool done = check(d, sqlite3_step(s));
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return done;
}

/* In another's place a view may be of any length, and what a column computes of any size. */
static bool has_tables(database *d)
{
    static const char of_ours[] =
        "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE name IN ('runs', 'files', "
        "'materials', 'needs', 'animations', 'diagnostics', 'thumbnails', 'vanished') ORDER BY name)";
    database model = {.path = ":memory:"};
    bool same = false;
    sqlite3_stmt *theirs = NULL, *ours = NULL;
    if (check(&model, sqlite3_open(model.path, &model.handle)) && database_execute(&model, schema) &&
        check(&model, sqlite3_prepare_v2(model.handle, of_ours, -1, &ours, NULL)) &&
        check(d, sqlite3_prepare_v2(d->handle, of_ours, -1, &theirs, NULL)) &&
        check(&model, sqlite3_step(ours)) && check(d, sqlite3_step(theirs))) {
        const unsigned char *own = sqlite3_column_text(ours, 0), *found = sqlite3_column_text(theirs, 0);
        same = own && found && strcmp((const char *)own, (const char *)found) == 0;
    }
    sqlite3_finalize(theirs);
    sqlite3_finalize(ours);
    sqlite3_close(model.handle);
    return same;
}

/* One process makes the tables; another one that came at the same time finds them. */
static bool make_tables(database *d)
{
    if (!database_execute(d, "BEGIN IMMEDIATE"))
        return false;
    int64_t application = database_number(d, "PRAGMA application_id"),
            version = database_number(d, "PRAGMA user_version"),
            tables = database_number(d, "SELECT count(*) FROM sqlite_schema");
    if (!application && !tables)
        database_execute(d, schema);
    else if (!d->failed && (application != APPLICATION || version != VERSION || !has_tables(d))) {
        usage_error("%s: not a catalog of this version of trilobite", d->path);
        d->failed = true;
    }
    return database_execute(d, d->failed ? "ROLLBACK" : "COMMIT");
}

static int is_stopped(void *user)
{
    (void)user;
    return interrupted();
}

bool database_open(database *d, const char *path)
{
    *d = (database){.path = path};
    sqlite3_config(SQLITE_CONFIG_URI, 0); /* a file may be called "file:..%2fx": that is a name, no address */
    if (!check(d, sqlite3_open_v2(path, &d->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL)))
        return false;
    sqlite3_busy_timeout(d->handle, PATIENCE);
    sqlite3_progress_handler(d->handle, STEPS_BETWEEN, is_stopped, NULL);
    /* The log makes a transaction per file cheap; where the file system cannot have one, SQLite goes without.
     * Hashes come in no order: 64 MB are what their index needs for some 500,000 files. */
    return make_tables(d) &&
           database_execute(
               d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; "
                  "PRAGMA cache_size = -65536");
}

void database_close(database *d)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(d->statements[i]);
    /* One file again, which is read without writing beside it; unless others use it. */
    if (d->handle && !d->failed)
        sqlite3_exec(d->handle, "PRAGMA optimize; PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE",
                     NULL, NULL, NULL);
    sqlite3_close(d->handle);
}
